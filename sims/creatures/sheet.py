"""A farm in words and plain numbers: what one sees on the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .farm import ORIGIN, STEP
from .pieces import ANIMALS_WORD, BUILDING_WORD, Building
from .words import cell_words, edge_words, herd_words


@dataclass(frozen=True)
class FarmSheet:
    """A farm: its goods, the borders in supply, expansions to the left and right, what stands where, the herd.

    Cells and edges are written as in game files. `room` is what its containers hold, the largest first.
    """

    wood: int
    stone: int
    reed: int
    borders: int
    left: int
    right: int
    placed: str
    troughs: str
    buildings: dict[str, str]
    pastures: str
    room: tuple[int, ...]
    herd: dict[str, int]


def sheet_of(farm: Any) -> FarmSheet:
    """Return a FARM record in words."""
    cells = int(farm["cells"])
    left = cells & ((1 << STEP * ORIGIN) - 1)
    columns = cells.bit_count() // 3
    return FarmSheet(
        **{name: int(farm[name]) for name in ("wood", "stone", "reed", "borders")},
        left=left.bit_count() // 3,
        right=columns - 2 - left.bit_count() // 3,
        placed=edge_words(farm["h_borders"], farm["v_borders"]),
        troughs=cell_words(farm["troughs"]),
        buildings={
            BUILDING_WORD[kind]: cell_words(farm["buildings"][kind]) for kind in Building if farm["buildings"][kind]
        },
        pastures=cell_words(farm["pasture_cells"]),
        room=tuple(int(one) for one in farm["capacities"][: farm["larger"]]) + (1,) * int(farm["ones"]),
        herd={word: int(number) for word, number in zip(ANIMALS_WORD.values(), farm["animals"], strict=True)},
    )


def farm_words(farm: FarmSheet) -> str:
    """Return a farm in one line."""
    stock = f"{farm.wood} wood, {farm.stone} stone, {farm.reed} reed, {farm.borders} borders"
    stands = [f"{name} on {cells}" for name, cells in farm.buildings.items()]
    stands += [f"troughs on {farm.troughs}"] if farm.troughs else []
    stands += [f"pastures of {farm.pastures}"] if farm.pastures else []
    room = f"room for {' + '.join(map(str, farm.room)) or 'none'}"
    return "; ".join([herd_words(farm.herd.values()), stock, *stands, room])
