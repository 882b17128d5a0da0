"""The oracle against the edge cases of `rules/agricola-revised.md`, sections 17 and 17.1: rounds, animals, food, scores.

A test's number is the case's (E31 to E63 and S1 to S7). The first cases: `test_agricola_revised_building`; whole games:
`test_agricola_replays`. Case S3 uses a
hand card, the Loom; only its Joinery is tested.
"""

from dataclasses import replace

import pytest

from .agricola import (
    BARE,
    Conversion,
    Farm,
    Feeding,
    Move,
    Rules,
    all_moves,
    apply,
    baked_food,
    bred,
    breed,
    breeding,
    breeding_fault,
    convert_fault,
    feed,
    for_sale,
    legal_fault,
    maximal_herds,
    need,
    new_game,
    places,
    rate,
    resources_left,
    return_home,
    score,
    total,
    winners,
)
from .agricola_hands import after as after_move
from .agricola_hands import cells, fenced, lying, next_round, supply
from .agricola_hands import fault as fault_of
from .agricola_hands import game_of as any_game_of

NORMAL, BEGINNER = Rules("revised", "N", 2), Rules("revised", "B", 2)
PAIR = {(0, 3), (0, 4)}
HEARTH, FIREPLACE = frozenset({"hearth_4"}), frozenset({"fireplace_2"})


def game_of(farm, rules=NORMAL, round=14, **named):
    return any_game_of(farm, rules, round, **named)


def after(farm, space, rules=NORMAL, round=14, **named):
    return after_move(farm, space, rules, round, **named)


def fault(farm, space, rules=NORMAL, round=14, **named):
    return fault_of(farm, space, rules, round, **named)


def test_e31_two_newborns_in_the_last_round():
    game = game_of(Farm(people=3, rooms=Farm().rooms | {(0, 0), (0, 1)}))
    game = apply(apply(apply(game, Move("BASIC")), Move("GRAIN")), Move("URGENT"))
    assert (game.farms[0].people, need(game.farms[0], solo=False)) == (5, 8)
    assert score(game.farms[0])["people"] == 9 + 6


def test_e33_sheep_since_round_3():
    game = new_game(NORMAL, deck=("MAJOR", "FENCE", "SHEEP", "GRAINUTIL", *new_game(NORMAL).deck[4:]))
    for _ in range(6):
        game = next_round(game)
    assert game.piles["SHEEP"] == 4


def test_e34_meeting_place_of_mode_b():
    game = new_game(BEGINNER, first=1)
    for _ in range(4):
        game = next_round(game)
    game = apply(replace(game, seat=0), Move("MEET-B"))
    assert (game.farms[0].food, game.marker, game.piles["MEET-B"]) == (3 + 4, 0, 0)


def test_e35_resource_market():
    farm = after(Farm(), "MARKET3", Rules("revised", "N", 3), resources=("stone",))
    assert (farm.food, supply(farm)) == (1, (0, 0, 0, 1))
    assert fault(Farm(), "MARKET3", Rules("revised", "N", 3), resources=("wood",))


@pytest.mark.parametrize(("round", "rounds"), [(9, [10, 11, 12, 13, 14]), (12, [13, 14]), (14, [])])
def test_e37_well(round, rounds):
    farm = after(Farm(wood=1, stone=3), "MAJOR", round=round, improvement="well")
    assert (sorted(farm.well), score(farm)["improvements"]) == (rounds, 4)


def test_e38_one_pet():
    game = lying(game_of(Farm()), SHEEP=4)
    assert {move.kept for move in all_moves(game, "SHEEP")} == {(0, 0, 0), (1, 0, 0)}
    then = apply(game, Move("SHEEP", kept=(1, 0, 0)))
    assert (then.farms[0].herd, then.piles["SHEEP"]) == ((1, 0, 0), 0)


def test_e39_hearth():
    game = lying(game_of(Farm(improvements=HEARTH)), SHEEP=4)
    foods = {(move.kept[0], move.cooked[0]): apply(game, move).farms[0].food for move in all_moves(game, "SHEEP")}
    assert (foods[0, 4], foods[1, 3]) == (8, 6)


def test_e41_clay_oven():
    farm = Farm(grain=3, improvements=frozenset({"clay_oven"}))
    then = after(farm, "GRAINUTIL", bake=1)
    assert (then.food, then.grain) == (5, 2)
    assert fault(farm, "GRAINUTIL", bake=2)


