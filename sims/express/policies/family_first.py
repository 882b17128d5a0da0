"""Rooms and babies first, then food, fields, pastures: the plan of a sensible family.

Defined to the letter in rules/express-policies.md, so that any two engines must give the same distribution of scores;
the numbers in comments are its lines. Costs are paid from the sheet first, then from dice, a workshop's virtual die
before real ones, which is the order in which `list_moves_of` lists them.
"""

from ...jit import kernel
from ..contract import list_moves_of, own_farm, policy
from ..drafts import clear
from ..faces import NOTHING, Animal, Cookable, Face, Group, House, Occupation
from ..farm import has_occupation, has_room_for
from ..harvest import cookable
from ..moves import cooks
from ..rules import food_need

MOST_FIELDS = 4
MOST_PASTURES = 3
ENOUGH_FOOD = 3
NONE = -1


@kernel(inline=True)
def wants_baby(farm, rules):
    """Say whether there is a room for one more baby."""
    return farm["rooms"] > farm["babies"] and farm["babies"] < rules["most_babies"]


def keep(position, rules, found, params, stream):
    """Keep what lies there if it shows a House die that brings a baby."""
    return position["dice"][Face.HOUSE] > 0 and wants_baby(own_farm(position), rules)


@kernel(inline=True)
def first_of(position, rules, found, group, what, count):
    """Return the place of the first listed move of a group that cooks nothing and has this `what` and `count`, or NONE.

    A `what` or `count` of NONE fits any.
    """
    for place in range(list_moves_of(position, rules, group, found)):
        move = found["moves"][place]
        if (what == NONE or move["what"] == what) and (count == NONE or move["count"] == count) and not cooks(move):
            return place
    return NONE


@kernel(inline=True)
def own_move(found, group, what, count):
    """Write a move by hand to the first place of the list and return that place."""
    clear(found["moves"][0])
    found["moves"][0]["group"], found["moves"][0]["what"], found["moves"][0]["count"] = group, what, count
    found["count"] = 1
    return 0


@kernel(inline=True)
def mayor_for_baby(position, rules, found):
    """Line 3: pay the Mayor to turn a Farm die to House, and have a baby."""
    farm, dice = own_farm(position), position["dice"]
    if not has_occupation(farm, Occupation.MAYOR) or farm["food"] < rules["mayor_food"]:
        return NONE
    if dice[Face.HOUSE] > 0 or dice[Face.PASTURE] + dice[Face.FIELD] == 0 or not wants_baby(farm, rules):
        return NONE
    own_move(found, Group.HAVE_BABY, NOTHING, 0)
    move = found["moves"][0]
    move["power"] = Occupation.MAYOR
    move["set_from"][0] = Face.PASTURE if dice[Face.PASTURE] > 0 else Face.FIELD
    move["set_to"][0] = Face.HOUSE
    return 0


@kernel(inline=True)
def farmer_for_food(position, rules, found):
    """Line 5 with the Farmer: set up to two Produce dice to 2 Food and collect all food dice, if worth enough."""
    dice = position["dice"]
    own_move(found, Group.COLLECT_PRODUCE, Face.FOOD, dice[Face.FOOD])
    move = found["moves"][0]
    twos, sets = dice[Face.TWO_FOOD], 0
    for face in (Face.GRAIN, Face.VEGETABLE, Face.FOOD):
        for _ in range(min(dice[face], 2 - sets)):
            move["set_from"][sets], move["set_to"][sets] = face, Face.TWO_FOOD
            sets += 1
            move["count"] -= face == Face.FOOD
    move["twos"] = twos + sets
    if sets > 0:
        move["power"] = Occupation.FARMER
    return 0 if move["count"] + 2 * move["twos"] >= ENOUGH_FOOD else NONE


@kernel(inline=True)
def food(position, rules, found):
    """Line 5: food dice, where the family would go hungry."""
    farm, dice = own_farm(position), position["dice"]
    if farm["food"] >= food_need(farm, rules):
        return NONE
    if has_occupation(farm, Occupation.FARMER):
        place = farmer_for_food(position, rules, found)
        if place != NONE:
            return place
    if dice[Face.FOOD] + 2 * dice[Face.TWO_FOOD] < ENOUGH_FOOD:
        return NONE
    return all_produce(position, rules, found, Face.FOOD)


@kernel(inline=True)
def all_produce(position, rules, found, face):
    """Collect all produce dice of a type."""
    own_move(found, Group.COLLECT_PRODUCE, face, position["dice"][face])
    if face == Face.FOOD:
        found["moves"][0]["twos"] = position["dice"][Face.TWO_FOOD]
    return 0


@kernel(inline=True)
def family(position, rules, found):
    """Lines 1 to 4: a baby; exactly one room; a baby through the Mayor; the Midwife."""
    farm, dice = own_farm(position), position["dice"]
    if dice[Face.HOUSE] > 0:
        if wants_baby(farm, rules):
            return own_move(found, Group.HAVE_BABY, NOTHING, 0)
        if farm["rooms"] == farm["babies"] and farm["babies"] < rules["most_babies"]:
            place = first_of(position, rules, found, Group.ADD_ROOMS, NONE, 1)
            if place != NONE:
                return place
    place = mayor_for_baby(position, rules, found)
    if place != NONE:
        return place
    if dice[Face.MIDWIFE] > 0 and not has_occupation(farm, Occupation.MIDWIFE) and farm["babies"] >= 1:
        return first_of(position, rules, found, Group.GAIN_OCCUPATION, NONE, NONE)
    return NONE


