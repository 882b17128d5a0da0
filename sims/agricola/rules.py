"""The rule set of a mode of an edition as one read-only record: every number and every reading that can be changed.

Why a record that is passed along, and no constants: both editions and all modes are then one engine, a rule variant
needs no new compilation, and a run can name its rules by a hash of what it holds. `editions` gives the modes,
`variants` reads and writes them as TOML.

Rulings, where rules/agricola-2007.md and rules/agricola-revised.md leave a choice or say nothing:

- R01 `first` seat_1, drawn: who starts round 1 is an input. The default is seat 1, so that a run shows by seats what
  starting is worth; `compare` seats every policy on all seats.
- R02 `card_order` shuffled, given: inside each stage the round cards come in a drawn order, or in that of `cards`.
- R03 `side_job` off, not_solo, always: whether the tile lies on the table (Revised, section 13).
- R04 `craft_bonus` kept, spent: whether resources that earn bonus points count for the tie-break (Revised, K14).
- R05 An action space that only plays hand cards is not on the table.
- R06 Animals may be released at any time; those that do not stay after a placement are cooked where the farm can, since
  food never harms.
- R07 Goods are turned into food before the placement's effect (`converted`), after it (animals), or in the feeding:
  that is as good as at any time, since nothing else asks for food.
- R08 Food in supply has to be paid to the family; goods need not be converted.
- R09 A placement carries out what its effects say in the order of `Effect`; improvement and fences come last.
- R10 At breeding parents of one type may be released for newborns of another, as at any time.
- R11 A player who can place nobody passes for the rest of the round.
- R12 Whoever takes the marker begins the next round; the order of the running one stays.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ..jit import kernel
from .layouts import LAYOUTS, load_layouts
from .pieces import ANIMALS, CARDS, GOODS, IMPROVEMENTS, SPACES, SUPPLY, Good, House, Improvement

SEATS = 5
"""No game has more seats."""
STAGE_ENDS = (4, 7, 9, 11, 13, 14)
"""Round cards up to the end of each stage."""
HARVESTS = 6
SCALES, STEPS = 7, 4
TABLE = 64
"""Points of goods are looked up for numbers below this; beyond it they are as for the last."""
CRAFTS = 3
"""Joinery, Pottery and Basketmaker's Workshop, in this order, from improvement `FIRST_CRAFT` on."""
FIRST_CRAFT = Improvement.JOINERY
COOKED = 4
"""What a Fireplace cooks: the three types of animals, and vegetables."""

