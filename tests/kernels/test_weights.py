"""Tables of weights: what the features count, and that the gain by parts is the whole gain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from oracles.express import Farm, Options

from sims.express.contract import POSITION
from sims.express.drafts import Menu, new_found
from sims.express.farm import FARM
from sims.express.features import MEANING, WEIGHTS, Feature, parameters
from sims.express.harvest import COOKING, Occupation, cook_best
from sims.express.listing import legal_moves
from sims.express.moves import apply
from sims.express.rules import HARVESTS
from sims.express.weights import WEIGHTED, best_move, farm_value
from sims.jit import kernel

from .positions import pick_place, seeded
from .translate import rules_of, to_counts, to_record

DEFAULT = rules_of(Options())


@kernel()
def value_of(farm, rules, round_, params):
    return farm_value(farm, rules, round_, params)


def counted(feature: Feature, farm: Farm, round_: int = 0, rules: Any = DEFAULT) -> float:
    """Return what a feature counts in a farm: its value where this weight alone is 1."""
    params = np.zeros(WEIGHTS)
    params[HARVESTS * feature : HARVESTS * feature + HARVESTS] = 1
    return value_of(to_record(farm), rules, round_, params)


RICH = Farm(
    house=1, rooms=3, babies=2, fields=4, pastures=2, food=5, grain=3, vegetables=1, wood=1, brick=0, reed=4, stone=3,
    sheep=3, boar=0, cattle=1, occupations=frozenset({"Mayor", "Midwife"}), improvements=frozenset({"Oven"}),
)  # fmt: skip
COUNTS = {
    # house 3+6, fields 3+12, pastures 3+2, grain 1+1, vegetables 1+1, sheep 1+1 (4 after birth), cattle 1+1, babies 3
    Feature.POINTS: 40,
    Feature.FOOD_MISSING: 1,
    Feature.HUNGRY: 0,
    Feature.SPARE_FOOD: 0,
    Feature.POT: 9,
    Feature.MAYOR_USES: 2,
    Feature.FIRST_BABY: 1,
    Feature.SECOND_BABY: 1,
    Feature.MORE_BABIES: 0,
    Feature.BABY_ROUNDS: 10,
    Feature.FREE_ROOM: 1,
    Feature.ROOMS: 3,
    Feature.HOUSE_STEPS: 1,
    Feature.MIDWIFE_BABIES: 2,
    Feature.GATHERER_BABIES: 0,
    Feature.MAYOR_BABIES: 2,
    Feature.FIELDS: 4,
    Feature.MAYOR_FIELDS: 4,
    Feature.GRAIN: 3,
    Feature.VEGETABLES: 1,
    Feature.PASTURES: 2,
    Feature.FREE_PASTURES: 0,
    Feature.SHEEP: 3,
    Feature.BOAR: 0,
    Feature.CATTLE: 1,
    Feature.PAIRS: 1,
    Feature.WOOD: 1,
    Feature.BRICK: 0,
    Feature.REED: 2,
    Feature.STONE: 2,
    Feature.ROOM_KITS: 0,
    Feature.HOUSE_KITS: 1,
    Feature.OVEN_KIT: 0,
    Feature.MAYOR: 1,
    Feature.GATHERER: 0,
    Feature.MIDWIFE: 1,
    Feature.OVEN: 1,
    Feature.HEARTH: 0,
    Feature.WORKSHOPS: 0,
    Feature.FRESH_ROLL: 0,
    Feature.SAVED_GRAIN: 0,
}


@pytest.mark.parametrize("feature", COUNTS, ids=lambda feature: feature.name)
def test_a_feature_counts_what_it_says(feature: Feature) -> None:
    assert counted(feature, RICH) == COUNTS[feature]


def test_points_are_those_of_the_coming_harvest() -> None:
    farm = Farm(rooms=1, babies=1)
    assert [counted(Feature.POINTS, farm, round_) for round_ in (0, 3, 5)] == [4, 4, 5]


def test_hungry_is_what_cooking_cannot_help() -> None:
    farm = Farm(food=0, vegetables=1, improvements=frozenset({"Oven"}))
    assert counted(Feature.FOOD_MISSING, farm) == 4
    assert counted(Feature.HUNGRY, farm) == 1
    assert counted(Feature.HUNGRY, replace(farm, improvements=frozenset())) == 4


def test_spare_food_is_counted_to_a_limit() -> None:
    assert [counted(Feature.SPARE_FOOD, Farm(food=food)) for food in (4, 6, 20)] == [0, 2, 6]


def test_every_feature_has_a_meaning_and_three_parameters() -> None:
    assert set(MEANING) == set(Feature)
    found = parameters()
    assert len(found) == WEIGHTS
    for feature in Feature:
        names = [one.name for one in found[HARVESTS * feature : HARVESTS * feature + HARVESTS]]
        assert names == [f"{feature.name.lower()}_{harvest}" for harvest in (1, 2, 3)]


def test_the_gain_by_parts_is_the_whole_gain() -> None:
    """The best move by parts, found with moves of Mayors who cannot pay passed over, is the best of all by the sum."""
    pick, draws, found = seeded(12), np.random.default_rng(4), new_found()
    positions = np.zeros(1, POSITION)
    position = positions[0]
    position["seats"] = 1
    for _ in range(400):
        place = pick_place(pick)
        rules, farm, dice = rules_of(place.options), to_record(place.farm), to_counts(place.dice)
        round_, params = pick(0, 5), draws.normal(size=WEIGHTS)
        position["farms"][0], position["dice"], position["round"] = farm, dice, round_
        gains = []
        for move in found["moves"][: legal_moves(farm, dice, rules, Menu.USED, found)]:
            after, left = np.array([farm], FARM)[0], dice.copy()
            apply(after, left, move, rules)
            gains.append(value_of(after, rules, round_, params) - value_of(farm, rules, round_, params))
        if gains:
            assert best_move(position, rules, found, params, Menu.USED, np.inf)[1] == pytest.approx(
                max(gains), abs=1e-9
            )


def test_feeding_is_the_best_for_points_unless_a_weight_says_otherwise() -> None:
    farm = Farm(food=1, grain=4, vegetables=2, improvements=frozenset({"Oven"}))
    positions = np.zeros(1, POSITION)
    positions[0]["seats"], positions[0]["farms"][0] = 1, to_record(farm)
    params = np.array([one.default for one in parameters()])
    plain, asked = np.zeros(COOKING, np.int64), np.zeros(COOKING, np.int64)
    cook_best(to_record(farm), DEFAULT, plain)
    WEIGHTED.feed(positions[0], DEFAULT, asked, params, np.uint64(0))
    assert asked.tolist() == plain.tolist()
    params[HARVESTS * Feature.SAVED_VEGETABLES] = 5
    WEIGHTED.feed(positions[0], DEFAULT, asked, params, np.uint64(0))
    assert asked.tolist()[:2] == [2, 0]


def test_the_mayor_is_used() -> None:
    """A field is wanted, a Pasture die lies there: the Mayor sets it, if he can be paid."""
    position = np.zeros(1, POSITION)
    position[0]["seats"] = 1
    position[0]["dice"] = to_counts(("Pasture",))
    params, found = np.zeros(WEIGHTS), new_found()
    params[HARVESTS * Feature.FIELDS] = 5
    for food, power in ((2, Occupation.MAYOR), (1, Occupation.NONE)):
        position[0]["farms"][0] = to_record(Farm(wood=1, food=food, occupations=frozenset({"Mayor"})))
        place = WEIGHTED.choose(position[0], DEFAULT, found, params, np.uint64(0))
        assert found["moves"][place]["power"] == power
