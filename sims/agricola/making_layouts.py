"""Make the table of all legal layouts of fences: `python -m sims.agricola.making_layouts`.

Source: rules/agricola-2007.md, section 6. A layout is a set of pastures that touch one another: connected sets of
cells that are no rooms, with at most 15 fences around them all, a shared fence counted once. Each can be built one
pasture after the other, each beside those before, and no pasture that is added takes a fence away. So all of them are
found by adding every shape to every layout with one pasture less.

Why once, and a file: it takes a second, and nothing in it depends on a game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .farm import CELLS, COLUMNS, FIRST_ROOMS, LEFT_COLUMN, MOST_PASTURES, RIGHT_COLUMN, YARD
from .layouts import FILE, MOST_FENCES, outline

LATE = (12, 11, 6, 3, 0, 13, 8, 7, 4, 1, 14, 10, 9, 5, 2)
"""How late a cell is taken for a pasture, by cell: the right side first, each column from the top, so that the left one
stays free for rooms and fields. Cells (1,0) and (2,0) are the first rooms."""

FIELDS = "number", "kind", "cells"

Layout = tuple[int, ...]
"""The masks of the pastures, in rising order."""


def neighbours(cells: int) -> int:
    """Return the cells without a room that share an edge with one of some cells, and are none of them."""
    across = ((cells & ~RIGHT_COLUMN) << 1) | ((cells & ~LEFT_COLUMN) >> 1)
    return (across | cells << COLUMNS | cells >> COLUMNS) & YARD & ~FIRST_ROOMS & ~cells


def shapes() -> list[int]:
    """Return the masks of all single pastures that 15 fences can enclose."""
    newest = {1 << cell for cell in range(CELLS) if not FIRST_ROOMS >> cell & 1}
    found = set(newest)
    while newest:
        newest = {
            shape | 1 << cell for shape in newest for cell in range(CELLS) if neighbours(shape) >> cell & 1
        } - found
        found |= newest
    return sorted(shape for shape in found if outline(shape).bit_count() <= MOST_FENCES)


def all_layouts() -> dict[Layout, int]:
    """Return the fences of each legal layout of one pasture or more."""
    rims = {shape: outline(shape) for shape in shapes()}
    newest: dict[Layout, int] = {(shape,): rim for shape, rim in rims.items()}
    found = dict(newest)
    while newest:
        wider: dict[Layout, int] = {}
        for layout, fences in newest.items():
            cells = sum(layout)
            near = neighbours(cells)
            for shape, rim in rims.items():
                if shape & near and not shape & cells and (fences | rim).bit_count() <= MOST_FENCES:
                    wider[tuple(sorted((*layout, shape)))] = fences | rim
        found |= wider
        newest = wider
    return found


def sizes(layout: Layout) -> tuple[int, ...]:
    """Return the cells of each pasture, the larger ones first; with fewer pastures than 5 the rest are 0."""
    found = sorted((pasture.bit_count() for pasture in layout), reverse=True)
    return tuple(found + [0] * (MOST_PASTURES - len(found)))


def lateness(cells: int) -> int:
    """Return by what a layout is put behind others: first by its latest cell, then by the next."""
    return sum(1 << LATE[cell] for cell in range(CELLS) if cells >> cell & 1)


def make_table() -> dict[str, Any]:
    """Return the fields of a LAYOUTS record (see `layouts`)."""
    layouts = {(): 0} | all_layouts()
    kinds = sorted({(MOST_PASTURES - kind.count(0), kind) for kind in map(sizes, layouts)})
    kind_of = {kind: number for number, (_, kind) in enumerate(kinds)}

    def order(layout: Layout) -> tuple[Any, ...]:
        return layouts[layout].bit_count(), kind_of[sizes(layout)], lateness(sum(layout)), layout

    places = sorted(layouts, key=order)
    pastures = [sorted(layout, key=lambda one: (-one.bit_count(), lateness(one))) for layout in places]
    table: dict[str, Any] = {
        "fences": np.array([layouts[layout] for layout in places], np.int64),
        "cells": np.array([sum(layout) for layout in places], np.int16),
        "masks": np.array([one + [0] * (MOST_PASTURES - len(one)) for one in pastures], np.int16),
        "number": np.array([layouts[layout].bit_count() for layout in places], np.int8),
        "pastures": np.array([len(layout) for layout in places], np.int8),
        "kind": np.array([kind_of[sizes(layout)] for layout in places], np.int8),
        "sizes": np.array([kind for _, kind in kinds], np.int8),
    }
    return table | extensions(table)


def extensions(table: dict[str, Any]) -> dict[str, Any]:
    """Return for each place the later ones that are worth looking at, in groups (see `layouts`).

    Of one kind on the same cells that is the one with the fewest fences, of those the first.
    """
    first_group, group_number, group_kind, first_entry, entries = [0], [], [], [], []
    for place, fences in enumerate(table["fences"]):
        looked_at = set()
        wider = np.flatnonzero(table["fences"] & fences == fences)
        for number, kind, cells, later in zip(*(table[name][wider].tolist() for name in FIELDS), wider, strict=True):
            if later == place or (kind, cells) in looked_at:
                continue
            looked_at.add((kind, cells))
            if len(group_kind) == first_group[-1] or (number, kind) != (group_number[-1], group_kind[-1]):
                group_number.append(number)
                group_kind.append(kind)
                first_entry.append(len(entries))
            entries.append(later)
        first_group.append(len(group_kind))
    return {
        "first_group": np.array(first_group, np.int32),
        "group_number": np.array(group_number, np.int8),
        "group_kind": np.array(group_kind, np.int8),
        "first_entry": np.array([*first_entry, len(entries)], np.int32),
        "entries": np.array(entries, np.int16),
        "entry_cells": table["cells"][entries],
    }


if __name__ == "__main__":
    np.savez_compressed(FILE, **make_table())
