"""Estimates against numpy, scipy and published values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from analyser import estimates


@pytest.mark.parametrize("n", [2, 3, 40, 5000])
def test_a_mean_agrees_with_numpy_and_scipy(n: int) -> None:
    numbers = np.random.default_rng(n).integers(-50, 120, n)
    found = estimates.mean(n, int(numbers.sum()), int((numbers**2).sum()))
    assert found.mean == pytest.approx(numbers.mean())
    assert found.sd == pytest.approx(numbers.std(ddof=1))
    assert found.se == pytest.approx(stats.sem(numbers))
    interval = stats.t.interval(0.95, n - 1, numbers.mean(), stats.sem(numbers))
    assert (found.lo, found.hi) == pytest.approx(interval, rel=2e-3)


def test_a_unit_scales_everything() -> None:
    whole, half = estimates.mean(4, 20, 150), estimates.mean(4, 20, 150, 0.5)
    assert half[1:] == pytest.approx([value / 2 for value in whole[1:]])


def test_one_game_and_none_have_no_error() -> None:
    assert estimates.mean(1, 7, 49).mean == 7
    assert math.isnan(estimates.mean(1, 7, 49).se)
    assert math.isnan(estimates.mean(0, 0, 0).mean)
    assert math.isnan(estimates.share(0, 0).lo)


def test_huge_sums_lose_nothing() -> None:
    n, base = 10**10, 10**6
    found = estimates.mean(n, n * base, n * (base**2 + 1))
    assert found.sd == pytest.approx(1.0)


@pytest.mark.parametrize(("n", "hits"), [(10, 0), (10, 10), (100, 12), (250, 1), (1000, 999)])
def test_a_share_has_wilsons_interval(n: int, hits: int) -> None:
    found = estimates.share(n, hits)
    wilson = stats.binomtest(hits, n).proportion_ci(method="wilson")
    assert (found.lo, found.hi) == pytest.approx((wilson.low, wilson.high), abs=1e-12)


def test_intervals_of_a_share_cover_what_they_say() -> None:
    hits = np.random.default_rng(5).binomial(60, 0.1, 4000)
    covered = [estimates.share(60, int(hit)).lo <= 0.1 <= estimates.share(60, int(hit)).hi for hit in hits]
    assert 0.93 < np.mean(covered) < 0.98


def test_a_ratio_agrees_with_the_delta_method() -> None:
    random = np.random.default_rng(8)
    rest = random.integers(1, 6, 3000)
    top = random.binomial(rest, 0.4)
    bottom = top + rest
    found = estimates.ratio(
        3000, (int(top.sum()), int((top**2).sum())), (int(bottom.sum()), int((bottom**2).sum())), int((rest**2).sum())
    )
    value = top.mean() / bottom.mean()
    residual = top - value * bottom
    assert found.mean == pytest.approx(value)
    assert found.se == pytest.approx(math.sqrt((residual**2).sum() / 2999 / 3000) / bottom.mean())


def test_quantiles_are_scores_that_were_reached() -> None:
    scores, hits = [10, 20, 30], [1, 2, 1]
    found = [estimates.quantile(scores, hits, level) for level in (0.05, 0.25, 0.26, 0.75, 0.76, 1.0)]
    assert found == [10, 10, 20, 20, 30, 30]


@pytest.mark.parametrize("n", [2, 7, 5000])
def test_numbers_that_are_not_whole_agree_with_scipy(n: int) -> None:
    numbers = np.random.default_rng(n).normal(50, 3, n)
    found = estimates.of_numbers(numbers.tolist())
    assert found.n == n
    assert (found.mean, found.se) == pytest.approx((numbers.mean(), stats.sem(numbers)))
    assert found.hi - found.mean == pytest.approx(stats.t.ppf(0.975, n - 1) * found.se, rel=2e-3)


def test_one_number_has_no_error_and_equal_numbers_have_none_at_all() -> None:
    assert estimates.of_numbers([2.5]).mean == 2.5
    assert math.isnan(estimates.of_numbers([2.5]).se)
    assert math.isnan(estimates.of_numbers([]).mean)
    assert estimates.of_numbers([0.1] * 9).sd == 0
