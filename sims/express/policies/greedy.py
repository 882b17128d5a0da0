"""Takes what a harvest would score now: strong on points in hand, blind to what actions are worth later."""

from ...jit import kernel
from ..contract import Parameter, list_moves, own_farm, policy, try_move
from ..drafts import Menu
from ..faces import WORKSHOP, Face, Group, Occupation
from ..farm import has_improvement
from ..harvest import harvest_value
from ..rules import harvest_of


@kernel(inline=True)
def scores_nothing(farm, move):
    """Say whether a move plainly scores nothing: resources without their workshop, a third of all moves."""
    plain = move["group"] == Group.COLLECT_RESOURCES and move["power"] == Occupation.NONE
    return plain and not has_improvement(farm, WORKSHOP[move["what"] - Face.WOOD])


@kernel()
def best_move(position, rules, found):
    """Return (place, gain) of the move that adds most to what the coming harvest would score; the first of equals."""
    farm, harvest = own_farm(position), harvest_of(rules, position["round"])
    now = harvest_value(farm, rules, harvest)
    best, best_gain = 0, -(1 << 30)
    for place in range(list_moves(position, rules, Menu.USED, found)):
        move, gain = found["moves"][place], 0
        if not scores_nothing(farm, move):
            gain = harvest_value(try_move(position, rules, move), rules, harvest) - now
        if gain > best_gain:
            best, best_gain = place, gain
    return best, best_gain


def keep(position, rules, found, params, stream):
    """Keep the dice for a gain above the mean gain of a roll."""
    return best_move(position, rules, found)[1] > params[0]


@policy(
    "greedy",
    "rules/express-policies.md, Characters",
    keep=keep,
    parameters=(Parameter("roll_gain", 5.0, -50, 50, "points that a roll gains on average; dice are kept for more"),),
)
def choose(position, rules, found, params, stream):
    """Take the move after which a harvest now would score most, feeding included."""
    return best_move(position, rules, found)[0]
