"""What a thing is worth: the same games played on with and without one more of it, handed over at the start of a round.

Why not ask which games held it: who has the Midwife has had other luck as well. Here nothing differs but the handout,
and what the policy then makes of it. All later rolls are drawn by their own moments, so that they are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from . import catalogue, estimates
from .crew import asked
from .errors import AnalyserError, unknown
from .estimates import Estimate
from .executors import Jobs
from .frames import from_rows
from .plan import MOST_GAMES, RunPlan, check_number
from .result import plain_row

GAMES = 2_000
Told = Callable[[str], None]


@dataclass(frozen=True)
class WhatIf:
    """What each thing is worth in points of the final score of one `seat` (1-based), to whom alone it is handed.

    `frame` has a row for each item and round at whose start it is handed over: `item kind round n diff se lo hi` is the
    mean difference over all `n` games, paired by game; where the item could not be handed over (no room, owned already,
    no more allowed) the difference is 0. `handed` is the share of games in which it could, and `worth worth_se worth_lo
    worth_hi` the mean difference over those alone. `base` is the seat's mean score with nothing handed over; `said`
    tells what is handed over where a name leaves a question. All is about the plan's policies, not about the game.
    """

    facts: dict[str, Any]
    seat: int
    base: Estimate
    said: dict[str, str]
    frame: pd.DataFrame

    def table(self, column: str = "diff") -> pd.DataFrame:
        """Return one column by item (rows, most in the first round first) and round (columns)."""
        wide = self.frame.pivot(index="item", columns="round", values=column)
        return wide.sort_values(wide.columns[0], ascending=False, kind="stable")

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain data, for JSON."""
        frame: Any = self.frame
        rows = [plain_row(row) for row in frame.to_dict("records")]
        return {
            **self.facts,
            "seat": self.seat,
            "base": plain_row(self.base._asdict()),
            "said": self.said,
            "worth": rows,
        }


@dataclass
class _Sums:
    """Exact sums over games: of the base's score, and by round and item (int64[r, k]) of differences and handouts."""

    games: int
    base: tuple[int, int]
    diffs: Any
    squares: Any
    handed: Any

    @classmethod
    def of(cls, replays: Any) -> _Sums:
        """Return the sums of a chunk, from what the game's `play_with` gives."""
        base = replays.base.astype(np.int64)
        diffs = replays.scores.astype(np.int64) - base[:, None, None]
        squares, handed = (diffs**2).sum(axis=0), replays.handed.sum(axis=0, dtype=np.int64)
        return cls(len(base), (int(base.sum()), int((base**2).sum())), diffs.sum(axis=0), squares, handed)

    def add(self, other: _Sums) -> None:
        """Add the sums of more games."""
        self.games += other.games
        self.base = self.base[0] + other.base[0], self.base[1] + other.base[1]
        self.diffs += other.diffs
        self.squares += other.squares
        self.handed += other.handed


@dataclass(frozen=True)
class _Handed:
    """The question what is handed over is worth: the seed, the seat, the numbers of the items, the rounds, from 0."""

    seed: int
    seat: int
    items: list[int]
    rounds: list[int]

    def __call__(self, player: Any, first: int, games: int) -> _Sums:
        return _Sums.of(player.play_with(self.seed, first, games, self.seat, self.items, self.rounds))


def what_if(
    plan: RunPlan,
    *,
    items: Sequence[str] | None = None,
    rounds: Sequence[int] | None = None,
    games: int = GAMES,
    seat: int = 1,
    jobs: int | Jobs | None = None,
    told: Told = lambda line: None,
) -> WhatIf:
    """Return what each of `items` (default: all that the game offers) is worth, handed over at the start of a round.

    `rounds` count from 1 (default: all). The first `games` games of the plan's seed are played, and handed to is one
    `seat` (from 1). `told` is called with a line on the progress. The numbers do not depend on `jobs`. Ctrl-C raises
    KeyboardInterrupt. Raises AnalyserError.
    """
    module = _module(plan)
    names = _items(module, items)
    places = _rounds(module.rounds(plan.rules), rounds)
    check_number("games", games, 2, MOST_GAMES)
    check_number("seat", seat, 1, len(plan.seats))
    handed = _Handed(plan.seed, seat - 1, [module.ITEM[name] for name in names], [one - 1 for one in places])
    total: _Sums | None = None
    for chunk in asked(plan, games, jobs, module.HandoutPlayer, handed):
        if total is None:
            total = chunk.value
        else:
            total.add(chunk.value)
        told(f"{total.games:,} of {games:,} games, each with {len(names) * len(places)} handouts")
    assert total is not None
    said = {name: module.SAID[name] for name in names if name in module.SAID}
    rows = from_rows(
        _row(total, module.kind(name), (name, item), (round_, place))
        for item, name in enumerate(names)
        for place, round_ in enumerate(places)
    )
    base = estimates.mean(total.games, *total.base)
    return WhatIf(replace(plan, games=games).facts(), seat, base, said, rows)


def _row(total: _Sums, kind: str, item: tuple[str, int], round_: tuple[int, int]) -> dict[str, Any]:
    """Return the row of an item (name, place) and a round (number, place)."""
    where = round_[1], item[1]
    sums, handed = (int(total.diffs[where]), int(total.squares[where])), int(total.handed[where])
    diff, worth = estimates.mean(total.games, *sums), estimates.mean(handed, *sums)
    row: dict[str, Any] = {"item": item[0], "kind": kind, "round": round_[0], "n": diff.n, "diff": diff.mean}
    row |= {"se": diff.se, "lo": diff.lo, "hi": diff.hi, "handed": handed / diff.n}
    return row | {"worth": worth.mean, "worth_se": worth.se, "worth_lo": worth.lo, "worth_hi": worth.hi}


def _module(plan: RunPlan) -> Any:
    """Return the module of a game that knows what can be handed over. Raises AnalyserError."""
    found = catalogue.part(plan.game.NAME, "handouts")
    if found is None:
        raise AnalyserError(f"{plan.game.TITLE} has nothing that can be handed over, so that its worth is not known")
    return found


def _items(module: Any, items: Sequence[str] | None) -> list[str]:
    """Return the names of the items asked for, once each and as the game writes them."""
    if isinstance(items, str):
        items = [items]
    known = {name.lower(): name for name in module.ITEM}
    wanted = list(module.ITEM) if items is None else list(items)
    for name in wanted:
        if name.lower() not in known:
            raise unknown("item", name, module.ITEM)
    if not wanted:
        raise AnalyserError("no item is named: leave `items` out for all of them")
    return list(dict.fromkeys(known[name.lower()] for name in wanted))


def _rounds(number: int, rounds: Sequence[int] | None) -> list[int]:
    """Return the rounds asked for, ascending and once each."""
    wanted = range(1, number + 1) if rounds is None else rounds
    if not wanted:
        raise AnalyserError("no round is named: leave `rounds` out for all of them")
    return sorted({check_number("round", one, 1, number) for one in wanted})
