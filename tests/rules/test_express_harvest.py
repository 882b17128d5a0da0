"""Positions written by hand for rules/express.md, "Harvest"; and everything that can be wrong with a feeding."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from kernels.ask import harvested, total
from kernels.translate import rules_of, to_cooking, to_farm, to_record
from oracles.express import IMPROVEMENTS, Farm, Options

from sims.express.harvest import CATEGORIES, Feed, cook_best, harvest_farm, newborns

OVEN, HEARTH = frozenset({"Oven"}), frozenset({"Hearth"})
MAY_WITHHOLD = Options(feeding="may_withhold")


# --- 1. Feeding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("babies", "cards", "need"), [
    (0, (), 4), (1, (), 6), (4, (), 12), (0, ("Midwife",), 4), (3, ("Midwife",), 7)])  # fmt: skip
def test_feeding_two_food_each_and_one_for_a_baby_with_the_midwife(babies, cards, need):
    farm = Farm(babies=babies, rooms=4, food=20, occupations=frozenset(cards))
    assert harvested(farm, 1)[0].food == 20 - need


def test_feeding_pays_what_is_there():
    after, points = harvested(Farm(food=3), 1)
    assert (after.food, points) == (0, {"missing food": -3})


def test_feeding_cooks_by_choice_and_keeps_the_rest():
    farm = Farm(grain=1, vegetables=1, improvements=OVEN)
    after, points = harvested(farm, 1, {"Grain": 1, "Vegetable": 1})
    assert (after.food, after.grain, after.vegetables, points) == (1, 0, 0, {})
    assert harvested(farm, 1)[1] == {"missing food": -12, "grain": 1, "vegetables": 2}


@pytest.mark.parametrize(("good", "field", "tool", "food"), [
    ("Grain", "grain", OVEN, 2), ("Vegetable", "vegetables", OVEN, 3), ("Sheep", "sheep", HEARTH, 2),
    ("Boar", "boar", HEARTH, 3), ("Cattle", "cattle", HEARTH, 4)])  # fmt: skip
def test_cooking_values(good, field, tool, food):
    farm = Farm(food=4, pastures=3, improvements=tool, **{field: 1})
    assert harvested(farm, 1, {good: 1})[0].food == food


def test_best_cooking_spares_what_scores_more():
    """2 Food missing: a grain (1 point) rather than a vegetable (2 points)."""
    cooking = np.full(6, 9, np.int64)
    cook_best(to_record(Farm(food=2, grain=1, vegetables=1, improvements=OVEN)), rules_of(), cooking)
    assert cooking.tolist() == [1, 0, 0, 0, 0, 0]


def test_best_cooking_uses_sheep_where_hunger_costs_more():
    farm = Farm(sheep=2, pastures=1, improvements=HEARTH)
    # Without cooking -12 + 4 + 3 sheep: 1 + 1. One cooked: -6 + 4 + 1. Both: 0 + 4.
    assert [total(farm, 1, Sheep=count) for count in range(3)] == [-6, -1, 4]
    cooking = np.zeros(6, np.int64)
    cook_best(to_record(farm), rules_of(), cooking)
    assert cooking[2] == 2


# --- 2. Breeding -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("herds", "pastures", "born"), [
    ((1, 1, 1), 3, (0, 0, 0)), ((2, 2, 2), 3, (1, 1, 1)), ((6, 0, 0), 1, (1, 0, 0)), ((6, 0, 0), 4, (3, 0, 0)),
    ((3, 0, 0), 2, (1, 0, 0)), ((4, 4, 0), 3, (1, 2, 0)), ((4, 1, 4), 4, (1, 0, 2)), ((0, 0, 0), 0, (0, 0, 0)),
    ((4, 4, 4), 5, (1, 2, 2)), ((4, 4, 4), 6, (2, 2, 2)),
])  # fmt: skip
def test_breeding_by_hand(herds, pastures, born):
    assert newborns(*herds, pastures, rules_of()) == born


def test_newborn_count_in_the_same_harvest():
    assert harvested(Farm(food=4, pastures=1, cattle=2), 1)[1] == {"pastures": 4, "cattle": 4}


# --- 3. Scoring ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "points"), [
    ({"house": 0, "rooms": 3}, {"house": 6}), ({"house": 1, "rooms": 3}, {"house": 9}),
    ({"house": 2, "rooms": 3}, {"house": 12}), ({"house": 2}, {}), ({"fields": 2}, {"fields": 5}),
    ({"pastures": 2}, {"pastures": 5}),
    ({"fields": 2, "occupations": frozenset({"Mayor"})}, {"fields": 9}), ({"occupations": frozenset({"Mayor"})}, {}),
    ({"grain": 1}, {"grain": 1}), ({"grain": 5}, {"grain": 3}), ({"vegetables": 3}, {"vegetables": 4}),
    ({"occupations": frozenset({"Builder"}), "improvements": frozenset(IMPROVEMENTS)}, {"improvements": 6}),
    ({"improvements": frozenset(IMPROVEMENTS)}, {}), ({"wood": 9, "brick": 9, "reed": 9, "stone": 9}, {}),
    ({"wood": 3, "brick": 3, "reed": 2, "stone": 2, "improvements": frozenset(IMPROVEMENTS)},
     {"wood": 2, "brick": 2, "reed": 2, "stone": 2}),
    ({"wood": 200, "improvements": frozenset(IMPROVEMENTS)}, {"wood": 132}),
])  # fmt: skip
def test_scoring_by_item(fields, points):
    assert harvested(Farm(food=4, **fields), 1)[1] == points


@pytest.mark.parametrize(("babies", "points"), [(0, 0), (1, 1), (2, 3), (3, 5), (4, 7)])
def test_scoring_babies_at_harvest_3_or_with_the_midwife(babies, points):
    farm = Farm(food=20, rooms=4, babies=babies)
    midwife = replace(farm, occupations=frozenset({"Midwife"}))
    assert [harvested(farm, number)[1].get("babies", 0) for number in (1, 2, 3)] == [0, 0, points]
    assert [harvested(midwife, number)[1].get("babies", 0) for number in (1, 2, 3)] == [points] * 3


@pytest.mark.parametrize(("animal", "before", "points"), [
    ("sheep", 1, 1), ("sheep", 2, 2), ("sheep", 5, 3), ("boar", 1, 1), ("boar", 3, 3), ("cattle", 1, 2),
    ("cattle", 4, 6)])  # fmt: skip
def test_scoring_animals(animal, before, points):
    """One pasture, so that a pair has one newborn."""
    assert harvested(Farm(food=4, pastures=1, **{animal: before}), 1)[1][animal] == points


def test_scoring_uses_nothing_up_and_adds_to_the_total():
    farm = Farm(food=4, fields=1, grain=2, points=10)
    assert harvested(farm, 1)[0] == replace(farm, food=0, points=16)


# --- "[chosen]" readings ---------------------------------------------------------------------------------------------


def test_chosen_r04_rearrange():
    farm = Farm(food=4, pastures=2, sheep=4)
    assert harvested(farm, 1)[0].sheep == 6
    assert harvested(farm, 1, options=Options(rearrange="fixed"))[0].sheep == 5


def test_chosen_r05_feeding():
    after, points = harvested(Farm(food=4), 1, withheld=3, options=MAY_WITHHOLD)
    assert (after.food, points) == (3, {"missing food": -9})


def test_chosen_r06_breeding():
    farm = Farm(food=4, pastures=4, cattle=4, boar=4)
    assert harvested(farm, 1)[0] == replace(harvested(farm, 1)[0], cattle=6, boar=6)
    per_type = harvested(farm, 1, options=Options(breeding="per_type"))[0]
    assert (per_type.boar, per_type.cattle) == (5, 5)


@pytest.mark.parametrize(("ties", "born"), [
    (("Cattle", "Boar", "Sheep"), (1, 1, 2)), (("Boar", "Cattle", "Sheep"), (1, 2, 1)),
    (("Sheep", "Boar", "Cattle"), (2, 1, 1))])  # fmt: skip
def test_chosen_r07_breeding_ties(ties, born):
    assert newborns(4, 4, 4, 4, rules_of(Options(breeding_ties=ties))) == born


# --- Every wrong feeding ---------------------------------------------------------------------------------------------

STORE = Farm(food=3, grain=1, vegetables=1, pastures=1, sheep=1, improvements=OVEN)
FEEDS = [
    (Feed.NEGATIVE, {"Grain": -1}, 0, Options()),
    (Feed.NEGATIVE, {}, -1, MAY_WITHHOLD),
    (Feed.NEGATIVE, {}, 4, MAY_WITHHOLD),
    (Feed.NOT_COOKABLE, {"Grain": 2}, 0, Options()),
    (Feed.NOT_COOKABLE, {"Sheep": 1}, 0, Options()),
    (Feed.NOT_COOKABLE, {"Cattle": 1}, 0, Options()),
    (Feed.MUST_PAY, {}, 1, Options()),
    (Feed.LEGAL, {}, 3, MAY_WITHHOLD),
    (Feed.LEGAL, {"Grain": 1}, 5, MAY_WITHHOLD),
    (Feed.LEGAL, {"Grain": 1, "Vegetable": 1}, 0, Options()),
]


@pytest.mark.parametrize(("wanted", "cooked", "withheld", "options"), FEEDS)
def test_wrong_feedings(wanted, cooked, withheld, options):
    farm, points = to_record(STORE), np.zeros(CATEGORIES, np.int64)
    assert harvest_farm(farm, rules_of(options), 0, to_cooking(cooked, withheld), points) == wanted
    assert (to_farm(farm) == STORE) == (wanted != Feed.LEGAL)


def test_wrong_feedings_are_all_shown():
    assert {wanted for wanted, *_ in FEEDS} == set(Feed)
