"""The edge cases of rules/creatures.md, 11.1, 11.2 and 11.6, by number: refill, taking, costs, limits, two rounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from creatures.ask import (
    RULES,
    change,
    containers,
    fault,
    goods_on,
    largest,
    make_move,
    new_farm,
    play,
    points,
    position,
    supply,
)

from sims.creatures.board import refill
from sims.creatures.moves import Fault, why_illegal
from sims.creatures.pieces import Building, Space
from sims.herds import fits, grown

FIRST_REFILL: dict[Space, dict[str, int]] = {
    Space.START_PLAYER: {"wood": 1},
    Space.THREE_WOOD: {"wood": 3},
    Space.ONE_STONE: {"stone": 1},
    Space.TWO_STONE: {"stone": 2},
    Space.EXPAND: {"border": 1},
    Space.MILLPOND: {"reed": 1},
    Space.PIGS_SHEEP: {"pig": 1},
    Space.COWS_PIGS: {"cow": 1},
    Space.HORSES_SHEEP: {"horse": 1},
}


def rich(where: Any, **changes: Any) -> Any:
    """Change the farm of the seat to act; return the position."""
    where["farms"][where["seat"]] = change(where["farms"][where["seat"]], **changes)
    return where


# --- 11.1 ----------------------------------------------------------------------------------------------------------


def test_11_1_01_the_refill_of_round_1() -> None:
    where = position()
    for space in Space:
        assert goods_on(where, space) == FIRST_REFILL.get(space, {})
    assert where["border_stock"] == 7


def test_11_1_02_wood_piles_up() -> None:
    where = position(3)
    assert supply(play(where, "3 Wood")) == (9, 0, 0)
    assert goods_on(where, Space.THREE_WOOD) == {}


def test_11_1_04_an_emptied_space_begins_anew() -> None:
    where = position(3)
    assert goods_on(where, Space.MILLPOND) == {"reed": 1, "sheep": 2}
    play(where, "Millpond; keep 1 sheep")
    refill(where, RULES.record)
    assert goods_on(where, Space.MILLPOND) == {"reed": 1}


def test_11_1_05_the_second_good_piles_up() -> None:
    assert goods_on(position(4), Space.COWS_PIGS) == {"cow": 1, "pig": 3}


def test_11_1_07_building_materials_never_pile_up() -> None:
    assert supply(play(position(5), "Building Materials")) == (1, 1, 1)


def test_11_1_08_expand_gives_its_borders() -> None:
    where = position(3)
    farm = play(where, "Expand: left")
    assert farm["borders"] == 12
    assert where["expansions"] == 3
    assert where["border_stock"] == 5


def test_11_1_10_and_11_the_marker() -> None:
    where = position(3)
    where["seat"] = 1
    play(where, "Start Player")
    assert (where["start"], where["marker"]) == (0, 1)
    refill(where, RULES.record)
    assert (where["start"], where["seat"]) == (1, 1)
    assert supply(play(where, "Start Player"))[0] == 4
    assert where["marker"] == 1


# --- 11.2 ----------------------------------------------------------------------------------------------------------


def test_11_2_13_and_14_fences() -> None:
    farm = play(rich(position(), goods={"wood": 7}), "Fences: H(0,0) H(1,0) V(0,0) V(2,0) H(0,1)")
    assert (farm["wood"], farm["borders"]) == (2, 4)
    poor = {"wood": 4, "borders": 3}
    assert fault(rich(position(), goods=poor), "Fences: H(0,0) H(1,0) V(0,0)") == Fault.LEGAL
    assert fault(rich(position(), goods=poor), "Fences: H(0,0) H(1,0) V(0,0) V(2,0)") == Fault.TOO_FEW_BORDERS
    assert fault(rich(position(), goods={"wood": 1}), "Fences: H(0,0) H(1,0)") == Fault.TOO_LITTLE_WOOD


def test_11_2_16_and_17_walls() -> None:
    for borders in ("H(0,0)", "H(0,0) H(1,0)"):
        assert play(position(), f"Walls: {borders}")["stone"] == 0
    assert fault(position(), "Walls: H(0,0) H(1,0) V(0,0)") == Fault.TOO_LITTLE_STONE
    farm = play(rich(position(), goods={"stone": 6}), "Walls: H(0,0) H(1,0) V(0,0) V(2,0) H(0,1)")
    assert (farm["stone"], farm["borders"]) == (0, 4)


def test_11_2_19_no_border() -> None:
    for space in ("Fences", "Walls"):
        where = rich(position(), goods={"borders": 0, "wood": 20})
        assert fault(where, f"{space}: H(0,0)") == Fault.TOO_FEW_BORDERS
        assert fault(where, f"{space}:") == Fault.NO_EDGES


def test_11_2_20_and_22_troughs() -> None:
    farm = play(rich(position(), goods={"wood": 6}), "Feeding Trough: (0,0) (1,0) (0,2)")
    assert farm["wood"] == 0
    assert containers(farm) == [2, 1, 1]
    where = position()
    where["troughs"] = 0
    assert fault(where, "Feeding Trough: (0,0)") == Fault.TOO_FEW_TROUGHS
    assert fault(rich(position(), troughs="(0,0)"), "Feeding Trough: (0,0)") == Fault.TROUGH_THERE
    assert fault(position(), "Feeding Trough:") == Fault.NO_CELLS


def test_11_2_23_one_stall() -> None:
    where = rich(position(), goods={"stone": 6, "reed": 2})
    assert fault(where, "Stalls: (1,1) (1,0)") == Fault.NOT_ONE_CELL
    assert fault(where, "Stalls: (0,2)") == Fault.BUILT_OVER
    assert fault(where, "Stalls: (2,2)") == Fault.NO_SUCH_CELL
    farm = play(where, "Stalls: (1,1)")
    assert (farm["stone"], farm["reed"], where["stall_tiles"]) == (3, 1, 3)
    where = rich(position(), goods={"stone": 6, "reed": 2})
    where["stall_tiles"] = 0
    assert fault(where, "Stalls: (1,1)") == Fault.NO_TILE


def test_11_2_25_and_26_stables() -> None:
    two = {"stall": "(1,1) (1,0)", "goods": {"wood": 5, "stone": 5}}
    farm = play(rich(position(), **two), "Stables: (1,0) (1,1), 1 for wood")
    assert supply(farm) == (0, 0, 0)
    assert points(farm) == 8 - 12
    assert fault(rich(position(), **two), "Stables: (1,0) for stone") == Fault.LEGAL
    assert fault(rich(position(), **two), "Stables: (1,0) (1,1) for stone") == Fault.TOO_LITTLE_STONE
    poor = rich(position(), stall="(1,1)", goods={"wood": 3, "stone": 4})
    assert fault(poor, "Stables: (1,1) for wood") == Fault.TOO_LITTLE_WOOD
    assert fault(poor, "Stables: (1,1) for stone") == Fault.TOO_LITTLE_STONE
    assert fault(poor, "Stables: (1,0) for stone") == Fault.NOT_A_STALL


def test_11_2_28_open_stables() -> None:
    made = {"stall": "(1,0)", "troughs": "(1,0)", "herd": (0, 0, 3, 0), "goods": {"wood": 3}}
    where = rich(position(), **made)
    where["stall_tiles"] = 0
    before = points(where["farms"][0])
    farm = play(where, "Special Building (b): Open Stables on (1,0) for wood, 1 cow")
    assert containers(farm) == [10, 1]
    assert (farm["wood"], farm["animals"][2], where["stall_tiles"]) == (0, 4, 1)
    assert points(farm) - before == 1 + 4
    assert fault(where, "Special Building (a): Open Stables on (1,0) for wood, 1 cow") == Fault.BUILDING_GONE
    assert fault(rich(position(), **made), "Special Building: Open Stables on (1,0), 1 pig") == Fault.WRONG_ANIMAL
    assert fault(rich(position(), **made), "Special Building: Open Stables on (1,1), 1 cow") == Fault.NOT_A_STALL


def test_7_3_special_buildings() -> None:
    goods = {"wood": 3, "stone": 2, "reed": 1}
    house = play(rich(position(), goods=goods, troughs="(0,2)"), "Special Building: Half-Timbered House on (0,2)")
    assert containers(house) == [4]
    assert house["buildings"][Building.COTTAGE] == 0
    for sentence in ("Half-Timbered House on (0,1)", "Storage Building on (0,2)", "Shelter on (0,2), 1 pig"):
        assert fault(rich(position(), goods=goods), f"Special Building: {sentence}") == Fault.BUILT_OVER
    assert fault(rich(position(), goods=goods), "Special Building: Shelter on (0,1)") == Fault.WRONG_ANIMAL


def test_6_3_an_edge_takes_one_border_and_no_wall_takes_any() -> None:
    for edge, wanted in (("H(0,0)", Fault.EDGE_CLOSED), ("H(0,2)", Fault.EDGE_CLOSED), ("H(2,0)", Fault.NO_SUCH_EDGE)):
        assert fault(rich(position(), borders="H(0,0)"), f"Walls: {edge}") == wanted


def test_expand_without_expansions() -> None:
    where = position(2)
    where["expansions"] = 0
    assert fault(where, "Expand: left") == Fault.NO_EXPANSION
    assert play(where, "Expand")["borders"] == 11
    assert fault(position(), "Expand") == Fault.NO_SIDE
    assert fault(where, "Expand") == Fault.OCCUPIED


def test_a_move_decides_nothing_that_is_not_asked() -> None:
    where = position()
    for field, value in {"cells": 1 << 16, "h_borders": 1 << 16, "with_wood": 1, "side": 0, "animal": 0}.items():
        move = make_move(where, "3 Wood")
        move[field] = value
        assert Fault(why_illegal(where, move, RULES.record)) == Fault.NOT_ASKED


# --- 11.6 ----------------------------------------------------------------------------------------------------------

ROUND_1 = [
    ("Building Materials", lambda farm: supply(farm) == (1, 1, 1)),
    ("3 Wood", lambda farm: supply(farm) == (3, 0, 0)),
    ("Expand: right", lambda farm: farm["borders"] == 10),
    ("Fences: H(0,1) V(0,1) V(1,1)", lambda farm: farm["borders"] == 6 and containers(farm) == [2, 1]),
    ("2 Stone", lambda farm: supply(farm) == (1, 3, 1)),
    ("Pigs and Sheep", lambda farm: list(farm["animals"]) == [0, 1, 0, 0]),
]
ROUND_2 = [
    ("Stalls: (1,1)", lambda farm: supply(farm) == (1, 0, 0)),
    ("Cows and Pigs", lambda farm: list(farm["animals"]) == [0, 2, 1, 0]),
    ("Walls: V(2,2) H(1,3)", lambda farm: farm["borders"] == 8 and containers(farm) == [3, 2, 1]),
    ("Start Player", lambda farm: supply(farm)[0] == 2),
    ("Horses and Sheep", lambda farm: list(farm["animals"]) == [1, 0, 0, 1]),
    ("Millpond; keep 2 pigs and 1 cow", lambda farm: supply(farm) == (2, 0, 1)),
]


def work(where: Any, moves: list[Any]) -> None:
    """Play the placements of a round, each with its test."""
    for sentence, holds in moves:
        assert holds(play(where, sentence)), sentence
        where["seat"] = 1 - where["seat"]


def breed(where: Any) -> list[list[int]]:
    """Let all animals with room be born; return the herds, enlarged where not all have room."""
    herds = []
    for farm in where["farms"]:
        herd = np.zeros(4, np.int64)
        grown(farm["animals"], RULES.record, herd)
        herds.append(herd.tolist())
        if fits(farm, herd):
            farm["animals"][:] = herd
    return herds


def test_11_6_script_a() -> None:
    where = position()
    work(where, ROUND_1)
    assert breed(where) == [[0, 0, 0, 0], [0, 1, 0, 0]]
    refill(where, RULES.record)
    after = {**FIRST_REFILL, Space.START_PLAYER: {"wood": 2}, Space.ONE_STONE: {"stone": 2},
             Space.MILLPOND: {"reed": 1, "sheep": 1}, Space.COWS_PIGS: {"cow": 1, "pig": 1},
             Space.HORSES_SHEEP: {"horse": 1, "sheep": 1}}  # fmt: skip
    assert all(goods_on(where, space) == after.get(space, {}) for space in Space)
    assert where["border_stock"] == 6
    work(where, ROUND_2)
    farm = where["farms"][1]
    assert largest(farm, 1, 2, 1, 0) == {(0, 2, 1, 0), (1, 2, 0, 0), (1, 0, 1, 0)}
    assert breed(where) == [[1, 0, 0, 1], [0, 3, 1, 0]]
    assert largest(farm, 0, 3, 1, 0) == {(0, 2, 1, 0), (0, 3, 0, 0)}
    refill(where, RULES.record)
    last = {**FIRST_REFILL, Space.THREE_WOOD: {"wood": 6}, Space.ONE_STONE: {"stone": 3}, Space.TWO_STONE: {"stone": 4},
            Space.EXPAND: {"border": 2}, Space.PIGS_SHEEP: {"pig": 1, "sheep": 1}}  # fmt: skip
    assert all(goods_on(where, space) == last.get(space, {}) for space in Space)
    assert (where["border_stock"], where["start"], where["stall_tiles"]) == (5, 1, 3)


@pytest.mark.parametrize("first", [0, 1])
def test_either_seat_may_start(first: int) -> None:
    assert position(first=first)["seat"] == first


def test_a_farm_by_hand_is_that_of_the_start() -> None:
    assert containers(new_farm()) == [1]
