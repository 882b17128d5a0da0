"""The legal moves on the dice that lie there.

Four menus, each holding the one before it:

- PLAIN: no occupation's power. Every group that can be taken, every mix of sheet and dice that pays (a workshop's
  virtual die before a second real one), all dice of a type where dice are collected.
- USED: also powers, with every setting each of whose dice the group then takes or pays with.
- LEFT: also what matters only for the dice left lying: powers that set dice which the group does not use, and
  collecting fewer dice than shown.
- EXHAUSTIVE: every distinct legal move. Beside LEFT: paying with a second real die although a virtual one is there,
  and discarding animals although a Hearth could cook them, or for new ones that could just be left lying.

So what LEFT leaves out is never better alone; what USED leaves out can be better, by what the next action then finds
lying there. No menu lists cooking that can wait (it can be done at any time, with the same effect): only what pays for
a power or an occupation is cooked in a move, with no item too many.
Source: rules/express.md, "One action", "Costs", "Dice groups".
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ..jit import kernel
from .faces import (
    ANIMALS,
    COOKABLES,
    FIRST_FACE,
    GROUPS,
    HOUSE_RESOURCE,
    IMPROVEMENTS,
    NOTHING,
    OCCUPATIONS,
    POWER_DICE,
    POWER_KIND,
    RESOURCES,
    WORKSHOP,
    Cookable,
    Face,
    Good,
    Group,
    House,
    Improvement,
    Occupation,
    Resource,
)
from .farm import animals, has_improvement, has_occupation, held
from .harvest import cookable, useful
from .moves import Room, costs_oven
from .rules import FreeChoiceCost, PowerPaidFrom, TwoFoodPays

# As numbers: numba compiles a function once more for each enum that is passed to it.
WOOD, BRICK, REED, STONE = (np.int64(resource) for resource in Resource)
FIRST, SHEET = np.int64(-1), np.int64(1)
MOST_ROOMS = 100
"""No move adds more rooms than this (its count has 8 bits)."""


class Menu(IntEnum):
    """How much `legal_moves` lists; see the module's docstring."""

    PLAIN = 0
    USED = 1
    LEFT = 2
    EXHAUSTIVE = 3


class Ask(NamedTuple):
    """What is asked: the farm, the dice (int8[26]), the rules, the array for the moves, the menu.

    The last slot of `moves` is the draft from which moves are copied.
    """

    farm: Any
    dice: Any
    rules: Any
    moves: Any
    menu: int


@kernel(inline=True)
def clear(move):
    """Make a move of no group, power, dice or payment."""
    move["power"] = Occupation.NONE
    move["power_food"][0] = move["power_food"][1] = 0
    move["set_from"][0] = move["set_from"][1] = NOTHING
    move["set_to"][0] = move["set_to"][1] = NOTHING
    for good in range(COOKABLES):
        move["cook"][good] = 0
    move["place"] = 0
    clear_group(move, np.int64(NOTHING))


@kernel(inline=True)
def clear_group(move, group):
    """Set a move's group and empty all fields that belong to a group; the power's stay."""
    move["group"] = group
    move["what"] = move["die"] = move["material"] = move["other"] = NOTHING
    move["count"] = move["twos"] = move["virtual"] = 0
    move["room"] = Room.KEEP
    for resource in range(RESOURCES):
        move["pay"][resource] = 0
    move["pay_food"][0] = move["pay_food"][1] = move["food"] = 0


@kernel(inline=True)
def draft_of(ask):
    """Return the draft."""
    return ask.moves[len(ask.moves) - 1]


@kernel(inline=True)
def power_debt(draft, rules):
    """Return the Food that the draft's power costs from the sheet."""
    if draft["power"] != Occupation.MAYOR:
        return 0
    return rules["mayor_food"] - food_worth(draft["power_food"][0], draft["power_food"][1], rules) // 2


