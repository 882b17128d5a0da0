"""The oracle's lists of moves of Agricola: usable spaces, and all legal moves.

Section 4 of both rules files. Lists are made by trying everything that has the right shape and by keeping what the
judge of `agricola_moves` lets pass; `usable` is written apart, from the column "Legal if".
"""

from dataclasses import replace
from itertools import combinations, product

from .agricola_deeds import CHEAP_STABLE_PRICE, GROWTH_CARD_ROUND, STABLE_PRICE
from .agricola_farm import (
    CELLS,
    CROPS,
    MOST_PEOPLE,
    MOST_STABLES,
    RESOURCES,
    bare_fields,
    next_material,
    plow_cells,
    renovation_price,
    rooms_price,
    stable_cells,
    touches,
    vacant,
)
from .agricola_fences import layouts
from .agricola_herd import fits, minus, parts
from .agricola_improvements import FIREPLACES, HEARTHS, IMPROVEMENTS, OVENS, cooker
from .agricola_moves import HERD, affordable, after_deed, asked, draft_fault, held_then, space_fault
from .agricola_position import Move, for_sale
from .agricola_spaces import SPACES

NO_LIMIT = 99

# --- which spaces are usable at all --------------------------------------------------------------------------------


def usable(game, space):
    """Return whether the seat to act has some legal move on a space: unoccupied, and "Legal if" of section 4."""
    if space_fault(game, space):
        return False
    return any(option_usable(game, effect) for effect in SPACES[space].options.values())


def option_usable(game, effect):
    """Return whether the seat to act can use one option of a space."""
    farm = game.farm
    if not affordable(farm, effect.pays):
        return False
    if effect.deed == "rooms_stables":
        return can_build_room(farm) or can_build_stable(farm, STABLE_PRICE)
    if effect.deed == "one_room":
        return can_build_room(farm)
    if effect.deed == "stable_bake":
        return can_build_stable(farm, CHEAP_STABLE_PRICE) or can_bake(farm)
    if effect.deed == "sow_bake":
        return can_sow(farm, bool(bare_fields(farm))) or can_bake(farm)
    if effect.deed == "plow":
        return bool(plow_cells(farm))
    if effect.deed == "plow_sow":
        return bool(plow_cells(farm)) or can_sow(farm, bool(bare_fields(farm)))
    if effect.deed == "fences":
        return bool(layouts(farm))
    if effect.deed == "improvement":
        return any(can_buy(farm, name) for name in for_sale(game))
    if effect.deed in ("renovate_improvement", "renovate_fences"):
        return next_material(farm) is not None and affordable(farm, renovation_price(farm))
    if effect.deed == "grow_anyway":
        return farm.people < MOST_PEOPLE
    if effect.deed in ("grow", "grow_from_5"):
        late = effect.deed == "grow" or game.round >= GROWTH_CARD_ROUND
        return late and farm.people < MOST_PEOPLE and farm.people < len(farm.rooms)
    return effect.deed != "occupation"


def can_build_room(farm):
    """Return whether a farm can pay and place one room."""
    return affordable(farm, rooms_price(farm, 1)) and any(touches(cell, farm.rooms) for cell in vacant(farm))


def can_build_stable(farm, wood):
    """Return whether a farm can pay and place one stable."""
    return farm.wood >= wood and len(farm.stables) < MOST_STABLES and bool(stable_cells(farm))


def can_bake(farm):
    """Return whether a farm can bake one grain."""
    return farm.grain >= 1 and not farm.improvements.isdisjoint(FIREPLACES | HEARTHS | OVENS)


def can_sow(farm, empty_field):
    """Return whether a farm can sow one crop."""
    return empty_field and any(getattr(farm, crop) for crop in CROPS)


def can_buy(farm, name):
    """Return whether a farm can have an improvement."""
    exchange = name in HEARTHS and bool(farm.improvements & FIREPLACES)
    return exchange or affordable(farm, IMPROVEMENTS[name].price)


