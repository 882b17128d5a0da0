"""What advice and review say of a game at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import AnalyserError

if TYPE_CHECKING:
    from .live_game import LiveGame

SECONDS = 2.0


def hint(live: LiveGame) -> Any:
    """Return advice on what a person is asked (an `Advice`). Raises AnalyserError where there is none."""
    position = None if live.over or live.rolling else live.sitting.advised()
    if position is None:
        raise AnalyserError("there is no advice on this: it is given on moves, and on what to cook in Express")
    from .advise import advise

    who = live.who
    return advise(who.game, position, rules=who.rules_file, seed=who.seed, seconds=SECONDS)


def review_of(live: LiveGame, seat: int) -> Any:
    """Return the review of a finished game as a seat (from 1) saw it (a `Review`). Raises AnalyserError."""
    if not live.over:
        raise AnalyserError("a game is reviewed when it is over; hint says what to take now")
    from sims.toml_file import toml_of

    from .review import review, story_module

    who = live.who
    story = story_module(who.game).story_of(toml_of(live.text(), "this game"), who.rules)
    return review(who.game, story, seat=seat, rules=who.rules_file, seed=who.seed)
