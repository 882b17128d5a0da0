"""A farm counted anew, cell by cell and with the numbers of the rules file, in compiled code for millions of farms.

Nothing here comes from the game's own functions, so that a mistake in a mask or in a table would show.
"""

from __future__ import annotations

from sims.creatures.farm import MOST_CELLS, ORIGIN, STEP
from sims.creatures.pieces import ANIMALS, KINDS, Building
from sims.jit import kernel

COLUMNS, ROWS, PLACES = 10, 3, 40
"""The frame of `sims/creatures/farm.py`: columns counted from 0, and all places of its cells."""


@kernel()
def bits(mask):
    """Return how many bits are set."""
    number = 0
    for place in range(62):
        number += (mask >> place) & 1
    return number


@kernel()
def has(mask, column, row):
    """Say whether a mask holds a cell or edge; columns are counted from 0 here, the right edges of the last are 10."""
    return 0 <= column <= COLUMNS and row >= 0 and (mask >> (STEP * column + row)) & 1 == 1


@kernel()
def built_on(farm, column, row):
    """Say whether a building stands on a cell."""
    return any_building(farm) & ~farm["cells"] == 0 and row < ROWS and has(any_building(farm), column, row)


@kernel()
def any_building(farm):
    """Return the cells with buildings."""
    mask = 0
    for kind in range(KINDS):
        mask |= farm["buildings"][kind]
    return mask


@kernel()
def wall_above(farm, column, row):
    """Say whether the edge H(column, row) is closed (6.3)."""
    return has(farm["h_borders"], column, row) or built_on(farm, column, row) or built_on(farm, column, row - 1)


@kernel()
def wall_left(farm, column, row):
    """Say whether the edge V(column, row) is closed (6.3)."""
    return has(farm["v_borders"], column, row) or built_on(farm, column, row) or built_on(farm, column - 1, row)


@kernel()
def take_off(left, capacity):
    """Take one container off a list (int64[n], written); say whether it was there."""
    for place in range(len(left)):
        if left[place] == capacity:
            left[place] = 0
            return True
    return False


@kernel()
def region_room(farm, column, row, seen, stack):
    """Return the cells and troughs of the region around a cell, and whether it is closed (6.4); mark its cells."""
    cells, troughs, closed, waiting = 0, 0, True, 1
    stack[0], seen[STEP * column + row] = STEP * column + row, True
    while waiting > 0:
        waiting -= 1
        c, r = stack[waiting] // STEP, stack[waiting] % STEP
        cells += 1
        troughs += has(farm["troughs"], c, r)
        for way in range(4):
            to_c, to_r = c + (way == 1) - (way == 3), r + (way == 2) - (way == 0)
            walled = wall_above(farm, c, max(r, to_r)) if c == to_c else wall_left(farm, max(c, to_c), r)
            if walled:
                continue
            if not (to_r < ROWS and has(farm["cells"], to_c, to_r)):
                closed = False
            elif not seen[STEP * to_c + to_r]:
                seen[STEP * to_c + to_r] = True
                stack[waiting] = STEP * to_c + to_r
                waiting += 1
    return cells, troughs, closed


@kernel()
def house_room(farm, column, row):
    """Return the room in the building on a cell (7.2), doubled by a trough."""
    room = (1, 3, 5, 2, 0, 1, 5)
    for kind in range(KINDS):
        if has(farm["buildings"][kind], column, row):
            return room[kind] * (2 if has(farm["troughs"], column, row) else 1)
    return 0


@kernel()
def containers_right(farm, left, seen, stack):
    """Say whether a farm's containers are those of 8.1, and its pastures those of 6.4; the rest is written."""
    for place in range(MOST_CELLS):
        left[place] = farm["capacities"][place] if place < farm["larger"] else 0
    seen[:] = False
    total, ones, pastures, enclosed = 0, 0, 0, 0
    for column in range(COLUMNS):
        for row in range(ROWS):
            if not has(farm["cells"], column, row):
                continue
            room, lone = 0, 0
            if built_on(farm, column, row):
                room = house_room(farm, column, row)
            elif not seen[STEP * column + row]:
                cells, troughs, closed = region_room(farm, column, row, seen, stack)
                pastures += closed
                enclosed += cells if closed else 0
                room, lone = (2 * cells << troughs, 0) if closed else (0, troughs)
            total += room + lone
            ones += lone + (room == 1)
            if room > 1 and not take_off(left, room):
                return False
    same = left.sum() == 0 and total == farm["capacity"] and ones == farm["ones"]
    return same and pastures == farm["pastures"] and enclosed == bits(farm["pasture_cells"])


@kernel()
def own_building_points(farm):
    """Return the doubled points of all buildings but the Storage Building's materials (7.2)."""
    points, total = (0, 2, 8, 10, 0, 0, 4), 0
    for kind in range(KINDS):
        total += points[kind] * bits(farm["buildings"][kind])
    return total


@kernel()
def bonus_of(animal, number):
    """Return the bonus for so many animals of a type (9.1)."""
    steps = ((8, 11, 13), (7, 9, 11), (6, 8, 10), (5, 7, 9))[animal]
    if number < 4:
        return -3
    if number >= steps[2]:
        return 3 + number - steps[2]
    return int(number >= steps[0]) + int(number >= steps[1])


@kernel()
def doubled_score(farm):
    """Return the doubled score of a farm (9)."""
    total = own_building_points(farm)
    if farm["buildings"][Building.STORAGE_BUILDING]:
        total += farm["wood"] + farm["stone"] + farm["reed"]
    for animal in range(ANIMALS):
        total += 2 * (farm["animals"][animal] + bonus_of(animal, farm["animals"][animal]))
    used = any_building(farm) | farm["troughs"] | farm["pasture_cells"]
    for column in range(COLUMNS):
        full = has(used, column, 0) and has(used, column, 1) and has(used, column, 2)
        total += 8 * (full and column != ORIGIN and column != ORIGIN + 1)
    return total
