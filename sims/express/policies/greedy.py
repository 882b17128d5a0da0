"""Takes what a harvest would score now: strong on points in hand, blind to what actions are worth later."""

from ...jit import kernel
from ..contract import Parameter, list_moves, own_farm, policy, try_move
from ..harvest import harvest_value
from ..listing import Menu
from ..rules import harvest_of


@kernel()
def best_move(position, rules, moves):
    """Return (place, value) of the listed move after which the coming harvest would score most; the first of equals."""
    harvest = harvest_of(rules, position["round"])
    best, best_value = 0, -(1 << 30)
    for place in range(list_moves(position, rules, Menu.USED, moves)):
        value = harvest_value(try_move(position, rules, moves[place]), rules, harvest)
        if value > best_value:
            best, best_value = place, value
    return best, best_value


def keep(position, rules, moves, params, stream):
    """Keep the dice for a gain above the mean gain of a roll."""
    now = harvest_value(own_farm(position), rules, harvest_of(rules, position["round"]))
    return best_move(position, rules, moves)[1] - now > params[0]


@policy(
    "greedy",
    "rules/express-policies.md, Characters",
    keep=keep,
    parameters=(Parameter("roll_gain", 5.0, -50, 50, "points that a roll gains on average; dice are kept for more"),),
)
def choose(position, rules, moves, params, stream):
    """The move after which a harvest now would score most, feeding included."""
    return best_move(position, rules, moves)[0]
