"""Plays at random: the weakest reasonable yardstick, and the widest explorer of the rules for tests."""

from ...draws import below
from ..contract import PASS, list_moves, policy


def breed(position, rules, herds, params, stream):
    """Keep any of the largest herds, each as likely."""
    return below(stream, 0, herds["count"])


@policy("random", "plays any listed move", breed=breed)
def choose(position, rules, found, params, stream):
    """Take any of the listed moves, each as likely; feed the cheapest way."""
    number = list_moves(position, rules, found)
    return below(stream, 0, number) if number > 0 else PASS
