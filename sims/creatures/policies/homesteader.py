"""The homesteader: a list of rules, the first that can be followed; fast, and a plan that one can keep in one's head.

It encloses the four upper cells, then expansions, builds the house, stalls and stables when the materials are there,
and takes animals that find room. It writes its moves by hand and lists none, so that it plays tens of thousands of
games a second. Each rule is passed over now and then (`slip`), so that games differ.
"""

from ...bits import count, lowest
from ...draws import chance
from ...jit import kernel
from ..contract import Parameter, herd_worth, own_farm, policy
from ..drafts import put, put_settled
from ..farm import COTTAGE_CELL, ONE_COLUMN, ORIGIN, STEP, bare, closed_h, closed_v, herd_size
from ..geometry import missing_h, missing_v
from ..layouts import first_edges, most_borders
from ..moves import Fault, clear, space_fault, troughs_cost
from ..pieces import ANIMALS, FIRST_ANIMAL, Building, Good, Space

COLUMN = tuple(ONE_COLUMN << (STEP * (ORIGIN + column)) for column in range(-2, 5))
UPPER = 0b11 << (STEP * ORIGIN) | 0b11 << (STEP * (ORIGIN + 1))
SHAPES = (UPPER, COLUMN[4], COLUMN[1], COLUMN[5], COLUMN[0], UPPER << 1)
"""What is enclosed, in this order: the four upper cells, columns 2, -1, 3 and -2, and the lower right."""


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


@kernel()
def build_house(position, rules, found):
    """Build the Half-Timbered House."""
    space = Space.SPECIAL_BUILDING_A if is_free(position, Space.SPECIAL_BUILDING_A) else Space.SPECIAL_BUILDING_B
    begin(found, space)
    draft = found["draft"]
    draft["building"], draft["payment"], draft["cells"] = Building.HALF_TIMBERED_HOUSE, 0, COTTAGE_CELL
    return try_put(position, rules, found)


@kernel()
def build_stall(position, rules, found):
    """Build a stall on a cell outside of pastures, of an expansion first."""
    farm = own_farm(position)
    begin(found, Space.STALLS)
    open_cells = bare(farm) & ~farm["pasture_cells"]
    outer = open_cells & ~(UPPER | UPPER << 1)
    found["draft"]["cells"] = lowest(outer if outer else open_cells)
    return try_put(position, rules, found)


@kernel()
def build_stables(position, rules, found):
    """Turn one stall into stables, for stone if there is enough."""
    farm = own_farm(position)
    begin(found, Space.STABLES)
    found["draft"]["cells"] = lowest(farm["buildings"][Building.STALL])
    found["draft"]["with_wood"] = int(farm["stone"] < rules["stables_stone"])
    return try_put(position, rules, found)


@kernel()
def enclose(position, rules, found, space, part):
    """Close the first shape that is still open; if it cannot be paid, place what can, where a `part` will do."""
    farm = own_farm(position)
    if not is_free(position, space):
        return False
    most, walls_h, walls_v = most_borders(farm, rules, space), closed_h(farm), closed_v(farm)
    for shape in SHAPES:
        cells = shape & bare(farm)
        if cells == 0 or (cells & ~farm["pasture_cells"]) == 0:
            continue
        h, v = missing_h(cells, walls_h), missing_v(cells, walls_v)
        missing = count(h) + count(v)
        if missing == 0 or (missing > most and not part):
            continue
        begin(found, space)
        h = first_edges(h, min(most, count(h)))
        found["draft"]["h_borders"] = h
        found["draft"]["v_borders"] = first_edges(v, min(most - count(h), count(v)))
        return try_put(position, rules, found)
    return False


@kernel()
def expand(position, rules, found):
    """Take an expansion on the right, the second on the left."""
    begin(found, Space.EXPAND)
    if position["expansions"] > 0:
        found["draft"]["side"] = 1 if not own_farm(position)["cells"] & COLUMN[4] else 0
    return try_put(position, rules, found)


@kernel()
def add_troughs(position, rules, found):
    """Build troughs in pastures, as many as wood is there for, or one under the cottage."""
    farm = own_farm(position)
    begin(found, Space.FEEDING_TROUGH)
    cells = farm["pasture_cells"] & ~farm["troughs"]
    if cells == 0:
        cells = farm["built"] & ~farm["troughs"]
    most = 1 + int(troughs_cost(rules, 2) <= farm["wood"])
    found["draft"]["cells"] = first_edges(cells, min(most, count(cells)))
    return try_put(position, rules, found)


@kernel()
def best_animals(position, found, least):
    """Begin a move on the animal space with most animals that may find room; say whether there are `least`."""
    farm, best, most = own_farm(position), -1, least - 1
    room = farm["capacity"] - herd_size(farm)
    for space in range(Space.MILLPOND, Space.HORSES_SHEEP + 1):
        number = 0
        for animal in range(ANIMALS):
            number += position["goods"][space, FIRST_ANIMAL + animal]
        if is_free(position, space) and min(number, room) > most:
            best, most = space, min(number, room)
    if best < 0:
        return False
    begin(found, best)
    return True


@kernel()
def take_animals(position, rules, found, least):
    """Take animals where at least so many may find room."""
    if not best_animals(position, found, least):
        return False
    put_settled(position, rules, found)
    return True


@kernel()
def take_materials(position, rules, found, least):
    """Take the most materials that lie on a space; say whether there are `least`."""
    best, most = -1, least - 1
    for space in range(Space.BUILDING_MATERIALS + 1):
        goods = position["goods"][space]
        number = goods[Good.WOOD] + goods[Good.STONE] + 3 * int(space == Space.BUILDING_MATERIALS)
        if is_free(position, space) and number > most:
            best, most = space, number
    if best < 0:
        return False
    begin(found, best)
    for animal in range(ANIMALS):
        found["draft"]["herd"][animal] = own_farm(position)["animals"][animal]
    put(found)
    return True


@kernel()
def follow(position, rules, found, rule):
    """Follow a rule by its number; say whether it could be."""
    early = position["round"] < rules["rounds"] - 3
    if rule == 0:
        return build_house(position, rules, found)
    if rule == 1:
        return build_stables(position, rules, found)
    if rule == 2:
        return build_stall(position, rules, found)
    if rule == 3:
        return enclose(position, rules, found, Space.FENCES, False)
    if rule == 4:
        return take_animals(position, rules, found, 2)
    if rule == 5:
        return early and expand(position, rules, found)
    if rule == 6:
        return enclose(position, rules, found, Space.WALLS, True)
    if rule == 7:
        return position["round"] > 1 and add_troughs(position, rules, found)
    if rule == 8:
        return take_materials(position, rules, found, 3)
    if rule == 9:
        return take_animals(position, rules, found, 1)
    return take_materials(position, rules, found, 0) or take_animals(position, rules, found, 0)


@policy(
    "homesteader",
    "a list of rules",
    parameters=(Parameter("slip", 0.05, 0, 1, "chance that a rule is passed over"),),
)
def choose(position, rules, found, params, stream):
    """Follow the first rule that can be followed: build, enclose, take animals, expand, take materials."""
    found["count"] = 0
    for rule in range(10):
        if chance(stream, rule) >= params[0] and follow(position, rules, found, rule):
            break
    if found["count"] == 0:
        follow(position, rules, found, 10)
    best, most = 0, -(1 << 40)
    for place in range(found["count"]):
        worth = herd_worth(found["moves"][place]["herd"], rules)
        if worth > most:
            best, most = place, worth
    return best
