"""The oracle's farm of All Creatures Big and Small: geometry, pastures, containers, room for a herd, score.

Written from `rules/creatures.md` alone, to be read and believed rather than to be fast. Numbers of sections in the
docstrings are headings of that file. Herds are tuples (sheep, pigs, cows, horses); cells are (column, row), row 0 at
the forest and row 2 at the path; edges are ("H", c, y) and ("V", x, r). A left expansion adds columns -1, -2, ...
"""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

KINDS = ("sheep", "pigs", "cows", "horses")
MATERIALS = ("wood", "stone", "reed")
NO_ANIMALS = (0, 0, 0, 0)
ROWS = (0, 1, 2)
COTTAGE_CELL = (0, 2)

# Section 7.2: building -> how many animals it holds, and its printed points.
CAPACITY = {
    "cottage": 1,
    "half_timbered_house": 2,
    "stall": 3,
    "stables": 5,
    "open_stables": 5,
    "shelter": 1,
    "storage_building": 0,
}
POINTS = {
    "cottage": 0,
    "half_timbered_house": 5,
    "stall": 1,
    "stables": 4,
    "open_stables": 2,
    "shelter": 0,
    "storage_building": 0,  # besides half a point for each material in supply
}
# Section 9.1: the least numbers for a bonus of 1, 2, and 3; from the last on, 1 more for each further animal.
BONUS_FROM = ((8, 11, 13), (7, 9, 11), (6, 8, 10), (5, 7, 9))
EXPANSION_POINTS = 4


@dataclass(frozen=True)
class Farm:
    """Hold one seat's farm and supply. Sections 3 and 6.

    `borders` are those in supply and `placed` those on the farm; `left` and `right` count the expansions.
    """

    wood: int = 0
    stone: int = 0
    reed: int = 0
    borders: int = 9
    left: int = 0
    right: int = 0
    placed: frozenset = frozenset()
    troughs: frozenset = frozenset()
    buildings: dict = field(default_factory=lambda: {COTTAGE_CELL: "cottage"})
    herd: tuple = NO_ANIMALS


# --- cells and edges, sections 6.1 to 6.3 --------------------------------------------------------------------------


def columns(farm):
    """Return the farm's columns from left to right."""
    return tuple(range(-farm.left, 2 + farm.right))


def cells(farm):
    """Return all spaces of the farm."""
    return [(column, row) for column in columns(farm) for row in ROWS]


def on_farm(farm, cell):
    """Return whether a space belongs to the farm."""
    column, row = cell
    return -farm.left <= column < 2 + farm.right and row in ROWS


def edges(farm):
    """Return all edges of the farm."""
    level = [("H", column, y) for column in columns(farm) for y in range(4)]
    upright = [("V", x, row) for x in range(-farm.left, 3 + farm.right) for row in ROWS]
    return level + upright


def around(cell):
    """Return the four edges of a cell: top, bottom, left, right."""
    column, row = cell
    return [("H", column, row), ("H", column, row + 1), ("V", column, row), ("V", column + 1, row)]


def beside(farm, edge):
    """Return the cells on the two sides of an edge, without those that are not on the farm."""
    letter, first, second = edge
    sides = [(first, second - 1), (first, second)] if letter == "H" else [(first - 1, second), (first, second)]
    return [cell for cell in sides if on_farm(farm, cell)]


def on_rim(farm, edge):
    """Return whether an edge of the farm lies on its rim."""
    return len(beside(farm, edge)) == 1


def closed(farm, edge):
    """Return whether an edge carries a border or touches a building."""
    return edge in farm.placed or any(cell in farm.buildings for cell in beside(farm, edge))


def open_edges(farm):
    """Return the edges that can take a border. A border on a building's wall is ruled out in section 6.3."""
    return [edge for edge in edges(farm) if not closed(farm, edge)]


def free_cells(farm):
    """Return the spaces without a building."""
    return [cell for cell in cells(farm) if cell not in farm.buildings]


# --- pastures, section 6.4 -----------------------------------------------------------------------------------------


def neighbours(farm, cell):
    """Return the cells that an animal reaches from a cell in one step."""
    return [other for edge in around(cell) if not closed(farm, edge) for other in beside(farm, edge) if other != cell]


def region(farm, cell):
    """Return all cells that an animal reaches from a cell without a building."""
    reached, waiting = {cell}, [cell]
    while waiting:
        for other in neighbours(farm, waiting.pop()):
            if other not in reached:
                reached.add(other)
                waiting.append(other)
    return frozenset(reached)


def has_gap(farm, region_cells):
    """Return whether a region is open towards the outside of the farm."""
    return any(on_rim(farm, edge) and not closed(farm, edge) for cell in region_cells for edge in around(cell))


def pastures(farm):
    """Return the pastures as sets of cells, in the order of their least cells."""
    found = []
    for cell in free_cells(farm):
        if not any(cell in other for other in found):
            found.append(region(farm, cell))
    return sorted((each for each in found if not has_gap(farm, each)), key=min)


