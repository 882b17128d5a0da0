"""Bounds by foresight on a toy that can be worked out by hand: roll a die up to three times, the last one counts."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from analyser import estimates
from analyser.relaxation import (
    Problem,
    exact_bound,
    mean_after,
    penalty_of,
    perfect_information_bound,
    sampled_bounds,
    scenarios,
    value_of,
)

ROLL, STOP = "roll", "stop"
DIE = [(Fraction(1, 6), face) for face in range(1, 7)]
SURE = [(Fraction(1), 0)]
BEST = Fraction(14, 3)
"""One roll is worth 7/2, two 17/4 (stop at 4), three 14/3 (stop at 5)."""


def decisions(state: int | None) -> list[str]:
    """`state` is the die that lies there, 0 before the first roll, None once stopped."""
    return {None: [], 0: [ROLL]}.get(state, [STOP, ROLL])


def step(state: int | None, decision: str, draw: int) -> tuple[Fraction, int | None]:
    if decision == STOP:
        return Fraction(state or 0), None
    return Fraction(0), draw or None


TOY = Problem(0, decisions, step, [DIE, DIE, DIE, SURE])
IDEAL = value_of(TOY)


def mean_of_two(stage: int, state: int | None) -> Fraction:
    """A poor guess: halfway between what lies there and a fresh roll."""
    return Fraction(0) if state is None else (Fraction(state) + Fraction(7, 2)) / 2


def what_lies_there(stage: int, state: int | None) -> Fraction:
    return Fraction(state or 0)


def test_perfect_play_is_worth_fourteen_thirds() -> None:
    assert IDEAL(0, 0) == BEST
    assert [IDEAL(stage, 1) for stage in (3, 2, 1)] == [1, Fraction(7, 2), Fraction(17, 4)]


def test_foresight_without_penalty_reaches_the_best_of_three_dice() -> None:
    assert exact_bound(TOY) == Fraction(119, 24)


def test_with_the_ideal_penalty_every_scenario_gives_the_true_value() -> None:
    penalty = penalty_of(TOY, IDEAL)
    found = [perfect_information_bound(TOY, scenario, penalty) for _, scenario in scenarios(TOY)]
    assert found == [BEST] * 216


@pytest.mark.parametrize("guess", [mean_of_two, what_lies_there])
def test_a_weaker_penalty_lies_between(guess) -> None:
    assert BEST < exact_bound(TOY, penalty_of(TOY, guess)) < Fraction(119, 24)


@pytest.mark.parametrize("scale", [Fraction(-2), Fraction(1, 3), Fraction(3, 2), Fraction(5)])
@pytest.mark.parametrize("guess", [IDEAL, mean_of_two, what_lies_there])
def test_no_penalty_gets_below_the_true_value(guess, scale) -> None:
    assert exact_bound(TOY, penalty_of(TOY, lambda stage, state: scale * guess(stage, state))) >= BEST


def test_a_policy_without_foresight_pays_nothing_on_average() -> None:
    penalty, paid = penalty_of(TOY, what_lies_there), Fraction(0)
    for chance, scenario in scenarios(TOY):
        state: int | None = 0
        for stage, draw in enumerate(scenario):
            if state is None:
                break
            decision = STOP if state >= 5 or stage == 3 else ROLL
            paid += chance * penalty(stage, state, decision, draw)
            _, state = step(state, decision, draw)
    assert paid == 0


def test_sampled_scenarios_estimate_the_exact_bounds() -> None:
    random = Random(5)
    drawn = [(*(random.randint(1, 6) for _ in range(3)), 0) for _ in range(2000)]
    for penalty in (None, penalty_of(TOY, mean_of_two)):
        found = estimates.of_numbers(sampled_bounds(TOY, [(scenario, penalty) for scenario in drawn]))
        assert abs(found.mean - float(exact_bound(TOY, penalty))) < 4 * found.se
    assert set(sampled_bounds(TOY, [(scenario, penalty_of(TOY, IDEAL)) for scenario in drawn[:50]])) == {14 / 3}


def test_means_that_are_themselves_sampled_can_only_raise_the_bound() -> None:
    random, cases = Random(6), []
    for _ in range(2000):
        law = [(Fraction(1, 2), random.randint(1, 6)) for _ in range(2)]
        rough = Problem(0, decisions, step, [law, law, law, SURE])
        means: dict[tuple[int, int | None, str], Fraction] = {}

        def penalty(stage, state, decision, draw, rough=rough, means=means):  # type: ignore[no-untyped-def]
            key = stage, state, decision
            if key not in means:
                means[key] = mean_after(rough, IDEAL, stage, state, decision)
            reward, after = step(state, decision, draw)
            return reward + IDEAL(stage + 1, after) - means[key]

        cases.append(((*(random.randint(1, 6) for _ in range(3)), 0), penalty))
    found = estimates.of_numbers(sampled_bounds(TOY, cases))
    assert found.mean > BEST - 4 * found.se
    assert found.mean > BEST