@kernel(inline=True)
def farmland(position, rules, found):
    """Lines 6 and 7: a field, planted if possible; a pasture with an animal."""
    farm, dice = own_farm(position), position["dice"]
    if dice[Face.FIELD] > 0 and farm["fields"] < MOST_FIELDS:
        return first_of(position, rules, found, Group.PLANT_FIELD, NONE, NONE)
    if dice[Face.PASTURE] > 0 and farm["pastures"] < MOST_PASTURES:
        return first_of(position, rules, found, Group.BUILD_PASTURE, NONE, NONE)
    return NONE


@kernel(inline=True)
def shows_new(dice, first, number, owned):
    """Say whether a card shows (faces first to first + number - 1) that is not in the bit set `owned`."""
    for card in range(number):
        if dice[first + card] > 0 and not (owned >> card) & 1:
            return True
    return False


@kernel(inline=True)
def cards(position, rules, found):
    """Lines 8 and 9: the occupation, then the improvement shown, if new and payable."""
    farm, dice = own_farm(position), position["dice"]
    place = NONE
    if shows_new(dice, Face.MAYOR, 6, farm["occupations"]):
        place = first_of(position, rules, found, Group.GAIN_OCCUPATION, NONE, NONE)
    if place == NONE and shows_new(dice, Face.OVEN, 2, farm["improvements"]):
        place = first_of(position, rules, found, Group.BUILD_HEARTH_OR_OVEN, NONE, NONE)
    if place == NONE and shows_new(dice, Face.BASKETMAKER, 4, farm["improvements"] >> 2):
        place = first_of(position, rules, found, Group.BUILD_WORKSHOP, NONE, NONE)
    return place


@kernel(inline=True)
def upgrade(position, rules, found):
    """Line 10: a better house for at least 2 rooms; through brick to stone at once if both are payable."""
    farm = own_farm(position)
    if position["dice"][Face.HOUSE] == 0 or farm["rooms"] < 2 or farm["house"] == House.STONE:
        return NONE
    place = first_of(position, rules, found, Group.UPGRADE_HOUSE, House.STONE, NONE)
    return place if place != NONE else first_of(position, rules, found, Group.UPGRADE_HOUSE, House.BRICK, NONE)


@kernel(inline=True)
def most_animals(position, rules, found):
    """Line 11: of the animals with room, the kind that shows most; ties Cattle, Boar, Sheep."""
    farm, dice = own_farm(position), position["dice"]
    best, shown = NONE, 0
    for animal in range(Animal.CATTLE, Animal.SHEEP - 1, -1):
        if dice[Face.SHEEP + animal] > shown and has_room_for(farm, animal):
            best, shown = animal, dice[Face.SHEEP + animal]
    return NONE if best == NONE else own_move(found, Group.COLLECT_ANIMALS, Face.SHEEP + best, shown)


@kernel(inline=True)
def most_goods(position, rules, found):
    """Lines 12 and 13: the resource that shows most (ties Wood, Brick, Reed, Stone), else the produce that does."""
    dice = position["dice"]
    best, shown = NONE, 0
    for face in range(Face.WOOD, Face.STONE + 1):
        if dice[face] > shown:
            best, shown = face, dice[face]
    if best != NONE:
        return own_move(found, Group.COLLECT_RESOURCES, best, shown)
    best, shown = Face.VEGETABLE, dice[Face.VEGETABLE]
    if dice[Face.GRAIN] > shown:
        best, shown = Face.GRAIN, dice[Face.GRAIN]
    if dice[Face.FOOD] + dice[Face.TWO_FOOD] > shown:
        best = Face.FOOD
    return all_produce(position, rules, found, best)


def feed(position, rules, cooking, params, stream):
    """Cook one unit at a time while hungry: Grain, Sheep, Vegetables, Boar, Cattle, whichever comes first."""
    farm = own_farm(position)
    food, need = farm["food"], food_need(farm, rules)
    for good in (Cookable.GRAIN, Cookable.SHEEP, Cookable.VEGETABLES, Cookable.BOAR, Cookable.CATTLE):
        while food < need and cooking[good] < cookable(farm, good):
            cooking[good] += 1
            food += rules["cook"][good]


@policy("family-first", "rules/express-policies.md, family-first", keep=keep, feed=feed)
def choose(position, rules, found, params, stream):
    """Put babies and their rooms first, then food, fields, pastures and cards, then whatever shows most."""
    place = family(position, rules, found)
    if place == NONE:
        place = food(position, rules, found)
    if place == NONE:
        place = farmland(position, rules, found)
    if place == NONE:
        place = cards(position, rules, found)
    if place == NONE:
        place = upgrade(position, rules, found)
    if place == NONE:
        place = most_animals(position, rules, found)
    return place if place != NONE else most_goods(position, rules, found)
