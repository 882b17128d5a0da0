"""The worked examples of rules/express.md on the kernels, each under its number there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from kernels.ask import farms, groups, harvested, outcomes, total
from kernels.games import play_logged
from kernels.translate import FACE_NAMES, rules_of, to_dice
from oracles.express import Farm, Options

from sims.express.faces import DieKind, Group
from sims.express.harvest import newborns

COMMON = Farm(house=1, rooms=2, babies=1, fields=3, pastures=1, sheep=4, grain=3, food=7)
JOINERY, OVEN, HEARTH = frozenset({"Joinery"}), frozenset({"Oven"}), frozenset({"Hearth"})


def test_example_1_a_fresh_farm_scores_minus_6():
    after, points = harvested(Farm.start(), 1)
    assert points == {"missing food": -6}
    assert after == replace(Farm.start(), food=0, points=-6)


def test_example_2_a_common_farm():
    after, points = harvested(COMMON, 1)
    assert points == {"house": 7, "fields": 6, "pastures": 4, "grain": 2, "sheep": 2}
    assert (after.food, after.sheep, after.points) == (1, 5, 21)


def test_example_3_mayor_and_midwife():
    after, points = harvested(replace(COMMON, occupations=frozenset({"Mayor", "Midwife"})), 1)
    assert (after.food, points["fields"], points["babies"], after.points) == (2, 12, 1, 28)


def test_example_4_babies_count_at_harvest_3():
    assert total(COMMON, 2) == 21
    assert total(COMMON, 3) == 22


def test_example_5_a_full_stone_house():
    after, points = harvested(Farm(house=2, rooms=4, babies=4, food=12), 3)
    assert points == {"house": 15, "babies": 7}
    assert (after.food, after.points) == (0, 22)


@pytest.mark.parametrize(("workshop", "store", "points"), [
    ("Joinery", {"wood": 7}, 4), ("Pottery Workshop", {"brick": 5}, 2),
    ("Stonecutter's Workshop", {"stone": 5}, 4), ("Basketmaker's Workshop", {"reed": 1}, 0)])  # fmt: skip
def test_example_6_workshops(workshop, store, points):
    assert total(Farm(food=4, improvements=frozenset({workshop}), **store), 1) == points
    assert total(Farm(food=4, **store), 1) == 0


@pytest.mark.parametrize(("herds", "pastures", "born"), [
    ((5, 0, 0), 2, (2, 0, 0)), ((4, 0, 2), 2, (1, 0, 1)), ((4, 0, 4), 3, (1, 0, 2)), ((0, 1, 0), 1, (0, 0, 0)),
])  # fmt: skip
def test_example_7_breeding(herds, pastures, born):
    assert newborns(*herds, pastures, rules_of()) == born
    sheep, boar, cattle = herds
    after, _ = harvested(Farm(food=4, pastures=pastures, sheep=sheep, boar=boar, cattle=cattle), 1)
    assert (after.sheep - sheep, after.boar - boar, after.cattle - cattle) == born


def test_example_8_rooms_paid_by_dice():
    farm, dice = Farm(reed=2), ("House", "Wood", "Wood", "Wood")
    assert {after.rooms for after in farms(outcomes(farm, *dice, group="Add rooms"))} == {1}
    found = outcomes(replace(farm, improvements=JOINERY), *dice, group="Add rooms")
    assert {(after.rooms, after.reed, left) for after, left in found} == {
        (1, 1, ("Wood",)), (1, 1, ("Wood", "Wood")), (2, 0, ())}  # fmt: skip


def test_example_9_an_occupation_paid_by_dice():
    paid, dice = Farm(occupations=frozenset({"Mayor"})), ("Mayor", "Food", "Grain", "2 Food")
    assert outcomes(Farm(), *dice, group="Gain occupation") == {(paid, ("Food", "Grain"))}
    by_die = Options(two_food_pays="die")
    assert outcomes(Farm(), *dice, group="Gain occupation", options=by_die) == {(paid, ("Grain",))}


def test_example_10_a_pasture_paid_by_one_wood_die_and_joinery():
    farm = Farm(improvements=JOINERY)
    assert outcomes(farm, "Pasture", "Wood", "Cattle", group="Build pasture") == {
        (replace(farm, pastures=1), ("Cattle",)), (replace(farm, pastures=1, cattle=1), ())}  # fmt: skip
    assert "Build pasture" not in groups(Farm(), "Pasture", "Wood", "Cattle")


def test_example_11_no_room_for_two_cattle():
    farm = Farm(pastures=1, sheep=3)
    changed = replace(farm, sheep=0, cattle=2)

    def of_both(before: Farm) -> set[Farm]:
        found = outcomes(before, "Cattle", "Cattle", group="Collect animals")
        return {replace(after, improvements=frozenset()) for after, left in found if not left}

    assert of_both(farm) == {farm, changed}
    assert of_both(replace(farm, improvements=HEARTH)) == {
        farm, changed, replace(changed, food=6), replace(farm, food=8)}  # fmt: skip


def test_example_12_planting():
    farm = Farm(grain=1)
    assert outcomes(farm, "Field", group="Plant field") == {
        (replace(farm, fields=1), ()), (replace(farm, fields=1, grain=2), ())}  # fmt: skip
    assert (replace(farm, fields=1, grain=3), ()) in outcomes(farm, "Field", "Grain", group="Plant field")


def test_example_13_a_baby_needs_an_empty_room():
    assert "Have baby" not in groups(Farm(rooms=1, babies=1), "House")
    assert farms(outcomes(Farm(rooms=2, babies=1), "House", group="Have baby")) == {Farm(rooms=2, babies=2)}


def test_example_13_a_baby_of_the_last_action_acts_in_the_same_round():
    """Found in logged games: somebody's last action of a round brings a baby, and he acts once more."""
    found = 0
    for game in range(60):
        log = play_logged(["family-first"], 7, game).log
        babies = 0
        for round_ in range(6):
            acted = log[log["round"] == round_]
            born = int((acted["move"]["group"] == Group.HAVE_BABY).sum())
            assert len(acted) == 2 + babies + born
            found += born > 0 and acted["move"]["group"][1 + babies] == Group.HAVE_BABY
            babies += born
    assert found, "no game in which the last action brings a baby"


