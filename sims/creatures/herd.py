"""Herds and containers: does a herd fit, and what can stay of one that does not?

Source: rules/creatures.md, section 8. A container holds one type. Where animals stand is never stored: a herd fits if
the containers can be given to types so that each type has room. Containers of one animal are alike, so that only the
larger ones have to be shared out: largest first, by depth-first search, and of two equal ones the later never goes to
an earlier type. What is still short is packed into one number, a lane of 16 bits a type.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..jit import kernel
from .pieces import ANIMALS

MOST_HERDS = 256
"""No more maximal herds are listed for one choice; random play meets far fewer (tests hold the number)."""
LANE, BIAS = 16, 1 << 14
MOST_ROOM = 1000
"""More room than this in one container makes no difference."""
_EMPTY = BIAS | (BIAS << LANE) | (BIAS << 2 * LANE) | (BIAS << 3 * LANE)

MOST_LACKS = 64
_TOPS = BIAS << 1 | (BIAS << 1 << LANE) | (BIAS << 1 << 2 * LANE)

HERDS = np.dtype(
    [
        ("count", np.int64),
        ("herds", np.int64, (MOST_HERDS, ANIMALS)),
        ("ways", np.int64),
        ("lacks", np.int64, (MOST_LACKS,)),
    ],
    align=True,
)
"""A list of herds: the first `count` of `herds`, each a number for each type. The rest serves the listing: what the
`ways` to give the larger containers away lack, those that are worth remembering."""


def new_herds() -> Any:
    """Return an empty list of herds (a HERDS record)."""
    return np.zeros(1, HERDS)[0]


@kernel(inline=True)
def packed(herd):
    """Return a herd (int64[4]) as lanes."""
    return _EMPTY + herd[0] + (herd[1] << LANE) + (herd[2] << 2 * LANE) + (herd[3] << 3 * LANE)


@kernel(inline=True)
def lane(needs, animal):
    """Return what is still short of one type; at most 0 where it has room."""
    return ((needs >> LANE * animal) & 0xFFFF) - BIAS


@kernel(inline=True)
def short_of(needs):
    """Return how many animals are still without room."""
    total = 0
    for animal in range(ANIMALS):
        total += max(0, lane(needs, animal))
    return total


@kernel(inline=True)
def next_type(needs, animal):
    """Return the first type from `animal` on that is short of room, or 4."""
    while animal < ANIMALS and lane(needs, animal) <= 0:
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
    """Say whether a herd (int64[4]) fits into a farm's containers."""
    total = herd[0] + herd[1] + herd[2] + herd[3]
    ones, larger, capacities = farm["ones"], farm["larger"], farm["capacities"]
    if total <= ones:
        return True
    room = farm["capacity"] - ones
    if total > room + ones:
        return False
    needs, choices, level, fresh, animal = packed(herd), 0, 0, True, 0
    while True:
        if fresh:
            short = short_of(needs)
            if short <= ones:
                return True
            animal = ANIMALS
            if level < larger and short <= room + ones:
                animal = next_type(needs, first_type(farm, level, choices))
        else:
            animal = next_type(needs, animal + 1)
        if animal < ANIMALS:
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
def covers(herds, place, a, b, c, d):
    """Say whether a listed herd has at least as many of each type."""
    herd = herds["herds"][place]
    return herd[0] >= a and herd[1] >= b and herd[2] >= c and herd[3] >= d


@kernel()
def add_maximal(herds, a, b, c, d):
    """Add a herd to a list of maximal ones: not where another holds it, and in place of those that it holds."""
    for place in range(herds["count"]):
        if covers(herds, place, a, b, c, d):
            return
    kept = 0
    for place in range(herds["count"]):
        herd = herds["herds"][place]
        if not (a >= herd[0] and b >= herd[1] and c >= herd[2] and d >= herd[3]):
            for animal in range(ANIMALS):
                herds["herds"][kept, animal] = herd[animal]
            kept += 1
    if kept < MOST_HERDS:
        herd = herds["herds"][kept]
        herd[0], herd[1], herd[2], herd[3] = a, b, c, d
        kept += 1
    herds["count"] = kept


@kernel(inline=True)
def lacks_more(herds, lack):
    """Say whether a way lacks at least as much of each type as one before it, so that it adds no herd; else note it."""
    for way in range(herds["ways"]):
        known = herds["lacks"][way]
        # Lane by lane: the top bit stays where nothing has to be borrowed from it; the last lane has its sign.
        if lack >= known and ((lack | _TOPS) - known) & _TOPS == _TOPS:
            return True
    if herds["ways"] < MOST_LACKS:
        herds["lacks"][herds["ways"]] = lack
        herds["ways"] += 1
    return False


@kernel()
def add_with_ones(farm, herd, needs, herds):
    """Add the herds that stay when the larger containers are given away and those of 1 are left."""
    a, b, c, d = max(0, lane(needs, 0)), max(0, lane(needs, 1)), max(0, lane(needs, 2)), max(0, lane(needs, 3))
    if lacks_more(herds, a | (b << LANE) | (c << 2 * LANE) | (d << 3 * LANE)):
        return
    left = max(0, a + b + c + d - farm["ones"])
    for p in range(min(a, left) + 1):
        for q in range(min(b, left - p) + 1):
            for r in range(min(c, left - p - q) + 1):
                s = left - p - q - r
                if s <= d:
                    add_maximal(herds, herd[0] - p, herd[1] - q, herd[2] - r, herd[3] - s)


@kernel()
def list_herds(farm, herd, herds):
    """List the largest parts of a herd (int64[4]) that fit a farm: none is held by another. Return their number."""
    herds["count"] = herds["ways"] = 0
    larger, capacities = farm["larger"], farm["capacities"]
    needs, choices, level, fresh, animal = packed(herd), 0, 0, True, 0
    while True:
        if fresh:
            animal = ANIMALS
            if level < larger:
                animal = next_type(needs, first_type(farm, level, choices))
            if animal == ANIMALS:
                add_with_ones(farm, herd, needs, herds)
        else:
            animal = next_type(needs, animal + 1)
        if animal < ANIMALS:
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
    """Write into `herd` (int64[4]) what a herd becomes by breeding: one more of each type with two or more."""
    for animal in range(ANIMALS):
        herd[animal] = animals[animal] + (rules["newborns"] if animals[animal] >= rules["pair"] else 0)