def test_e42_clay_oven_and_hearth():
    assert after(Farm(grain=4, improvements=HEARTH | {"clay_oven"}), "GRAINUTIL", bake=4).food == 14


def test_e43_ovens_together():
    assert baked_food(frozenset({"clay_oven", "stone_oven"}), 3) == 13
    assert baked_food(frozenset({"stone_oven", "fireplace_3"}), 4) == 12


def test_e45_fireplace_for_a_hearth():
    game = game_of(Farm(improvements=FIREPLACE), others=Farm(clay=2))
    game = apply(game, Move("MAJOR", improvement="hearth_5", returned="fireplace_2"))
    assert (game.farms[0].improvements, score(game.farms[0])["improvements"]) == ({"hearth_5"}, 1)
    assert "fireplace_2" in for_sale(game)
    reno = Move("HOUSE", improvement="fireplace_2")
    paid = game.with_farm(1, Farm(clay=4, reed=1))
    assert apply(paid, reno).farms[1].improvements == FIREPLACE


def test_e46_side_job():
    farm = after(Farm(wood=1, grain=1, improvements=FIREPLACE), "SIDE", BEGINNER, stables=cells((0, 4)), bake=1)
    assert (farm.wood, farm.stables, farm.food, farm.grain) == (0, {(0, 4)}, 2, 0)


def test_e47_one_stable_only():
    assert fault(Farm(wood=2), "SIDE", BEGINNER, stables=cells((0, 3), (0, 4)))
    assert after(Farm(wood=2), "SIDE", BEGINNER, stables=cells((0, 4))).wood == 1


def test_e49_newborns_eat_less_once():
    farm = Farm(people=4, newborns=1)
    assert need(farm, solo=False) == 7
    assert need(next_round(game_of(farm, round=6)).farms[0], solo=False) == 8


def test_e50_cooking_while_feeding():
    farm = Farm(people=4, food=5, vegetables=1, herd=(1, 0, 0), improvements=FIREPLACE)
    fed = feed(farm, Feeding(vegetables=1, sheep=1), solo=False)
    assert (fed.food, fed.begging, fed.herd) == (1, 0, (0, 0, 0))
    raw = feed(replace(farm, improvements=frozenset()), Feeding(vegetables=1), solo=False)
    assert (raw.food, raw.begging) == (0, 2)


def test_e51_a_marker_for_each_food():
    fed = feed(Farm(people=3, food=3), Feeding(), solo=False)
    assert (fed.begging, score(fed)["begging"]) == (3, -9)


def test_e53_cooked_before_breeding():
    farm = Farm(fences=fenced(PAIR), herd=(4, 0, 0), improvements=HEARTH, people=1)
    fed = feed(farm, Feeding(sheep=1), solo=False)
    assert (fed.food, fed.begging, maximal_herds(fed, bred(fed.herd))) == (0, 0, [(4, 0, 0)])


def test_e54_newborn_as_a_pet():
    assert breed(Farm(fences=fenced(PAIR), herd=(4, 0, 0)), (5, 0, 0)).herd == (5, 0, 0)


def test_e55_boar_released_for_a_lamb():
    farm = Farm(fences=fenced(PAIR), herd=(4, 1, 0))
    assert sorted(maximal_herds(farm, bred(farm.herd))) == [(4, 1, 0), (5, 0, 0)]


def test_e57_no_place_for_a_newborn():
    farm = Farm(stables=cells((0, 4)), herd=(2, 0, 0))
    assert breeding_fault(farm, (3, 0, 0))
    assert maximal_herds(farm, bred(farm.herd)) == [(2, 0, 0)]


def test_e58_last_calf():
    game = replace(game_of(Farm(fences=fenced(PAIR), herd=(0, 0, 2), improvements=HEARTH)), phase="breeding")
    assert convert_fault(game, 0, Conversion(cattle=1))
    game = breeding(game, [(0, 0, 3), (0, 0, 0)])
    assert (game.phase, score(game.farms[0])["cattle"]) == ("over", 2)
    assert convert_fault(game, 0, Conversion(cattle=1))


def test_e59_order_changes_in_the_next_round():
    game = any_game_of(Farm(), Rules("revised", "N", 3), 5)
    order = []
    for space in ("GRAIN", "DAY", "MEET", "CLAY", "REED", "FISH"):
        order.append(game.seat)
        game = apply(game, Move(space))
    assert order == [0, 1, 2, 0, 1, 2]
    game = next_round(return_home(game))
    assert (game.first, game.seat) == (2, 2)
    assert apply(game, Move("GRAIN")).seat == 0


