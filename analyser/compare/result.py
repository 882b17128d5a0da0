"""The answer of a comparison as frames with named columns, from which tables, pictures and files are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from .. import estimates
from ..objectives import ABOVE_PAR, MEAN, WIN
from ..result import GameWords, plain_row
from ..sequences import critical
from ..simulation import game_words
from ..simultaneous import ranks, to_best
from .decision import best, compared, decided, why_over
from .plan import FIXED, ComparePlan
from .standing import ALPHA, Standing, fixed_half, standing
from .tally import CompareTally

FRAMES = ("policies", "differences", "parts", "far", "histogram")


@dataclass(frozen=True)
class CompareResult:
    """A finished comparison. Every frame names policies as `plan["names"]` does.

    `policies`, best first: `policy n mean se lo hi sd p_above_par.. (wins..) value value_lo value_hi rank_lo rank_hi
    may_be_best behind_lo behind_hi`: `n` games it played, `value` of the objective, the ranks that the intervals leave
    open, and bounds for its value minus that of the best of the others.
    `differences` of all pairs: `policy other n diff se lo hi fixed_lo fixed_hi sd p_more p_equal p_less
    variance_reduction games_unpaired`: `lo hi` of all pairs hold together with 95 % wherever one stops, `fixed_lo`
    `fixed_hi` if the number of games had been fixed beforehand; `p_more` is the share of blocks in which the policy has
    more than the other; so many unpaired games each would have given the same error.
    `parts`: each pair's mean difference in points by `harvest` and `category` (harvest 0: the whole game, category "":
    all), with an interval of its own. `far`: the blocks in which a pair's scores differ most, and how to see them.
    `histogram`: `policy score n hits`.
    """

    game: GameWords
    plan: Mapping[str, Any]
    policies: pd.DataFrame
    differences: pd.DataFrame
    parts: pd.DataFrame
    far: pd.DataFrame
    histogram: pd.DataFrame

    @property
    def games(self) -> int:
        """The number of games that the policy played most played."""
        return int(self.policies["n"].max())

    @property
    def why(self) -> str:
        """Why it ended: `decided`, `precision`, `fixed`, `undecided` (the cap came first) or `interrupted`."""
        return str(self.plan["why"])

    @property
    def is_decided(self) -> bool:
        """Whether the best are known: one, or some that differ by less than the indifference."""
        return bool(self.plan["decided"])

    @cached_property
    def best(self) -> list[str]:
        """The policies that may be best."""
        return [str(name) for name in self.policies.loc[self.policies["may_be_best"], "policy"]]

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as one plain object for JSON."""
        frames = {
            name: [plain_row(row) for row in getattr(self, name).to_dict("records")]
            for name in FRAMES
            if name != "histogram"
        }
        return {**self.plan, "best": self.best, **frames}


def make_result(plan: ComparePlan, tally: CompareTally, interrupted: bool = False, **more: Any) -> CompareResult:
    """Return the result of a tally; `more` is added to the plan's facts."""
    found = standing(plan, tally)
    facts = {
        **plan.facts(),
        "names": plan.names,
        "blocks": int(tally.blocks.max()),
        "unit": plan.objective.words,
        "why": why_over(plan, found, interrupted),
        "decided": decided(plan, found),
        **more,
    }
    frames = {
        "policies": _policies(plan, tally, found),
        "differences": _differences(plan, tally, found),
        "parts": pd.DataFrame(list(_parts(plan, tally))),
        "far": pd.DataFrame(list(_far(plan, tally)), columns=FAR),
        "histogram": pd.DataFrame(list(_histogram(plan, tally)), columns=["policy", "score", "n", "hits"]),
    }
    return CompareResult(game_words(plan), facts, **frames)


def _critical(plan: ComparePlan, n: int) -> float:
    """Return the standard errors to each side of an interval for one number, by the plan's way of stopping."""
    return estimates.quantile_of_t(n) if plan.stop == FIXED else critical(n, ALPHA)


def _estimate(plan: ComparePlan, n: int, total: int, squares: int, unit: float) -> dict[str, float]:
    found = estimates.mean(n, total, squares, unit)
    half = _critical(plan, n) * found.se if found.se > 0 else 0.0
    return {"mean": found.mean, "se": found.se, "lo": found.mean - half, "hi": found.mean + half, "sd": found.sd}


def _policies(plan: ComparePlan, tally: CompareTally, found: Standing) -> pd.DataFrame:
    rows, whole = [], plan.lineup.whole
    point = 1 / whole / plan.objective.point_parts
    several = {"wins": (2, 1 / whole / plan.game.WIN_PARTS)} if plan.players > 1 else {}
    shares = ({"p_above_par": (1, 1 / whole)} if plan.objective.par is not None else {}) | several
    for entrant, name in enumerate(plan.names):
        n = int(tally.blocks[entrant])
        row: dict[str, Any] = {"policy": name, "n": n * plan.lineup.counts[entrant]}
        row |= _estimate(plan, n, int(tally.sums[0, entrant]), int(tally.squares[0, entrant]), point)
        for share, (measure, unit) in shares.items():
            row |= _share(plan, n, int(tally.sums[measure, entrant]), int(tally.squares[measure, entrant]), unit, share)
        rows.append(row | _value(plan, found, entrant, row))
    frame = pd.DataFrame(rows)
    return _ranked(plan, found, frame).sort_values("value", ascending=False, kind="stable", ignore_index=True)


