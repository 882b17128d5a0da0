"""A character: a player who values a farm by its own plan, and takes the move after which the farm is worth most.

A farm is worth the points that it would score at all harvests to come if nothing were done any more, and beyond that
what the plan says (`Worth`): for things that serve again and again, so much for each harvest that each round to come
still counts at (the `Season`). So a baby in the first round is worth many times one in the last, and the one table
serves the whole game. What a table leaves out is worth no more than its points.

Why a table of worths, and no list of rules: the listing of moves finds all uses of powers, ways to pay and kinds of
cooking by itself, and weighs them against each other; a rule list has to spell them out one by one.

The numbers of the plans were found by a search (an evolution strategy over thousands of solo games) that was rewarded
for the score and, where it says so in a plan's file, for the points that are the plan's own; then they were rounded.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from ..jit import kernel
from .contract import Policy, list_moves, own_farm, policy, try_move
from .drafts import Menu
from .faces import COOKABLES, IMPROVEMENTS, OCCUPATIONS, RESOURCES, Good
from .farm import held
from .harvest import LAST_HARVEST, animal_points, cookable, crops_left_points, fixed_points
from .rules import HARVESTS, actions_of, food_need, harvest_of, total_rounds

SOURCE = "rules/express-policies.md, Characters"


class Worth(IntEnum):
    """What a plan can hold to be worth more (or less) than its points; most are worth so much a season.

    - `BABY`: each baby's action; `HOME`: each room that a baby lives in or can come to; `BETTER_HOUSE`: each step of
      the house from wood to brick to stone
    - `MAYOR` to `MIDWIFE`, `OVEN` to `STONECUTTER`: the card; `WOOD` to `STONE`: the first of these goods, the second
      half as much, the third a third ...
    - `FIELD`, `PASTURE`, `FIRST`: at each harvest to come, each field, each pasture, and each of the eight things that
      score for having any at all
    - `HUNGER`: each Food missing for the coming harvest; `WINTER`: each missing for all harvests to come
    - `ROLL`: what a roll gains on average for each harvest to come; dice are kept for more
    """

    BABY = 0
    HOME = 1
    BETTER_HOUSE = 2
    MAYOR = 3
    BUILDER = 4
    FARMER = 5
    RANCHER = 6
    GATHERER = 7
    MIDWIFE = 8
    OVEN = 9
    HEARTH = 10
    BASKETMAKER = 11
    JOINERY = 12
    POTTERY = 13
    STONECUTTER = 14
    WOOD = 15
    BRICK = 16
    REED = 17
    STONE = 18
    FIELD = 19
    PASTURE = 20
    FIRST = 21
    HUNGER = 22
    WINTER = 23
    ROLL = 24


MOST_COUNTED = 30
FEWER = np.concatenate([[0.0], np.cumsum(1 / np.arange(1, MOST_COUNTED + 1))])
"""The worth of so many goods, where each further one is worth less: 1 + 1/2 + 1/3 ..."""


class Season(NamedTuple):
    """When a move is made: the coming harvest, and the harvests that the rounds to come still count at, added up.

    `ahead`: from the next action on; `born`: for a baby, who acts in this round whenever it comes.
    """

    harvest: Any
    ahead: Any
    born: Any


@kernel(inline=True)
def season_of(position, rules):
    """Return the `Season` of the seat that is asked."""
    round_ = position["round"]
    harvest, later = harvest_of(rules, round_), 0
    for coming in range(round_ + 1, total_rounds(rules)):
        later += HARVESTS - harvest_of(rules, coming)
    after_this = max(position["left"][position["seat"]] - 1, 0) / actions_of(own_farm(position), rules)
    return Season(harvest, later + (HARVESTS - harvest) * after_this, later + (HARVESTS - harvest))


@kernel(inline=True)
def standing_points(farm, rules, harvest):
    """Return the points of all harvests to come if the farm stayed as it is, but for missing food."""
    each = crops_left_points(farm, rules, 0, 0)
    each += animal_points(farm["sheep"], farm["boar"], farm["cattle"], farm["pastures"], rules)
    before_last = LAST_HARVEST - harvest
    total = (before_last + 1) * each + fixed_points(farm, rules, LAST_HARVEST)
    return total + before_last * fixed_points(farm, rules, harvest) if before_last > 0 else total


@kernel(inline=True)
def food_worth(farm, rules, worths, harvests):
    """Return the (negative) worth of the Food that is missing once all that can be cooked is counted."""
    need, larder = food_need(farm, rules), farm["food"]
    for good in range(COOKABLES):
        larder += rules["cook"][good] * cookable(farm, good)
    now, winter = max(0, need - larder), max(0, need * harvests - larder)
    return -worths[Worth.HUNGER] * now - worths[Worth.WINTER] * winter


@kernel(inline=True)
def lasting_worth(farm, rules, worths):
    """Return what serves again and again: homes, the house, cards, building goods."""
    total = worths[Worth.HOME] * min(farm["rooms"], rules["most_babies"]) + worths[Worth.BETTER_HOUSE] * farm["house"]
    for card in range(OCCUPATIONS):
        total += worths[Worth.MAYOR + card] * ((farm["occupations"] >> card) & 1)
    for card in range(IMPROVEMENTS):
        total += worths[Worth.OVEN + card] * ((farm["improvements"] >> card) & 1)
    for resource in range(RESOURCES):
        total += worths[Worth.WOOD + resource] * FEWER[min(held(farm, Good.WOOD + resource), MOST_COUNTED)]
    return total


@kernel(inline=True)
def firsts(farm):
    """Return how many of the eight things are there that score for having any at all."""
    total = int(farm["rooms"] > 0) + int(farm["fields"] > 0) + int(farm["pastures"] > 0)
    total += int(farm["grain"] > 0) + int(farm["vegetables"] > 0)
    return total + int(farm["sheep"] > 0) + int(farm["boar"] > 0) + int(farm["cattle"] > 0)


@kernel()
def farm_worth(farm, rules, worths, season):
    """Return what a farm is worth in a `Season` by a plan's `worths` (float64[25], see `Worth`)."""
    harvests = HARVESTS - season.harvest
    each = worths[Worth.FIELD] * farm["fields"] + worths[Worth.PASTURE] * farm["pastures"]
    each += worths[Worth.FIRST] * firsts(farm)
    total = standing_points(farm, rules, season.harvest) + food_worth(farm, rules, worths, harvests)
    total += worths[Worth.BABY] * farm["babies"] * season.born + lasting_worth(farm, rules, worths) * season.ahead
    return total + each * harvests


