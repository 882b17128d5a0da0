"""Herds and containers: does a herd fit, and what can stay of one that does not? For games of three or four types.

Source: rules/creatures.md, section 8; rules/agricola-2007.md, sections 8 and 10. A container holds one type. Where
animals stand is never stored: a herd fits if the containers can be given to types so that each type has room.
Containers of one animal are alike, so that only the larger ones have to be shared out: largest first, by depth-first
search, and of two equal ones the later never goes to an earlier type. What is still short is packed into one number, a
lane of 16 bits a type. A game of three types leaves the fourth lane empty, which costs nothing.

A farm is a record with `ones`, the number of containers of one animal; `larger`, that of the others; their
`capacities`, in falling order; and `capacity`, all room. A herd is int64[types].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import kernel

MOST_TYPES = 4
MOST_HERDS = 256
"""No more maximal herds are listed for one choice; random play meets far fewer (tests hold the number)."""
LANE, BIAS = 16, 1 << 14
MOST_ROOM = 1000
"""More room than this in one container makes no difference."""
MOST_LACKS = 64
"""So many ways to give containers away are remembered while herds are listed."""
_EMPTY = BIAS | (BIAS << LANE) | (BIAS << 2 * LANE) | (BIAS << 3 * LANE)


def herds_dtype(types: int) -> Any:
    """Return the record for a list of herds of so many types: the first `count` of `herds`.

    The rest serves the listing: what the `ways` to give the larger containers away lack, as far as worth remembering.
    """
    return np.dtype(
        [
            ("count", np.int64),
            ("herds", np.int64, (MOST_HERDS, types)),
            ("ways", np.int64),
            ("lacks", np.int64, (MOST_LACKS,)),
        ],
        align=True,
    )


@kernel(inline=True)
def packed(herd):
    """Return a herd as lanes."""
    lanes = _EMPTY + herd[0] + (herd[1] << LANE) + (herd[2] << 2 * LANE)
    return lanes + (herd[3] << 3 * LANE) if len(herd) > 3 else lanes


@kernel(inline=True)
def lane(lanes, animal):
    """Return the number in the lane of one type; of what is still short, at most 0 where the type has room."""
    return ((lanes >> LANE * animal) & 0xFFFF) - BIAS


@kernel(inline=True)
def short_of(needs):
    """Return how many animals are still without room."""
    total = 0
    for animal in range(MOST_TYPES):
        total += max(0, lane(needs, animal))
    return total


@kernel(inline=True)
def next_type(needs, animal):
    """Return the first type from `animal` on that is short of room, or 4."""
    while animal < MOST_TYPES and lane(needs, animal) <= 0:
        animal += 1
    return animal


@kernel(inline=True)
def first_type(farm, level, choices):
    """Return the first type that a container may be given to: of two equal ones the later never goes to an earlier."""
    capacities = farm["capacities"]
    if level > 0 and capacities[level] == capacities[level - 1]:
        return (choices >> 2 * (level - 1)) & 3
    return 0


@kernel()
def fits(farm, herd):
    """Say whether a herd fits into a farm's containers."""
    needs = packed(herd)
    total = short_of(needs)
    ones, larger, capacities = farm["ones"], farm["larger"], farm["capacities"]
    if total <= ones:
        return True
    room = farm["capacity"] - ones
    if total > room + ones:
        return False
    choices, level, fresh, animal = 0, 0, True, 0
    while True:
        if fresh:
            short = short_of(needs)
            if short <= ones:
                return True
            animal = MOST_TYPES
            if level < larger and short <= room + ones:
                animal = next_type(needs, first_type(farm, level, choices))
        else:
            animal = next_type(needs, animal + 1)
        if animal < MOST_TYPES:
            needs -= min(capacities[level], MOST_ROOM) << LANE * animal
            room -= capacities[level]
            choices = (choices & ~(3 << 2 * level)) | (animal << 2 * level)
            level, fresh = level + 1, True
        elif level == 0:
            return False
        else:
            level, fresh = level - 1, False
            animal = (choices >> 2 * level) & 3
            needs += min(capacities[level], MOST_ROOM) << LANE * animal
            room += capacities[level]


@kernel(inline=True)
def holds(one, other):
    """Say whether a herd (lanes) has at least as many of each type as another: no difference falls below its bias."""
    return (one - other + _EMPTY) & _EMPTY == _EMPTY


@kernel()
def add_maximal(herds, lanes):
    """Add a herd to a list of maximal ones: not where another holds it, and in place of those that it holds."""
    listed = herds["herds"]
    for place in range(herds["count"]):
        if holds(packed(listed[place]), lanes):
            return
    kept = 0
    for place in range(herds["count"]):
        if not holds(lanes, packed(listed[place])):
            for animal in range(listed.shape[1]):
                listed[kept, animal] = listed[place, animal]
            kept += 1
    if kept < MOST_HERDS:
        for animal in range(listed.shape[1]):
            listed[kept, animal] = lane(lanes, animal)
        kept += 1
    herds["count"] = kept


@kernel(inline=True)
def lacks_more(herds, lack):
    """Say whether a way lacks (lanes) at least as much of each type as one before it, so that it adds no herd.

    Else it is noted.
    """
    for way in range(herds["ways"]):
        if holds(lack, herds["lacks"][way]):
            return True
    if herds["ways"] < MOST_LACKS:
        herds["lacks"][herds["ways"]] = lack
        herds["ways"] += 1
    return False


@kernel()
def add_with_ones(farm, herd, needs, herds):
    """Add the herds that stay when the larger containers are given away and those of 1 are left."""
    a, b, c, d = max(0, lane(needs, 0)), max(0, lane(needs, 1)), max(0, lane(needs, 2)), max(0, lane(needs, 3))
    if lacks_more(herds, _EMPTY + a + (b << LANE) + (c << 2 * LANE) + (d << 3 * LANE)):
        return
    left = max(0, a + b + c + d - farm["ones"])
    lanes = packed(herd)
    for p in range(min(a, left) + 1):
        for q in range(min(b, left - p) + 1):
            for r in range(min(c, left - p - q) + 1):
                s = left - p - q - r
                if s <= d:
                    add_maximal(herds, lanes - p - (q << LANE) - (r << 2 * LANE) - (s << 3 * LANE))


@kernel()
def list_herds(farm, herd, herds):
    """List the largest parts of a herd that fit a farm: none is held by another. Return their number."""
    herds["count"] = herds["ways"] = 0
    larger, capacities = farm["larger"], farm["capacities"]
    needs, choices, level, fresh, animal = packed(herd), 0, 0, True, 0
    while True:
        if fresh:
            animal = MOST_TYPES
            if level < larger:
                animal = next_type(needs, first_type(farm, level, choices))
            if animal == MOST_TYPES:
                add_with_ones(farm, herd, needs, herds)
        else:
            animal = next_type(needs, animal + 1)
        if animal < MOST_TYPES:
            needs -= min(capacities[level], MOST_ROOM) << LANE * animal
            choices = (choices & ~(3 << 2 * level)) | (animal << 2 * level)
            level, fresh = level + 1, True
        elif level == 0:
            return herds["count"]
        else:
            level, fresh = level - 1, False
            animal = (choices >> 2 * level) & 3
            needs += min(capacities[level], MOST_ROOM) << LANE * animal


@kernel()
def grown(animals, rules, herd):
    """Write into `herd` what a herd becomes by breeding: `newborns` of each type of which there is a `pair`."""
    for animal in range(len(animals)):
        herd[animal] = animals[animal] + (rules["newborns"] if animals[animal] >= rules["pair"] else 0)
