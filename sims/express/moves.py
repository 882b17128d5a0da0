"""Moves: what one is, whether it is legal, and what it does.

A move is everything after the dice lie there: the occupation used and the dice it sets, what is cooked to pay, the
dice group, the dice it takes and those that pay. `apply` is the one place that knows the rules of an action: it checks
as it goes and says what is wrong, so that the question (`why_illegal`, on copies) and the act cannot differ.
Source: rules/express.md, "One action".
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..jit import kernel
from .faces import (
    COOKABLES,
    FIRST_FACE,
    HOUSE_RESOURCE,
    IMPROVEMENTS,
    NOTHING,
    OCCUPATIONS,
    POWER_DICE,
    POWER_KIND,
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
from .farm import add, animals, has_improvement, has_occupation, has_room_for, held
from .harvest import cookable
from .rules import FreeChoiceCost, PowerPaidFrom, TwoFoodPays

MOVE = np.dtype(
    [
        ("group", np.int8),
        ("power", np.int8),
        ("set_from", np.int8, (2,)),
        ("set_to", np.int8, (2,)),
        ("what", np.int8),
        ("count", np.int8),
        ("twos", np.int8),
        ("die", np.int8),
        ("material", np.int8),
        ("pay", np.int8, (4,)),
        ("virtual", np.int8),
        ("pay_food", np.int8, (2,)),
        ("power_food", np.int8, (2,)),
        ("cook", np.int8, (5,)),
        ("room", np.int8),
        ("other", np.int8),
        ("food", np.int8),
    ],
    align=True,
)
"""One move. Fields that a group does not use are 0, or -1 where they name something.

- `group` (Group); `power` (Occupation, -1 none) sets the dice showing `set_from` to `set_to` (Face, -1 none)
- `what`: the Face collected (any food: FOOD), the Occupation gained, the Improvement built, the House upgraded to, the
  Good planted (-1 none)
