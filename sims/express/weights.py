"""A policy that is a table of weights over the features of a farm, and the kernels that play every such table.

Its move is the one after which the weighted sum of the features is highest, the first of equals. The sum is made of
six parts, each of fields of the farm that change together (see `Part`).

Why parts: most moves change a few fields only, so that the gain of a move is the change of one to three parts, which
is worked out in a fraction of the time.

The sum depends on the round as well, by the harvest whose weights count, and through `Feature.BABY_ROUNDS`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..bits import count
from ..jit import borrow, kernel
from .contract import own_farm, policy, try_move
from .drafts import Menu
from .faces import (
    GROUPS,
    HOUSE_RESOURCE,
    OCCUPATIONS,
    POWER_KIND,
    RESOURCES,
    Cookable,
    Good,
    Group,
    House,
    Improvement,
    Occupation,
)
from .farm import has_improvement, has_occupation, held, kinds_of_animals
from .features import MOST_GOODS, MOST_MAYOR_USES, MOST_POT, MOST_ROOM_KITS, MOST_SPARE, Feature, parameters
from .harvest import (
    animal_points,
    baby_points,
    cook_best,
    cookable,
    crops_left_points,
    field_points,
    house_points,
    improvement_points,
    pasture_points,
    resource_points,
    useful,
)
from .listing import legal_moves, list_power
from .moves import cooks
from .rules import HARVESTS, PowerPaidFrom, food_need, harvest_of, total_rounds

H = HARVESTS
"""The weights of one harvest stand this far apart: `w[H * Feature.ROOMS]`, where w begins at the harvest's first."""


class Part(IntEnum):
    """The parts of the sum, as bits."""

    FOOD = 1
    FAMILY = 2
    CROPS = 4
    ANIMALS = 8
    GOODS = 16
    CARDS = 32


STORES = int(Part.FOOD | Part.CROPS | Part.ANIMALS)
"""The parts that cooking changes."""
ALL_PARTS = int(sum(Part))


def _touched_parts() -> np.ndarray:
    """Return for each group the parts (bits) that its moves can change, but for cooking and powers."""
    touched = {
        Group.ADD_ROOMS: Part.FAMILY | Part.GOODS,
        Group.UPGRADE_HOUSE: Part.FAMILY | Part.GOODS,
        Group.HAVE_BABY: Part.FAMILY | Part.FOOD,
        Group.PLANT_FIELD: Part.CROPS | Part.FOOD,
        Group.BUILD_PASTURE: Part.ANIMALS | Part.GOODS | Part.FOOD,
        Group.GAIN_OCCUPATION: ALL_PARTS,
        Group.COLLECT_PRODUCE: Part.CROPS | Part.FOOD,
        Group.COLLECT_ANIMALS: Part.ANIMALS | Part.FOOD,
        Group.COLLECT_RESOURCES: Part.GOODS,
        Group.BUILD_HEARTH_OR_OVEN: Part.CARDS | Part.GOODS | Part.FOOD,
        Group.BUILD_WORKSHOP: Part.CARDS | Part.GOODS | Part.FOOD,
    }
    return np.array([int(touched[Group(group)]) for group in range(GROUPS)])


TOUCHED = _touched_parts()


@kernel(inline=True)
def pot(farm, rules):
    """Return the Food that the farm could cook."""
    cook, food = rules["cook"], 0
    if has_improvement(farm, Improvement.OVEN):
        food += farm["grain"] * cook[Cookable.GRAIN] + farm["vegetables"] * cook[Cookable.VEGETABLES]
    if has_improvement(farm, Improvement.HEARTH):
        food += farm["sheep"] * cook[Cookable.SHEEP] + farm["boar"] * cook[Cookable.BOAR]
        food += farm["cattle"] * cook[Cookable.CATTLE]
    return food


@kernel(inline=True)
def food_part(farm, rules, w):
    """Weigh Food: what lacks for the harvest, what could be cooked, what is to spare."""
    food, cooked = farm["food"], pot(farm, rules)
    missing = food_need(farm, rules) - food
    total = w[H * Feature.FOOD_MISSING] * max(0, missing) + w[H * Feature.HUNGRY] * max(0, missing - cooked)
    total += w[H * Feature.SPARE_FOOD] * min(MOST_SPARE, max(0, -missing))
    if has_occupation(farm, Occupation.MAYOR):
        uses = (food + cooked) // max(1, rules["mayor_food"])
        total += w[H * Feature.MAYOR_USES] * min(MOST_MAYOR_USES, uses)
    return total + w[H * Feature.POT] * min(MOST_POT, cooked)


