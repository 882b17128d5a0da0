"""Pastures and containers: what a farm's borders and buildings enclose, and how many animals that holds.

Source: rules/creatures.md, sections 6.4, 7.5 and 8.1. A flood from outside through open edges reaches all cells that
are no pasture; what is left falls into pastures, each flooded from its first cell.
"""

from __future__ import annotations

from ..bits import count, lowest
from ..jit import kernel
from .farm import STEP, bare, closed_h, closed_v, rim_h, rim_v
from .pieces import KINDS


@kernel(inline=True)
def flood(seeds, cells, walls_h, walls_v):
    """Return all `cells` that are reached from `seeds` without crossing a wall; all are masks."""
    found, before = seeds, 0
    while found != before:
        before = found
        found |= (found & ~walls_h) >> 1
        found |= (found << 1) & ~walls_h
        found |= (found & ~walls_v) >> STEP
        found |= (found << STEP) & ~walls_v
        found &= cells
    return found


@kernel(inline=True)
def open_to_outside(cells, walls_h, walls_v):
    """Return the cells with an open edge at the rim of a farm that is made of these cells and of those walled off."""
    open_h, open_v = ~walls_h, ~walls_v
    above = cells & open_h & ~(cells << 1)
    below = cells & (open_h >> 1) & ~(cells >> 1)
    left = cells & open_v & ~(cells << STEP)
    right = cells & (open_v >> STEP) & ~(cells >> STEP)
    return above | below | left | right


@kernel(inline=True)
def hold(farm, capacity):
    """Add a container to a farm's list, which stays in falling order, in place."""
    farm["capacity"] += capacity
    if capacity == 1:
        farm["ones"] += 1
    elif capacity > 1:
        capacities, place = farm["capacities"], farm["larger"]
        while place > 0 and capacities[place - 1] < capacity:
            capacities[place] = capacities[place - 1]
            place -= 1
        capacities[place] = capacity
        farm["larger"] += 1


@kernel(inline=True)
def hold_buildings(farm, rules):
    """Add the containers that are buildings; a trough doubles one."""
    troughs = farm["troughs"]
    for kind in range(KINDS):
        capacity, left = rules["capacity"][kind], farm["buildings"][kind]
        while capacity > 0 and left:
            cell = lowest(left)
            hold(farm, 2 * capacity if cell & troughs else capacity)
            left ^= cell


@kernel(inline=True)
def hold_pastures(farm, rules, walls_h, walls_v):
    """Add the containers that are pastures; each trough doubles the whole pasture once more."""
    left = farm["pasture_cells"]
    while left:
        pasture = flood(lowest(left), left, walls_h, walls_v)
        hold(farm, (rules["pasture_space"] * count(pasture)) << count(pasture & farm["troughs"]))
        farm["pastures"] += 1
        left ^= pasture


@kernel()
def measure(farm, rules):
    """Find a farm's pastures and containers anew, in place: after each change of cells, edges, buildings or troughs."""
    built = 0
    for kind in range(KINDS):
        built |= farm["buildings"][kind]
    farm["built"] = built
    farm["capacity"] = farm["ones"] = farm["larger"] = farm["pastures"] = 0
    cells, walls_h, walls_v = bare(farm), closed_h(farm), closed_v(farm)
    open_cells = flood(open_to_outside(cells, walls_h, walls_v), cells, walls_h, walls_v)
    farm["pasture_cells"] = cells & ~open_cells
    hold_buildings(farm, rules)
    hold_pastures(farm, rules, walls_h, walls_v)
    for _ in range(count(open_cells & farm["troughs"])):
        hold(farm, rules["lone_trough"])


@kernel(inline=True)
def missing_h(shape, walls_h):
    """Return the horizontal edges that still have to be closed around a shape (a mask of cells)."""
    return rim_h(shape) & ~walls_h


@kernel(inline=True)
def missing_v(shape, walls_v):
    """Return the vertical edges that still have to be closed around a shape."""
    return rim_v(shape) & ~walls_v
