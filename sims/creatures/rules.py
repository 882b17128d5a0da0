"""The rule set as one read-only record: every number and every reading that can be changed.

Why a record that is passed along, and no constants: a rule variant then needs no new compilation, and a run can name
its rules by a hash of what it holds. `variants` reads and writes it as TOML. All points are kept doubled, so that the
half points of the Storage Building are whole numbers.

Rulings, where rules/creatures.md leaves a choice or says nothing:

- R01 `first` seat_1, coin: who starts round 1 is an input. The rules file proposes a fair coin; the default here is
  that seat 1 starts, so that a run shows by seats what starting is worth. `compare` seats every policy on both seats.
- R02 A border on a building's wall is refused, not merely left out of the lists: it could do nothing.
- R03 With Expand an expansion has to be taken while there is one; then its side is `left` or `right`, else none is
  named.
- R04 A move names the herd that stays after it. Whatever fits may stay, since animals may be released at any time; only
  the largest such herds are listed.
- R05 Room is tested once, after the whole action with its free animals, and once at breeding, after all births.
- R06 Births of all types count the animals from before the phase.
- R07 The Open Stables are no stall and no stables: the Stables action does not see them.
- R08 Whoever takes Start Player begins the next round; the order of the running one stays.
- R09 Animals and materials never run out.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..jit import kernel
from .pieces import ANIMALS, GOODS, KINDS, MATERIALS, SPACES, WAYS

TABLE = 64
"""Points of animals are looked up for numbers below this, and computed above."""
MOST_ROUNDS = 14

RULES = np.dtype(
    [
        ("rounds", np.int64),
        ("workers", np.int64),
        ("first", np.int64),
        ("start_goods", np.int64, (GOODS,)),
        ("border_stock", np.int64),
        ("troughs", np.int64),
        ("stall_tiles", np.int64),
        ("expansions", np.int64),
        ("copies", np.int64, (KINDS,)),
        ("first_refill", np.int64, (SPACES, GOODS)),
        ("next_refill", np.int64, (SPACES, GOODS)),
        ("materials", np.int64, (MATERIALS,)),
        ("fence_wood", np.int64),
        ("free_walls", np.int64),
        ("wall_stone", np.int64),
        ("free_troughs", np.int64),
        ("trough_wood", np.int64),
        ("stall_cost", np.int64, (MATERIALS,)),
        ("stables_wood", np.int64),
        ("stables_stone", np.int64),
        ("cost", np.int64, (KINDS, WAYS, MATERIALS)),
        ("ways", np.int64, (KINDS,)),
        ("site", np.int64, (KINDS,)),
        ("gifts", np.int64, (KINDS,)),
        ("capacity", np.int64, (KINDS,)),
        ("points", np.int64, (KINDS,)),
        ("material_points", np.int64, (KINDS,)),
        ("pasture_space", np.int64),
        ("lone_trough", np.int64),
        ("pair", np.int64),
        ("newborns", np.int64),
        ("expansion_points", np.int64),
        ("animal_points", np.int64, (ANIMALS,)),
        ("few", np.int64),
        ("few_bonus", np.int64),
        ("bonus_from", np.int64, (ANIMALS, 3)),
        ("herd_table", np.int64, (ANIMALS, TABLE)),
        ("bonus_table", np.int64, (ANIMALS, TABLE)),
    ],
    align=True,
)
"""One rule set. `first_refill` is what an empty space gets at the start of a round, `next_refill` one that still
holds something. `gifts` are bits: the animals of which the owner gets one at once. `points`, `material_points`,
`expansion_points` and the derived tables are doubled. Derived: `bonus_table` and `herd_table`, the bonus alone and
with the animals' own points."""


class First(IntEnum):
    """R01."""

    SEAT_1 = 0
    COIN = 1


@kernel()
def bonus_of(rules, animal, number):
    """Return the doubled bonus for `number` of a type. Source: section 9.1."""
    if number < rules["few"]:
        return 2 * rules["few_bonus"]
    steps = rules["bonus_from"][animal]
    if number >= steps[2]:
        return 2 * (3 + number - steps[2])
    return 2 * (int(number >= steps[0]) + int(number >= steps[1]))


@kernel(inline=True)
def bonus(rules, animal, number):
    """Return the doubled bonus for `number` of a type, from the table where it reaches so far."""
    return rules["bonus_table"][animal, number] if number < TABLE else bonus_of(rules, animal, number)


@kernel(inline=True)
def animal_value(rules, animal, number):
    """Return the doubled points of `number` of a type, bonus included."""
    if number < TABLE:
        return rules["herd_table"][animal, number]
    return 2 * rules["animal_points"][animal] * number + bonus_of(rules, animal, number)


def derive(rules: Any) -> None:
    """Fill the derived fields of a rules record, in place."""
    for animal in range(ANIMALS):
        for number in range(TABLE):
            rules["bonus_table"][animal, number] = _bonus(rules, animal, number)
            own = 2 * rules["animal_points"][animal] * number
            rules["herd_table"][animal, number] = own + rules["bonus_table"][animal, number]


def _bonus(rules: Any, animal: int, number: int) -> int:
    """Return what `bonus_of` does, uncompiled: reading a rule set has to be quick."""
    function = getattr(bonus_of, "py_func", bonus_of)
    return int(function(rules, animal, number))
