"""What a learnt value looks at: tables over a few facts of a farm each, one weight for each combination.

A farm's worth is the sum of one weight from each table, with a set of weights of its own for each moment of the game
(`moment_of`: the round and the actions left in it). Two sets of tables: the full one, whose tables join two to six
facts, and the lite one, with a weight for each value of a single fact or of two that belong together. Source: the
tables of learning.md, section 3. (Fourteen more tables of up to six facts, tried with the same recipe, brought nothing:
133.5 against 133.4 points.)

Why whole tables and no products of features: a table can hold any shape, such as the third baby that pays only with the
Midwife, and costs one load.
"""

from __future__ import annotations

import numpy as np

from ..bits import count
from ..jit import kernel
from .faces import Cookable, House, Improvement, Occupation
from .farm import has_improvement, has_occupation, kinds_of_animals
from .rules import food_need, total_rounds

ROUNDS = 6
MOST_LEFT = 6
MOMENTS = ROUNDS * MOST_LEFT
MOST_TABLES = 64


@kernel(inline=True)
def moment_of(rules, round_, left):
    """Return the moment (0-35) of a seat with `left` actions in a round; of longer games the last six rounds count."""
    late = min(max(round_ + ROUNDS - total_rounds(rules), 0), ROUNDS - 1)
    return late * MOST_LEFT + min(max(left, 1), MOST_LEFT) - 1


@kernel(inline=True)
def low(value, most):
    """Return a count, clipped at `most`, as int64."""
    return min(np.int64(value), most)


@kernel(inline=True)
def put(places, table, base, index, size):
    """Write the place of a table's weight; return where the next table begins."""
    places[table] = base + index
    return base + size


@kernel(inline=True)
def spare_rooms(farm):
    """Return the rooms without a baby, 0-3."""
    return low(max(farm["rooms"] - farm["babies"], 0), 3)


@kernel(inline=True)
def spare_food(farm, rules):
    """Return the Food beyond the next harvest's need, clipped to -8..3, as 0-11."""
    return min(max(np.int64(farm["food"]) - food_need(farm, rules), -8), 3) + 8


@kernel(inline=True)
def meat(farm, rules):
    """Return the Food that all animals would give with a Hearth."""
    cook = rules["cook"]
    return (
        farm["sheep"] * np.int64(cook[Cookable.SHEEP])
        + farm["boar"] * cook[Cookable.BOAR]
        + farm["cattle"] * cook[Cookable.CATTLE]
    )


@kernel(inline=True)
def pot(farm, rules):
    """Return the Food beyond the need once everything is cooked that can be, clipped to -12..20, as 0-32."""
    crops = farm["grain"] * np.int64(rules["cook"][0]) + farm["vegetables"] * rules["cook"][1]
    food = np.int64(farm["food"]) - food_need(farm, rules)
    food += has_improvement(farm, Improvement.OVEN) * crops + has_improvement(farm, Improvement.HEARTH) * meat(
        farm, rules
    )
    return min(max(food, -12), 20) + 12


@kernel(inline=True)
def crops(farm):
    """Return which crops there are, 0-3."""
    return int(farm["grain"] > 0) + 2 * int(farm["vegetables"] > 0)


@kernel(inline=True)
def house_resource(farm):
    """Return the stock of what the house is built of, 0-6."""
    if farm["house"] == House.WOOD:
        return low(farm["wood"], 6)
    return low(farm["brick"] if farm["house"] == House.BRICK else farm["stone"], 6)


@kernel(inline=True)
def house_and_spare(farm):
    """Return the house type and the spare rooms, 0-11."""
    return np.int64(farm["house"]) * 4 + spare_rooms(farm)


@kernel(inline=True)
def owns(farm, occupation):
    """Return 1 for an occupation that is owned, else 0."""
    return int(has_occupation(farm, occupation))


@kernel(inline=True)
def built(farm, improvement):
    """Return 1 for an improvement that is built, else 0."""
    return int(has_improvement(farm, improvement))


@kernel(inline=True)
def house_tables(farm, rules, base, places):
    """Tables 0-8: babies, rooms, the house and what is needed for more of them."""
    babies, rooms, house = low(farm["babies"], 4), low(farm["rooms"], 6), np.int64(farm["house"])
    reed, rest, gatherer = low(farm["reed"], 5), house_and_spare(farm), owns(farm, Occupation.GATHERER)
    base = put(places, 0, base, (babies * 7 + rooms) * 3 + house, 105)
    base = put(places, 1, base, (reed * 7 + low(farm["wood"], 6)) * 12 + rest, 504)
    base = put(places, 2, base, (reed * 7 + low(farm["brick"], 6)) * 12 + rest, 504)
    base = put(places, 3, base, (reed * 7 + low(farm["stone"], 6)) * 12 + rest, 504)
    stock = low(farm["brick"], 4) * 5 + low(farm["stone"], 4)
    base = put(places, 4, base, (stock * 3 + house) * 7 + rooms, 525)
    workshops = (farm["improvements"] >> Improvement.BASKETMAKER) & 15
    base = put(places, 5, base, (gatherer * 16 + workshops) * 12 + rest, 384)
    own = house_resource(farm)
    base = put(places, 6, base, (((gatherer * 6 + reed) * 7 + own) * 3 + house) * 5 + babies, 1260)
    cards = (owns(farm, Occupation.MAYOR) * 2 + gatherer) * 2 + owns(farm, Occupation.MIDWIFE)
    base = put(places, 7, base, ((babies * 7 + rooms) * 3 + house) * 8 + cards, 840)
    return put(places, 8, base, (low(farm["fields"], 7) * 7 + low(farm["pastures"], 6)) * 7 + rooms, 392)


