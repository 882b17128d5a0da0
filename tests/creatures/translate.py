"""The oracle's games as the kernels' positions, and moves both ways."""

from __future__ import annotations

from typing import Any

import numpy as np
from oracles import creatures as oracle

from sims.creatures.board import POSITION
from sims.creatures.farm import FARM, place
from sims.creatures.geometry import measure
from sims.creatures.pieces import FIRST_SPECIAL, KINDS, NOTHING, Building, Good, Side
from sims.creatures.words import new_move, places

from .ask import RULES, containers

GOODS = dict(zip(oracle.Goods._fields, Good, strict=True))


def mask_of(where: Any) -> int:
    """Return the mask of cells, or of edges, by column and row."""
    return sum(1 << place(column, row) for column, row in where)


def edge_masks(edges: Any) -> tuple[int, int]:
    """Return the masks of horizontal and of vertical edges."""
    kinds = {kind: [edge[1:] for edge in edges if edge[0] == kind] for kind in "HV"}
    return mask_of(kinds["H"]), mask_of(kinds["V"])


def write_farm(farm: Any, own: oracle.Farm) -> None:
    """Write a farm of the oracle into a FARM record."""
    for name in ("wood", "stone", "reed", "borders"):
        farm[name] = getattr(own, name)
    farm["cells"], farm["troughs"] = mask_of(oracle.cells(own)), mask_of(own.troughs)
    farm["h_borders"], farm["v_borders"] = edge_masks(own.placed)
    for kind in Building:
        cells = [cell for cell, name in own.buildings.items() if name == kind.name.lower()]
        farm["buildings"][kind] = mask_of(cells)
    farm["animals"][:] = own.herd
    measure(farm, RULES.record)


def to_position(game: oracle.Game) -> Any:
    """Return a game of the oracle as a POSITION record."""
    position = np.zeros(1, POSITION)[0]
    for seat, farm in enumerate(game.farms):
        write_farm(position["farms"][seat], farm)
    for space, goods in enumerate(game.goods):
        for name, good in GOODS.items():
            position["goods"][space][good] = getattr(goods, name)
    position["occupied"] = sum(1 << space for space, seat in enumerate(game.workers) if seat is not None)
    position["round"], position["seat"], position["first"] = game.round - 1, game.seat, game.first
    position["placed"], position["marker"] = sum(seat is not None for seat in game.workers), game.marker
    position["border_stock"], position["troughs"] = game.border_stock, game.troughs
    position["stall_tiles"], position["expansions"] = game.stall_tiles, game.expansions
    for kind in range(FIRST_SPECIAL, KINDS):
        position["copies"][kind] = int(Building(kind).name.lower() in game.specials)
    return position


def same(one: Any, other: Any) -> bool:
    """Say whether two positions are the same, but for the trial fields and for who began the round."""
    skipped = ("start", "farms", *(name for name in POSITION.names if name.startswith("trial_")))
    same_farms = all(map(same_farm, one["farms"], other["farms"]))
    return same_farms and all(
        one[name].tobytes() == other[name].tobytes() for name in POSITION.names if name not in skipped
    )


def same_farm(one: Any, other: Any) -> bool:
    """Say whether two farms are the same; of the list of capacities only the first `larger` count."""
    fields = (name for name in FARM.names if name != "capacities")
    return all(one[name].tobytes() == other[name].tobytes() for name in fields) and containers(one) == containers(other)


def to_move(action: oracle.Action) -> Any:
    """Return an action of the oracle as a MOVE record."""
    move = new_move()
    move["space"] = int(action.space)
    move["h_borders"], move["v_borders"] = edge_masks(action.borders)
    move["side"] = NOTHING if action.side is None else Side[action.side.upper()]
    move["cells"], move["with_wood"] = mask_of(action.cells), action.wood_paid
    if action.building is not None:
        move["building"] = Building[action.building.upper()]
        move["payment"] = 1 if action.payment == "stone" else 0
    move["animal"] = NOTHING if action.animal is None else action.animal
    move["herd"][:] = action.herd
    return move


def to_action(move: Any) -> oracle.Action:
    """Return a MOVE record as an action of the oracle."""
    building = None if move["building"] == NOTHING else Building(move["building"]).name.lower()
    h = [("H", *where) for where in places(move["h_borders"])]
    edges = [*h, *(("V", *where) for where in places(move["v_borders"]))]
    return oracle.Action(
        space=oracle.Space(int(move["space"])),
        borders=frozenset(edges),
        side=None if move["side"] == NOTHING else Side(move["side"]).name.lower(),
        cells=frozenset(places(move["cells"])),
        wood_paid=int(move["with_wood"]),
        building=building,
        payment=("wood", "stone")[move["payment"]] if building == "open_stables" else None,
        animal=None if move["animal"] == NOTHING else int(move["animal"]),
        herd=tuple(int(number) for number in move["herd"]),
    )
