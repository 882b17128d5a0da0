"""The list of moves, and the draft from which moves are copied to it, once for each herd that may stay.

A lister (see `listing`) writes into the draft what is decided on a space; the functions here add the herd.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..herds import fits, list_herds
from ..jit import kernel
from .geometry import measure
from .herd import HERDS
from .layouts import FOUND_LAYOUTS
from .moves import MOVE
from .pieces import ANIMALS, SUPPLY
from .rules import cooker

MOST_MOVES = 4096
"""No list holds more moves than this; those of random play have a few hundred (tests hold the number)."""

FOUND = np.dtype(
    [
        ("count", np.int64),
        ("draft", MOVE),
        ("spent", np.int64, (SUPPLY,)),
        ("herds", HERDS),
        ("layouts", FOUND_LAYOUTS),
        ("moves", MOVE, (MOST_MOVES,)),
    ],
    align=True,
)
"""A list of moves: the first `count` of `moves`. The rest serves the listing: the draft, what it has `spent` of each
good so far, herds and layouts."""


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
    """Let a herd (int64[3]) stay after the draft."""
    for animal in range(ANIMALS):
        found["draft"]["herd"][animal] = herd[animal]


@kernel(inline=True)
def has_animals(farm):
    """Say whether a farm has any animals."""
    animals = farm["animals"]
    return animals[0] + animals[1] + animals[2] > 0


@kernel()
def put_herds(farm, herd, found):
    """List the draft with a whole herd (int64[3]) where it fits a farm, else once for each of the largest that do."""
    if fits(farm, herd):
        keep_in_draft(found, herd)
        put(found)
        return
    for place in range(list_herds(farm, herd, found["herds"])):
        keep_in_draft(found, found["herds"]["herds"][place])
        put(found)


@kernel()
def put_with_more(position, farm, animal, number, found):
    """List the draft, which brings animals: the largest herds that fit, and where one can cook the old herd alone."""
    herd = position["trial_herd"]
    for other in range(ANIMALS):
        herd[other] = farm["animals"][other]
    herd[animal] += number
    before = found["count"]
    put_herds(farm, herd, found)
    if cooker(farm["improvements"]) == 0:
        return
    for place in range(before, found["count"]):
        if found["moves"][place]["herd"][animal] == farm["animals"][animal]:
            return
    keep_in_draft(found, farm["animals"])
    put(found)


@kernel()
def put_fenced(position, rules, farm, found):
    """List the draft, which builds fences: animals may lose their places by them."""
    keep_in_draft(found, farm["animals"])
    if not has_animals(farm):
        put(found)
        return
    after = position["trial_other"]
    position["trial_other"] = farm
    after["layout"] = found["draft"]["layout"]
    measure(after, rules)
    put_herds(after, after["animals"], found)