@kernel(inline=True)
def food_tables(farm, rules, base, places):
    """Tables 9-19: Food, crops and what the Oven makes of them."""
    babies, food, need = low(farm["babies"], 4), np.int64(farm["food"]), spare_food(farm, rules)
    midwife, oven, hearth = (
        owns(farm, Occupation.MIDWIFE),
        built(farm, Improvement.OVEN),
        built(farm, Improvement.HEARTH),
    )
    mayor, grain, vegetables = owns(farm, Occupation.MAYOR), np.int64(farm["grain"]), np.int64(farm["vegetables"])
    fields, full = low(farm["fields"], 11), pot(farm, rules)
    base = put(places, 9, base, (babies * 2 + midwife) * 21 + low(food, 20), 210)
    base = put(places, 10, base, babies * 33 + full, 165)
    base = put(places, 11, base, (low(grain, 9) * 2 + oven) * 7 + low(fields, 6), 140)
    base = put(places, 12, base, (low(vegetables, 9) * 2 + oven) * 7 + low(fields, 6), 140)
    base = put(places, 13, base, ((low(grain, 7) * 8 + low(vegetables, 7)) * 2 + oven) * 12 + need, 1536)
    farmer = owns(farm, Occupation.FARMER)
    base = put(places, 14, base, ((farmer * 2 + oven) * 12 + need) * 6 + low(fields, 5), 288)
    occupations = count(farm["occupations"])
    base = put(places, 15, base, (occupations * 9 + low(food, 8)) * 5 + babies, 315)
    base = put(places, 16, base, (mayor * 9 + low(food, 8)) * 12 + fields, 216)
    base = put(places, 17, base, (((babies * 2 + midwife) * 2 + oven) * 2 + hearth) * 33 + full, 1320)
    base = put(places, 18, base, (((fields * 2 + mayor) * 2 + oven) * 4 + crops(farm)) * 9 + (full >> 2), 1728)
    stock = (low(food, 6) * 5 + low(grain, 4)) * 7 + low(vegetables, 6)
    return put(places, 19, base, (mayor * 245 + stock) * 2 + oven, 980)


@kernel(inline=True)
def land_tables(farm, rules, base, places):
    """Tables 20-29: fields, pastures and animals."""
    babies, fields, pastures = low(farm["babies"], 4), low(farm["fields"], 11), np.int64(farm["pastures"])
    mayor, gatherer = owns(farm, Occupation.MAYOR), owns(farm, Occupation.GATHERER)
    rancher, hearth = owns(farm, Occupation.RANCHER), built(farm, Improvement.HEARTH)
    sheep, boar, cattle = np.int64(farm["sheep"]), np.int64(farm["boar"]), np.int64(farm["cattle"])
    kinds = kinds_of_animals(farm)
    herd = (low(pastures, 4) * 2 + hearth) * 4 + kinds
    base = put(places, 20, base, ((low(fields, 10) * 2 + mayor) * 4 + crops(farm)) * 5 + babies, 440)
    base = put(places, 21, base, (low(pastures, 6) * 4 + kinds) * 4 + low(farm["wood"], 3), 112)
    base = put(places, 22, base, low(sheep, 11) * 40 + herd, 480)
    base = put(places, 23, base, low(boar, 11) * 40 + herd, 480)
    base = put(places, 24, base, low(cattle, 11) * 40 + herd, 480)
    all_kinds = (low(sheep, 6) * 5 + low(boar, 4)) * 5 + low(cattle, 4)
    base = put(places, 25, base, all_kinds * 6 + low(pastures, 5), 1050)
    roast = hearth * 24 + low(meat(farm, rules), 23)
    base = put(places, 26, base, roast * 12 + spare_food(farm, rules), 576)
    base = put(places, 27, base, rancher * 40 + herd, 80)
    cards = (mayor * 2 + gatherer) * 2 + built(farm, Improvement.OVEN)
    base = put(places, 28, base, (babies * 12 + fields) * 8 + cards, 480)
    free = low(max(pastures - kinds, 0), 3)
    stock = (low(pastures, 5) * 4 + free) * 6 + low(cattle, 5)
    return put(places, 29, base, (stock * 4 + low(boar, 3)) * 2 + rancher, 1152)


