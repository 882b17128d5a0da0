"""Positions and farms by hand, in words, and short questions to the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np

from sims.creatures import variants
from sims.creatures.board import POSITION, refill, set_up
from sims.creatures.farm import FARM
from sims.creatures.geometry import measure
from sims.creatures.herd import new_herds
from sims.creatures.moves import Fault, act, apply, why_illegal
from sims.creatures.pieces import SPACES, Building, Good, Material
from sims.creatures.scoring import score
from sims.creatures.words import parse, read_cells, read_edges
from sims.herds import fits, list_herds

RULES = variants.default()
Herd = tuple[int, int, int, int]


def position(round_: int = 1, first: int = 0) -> Any:
    """Return the position at the start of a round (from 1) in which nobody has done anything yet."""
    found = np.zeros(1, POSITION)[0]
    set_up(found, RULES.record, first)
    for number in range(round_):
        refill(found, RULES.record)
        found["round"] = number
    return found


def change(farm: Any, *, borders: str = "", left: int = 0, right: int = 0, troughs: str = "", herd: Herd | None = None,
           goods: dict[str, int] | None = None, **buildings: str) -> Any:  # fmt: skip
    """Give a farm borders, expansions, troughs, animals, goods and buildings (`stall="(1,1)"`); return it."""
    h, v = read_edges(borders)
    farm["h_borders"] |= h
    farm["v_borders"] |= v
    columns = [*range(-left, 0), *range(2, 2 + right)]
    for column in columns:
        farm["cells"] |= read_cells(f"({column},0) ({column},1) ({column},2)")
    farm["troughs"] |= read_cells(troughs)
    for name, cells in buildings.items():
        kind = Building[name.upper()]
        farm["buildings"][kind] |= read_cells(cells)
        if kind == Building.HALF_TIMBERED_HOUSE:
            farm["buildings"][Building.COTTAGE] = 0
    for name, number in (goods or {}).items():
        farm[name] = number
    if herd is not None:
        farm["animals"][:] = herd
    measure(farm, RULES.record)
    return farm


def new_farm(**changes: Any) -> Any:
    """Return a farm by hand."""
    return change(np.array([position()["farms"][0]], FARM)[0], **changes)


def containers(farm: Any) -> list[int]:
    """Return the capacities of a farm's containers, the largest first."""
    return [int(one) for one in farm["capacities"][: farm["larger"]]] + [1] * int(farm["ones"])


def room_for(farm: Any, *herd: int) -> bool:
    """Say whether a herd fits."""
    return bool(fits(farm, np.array(herd, np.int64)))


def largest(farm: Any, *herd: int) -> set[Herd]:
    """Return the largest parts of a herd that fit."""
    found = new_herds()
    number = list_herds(farm, np.array(herd, np.int64), found)
    return {tuple(int(one) for one in found["herds"][place]) for place in range(number)}  # type: ignore[misc]


def points(farm: Any) -> float:
    """Return the points of a farm."""
    return int(score(farm, RULES.record)) / 2


def make_move(where: Any, sentence: str) -> Any:
    """Return the move of a sentence, with all animals staying where it does not say."""
    move, named = parse(sentence)
    if not named and 0 <= move["space"] < SPACES:
        move["herd"][:] = act(where, move, RULES.record)["animals"]
    return move


def fault(where: Any, sentence: str) -> Fault:
    """Return why a move is illegal."""
    return Fault(why_illegal(where, make_move(where, sentence), RULES.record))


def play(where: Any, sentence: str) -> Any:
    """Make a legal move; return the farm of the seat that made it."""
    found = Fault(apply(where, make_move(where, sentence), RULES.record))
    assert found == Fault.LEGAL, (sentence, found)
    return where["farms"][where["seat"]]


def goods_on(where: Any, space: int) -> dict[str, int]:
    """Return what lies on a space."""
    return {good.name.lower(): int(where["goods"][space][good]) for good in Good if where["goods"][space][good]}


def supply(farm: Any) -> tuple[int, int, int]:
    """Return a farm's wood, stone and reed."""
    wood, stone, reed = (int(farm[material.name.lower()]) for material in Material)
    return wood, stone, reed
