"""Plays at random: the weakest reasonable yardstick, and the widest explorer of the rules for tests."""

from ...draws import below
from ...jit import kernel
from ..contract import list_moves, own_farm, policy
from ..drafts import Menu
from ..faces import COOKABLES
from ..harvest import cookable
from ..rules import food_need


def keep(position, rules, found, params, stream):
    """Toss a fair coin."""
    return below(stream, 0, 2) == 1


@kernel()
def cook_at_random(farm, rules, cooking, stream):
    """Cook items drawn one by one from all that can be cooked, until the family is fed or a coin says stop."""
    food, need, draw = farm["food"], food_need(farm, rules), 0
    while food < need and below(stream, draw, 8) > 0:
        total = 0
        for good in range(COOKABLES):
            total += cookable(farm, good) - cooking[good]
        if total == 0:
            return
        pick = below(stream, draw + 1, total)
        for good in range(COOKABLES):
            rest = cookable(farm, good) - cooking[good]
            if pick < rest:
                cooking[good] += 1
                food += rules["cook"][good]
                break
            pick -= rest
        draw += 2


def feed(position, rules, cooking, params, stream):
    """Cook at random while the family is hungry."""
    cook_at_random(own_farm(position), rules, cooking, stream)


@policy("random", "rules/express-policies.md, Characters", keep=keep, feed=feed)
def choose(position, rules, found, params, stream):
    """Take any distinct legal move, each as likely; keep the dice on a coin toss."""
    return below(stream, 1, list_moves(position, rules, Menu.EXHAUSTIVE, found))