# --- animals, sections 7.5 and 8 -----------------------------------------------------------------------------------


class Container(NamedTuple):
    """Hold one place for animals of a single type: a building, a pasture, or an open cell with a trough."""

    cells: frozenset
    capacity: int


def containers(farm):
    """Return every container with room for at least one animal. Section 8.1."""
    fields = pastures(farm)
    fenced = {cell for pasture in fields for cell in pasture}
    found = [Container(frozenset({cell}), building_room(farm, cell)) for cell in sorted(farm.buildings)]
    found += [Container(pasture, pasture_room(farm, pasture)) for pasture in fields]
    lone = [cell for cell in sorted(farm.troughs) if cell not in fenced and cell not in farm.buildings]
    found += [Container(frozenset({cell}), 1) for cell in lone]
    return [container for container in found if container.capacity > 0]


def building_room(farm, cell):
    """Return how many animals the building on a cell holds; a trough doubles it."""
    return CAPACITY[farm.buildings[cell]] * (2 if cell in farm.troughs else 1)


def pasture_room(farm, pasture):
    """Return how many animals a pasture holds; each trough in it doubles it again."""
    return 2 * len(pasture) * 2 ** len(pasture & farm.troughs)


def capacities(farm):
    """Return the capacities of all containers, the largest first."""
    return tuple(sorted((container.capacity for container in containers(farm)), reverse=True))


@lru_cache(maxsize=4096)
def housed(rooms, herd):
    """Return what is housed of a herd, for every way to give each of the rooms to one type. Section 8.2."""
    found = {NO_ANIMALS}
    for room in rooms:
        found = {filled(inside, kind, room, herd) for inside in found for kind in range(len(KINDS))}
    return frozenset(found)


def filled(inside, kind, room, herd):
    """Return the animals inside once `room` more of one type have come in, as far as the herd has them."""
    more = min(herd[kind], inside[kind] + room)
    return inside[:kind] + (more,) + inside[kind + 1 :]


def fits(farm, herd):
    """Return whether the farm has room for a whole herd."""
    return tuple(herd) in housed(capacities(farm), tuple(herd))


def within(small, large):
    """Return whether one herd has no more of any type than another."""
    return all(few <= many for few, many in zip(small, large, strict=True))


def maximal_herds(farm, herd):
    """Return the parts of a herd that fit and to which no animal of it can be added. Section 8.3."""
    front = []
    for inside in sorted(housed(capacities(farm), tuple(herd)), key=lambda inside: (-sum(inside), inside)):
        if not any(within(inside, larger) for larger in front):
            front.append(inside)
    return front


def sub_herds(farm, herd):
    """Return every part of a herd that fits, down to no animal at all."""
    return [part for part in product(*(range(count + 1) for count in herd)) if fits(farm, part)]


def why_herd_illegal(farm, herd, kept):
    """Return why `kept` cannot be what stays of a herd on this farm, or None if it can.

    The owner may release any animal at any time, so `kept` need not be maximal. Sections 8.2 and 8.3.
    """
    if len(kept) != len(KINDS) or min(kept) < 0:
        return f"{kept} is not a herd"
    if not within(kept, herd):
        return f"keeps {kept}, but there are only {herd}"
    if not fits(farm, kept):
        return f"has no room for {kept}"
    return None


def bred(herd):
    """Return a herd with its births: one of each type of which there are two or more. Section 4.4."""
    return tuple(count + (1 if count >= 2 else 0) for count in herd)


# --- score, section 9 ----------------------------------------------------------------------------------------------


def bonus(kind, count):
    """Return the bonus for so many animals of a type, named by its index. Section 9.1."""
    if count < 4:
        return -3
    one, two, three = BONUS_FROM[kind]
    if count >= three:
        return 3 + count - three
    if count >= two:
        return 2
    return 1 if count >= one else 0


def used_cells(farm):
    """Return the spaces that have a building or a trough or are part of a pasture."""
    return {*farm.buildings, *farm.troughs}.union(*pastures(farm))


def full_expansions(farm):
    """Return how many expansions have all three spaces used."""
    used = used_cells(farm)
    added = [column for column in columns(farm) if column not in (0, 1)]
    return sum(all((column, row) in used for row in ROWS) for column in added)


def building_points(farm):
    """Return the points of the buildings as a Fraction. Sections 7.2 and 7.3."""
    points = Fraction(sum(POINTS[name] for name in farm.buildings.values()))
    if "storage_building" in farm.buildings.values():
        points += Fraction(farm.wood + farm.stone + farm.reed, 2)
    return points


def score(farm):
    """Return `{category: points}` with Fractions. Section 9."""
    return {
        "animals": Fraction(sum(farm.herd)),
        "bonus": Fraction(sum(bonus(kind, count) for kind, count in enumerate(farm.herd))),
        "expansions": Fraction(EXPANSION_POINTS * full_expansions(farm)),
        "buildings": building_points(farm),
    }


def total(farm):
    """Return the sum of all categories as a Fraction."""
    return sum(score(farm).values(), Fraction(0))
