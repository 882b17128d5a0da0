"""What the settler's rules wish for: each names a space, or none; then a move of that space is picked.

Why in two steps: listing moves is large, and is compiled anew for each function that calls it. So rules only look at
farm and board, and the moves of the one space that is wished for are listed in one place.
"""

from __future__ import annotations

from enum import IntEnum

from ..bits import count
from ..jit import kernel
from .contract import own_farm
from .farm import empty_fields
from .features import food_in_reach, rounds_to_harvest
from .harvest import food_needed
from .pieces import ANIMALS, FIREPLACES, HEARTHS, IMPROVEMENTS, SUPPLY, Effect, Good, Space
from .rules import cooker
from .usable import can_build_room, can_grow, can_renovate

NONE = -1
FOOD_SPACES = (Space.FISH, Space.START, Space.DAY, Space.TRAVELING, Space.ROOM_OR_FOOD)
GROWTH_SPACES = (Space.GROW, Space.RESOURCES_OR_GROWTH, Space.GROW_5)
WOOD_SPACES = (Space.WOOD3, Space.WOOD4, Space.WOOD2, Space.WOOD1)
CLAY_SPACES = (Space.CLAY1, Space.CLAY3, Space.HOLLOW_3, Space.HOLLOW_4)
STONE_SPACES = (Space.STONE_2, Space.STONE_4, Space.REED_STONE_WOOD, Space.MARKET_4)
REED_SPACES = (Space.REED1, Space.REED_STONE_WOOD, Space.MARKET_3, Space.MARKET_4)
ANIMAL_SPACES = (Space.CATTLE, Space.BOAR, Space.SHEEP)
KITCHENS = FIREPLACES | HEARTHS
OTHER_CARDS = ((1 << IMPROVEMENTS) - 1) & ~KITCHENS
FEW_FIELDS, MANY_FIELDS = 2, 5
LATE = 9
"""From this round on (from 0) the settler is content with less."""
BEARABLE = 4
"""So much food may be missing for the next harvest while that is two rounds off or more."""
FENCE_WOOD, MOST_PASTURES = 7, 4


class Rule(IntEnum):
    """What the settler does, if it can."""

    FOOD = 0
    SOW = 1
    GROW = 2
    KITCHEN = 3
    ROOMS = 4
    RENOVATE = 5
    FENCE = 6
    REED = 7
    WOOD = 8
    FEW_FIELDS = 9
    SEED = 10
    CLAY = 11
    ANIMALS = 12
    FIELDS = 13
    STONE = 14
    CARDS = 15


@kernel(inline=True)
def is_free(position, space):
    """Say whether nobody stands on a space that is open."""
    return ((position["open"] & ~position["occupied"]) >> space) & 1 == 1


@kernel(inline=True)
def if_free(position, space):
    """Return a space if it is free, else NONE."""
    return int(space) if is_free(position, space) else NONE


@kernel()
def missing_food(position, rules):
    """Return the food that is missing for the next harvest."""
    farm = own_farm(position)
    crops, meat = food_in_reach(farm, rules)
    return food_needed(farm, rules, position["seats"]) - farm["supply"][Good.FOOD] - crops - meat


@kernel()
def food_space(position, rules):
    """Return the space with most food where the coming harvest lacks some: animals count for who can cook them."""
    missing = missing_food(position, rules)
    if missing <= 0 or (missing <= BEARABLE and rounds_to_harvest(position, rules) > 1):
        return NONE
    rates, best, most = rules["cook"][cooker(own_farm(position)["improvements"])], NONE, 0
    for space in FOOD_SPACES:
        food = position["goods"][space, Good.FOOD] + rules["gain"][space, Good.FOOD]
        if is_free(position, space) and food > most:
            best, most = space, food
    for space in ANIMAL_SPACES:
        for animal in range(ANIMALS):
            food = rates[animal] * position["goods"][space, SUPPLY + animal]
            if is_free(position, space) and food > most:
                best, most = space, food
    return best


@kernel()
def growth_space(position, rules):
    """Return the space on which the family can grow, if it can be fed."""
    if missing_food(position, rules) > BEARABLE:
        return NONE
    for space in GROWTH_SPACES:
        anyway = rules["must"][space] & Effect.GROW_ANYWAY != 0
        offers = (rules["must"][space] | rules["one_of"][space]) & (Effect.GROW | Effect.GROW_ANYWAY)
        if offers and is_free(position, space) and can_grow(position, own_farm(position), rules, space, anyway):
            return space
    return NONE


@kernel()
def sowing_space(position):
    """Return the space on which to sow where two fields can be sown, or any late in the game."""
    farm = own_farm(position)
    seeds = farm["supply"][Good.GRAIN] + farm["supply"][Good.VEGETABLE]
    if min(empty_fields(farm), seeds) < (1 if position["round"] >= LATE else 2):
        return NONE
    return Space.SOW if is_free(position, Space.SOW) else if_free(position, Space.PLOW_SOW)


@kernel()
def renovating_space(position, rules):
    """Return the space on which to renovate when all rooms are built or time runs out."""
    farm = own_farm(position)
    if not can_renovate(farm, rules) or (count(farm["rooms"]) < rules["people"] - 1 and position["round"] < LATE):
        return NONE
    return Space.RENOVATE if is_free(position, Space.RENOVATE) else if_free(position, Space.RENOVATE_FENCE)


