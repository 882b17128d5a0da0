"""The oracle's animals of Agricola: room in pastures, unfenced stables, and house; which herds fit.

Section 8 of both rules files. The arrangement of animals is free at any time, so a herd is legal if it fits somehow.
"""

from functools import lru_cache
from itertools import product

from .agricola_farm import KINDS
from .agricola_fences import enclosed, pastures

PETS = 1  # places in the house, whatever its size


def capacity(farm, cells):
    """Return the room of a pasture: 2 per cell, doubled by each stable in it. Section 6."""
    return 2 * len(cells) * 2 ** len(cells & farm.stables)


def capacities(farm):
    """Return the room of every pasture, in the order of `pastures`."""
    return tuple(capacity(farm, cells) for cells in pastures(farm.fences))


def single_places(farm):
    """Return the places for one animal of any kind: the pet and the unfenced stables."""
    return PETS + len(farm.stables - enclosed(farm.fences))


@lru_cache(maxsize=200_000)
def housed(rooms, singles, herd):
    """Return whether a herd fits into pastures with this room and so many single places. Section 8.

    It fits if some way to give each pasture to one kind leaves at most `singles` animals over.
    """
    for given in product(range(len(KINDS)), repeat=len(rooms)):
        left = list(herd)
        for kind, room in zip(given, rooms, strict=True):
            left[kind] = max(0, left[kind] - room)
        if sum(left) <= singles:
            return True
    return False


def fits(farm, herd):
    """Return whether a farm has room for a whole herd."""
    return housed(tuple(sorted(capacities(farm))), single_places(farm), tuple(herd))


def within(small, large):
    """Return whether one herd has no more of any kind than another."""
    return all(few <= many for few, many in zip(small, large, strict=True))


def plus(herd, other):
    """Return two herds together."""
    return tuple(mine + more for mine, more in zip(herd, other, strict=True))


def minus(herd, other):
    """Return what is left of a herd."""
    return tuple(mine - less for mine, less in zip(herd, other, strict=True))


def parts(herd):
    """Return every part of a herd, from no animal to all."""
    return list(product(*(range(count + 1) for count in herd)))


def sub_herds(farm, herd):
    """Return every part of a herd that fits on a farm."""
    return [part for part in parts(herd) if fits(farm, part)]


def maximal_herds(farm, herd):
    """Return the parts of a herd that fit and to which no animal of it can be added."""
    front = []
    for part in sorted(sub_herds(farm, herd), key=lambda part: (-sum(part), part)):
        if not any(within(part, larger) for larger in front):
            front.append(part)
    return front


def herd_fault(farm, available, kept):
    """Return why `kept` cannot be what stays of the available animals on this farm, or None.

    Any animal may be released at any time, so `kept` need not be maximal. Section 8.
    """
    if len(kept) != len(KINDS) or min(kept) < 0:
        return f"{kept} is not a herd"
    if not within(kept, available):
        return f"keeps {kept}, but there are only {available}"
    return None if fits(farm, kept) else f"has no room for {kept}"
