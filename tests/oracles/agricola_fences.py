"""The oracle's fences of Agricola: the 38 places, pastures, what may be fenced, all layouts.

Section 6 of both rules files. Fence places are ("H", row, column) above a cell, rows 0 to 3, and ("V", row, column)
left of a cell, columns 0 to 5.
"""

from functools import lru_cache
from itertools import combinations

ROWS, COLUMNS = 3, 5
CELLS = frozenset((row, column) for row in range(ROWS) for column in range(COLUMNS))
START_ROOMS = frozenset({(1, 0), (2, 0)})
MOST_FENCES = 15


def sides(cell):
    """Return the four fence places of a cell: top, bottom, left, right."""
    row, column = cell
    return (("H", row, column), ("H", row + 1, column), ("V", row, column), ("V", row, column + 1))


PLACES = frozenset(place for cell in CELLS for place in sides(cell))
# The one or two cells on the sides of each fence place.
BESIDE = {place: frozenset(cell for cell in CELLS if place in sides(cell)) for place in PLACES}
BIT = {place: number for places in (CELLS, PLACES) for number, place in enumerate(sorted(places))}


# --- pastures ------------------------------------------------------------------------------------------------------


def region(fences, cell):
    """Return all cells that can be reached from a cell without crossing a fence."""
    reached, waiting = {cell}, [cell]
    while waiting:
        for place in sides(waiting.pop()):
            if place not in fences:
                new = BESIDE[place] - reached
                reached |= new
                waiting.extend(new)
    return frozenset(reached)


def is_closed(fences, cells):
    """Return whether a region has no way out over the edge of the farmyard."""
    return all(len(BESIDE[place]) == 2 for cell in cells for place in sides(cell) if place not in fences)


@lru_cache(maxsize=100_000)
def pastures(fences):
    """Return the regions that are fenced on every side, as sets of cells, in the order of their least cells."""
    regions = {region(fences, cell) for cell in CELLS} if fences else set()
    return tuple(sorted((cells for cells in regions if is_closed(fences, cells)), key=min))


def enclosed(fences):
    """Return all cells in pastures."""
    return frozenset().union(*pastures(fences))


def outline(cells):
    """Return the fences around a set of cells."""
    return frozenset(place for place, both in BESIDE.items() if len(both & cells) == 1)


def hangs_together(cells):
    """Return whether cells form one area in which steps over a common edge lead everywhere."""
    return not cells or region(PLACES - within(cells), min(cells)) == cells


def within(cells):
    """Return the fence places between two of these cells."""
    return frozenset(place for place, both in BESIDE.items() if len(both & cells) == 2)


# --- what may be fenced --------------------------------------------------------------------------------------------


def fence_fault(farm, added):
    """Return why these fences cannot be added to a farm, or None. Payment is judged elsewhere."""
    if not added:
        return "builds no fence"
    if not added <= PLACES:
        return "there is no such fence place"
    if added & farm.fences:
        return "a fence stands there already"
    return layout_fault(farm, farm.fences | added)


def layout_fault(farm, fences):
    """Return why a farm with exactly these fences is illegal, or None."""
    if len(fences) > MOST_FENCES:
        return "has too few fences left"
    found = pastures(fences)
    if not all(any(len(BESIDE[fence] & cells) == 1 for cells in found) for fence in fences):
        return "a fence is not part of the enclosure of a pasture"
    if enclosed(fences) & (farm.rooms | set(farm.fields)):
        return "a room or a field would be enclosed"
    return None if hangs_together(enclosed(fences)) else "a pasture does not border the others"


# --- all layouts ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def single_pastures(free):
    """Return `{cells: fences}` of every pasture on these free cells that can stand alone."""
    found = {}
    for size in range(1, len(free) + 1):
        for chosen in combinations(sorted(free), size):
            cells = frozenset(chosen)
            if len(outline(cells)) <= MOST_FENCES and hangs_together(cells):
                found[cells] = outline(cells)
    return found


@lru_cache(maxsize=2)
def complete_layouts(free=CELLS - START_ROOMS):
    """Return `{set of pastures: fences}` of every legal set of pastures on these free cells.

    Each layout comes from one with a pasture less, as the last pasture can be one whose removal leaves the others
    together. On the starting farm there are 7,963 (section 6).
    """
    singles = single_pastures(free)
    found = {frozenset({cells}): fences for cells, fences in singles.items()}
    latest = dict(found)
    while latest:
        latest = {layout: fences for old in latest.items() for layout, fences in one_more(old, singles)}
        found.update(latest)
    return found


def one_more(old, singles):
    """Yield (layout, fences) for a layout with one more pasture that borders it, within 15 fences."""
    layout, fences = old
    taken = frozenset().union(*layout)
    for cells, around in singles.items():
        if cells.isdisjoint(taken) and not around.isdisjoint(fences) and len(fences | around) <= MOST_FENCES:
            yield layout | {cells}, fences | around


def layouts(farm, fences_left=None, wood=None):
    """Return every legal set of fences to add to a farm, in no special order.

    `fences_left` and `wood` are the farm's own if not given. The layout after it is one of the complete layouts: it
    has every fence of now, and no pasture on a room or a field. The house has to contain the two first rooms.
    """
    fences_left = MOST_FENCES - len(farm.fences) if fences_left is None else fences_left
    most = len(farm.fences) + min(fences_left, farm.wood if wood is None else wood)
    return list(additions(farm.rooms | set(farm.fields), farm.fences, most))


@lru_cache(maxsize=64)
def additions(taken, fences, most):
    """Return the fences to add to some for every layout of up to so many that leaves out the cells that are taken."""
    free, kept = ~bits(taken), bits(fences)
    return [
        layout - fences
        for number, cells, places, layout in layout_areas()
        if len(fences) < number <= most and cells & free == cells and places & kept == kept
    ]


@lru_cache(maxsize=1)
def layout_areas():
    """Return (number of fences, bits of all cells in pastures, bits of the fences, fences) of every complete layout.

    The layouts are those of the starting farm; sets of bits are compared much faster than sets.
    """
    return [
        (len(fences), bits(frozenset().union(*layout)), bits(fences), fences)
        for layout, fences in complete_layouts().items()
    ]


def bits(places):
    """Return a set of cells or of fence places as a number with one bit for each."""
    return sum(1 << BIT[place] for place in places)
