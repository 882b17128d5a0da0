"""Which spaces can be used at all: whether some move on them is legal, without listing one.

Why not by a list: the game loop asks this when a policy passes, and would carry the whole listing with it.
"""

from __future__ import annotations

from ..bits import count
from ..jit import kernel
from .baking import most_baked
from .farm import YARD, beside, empty_fields, free_cells
from .layouts import MOST_FENCES, list_layouts
from .pieces import ANIMALS, FIREPLACES, HEARTHS, IMPROVEMENTS, SPACES, SUPPLY, Effect, Good, House
from .rules import house_good


@kernel(inline=True)
def can_renovate(farm, rules):
    """Say whether a house can be renovated."""
    if farm["house"] == House.STONE or farm["supply"][Good.REED] < rules["renovation_reed"]:
        return False
    return farm["supply"][house_good(farm["house"] + 1)] >= rules["renovation_material"] * count(farm["rooms"])


@kernel(inline=True)
def can_grow(position, farm, rules, space, anyway):
    """Say whether a family can grow on a space."""
    if position["round"] < rules["growth_from"][space] or farm["people"] >= rules["people"]:
        return False
    return anyway or count(farm["rooms"]) > farm["people"]


@kernel(inline=True)
def most_fences(wood, rules):
    """Return how many fences can be paid with so much wood."""
    cost = rules["fence_wood"]
    return MOST_FENCES if cost == 0 else min(MOST_FENCES, wood // cost)


@kernel(inline=True)
def can_build_room(farm, rules):
    """Say whether a room can be paid and has a place."""
    supply = farm["supply"]
    if supply[house_good(farm["house"])] < rules["room_material"] or supply[Good.REED] < rules["room_reed"]:
        return False
    return free_cells(farm) & beside(farm["rooms"]) != 0


@kernel(inline=True)
def can_build_stable(farm, rules, space):
    """Say whether a stable can be paid and has a place."""
    if count(farm["stables"]) >= rules["stables"] or farm["supply"][Good.WOOD] < rules["stable_wood"][space]:
        return False
    return YARD & ~(farm["rooms"] | farm["fields"] | farm["stables"]) != 0


@kernel(inline=True)
def can_plow(farm):
    """Say whether a field has a place."""
    free = free_cells(farm)
    return free & beside(farm["fields"]) != 0 if farm["fields"] else free != 0


@kernel(inline=True)
def can_improve(position, farm, rules):
    """Say whether an improvement can be had."""
    on_sale = position["improvements"]
    if on_sale & HEARTHS and farm["improvements"] & FIREPLACES:
        return True
    for improvement in range(IMPROVEMENTS):
        paid = (on_sale >> improvement) & 1 == 1
        for good in range(SUPPLY):
            paid = paid and farm["supply"][good] >= rules["cost"][improvement, good]
        if paid:
            return True
    return False


@kernel(inline=True)
def can_choose_animal(farm, rules):
    """Say whether one of the animals of one's choice can be paid; a crop may be eaten for it."""
    supply = farm["supply"]
    crops = max(supply[Good.GRAIN] * rules["raw_grain"], supply[Good.VEGETABLE])
    for animal in range(ANIMALS):
        if supply[Good.FOOD] + crops >= rules["animal_food"][animal]:
            return True
    return False


@kernel()
def can_do(position, farm, rules, space, effect, found):
    """Say whether an effect can be had on a space, alone; `found` (a FOUND record) is written."""
    if effect == Effect.RENOVATE:
        return can_renovate(farm, rules)
    if effect == Effect.ROOM:
        return can_build_room(farm, rules)
    if effect == Effect.STABLE:
        return can_build_stable(farm, rules, space)
    if effect == Effect.PLOW:
        return can_plow(farm)
    if effect == Effect.SOW:
        return empty_fields(farm) > 0 and farm["supply"][Good.GRAIN] + farm["supply"][Good.VEGETABLE] > 0
    if effect == Effect.BAKE:
        return most_baked(farm["improvements"], farm["supply"][Good.GRAIN], rules) > 0
    if effect == Effect.GROW or effect == Effect.GROW_ANYWAY:
        return can_grow(position, farm, rules, space, effect == Effect.GROW_ANYWAY)
    if effect == Effect.IMPROVE:
        return can_improve(position, farm, rules)
    if effect == Effect.ANIMAL:
        return can_choose_animal(farm, rules)
    if effect == Effect.FENCE:
        return list_layouts(farm, rules, most_fences(farm["supply"][Good.WOOD], rules), found["layouts"]) > 0
    return True


@kernel()
def can_use(position, rules, space, found):
    """Say whether some move on a space is legal; `found` (a FOUND record) is written."""
    farm = position["farms"][position["seat"]]
    if not ((position["open"] & ~position["occupied"]) >> space) & 1:
        return False
    must, some = rules["must"][space], rules["any_of"][space] | rules["one_of"][space]
    done, effect = some == 0, 1
    while effect <= Effect.FENCE:
        if (must | some) & effect:
            possible = can_do(position, farm, rules, space, effect, found)
            if must & effect and not possible:
                return False
            done = done or (some & effect != 0 and possible)
        effect <<= 1
    return done


@kernel()
def can_do_anything(position, rules, found):
    """Say whether the seat to act has a legal move; `found` (a FOUND record) is written."""
    for space in range(SPACES):
        if can_use(position, rules, space, found):
            return True
    return False
