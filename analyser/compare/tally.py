"""The tally of a comparison: exact whole numbers that merge in any order of chunks.

A block's number for an entrant is the sum over its seats, each counted by its weight in the lineup, so that all
entrants' numbers have one unit.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from .plan import ComparePlan

FARTHEST = 5
"""Blocks kept for each pair: those in which the two differ most."""
MEASURES = ("score", "above par", "wins")
OF_ENTRANTS = ("blocks", "sums", "squares")
"""The arrays of a tally whose last axis counts entrants; the first axis of those of OF_PAIRS counts pairs."""
OF_PAIRS = ("pair_blocks", "diffs", "diff_squares", "more", "less", "part_sums", "part_squares", "far")


@dataclass
class CompareTally:
    """Sums over blocks; k entrants, m pairs, c columns of points (see `ComparePlan.point_columns`).

    `blocks` int64[k] played by each entrant; `sums`, `squares` int64[3, k] of its score, games above par, and parts of
    wins; `scores` and `hits`: which scores each entrant had how often, rows (entrant, score) int64[s, 2] and int64[s];
    `pair_blocks` int64[m] that both played; `diffs`, `diff_squares` int64[m] of the objective's counts; `more`, `less`
    int64[m]: blocks in which the first, or the second, has more of it; `part_sums`, `part_squares` int64[m, c] of the
    differences by column; `far` int64[m, FARTHEST, 2]: (difference in score, block), the farthest first, block -1 for
    none; `joint`, `joint_hits`: for a quantile, rows (pair, score, score of the other) and how often.
    """

    blocks: Any
    sums: Any
    squares: Any
    scores: Any
    hits: Any
    pair_blocks: Any
    diffs: Any
    diff_squares: Any
    more: Any
    less: Any
    part_sums: Any
    part_squares: Any
    far: Any
    joint: Any
    joint_hits: Any

    @classmethod
    def empty(cls, plan: ComparePlan) -> CompareTally:
        """Return the tally of no blocks."""
        k, m, c = len(plan.lineup.policies), len(plan.lineup.pairs), len(plan.point_columns)
        shapes: dict[str, Any] = {
            "blocks": k, "sums": (3, k), "squares": (3, k), "scores": (0, 2), "hits": 0, "pair_blocks": m, "diffs": m,
            "diff_squares": m, "more": m, "less": m, "part_sums": (m, c), "part_squares": (m, c),
            "far": (m, FARTHEST, 2), "joint": (0, 3), "joint_hits": 0,
        }  # fmt: skip
        tally = cls(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})
        tally.far[:, :, 1] = -1
        return tally

    def arrays(self) -> dict[str, Any]:
        """Return the arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def add(self, other: CompareTally) -> None:
        """Add the tally of other blocks to this one."""
        for name in (*OF_ENTRANTS, *OF_PAIRS):
            if name != "far":
                getattr(self, name)[:] += getattr(other, name)
        self.scores, self.hits = _merged((self.scores, self.hits), (other.scores, other.hits))
        self.joint, self.joint_hits = _merged((self.joint, self.joint_hits), (other.joint, other.joint_hits))
        self.far = np.stack([_farthest(np.concatenate(both)) for both in zip(self.far, other.far, strict=True)])

    def of(self, entrants: list[int], pairs: list[int]) -> CompareTally:
        """Return what it holds of some entrants and pairs, in ascending order, which are numbered anew."""
        found = {name: getattr(self, name)[..., entrants] for name in OF_ENTRANTS}
        found |= {name: getattr(self, name)[pairs] for name in OF_PAIRS}
        found["scores"], found["hits"] = _renumbered(self.scores, self.hits, entrants)
        found["joint"], found["joint_hits"] = _renumbered(self.joint, self.joint_hits, pairs)
        return CompareTally(**found)

    def score_counts(self, entrant: int) -> tuple[list[int], list[int]]:
        """Return the scores of an entrant in ascending order, and how often each came."""
        own = self.scores[:, 0] == entrant
        return self.scores[own, 1].tolist(), self.hits[own].tolist()


