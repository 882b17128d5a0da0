"""The oracle against the edge cases of `rules/agricola-2007.md`, sections 16 and 16.1: rounds, animals, food, scores.

A test's number is the case's (E33 to E66 and S1 to S7). The first cases: `test_agricola_2007_building`; whole games:
`test_agricola_replays`.
"""

from dataclasses import replace

import pytest

from .agricola import (
    BARE,
    Farm,
    Feeding,
    Move,
    Rules,
    all_moves,
    apply,
    baked_food,
    bred,
    breed,
    breeding_fault,
    capacities,
    feed,
    fits,
    harvest_fields,
    legal_fault,
    maximal_herds,
    need,
    new_game,
    score,
    single_places,
    total,
)
from .agricola_hands import after, cells, fault, fenced, game_of, lying, next_round, supply
from .agricola_score import step_points

FAMILY = Rules("2007", "F", 2)
PAIR = {(0, 3), (0, 4)}
EMPTY_FIELD = {(0, 2): BARE}


@pytest.mark.parametrize(("players", "seen"), [(2, (9, 0, 3)), (1, (6, 0, 2))])
def test_e33_wood_accumulates(players, seen):
    game = new_game(Rules("2007", "N", players))
    for _ in range(3):
        game = next_round(game)
    taken = apply(game, Move("WOOD3"))
    assert taken.farms[0].wood == seen[0]
    assert (game.piles["WOOD3"], taken.piles["WOOD3"], next_round(taken).piles["WOOD3"]) == seen


def test_e34_sheep_since_round_2():
    game = new_game(deck=("SOW", "SHEEP", "IMPR", "FENCE", *new_game().deck[4:]))
    game = next_round(game)
    assert "SHEEP" not in game.table
    for _ in range(3):
        game = next_round(game)
    assert (game.round, game.piles["SHEEP"]) == (4, 3)
    assert apply(game, Move("SHEEP", kept=(1, 0, 0))).piles["SHEEP"] == 0


def test_e35_stone_and_wood_do_not_accumulate():
    game = new_game(Rules("2007", "N", 5))
    for _ in range(3):
        game = next_round(game)
    assert supply(apply(game, Move("G5-RSW")).farms[0]) == (1, 0, 3, 1)


@pytest.mark.parametrize(("round", "foods"), [(11, 3), (14, 0), (8, 5)])
def test_e37_well(round, foods):
    game = apply(game_of(Farm(wood=1, stone=3), round=round), Move("IMPR", improvement="well"))
    assert score(game.farms[0])["improvements"] == 4
    rounds = []
    while game.round < 14:
        food = game.farms[0].food
        game = next_round(game)
        rounds += [game.round] if game.farms[0].food > food else []
    assert rounds == list(range(round + 1, 15))[:foods]
    assert len(rounds) == foods


def test_e38_one_pet():
    game = lying(game_of(Farm()), SHEEP=5)
    assert max(move.kept for move in all_moves(game, "SHEEP")) == (1, 0, 0)
    then = apply(game, Move("SHEEP", kept=(1, 0, 0)))
    assert (then.farms[0].herd, then.farms[0].food, then.piles["SHEEP"]) == ((1, 0, 0), 0, 0)
    assert legal_fault(game, Move("SHEEP", kept=(1, 0, 0), cooked=(4, 0, 0)))


def test_e39_cooked_at_once():
    game = lying(game_of(Farm(improvements=frozenset({"fireplace_2"}))), SHEEP=5)
    four = apply(game, Move("SHEEP", kept=(1, 0, 0), cooked=(4, 0, 0))).farms[0]
    five = apply(game, Move("SHEEP", kept=(0, 0, 0), cooked=(5, 0, 0))).farms[0]
    assert (four.food, four.herd, five.food, five.herd) == (8, (1, 0, 0), 10, (0, 0, 0))


def test_e41_which_herds_fit():
    farm = Farm(fences=fenced(PAIR, {(1, 4)}))
    assert (capacities(farm), single_places(farm)) == ((4, 2), 1)
    assert [fits(farm, herd) for herd in ((3, 2, 1), (3, 2, 2), (6, 1, 0))] == [True, False, True]


def test_e42_maximal_herds():
    farm = Farm(fences=fenced({(0, 4)}), herd=(2, 1, 0))
    assert sorted(maximal_herds(farm, (2, 4, 0))) == [(0, 3, 0), (1, 2, 0), (2, 1, 0)]
    kept = {move.kept for move in all_moves(lying(game_of(farm), BOAR=3), "BOAR")}
    assert {(0, 3, 0), (1, 2, 0), (2, 1, 0)} <= kept
    assert max(map(sum, kept)) == 3


