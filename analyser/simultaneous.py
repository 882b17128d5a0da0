"""Several comparisons at once: levels and critical values that cover all of them, ranks, and who may be best.

Pairs are arrays [k, k]: `lo[i, j]` and `hi[i, j]` bound the value of i minus that of j.
"""

from __future__ import annotations

from typing import Any

import numpy as np

DRAWS = 200_000
"""Draws for the critical value of the largest t: its own error is then about 0.005."""


def level_of_each(alpha: float, comparisons: int) -> float:
    """Return the error allowed to each of some comparisons so that all hold together with 1 - alpha.

    Sidak's, which holds for normal processes however they hang together (Royen 2014: the Gaussian correlation
    inequality), and so for symmetric confidence sequences too.
    """
    return float(1.0 - (1.0 - alpha) ** (1.0 / max(1, comparisons)))


def largest_t(covariance: Any, pairs: Any, alpha: float, n: int) -> float:
    """Return the critical value of the largest |t| among differences of normal means with a joint covariance.

    `covariance` float64[k, k] of the values, `pairs` int[m, 2] which are compared, `n` games of each. Source: Nelson
    and Matejcik 1995, section 2 (common random numbers make the values dependent). Found by simulation with a fixed
    seed; every difference is taken to have n - 1 degrees of freedom.
    """
    pairs = np.asarray(pairs, np.int64).reshape(-1, 2)
    values, vectors = np.linalg.eigh(np.asarray(covariance, np.float64))
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    contrast = root[pairs[:, 0]] - root[pairs[:, 1]]
    sds = np.sqrt((contrast**2).sum(axis=1))
    alive = contrast[sds > 1e-12] / sds[sds > 1e-12, None]
    if not len(alive):
        alive = np.ones((1, contrast.shape[1])) / np.sqrt(contrast.shape[1])
    rng, largest = np.random.Generator(np.random.PCG64(1)), []
    for _ in range(20):
        draws = rng.standard_normal((DRAWS // 20, contrast.shape[1]))
        spread = np.sqrt(rng.chisquare(max(1, n - 1), DRAWS // 20) / max(1, n - 1))
        largest.append(np.abs(draws @ alive.T).max(axis=1) / spread)
    return float(np.quantile(np.concatenate(largest), 1.0 - alpha))


def ranks(lo: Any) -> tuple[Any, Any]:
    """Return for each the first and the last rank (1: best) that the intervals leave open (int[k] each)."""
    above = np.asarray(lo) > 0
    np.fill_diagonal(above, False)
    return 1 + above.sum(axis=0), len(above) - above.sum(axis=1)


def may_be_best(lo: Any) -> Any:
    """Return which may be best: those that nothing else is known to exceed (bool[k]; Hsu 1981, the best set)."""
    return np.asarray(ranks(lo)[0] == 1)


def to_best(lo: Any, hi: Any) -> tuple[Any, Any]:
    """Return bounds (float64[k] each) for each value minus the best of the others (Hsu 1984, constrained).

    A lower bound above 0 and an upper one below it are shown as 0: only the sign is known then.
    """
    low, high = np.array(lo, np.float64), np.array(hi, np.float64)
    np.fill_diagonal(low, np.inf)
    np.fill_diagonal(high, np.inf)
    return np.minimum(low.min(axis=1), 0.0), np.maximum(high.min(axis=1), 0.0)
