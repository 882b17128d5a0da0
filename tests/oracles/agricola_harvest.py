"""The oracle's harvest of Agricola on one farm: field phase, feeding, breeding.

Section 10 of both rules files. Without cards the players do not meet in a harvest, so each farm is handled alone.
"""

from dataclasses import dataclass, replace

from .agricola_farm import BARE, CROPS, on_fields
from .agricola_herd import herd_fault
from .agricola_improvements import CRAFTS, Conversion, conversion_fault, converted

FOOD_ADULT, FOOD_ADULT_SOLO, FOOD_NEWBORN = 2, 3, 1
LEAST_PARENTS = 2


def harvest_fields(farm):
    """Return the farm after the field phase: one crop from every sown field to the supply."""
    gained = {crop: sum(planted == crop for planted, _ in farm.fields.values()) for crop in CROPS}
    fields = {cell: picked(crops) for cell, crops in farm.fields.items()}
    return replace(
        farm, fields=fields, grain=farm.grain + gained["grain"], vegetables=farm.vegetables + gained["vegetables"]
    )


def picked(crops):
    """Return what a field holds after one crop was taken from it."""
    crop, number = crops
    return (crop, number - 1) if number > 1 else BARE


# --- feeding -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Feeding(Conversion):
    """Hold what a player turns into food while feeding: a conversion, and which workshops are used once."""

    joinery: bool = False
    pottery: bool = False
    basketmaker: bool = False

    @property
    def crafts(self):
        """Return the names of the workshops that are used."""
        return [name for name in CRAFTS if getattr(self, name)]


def need(farm, solo):
    """Return the food that the people eat; those born in the round just played eat less."""
    adult = FOOD_ADULT_SOLO if solo else FOOD_ADULT
    return adult * (farm.people - farm.newborns) + FOOD_NEWBORN * farm.newborns


def feeding_fault(farm, feeding):
    """Return why a farm cannot feed in this way, or None. Too little food is no fault: it gives begging markers."""
    for name in feeding.crafts:
        if name not in farm.improvements:
            return f"has no {name}"
        if getattr(farm, CRAFTS[name].good) < 1:
            return f"has no {CRAFTS[name].good} for the {name}"
    return conversion_fault(farm, feeding)


def feed(farm, feeding, solo):
    """Return the farm after feeding: food in supply has to be paid, each missing one is a begging marker."""
    reason = feeding_fault(farm, feeding)
    if reason:
        raise ValueError(f"illegal: {reason}: {feeding}")
    farm = converted(farm, feeding)
    for name in feeding.crafts:
        good, food, _ = CRAFTS[name]
        farm = replace(farm, food=farm.food + food, **{good: getattr(farm, good) - 1})
    paid = min(farm.food, need(farm, solo))
    return replace(farm, food=farm.food - paid, begging=farm.begging + need(farm, solo) - paid)


# --- breeding ------------------------------------------------------------------------------------------------------


def bred(herd):
    """Return a herd with its births: one of each kind of which there are two or more."""
    return tuple(count + (count >= LEAST_PARENTS) for count in herd)


def breeding_fault(farm, kept):
    """Return why `kept` cannot be the herd after breeding, or None.

    Any part of the enlarged herd that fits is legal: animals of another kind or parents may be released for a newborn.
    """
    return herd_fault(farm, bred(farm.herd), kept)


def breed(farm, kept):
    """Return the farm after breeding, with the herd that its owner keeps."""
    reason = breeding_fault(farm, kept)
    if reason:
        raise ValueError(f"illegal: {reason}")
    return replace(farm, herd=tuple(kept))


def crops_of(farm, crop):
    """Return how many of a crop a farm has in supply and on fields."""
    return getattr(farm, crop) + on_fields(farm, crop)
