"""Last rounds with few dice, which can be worked out: rules, random positions, and their true worth."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from analyser.bounds import problem_of
from analyser.relaxation import value_of
from sims.express import variants
from sims.express.last_round import LastRound, all_rolls

from .positions import pick_farm
from .translate import to_record

KINDS = ("farm", "occupation", "improvement", "produce", "resource", "animal")
FEW = {
    "two": (0, 0, 0, 1, 1, 0),
    "three": (1, 0, 0, 1, 1, 0),
    "animals": (2, 0, 0, 1, 1, 1),
    "jobs": (1, 1, 0, 1, 1, 0),
    "oven": (1, 0, 1, 1, 1, 0),
}
"""How many dice of each kind; they fall in 16, 48, 288, 288 and 288 ways that count as distinct."""


@lru_cache(None)
def few_dice(name: str) -> Any:
    """Return the rules record with few dice."""
    numbers = zip(KINDS, FEW[name], strict=True)
    return variants.build(name, {f"dice.{kind}.number": number for kind, number in numbers}, "test").record


@lru_cache(None)
def law(name: str, exact: bool = True) -> list[tuple[Any, bytes]]:
    """Return (chance, roll) of each roll of few dice, the chances as fractions or as floats."""
    rolls, ways = all_rolls(few_dice(name))
    total = int(ways.sum())
    chances = [Fraction(int(way), total) if exact else int(way) / total for way in ways]
    return list(zip(chances, (roll.tobytes() for roll in rolls), strict=True))


def position(name: str, left: int, seed: int, table: Any = None, more_babies: bool = False) -> LastRound:
    """Return a random last round with `left` actions left, the dice that lie there being part of a roll."""
    random, rules = Random(f"{name} {left} {seed}"), few_dice(name)
    farm = to_record(pick_farm(random.randint, 3))
    if more_babies:
        farm["babies"] = rules["most_babies"] - 1
        farm["rooms"] = max(farm["rooms"], farm["babies"] + seed % 2)
    else:
        farm["babies"] = rules["most_babies"]
        farm["rooms"] = max(farm["rooms"], farm["babies"])
    roll = np.frombuffer(random.choice(law(name))[1], np.int8)
    dice = roll * np.array([random.randint(0, 1) for _ in roll], np.int8)
    return LastRound(rules, farm, dice, 2 + int(farm["babies"]) - left, table)


def worth(round_: LastRound, name: str, exact: bool = True) -> Any:
    """Return the points of perfect play, found by enumeration."""
    return value_of(problem_of(round_, law(name, exact)))(0, round_.start)
