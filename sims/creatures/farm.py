"""A farm: one seat's board, as a record of counts and bit masks, and the frame in which its cells and edges lie.

Source: rules/creatures.md, section 6. The frame has a fixed place for every cell and edge that a farm can ever have:
columns -4 to 5, four places a column. Cell (c, r), its upper edge H(c, r) and its left edge V(c, r) share the place
4 * (c + 4) + r; the lower edge of a cell is the upper one of the place below, the right edge the left one of the place
to the right. The fourth place of a column holds no cell, only the edge at the path.

Why four places and not three as the rules file suggests: cells and both kinds of edges then lie in step, so that whole
farms are flooded and measured by shifts of one number, and rows never run over into the next column.
"""

from __future__ import annotations

import numpy as np

from ..jit import kernel, popcount
from .pieces import ANIMALS, KINDS

STEP = 4
"""Places from a column to the next."""
ORIGIN = 4
"""Columns to the left of column 0."""
ROWS, COLUMNS, MOST_CELLS = 3, 10, 18
COTTAGE_CELL = 1 << (STEP * ORIGIN + 2)
ONE_COLUMN = 0b111

FARM = np.dtype(
    [
        ("wood", np.int64),
        ("stone", np.int64),
        ("reed", np.int64),
        ("borders", np.int64),
        ("cells", np.int64),
        ("troughs", np.int64),
        ("buildings", np.int64, (KINDS,)),
        ("h_borders", np.int64),
        ("v_borders", np.int64),
        ("animals", np.int64, (ANIMALS,)),
        ("built", np.int64),
        ("pasture_cells", np.int64),
        ("pastures", np.int64),
        ("capacity", np.int64),
        ("ones", np.int64),
        ("larger", np.int64),
        ("capacities", np.int64, (MOST_CELLS,)),
    ],
    align=True,
)
"""Counts: materials, `borders` in the own supply, `animals` by type. Masks: `cells` of the farm, those with
`troughs`, of each kind of `buildings`, and the edges with borders.

From `built` on, the fields follow from the masks (see `geometry.measure`): cells with any building, cells of
pastures, the number of pastures, all room for animals, and the containers: how many hold 1 animal (`ones`), how many
more, and what those hold, in falling order.
"""


def place(column: int, row: int) -> int:
    """Return the place in the frame of a cell or edge by its column and row."""
    return STEP * (column + ORIGIN) + row


@kernel(inline=True)
def count(mask):
    """Return the number of places in a mask (int64)."""
    return popcount(mask)


@kernel(inline=True)
def lowest(mask):
    """Return the lowest place of a mask, as a mask."""
    return mask & -mask


@kernel(inline=True)
def edges_h(cells):
    """Return the horizontal edges of cells."""
    return cells | (cells << 1)


@kernel(inline=True)
def edges_v(cells):
    """Return the vertical edges of cells."""
    return cells | (cells << STEP)


@kernel(inline=True)
def closed_h(farm):
    """Return the horizontal edges that are closed, by a border or a building's wall."""
    return farm["h_borders"] | edges_h(farm["built"])


@kernel(inline=True)
def closed_v(farm):
    """Return the vertical edges that are closed."""
    return farm["v_borders"] | edges_v(farm["built"])


@kernel(inline=True)
def free_h(farm):
    """Return the horizontal edges that can take a border."""
    return edges_h(farm["cells"]) & ~closed_h(farm)


@kernel(inline=True)
def free_v(farm):
    """Return the vertical edges that can take a border."""
    return edges_v(farm["cells"]) & ~closed_v(farm)


@kernel(inline=True)
def rim_h(cells):
    """Return the horizontal edges that have just one of the cells beside them."""
    return cells ^ (cells << 1)


@kernel(inline=True)
def rim_v(cells):
    """Return the vertical edges that have just one of the cells beside them."""
    return cells ^ (cells << STEP)


@kernel(inline=True)
def bare(farm):
    """Return the cells without a building."""
    return farm["cells"] & ~farm["built"]


@kernel(inline=True)
def used_cells(farm):
    """Return the cells that count as used: with a building, with a trough, or in a pasture (section 9, 3)."""
    return farm["built"] | farm["troughs"] | farm["pasture_cells"]


@kernel(inline=True)
def column_beside(farm, side):
    """Return the cells of the column that an expansion on a side (0 left, 1 right) would add."""
    columns = farm["cells"]
    if side == 0:
        first = lowest(columns)
        return (first | (first << 1) | (first << 2)) >> STEP
    return (columns << STEP) & ~columns


@kernel(inline=True)
def herd_size(farm):
    """Return the number of animals of all types."""
    animals = farm["animals"]
    return animals[0] + animals[1] + animals[2] + animals[3]
