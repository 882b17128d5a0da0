"""Moves: what one worker does on one space, why a move is illegal, and what it changes.

Source: rules/creatures.md, sections 5 to 8. One function, `why_illegal`, knows the rules; the question and the act
both go through it. It carries the move out on the position's trial farm, because room for the herd is tested after
the whole action (R05), and `apply` keeps that farm.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..bits import count
from ..herds import fits
from ..jit import kernel
from .farm import ROWS, closed_h, closed_v, column_beside, edges_h, edges_v
from .geometry import measure
from .pieces import (
    ANIMALS,
    FIRST_ANIMAL,
    FIRST_SPECIAL,
    KINDS,
    NOTHING,
    SPACES,
    Building,
    Good,
    Material,
    Site,
    Space,
)

MOVE = np.dtype(
    [
        ("space", np.int64),
        ("h_borders", np.int64),
        ("v_borders", np.int64),
        ("side", np.int64),
        ("cells", np.int64),
        ("with_wood", np.int64),
        ("building", np.int64),
        ("payment", np.int64),
        ("animal", np.int64),
        ("herd", np.int64, (ANIMALS,)),
    ],
    align=True,
)
"""A move: its `Space`, and what is decided there: edges for borders (masks), the `Side` of an expansion, `cells` (a
mask: of a stall, troughs, stables or a special building), how many stables are paid `with_wood` (the others with
stone), the special `building`, the `payment` (which of its costs), the `animal` that comes with it. What a space does
not ask for is 0, or NOTHING for side, building, payment and animal. `herd`: the animals that stay on the farm after
the move, by type."""


PLENTY = 64


class Fault(IntEnum):
    """Why a move is illegal."""

    LEGAL = 0
    NO_SUCH_SPACE = 1
    OCCUPIED = 2
    NOTHING_THERE = 3
    NO_EDGES = 4
    NO_SUCH_EDGE = 5
    EDGE_CLOSED = 6
    TOO_FEW_BORDERS = 7
    TOO_LITTLE_WOOD = 8
    TOO_LITTLE_STONE = 9
    TOO_LITTLE_REED = 10
    NO_SIDE = 11
    NO_EXPANSION = 12
    NO_CELLS = 13
    NO_SUCH_CELL = 14
    NOT_ONE_CELL = 15
    BUILT_OVER = 16
    NO_TILE = 17
    TROUGH_THERE = 18
    TOO_FEW_TROUGHS = 19
    NOT_A_STALL = 20
    WRONG_PAYMENT = 21
    NO_SUCH_BUILDING = 22
    BUILDING_GONE = 23
    WRONG_ANIMAL = 24
    HERD_TOO_LARGE = 25
    NO_ROOM = 26
    NOT_ASKED = 27


@kernel(inline=True)
def walls_cost(rules, borders):
    """Return the stone that Walls asks for a number of borders."""
    return max(0, borders - rules["free_walls"]) * rules["wall_stone"]


@kernel(inline=True)
def troughs_cost(rules, troughs):
    """Return the wood that Feeding Trough asks for a number of troughs."""
    return max(0, troughs - rules["free_troughs"]) * rules["trough_wood"]


@kernel(inline=True)
def payable(stock, cost):
    """Return how many things a stock pays, at a cost each; more than anybody wants where they cost nothing."""
    return PLENTY if cost == 0 else stock // cost


@kernel(inline=True)
def can_pay(farm, wood, stone, reed):
    """Return the fault of a cost: the material of which there is too little."""
    if farm["wood"] < wood:
        return Fault.TOO_LITTLE_WOOD
    if farm["stone"] < stone:
        return Fault.TOO_LITTLE_STONE
    return Fault.TOO_LITTLE_REED if farm["reed"] < reed else Fault.LEGAL


# --- Why not -------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def borders_fault(farm, move, rules):
    """Return what is wrong with borders: which edges, how many, who pays."""
    h, v, cells = move["h_borders"], move["v_borders"], farm["cells"]
    borders = count(h) + count(v)
    if h == 0 and v == 0:
        return Fault.NO_EDGES
    if (h & ~edges_h(cells)) != 0 or (v & ~edges_v(cells)) != 0:
        return Fault.NO_SUCH_EDGE
    if (h & closed_h(farm)) != 0 or (v & closed_v(farm)) != 0:
        return Fault.EDGE_CLOSED
    if borders > farm["borders"]:
        return Fault.TOO_FEW_BORDERS
    if move["space"] == Space.FENCES:
        return can_pay(farm, borders * rules["fence_wood"], 0, 0)
    return can_pay(farm, 0, walls_cost(rules, borders), 0)


@kernel(inline=True)
def expand_fault(position, move):
    """Return what is wrong with an expansion: one has to be taken while there is one (R03)."""
    if position["expansions"] > 0:
        return Fault.LEGAL if move["side"] == 0 or move["side"] == 1 else Fault.NO_SIDE
    if move["side"] != NOTHING:
        return Fault.NO_EXPANSION
    return Fault.LEGAL if position["goods"][Space.EXPAND, Good.BORDER] > 0 else Fault.NOTHING_THERE


@kernel(inline=True)
def cells_fault(farm, cells):
    """Return what is wrong with the cells that a move names, if they are none or none of the farm's."""
    if cells == 0:
        return Fault.NO_CELLS
    return Fault.NO_SUCH_CELL if (cells & ~farm["cells"]) != 0 else Fault.LEGAL