- `count`: rooms added, dice collected; `twos`: 2 Food dice collected (`count` then counts Food dice)
- `die`: the Face of the Grain, Vegetable or Animal die taken along (-1 none)
- `material`: the Resource that pays for a Hearth or an Oven
- `pay`: units of each Resource paid from dice; `virtual`: bit set of resources whose virtual die helps to pay
- `pay_food`: Food dice and 2 Food dice that pay for the group; `power_food`: those that pay for the Mayor
- `cook`: how many of each Cookable are cooked to pay; `room` (Room) and `other` (Animal): what goes for want of room
- `food`: what the group costs the sheet in Food (written for the listing, not read by `apply`)
"""


class Room(IntEnum):
    """What becomes of animals for which there is no room."""

    KEEP = 0
    COOK_NEW = 1
    COOK_OTHER = 2
    DISCARD_NEW = 3
    DISCARD_OTHER = 4


class Fault(IntEnum):
    """Why a move is illegal; 0 is none. `words.FAULT` says each in a sentence."""

    LEGAL = 0
    NO_SUCH_GROUP = 1
    OCCUPATION_NOT_OWNED = 2
    NO_POWER = 3
    NOTHING_SET = 4
    TOO_MANY_SET = 5
    WRONG_FACE_SET = 6
    NO_DIE_TO_SET = 7
    CANNOT_COOK = 8
    MAYOR_UNPAID = 9
    NO_DIE = 10
    NO_ROOM_COUNT = 11
    UNPAID = 12
    PAYS_TOO_MUCH = 13
    NO_WORKSHOP = 14
    UPGRADE_WRONG = 15
    NO_FREE_ROOM = 16
    BABIES_FULL = 17
    NOT_PLANTABLE = 18
    NO_ANIMAL_DIE = 19
    ALREADY_OWNED = 20
    NOT_SHOWN = 21
    NOTHING_COLLECTED = 22
    NO_PASTURE = 23
    NO_SPACE = 24
    SPACE_THERE = 25
    NO_HEARTH = 26
    OTHER_ABSENT = 27


@kernel(inline=True)
def take(dice, face, number):
    """Take dice of a face from those that lie there, in place; say whether there were enough."""
    if number < 0 or dice[face] < number:
        return False
    dice[face] -= number
    return True


@kernel()
def kind_of_face(face):
    """Return the die kind of a face."""
    kind = 0
    while face >= FIRST_FACE[kind + 1]:
        kind += 1
    return kind


@kernel(inline=True)
def cooks(move):
    """Say whether a move cooks anything to pay."""
    for good in range(COOKABLES):
        if move["cook"][good] != 0:
            return True
    return False


@kernel(inline=True)
def cook_for_move(farm, move, rules):
    """Cook what the move names, in place."""
    for good in range(COOKABLES):
        number = move["cook"][good]
        if number != 0:
            if number < 0 or number > cookable(farm, good):
                return Fault.CANNOT_COOK
            add(farm, Good.GRAIN + good if good <= Cookable.VEGETABLES else Good.SHEEP + good - Cookable.SHEEP, -number)
            farm["food"] += number * rules["cook"][good]
    return Fault.LEGAL


@kernel()
def food_units(ones, twos, rules):
    """Return how many Food these dice pay at double, or -1 where they do not come out even (ruling R10)."""
    worth = ones + 2 * twos if rules["two_food_pays"] == TwoFoodPays.VALUE else ones + twos
    return worth // 2 if worth % 2 == 0 else -1


@kernel()
def pay_food(farm, dice, cost, ones, twos, rules):
    """Pay Food, from dice as said and else from the sheet, in place."""
    if ones == 0 and twos == 0:
        units = 0
    else:
        units = food_units(ones, twos, rules)
        if units < 0 or units > cost:
            return Fault.PAYS_TOO_MUCH
        if not (take(dice, Face.FOOD, ones) and take(dice, Face.TWO_FOOD, twos)):
            return Fault.UNPAID
    if farm["food"] < cost - units:
        return Fault.UNPAID
    farm["food"] -= cost - units
    return Fault.LEGAL


@kernel()
def pay(farm, dice, move, resource, cost):
    """Pay a `Resource`: units from dice (two each, or one beside the virtual die), the rest from the sheet."""
    units = move["pay"][resource]
    virtual = (move["virtual"] >> resource) & 1
    if units < 0 or units > cost or units < virtual:
        return Fault.PAYS_TOO_MUCH
    if virtual and not has_improvement(farm, WORKSHOP[resource]):
        return Fault.NO_WORKSHOP
    if not take(dice, Face.WOOD + resource, 2 * units - virtual):
        return Fault.UNPAID
    if held(farm, Good.WOOD + resource) < cost - units:
        return Fault.UNPAID
    add(farm, Good.WOOD + resource, units - cost)
    return Fault.LEGAL


@kernel()
def use_power(farm, dice, move, rules):
    """Use the move's occupation to set dice, in place. Source: "One action", 2."""
    power = move["power"]
    if power < 0 or power >= OCCUPATIONS or not has_occupation(farm, power):
        return Fault.OCCUPATION_NOT_OWNED
    if power == Occupation.MIDWIFE:
        return Fault.NO_POWER
    if power == Occupation.MAYOR:
        ones, twos = move["power_food"][0], move["power_food"][1]
        if (ones or twos) and rules["power_paid_from"] == PowerPaidFrom.SHEET:
            return Fault.MAYOR_UNPAID
        if pay_food(farm, dice, rules["mayor_food"], ones, twos, rules) != Fault.LEGAL:
            return Fault.MAYOR_UNPAID
    if move["set_from"][0] == NOTHING:
        return Fault.NOTHING_SET
    kind = POWER_KIND[power]
    for place in range(2):
        old = move["set_from"][place]
        if old == NOTHING:
            continue
        if place >= POWER_DICE[power]:
            return Fault.TOO_MANY_SET
        new = move["set_to"][place]
        low, high = FIRST_FACE[kind], FIRST_FACE[kind + 1]
        if old < low or old >= high or new < low or new >= high or old == new or not rules["on_die"][new]:
            return Fault.WRONG_FACE_SET
        if not take(dice, old, 1):
            return Fault.NO_DIE_TO_SET
    for place in range(2):
        if move["set_from"][place] != NOTHING:
            dice[move["set_to"][place]] += 1
    return Fault.LEGAL