@kernel(inline=True)
def family_part(farm, rules, harvest, rounds, w):
    """Weigh babies, rooms and house; `rounds` is how many come after this one."""
    babies, rooms, owned = farm["babies"], farm["rooms"], farm["occupations"]
    total = w[H * Feature.POINTS] * (house_points(farm, rules) + baby_points(farm, rules, harvest))
    total += w[H * Feature.FIRST_BABY] * min(babies, 1) + w[H * Feature.SECOND_BABY] * min(max(babies - 1, 0), 1)
    total += w[H * Feature.MORE_BABIES] * max(babies - 2, 0) + w[H * Feature.BABY_ROUNDS] * (babies * rounds)
    total += w[H * Feature.FREE_ROOM] * int(babies < min(rooms, rules["most_babies"]))
    total += w[H * Feature.ROOMS] * rooms + w[H * Feature.HOUSE_STEPS] * farm["house"]
    each = w[H * Feature.MIDWIFE_BABIES] * ((owned >> Occupation.MIDWIFE) & 1)
    each += w[H * Feature.GATHERER_BABIES] * ((owned >> Occupation.GATHERER) & 1)
    each += w[H * Feature.MAYOR_BABIES] * ((owned >> Occupation.MAYOR) & 1)
    return total + each * babies


@kernel(inline=True)
def crops_part(farm, rules, w):
    """Weigh fields and crops."""
    fields = farm["fields"]
    total = w[H * Feature.POINTS] * (field_points(farm, rules) + crops_left_points(farm, rules, 0, 0))
    total += (w[H * Feature.FIELDS] + w[H * Feature.MAYOR_FIELDS] * (farm["occupations"] & 1)) * fields
    return total + w[H * Feature.GRAIN] * farm["grain"] + w[H * Feature.VEGETABLES] * farm["vegetables"]


@kernel(inline=True)
def animals_part(farm, rules, w):
    """Weigh pastures and animals."""
    sheep, boar, cattle, pastures = farm["sheep"], farm["boar"], farm["cattle"], farm["pastures"]
    points, kinds = pasture_points(farm, rules), kinds_of_animals(farm)
    total = w[H * Feature.PASTURES] * pastures + w[H * Feature.FREE_PASTURES] * max(0, pastures - kinds)
    if kinds > 0:
        points += animal_points(sheep, boar, cattle, pastures, rules)
        total += w[H * Feature.SHEEP] * sheep + w[H * Feature.BOAR] * boar + w[H * Feature.CATTLE] * cattle
        total += w[H * Feature.PAIRS] * (int(sheep > 1) + int(boar > 1) + int(cattle > 1))
    return total + w[H * Feature.POINTS] * points


@kernel(inline=True)
def goods_part(farm, rules, w):
    """Weigh resources, for themselves and for what they could pay."""
    wood, brick, reed, stone = farm["wood"], farm["brick"], farm["reed"], farm["stone"]
    house = farm["house"]
    total = w[H * Feature.WOOD] * min(wood, MOST_GOODS) + w[H * Feature.BRICK] * min(brick, MOST_GOODS)
    total += w[H * Feature.REED] * min(reed, MOST_GOODS) + w[H * Feature.STONE] * min(stone, MOST_GOODS)
    rooms = min(min(reed, held(farm, Good.WOOD + HOUSE_RESOURCE[house])), MOST_ROOM_KITS)
    steps = int(house == House.WOOD and brick >= rules["brick_house"])
    steps += int(house != House.STONE and stone >= rules["stone_house"])
    total += w[H * Feature.ROOM_KITS] * rooms + w[H * Feature.HOUSE_KITS] * steps
    total += w[H * Feature.OVEN_KIT] * int(brick + stone > 0 and not has_improvement(farm, Improvement.OVEN))
    if farm["improvements"] >> Improvement.BASKETMAKER:
        for resource in range(RESOURCES):
            total += w[H * Feature.POINTS] * resource_points(farm, rules, resource)
    return total


@kernel(inline=True)
def cards_part(farm, rules, w):
    """Weigh occupations and improvements."""
    owned, built = farm["occupations"], farm["improvements"]
    total = w[H * Feature.POINTS] * improvement_points(farm, rules)
    for card in range(OCCUPATIONS):
        total += w[H * (Feature.MAYOR + card)] * ((owned >> card) & 1)
    total += w[H * Feature.OVEN] * (built & 1) + w[H * Feature.HEARTH] * ((built >> Improvement.HEARTH) & 1)
    return total + w[H * Feature.WORKSHOPS] * count(built >> Improvement.BASKETMAKER)


@kernel(inline=True)
def all_parts(farm, rules, harvest, rounds, w):
    """Return the six parts of a farm's value, in the order of `Part`."""
    return (
        food_part(farm, rules, w),
        family_part(farm, rules, harvest, rounds, w),
        crops_part(farm, rules, w),
        animals_part(farm, rules, w),
        goods_part(farm, rules, w),
        cards_part(farm, rules, w),
    )


@kernel(inline=True)
def parts_changed(move):
    """Return the parts (bits) that a move can change."""
    touched = TOUCHED[move["group"]]
    return touched | STORES if move["power"] == Occupation.MAYOR or cooks(move) else touched


