"""Which moves there are: each lister lists the moves of one space.

What the menus hold (for borders see `layouts`):

- PLAIN: each herd that may stay is one of the largest that fit. Troughs are up to `FEW_TROUGHS` in one action, and of
  cells that are alike (free of troughs, in one pasture) the first ones; a building that holds no animals gets none.
- WIDE is the same but for borders.
- EXHAUSTIVE holds all sets of cells for troughs too, for tests.
"""

from __future__ import annotations

from ..bits import count, lowest
from ..jit import kernel
from .drafts import Menu, begin_list, put_settled
from .farm import bare, closed_h, closed_v
from .geometry import flood
from .layouts import list_layouts
from .moves import Fault, clear, space_fault, troughs_cost
from .pieces import ANIMALS, FIRST_SPECIAL, KINDS, NOTHING, SPACES, Building, Good, Site, Space

FEW_TROUGHS = 4


@kernel(inline=True)
def put_if_legal(position, rules, found):
    """List the draft unless the rules forbid it."""
    if space_fault(position, found["draft"], rules) == Fault.LEGAL:
        put_settled(position, rules, found)


@kernel(inline=True)
def list_sides(position, rules, found):
    """List Expand: an expansion on either side, or the borders alone where none is left."""
    if position["expansions"] > 0:
        for side in range(2):
            found["draft"]["side"] = side
            put_settled(position, rules, found)
    elif position["goods"][Space.EXPAND, Good.BORDER] > 0:
        put_settled(position, rules, found)


@kernel(inline=True)
def list_cells(position, rules, found, cells):
    """List the draft on each one of some cells."""
    while cells:
        found["draft"]["cells"] = lowest(cells)
        put_settled(position, rules, found)
        cells &= cells - 1


@kernel(inline=True)
def list_stalls(position, rules, found):
    """List Stalls: on each cell without a building."""
    farm = position["farms"][position["seat"]]
    found["draft"]["cells"] = lowest(bare(farm))
    if found["draft"]["cells"] and space_fault(position, found["draft"], rules) == Fault.LEGAL:
        list_cells(position, rules, found, bare(farm))


@kernel(inline=True)
def list_stables(position, rules, found):
    """List Stables: each set of stalls, with each way to pay for it."""
    stalls = position["farms"][position["seat"]]["buildings"][Building.STALL]
    cells = stalls
    while cells:
        found["draft"]["cells"] = cells
        for with_wood in range(count(cells) + 1):
            found["draft"]["with_wood"] = with_wood
            put_if_legal(position, rules, found)
        cells = (cells - 1) & stalls


@kernel(inline=True)
def trough_cells(farm, rules, most):
    """Return the cells on which troughs are listed: of each pasture the first `most`, open cells, useful buildings."""
    free = farm["cells"] & ~farm["troughs"]
    chosen = free & ~farm["built"] & ~farm["pasture_cells"]
    for kind in range(KINDS):
        if rules["capacity"][kind] > 0:
            chosen |= free & farm["buildings"][kind]
    left, walls_h, walls_v = farm["pasture_cells"], closed_h(farm), closed_v(farm)
    while left:
        pasture = flood(lowest(left), left, walls_h, walls_v)
        alike = pasture & free
        for _ in range(most):
            chosen |= lowest(alike)
            alike &= alike - 1
        left ^= pasture
    return chosen


@kernel(inline=True)
def skips_one_alike(farm, cells, chosen):
    """Say whether a set takes a cell of a pasture and leaves out an earlier one that is alike."""
    left, walls_h, walls_v = farm["pasture_cells"], closed_h(farm), closed_v(farm)
    while left:
        pasture = flood(lowest(left), left, walls_h, walls_v)
        taken, over = cells & pasture, chosen & pasture & ~cells
        if (taken & ~(lowest(over) - 1)) != 0:  # all behind the first that is left out; none where all are taken
            return True
        left ^= pasture
    return False