@kernel(inline=True)
def card_tables(farm, rules, base, places):
    """Tables 30-39: occupations, improvements, workshops with their resources."""
    occupations, improvements = np.int64(farm["occupations"]) & 63, np.int64(farm["improvements"]) & 63
    house, babies = np.int64(farm["house"]), low(farm["babies"], 4)
    joinery, pottery = built(farm, Improvement.JOINERY), built(farm, Improvement.POTTERY)
    basketmaker, stonecutter = built(farm, Improvement.BASKETMAKER), built(farm, Improvement.STONECUTTER)
    base = put(places, 30, base, (low(farm["wood"], 12) * 2 + joinery) * 5 + low(farm["pastures"], 4), 130)
    base = put(places, 31, base, (low(farm["brick"], 12) * 2 + pottery) * 3 + house, 78)
    base = put(places, 32, base, (low(farm["stone"], 12) * 2 + stonecutter) * 3 + house, 78)
    base = put(places, 33, base, (low(farm["reed"], 12) * 2 + basketmaker) * 5 + low(farm["rooms"], 4), 130)
    base = put(places, 34, base, occupations * 5 + babies, 320)
    base = put(places, 35, base, improvements * 2 + owns(farm, Occupation.BUILDER), 128)
    base = put(places, 36, base, occupations * 6 + low(farm["fields"], 5), 384)
    base = put(places, 37, base, occupations * 7 + count(improvements), 448)
    material = int(farm["wood"] > 0) * 2 + int(farm["brick"] > 0)
    base = put(places, 38, base, improvements * 4 + material, 256)
    return put(places, 39, base, (occupations * 4 + (improvements & 3)) * 4 + low(farm["pastures"], 3), 1024)


FULL_TABLES = 40


@kernel(inline=True)
def full_places(farm, rules, base, places):
    """Write the places of the full set's weights, from `base` on; return where the next moment begins."""
    base = house_tables(farm, rules, base, places)
    base = food_tables(farm, rules, base, places)
    base = land_tables(farm, rules, base, places)
    return card_tables(farm, rules, base, places)


LITE_TABLES = 20


@kernel(inline=True)
def lite_places(farm, rules, base, places):
    """Write the places of the lite set's weights, from `base` on; return where the next moment begins."""
    base = put(places, 0, base, low(farm["babies"], 4) * 2 + owns(farm, Occupation.MIDWIFE), 10)
    base = put(places, 1, base, low(farm["rooms"], 6) * 3 + farm["house"], 21)
    base = put(places, 2, base, house_and_spare(farm), 12)
    base = put(places, 3, base, low(farm["fields"], 11) * 2 + owns(farm, Occupation.MAYOR), 24)
    base = put(places, 4, base, low(farm["pastures"], 6), 7)
    base = put(places, 5, base, pot(farm, rules), 33)
    base = put(places, 6, base, spare_food(farm, rules), 12)
    base = put(places, 7, base, low(farm["grain"], 9) * 2 + built(farm, Improvement.OVEN), 20)
    base = put(places, 8, base, low(farm["vegetables"], 11) * 2 + built(farm, Improvement.OVEN), 24)
    base = put(places, 9, base, low(farm["wood"], 8), 9)
    base = put(places, 10, base, low(farm["brick"], 8), 9)
    base = put(places, 11, base, low(farm["reed"], 8), 9)
    base = put(places, 12, base, low(farm["stone"], 8), 9)
    base = put(places, 13, base, low(farm["sheep"], 9), 10)
    base = put(places, 14, base, low(farm["boar"], 9), 10)
    base = put(places, 15, base, low(farm["cattle"], 9), 10)
    base = put(places, 16, base, np.int64(farm["occupations"]) & 63, 64)
    base = put(places, 17, base, np.int64(farm["improvements"]) & 63, 64)
    base = put(places, 18, base, low(farm["food"], 9) * 2 + owns(farm, Occupation.MAYOR), 20)
    return put(places, 19, base, low(farm["pastures"], 4) * 4 + kinds_of_animals(farm), 20)


FULL_WEIGHTS = 20_362
LITE_WEIGHTS = 397
"""The weights of each set for one moment: what its function above adds up to, which a test checks."""


@kernel(inline=True)
def write_places(farm, rules, moment, table, places):
    """Write the places (int32[64]) of a farm's weights in `table`, whose length says of which set it is.

    Return how many tables there are.
    """
    if len(table) < MOMENTS * FULL_WEIGHTS:
        lite_places(farm, rules, moment * LITE_WEIGHTS, places)
        return LITE_TABLES
    full_places(farm, rules, moment * FULL_WEIGHTS, places)
    return FULL_TABLES
