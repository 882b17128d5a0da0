"""The legal moves on the dice that lie there.

Four menus, each holding the one before it:

- PLAIN: no occupation's power. Every group that can be taken, every mix of sheet and dice that pays (a workshop's
  virtual die before a second real one), all dice of a type where dice are collected.
- USED: also powers, with every setting each of whose dice the group then takes or pays with.
- LEFT: also what matters only for the dice left lying: powers that set dice which the group does not use, and
  collecting fewer dice than shown.
- EXHAUSTIVE: every distinct legal move. Beside LEFT: paying with a second real die although a virtual one is there,
  and discarding animals although a Hearth could cook them, or discarding the new ones, where one could roll instead.

So what LEFT leaves out is never better for the one who acts; what USED leaves out can be better, by what the next
action then finds lying there. No menu lists cooking that can wait (it can be done at any time, with the same effect):
only what pays for a power or an occupation is cooked in a move, with no item too many. Source: rules/express.md, "One
action", "Dice groups".
"""

from __future__ import annotations

import numpy as np

from ..jit import kernel
from .drafts import (
    Menu,
    can_pay,
    clear,
    clear_group,
    emit,
    emit_food,
    emit_paid,
    emit_paid_two,
    food_worth,
)
from .faces import (
    FIRST_FACE,
    GROUPS,
    HOUSE_RESOURCE,
    IMPROVEMENTS,
    NOTHING,
    OCCUPATIONS,
    POWER_DICE,
    POWER_KIND,
    Face,
    Good,
    Group,
    House,
    Improvement,
    Occupation,
    Resource,
    lying,
)
from .farm import has_improvement, has_occupation, held
from .moves import costs_oven
from .rules import FreeChoiceCost, PowerPaidFrom

MOST_ROOMS = 100
"""No move adds more rooms than this (its count has 8 bits)."""


@kernel()
def list_add_rooms(farm, rules, found):
    """List adding one room, two rooms ... as far as they can be paid."""
    draft = found["draft"]
    resource, reed, other = HOUSE_RESOURCE[farm["house"]], rules["room_reed"], rules["room_resource"]
    clear_group(draft, Group.ADD_ROOMS)
    for rooms in range(1, MOST_ROOMS + 1):
        if not (can_pay(farm, found, Resource.REED, rooms * reed) and can_pay(farm, found, resource, rooms * other)):
            return
        draft["count"] = rooms
        emit_paid_two(farm, rules, found, Resource.REED, rooms * reed, resource, rooms * other)


@kernel()
def list_upgrade_house(farm, rules, found):
    """List the upgrade by one step, and by two."""
    house, draft = farm["house"], found["draft"]
    if house == House.STONE:
        return
    clear_group(draft, Group.UPGRADE_HOUSE)
    draft["what"] = house + 1
    if house == House.BRICK:
        emit_paid(farm, rules, found, Resource.STONE, rules["stone_house"])
        return
    emit_paid(farm, rules, found, Resource.BRICK, rules["brick_house"])
    draft["what"] = House.STONE
    if can_pay(farm, found, Resource.STONE, rules["stone_house"]):
        brick, stone = rules["brick_house"], rules["stone_house"]
        emit_paid_two(farm, rules, found, Resource.BRICK, brick, Resource.STONE, stone)


@kernel(inline=True)
def list_have_baby(farm, rules, found):
    """List having a baby."""
    if farm["babies"] < min(farm["rooms"], rules["most_babies"]):
        clear_group(found["draft"], Group.HAVE_BABY)
        emit(farm, rules, found)


