"""Positions by hand for rules/express.md, "One action", "Costs", "Dice groups" and "Animals"; and every fault."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kernels.ask import actions, farms, fault, groups, outcomes
from kernels.translate import face, led_to, make_move
from oracles.express import OCCUPATIONS, Farm, Options

from sims.express.drafts import Menu
from sims.express.faces import Animal, Face, Good, Group, House, Improvement, Occupation, Resource
from sims.express.moves import Fault, Room


def owning(*cards: str) -> dict[str, frozenset[str]]:
    """Return the card fields of a farm that owns these."""
    mine = frozenset(cards)
    return {"occupations": mine & frozenset(OCCUPATIONS), "improvements": mine - frozenset(OCCUPATIONS)}


RANCHER, MAYOR, FARMER = (owning(name) for name in ("Rancher", "Mayor", "Farmer"))
OVEN, HEARTH, JOINERY = (owning(name) for name in ("Oven", "Hearth", "Joinery"))


# --- "One action", 2: powers ---------------------------------------------------------------------------------------


def test_one_action_the_mayor_pays_two_food_for_a_baby():
    farm = Farm(rooms=1, food=2, **MAYOR)
    assert outcomes(farm, "Field", group="Have baby") == {(replace(farm, food=0, babies=1), ())}
    assert "Have baby" not in groups(replace(farm, food=1), "Field")


def test_one_action_a_set_die_stays_if_it_is_not_taken():
    farm = Farm(**RANCHER)
    assert outcomes(farm, "Brick", "Boar", group="Collect resources") == {
        (replace(farm, brick=1), (animal,)) for animal in ("Sheep", "Boar", "Cattle")
    }


def test_one_action_two_dice_may_be_set_to_different_faces():
    left = {left for _, left in outcomes(Farm(**RANCHER), "Brick", "Boar", "Boar", group="Collect resources")}
    assert left == {
        ("Boar", "Boar"), ("Boar", "Cattle"), ("Boar", "Sheep"), ("Cattle", "Cattle"), ("Cattle", "Sheep"),
        ("Sheep", "Sheep")}  # fmt: skip


def test_one_action_only_one_occupation_is_used():
    farm = Farm(food=2, **owning("Mayor", "Gatherer"))
    left = {left for _, left in outcomes(farm, "Field", "Food", "Wood", group="Collect produce")}
    assert {("House", "Wood"), ("Brick", "Field")} <= left
    assert ("Brick", "House") not in left


@pytest.mark.parametrize(("card", "dice", "wanted"), [
    ("Mayor", ("Field",), ("House",)), ("Builder", ("Oven",), ("Joinery",)),
    ("Farmer", ("Food", "Grain"), ("2 Food", "2 Food")), ("Rancher", ("Sheep", "Boar"), ("Cattle", "Cattle")),
    ("Gatherer", ("Wood", "Stone"), ("Reed", "Brick")),
])  # fmt: skip
def test_one_action_each_occupation_sets_its_dice(card, dice, wanted):
    """Beside the dice that are set lies a Vegetable or Brick die, which is then collected."""
    farm, other = Farm(food=2, **owning(card)), "Brick" if card == "Farmer" else "Vegetable"
    left = {left for group, _, left in actions(farm, other, *dice) if group.startswith("Collect")}
    assert tuple(sorted(wanted)) in left


def test_one_action_the_midwife_sets_nothing():
    farm, dice = Farm(**owning("Midwife")), ("Food", "Field")
    without = {(group, replace(after, occupations=frozenset()), left) for group, after, left in actions(farm, *dice)}
    assert without == actions(Farm(), *dice)


def test_one_action_a_gained_occupation_works_from_the_next_action_on():
    left = {left for _, left in outcomes(Farm(food=9), "Rancher", "Boar", group="Gain occupation")}
    assert left == {("Boar",)}


# --- "Costs" -------------------------------------------------------------------------------------------------------


def test_costs_mix_sheet_and_dice():
    farm = Farm(brick=1)
    assert outcomes(farm, "House", "Brick", "Brick", group="Upgrade house") == {(replace(farm, house=1, brick=0), ())}
    assert "Upgrade house" not in groups(farm, "House", "Brick")


def test_costs_three_dice_and_the_pottery_pay_two_bricks():
    farm = Farm(**owning("Pottery Workshop"))
    assert outcomes(farm, "House", "Brick", "Brick", "Brick", group="Upgrade house") == {(replace(farm, house=1), ())}
    assert "Upgrade house" not in groups(farm, "House", "Brick", "Brick")


def test_costs_a_virtual_die_never_pays_alone():
    assert "Build pasture" not in groups(Farm(**JOINERY), "Pasture")
    assert "Build pasture" in groups(Farm(**JOINERY), "Pasture", "Wood")


def test_costs_virtual_dice_of_two_workshops_pay_one_room():
    farm = Farm(**owning("Joinery", "Basketmaker's Workshop"))
    assert outcomes(farm, "House", "Wood", "Reed", group="Add rooms") == {(replace(farm, rooms=1), ())}


def test_costs_a_room_of_stone_costs_stone():
    farm = Farm(house=2, reed=1, stone=1, wood=1)
    assert outcomes(farm, "House", group="Add rooms") == {(replace(farm, rooms=1, reed=0, stone=0), ())}


def test_costs_an_occupation_is_paid_by_dice_that_the_farmer_set():
    farm = Farm(**FARMER)
    assert outcomes(farm, "Mayor", "Grain", group="Gain occupation") == {
        (replace(farm, occupations=frozenset({"Farmer", "Mayor"})), ())
    }


# --- "Dice groups" -------------------------------------------------------------------------------------------------


def test_dice_groups_a_house_may_be_upgraded_twice_and_without_rooms():
    once, twice = Farm(house=1, stone=2), Farm(house=2)
    assert farms(outcomes(Farm(brick=2, stone=2), "House", group="Upgrade house")) == {once, twice}
    assert not groups(Farm(house=2, brick=9, stone=9), "House")


def test_dice_groups_no_fifth_baby():
    assert "Have baby" not in groups(Farm(rooms=5, babies=4), "House")
    assert "Have baby" in groups(Farm(rooms=5, babies=3), "House")


def test_dice_groups_a_field_is_planted_once():
    """One die or one good from the sheet, never both, never two."""
    farm = Farm(grain=1, vegetables=1)
    found = outcomes(farm, "Field", "Vegetable", "Vegetable", group="Plant field")
    assert {(after.grain, after.vegetables, len(left)) for after, left in found} == {
        (1, 1, 2), (2, 1, 2), (1, 2, 2), (1, 3, 1)}  # fmt: skip


def test_dice_groups_an_occupation_owned_is_a_free_choice():
    farm = Farm(food=1, **MAYOR)
    found = farms(outcomes(farm, "Mayor", group="Gain occupation"))
    assert {after.occupations - {"Mayor"} for after in found} == {frozenset({name}) for name in OCCUPATIONS[1:]}
    assert not groups(Farm(food=9, occupations=frozenset(OCCUPATIONS)), "Mayor")


def test_dice_groups_the_free_choice_costs_what_is_built():
    """[chosen] R03."""
    farm = Farm(brick=1, wood=1, **JOINERY)
    built = outcomes(farm, "Joinery", group="Build workshop")
    assert len(built) == 5
    assert (replace(farm, brick=0, improvements=frozenset({"Joinery", "Oven"})), ()) in built


def test_dice_groups_food_dice_are_one_type():
    found = outcomes(Farm(), "Food", "Food", "2 Food", group="Collect produce")
    assert {(after.food, left) for after, left in found} == {
        (1, ("2 Food", "Food")), (2, ("2 Food",)), (2, ("Food", "Food")), (3, ("Food",)), (4, ())}  # fmt: skip


def test_dice_groups_a_workshop_die_comes_along():
    found = outcomes(Farm(**JOINERY), "Wood", "Wood", group="Collect resources")
    assert {(after.wood, left) for after, left in found} == {(2, ("Wood",)), (3, ())}


# --- "Animals" and "Cooking" ---------------------------------------------------------------------------------------


def test_animals_without_pasture_and_hearth_are_no_group():
    assert not groups(Farm(), "Cattle")
    assert outcomes(Farm(**HEARTH), "Cattle", group="Collect animals") == {(Farm(food=4, **HEARTH), ())}


def test_animals_join_their_kind():
    farm = Farm(pastures=1, sheep=1)
    assert outcomes(farm, "Sheep", "Sheep", "Sheep", group="Collect animals") >= {(replace(farm, sheep=4), ())}


def test_animals_with_room_are_kept():
    farm = Farm(pastures=2, sheep=1, **HEARTH)
    assert outcomes(farm, "Boar", group="Collect animals") == {(replace(farm, boar=1), ())}


def test_cooking_pays_for_the_mayor_and_makes_room():
    farm = Farm(pastures=1, sheep=1, **owning("Hearth", "Mayor"))
    found = outcomes(farm, "Field", "Cattle", group="Collect animals")
    assert (replace(farm, sheep=0, cattle=1), ("House",)) in found
    assert (replace(farm, sheep=0, cattle=1, food=2), ("House",)) not in found


def test_cooking_has_no_item_too_many():
    """3 Food for the Mayor and an occupation: the vegetable alone or both grains."""
    farm = Farm(grain=2, vegetables=1, **owning("Oven", "Mayor"))
    used = [after for after, left in outcomes(farm, "House", "Builder", group="Gain occupation") if "House" not in left]
    assert {(after.grain, after.vegetables, after.food) for after in used} == {(2, 0, 0), (0, 1, 1)}


def test_cooking_the_last_grain_leaves_none_to_plant():
    farm = Farm(grain=1, **owning("Oven", "Mayor"))
    assert {after.grain for after in farms(outcomes(farm, "House", group="Plant field"))} == {0}


def test_cooking_more_than_needed_is_legal():
    """The listing leaves it out, since it can wait; a move that says so is carried out."""
    farm = Farm(grain=2, **OVEN)
    move = make_move(Group.COLLECT_PRODUCE, what=Face.FOOD, count=1, cook=(2,))
    assert led_to(farm, ("Food",), move) == ("Collect produce", replace(farm, grain=0, food=5), ())


# --- Menus ---------------------------------------------------------------------------------------------------------


def test_menus_by_example():
    """Rancher, a pasture, 1 Boar and 2 Brick dice: what each menu adds to the one before it."""
    farm, dice = Farm(pastures=1, **RANCHER), ("Boar", "Brick", "Brick")
    plain, used, left, exhaustive = (actions(farm, *dice, menu=menu) for menu in Menu)
    one, two, bricks = replace(farm, brick=1), replace(farm, brick=2), ("Brick", "Brick")
    assert plain == {("Collect animals", replace(farm, boar=1), bricks), ("Collect resources", two, ("Boar",))}
    assert used - plain == {
        ("Collect animals", replace(farm, cattle=1), bricks),
        ("Collect animals", replace(farm, sheep=1), bricks),
    }
    assert left - used == {
        *(("Collect resources", two, (animal,)) for animal in ("Cattle", "Sheep")),
        *(("Collect resources", one, tuple(sorted(("Brick", animal)))) for animal in ("Boar", "Cattle", "Sheep")),
    }
    assert exhaustive == left


# --- "[chosen]" readings: each alternative changes a position --------------------------------------------------------


def test_chosen_r01_two_food_pays():
    dice = ("Mayor", "2 Food")
    assert "Gain occupation" in groups(Farm(), *dice)
    assert "Gain occupation" not in groups(Farm(), *dice, options=Options(two_food_pays="die"))


def test_chosen_r02_power_paid_from():
    farm, dice = Farm(rooms=1, **MAYOR), ("Field", "2 Food", "2 Food")
    assert "Have baby" not in groups(farm, *dice)
    assert outcomes(farm, *dice, group="Have baby", options=Options(power_paid_from="sheet_or_dice")) == {
        (replace(farm, babies=1), ())
    }


def test_chosen_r03_free_choice_cost():
    farm, oven = Farm(wood=1, **JOINERY), frozenset({"Joinery", "Oven"})
    built = replace(farm, wood=0, improvements=oven)
    assert (built, ()) not in outcomes(farm, "Joinery", group="Build workshop")
    assert (built, ()) in outcomes(farm, "Joinery", group="Build workshop", options=Options(free_choice_cost="face"))


# --- Every fault -----------------------------------------------------------------------------------------------------

STORE = {"food": 9, "grain": 1, "wood": 2, "brick": 2, "reed": 2, "stone": 2}
RICH = Farm(rooms=1, pastures=1, sheep=1, **STORE, **owning("Mayor", "Rancher", "Midwife"))
BABY = {"group": Group.HAVE_BABY}
COLLECT = {"group": Group.COLLECT_ANIMALS, "what": Face.BOAR, "count": 1}
FAULTS = [
    (Fault.NO_SUCH_GROUP, RICH, ("House",), {"group": 11}),
    (Fault.NO_SUCH_GROUP, RICH, ("House",), {"group": -1}),
    (Fault.OCCUPATION_NOT_OWNED, RICH, ("House", "Wood"),
     {**BABY, "power": Occupation.GATHERER, "set_from": [Face.WOOD], "set_to": [Face.REED]}),
    (Fault.OCCUPATION_NOT_OWNED, RICH, ("House",), {**BABY, "power": 6}),
    (Fault.NO_POWER, RICH, ("House",), {**BABY, "power": Occupation.MIDWIFE}),
    (Fault.NOTHING_SET, RICH, ("House", "Boar"), {**BABY, "power": Occupation.RANCHER}),
    (Fault.TOO_MANY_SET, RICH, ("Pasture", "Field"),
     {**BABY, "power": Occupation.MAYOR, "set_from": [Face.PASTURE, Face.FIELD], "set_to": [Face.HOUSE, Face.HOUSE]}),
    (Fault.WRONG_FACE_SET, RICH, ("House", "Wood"),
     {**BABY, "power": Occupation.RANCHER, "set_from": [Face.WOOD], "set_to": [Face.REED]}),
    (Fault.WRONG_FACE_SET, RICH, ("House", "Boar"),
     {**BABY, "power": Occupation.RANCHER, "set_from": [Face.BOAR], "set_to": [Face.BOAR]}),
    (Fault.WRONG_FACE_SET, RICH, ("House", "Boar"),
     {**BABY, "power": Occupation.RANCHER, "set_from": [Face.BOAR], "set_to": [Face.STONE]}),
    (Fault.NO_DIE_TO_SET, RICH, ("House", "Boar"),
     {**BABY, "power": Occupation.RANCHER, "set_from": [Face.SHEEP], "set_to": [Face.BOAR]}),
    (Fault.CANNOT_COOK, RICH, ("House",), {**BABY, "cook": [1]}),
    (Fault.CANNOT_COOK, replace(RICH, **OVEN), ("House",), {**BABY, "cook": [2]}),
    (Fault.CANNOT_COOK, replace(RICH, **OVEN), ("House",), {**BABY, "cook": [-1]}),
    (Fault.MAYOR_UNPAID, replace(RICH, food=1), ("Field",),
     {**BABY, "power": Occupation.MAYOR, "set_from": [Face.FIELD], "set_to": [Face.HOUSE]}),
    (Fault.MAYOR_UNPAID, RICH, ("Field", "2 Food", "2 Food"),
     {**BABY, "power": Occupation.MAYOR, "set_from": [Face.FIELD], "set_to": [Face.HOUSE], "power_food": [0, 2]}),
    (Fault.NO_DIE, RICH, ("Field",), BABY),
    (Fault.NO_DIE, RICH, ("Sheep",), COLLECT),
    (Fault.NO_DIE, RICH, ("Sheep",), {"group": Group.GAIN_OCCUPATION, "what": Occupation.FARMER}),
    (Fault.NO_ROOM_COUNT, RICH, ("House",), {"group": Group.ADD_ROOMS}),
    (Fault.UNPAID, RICH, ("House",), {"group": Group.ADD_ROOMS, "count": 3}),
    (Fault.UNPAID, RICH, ("House", "Wood"), {"group": Group.ADD_ROOMS, "count": 1, "pay": [1]}),
    (Fault.UNPAID, replace(RICH, food=0), ("Farmer",), {"group": Group.GAIN_OCCUPATION, "what": Occupation.FARMER}),
    (Fault.UNPAID, RICH, ("Oven",),
     {"group": Group.BUILD_HEARTH_OR_OVEN, "what": Improvement.OVEN, "material": Resource.WOOD}),
    (Fault.PAYS_TOO_MUCH, RICH, ("House", *["Wood"] * 3), {"group": Group.ADD_ROOMS, "count": 1, "pay": [2]}),
    (Fault.PAYS_TOO_MUCH, RICH, ("Farmer", "Food", "2 Food"),
     {"group": Group.GAIN_OCCUPATION, "what": Occupation.FARMER, "pay_food": [1, 1]}),
    (Fault.PAYS_TOO_MUCH, RICH, ("Farmer", *["2 Food"] * 2),
     {"group": Group.GAIN_OCCUPATION, "what": Occupation.FARMER, "pay_food": [0, 2]}),
    (Fault.PAYS_TOO_MUCH, replace(RICH, **JOINERY), ("House", "Wood"),
     {"group": Group.ADD_ROOMS, "count": 1, "virtual": 1}),
    (Fault.NO_WORKSHOP, RICH, ("House", "Wood"), {"group": Group.ADD_ROOMS, "count": 1, "pay": [1], "virtual": 1}),
    (Fault.UPGRADE_WRONG, RICH, ("House",), {"group": Group.UPGRADE_HOUSE, "what": House.WOOD}),
    (Fault.UPGRADE_WRONG, RICH, ("House",), {"group": Group.UPGRADE_HOUSE, "what": 3}),
    (Fault.NO_FREE_ROOM, replace(RICH, babies=1), ("House",), BABY),
    (Fault.BABIES_FULL, replace(RICH, babies=4, rooms=9), ("House",), BABY),
    (Fault.NOT_PLANTABLE, RICH, ("Field",), {"group": Group.PLANT_FIELD, "what": Good.VEGETABLES}),
    (Fault.NOT_PLANTABLE, RICH, ("Field",), {"group": Group.PLANT_FIELD, "what": Good.WOOD}),
    (Fault.NOT_PLANTABLE, RICH, ("Field", "Grain"),
     {"group": Group.PLANT_FIELD, "what": Good.VEGETABLES, "die": Face.GRAIN}),
    (Fault.NOT_PLANTABLE, RICH, ("Field", "Grain"), {"group": Group.PLANT_FIELD, "die": Face.GRAIN}),
    (Fault.NO_ANIMAL_DIE, RICH, ("Pasture", "Boar"), {"group": Group.BUILD_PASTURE, "die": Face.SHEEP}),
    (Fault.NO_ANIMAL_DIE, RICH, ("Pasture", "Grain"), {"group": Group.BUILD_PASTURE, "die": Face.GRAIN}),
    (Fault.ALREADY_OWNED, RICH, ("Mayor",), {"group": Group.GAIN_OCCUPATION, "what": Occupation.MAYOR}),
    (Fault.ALREADY_OWNED, replace(RICH, **OVEN), ("Oven",),
     {"group": Group.BUILD_HEARTH_OR_OVEN, "what": Improvement.OVEN, "material": Resource.BRICK}),
    (Fault.NOT_SHOWN, RICH, ("Builder",), {"group": Group.GAIN_OCCUPATION, "what": Occupation.FARMER}),
    (Fault.NOT_SHOWN, RICH, ("Joinery",), {"group": Group.BUILD_WORKSHOP, "what": Improvement.POTTERY}),
    (Fault.NOTHING_COLLECTED, RICH, ("Food",), {"group": Group.COLLECT_PRODUCE, "what": Face.FOOD}),
    (Fault.NOTHING_COLLECTED, RICH, ("Grain", "2 Food"),
     {"group": Group.COLLECT_PRODUCE, "what": Face.GRAIN, "count": 1, "twos": 1}),
    (Fault.NOTHING_COLLECTED, RICH, ("Wood",), {"group": Group.COLLECT_RESOURCES, "what": Face.SHEEP, "count": 1}),
    (Fault.NOTHING_COLLECTED, RICH, ("Boar",), {**COLLECT, "count": 0}),
    (Fault.NO_PASTURE, replace(RICH, pastures=0, sheep=0), ("Boar",), COLLECT),
    (Fault.NO_PASTURE, replace(RICH, pastures=0, sheep=0), ("Boar",), {**COLLECT, "room": Room.DISCARD_NEW}),
    (Fault.NO_SPACE, RICH, ("Boar",), COLLECT),
    (Fault.SPACE_THERE, replace(RICH, pastures=2), ("Boar",), {**COLLECT, "room": Room.DISCARD_NEW}),
    (Fault.NO_HEARTH, RICH, ("Boar",), {**COLLECT, "room": Room.COOK_NEW}),
    (Fault.NO_HEARTH, RICH, ("Boar",), {**COLLECT, "room": Room.COOK_OTHER, "other": Animal.SHEEP}),
    (Fault.OTHER_ABSENT, RICH, ("Boar",), {**COLLECT, "room": Room.DISCARD_OTHER, "other": Animal.CATTLE}),
    (Fault.OTHER_ABSENT, RICH, ("Boar",), {**COLLECT, "room": Room.DISCARD_OTHER, "other": Animal.BOAR}),
    (Fault.LEGAL, RICH, ("House",), BABY),
    (Fault.LEGAL, RICH, ("Boar",), {**COLLECT, "room": Room.DISCARD_OTHER, "other": Animal.SHEEP}),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "farm", "dice", "fields"), FAULTS, ids=[wanted.name for wanted, *_ in FAULTS])
def test_faults(wanted, farm, dice, fields):
    assert fault(farm, dice, make_move(**fields)) == wanted


def test_faults_are_all_shown():
    assert {wanted for wanted, *_ in FAULTS} == set(Fault)


def test_face_names_are_those_of_the_engine():
    """The two lists of names stand in the same order."""
    assert face("2 Food") == Face.TWO_FOOD
    assert face("Basketmaker's Workshop") == Face.BASKETMAKER
    assert [face(name.title()) for name in ("house", "midwife", "oven", "stone", "cattle")] == [
        Face.HOUSE, Face.MIDWIFE, Face.OVEN, Face.STONE, Face.CATTLE]  # fmt: skip