def _value(plan: ComparePlan, found: Standing, entrant: int, row: dict[str, Any]) -> dict[str, float]:
    """Return the objective's value with its interval, as the row has it already where it is the mean or a share."""
    same = {MEAN: ("mean", "lo", "hi")} | {
        kind: (name, f"{name}_lo", f"{name}_hi") for kind, name in ((ABOVE_PAR, "p_above_par"), (WIN, "wins"))
    }
    if plan.objective.kind in same:
        names = same[plan.objective.kind]
        return dict(zip(("value", "value_lo", "value_hi"), (row[name] for name in names), strict=True))
    n, value = int(found.n[entrant]), float(found.value[entrant])
    half = _critical(plan, n) * found.sd[entrant] / max(n, 1) ** 0.5
    return {"value": value, "value_lo": value - half, "value_hi": value + half}


def _share(plan: ComparePlan, n: int, total: int, squares: int, unit: float, name: str) -> dict[str, float]:
    """Return a share with an interval that stays inside 0 and 1, and has a width where all games went one way."""
    found = estimates.mean(n, total, squares, unit)
    spread = (found.se**2 + 1 / n**2) ** 0.5 if n > 1 else float("nan")
    half = _critical(plan, n) * spread
    return {
        name: found.mean,
        f"{name}_se": found.se,
        f"{name}_lo": max(0.0, found.mean - half),
        f"{name}_hi": min(1.0, found.mean + half),
    }


def _ranked(plan: ComparePlan, found: Standing, frame: pd.DataFrame) -> pd.DataFrame:
    names = ("rank_lo", "rank_hi", "behind_lo", "behind_hi")
    columns = {name: np.zeros(len(frame)) for name in names}
    for group in compared(plan):
        lo, hi = found.lo[np.ix_(group, group)], found.hi[np.ix_(group, group)]
        for name, values in zip(names, (*ranks(lo), *to_best(lo, hi)), strict=True):
            columns[name][group] = values
    frame["rank_lo"], frame["rank_hi"] = columns["rank_lo"].astype(int), columns["rank_hi"].astype(int)
    frame["may_be_best"] = best(plan, found)
    frame["behind_lo"], frame["behind_hi"] = columns["behind_lo"], columns["behind_hi"]
    return frame


def _differences(plan: ComparePlan, tally: CompareTally, found: Standing) -> pd.DataFrame:
    rows, fixed = [], fixed_half(plan, found)
    for place, (one, other) in enumerate(plan.lineup.pairs):
        n = int(tally.pair_blocks[place])
        apart = float(found.sd[one] ** 2 + found.sd[other] ** 2)
        sd = float(found.pair_sd[one, other])
        reduction = apart / sd**2 if sd > 0 else float("nan")
        row = {"policy": plan.names[one], "other": plan.names[other], "n": n, "diff": found.diff[one, other]}
        half = fixed[one, other]
        ends = [found.lo[one, other], found.hi[one, other], row["diff"] - half, row["diff"] + half]
        if plan.objective.kind in (ABOVE_PAR, WIN):
            ends = np.clip(ends, -1, 1).tolist()  # shares differ by no more
        row |= {"se": sd / max(n, 1) ** 0.5, "lo": ends[0], "hi": ends[1], "fixed_lo": ends[2], "fixed_hi": ends[3]}
        row |= {"sd": sd}
        more, less = int(tally.more[place]), int(tally.less[place])
        row |= {"p_more": more / max(n, 1), "p_equal": (n - more - less) / max(n, 1), "p_less": less / max(n, 1)}
        rows.append(row | {"variance_reduction": reduction, "games_unpaired": n * reduction})
    return pd.DataFrame(rows)


def _parts(plan: ComparePlan, tally: CompareTally) -> Iterator[dict[str, Any]]:
    for place, (one, other) in enumerate(plan.lineup.pairs):
        n = int(tally.pair_blocks[place])
        for column, (period, category, _) in enumerate(plan.point_columns):
            total, squares = int(tally.part_sums[place, column]), int(tally.part_squares[place, column])
            found = _estimate(plan, n, total, squares, 1 / plan.lineup.whole / plan.objective.point_parts)
            head = {"policy": plan.names[one], "other": plan.names[other], "harvest": period, "category": category}
            yield head | {"n": n, "diff": found["mean"], "se": found["se"], "lo": found["lo"], "hi": found["hi"]}


FAR = ["policy", "other", "game", "diff", "see_policy", "see_other"]


def _far(plan: ComparePlan, tally: CompareTally) -> Iterator[dict[str, Any]]:
    for place, (one, other) in enumerate(plan.lineup.pairs):
        for difference, block in tally.far[place].tolist():
            if block >= 0:
                row = {"policy": plan.names[one], "other": plan.names[other], "game": block}
                see = (_see(plan, entrant, block) for entrant in (one, other))
                yield (
                    row
                    | {"diff": difference / plan.lineup.whole / plan.objective.point_parts}
                    | dict(zip(FAR[4:], see, strict=True))
                )


def _see(plan: ComparePlan, entrant: int, block: int) -> str:
    """Return the command that shows a game of an entrant in a block."""
    table = next(seats for seats in plan.lineup.tables if entrant in seats)
    return plan.table(table).watch_words(block)


def _histogram(plan: ComparePlan, tally: CompareTally) -> Iterator[tuple[str, float, int, int]]:
    points = game_words(plan).points
    for entrant, name in enumerate(plan.names):
        scores, hits = tally.score_counts(entrant)
        for score, count in zip(scores, hits, strict=True):
            yield name, points(score), sum(hits), count