@kernel()
def add_rooms(farm, dice, move, rules):
    """Add rooms, each for Reed and the house's resource."""
    rooms = move["count"]
    if rooms < 1:
        return Fault.NO_ROOM_COUNT
    if not take(dice, Face.HOUSE, 1):
        return Fault.NO_DIE
    fault = pay(farm, dice, move, Resource.REED, rooms * rules["room_reed"])
    if fault == Fault.LEGAL:
        fault = pay(farm, dice, move, HOUSE_RESOURCE[farm["house"]], rooms * rules["room_resource"])
    farm["rooms"] += rooms
    return fault


@kernel()
def upgrade_house(farm, dice, move, rules):
    """Upgrade the house to brick, to stone, or through both."""
    target = move["what"]
    if target <= farm["house"] or target > House.STONE:
        return Fault.UPGRADE_WRONG
    if not take(dice, Face.HOUSE, 1):
        return Fault.NO_DIE
    fault = Fault.LEGAL
    if farm["house"] == House.WOOD:
        fault = pay(farm, dice, move, Resource.BRICK, rules["brick_house"])
    if fault == Fault.LEGAL and target == House.STONE:
        fault = pay(farm, dice, move, Resource.STONE, rules["stone_house"])
    farm["house"] = target
    return fault


@kernel()
def have_baby(farm, dice, rules):
    """Have a baby, who acts in this round already."""
    if farm["babies"] >= rules["most_babies"]:
        return Fault.BABIES_FULL
    if farm["rooms"] <= farm["babies"]:
        return Fault.NO_FREE_ROOM
    if not take(dice, Face.HOUSE, 1):
        return Fault.NO_DIE
    farm["babies"] += 1
    return Fault.LEGAL


@kernel()
def plant_field(farm, dice, move, rules):
    """Plow a field and plant it with a die, from the sheet, or not at all."""
    if not take(dice, Face.FIELD, 1):
        return Fault.NO_DIE
    farm["fields"] += 1
    crop, die = move["what"], move["die"]
    if crop == NOTHING:
        return Fault.LEGAL if die == NOTHING else Fault.NOT_PLANTABLE
    if crop != Good.GRAIN and crop != Good.VEGETABLES:
        return Fault.NOT_PLANTABLE
    if die == NOTHING:
        if held(farm, crop) < 1:
            return Fault.NOT_PLANTABLE
        add(farm, crop, rules["harvested"] - 1)
        return Fault.LEGAL
    if die != (Face.GRAIN if crop == Good.GRAIN else Face.VEGETABLE) or not take(dice, die, 1):
        return Fault.NOT_PLANTABLE
    add(farm, crop, rules["harvested"])
    return Fault.LEGAL


@kernel()
def build_pasture(farm, dice, move, rules):
    """Build a pasture, and stock it with one animal die."""
    if not take(dice, Face.PASTURE, 1):
        return Fault.NO_DIE
    fault = pay(farm, dice, move, Resource.WOOD, rules["pasture_wood"])
    if fault != Fault.LEGAL:
        return fault
    farm["pastures"] += 1
    die = move["die"]
    if die == NOTHING:
        return Fault.LEGAL
    if die < Face.SHEEP or die > Face.CATTLE or not take(dice, die, 1):
        return Fault.NO_ANIMAL_DIE
    add(farm, Good.SHEEP + die - Face.SHEEP, 1)
    return Fault.LEGAL