@kernel()
def list_plant_field(farm, rules, found):
    """List a field planted with a Vegetable or Grain die, then from the sheet, then bare."""
    draft, dice = found["draft"], found["dice"]
    clear_group(draft, Group.PLANT_FIELD)
    for face in range(Face.VEGETABLE, Face.GRAIN - 1, -1):
        if dice[face] > 0:
            draft["what"], draft["die"] = Good.GRAIN + face - Face.GRAIN, face
            emit(farm, rules, found)
    draft["die"] = NOTHING
    for crop in range(Good.VEGETABLES, Good.GRAIN - 1, -1):
        if held(farm, crop) > 0:
            draft["what"] = crop
            emit(farm, rules, found)
    draft["what"] = NOTHING
    emit(farm, rules, found)


@kernel()
def list_build_pasture(farm, rules, found):
    """List a pasture stocked with each animal that shows (Cattle first), or empty."""
    wood, draft = rules["pasture_wood"], found["draft"]
    if not can_pay(farm, found, Resource.WOOD, wood):
        return
    clear_group(draft, Group.BUILD_PASTURE)
    for face in range(Face.CATTLE, Face.SHEEP - 1, -1):
        if found["dice"][face] > 0:
            draft["die"] = face
            emit_paid(farm, rules, found, Resource.WOOD, wood)
    draft["die"] = NOTHING
    emit_paid(farm, rules, found, Resource.WOOD, wood)


@kernel()
def list_gain_occupation(farm, rules, found):
    """List the occupation shown, or all that are not owned where that one is."""
    draft, owned = found["draft"], farm["occupations"]
    for shown in range(OCCUPATIONS):
        if found["dice"][Face.MAYOR + shown] == 0:
            continue
        clear_group(draft, Group.GAIN_OCCUPATION)
        free = (owned >> shown) & 1
        for gained in range(OCCUPATIONS):
            if (gained == shown or free) and not (owned >> gained) & 1:
                draft["what"] = gained
                emit_food(farm, rules, found, rules["occupation_food"])


@kernel()
def emit_built(farm, rules, found, oven):
    """List the draft of an improvement for each way to pay for it."""
    draft = found["draft"]
    if not oven:
        emit_paid(farm, rules, found, Resource.WOOD, rules["workshop_wood"])
        return
    for material in (Resource.BRICK, Resource.STONE):
        draft["material"] = material
        emit_paid(farm, rules, found, material, rules["hearth_or_oven"])
        draft["pay"][material] = 0
        draft["virtual"] = 0
    draft["material"] = NOTHING


@kernel()
def list_build_improvement(farm, rules, found, group):
    """List the improvement shown, or all that are not built where that one is; `group` says which faces serve."""
    draft, owned = found["draft"], farm["improvements"]
    oven_die = group == Group.BUILD_HEARTH_OR_OVEN
    for shown in range(Improvement.OVEN if oven_die else Improvement.BASKETMAKER, 2 if oven_die else IMPROVEMENTS):
        if found["dice"][Face.OVEN + shown] == 0:
            continue
        clear_group(draft, group)
        free = (owned >> shown) & 1
        if free and draft["power"] == Occupation.BUILDER and rules["free_choice_cost"] == FreeChoiceCost.BUILT:
            continue  # setting the die to what is wanted does the same
        for built in range(IMPROVEMENTS):
            if (built == shown or free) and not (owned >> built) & 1:
                draft["what"] = built
                emit_built(farm, rules, found, costs_oven(group, built, rules))


@kernel()
def emit_dice(farm, rules, found, face):
    """List the draft collecting all dice that show `face`, and, where the menu asks for it, fewer."""
    draft, number = found["draft"], found["dice"][face]
    draft["what"] = face
    least = 1 if found["menu"] >= Menu.LEFT else max(number, 1)
    for count in range(number, least - 1, -1):
        draft["count"] = count
        emit(farm, rules, found)


