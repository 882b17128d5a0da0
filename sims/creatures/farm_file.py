"""Farm files: one farm written by hand, and its points.

Source: rules/creatures.md, sections 6 to 9. The format, all keys of which may be left out:

    game = "creatures"
    [farm]
    left = 0                                # expansions on each side; `right` likewise
    borders = "H(0,1) V(0,1) V(1,1)"        # or a list of such texts
    troughs = "(0,1) (1,2)"
    stalls = "(1,1)"                        # likewise stables, open_stables, shelter, storage_building
    half_timbered_house = false
    wood = 2                                # likewise stone, reed
    sheep = 4                               # likewise pigs, cows, horses
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..columns import label
from ..errors import AnalyserError
from ..farm_table import read_farm_table
from ..herds import fits
from ..telling import plural
from ..toml_file import Table
from .board import clear_farm
from .farm import COTTAGE_CELL, FARM
from .geometry import measure
from .pieces import ANIMALS_WORD, BUILDING_WORD, FIRST_SPECIAL, Building, Good, Material
from .scoring import CATEGORIES, Category, score_by_category
from .sheet import FarmSheet, sheet_of
from .variants import Rules
from .words import cell_words, herd_words, read_cells, read_edges

MOST = 999
"""The largest number that a farm file may give."""
BUILDING_KEYS = {
    "stalls": Building.STALL,
    "stables": Building.STABLES,
    "storage_building": Building.STORAGE_BUILDING,
    "shelter": Building.SHELTER,
    "open_stables": Building.OPEN_STABLES,
}
HOUSE = "half_timbered_house"
GOODS = tuple(material.name.lower() for material in Material)
FARM_KEYS = ("left", "right", "borders", "troughs", *BUILDING_KEYS, HOUSE, *GOODS, *ANIMALS_WORD.values())
FILE_KEYS = ("game", "farm")


@dataclass(frozen=True)
class FarmFile:
    """A farm file, checked: the farm (a FARM record)."""

    where: str
    farm: Any


@dataclass(frozen=True)
class FarmScore:
    """The points of a farm by category, in halves where there are such; `farm` as it is."""

    points: dict[str, float]
    total: float
    farm: FarmSheet


def read_farm(path: Path, rules: Rules) -> FarmFile:
    """Read a farm file and check that the rules allow such a farm. Raises AnalyserError."""
    file, table = read_farm_table(Path(path), "creatures", FILE_KEYS, FARM_KEYS)
    return FarmFile(file.where, farm_of(table, rules.record))


def farm_of(table: Table, record: Any) -> Any:
    """Return the FARM record of a [farm] table; its borders in supply are what is left of those from the start."""
    farm = np.zeros(1, FARM)[0]
    clear_farm(farm, record)
    for name in GOODS:
        farm[name] = table.count(name, MOST)
    _add_expansions(farm, table, record)
    _place_buildings(farm, table, record)
    _place_troughs(farm, table, record)
    _place_borders(farm, table, record)
    farm["animals"][:] = [table.count(word, MOST) for word in ANIMALS_WORD.values()]
    measure(farm, record)
    if not fits(farm, farm["animals"]):
        room = " + ".join(map(str, sheet_of(farm).room)) or "none"
        herd = herd_words(farm["animals"])
        raise table.error(f"there is no room for {herd}: the farm holds {room}, one type in each place")
    return farm


def _add_expansions(farm: Any, table: Table, record: Any) -> None:
    left, right = table.count("left", 4), table.count("right", 4)
    if left + right > record["expansions"]:
        raise table.error(f"{left + right} expansions, but there are {record['expansions']}")
    for column in [*range(-left, 0), *range(2, 2 + right)]:
        farm["cells"] |= read_cells(f"({column},0) ({column},1) ({column},2)")


def _cells_of(farm: Any, table: Table, key: str) -> int:
    """Return the cells of a key, which have to be the farm's."""
    try:
        cells = read_cells(table.joined(key))
    except AnalyserError as error:
        raise table.error(f"{key}: {error}") from error
    if cells & ~int(farm["cells"]):
        raise table.error(f"{key}: {cell_words(cells & ~int(farm['cells']))} is not on the farm")
    return cells


def _place_buildings(farm: Any, table: Table, record: Any) -> None:
    """Put buildings on the farm, each on a space of its own, as many as there are."""
    built = COTTAGE_CELL
    for key, kind in BUILDING_KEYS.items():
        cells = _cells_of(farm, table, key)
        if cells & built:
            raise table.error(f"{key}: on {cell_words(cells & built)} stands another building already")
        if kind >= FIRST_SPECIAL and cells.bit_count() > record["copies"][kind]:
            raise table.error(f"{key}: there is {record['copies'][kind]} {BUILDING_WORD[kind]} only")
        built |= cells
        farm["buildings"][kind] = cells
    tiles = int(farm["buildings"][Building.STALL] | farm["buildings"][Building.STABLES]).bit_count()
    if tiles > record["stall_tiles"]:
        raise table.error(f"{tiles} stalls and stables, but there are {record['stall_tiles']} tiles")
    if table.boolean(HOUSE):
        farm["buildings"][Building.COTTAGE], farm["buildings"][Building.HALF_TIMBERED_HOUSE] = 0, COTTAGE_CELL


def _place_troughs(farm: Any, table: Table, record: Any) -> None:
    cells = _cells_of(farm, table, "troughs")
    if cells.bit_count() > record["troughs"]:
        raise table.error(f"{plural(cells.bit_count(), 'trough')}, but there are {record['troughs']}")
    farm["troughs"] = cells


def _place_borders(farm: Any, table: Table, record: Any) -> None:
    """Put borders on the farm: on its edges, no more than one player can have."""
    try:
        h, v = read_edges(table.joined("borders"))
    except AnalyserError as error:
        raise table.error(f"borders: {error}") from error
    cells = int(farm["cells"])
    strange = "H" if h & ~(cells | cells << 1) else "V" if v & ~(cells | cells << 4) else ""
    if strange:
        raise table.error(f"borders: an {strange} edge is not on the farm")
    most = int(record["start_goods"][Good.BORDER] + record["border_stock"])
    number = h.bit_count() + v.bit_count()
    if number > most:
        raise table.error(f"{number} borders, but one player can have {most} at most")
    farm["h_borders"], farm["v_borders"] = h, v
    farm["borders"] = max(0, int(record["start_goods"][Good.BORDER]) - number)


def score_farm(file: FarmFile, rules: Rules, harvest: int | None = None) -> FarmScore:
    """Return the points of a farm. Raises AnalyserError where a `harvest` is asked for, of which there are none."""
    if harvest is not None:
        raise AnalyserError("All Creatures Big and Small has no harvests: leave --harvest out")
    return score_of(file.farm, rules)


def score_of(farm: Any, rules: Rules) -> FarmScore:
    """Return the points of a FARM record."""
    points = np.zeros(CATEGORIES, np.int64)
    total = int(score_by_category(farm, rules.record, points))
    by_name = {label(category.name): int(points[category]) / 2 for category in Category}
    return FarmScore(by_name, total / 2, sheet_of(farm))
