"""The random policy: any of the moves that are listed, each as likely."""

from ...draws import below
from ..contract import list_moves, policy


@policy("random", "the plainest of all: nothing is weighed")
def choose(position, rules, found, params, stream):
    """Take any listed move, each with the same chance."""
    return below(stream, 0, list_moves(position, rules, found))