def test_e43_fireplace_bakes():
    farm = after(Farm(grain=4, improvements=frozenset({"fireplace_2"})), "SOW", bake=3)
    assert (farm.food, farm.grain) == (6, 1)


@pytest.mark.parametrize(
    ("owned", "grain", "food"),
    [
        ({"clay_oven", "stone_oven"}, 3, 13),
        ({"clay_oven", "hearth_4"}, 3, 11),
        ({"stone_oven", "fireplace_2"}, 4, 12),
    ],
)
def test_e45_ovens_together(owned, grain, food):
    assert baked_food(frozenset(owned), grain) == food
    assert after(Farm(grain=grain, improvements=frozenset(owned)), "SOW", bake=grain).food == food


def test_e45_ovens_alone_have_a_limit():
    assert baked_food(frozenset({"clay_oven", "stone_oven"}), 4) is None
    assert fault(Farm(grain=2, improvements=frozenset({"clay_oven"})), "SOW", bake=2)


def test_e46_oven_bakes_when_bought():
    farm = after(Farm(clay=3, stone=1, grain=1), "IMPR", improvement="clay_oven", bake=1)
    assert (farm.food, farm.grain, supply(farm)) == (5, 0, (0, 0, 0, 0))
    assert fault(Farm(clay=3, grain=1), "IMPR", improvement="fireplace_3", bake=1)


def test_e47_sow_and_bake():
    farm = Farm(grain=3, fields=EMPTY_FIELD, improvements=frozenset({"hearth_4"}))
    then = after(farm, "SOW", sow_grain=1, bake=2)
    assert (then.fields, then.food, then.grain) == ({(0, 2): ("grain", 3)}, 6, 0)
    assert fault(farm, "SOW", sow_grain=1, bake=3)


def test_e49_newborns_eat_less_once():
    assert need(Farm(people=3, newborns=1), solo=False) == 5
    game = next_round(game_of(Farm(people=3, newborns=1), round=6))
    assert need(game.farms[0], solo=False) == 6
    assert need(Farm(people=3, newborns=1), solo=True) == 7


def test_e50_begging_by_choice():
    farm = Farm(people=3, food=3, grain=1)
    eaten = feed(farm, Feeding(grain=1), solo=False)
    assert (eaten.food, eaten.grain, eaten.begging, score(eaten)["begging"]) == (0, 0, 2, -6)
    kept = feed(farm, Feeding(), solo=False)
    assert (kept.food, kept.grain, kept.begging) == (0, 1, 3)


def test_e51_workshops_once_per_harvest():
    farm = Farm(wood=4, clay=3, reed=2, people=5, improvements=frozenset({"joinery", "pottery", "basketmaker"}))
    fed = feed(farm, Feeding(joinery=True, pottery=True, basketmaker=True), solo=False)
    assert (supply(fed), fed.begging) == ((3, 2, 1, 0), 10 - 7)


def test_e53_no_place_for_a_newborn():
    farm = Farm(stables=cells((0, 4)), herd=(2, 0, 0))
    assert maximal_herds(farm, bred(farm.herd)) == [(2, 0, 0)]
    assert breeding_fault(farm, (3, 0, 0))


def test_e54_newborn_as_a_pet():
    farm = Farm(fences=fenced({(0, 4)}), herd=(2, 0, 0))
    assert breed(farm, (3, 0, 0)).herd == (3, 0, 0)


def test_e55_boar_released_for_a_lamb():
    farm = Farm(fences=fenced({(0, 4)}), herd=(2, 1, 0))
    assert sorted(maximal_herds(farm, bred(farm.herd))) == [(2, 1, 0), (3, 0, 0)]


def test_e57_every_kind_breeds():
    farm = Farm(fences=fenced(PAIR, {(1, 3), (1, 4)}, {(2, 4)}), herd=(3, 3, 2))
    assert (sorted(capacities(farm)), maximal_herds(farm, bred(farm.herd))) == ([2, 4, 4], [(4, 4, 3)])


def test_e58_one_newborn_of_a_kind():
    farm = Farm(fences=fenced(PAIR), stables=cells((0, 3)), herd=(7, 0, 0))
    assert maximal_herds(farm, bred(farm.herd)) == [(8, 0, 0)]


def test_e59_no_pairs():
    assert bred((1, 1, 1)) == (1, 1, 1)


