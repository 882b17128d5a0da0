"""A farm: one seat's farmyard, supply and family, as a record of counts and bit masks.

Source: rules/agricola-2007.md, sections 1, 2 and 6. Cell (r, c) is bit 5 * r + c of a mask. Crops are counted by how
many lie on a field, since fields are alike but for their place, and animals live wherever they fit, since they may be
moved at any time. Fences are the number of a layout in the table of all that are legal.
"""

from __future__ import annotations

import numpy as np

from ..bits import count
from ..jit import kernel
from .pieces import ANIMALS, SUPPLY, Good

ROWS, COLUMNS = 3, 5
CELLS = ROWS * COLUMNS
YARD = (1 << CELLS) - 1
FIRST_ROOMS = 1 << COLUMNS | 1 << 2 * COLUMNS
LEFT_COLUMN, RIGHT_COLUMN = 0b00001_00001_00001, 0b10000_10000_10000
MOST_PASTURES, MOST_GRAIN, MOST_VEGETABLES = 5, 3, 2

FARM = np.dtype(
    [
        ("supply", np.int64, (SUPPLY,)),
        ("animals", np.int64, (ANIMALS,)),
        ("house", np.int64),
        ("rooms", np.int64),
        ("fields", np.int64),
        ("stables", np.int64),
        ("layout", np.int64),
        ("grain_fields", np.int64, (MOST_GRAIN,)),
        ("vegetable_fields", np.int64, (MOST_VEGETABLES,)),
        ("improvements", np.int64),
        ("well", np.int64),
        ("people", np.int64),
        ("newborns", np.int64),
        ("at_home", np.int64),
        ("begging", np.int64),
        ("pasture_cells", np.int64),
        ("capacity", np.int64),
        ("ones", np.int64),
        ("larger", np.int64),
        ("capacities", np.int64, (MOST_PASTURES,)),
    ],
    align=True,
)
"""Counts: the `supply` by `Good`, the `animals` by type, fields with 1 to 3 grain and 1 or 2 vegetables, `people` in
all, of whom `newborns` were born in this round and `at_home` are yet to be placed, and `begging` cards. Masks: cells of
`rooms`, `fields` and `stables`, the `improvements`, and the rounds (bits from 0) at whose start the `well` gives food.
`layout` is the place of the fences in the table of all layouts (see `layouts`), 0 for none.

From `pasture_cells` on, the fields follow from layout and stables (see `geometry.measure`): the cells of pastures, all
room for animals (`capacity`), how many containers hold 1 animal (`ones`: the pet's place and unfenced stables), how
many hold more (`larger`: the pastures), and what those hold, in falling order, 0 for those that there are not.
"""


def cell(row: int, column: int) -> int:
    """Return the mask of a cell."""
    return 1 << (COLUMNS * row + column)


@kernel(inline=True)
def beside(cells):
    """Return the cells that share an edge with one of some cells."""
    across = ((cells & ~RIGHT_COLUMN) << 1) | ((cells & ~LEFT_COLUMN) >> 1)
    return (across | (cells << COLUMNS) | (cells >> COLUMNS)) & YARD


@kernel(inline=True)
def free_cells(farm):
    """Return the cells on which a room, a field or a stable may be put: empty and not in a pasture."""
    return YARD & ~(farm["rooms"] | farm["fields"] | farm["stables"] | farm["pasture_cells"])


@kernel(inline=True)
def used_cells(farm):
    """Return the cells that count as used (section 12)."""
    return farm["rooms"] | farm["fields"] | farm["stables"] | farm["pasture_cells"]


@kernel(inline=True)
def planted(farm):
    """Return the number of fields with crops on them."""
    grain, vegetables = farm["grain_fields"], farm["vegetable_fields"]
    return grain[0] + grain[1] + grain[2] + vegetables[0] + vegetables[1]


@kernel(inline=True)
def empty_fields(farm):
    """Return the number of fields without crops."""
    return count(farm["fields"]) - planted(farm)


@kernel(inline=True)
def grain_owned(farm):
    """Return the grain in supply and on fields."""
    grain = farm["grain_fields"]
    return farm["supply"][Good.GRAIN] + grain[0] + 2 * grain[1] + 3 * grain[2]


@kernel(inline=True)
def vegetables_owned(farm):
    """Return the vegetables in supply and on fields."""
    vegetables = farm["vegetable_fields"]
    return farm["supply"][Good.VEGETABLE] + vegetables[0] + 2 * vegetables[1]