def test_e61_tie_broken_by_resources():
    game = game_of(Farm(wood=2, clay=1), others=Farm(reed=2))
    assert (places(game), winners(game)) == ((1, 2), (0,))
    assert places(game_of(Farm(wood=2), others=Farm(reed=2))) == (1, 1)
    old = any_game_of(Farm(wood=2, clay=1), others=Farm(reed=2))
    assert places(old) == (1, 1)  # the 2007 edition has no tie-break


def test_e62_workshops_in_the_tie_break():
    joinery = Farm(wood=5, improvements=frozenset({"joinery"}))
    assert total(joinery) == total(Farm()) + 4
    other = Farm(reed=4, improvements=frozenset({"well"}))  # 4 points as well
    game = game_of(joinery, others=other)
    assert (resources_left(joinery), winners(game)) == (5, (0,))
    assert (resources_left(joinery, bonus_spends=True), winners(game, bonus_spends=True)) == (0, (1,))


def test_e63_variant_tile():
    game = game_of(Farm(food=1), Rules("revised", "N", 2, tiles=True))
    game = apply(lying(game, TILE2=3), Move("TILE2", "cattle", kept=(0, 0, 1)))
    assert (game.farms[0].food, game.farms[0].herd, game.piles["TILE2"]) == (0, (0, 0, 1), 3)
    assert legal_fault(game, Move("TILE2", "copse"))
    assert next_round(replace(game, round=13)).piles["TILE2"] == 4


# --- 17.1 scoring --------------------------------------------------------------------------------------------------


def test_s1_untouched():
    assert total(Farm()) == -14


def test_s3_joinery():
    farm = Farm(wood=5)
    assert total(replace(farm, improvements=frozenset({"joinery"}))) == total(farm) + 2 + 2


def test_s4_modest_farm():
    farm = Farm(
        grain=1,
        fields={(0, 1): BARE, (0, 2): BARE},
        fences=fenced({(0, 3), (0, 4), (1, 3), (1, 4)}),
        herd=(2, 2, 1),
        material="clay",
        rooms=Farm().rooms | {(0, 0)},
        people=3,
        improvements=FIREPLACE,
    )
    parts = [1, 1, 1, -1, 1, 1, 1, -6, 0, 3, 9, 1, 0, 0]
    assert (list(score(farm).values()), total(farm)) == (parts, 12)


def test_s7_workshop_bonus():
    for name, good in (("joinery", "wood"), ("pottery", "clay")):
        farms = [Farm(improvements=frozenset({name}), **{good: stock}) for stock in (2, 3, 5, 7, 9)]
        assert [score(farm)["bonus"] for farm in farms] == [0, 1, 2, 3, 3]
    farms = [Farm(improvements=frozenset({"basketmaker"}), reed=stock) for stock in (1, 2, 4, 5)]
    assert [score(farm)["bonus"] for farm in farms] == [0, 1, 2, 3]


# --- setup, sections 2, 4, and 13 ----------------------------------------------------------------------------------


def test_side_job_by_mode_and_players():
    with_tile = [Rules("revised", "B", players).has_side_job for players in (1, 2, 3, 4)]
    assert with_tile == [False, True, True, True]
    assert Rules("revised", "B", 1, side_job=True).has_side_job
    assert not Rules("revised", "B", 3, side_job=False).has_side_job
    assert not NORMAL.has_side_job
    with pytest.raises(ValueError, match="Side Job"):
        Rules("revised", "N", 2, side_job=True)


def test_number_of_spaces_and_solo_wood():
    for players, printed in ((1, 10), (2, 10), (3, 14), (4, 16)):
        for mode in "BN":
            rules = Rules("revised", mode, players, side_job=False)
            assert len(next_round(new_game(rules)).table) == printed + 1
    assert (rate(Rules("revised", "N", 1), "FOREST"), rate(NORMAL, "FOREST")) == (2, 3)


def test_variant_tile_growth_from_round_5():
    rules = Rules("revised", "N", 4, tiles=True)
    farm = Farm(rooms=Farm().rooms | {(0, 0)})
    assert fault(farm, "TILE34", rules, round=4, option="grow")
    assert after(farm, "TILE34", rules, round=5, option="grow").people == 3
    assert fault(farm, "TILE34", rules, option="copse")
