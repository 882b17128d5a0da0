"""The oracle's odds: does a roll answer a question, for a player with some cards? Every way to roll is tried.

Written from `rules/express.md` alone, to be read and believed: dice are lists of faces, a power is tried by setting each
die or pair of dice to each face, a cost is paid by laying dice aside. Questions go by the words of the table of odds.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, product

from .express_moves import ANIMALS, DICE, IMPROVEMENTS, KIND, OCCUPATIONS, RESOURCES, WORKSHOP

OVENS = ("Oven", "Hearth")
# Section "One action", step 2: card -> (kind of die that it sets, how many at most).
POWERS = {
    "Mayor": ("Farm", 1),
    "Builder": ("Improvement", 1),
    "Farmer": ("Produce", 2),
    "Rancher": ("Animal", 2),
    "Gatherer": ("Resource", 2),
}


def rolls(kind, dice=None):
    """Return each throw of a kind of dice (sorted faces) with the number of ways to roll it: all ways are tried."""
    number, faces = (dice or DICE)[kind]
    return Counter(tuple(sorted(sides)) for sides in product(faces, repeat=number))


@lru_cache(None)
def after_powers(dice, hand):
    """Return the dice as they lie, and as each occupation in hand can set them."""
    found = {dice}
    for card in hand & POWERS.keys():
        kind, most = POWERS[card]
        places = [place for place, face in enumerate(dice) if KIND[face] == kind]
        for number in range(1, most + 1):
            for chosen in combinations(places, number):
                for faces in product(sorted(set(DICE[kind][1])), repeat=number):
                    changed = list(dice)
                    for place, face in zip(chosen, faces, strict=True):
                        changed[place] = face
                    found.add(tuple(sorted(changed)))
    return found


def possible(section, what, number, dice, hand):
    """Say whether dice offer `number` of `what`, with one occupation used or none."""
    dice, hand = tuple(sorted(dice)), frozenset(hand)
    return any(offers(section, what, number, list(after), hand) for after in after_powers(dice, hand))


def offers(section, what, number, dice, hand):
    """Say whether dice offer `number` of `what` just as they lie there."""
    if section == "Farm dice":
        return offers_farm(what, number, dice)
    if section in ("Produce dice", "Resource dice", "Animal dice"):
        return collected(section, what, dice, hand) >= number
    if section in ("Occupation die", "Improvement die"):
        cards = OCCUPATIONS if section == "Occupation die" else IMPROVEMENTS
        shown = [face for face in dice if face in cards]
        if what == "free choice":
            return any(face in hand for face in shown)
        return any(face == what or face in hand for face in shown)
    return offers_group(what, list(dice), hand, from_dice=section == "Dice groups, cost from the dice alone")


def offers_farm(what, number, dice):
    """Say whether Farm dice show a face so often, or a pair like 'House and Field'."""
    if " and " in what:
        return all(face in dice for face in what.split(" and "))
    return dice.count(what) >= number


def collected(section, what, dice, hand):
    """Return the most that one action collects. Sections "Collect produce", "Collect resources", "Collect animals"."""
    if section == "Produce dice":
        sets = [dice.count("Food") + 2 * dice.count("2 Food"), dice.count("Grain"), dice.count("Vegetable")]
        if what == "matching produce dice":
            sets[0] = dice.count("Food") + dice.count("2 Food")
        single = ("Food", "Grain", "Vegetable")
    elif section == "Resource dice":
        single = RESOURCES
        sets = []
        for face in single:
            extra = 1 if WORKSHOP[face] in hand and face in dice else 0
            sets.append(dice.count(face) + extra)
    else:
        single = ANIMALS
        sets = [dice.count(face) for face in single]
    return sets[single.index(what)] if what in single else max(sets)


def pay(dice, hand, resource, units):
    """Lay aside the dice that pay so many units, two a unit, once a virtual die in place of one; say if they do."""
    virtual = WORKSHOP[resource] in hand
    for _ in range(units):
        needed = 1 if virtual else 2
        virtual = False
        for _ in range(needed):
            if resource not in dice:
                return False
            dice.remove(resource)
    return True


def pay_food(dice):
    """Say whether dice pay 1 Food: Food and Food, or 2 Food."""
    return "2 Food" in dice or dice.count("Food") >= 2


def take(dice, *faces):
    """Lay aside a die that shows one of the faces; say if there was one."""
    for face in faces:
        if face in dice:
            dice.remove(face)
            return True
    return False


def offers_group(what, dice, hand, from_dice):
    """Say whether dice show a dice group, and pay what it costs if that has to come from them. "Dice groups"."""
    if what == "Add rooms, upgrade or have a baby":
        return take(dice, "House")
    if what.startswith("Plant a field"):
        crops = {"": None, " with a Grain die": ["Grain"], " with a Vegetable die": ["Vegetable"]}
        crops[" with either die"] = ["Grain", "Vegetable"]
        crop = crops[what.removeprefix("Plant a field")]
        return take(dice, "Field") and (crop is None or take(dice, *crop))
    if what.startswith("Build a pasture"):
        animal = what.removeprefix("Build a pasture").removeprefix(" with a ").removesuffix(" die")
        there = take(dice, "Pasture") and (not animal or take(dice, animal))
        return there and (not from_dice or pay(dice, hand, "Wood", 1))
    if what.startswith("Add a room, "):
        material = what.removeprefix("Add a room, ").removesuffix(" house").capitalize()
        return take(dice, "House") and pay(dice, hand, "Reed", 1) and pay(dice, hand, material, 1)
    if what.startswith("Upgrade to a "):
        material = what.removeprefix("Upgrade to a ").removesuffix(" house").capitalize()
        return take(dice, "House") and pay(dice, hand, material, 2)
    if what == "Gain an occupation":
        shown = [face for face in dice if face in OCCUPATIONS]
        gained = [card for card in OCCUPATIONS if card in shown or set(shown) & hand]
        return any(card not in hand for card in gained) and (not from_dice or pay_food(dice))
    serving = OVENS if what == "Build a Hearth or Oven" else IMPROVEMENTS[2:]
    assert what in ("Build a Hearth or Oven", "Build a workshop"), what
    shown = [face for face in dice if face in serving]
    built = [card for card in IMPROVEMENTS if card not in hand and (card in shown or set(shown) & hand)]
    return any(not from_dice or pays_improvement(card, dice, hand) for card in built)


def pays_improvement(card, dice, hand):
    """Say whether dice pay for an improvement: 1 Brick or 1 Stone for Oven and Hearth, 1 Wood for a workshop."""
    materials = ("Brick", "Stone") if card in OVENS else ("Wood",)
    return any(pay(list(dice), hand, material, 1) for material in materials)