@kernel(inline=True)
def stall_fault(position, farm, move, rules):
    """Return what is wrong with a stall."""
    cells, cost = move["cells"], rules["stall_cost"]
    if count(cells) > 1:
        return Fault.NOT_ONE_CELL
    if (cells & farm["built"]) != 0:
        return Fault.BUILT_OVER
    if position["stall_tiles"] <= 0:
        return Fault.NO_TILE
    return can_pay(farm, cost[0], cost[1], cost[2])


@kernel(inline=True)
def troughs_fault(position, farm, move, rules):
    """Return what is wrong with feeding troughs."""
    cells = move["cells"]
    if (cells & farm["troughs"]) != 0:
        return Fault.TROUGH_THERE
    if count(cells) > position["troughs"]:
        return Fault.TOO_FEW_TROUGHS
    return can_pay(farm, troughs_cost(rules, count(cells)), 0, 0)


@kernel(inline=True)
def stables_fault(farm, move, rules):
    """Return what is wrong with stables; each is paid with one kind of material, and two may be paid differently."""
    cells, with_wood = move["cells"], move["with_wood"]
    number = count(cells)
    if (cells & ~farm["buildings"][Building.STALL]) != 0:
        return Fault.NOT_A_STALL
    if with_wood < 0 or with_wood > number:
        return Fault.WRONG_PAYMENT
    return can_pay(farm, with_wood * rules["stables_wood"], (number - with_wood) * rules["stables_stone"], 0)


@kernel(inline=True)
def site_fault(farm, cells, site):
    """Return what is wrong with the place of a special building."""
    if count(cells) > 1:
        return Fault.NOT_ONE_CELL
    if site == Site.FREE:
        return Fault.BUILT_OVER if (cells & farm["built"]) != 0 else Fault.LEGAL
    under = farm["buildings"][Building.COTTAGE if site == Site.COTTAGE else Building.STALL]
    if (cells & under) != 0:
        return Fault.LEGAL
    return Fault.BUILT_OVER if site == Site.COTTAGE else Fault.NOT_A_STALL


@kernel(inline=True)
def special_fault(position, farm, move, rules):
    """Return what is wrong with a special building: which, where, how it is paid, what comes with it."""
    kind, way, gifts = move["building"], move["payment"], 0
    if kind < FIRST_SPECIAL or kind >= KINDS:
        return Fault.NO_SUCH_BUILDING
    if position["copies"][kind] <= 0:
        return Fault.BUILDING_GONE
    fault = site_fault(farm, move["cells"], rules["site"][kind])
    if fault != Fault.LEGAL:
        return fault
    if way < 0 or way >= rules["ways"][kind]:
        return Fault.WRONG_PAYMENT
    gifts = rules["gifts"][kind]
    if (gifts == 0) != (move["animal"] == NOTHING) or (gifts != 0 and not is_gift(gifts, move["animal"])):
        return Fault.WRONG_ANIMAL
    cost = rules["cost"][kind, way]
    return can_pay(farm, cost[0], cost[1], cost[2])