# --- all moves -----------------------------------------------------------------------------------------------------


def all_moves(game, space, limit=NO_LIMIT):
    """Yield every legal move of the seat to act on a space, with `kept` given where the space asks for animals.

    For small cases: rooms and stables come in every set that can be paid (with 4 stables and no rooms 1,092 sets on the
    starting farm, 7,408 once two rooms can be paid as well; `limit` bounds each of the two numbers), fences in up to
    7,963 layouts, each with every herd to keep and every part of the rest to cook.
    """
    for draft in drafts(game, space, limit):
        yield from with_animals(game, draft)


def drafts(game, space, limit=NO_LIMIT):
    """Yield every move on a space that is legal but for the animals, which are left out."""
    if space_fault(game, space):
        return
    for option, effect in SPACES[space].options.items():
        for shape in shapes(game, effect.deed, limit):
            draft = Move(space, option, **shape)
            if draft_fault(game, draft) is None:
                yield draft


def with_animals(game, draft):
    """Yield a draft with every choice of animals to keep and to cook, if its space asks for one."""
    if not set(HERD) <= asked(draft):
        yield draft
        return
    farm, available = after_deed(game, draft), held_then(game, draft)
    for kept in parts(available):
        if fits(farm, kept):
            rest = parts(minus(available, kept)) if cooker(farm.improvements) else [Move("").cooked]
            yield from (replace(draft, kept=kept, cooked=cooked) for cooked in rest)


def shapes(game, deed, limit):
    """Yield fields of moves, as dicts, that cover everything a deed may be used for."""
    farm = game.farm
    if deed in ("rooms_stables", "one_room"):
        yield from building_shapes(farm, limit)
    elif deed == "stable_bake":
        stables = (frozenset(), *(frozenset({cell}) for cell in sorted(CELLS)))
        yield from dicts(stables=stables, bake=range(farm.grain + 1))
    elif deed in ("sow_bake", "plow", "plow_sow"):
        yield from field_shapes(farm, deed)
    elif deed in ("fences", "renovate_fences"):
        yield from dicts(fences=(frozenset(), *layouts(farm)))
    elif deed in ("improvement", "renovate_improvement"):
        returned = (None, *sorted(FIREPLACES))
        yield from dicts(improvement=(None, *IMPROVEMENTS), returned=returned, bake=range(farm.grain + 1))
    elif deed in ("choose_1", "reed_or_stone"):
        yield from dicts(resources=combinations(RESOURCES, 1))
    elif deed == "choose_2":
        yield from dicts(resources=combinations(RESOURCES, 2))
    else:
        yield {}


def dicts(**choices):
    """Yield a dict for every combination of choices."""
    for chosen in product(*choices.values()):
        yield dict(zip(choices, chosen, strict=True))


def field_shapes(farm, deed):
    """Yield what can be plowed, sown, and baked."""
    choices = {}
    if deed != "sow_bake":
        choices["plow"] = (None, *sorted(CELLS))
    if deed != "plow":
        choices |= {"sow_grain": range(farm.grain + 1), "sow_vegetables": range(farm.vegetables + 1)}
    if deed == "sow_bake":
        choices["bake"] = range(farm.grain + 1)
    yield from dicts(**choices)


def building_shapes(farm, limit):
    """Yield sets of rooms and of stables, as many as can be paid."""
    rooms = min(limit, getattr(farm, farm.material) // 5, farm.reed // 2)
    stables = min(limit, farm.wood // STABLE_PRICE, MOST_STABLES - len(farm.stables))
    yield from dicts(rooms=list(subsets(vacant(farm), rooms)), stables=list(subsets(stable_cells(farm), stables)))


def subsets(items, most):
    """Yield every set of 0 to `most` items."""
    items = sorted(items)
    for size in range(min(most, len(items)) + 1):
        yield from (frozenset(chosen) for chosen in combinations(items, size))
