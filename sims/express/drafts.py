"""The list of moves and the draft from which moves are copied to it: payments, cooking, room for animals.

A group's lister (see `listing`) writes into the draft what the group is; the functions here complete it in every way
that the menu asks for and copy each legal move to the list. Source: rules/express.md, "Costs", "Animals", "Cooking".
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..jit import kernel
from .faces import (
    ANIMALS,
    COOKABLES,
    FACES,
    NOTHING,
    RESOURCES,
    WORKSHOP,
    Cookable,
    Face,
    Good,
    Group,
    Improvement,
    Occupation,
)
from .farm import animals, has_improvement, held
from .harvest import cookable, useful
from .moves import MOVE, Room
from .rules import TwoFoodPays

MOST_MOVES = 16383
"""No list holds more moves than this; the richest positions that random play reaches have a few thousand."""

FOUND = np.dtype(
    [
        ("count", np.int64),
        ("menu", np.int64),
        ("dice", np.int8, (FACES,)),
        ("draft", MOVE),
        ("moves", MOVE, (MOST_MOVES,)),
    ],
    align=True,
)
"""A list of moves: the first `count` of `moves`. The rest serves the listing: its menu, the dice as powers have set
them, and the draft.

Why one record and no arrays: a record is passed as one pointer, an array as seven words whose references are counted.
"""


class Menu(IntEnum):
    """How much is listed; `listing` says what each holds."""

    PLAIN = 0
    USED = 1
    LEFT = 2
    EXHAUSTIVE = 3


def new_found() -> Any:
    """Return an empty list of moves (a FOUND record)."""
    return np.zeros(1, FOUND)[0]


@kernel(inline=True)
def clear_group(move, group):
    """Set a move's group and empty all fields that belong to a group; those of its power stay."""
    move["group"] = group
    move["what"] = move["die"] = move["material"] = move["other"] = NOTHING
    move["count"] = move["twos"] = move["virtual"] = move["food"] = 0
    move["room"] = Room.KEEP
    for resource in range(RESOURCES):
        move["pay"][resource] = 0
    move["pay_food"][0] = move["pay_food"][1] = 0


@kernel(inline=True)
def clear(move):
    """Make a move of no group, power, dice or payment."""
    move["power"] = Occupation.NONE
    move["power_food"][0] = move["power_food"][1] = 0
    move["set_from"][0] = move["set_from"][1] = NOTHING
    move["set_to"][0] = move["set_to"][1] = NOTHING
    for good in range(COOKABLES):
        move["cook"][good] = 0
    clear_group(move, NOTHING)


@kernel(inline=True)
def put(found):
    """Copy the draft to the end of the list, if there is room."""
    count = found["count"]
    if count < MOST_MOVES:
        found["moves"][count] = found["draft"]
        found["count"] = count + 1


@kernel(inline=True)
def left_after_cooking(farm, move, animal):
    """Return the animals of a kind that the move's cooking leaves."""
    return animals(farm, animal) - move["cook"][Cookable.SHEEP + animal]


@kernel()
def room_after_cooking(farm, move, animal):
    """Say whether there is room for a kind once the move's cooking is done."""
    kinds = 0
    for kind in range(ANIMALS):
        kinds += int(left_after_cooking(farm, move, kind) > 0)
    return farm["pastures"] > 0 and (left_after_cooking(farm, move, animal) > 0 or kinds < farm["pastures"])


@kernel()
def put_animals(farm, found, animal):
    """List the draft, which collects animals, with each way to deal with those for which there is no room (R11)."""
    draft = found["draft"]
    if room_after_cooking(farm, draft, animal):
        put(found)
        return
    hearth, exhaustive = has_improvement(farm, Improvement.HEARTH), found["menu"] == Menu.EXHAUSTIVE
    if hearth:
        draft["room"] = Room.COOK_NEW
        put(found)
    if farm["pastures"] > 0:
        for other in range(ANIMALS):
            if other != animal and left_after_cooking(farm, draft, other) > 0:
                draft["other"] = other
                if hearth:
                    draft["room"] = Room.COOK_OTHER
                    put(found)
                if exhaustive or not hearth:
                    draft["room"] = Room.DISCARD_OTHER
                    put(found)
        draft["other"] = NOTHING
        if exhaustive:
            draft["room"] = Room.DISCARD_NEW
            put(found)
    draft["room"] = Room.KEEP


