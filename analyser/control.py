"""Control variates and parts of variance: how two numbers of a game go together, and what a group explains."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from . import estimates
from .estimates import Estimate

RESAMPLES = 1_000
"""How often groups are drawn anew for the error of a share of variance."""


def correlation(one: Any, other: Any) -> Estimate:
    """Estimate the correlation of two numbers of each game (both [n]); NaN where one of them never changes.

    The interval is Fisher's, on the scale of atanh, with the error from the games themselves (delta method), so that
    it holds for numbers that are not normal.
    """
    n, left, right = len(one), np.asarray(one, float), np.asarray(other, float)
    if n < 3 or left.std() == 0 or right.std() == 0:
        return Estimate(n, *(math.nan,) * 5)
    left, right = (left - left.mean()) / left.std(), (right - right.mean()) / right.std()
    r = float(np.clip((left * right).mean(), -1, 1))
    sd = float(np.std(left * right - r * (left**2 + right**2) / 2))
    se = sd / n**0.5
    if 1 - r * r < 1e-12:
        return Estimate(n, r, sd, se, r, r)
    half = estimates.Z * se / (1 - r * r)
    return Estimate(n, r, sd, se, math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half))


def slope(scores: Any, control: Any) -> float:
    """Return by how much the score goes up with each point of a control (both [n]), by least squares."""
    centred = control - control.mean()
    below = float((centred**2).sum())
    return float((centred * (scores - scores.mean())).sum()) / below if below > 0 else 0.0


def adjusted(scores: Any, control: Any) -> tuple[float, Estimate]:
    """Return (mean beta, the mean score less beta x control), for a control whose true mean is 0.

    Why from the other half: a beta from the same games would follow their chance, and bias the mean. Games are halved
    into even and odd ones, and each half is adjusted with the other's beta.
    """
    even = np.arange(len(scores)) % 2 == 0
    betas = np.where(even, slope(scores[~even], control[~even]), slope(scores[even], control[even]))
    return float(betas.mean()), estimates.of_numbers((scores - betas * control).tolist())


def _share(means: Any, within: Any, games: int) -> Any:
    """Return the share of variance between groups, from the last axis of their means and variances within."""
    inside = within.mean(axis=-1)
    between = means.var(axis=-1, ddof=1) - inside / games
    whole = between + inside
    return np.divide(between, whole, out=np.zeros_like(between), where=whole > 0)


def one_way(scores: Any) -> Estimate:
    """Estimate the share of variance that groups explain, from scores [groups, games], by one-way analysis of variance.

    The share is the variance of the groups' true means, that is without what the chance within groups adds to their
    means, over the whole variance; it is cut off at 0. Its error and interval come from drawing the groups anew, with
    draws that depend on their number alone.
    """
    groups, games = scores.shape
    means, within = scores.mean(axis=1), scores.var(axis=1, ddof=1)
    draws = np.random.Generator(np.random.PCG64(groups))
    found = []
    for _ in range(RESAMPLES):
        again = draws.integers(0, groups, groups)
        found.append(float(_share(means[again], within[again], games)))
    tail = 100 * (1 - estimates.LEVEL) / 2
    lo, hi = np.percentile(found, [tail, 100 - tail])
    share, se = float(_share(means, within, games)), float(np.std(found, ddof=1))
    return Estimate(groups, max(0.0, share), se * groups**0.5, se, max(0.0, float(lo)), max(0.0, float(hi)))
