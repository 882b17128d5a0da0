"""The oracle against the edge cases of `rules/creatures.md`, sections 11.1 to 11.5.

A test's number is the case's; numbers that the file skips are missing here as well. Cases 3, 36, and 39 are not in
the file either, but others build on them: they are rebuilt here. Sections 11.6 and 11.7: `test_creatures_games`.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from .creatures import (
    Action,
    Farm,
    Game,
    Goods,
    Space,
    bred,
    capacities,
    containers,
    empty_game,
    end_round,
    fits,
    maximal_herds,
    new_game,
    open_edges,
    pastures,
    play,
    refill,
    score,
    space_actions,
    total,
    usable,
    why_illegal,
    winner,
)

COTTAGE = {(0, 2): "cottage"}
NONE = (0, 0, 0, 0)


def borders(text):
    """Return the edges of a text such as "H(0,1) V(2,2)"."""
    found = set()
    for word in text.split():
        first, second = word[2:-1].split(",")
        found.add((word[0], int(first), int(second)))
    return frozenset(found)


COLUMN_29 = borders("H(1,0) V(1,0) V(2,0) V(1,1) V(2,1) V(2,2) H(1,3)")
CELL_31 = borders("H(0,1) V(0,1) V(1,1)")
CELLS_32 = borders("H(0,0) V(0,0) V(1,0) V(0,1) V(1,1)")
SQUARE_36 = borders("H(0,0) H(1,0) V(0,0) V(0,1) V(2,0) V(2,1) H(1,2)")
ALL_39 = borders("H(0,0) H(1,0) V(0,0) V(0,1) V(2,0) V(2,1) V(2,2) H(1,3)")
FARM_31, FARM_32 = Farm(placed=CELL_31), Farm(placed=CELLS_32)


def game_of(farm=Farm(), other=Farm(), **changes):
    """Return the first placement of a game in which seat 0, to act, has this farm."""
    return replace(new_game(), farms=(farm, other), **changes)


def after(game, space, **named):
    """Return the game after the seat to act has taken a space, and check that the seat really was allowed to."""
    named.setdefault("herd", game.farm.herd)
    return play(game, Action(space, **named))


def illegal(game, space, **named):
    """Return why an action is illegal."""
    named.setdefault("herd", game.farm.herd)
    return why_illegal(game, Action(space, **named))


def reasons(game, *spaces):
    """Return whether the spaces are unusable: no action at all, and the table agrees."""
    return all(not usable(game, space) and not list(space_actions(game, space)) for space in spaces)


def some(farm, number):
    """Return the first open edges of a farm."""
    return frozenset(open_edges(farm)[:number])


def rooms(farm):
    """Return {cells of a container: capacity} with the cells as a sorted tuple."""
    return {tuple(sorted(container.cells)): container.capacity for container in containers(farm)}


def kept_all(game):
    """Return the herds after breeding in which everybody keeps the first maximal one."""
    return [maximal_herds(farm, bred(farm.herd))[0] for farm in game.farms]


# --- 11.1 refill and taking ----------------------------------------------------------------------------------------


def goods_of(game):
    """Return what lies on the spaces that are not empty."""
    return {Space(space).name: goods for space, goods in enumerate(game.goods) if goods != Goods()}


def refilled(times):
    """Return the board after so many refills with nothing taken."""
    game = empty_game()
    for _ in range(times):
        game = refill(game)
    return game


def test_case_1():
    assert empty_game().goods == (Goods(),) * 17
    game = refill(empty_game())
    assert goods_of(game) == {
        "START_PLAYER": Goods(wood=1),
        "THREE_WOOD": Goods(wood=3),
        "ONE_STONE": Goods(stone=1),
        "TWO_STONE": Goods(stone=2),
        "EXPAND": Goods(borders=1),
        "MILLPOND": Goods(reed=1),
        "PIGS_SHEEP": Goods(pigs=1),
        "COWS_PIGS": Goods(cows=1),
        "HORSES_SHEEP": Goods(horses=1),
    }
    assert game.border_stock == 7


def test_case_2():
    game = after(refilled(3), Space.THREE_WOOD)
    assert game.farms[0].wood == 9
    assert game.goods[Space.THREE_WOOD] == Goods()


def test_case_4_with_case_3_rebuilt():
    game = refilled(3)
    assert game.goods[Space.MILLPOND] == Goods(reed=1, sheep=2)
    game = after(game, Space.MILLPOND, herd=(1, 0, 0, 0))
    assert (game.farms[0].reed, game.farms[0].herd) == (1, (1, 0, 0, 0))
    assert refill(game).goods[Space.MILLPOND] == Goods(reed=1)


def test_case_5():
    assert refilled(4).goods[Space.COWS_PIGS] == Goods(cows=1, pigs=3)


def test_case_7():
    game = after(refilled(5), Space.BUILDING_MATERIALS)
    assert (game.farms[0].wood, game.farms[0].stone, game.farms[0].reed) == (1, 1, 1)


@pytest.mark.parametrize("side", ["left", "right"])
def test_case_8(side):
    game = after(refilled(3), Space.EXPAND, side=side)
    assert game.farms[0].borders == 12
    assert getattr(game.farms[0], side) == 1
    assert game.expansions == 3


def test_case_10():
    game = new_game()
    spaces = (Space.ONE_STONE, Space.START_PLAYER, Space.TWO_STONE, Space.THREE_WOOD, Space.MILLPOND, Space.EXPAND)
    seats = []
    for space in spaces:
        seats.append(game.seat)
        game = play(game, next(space_actions(game, space)))
    assert seats == [0, 1, 0, 1, 0, 1]
    assert (game.marker, game.first) == (1, 0)
    assert end_round(game, kept_all(game)).seat == 1


def test_case_11():
    game = after(refilled(2), Space.START_PLAYER)
    assert game.farms[0].wood == 2
    assert game.marker == 0


# --- 11.2 costs and limits -----------------------------------------------------------------------------------------


def test_case_13():
    game = game_of(Farm(wood=7))
    farm = after(game, Space.FENCES, borders=some(game.farm, 5)).farms[0]
    assert (farm.wood, farm.borders, farm.placed) == (2, 4, some(game.farm, 5))


def test_case_14():
    game = game_of(Farm(wood=4, borders=3))
    sizes = {len(action.borders) for action in space_actions(game, Space.FENCES)}
    assert sizes == {1, 2, 3}
    assert illegal(game, Space.FENCES, borders=some(game.farm, 4)) == "has too few borders in supply"
    assert illegal(game, Space.FENCES) == "places no border"


def test_case_16():
    game = game_of(Farm())
    assert {len(action.borders) for action in space_actions(game, Space.WALLS)} == {1, 2}
    farm = after(game, Space.WALLS, borders=some(game.farm, 2)).farms[0]
    assert (farm.stone, farm.borders) == (0, 7)
    assert "cannot pay" in illegal(game, Space.WALLS, borders=some(game.farm, 3))


def test_case_17():
    game = game_of(Farm(stone=6))
    farm = after(game, Space.WALLS, borders=some(game.farm, 5)).farms[0]
    assert (farm.stone, farm.borders) == (0, 4)


def test_case_19():
    assert reasons(game_of(Farm(borders=0, wood=20)), Space.FENCES, Space.WALLS)


def test_case_20():
    game = game_of(Farm(wood=6))
    built = frozenset({(0, 0), (0, 2), (1, 1)})
    game = after(game, Space.FEEDING_TROUGH, cells=built)
    assert (game.farms[0].wood, game.farms[0].troughs, game.troughs) == (0, built, 7)


def test_case_22():
    assert reasons(game_of(Farm(wood=9), troughs=0), Space.FEEDING_TROUGH)


def test_case_23():
    game = game_of(Farm(stone=6, reed=2))
    game = after(game, Space.STALLS, cells=frozenset({(1, 0)}))
    assert (game.farms[0].stone, game.farms[0].reed, game.stall_tiles) == (3, 1, 3)
    two = frozenset({(1, 0), (1, 1)})
    assert illegal(game_of(Farm(stone=6, reed=2)), Space.STALLS, cells=two) == "needs exactly one space"


def test_case_25():
    game = game_of(Farm(wood=5, stone=5, buildings=COTTAGE | {(0, 0): "stall", (1, 1): "stall"}))
    both = frozenset({(0, 0), (1, 1)})
    farm = after(game, Space.STABLES, cells=both, wood_paid=1).farms[0]
    assert (farm.wood, farm.stone) == (0, 0)
    assert farm.buildings == COTTAGE | {(0, 0): "stables", (1, 1): "stables"}
    found = [(len(action.cells), action.wood_paid) for action in space_actions(game, Space.STABLES)]
    assert sorted(found) == [(1, 0), (1, 0), (1, 1), (1, 1), (2, 1)]
    assert illegal(game, Space.STABLES) == "upgrades no stall"


def test_case_26():
    assert reasons(game_of(Farm(wood=3, stone=4, buildings=COTTAGE | {(0, 0): "stall"})), Space.STABLES)


def test_case_28():
    farm = Farm(wood=3, buildings=COTTAGE | {(1, 0): "stall"}, troughs=frozenset({(1, 0)}), herd=(0, 0, 3, 0))
    game = game_of(farm, stall_tiles=0)
    choice = {"building": "open_stables", "cells": frozenset({(1, 0)}), "payment": "wood", "animal": 2}
    game = after(game, Space.SPECIAL_B, **choice, herd=(0, 0, 4, 0))
    assert (game.farms[0].wood, game.stall_tiles, game.farms[0].herd) == (0, 1, (0, 0, 4, 0))
    assert capacities(game.farms[0]) == (10, 1)
    assert (score(farm)["buildings"], score(game.farms[0])["buildings"]) == (1, 2)
    assert "open_stables" not in game.specials


# --- 11.3 pastures and capacity ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("herd", "runaways", "kept"),
    [((1, 12, 0, 0), 2, (1, 10, 0, 0)), ((0, 12, 0, 0), 1, (0, 11, 0, 0))],
)
def test_case_29(herd, runaways, kept):
    farm = Farm(stone=3, reed=1, placed=COLUMN_29, troughs=frozenset({(1, 1)}), herd=herd)
    assert rooms(farm) == {((0, 2),): 1, ((1, 0), (1, 1), (1, 2)): 12}
    stall = Action(Space.STALLS, cells=frozenset({(1, 1)}), herd=kept)
    game = play(game_of(farm), stall)
    assert rooms(game.farms[0]) == {((0, 2),): 1, ((1, 1),): 6, ((1, 0),): 2, ((1, 2),): 2}
    assert sum(herd) - sum(kept) == runaways
    kept_herds = {action.herd for action in space_actions(game_of(farm), Space.STALLS) if action.cells == stall.cells}
    assert max(sum(each) for each in kept_herds) == sum(kept)
    assert kept in kept_herds
    more = replace(stall, herd=(kept[0], kept[1] + 1, 0, 0))
    assert "no room" in why_illegal(game_of(farm), more)


def test_case_31():
    assert rooms(FARM_31) == {((0, 2),): 1, ((0, 1),): 2}


def test_case_32():
    assert rooms(FARM_32) == {((0, 2),): 1, ((0, 0), (0, 1)): 4}


def test_case_34():
    farm = Farm(buildings=COTTAGE | {(1, 1): "stall"}, placed=borders("V(2,2) H(1,3)"))
    assert rooms(farm) == {((0, 2),): 1, ((1, 1),): 3, ((1, 2),): 2}


def test_case_35():
    assert rooms(Farm(placed=borders("H(0,0) V(0,0) V(1,0)"))) == {((0, 2),): 1}


SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


def test_case_36_rebuilt():
    assert rooms(Farm(placed=SQUARE_36)) == {((0, 2),): 1, SQUARE: 8}


def test_case_37():
    assert rooms(Farm(placed=SQUARE_36 | borders("V(1,0)"))) == {((0, 2),): 1, SQUARE: 8}


def test_case_38():
    farm = Farm(placed=SQUARE_36 | borders("V(1,0) V(1,1)"))
    assert rooms(farm) == {((0, 2),): 1, SQUARE[:2]: 4, SQUARE[2:]: 4}
    assert fits(farm, (4, 4, 1, 0))


def test_case_39_rebuilt():
    assert rooms(Farm(placed=ALL_39)) == {((0, 2),): 1, (*SQUARE, (1, 2)): 10}


def test_case_40():
    farm = Farm(placed=ALL_39, buildings=COTTAGE | {(1, 0): "stall"})
    assert rooms(farm) == {((0, 2),): 1, ((1, 0),): 3, ((0, 0), (0, 1), (1, 1), (1, 2)): 8}


def test_case_41():
    farm = Farm(placed=COLUMN_29, buildings=COTTAGE | {(1, 1): "stall"})
    assert rooms(farm) == {((0, 2),): 1, ((1, 0),): 2, ((1, 1),): 3, ((1, 2),): 2}
    assert fits(farm, (2, 3, 2, 1))


def test_case_43():
    farm = Farm(troughs=frozenset({(1, 0), (1, 1)}))
    assert rooms(farm) == {((0, 2),): 1, ((1, 0),): 1, ((1, 1),): 1}
    assert pastures(farm) == []
    assert fits(farm, (1, 1, 1, 0))


def test_case_44():
    farm = Farm(wood=3, troughs=frozenset({(0, 1)}), herd=(0, 0, 1, 0))
    assert rooms(farm) == {((0, 2),): 1, ((0, 1),): 1}
    game = after(game_of(farm), Space.FENCES, borders=CELL_31)
    assert rooms(game.farms[0]) == {((0, 2),): 1, ((0, 1),): 4}


def test_case_46():
    farm = Farm(buildings=COTTAGE | {(0, 0): "storage_building"}, troughs=frozenset({(0, 0)}))
    assert rooms(farm) == {((0, 2),): 1}


def test_case_47():
    farm = Farm(left=1, placed=borders("H(-1,2) V(-1,2) H(-1,3)"))
    assert rooms(farm) == {((0, 2),): 1, ((-1, 2),): 2}


def test_case_49():
    farm = Farm(right=1, placed=borders("H(1,0) H(2,0) V(1,0) V(3,0) H(1,1) H(2,1)"))
    assert rooms(farm) == {((0, 2),): 1, ((1, 0), (2, 0)): 4}
    split = replace(farm, placed=farm.placed | borders("V(2,0)"))
    assert rooms(split) == {((0, 2),): 1, ((1, 0),): 2, ((2, 0),): 2}


def test_case_50():
    farm = Farm(right=1, buildings=COTTAGE | {(1, 1): "stall", (2, 2): "shelter"}, placed=borders("H(1,3)"))
    assert rooms(farm) == {((0, 2),): 1, ((1, 1),): 3, ((2, 2),): 1, ((1, 2),): 2}


def test_case_52():
    ring = borders("H(0,0) H(1,0) H(2,0) V(0,0) V(0,1) V(3,0) V(3,1) V(3,2) H(1,3) H(2,3)")
    farm = Farm(right=1, buildings=COTTAGE | {(1, 1): "stall"}, placed=ring)
    assert sorted(rooms(farm).values()) == [1, 3, 14]
    assert [len(pasture) for pasture in pastures(farm)] == [7]


# --- 11.4 animals and breeding -------------------------------------------------------------------------------------


def test_case_53():
    assert capacities(FARM_32) == (4, 1)
    assert not fits(FARM_32, (3, 2, 0, 0))
    assert sorted(maximal_herds(FARM_32, (3, 2, 0, 0))) == [(1, 2, 0, 0), (3, 1, 0, 0)]


def test_case_55():
    game = refilled(3)
    assert game.goods[Space.HORSES_SHEEP] == Goods(horses=1, sheep=2)
    game = replace(game, farms=(FARM_31, Farm()))
    assert [action.herd for action in space_actions(game, Space.HORSES_SHEEP)] == [(2, 0, 0, 1)]
    assert after(game, Space.HORSES_SHEEP, herd=(2, 0, 0, 1)).farms[0].herd == (2, 0, 0, 1)


def test_case_56():
    game = refilled(2)
    assert game.goods[Space.COWS_PIGS] == Goods(cows=1, pigs=1)
    game = replace(game, farms=(Farm(herd=(0, 1, 0, 0)), Farm()))
    found = {action.herd for action in space_actions(game, Space.COWS_PIGS)}
    assert found == {(0, 1, 0, 0), (0, 0, 1, 0)}
    every = {action.herd for action in space_actions(game, Space.COWS_PIGS, every_herd=True)}
    assert every == {(0, 1, 0, 0), (0, 0, 1, 0), NONE}
    assert "no room" in illegal(game, Space.COWS_PIGS, herd=(0, 2, 0, 0))
    assert "there are only" in illegal(game, Space.COWS_PIGS, herd=(1, 0, 0, 0))


def test_case_58():
    farm = Farm(placed=SQUARE_36 | borders("V(1,0) V(1,1)"), herd=(4, 0, 0, 0))
    assert bred(farm.herd) == (5, 0, 0, 0)
    assert fits(farm, (5, 0, 0, 0))


def test_case_59():
    assert bred((1, 1, 1, 1)) == (1, 1, 1, 1)


def test_case_61():
    assert sorted(maximal_herds(FARM_32, bred((4, 1, 0, 0)))) == [(4, 1, 0, 0), (5, 0, 0, 0)]


def test_case_62():
    farm = Farm(placed=ALL_39, herd=(3, 0, 0, 0))
    assert capacities(farm) == (10, 1)
    assert maximal_herds(farm, bred(farm.herd)) == [(4, 0, 0, 0)]


def test_case_64():
    game = game_of(Farm(wood=2, stone=1, herd=(1, 0, 0, 0)))
    for animal in range(4):
        herd = tuple((kind == 0) + (kind == animal) for kind in range(4))
        choice = {"building": "shelter", "cells": frozenset({(1, 2)}), "animal": animal}
        farm = after(game, Space.SPECIAL_A, **choice, herd=herd).farms[0]
        assert (farm.herd, farm.wood, farm.stone) == (herd, 0, 0)


def test_case_65():
    roomy = Farm(placed=SQUARE_36 | borders("V(1,0) V(1,1)"), left=1, troughs=frozenset({(-1, 0), (-1, 1)}))
    roomy = replace(roomy, buildings=COTTAGE | {(1, 2): "stables"}, troughs=roomy.troughs | {(0, 2)})
    roomy = replace(roomy, placed=roomy.placed | borders("H(-1,0) H(-1,2) V(-1,0) V(-1,1)"), herd=(2, 2, 2, 2))
    assert fits(roomy, (3, 3, 3, 3))
    game = game_of(roomy, roomy, workers=(0, 0, 0, 1, 1, 1) + (None,) * 11)
    game = end_round(game, [(3, 3, 3, 3), (3, 3, 3, 3)])
    assert [farm.herd for farm in game.farms] == [(3, 3, 3, 3)] * 2


# --- 11.5 scoring --------------------------------------------------------------------------------------------------


def full(**changes):
    """Return a farm of two full expansions with a Half-Timbered House; every added space has a trough."""
    troughs = frozenset((column, row) for column in (-1, 2) for row in range(3))
    return Farm(left=1, right=1, troughs=troughs, buildings={(0, 2): "half_timbered_house"}, **changes)


@pytest.mark.parametrize(
    ("case", "herd", "points"),
    [
        (67, (3, 3, 3, 3), 0),
        (68, (4, 4, 4, 4), 16),
        (70, (8, 7, 6, 5), 30),
        (71, (10, 8, 7, 6), 35),
        (73, (12, 10, 9, 8), 47),
        (74, (13, 11, 10, 9), 55),
        (76, (22, 0, 0, 0), 25),
    ],
)
def test_cases_67_to_76(case, herd, points):
    assert total(Farm(herd=herd)) == points


def test_case_77():
    buildings = {(0, 2): "half_timbered_house", (0, 0): "stall", (1, 0): "stables", (0, 1): "storage_building"}
    troughs = frozenset({(2, 0), (2, 1), (2, 2)})
    farm = Farm(wood=2, stone=2, reed=1, right=1, troughs=troughs, buildings=buildings, herd=(9, 8, 6, 4))
    assert score(farm) == {"animals": 27, "bonus": 3, "expansions": 4, "buildings": Fraction(25, 2)}
    assert total(farm) == Fraction(93, 2)


COLUMN_79 = borders("H(2,0) V(2,0) V(3,0) V(2,1) V(3,1) H(2,2)")


def test_case_79():
    farm = Farm(right=1, placed=COLUMN_79, troughs=frozenset({(2, 2)}))
    assert score(farm)["expansions"] == 4


@pytest.mark.parametrize("edge", sorted(COLUMN_79))
def test_case_80(edge):
    farm = Farm(right=1, placed=COLUMN_79 - {edge}, troughs=frozenset({(2, 2)}))
    assert score(farm)["expansions"] == 0


def test_case_82():
    farm = Farm(right=1, buildings=COTTAGE | {(2, 0): "stall"}, troughs=frozenset({(2, 2)}))
    assert score(farm)["expansions"] == 0


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("better", [0, 1])
def test_case_83(first, better):
    farms = [Farm(herd=(11, 10, 9, 7)), Farm(herd=(11, 10, 9, 7))]
    farms[better] = replace(farms[better], buildings=COTTAGE | {(0, 0): "storage_building"}, reed=1)
    assert sorted(map(total, farms)) == [45, Fraction(91, 2)]
    assert winner(Game(farms=tuple(farms), round=9, first=first)) == better


def test_case_85():
    assert total(full(herd=(16, 4, 4, 4))) == 47


def test_case_86():
    assert total(full(herd=(11, 11, 4, 4))) == 48