@kernel()
def list_collect_produce(farm, rules, found):
    """List collecting vegetables, grain, and food dice."""
    draft, dice = found["draft"], found["dice"]
    clear_group(draft, Group.COLLECT_PRODUCE)
    emit_dice(farm, rules, found, Face.VEGETABLE)
    emit_dice(farm, rules, found, Face.GRAIN)
    ones, twos = dice[Face.FOOD], dice[Face.TWO_FOOD]
    draft["what"] = Face.FOOD
    least = 0 if found["menu"] >= Menu.LEFT else ones + twos
    for two in range(twos, -1, -1):
        for one in range(ones, -1, -1):
            if one + two >= max(1, least):
                draft["count"], draft["twos"] = one, two
                emit(farm, rules, found)


@kernel()
def list_collect_resources(farm, rules, found):
    """List collecting wood, brick, reed and stone."""
    clear_group(found["draft"], Group.COLLECT_RESOURCES)
    for face in range(Face.WOOD, Face.STONE + 1):
        emit_dice(farm, rules, found, face)


@kernel()
def list_collect_animals(farm, rules, found):
    """List collecting cattle, boar and sheep, with what goes where there is no room."""
    if farm["pastures"] == 0 and not has_improvement(farm, Improvement.HEARTH):
        return
    clear_group(found["draft"], Group.COLLECT_ANIMALS)
    for face in range(Face.CATTLE, Face.SHEEP - 1, -1):
        emit_dice(farm, rules, found, face)


@kernel()
def list_farm_groups(farm, rules, found, groups):
    """List the moves of those groups in the bit set `groups` that take a Farm die."""
    dice = found["dice"]
    if dice[Face.HOUSE] > 0:
        if (groups >> Group.ADD_ROOMS) & 1:
            list_add_rooms(farm, rules, found)
        if (groups >> Group.UPGRADE_HOUSE) & 1:
            list_upgrade_house(farm, rules, found)
        if (groups >> Group.HAVE_BABY) & 1:
            list_have_baby(farm, rules, found)
    if dice[Face.FIELD] > 0 and (groups >> Group.PLANT_FIELD) & 1:
        list_plant_field(farm, rules, found)
    if dice[Face.PASTURE] > 0 and (groups >> Group.BUILD_PASTURE) & 1:
        list_build_pasture(farm, rules, found)


@kernel()
def list_groups(farm, rules, found, groups):
    """List the moves of all groups in the bit set `groups`, in the order of `Group`."""
    list_farm_groups(farm, rules, found, groups)
    if (groups >> Group.GAIN_OCCUPATION) & 1:
        list_gain_occupation(farm, rules, found)
    if (groups >> Group.COLLECT_PRODUCE) & 1:
        list_collect_produce(farm, rules, found)
    if (groups >> Group.COLLECT_ANIMALS) & 1:
        list_collect_animals(farm, rules, found)
    if (groups >> Group.COLLECT_RESOURCES) & 1:
        list_collect_resources(farm, rules, found)
    if (groups >> Group.BUILD_HEARTH_OR_OVEN) & 1:
        list_build_improvement(farm, rules, found, Group.BUILD_HEARTH_OR_OVEN)
    if (groups >> Group.BUILD_WORKSHOP) & 1:
        list_build_improvement(farm, rules, found, Group.BUILD_WORKSHOP)


ALL_GROUPS = (1 << GROUPS) - 1


