"""Which moves there are worth doing: each lister lists the moves of one kind of space.

What is left out, all of it legal:

- Rooms, fields and stables are put where the order of cells says (`ROOM_CELLS` ...), not everywhere. Stables stand
  either in pastures first, the largest first, or outside; pastures are those of `layouts.list_layouts`.
- At least all fields but one are sown that can be, with each share of grain and vegetables.
- Of the grain that can be baked, none, what the ovens take, all, or all but one or two.
- Of cards alike the cheaper is bought. A Fireplace is returned where one is there, and paid for as well.
- Animals that fit stay, of what does not fit the largest herds; who can cook may cook all those that came.
- Goods are turned into food beforehand only for the food that a chosen animal costs.

`tests/agricola/exhaustive.py` lists all moves on small positions, and shows what this leaves out.
"""

from __future__ import annotations

from ..bits import count, lowest
from ..jit import kernel
from .baking import most_baked, oven_slots
from .drafts import keep_in_draft, put, put_fenced, put_with_more
from .farm import beside, cell, empty_fields, free_cells
from .layouts import list_layouts
from .moves import clear
from .pieces import (
    ANIMALS,
    FIREPLACES,
    FIRST_BUILDING,
    HEARTHS,
    IMPROVEMENTS,
    LAST_BUILDING,
    NOTHING,
    SPACES,
    SUPPLY,
    Effect,
    Good,
    Improvement,
)
from .rules import house_good
from .usable import can_grow, can_renovate, most_fences

