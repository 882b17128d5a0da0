"""The list of moves, and the draft from which moves are copied to it, once for each herd that may stay.

A lister (see `listing`) writes into the draft what is decided on a space; the functions here add the herd.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..herds import fits, list_herds
from ..jit import kernel
from .farm import herd_size
from .herd import HERDS
from .moves import MOVE, act
from .pieces import ANIMALS, NOTHING, Space

MOST_MOVES = 16384
"""No list holds more moves than this; those of random play have a few hundred (tests hold the number)."""

FOUND = np.dtype(
    [
        ("count", np.int64),
        ("menu", np.int64),
        ("draft", MOVE),
        ("herds", HERDS),
        ("moves", MOVE, (MOST_MOVES,)),
    ],
    align=True,
)
"""A list of moves: the first `count` of `moves`. The rest serves the listing: its menu, the draft, and herds."""


class Menu(IntEnum):
    """How much is listed; `listing` and `layouts` say what each holds."""

    PLAIN = 0
    WIDE = 1
    EXHAUSTIVE = 2


def new_found() -> Any:
    """Return an empty list of moves (a FOUND record)."""
    return np.zeros(1, FOUND)[0]


@kernel(inline=True)
def put(found):
    """Copy the draft to the end of the list, if there is room."""
    number = found["count"]
    if number < MOST_MOVES:
        found["moves"][number] = found["draft"]
        found["count"] = number + 1


@kernel(inline=True)
def keep_in_draft(found, herd):
    """Let a herd (int64[4]) stay after the draft."""
    for animal in range(ANIMALS):
        found["draft"]["herd"][animal] = herd[animal]


@kernel()
def put_herds(position, rules, found):
    """List the draft with all animals where they fit after it, else once for each of the largest herds that do."""
    after = act(position, found["draft"], rules)
    if fits(after, after["animals"]):
        keep_in_draft(found, after["animals"])
        put(found)
        return
    for place in range(list_herds(after, after["animals"], found["herds"])):
        keep_in_draft(found, found["herds"]["herds"][place])
        put(found)


@kernel()
def put_settled(position, rules, found):
    """List the draft with the herd that stays; what neither brings animals nor takes room keeps the herd as it is.

    Troughs and expansions only add room; borders and buildings may take some.
    """
    farm, draft = position["farms"][position["seat"]], found["draft"]
    space = draft["space"]
    calm = space <= Space.BUILDING_MATERIALS or space == Space.EXPAND or space == Space.FEEDING_TROUGH
    if calm or (space < Space.MILLPOND and draft["animal"] == NOTHING and herd_size(farm) == 0):
        keep_in_draft(found, farm["animals"])
        put(found)
    else:
        put_herds(position, rules, found)
