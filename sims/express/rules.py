"""The rule set of Agricola Express as one read-only record: every number and every reading that can be changed.

Why a record that is passed along, and no constants: a rule variant then needs no new compilation, and a run can
name its rules by a hash of what it holds. `variants` reads and writes it as TOML.

Rulings, where rules/express.md leaves a choice (default first; each is a reading that a variant can change):

- R01 `two_food_pays` value, die: a 2 Food die is worth two when it pays, or counts as one food die.
- R02 `power_paid_from` sheet, sheet_or_dice: the Mayor's 2 Food come from the score sheet alone.
- R03 `free_choice_cost` built, face: the free choice after a face already built costs what is built, or what the
  face would have cost.
- R04 `rearrange` free, fixed: animals move between pastures at will; fixed: a kind stays in the one pasture where
  its first animal was put, so that it has one newborn at most.
- R05 `feeding` must_pay, may_withhold: Food there is has to be paid to the family, or may be kept back.
- R06 `breeding` per_pasture, per_type: a newborn for each pasture with a pair, or one at most for each kind.
- R07 `breeding_ties`: which kind gets the spare pastures where several spreads give as many newborns.
- R08 `start_player_tie` from_old, after_old, lowest_seat: who starts among seats tied for the lowest total.

Rulings without an option, since no reading of the text decides them and no play depends on them:

- R09 Using a power changes at least one die; it cannot set a die to the face that it shows.
- R10 Dice pay a cost without waste: two for each unit, or one beside a workshop's virtual die.
- R11 Animals go only for want of room, or to be cooked; then all of the new ones or all of another kind go.
- R12 Powers that set "up to 2" dice set one or two, to faces that are on those dice.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..jit import kernel
from .faces import FACES, Good
from .farm import FARM

TABLE = 128
"""Points of goods are looked up for counts below this, and computed above."""
MOST_BABIES = 8
HARVESTS = 3

RULES = np.dtype(
    [
        ("number", np.int32, (6,)),
        ("faces", np.int8, (6, 6)),
        ("start", FARM),
        ("rounds", np.int32, (HARVESTS,)),
        ("adults", np.int32),
        ("most_babies", np.int32),
        ("adult_food", np.int32),
        ("baby_food", np.int32),
        ("midwife_baby_food", np.int32),
        ("room_reed", np.int32),
        ("room_resource", np.int32),
        ("brick_house", np.int32),
        ("stone_house", np.int32),
        ("pasture_wood", np.int32),
        ("occupation_food", np.int32),
        ("hearth_or_oven", np.int32),
        ("workshop_wood", np.int32),
        ("mayor_food", np.int32),
        ("harvested", np.int32),
        ("cook", np.int32, (5,)),
        ("house_any", np.int32),
        ("room_points", np.int32, (3,)),
        ("fields_any", np.int32),
        ("field_points", np.int32),
        ("mayor_field_points", np.int32),
        ("pastures_any", np.int32),
        ("pasture_points", np.int32),
        ("baby_points", np.int32, (MOST_BABIES + 1,)),
        ("missing_food", np.int32),
        ("good_any", np.int32, (len(Good),)),
        ("good_points", np.int32, (len(Good),)),
        ("good_per", np.int32, (len(Good),)),
        ("builder_points", np.int32),
        ("par", np.int32),
        ("two_food_pays", np.int32),
        ("power_paid_from", np.int32),
        ("free_choice_cost", np.int32),
        ("rearrange", np.int32),
        ("feeding", np.int32),
        ("breeding", np.int32),
        ("breeding_ties", np.int32, (3,)),
        ("start_player_tie", np.int32),
        ("good_table", np.int32, (len(Good), TABLE)),
        ("on_die", np.int8, (FACES,)),
    ],
    align=True,
)
"""One rule set. Derived: `good_table`, the points of each number of each good (resources: with their workshop), and
`on_die`, whether a face is on its die at all."""


class TwoFoodPays(IntEnum):
    """R01."""

    VALUE = 0
    DIE = 1


class PowerPaidFrom(IntEnum):
    """R02."""

    SHEET = 0
    SHEET_OR_DICE = 1


class FreeChoiceCost(IntEnum):
    """R03."""

    BUILT = 0
    FACE = 1


class Rearrange(IntEnum):
    """R04."""

    FREE = 0
    FIXED = 1


class Feeding(IntEnum):
    """R05."""

    MUST_PAY = 0
    MAY_WITHHOLD = 1


class Breeding(IntEnum):
    """R06."""

    PER_PASTURE = 0
    PER_TYPE = 1


class StartPlayerTie(IntEnum):
    """R08."""

    FROM_OLD = 0
    AFTER_OLD = 1
    LOWEST_SEAT = 2


@kernel()
def good_score(rules, good, number):
    """Return the points of `number` of a `Good` (of a resource: for the owner of its workshop)."""
    if number < TABLE:
        return rules["good_table"][good, number]
    return rules["good_any"][good] + rules["good_points"][good] * (number // rules["good_per"][good])


def derive(rules: Any) -> None:
    """Fill the derived fields of a rules record, in place."""
    rules["on_die"] = np.isin(np.arange(FACES), rules["faces"])
    for good in Good:
        numbers = np.arange(TABLE)
        points = rules["good_any"][good] + rules["good_points"][good] * (numbers // max(1, rules["good_per"][good]))
        rules["good_table"][good] = np.where(numbers > 0, points, 0)


@kernel()
def total_rounds(rules):
    """Return the number of rounds in a game."""
    return rules["rounds"][0] + rules["rounds"][1] + rules["rounds"][2]


@kernel()
def harvest_of(rules, round_):
    """Return the harvest (0-2) that comes next in a round (0-based)."""
    if round_ < rules["rounds"][0]:
        return 0
    return 1 if round_ < rules["rounds"][0] + rules["rounds"][1] else 2


@kernel()
def food_need(farm, rules):
    """Return the Food that a farm's family eats at a harvest. Source: rules/express.md, "Harvest", 1."""
    midwife = (farm["occupations"] >> 5) & 1
    baby = rules["midwife_baby_food"] if midwife else rules["baby_food"]
    return rules["adults"] * rules["adult_food"] + farm["babies"] * baby


@kernel()
def actions_of(farm, rules):
    """Return the actions that a farm's family has in a round, babies born in it included."""
    return rules["adults"] + farm["babies"]