@kernel()
def seed_space(position):
    """Return where to fetch vegetables, of which there are too few, or grain for an empty field."""
    supply = own_farm(position)["supply"]
    if supply[Good.VEGETABLE] < 2 and is_free(position, Space.VEGETABLE):
        return Space.VEGETABLE
    if supply[Good.GRAIN] < 2 and empty_fields(own_farm(position)) > 0:
        return if_free(position, Space.GRAIN)
    return NONE


@kernel()
def animal_space(position):
    """Return the space with the dearest animals, where at least two find room."""
    farm = own_farm(position)
    if farm["capacity"] - farm["animals"][0] - farm["animals"][1] - farm["animals"][2] < 2:
        return NONE
    for space in ANIMAL_SPACES:
        if is_free(position, space):
            return space
    return NONE


@kernel()
def richest(position, spaces, good, least, enough):
    """Return the free one of some spaces with most of a good, at least so much, if the farm has less than enough."""
    best, most = NONE, least - 1
    if own_farm(position)["supply"][good] < enough:
        for space in spaces:
            if is_free(position, space) and position["goods"][space, good] > most:
                best, most = space, position["goods"][space, good]
    return best


@kernel()
def resource_space(position, rule):
    """Return the space where a rule fetches building resources."""
    if rule == Rule.REED:
        return richest(position, REED_SPACES, Good.REED, 1, 2)
    if rule == Rule.WOOD:
        return richest(position, WOOD_SPACES, Good.WOOD, 3, 10)
    if rule == Rule.CLAY:
        return richest(position, CLAY_SPACES, Good.CLAY, 2, 5)
    return richest(position, STONE_SPACES, Good.STONE, 1, 4)


@kernel()
def building_space(position, rules, rule):
    """Return the space on which a rule builds, buys or plows, where the farm needs it and has enough."""
    farm = own_farm(position)
    if rule == Rule.ROOMS:
        wanted = count(farm["rooms"]) < rules["people"] and can_build_room(farm, rules)
        return if_free(position, Space.ROOMS) if wanted else NONE
    if rule == Rule.FENCE:
        wanted = farm["supply"][Good.WOOD] >= FENCE_WOOD and farm["larger"] < MOST_PASTURES
        return if_free(position, Space.FENCE) if wanted else NONE
    if rule == Rule.KITCHEN:
        return if_free(position, Space.IMPROVE) if cooker(farm["improvements"]) == 0 else NONE
    if rule == Rule.CARDS:
        return if_free(position, Space.IMPROVE)
    most = FEW_FIELDS if rule == Rule.FEW_FIELDS else MANY_FIELDS
    return if_free(position, Space.PLOW) if count(farm["fields"]) < most else NONE


@kernel()
def wished_space(position, rules, rule):
    """Return the space that a rule wishes for, or NONE."""
    if rule == Rule.FOOD:
        return food_space(position, rules)
    if rule == Rule.SOW:
        return sowing_space(position)
    if rule == Rule.GROW:
        return growth_space(position, rules)
    if rule == Rule.RENOVATE:
        return renovating_space(position, rules)
    if rule == Rule.SEED:
        return seed_space(position)
    if rule == Rule.ANIMALS:
        return animal_space(position)
    if rule == Rule.REED or rule == Rule.WOOD or rule == Rule.CLAY or rule == Rule.STONE:
        return resource_space(position, rule)
    return building_space(position, rules, rule)


@kernel()
def liking(position, rules, rule, move):
    """Return how much a move on the wished space is liked; below 1 it is no move that the rule means."""
    farm = own_farm(position)
    if rule == Rule.ROOMS:
        number = count(move["rooms"])
        fits = move["stables"] == 0 and number <= rules["people"] - count(farm["rooms"])
        return number if fits else 0
    if rule == Rule.GROW:
        return int(move["does"] & (Effect.GROW | Effect.GROW_ANYWAY) != 0)
    if rule == Rule.SOW:
        return move["sow_grain"] + move["sow_vegetables"]
    if rule == Rule.FENCE:
        pastures = int(rules["layouts"]["pastures"][move["layout"]])
        return pastures if pastures > 1 and pastures >= farm["larger"] else 0
    if rule == Rule.KITCHEN:
        return int((KITCHENS >> max(move["improvement"], 0)) & 1)
    if rule == Rule.CARDS:
        return int((OTHER_CARDS >> max(move["improvement"], 0)) & 1)
    return 1


@kernel(inline=True)
def takes_later(rule):
    """Say whether of moves that are liked as much the later one is taken: dearer cards, larger pastures."""
    return rule == Rule.FENCE or rule == Rule.RENOVATE


@kernel()
def picked(position, rules, rule, found):
    """Return the place of the listed move that a rule likes most, or NONE."""
    best, most = NONE, 0
    for place in range(found["count"]):
        like = liking(position, rules, rule, found["moves"][place])
        if like > most or (like == most and like > 0 and takes_later(rule)):
            best, most = place, like
    return best
