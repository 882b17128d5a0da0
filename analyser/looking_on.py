"""What advice and review say of a game at the table."""

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
    if session.over or session.rolling or session.question.ask not in DECIDED:
        raise AnalyserError("advice is given on moves, and here none is to be taken")
    from .advise import advise, read_position

    who = session.who
    position = read_position(who.game, session.text(still_open=True), who.rules_file)
    return advise(who.game, position, rules=who.rules_file, seed=who.seed, seconds=SECONDS)


def review_of(session: Session, seat: int) -> Any:
    """Return the review of a finished game as a seat (from 1) saw it (a `Review`). Raises AnalyserError."""
    if not session.over:
        raise AnalyserError("a game is reviewed when it is over; hint says what to take now")
    from sims.toml_file import toml_of

    from .review import review, story_module

    who = session.who
    story = story_module(who.game).story_of(toml_of(session.text(), "this game"), who.rules)
    return review(who.game, story, seat=seat, rules=who.rules_file, seed=who.seed)