@kernel(inline=True)
def food_worth(ones, twos, rules):
    """Return what food dice are worth when they pay (reading R01)."""
    return ones + 2 * twos if rules["two_food_pays"] == TwoFoodPays.VALUE else ones + twos


@kernel(inline=True)
def put(ask):
    """Copy the draft to its place, unless the list is full, and move it on by one."""
    last = len(ask.moves) - 1
    draft = ask.moves[last]
    place = draft["place"]
    if place < last:
        ask.moves[place] = draft
        draft["place"] = place + 1


@kernel(inline=True)
def put_fitting(ask):
    """List the draft with its cooking, which may have used up the crop to plant or made room for animals."""
    draft = draft_of(ask)
    if draft["group"] == Group.COLLECT_ANIMALS:
        put_animals(ask, draft["what"] - Face.SHEEP)
    elif draft["group"] == Group.PLANT_FIELD and draft["die"] == NOTHING and draft["what"] != NOTHING:
        crop = draft["what"]
        if held(ask.farm, crop) > draft["cook"][crop - Good.GRAIN + Cookable.GRAIN]:
            put(ask)
    else:
        put(ask)


@kernel(inline=True)
def emit(ask):
    """List the draft: as it is where its Food is on the sheet, or once with each cooking that brings it."""
    draft = draft_of(ask)
    short = draft["food"] + power_debt(draft, ask.rules) - ask.farm["food"]
    if short <= 0:
        put_fitting(ask)
    else:
        emit_cooked(ask, short)


@kernel()
def emit_cooked(ask, short):
    """List the draft once for each cooking that brings `short` Food with no item too many."""
    farm, cook, pot = ask.farm, ask.rules["cook"], draft_of(ask)["cook"]
    for grain in range(useful(cookable(farm, Cookable.GRAIN), cook[Cookable.GRAIN], short) + 1):
        pot[Cookable.GRAIN] = grain
        for vegetables in range(useful(cookable(farm, Cookable.VEGETABLES), cook[Cookable.VEGETABLES], short) + 1):
            pot[Cookable.VEGETABLES] = vegetables
            for sheep in range(useful(cookable(farm, Cookable.SHEEP), cook[Cookable.SHEEP], short) + 1):
                pot[Cookable.SHEEP] = sheep
                for boar in range(useful(cookable(farm, Cookable.BOAR), cook[Cookable.BOAR], short) + 1):
                    pot[Cookable.BOAR] = boar
                    for cattle in range(useful(cookable(farm, Cookable.CATTLE), cook[Cookable.CATTLE], short) + 1):
                        pot[Cookable.CATTLE] = cattle
                        if just_enough(pot, cook, short):
                            put_fitting(ask)
    for good in range(COOKABLES):
        pot[good] = 0


@kernel()
def just_enough(pot, cook, short):
    """Say whether a cooking brings `short` Food, and would not without any one of its items."""
    food = 0
    for good in range(COOKABLES):
        food += pot[good] * cook[good]
    if food < short:
        return False
    for good in range(COOKABLES):
        if pot[good] > 0 and food - cook[good] >= short:
            return False
    return True


@kernel(inline=True)
def next_way(ask, resource, cost, way):
    """Return the next way after `way` (-1: the first) to pay `cost` of a resource, or -1.

    Way 2u + 1 pays u units from real dice, way 2u the same with the virtual die in place of one of them; the sheet
    pays the rest. So the sheet comes first, and the virtual die before a second real one.
    """
    real = ask.dice[Face.WOOD + resource]
    workshop = has_improvement(ask.farm, WORKSHOP[resource])
    sheet = held(ask.farm, Good.WOOD + resource)
    for candidate in range(max(way + 1, 2 * (cost - sheet)), 2 * cost + 2):
        units, virtual = candidate >> 1, 1 - (candidate & 1)
        if 2 * units - virtual > real:
            continue
        if virtual and (units == 0 or not workshop):
            continue
        if not virtual and units > 0 and workshop and ask.menu < Menu.EXHAUSTIVE:
            continue
        return candidate
    return -1


