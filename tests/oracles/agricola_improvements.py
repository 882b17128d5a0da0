"""The oracle's ten major improvements of Agricola: prices, cooking, baking, harvest crafts, bonus points.

Section 9 of both rules files, and the free conversions of goods into food that it lists.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from .agricola_farm import KINDS, NO_ANIMALS
from .agricola_herd import minus, within


class Improvement(NamedTuple):
    """Hold a card's price and printed points."""

    price: dict
    points: int


IMPROVEMENTS = {
    "fireplace_2": Improvement({"clay": 2}, 1),
    "fireplace_3": Improvement({"clay": 3}, 1),
    "hearth_4": Improvement({"clay": 4}, 1),
    "hearth_5": Improvement({"clay": 5}, 1),
    "clay_oven": Improvement({"clay": 3, "stone": 1}, 2),
    "stone_oven": Improvement({"clay": 1, "stone": 3}, 3),
    "joinery": Improvement({"wood": 2, "stone": 2}, 2),
    "pottery": Improvement({"clay": 2, "stone": 2}, 2),
    "basketmaker": Improvement({"reed": 2, "stone": 2}, 2),
    "well": Improvement({"wood": 1, "stone": 3}, 4),
}
FIREPLACES = frozenset({"fireplace_2", "fireplace_3"})
HEARTHS = frozenset({"hearth_4", "hearth_5"})
OVENS = frozenset({"clay_oven", "stone_oven"})

# Food for a sheep, a boar, a cattle, and for a vegetable; a grain or a vegetable gives 1 food without a card.
COOKING = {"fireplace": ((2, 2, 3), 2), "hearth": ((2, 3, 4), 3), None: (None, 1)}
RAW_GRAIN = 1
# Food for each baked grain: without a limit, and in the places of the ovens.
BAKING = {"fireplace": 2, "hearth": 3, None: 0}
OVEN_PLACES = {"clay_oven": (5,), "stone_oven": (4, 4)}


class Craft(NamedTuple):
    """Hold what a workshop does: 1 unit of a good into food once per harvest, and bonus points from stocks on."""

    good: str
    food: int
    stocks: tuple  # for 1, 2, and 3 points


CRAFTS = {
    "joinery": Craft("wood", 2, (3, 5, 7)),
    "pottery": Craft("clay", 2, (3, 5, 7)),
    "basketmaker": Craft("reed", 3, (2, 4, 5)),
}


def cooker(improvements):
    """Return "hearth", "fireplace", or None: the best place to cook that one owns."""
    if improvements & HEARTHS:
        return "hearth"
    return "fireplace" if improvements & FIREPLACES else None


def cooked_food(improvements, animals):
    """Return the food for cooking these animals; None if there is nothing to cook them with."""
    rates, _ = COOKING[cooker(improvements)]
    if rates is None:
        return 0 if tuple(animals) == NO_ANIMALS else None
    return sum(rate * count for rate, count in zip(rates, animals, strict=True))


def baked_food(improvements, grain):
    """Return the food for baking so much grain in one Bake Bread action at best; None if it cannot all be baked."""
    places = sorted((food for oven in improvements & OVENS for food in OVEN_PLACES[oven]), reverse=True)
    in_ovens, beyond = min(grain, len(places)), max(0, grain - len(places))
    rate = BAKING[cooker(improvements)]
    if beyond and not rate:
        return None
    return sum(places[:in_ovens]) + beyond * rate


def bake_fault(improvements, grain, supply):
    """Return why so much grain cannot be baked from a supply, or None."""
    if grain < 0:
        return "bakes less than nothing"
    if grain > supply:
        return "bakes more grain than there is in supply"
    return "cannot bake so much grain" if baked_food(improvements, grain) is None else None


# --- conversions at any time ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Conversion:
    """Hold goods that a player turns into food, outside of breeding and without a person. Section 9."""

    grain: int = 0
    vegetables: int = 0
    sheep: int = 0
    boar: int = 0
    cattle: int = 0

    @property
    def animals(self):
        """Return the animals to cook as a herd."""
        return tuple(getattr(self, kind) for kind in KINDS)


def conversion_fault(farm, conversion):
    """Return why a farm cannot make a conversion, or None."""
    if min(conversion.grain, conversion.vegetables, *conversion.animals) < 0:
        return "converts less than nothing"
    if conversion.grain > farm.grain or conversion.vegetables > farm.vegetables:
        return "converts more crops than there are in supply"
    if not within(conversion.animals, farm.herd):
        return "cooks more animals than it has"
    return "has nothing to cook with" if cooked_food(farm.improvements, conversion.animals) is None else None


def converted(farm, conversion):
    """Return the farm after a legal conversion."""
    _, per_vegetable = COOKING[cooker(farm.improvements)]
    food = RAW_GRAIN * conversion.grain + per_vegetable * conversion.vegetables
    return replace(
        farm,
        food=farm.food + food + cooked_food(farm.improvements, conversion.animals),
        grain=farm.grain - conversion.grain,
        vegetables=farm.vegetables - conversion.vegetables,
        herd=minus(farm.herd, conversion.animals),
    )
