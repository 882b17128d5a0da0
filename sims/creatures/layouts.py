"""Layouts: which sets of edges are listed for the borders of Fences and Walls.

All sets of edges are far too many (8,191 on the starting farm), and nearly all of them close nothing. So the lists are
made of *shapes*: each rectangle of cells less those with buildings, where what is left hangs together, and each whole
open region. A shape's layout is the edges that are still missing around it. Inside a pasture the same shapes split it.

- PLAIN holds the layout of each shape that the supply of borders and materials can close; and of each shape that
  lacks at most `AHEAD` more the first so many edges, for a later action to finish.
- WIDE also holds the unions of two layouts that can be paid together, where one adds at most `SMALL` borders to the
  other: two pastures, or one and its split.
- EXHAUSTIVE holds every set of free edges that can be paid, for tests on small farms.

What PLAIN and WIDE leave out: pastures of other shapes (a Z, or an L without a building in its corner), three or more
pastures in one action, borders that close nothing now and are none of the first missing ones of any shape.
"""

from __future__ import annotations

from ..bits import count, lowest
from ..jit import kernel
from .drafts import MOST_MOVES, MOST_SHAPES, NOT_NOTED, Menu, put_settled
from .farm import ONE_COLUMN, ROWS, STEP, bare, closed_h, closed_v, free_h, free_v
from .geometry import flood, missing_h, missing_v
from .moves import payable
from .pieces import Space

SMALL, AHEAD = 3, 3
"""A second shape adds at most `SMALL` borders; one is prepared where it lacks at most `AHEAD` more than can be paid."""


@kernel()
def most_borders(farm, rules, space):
    """Return how many borders a seat can place on Fences or Walls."""
    if space == Space.FENCES:
        return min(farm["borders"], payable(farm["wood"], rules["fence_wood"]))
    return min(farm["borders"], rules["free_walls"] + payable(farm["stone"], rules["wall_stone"]))


@kernel(inline=True)
def first_edges(mask, number):
    """Return the first `number` places of a mask, or all where it has fewer."""
    chosen = 0
    for _ in range(number):
        place = lowest(mask)
        chosen |= place
        mask ^= place
    return chosen


@kernel(inline=True)
def is_listed(found, start, h, v):
    """Say whether a layout is in the list already, from place `start` on."""
    for place in range(start, found["count"]):
        move = found["moves"][place]
        if move["h_borders"] == h and move["v_borders"] == v:
            return True
    return False


@kernel()
def put_layout(position, rules, found, start, h, v):
    """List the draft with these borders, unless it is listed."""
    if not is_listed(found, start, h, v):
        found["draft"]["h_borders"], found["draft"]["v_borders"] = h, v
        put_settled(position, rules, found)


@kernel()
def note_shape(found, shape, walls_h, walls_v):
    """Note the edges that are missing around a shape, if there are any, few enough, and noted for no other shape."""
    h, v = missing_h(shape, walls_h), missing_v(shape, walls_v)
    missing, number = count(h) + count(v), found["shapes"]
    if missing == 0 or missing > found["borders"] + AHEAD or number == MOST_SHAPES:
        return
    for place in range(number):
        if found["shape_h"][place] == h and found["shape_v"][place] == v:
            return
    if flood(lowest(shape), shape, walls_h, walls_v) == shape:
        found["shape_h"][number], found["shape_v"][number], found["missing"][number] = h, v, missing
        found["shapes"] = number + 1


@kernel()
def note_rectangles(farm, found, walls_h, walls_v):
    """Note all rectangles less the cells with buildings."""
    cells, free = farm["cells"], bare(farm)
    for top in range(ROWS):
        for bottom in range(top, ROWS):
            rows = (ONE_COLUMN >> (ROWS - 1 - bottom + top)) << top
            first = lowest(cells)
            while first & cells:
                column, shape = first * rows, 0
                while column & cells:
                    shape |= column
                    if shape & free:
                        note_shape(found, shape & free, walls_h, walls_v)
                    column <<= STEP
                first <<= STEP


@kernel()
def note_shapes(farm, found):
    """Note the missing edges of all shapes: of rectangles, then of whole open regions."""
    found["shapes"], found["borders"] = 0, farm["borders"]
    walls_h, walls_v = closed_h(farm), closed_v(farm)
    note_rectangles(farm, found, walls_h, walls_v)
    left = bare(farm) & ~farm["pasture_cells"]
    while left:
        region = flood(lowest(left), left, walls_h, walls_v)
        note_shape(found, region, walls_h, walls_v)
        left ^= region


@kernel()
def put_whole(position, rules, found, start, most):
    """List the layouts of the noted shapes that can be paid."""
    for place in range(found["shapes"]):
        if found["missing"][place] <= most:
            put_layout(position, rules, found, start, found["shape_h"][place], found["shape_v"][place])


@kernel()
def put_begun(position, rules, found, start, most):
    """List the first edges of the noted shapes that lack a few more than can be paid."""
    for place in range(found["shapes"]):
        if most < found["missing"][place] <= most + AHEAD:
            h = first_edges(found["shape_h"][place], most)
            v = first_edges(found["shape_v"][place], most - count(h))
            put_layout(position, rules, found, start, h, v)


@kernel(inline=True)
def borders_of(move):
    """Return the number of borders of a move."""
    return count(move["h_borders"]) + count(move["v_borders"])


@kernel()
def put_pairs(position, rules, found, start, most):
    """List the unions of two listed layouts that can be paid, where one adds few borders to the other."""
    last = found["count"]
    for one in range(start, last):
        for other in range(one + 1, last):
            first, second = found["moves"][one], found["moves"][other]
            h, v = first["h_borders"] | second["h_borders"], first["v_borders"] | second["v_borders"]
            borders = count(h) + count(v)
            if borders <= most and borders - max(borders_of(first), borders_of(second)) <= SMALL:
                put_layout(position, rules, found, start, h, v)


@kernel()
def put_all_layouts(position, rules, found, start, most):
    """List every set of free edges that can be paid, as long as there is room in the list."""
    farm = position["farms"][position["seat"]]
    all_h, all_v = free_h(farm), free_v(farm)
    h = 0
    while True:
        v = 0
        while count(h) <= most:
            if 0 < count(h) + count(v) <= most and found["count"] < MOST_MOVES:
                found["draft"]["h_borders"], found["draft"]["v_borders"] = h, v
                put_settled(position, rules, found)
            v = (v - all_v) & all_v
            if v == 0:
                break
        h = (h - all_h) & all_h
        if h == 0:
            return


@kernel()
def list_layouts(position, rules, found):
    """List the draft, which is one of Fences or Walls, with the layouts that the menu asks for."""
    farm = position["farms"][position["seat"]]
    start, most = found["count"], most_borders(farm, rules, found["draft"]["space"])
    if most <= 0 or (free_h(farm) == 0 and free_v(farm) == 0):
        return
    if found["menu"] == Menu.EXHAUSTIVE:
        put_all_layouts(position, rules, found, start, most)
        return
    if found["shapes"] == NOT_NOTED:
        note_shapes(farm, found)
    put_whole(position, rules, found, start, most)
    if found["menu"] == Menu.WIDE:
        put_pairs(position, rules, found, start, most)
    put_begun(position, rules, found, start, most)
