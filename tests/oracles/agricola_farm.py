"""The oracle's farm of Agricola: cells, house, fields, stables, and what may be built where.

Written from `rules/agricola-2007.md` and `rules/agricola-revised.md` alone, to be read and believed rather than to be
fast. Both files number their sections alike, and sections 5 to 9 say the same for both editions. Cells are
(row, column), row 0 on top; a herd is a tuple (sheep, boar, cattle); a field holds a pair (crop, number).
"""

from dataclasses import dataclass, field

from .agricola_fences import CELLS, START_ROOMS, enclosed

RESOURCES = ("wood", "clay", "reed", "stone")
CROPS = ("grain", "vegetables")
KINDS = ("sheep", "boar", "cattle")
MATERIALS = ("wood", "clay", "stone")  # of a house, in the order of renovation
NO_ANIMALS = (0, 0, 0)
BARE = ("", 0)  # a field with nothing on it

# Section 1: the pieces of one player. Section 7: what a field holds after sowing.
MOST_PEOPLE, MOST_STABLES = 5, 4
SOWN = {"grain": ("grain", 3), "vegetables": ("vegetables", 2)}


@dataclass(frozen=True)
class Farm:
    """Hold one seat's farm and supply. Sections 1 and 2.

    `people` counts everybody in play, the `newborns` of this round among them. `well` holds the rounds at whose start
    a food comes from the Well. `fields` is `{cell: (crop, number)}`.
    """

    food: int = 0
    wood: int = 0
    clay: int = 0
    reed: int = 0
    stone: int = 0
    grain: int = 0
    vegetables: int = 0
    material: str = "wood"
    rooms: frozenset = START_ROOMS
    fields: dict = field(default_factory=dict)
    stables: frozenset = frozenset()
    fences: frozenset = frozenset()
    herd: tuple = NO_ANIMALS
    improvements: frozenset = frozenset()
    people: int = 2
    newborns: int = 0
    begging: int = 0
    well: frozenset = frozenset()


def beside(cell):
    """Return the cells of the farmyard that share an edge with a cell."""
    row, column = cell
    around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    return around & CELLS


def touches(cell, cells):
    """Return whether a cell shares an edge with one of these cells."""
    return not beside(cell).isdisjoint(cells)


def vacant(farm):
    """Return the cells that can take a room or a field: no tile, no stable, no pasture. Sections 5 and 7."""
    return CELLS - farm.rooms - set(farm.fields) - farm.stables - enclosed(farm.fences)


def used(farm):
    """Return the cells that are used: room, field, stable, or part of a pasture. Section 12."""
    return CELLS - vacant(farm)


# --- house, section 5 ----------------------------------------------------------------------------------------------


def rooms_fault(farm, cells):
    """Return why rooms cannot be built on all these cells in some order, or None. Section 5."""
    if not cells <= vacant(farm):
        return "a room needs an empty cell without stable and pasture"
    house, waiting = set(farm.rooms), set(cells)
    while waiting:
        ready = {cell for cell in waiting if touches(cell, house)}
        if not ready:
            return "a room has to touch a room"
        house |= ready
        waiting -= ready
    return None


def rooms_price(farm, number):
    """Return the price of so many rooms: each 5 of the house's material and 2 reed. Section 5."""
    return {farm.material: 5 * number, "reed": 2 * number}


def next_material(farm):
    """Return the material of the house after a renovation; None for a stone house. Section 5."""
    return {"wood": "clay", "clay": "stone", "stone": None}[farm.material]


def renovation_price(farm):
    """Return the price of one step for the whole house: 1 of the new material per room, and 1 reed. Section 5."""
    return {next_material(farm): len(farm.rooms), "reed": 1}


# --- stables, section 6 --------------------------------------------------------------------------------------------


def stable_cells(farm):
    """Return the cells that can take a stable: fenced or not, without tile and stable."""
    return CELLS - farm.rooms - set(farm.fields) - farm.stables


def stables_fault(farm, cells):
    """Return why stables cannot be built on all these cells, or None."""
    if not cells <= stable_cells(farm):
        return "a stable needs a cell without room, field, and stable"
    if len(farm.stables) + len(cells) > MOST_STABLES:
        return "has too few stables left"
    return None


# --- fields, section 7 ---------------------------------------------------------------------------------------------


def plow_cells(farm):
    """Return the cells that can be plowed: empty, and beside a field if there is one."""
    return {cell for cell in vacant(farm) if not farm.fields or touches(cell, farm.fields)}


def bare_fields(farm):
    """Return the cells of the empty fields in order."""
    return sorted(cell for cell, crops in farm.fields.items() if crops == BARE)


def sow_fault(farm, grain, vegetables):
    """Return why so many grain and vegetables cannot be sown, or None."""
    if grain < 0 or vegetables < 0:
        return "sows less than nothing"
    if grain > farm.grain or vegetables > farm.vegetables:
        return "sows more than there is in supply"
    return "has too few empty fields" if grain + vegetables > len(bare_fields(farm)) else None


def sown(farm, grain, vegetables):
    """Return the fields after sowing; as they are interchangeable, the first ones get grain, the next vegetables."""
    planted = ["grain"] * grain + ["vegetables"] * vegetables
    return farm.fields | {cell: SOWN[crop] for cell, crop in zip(bare_fields(farm), planted, strict=False)}


def on_fields(farm, crop):
    """Return how many of a crop stand on all fields together."""
    return sum(number for planted, number in farm.fields.values() if planted == crop)
