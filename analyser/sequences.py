"""Confidence sequences: intervals for a mean that hold at all looks together, so that one may watch and stop at will.

The asymptotic sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024, Annals of Statistics 52) with the
normal-mixture boundary of Robbins (1970): after n games a mean lies within u(n) / n standard deviations, where
u(n) = sqrt((n + r) log((n + r) / (r alpha^2))), at every n from the first look on, with a chance of 1 - alpha. It is
asymptotic: the sum of the games seen at the first look has to be near normal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

FIRST_LOOK = 100
"""Games (or blocks of games) before the first look."""
GROWTH = 1.1
"""Each look comes after so many times the games of the one before: rare enough to cost nothing, often enough."""
SHARPEST = 1_000
"""The number of games at which the sequence is made narrowest; a hundred times as many widen it by a sixth."""


def looks() -> Iterator[int]:
    """Yield the numbers of games after which one looks, without end: the same in every run, whatever its threads."""
    number = FIRST_LOOK
    while True:
        yield number
        number = math.ceil(number * GROWTH)


@cache
def _precision(alpha: float, sharpest: int) -> float:
    """Return the r of the boundary that makes it smallest at `sharpest` games (Howard et al. 2021, equation 3.8)."""
    from scipy.special import lambertw

    return float(sharpest / (-lambertw(-(alpha**2) / math.e, -1).real - 1))


def critical(n: int, alpha: float, sharpest: int = SHARPEST) -> float:
    """Return how many standard errors to each side a mean of `n` games may lie off, with `alpha` over all looks.

    Infinite before the first look.
    """
    if n < FIRST_LOOK:
        return math.inf
    rest = _precision(alpha, sharpest)
    return math.sqrt((n + rest) / n * math.log((n + rest) / (rest * alpha**2)))