@kernel()
def gain_occupation(farm, dice, move, rules):
    """Gain the occupation shown, or any other where the shown one is owned."""
    gained = move["what"]
    if gained < 0 or gained >= OCCUPATIONS or has_occupation(farm, gained):
        return Fault.ALREADY_OWNED
    fault = take_card(dice, Face.MAYOR, Face.OVEN, Face.MAYOR + gained, farm["occupations"])
    if fault != Fault.LEGAL:
        return fault
    farm["occupations"] |= 1 << gained
    return pay_food(farm, dice, rules["occupation_food"], move["pay_food"][0], move["pay_food"][1], rules)


@kernel()
def take_card(dice, low, high, wanted, owned):
    """Take the die for a card: the one that shows its face `wanted`, else one that shows a card owned already.

    The die's faces that serve are `low` up to, not including, `high`; bit k of `owned` is the card of face low + k.
    """
    if low <= wanted < high and take(dice, wanted, 1):
        return Fault.LEGAL
    shown = False
    for face in range(low, high):
        if dice[face] > 0:
            shown = True
            if (owned >> (face - low)) & 1:
                dice[face] -= 1
                return Fault.LEGAL
    return Fault.NOT_SHOWN if shown else Fault.NO_DIE


@kernel()
def costs_oven(group, built, rules):
    """Say whether building costs Brick or Stone, as a Hearth or an Oven does, and not Wood (reading R03)."""
    if rules["free_choice_cost"] == FreeChoiceCost.BUILT:
        return built <= Improvement.HEARTH
    return group == Group.BUILD_HEARTH_OR_OVEN


@kernel()
def build_improvement(farm, dice, move, rules):
    """Build the improvement shown, or any other where the shown one is built."""
    built = move["what"]
    if built < 0 or built >= IMPROVEMENTS or has_improvement(farm, built):
        return Fault.ALREADY_OWNED
    group = move["group"]
    low = Face.OVEN if group == Group.BUILD_HEARTH_OR_OVEN else Face.BASKETMAKER
    high = Face.BASKETMAKER if group == Group.BUILD_HEARTH_OR_OVEN else Face.FOOD
    fault = take_card(dice, low, high, Face.OVEN + built, farm["improvements"] >> (low - Face.OVEN))
    if fault != Fault.LEGAL:
        return fault
    if costs_oven(group, built, rules):
        material = move["material"]
        if material != Resource.BRICK and material != Resource.STONE:
            return Fault.UNPAID
        fault = pay(farm, dice, move, material, rules["hearth_or_oven"])
    else:
        fault = pay(farm, dice, move, Resource.WOOD, rules["workshop_wood"])
    farm["improvements"] |= 1 << built
    return fault


@kernel()
def collect_produce(farm, dice, move, rules):
    """Collect 1 to 3 produce dice of one type; Food and 2 Food are one type."""
    face, count, twos = move["what"], move["count"], move["twos"]
    if count + twos < 1 or (twos != 0 and face != Face.FOOD):
        return Fault.NOTHING_COLLECTED
    if face != Face.FOOD and face != Face.GRAIN and face != Face.VEGETABLE:
        return Fault.NOTHING_COLLECTED
    if not (take(dice, face, count) and take(dice, Face.TWO_FOOD, twos)):
        return Fault.NO_DIE
    if face == Face.FOOD:
        farm["food"] += count + 2 * twos
    else:
        add(farm, Good.GRAIN if face == Face.GRAIN else Good.VEGETABLES, count)
    return Fault.LEGAL


@kernel()
def collect_resources(farm, dice, move):
    """Collect 1 to 3 resource dice of one kind, and one more with its workshop."""
    resource = move["what"] - Face.WOOD
    count = move["count"]
    if resource < 0 or resource > Resource.STONE or count < 1:
        return Fault.NOTHING_COLLECTED
    if not take(dice, Face.WOOD + resource, count):
        return Fault.NO_DIE
    add(farm, Good.WOOD + resource, count + has_improvement(farm, WORKSHOP[resource]))
    return Fault.LEGAL


