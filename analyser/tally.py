"""The tally of a run: exact whole numbers that merge in any order, and do not grow with the number of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

Counts = dict[int, int]


@dataclass
class Tally:
    """Sums over games, for each seat: of every column, of its square, and how often each score came.

    `sums` and `squares` are int64[seats, columns]; `scores[seat]` counts games by score.
    """

    games: int
    sums: Any
    squares: Any
    scores: list[Counts] = field(default_factory=list)

    @classmethod
    def empty(cls, seats: int, columns: int) -> Tally:
        """Return the tally of no games."""
        zeros = np.zeros((seats, columns), np.int64)
        return cls(0, zeros, zeros.copy(), [{} for _ in range(seats)])

    @classmethod
    def of_chunk(cls, sums: Any, squares: Any, scores: Any) -> Tally:
        """Return the tally of one chunk; `scores` is int32[games, seats]."""
        counted = []
        for seat in range(scores.shape[1]):
            values, hits = np.unique(scores[:, seat], return_counts=True)
            counted.append(dict(zip(values.tolist(), hits.tolist(), strict=True)))
        return cls(len(scores), sums, squares, counted)

    def add(self, other: Tally) -> None:
        """Add another tally of the same shape to this one."""
        self.games += other.games
        self.sums += other.sums
        self.squares += other.squares
        for own, more in zip(self.scores, other.scores, strict=True):
            for score, hits in more.items():
                own[score] = own.get(score, 0) + hits

    def column(self, seat: int, place: int) -> tuple[int, int]:
        """Return the sum and the sum of squares of one column."""
        return int(self.sums[seat, place]), int(self.squares[seat, place])

    def score_sums(self, seat: int) -> tuple[int, int]:
        """Return the sum and the sum of squares of a seat's scores."""
        counts = self.scores[seat].items()
        return sum(score * hits for score, hits in counts), sum(score * score * hits for score, hits in counts)

    def above(self, seat: int, mark: int) -> int:
        """Return in how many games a seat scored more than `mark`."""
        return sum(hits for score, hits in self.scores[seat].items() if score > mark)

    def sorted_scores(self, seat: int) -> tuple[list[int], list[int]]:
        """Return the scores of a seat in ascending order, and how often each came."""
        scores = sorted(self.scores[seat])
        return scores, [self.scores[seat][score] for score in scores]