@kernel()
def best_move(position, rules, found, worths, enough):
    """Return (place, gain) of the move after which the farm is worth most; the first of equals.

    The search ends with the first gain above `enough`.
    """
    season = season_of(position, rules)
    now = farm_worth(own_farm(position), rules, worths, season)
    best, best_gain = 0, -np.inf
    for place in range(list_moves(position, rules, Menu.USED, found)):
        gain = farm_worth(try_move(position, rules, found["moves"][place]), rules, worths, season) - now
        if gain > best_gain:
            best, best_gain = place, gain
            if gain > enough:
                break
    return best, best_gain


@kernel(inline=True)
def worth_keeping(position, rules, found, worths):
    """Say whether the dice that lie there serve better than a roll does on average."""
    roll = worths[Worth.ROLL] * (HARVESTS - harvest_of(rules, position["round"]))
    return best_move(position, rules, found, worths, roll)[1] > roll


def character(name: str, summary: str, **worths: float) -> Policy:
    """Declare the policy that follows a plan, given by its worths (the names of `Worth` in small letters)."""
    table = np.zeros(len(Worth))
    for word, value in worths.items():
        table[Worth[word.upper()]] = value

    def keep(position, rules, found, params, stream):
        return worth_keeping(position, rules, found, table)

    def choose(position, rules, found, params, stream):
        return best_move(position, rules, found, table, np.inf)[0]

    choose.__doc__ = summary
    return policy(name, SOURCE, keep=keep)(choose)