def test_e61_order_of_placements():
    game = game_of(Farm(), others=Farm(people=3))
    order = []
    for space in ("DAY-N", "GRAIN", "CLAY1", "REED1", "FISH"):
        order.append(game.seat)
        game = apply(game, Move(space))
    assert (order, game.seat) == ([0, 1, 0, 1, 1], None)


def test_e62_storehouse():
    game = new_game(FAMILY, first=1)
    for _ in range(3):
        game = next_round(game)
    game = apply(replace(game, seat=0), Move("START-F"))
    assert (game.farms[0].food, game.marker, game.first) == (3 + 3, 0, 1)
    assert next_round(game).first == 0


def test_e63_day_laborer():
    farm = after(Farm(), "DAY-F", FAMILY, resources=("clay",))
    assert (farm.food, supply(farm)) == (1, (0, 1, 0, 0))
    assert fault(Farm(), "DAY-F", FAMILY)


def test_e65_two_different_resources():
    rules = Rules("2007", "F", 3)
    assert fault(Farm(), "G3-BR2", rules, resources=("wood", "wood"))
    assert supply(after(Farm(), "G3-BR2", rules, resources=("wood", "reed"))) == (1, 0, 1, 0)
    assert len(list(all_moves(game_of(Farm(), rules), "G3-BR2"))) == 6


def test_e66_never_fed():
    farm = Farm(food=2)
    for _ in range(6):
        farm = feed(harvest_fields(farm), Feeding(), solo=False)
    assert (farm.begging, total(farm)) == (22, -80)


# --- 16.1 scoring --------------------------------------------------------------------------------------------------


def test_s1_untouched():
    assert total(Farm()) == -14
    assert score(Farm())["unused"] == -13


@pytest.mark.parametrize(
    ("category", "points"),
    [
        ("grain", "-1,1,1,1,2,2,3,3,4,4"),
        ("sheep", "-1,1,1,1,2,2,3,3,4,4"),
        ("boar", "-1,1,1,2,2,3,3,4,4"),
        ("cattle", "-1,1,2,2,3,3,4,4"),
        ("fields", "-1,-1,1,2,3,4,4"),
        ("pastures", "-1,1,2,3,4,4"),
        ("vegetables", "-1,1,2,3,4,4"),
    ],
)
def test_s3_thresholds(category, points):
    expected = [int(each) for each in points.split(",")]
    assert [step_points(category, count) for count in range(len(expected))] == expected


def test_s4_record_farm():
    farm = Farm(
        reed=5,
        grain=4,
        vegetables=2,
        material="stone",
        people=5,
        rooms=Farm().rooms | {(0, 0), (0, 1)},
        fields={
            (2, 2): BARE,
            (1, 2): ("grain", 2),
            (1, 1): ("grain", 2),
            (2, 1): ("vegetables", 1),
            (0, 2): ("vegetables", 1),
        },
        stables=cells((2, 4), (1, 4), (0, 4)),
        fences=fenced({(2, 3), (2, 4)}, {(1, 3), (1, 4)}, {(0, 4)}, {(0, 3)}),
        herd=(8, 7, 6),
        improvements=frozenset({"basketmaker", "clay_oven", "fireplace_2", "pottery", "stone_oven", "well"}),
    )
    assert (len(farm.fences), sorted(capacities(farm)), fits(farm, farm.herd)) == (15, [2, 4, 8, 8], True)
    fours = dict.fromkeys(("fields", "pastures", "grain", "vegetables", "sheep", "boar", "cattle"), 4)
    others = {"unused": 0, "fenced_stables": 3, "rooms": 8, "people": 15, "improvements": 14, "bonus": 3, "begging": 0}
    assert score(farm) == fours | others
    assert total(farm) == 71


@pytest.mark.parametrize(
    ("name", "good", "stocks", "bonus"),
    [
        ("joinery", "wood", (2, 3, 4, 5, 6, 7, 9), (0, 1, 1, 2, 2, 3, 3)),  # S6
        ("pottery", "clay", (2, 3, 4, 5, 6, 7, 9), (0, 1, 1, 2, 2, 3, 3)),
        ("basketmaker", "reed", (1, 2, 3, 4, 5, 8), (0, 1, 1, 2, 3, 3)),  # S7
    ],
)
def test_s6_s7_workshop_bonus(name, good, stocks, bonus):
    farms = [Farm(improvements=frozenset({name}), **{good: stock}) for stock in stocks]
    assert tuple(score(farm)["bonus"] for farm in farms) == bonus
    assert all(score(farm)["improvements"] == 2 for farm in farms)
