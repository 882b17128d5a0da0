"""The oracle against the worked examples of `rules/express.md`, by hand-written positions, and against its rulings.

Tests named `test_example_N` are the file's section "Worked examples", in its order.
"""

from collections import Counter
from dataclasses import asdict, replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from .express import (
    DICE,
    IMPROVEMENTS,
    OCCUPATIONS,
    Decide,
    Farm,
    Moment,
    Options,
    best_harvest_points,
    breed,
    family_first,
    family_first_cooking,
    family_first_keep,
    family_first_move,
    harvest,
    legal_outcomes,
    next_start_player,
    play,
    roll_with,
    winners,
)
from .express_game import act
from .express_moves import KIND, settings

COMMON = Farm(house=1, rooms=2, babies=1, fields=3, pastures=1, sheep=4, grain=3, food=7)
JOINERY, BASKETS = frozenset({"Joinery"}), frozenset({"Basketmaker's Workshop"})
OVEN, HEARTH = frozenset({"Oven"}), frozenset({"Hearth"})
QUIET_ROLL = (
    "2 Food",
    "Boar",
    "Brick",
    "Cattle",
    "Field",
    "Field",
    "Food",
    "Food",
    "Mayor",
    "Oven",
    "Reed",
    "Sheep",
    "Wood",
)


def outcomes(farm, *dice, group=None, options=Options()):
    """Return the set of (farm after, dice left) of one dice group."""
    found = legal_outcomes(farm, dice, options)
    return {(after, left) for name, after, left in found if name == group}


def groups(farm, *dice, options=Options()):
    return {group for group, _, _ in legal_outcomes(farm, dice, options)}


def farms(found):
    return {farm for farm, _ in found}


def total(farm, number, **cooked):
    return sum(harvest(farm, number, cooked)[1].values())


# --- Worked examples -----------------------------------------------------------------------------------------------


def test_example_1_a_fresh_farm_scores_minus_6():
    after, points = harvest(Farm.start(), 1, {})
    assert (after.points, points["missing food"], after.food) == (-6, -6, 0)
    assert sum(points.values()) == -6


def test_example_2_a_common_farm():
    after, points = harvest(COMMON, 1, {})
    assert {name: count for name, count in points.items() if count} == {
        "house": 7,
        "fields": 6,
        "pastures": 4,
        "grain": 2,
        "sheep": 2,
    }
    assert (after.food, after.sheep, after.points) == (1, 5, 21)


def test_example_3_with_mayor_and_midwife():
    after, points = harvest(replace(COMMON, occupations=frozenset({"Mayor", "Midwife"})), 1, {})
    assert (after.food, points["fields"], points["babies"], after.points) == (2, 12, 1, 28)


def test_example_4_babies_count_at_harvest_3():
    assert total(COMMON, 2) == 21
    assert total(COMMON, 3) == 22


def test_example_5_a_full_stone_house():
    after, points = harvest(Farm(house=2, rooms=4, babies=4, food=12), 3, {})
    assert (points["house"], points["babies"], points["missing food"], after.points) == (15, 7, 0, 22)


@pytest.mark.parametrize(
    ("workshop", "store", "points"),
    [
        ("Joinery", {"wood": 7}, 4),
        ("Pottery Workshop", {"brick": 5}, 2),
        ("Stonecutter's Workshop", {"stone": 5}, 4),
        ("Basketmaker's Workshop", {"reed": 1}, 0),
    ],
)
def test_example_6_workshops(workshop, store, points):
    assert total(Farm(food=4, improvements=frozenset({workshop}), **store), 1) == points
    assert total(Farm(food=4, **store), 1) == 0


@pytest.mark.parametrize(
    ("animals", "pastures", "born"),
    [((5, 0, 0), 2, (2, 0, 0)), ((4, 0, 2), 2, (1, 0, 1)), ((4, 0, 4), 3, (1, 0, 2)), ((0, 1, 0), 1, (0, 0, 0))],
)
def test_example_7_breeding(animals, pastures, born):
    assert breed(*animals, pastures) == born


