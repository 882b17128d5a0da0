"""Every throw of the dice and its exact weight, die kind by die kind, and what an occupation can make of it.

Why kinds apart: dice of different kinds fall independently, so that a question needs the throws of those kinds alone
that it looks at, and of each kind only which faces show, not which die shows them. Three dice of four faces have 20
such throws instead of 216, and nothing here ever goes through all 6^13 rolls.

A throw is a tuple of face numbers in ascending order; its weight is how many of the 6^n ways to roll n dice show it.
All is counted in whole numbers. Source: rules/express.md, "Dice (13)"; a rule set's own dice count as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any

from .faces import FIRST_FACE, POWER_DICE, POWER_KIND, DieKind, Face

SIDES = 6

Throw = tuple[int, ...]
Weights = Mapping[Throw, int]


@lru_cache(256)
def throws(faces: tuple[int, ...], number: int) -> Weights:
    """Return each throw of `number` dice with these six faces, and its weight; the weights add up to 6^number."""
    sides = Counter(faces)
    return {throw: weight(throw, sides) for throw in combinations_with_replacement(sorted(sides), number)}


def weight(throw: Throw, sides: Mapping[int, int]) -> int:
    """Return how many ways there are to roll a throw: its orders, times the sides that show each face."""
    counts = Counter(throw)
    orders = factorial(len(throw)) // prod(factorial(count) for count in counts.values())
    return orders * prod(sides[face] ** count for face, count in counts.items())


@lru_cache(4096)
def settings(throw: Throw, faces: tuple[int, ...], most: int) -> frozenset[Throw]:
    """Return what a throw can be made into by setting up to `most` of its dice to faces that are on them (R12).

    The throw itself is among them. Source: "One action", 2.
    """
    found = {throw}
    for number in range(1, min(most, len(throw)) + 1):
        for kept in combinations(throw, len(throw) - number):
            for new in combinations_with_replacement(sorted(set(faces)), number):
                found.add(tuple(sorted(kept + new)))
    return frozenset(found)


def dice_of(record: Any, kind: DieKind) -> tuple[tuple[int, ...], int]:
    """Return the six faces of a kind of dice under a rules record, and how many of these dice there are."""
    return tuple(map(int, record["faces"][kind])), int(record["number"][kind])


def kind_of(face: int) -> DieKind:
    """Return the kind of dice that a face belongs to."""
    return next(kind for kind in DieKind if face < FIRST_FACE[kind + 1])


def power_of(card: Face) -> tuple[DieKind, int] | None:
    """Return the kind of dice that a card's power sets, and how many of them; None for a card without a power."""
    place = card - Face.MAYOR
    if not 0 <= place < len(POWER_KIND):
        return None
    return DieKind(int(POWER_KIND[place])), int(POWER_DICE[place])
