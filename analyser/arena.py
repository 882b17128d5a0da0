"""The games of a search: which ones each step plays, and candidates playing them on threads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import catalogue
from .executors import default_jobs
from .objectives import WIN
from .plan import check_number, seed_of
from .tune_plan import TunePlan

VALIDATION = 10
"""Validation plays so many times the games of a generation."""
CHUNK = 2_000
"""Games that a thread plays before it looks whether the search is stopped."""


@dataclass(frozen=True)
class Block:
    """A block of games: `games` from number `first` of a seed on."""

    seed: int
    first: int
    games: int


def search_block(plan: TunePlan, generation: int) -> Block:
    """Return the games that the candidates of a generation (from 0) play."""
    return Block(seed_of(plan.seed, "search"), generation * plan.games, plan.games)


def validation_block(plan: TunePlan) -> Block:
    """Return the games on which the result is chosen."""
    return Block(seed_of(plan.seed, "validation"), 0, VALIDATION * plan.games)


def holdout_block(plan: TunePlan) -> Block:
    """Return the games on which the result is scored."""
    return Block(seed_of(plan.seed, "holdout"), 0, plan.holdout)


class Arena:
    """Plays candidates on threads. `close` it, or use it with `with`."""

    def __init__(self, plan: TunePlan, jobs: int | None = None) -> None:
        self.plan = plan
        self.pool = ThreadPoolExecutor(default_jobs() if jobs is None else check_number("jobs", jobs, 1, 256))
        items = [column.item for column in plan.game.columns(plan.rules) if column.table == "result"]
        self.column = items.index("wins" if plan.objective.kind == WIN else "score")

    def __enter__(self) -> Arena:
        """Return itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """End the threads."""
        self.pool.shutdown(cancel_futures=True)

    def outcomes(self, candidates: Sequence[Any], block: Block) -> list[Any]:
        """Return the outcomes (int32[games, plays]) of each candidate (float64[parameters]) on a block of games."""
        parts = [
            [
                self.pool.submit(self._play, values, block.seed, block.first + first, min(CHUNK, block.games - first))
                for first in range(0, block.games, CHUNK)
            ]
            for values in candidates
        ]
        try:
            return [np.concatenate([part.result() for part in of_one]) for of_one in parts]
        except BaseException:
            for part in (part for of_one in parts for part in of_one):
                part.cancel()
            raise

    def _play(self, values: Any, seed: int, first: int, games: int) -> Any:
        plays = [rows[:, own, self.column] for rows, own in self._tables(values, seed, first, games)]
        return np.concatenate(plays, axis=1)

    def _tables(self, values: Any, seed: int, first: int, games: int) -> Iterator[tuple[Any, list[int]]]:
        """Yield the rows of each rotation of the seats, and the seats on which the candidate sat."""
        plan = self.plan
        own = catalogue.SeatPolicy("", plan.candidate.policy, plan.candidate.policy.mind(values))
        for seat in range(plan.players if plan.against else 1):
            line = [*plan.against[plan.players - 1 - seat :], own, *plan.against[: plan.players - 1 - seat]]
            seats = line if plan.against else [own] * plan.players
            places = [seat] if plan.against else list(range(plan.players))
            player = plan.game.Player(plan.rules, [one.policy for one in seats], [one.params for one in seats])
            yield player.play(seed, first, games, self.column + 1)[2], places
