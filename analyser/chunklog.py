"""The log of a run's chunks: which games each held, and a digest of its tally.

Why this digest: it is linear. The digests of two tallies add up to the digest of their sum, so that the log says
whether a tally is the sum of its chunks although the chunks' own tallies are not kept, neighbours can be put together
where the log gets long, and any entry can be played again and compared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from .errors import Damaged
from .tally import Tally

MOST = 20_000
"""A longer log is halved: each two neighbours become one."""
WORD = 2**64
_SQUARES, _SCORES = 1 << 40, 1 << 62


class Entry(NamedTuple):
    """A chunk: its first game, how many games, and the digest of its tally."""

    first: int
    games: int
    digest: int


def _mixed(keys: Any) -> Any:
    """Return 64 bits that look random for each key (uint64): splitmix64."""
    z = keys * np.uint64(0x9E3779B97F4A7C15) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def _weighed(numbers: Any, keys: Any) -> int:
    """Return the sum, modulo 2^64, of numbers (int64) times the random bits of their keys."""
    numbers = np.ascontiguousarray(numbers, np.int64).ravel().view(np.uint64)
    return int((numbers * _mixed(np.asarray(keys).astype(np.uint64))).sum(dtype=np.uint64))


def digest(tally: Tally) -> int:
    """Return 64 bits for a tally; those of several add up, modulo 2^64, to those of their sum."""
    places = np.arange(tally.sums.size)
    found = _weighed(tally.sums, places) + _weighed(tally.squares, places + _SQUARES)
    for seat, counts in enumerate(tally.scores):
        scores, hits = np.array([*counts], np.int64), np.array([*counts.values()], np.int64)
        found += _weighed(hits, _SCORES + (seat << 48) + (1 << 40) + scores)
    return found % WORD


@dataclass
class ChunkLog:
    """Entries without gap or overlap, from game 0 on."""

    entries: list[Entry] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of games in the log."""
        return self.entries[-1].first + self.entries[-1].games if self.entries else 0

    @property
    def total(self) -> int:
        """The digest of all chunks together."""
        return sum(entry.digest for entry in self.entries) % WORD

    def add(self, entry: Entry) -> None:
        """Add the next chunk; halve the log where it gets long."""
        self.entries.append(entry)
        if len(self.entries) > MOST:
            self.entries = [_joined(self.entries[place : place + 2]) for place in range(0, len(self.entries), 2)]

    def array(self) -> Any:
        """Return the log as uint64[entries, 3]."""
        return np.array(self.entries, np.uint64).reshape(-1, 3)

    @classmethod
    def of(cls, array: Any) -> ChunkLog:
        """Return the log that an array holds. Raises Damaged where it has a gap, an overlap or an empty chunk."""
        log, expected = cls([Entry(*map(int, row)) for row in array]), 0
        for entry in log.entries:
            if entry.first != expected or entry.games < 1:
                what = "a gap" if entry.first > expected else "an overlap" if entry.games else "an empty chunk"
                raise Damaged(f"has {what} in its log of chunks at game {min(entry.first, expected)}")
            expected += entry.games
        return log


def _joined(entries: Iterable[Entry]) -> Entry:
    first, *more = entries
    return Entry(
        first.first,
        first.games + sum(one.games for one in more),
        (first.digest + sum(one.digest for one in more)) % WORD,
    )
