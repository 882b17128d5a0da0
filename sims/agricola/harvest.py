"""Harvests: crops, feeding, and the feeding that loses least; breeding.

Source: rules/agricola-2007.md, section 10. What a player turns into food at a harvest is a FEEDING record; whatever is
then missing is begged for.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..herds import fits, grown
from ..jit import kernel
from .baking import cook_rate
from .effects import FOODS, convert, spend
from .farm import MOST_GRAIN, MOST_VEGETABLES, grain_owned, vegetables_owned
from .faults import Fault
from .pieces import ANIMALS, Good
from .rules import CRAFTS, FIRST_CRAFT, STEPS, TABLE, scale_points
from .scoring import Category, craft_good

MOST_FOOD = 48
"""No family needs more at a harvest (bounds of the rule files' keys)."""
CROPS = 2
PARTS = CRAFTS + CROPS
"""What is weighed one by one for food: the three crafts, grain, vegetables; the animals are weighed together."""

FEEDING = np.dtype(
    [
        ("crafts", np.int64, (CRAFTS,)),
        ("converted", np.int64, (FOODS,)),
        ("losses", np.float64, (MOST_FOOD + 1,)),
        ("units", np.int64, (PARTS, MOST_FOOD + 1)),
        ("herd", np.int64, (ANIMALS,)),
        ("newborn", np.int64, (ANIMALS,)),
    ],
    align=True,
)
"""How a family is fed: resources that Joinery, Pottery and Basketmaker's Workshop turn into food (0 or 1 each), and
grain, vegetables, sheep, boar and cattle that are `converted`. The rest is memory of `cheapest_feeding`."""


def new_feeding() -> Any:
    """Return a feeding that turns nothing into food (a FEEDING record)."""
    return np.zeros(1, FEEDING)[0]


@kernel()
def clear_feeding(feeding):
    """Make a feeding one that turns nothing into food."""
    for craft in range(CRAFTS):
        feeding["crafts"][craft] = 0
    for place in range(FOODS):
        feeding["converted"][place] = 0


@kernel()
def reap(farm):
    """Take one crop from every planted field into the supply, in place."""
    grain, vegetables = farm["grain_fields"], farm["vegetable_fields"]
    for number in range(MOST_GRAIN):
        farm["supply"][Good.GRAIN] += grain[number]
    for number in range(MOST_VEGETABLES):
        farm["supply"][Good.VEGETABLE] += vegetables[number]
    grain[0], grain[1], grain[2] = grain[1], grain[2], 0
    vegetables[0], vegetables[1] = vegetables[1], 0


@kernel(inline=True)
def food_needed(farm, rules, seats):
    """Return the food that a family needs at a harvest."""
    adult = rules["adult_food_solo"] if seats == 1 else rules["adult_food"]
    return adult * (farm["people"] - farm["newborns"]) + rules["newborn_food"] * farm["newborns"]


@kernel()
def feed(farm, rules, needed, feeding):
    """Turn goods into food as a feeding says, pay, and beg for the rest, in place. Return the `Fault`."""
    for craft in range(CRAFTS):
        used = feeding["crafts"][craft]
        if used < 0 or used > 1:
            return Fault.NOT_ASKED
        if used and not (farm["improvements"] >> (FIRST_CRAFT + craft)) & 1:
            return Fault.NO_CRAFT
        fault = spend(farm, craft_good(craft), used)
        if fault != Fault.LEGAL:
            return fault
        farm["supply"][Good.FOOD] += used * rules["craft_food"][craft]
    fault = convert(farm, rules, feeding["converted"])
    if fault != Fault.LEGAL:
        return fault
    paid = min(needed, farm["supply"][Good.FOOD])
    farm["supply"][Good.FOOD] -= paid
    farm["begging"] += needed - paid
    return Fault.LEGAL


# --- The cheapest feeding ------------------------------------------------------------------------------------------


@kernel(inline=True)
def crop_loss(farm, rules, good, units, price):
    """Return the points lost with so many grain or vegetables, and what they are worth beside (`price` each)."""
    owned = grain_owned(farm) if good == Good.GRAIN else vegetables_owned(farm)
    scale = Category.GRAIN if good == Good.GRAIN else Category.VEGETABLES
    return scale_points(rules, scale, owned) - scale_points(rules, scale, owned - units) + units * price


@kernel(inline=True)
def craft_loss(farm, rules, craft, price):
    """Return the bonus points lost with one resource of a craft, and what it is worth beside."""
    points, number = rules["craft_points"][craft], farm["supply"][craft_good(craft)]
    return points[min(number, TABLE - 1)] - points[min(number - 1, TABLE - 1)] + price


@kernel(inline=True)
def part_of(farm, rules, part):
    """Return (the `Good`, how much of it can be turned into food, the food for each) of one of the parts."""
    if part < CRAFTS:
        good = craft_good(part)
        owns = (farm["improvements"] >> (FIRST_CRAFT + part)) & 1
        return good, min(owns, farm["supply"][good]), rules["craft_food"][part]
    good = Good.GRAIN + part - CRAFTS
    return good, farm["supply"][good], cook_rate(farm["improvements"], rules, good)


@kernel()
def weigh_parts(farm, rules, prices, missing, feeding):
    """Find the least loss of crops, crafts and begging for each amount of food up to `missing`.

    Writes `losses`, and `units`: of the parts up to each one, how much of it is used for an amount.
    """
    losses = feeding["losses"]
    for food in range(missing + 1):
        losses[food] = -rules["begging_points"] * food
    for part in range(PARTS):
        good, most, rate = part_of(farm, rules, part)
        for food in range(missing, -1, -1):
            best, chosen = losses[food], 0
            if rate > 0 and food > 0:
                for units in range(1, min(most, (food + rate - 1) // rate) + 1):
                    loss = losses[max(0, food - rate * units)]
                    if part < CRAFTS:
                        loss += craft_loss(farm, rules, part, prices[good])
                    else:
                        loss += crop_loss(farm, rules, good, units, prices[good])
                    if loss < best:
                        best, chosen = loss, units
            losses[food], feeding["units"][part, food] = best, chosen


@kernel(inline=True)
def herd_points(rules, herd):
    """Return the points of a herd (int64[3])."""
    total = 0
    for animal in range(ANIMALS):
        total += scale_points(rules, Category.SHEEP + animal, herd[animal])
    return total


@kernel(inline=True)
def least_for(rules, animal, level):
    """Return the least number of animals of a type on a level of its scale: none, or from which its points count."""
    return 0 if level == 0 else rules["scale"][Category.SHEEP + animal, level - 1]


@kernel()
def points_after_breeding(farm, rules, herd, newborn):
    """Return the most points that a herd (int64[3]) has after breeding; `newborn` (int64[3]) is written.

    Where not all newborns have room, parents may go for them (R10): of each type as few stay as some level of its scale
    takes, and all levels are tried.
    """
    grown(herd, rules, newborn)
    best = herd_points(rules, newborn)
    if fits(farm, newborn):
        return best
    sheep, boar, cattle = newborn[0], newborn[1], newborn[2]
    best = herd_points(rules, herd)
    for first in range(STEPS + 1):
        newborn[0] = least_for(rules, 0, first)
        for second in range(STEPS + 1):
            newborn[1] = least_for(rules, 1, second)
            for third in range(STEPS + 1):
                newborn[2] = least_for(rules, 2, third)
                there = newborn[0] <= sheep and newborn[1] <= boar and newborn[2] <= cattle
                if there and herd_points(rules, newborn) > best and fits(farm, newborn):
                    best = herd_points(rules, newborn)
    return best


@kernel()
def cheapest_feeding(farm, rules, needed, prices, feeding):
    """Find the feeding after which most points are left, and write it into `feeding`.

    Points are those of the end, were the farm to stay as it is after this harvest's breeding; each good that is given
    up costs its price (float64[10], by `Good`) beside. Every way to give up animals is tried, with the cheapest way to
    find the rest; what is begged for costs its points. More than is needed is never turned into food: animals without
    room for newborns go at the breeding, for nothing.
    """
    clear_feeding(feeding)
    missing = min(MOST_FOOD, needed - farm["supply"][Good.FOOD])
    if missing <= 0:
        return
    weigh_parts(farm, rules, prices, missing, feeding)
    herd, converted = feeding["herd"], feeding["converted"]
    owned, improvements = farm["animals"], farm["improvements"]
    sheep_rate = cook_rate(improvements, rules, Good.SHEEP)
    boar_rate = cook_rate(improvements, rules, Good.BOAR)
    cattle_rate = cook_rate(improvements, rules, Good.CATTLE)
    cooks = sheep_rate + boar_rate + cattle_rate > 0
    least, food_left = np.inf, missing
    for sheep in range(most_cooked(owned[0], sheep_rate, missing) + 1):
        for boar in range(most_cooked(owned[1], boar_rate, missing - sheep * sheep_rate) + 1):
            cooked = sheep * sheep_rate + boar * boar_rate
            for cattle in range(most_cooked(owned[2], cattle_rate, missing - cooked) + 1):
                rest = max(0, missing - cooked - cattle * cattle_rate)
                loss = feeding["losses"][rest]
                loss += sheep * prices[Good.SHEEP] + boar * prices[Good.BOAR] + cattle * prices[Good.CATTLE]
                if cooks:
                    herd[0], herd[1], herd[2] = owned[0] - sheep, owned[1] - boar, owned[2] - cattle
                    loss -= points_after_breeding(farm, rules, herd, feeding["newborn"])
                if loss < least:
                    least, food_left = loss, rest
                    converted[2], converted[3], converted[4] = sheep, boar, cattle
    for part in range(PARTS - 1, -1, -1):
        _, _, rate = part_of(farm, rules, part)
        units = feeding["units"][part, food_left]
        food_left = max(0, food_left - rate * units)
        if part < CRAFTS:
            feeding["crafts"][part] = units
        else:
            converted[part - CRAFTS] = units


@kernel(inline=True)
def most_cooked(owned, rate, missing):
    """Return how many animals can be cooked with no more than is needed for the food that is missing."""
    return 0 if rate == 0 or missing <= 0 else min(owned, (missing + rate - 1) // rate)