@kernel(inline=True)
def set_way(draft, resource, way):
    """Write a way to pay into the draft."""
    draft["pay"][resource] = way >> 1
    if way & 1:
        draft["virtual"] &= ~(1 << resource)
    else:
        draft["virtual"] |= 1 << resource


@kernel()
def emit_paid(ask, resource, cost):
    """List the draft once for each way to pay `cost` of a resource."""
    draft = draft_of(ask)
    way = next_way(ask, resource, cost, FIRST)
    while way >= 0:
        set_way(draft, resource, way)
        emit(ask)
        way = next_way(ask, resource, cost, way)
    set_way(draft, resource, SHEET)


@kernel()
def emit_paid_two(ask, first, first_cost, second, second_cost):
    """List the draft once for each way to pay two resources."""
    draft = draft_of(ask)
    way = next_way(ask, first, first_cost, FIRST)
    while way >= 0:
        set_way(draft, first, way)
        emit_paid(ask, second, second_cost)
        way = next_way(ask, first, first_cost, way)
    set_way(draft, first, SHEET)


@kernel()
def list_add_rooms(ask):
    """List adding one room, two rooms ... as far as they can be paid."""
    if ask.dice[Face.HOUSE] == 0:
        return
    rules, draft = ask.rules, draft_of(ask)
    resource = HOUSE_RESOURCE[ask.farm["house"]]
    if next_way(ask, REED, rules["room_reed"], FIRST) < 0:
        return
    clear_group(draft, np.int64(Group.ADD_ROOMS))
    for rooms in range(1, MOST_ROOMS + 1):
        draft["count"] = rooms
        before = draft["place"]
        emit_paid_two(ask, REED, rooms * rules["room_reed"], resource, rooms * rules["room_resource"])
        if draft["place"] == before:
            break


@kernel()
def list_upgrade_house(ask):
    """List the upgrade by one step, and by two."""
    house = ask.farm["house"]
    if ask.dice[Face.HOUSE] == 0 or house == House.STONE:
        return
    rules, draft = ask.rules, draft_of(ask)
    clear_group(draft, np.int64(Group.UPGRADE_HOUSE))
    draft["what"] = house + 1
    if house == House.BRICK:
        emit_paid(ask, STONE, rules["stone_house"])
        return
    emit_paid(ask, BRICK, rules["brick_house"])
    draft["what"] = House.STONE
    emit_paid_two(ask, BRICK, rules["brick_house"], STONE, rules["stone_house"])


@kernel(inline=True)
def list_have_baby(ask):
    """List having a baby."""
    farm = ask.farm
    if ask.dice[Face.HOUSE] == 0 or farm["babies"] >= min(farm["rooms"], ask.rules["most_babies"]):
        return
    clear_group(draft_of(ask), np.int64(Group.HAVE_BABY))
    emit(ask)


@kernel(inline=True)
def list_plant_field(ask):
    """List a field planted with a Vegetable or Grain die, from the sheet, or bare."""
    if ask.dice[Face.FIELD] == 0:
        return
    draft = draft_of(ask)
    clear_group(draft, np.int64(Group.PLANT_FIELD))
    for from_sheet in range(2):
        for crop in range(Good.VEGETABLES, Good.GRAIN - 1, -1):
            face = Face.GRAIN if crop == Good.GRAIN else Face.VEGETABLE
            draft["what"] = crop
            draft["die"] = NOTHING if from_sheet else face
            if (from_sheet and held(ask.farm, crop) > 0) or (not from_sheet and ask.dice[face] > 0):
                emit(ask)
    draft["what"] = draft["die"] = NOTHING
    emit(ask)


