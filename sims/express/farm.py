"""A farm: one seat's score sheet, as a structured record with named fields.

Source: rules/express.md, "Start". `occupations` and `improvements` are bit sets over their enums.
"""

from __future__ import annotations

import numpy as np

from ..jit import kernel, numbers
from .faces import GOODS, Good

FARM = np.dtype(
    [
        (name, np.int32)
        for name in (
            "house", "rooms", "babies", "fields", "pastures",
            "food", "grain", "vegetables", "wood", "brick", "reed", "stone", "sheep", "boar", "cattle",
            "occupations", "improvements", "points",
        )
    ],
    align=True,
)  # fmt: skip
"""Fields: `house` (see House), counts, goods in the order of `Good`, bit sets, the points of the harvests so far."""

GOOD_FIELDS = tuple(good.name.lower() for good in Good)
COUNT_FIELDS = ("rooms", "babies", "fields", "pastures")


@kernel(inline=True)
def held(farm, good):
    """Return how much of a `Good` a farm holds."""
    return numbers(farm, "food", GOODS)[good]


@kernel(inline=True)
def add(farm, good, number):
    """Add `number` (may be negative) of a `Good` to a farm, in place."""
    numbers(farm, "food", GOODS)[good] += number


@kernel(inline=True)
def has_occupation(farm, occupation):
    """Say whether the farm's owner has an `Occupation`."""
    return (farm["occupations"] >> occupation) & 1 == 1


@kernel(inline=True)
def has_improvement(farm, improvement):
    """Say whether an `Improvement` is built."""
    return (farm["improvements"] >> improvement) & 1 == 1


@kernel(inline=True)
def animals(farm, animal):
    """Return the number of one `Animal`."""
    return held(farm, Good.SHEEP + animal)


@kernel(inline=True)
def kinds_of_animals(farm):
    """Return how many kinds of animals are kept; each needs a pasture of its own."""
    return int(farm["sheep"] > 0) + int(farm["boar"] > 0) + int(farm["cattle"] > 0)


@kernel(inline=True)
def has_room_for(farm, animal):
    """Say whether new animals of a kind can be kept: the kind is owned already, or a pasture is free."""
    return farm["pastures"] > 0 and (animals(farm, animal) > 0 or kinds_of_animals(farm) < farm["pastures"])
