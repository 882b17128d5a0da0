"""The settler: lists of rules, the first that can be followed; fast, and a plan that one can keep in one's head.

Food comes first in most rounds; fields, family, a kitchen, rooms, fences, animals and a better house follow in another
order early and late. It lists the moves of a few spaces only, so that it plays tens of thousands of games a second.
Each rule is passed over now and then (`slip`), so that games differ. `sims/agricola/settling.py` says what they do.
"""

import numpy as np

from ...draws import chance
from ..contract import PASS, Parameter, list_moves, list_moves_of, policy
from ..settling import NONE, Rule, picked, wished_space

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
            space = wished_space(position, rules, rule)
            if space != NONE and list_moves_of(position, rules, space, found) > 0:
                move = picked(position, rules, rule, found)
                if move != NONE:
                    return move
    return PASS if list_moves(position, rules, found) == 0 else 0
