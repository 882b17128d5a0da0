"""Points of a farm, by category. Source: rules/creatures.md, section 9. All points are doubled."""

from __future__ import annotations

from enum import IntEnum

from ..bits import count
from ..jit import kernel
from .farm import ONE_COLUMN, ORIGIN, STEP, used_cells
from .pieces import ANIMALS, FIRST_SPECIAL, KINDS, Building
from .rules import animal_value, bonus

START_COLUMNS = (ONE_COLUMN | ONE_COLUMN << STEP) << (STEP * ORIGIN)
TOP_ROW = sum(1 << (STEP * column) for column in range(10))


class Category(IntEnum):
    """The lines of the score, in their order."""

    SHEEP = 0
    PIGS = 1
    COWS = 2
    HORSES = 3
    SHEEP_BONUS = 4
    PIG_BONUS = 5
    COW_BONUS = 6
    HORSE_BONUS = 7
    EXPANSIONS = 8
    STALLS = 9
    STABLES = 10
    SPECIAL_BUILDINGS = 11


CATEGORIES = len(Category)


@kernel(inline=True)
def full_expansions(farm):
    """Return the number of expansions with all three spaces used."""
    used = used_cells(farm) & ~START_COLUMNS
    return count(used & (used >> 1) & (used >> 2) & TOP_ROW)


@kernel(inline=True)
def building_points(farm, rules, kind):
    """Return the doubled points of all buildings of a kind."""
    mask = farm["buildings"][kind]
    if mask == 0:
        return 0
    stored = farm["wood"] + farm["stone"] + farm["reed"]
    return count(mask) * (rules["points"][kind] + rules["material_points"][kind] * stored)


@kernel()
def score(farm, rules):
    """Return the doubled points of a farm as it is."""
    total = full_expansions(farm) * rules["expansion_points"]
    for animal in range(ANIMALS):
        total += animal_value(rules, animal, farm["animals"][animal])
    for kind in range(KINDS):
        total += building_points(farm, rules, kind)
    return total


@kernel()
def score_by_category(farm, rules, points):
    """Write the doubled points by `Category` into `points` (int64[12]) and return their sum."""
    for animal in range(ANIMALS):
        number = farm["animals"][animal]
        points[Category.SHEEP + animal] = 2 * rules["animal_points"][animal] * number
        points[Category.SHEEP_BONUS + animal] = bonus(rules, animal, number)
    points[Category.EXPANSIONS] = full_expansions(farm) * rules["expansion_points"]
    points[Category.STALLS] = building_points(farm, rules, Building.STALL)
    points[Category.STABLES] = building_points(farm, rules, Building.STABLES)
    special = building_points(farm, rules, Building.COTTAGE)
    for kind in range(FIRST_SPECIAL, KINDS):
        special += building_points(farm, rules, kind)
    points[Category.SPECIAL_BUILDINGS] = special
    total = 0
    for category in range(CATEGORIES):
        total += points[category]
    return total