@kernel(inline=True)
def next_set(cells, chosen, most):
    """Return the next set of at most `most` of the chosen cells after `cells`, or 0 after the last."""
    cells = (cells - chosen) & chosen
    while count(cells) > most:
        # The sets up to the next carry all hold these cells too: pass them over.
        cells = ((cells | ((lowest(cells) - 1) & chosen)) - chosen) & chosen
    return cells


@kernel()
def list_troughs(position, rules, found):
    """List Feeding Trough: each set of up to `FEW_TROUGHS` cells, those that are alike counted once."""
    farm, exhaustive = position["farms"][position["seat"]], found["menu"] == Menu.EXHAUSTIVE
    most = position["troughs"] if exhaustive else min(FEW_TROUGHS, position["troughs"])
    while most > 0 and troughs_cost(rules, most) > farm["wood"]:
        most -= 1
    chosen = farm["cells"] & ~farm["troughs"] if exhaustive else trough_cells(farm, rules, most)
    if most <= 0 or chosen == 0:
        return
    cells = next_set(0, chosen, most)
    while cells:
        if exhaustive or not skips_one_alike(farm, cells, chosen):
            found["draft"]["cells"] = cells
            put_settled(position, rules, found)
        cells = next_set(cells, chosen, most)


@kernel(inline=True)
def sites(farm, site):
    """Return the cells on which a special building may stand."""
    if site == Site.FREE:
        return bare(farm)
    return farm["buildings"][Building.COTTAGE if site == Site.COTTAGE else Building.STALL]


@kernel()
def list_special(position, rules, found, kind):
    """List one special building: on each site, for each payment, with each animal that may come with it."""
    cells, draft = sites(position["farms"][position["seat"]], rules["site"][kind]), found["draft"]
    if cells == 0 or position["copies"][kind] <= 0:
        return
    draft["building"] = kind
    first, last = (0, ANIMALS) if rules["gifts"][kind] else (NOTHING, NOTHING + 1)
    for way in range(rules["ways"][kind]):
        draft["payment"] = way
        for animal in range(first, last):
            draft["animal"], draft["cells"] = animal, lowest(cells)
            if space_fault(position, draft, rules) == Fault.LEGAL:
                list_cells(position, rules, found, cells)


@kernel()
def list_space(position, rules, space, found):
    """List the moves of one space that is free."""
    draft = found["draft"]
    clear(draft)
    draft["space"] = space
    if space == Space.FENCES or space == Space.WALLS:
        list_layouts(position, rules, found)
    elif space == Space.EXPAND:
        list_sides(position, rules, found)
    elif space == Space.STALLS:
        list_stalls(position, rules, found)
    elif space == Space.FEEDING_TROUGH:
        list_troughs(position, rules, found)
    elif space == Space.STABLES:
        list_stables(position, rules, found)
    elif space == Space.SPECIAL_BUILDING_A or space == Space.SPECIAL_BUILDING_B:
        for kind in range(FIRST_SPECIAL, KINDS):
            list_special(position, rules, found, kind)
    else:
        put_settled(position, rules, found)


@kernel()
def space_moves(position, rules, menu, space, found):
    """List the moves of a `Menu` on one `Space` in `found`, and return their number."""
    begin_list(found, menu)
    if not (position["occupied"] >> space) & 1:
        list_space(position, rules, space, found)
    return found["count"]


@kernel()
def legal_moves(position, rules, menu, found):
    """List the legal moves of a `Menu` in `found`, and return their number.

    Of the two spaces for special buildings, which are alike, PLAIN and WIDE list the second only where the first is
    taken.
    """
    begin_list(found, menu)
    occupied = position["occupied"]
    if menu != Menu.EXHAUSTIVE and not (occupied >> Space.SPECIAL_BUILDING_A) & 1:
        occupied |= 1 << Space.SPECIAL_BUILDING_B
    for space in range(SPACES):
        if not (occupied >> space) & 1:
            list_space(position, rules, space, found)
    return found["count"]