def _groups_by_face() -> np.ndarray:
    """Return for each face the groups (a bit set) that can take or pay with a die that shows it."""
    house = [Group.ADD_ROOMS, Group.UPGRADE_HOUSE, Group.HAVE_BABY]
    build = [Group.BUILD_HEARTH_OR_OVEN, Group.BUILD_WORKSHOP]
    users = {
        Face.HOUSE: house,
        Face.PASTURE: [Group.BUILD_PASTURE],
        Face.FIELD: [Group.PLANT_FIELD],
        Face.WOOD: [Group.ADD_ROOMS, Group.BUILD_PASTURE, Group.COLLECT_RESOURCES, *build],
        Face.BRICK: [Group.ADD_ROOMS, Group.UPGRADE_HOUSE, Group.COLLECT_RESOURCES, *build],
        Face.REED: [Group.ADD_ROOMS, Group.COLLECT_RESOURCES],
        Face.STONE: [Group.ADD_ROOMS, Group.UPGRADE_HOUSE, Group.COLLECT_RESOURCES, *build],
    }
    users |= {face: [Group.GAIN_OCCUPATION] for face in Face if Face.MAYOR <= face <= Face.MIDWIFE}
    users |= {face: [Group.BUILD_HEARTH_OR_OVEN] for face in (Face.OVEN, Face.HEARTH)}
    users |= {face: [Group.BUILD_WORKSHOP] for face in Face if Face.BASKETMAKER <= face <= Face.STONECUTTER}
    users |= {face: [Group.GAIN_OCCUPATION, Group.COLLECT_PRODUCE] for face in (Face.FOOD, Face.TWO_FOOD)}
    users |= {face: [Group.PLANT_FIELD, Group.COLLECT_PRODUCE] for face in (Face.GRAIN, Face.VEGETABLE)}
    users |= {face: [Group.BUILD_PASTURE, Group.COLLECT_ANIMALS] for face in Face if face >= Face.SHEEP}
    return np.array([sum(1 << group for group in users[face]) for face in Face])


USERS = _groups_by_face()


@kernel()
def taken(move, face):
    """Return how many real dice of a face the move's group takes, those that pay included."""
    group = move["group"]
    if face <= Face.STONECUTTER:
        return 1  # the group's own die: `USERS` has left no other group
    collected = 0
    if group >= Group.COLLECT_PRODUCE and group <= Group.COLLECT_RESOURCES and move["what"] == face:
        collected = np.int64(move["count"])
    if face == Face.FOOD:
        return collected + move["pay_food"][0]
    if face == Face.TWO_FOOD:
        return np.int64(move["twos"] + move["pay_food"][1])
    if face >= Face.WOOD and face <= Face.STONE:
        resource = face - Face.WOOD
        return collected + 2 * move["pay"][resource] - ((move["virtual"] >> resource) & 1)
    return collected + int(move["die"] == face)


@kernel()
def keep_using(found, first):
    """Drop the moves from place `first` on whose group could do without a die that was set."""
    kept, moves = first, found["moves"]
    for place in range(first, found["count"]):
        uses = True
        for die in range(2):
            face = moves[place]["set_to"][die]
            if face != NOTHING and taken(moves[place], face) < found["dice"][face]:
                uses = False
        if uses:
            if kept != place:
                moves[kept] = moves[place]
            kept += 1
    found["count"] = kept


@kernel()
def list_set(farm, rules, found, groups):
    """List the moves once the list's dice are set as the draft says; `groups` can use them."""
    if found["menu"] >= Menu.LEFT:
        list_groups(farm, rules, found, ALL_GROUPS)
    else:
        first = found["count"]
        list_groups(farm, rules, found, groups)
        keep_using(found, first)


@kernel()
def list_one_set(farm, rules, found, low, high):
    """List the moves after setting one die of the faces low to high - 1; the list's dice are put back."""
    draft, dice = found["draft"], found["dice"]
    for old in range(low, high):
        if dice[old] > 0:
            dice[old] -= 1
            for new in range(low, high):
                if new != old and rules["on_die"][new]:
                    dice[new] += 1
                    draft["set_from"][0], draft["set_to"][0] = old, new
                    list_set(farm, rules, found, USERS[new])
                    dice[new] -= 1
            dice[old] += 1


@kernel()
def list_new_pairs(farm, rules, found, low, high):
    """List the moves after setting the two dice in the draft to any two faces that neither of them showed."""
    draft, dice = found["draft"], found["dice"]
    old, old2 = draft["set_from"][0], draft["set_from"][1]
    for new in range(low, high):
        for new2 in range(new, high):
            if new == old or new == old2 or new2 == old or new2 == old2:
                continue
            if not (rules["on_die"][new] and rules["on_die"][new2]):
                continue
            dice[new] += 1
            dice[new2] += 1
            draft["set_to"][0], draft["set_to"][1] = new, new2
            list_set(farm, rules, found, USERS[new] & USERS[new2])
            dice[new] -= 1
            dice[new2] -= 1