def test_example_8_rooms_paid_by_dice():
    farm, dice = Farm(reed=2), ("House", "Wood", "Wood", "Wood")
    assert {after.rooms for after in farms(outcomes(farm, *dice, group="Add rooms"))} == {1}
    with_joinery = outcomes(replace(farm, improvements=JOINERY), *dice, group="Add rooms")
    assert {(after.rooms, after.reed, left) for after, left in with_joinery} == {
        (1, 1, ("Wood",)),
        (1, 1, ("Wood", "Wood")),
        (2, 0, ()),
    }


def test_example_9_an_occupation_paid_by_dice():
    mayor = Farm(occupations=frozenset({"Mayor"}))
    dice = ("Mayor", "Food", "Grain", "2 Food")
    assert outcomes(Farm(), *dice, group="Gain occupation") == {(mayor, ("Food", "Grain"))}
    by_die = Options(two_food_pays="die")
    assert outcomes(Farm(), *dice, group="Gain occupation", options=by_die) == {(mayor, ("Grain",))}


def test_example_10_a_pasture_paid_by_one_wood_die_and_joinery():
    farm = Farm(improvements=JOINERY)
    found = outcomes(farm, "Pasture", "Wood", "Cattle", group="Build pasture")
    assert found == {(replace(farm, pastures=1), ("Cattle",)), (replace(farm, pastures=1, cattle=1), ())}
    assert not outcomes(Farm(), "Pasture", "Wood", "Cattle", group="Build pasture")


def test_example_11_no_room_for_two_cattle():
    farm = Farm(pastures=1, sheep=3)
    both = [after for after, left in outcomes(farm, "Cattle", "Cattle", group="Collect animals") if not left]
    assert set(both) == {farm, replace(farm, sheep=0, cattle=2)}
    farm = replace(farm, improvements=HEARTH)
    both = [after for after, left in outcomes(farm, "Cattle", "Cattle", group="Collect animals") if not left]
    assert set(both) == {
        farm,
        replace(farm, sheep=0, cattle=2),
        replace(farm, sheep=0, cattle=2, food=6),
        replace(farm, food=8),
    }


def test_example_12_planting():
    farm = Farm(grain=1)
    assert {after.grain for after in farms(outcomes(farm, "Field", group="Plant field"))} == {1, 2}
    assert {(after.grain, left) for after, left in outcomes(farm, "Field", "Grain", group="Plant field")} == {
        (1, ("Grain",)),
        (2, ("Grain",)),
        (3, ()),
    }


def test_example_13_a_baby_needs_an_empty_room():
    assert "Have baby" not in groups(Farm(rooms=1, babies=1), "House")
    assert farms(outcomes(Farm(rooms=2, babies=1), "House", group="Have baby")) == {Farm(rooms=2, babies=2)}
    assert "Have baby" not in groups(Farm(rooms=5, babies=4), "House")


def test_example_14_cooking_for_an_occupation():
    farm = Farm(vegetables=1, improvements=OVEN)
    after = replace(farm, vegetables=0, food=2, occupations=frozenset({"Mayor"}))
    assert outcomes(farm, "Mayor", group="Gain occupation") == {(after, ())}


def test_example_15_chances_on_a_fresh_roll():
    def chance(kind, holds):
        number, faces = DICE[kind]
        rolls = list(product(faces, repeat=number))
        return Fraction(sum(holds(Counter(roll)) for roll in rolls), len(rolls))

    assert chance("Farm", lambda roll: roll["House"] >= 1) == Fraction(5, 9)
    assert chance("Farm", lambda roll: roll["House"] == 2) == Fraction(1, 9)
    assert chance("Resource", lambda roll: roll["Wood"] >= 2) == Fraction(7, 27)
    assert chance("Animal", lambda roll: max(roll.values()) == 3) == Fraction(1, 6)
    assert chance("Animal", lambda roll: roll["Cattle"] >= 1) == Fraction(91, 216)


# --- Dice and start ------------------------------------------------------------------------------------------------


def test_dice_are_thirteen_with_six_faces():
    assert sum(number for number, _ in DICE.values()) == 13
    assert all(len(faces) == 6 for _, faces in DICE.values())


