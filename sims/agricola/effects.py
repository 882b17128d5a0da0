"""The steps of a placement, each an effect on a farm: what it costs, what it changes, why it is illegal.

Source: rules/agricola-2007.md, sections 4 to 9 and 11. Each function carries one effect out in place and returns its
`Fault`; after a fault the farm is of no use.
"""

from __future__ import annotations

import numpy as np

from ..bits import count
from ..jit import kernel
from .baking import bread, cook_rate, most_baked
from .farm import YARD, beside, empty_fields, free_cells
from .faults import Fault
from .layouts import PLACES, extends, new_fences
from .pieces import (
    ANIMALS,
    FIREPLACES,
    HEARTHS,
    IMPROVEMENTS,
    NOTHING,
    SUPPLY,
    Good,
    House,
    Improvement,
)
from .rules import house_good

FOODS = 5
"""What can be turned into food without baking: grain, vegetables and the three types of animals."""


@kernel(inline=True)
def spend(farm, good, number):
    """Take goods from a supply, in place; say which are too few."""
    if farm["supply"][good] < number:
        return Fault.TOO_LITTLE_FOOD + good
    farm["supply"][good] -= number
    return Fault.LEGAL


@kernel()
def convert(farm, rules, converted):
    """Turn goods into food (`converted` int64[5]), in place."""
    for place in range(FOODS):
        number, good = converted[place], Good.GRAIN + place
        if number < 0:
            return Fault.NOT_ASKED
        if number > 0:
            rate = cook_rate(farm["improvements"], rules, good)
            if rate == 0:
                return Fault.CANNOT_COOK
            if good < SUPPLY:
                fault = spend(farm, good, number)
                if fault != Fault.LEGAL:
                    return fault
            else:
                if farm["animals"][good - SUPPLY] < number:
                    return Fault.TOO_FEW_ANIMALS
                farm["animals"][good - SUPPLY] -= number
            farm["supply"][Good.FOOD] += rate * number
    return Fault.LEGAL


@kernel(inline=True)
def receive(farm, gain, goods, takes):
    """Add what a space gives (int64[7]), and all that lies on it (int64[10]) where it is taken, in place."""
    for good in range(SUPPLY):
        farm["supply"][good] += gain[good]
        if takes:
            farm["supply"][good] += goods[good]
    if takes:
        for animal in range(ANIMALS):
            farm["animals"][animal] += goods[SUPPLY + animal]


@kernel(inline=True)
def choose_resources(farm, rules, space, chosen):
    """Take building resources of one's choice, each once, in place."""
    if chosen & ~rules["choice_of"][space] or count(chosen) != rules["choices"][space]:
        return Fault.WRONG_CHOICE
    for good in range(SUPPLY):
        farm["supply"][good] += (chosen >> good) & 1
    return Fault.LEGAL


@kernel(inline=True)
def choose_animal(farm, rules, animal):
    """Take the animal of one's choice, with its food or for it, in place."""
    if animal < 0 or animal >= ANIMALS:
        return Fault.WRONG_ANIMAL
    farm["animals"][animal] += 1
    return spend(farm, Good.FOOD, rules["animal_food"][animal])


@kernel(inline=True)
def renovate(farm, rules):
    """Renovate the whole house by one step, in place."""
    if farm["house"] == House.STONE:
        return Fault.HOUSE_OF_STONE
    material = rules["renovation_material"] * count(farm["rooms"])
    farm["house"] += 1
    fault = spend(farm, house_good(farm["house"]), material)
    return fault if fault != Fault.LEGAL else spend(farm, Good.REED, rules["renovation_reed"])


@kernel(inline=True)
def build_rooms(farm, rules, space, cells):
    """Build rooms, each beside another, in place."""
    number = count(cells)
    if cells == 0:
        return Fault.NO_CELL
    if number > rules["most_rooms"][space]:
        return Fault.TOO_MANY_ROOMS
    if cells & ~free_cells(farm):
        return Fault.CELL_TAKEN
    reached, before = farm["rooms"], 0
    while reached != before:
        before = reached
        reached |= beside(reached) & cells
    if cells & ~reached:
        return Fault.ROOM_APART
    farm["rooms"] = reached
    fault = spend(farm, house_good(farm["house"]), number * rules["room_material"])
    return fault if fault != Fault.LEGAL else spend(farm, Good.REED, number * rules["room_reed"])


@kernel(inline=True)
def build_stables(farm, rules, space, cells):
    """Build stables, in place; they may stand in pastures."""
    number = count(cells)
    if cells == 0:
        return Fault.NO_CELL
    if cells & ~(YARD & ~(farm["rooms"] | farm["fields"] | farm["stables"])):
        return Fault.CELL_TAKEN
    if number > rules["most_stables"][space] or number + count(farm["stables"]) > rules["stables"]:
        return Fault.TOO_MANY_STABLES
    farm["stables"] |= cells
    return spend(farm, Good.WOOD, number * rules["stable_wood"][space])


