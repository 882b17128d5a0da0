"""The homesteader: lists of rules, the first that can be followed; fast, and a plan that one can keep in one's head.

Each pair of rounds has its list. It writes its moves by hand and lists none, so that it plays tens of thousands of
games a second. Each rule is passed over now and then (`slip`), so that games differ. Which rules stand where was found
by trying changes: those stayed with which it scored more against itself.
"""

from enum import IntEnum

import numpy as np

from ...draws import chance
from ...jit import kernel
from ..contract import Parameter, herd_worth, policy
from ..homestead import (
    ANY_GAIN,
    add_troughs,
    build_house,
    build_shelter,
    build_stables,
    build_stall,
    build_storage,
    enclose,
    expand,
    fill_expansions,
    take_animals,
    take_materials,
)
from ..pieces import Space

LEAST_GAIN = 10
"""Animals are taken where they add at least so many doubled points."""


class Rule(IntEnum):
    """What a rule does; MATERIALS can always be followed, or else ANIMALS for any gain."""

    MATERIALS = 0
    HOUSE = 1
    STABLES = 2
    STALL = 3
    SHELTER = 4
    STORAGE = 5
    FENCES = 6
    WALLS = 7
    BEGIN_WALLS = 8
    TROUGHS = 9
    FILL_EXPANSIONS = 10
    EXPAND = 11
    ANIMALS = 12


LISTS = (
    "BEGIN_WALLS WALLS HOUSE STORAGE STABLES STALL FENCES EXPAND TROUGHS",
    "EXPAND TROUGHS STORAGE FILL_EXPANSIONS HOUSE ANIMALS STALL BEGIN_WALLS",
    "WALLS SHELTER STALL FENCES ANIMALS",
    "STORAGE STABLES SHELTER HOUSE STALL FILL_EXPANSIONS ANIMALS",
)
"""The rules of rounds 1 and 2, 3 and 4, 5 and 6, 7 and 8; after the last one materials are taken."""

LONGEST = max(len(one.split()) for one in LISTS)
PLAN = np.array([[Rule[name] for name in one.split()] + [0] * (LONGEST - len(one.split())) for one in LISTS])
ROUNDS_A_LIST = 2


@kernel()
def follow(position, rules, found, rule):
    """Follow a rule; say whether it could be."""
    if rule == Rule.HOUSE:
        return build_house(position, rules, found)
    if rule == Rule.STABLES:
        return build_stables(position, rules, found)
    if rule == Rule.STALL:
        return build_stall(position, rules, found)
    if rule == Rule.SHELTER:
        return build_shelter(position, rules, found)
    if rule == Rule.STORAGE:
        return build_storage(position, rules, found)
    if rule == Rule.FENCES:
        return enclose(position, rules, found, Space.FENCES, True)
    if rule == Rule.WALLS:
        return enclose(position, rules, found, Space.WALLS, True)
    if rule == Rule.BEGIN_WALLS:
        return enclose(position, rules, found, Space.WALLS, False)
    if rule == Rule.TROUGHS:
        return add_troughs(position, rules, found)
    if rule == Rule.FILL_EXPANSIONS:
        return fill_expansions(position, rules, found)
    if rule == Rule.EXPAND:
        return expand(position, rules, found)
    if rule == Rule.ANIMALS:
        return take_animals(position, rules, found, LEAST_GAIN)
    return take_materials(position, rules, found) or take_animals(position, rules, found, ANY_GAIN)


@kernel()
def best_listed(found, rules):
    """Return the place of the listed move whose herd has most points."""
    best, most = 0, ANY_GAIN
    for place in range(found["count"]):
        worth = herd_worth(found["moves"][place]["herd"], rules)
        if worth > most:
            best, most = place, worth
    return best


@policy(
    "homesteader",
    "lists of rules",
    parameters=(Parameter("slip", 0.05, 0, 1, "chance that a rule is passed over"),),
)
def choose(position, rules, found, params, stream):
    """Follow the first rule that can be followed: walls and expansions, then animals, then buildings."""
    found["count"] = 0
    rows = PLAN[min(position["round"] // ROUNDS_A_LIST, len(PLAN) - 1)]
    for place in range(len(rows)):
        if chance(stream, place) >= params[0] and follow(position, rules, found, rows[place]):
            return best_listed(found, rules)
    follow(position, rules, found, Rule.MATERIALS)
    return best_listed(found, rules)
