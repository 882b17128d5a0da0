"""Harvests: feeding, breeding and scoring, and the cooking that is best for a harvest's points.

Source: rules/express.md, "Harvest" and "Cooking". A cooking is int64[6]: how many grain, vegetables, sheep, boar and
cattle go into the pot (see `Cookable`), and last how much Food is kept from the family (only where the rules allow it).
"""

from __future__ import annotations

from enum import IntEnum

from ..bits import count
from ..jit import kernel
from .faces import (
    COOKABLES,
    RESOURCES,
    Animal,
    Cookable,
    Good,
    Improvement,
    Occupation,
    Resource,
)
from .farm import has_improvement, has_occupation, held
from .rules import Breeding, Feeding, Rearrange, food_need, good_score

COOKING = COOKABLES + 1
WITHHELD = COOKABLES
LAST_HARVEST = 2


class Category(IntEnum):
    """The lines of the score sheet, in its order."""

    HOUSE = 0
    FIELDS = 1
    PASTURES = 2
    BABIES = 3
    MISSING_FOOD = 4
    GRAIN = 5
    VEGETABLES = 6
    WOOD = 7
    BRICK = 8
    REED = 9
    STONE = 10
    SHEEP = 11
    BOAR = 12
    CATTLE = 13
    IMPROVEMENTS = 14


CATEGORIES = len(Category)


@kernel()
def house_points(farm, rules):
    """Return the points of the rooms."""
    rooms = farm["rooms"]
    return rules["house_any"] + rooms * rules["room_points"][farm["house"]] if rooms > 0 else 0


@kernel()
def field_points(farm, rules):
    """Return the points of the fields."""
    each = rules["mayor_field_points"] if has_occupation(farm, Occupation.MAYOR) else rules["field_points"]
    return rules["fields_any"] + farm["fields"] * each if farm["fields"] > 0 else 0


@kernel()
def pasture_points(farm, rules):
    """Return the points of the pastures."""
    return rules["pastures_any"] + farm["pastures"] * rules["pasture_points"] if farm["pastures"] > 0 else 0


@kernel()
def baby_points(farm, rules, harvest):
    """Return the points of the babies, which count at harvest 3, or at any with the Midwife."""
    if harvest == LAST_HARVEST or has_occupation(farm, Occupation.MIDWIFE):
        return rules["baby_points"][farm["babies"]]
    return 0


@kernel()
def resource_points(farm, rules, resource):
    """Return the points of one `Resource`, which only its workshop's owner has."""
    improvements = farm["improvements"]
    if resource == Resource.WOOD:
        return good_score(rules, Good.WOOD, farm["wood"]) if (improvements >> Improvement.JOINERY) & 1 else 0
    if resource == Resource.BRICK:
        return good_score(rules, Good.BRICK, farm["brick"]) if (improvements >> Improvement.POTTERY) & 1 else 0
    if resource == Resource.REED:
        return good_score(rules, Good.REED, farm["reed"]) if (improvements >> Improvement.BASKETMAKER) & 1 else 0
    return good_score(rules, Good.STONE, farm["stone"]) if (improvements >> Improvement.STONECUTTER) & 1 else 0


@kernel()
def improvement_points(farm, rules):
    """Return the points that the Builder has for improvements."""
    if has_occupation(farm, Occupation.BUILDER):
        return rules["builder_points"] * count(farm["improvements"])
    return 0


@kernel()
def fixed_points(farm, rules, harvest):
    """Return the points of a farm that no feeding or breeding changes: all but food, crops and animals."""
    total = house_points(farm, rules) + field_points(farm, rules) + pasture_points(farm, rules)
    total += baby_points(farm, rules, harvest) + improvement_points(farm, rules)
    if farm["improvements"] >> Improvement.BASKETMAKER:
        for resource in range(RESOURCES):
            total += resource_points(farm, rules, resource)
    return total


@kernel()
def births(pairs, pastures, rules):
    """Return the newborns of one kind with `pairs` pairs of animals spread over `pastures` pastures."""
    if rules["breeding"] == Breeding.PER_TYPE or rules["rearrange"] == Rearrange.FIXED:
        pastures = min(pastures, 1)
    return min(pairs, pastures)


