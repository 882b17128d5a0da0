"""How far perfect play could go in the last round of a solo game: what a policy reaches, and what nobody can pass.

A proven bound on both sides for one position. From below: the policy's own play. From above: one who knows all rolls of
the round beforehand, with nothing to pay for that, and with a penalty made from a learnt table's guess (`relaxation`).
The guess is good where its bound lies close to the policy's; that it is a bound does not depend on the guess.

No useful bound of this kind is known for a whole game: the number of moves grows too fast with the actions left. Two
actions cost about a tenth of a second a scenario, three about ten seconds, more cannot be waited for.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from . import catalogue, estimates
from .errors import AnalyserError
from .estimates import Estimate
from .plan import check_number
from .relaxation import Penalty, Problem, sampled_bounds

GUESSER = "learned"
"""The policy whose table guesses."""
APART = 2_000_000
"""How far the seed of the rolls that penalties are averaged over lies from the seed of the scenarios."""
MOST_SEED = 2**64
MOST_LEFT = 3
"""More actions left than this take longer than anybody waits."""


class Bounds(NamedTuple):
    """Points of the last harvest with perfect play, from both sides, each a mean over the same scenarios.

    `lower` is what the policy scores, `upper_free` what foresight scores without a penalty, `upper` the same with one.
    `gap` is what is left between the policy and `upper`, paired by scenario: both sides pay the penalty, which is 0 on
    average for the policy, so that most of the luck cancels.
    """

    lower: Estimate
    upper_free: Estimate
    upper: Estimate
    gap: Estimate


def sampled_penalty(round_: Any, rolls: Any) -> Penalty[Any, Any, bytes]:
    """Return the penalty on rolls of a last round by its own guess, whose mean is taken over `rolls` (int8[n, 26])."""
    means: dict[Any, float] = {}
    weights = np.full(len(rolls), 1 / len(rolls))

    def penalty(stage: int, state: Any, decision: Any, draw: bytes) -> float:
        if not decision.rolls:
            return 0.0
        if decision not in means:
            means[decision] = round_.mean_guess(decision, rolls, weights)
        return float(round_.guess(decision, draw)) - means[decision]

    return penalty


def problem_of(round_: Any, law: Any = ()) -> Problem[Any, Any, bytes]:
    """Return a last round as a problem; `law` lists (chance, roll) of all rolls, where they are to be enumerated."""
    laws = [law] * round_.most_actions + [[(1, b"")]]
    # with few rolls, the same states come again in many scenarios
    return Problem(round_.start, cache(round_.decisions) if law else round_.decisions, round_.step, laws)


def _without_luck(round_: Any, played: Any, penalty: Penalty[Any, Any, bytes]) -> float:
    """Return what a played round scored less the penalties that it paid."""
    return float(played.points - sum(penalty(0, None, step, roll) for step, roll in played.rolled))


def bounds_of(round_: Any, seat: catalogue.SeatPolicy, scenarios: int, inner: int, seed: int) -> Bounds:
    """Return the bounds of one last round from `scenarios` sampled, each with `inner` rolls for the penalty's means."""
    games, other_seed = range(scenarios), (seed + APART) % MOST_SEED
    played = [round_.play(seat.policy, seat.params, seed, game) for game in games]
    problem = problem_of(round_)
    free = sampled_bounds(problem, ((round_.rolls(seed, game), None) for game in games))
    gaps: list[float] = []

    def cases() -> Iterator[tuple[Any, Penalty[Any, Any, bytes]]]:
        for game in games:
            penalty = sampled_penalty(round_, round_.sample(other_seed, game * inner, inner))
            gaps.append(-_without_luck(round_, played[game], penalty))
            yield round_.rolls(seed, game), penalty

    upper = sampled_bounds(problem, cases())
    gaps = [bound + below for bound, below in zip(upper, gaps, strict=True)]
    return Bounds(*map(estimates.of_numbers, ([one.points for one in played], free, upper, gaps)))


def last_round(
    farm: Any,
    dice: Any = None,
    taken: int = 0,
    *,
    rules: Any = None,
    policy: str = GUESSER,
    scenarios: int = 100,
    inner: int = 100,
    seed: int = 1,
) -> Bounds:
    """Return the bounds on the last harvest's points from a position of Agricola Express, with 1 to 3 actions left.

    `farm` is a FARM record, `dice` (int8[26]) what lies there (default: nothing), `taken` the actions taken in the
    round before; `rules` a rule set (default: the game's). Raises AnalyserError.
    """
    check_number("scenarios", scenarios, 2, 10**6)
    check_number("inner rolls", inner, 1, 10**6)
    check_number("seed", seed, 0, MOST_SEED - 1)
    module = importlib.import_module("sims.express.last_round")
    record = (catalogue.game("express").load_rules(None) if rules is None else rules).record
    lying = np.zeros(module.FACES, np.int8) if dice is None else dice
    round_ = module.LastRound(record, farm, lying, taken, catalogue.policy("express", GUESSER).table)
    if round_.left > MOST_LEFT:
        raise AnalyserError(f"{round_.left} actions are left: the moves of more than {MOST_LEFT} are too many to bound")
    return bounds_of(round_, catalogue.seat_policy("express", policy), scenarios, inner, seed)