@kernel(inline=True)
def is_gift(gifts, animal):
    """Say whether an animal is one of those in a set of bits."""
    return 0 <= animal < ANIMALS and (gifts >> animal) & 1 == 1


@kernel(inline=True)
def decides_more(move):
    """Say whether a move decides something that its space does not ask for."""
    space = move["space"]
    special = space == Space.SPECIAL_BUILDING_A or space == Space.SPECIAL_BUILDING_B
    if space != Space.FENCES and space != Space.WALLS and (move["h_borders"] != 0 or move["v_borders"] != 0):
        return True
    if (space < Space.STALLS or space > Space.SPECIAL_BUILDING_B) and move["cells"] != 0:
        return True
    if not special and (move["building"] != NOTHING or move["payment"] != NOTHING or move["animal"] != NOTHING):
        return True
    return (space != Space.EXPAND and move["side"] != NOTHING) or (space != Space.STABLES and move["with_wood"] != 0)


@kernel()
def space_fault(position, move, rules):
    """Return what is wrong with a move, but for the herd that stays."""
    space, farm = move["space"], position["farms"][position["seat"]]
    if space < 0 or space >= SPACES:
        return Fault.NO_SUCH_SPACE
    if (position["occupied"] >> space) & 1:
        return Fault.OCCUPIED
    if decides_more(move):
        return Fault.NOT_ASKED
    if space == Space.FENCES or space == Space.WALLS:
        return borders_fault(farm, move, rules)
    if space == Space.EXPAND:
        return expand_fault(position, move)
    if space < Space.STALLS or space >= Space.MILLPOND:
        return Fault.LEGAL
    fault = cells_fault(farm, move["cells"])
    if fault != Fault.LEGAL:
        return fault
    if space == Space.STALLS:
        return stall_fault(position, farm, move, rules)
    if space == Space.FEEDING_TROUGH:
        return troughs_fault(position, farm, move, rules)
    if space == Space.STABLES:
        return stables_fault(farm, move, rules)
    return special_fault(position, farm, move, rules)


@kernel(inline=True)
def herd_fault(farm, herd):
    """Return what is wrong with a herd (int64[4]) that is to stay of a farm's animals."""
    animals = farm["animals"]
    for animal in range(ANIMALS):
        if herd[animal] < 0 or herd[animal] > animals[animal]:
            return Fault.HERD_TOO_LARGE
    return Fault.LEGAL if fits(farm, herd) else Fault.NO_ROOM


@kernel()
def why_illegal(position, move, rules):
    """Return the `Fault` of a move of the seat to act.

    Writes `position["trial_farm"]`: of a legal move the farm that it makes.
    """
    fault = space_fault(position, move, rules)
    if fault != Fault.LEGAL:
        return fault
    after = act(position, move, rules)
    fault = herd_fault(after, move["herd"])
    if fault == Fault.LEGAL:
        settle(after, move["herd"])
    return fault


# --- What it changes -----------------------------------------------------------------------------------------------


@kernel(inline=True)
def pay(farm, wood, stone, reed):
    """Take a cost from a farm, in place."""
    farm["wood"] -= wood
    farm["stone"] -= stone
    farm["reed"] -= reed


@kernel(inline=True)
def settle(farm, herd):
    """Let a herd (int64[4]) stay and the other animals go, in place."""
    for animal in range(ANIMALS):
        farm["animals"][animal] = herd[animal]


@kernel(inline=True)
def take_goods(farm, goods):
    """Add what lies on a space (int64[8]) to a farm, in place."""
    farm["wood"] += goods[Good.WOOD]
    farm["stone"] += goods[Good.STONE]
    farm["reed"] += goods[Good.REED]
    farm["borders"] += goods[Good.BORDER]
    for animal in range(ANIMALS):
        farm["animals"][animal] += goods[FIRST_ANIMAL + animal]


@kernel(inline=True)
def place_borders(farm, move, rules):
    """Pay for borders and place them, in place."""
    h, v = move["h_borders"], move["v_borders"]
    borders = count(h) + count(v)
    if move["space"] == Space.FENCES:
        pay(farm, borders * rules["fence_wood"], 0, 0)
    else:
        pay(farm, 0, walls_cost(rules, borders), 0)
    farm["borders"] -= borders
    farm["h_borders"] |= h
    farm["v_borders"] |= v


