"""Confidence sequences: false alarms over many looks, agreement with an independent library, and their width."""

from __future__ import annotations

import math
from itertools import islice, pairwise

import numpy as np
import pytest
import ville

from analyser.sequences import FIRST_LOOK, SHARPEST, critical, looks

STREAMS, GAMES, LOOKS = 2_000, 10_000, 100
DRAWS = {
    "normal": lambda rng, shape: rng.standard_normal(shape),
    "skewed": lambda rng, shape: rng.exponential(size=shape) - 1.0,
    "even or odd": lambda rng, shape: rng.integers(0, 2, shape) - 0.5,
    "rarely different": lambda rng, shape: (rng.random(shape) < 0.05) * rng.choice((-1.0, 1.0), shape),
}


def excluded(kind: str, seed: int, alpha: float) -> tuple[float, float]:
    """Return the share of null streams whose sequence ever excludes 0, and the same for the plain interval."""
    rng, watched, plain = np.random.default_rng(seed), 0, 0
    at = np.arange(1, LOOKS + 1) * (GAMES // LOOKS)
    for _ in range(STREAMS // 100):
        x = DRAWS[kind](rng, (100, GAMES))
        sums, squares = np.cumsum(x, axis=1)[:, at - 1], np.cumsum(x * x, axis=1)[:, at - 1]
        se = np.sqrt((squares - sums**2 / at) / (at - 1) / at)
        z = np.abs(sums / at) / np.where(se > 0, se, np.inf)
        watched += int((z > [critical(int(n), alpha) for n in at]).any(axis=1).sum())
        plain += int((z > 1.96).any(axis=1).sum())
    return watched / STREAMS, plain / STREAMS


@pytest.mark.parametrize("kind", DRAWS)
def test_a_hundred_looks_at_nothing_raise_few_false_alarms(kind: str) -> None:
    watched, plain = excluded(kind, 5, 0.05)
    print(f"{kind}: {100 * watched:.2f} % of {STREAMS} null streams, plain intervals {100 * plain:.1f} %")
    assert watched <= 0.06
    assert plain > 0.25  # what watching does to an interval that is made for one look


def test_the_sequence_agrees_with_ville() -> None:
    x = np.random.default_rng(3).exponential(size=5_000) - 0.8
    for alpha in (0.05, 0.01, 0.001):
        theirs = ville.AsymptoticCS(alpha=alpha, t_opt=SHARPEST, min_samples=FIRST_LOOK).fit(x)
        for n in (100, 101, 500, 1_000, 5_000):
            mean, se = x[:n].mean(), x[:n].std(ddof=1) / math.sqrt(n)
            half = critical(n, alpha) * se
            assert mean - half == pytest.approx(theirs.lower_[n - 1], rel=1e-6)
            assert mean + half == pytest.approx(theirs.upper_[n - 1], rel=1e-6)


def test_watching_costs_less_than_twice_the_width() -> None:
    assert critical(FIRST_LOOK - 1, 0.05) == math.inf
    assert all(1.3 < critical(n, 0.05) / 1.96 < 2 for n in (100, 1_000, 10_000, 1_000_000))
    assert critical(1_000, 0.01) > critical(1_000, 0.05)


def test_looks_are_the_same_for_everybody_and_ever_rarer() -> None:
    first = list(islice(looks(), 120))
    assert first[:3] == [100, 111, 123]  # 100 * 1.1 is a little more than 110 in floating point
    assert all(later > sooner for sooner, later in pairwise(first))
    assert first[100] > 1_000_000
