"""Bounds on perfect play of the last round, from both sides, against its true worth found by enumeration."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from kernels.games import DEFAULT
from kernels.last_rounds import law, position, worth
from kernels.positions import pick_farm, seeded
from kernels.translate import to_record

from analyser import bounds, catalogue
from analyser.errors import AnalyserError
from analyser.relaxation import exact_bound, penalty_of, perfect_information_bound, value_of
from sims.express.faces import FACES
from sims.express.last_round import LastRound, all_rolls

ONE_LEFT = [(name, 1, seed) for name in ("three", "animals", "jobs", "oven") for seed in range(4)]
TWO_LEFT = [(name, 2, seed) for name in ("two", "three") for seed in range(3)]
SAMPLED = [*ONE_LEFT, *(("three", 2, seed) for seed in range(6)), ("oven", 2, 0), ("jobs", 2, 1)]
SLACK = 0.02
"""Beside four standard errors, for what a sample may never have shown."""


def guess_of(round_: LastRound) -> Callable[[int, Any], Fraction]:
    """Return a guess of what dice shown are worth: the most that a harvest after the next move would bring."""

    @lru_cache(None)
    def guess(stage: int, state: Any) -> Fraction:
        return Fraction(round_.guess(state, state.dice)) if state.farm else Fraction(0)

    return guess


@lru_cache(None)
def exact(name: str, left: int, seed: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return (true worth, bound with the penalty of a guess, bound without), all three exact."""
    round_ = position(name, left, seed)
    problem = bounds.problem_of(round_, law(name))
    penalty = penalty_of(problem, guess_of(round_))
    return worth(round_, name), exact_bound(problem, penalty), exact_bound(problem)


@pytest.mark.parametrize("place", [*ONE_LEFT, *TWO_LEFT])
def test_perfect_play_lies_below_both_bounds_exactly(place: tuple[str, int, int]) -> None:
    true, with_penalty, free = exact(*place)
    assert true <= with_penalty
    assert true <= free
    if place[1] == 1:
        assert true == with_penalty  # the guess is the true value, since the move on the dice shown ends the round


def test_a_penalty_makes_the_bound_tighter_on_average() -> None:
    found = [exact(*place) for place in TWO_LEFT]
    assert sum(free - true for true, _, free in found) > 2 * sum(bound - true for true, bound, _ in found) > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_ideal_penalty_gives_the_true_worth_in_each_scenario(seed: int) -> None:
    round_ = position("two", 2, seed)
    problem = bounds.problem_of(round_, law("two"))
    value = value_of(problem)
    penalty = penalty_of(problem, value)
    found = {perfect_information_bound(problem, round_.rolls(1, game), penalty) for game in range(40)}
    assert found == {value(0, round_.start)}


@lru_cache(None)
def sampled(name: str, left: int, seed: int) -> bounds.Bounds:
    """Return the sampled bounds of a position, with the harvest's guess."""
    round_ = position(name, left, seed)
    return bounds.bounds_of(round_, catalogue.seat_policy("express", "greedy"), 100, 50, seed)


@pytest.mark.parametrize("place", SAMPLED)
def test_sampled_bounds_hold_perfect_play_between_them(place: tuple[str, int, int]) -> None:
    true, found = worth(position(*place), place[0], exact=False), sampled(*place)
    assert found.lower.mean - 4 * found.lower.se - SLACK <= true
    for upper in (found.upper_free, found.upper):
        assert true <= upper.mean + 4 * upper.se + SLACK
    assert found.gap.mean >= 0


def test_sampled_bounds_are_less_noisy_and_tighter_with_a_penalty() -> None:
    found = [sampled(*place) for place in SAMPLED]
    assert fmean(one.upper.mean for one in found) < fmean(one.upper_free.mean for one in found)
    assert fmean(one.upper.se for one in found) < 0.5 * fmean(one.upper_free.se for one in found)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_last_action_with_thirteen_dice_is_worth_what_all_rolls_say(seed: int) -> None:
    farm = to_record(pick_farm(seeded(seed), 3))
    farm["babies"], farm["rooms"] = 4, max(4, farm["rooms"])
    round_ = LastRound(DEFAULT, farm, np.zeros(FACES, np.int8), 5)
    (roll,) = round_.decisions(round_.start)
    rolls, ways = all_rolls(DEFAULT)
    true = round_.mean_guess(roll, rolls, ways / 6**13)
    found = bounds.last_round(farm, taken=5, scenarios=400, inner=200, seed=seed)
    assert abs(found.upper.mean - true) < 4 * found.upper.se
    assert abs(found.upper_free.mean - true) < 4 * found.upper_free.se
    assert found.gap.mean == pytest.approx(0, abs=1e-9)


def test_two_actions_with_thirteen_dice_are_held_between_close_bounds() -> None:
    farm = to_record(pick_farm(seeded(4), 3))
    farm["babies"], farm["rooms"] = 4, max(4, farm["rooms"])
    found = bounds.last_round(farm, taken=4, scenarios=30, inner=50, seed=3)
    assert found.lower.mean - 4 * found.lower.se <= found.upper.mean + 4 * found.upper.se
    assert 0 <= found.gap.mean < 1
    assert bounds.last_round(farm, taken=4, scenarios=30, inner=50, seed=3) == found


def test_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(AnalyserError, match="scenarios"):
        bounds.last_round(DEFAULT["start"], scenarios=1)


def test_a_whole_round_of_a_large_family_is_refused() -> None:
    farm = DEFAULT["start"].copy()
    farm["babies"] = farm["rooms"] = 2
    with pytest.raises(AnalyserError, match="4 actions are left"):
        bounds.last_round(farm)
