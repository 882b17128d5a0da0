"""The oracle against the edge cases of `rules/agricola-2007.md`, section 16: building, fields, family (E1 to E31).

A test's number is the case's; numbers that the file skips are missing here as well. The other cases:
`test_agricola_2007_rounds`.
"""

from dataclasses import replace
from itertools import combinations

import pytest

from .agricola import (
    BARE,
    CELLS,
    Farm,
    all_moves,
    capacities,
    fence_fault,
    layouts,
    score,
    usable,
)
from .agricola_fences import PLACES
from .agricola_hands import after, cells, fault, fenced, fences, game_of, supply

PAIR = {(0, 3), (0, 4)}
FIRST_FIVE = [{(0, 3)}, {(0, 4)}, {(1, 3)}, {(1, 4)}, {(2, 4)}]
EMPTY_FIELD = {(0, 2): BARE}


def test_e1_first_pasture():
    built = fenced({(0, 4)})
    assert built == fences("H(0,4) H(1,4) V(0,4) V(0,5)")
    farm = after(Farm(wood=4), "FENCE", fences=built)
    assert (farm.wood, capacities(farm), score(farm)["pastures"]) == (0, (2,), 1)


def test_e2_pair_as_one_pasture():
    farm = after(Farm(wood=6), "FENCE", fences=fenced(PAIR))
    assert (farm.wood, len(farm.fences), capacities(farm)) == (0, 6, (4,))


def test_e3_shared_fence_is_paid_once():
    farm = after(Farm(wood=7), "FENCE", fences=fenced({(0, 3)}, {(0, 4)}))
    assert (farm.wood, len(farm.fences), capacities(farm)) == (0, 7, (2, 2))


@pytest.mark.parametrize(
    ("pastures", "number", "rooms"),
    [
        ([{(0, 3), (0, 4), (1, 3), (1, 4)}], 8, (8,)),
        ([{(0, 3), (0, 4)}, {(1, 3), (1, 4)}], 10, (4, 4)),
        ([{(0, 3)}, {(0, 4)}, {(1, 3)}, {(1, 4)}], 12, (2, 2, 2, 2)),
    ],
)
def test_e5_block(pastures, number, rooms):
    farm = after(Farm(wood=12), "FENCE", fences=fenced(*pastures))
    assert (len(farm.fences), farm.wood, capacities(farm)) == (number, 12 - number, rooms)


def test_e6_pasture_beside_a_pair():
    old = fenced(PAIR)
    farm = after(Farm(wood=3, fences=old), "FENCE", fences=fenced({(1, 4)}) - old)
    assert (farm.wood, len(farm.fences), capacities(farm)) == (0, 9, (4, 2))


def test_e7_fourth_pasture_needs_two_fences():
    old = fenced({(0, 3)}, {(0, 4)}, {(1, 4)})
    assert len(old) == 10
    farm = after(Farm(wood=2, fences=old), "FENCE", fences=fenced({(1, 3)}) - old)
    assert (farm.wood, len(farm.fences), capacities(farm)) == (0, 12, (2, 2, 2, 2))


def test_e9_five_pastures():
    farm = after(Farm(wood=15), "FENCE", fences=fenced(*FIRST_FIVE))
    assert (farm.wood, len(farm.fences), len(capacities(farm)), score(farm)["pastures"]) == (0, 15, 5, 4)


def test_e10_beside_a_room():
    built = fenced({(2, 1)})
    assert ("V", 2, 1) in built
    assert after(Farm(wood=4), "FENCE", fences=built).wood == 0
    assert fault(Farm(wood=4), "FENCE", fences=built - {("V", 2, 1)})


def test_e11_diagonal_pasture():
    assert fault(Farm(wood=15, fences=fenced({(0, 4)})), "FENCE", fences=fenced({(1, 3)}))


def test_e13_nothing_is_enclosed():
    assert layouts(Farm(wood=3)) == []
    assert not usable(game_of(Farm(wood=3)), "FENCE")
    assert all(fence_fault(Farm(), frozenset(three)) for three in combinations(sorted(PLACES), 3))


def test_e14_divided_pasture():
    farm = Farm(wood=1, fences=fenced(PAIR), stables=cells((0, 4)), herd=(7, 0, 0))
    divided = after(farm, "FENCE", fences=fences("V(0,4)"))
    assert (sorted(capacities(divided)), divided.herd) == ([2, 4], (7, 0, 0))
    with_boar = replace(farm, herd=(7, 1, 0))
    assert fault(with_boar, "FENCE", fences=fences("V(0,4)"))
    kept = [move.kept for move in all_moves(game_of(with_boar), "FENCE") if move.fences == fences("V(0,4)")]
    assert max(kept) == (7, 0, 0)
    assert max(herd for herd in kept if herd[1]) == (6, 1, 0)


