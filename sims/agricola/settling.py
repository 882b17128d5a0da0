"""What the settler's rules do: each writes the moves of a few spaces and says which is the one, or that there is none.

Source: the parts of a plan that rules/agricola-2007.md suggests; the numbers were tried out in self-play.
"""

from __future__ import annotations

from ..bits import count
from ..jit import kernel
from .contract import list_moves_of, own_farm
from .farm import empty_fields
from .features import food_in_reach, rounds_to_harvest
from .harvest import food_needed
from .pieces import ANIMALS, SUPPLY, Effect, Good, House, Space
from .rules import cooker

NONE = -1
FOOD_SPACES = (Space.FISH, Space.START, Space.DAY, Space.TRAVELING, Space.ROOM_OR_FOOD)
GROWTH_SPACES = (Space.GROW, Space.RESOURCES_OR_GROWTH, Space.GROW_5)
WOOD_SPACES = (Space.WOOD3, Space.WOOD4, Space.WOOD2, Space.WOOD1)
CLAY_SPACES = (Space.CLAY1, Space.CLAY3, Space.HOLLOW_3, Space.HOLLOW_4)
STONE_SPACES = (Space.STONE_2, Space.STONE_4, Space.REED_STONE_WOOD, Space.MARKET_4)
REED_SPACES = (Space.REED1, Space.REED_STONE_WOOD, Space.MARKET_3, Space.MARKET_4)
ANIMAL_SPACES = (Space.CATTLE, Space.BOAR, Space.SHEEP)
LATE = 9
"""From this round on (from 0) the settler is content with less."""
BEARABLE = 4
"""So much food may be missing for the next harvest while that is two rounds off or more."""


@kernel(inline=True)
def is_free(position, space):
    """Say whether nobody stands on a space that is open."""
    return ((position["open"] & ~position["occupied"]) >> space) & 1 == 1


@kernel()
def richest(position, spaces, good, least):
    """Return the free one of some spaces on which most of a good lies, at least so much, or NONE."""
    best, most = NONE, least - 1
    for space in spaces:
        if is_free(position, space) and position["goods"][space, good] > most:
            best, most = space, position["goods"][space, good]
    return best


@kernel()
def first_of(position, rules, found, space):
    """Return the place of the first move on a space, or NONE; `space` may be NONE."""
    if space == NONE or not is_free(position, space):
        return NONE
    return 0 if list_moves_of(position, rules, space, found) > 0 else NONE


@kernel()
def grow(position, rules, found):
    """Let the family grow."""
    if own_farm(position)["people"] >= rules["people"] or missing_food(position, rules) > BEARABLE:
        return NONE
    for space in GROWTH_SPACES:
        if is_free(position, space):
            for place in range(list_moves_of(position, rules, space, found)):
                if found["moves"][place]["does"] & (Effect.GROW | Effect.GROW_ANYWAY):
                    return place
    return NONE


@kernel()
def build_rooms(position, rules, found):
    """Build as many rooms as the family can still grow into, as soon as one can be paid."""
    farm = own_farm(position)
    if count(farm["rooms"]) >= rules["people"] or not is_free(position, Space.ROOMS):
        return NONE
    best, most = NONE, 0
    for place in range(list_moves_of(position, rules, Space.ROOMS, found)):
        move = found["moves"][place]
        number = count(move["rooms"])
        if move["stables"] == 0 and most < number <= rules["people"] - count(farm["rooms"]):
            best, most = place, number
    return best


@kernel()
def missing_food(position, rules):
    """Return the food that is missing for the next harvest."""
    farm = own_farm(position)
    crops, meat = food_in_reach(farm, rules)
    return food_needed(farm, rules, position["seats"]) - farm["supply"][Good.FOOD] - crops - meat


@kernel()
def fetch_food(position, rules, found):
    """Fetch most food where the coming harvest lacks some: from a space, or animals for the kitchen."""
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
    return first_of(position, rules, found, best)


@kernel()
def best_card(found, wanted):
    """Return the place of the first listed move that buys one of the wanted improvements (bits), or NONE."""
    for place in range(found["count"]):
        improvement = found["moves"][place]["improvement"]
        if improvement >= 0 and (wanted >> improvement) & 1:
            return place
    return NONE


@kernel()
def buy(position, rules, found, wanted):
    """Buy one of the wanted improvements (bits)."""
    if not is_free(position, Space.IMPROVE):
        return NONE
    list_moves_of(position, rules, Space.IMPROVE, found)
    return best_card(found, wanted)


@kernel()
def renovate(position, rules, found):
    """Renovate when all rooms are built or time runs out, with a card if there is one to be had."""
    farm = own_farm(position)
    if farm["house"] == House.STONE or (count(farm["rooms"]) < rules["people"] - 1 and position["round"] < LATE):
        return NONE
    place = first_of(position, rules, found, Space.RENOVATE)
    if place == NONE:
        return first_of(position, rules, found, Space.RENOVATE_FENCE)
    return max(place, found["count"] - 1)


@kernel()
def sow(position, rules, found):
    """Sow where two fields can be sown, or any late in the game."""
    farm = own_farm(position)
    seeds = farm["supply"][Good.GRAIN] + farm["supply"][Good.VEGETABLE]
    if min(empty_fields(farm), seeds) < (1 if position["round"] >= LATE else 2):
        return NONE
    for space in (Space.SOW, Space.PLOW_SOW):
        if is_free(position, space):
            best, most = NONE, 0
            for place in range(list_moves_of(position, rules, space, found)):
                move = found["moves"][place]
                if move["sow_grain"] + move["sow_vegetables"] > most:
                    best, most = place, move["sow_grain"] + move["sow_vegetables"]
            if best != NONE:
                return best
    return NONE


@kernel()
def fence(position, rules, found):
    """Fence as many pastures as the wood is enough for, two at the least."""
    farm = own_farm(position)
    if farm["supply"][Good.WOOD] < 7 or farm["larger"] >= 4 or not is_free(position, Space.FENCE):
        return NONE
    best, most = NONE, farm["larger"]
    for place in range(list_moves_of(position, rules, Space.FENCE, found)):
        pastures = rules["layouts"]["pastures"][found["moves"][place]["layout"]]
        if pastures >= most and pastures > 1:
            best, most = place, pastures
    return best


@kernel()
def plow(position, rules, found, most):
    """Plow a field, up to so many."""
    if count(own_farm(position)["fields"]) >= most:
        return NONE
    return first_of(position, rules, found, Space.PLOW)


@kernel()
def fetch_seed(position, rules, found):
    """Fetch vegetables, of which there are too few, or grain for an empty field."""
    supply = own_farm(position)["supply"]
    if supply[Good.VEGETABLE] < 2 and is_free(position, Space.VEGETABLE):
        return first_of(position, rules, found, Space.VEGETABLE)
    if supply[Good.GRAIN] < 2 and empty_fields(own_farm(position)) > 0:
        return first_of(position, rules, found, Space.GRAIN)
    return NONE


@kernel()
def fetch(position, rules, found, spaces, good, least, enough):
    """Fetch a good where there is less than `enough` of it, from where most lies, at least so much."""
    if own_farm(position)["supply"][good] >= enough:
        return NONE
    return first_of(position, rules, found, richest(position, spaces, good, least))


@kernel()
def fetch_animals(position, rules, found):
    """Fetch animals that find room, the dearest first."""
    farm = own_farm(position)
    if farm["capacity"] - farm["animals"][0] - farm["animals"][1] - farm["animals"][2] < 2:
        return NONE
    for space in ANIMAL_SPACES:
        if is_free(position, space):
            return first_of(position, rules, found, space)
    return NONE