ROOM_CELLS = tuple(cell(*place) for place in (
    (0, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (0, 4), (1, 4), (2, 4),
))  # fmt: skip
"""Where rooms are built, the first cells first; next to the two of the start."""
FIELD_CELLS = tuple(cell(*place) for place in (
    (2, 1), (2, 2), (1, 1), (1, 2), (0, 2), (0, 1), (0, 0), (2, 3), (1, 3), (0, 3), (2, 4), (1, 4), (0, 4),
))  # fmt: skip
"""Where fields are plowed: away from the right side, where pastures are."""
STABLE_CELLS = tuple(cell(*place) for place in (
    (0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (2, 3), (0, 2), (1, 2), (2, 2), (0, 1), (1, 1), (2, 1), (0, 0),
))  # fmt: skip
"""Where stables stand outside of pastures: where pastures will be."""
OUTSIDE, INSIDE = 0, 1


# --- Where ---------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def room_cells(farm, number):
    """Return the cells of so many new rooms, or 0 where there is no place for them."""
    free, chosen = free_cells(farm), 0
    for _ in range(number):
        fitting, before = free & ~chosen & beside(farm["rooms"] | chosen), chosen
        for place in ROOM_CELLS:
            if place & fitting:
                chosen |= place
                break
        if chosen == before:
            return 0
    return chosen


@kernel(inline=True)
def field_cell(farm, also_taken):
    """Return the cell of the next field, or 0 where there is none."""
    fitting = free_cells(farm) & ~also_taken
    if farm["fields"]:
        fitting &= beside(farm["fields"])
    for place in FIELD_CELLS:
        if place & fitting:
            return place
    return 0


@kernel(inline=True)
def pasture_cells_for(farm, rules, number):
    """Return up to so many cells for stables in pastures: the larger pastures first, one in each before a second."""
    masks, chosen = rules["layouts"]["masks"][farm["layout"]], 0
    while count(chosen) < number:
        before = chosen
        for pasture in range(farm["larger"]):
            if count(chosen) < number:
                chosen |= lowest(masks[pasture] & ~(farm["stables"] | chosen))
        if chosen == before:
            break
    return chosen


@kernel(inline=True)
def stable_cells(farm, rules, number, taken, where):
    """Return the cells of so many new stables beside the `taken` cells, or 0 where there is no place for them."""
    chosen = pasture_cells_for(farm, rules, number) if where == INSIDE else 0
    free = free_cells(farm) & ~taken
    for place in STABLE_CELLS:
        if count(chosen) < number and place & free:
            chosen |= place
    return chosen if count(chosen) == number else 0


# --- Whether it can be paid ----------------------------------------------------------------------------------------


@kernel(inline=True)
def left(farm, found, good):
    """Return how much of a good is left after what the draft has spent."""
    return farm["supply"][good] - found["spent"][good]


@kernel(inline=True)
def affordable(farm, rules, found, improvement):
    """Say whether an improvement can be paid after what the draft has spent."""
    for good in range(SUPPLY):
        if left(farm, found, good) < rules["cost"][improvement, good]:
            return False
    return True


# --- The listers ---------------------------------------------------------------------------------------------------


@kernel(inline=True)
def list_choices(rules, space, found):
    """List each choice of building resources."""
    allowed, number = rules["choice_of"][space], rules["choices"][space]
    for chosen in range(1 << FIRST_BUILDING, 2 << LAST_BUILDING):
        if chosen & ~allowed == 0 and count(chosen) == number:
            found["draft"]["chosen"] = chosen
            put(found)
    found["draft"]["chosen"] = 0


@kernel(inline=True)
def list_animal_choice(position, farm, rules, found):
    """List each animal of one's choice; a crop is eaten for food that is missing."""
    draft = found["draft"]
    for animal in range(ANIMALS):
        draft["animal"] = animal
        if farm["supply"][Good.FOOD] >= rules["animal_food"][animal]:
            put_with_more(position, farm, animal, 1, found)
        else:
            for crop in range(2):
                missing = rules["animal_food"][animal] - farm["supply"][Good.FOOD]
                if farm["supply"][Good.GRAIN + crop] >= missing:
                    draft["converted"][crop] = missing
                    put_with_more(position, farm, animal, 1, found)
                    draft["converted"][crop] = 0
    draft["animal"] = NOTHING


@kernel(inline=True)
def list_take(position, farm, space, found):
    """List taking all that lies on a space."""
    goods = position["goods"][space]
    for animal in range(ANIMALS):
        if goods[SUPPLY + animal] > 0:
            put_with_more(position, farm, animal, goods[SUPPLY + animal], found)
            return
    put(found)


@kernel(inline=True)
def baked(choice, most, slots):
    """Return how much grain is baked by one of five choices, or -1 where an earlier one bakes as much."""
    if choice == 0:
        return min(most, slots)
    if choice == 4:
        return 0
    grain = most - (choice - 1)
    return grain if grain > 0 and grain != min(most, slots) else -1


@kernel(inline=True)
def list_baking(farm, rules, found, grain):
    """List baking so much grain or less, beside what the draft does."""
    draft, owned = found["draft"], farm["improvements"]
    most, slots = most_baked(owned, grain, rules), oven_slots(owned, rules)
    draft["does"] |= Effect.BAKE
    for choice in range(4):
        number = baked(choice, most, slots)
        if number > 0:
            draft["bake"] = number
            put(found)
    draft["bake"] = 0
    draft["does"] &= ~Effect.BAKE


@kernel(inline=True)
def put_stables(farm, rules, found, cells, with_baking):
    """List building stables, and baking beside it where the space has both."""
    found["draft"]["stables"] = cells
    put(found)
    if with_baking:
        list_baking(farm, rules, found, farm["supply"][Good.GRAIN])


@kernel(inline=True)
def list_stables(farm, rules, found, rooms, limit, with_baking):
    """List one to `limit` stables beside what the draft does, in pastures and outside."""
    draft = found["draft"]
    draft["does"] |= Effect.STABLE
    for number in range(1, limit + 1):
        outside = stable_cells(farm, rules, number, rooms, OUTSIDE)
        inside = stable_cells(farm, rules, number, rooms, INSIDE) if farm["larger"] > 0 else 0
        if outside:
            put_stables(farm, rules, found, outside, with_baking)
        if inside and inside != outside:
            put_stables(farm, rules, found, inside, with_baking)
    draft["stables"] = 0
    draft["does"] &= ~Effect.STABLE


@kernel(inline=True)
def most_stables(farm, rules, space, wood):
    """Return how many stables can be built on a space with so much wood."""
    number = min(rules["most_stables"][space], rules["stables"] - count(farm["stables"]))
    cost = rules["stable_wood"][space]
    return number if cost == 0 else min(number, wood // cost)


@kernel(inline=True)
def list_rooms(farm, rules, space, found, with_stables):
    """List rooms, and stables with them or alone where the space has both."""
    draft, supply = found["draft"], farm["supply"]
    material, number = house_good(farm["house"]), 0
    while True:
        spent = number * rules["room_material"]
        cells = room_cells(farm, number) if number > 0 else 0
        if spent > supply[material] or number * rules["room_reed"] > supply[Good.REED]:
            break
        if number > rules["most_rooms"][space] or (number > 0 and cells == 0):
            break
        draft["rooms"] = cells
        if number > 0:
            draft["does"] |= Effect.ROOM
            put(found)
        if with_stables:
            wood = supply[Good.WOOD] - (spent if material == Good.WOOD else 0)
            list_stables(farm, rules, found, cells, most_stables(farm, rules, space, wood), False)
        number += 1
    draft["rooms"] = 0
    draft["does"] &= ~Effect.ROOM


@kernel(inline=True)
def list_sowing(farm, rules, found, fields, with_baking):
    """List sowing so many empty fields or less, and baking after it where the space has both."""
    draft, grain, vegetables = found["draft"], farm["supply"][Good.GRAIN], farm["supply"][Good.VEGETABLE]
    most = min(fields, grain + vegetables)
    draft["does"] |= Effect.SOW
    for sown in range(max(1, most - 1), most + 1):
        for of_grain in range(max(0, sown - vegetables), min(sown, grain) + 1):
            draft["sow_grain"], draft["sow_vegetables"] = of_grain, sown - of_grain
            put(found)
            if with_baking:
                list_baking(farm, rules, found, grain - of_grain)
    draft["sow_grain"] = draft["sow_vegetables"] = 0
    draft["does"] &= ~Effect.SOW


@kernel(inline=True)
def list_plowing(farm, rules, found, with_sowing):
    """List plowing a field, and sowing after it where the space has both."""
    place = field_cell(farm, 0)
    if place:
        found["draft"]["plow"] = place
        found["draft"]["does"] |= Effect.PLOW
        put(found)
        if with_sowing:
            list_sowing(farm, rules, found, empty_fields(farm) + 1, False)
        found["draft"]["plow"] = 0
        found["draft"]["does"] &= ~Effect.PLOW


@kernel(inline=True)
def list_oven(farm, rules, found, improvement):
    """List buying an oven, with each baking in it."""
    draft, owned = found["draft"], farm["improvements"] | 1 << improvement
    most, slots = most_baked(owned, farm["supply"][Good.GRAIN], rules), oven_slots(owned, rules)
    for choice in range(5):
        draft["oven_bake"] = baked(choice, most, slots)
        if draft["oven_bake"] > 0 or choice == 4:
            put(found)
    draft["oven_bake"] = 0


@kernel(inline=True)
def is_dearer_twin(improvements, improvement):
    """Say whether a card is the dearer of two alike that can be bought."""
    second = improvement == Improvement.FIREPLACE_3 or improvement == Improvement.HEARTH_5
    return second and (improvements >> (improvement - 1)) & 1 == 1


@kernel(inline=True)
def list_improvements(position, farm, rules, found):
    """List each improvement that can be had, beside what the draft does."""
    draft, on_sale = found["draft"], position["improvements"]
    draft["does"] |= Effect.IMPROVE
    for improvement in range(IMPROVEMENTS):
        if not (on_sale >> improvement) & 1 or is_dearer_twin(on_sale, improvement):
            continue
        draft["improvement"] = improvement
        fireplaces = farm["improvements"] & FIREPLACES
        if (HEARTHS >> improvement) & 1 and fireplaces:
            dearer = (fireplaces >> Improvement.FIREPLACE_3) & 1
            draft["returned"] = Improvement.FIREPLACE_3 if dearer else Improvement.FIREPLACE_2
            put(found)
            draft["returned"] = NOTHING
        if affordable(farm, rules, found, improvement):
            if improvement == Improvement.CLAY_OVEN or improvement == Improvement.STONE_OVEN:
                list_oven(farm, rules, found, improvement)
            else:
                put(found)
    draft["improvement"] = NOTHING
    draft["does"] &= ~Effect.IMPROVE


@kernel(inline=True)
def list_fences(position, farm, rules, found):
    """List the layouts of fences worth having, beside what the draft does."""
    most = most_fences(left(farm, found, Good.WOOD), rules)
    if most <= 0:
        return
    draft = found["draft"]
    draft["does"] |= Effect.FENCE
    for place in range(list_layouts(farm, rules, most, found["layouts"])):
        draft["layout"] = found["layouts"]["places"][place]
        put_fenced(position, rules, farm, found)
    draft["layout"] = 0
    draft["does"] &= ~Effect.FENCE


@kernel(inline=True)
def list_renovation(position, farm, rules, found, may):
    """List renovating, alone, with each improvement or with each layout of fences, whatever the space has."""
    if not can_renovate(farm, rules):
        return
    spent, material = found["spent"], house_good(farm["house"] + 1)
    spent[material] = rules["renovation_material"] * count(farm["rooms"])
    spent[Good.REED] = rules["renovation_reed"]
    put(found)
    if may & Effect.IMPROVE:
        list_improvements(position, farm, rules, found)
    if may & Effect.FENCE:
        list_fences(position, farm, rules, found)


@kernel(inline=True)
def list_tilling(farm, rules, found, effects):
    """List plowing, sowing and baking, as far as a space has them."""
    if effects & Effect.PLOW:
        list_plowing(farm, rules, found, effects & Effect.SOW != 0)
    if effects & Effect.SOW:
        list_sowing(farm, rules, found, empty_fields(farm), effects & Effect.BAKE != 0)
    if effects & Effect.BAKE:
        list_baking(farm, rules, found, farm["supply"][Good.GRAIN])


@kernel(inline=True)
def list_building(farm, rules, space, found, effects):
    """List rooms and stables, and baking beside the stables, as far as a space has them."""
    with_baking = effects & Effect.BAKE != 0
    if effects & Effect.ROOM:
        list_rooms(farm, rules, space, found, effects & Effect.STABLE != 0)
    elif effects & Effect.STABLE:
        limit = most_stables(farm, rules, space, farm["supply"][Good.WOOD])
        list_stables(farm, rules, found, 0, limit, with_baking)
    if with_baking:
        list_baking(farm, rules, found, farm["supply"][Good.GRAIN])


@kernel()
def list_effects(position, farm, rules, space, effects, found):
    """List the moves of a space with effects (bits) that may go together."""
    if effects & Effect.RENOVATE:
        list_renovation(position, farm, rules, found, effects)
    elif effects & (Effect.ROOM | Effect.STABLE):
        list_building(farm, rules, space, found, effects)
    elif effects & (Effect.PLOW | Effect.SOW | Effect.BAKE):
        list_tilling(farm, rules, found, effects)
    elif effects & (Effect.GROW | Effect.GROW_ANYWAY):
        if can_grow(position, farm, rules, space, effects & Effect.GROW_ANYWAY != 0):
            put(found)
    elif effects & Effect.IMPROVE:
        list_improvements(position, farm, rules, found)
    elif effects & Effect.FENCE:
        list_fences(position, farm, rules, found)
    elif effects & Effect.CHOOSE:
        list_choices(rules, space, found)
    elif effects & Effect.ANIMAL:
        list_animal_choice(position, farm, rules, found)
    else:
        list_take(position, farm, space, found)


@kernel()
def list_space(position, rules, space, found):
    """List the moves of one space that is open and free."""
    farm, draft = position["farms"][position["seat"]], found["draft"]
    clear(draft)
    draft["space"] = space
    for good in range(SUPPLY):
        found["spent"][good] = 0
    keep_in_draft(found, farm["animals"])
    must, one_of = rules["must"][space], rules["one_of"][space]
    together = must | rules["any_of"][space] | rules["may"][space]
    if one_of == 0:
        draft["does"] = must
        list_effects(position, farm, rules, space, together, found)
    while one_of:
        draft["does"] = must | lowest(one_of)
        list_effects(position, farm, rules, space, together | lowest(one_of), found)
        one_of &= one_of - 1


@kernel()
def space_moves(position, rules, space, found):
    """List the moves on one `Space` in `found`, and return their number."""
    found["count"] = 0
    if ((position["open"] & ~position["occupied"]) >> space) & 1:
        list_space(position, rules, space, found)
    return found["count"]


@kernel()
def legal_moves(position, rules, found):
    """List the moves worth doing in `found`, and return their number."""
    found["count"] = 0
    free = position["open"] & ~position["occupied"]
    for space in range(SPACES):
        if (free >> space) & 1:
            list_space(position, rules, space, found)
    return found["count"]