@kernel()
def put_fitting(farm, found):
    """List the draft with its cooking, which may have used up the crop to plant, or made room for animals."""
    draft = found["draft"]
    if draft["group"] == Group.COLLECT_ANIMALS:
        put_animals(farm, found, draft["what"] - Face.SHEEP)
    elif draft["group"] == Group.PLANT_FIELD and draft["die"] == NOTHING and draft["what"] != NOTHING:
        crop = draft["what"]
        if held(farm, crop) > draft["cook"][Cookable.GRAIN + crop - Good.GRAIN]:
            put(found)
    else:
        put(found)


@kernel(inline=True)
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


@kernel()
def emit_cooked(farm, rules, found, short):
    """List the draft once for each cooking that brings `short` Food with no item too many."""
    cook, pot = rules["cook"], found["draft"]["cook"]
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
                            put_fitting(farm, found)
    for good in range(COOKABLES):
        pot[good] = 0


@kernel(inline=True)
def food_worth(ones, twos, rules):
    """Return what food dice are worth when they pay (reading R01)."""
    return ones + 2 * twos if rules["two_food_pays"] == TwoFoodPays.VALUE else ones + twos


@kernel(inline=True)
def power_debt(draft, rules):
    """Return the Food that the draft's power costs the sheet."""
    if draft["power"] != Occupation.MAYOR:
        return 0
    return rules["mayor_food"] - food_worth(draft["power_food"][0], draft["power_food"][1], rules) // 2


@kernel()
def emit(farm, rules, found):
    """List the draft: as it is where its Food is on the sheet, or once with each cooking that brings it."""
    draft = found["draft"]
    short = draft["food"] + power_debt(draft, rules) - farm["food"]
    if short > 0:
        emit_cooked(farm, rules, found, short)
    elif draft["group"] == Group.COLLECT_ANIMALS:
        put_animals(farm, found, draft["what"] - Face.SHEEP)
    else:
        put(found)


@kernel(inline=True)
def fewest_units(farm, resource, cost):
    """Return the units of `cost` that dice have to pay, since the sheet cannot."""
    return max(0, cost - held(farm, Good.WOOD + resource))


@kernel(inline=True)
def most_units(farm, found, resource, cost):
    """Return the units of `cost` that the dice can pay: two dice for each, the virtual die being one."""
    virtual = has_improvement(farm, WORKSHOP[resource])
    return min(cost, (found["dice"][Face.WOOD + resource] + virtual) // 2)


@kernel(inline=True)
def can_pay(farm, found, resource, cost):
    """Say whether sheet and dice together can pay `cost` of a resource."""
    return fewest_units(farm, resource, cost) <= most_units(farm, found, resource, cost)


@kernel(inline=True)
def set_way(farm, found, resource, way):
    """Write a way to pay into the draft, and say whether it is to be listed.

    Way 2u pays u units from dice with the virtual die in place of a real one, way 2u + 1 without it. So the sheet comes
    first, and the virtual die before a second real one, which only the EXHAUSTIVE menu lists beside it.
    """
    units, virtual = way >> 1, 1 - (way & 1)
    workshop = has_improvement(farm, WORKSHOP[resource])
    draft = found["draft"]
    draft["pay"][resource] = units
    draft["virtual"] = (draft["virtual"] & ~(1 << resource)) | (virtual << resource)
    if virtual:
        return workshop and units > 0
    real_only = units == 0 or not workshop or found["menu"] == Menu.EXHAUSTIVE
    return real_only and 2 * units <= found["dice"][Face.WOOD + resource]


@kernel()
def emit_paid(farm, rules, found, resource, cost):
    """List the draft once for each way to pay `cost` of a resource."""
    low, high = fewest_units(farm, resource, cost), most_units(farm, found, resource, cost)
    for way in range(2 * low, 2 * high + 2):
        if set_way(farm, found, resource, way):
            emit(farm, rules, found)


@kernel()
def emit_paid_two(farm, rules, found, first, first_cost, second, second_cost):
    """List the draft once for each way to pay two resources."""
    low, high = fewest_units(farm, first, first_cost), most_units(farm, found, first, first_cost)
    for way in range(2 * low, 2 * high + 2):
        if set_way(farm, found, first, way):
            emit_paid(farm, rules, found, second, second_cost)


@kernel()
def emit_food(farm, rules, found, cost):
    """List the draft for each way to pay Food: from the sheet, from Food dice, from 2 Food dice."""
    draft, dice = found["draft"], found["dice"]
    for units in range(cost + 1):
        for ones in range(min(2 * units, dice[Face.FOOD]), -1, -1):
            twos = 2 * units - ones
            if rules["two_food_pays"] == TwoFoodPays.VALUE:
                if twos % 2:
                    continue
                twos //= 2
            if twos <= dice[Face.TWO_FOOD]:
                draft["pay_food"][0], draft["pay_food"][1] = ones, twos
                draft["food"] = cost - units
                emit(farm, rules, found)
