"""What a game tells whoever weighs its moves: the options of a decision, and players that play on after each.

A game's `advice` module offers `options(position, rules)`, the name of the policy that `PLAYS_ON` where nobody says
otherwise, and an `AdvicePlayer`, made of its `Player` and of this.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

ROLL, KEEP_OR_ROLL = "roll", "Keep or roll"
"""The kind of the option to gather and roll all dice, and that of the decision between keeping and rolling."""


class Start(NamedTuple):
    """Where a game is played on from: the `words` of a position (int64[n]), and what comes `next` (the game's own)."""

    words: Any
    next: int


class Option(NamedTuple):
    """One thing that can be decided, and where it leads.

    `words` say it to a player, `move` as a game file writes it ('' where that writes none). `kind` sorts decisions.
    `guess` says roughly what it is worth, to be compared within one decision alone. `certain`: no luck follows, and
    nobody decides anything but how to feed a family for the last time.
    """

    words: str
    move: str
    kind: str
    start: Start
    guess: float
    certain: bool = False


def distinct(options: Iterable[Option]) -> list[Option]:
    """Return options in their order; of those that lead to the same start, the first."""
    found: dict[bytes, Option] = {}
    for option in options:
        found.setdefault(option.start.words.tobytes(), option)
    return list(found.values())


class Starts(NamedTuple):
    """Several starts as compiled loops take them: `scenes` int64[k, n], `nexts` int64[k]."""

    scenes: Any
    nexts: Any


def starts_of(starts: Sequence[Start]) -> Starts:
    """Return starts in one array each."""
    scenes = np.stack([start.words for start in starts]) if starts else np.zeros((0, 0), np.int64)
    return Starts(scenes, np.array([start.next for start in starts], np.int64))


@cache
def _bytes_that_count(dtype: np.dtype[Any]) -> Any:
    """Return a mask (uint8[bytes]: 255 or 0) of what is a position: no gaps between fields, no trial fields."""
    mask = np.zeros(dtype.itemsize, np.uint8)
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        if not name.startswith("trial_"):
            inner = _bytes_that_count(kind.base) if kind.base.names else np.full(kind.base.itemsize, 255, np.uint8)
            mask[offset : offset + kind.itemsize] = np.tile(inner, kind.itemsize // kind.base.itemsize)
    return mask


def words_of(record: Any) -> Any:
    """Return a copy of a position's memory (int64[n]), the same for the same position.

    Why masked: a copy of a record has anything between its fields, and trial fields hold what was tried last.
    """
    return (np.frombuffer(record.tobytes(), np.uint8) & _bytes_that_count(record.dtype)).view(np.int64)


class PlayingOn:
    """Plays games on from given starts: a part of each game's `AdvicePlayer`."""

    seats: int
    starts_loop: Callable[..., bool]
    wide_points: int
    """The columns of a row up to the last one with points."""
    go: Callable[..., None]
    check_given: Callable[[int, int, int], None]

    def play_from(self, seed: int, first: int, games: int, starts: Starts) -> Any:
        """Play games `first` to `first + games - 1` of a seed on from each start; return their rows up to the points.

        The rows are int32[games, starts, seats, columns]; in each game all starts meet the same luck at the same
        moments. Points are those that are still to come. Raises Misplay where a policy breaks the rules.
        """
        rows = np.zeros((games, len(starts.nexts), self.seats, self.wide_points), np.int32)
        self.go(seed, self.starts_loop, (np.uint64(seed), np.uint64(first)), starts, rows)
        self.check_given(seed, first, games)
        return rows


class WritingDown:
    """Plays games and writes each down: a part of each game's `StoryPlayer`, whose `Player` keeps a log."""

    seats: int
    score_column: int
    play: Callable[..., Any]

    def story(self, where: str) -> Any:
        """Return the game that was played last, as the game's own `Story`."""
        raise NotImplementedError

    def stories(self, seed: int, first: int, games: int) -> tuple[Any, list[Any]]:
        """Play games of a seed; return their scores (int32[games, seats]) and stories. Raises Misplay."""
        scores, found, place = np.zeros((games, self.seats), np.int32), [], self.score_column
        for game in range(games):
            scores[game] = self.play(seed, first + game, 1, place + 1)[2][0, :, place]
            found.append(self.story(f"game {first + game} of seed {seed}"))
        return scores, found


class Step(NamedTuple):
    """One step of a played game: a decision, or a draw of luck.

    `kind` sorts steps; `words` say what was done or drawn, `also` what was used for it (an occupation, or ''); seat and
    round count from 0, and luck that is everybody's has seat -1. `position` is where it was decided (what `choices` of
    the game's `story` module takes; None where there is nothing to list), and the game stands at `start` after it.
    """

    kind: str
    words: str
    seat: int
    round: int
    is_luck: bool
    position: Any
    start: Start
    also: str = ""


def same_start(one: Start, other: Start) -> bool:
    """Say whether two starts are the same."""
    return one.next == other.next and bool(np.array_equal(one.words, other.words))
