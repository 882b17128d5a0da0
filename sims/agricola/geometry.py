"""Pastures and other room for animals: what a farm's fences and stables hold.

Source: rules/agricola-2007.md, sections 6 and 8. A pasture holds two animals a cell, and twice as many for each stable
in it; an unfenced stable holds one, and so does the house (the pet).
"""

from __future__ import annotations

import numpy as np

from ..bits import count
from ..jit import kernel
from .farm import MOST_PASTURES


@kernel()
def measure(farm, rules):
    """Find a farm's room for animals anew, in place: after each change of fences or stables."""
    table, layout, stables = rules["layouts"], farm["layout"], farm["stables"]
    cells = np.int64(table["cells"][layout])
    pastures, capacities = np.int64(table["pastures"][layout]), farm["capacities"]
    room = ones = rules["pets"] + count(stables & ~cells)
    for pasture in range(pastures):
        mask = np.int64(table["masks"][layout, pasture])
        capacity, place = (rules["pasture_space"] * count(mask)) << count(mask & stables), pasture
        while place > 0 and capacities[place - 1] < capacity:
            capacities[place] = capacities[place - 1]
            place -= 1
        capacities[place] = capacity
        room += capacity
    for place in range(pastures, MOST_PASTURES):
        capacities[place] = 0
    farm["pasture_cells"], farm["capacity"] = cells, room
    farm["ones"], farm["larger"] = ones, pastures


@kernel(inline=True)
def fenced_stables(farm):
    """Return the number of stables that stand in pastures (1 point each)."""
    return count(farm["stables"] & farm["pasture_cells"])
