"""What advice says of a game at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import AnalyserError

if TYPE_CHECKING:
    from .session import Session

SECONDS = 2.0
DECIDED = ("turn", "move")
"""What is asked where advice can be given."""


def hint(session: Session) -> Any:
    """Return advice on what a person is asked (an `Advice`). Raises AnalyserError where there is none."""
    if session.over or session.question.ask not in DECIDED:
        raise AnalyserError("advice is given on moves: here is none to take")
    from .advise import advise, read_position

    who = session.who
    position = read_position(who.game, session.text(still_open=True), who.rules_file)
    return advise(who.game, position, rules=who.rules_file, seed=who.seed, seconds=SECONDS)