def test_example_14_cooking_for_an_occupation():
    farm = Farm(vegetables=1, improvements=OVEN)
    after = replace(farm, vegetables=0, food=2, occupations=frozenset({"Mayor"}))
    assert outcomes(farm, "Mayor", group="Gain occupation") == {(after, ())}


def chance(kind: DieKind, holds: Callable[[Counter[str]], bool]) -> Fraction:
    """Return the exact chance of an event on the dice of one kind, by the faces in the rules record."""
    rules = rules_of()
    names = [FACE_NAMES[number] for number in rules["faces"][kind]]
    rolls = list(product(names, repeat=int(rules["number"][kind])))
    return Fraction(sum(bool(holds(Counter(roll))) for roll in rolls), len(rolls))


@pytest.mark.parametrize(("kind", "holds", "exact"), [
    (DieKind.FARM, lambda shown: shown["House"] >= 1, Fraction(5, 9)),
    (DieKind.FARM, lambda shown: shown["House"] == 2, Fraction(1, 9)),
    (DieKind.RESOURCE, lambda shown: shown["Wood"] >= 2, Fraction(7, 27)),
    (DieKind.ANIMAL, lambda shown: max(shown.values()) == 3, Fraction(1, 6)),
    (DieKind.ANIMAL, lambda shown: shown["Cattle"] >= 1, Fraction(91, 216)),
], ids=["a House", "two Houses", "two Wood", "three alike", "a Cattle"])  # fmt: skip
def test_example_15_exact_chances(kind, holds, exact):
    assert chance(kind, holds) == exact


def test_example_15_a_fresh_roll_has_13_dice():
    rolled = play_logged(["random"], 7, 0).log[0]
    assert len(to_dice(rolled["dice"])) == rules_of()["number"].sum() == 13