RULES = np.dtype(
    [
        ("edition", np.int64),
        ("mode", np.int64),
        ("rounds", np.int64),
        ("harvest_list", np.int64, (HARVESTS,)),
        ("harvests", np.int64),
        ("first", np.int64),
        ("card_order", np.int64),
        ("side_job", np.int64),
        ("craft_bonus", np.int64),
        ("tie_break", np.int64),
        ("cards", np.int64, (CARDS,)),
        ("players", np.int64, (SPACES,)),
        ("refill", np.int64, (SPACES, GOODS)),
        ("solo_wood", np.int64),
        ("gain", np.int64, (SPACES, SUPPLY)),
        ("must", np.int64, (SPACES,)),
        ("any_of", np.int64, (SPACES,)),
        ("one_of", np.int64, (SPACES,)),
        ("may", np.int64, (SPACES,)),
        ("choices", np.int64, (SPACES,)),
        ("choice_of", np.int64, (SPACES,)),
        ("stable_wood", np.int64, (SPACES,)),
        ("most_stables", np.int64, (SPACES,)),
        ("most_rooms", np.int64, (SPACES,)),
        ("growth_from", np.int64, (SPACES,)),
        ("animal_food", np.int64, (ANIMALS,)),
        ("start_food", np.int64),
        ("start_food_first", np.int64),
        ("start_food_solo", np.int64),
        ("adult_food", np.int64),
        ("adult_food_solo", np.int64),
        ("newborn_food", np.int64),
        ("people", np.int64),
        ("stables", np.int64),
        ("room_material", np.int64),
        ("room_reed", np.int64),
        ("renovation_material", np.int64),
        ("renovation_reed", np.int64),
        ("fence_wood", np.int64),
        ("grain_sown", np.int64),
        ("vegetables_sown", np.int64),
        ("cost", np.int64, (IMPROVEMENTS, SUPPLY)),
        ("points", np.int64, (IMPROVEMENTS,)),
        ("cook", np.int64, (3, COOKED)),
        ("raw_grain", np.int64),
        ("bake", np.int64, (3,)),
        ("oven_food", np.int64, (2,)),
        ("oven_grain", np.int64, (2,)),
        ("craft_food", np.int64, (CRAFTS,)),
        ("craft_bonus_from", np.int64, (CRAFTS, 3)),
        ("well_rounds", np.int64),
        ("pasture_space", np.int64),
        ("pets", np.int64),
        ("pair", np.int64),
        ("newborns", np.int64),
        ("scale", np.int64, (SCALES, STEPS)),
        ("person_points", np.int64),
        ("room_points", np.int64, (3,)),
        ("unused_points", np.int64),
        ("stable_points", np.int64),
        ("begging_points", np.int64),
        ("scale_points", np.int64, (SCALES, TABLE)),
        ("craft_points", np.int64, (CRAFTS, TABLE)),
        ("layouts", LAYOUTS),
    ],
    align=True,
)
"""One rule set. `edition` is its number in `EDITIONS`. `harvest_list` are the rounds (from 1) with a harvest. `cards`
are the round cards in their order, each a `Space`.

By space: `players` are bits, from 1 << 1 on: with how many it is on the table; `refill` goods each round (WOOD3 has
`solo_wood` alone), `gain` goods each use; what a placement there has to do (`must`, `any_of`, `one_of`) and `may` do,
as `Effect` bits; how many building resources of `choice_of` (bits by `Good`) it gives; cost and limits of what is built
there; and the round (from 0) from which it gives growth.

`raw_grain` food for a grain that is eaten raw; `cook` food for each sheep, boar, cattle and vegetable with nothing, a
Fireplace and a Hearth; `bake` food for a grain with them; then the two ovens. `scale` says from how many fields,
pastures, grain, vegetables, sheep, boar and cattle on there are 1, 2, 3 and 4 points, below the first -1.

Derived: `harvests` are bits, a round each (from 0); the tables of points, and the `layouts` of pastures."""


class First(IntEnum):
    """R01."""

    SEAT_1 = 0
    DRAWN = 1


class CardOrder(IntEnum):
    """R02."""

    SHUFFLED = 0
    GIVEN = 1


class SideJob(IntEnum):
    """R03."""

    OFF = 0
    NOT_SOLO = 1
    ALWAYS = 2


class CraftBonus(IntEnum):
    """R04."""

    KEPT = 0
    SPENT = 1


class TieBreak(IntEnum):
    """Who wins of players with equal points (section 12): all, or who has more building resources left."""

    SHARED = 0
    RESOURCES = 1


@kernel(inline=True)
def scale_points(rules, scale, number):
    """Return the points for a number of fields, pastures, crops or animals."""
    return rules["scale_points"][scale, min(number, TABLE - 1)]


@kernel(inline=True)
def cooker(improvements):
    """Return what a farm cooks with: 0 nothing, 1 a Fireplace, 2 a Hearth."""
    if improvements & (1 << Improvement.HEARTH_4 | 1 << Improvement.HEARTH_5):
        return 2
    return int((improvements & (1 << Improvement.FIREPLACE_2 | 1 << Improvement.FIREPLACE_3)) != 0)


@kernel(inline=True)
def is_harvest(rules, round_):
    """Say whether a round (from 0) ends with a harvest."""
    return (rules["harvests"] >> round_) & 1 == 1


def derive(rules: Any) -> None:
    """Fill the derived fields of a rules record, in place."""
    rules["layouts"] = load_layouts()
    for scale in range(SCALES):
        for number in range(TABLE):
            steps = sum(number >= step for step in rules["scale"][scale])
            rules["scale_points"][scale, number] = steps or -1
    for craft in range(CRAFTS):
        for number in range(TABLE):
            rules["craft_points"][craft, number] = sum(number >= step for step in rules["craft_bonus_from"][craft])


@kernel(inline=True)
def house_good(house):
    """Return the `Good` of which a house is made: wood, clay or stone."""
    if house == House.WOOD:
        return Good.WOOD
    return Good.CLAY if house == House.CLAY else Good.STONE