@kernel()
def collect_animals(farm, dice, move, rules):
    """Collect 1 to 3 animal dice of one kind and find room for them. Source: "Animals"."""
    animal = move["what"] - Face.SHEEP
    count = move["count"]
    if animal < 0 or animal > 2 or count < 1:
        return Fault.NOTHING_COLLECTED
    if not take(dice, Face.SHEEP + animal, count):
        return Fault.NO_DIE
    room, hearth = move["room"], has_improvement(farm, Improvement.HEARTH)
    if has_room_for(farm, animal):
        add(farm, Good.SHEEP + animal, count)
        return Fault.LEGAL if room == Room.KEEP else Fault.SPACE_THERE
    if farm["pastures"] == 0 and room != Room.COOK_NEW:
        return Fault.NO_PASTURE
    if room <= Room.KEEP or room > Room.DISCARD_OTHER:
        return Fault.NO_SPACE
    if (room == Room.COOK_NEW or room == Room.COOK_OTHER) and not hearth:
        return Fault.NO_HEARTH
    if room == Room.COOK_NEW:
        farm["food"] += count * rules["cook"][Cookable.SHEEP + animal]
        return Fault.LEGAL
    if room == Room.DISCARD_NEW:
        return Fault.LEGAL
    return clear_other(farm, move, animal, count, rules)


@kernel()
def clear_other(farm, move, animal, count, rules):
    """Cook or discard all of another kind, and keep the new animals in its pasture."""
    other = move["other"]
    if other < 0 or other > 2 or other == animal or animals(farm, other) == 0:
        return Fault.OTHER_ABSENT
    if move["room"] == Room.COOK_OTHER:
        farm["food"] += animals(farm, other) * rules["cook"][Cookable.SHEEP + other]
    add(farm, Good.SHEEP + other, -animals(farm, other))
    add(farm, Good.SHEEP + animal, count)
    return Fault.LEGAL


@kernel(inline=True)
def take_group(farm, dice, move, rules):
    """Take the move's dice group, in place."""
    group = move["group"]
    if group == Group.ADD_ROOMS:
        return add_rooms(farm, dice, move, rules)
    if group == Group.UPGRADE_HOUSE:
        return upgrade_house(farm, dice, move, rules)
    if group == Group.HAVE_BABY:
        return have_baby(farm, dice, rules)
    if group == Group.PLANT_FIELD:
        return plant_field(farm, dice, move, rules)
    if group == Group.BUILD_PASTURE:
        return build_pasture(farm, dice, move, rules)
    if group == Group.GAIN_OCCUPATION:
        return gain_occupation(farm, dice, move, rules)
    if group == Group.COLLECT_PRODUCE:
        return collect_produce(farm, dice, move, rules)
    if group == Group.COLLECT_ANIMALS:
        return collect_animals(farm, dice, move, rules)
    if group == Group.COLLECT_RESOURCES:
        return collect_resources(farm, dice, move)
    if group == Group.BUILD_HEARTH_OR_OVEN or group == Group.BUILD_WORKSHOP:
        return build_improvement(farm, dice, move, rules)
    return Fault.NO_SUCH_GROUP


@kernel()
def apply(farm, dice, move, rules):
    """Carry out a move on `farm` and `dice` (int8[26]), in place, and return its `Fault`.

    Where the fault is not LEGAL the two may be changed in part and are to be thrown away.
    """
    fault = cook_for_move(farm, move, rules)
    if fault == Fault.LEGAL and move["power"] != Occupation.NONE:
        fault = use_power(farm, dice, move, rules)
    if fault == Fault.LEGAL:
        fault = take_group(farm, dice, move, rules)
    return fault


@kernel()
def why_illegal(farm, dice, move, rules, trial_farm, trial_dice):
    """Return the `Fault` of a move; farm and dice are only read. The trial ones (FARM[1], int8[26]) are written."""
    trial_farm[0] = farm
    trial_dice[:] = dice
    return apply(trial_farm[0], trial_dice, move, rules)
