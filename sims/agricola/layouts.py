"""Layouts: all legal ways to fence pastures, and those worth having from where a farm stands.

Source: rules/agricola-2007.md, section 6. There are 7,963 complete layouts of the starting farm. A farm only ever loses
some of them, to rooms and fields, so that each legal fencing of any farm is one of them, and a farm's fences are a
place in the table: 0 for none, 1 to 7,963. To fence is to name a later place that keeps the fences there are.

Places go by the number of fences, then by *kind* (the sizes of the pastures, wherever they lie), then by which cells
they take: the right side of the yard first, each column from the top, so that the left side stays free for rooms and
fields. The places that a place can be extended to are its `entries`, in groups of one number of fences and one kind;
of those of one kind on the same cells only the first is kept there, the one with the fewest fences.

- `every_layout` lists all that can be had with so many new fences.
- `list_layouts` lists one of each kind: of those with the fewest fences that which encloses most of the farm's stables,
  of those the first by the order above. (With one kind and as many fenced stables, all have the same product of
  capacities.) It leaves out the same kind in another place, in another form with more fences, and the same stables
  shared out to the pastures in another way.

Why a table: fences would else be grown edge by edge, as in All Creatures, where most sets of edges enclose nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..bits import count
from ..jit import kernel
from .farm import COLUMNS, MOST_PASTURES, ROWS, cell

FILE = Path(__file__).with_suffix(".npz")
MOST_FENCES = 15
PLACES, KINDS, GROUPS, ENTRIES = 7964, 48, 19403, 46294
FIRST_UPRIGHT = COLUMNS * (ROWS + 1)
"""The bit of V(0,0): the horizontal fences come first."""

LAYOUTS = np.dtype(
    [
        ("fences", np.int64, (PLACES,)),
        ("first_group", np.int32, (PLACES + 1,)),
        ("first_entry", np.int32, (GROUPS + 1,)),
        ("cells", np.int16, (PLACES,)),
        ("masks", np.int16, (PLACES, MOST_PASTURES)),
        ("entries", np.int16, (ENTRIES,)),
        ("entry_cells", np.int16, (ENTRIES,)),
        ("number", np.int8, (PLACES,)),
        ("pastures", np.int8, (PLACES,)),
        ("kind", np.int8, (PLACES,)),
        ("sizes", np.int8, (KINDS, MOST_PASTURES)),
        ("group_number", np.int8, (GROUPS,)),
        ("group_kind", np.int8, (GROUPS,)),
    ],
    align=True,
)
"""The table. By place: the mask of `fences`, their `number`, the mask of all pasture `cells`, how many `pastures`, the
mask of each (larger ones first, then 0) and their `kind`. By kind: the `sizes` in cells, in falling order.

Extensions of place p: the groups from `first_group[p]` to before `first_group[p + 1]`. Of group g: the number of fences
and the kind, and the places `entries[first_entry[g]]` to before `first_entry[g + 1]`, with their cells beside them.

