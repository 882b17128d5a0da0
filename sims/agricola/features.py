"""What a farm promises, as numbers: the features that characters weigh.

The points of each category are features of their own, since early in a game most are still to come. The others say
what leads to points: free rooms, goods, food for the next harvest, and what feeds a family for the rest of the game.
"""

from __future__ import annotations

from enum import IntEnum

from ..bits import count
from ..jit import kernel
from .baking import VEGETABLE_RATE, has
from .farm import empty_fields, grain_owned, vegetables_owned
from .harvest import food_needed
from .pieces import ANIMALS, Effect, Good, House, Improvement
from .rules import CRAFTS, FIRST_CRAFT, cooker, is_harvest
from .scoring import Category, score_by_category

POINTS = int(Category.BEGGING)
"""The first features are the points by `Category`, but for those of begging cards, which no placement changes."""


class Feature(IntEnum):
    """The features after the points by category, in the order of the characters' parameters."""

    FREE_ROOM = POINTS
    MORE_FREE_ROOMS = POINTS + 1
    ROOM_READY = POINTS + 2
    RENOVATION_READY = POINTS + 3
    WOOD = POINTS + 4
    MORE_WOOD = POINTS + 5
    CLAY = POINTS + 6
    MORE_CLAY = POINTS + 7
    REED = POINTS + 8
    MORE_REED = POINTS + 9
    STONE = POINTS + 10
    MORE_STONE = POINTS + 11
    GRAIN = POINTS + 12
    MORE_GRAIN = POINTS + 13
    VEGETABLES = POINTS + 14
    SOWN_GRAIN = POINTS + 15
    SOWN_VEGETABLES = POINTS + 16
    EMPTY_FIELDS = POINTS + 17
    GAP_NOW = POINTS + 18
    GAP_NEXT = POINTS + 19
    GAP_LATER = POINTS + 20
    FOOD = POINTS + 21
    SPARE_FOOD = POINTS + 22
    COOKER = POINTS + 23
    HEARTH = POINTS + 24
    CLAY_OVEN = POINTS + 25
    STONE_OVEN = POINTS + 26
    CRAFTS = POINTS + 27
    WELL = POINTS + 28
    ANIMALS = POINTS + 29
    PAIRS = POINTS + 30
    SPACE = POINTS + 31
    MARKER = POINTS + 32
    SOWABLE = POINTS + 33


FEATURES = POINTS + 34
MEANING = {
    Feature.FREE_ROOM: "room that waits for a person, the first",
    Feature.MORE_FREE_ROOMS: "room that waits for a person after that",
    Feature.ROOM_READY: "room that could be paid at once, up to two",
    Feature.RENOVATION_READY: "renovation that could be paid at once",
    Feature.WOOD: "wood, up to five",
    Feature.MORE_WOOD: "wood after those, up to ten more",
    Feature.CLAY: "clay, up to four",
    Feature.MORE_CLAY: "clay after those, up to six more",
    Feature.REED: "reed, up to two",
    Feature.MORE_REED: "reed after those, up to three more",
    Feature.STONE: "stone, up to three",
    Feature.MORE_STONE: "stone after those, up to four more",
    Feature.GRAIN: "grain in supply, up to two",
    Feature.MORE_GRAIN: "grain in supply after those, up to six more",
    Feature.VEGETABLES: "vegetable in supply, up to four",
    Feature.SOWN_GRAIN: "grain on a field",
    Feature.SOWN_VEGETABLES: "vegetable on a field",
    Feature.EMPTY_FIELDS: "empty field",
    Feature.GAP_NOW: "food that is missing where this round ends with a harvest",
    Feature.GAP_NEXT: "food that is missing where the next round does",
    Feature.GAP_LATER: "food that is missing where a later round does",
    Feature.FOOD: "food in supply that the next harvest needs",
    Feature.SPARE_FOOD: "food in supply beyond that, up to ten",
    Feature.COOKER: "Fireplace or Hearth, the first",
    Feature.HEARTH: "Hearth beside that",
    Feature.CLAY_OVEN: "Clay Oven",
    Feature.STONE_OVEN: "Stone Oven",
    Feature.CRAFTS: "Joinery, Pottery or Basketmaker's Workshop",
    Feature.WELL: "food to come from the Well",
    Feature.ANIMALS: "food of the animals, were they cooked",
    Feature.PAIRS: "type of animals with a pair and room for a newborn",
    Feature.SPACE: "animal more that the farm could hold, up to six",
    Feature.MARKER: "starting player's marker for the next round",
    Feature.SOWABLE: "empty field for which there is a crop in supply",
}


def feature_name(feature: int) -> str:
    """Return the name of a feature, as in parameters."""
    return Category(feature).name.lower() + "_points" if feature < POINTS else Feature(feature).name.lower()


def feature_meaning(feature: int) -> str:
    """Return what a feature counts, in words."""
    return f"point for {Category(feature).name.lower()}" if feature < POINTS else MEANING[Feature(feature)]


@kernel(inline=True)
def some(found, feature, number, few, more):
    """Write how much of a number lies up to `few`, and in the next feature how much of up to `more` beyond."""
    found[feature] = min(number, few)
    found[feature + 1] = min(max(number - few, 0), more)


