"""Farm files: one farm written by hand, and its points.

Source: rules/agricola-2007.md, sections 5 to 12. The format, all keys of which may be left out:

    game = "agricola-2007"
    [farm]
    house = "clay"                          # or wood, stone
    rooms = "(1,0) (2,0) (0,0)"             # all rooms; left out: the two of the start
    fields = ["(2,1) grain 3", "(2,2) vegetable 1", "(1,1)"]
    stables = "(0,4)"
    pastures = ["(0,3) (0,4)", "(1,4)"]     # or fences = "H(0,4) H(1,4) V(0,4) V(0,5)"
    improvements = ["Fireplace (2 clay)", "Clay Oven"]
    people = 3                              # in all, of whom newborns = 1 were born in the last round
    begging = 0                             # begging cards
    wood = 2                                # likewise food, clay, reed, stone, grain, vegetables: in supply
    sheep = 4                               # likewise boar, cattle
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..columns import label
from ..errors import AnalyserError
from ..farm_table import read_farm_table
from ..herds import fits
from ..telling import plural
from ..toml_file import Table, shown
from .board import clear_farm
from .editions import EDITIONS
from .farm import FARM, FIRST_ROOMS
from .fencing import fenced_by, parts_of, why_no_layout
from .geometry import measure
from .layouts import load_layouts, place_of
from .names import ANIMAL_WORD, GOOD_WORD, HOUSE_WORD, IMPROVEMENT_WORD
from .scoring import CATEGORIES, Category, score_by_category
from .sheet import FarmSheet, sheet_of
from .terms import cell_words, herd_words, improvement_named, read_cells
from .variants import Rules

MOST = 999
"""The largest number that a farm file may give."""
FARM_KEYS = (
    "house", "rooms", "fields", "stables", "pastures", "fences", "improvements", "people", "newborns", "begging",
    *GOOD_WORD.values(), *ANIMAL_WORD.values(),
)  # fmt: skip
FILE_KEYS = ("game", "mode", "farm")
FIELD = re.compile(r"\s*(\([^()]*\))\s*(?:(?:(\d)\s+)?(grain|vegetables?)(?:\s+(\d))?)?\s*", re.IGNORECASE)


@dataclass(frozen=True)
class FarmFile:
    """A farm file, checked: the farm (a FARM record)."""

    where: str
    farm: Any


@dataclass(frozen=True)
class FarmScore:
    """The points of a farm by category; `farm` as it is."""

    points: dict[str, int]
    total: int
    farm: FarmSheet


def read_farm(path: Path, rules: Rules) -> FarmFile:
    """Read a farm file and check that the rules allow such a farm. Raises AnalyserError."""
    file, table = read_farm_table(Path(path), edition_of(rules.record), FILE_KEYS, FARM_KEYS)
    return FarmFile(file.where, farm_of(table, rules.record))


def edition_of(record: Any) -> str:
    """Return the name of the game whose rules a record holds."""
    return list(EDITIONS)[int(record["edition"])]


def farm_of(table: Table, record: Any) -> Any:
    """Return the FARM record of a table with a farm's keys. Raises AnalyserError."""
    farm = np.zeros(1, FARM)[0]
    clear_farm(farm, record)
    for good, word in GOOD_WORD.items():
        farm["supply"][good] = table.count(word, MOST)
    _build_house(farm, table)
    _count_family(farm, table, record)
    _plow_fields(farm, table, record)
    _fence_pastures(farm, table)
    _build_stables(farm, table, record)
    for name in table.texts("improvements") or ():
        _add_improvement(farm, table, name)
    farm["animals"][:] = [table.count(word, MOST) for word in ANIMAL_WORD.values()]
    measure(farm, record)
    if not fits(farm, farm["animals"]):
        room = " + ".join(map(str, sheet_of(farm, record).room)) or "none"
        herd = herd_words(farm["animals"])
        raise table.error(f"there is no room for {herd}: the farm holds {room}, one type in each place")
    return farm


def _cells_of(table: Table, key: str, text: str) -> int:
    try:
        return read_cells(text)
    except AnalyserError as error:
        raise table.error(f"{key}: {error}") from error


def _free_cells_of(farm: Any, table: Table, key: str, text: str, taken: int) -> int:
    """Return cells on which nothing stands yet of what is `taken`."""
    cells = _cells_of(table, key, text)
    if cells & int(taken):
        raise table.error(f"{key}: on {cell_words(cells & int(taken))} stands something else already")
    return cells


# --- What stands on the farm ---------------------------------------------------------------------------------------


def _build_house(farm: Any, table: Table) -> None:
    material = (table.text("house") or HOUSE_WORD[0]).lower()
    if material not in HOUSE_WORD:
        raise table.error(f"house = {shown(material)} is not allowed: it has to be {', '.join(HOUSE_WORD)}")
    farm["house"] = HOUSE_WORD.index(material)
    if "rooms" not in table.values:
        return
    rooms = _cells_of(table, "rooms", table.joined("rooms"))
    if FIRST_ROOMS & ~rooms:
        raise table.error(f"rooms: {cell_words(FIRST_ROOMS & ~rooms)} is missing: each farm has rooms on (1,0), (2,0)")
    apart = [part for part in parts_of(rooms) if not part & FIRST_ROOMS]
    if apart:
        raise table.error(f"rooms: {cell_words(apart[0])} shares no edge with the other rooms")
    farm["rooms"] = rooms