def test_start():
    assert {name: value for name, value in asdict(Farm.start()).items() if value} == {
        "food": 2,
        "reed": 1,
        "wood": 1,
        "brick": 1,
        "stone": 1,
    }


def test_options_refuse_unknown_readings():
    with pytest.raises(ValueError, match="two_food_pays"):
        Options(two_food_pays="both")
    with pytest.raises(ValueError, match="breeding_ties"):
        Options(breeding_ties=("Sheep",))


# --- Powers --------------------------------------------------------------------------------------------------------


def test_settings_change_every_die_they_touch():
    assert {dice for dice, _ in settings(("House", "Field"), "Farm", 1)} == {
        ("House", "Pasture"),
        ("House", "House"),
        ("Field", "Field"),
        ("Field", "Pasture"),
    }
    two = {dice for dice, _ in settings(("Cattle", "Sheep"), "Animal", 2)}
    assert two == {("Boar", "Cattle"), ("Cattle", "Cattle"), ("Boar", "Sheep"), ("Sheep", "Sheep"), ("Boar", "Boar")}


def test_the_mayor_pays_two_food_for_a_baby():
    farm = Farm(rooms=1, food=2, occupations=frozenset({"Mayor"}))
    assert outcomes(farm, "Field", group="Have baby") == {(replace(farm, food=0, babies=1), ())}
    assert not outcomes(replace(farm, food=1), "Field", group="Have baby")


def test_a_set_die_may_stay():
    farm = Farm(occupations=frozenset({"Rancher"}))
    assert outcomes(farm, "Brick", "Boar", group="Collect resources") == {
        (replace(farm, brick=1), (animal,)) for animal in ("Sheep", "Boar", "Cattle")
    }


def test_only_one_power_an_action():
    farm = Farm(food=2, rooms=1, occupations=frozenset({"Mayor", "Gatherer"}))
    left = {left for _, left in outcomes(farm, "Field", "Food", "Wood", group="Collect produce")}
    assert ("House", "Wood") in left
    assert ("Brick", "Field") in left
    assert ("Brick", "House") not in left


def test_mayor_and_occupation_are_cooked_for_together():
    farm = Farm(grain=2, vegetables=1, improvements=OVEN, occupations=frozenset({"Mayor"}))
    found = outcomes(farm, "House", "Builder", group="Gain occupation")

    def stores(unset):
        return {(after.grain, after.vegetables, after.food) for after, left in found if ("House" in left) == unset}

    # Without the Mayor 1 Food is owed: a grain or a vegetable. With him 3: the vegetable or both grains; a grain and
    # the vegetable would be more than is needed.
    assert stores(unset=True) == {(1, 1, 1), (2, 0, 2)}
    assert stores(unset=False) == {(2, 0, 0), (0, 1, 1)}


def test_cooking_old_animals_for_the_mayor_makes_room():
    farm = Farm(pastures=1, sheep=1, improvements=HEARTH, occupations=frozenset({"Mayor"}))
    found = outcomes(farm, "Field", "Cattle", group="Collect animals")
    assert (replace(farm, sheep=0, cattle=1, food=0), ("House",)) in found
    assert (replace(farm, sheep=0, cattle=1, food=2), ("House",)) not in found


def test_the_mayor_paid_from_dice():
    farm = Farm(rooms=1, food=1, occupations=frozenset({"Mayor"}))
    dice = ("Field", "Food", "2 Food", "Food")
    assert not outcomes(farm, *dice, group="Have baby")
    either = Options(power_paid_from="sheet_or_dice")
    baby = replace(farm, babies=1)
    assert outcomes(farm, *dice, group="Have baby", options=either) == {
        (replace(baby, food=0), ("Food", "Food")),
        (replace(baby, food=0), ("2 Food",)),
        (baby, ()),
    }
    by_die = Options(power_paid_from="sheet_or_dice", two_food_pays="die")
    assert outcomes(farm, *dice, group="Have baby", options=by_die) == {
        (replace(baby, food=0), ("Food",)),
        (replace(baby, food=0), ("2 Food",)),
    }