@kernel(inline=True)
def food_in_reach(farm, rules):
    """Return the food that a farm could have at a harvest without losing seed on its fields: (crops, animals)."""
    supply, improvements = farm["supply"], farm["improvements"]
    rates = rules["cook"][cooker(improvements)]
    ripe_grain = farm["grain_fields"][0] + farm["grain_fields"][1] + farm["grain_fields"][2]
    ripe_vegetables = farm["vegetable_fields"][0] + farm["vegetable_fields"][1]
    crops = rules["raw_grain"] * (supply[Good.GRAIN] + ripe_grain)
    crops += rates[VEGETABLE_RATE] * (supply[Good.VEGETABLE] + ripe_vegetables)
    for craft in range(CRAFTS):
        if has(improvements, FIRST_CRAFT + craft) and supply[Good.WOOD + craft] > 0:
            crops += rules["craft_food"][craft]
    meat = 0
    for animal in range(ANIMALS):
        meat += rates[animal] * farm["animals"][animal]
    return crops, meat


@kernel(inline=True)
def rounds_to_harvest(position, rules):
    """Return in how many rounds the next harvest is: 0 at the end of this one."""
    wait = 0
    while position["round"] + wait < rules["rounds"] - 1 and not is_harvest(rules, position["round"] + wait):
        wait += 1
    return wait


@kernel(inline=True)
def food_features(farm, position, rules, found):
    """Write what is there and what is missing for the next harvest."""
    wait = rounds_to_harvest(position, rules)
    needed = food_needed(farm, rules, position["seats"])
    if wait > 0:  # who is newly born eats like the others then
        needed += farm["newborns"] * (rules["adult_food"] - rules["newborn_food"])
    coming = count(farm["well"] >> (position["round"] + 1))
    soon = min(coming, wait)
    crops, meat = food_in_reach(farm, rules)
    food = farm["supply"][Good.FOOD] + soon
    gap = max(0, needed - food - crops - meat)
    found[Feature.GAP_NOW] = gap if wait == 0 else 0
    found[Feature.GAP_NEXT] = gap if wait == 1 else 0
    found[Feature.GAP_LATER] = gap if wait > 1 else 0
    found[Feature.FOOD] = min(food, needed)
    found[Feature.SPARE_FOOD] = min(max(food - needed, 0), 10)
    found[Feature.WELL] = coming - soon
    found[Feature.ANIMALS] = meat


@kernel(inline=True)
def building_features(farm, rules, found):
    """Write free rooms, and what could be built or renovated at once."""
    supply = farm["supply"]
    free = count(farm["rooms"]) - farm["people"] if farm["people"] < rules["people"] else 0
    found[Feature.FREE_ROOM] = min(max(free, 0), 1)
    found[Feature.MORE_FREE_ROOMS] = min(max(free - 1, 0), 2)
    material = supply[Good.WOOD] if farm["house"] == House.WOOD else supply[Good.CLAY]
    next_material = supply[Good.CLAY]
    if farm["house"] != House.WOOD:
        next_material = supply[Good.STONE]
        if farm["house"] == House.STONE:
            material = supply[Good.STONE]
    found[Feature.ROOM_READY] = min(material // 5, supply[Good.REED] // 2, 2)
    ready = next_material >= count(farm["rooms"]) and supply[Good.REED] > 0
    found[Feature.RENOVATION_READY] = int(ready and farm["house"] != House.STONE)


@kernel(inline=True)
def goods_features(farm, found):
    """Write goods in supply and crops on fields."""
    supply = farm["supply"]
    some(found, Feature.WOOD, supply[Good.WOOD], 5, 10)
    some(found, Feature.CLAY, supply[Good.CLAY], 4, 6)
    some(found, Feature.REED, supply[Good.REED], 2, 3)
    some(found, Feature.STONE, supply[Good.STONE], 3, 4)
    some(found, Feature.GRAIN, supply[Good.GRAIN], 2, 6)
    found[Feature.VEGETABLES] = min(supply[Good.VEGETABLE], 4)
    found[Feature.SOWN_GRAIN] = grain_owned(farm) - supply[Good.GRAIN]
    found[Feature.SOWN_VEGETABLES] = vegetables_owned(farm) - supply[Good.VEGETABLE]
    found[Feature.EMPTY_FIELDS] = empty_fields(farm)
    found[Feature.SOWABLE] = min(empty_fields(farm), supply[Good.GRAIN] + supply[Good.VEGETABLE])


@kernel(inline=True)
def engine_features(farm, found):
    """Write what feeds a family again and again: cards, and animals with room to breed."""
    owned, animals = farm["improvements"], farm["animals"]
    level = cooker(owned)
    found[Feature.COOKER], found[Feature.HEARTH] = int(level > 0), int(level > 1)
    found[Feature.CLAY_OVEN] = int(has(owned, Improvement.CLAY_OVEN))
    found[Feature.STONE_OVEN] = int(has(owned, Improvement.STONE_OVEN))
    found[Feature.CRAFTS] = count((owned >> FIRST_CRAFT) & 0b111)
    space = farm["capacity"] - animals[0] - animals[1] - animals[2]
    pairs = int(animals[0] > 1) + int(animals[1] > 1) + int(animals[2] > 1)
    found[Feature.PAIRS], found[Feature.SPACE] = min(pairs, space), min(space, 6)


@kernel()
def write_features(farm, position, rules, points, marker, found):
    """Write all features of a farm into `found` (float64[47]); `points` (int64[14]) is written too."""
    score_by_category(farm, rules, points)
    for category in range(POINTS):
        found[category] = points[category]
    building_features(farm, rules, found)
    goods_features(farm, found)
    food_features(farm, position, rules, found)
    engine_features(farm, found)
    found[Feature.MARKER] = marker


@kernel(inline=True)
def keeps_marker(position, move):
    """Say whether the seat to act holds the marker after a move."""
    return int(position["marker"] == position["seat"] or move["does"] & Effect.MARKER != 0)
