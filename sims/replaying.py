"""What replays of game files have in common, whatever the game: whose turn it is, what is legal, where it ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import AnalyserError, nearest

SHOWN_MOVES = 12
"""So many legal moves are shown beside an illegal one."""
COMPARED_MOVES = 1000
"""Among so many the one nearest to it is looked for."""


def check_turn(written: Any, round_: int, seat: int, where: str) -> None:
    """Refuse what is written for another `round` or `seat` (1-based, or None) than whose turn it is (0-based)."""
    if written.round not in (None, round_ + 1):
        raise AnalyserError(f"{where}: the file says round {written.round}, but round {round_ + 1} is being played")
    if written.seat not in (None, seat + 1):
        raise AnalyserError(f"{where}: the file says seat {written.seat}, but it is the turn of seat {seat + 1}")


def no_more(where: str, played: int, written: int, what: str, last: str = "") -> None:
    """Refuse what is written after the end of the game; `last` says more of where that was."""
    if written > played:
        raise AnalyserError(
            f"{where}, {what} {played + 1}: the game is over after {what} {played}{last}; delete the "
            f"{written - played} that come after it"
        )


def legal_words(sentence: str, moves: Iterable[str]) -> str:
    """Return what the legal moves are, shortened, and the one nearest to a sentence."""
    known = list(dict.fromkeys(moves))
    rest = f" | and {len(known) - SHOWN_MOVES} more" if len(known) > SHOWN_MOVES else ""
    near = nearest(sentence, known[:COMPARED_MOVES])
    return f"legal{near}: {' | '.join(known[:SHOWN_MOVES])}{rest}"


def score_lines(scores: Iterable[Any]) -> list[str]:
    """Return the points of all seats as comments of a game file; a score has `points` by category and a `total`."""
    found = []
    for seat, score in enumerate(scores, 1):
        points = ", ".join(f"{name} {number:g}" for name, number in score.points.items() if number) or "no points"
        found.append(f"# Seat {seat}: {points}: {score.total:g}.")
    return found