def test_farmer_dice_may_pay():
    farm = Farm(occupations=frozenset({"Farmer"}))
    paid = replace(farm, occupations=frozenset({"Farmer", "Mayor"}))
    assert outcomes(farm, "Mayor", "Grain", group="Gain occupation") == {(paid, ())}


# --- Dice groups ---------------------------------------------------------------------------------------------------


def test_virtual_die_pays_or_real_dice_do():
    farm = Farm(reed=1, improvements=JOINERY)
    assert {left for _, left in outcomes(farm, "House", "Wood", "Wood", group="Add rooms")} == {(), ("Wood",)}


def test_one_virtual_die_of_each_resource():
    farm = Farm(improvements=JOINERY | BASKETS)
    assert {after.rooms for after in farms(outcomes(farm, "House", "Wood", "Reed", group="Add rooms"))} == {1}
    assert not outcomes(Farm(reed=2, improvements=JOINERY), "House", group="Add rooms")


def test_upgrade_both_steps_at_once_without_rooms():
    found = farms(outcomes(Farm(brick=2, stone=2), "House", group="Upgrade house"))
    assert found == {Farm(house=1, stone=2), Farm(house=2)}
    assert farms(outcomes(Farm(house=1, stone=2), "House", group="Upgrade house")) == {Farm(house=2)}
    assert not outcomes(Farm(house=2, brick=9, stone=9), "House", group="Upgrade house")


def test_stone_rooms_cost_stone():
    assert farms(outcomes(Farm(house=2, reed=1, stone=1), "House", group="Add rooms")) == {Farm(house=2, rooms=1)}


def test_free_choice_of_an_improvement():
    farm = Farm(brick=1, wood=1, improvements=JOINERY)
    built = outcomes(farm, "Joinery", group="Build workshop")
    assert len(built) == 5
    assert (replace(farm, brick=0, improvements=JOINERY | OVEN), ()) in built
    as_face = outcomes(farm, "Joinery", group="Build workshop", options=Options(free_choice_cost="face"))
    assert (replace(farm, wood=0, improvements=JOINERY | OVEN), ()) in as_face
    assert all(after.brick == 1 for after in farms(as_face))


def test_all_owned_is_no_group():
    everything = frozenset(OCCUPATIONS)
    assert "Gain occupation" not in groups(Farm(food=9, occupations=everything), "Mayor")
    assert {
        next(iter(after.occupations - {"Mayor"}))
        for after in farms(outcomes(Farm(food=1, occupations=frozenset({"Mayor"})), "Mayor", group="Gain occupation"))
    } == everything - {"Mayor"}


def test_fewer_dice_and_mixed_food():
    found = outcomes(Farm(), "Food", "Food", "2 Food", group="Collect produce")
    assert {(after.food, left) for after, left in found} == {
        (1, ("2 Food", "Food")),
        (2, ("2 Food",)),
        (2, ("Food", "Food")),
        (3, ("Food",)),
        (4, ()),
    }


def test_a_workshop_die_comes_along_and_never_alone():
    farm = Farm(improvements=JOINERY)
    assert {(after.wood, left) for after, left in outcomes(farm, "Wood", "Wood", group="Collect resources")} == {
        (2, ("Wood",)),
        (3, ()),
    }
    assert not legal_outcomes(farm, ("Sheep",))


def test_animals_without_pasture_need_a_hearth():
    assert not legal_outcomes(Farm(), ("Cattle",))
    farm = Farm(improvements=HEARTH)
    assert outcomes(farm, "Cattle", group="Collect animals") == {(replace(farm, food=4), ())}


def test_room_leaves_no_other_outcome():
    farm = Farm(pastures=2, sheep=1, improvements=HEARTH)
    assert farms(outcomes(farm, "Boar", group="Collect animals")) == {replace(farm, boar=1)}


# --- Harvest -------------------------------------------------------------------------------------------------------


def ways_to_part(count, parts):
    """Yield every list of at most `parts` herds that together are `count` animals."""
    if count == 0:
        yield ()
    elif parts:
        for first in range(1, count + 1):
            for rest in ways_to_part(count - first, parts - 1):
                yield (first, *rest)


