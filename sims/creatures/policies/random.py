"""Plays at random: the weakest reasonable yardstick, and the widest explorer of the rules for tests."""

from ...draws import below
from ..contract import list_moves, policy
from ..drafts import Menu


def breed(position, rules, herds, params, stream):
    """Keep any of the largest herds, each as likely."""
    return below(stream, 0, herds["count"])


@policy("random", "plays any listed move", breed=breed)
def choose(position, rules, found, params, stream):
    """Take any of the plainly listed moves, each as likely."""
    return below(stream, 0, list_moves(position, rules, Menu.PLAIN, found))