@kernel(inline=True)
def build_stables(farm, move, rules):
    """Turn stalls into stables, in place."""
    cells, with_wood = move["cells"], move["with_wood"]
    pay(farm, with_wood * rules["stables_wood"], (count(cells) - with_wood) * rules["stables_stone"], 0)
    farm["buildings"][Building.STALL] &= ~cells
    farm["buildings"][Building.STABLES] |= cells


@kernel(inline=True)
def build_special(farm, move, rules):
    """Build a special building, over the cottage or a stall where it takes their place, in place."""
    kind, cells = move["building"], move["cells"]
    cost = rules["cost"][kind, move["payment"]]
    pay(farm, cost[0], cost[1], cost[2])
    farm["buildings"][Building.COTTAGE] &= ~cells
    farm["buildings"][Building.STALL] &= ~cells
    farm["buildings"][kind] |= cells
    if move["animal"] != NOTHING:
        farm["animals"][move["animal"]] += 1


@kernel(inline=True)
def build(farm, move, rules):
    """Build what a move of the spaces Stalls to Special Building builds, in place."""
    space, cells, cost = move["space"], move["cells"], rules["stall_cost"]
    if space == Space.STALLS:
        pay(farm, cost[0], cost[1], cost[2])
        farm["buildings"][Building.STALL] |= cells
    elif space == Space.FEEDING_TROUGH:
        pay(farm, troughs_cost(rules, count(cells)), 0, 0)
        farm["troughs"] |= cells
    elif space == Space.STABLES:
        build_stables(farm, move, rules)
    else:
        build_special(farm, move, rules)


@kernel()
def act(position, move, rules):
    """Carry a move out on the trial farm, without its herd: all animals are there still. Return that farm."""
    position["trial_farm"] = position["farms"][position["seat"]]
    farm, space = position["trial_farm"], move["space"]
    take_goods(farm, position["goods"][space])
    if space == Space.FENCES or space == Space.WALLS:
        place_borders(farm, move, rules)
    elif space == Space.EXPAND:
        if move["side"] != NOTHING:
            farm["cells"] |= column_beside(farm, move["side"])
    elif space == Space.BUILDING_MATERIALS:
        materials = rules["materials"]
        pay(farm, -materials[Material.WOOD], -materials[Material.STONE], -materials[Material.REED])
    elif Space.STALLS <= space < Space.MILLPOND:
        build(farm, move, rules)
    if Space.FENCES <= space < Space.MILLPOND:
        measure(farm, rules)
    return farm


@kernel(inline=True)
def update_supply(position, before, after):
    """Take from the general supply what a farm has more of, and give back what it has less of, in place."""
    position["troughs"] -= count(after["troughs"]) - count(before["troughs"])
    position["expansions"] -= (count(after["cells"]) - count(before["cells"])) // ROWS
    old, new = before["buildings"], after["buildings"]
    position["stall_tiles"] -= count(new[Building.STALL] | new[Building.STABLES])
    position["stall_tiles"] += count(old[Building.STALL] | old[Building.STABLES])
    for kind in range(FIRST_SPECIAL, KINDS):
        position["copies"][kind] -= count(new[kind]) - count(old[kind])


@kernel()
def apply(position, move, rules):
    """Let the seat to act make a move, in place, if it is legal; return its `Fault`."""
    fault = why_illegal(position, move, rules)
    if fault != Fault.LEGAL:
        return fault
    seat, space = position["seat"], move["space"]
    update_supply(position, position["farms"][seat], position["trial_farm"])
    position["farms"][seat] = position["trial_farm"]
    for good in range(FIRST_ANIMAL + ANIMALS):
        position["goods"][space, good] = 0
    position["occupied"] |= 1 << space
    if space == Space.START_PLAYER:
        position["marker"] = seat
    return fault


@kernel(inline=True)
def clear(move):
    """Make a move that decides nothing."""
    move["h_borders"] = move["v_borders"] = move["cells"] = move["with_wood"] = 0
    move["side"] = move["building"] = move["payment"] = move["animal"] = NOTHING