def test_breeding_pairs_equal_every_way_to_part_a_herd():
    for count, pastures in product(range(1, 10), range(1, 5)):
        born = max(sum(herd >= 2 for herd in herds) for herds in ways_to_part(count, pastures))
        assert breed(count, 0, 0, pastures) == (born, 0, 0)


def test_breeding_options():
    assert breed(6, 0, 6, 5, Options(breeding="per_type")) == (1, 0, 1)
    assert breed(6, 0, 6, 5, Options(rearrange="fixed")) == (1, 0, 1)
    assert breed(4, 4, 4, 4) == (1, 1, 2)
    assert breed(4, 4, 4, 4, Options(breeding_ties=("Sheep", "Cattle", "Boar"))) == (2, 1, 1)
    with pytest.raises(ValueError, match="no room"):
        breed(1, 1, 0, 1)


def test_scores_by_item():
    farm = Farm(
        food=4,
        pastures=3,
        sheep=1,
        boar=1,
        cattle=1,
        vegetables=2,
        grain=4,
        occupations=frozenset({"Builder"}),
        improvements=JOINERY | OVEN,
    )
    points = harvest(farm, 1, {})[1]
    assert {name: count for name, count in points.items() if count} == {
        "pastures": 6,
        "sheep": 1,
        "boar": 1,
        "cattle": 2,
        "vegetables": 3,
        "grain": 3,
        "improvements": 2,
    }


@pytest.mark.parametrize(
    ("animal", "before", "after", "points"),
    [
        ("sheep", 1, 1, 1),
        ("sheep", 2, 3, 2),
        ("sheep", 4, 5, 2),
        ("boar", 1, 1, 1),
        ("boar", 2, 3, 2),
        ("boar", 5, 6, 4),
        ("cattle", 1, 1, 2),
        ("cattle", 4, 5, 6),
    ],
)
def test_herds_score_with_their_newborn(animal, before, after, points):
    farm, scored = harvest(Farm(food=4, pastures=1, **{animal: before}), 1, {})
    assert (getattr(farm, animal), scored[animal]) == (after, points)


def test_illegal_cooking():
    for farm, cooked in [
        (Farm(grain=1), {"Grain": 1}),
        (Farm(improvements=OVEN), {"Grain": 1}),
        (Farm(improvements=OVEN, sheep=1, pastures=1), {"Sheep": 1}),
        (Farm(wood=1), {"Wood": 1}),
        (Farm(improvements=OVEN, grain=1), {"Grain": -1}),
    ]:
        with pytest.raises(ValueError, match=r"cannot cook|no "):
            harvest(farm, 1, cooked)


def test_withholding():
    farm = Farm(food=3)
    with pytest.raises(ValueError, match="must be paid"):
        harvest(farm, 1, {}, 1)
    may = Options(feeding="may_withhold")
    assert harvest(farm, 1, {}, 2, may)[0] == Farm(food=2, points=-9)
    with pytest.raises(ValueError, match="withhold"):
        harvest(farm, 1, {}, 4, may)


def test_best_harvest_cooks_what_pays():
    farm = Farm(sheep=2, pastures=1, improvements=HEARTH)
    # Without cooking -12 + 4 + sheep 3: 1 + 1. One cooked: -6 + 4 + 1. Both: 0 + 4.
    assert [total(farm, 1, Sheep=count) for count in range(3)] == [-6, -1, 4]
    assert best_harvest_points(farm, 1) == 4
    assert best_harvest_points(replace(farm, food=4), 1) == 6


# --- Rounds --------------------------------------------------------------------------------------------------------


def simple_decide(**changes):
    """Return callbacks that roll QUIET_ROLL for every action and collect all the food."""

    def choose(moment, dice, found):
        return min((key for key in found if key[0] == "Collect produce"), key=lambda key: (-key[1].food, repr(key)))

    return replace(
        Decide(
            keep=lambda moment, dice: False,
            roll=lambda moment: QUIET_ROLL,
            choose=choose,
            cook=lambda seat, farm, number: {},
        ),
        **changes,
    )


def test_plain_turn_order():
    result = play(3, simple_decide())
    assert result.actions == tuple((number, seat) for number in range(1, 7) for seat in (0, 1, 2) * 2)
    assert result.start_players == (0,) * 6
    assert result.winners == (0, 1, 2)


