"""Estimates with their errors, from exact whole numbers.

Means come from counts, sums and sums of squares that are integers of any size, so that the same games give the same
digits in whatever order they were added. Intervals cover 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
SMALL = 1000
"""Below this many games the interval of a mean uses Student's t."""


class Estimate(NamedTuple):
    """A mean or a share with its standard error and 95 % interval; `sd` is that of one game."""

    n: int
    mean: float
    sd: float
    se: float
    lo: float
    hi: float


def quantile_of_t(n: int) -> float:
    """Return how many standard errors to each side the interval of a mean of `n` numbers reaches."""
    if n >= SMALL:
        return Z
    from scipy.special import stdtrit

    return float(stdtrit(n - 1, 0.5 + LEVEL / 2))


def mean(n: int, total: int, squares: int, unit: float = 1.0) -> Estimate:
    """Estimate a mean from `n` numbers' sum and sum of squares, each number counting `unit`.

    With fewer than two numbers there is no standard error: `sd`, `se`, `lo`, `hi` are NaN.
    """
    if n == 0:
        return Estimate(0, *(math.nan,) * 5)
    centre = total / n * unit
    if n == 1:
        return Estimate(1, centre, *(math.nan,) * 4)
    sd = math.sqrt((n * squares - total * total) / (n * (n - 1))) * unit
    se = sd / math.sqrt(n)
    half = quantile_of_t(n) * se
    return Estimate(n, centre, sd, se, centre - half, centre + half)


def of_whole(numbers: Any, unit: float = 1.0) -> Estimate:
    """Estimate a mean from an array of whole numbers (int[n]), each of which counts `unit`."""
    whole = numbers.astype("int64")
    return mean(len(whole), int(whole.sum()), int((whole**2).sum()), unit)


def of_numbers(numbers: Sequence[float]) -> Estimate:
    """Estimate a mean from the numbers themselves, which need not be whole; like `mean` else."""
    n = len(numbers)
    if n < 2:
        return mean(n, 0, 0)._replace(mean=numbers[0]) if n else mean(0, 0, 0)
    centre, sd = fmean(numbers), stdev(numbers)
    se = sd / math.sqrt(n)
    half = quantile_of_t(n) * se
    return Estimate(n, centre, sd, se, centre - half, centre + half)


def share(n: int, hits: int) -> Estimate:
    """Estimate a share of `n` games (Wilson's interval, which holds near 0 and 1 too)."""
    if n == 0:
        return Estimate(0, *(math.nan,) * 5)
    p = hits / n
    sd = math.sqrt(p * (1 - p))
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(n, p, sd, sd / math.sqrt(n), max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half)))


def ratio(n: int, top: tuple[int, int], bottom: tuple[int, int], rest_squares: int) -> Estimate:
    """Estimate the ratio of two means over the same `n` games (delta method).

    `top` and `bottom` are (sum, sum of squares), where bottom = top + rest in each game; `rest_squares` is the
    rest's sum of squares, from which the sum of products follows exactly.
    """
    if bottom[0] == 0:
        return Estimate(n, *(math.nan,) * 5)
    value = top[0] / bottom[0]
    if n < 2:
        return Estimate(n, value, *(math.nan,) * 4)
    products = (top[1] + bottom[1] - rest_squares) / 2
    squares = top[1] - 2 * value * products + value * value * bottom[1]
    sd = math.sqrt(max(0.0, squares / (n - 1))) / (bottom[0] / n)
    se = sd / math.sqrt(n)
    return Estimate(n, value, sd, se, max(0.0, value - Z * se), min(1.0, value + Z * se))


def quantile(scores: Sequence[int], hits: Sequence[int], level: float) -> int:
    """Return the smallest score that at least the share `level` of the games do not exceed; `scores` ascend."""
    wanted = level * sum(hits)
    seen = 0
    for score, count in zip(scores, hits, strict=True):
        seen += count
        if seen >= wanted:
            return int(score)
    raise ValueError("no games")


def band(n: int) -> float:
    """Return how far a distribution of `n` games may lie off anywhere: 95 % (Dvoretzky-Kiefer-Wolfowitz; Massart)."""
    return math.sqrt(math.log(2 / (1 - LEVEL)) / (2 * n))


def difference(one: Estimate, other: Estimate) -> Estimate:
    """Estimate by how much the mean of `one` exceeds that of `other`, from different games; `n` is the smaller one.

    The interval uses Student's t for the smaller of the two, which is wide enough (Welch's freedom is never less).
    """
    n = min(one.n, other.n)
    diff, se = one.mean - other.mean, math.hypot(one.se, other.se)
    half = quantile_of_t(n) * se if n > 1 else math.nan
    return Estimate(n, diff, math.nan, se, diff - half, diff + half)
