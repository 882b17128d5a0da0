"""What the homesteader's rules do: each lists one move of its own, by hand, and says whether it could.

A rule is legal or passes; the order of the rules is the policy's business (`policies/homesteader.py`). Rules list a
move more than once only where not all animals have room, once for each herd that may stay.
"""

from __future__ import annotations

import numpy as np

from ..bits import count, lowest
from ..herds import fits
from ..jit import kernel
from .contract import own_farm
from .drafts import put_settled
from .farm import (
    COTTAGE_CELL,
    ORIGIN,
    ROWS,
    STEP,
    bare,
    closed_h,
    closed_v,
    herd_size,
    used_cells,
)
from .features import play_births
from .geometry import missing_h, missing_v
from .layouts import first_edges, most_borders
from .moves import Fault, act, clear, payable, space_fault
from .pieces import ANIMALS, NOTHING, Building, Good, Material, Space
from .rules import animal_value
from .scoring import START_COLUMNS

SHAPE_SIZES = (1, 1), (1, 2), (1, 3), (2, 2)
"""Columns and rows of what is enclosed."""
FARTHEST = 6
"""The homesteader expands to the right: its columns are 0 to 5."""
CELL_WORTH, OUTER_WORTH, AHEAD = 3, 2, 4
"""What a cell of a pasture is worth in borders, and one of an expansion beyond that; a shape is begun where it lacks at
most so many more than can be paid."""
TYPE_WORTH, PAIR_WORTH, REED_WORTH = 2, 1, 3
"""What a type on the farm, and a pair of it, is worth in points beyond them; and what the first reed is worth."""
MOST_TROUGHS, MOST_GOODS, MOST_CROWDED = 3, 6, 4
"""Troughs built at once; goods of a kind that count; animals that count where not all have room."""
ANY_GAIN = -1_000


def _shapes() -> list[int]:
    """Return the shapes that may be enclosed, as masks of cells, by their last columns."""
    return [
        sum(1 << (STEP * (ORIGIN + last - across) + top + down) for across in range(wide) for down in range(high))
        for last in range(FARTHEST)
        for wide, high in SHAPE_SIZES
        if last >= wide - 1
        for top in range(ROWS - high + 1)
    ]


SHAPES = np.array(_shapes(), np.int64)


@kernel(inline=True)
def is_free(position, space):
    """Say whether no worker stands on a space."""
    return (position["occupied"] >> space) & 1 == 0


@kernel()
def begin(found, space):
    """Begin a move on a space."""
    clear(found["draft"])
    found["draft"]["space"] = space


@kernel()
def try_put(position, rules, found):
    """List the draft if it is legal; say whether it is."""
    if space_fault(position, found["draft"], rules) != Fault.LEGAL:
        return False
    put_settled(position, rules, found)
    return True


# --- Buildings -----------------------------------------------------------------------------------------------------


@kernel(inline=True)
def building_site(farm):
    """Return a cell for a building: one that an expansion still has to use, else outside of pastures, else any."""
    free = bare(farm) & ~farm["pasture_cells"]
    outer = free & ~START_COLUMNS & ~farm["troughs"]
    if outer:
        return lowest(outer)
    return lowest(free if free else bare(farm))


@kernel()
def build_special(position, rules, found, building, cell, animal):
    """Build a special building on a cell (a mask), with the animal that comes with it."""
    begin(found, Space.SPECIAL_BUILDING_A)
    draft = found["draft"]
    if not is_free(position, Space.SPECIAL_BUILDING_A):
        draft["space"] = Space.SPECIAL_BUILDING_B
    draft["building"], draft["payment"], draft["cells"], draft["animal"] = building, 0, cell, animal
    return try_put(position, rules, found)


@kernel()
def build_house(position, rules, found):
    """Build the Half-Timbered House."""
    return build_special(position, rules, found, Building.HALF_TIMBERED_HOUSE, COTTAGE_CELL, NOTHING)


@kernel()
def build_storage(position, rules, found):
    """Build the Storage Building."""
    return build_special(position, rules, found, Building.STORAGE_BUILDING, building_site(own_farm(position)), NOTHING)


@kernel()
def build_shelter(position, rules, found):
    """Build the Shelter, for the fourth animal of a type, else for a pair, else for a new type."""
    animals = own_farm(position)["animals"]
    for wanted in (3, 1, 0):
        for animal in range(ANIMALS):
            if animals[animal] == wanted:
                cell = building_site(own_farm(position))
                return build_special(position, rules, found, Building.SHELTER, cell, animal)
    return False


@kernel()
def build_stall(position, rules, found):
    """Build a stall."""
    begin(found, Space.STALLS)
    found["draft"]["cells"] = building_site(own_farm(position))
    return try_put(position, rules, found)


@kernel()
def build_stables(position, rules, found):
    """Turn stalls into stables, as many as can be paid."""
    farm = own_farm(position)
    with_wood = payable(farm["wood"], rules["stables_wood"])
    stalls = farm["buildings"][Building.STALL]
    number = min(count(stalls), with_wood + payable(farm["stone"], rules["stables_stone"]))
    begin(found, Space.STABLES)
    found["draft"]["cells"], found["draft"]["with_wood"] = first_edges(stalls, number), min(with_wood, number)
    return try_put(position, rules, found)