@kernel()
def list_build_pasture(ask):
    """List a pasture stocked with each animal that shows (Cattle first), or empty."""
    wood = ask.rules["pasture_wood"]
    if ask.dice[Face.PASTURE] == 0 or next_way(ask, WOOD, wood, FIRST) < 0:
        return
    draft = draft_of(ask)
    clear_group(draft, np.int64(Group.BUILD_PASTURE))
    for face in range(Face.CATTLE, Face.SHEEP - 1, -1):
        if ask.dice[face] > 0:
            draft["die"] = face
            emit_paid(ask, WOOD, wood)
    draft["die"] = NOTHING
    emit_paid(ask, WOOD, wood)


@kernel()
def emit_food(ask, cost):
    """List the draft for each way to pay Food: from the sheet, from Food dice, from 2 Food dice."""
    draft, dice, rules = draft_of(ask), ask.dice, ask.rules
    for units in range(cost + 1):
        for ones in range(2 * units, -1, -1):
            rest = 2 * units - ones
            if rules["two_food_pays"] == TwoFoodPays.VALUE:
                if rest % 2:
                    continue
                rest //= 2
            if ones > dice[Face.FOOD] or rest > dice[Face.TWO_FOOD]:
                continue
            draft["pay_food"][0], draft["pay_food"][1] = ones, rest
            draft["food"] = cost - units
            emit(ask)


@kernel()
def list_gain_occupation(ask):
    """List the occupation shown, or all that are not owned where that one is."""
    draft, owned = draft_of(ask), ask.farm["occupations"]
    for shown in range(OCCUPATIONS):
        if ask.dice[Face.MAYOR + shown] == 0:
            continue
        clear_group(draft, np.int64(Group.GAIN_OCCUPATION))
        free = (owned >> shown) & 1
        for gained in range(OCCUPATIONS):
            if (gained == shown or free) and not (owned >> gained) & 1:
                draft["what"] = gained
                emit_food(ask, ask.rules["occupation_food"])


@kernel()
def list_build_improvement(ask, group):
    """List the improvement shown, or all that are not built where that one is; `group` says which faces serve."""
    draft, owned, rules = draft_of(ask), ask.farm["improvements"], ask.rules
    oven_die = group == Group.BUILD_HEARTH_OR_OVEN
    for shown in range(Improvement.OVEN if oven_die else Improvement.BASKETMAKER, 2 if oven_die else IMPROVEMENTS):
        if ask.dice[Face.OVEN + shown] == 0:
            continue
        clear_group(draft, group)
        free = (owned >> shown) & 1
        if free and draft["power"] == Occupation.BUILDER and rules["free_choice_cost"] == FreeChoiceCost.BUILT:
            continue  # setting the die to what is wanted does the same
        for built in range(IMPROVEMENTS):
            if (built == shown or free) and not (owned >> built) & 1:
                draft["what"] = built
                emit_built(ask, costs_oven(group, built, rules))


@kernel()
def emit_built(ask, oven):
    """List the draft of an improvement for each way to pay for it."""
    draft, rules = draft_of(ask), ask.rules
    if not oven:
        emit_paid(ask, WOOD, rules["workshop_wood"])
        return
    for material in (BRICK, STONE):
        draft["material"] = material
        emit_paid(ask, material, rules["hearth_or_oven"])
    draft["material"] = NOTHING


@kernel(inline=True)
def fewest(ask, number):
    """Return the smallest number of dice that is worth listing where `number` can be collected."""
    return min(number, 1) if ask.menu >= Menu.LEFT else number


@kernel()
def list_collect_produce(ask):
    """List collecting vegetables, grain, and food dice."""
    draft, dice = draft_of(ask), ask.dice
    ones, twos = dice[Face.FOOD], dice[Face.TWO_FOOD]
    if ones + twos + dice[Face.GRAIN] + dice[Face.VEGETABLE] == 0:
        return
    clear_group(draft, np.int64(Group.COLLECT_PRODUCE))
    for face in range(Face.VEGETABLE, Face.GRAIN - 1, -1):
        draft["what"] = face
        for count in range(dice[face], max(fewest(ask, dice[face]), 1) - 1, -1):
            draft["count"] = count
            emit(ask)
    draft["what"] = Face.FOOD
    least = 0 if ask.menu >= Menu.LEFT else 99
    for two in range(twos, min(twos, least) - 1, -1):
        for one in range(ones, min(ones, least) - 1, -1):
            if one + two > 0:
                draft["count"], draft["twos"] = one, two
                emit(ask)


