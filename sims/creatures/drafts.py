"""The list of moves, and the draft from which moves are copied to it, once for each herd that may stay.

A lister (see `listing`) writes into the draft what is decided on a space; the functions here add the herd.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..herds import fits, list_herds
from ..jit import kernel
from .farm import STEP, herd_size
from .herd import HERDS
from .moves import MOVE, act
from .pieces import ANIMALS, NOTHING, Space

MOST_MOVES = 16384
"""No list holds more moves than this; those of random play have a few hundred (tests hold the number)."""

MOST_SHAPES = 160
"""No farm has more shapes to enclose than this: 126 rectangles, and its open regions."""
NOT_NOTED = -1

FOUND = np.dtype(
    [
        ("count", np.int64),
        ("menu", np.int64),
        ("draft", MOVE),
        ("herds", HERDS),
        ("shapes", np.int64),
        ("borders", np.int64),
        ("shape_h", np.int64, (MOST_SHAPES,)),
        ("shape_v", np.int64, (MOST_SHAPES,)),
        ("missing", np.int64, (MOST_SHAPES,)),
        ("moves", MOVE, (MOST_MOVES,)),
    ],
    align=True,
)
"""A list of moves: the first `count` of `moves`. The rest serves the listing: its menu, the draft, herds, and for
Fences and Walls the edges that are missing around `shapes` of the farm (NOT_NOTED: not looked for yet; see `layouts`).
"""


class Menu(IntEnum):
    """How much is listed; `listing` and `layouts` say what each holds."""

    PLAIN = 0
    WIDE = 1
    EXHAUSTIVE = 2


def new_found() -> Any:
    """Return an empty list of moves (a FOUND record)."""
    return np.zeros(1, FOUND)[0]


@kernel(inline=True)
def begin_list(found, menu):
    """Empty the list, for the moves of a `Menu`."""
    found["count"], found["menu"], found["shapes"] = 0, menu, NOT_NOTED


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


@kernel(inline=True)
def only_adds_room(farm, draft):
    """Say whether what a draft of Fences, Walls or of a building does can take no animal's room.

    So it is where borders split no pasture and a building takes no pasture's cell and no other building's place. A
    farm with troughs outside pastures is left out: they lose their separate rooms when they are enclosed.
    """
    pastures, h, v = farm["pasture_cells"], draft["h_borders"], draft["v_borders"]
    splits = (h & pastures & (pastures << 1)) | (v & pastures & (pastures << STEP))
    taken = draft["cells"] & (farm["built"] | pastures)
    return splits == 0 and taken == 0 and farm["troughs"] & ~(farm["built"] | pastures) == 0


@kernel(inline=True)
def takes_no_room(farm, draft, rules):
    """Say whether all animals stay after a draft that needs no look at its herd.

    Materials bring no animals; troughs and expansions only add room; a building's own animal has room in it.
    """
    space, gift = draft["space"], draft["animal"] != NOTHING
    if space <= Space.BUILDING_MATERIALS or space == Space.EXPAND or space == Space.FEEDING_TROUGH:
        return True
    if space >= Space.MILLPOND or (gift and rules["capacity"][draft["building"]] == 0):
        return False
    return (herd_size(farm) == 0 and not gift) or only_adds_room(farm, draft)


@kernel()
def put_settled(position, rules, found):
    """List the draft with the herd that stays: once where all animals do, else for each of the largest that can."""
    farm, draft = position["farms"][position["seat"]], found["draft"]
    if not takes_no_room(farm, draft, rules):
        put_herds(position, rules, found)
        return
    keep_in_draft(found, farm["animals"])
    if draft["animal"] != NOTHING:
        draft["herd"][draft["animal"]] += 1
    put(found)
