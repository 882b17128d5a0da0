"""Every legal move on a space by brute force: all values of all decisions, of which `why_illegal` lets some pass.

For small positions: rooms and stables come in all sets of as many cells as can be paid, fences in all 7,963 layouts.
Nothing is converted beforehand, and where no animals come and no fences are built, all animals stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np

from sims.agricola.farm import CELLS
from sims.agricola.faults import Fault
from sims.agricola.layouts import PLACES
from sims.agricola.moves import carry_out, why_illegal
from sims.agricola.pieces import ANIMALS, IMPROVEMENTS, NOTHING, SUPPLY, Effect, Good
from sims.agricola.rules import house_good

from .translate import new_move

Values = dict[str, int]


def cell_sets(most: int) -> list[int]:
    """Return the masks of all sets of so many cells or fewer."""
    return [sum(1 << cell for cell in some) for size in range(most + 1) for some in combinations(range(CELLS), size)]


def fields(**choices: Any) -> list[Values]:
    """Return a dict for every combination of values."""
    return [dict(zip(choices, values, strict=True)) for values in product(*choices.values())]


def values_for(effect: int, farm: Any, rules: Any, space: int) -> list[Values]:
    """Return all that may be decided for an effect, and a little that may not."""
    supply = [int(number) for number in farm["supply"]]
    if effect == Effect.CHOOSE:
        return fields(chosen=range(1 << SUPPLY))
    if effect == Effect.ANIMAL:
        return fields(animal=range(NOTHING, ANIMALS + 1))
    if effect == Effect.ROOM:
        return fields(rooms=cell_sets(min(supply[house_good(farm["house"])] // 5, supply[Good.REED] // 2)))
    if effect == Effect.STABLE:
        cost = max(1, int(rules["stable_wood"][space]))
        return fields(stables=cell_sets(min(2 if cost == 1 else 4, supply[Good.WOOD] // cost)))
    if effect == Effect.PLOW:
        return fields(plow=cell_sets(1))
    grain, vegetables = range(supply[Good.GRAIN] + 2), range(supply[Good.VEGETABLE] + 2)
    if effect == Effect.SOW:
        return fields(sow_grain=grain, sow_vegetables=vegetables)
    if effect == Effect.BAKE:
        return fields(bake=grain)
    if effect == Effect.IMPROVE:
        return fields(improvement=range(IMPROVEMENTS), returned=range(NOTHING, 3), oven_bake=grain)
    return fields(layout=range(1, PLACES)) if effect == Effect.FENCE else [{}]


def kinds_of_move(rules: Any, space: int) -> Iterator[list[Effect]]:
    """Yield all sets of effects that a space has."""
    bits = rules["must"][space] | rules["any_of"][space] | rules["one_of"][space] | rules["may"][space]
    own = [effect for effect in Effect if bits & effect]
    for size in range(len(own) + 1):
        yield from (list(some) for some in combinations(own, size))


def drafts(position: Any, rules: Any, space: int) -> Iterator[Any]:
    """Yield all moves on a space that are legal but for the herd; `trial_farm` is what they make of the farm."""
    farm = position["farms"][position["seat"]].copy()
    for effects in kinds_of_move(rules, space):
        for values in product(*(values_for(effect, farm, rules, space) for effect in effects)):
            move = new_move()
            move["space"], move["does"] = space, sum(effects)
            for each in values:
                for name, value in each.items():
                    move[name] = value
            if carry_out(position, move, rules) == Fault.LEGAL:
                yield move


def herds_for(position: Any, move: Any, space: int) -> list[tuple[int, ...]]:
    """Return the herds that may be asked for after a draft, which has just been carried out."""
    animals = [int(number) for number in position["trial_farm"]["animals"]]
    lying = position["goods"][space][SUPPLY:].any() or bool(move["does"] & (Effect.ANIMAL | Effect.FENCE))
    return list(product(*(range(number + 1) for number in animals))) if lying else [tuple(animals)]


def every_move(position: Any, rules: Any, space: int) -> list[Any]:
    """Return every legal move on a space."""
    found = []
    for draft in drafts(position, rules, space):
        for herd in herds_for(position, draft, space):
            move = np.array([draft], draft.dtype)[0]
            move["herd"][:] = herd
            if why_illegal(position, move, rules) == Fault.LEGAL:
                found.append(move)
    return found