@kernel()
def list_collect_resources(ask):
    """List collecting wood, brick, reed and stone."""
    draft, dice = draft_of(ask), ask.dice
    for face in range(Face.WOOD, Face.STONE + 1):
        if dice[face] > 0:
            clear_group(draft, np.int64(Group.COLLECT_RESOURCES))
            draft["what"] = face
            for count in range(dice[face], fewest(ask, dice[face]) - 1, -1):
                draft["count"] = count
                emit(ask)


@kernel()
def list_collect_animals(ask):
    """List collecting cattle, boar and sheep, with what goes where there is no room."""
    farm, draft, dice = ask.farm, draft_of(ask), ask.dice
    if farm["pastures"] == 0 and not has_improvement(farm, Improvement.HEARTH):
        return
    for face in range(Face.CATTLE, Face.SHEEP - 1, -1):
        if dice[face] > 0:
            clear_group(draft, np.int64(Group.COLLECT_ANIMALS))
            draft["what"] = face
            for count in range(dice[face], fewest(ask, dice[face]) - 1, -1):
                draft["count"] = count
                emit(ask)


@kernel()
def left_after_cooking(farm, move, animal):
    """Return the animals of a kind that the move's cooking leaves."""
    return animals(farm, animal) - move["cook"][Cookable.SHEEP + animal]


@kernel()
def room_after_cooking(farm, move, animal):
    """Say whether there is room for a kind once the move's cooking is done."""
    kinds = 0
    for kind in range(ANIMALS):
        kinds += left_after_cooking(farm, move, kind) > 0
    return farm["pastures"] > 0 and (left_after_cooking(farm, move, animal) > 0 or kinds < farm["pastures"])


@kernel()
def put_animals(ask, animal):
    """List the draft, which collects animals, with each way to deal with those for which there is no room (R11)."""
    farm, draft = ask.farm, draft_of(ask)
    if room_after_cooking(farm, draft, animal):
        put(ask)
        return
    hearth, exhaustive = has_improvement(farm, Improvement.HEARTH), ask.menu == Menu.EXHAUSTIVE
    if hearth:
        draft["room"] = Room.COOK_NEW
        put(ask)
    if farm["pastures"] > 0:
        for other in range(ANIMALS):
            if other != animal and left_after_cooking(farm, draft, other) > 0:
                draft["other"] = other
                if hearth:
                    draft["room"] = Room.COOK_OTHER
                    put(ask)
                if exhaustive or not hearth:
                    draft["room"] = Room.DISCARD_OTHER
                    put(ask)
        draft["other"] = NOTHING
        if exhaustive:
            draft["room"] = Room.DISCARD_NEW
            put(ask)
    draft["room"] = Room.KEEP


@kernel()
def list_group(ask, group):
    """List the moves of one `Group` with the draft's power."""
    if group == Group.ADD_ROOMS:
        list_add_rooms(ask)
    elif group == Group.UPGRADE_HOUSE:
        list_upgrade_house(ask)
    elif group == Group.HAVE_BABY:
        list_have_baby(ask)
    elif group == Group.PLANT_FIELD:
        list_plant_field(ask)
    elif group == Group.BUILD_PASTURE:
        list_build_pasture(ask)
    elif group == Group.GAIN_OCCUPATION:
        list_gain_occupation(ask)
    elif group == Group.COLLECT_PRODUCE:
        list_collect_produce(ask)
    elif group == Group.COLLECT_ANIMALS:
        list_collect_animals(ask)
    elif group == Group.COLLECT_RESOURCES:
        list_collect_resources(ask)
    else:
        list_build_improvement(ask, group)