def _count_family(farm: Any, table: Table, record: Any) -> None:
    most = int(record["people"])
    people = table.number("people", 2, most, 2) or 2
    newborns = table.number("newborns", 0, people - 2, 0) or 0
    farm["people"], farm["newborns"], farm["begging"] = people, newborns, table.count("begging", MOST)


def _plow_fields(farm: Any, table: Table, record: Any) -> None:
    """Put fields on the farm, each with its crops."""
    fields = 0
    for text in _field_texts(table):
        match = FIELD.fullmatch(text)
        if match is None or (match[2] and match[4]):
            raise table.error(f"fields: {shown(text)} is not understood: write (2,1) grain 3, or (2,1)")
        cells = _free_cells_of(farm, table, "fields", match[1], int(farm["rooms"]) | fields)
        if match[3]:
            _put_crops(farm, table, match[1], match[3].lower(), int(match[2] or match[4] or 0), record)
        fields |= cells
    apart = parts_of(fields)
    if len(apart) > 1:
        raise table.error(f"fields: {cell_words(apart[-1])} shares no edge with the other fields")
    farm["fields"] = fields


def _field_texts(table: Table) -> Iterator[str]:
    """Yield what is written of each field: list entries, or parts of a text that begin with a cell."""
    value = table.values.get("fields")
    for text in table.texts("fields") or () if isinstance(value, list) else [table.text("fields") or ""]:
        yield from (part for part in re.split(r"(?=\()|,(?![^()]*\))", text) if part.strip(" ,"))


def _put_crops(farm: Any, table: Table, cell: str, crop: str, number: int, record: Any) -> None:
    kind, most = (
        ("grain", int(record["grain_sown"])) if crop == "grain" else ("vegetable", int(record["vegetables_sown"]))
    )
    if not 1 <= number <= most:
        raise table.error(
            f"fields: {number} {crop} on {cell}, but a field holds 1 to {most}: write {cell} {kind} {most}"
        )
    farm[f"{kind}_fields"][number - 1] += 1


def _fence_pastures(farm: Any, table: Table) -> None:
    """Fence the pastures, written by their cells or by the fences."""
    if "pastures" in table.values and "fences" in table.values:
        raise table.error("pastures or fences? Write one of the two: pastures follow from fences")
    if "fences" in table.values:
        names = re.sub(r"\s*([(,])\s*|\s+\)", lambda found: found[1] or ")", table.joined("fences")).split()
        try:
            farm["layout"] = fenced_by(name.strip(",").upper() for name in names)
        except AnalyserError as error:
            raise table.error(f"fences: {error}") from error
    else:
        farm["layout"] = _layout_of(farm, table)
    _check_enclosed(farm, table)


def _layout_of(farm: Any, table: Table) -> int:
    """Return the layout of the pastures that a file lists."""
    value = table.values.get("pastures")
    texts = table.texts("pastures") or [] if isinstance(value, list) else [table.text("pastures") or ""]
    parts = [part for text in texts for part in (re.findall(r"\{[^{}]*\}?|[^{}]+", text))]
    masks = [_cells_of(table, "pastures", part.strip(" {},")) for part in parts if part.strip(" ,;")]
    if not masks:
        return 0
    if 0 in masks:
        raise table.error("pastures: one of them has no cells")
    place = place_of(masks)
    if place is None:
        raise table.error(f"pastures: {why_no_layout(masks)}")
    return place


def _check_enclosed(farm: Any, table: Table) -> None:
    """Refuse pastures on rooms and fields."""
    cells = int(load_layouts()["cells"][farm["layout"]])
    for name in ("rooms", "fields"):
        inside = cells & int(farm[name])
        if inside:
            raise table.error(f"pastures: {cell_words(inside)} is among the {name}, and cannot be fenced in")


def _build_stables(farm: Any, table: Table, record: Any) -> None:
    taken = int(farm["rooms"] | farm["fields"])
    stables = _free_cells_of(farm, table, "stables", table.joined("stables"), taken)
    if stables.bit_count() > record["stables"]:
        raise table.error(f"{plural(stables.bit_count(), 'stable')}, but a player has {record['stables']}")
    farm["stables"] = stables


def _add_improvement(farm: Any, table: Table, name: str) -> None:
    try:
        improvement = improvement_named(name, ~int(farm["improvements"]))
    except AnalyserError as error:
        raise table.error(f"improvements: {error}") from error
    if int(farm["improvements"]) >> improvement & 1:
        raise table.error(f"improvements: {IMPROVEMENT_WORD[improvement]} is written twice, but there is one of it")
    farm["improvements"] |= 1 << improvement


# --- Points --------------------------------------------------------------------------------------------------------


def score_farm(file: FarmFile, rules: Rules, harvest: int | None = None) -> FarmScore:
    """Return the points of a farm. Raises AnalyserError where a `harvest` is asked for: points are of the end."""
    if harvest is not None:
        raise AnalyserError("a farm of Agricola is scored as it stands, at the end: leave --harvest out")
    return score_of(file.farm, rules)


def score_of(farm: Any, rules: Rules) -> FarmScore:
    """Return the points of a FARM record."""
    points = np.zeros(CATEGORIES, np.int64)
    total = int(score_by_category(farm, rules.record, points))
    by_name = {label(category.name): int(points[category]) for category in Category}
    return FarmScore(by_name, total, sheet_of(farm, rules.record))
