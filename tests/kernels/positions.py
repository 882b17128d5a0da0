"""Random positions of Agricola Express: farms rich and poor, dice many and few, and every reading of the rules.

One description serves both hypothesis, which shrinks, and a seeded bulk loop, which is fast: it asks `pick(low, high)`
for whole numbers and does not care who answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random
from typing import Any

from hypothesis import strategies as st
from oracles.express import DICE, IMPROVEMENTS, OCCUPATIONS, Farm, Options
from oracles.express_moves import ANIMALS, CHOICES

Pick = Callable[[int, int], int]
TIES = tuple(permutations(("Cattle", "Boar", "Sheep")))
GOODS = ("food", "grain", "vegetables", "reed", "wood", "brick", "stone")


BY_DEFAULT = Options()


@dataclass(frozen=True)
class Place:
    """A farm, the dice that lie there, and the rules."""

    farm: Farm
    dice: tuple[str, ...]
    options: Options = BY_DEFAULT


def pick_options(pick: Pick) -> Options:
    """Pick one reading of each ruling, half of the time the default of all."""
    if pick(0, 1) == 0:
        return Options()
    readings = {name: choices[pick(0, len(choices) - 1)] for name, choices in CHOICES.items()}
    return Options(**readings, breeding_ties=TIES[pick(0, len(TIES) - 1)])


def pick_cards(pick: Pick, names: tuple[str, ...]) -> frozenset[str]:
    """Pick none, a few, half or all of the cards."""
    share = (0, 1, 2, 4)[pick(0, 3)]
    return frozenset(name for name in names if share and pick(1, 4) <= share)


def pick_farm(pick: Pick, most: int | None = None) -> Farm:
    """Pick a farm that the rules allow, with at most `most` of each good (drawn where it is not given)."""
    limit = most if most is not None else (1, 3, 9)[pick(0, 2)]
    rooms, pastures = pick(0, 6), pick(0, 4)
    farm = Farm(
        house=pick(0, 2),
        rooms=rooms,
        babies=min(pick(0, 4), rooms),
        fields=pick(0, 5),
        pastures=pastures,
        occupations=pick_cards(pick, OCCUPATIONS),
        improvements=pick_cards(pick, IMPROVEMENTS),
        points=pick(-20, 60),
        **{good: pick(0, limit) for good in GOODS},
    )
    first, kinds = pick(0, 2), pick(0, min(3, pastures))
    herds = {ANIMALS[(first + place) % 3].lower(): pick(1, max(1, limit)) for place in range(kinds)}
    return replace(farm, **herds)


def pick_dice(pick: Pick) -> tuple[str, ...]:
    """Pick a fresh roll, or what is left of one: half of the dice or a quarter of them."""
    share = (4, 2, 1)[pick(0, 2)]
    shown = [faces[pick(0, 5)] for number, faces in DICE.values() for _ in range(number) if pick(1, 4) <= share]
    return tuple(sorted(shown))


def pick_place(pick: Pick) -> Place:
    """Pick a farm, dice and rules."""
    return Place(pick_farm(pick), pick_dice(pick), pick_options(pick))


@st.composite
def places(draw: Any) -> Place:
    """Give hypothesis positions, the simplest being an empty farm without dice."""
    return pick_place(lambda low, high: draw(st.integers(low, high)))


@st.composite
def farms(draw: Any, most: int | None = None) -> Farm:
    """Give hypothesis farms."""
    return pick_farm(lambda low, high: draw(st.integers(low, high)), most)


@st.composite
def options(draw: Any) -> Options:
    """Give hypothesis readings of the rules."""
    return pick_options(lambda low, high: draw(st.integers(low, high)))


def seeded(seed: int) -> Pick:
    """Return a quick source of numbers."""
    return Random(seed).randint