@kernel(inline=True)
def list_groups(ask, groups):
    """List the moves of all groups in the bit set `groups`, in the order of `Group`."""
    for group in range(GROUPS):
        if (groups >> group) & 1:
            list_group(ask, group)


ALL_GROUPS = (1 << GROUPS) - 1
_HOUSE_GROUPS = 1 << Group.ADD_ROOMS | 1 << Group.UPGRADE_HOUSE | 1 << Group.HAVE_BABY
_IMPROVEMENT_GROUPS = 1 << Group.BUILD_HEARTH_OR_OVEN | 1 << Group.BUILD_WORKSHOP
POWER_GROUPS = np.array([
    _HOUSE_GROUPS | 1 << Group.PLANT_FIELD | 1 << Group.BUILD_PASTURE,
    _IMPROVEMENT_GROUPS,
    1 << Group.PLANT_FIELD | 1 << Group.GAIN_OCCUPATION | 1 << Group.COLLECT_PRODUCE,
    1 << Group.BUILD_PASTURE | 1 << Group.COLLECT_ANIMALS,
    _HOUSE_GROUPS | 1 << Group.BUILD_PASTURE | 1 << Group.COLLECT_RESOURCES | _IMPROVEMENT_GROUPS,
])
"""The groups that can use dice set by each occupation (bit sets)."""


@kernel()
def taken(move, face):
    """Return how many real dice of a face the move's group takes, those that pay included."""
    group = move["group"]
    if face <= Face.FIELD:
        if group <= Group.HAVE_BABY:
            return int(face == Face.HOUSE)
        return int(face == (Face.FIELD if group == Group.PLANT_FIELD else Face.PASTURE))
    if face <= Face.STONECUTTER:
        return 1
    collected = 0
    if group >= Group.COLLECT_PRODUCE and group <= Group.COLLECT_RESOURCES and move["what"] == face:
        collected = move["count"]
    if face == Face.FOOD:
        return collected + move["pay_food"][0]
    if face == Face.TWO_FOOD:
        return move["twos"] + move["pay_food"][1]
    if face >= Face.WOOD and face <= Face.STONE:
        resource = face - Face.WOOD
        return collected + 2 * move["pay"][resource] - ((move["virtual"] >> resource) & 1)
    return collected + (move["die"] == face)


@kernel()
def keep_using(ask, first):
    """Drop the moves from place `first` on whose group could do without a die that was set."""
    kept = first
    for place in range(first, draft_of(ask)["place"]):
        move = ask.moves[place]
        uses = True
        for die in range(2):
            face = move["set_to"][die]
            if face != NOTHING and taken(move, face) < ask.dice[face]:
                uses = False
        if uses:
            if kept != place:
                ask.moves[kept] = move
            kept += 1
    draft_of(ask)["place"] = kept


@kernel()
def list_set(ask, power):
    """List the moves once the dice are set as the draft says; `ask.dice` already shows them so."""
    if ask.menu >= Menu.LEFT:
        list_groups(ask, np.int64(ALL_GROUPS))
    else:
        first = draft_of(ask)["place"]
        list_groups(ask, POWER_GROUPS[power])
        keep_using(ask, first)


@kernel()
def list_one_set(ask, power, low, high):
    """List the moves after setting one die of the faces low to high - 1; the dice are changed and put back."""
    draft, dice = draft_of(ask), ask.dice
    for old in range(low, high):
        if dice[old] > 0:
            dice[old] -= 1
            for new in range(low, high):
                if new != old:
                    dice[new] += 1
                    draft["set_from"][0], draft["set_to"][0] = old, new
                    list_set(ask, power)
                    dice[new] -= 1
            dice[old] += 1