def test_harvests_follow_rounds_3_5_and_6():
    held = []

    def cook(seat, farm, number):
        held.append((len(seen), number))
        return {}

    seen = []

    def roll(moment):
        seen.append(moment)
        return QUIET_ROLL

    play(1, simple_decide(roll=roll, cook=cook))
    assert held == [(6, 1), (10, 2), (12, 3)]


def test_example_13_the_baby_gives_one_more_action_at_once():
    last_chance = (1, 0, 2)  # round 1, seat 0, its second action
    roll = ("House", "House", *without_farm(QUIET_ROLL))

    def choose(moment, dice, found):
        here = (moment.round_number, moment.seat, moment.action_number)
        if here == (1, 0, 0):
            return next(key for key in found if key[0] == "Add rooms" and key[1].rooms == 1)
        if here == last_chance:
            return next(key for key in found if key[0] == "Have baby")
        return simple_decide().choose(moment, dice, found)

    result = play(2, simple_decide(choose=choose, roll=lambda moment: roll))
    assert [seat for number, seat in result.actions if number == 1] == [0, 1, 0, 1, 0]
    assert [seat for number, seat in result.actions if number == 2] == [0, 1, 0, 1, 0]


def without_farm(dice):
    return tuple(face for face in dice if KIND[face] != "Farm")


def test_dice_left_stay_for_the_next_player():
    seen = []

    def keep(moment, dice):
        seen.append((moment.action_number, len(dice)))
        return moment.action_number != 6

    def choose(moment, dice, found):
        return min(found, key=lambda key: (-len(key[2]), repr(key)))

    play(1, simple_decide(keep=keep, choose=choose))
    # One die leaves at each action, over the rounds and over harvest 1, which comes before action 6; that one rolls.
    assert seen[:7] == [(1, 12), (2, 11), (3, 10), (4, 9), (5, 8), (6, 7), (7, 12)]


def test_without_a_group_there_is_a_roll_unasked():
    def never(moment, dice):
        raise AssertionError("keeping is not legal here")

    for dice in ((), ("Cattle", "House")):
        moment = Moment(1, 0, 0, (Farm(),))
        assert len(act(moment, dice, simple_decide(keep=never), Options())[2]) == 10


def test_a_power_can_make_a_group():
    farm = Farm(rooms=1, food=2, occupations=frozenset({"Mayor"}))
    assert groups(farm, "Pasture") == {"Have baby", "Plant field"}


def test_illegal_decisions_are_refused():
    with pytest.raises(ValueError, match="illegal outcome"):
        play(1, simple_decide(choose=lambda moment, dice, found: ("Have baby", Farm(), ())))
    with pytest.raises(ValueError, match="no roll"):
        play(1, simple_decide(roll=lambda moment: QUIET_ROLL[:-1]))


@pytest.mark.parametrize(("tie", "start"), [("from_old", 2), ("after_old", 0), ("lowest_seat", 0)])
def test_start_player_ties(tie, start):
    assert next_start_player(2, (5, 7, 5), Options(start_player_tie=tie)) == start
    assert next_start_player(2, (5, 4, 5), Options(start_player_tie=tie)) == 1


def test_tied_away_from_the_old_start_player():
    assert next_start_player(1, (5, 7, 9, 5), Options()) == 3
    assert next_start_player(1, (5, 7, 9, 5), Options(start_player_tie="lowest_seat")) == 0


def test_winners_by_score_then_food():
    assert winners((Farm(points=9), Farm(points=9, food=1), Farm(points=8, food=5))) == (1,)
    assert winners((Farm(points=9), Farm(points=9))) == (0, 1)


# --- Whole games by chance -----------------------------------------------------------------------------------------

OPTION_SETS = (
    Options(),
    Options(two_food_pays="die", power_paid_from="sheet_or_dice", free_choice_cost="face"),
    Options(breeding="per_type", rearrange="fixed", power_paid_from="sheet_or_dice"),
)


