"""Points of a farm, by category. Source: rules/agricola-2007.md, section 12."""

from __future__ import annotations

from enum import IntEnum

from ..bits import count
from ..jit import kernel
from .farm import YARD, grain_owned, used_cells, vegetables_owned
from .geometry import fenced_stables
from .pieces import ANIMALS, IMPROVEMENTS, Good
from .rules import CRAFTS, FIRST_CRAFT, TABLE, CraftBonus, scale_points


class Category(IntEnum):
    """The lines of the score, in their order; the first seven have a scale each."""

    FIELDS = 0
    PASTURES = 1
    GRAIN = 2
    VEGETABLES = 3
    SHEEP = 4
    BOAR = 5
    CATTLE = 6
    UNUSED = 7
    STABLES = 8
    ROOMS = 9
    PEOPLE = 10
    IMPROVEMENTS = 11
    BONUS = 12
    BEGGING = 13


CATEGORIES = len(Category)


@kernel(inline=True)
def craft_points(farm, rules, craft):
    """Return the bonus points of one of the three crafts for the resource in supply, 0 without its improvement."""
    if not (farm["improvements"] >> (FIRST_CRAFT + craft)) & 1:
        return 0
    return rules["craft_points"][craft, min(farm["supply"][craft_good(craft)], TABLE - 1)]


@kernel(inline=True)
def craft_good(craft):
    """Return the `Good` that a craft uses: wood, clay or reed."""
    return Good.WOOD + craft


@kernel(inline=True)
def printed_points(farm, rules):
    """Return the points printed on a farm's improvements."""
    total, owned = 0, farm["improvements"]
    if owned:
        for improvement in range(IMPROVEMENTS):
            total += rules["points"][improvement] * ((owned >> improvement) & 1)
    return total


@kernel()
def score_by_category(farm, rules, points):
    """Write the points by `Category` into `points` (int64[14]) and return their sum."""
    points[Category.FIELDS] = scale_points(rules, Category.FIELDS, count(farm["fields"]))
    points[Category.PASTURES] = scale_points(rules, Category.PASTURES, farm["larger"])
    points[Category.GRAIN] = scale_points(rules, Category.GRAIN, grain_owned(farm))
    points[Category.VEGETABLES] = scale_points(rules, Category.VEGETABLES, vegetables_owned(farm))
    for animal in range(ANIMALS):
        scale = Category.SHEEP + animal
        points[scale] = scale_points(rules, scale, farm["animals"][animal])
    points[Category.UNUSED] = rules["unused_points"] * count(YARD & ~used_cells(farm))
    points[Category.STABLES] = rules["stable_points"] * fenced_stables(farm)
    points[Category.ROOMS] = rules["room_points"][farm["house"]] * count(farm["rooms"])
    points[Category.PEOPLE] = rules["person_points"] * farm["people"]
    points[Category.IMPROVEMENTS] = printed_points(farm, rules)
    points[Category.BONUS] = craft_points(farm, rules, 0) + craft_points(farm, rules, 1) + craft_points(farm, rules, 2)
    points[Category.BEGGING] = rules["begging_points"] * farm["begging"]
    total = 0
    for category in range(CATEGORIES):
        total += points[category]
    return total


@kernel(inline=True)
def resources_left(farm, rules):
    """Return the building resources in supply that count in a tie (R04)."""
    supply = farm["supply"]
    total = supply[Good.WOOD] + supply[Good.CLAY] + supply[Good.REED] + supply[Good.STONE]
    if rules["craft_bonus"] == CraftBonus.SPENT:
        for craft in range(CRAFTS):
            points = craft_points(farm, rules, craft)
            if points > 0:
                total -= rules["craft_bonus_from"][craft, points - 1]
    return total
