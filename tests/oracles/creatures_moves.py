"""The oracle's lists of moves of All Creatures Big and Small: usable spaces, all legal actions, a random one.

Section 5 of `rules/creatures.md`, "Decision content of each space". Lists are made by trying everything that has the
right shape and by keeping what the judge of `creatures_spaces` lets pass.
"""

from dataclasses import replace
from itertools import combinations, product

from .creatures_farm import (
    KINDS,
    around,
    beside,
    cells,
    closed,
    columns,
    free_cells,
    maximal_herds,
    open_edges,
    sub_herds,
)
from .creatures_spaces import (
    SPECIAL_COST,
    SPECIALS,
    Action,
    Space,
    affordable,
    carried_out,
    own_stalls,
    why_draft_illegal,
    why_space_closed,
)

NO_LIMIT = 99
PLAIN_SPACES = (Space.START_PLAYER, Space.THREE_WOOD, Space.ONE_STONE, Space.TWO_STONE, Space.BUILDING_MATERIALS)
ANIMAL_SPACES = (Space.MILLPOND, Space.PIGS_SHEEP, Space.COWS_PIGS, Space.HORSES_SHEEP)

# --- which spaces are usable at all ---------------------------------------------------------------------------------


def usable(game, space):
    """Return whether the seat to act has some legal action on a space: the column "Legal when" of section 5."""
    if why_space_closed(game, space):
        return False
    farm, stalls = game.farm, own_stalls(game.farm)
    if space in (Space.FENCES, Space.WALLS):
        return farm.borders >= 1 and bool(open_edges(farm)) and (space == Space.WALLS or farm.wood >= 1)
    if space == Space.STALLS:
        return game.stall_tiles >= 1 and farm.stone >= 3 and farm.reed >= 1 and bool(free_cells(farm))
    if space == Space.FEEDING_TROUGH:
        return game.troughs >= 1 and len(farm.troughs) < len(cells(farm))
    if space == Space.STABLES:
        return bool(stalls) and max(farm.wood, farm.stone) >= 5
    if space in (Space.SPECIAL_A, Space.SPECIAL_B):
        return any(buildable(farm, name) for name in game.specials)
    return True


def buildable(farm, name):
    """Return whether a farm can pay a special building and has a space for it."""
    if name == "open_stables":
        return bool(own_stalls(farm)) and max(farm.wood, farm.stone) >= 3
    place = True if name == "half_timbered_house" else bool(free_cells(farm))
    return place and affordable(farm, SPECIAL_COST[name])


# --- all actions ---------------------------------------------------------------------------------------------------


def all_actions(game, limit=NO_LIMIT, every_herd=False):
    """Yield every legal action with at most `limit` borders, troughs, or upgrades.

    Each draft comes once for every maximal herd, or with `every_herd` for every part of the herd that fits. Without a
    limit only for small boards: the starting farm with 9 borders has 7,813 border sets for Walls, if 14 stone pay for all.
    """
    for space in Space:
        yield from space_actions(game, space, limit, every_herd)


def space_actions(game, space, limit=NO_LIMIT, every_herd=False):
    """Yield every legal action on one space, as `all_actions` does."""
    for draft in drafts(game, space, limit):
        after, herd = carried_out(game, draft)
        list_herds = sub_herds if every_herd else maximal_herds
        for kept in list_herds(after.farm, herd):
            yield replace(draft, herd=kept)


def drafts(game, space, limit=NO_LIMIT):
    """Yield every action on a space that is legal but for the herd, which is left out."""
    if why_space_closed(game, space):
        return
    for draft in shapes(game, space, limit):
        if why_draft_illegal(game, draft) is None:
            yield draft


def shapes(game, space, limit):
    """Yield everything that has the shape of an action on a space, legal or not."""
    farm = game.farm
    if space in (Space.FENCES, Space.WALLS):
        yield from border_shapes(farm, space, limit)
    elif space == Space.EXPAND:
        yield from (Action(space, side=side) for side in (None, "left", "right"))
    elif space == Space.STALLS:
        yield from (Action(space, cells=frozenset({cell})) for cell in cells(farm))
    elif space == Space.FEEDING_TROUGH:
        yield from (Action(space, cells=built) for built in subsets(cells(farm), min(limit, game.troughs)))
    elif space == Space.STABLES:
        for built in subsets(own_stalls(farm), limit):
            yield from (Action(space, cells=built, wood_paid=units) for units in range(len(built) + 1))
    elif space in (Space.SPECIAL_A, Space.SPECIAL_B):
        yield from special_shapes(farm, space)
    else:
        yield Action(space)


def subsets(items, most):
    """Yield every set of 1 to `most` items."""
    items = sorted(items)
    for size in range(1, min(most, len(items)) + 1):
        yield from (frozenset(chosen) for chosen in combinations(items, size))


def most_borders(farm, space):
    """Return how many borders can be placed with Fences or Walls. Section 5, "Border arithmetic helpers"."""
    paid = farm.wood if space == Space.FENCES else 2 + farm.stone // 2
    return min(farm.borders, paid, len(open_edges(farm)))


def border_shapes(farm, space, limit):
    """Yield an action for every set of open edges that can be paid."""
    most = min(limit, most_borders(farm, space))
    yield from (Action(space, borders=chosen) for chosen in subsets(open_edges(farm), most))


def special_shapes(farm, space):
    """Yield an action for every special building, space, payment, and free animal."""
    payments, animals = (None, "wood", "stone"), (None, *range(len(KINDS)))
    for name, cell, payment, animal in product(sorted(SPECIALS), cells(farm), payments, animals):
        yield Action(space, cells=frozenset({cell}), building=name, payment=payment, animal=animal)


# --- a random action -----------------------------------------------------------------------------------------------


def random_action(game, rng, every_herd=False):
    """Return a random legal action, with a maximal herd unless `every_herd`; `rng` is a `random.Random`.

    Why not evenly from all actions: borders have far too many sets, and hardly one of them closes a pasture. So a
    space comes first, and half of the border sets close a block of cells.
    """
    space = rng.choice([space for space in Space if usable(game, space)])
    if space in (Space.FENCES, Space.WALLS):
        draft = Action(space, borders=random_borders(game.farm, most_borders(game.farm, space), rng))
    else:
        draft = rng.choice(list(drafts(game, space, limit=3)))
    after, herd = carried_out(game, draft)
    return replace(draft, herd=random_herd(after.farm, herd, rng, every_herd))


def random_herd(farm, herd, rng, every_herd=False):
    """Return a random herd to keep: a maximal one, or with `every_herd` sometimes a smaller one."""
    kept = rng.choice(maximal_herds(farm, herd))
    if every_herd and rng.random() < 0.2:
        return tuple(rng.randint(0, count) for count in kept)
    return kept


def random_borders(farm, most, rng):
    """Return 1 to `most` open edges: those that a random block of cells lacks, or any."""
    block = block_edges(farm, rng)
    if rng.random() < 0.5 and 1 <= len(block) <= most:
        return frozenset(block)
    return frozenset(rng.sample(open_edges(farm), rng.randint(1, most)))


def block_edges(farm, rng):
    """Return the open edges around a random rectangle of cells."""
    left, right = sorted(rng.choices(columns(farm), k=2))
    top, bottom = sorted(rng.choices((0, 1, 2), k=2))
    block = {(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)}
    outline = [edge for cell in block for edge in around(cell) if len(set(beside(farm, edge)) & block) == 1]
    return sorted({edge for edge in outline if not closed(farm, edge)})
