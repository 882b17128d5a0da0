"""The oracle against the edge cases of `rules/agricola-revised.md`, section 17: building, fields, family (E1 to E30).

A test's number is the case's; numbers that the file skips are missing here as well. The other cases:
`test_agricola_revised_rounds`.
"""

from dataclasses import replace

import pytest

from .agricola import (
    BARE,
    CELLS,
    Farm,
    Move,
    Rules,
    all_moves,
    apply,
    capacities,
    fits,
    layouts,
    score,
    single_places,
    usable,
)
from .agricola_hands import after as after_move
from .agricola_hands import cells, fenced, fences, supply
from .agricola_hands import fault as fault_of
from .agricola_hands import game_of as any_game_of

NORMAL = Rules("revised", "N", 2)
PAIR = {(0, 3), (0, 4)}
FIREPLACE = frozenset({"fireplace_2"})


def game_of(farm, rules=NORMAL, round=14, **named):
    return any_game_of(farm, rules, round, **named)


def after(farm, space, rules=NORMAL, round=14, **named):
    return after_move(farm, space, rules, round, **named)


def fault(farm, space, rules=NORMAL, round=14, **named):
    return fault_of(farm, space, rules, round, **named)


def test_e1_first_pasture():
    farm = after(Farm(wood=4), "FENCE", fences=fences("H(0,4) H(1,4) V(0,4) V(0,5)"))
    assert (farm.wood, capacities(farm), score(farm)["pastures"]) == (0, (2,), 1)


def test_e2_one_or_two_pastures():
    one = after(Farm(wood=6), "FENCE", fences=fenced(PAIR))
    two = after(Farm(wood=7), "FENCE", fences=fenced({(0, 3)}, {(0, 4)}))
    assert (one.wood, len(one.fences), capacities(one)) == (0, 6, (4,))
    assert (two.wood, len(two.fences), capacities(two)) == (0, 7, (2, 2))


def test_e3_l_shape():
    farm = after(Farm(wood=8), "FENCE", fences=fenced({(0, 3), (0, 4), (1, 4)}))
    assert (farm.wood, len(farm.fences), capacities(farm)) == (0, 8, (6,))


def test_e5_pasture_beside_a_pair():
    old = fenced(PAIR)
    farm = after(Farm(wood=3, fences=old), "FENCE", fences=fenced({(1, 4)}) - old)
    assert (farm.wood, len(farm.fences), capacities(farm)) == (0, 9, (4, 2))


def test_e6_fourth_pasture_needs_two_fences():
    old = fenced({(0, 3)}, {(0, 4)}, {(1, 4)})
    farm = after(Farm(wood=2, fences=old), "FENCE", fences=fenced({(1, 3)}) - old)
    assert (farm.wood, len(farm.fences), len(capacities(farm))) == (0, 12, 4)


def test_e7_large_pastures():
    def rectangle(rows, columns):
        return {(row, column) for row in rows for column in columns}

    nine, twelve = rectangle(range(3), range(2, 5)), rectangle(range(3), range(1, 5))
    for pasture, number, room in ((nine, 12, 18), (twelve, 14, 24)):
        farm = after(Farm(wood=15), "FENCE", fences=fenced(pasture))
        assert (len(farm.fences), capacities(farm)) == (number, (room,))
    everything = fenced(CELLS - Farm().rooms)
    assert len(everything) == 16
    assert fault(Farm(wood=20), "FENCE", fences=everything)


def test_e9_beside_a_room():
    built = fenced({(2, 1)})
    assert after(Farm(wood=4), "FENCE", fences=built).wood == 0
    assert fault(Farm(wood=4), "FENCE", fences=built - {("V", 2, 1)})


def test_e10_diagonal_pasture():
    assert fault(Farm(wood=15, fences=fenced({(0, 4)})), "FENCE", fences=fenced({(1, 3)}))


def test_e11_field_in_a_pasture():
    farm = Farm(wood=15, fields={(0, 3): BARE})
    assert fault(farm, "FENCE", fences=fenced(PAIR))
    assert all(("H", 0, 3) not in added for added in layouts(farm))