def assert_sound(farm, dice, key):
    """Check what holds after any outcome: no good is negative, herds fit, no die appears from nowhere."""
    _, after, left = key
    numbers = [value for name, value in asdict(after).items() if isinstance(value, int) and name != "points"]
    assert min(numbers) >= 0
    assert len(after.kept()) <= after.pastures
    assert after.babies <= min(4, after.rooms)
    before, now = (Counter(KIND[face] for face in faces) for faces in (dice, left))
    assert now <= before
    assert now != before
    assert after.points == farm.points
    assert left == tuple(sorted(left))


@pytest.mark.parametrize("options", OPTION_SETS)
def test_random_games_are_sound(options):
    random = Random(7)

    def choose(moment, dice, found):
        for key in found:
            assert_sound(moment.farm, dice, key)
        assert family_first_move_is_legal(moment.farm, dice, found, options)
        return random.choice(sorted(found, key=repr))

    def cook(seat, farm, number):
        best = best_harvest_points(farm, number, options)
        cooked = family_first_cooking(farm)
        assert sum(harvest(farm, number, cooked, options=options)[1].values()) <= best
        return cooked

    for players in (1, 2, 4):
        play(
            players,
            Decide(
                keep=lambda moment, dice: random.random() < 0.5,
                roll=lambda moment: roll_with(random),
                choose=choose,
                cook=cook,
            ),
            options,
        )


def family_first_move_is_legal(farm, dice, found, options):
    try:
        return family_first_move(farm, dice, options) in found
    except ValueError:
        return len(dice) < 13  # family-first never keeps dice on which it has no line


@pytest.mark.parametrize("options", OPTION_SETS)
@pytest.mark.parametrize("players", [1, 3])
def test_family_first_plays_whole_games(players, options):
    random = Random(11)
    for _ in range(3):
        result = play(players, family_first(lambda moment: roll_with(random), options), options)
        assert len(result.farms) == players


def test_rich_random_farms_are_sound_and_family_first_is_legal():
    random = Random(3)
    for number in range(300):
        farm, dice, options = rich_farm(random), roll_with(random), OPTION_SETS[number % len(OPTION_SETS)]
        found = legal_outcomes(farm, dice, options)
        for key in found:
            assert_sound(farm, dice, key)
        assert family_first_move(farm, dice, options) in found


def rich_farm(random):
    """Return a farm with a bit of everything, herds within its pastures."""
    rooms, pastures = random.randrange(5), random.randrange(4)
    animals = {name: random.randrange(5) for name in random.sample(("sheep", "boar", "cattle"), pastures)}
    goods = {name: random.randrange(3) for name in ("food", "grain", "vegetables", "reed", "wood", "brick", "stone")}
    return Farm(
        house=random.randrange(3),
        rooms=rooms,
        babies=min(random.randrange(5), rooms),
        pastures=pastures,
        fields=random.randrange(6),
        occupations=frozenset(random.sample(OCCUPATIONS, 2)),
        improvements=frozenset(random.sample(IMPROVEMENTS, 3)),
        **animals,
        **goods,
    )


# --- family-first, line by line ------------------------------------------------------------------------------------