def _merged(one: tuple[Any, Any], other: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return the union of two tables of (rows, how often), sorted by row."""
    rows, hits = np.concatenate([one[0], other[0]]), np.concatenate([one[1], other[1]])
    if not len(rows):
        return rows, hits
    unique, places = np.unique(rows, axis=0, return_inverse=True)
    total = np.zeros(len(unique), np.int64)
    np.add.at(total, places.ravel(), hits)
    return unique, total


def _renumbered(rows: Any, hits: Any, kept: list[int]) -> tuple[Any, Any]:
    """Return those rows whose first number is kept, which becomes its place among those, and how often each came."""
    own = np.isin(rows[:, 0], kept)
    found = rows[own]
    found[:, 0] = np.searchsorted(kept, found[:, 0])
    return found, hits[own]


def _farthest(rows: Any) -> Any:
    """Return the FARTHEST of the rows (difference, block), those of equal difference by block, unused ones last."""
    order = np.lexsort((rows[:, 1], -np.abs(rows[:, 0]), rows[:, 1] < 0))
    return rows[order[:FARTHEST]]


def tally_blocks(plan: ComparePlan, first: int, rows: list[Any], playing: list[bool]) -> CompareTally:
    """Return the tally of the blocks from number `first` on.

    `rows[t]` holds the rows of table t (int32[blocks, seats, columns], None where it was not played), `playing[e]` says
    whether entrant e took part.
    """
    tally, lineup = CompareTally.empty(plan), plan.lineup
    numbers: dict[int, _Own] = {}
    for entrant in range(len(lineup.policies)):
        if playing[entrant]:
            plays = [rows[table][:, seat, :] for table, seat in lineup.plays(entrant)]
            numbers[entrant] = _Own(plan, plays, lineup.weights[entrant])
            numbers[entrant].note(tally, entrant)
    joint = []
    for pair, (one, other) in enumerate(lineup.pairs):
        if playing[one] and playing[other]:
            joint.append(_note_pair(plan, tally, pair, first, numbers[one], numbers[other]))
    if plan.objective.kind == "quantile" and joint:
        tally.joint, tally.joint_hits = _counted(np.concatenate(joint))
    return tally


class _Own:
    """The numbers of one entrant in some blocks."""

    def __init__(self, plan: ComparePlan, plays: list[Any], weight: int) -> None:
        places = plan.result_columns
        self.scores = np.stack([play[:, places["score"]] for play in plays], axis=1).astype(np.int64)
        wins = np.stack([play[:, places["wins"]] for play in plays], axis=1).astype(np.int64)
        self.measures = [
            weight * part.sum(axis=1) for part in (self.scores, plan.objective.above_par(self.scores), wins)
        ]
        self.count = self.measures[measure_of(plan)]
        total = np.sum(
            [play[:, : plan.width] for play in plays], axis=0, dtype=np.float64
        )  # whole numbers far below 2^53: exact, and fast to multiply
        self.points = weight * (total @ plan.adding).astype(np.int64)

    def note(self, tally: CompareTally, entrant: int) -> None:
        tally.blocks[entrant] = len(self.count)
        for place, measure in enumerate(self.measures):
            tally.sums[place, entrant], tally.squares[place, entrant] = measure.sum(), (measure**2).sum()
        scores, hits = np.unique(self.scores, return_counts=True)
        own = np.stack([np.full(len(scores), entrant), scores], axis=1)
        tally.scores = np.concatenate([tally.scores, own])
        tally.hits = np.concatenate([tally.hits, hits])


def _note_pair(plan: ComparePlan, tally: CompareTally, pair: int, first: int, one: _Own, other: _Own) -> Any:
    """Note what a pair differs by; return the rows (pair, score, score) of its games."""
    difference = one.count - other.count
    tally.pair_blocks[pair] = len(difference)
    tally.diffs[pair], tally.diff_squares[pair] = difference.sum(), (difference**2).sum()
    tally.more[pair], tally.less[pair] = (difference > 0).sum(), (difference < 0).sum()
    parts = one.points - other.points
    tally.part_sums[pair], tally.part_squares[pair] = parts.sum(axis=0), (parts**2).sum(axis=0)
    blocks = np.arange(first, first + len(difference))
    far = np.stack([one.measures[0] - other.measures[0], blocks], axis=1)
    tally.far[pair] = _farthest(np.concatenate([far[far[:, 0] != 0], tally.far[pair]]))
    return np.stack([np.full(len(difference), pair), one.scores[:, 0], other.scores[:, 0]], axis=1)


def _counted(rows: Any) -> tuple[Any, Any]:
    unique, hits = np.unique(rows, axis=0, return_counts=True)
    return unique, hits.astype(np.int64)


def measure_of(plan: ComparePlan) -> int:
    """Return the place in MEASURES of what the objective counts."""
    return {"p_above_par": 1, "win": 2}.get(plan.objective.kind, 0)