@kernel()
def list_two_set(farm, rules, found, low, high):
    """List the moves after setting two dice of the faces low to high - 1; the list's dice are put back."""
    draft, dice = found["draft"], found["dice"]
    for old in range(low, high):
        for old2 in range(old, high):
            if dice[old] == 0 or dice[old2] < 1 + (old == old2):
                continue
            dice[old] -= 1
            dice[old2] -= 1
            draft["set_from"][0], draft["set_from"][1] = old, old2
            list_new_pairs(farm, rules, found, low, high)
            dice[old] += 1
            dice[old2] += 1
    draft["set_from"][1] = draft["set_to"][1] = NOTHING


@kernel()
def list_mayor(farm, rules, found, low, high):
    """List the moves that use the Mayor, with each way to pay him that the rules allow."""
    draft, dice = found["draft"], found["dice"]
    most = rules["mayor_food"] if rules["power_paid_from"] == PowerPaidFrom.SHEET_OR_DICE else 0
    for ones in range(min(dice[Face.FOOD], 2 * most) + 1):
        for twos in range(min(dice[Face.TWO_FOOD], 2 * most) + 1):
            worth = food_worth(ones, twos, rules)
            if worth % 2 == 0 and worth // 2 <= most:
                draft["power_food"][0], draft["power_food"][1] = ones, twos
                dice[Face.FOOD] -= ones
                dice[Face.TWO_FOOD] -= twos
                list_one_set(farm, rules, found, low, high)
                dice[Face.FOOD] += ones
                dice[Face.TWO_FOOD] += twos
    draft["power_food"][0] = draft["power_food"][1] = 0


@kernel()
def list_power(farm, rules, found, power):
    """List the moves that use one occupation's power."""
    draft = found["draft"]
    low, high = FIRST_FACE[POWER_KIND[power]], FIRST_FACE[POWER_KIND[power] + 1]
    draft["power"] = power
    if power == Occupation.MAYOR:
        list_mayor(farm, rules, found, low, high)
    else:
        list_one_set(farm, rules, found, low, high)
        if POWER_DICE[power] == 2:
            list_two_set(farm, rules, found, low, high)
    draft["power"] = Occupation.NONE
    draft["set_from"][0] = draft["set_to"][0] = NOTHING


@kernel(inline=True)
def start_list(dice, menu, found):
    """Empty the list, and note the dice and the menu in it."""
    found["count"], found["menu"] = 0, menu
    found["dice"] = dice
    clear(found["draft"])


@kernel()
def group_moves(farm, dice, rules, group, found):
    """List the PLAIN moves of one `Group`, the cheapest for the farm first, and return how many there are."""
    start_list(dice, Menu.PLAIN, found)
    list_groups(farm, rules, found, 1 << group)
    return found["count"]


@kernel()
def legal_moves(farm, dice, rules, menu, found):
    """List the legal moves of a `Menu` and return how many there are.

    `farm` (a FARM record), `dice` (int8[26], counts by face) and `rules` are only read; `found` (a FOUND record) is
    written: `found["moves"]`, the first `found["count"]` of them.
    """
    start_list(dice, menu, found)
    list_groups(farm, rules, found, ALL_GROUPS)
    if menu >= Menu.USED:
        for power in range(len(POWER_KIND)):
            if has_occupation(farm, power):
                list_power(farm, rules, found, power)
    return found["count"]


@kernel()
def can_act(farm, dice, rules, found):
    """Say whether any dice group is available in what lies there; `found` is written."""
    for face in range(Face.FOOD, Face.SHEEP):
        if dice[face] > 0:
            return True
    if lying(dice) == 0:
        return False
    return legal_moves(farm, dice, rules, Menu.USED, found) > 0
