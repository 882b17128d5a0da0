"""The last round as a decision problem, against the plain-Python engine and against whole games."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from oracles.express import Farm, best_harvest_points, legal_outcomes

from kernels.games import DEFAULT, play_logged, policies
from kernels.last_rounds import FEW, law, position, worth
from kernels.positions import pick_farm, seeded
from kernels.translate import to_counts, to_dice, to_farm, to_record
from sims.errors import AnalyserError
from sims.express.faces import FACES
from sims.express.farm import FARM
from sims.express.harvest import CATEGORIES, harvest_farm
from sims.express.last_round import LastRound, State, Step, all_rolls
from sims.express.moves import apply

best_points = lru_cache(None)(best_harvest_points)
listed = lru_cache(None)(legal_outcomes)


def oracle_worth(farm: Farm, dice: tuple[str, ...], taken: int, rolls: tuple[Any, ...]) -> float:
    """Return the points of perfect play before an action, by every outcome of the plain-Python engine."""

    @lru_cache(None)
    def before(farm: Farm, dice: tuple[str, ...], taken: int) -> float:
        if taken == 2 + farm.babies:
            return best_points(farm, 3)
        rolled = rolling(farm, taken)
        return max(rolled, shown(farm, dice, taken)) if listed(farm, dice) else rolled

    @lru_cache(None)
    def rolling(farm: Farm, taken: int) -> float:
        return sum(chance * shown(farm, roll, taken) for chance, roll in rolls)

    @lru_cache(None)
    def shown(farm: Farm, dice: tuple[str, ...], taken: int) -> float:
        return max(before(after, left, taken + 1) for _, after, left in listed(farm, dice))

    return before(farm, dice, taken)


@pytest.mark.parametrize(
    ("name", "left", "seed"),
    [(name, 1, seed) for name in ("three", "animals", "jobs", "oven") for seed in range(3)]
    + [("two", 2, seed) for seed in range(5)]
    + [("three", 2, seed) for seed in range(2)],
)
def test_perfect_play_is_worth_what_the_plain_engine_says(name: str, left: int, seed: int) -> None:
    round_ = position(name, left, seed, more_babies=name == "three")
    farm, dice, taken, _ = round_.start
    rolls = tuple((chance, to_dice(np.frombuffer(roll, np.int8))) for chance, roll in law(name, exact=False))
    expected = oracle_worth(to_farm(np.frombuffer(farm, FARM)[0]), to_dice(np.frombuffer(dice, np.int8)), taken, rolls)
    assert worth(round_, name, exact=False) == pytest.approx(expected, abs=1e-9)


def test_decisions_hold_no_farm_that_no_move_makes_and_leave_none_out_that_ends_better() -> None:
    pick = seeded(11)
    for number in range(40):
        farm = pick_farm(pick, 3)
        left = 1 + number % 2
        round_ = LastRound(DEFAULT, to_record(farm), np.zeros(FACES, np.int8), 2 + farm.babies - left)
        roll = round_.sample(5, number, 1)[0]
        steps = round_.decisions(State(round_.start.farm, roll.tobytes(), round_.start.taken, True))
        assert len(set(steps)) == len(steps)
        outcomes = legal_outcomes(farm, to_dice(roll))
        made = {(to_record(after).tobytes(), to_counts(dice).tobytes()) for _, after, dice in outcomes}
        farms = {after for after, _ in made}
        going = [step for step in steps if step.farm]
        assert all(step.farm in farms if step.rolls else (step.farm, step.dice) in made for step in going)
        ended = [best_points(after, 3) for _, after, _ in outcomes if 2 + after.babies == round_.start.taken + 1]
        assert [step.points for step in steps if not step.farm] == ([max(ended)] if ended else [])


def start_of_last_round(name: str, game: int) -> tuple[Any, Any, int]:
    """Return farm and dice at the start of a game's last round, and the game's score."""
    played = play_logged([name], 3, game)
    farm, dice = np.array(DEFAULT["start"]).reshape(1).copy()[0], np.zeros(FACES, np.int8)
    feedings = {int(entry["harvest"]): entry["cooking"].copy() for entry in played.feedings}
    last = int(DEFAULT["rounds"].sum()) - 1
    for action in played.log:
        round_ = int(action["round"])
        if round_ >= 3 and 0 in feedings:
            harvest_farm(farm, DEFAULT, 0, feedings.pop(0), np.zeros(CATEGORIES, np.int64))
        if round_ == last:
            break
        dice[:] = action["dice"]
        assert apply(farm, dice, action["move"], DEFAULT) == 0
    harvest_farm(farm, DEFAULT, 1, feedings[1], np.zeros(CATEGORIES, np.int64))
    return farm, dice, int(played.farms[0]["points"])


@pytest.mark.parametrize("name", ["greedy", "learned", "random"])
@pytest.mark.parametrize("game", range(4))
def test_a_policy_plays_the_round_as_in_the_whole_game(name: str, game: int) -> None:
    farm, dice, score = start_of_last_round(name, game)
    policy = policies()[name]
    round_ = LastRound(DEFAULT, farm, dice)
    played = round_.play(policy, policy.mind([one.default for one in policy.parameters]), 3, game)
    assert int(farm["points"]) + played.points == score
    rolls = round_.rolls(3, game)
    assert all(roll == rolls[step.taken] and step.rolls for step, roll in played.rolled)


def test_all_rolls_of_thirteen_dice_are_there_with_their_chances() -> None:
    rolls, ways = all_rolls(DEFAULT)
    assert len(rolls) == 864_000
    assert len(np.unique(rolls, axis=0)) == len(rolls)
    assert ways.sum() == 6**13
    house, cattle = ways[rolls[:, 0] > 0].sum() / 6**13, ways[rolls[:, 25] > 0].sum() / 6**13
    assert (house, cattle) == pytest.approx((5 / 9, 91 / 216))


def test_few_dice_fall_in_as_many_ways_as_said() -> None:
    assert [len(law(name)) for name in FEW] == [16, 48, 288, 288, 288]
    assert all(sum(chance for chance, _ in law(name)) == 1 for name in FEW)


def test_a_position_without_actions_is_refused() -> None:
    with pytest.raises(AnalyserError, match="no action is left"):
        LastRound(DEFAULT, DEFAULT["start"], np.zeros(FACES, np.int8), 2)


def test_the_first_question_is_whether_to_keep() -> None:
    dice = to_counts(["Wood"])
    round_ = LastRound(DEFAULT, DEFAULT["start"], dice)
    farm = round_.start.farm
    assert round_.decisions(round_.start) == [Step(farm, b"", 0, 0), Step(farm, dice.tobytes(), 0, 0)]
    bare = LastRound(DEFAULT, DEFAULT["start"], to_counts(["Sheep"]))
    assert bare.decisions(bare.start) == [Step(farm, b"", 0, 0)]