@kernel()
def newborns(sheep, boar, cattle, pastures, rules):
    """Return the newborn (sheep, boar, cattle) of the spread over the pastures that gives most.

    Each kind kept has one pasture; a spare pasture gives one more newborn to any kind with a pair left for it, so
    any order of handing them out gives most, and `breeding_ties` says which. Source: "Harvest", 2.
    """
    spare = pastures - int(sheep > 0) - int(boar > 0) - int(cattle > 0)
    if spare <= 0:
        return births(sheep // 2, 1, rules), births(boar // 2, 1, rules), births(cattle // 2, 1, rules)
    extra_sheep = extra_boar = extra_cattle = 0
    for place in range(3):
        animal = rules["breeding_ties"][place]
        if animal == Animal.SHEEP:
            extra_sheep = min(spare, max(0, sheep // 2 - 1))
            spare -= extra_sheep
        elif animal == Animal.BOAR:
            extra_boar = min(spare, max(0, boar // 2 - 1))
            spare -= extra_boar
        else:
            extra_cattle = min(spare, max(0, cattle // 2 - 1))
            spare -= extra_cattle
    return (
        births(sheep // 2, 1 + extra_sheep, rules),
        births(boar // 2, 1 + extra_boar, rules),
        births(cattle // 2, 1 + extra_cattle, rules),
    )


@kernel()
def animal_points(sheep, boar, cattle, pastures, rules):
    """Return the points of these animals after they have bred."""
    if sheep + boar + cattle == 0:
        return 0
    lambs, piglets, calves = newborns(sheep, boar, cattle, pastures, rules)
    total = good_score(rules, Good.SHEEP, sheep + lambs) + good_score(rules, Good.BOAR, boar + piglets)
    return total + good_score(rules, Good.CATTLE, cattle + calves)


@kernel()
def cookable(farm, good):
    """Return how many of a `Cookable` the farm can cook: what it holds, with the Oven or the Hearth for it."""
    needed = Improvement.OVEN if good <= Cookable.VEGETABLES else Improvement.HEARTH
    if not has_improvement(farm, needed):
        return 0
    return held(farm, Good.GRAIN + good if good <= Cookable.VEGETABLES else Good.SHEEP + good - Cookable.SHEEP)


@kernel()
def useful(number, food, short):
    """Return how many of `number` goods, worth `food` each, can help where `short` Food is missing."""
    return min(number, (short + food - 1) // food) if food > 0 else 0


@kernel()
def tries(number, useful_number, clears):
    """Return how many counts of an animal are worth cooking: 0 to the useful number, and all to free its pasture."""
    return useful_number + 1 + int(clears and number > useful_number)


@kernel()
def crops_left_points(farm, rules, grain, vegetables):
    """Return the points of the crops that are left when some are cooked."""
    return good_score(rules, Good.GRAIN, farm["grain"] - grain) + good_score(
        rules, Good.VEGETABLES, farm["vegetables"] - vegetables
    )


@kernel()
def best_crops(farm, rules, short):
    """Return (value, grain, vegetables): the crops to cook for most points where `short` Food is missing."""
    best, best_grain, best_vegetables = -(1 << 30), 0, 0
    most_grain = useful(cookable(farm, Cookable.GRAIN), rules["cook"][Cookable.GRAIN], short)
    for grain in range(most_grain + 1):
        rest = short - grain * rules["cook"][Cookable.GRAIN]
        most = useful(cookable(farm, Cookable.VEGETABLES), rules["cook"][Cookable.VEGETABLES], max(rest, 0))
        for vegetables in range(most + 1):
            missing = max(0, rest - vegetables * rules["cook"][Cookable.VEGETABLES])
            value = crops_left_points(farm, rules, grain, vegetables) + rules["missing_food"] * missing
            if value > best:
                best, best_grain, best_vegetables = value, grain, vegetables
    return best, best_grain, best_vegetables


@kernel()
def best_feeding(farm, rules):
    """Return (value, grain, vegetables, sheep, boar, cattle): the cooking that gives this harvest most points.

    `value` is the points of missing food, crops and animals after breeding. Exact: beside useful counts, all of a kind
    are tried, which can free a pasture for another kind to breed. Of equal cookings the first wins, least first.
    """
    short = max(0, food_need(farm, rules) - farm["food"])
    sheep, boar, cattle, pastures = farm["sheep"], farm["boar"], farm["cattle"], farm["pastures"]
    kinds = int(sheep > 0) + int(boar > 0) + int(cattle > 0)
    hearth = has_improvement(farm, Improvement.HEARTH) and kinds > 0
    if not hearth:
        value, grain, vegetables = best_crops(farm, rules, short)
        return value + animal_points(sheep, boar, cattle, pastures, rules), grain, vegetables, 0, 0, 0
    clears = kinds > 1
    cook = rules["cook"]
    most_sheep = useful(sheep, cook[Cookable.SHEEP], short)
    most_boar = useful(boar, cook[Cookable.BOAR], short)
    most_cattle = useful(cattle, cook[Cookable.CATTLE], short)
    best = (-(1 << 30), 0, 0, 0, 0, 0)
    for i in range(tries(sheep, most_sheep, clears)):
        s = i if i <= most_sheep else sheep
        for j in range(tries(boar, most_boar, clears)):
            b = j if j <= most_boar else boar
            for k in range(tries(cattle, most_cattle, clears)):
                c = k if k <= most_cattle else cattle
                pot = s * cook[Cookable.SHEEP] + b * cook[Cookable.BOAR] + c * cook[Cookable.CATTLE]
                value, grain, vegetables = best_crops(farm, rules, max(0, short - pot))
                value += animal_points(sheep - s, boar - b, cattle - c, pastures, rules)
                if value > best[0]:
                    best = (value, grain, vegetables, s, b, c)
    return best


@kernel(inline=True)
def feeding_value(farm, rules):
    """Return the value of `best_feeding`, at once where there is nothing to choose."""
    short = max(0, food_need(farm, rules) - farm["food"])
    improvements = farm["improvements"]
    if (improvements >> Improvement.HEARTH) & 1 or (short > 0 and (improvements >> Improvement.OVEN) & 1):
        return best_feeding(farm, rules)[0]
    value = crops_left_points(farm, rules, 0, 0) + rules["missing_food"] * short
    return value + animal_points(farm["sheep"], farm["boar"], farm["cattle"], farm["pastures"], rules)


@kernel()
def harvest_value(farm, rules, harvest):
    """Return the points that `harvest` (0-2) would give this farm now, fed in the best way."""
    return fixed_points(farm, rules, harvest) + feeding_value(farm, rules)


@kernel()
def cook_best(farm, rules, cooking):
    """Write the cooking that gives this harvest most points to `cooking` (int64[6])."""
    best = best_feeding(farm, rules)
    cooking[0], cooking[1], cooking[2] = best[1], best[2], best[3]
    cooking[3], cooking[4], cooking[WITHHELD] = best[4], best[5], 0


class Feed(IntEnum):
    """What is wrong with a cooking; 0 is nothing."""

    LEGAL = 0
    NEGATIVE = 1
    NOT_COOKABLE = 2
    MUST_PAY = 3


@kernel()
def feeding_fault(farm, rules, cooking):
    """Return what is wrong (`Feed`) with a cooking at a harvest."""
    food = farm["food"]
    for good in range(COOKABLES):
        if cooking[good] < 0:
            return Feed.NEGATIVE
        if cooking[good] > 0 and cooking[good] > cookable(farm, good):
            return Feed.NOT_COOKABLE
        food += cooking[good] * rules["cook"][good]
    withheld = cooking[WITHHELD]
    if withheld < 0 or withheld > food:
        return Feed.NEGATIVE
    if withheld > 0 and rules["feeding"] == Feeding.MUST_PAY:
        return Feed.MUST_PAY
    return Feed.LEGAL


@kernel()
def cook_all(farm, rules, cooking):
    """Cook what `cooking` names, in place."""
    food = 0
    for good in range(COOKABLES):
        food += cooking[good] * rules["cook"][good]
    farm["grain"] -= cooking[0]
    farm["vegetables"] -= cooking[1]
    farm["sheep"] -= cooking[2]
    farm["boar"] -= cooking[3]
    farm["cattle"] -= cooking[4]
    farm["food"] += food


@kernel()
def feed(farm, rules, withheld):
    """Feed the family from the Food there, in place; return the Food missing."""
    paid = min(farm["food"] - withheld, food_need(farm, rules))
    missing = food_need(farm, rules) - paid
    farm["food"] -= paid
    return missing


@kernel()
def breed(farm, rules):
    """Add the newborn animals, in place."""
    lambs, piglets, calves = newborns(farm["sheep"], farm["boar"], farm["cattle"], farm["pastures"], rules)
    farm["sheep"] += lambs
    farm["boar"] += piglets
    farm["cattle"] += calves


@kernel()
def score(farm, rules, harvest, missing, points):
    """Write the points of each `Category` at `harvest` (0-2) to `points` (int64[15]) and return their sum."""
    points[Category.HOUSE] = house_points(farm, rules)
    points[Category.FIELDS] = field_points(farm, rules)
    points[Category.PASTURES] = pasture_points(farm, rules)
    points[Category.BABIES] = baby_points(farm, rules, harvest)
    points[Category.MISSING_FOOD] = rules["missing_food"] * missing
    points[Category.GRAIN] = good_score(rules, Good.GRAIN, farm["grain"])
    points[Category.VEGETABLES] = good_score(rules, Good.VEGETABLES, farm["vegetables"])
    for resource in range(RESOURCES):
        points[Category.WOOD + resource] = resource_points(farm, rules, resource)
    points[Category.SHEEP] = good_score(rules, Good.SHEEP, farm["sheep"])
    points[Category.BOAR] = good_score(rules, Good.BOAR, farm["boar"])
    points[Category.CATTLE] = good_score(rules, Good.CATTLE, farm["cattle"])
    points[Category.IMPROVEMENTS] = improvement_points(farm, rules)
    total = 0
    for category in range(CATEGORIES):
        total += points[category]
    return total


@kernel()
def harvest_farm(farm, rules, harvest, cooking, points):
    """Feed, breed and score one farm, in place; its `points` field grows by the sum.

    `cooking` is int64[6], checked; `points` int64[15] is written. Return what is wrong with the cooking (`Feed`): where
    it is not legal, nothing has changed. Source: rules/express.md, "Harvest".
    """
    fault = feeding_fault(farm, rules, cooking)
    if fault != Feed.LEGAL:
        return fault
    cook_all(farm, rules, cooking)
    missing = feed(farm, rules, cooking[WITHHELD])
    breed(farm, rules)
    farm["points"] += score(farm, rules, harvest, missing, points)
    return fault
