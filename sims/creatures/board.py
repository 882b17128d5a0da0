"""The board: where a game stands, its beginning, and what happens to the spaces between the placements.

Source: rules/creatures.md, sections 2 to 4.
"""

from __future__ import annotations

import numpy as np

from ..jit import kernel
from .farm import COTTAGE_CELL, FARM, ONE_COLUMN, ORIGIN, STEP
from .geometry import measure
from .pieces import ANIMALS, GOODS, KINDS, SPACES, Building, Good, Space

SEATS = 2
TRIAL_FEATURES = 32
"""Room for a policy to write numbers of its own."""

POSITION = np.dtype(
    [
        ("farms", FARM, (SEATS,)),
        ("goods", np.int64, (SPACES, GOODS)),
        ("occupied", np.int64),
        ("round", np.int64),
        ("seat", np.int64),
        ("placed", np.int64),
        ("first", np.int64),
        ("start", np.int64),
        ("marker", np.int64),
        ("border_stock", np.int64),
        ("troughs", np.int64),
        ("stall_tiles", np.int64),
        ("expansions", np.int64),
        ("copies", np.int64, (KINDS,)),
        ("trial_farm", FARM),
        ("trial_other", FARM),
        ("trial_herd", np.int64, (ANIMALS,)),
        ("trial_features", np.float64, (TRIAL_FEATURES,)),
    ],
    align=True,
)
"""Where a game stands when a policy is asked: to be read only, but for the trial fields, made to try things out in.

`farms` by seat; `goods` on each space; the `occupied` spaces (bits); the `round`, the `seat` that is asked, how many
workers both have `placed` in the round; who started round 1 (`first`), who starts this one (`start`), and who holds the
`marker`, which starts the next. Then what is left in the general supply: borders beside Expand, troughs, stall tiles,
expansions, and `copies` of special buildings. Seats and rounds count from 0.
"""


@kernel()
def clear_farm(farm, rules):
    """Make a farm what it is at the start: six cells with the cottage, and the goods of the rules."""
    goods = rules["start_goods"]
    farm["wood"], farm["stone"], farm["reed"] = goods[Good.WOOD], goods[Good.STONE], goods[Good.REED]
    farm["borders"] = goods[Good.BORDER]
    farm["cells"] = (ONE_COLUMN | ONE_COLUMN << STEP) << (STEP * ORIGIN)
    farm["troughs"] = farm["h_borders"] = farm["v_borders"] = 0
    for kind in range(KINDS):
        farm["buildings"][kind] = 0
    farm["buildings"][Building.COTTAGE] = COTTAGE_CELL
    for animal in range(ANIMALS):
        farm["animals"][animal] = 0
    measure(farm, rules)


@kernel()
def set_up(position, rules, first):
    """Put a position before round 1, which seat `first` starts: before the spaces are filled for it."""
    for seat in range(SEATS):
        clear_farm(position["farms"][seat], rules)
    for space in range(SPACES):
        for good in range(GOODS):
            position["goods"][space, good] = 0
    position["occupied"] = position["round"] = position["placed"] = 0
    position["seat"] = position["first"] = position["start"] = position["marker"] = first
    position["border_stock"], position["troughs"] = rules["border_stock"], rules["troughs"]
    position["stall_tiles"], position["expansions"] = rules["stall_tiles"], rules["expansions"]
    for kind in range(KINDS):
        position["copies"][kind] = rules["copies"][kind]


@kernel(inline=True)
def lies_nothing(goods):
    """Say whether a space (int64[8]) is empty."""
    total = 0
    for good in range(GOODS):
        total += goods[good]
    return total == 0


@kernel()
def refill(position, rules):
    """Fill the spaces for a round, and begin it: the workers are home, the holder of the marker starts."""
    before = position["goods"][Space.EXPAND, Good.BORDER]
    for space in range(SPACES):
        goods = position["goods"][space]
        more = rules["first_refill"][space] if lies_nothing(goods) else rules["next_refill"][space]
        for good in range(GOODS):
            goods[good] += more[good]
    # The borders come from a stock, which counts the rounds of the usual game.
    borders = position["goods"][Space.EXPAND, Good.BORDER] - before
    given = min(borders, position["border_stock"])
    position["goods"][Space.EXPAND, Good.BORDER] = before + given
    position["border_stock"] -= given
    position["occupied"] = position["placed"] = 0
    position["start"] = position["seat"] = position["marker"]
