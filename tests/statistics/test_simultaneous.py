"""Simultaneous intervals, ranks and best sets, against truths that are known."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from analyser.simultaneous import largest_t, level_of_each, may_be_best, ranks, to_best

PAIRS = list(combinations(range(5), 2))
MANY = 10**6


def test_one_pair_needs_the_ordinary_critical_value() -> None:
    assert largest_t(np.eye(2), [(0, 1)], 0.05, MANY) == pytest.approx(1.96, abs=0.015)
    assert largest_t(np.eye(2), [(0, 1)], 0.05, 11) == pytest.approx(stats.t.ppf(0.975, 10), abs=0.03)


def test_independent_values_need_that_of_tukey() -> None:
    found = largest_t(np.eye(5), PAIRS, 0.05, MANY)
    assert found == pytest.approx(stats.studentized_range.ppf(0.95, 5, np.inf) / np.sqrt(2), abs=0.015)


def test_nothing_that_varies_is_no_trouble() -> None:
    assert np.isfinite(largest_t(np.zeros((3, 3)), [(0, 1), (0, 2), (1, 2)], 0.05, 100))


def test_intervals_of_all_pairs_together_cover_the_truth() -> None:
    """2,000 experiments of 300 games with values that go together: as common random numbers make them."""
    rng, n, inside = np.random.default_rng(8), 300, 0
    mix = rng.normal(size=(5, 5)) * 0.6
    truth, one, other = np.array([0.0, 1.0, 1.0, 2.0, 5.0]), *np.array(PAIRS).T
    for _ in range(2_000):
        luck = rng.normal(size=(n, 1)) * 3
        x = truth + luck + rng.standard_t(6, size=(n, 5)) @ mix.T
        mean, covariance = x.mean(axis=0), np.cov(x.T)
        key = _critical_of(covariance, n)
        se = np.sqrt(np.diag(covariance)[one] + np.diag(covariance)[other] - 2 * covariance[one, other]) / np.sqrt(n)
        error = np.abs((mean[one] - mean[other]) - (truth[one] - truth[other]))
        inside += bool((error <= key * se).all())
    print(f"coverage of all ten pairs together: {inside / 20:.2f} % (95 % is meant)")
    assert abs(inside / 2_000 - 0.95) < 4 * np.sqrt(0.95 * 0.05 / 2_000)


_known: list[float] = []


def _critical_of(covariance: np.ndarray, n: int) -> float:
    """Return the critical value: it hardly changes from one experiment to the next, so every hundredth finds it."""
    if not _known or len(_known) % 100 == 0:
        _known.append(largest_t(covariance, PAIRS, 0.05, n))
    else:
        _known.append(_known[-1])
    return _known[-1]


def test_levels_of_each_comparison() -> None:
    assert level_of_each(0.05, 1) == pytest.approx(0.05)
    assert level_of_each(0.05, 10) == pytest.approx(1 - 0.95**0.1)
    assert level_of_each(0.05, 0) == pytest.approx(0.05)


LO = np.array([[0, 1.0, 2.0, -1.0], [-3.0, 0, -1.0, -4.0], [-4.0, -1.0, 0, -5.0], [-1.0, 1.0, 2.0, 0]])


def test_ranks_and_the_best_set() -> None:
    """The first and the last cannot be told apart, nor the two in the middle; the former beat the latter."""
    first, last = ranks(LO)
    assert first.tolist() == [1, 3, 3, 1]
    assert last.tolist() == [2, 4, 4, 2]
    assert may_be_best(LO).tolist() == [True, False, False, True]


def test_distance_to_the_best() -> None:
    lo, hi = to_best(LO, -LO.T)
    assert lo.tolist() == [-1.0, -4.0, -5.0, -1.0]
    assert hi.tolist() == [1.0, 0.0, 0.0, 1.0]
