"""What a comparison knows at some point: the value of each entrant, and all differences with valid intervals."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..estimates import LEVEL
from ..objectives import QUANTILE, smooth_quantile_of
from ..sequences import critical
from ..simultaneous import largest_t, level_of_each
from .plan import FIXED, ComparePlan
from .tally import CompareTally, measure_of

ALPHA = 1 - LEVEL


@dataclass(frozen=True)
class Standing:
    """Estimates in the objective's unit; k entrants.

    `n` int64[k] blocks, `value`, `sd` float64[k] (sd of a block's number); for ordered pairs, arrays [k, k]: `pair_n`
    blocks of both, `diff` value of the row's minus the column's, `pair_sd`, and `lo`, `hi`: all together they hold with
    95 % at every look (`FIXED`: after all games); NaN where a pair is not compared.
    """

    n: Any
    value: Any
    sd: Any
    pair_n: Any
    diff: Any
    pair_sd: Any
    lo: Any
    hi: Any

    @property
    def pair_se(self) -> Any:
        """Standard errors of the differences (float64[k, k]), 0 of an entrant and itself, NaN where not compared."""
        se = self.pair_sd / np.sqrt(np.maximum(self.pair_n, 1))
        return np.where(np.isnan(self.diff), np.nan, np.where(np.eye(len(se)) > 0, 0.0, se))


def standing(plan: ComparePlan, tally: CompareTally) -> Standing:
    """Return what is known after the blocks of a tally."""
    found = estimates(plan, tally)
    half = fixed_half(plan, found) if plan.stop == FIXED else _watched_half(plan, found)
    return replace(found, lo=found.diff - half, hi=found.diff + half)


def estimates(plan: ComparePlan, tally: CompareTally) -> Standing:
    """Return the estimates after the blocks of a tally alone: `lo` and `hi` are the differences themselves."""
    if plan.objective.kind == QUANTILE:
        value, sd, pairs = _quantiles(plan, tally)
    else:
        value, sd, pairs = _means(plan, tally)
    k = len(value)
    diff, pair_sd, pair_n = np.full((k, k), np.nan), np.full((k, k), np.nan), np.zeros((k, k), np.int64)
    for place, (one, other) in enumerate(plan.lineup.pairs):
        diff[one, other], diff[other, one] = pairs[place][0], -pairs[place][0]
        pair_sd[one, other] = pair_sd[other, one] = pairs[place][1]
        pair_n[one, other] = pair_n[other, one] = tally.pair_blocks[place]
    np.fill_diagonal(diff, 0.0)
    np.fill_diagonal(pair_sd, 0.0)
    return Standing(tally.blocks.copy(), value, sd, pair_n, diff, pair_sd, diff, diff)


def fixed_half(plan: ComparePlan, found: Standing) -> Any:
    """Return the half widths (float64[k, k]) that hold together with 95 % if the number of games was fixed before."""
    pairs = np.array(plan.lineup.pairs)
    games = int(found.pair_n[pairs[:, 0], pairs[:, 1]].min())
    key = largest_t(_covariance(found.sd, found.pair_sd), pairs, ALPHA, games)
    return _times(np.full_like(found.diff, key), found.pair_se)


def _watched_half(plan: ComparePlan, found: Standing) -> Any:
    """Return the half widths (float64[k, k]) that hold together with 95 % at all looks."""
    each = level_of_each(ALPHA, len(plan.lineup.pairs))
    factors = {int(n): critical(int(n), each) for n in np.unique(found.pair_n)}
    return _times(np.vectorize(factors.get, otypes=[float])(found.pair_n), found.pair_se)


def _times(factor: Any, se: Any) -> Any:
    """Return factor times se, 0 where se is 0 whatever the factor."""
    with np.errstate(invalid="ignore"):
        return np.where(se == 0, 0.0, factor * se)


def unit_of(plan: ComparePlan) -> float:
    """Return what one count of a block's number is worth in the objective's unit."""
    return 1.0 / plan.lineup.whole / plan.objective.parts


def _means(plan: ComparePlan, tally: CompareTally) -> tuple[Any, Any, list[tuple[float, float]]]:
    measure, unit = measure_of(plan), unit_of(plan)
    sums, squares = tally.sums[measure], tally.squares[measure]
    value = np.array([_mean(int(total), int(n)) for total, n in zip(sums, tally.blocks, strict=True)])
    sd = np.array([_sd(int(n), int(s), int(q)) for n, s, q in zip(tally.blocks, sums, squares, strict=True)])
    pairs = []
    for place, (one, other) in enumerate(plan.lineup.pairs):
        n, total, squared = (int(array[place]) for array in (tally.pair_blocks, tally.diffs, tally.diff_squares))
        spread = sd[one] ** 2 + sd[other] ** 2 + unit**-2
        pairs.append((_mean(total, n) * unit, unit * _cautious(plan, place, _sd(n, total, squared), spread, n)))
    return value * unit, sd * unit, pairs


def _cautious(plan: ComparePlan, place: int, sd: float, spread: float, n: int) -> float:
    """Return a pair's sd with one more game in it, in which pairing failed altogether (variance `spread`).

    Why: a pair that has not differed yet may differ still. With no difference in n games the interval is then near that
    of the rule of three. Only a policy and itself are known to be equal.
    """
    if plan.same(*plan.lineup.pairs[place]):
        return sd
    return float(np.sqrt(sd**2 + spread / max(n, 1)))


def _mean(total: int, n: int) -> float:
    return total / n if n else float("nan")


def _sd(n: int, total: int, squares: int) -> float:
    return float(np.sqrt((n * squares - total * total) / (n * (n - 1)))) if n > 1 else float("nan")


def _covariance(sd: Any, pair_sd: Any) -> Any:
    """Return the covariance of the entrants' block numbers (float64[k, k]), from the variances of their differences."""
    variance = np.nan_to_num(sd**2)
    covariance = (variance[:, None] + variance[None, :] - np.nan_to_num(pair_sd) ** 2) / 2
    np.fill_diagonal(covariance, variance)
    return np.where(np.isnan(pair_sd), 0.0, covariance)


# --- Quantiles -----------------------------------------------------------------------------------------------------


def _quantiles(plan: ComparePlan, tally: CompareTally) -> tuple[Any, Any, list[tuple[float, float]]]:
    """Return the quantiles, and the sd of what one game moves them by (their influence: the delta method)."""
    level, k = plan.objective.level, len(plan.lineup.policies)
    value, sd = np.full(k, np.nan), np.full(k, np.nan)
    for entrant in range(k):
        scores, hits = (np.asarray(part) for part in tally.score_counts(entrant))
        if len(scores):
            value[entrant] = smooth_quantile_of(scores, hits, level)
            sd[entrant] = np.sqrt((hits * _influence(scores, hits, level) ** 2).sum() / hits.sum())
    pairs = []
    for place, (one, other) in enumerate(plan.lineup.pairs):
        own = tally.joint[:, 0] == place
        difference, spread = _quantile_pair(tally.joint[own, 1:], tally.joint_hits[own], level)
        apart = sd[one] ** 2 + sd[other] ** 2 + 1.0
        pairs.append((difference, _cautious(plan, place, spread, apart, int(tally.pair_blocks[place]))))
    return value, sd, pairs


def _quantile_pair(rows: Any, hits: Any, level: float) -> tuple[float, float]:
    """Return the difference of two quantiles over common games, and the sd of what one game moves it by."""
    if not len(rows):
        return float("nan"), float("nan")
    values, moved = [], []
    for column in (0, 1):
        scores, places = np.unique(rows[:, column], return_inverse=True)
        counts = np.bincount(places.ravel(), weights=hits)
        values.append(smooth_quantile_of(scores, counts, level))
        moved.append(_influence(scores, counts, level)[places.ravel()])
    squared = (hits * (moved[0] - moved[1]) ** 2).sum() / hits.sum()
    return values[0] - values[1], float(np.sqrt(squared))


def _influence(scores: Any, hits: Any, level: float) -> Any:
    """Return by how much a game with each of these scores moves the quantile, times the number of games.

    (level - share of the score below the quantile) / density there, each score spread evenly over half a point to
    either side; the density is that within some points of the quantile, since that of a single score is too rough.
    """
    centre, n = smooth_quantile_of(scores, hits, level), hits.sum()
    mean = (hits * scores).sum() / n
    near = max(1.0, 0.5 * np.sqrt((hits * (scores - mean) ** 2).sum() / n) * n**-0.2)
    overlap = np.clip(np.minimum(scores + 0.5, centre + near) - np.maximum(scores - 0.5, centre - near), 0.0, 1.0)
    density = max(float((hits * overlap).sum()), 0.5) / n / (2 * near)
    below = np.clip(centre - (scores - 0.5), 0.0, 1.0)
    return (level - below) / density