@kernel()
def list_two_set(ask, power, low, high):
    """List the moves after setting two dice, neither to the face that the other had; the dice are put back."""
    draft, dice = draft_of(ask), ask.dice
    for old in range(low, high):
        for old2 in range(old, high):
            if dice[old] == 0 or dice[old2] < 1 + (old == old2):
                continue
            dice[old] -= 1
            dice[old2] -= 1
            for new in range(low, high):
                for new2 in range(new, high):
                    if new == old or new == old2 or new2 == old or new2 == old2:
                        continue
                    dice[new] += 1
                    dice[new2] += 1
                    draft["set_from"][0], draft["set_from"][1] = old, old2
                    draft["set_to"][0], draft["set_to"][1] = new, new2
                    list_set(ask, power)
                    dice[new] -= 1
                    dice[new2] -= 1
            dice[old] += 1
            dice[old2] += 1
    draft["set_from"][1] = draft["set_to"][1] = NOTHING


@kernel()
def list_power(ask, power):
    """List the moves that use one occupation's power, which its owner can pay."""
    draft = draft_of(ask)
    low, high = FIRST_FACE[POWER_KIND[power]], FIRST_FACE[POWER_KIND[power] + 1]
    draft["power"] = power
    if power == Occupation.MAYOR:
        list_mayor(ask, power, low, high)
    else:
        list_one_set(ask, power, low, high)
        if POWER_DICE[power] == 2:
            list_two_set(ask, power, low, high)
    draft["power"] = Occupation.NONE
    draft["set_from"][0] = draft["set_to"][0] = NOTHING


@kernel()
def list_mayor(ask, power, low, high):
    """List the moves that use the Mayor, with each way to pay him that the rules allow."""
    draft, dice, rules = draft_of(ask), ask.dice, ask.rules
    most = rules["mayor_food"] if rules["power_paid_from"] == PowerPaidFrom.SHEET_OR_DICE else 0
    for ones in range(min(dice[Face.FOOD], 2 * most) + 1):
        for twos in range(min(dice[Face.TWO_FOOD], 2 * most) + 1):
            worth = food_worth(ones, twos, rules)
            if worth % 2 == 0 and worth // 2 <= most:
                draft["power_food"][0], draft["power_food"][1] = ones, twos
                dice[Face.FOOD] -= ones
                dice[Face.TWO_FOOD] -= twos
                list_one_set(ask, power, low, high)
                dice[Face.FOOD] += ones
                dice[Face.TWO_FOOD] += twos
    draft["power_food"][0] = draft["power_food"][1] = 0


@kernel(inline=True)
def group_moves(farm, dice, rules, group, moves):
    """Write the PLAIN moves of one `Group` to `moves`, the cheapest for the farm first; return how many there are."""
    ask = Ask(farm, dice, rules, moves, np.int64(Menu.PLAIN))
    draft = draft_of(ask)
    clear(draft)
    list_group(ask, np.int64(group))
    return draft["place"]


@kernel()
def legal_moves(farm, dice, rules, menu, moves):
    """Write the legal moves of a `Menu` to `moves` (MOVE[k]) and return their number.

    `farm` (a FARM record), `dice` (int8[26], put back as they were) and `rules` are only read. The last slot of
    `moves` is used for drafting: k - 1 moves fit, and a result of k - 1 says that there may be more.
    """
    ask = Ask(farm, dice, rules, moves, np.int64(menu))
    draft = draft_of(ask)
    clear(draft)
    list_groups(ask, np.int64(ALL_GROUPS))
    if menu >= Menu.USED:
        for power in range(len(POWER_KIND)):
            if has_occupation(farm, power):
                list_power(ask, power)
    return draft["place"]


@kernel()
def can_act(farm, dice, rules, moves):
    """Say whether any dice group is available in what lies there; `moves` is written."""
    for face in range(Face.FOOD, Face.SHEEP):
        if dice[face] > 0:
            return True
    return legal_moves(farm, dice, rules, Menu.USED, moves) > 0