def test_e13_sample_farm():
    farm = Farm(fences=fenced({(1, 2), (2, 2)}, {(2, 3), (2, 4)}), stables=cells((2, 4), (2, 1)))
    assert (len(farm.fences), capacities(farm), single_places(farm)) == (11, (4, 8), 2)
    assert fits(farm, (8, 6, 0))
    assert not fits(farm, (8, 7, 0))
    assert not fits(farm, (9, 6, 0))


def test_e14_divided_pasture():
    farm = Farm(wood=1, fences=fenced(PAIR), stables=cells((0, 4)), herd=(7, 0, 0))
    then = after(farm, "FENCE", fences=fences("V(0,4)"))
    assert (sorted(capacities(then)), then.herd) == ([2, 4], (7, 0, 0))


@pytest.mark.parametrize(
    ("pasture", "stables", "room"),
    [
        (PAIR, PAIR, 16),
        ({(0, 4)}, {(0, 4)}, 4),
        ({(0, 2), (0, 3), (0, 4)}, {(0, 2), (0, 3), (0, 4)}, 48),
        ({(0, 3), (0, 4), (1, 3), (1, 4)}, {(0, 3), (0, 4), (1, 3), (1, 4)}, 128),
    ],
)
def test_e15_stables_double_again(pasture, stables, room):
    assert capacities(Farm(fences=fenced(pasture), stables=frozenset(stables))) == (room,)


def test_e17_fields_touch_each_other():
    assert {move.plow for move in all_moves(game_of(Farm()), "LAND")} == CELLS - Farm().rooms
    second = {move.plow for move in all_moves(game_of(Farm(fields={(0, 2): BARE})), "LAND")}
    assert second == {(0, 1), (0, 3), (1, 2)}


def test_e18_no_field_in_a_pasture_or_on_a_stable():
    assert fault(Farm(fences=fenced({(0, 4)})), "LAND", plow=(0, 4))
    assert fault(Farm(stables=cells((0, 4))), "LAND", plow=(0, 4))


def test_e19_rooms_may_chain():
    farm = after(Farm(wood=10, reed=4), "FARM", rooms=cells((0, 0), (0, 1)))
    assert (supply(farm), len(farm.rooms)) == ((0, 0, 0, 0), 4)


def test_e21_room_of_stone():
    farm = after(Farm(material="stone", stone=5, reed=2, clay=9), "FARM", rooms=cells((0, 0)))
    assert supply(farm) == (0, 9, 0, 0)


def test_e22_renovation_alone():
    farm = after(Farm(clay=2, reed=1), "HOUSE")
    assert (supply(farm), farm.material) == ((0, 0, 0, 0), "clay")


def test_e23_renovation_then_fireplace():
    farm = after(Farm(clay=4, reed=1), "HOUSE", improvement="fireplace_2")
    assert (supply(farm), farm.material, farm.improvements) == ((0, 0, 0, 0), "clay", FIREPLACE)


def test_e25_renovation_then_fences():
    farm = Farm(rooms=Farm().rooms | {(0, 0), (0, 1)}, material="clay", stone=4, reed=1, wood=11)
    then = after(farm, "FARMRE", fences=fenced({(0, 4)}, {(0, 3)}, {(1, 3), (1, 4)}))
    assert (supply(then), then.material, len(then.fences), len(capacities(then))) == ((0, 0, 0, 0), "stone", 11, 3)


def test_e26_no_fences_without_renovation():
    farm = Farm(material="stone", wood=15, stone=9, reed=9)
    assert fault(farm, "FARMRE", fences=fenced({(0, 4)}))
    assert not usable(game_of(farm), "FARMRE")


def test_e27_newborn_is_idle():
    game = apply(game_of(Farm(rooms=Farm().rooms | {(0, 0)})), Move("BASIC"))
    assert (game.farms[0].people, game.farms[0].newborns) == (3, 1)
    for space in ("GRAIN", "DAY", "CLAY"):
        game = apply(game, Move(space))
    assert game.seat is None


def test_e29_roomless_person_first():
    farm = Farm(people=3, rooms=Farm().rooms | {(0, 0)})
    assert fault(farm, "BASIC")
    assert fault(replace(farm, rooms=farm.rooms | {(0, 1)}), "BASIC") is None


def test_e30_no_sixth_person():
    assert fault(Farm(people=5), "URGENT")