def test_e15_stables_double_again():
    def room(pasture, stables):
        return capacities(Farm(fences=fenced(pasture), stables=frozenset(stables)))

    block = {(0, 3), (0, 4), (1, 3), (1, 4)}
    assert room(PAIR, PAIR) == (16,)
    assert room({(0, 4)}, {(0, 4)}) == (4,)
    assert room({(0, 2), (0, 3), (0, 4)}, {(0, 2), (0, 3), (0, 4)}) == (48,)
    assert room(block, block) == (128,)


def test_e17_fields_touch_each_other():
    first = {move.plow for move in all_moves(game_of(Farm()), "PLOW")}
    assert first == CELLS - Farm().rooms
    second = {move.plow for move in all_moves(game_of(Farm(fields=EMPTY_FIELD)), "PLOW")}
    assert second == {(0, 1), (0, 3), (1, 2)}


def test_e18_no_field_in_a_pasture_or_on_a_stable():
    assert fault(Farm(fences=fenced({(0, 4)})), "PLOW", plow=(0, 4))
    assert fault(Farm(stables=cells((0, 4))), "PLOW", plow=(0, 4))


def test_e19_rooms_may_chain():
    farm = after(Farm(wood=10, reed=4), "ROOMS", rooms=cells((0, 0), (0, 1)))
    assert (supply(farm), len(farm.rooms)) == ((0, 0, 0, 0), 4)
    assert fault(Farm(wood=10, reed=4), "ROOMS", rooms=cells((0, 0), (0, 2)))


def test_e21_room_of_clay():
    clay = Farm(material="clay", rooms=Farm().rooms | {(0, 0)}, clay=5, reed=2, wood=9)
    assert supply(after(clay, "ROOMS", rooms=cells((0, 1)))) == (9, 0, 0, 0)
    assert fault(replace(clay, clay=4), "ROOMS", rooms=cells((0, 1)))


def test_e22_no_fifth_stable():
    farm = Farm(wood=8, stables=cells((0, 1), (0, 2), (0, 3), (0, 4)))
    assert fault(farm, "ROOMS", stables=cells((1, 4)))
    assert not usable(game_of(farm), "ROOMS")


def test_e23_renovation_alone():
    farm = after(Farm(rooms=Farm().rooms | {(0, 0)}, clay=3, reed=1), "RENO")
    assert (supply(farm), farm.material, len(farm.rooms)) == ((0, 0, 0, 0), "clay", 3)


def test_e25_renovation_then_fireplace():
    farm = Farm(rooms=Farm().rooms | {(0, 0)}, clay=5, reed=1)
    then = after(farm, "RENO", improvement="fireplace_2")
    assert (supply(then), then.material, then.improvements) == ((0, 0, 0, 0), "clay", {"fireplace_2"})
    assert fault(replace(farm, clay=4), "RENO", improvement="fireplace_2")
    assert fault(replace(farm, reed=0), "RENO", improvement="fireplace_2")  # no renovation, so no improvement


def test_e26_renovation_then_fences():
    farm = Farm(rooms=Farm().rooms | {(0, 0), (0, 1)}, material="clay", stone=4, reed=1, wood=11)
    then = after(farm, "RENOFENCE", fences=fenced({(0, 4)}, {(0, 3)}, {(1, 3), (1, 4)}))
    assert (supply(then), then.material, len(then.fences), len(capacities(then))) == ((0, 0, 0, 0), "stone", 11, 3)


def test_e27_stone_house():
    farm = Farm(material="stone", stone=9, clay=9, reed=9, wood=9)
    assert fault(farm, "RENO")
    assert fault(farm, "RENOFENCE", fences=fenced({(0, 4)}))
    assert not usable(game_of(farm), "RENO")
    assert not usable(game_of(farm), "RENOFENCE")


def test_e29_newborn_counts_for_rooms():
    farm = Farm(people=3, newborns=1, rooms=Farm().rooms | {(0, 0)})
    assert fault(farm, "GROW")
    assert after(replace(farm, rooms=farm.rooms | {(0, 1)}), "GROW").people == 4


def test_e30_roomless_person_first():
    farm = Farm(people=3, rooms=Farm().rooms | {(0, 0)})
    assert fault(farm, "GROW")
    assert fault(farm, "GROW-5") is None
    assert fault(replace(farm, rooms=farm.rooms | {(0, 1)}), "GROW") is None


def test_e31_no_sixth_person():
    assert fault(Farm(people=5), "GROW-5")
