"""Takes what a harvest would score now: strong on points in hand, blind to what actions are worth later."""

import numpy as np

from ...jit import kernel
from ..contract import Parameter, list_moves, own_farm, policy, try_move
from ..drafts import Menu
from ..faces import WORKSHOP, Face, Group, Occupation
from ..farm import has_improvement
from ..harvest import feeding_value, fixed_points
from ..rules import harvest_of


@kernel(inline=True)
def scores_nothing(farm, move):
    """Say whether a move collects resources whose workshop is not built."""
    plain = move["group"] == Group.COLLECT_RESOURCES and move["power"] == Occupation.NONE
    return plain and not has_improvement(farm, WORKSHOP[move["what"] - Face.WOOD])


@kernel()
def best_move(position, rules, found, enough):
    """Return (place, gain) of the move that adds most to what the coming harvest would score; the first of equals.

    The search ends with the first gain above `enough`. Two short cuts: some moves plainly score nothing, and produce
    and animals leave the points of house, fields and cards as they are.
    """
    farm, harvest = own_farm(position), harvest_of(rules, position["round"])
    fixed = fixed_points(farm, rules, harvest)
    now = fixed + feeding_value(farm, rules)
    best, best_gain = 0, -(1 << 30)
    for place in range(list_moves(position, rules, Menu.USED, found)):
        move, gain = found["moves"][place], 0
        if not scores_nothing(farm, move):
            after, group = try_move(position, rules, move), move["group"]
            same = group == Group.COLLECT_PRODUCE or group == Group.COLLECT_ANIMALS
            gain = (fixed if same else fixed_points(after, rules, harvest)) + feeding_value(after, rules) - now
        if gain > best_gain:
            best, best_gain = place, gain
            if gain > enough:
                break
    return best, best_gain


def keep(position, rules, found, params, stream):
    """Keep the dice for a gain above the mean gain of a roll."""
    return best_move(position, rules, found, params[0])[1] > params[0]


@policy(
    "greedy",
    "rules/express-policies.md, Characters",
    keep=keep,
    parameters=(Parameter("roll_gain", 5.0, -50, 50, "points that a roll gains on average; dice are kept for more"),),
)
def choose(position, rules, found, params, stream):
    """Take the move after which a harvest now would score most, feeding included."""
    return best_move(position, rules, found, np.inf)[0]