@kernel(inline=True)
def plow(farm, cells):
    """Plow a field, beside another but for the first, in place."""
    if count(cells) != 1:
        return Fault.NOT_ONE_FIELD
    if cells & ~free_cells(farm):
        return Fault.CELL_TAKEN
    if farm["fields"] and not cells & beside(farm["fields"]):
        return Fault.FIELD_APART
    farm["fields"] |= cells
    return Fault.LEGAL


@kernel(inline=True)
def sow(farm, rules, grain, vegetables):
    """Sow so many empty fields with grain and with vegetables, in place."""
    if grain < 0 or vegetables < 0 or grain + vegetables == 0:
        return Fault.NOTHING_DONE
    if grain + vegetables > empty_fields(farm):
        return Fault.TOO_FEW_FIELDS
    farm["grain_fields"][rules["grain_sown"] - 1] += grain
    farm["vegetable_fields"][rules["vegetables_sown"] - 1] += vegetables
    fault = spend(farm, Good.GRAIN, grain)
    return fault if fault != Fault.LEGAL else spend(farm, Good.VEGETABLE, vegetables)


@kernel(inline=True)
def bake(farm, rules, grain):
    """Bake so much grain in one action, in place."""
    if grain <= 0:
        return Fault.NOTHING_DONE
    if grain > most_baked(farm["improvements"], grain, rules):
        return Fault.CANNOT_BAKE
    farm["supply"][Good.FOOD] += bread(farm["improvements"], grain, rules)
    return spend(farm, Good.GRAIN, grain)


@kernel(inline=True)
def grow(position, farm, rules, space, anyway):
    """Let the family grow by one, with room for it or `anyway`, in place."""
    if position["round"] < rules["growth_from"][space]:
        return Fault.TOO_EARLY
    if farm["people"] >= rules["people"]:
        return Fault.TOO_MANY_PEOPLE
    if not anyway and count(farm["rooms"]) <= farm["people"]:
        return Fault.NO_ROOM_FREE
    farm["people"] += 1
    farm["newborns"] += 1
    return Fault.LEGAL


@kernel(inline=True)
def pay_for(farm, rules, improvement, returned):
    """Pay for an improvement, or return a Fireplace for a Hearth, in place."""
    if returned != NOTHING:
        swaps = (HEARTHS >> improvement) & 1 and 0 <= returned < IMPROVEMENTS and (FIREPLACES >> returned) & 1
        if not swaps or not (farm["improvements"] >> returned) & 1:
            return Fault.WRONG_RETURN
        farm["improvements"] &= ~(1 << returned)
        return Fault.LEGAL
    for good in range(SUPPLY):
        fault = spend(farm, good, rules["cost"][improvement, good])
        if fault != Fault.LEGAL:
            return fault
    return Fault.LEGAL


@kernel(inline=True)
def fed_by_well(rules, bought):
    """Return the rounds (bits) at whose start a Well gives food that is bought in a round."""
    rounds = ((1 << rules["well_rounds"]) - 1) << (bought + 1)
    return rounds & ((1 << rules["rounds"]) - 1)


@kernel(inline=True)
def improve(position, farm, move, rules):
    """Buy an improvement, and bake at once where it is an oven, in place."""
    improvement, baked = move["improvement"], move["oven_bake"]
    if improvement < 0 or improvement >= IMPROVEMENTS:
        return Fault.NO_SUCH_IMPROVEMENT
    if not (position["improvements"] >> improvement) & 1:
        return Fault.IMPROVEMENT_GONE
    fault = pay_for(farm, rules, improvement, move["returned"])
    if fault != Fault.LEGAL:
        return fault
    farm["improvements"] |= 1 << improvement
    if improvement == Improvement.WELL:
        farm["well"] |= fed_by_well(rules, position["round"])
    if baked == 0:
        return Fault.LEGAL
    is_oven = improvement == Improvement.CLAY_OVEN or improvement == Improvement.STONE_OVEN
    return bake(farm, rules, baked) if is_oven else Fault.NOT_ASKED


@kernel(inline=True)
def fence(farm, rules, layout):
    """Build fences up to a layout, in place."""
    if layout <= 0 or layout >= PLACES:
        return Fault.NO_SUCH_LAYOUT
    if np.int64(rules["layouts"]["cells"][layout]) & (farm["rooms"] | farm["fields"]):
        return Fault.ENCLOSES
    if not extends(farm, rules, layout):
        return Fault.FENCES_STAY
    wood = new_fences(farm, rules, layout) * rules["fence_wood"]
    farm["layout"] = layout
    return spend(farm, Good.WOOD, wood)
