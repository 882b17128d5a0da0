"""The settler: lists of rules, the first that can be followed; fast, and a plan that one can keep in one's head.

Food comes first in most rounds; fields, family, a kitchen, rooms, fences, animals and a better house follow in another
order early and late. It lists the moves of a few spaces only, so that it plays tens of thousands of games a second.
Each rule is passed over now and then (`slip`), so that games differ. `sims/agricola/settling.py` says what they do.
"""

from enum import IntEnum

import numpy as np

from ...draws import chance
from ...jit import kernel
from ..contract import PASS, Parameter, list_moves, own_farm, policy
from ..pieces import FIREPLACES, HEARTHS, Good, Improvement
from ..rules import cooker
from ..settling import (
    CLAY_SPACES,
    NONE,
    REED_SPACES,
    STONE_SPACES,
    WOOD_SPACES,
    build_rooms,
    buy,
    fence,
    fetch,
    fetch_animals,
    fetch_food,
    fetch_seed,
    grow,
    plow,
    renovate,
    sow,
)

FEW_FIELDS, MANY_FIELDS = 2, 5
KITCHENS = FIREPLACES | HEARTHS
OTHER_CARDS = ((1 << len(Improvement)) - 1) & ~KITCHENS


class Rule(IntEnum):
    """What the settler does, if it can."""

    FOOD = 0
    SOW = 1
    GROW = 2
    KITCHEN = 3
    ROOMS = 4
    RENOVATE = 5
    FENCE = 6
    REED = 7
    WOOD = 8
    FEW_FIELDS = 9
    SEED = 10
    CLAY = 11
    ANIMALS = 12
    FIELDS = 13
    STONE = 14
    CARDS = 15


LISTS = (
    "FOOD RENOVATE FIELDS GROW SOW FEW_FIELDS SEED FENCE WOOD CLAY ANIMALS KITCHEN ROOMS REED",
    "FOOD FEW_FIELDS RENOVATE GROW KITCHEN CARDS ROOMS FENCE REED WOOD SEED CLAY SOW STONE",
    "FOOD SOW GROW FIELDS REED ROOMS ANIMALS SEED RENOVATE CLAY STONE CARDS KITCHEN",
    "RENOVATE CLAY GROW FENCE KITCHEN SEED ROOMS FIELDS WOOD FEW_FIELDS FOOD CARDS",
    "FOOD GROW FIELDS RENOVATE ANIMALS CARDS KITCHEN SOW ROOMS FEW_FIELDS FENCE STONE SEED CLAY REED",
)
"""The rules in their order, for the rounds up to each of `LAST_ROUNDS`; found by trying changes in self-play."""
LAST_ROUNDS = np.array([4, 7, 10, 12, 14])
PLAN = np.full((len(LISTS), len(Rule)), NONE)
for _place, _list in enumerate(LISTS):
    _rules = [Rule[word] for word in _list.split()]
    PLAN[_place, : len(_rules)] = _rules


@kernel()
def fetch_resource(position, rules, found, rule):
    """Fetch building resources as a rule says."""
    if rule == Rule.REED:
        return fetch(position, rules, found, REED_SPACES, Good.REED, 1, 2)
    if rule == Rule.WOOD:
        return fetch(position, rules, found, WOOD_SPACES, Good.WOOD, 3, 10)
    if rule == Rule.CLAY:
        return fetch(position, rules, found, CLAY_SPACES, Good.CLAY, 2, 5)
    return fetch(position, rules, found, STONE_SPACES, Good.STONE, 1, 4)


@kernel()
def follow(position, rules, found, rule):
    """Return the place of the move by which a rule is followed, or NONE."""
    if rule == Rule.GROW:
        return grow(position, rules, found)
    if rule == Rule.ROOMS:
        return build_rooms(position, rules, found)
    if rule == Rule.FOOD:
        return fetch_food(position, rules, found)
    if rule == Rule.KITCHEN:
        has_kitchen = cooker(own_farm(position)["improvements"]) > 0
        return NONE if has_kitchen else buy(position, rules, found, KITCHENS)
    if rule == Rule.SOW:
        return sow(position, rules, found)
    if rule == Rule.RENOVATE:
        return renovate(position, rules, found)
    if rule == Rule.FENCE:
        return fence(position, rules, found)
    if rule == Rule.FEW_FIELDS:
        return plow(position, rules, found, FEW_FIELDS)
    if rule == Rule.FIELDS:
        return plow(position, rules, found, MANY_FIELDS)
    if rule == Rule.SEED:
        return fetch_seed(position, rules, found)
    if rule == Rule.ANIMALS:
        return fetch_animals(position, rules, found)
    if rule == Rule.CARDS:
        return buy(position, rules, found, OTHER_CARDS)
    return fetch_resource(position, rules, found, rule)


@policy(
    "settler",
    "lists of rules",
    parameters=(Parameter("slip", 0.05, 0, 1, "chance that a rule is passed over"),),
)
def choose(position, rules, found, params, stream):
    """Follow the first rule that can be followed: food, fields, family, then fences and a better house."""
    stage = 0
    while position["round"] >= LAST_ROUNDS[stage]:
        stage += 1
    for place in range(PLAN.shape[1]):
        rule = PLAN[stage, place]
        if rule != NONE and chance(stream, place) >= params[0]:
            found_place = follow(position, rules, found, rule)
            if found_place != NONE:
                return found_place
    return PASS if list_moves(position, rules, found) == 0 else 0