@kernel(inline=True)
def gain_of(after, before, touched, rules, harvest, rounds, w):
    """Return how much the parts `touched` (bits) of the farm `after` a move are worth more than those `before` it."""
    gain = 0.0
    if touched & Part.FOOD:
        gain += food_part(after, rules, w) - before[0]
    if touched & Part.FAMILY:
        gain += family_part(after, rules, harvest, rounds, w) - before[1]
    if touched & Part.CROPS:
        gain += crops_part(after, rules, w) - before[2]
    if touched & Part.ANIMALS:
        gain += animals_part(after, rules, w) - before[3]
    if touched & Part.GOODS:
        gain += goods_part(after, rules, w) - before[4]
    if touched & Part.CARDS:
        gain += cards_part(after, rules, w) - before[5]
    return gain


@kernel(inline=True)
def farm_value(farm, rules, round_, params):
    """Return the weighted sum of a farm's features in a round (0-based); `params` is float64[WEIGHTS]."""
    harvest = harvest_of(rules, round_)
    parts = all_parts(farm, rules, harvest, total_rounds(rules) - 1 - round_, params[harvest:])
    return parts[0] + parts[1] + parts[2] + parts[3] + parts[4] + parts[5]


@kernel(inline=True)
def list_menu(farm, dice, rules, menu, found):
    """List the legal moves of the menu PLAIN or USED; a Mayor who cannot be paid is passed over, which saves time."""
    legal_moves(farm, dice, rules, Menu.PLAIN, found)
    if menu == Menu.USED and farm["occupations"]:
        found["menu"] = Menu.USED
        poor = rules["power_paid_from"] == PowerPaidFrom.SHEET and farm["food"] + pot(farm, rules) < rules["mayor_food"]
        for power in range(len(POWER_KIND)):
            if has_occupation(farm, power) and not (poor and power == Occupation.MAYOR):
                list_power(farm, rules, found, power)
    return found["count"]


@kernel()
def best_move(position, rules, found, params, menu, enough):
    """Return (place, gain) of the move of a menu with the highest gain, the first of equals.

    The search ends with the first gain above `enough`.
    """
    farm, round_ = own_farm(position), position["round"]
    harvest, rounds = harvest_of(rules, round_), total_rounds(rules) - 1 - round_
    w = params[harvest:]
    before = all_parts(farm, rules, harvest, rounds, w)
    best, best_gain = 0, -np.inf
    for place in range(list_menu(farm, position["dice"], rules, menu, found)):
        move = found["moves"][place]
        after = try_move(position, rules, move)
        gain = gain_of(after, before, parts_changed(move), rules, harvest, rounds, w)
        if gain > best_gain:
            best, best_gain = place, gain
            if gain > enough:
                break
    return best, best_gain


def keep(position, rules, found, params, stream):
    """Keep the dice for a move without a power that gains more than a fresh roll is expected to."""
    farm, harvest = own_farm(position), harvest_of(rules, position["round"])
    roll = params[H * Feature.FRESH_ROLL + harvest]
    if farm["babies"] < min(farm["rooms"], rules["most_babies"]):
        roll += params[H * Feature.FRESH_ROLL_ROOM + harvest]
    return best_move(position, rules, found, borrow(params), Menu.PLAIN, roll)[1] > roll


@kernel()
def cook_crops(farm, rules, short, grain_worth, vegetable_worth, cooking):
    """Write to `cooking` (int64[6]) the crops to cook where `short` Food is missing, those left being worth more.

    `grain_worth` and `vegetable_worth` are points for each that is left, beside what it scores.
    """
    best, cook = -np.inf, rules["cook"]
    for grain in range(useful(cookable(farm, Cookable.GRAIN), cook[Cookable.GRAIN], short) + 1):
        rest = max(0, short - grain * cook[Cookable.GRAIN])
        most = useful(cookable(farm, Cookable.VEGETABLES), cook[Cookable.VEGETABLES], rest)
        for vegetables in range(most + 1):
            missing = max(0, rest - vegetables * cook[Cookable.VEGETABLES])
            value = crops_left_points(farm, rules, grain, vegetables) + rules["missing_food"] * missing
            value -= grain * grain_worth + vegetables * vegetable_worth
            if value > best:
                best = value
                cooking[Cookable.GRAIN], cooking[Cookable.VEGETABLES] = grain, vegetables


def feed(position, rules, cooking, params, stream):
    """Cook what gives this harvest most points, and of the crops what leaves those that are worth more later."""
    farm, harvest = own_farm(position), harvest_of(rules, position["round"])
    cook_best(farm, rules, cooking)
    if has_improvement(farm, Improvement.OVEN):
        short = food_need(farm, rules) - farm["food"]
        for animal in range(Cookable.SHEEP, Cookable.CATTLE + 1):
            short -= cooking[animal] * rules["cook"][animal]
        grain, vegetables = params[H * Feature.SAVED_GRAIN + harvest], params[H * Feature.SAVED_VEGETABLES + harvest]
        cook_crops(farm, rules, max(0, short), grain, vegetables, cooking)


@policy("weights", "sims/express/weights.py", keep=keep, feed=feed, parameters=parameters())
def choose(position, rules, found, params, stream):
    """Take the move after which the farm is worth most by a table of weights."""
    return best_move(position, rules, found, borrow(params), Menu.USED, np.inf)[0]


WEIGHTED = choose
"""The policy that plays every table; all weights are 0 (see `policy_file` for tables)."""
