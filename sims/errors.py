"""The one error for what a user did wrong; anything else that is raised is a bug."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class AnalyserError(Exception):
    """A mistake in what the user gave: one line that says what is wrong, where, and how to mend it."""


class DeclarationError(AnalyserError):
    """A policy is declared wrongly; `line` says where in its file, where that is better known than by who called."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line


class Misplay(AnalyserError):
    """A policy broke the rules in a game: what it did (`problem`), on which `seat` (0-based), where.

    `place` is (game, seed, round), the round counted from 0, None where it is not known.
    """

    def __init__(self, problem: str, seat: int, place: tuple[int, int, int | None]) -> None:
        game, seed, round_ = place
        self.problem, self.seat, self.game = problem, seat, game
        self.where = f"(game {game} of seed {seed}{'' if round_ is None else f', round {round_ + 1}'})"
        super().__init__(f"the policy on seat {seat + 1} {problem} {self.where}")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ' (did you mean X?)' for the known name nearest to `word`, or '' where none is near."""
    names = list(known)
    lowered = {name.lower(): name for name in names}
    found = difflib.get_close_matches(str(word).lower(), lowered, n=1, cutoff=0.5)
    return f" (did you mean {lowered[found[0]]!r}?)" if found else ""


def unknown(what: str, word: str, known: Iterable[str]) -> AnalyserError:
    """Return the error for a name that is not known: the nearest one, and all of them."""
    names = list(known)
    return AnalyserError(f"unknown {what} {word!r}{nearest(word, names)}; known: {', '.join(names)}")