@kernel()
def build_troughs(position, rules, found, cells):
    """Build troughs on the first of some cells, as many as wood is there for."""
    paid = payable(own_farm(position)["wood"], rules["trough_wood"])
    most = min(rules["free_troughs"] + paid, position["troughs"], MOST_TROUGHS)
    begin(found, Space.FEEDING_TROUGH)
    found["draft"]["cells"] = first_edges(cells, min(most, count(cells)))
    return try_put(position, rules, found)


@kernel()
def add_troughs(position, rules, found):
    """Build troughs in pastures, or under a building."""
    farm = own_farm(position)
    cells = farm["pasture_cells"] & ~farm["troughs"]
    return build_troughs(position, rules, found, cells if cells else farm["built"] & ~farm["troughs"])


@kernel()
def fill_expansions(position, rules, found):
    """Build troughs on cells that an expansion still has to use."""
    farm = own_farm(position)
    return build_troughs(position, rules, found, farm["cells"] & ~START_COLUMNS & ~used_cells(farm))


# --- Land ----------------------------------------------------------------------------------------------------------


@kernel()
def expand(position, rules, found):
    """Take an expansion, on the right, while there is one."""
    begin(found, Space.EXPAND)
    found["draft"]["side"] = 1
    return try_put(position, rules, found)


@kernel()
def best_shape(farm, most, whole):
    """Return the cells (a mask) to enclose: the `whole` can be paid with so many borders, or just some. 0: none."""
    walls_h, walls_v, best, score = closed_h(farm), closed_v(farm), 0, ANY_GAIN
    for shape in SHAPES:
        cells = shape & bare(farm)
        if shape & ~farm["cells"]:
            break
        if cells == 0 or shape & farm["pasture_cells"]:
            continue
        missing = count(missing_h(cells, walls_h)) + count(missing_v(cells, walls_v))
        if missing == 0 or missing > most + AHEAD or (missing <= most) != whole:
            continue
        worth = CELL_WORTH * count(cells) + OUTER_WORTH * count(cells & ~START_COLUMNS) - missing
        if worth > score:
            best, score = cells, worth
    return best


@kernel()
def enclose(position, rules, found, space, whole):
    """Enclose the best shape that can be paid as a whole, or begin one that cannot, on Fences or Walls."""
    farm = own_farm(position)
    most = most_borders(farm, rules, space)
    if most == 0 or not is_free(position, space):
        return False
    cells = best_shape(farm, most, whole)
    begin(found, space)
    h = first_edges(missing_h(cells, closed_h(farm)), most)
    found["draft"]["h_borders"] = h
    found["draft"]["v_borders"] = first_edges(missing_v(cells, closed_v(farm)), most - count(h))
    return try_put(position, rules, found)


# --- Goods ---------------------------------------------------------------------------------------------------------


@kernel()
def herd_promise(farm, position, rules):
    """Return the doubled points of a herd at the end, births played out, with something more for types and pairs."""
    herd, total = position["trial_herd"], 0
    play_births(farm, rules, rules["rounds"] - position["round"], herd)
    for animal in range(ANIMALS):
        number = farm["animals"][animal]
        total += animal_value(rules, animal, herd[animal])
        total += 2 * TYPE_WORTH * int(number > 0) + 2 * PAIR_WORTH * int(number >= rules["pair"])
    return total


@kernel()
def animals_gain(position, rules, draft, now):
    """Return what a draft that takes animals adds to the herd's promise, doubled; `now` is what it is before."""
    farm = own_farm(position)
    room = farm["capacity"] - herd_size(farm)
    reed = 2 * REED_WORTH if draft["space"] == Space.MILLPOND and farm["reed"] == 0 else 0
    after = act(position, draft, rules)
    if fits(after, after["animals"]):
        return reed + herd_promise(after, position, rules) - now
    return reed + 2 * min(room, MOST_CROWDED)


@kernel()
def take_animals(position, rules, found, least):
    """Take the animals that add most to the herd's promise, if that is at least so many doubled points."""
    now, best, most = herd_promise(own_farm(position), position, rules), NOTHING, least - 1
    begin(found, Space.MILLPOND)
    for space in range(Space.MILLPOND, Space.HORSES_SHEEP + 1):
        if is_free(position, space):
            found["draft"]["space"] = space
            gain = animals_gain(position, rules, found["draft"], now)
            if gain > most:
                best, most = space, gain
    found["draft"]["space"] = best
    return try_put(position, rules, found)


@kernel()
def take_materials(position, rules, found):
    """Take the most wood, stone and reed; of a kind not more than some count."""
    best, most, reed = NOTHING, 0, REED_WORTH * int(own_farm(position)["reed"] == 0)
    for space in range(Space.BUILDING_MATERIALS + 1):
        goods = position["goods"][space]
        number = min(goods[Good.WOOD], MOST_GOODS) + min(goods[Good.STONE], MOST_GOODS)
        if space == Space.BUILDING_MATERIALS:
            number = rules["materials"][Material.WOOD] + rules["materials"][Material.STONE] + reed
        if is_free(position, space) and number > most:
            best, most = space, number
    begin(found, best)
    return try_put(position, rules, found)