REST = ("Brick", "Brick", "Reed", "Sheep", "Sheep", "Boar", "Joinery", "Builder")
FAMILY_CASES = {
    "1 baby": (Farm(rooms=1), ("House", *REST), "Have baby", {"babies": 1}),
    "2 room": (Farm(reed=1), ("House", "Wood", "Wood", *REST), "Add rooms", {"rooms": 1, "reed": 0}),
    "3 mayor": (
        Farm(rooms=1, food=2, occupations=frozenset({"Mayor"})),
        ("Field", "Pasture", *REST),
        "Have baby",
        {"babies": 1, "food": 0},
    ),
    "4 midwife": (
        Farm(rooms=1, babies=1, food=1),
        ("Field", "Midwife", "Brick"),
        "Gain occupation",
        {"food": 0, "occupations": frozenset({"Midwife"})},
    ),
    "5 farmer": (
        Farm(occupations=frozenset({"Farmer"})),
        ("Field", "Grain", "Food", "Vegetable", "Wood"),
        "Collect produce",
        {"food": 5},
    ),
    "5 as rolled": (Farm(), ("Field", "Grain", "Food", "2 Food"), "Collect produce", {"food": 3}),
    "6 field": (
        Farm(food=4, grain=1),
        ("Field", "Grain", "Grain", "Vegetable"),
        "Plant field",
        {"fields": 1, "vegetables": 2},
    ),
    "6 from the sheet": (
        Farm(food=4, grain=1, vegetables=1),
        ("Field", "Wood"),
        "Plant field",
        {"fields": 1, "vegetables": 2},
    ),
    "7 pasture": (
        Farm(food=4, wood=1),
        ("Pasture", "Sheep", "Boar", "Sheep"),
        "Build pasture",
        {"pastures": 1, "wood": 0, "boar": 1},
    ),
    "8 occupation": (
        Farm(food=4),
        ("Mayor", "Joinery", "Wood", "Wood"),
        "Gain occupation",
        {"food": 3, "occupations": frozenset({"Mayor"})},
    ),
    "9 stone": (Farm(food=4, stone=1), ("Oven", "Wood"), "Build hearth or oven", {"stone": 0, "improvements": OVEN}),
    "10 upgrade": (
        Farm(food=8, rooms=2, babies=2, brick=2, stone=1),
        ("House", "Stone", "Stone"),
        "Upgrade house",
        {"house": 2, "brick": 0, "stone": 0},
    ),
    "11 animals": (
        Farm(food=4, pastures=3, fields=4),
        ("Sheep", "Boar", "Cattle", "Pasture"),
        "Collect animals",
        {"cattle": 1},
    ),
    "12 resources": (Farm(food=4, improvements=JOINERY), ("Wood", "Stone", "Brick"), "Collect resources", {"wood": 2}),
    "13 produce": (Farm(food=4), ("Food", "Grain", "Vegetable"), "Collect produce", {"vegetables": 1}),
}


@pytest.mark.parametrize("case", FAMILY_CASES)
def test_family_first_lines(case):
    farm, dice, group, changes = FAMILY_CASES[case]
    move = family_first_move(farm, dice)
    assert move[:2] == (group, replace(farm, **changes))
    assert move in legal_outcomes(farm, dice)


def test_family_first_mayor_sets_the_pasture_die():
    farm = Farm(rooms=1, food=2, occupations=frozenset({"Mayor"}))
    assert family_first_move(farm, ("Field", "Pasture"))[2] == ("Field",)


def test_family_first_keeps_for_a_baby_only():
    assert family_first_keep(Farm(rooms=1), ("House",))
    assert not family_first_keep(Farm(rooms=1, babies=1), ("House",))
    assert not family_first_keep(Farm(rooms=1, occupations=frozenset({"Mayor"}), food=2), ("Field",))


def test_family_first_cooks_in_its_order_while_food_is_short():
    farm = Farm(grain=1, sheep=1, vegetables=1, cattle=1, pastures=2, improvements=OVEN | HEARTH)
    assert family_first_cooking(farm) == {"Grain": 1, "Sheep": 1}
    assert family_first_cooking(replace(farm, babies=1)) == {"Grain": 1, "Sheep": 1, "Vegetable": 1}
    assert family_first_cooking(replace(farm, food=4)) == {}


def test_family_first_pays_the_least_food_dice():
    farm = Farm(rooms=1, babies=1)
    dice = ("Midwife", "Food", "Food", "2 Food")
    assert family_first_move(farm, dice)[2] == ("2 Food",)
    assert family_first_move(farm, dice[:1] + dice[2:])[2] == ("Food",)
    assert family_first_move(farm, dice[:1] + dice[2:], Options(two_food_pays="die"))[2] == ()


def test_family_first_counts_the_virtual_die_first():
    farm = Farm(food=4, improvements=JOINERY)
    assert family_first_move(farm, ("Pasture", "Wood", "Wood"))[2] == ("Wood",)
    assert family_first_move(replace(farm, wood=1), ("Pasture", "Wood", "Wood"))[2] == ("Wood", "Wood")
    assert family_first_move(farm, ("Pasture", "Wood"))[0] == "Build pasture"