Fence H(r, c), above cell (r, c), is bit 5 * r + c of a mask of fences; V(r, c), to the left of it, bit 20 + 6 * r + c.
"""

FOUND_LAYOUTS = np.dtype([("count", np.int64), ("places", np.int64, (PLACES,))], align=True)
"""A list of layouts: the first `count` of `places`."""


def outline(cells: int) -> int:
    """Return the mask of the fences around a set of cells."""
    fences = cells ^ cells << COLUMNS
    for row in range(ROWS):
        line = cells >> COLUMNS * row & (1 << COLUMNS) - 1
        fences |= (line ^ line << 1) << FIRST_UPRIGHT + (COLUMNS + 1) * row
    return fences


def fence_names(fences: int) -> list[str]:
    """Return the names of the fences of a mask, as H(0,4) and V(0,4)."""
    level = [f"H({row},{column})" for row in range(ROWS + 1) for column in range(COLUMNS)]
    upright = [f"V({row},{column})" for row in range(ROWS) for column in range(COLUMNS + 1)]
    return [name for place, name in enumerate(level + upright) if int(fences) >> place & 1]


@cache
def load_layouts() -> Any:
    """Return the table (a LAYOUTS record; not to be changed)."""
    table = np.zeros(1, LAYOUTS)
    with np.load(FILE) as fields:
        for name in fields.files:
            table[0][name][...] = fields[name]
    table.setflags(write=False)
    return table[0]


@cache
def _places() -> dict[int, int]:
    return {int(fences): place for place, fences in enumerate(load_layouts()["fences"])}


def place_of(pastures: Iterable[int | Iterable[tuple[int, int]]]) -> int | None:
    """Return the place of the layout with these pastures, or None where that is not legal.

    Each pasture is a mask, or the rows and columns of its cells.
    """
    masks = [one if isinstance(one, int) else sum({cell(*place) for place in one}) for one in pastures]
    fences = 0
    for mask in masks:
        fences |= outline(mask)
    place = _places().get(fences)
    if place is None or sorted(masks) != sorted(pastures_of(place)):
        return None
    return place


def pastures_of(place: int) -> list[int]:
    """Return the masks of the pastures of a layout, larger ones first."""
    return [int(mask) for mask in load_layouts()["masks"][place] if mask]


def new_layouts() -> Any:
    """Return an empty list of layouts (a FOUND_LAYOUTS record)."""
    return np.zeros(1, FOUND_LAYOUTS)[0]


@kernel(inline=True)
def fences_of(farm, rules):
    """Return how many fences a farm has."""
    return np.int64(rules["layouts"]["number"][farm["layout"]])


@kernel(inline=True)
def new_fences(farm, rules, place):
    """Return how many fences a farm needs for a layout that extends its own."""
    number = rules["layouts"]["number"]
    return np.int64(number[place]) - np.int64(number[farm["layout"]])


@kernel(inline=True)
def extends(farm, rules, place):
    """Say whether a farm can fence a layout: it keeps all fences, has more, and encloses no room or field."""
    table = rules["layouts"]
    fences, layout = table["fences"], farm["layout"]
    if place <= layout or place >= PLACES or fences[layout] & ~fences[place] != 0:
        return False
    return np.int64(table["cells"][place]) & (farm["rooms"] | farm["fields"]) == 0


@kernel(inline=True)
def best_of_group(table, group, blocked, stables):
    """Return the place of a group without `blocked` cells with the most stables, of those the first; 0 if none is."""
    best, most, wanted = 0, -1, count(stables)
    for entry in range(table["first_entry"][group], table["first_entry"][group + 1]):
        cells = np.int64(table["entry_cells"][entry])
        if cells & blocked == 0:
            enclosed = count(cells & stables)
            if enclosed > most:
                best, most = np.int64(table["entries"][entry]), enclosed
                if most == wanted:
                    break
    return best


@kernel()
def list_layouts(farm, rules, most, found):
    """List the layouts worth having with at most `most` new fences; return how many."""
    table, layout = rules["layouts"], farm["layout"]
    blocked, stables = farm["rooms"] | farm["fields"], farm["stables"]
    limit = most + np.int64(table["number"][layout])
    listed, number = 0, 0
    for group in range(table["first_group"][layout], table["first_group"][layout + 1]):
        if table["group_number"][group] > limit:
            break
        kind = 1 << np.int64(table["group_kind"][group])
        if listed & kind == 0:
            place = best_of_group(table, group, blocked, stables)
            if place:
                found["places"][number] = place
                number += 1
                listed |= kind
    found["count"] = number
    return number


@kernel()
def every_layout(farm, rules, most, found):
    """List all layouts that can be had with at most `most` new fences; return how many."""
    table, layout = rules["layouts"], farm["layout"]
    number, most_fences = 0, most + np.int64(table["number"][layout])
    for place in range(layout + 1, PLACES):
        if table["number"][place] > most_fences:
            break
        if extends(farm, rules, place):
            found["places"][number] = place
            number += 1
    found["count"] = number
    return number
