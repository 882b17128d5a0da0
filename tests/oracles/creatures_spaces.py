"""The oracle's 17 action spaces of All Creatures Big and Small: what is legal, what it costs, what it does.

Section 5 of `rules/creatures.md`, with section 7 for the buildings.

Readings where the file is silent:

- An action names nothing that its space does not ask for; else two actions would say the same.
- The free animal of the Shelter and of the Open Stables has to be named, even if it runs away at once.
- `herd` is what stays after the action. It may be any part of the herd that fits, as animals may be released at any
  time; the moves listed by default are the maximal ones (section 8.3).
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from typing import NamedTuple

from .creatures_farm import (
    COTTAGE_CELL,
    KINDS,
    MATERIALS,
    NO_ANIMALS,
    Farm,
    cells,
    closed,
    edges,
    free_cells,
    why_herd_illegal,
)

ROUNDS = 8
WORKERS = 6  # of both seats together
SPECIALS = frozenset({"half_timbered_house", "storage_building", "shelter", "open_stables"})


class Space(IntEnum):
    """Name the spaces by their numbers in section 5."""

    START_PLAYER = 0
    THREE_WOOD = 1
    ONE_STONE = 2
    TWO_STONE = 3
    BUILDING_MATERIALS = 4
    FENCES = 5
    WALLS = 6
    EXPAND = 7
    STALLS = 8
    FEEDING_TROUGH = 9
    STABLES = 10
    SPECIAL_A = 11
    SPECIAL_B = 12
    MILLPOND = 13
    PIGS_SHEEP = 14
    COWS_PIGS = 15
    HORSES_SHEEP = 16


class Goods(NamedTuple):
    """Count goods that lie on a space."""

    wood: int = 0
    stone: int = 0
    reed: int = 0
    borders: int = 0
    sheep: int = 0
    pigs: int = 0
    cows: int = 0
    horses: int = 0

    def plus(self, other):
        """Return both together."""
        return Goods(*(mine + more for mine, more in zip(self, other, strict=True)))


@dataclass(frozen=True)
class Action:
    """Hold one placement of a worker with all its decisions.

    `cells` are the spaces built on; `wood_paid` counts the upgrades to stables that are paid with wood, the others are
    paid with stone; `payment` is "wood" or "stone" for the Open Stables; `animal` is the index of the free animal;
    `herd` is what is kept after the action.
    """

    space: int
    borders: frozenset = frozenset()
    side: str | None = None
    cells: frozenset = frozenset()
    wood_paid: int = 0
    building: str | None = None
    payment: str | None = None
    animal: int | None = None
    herd: tuple = NO_ANIMALS


@dataclass(frozen=True)
class Game:
    """Hold a whole position. `round` counts from 1 and is 9 after the end.

    `goods` and `workers` have one entry for each space; a worker is the number of its seat, None where none stands.
    `first` began round 1, `marker` holds the start player tile, `seat` is to act. `border_stock` is what lies beside
    the Expand space; `troughs`, `stall_tiles`, `expansions`, and `specials` are what is left to claim.
    """

    farms: tuple = (Farm(), Farm())
    goods: tuple = (Goods(),) * len(Space)
    workers: tuple = (None,) * len(Space)
    round: int = 1
    first: int = 0
    marker: int = 0
    seat: int = 0
    border_stock: int = 8
    troughs: int = 10
    stall_tiles: int = 4
    expansions: int = 4
    specials: frozenset = SPECIALS

    @property
    def farm(self):
        """Return the farm of the seat to act."""
        return self.farms[self.seat]

    def with_farm(self, **changes):
        """Return the game with these fields of the acting seat's farm changed."""
        farms = list(self.farms)
        farms[self.seat] = replace(self.farm, **changes)
        return replace(self, farms=tuple(farms))


# --- costs ---------------------------------------------------------------------------------------------------------

# Section 7.2; the Open Stables cost 3 of the kind named by `payment`.
SPECIAL_COST = {
    "half_timbered_house": {"wood": 3, "stone": 2, "reed": 1},
    "storage_building": {"wood": 2, "reed": 1},
    "shelter": {"wood": 2, "stone": 1},
}
# The free animals from which the owner chooses one, by index.
FREE_ANIMALS = {"shelter": (0, 1, 2, 3), "open_stables": (2, 3)}


def cost(action):
    """Return `{material: units}` that an action costs."""
    borders, built = len(action.borders), len(action.cells)
    if action.space == Space.FENCES:
        return {"wood": borders}
    if action.space == Space.WALLS:
        return {"stone": 2 * max(0, borders - 2)}
    if action.space == Space.STALLS:
        return {"stone": 3, "reed": 1}
    if action.space == Space.FEEDING_TROUGH:
        return {"wood": 3 * max(0, built - 1)}
    if action.space == Space.STABLES:
        return {"wood": 5 * action.wood_paid, "stone": 5 * (built - action.wood_paid)}
    if action.building == "open_stables":
        return {action.payment: 3}
    return SPECIAL_COST.get(action.building, {})


def affordable(farm, price):
    """Return whether a farm's supply has every material of a price."""
    return all(getattr(farm, material) >= units for material, units in price.items())


# --- why an action is illegal --------------------------------------------------------------------------------------


def why_illegal(game, action):
    """Return why the seat to act may not take an action, or None if it may."""
    reason = why_draft_illegal(game, action)
    if reason:
        return reason
    after, herd = carried_out(game, action)
    return why_herd_illegal(after.farm, herd, action.herd)


def why_draft_illegal(game, action):
    """Return why an action is illegal whatever herd is kept after it, or None."""
    reason = why_space_closed(game, action.space) or why_superfluous(action)
    if reason:
        return reason
    part = PARTS.get(action.space)
    reason = part and part.why(game, action)
    if reason:
        return reason
    return None if affordable(game.farm, cost(action)) else f"cannot pay {cost(action)}"


def why_space_closed(game, space):
    """Return why no worker can be placed on a space. Section 4.2."""
    if game.round > ROUNDS:
        return "the game is over"
    if sum(seat is not None for seat in game.workers) >= WORKERS:
        return "all workers are placed"
    if space not in list(Space):
        return f"there is no space {space}"
    return None if game.workers[space] is None else "the space is occupied"


def why_superfluous(action):
    """Return which field of an action its space does not ask for."""
    asked = {"space", "herd", *(PARTS[action.space].asks if action.space in PARTS else ())}
    for each in fields(action):
        if each.name not in asked and getattr(action, each.name) != each.default:
            return f"this space does not ask for {each.name}"
    return None


def why_no_borders(game, action):
    """Judge Fences and Walls: at least one border of the own supply, each on an open edge of the farm."""
    if not action.borders:
        return "places no border"
    if len(action.borders) > game.farm.borders:
        return "has too few borders in supply"
    for edge in action.borders:
        if edge not in edges(game.farm):
            return f"{edge} is not on the farm"
        if closed(game.farm, edge):
            return f"{edge} is closed already"
    return None


def why_no_expand(game, action):
    """Judge Expand: an expansion has to be taken while there is one."""
    if game.expansions == 0:
        return None if action.side is None else "no expansion is left"
    return None if action.side in ("left", "right") else "the expansion needs a side"


def why_no_stall(game, action):
    """Judge Stalls: exactly one, on an own space without a building."""
    if game.stall_tiles == 0:
        return "no stall tile is left"
    return why_not_one_free(game, action)


def why_not_one_free(game, action):
    """Return why the cells of an action are not exactly one own space without a building."""
    if len(action.cells) != 1:
        return "needs exactly one space"
    return None if action.cells <= set(free_cells(game.farm)) else "is no free space of the farm"


def why_no_troughs(game, action):
    """Judge Feeding Trough: at least one, on own spaces without one, as far as the supply goes."""
    if not action.cells:
        return "builds no trough"
    if len(action.cells) > game.troughs:
        return "too few troughs are left"
    if not action.cells <= set(cells(game.farm)):
        return "is no space of the farm"
    return "has a trough there already" if action.cells & game.farm.troughs else None


def own_stalls(farm):
    """Return the spaces with a stall; stables and Open Stables are none."""
    return {cell for cell, name in farm.buildings.items() if name == "stall"}


def why_no_stables(game, action):
    """Judge Stables: at least one own stall."""
    if not action.cells:
        return "upgrades no stall"
    if not action.cells <= own_stalls(game.farm):
        return "has no stall there"
    return None if 0 <= action.wood_paid <= len(action.cells) else "pays more or less than all upgrades with wood"


def why_no_special(game, action):
    """Judge Special Building: exactly one that is left, on a space where it may stand, with its choices."""
    if action.building not in game.specials:
        return f"{action.building} is not to be had"
    if action.animal not in FREE_ANIMALS.get(action.building, (None,)):
        return f"{action.animal} is no animal to choose"
    if action.payment not in (("wood", "stone") if action.building == "open_stables" else (None,)):
        return f"cannot be paid with {action.payment}"
    if action.building == "half_timbered_house":
        return None if action.cells == {COTTAGE_CELL} else "stands on the cottage only"
    if action.building == "open_stables":
        one_stall = len(action.cells) == 1 and action.cells <= own_stalls(game.farm)
        return None if one_stall else "replaces exactly one stall"
    return why_not_one_free(game, action)


# --- what an action does -------------------------------------------------------------------------------------------


def carried_out(game, action):
    """Return (game, herd) after all of an action but the choice of what stays; the herd may have no room."""
    game = pay(game, cost(action))
    game, herd = take(game, action.space)
    if action.space in PARTS:
        game = PARTS[action.space].do(game, action)
    if action.animal is not None:
        herd = tuple(count + (kind == action.animal) for kind, count in enumerate(herd))
    if action.space == Space.START_PLAYER:
        game = replace(game, marker=game.seat)
    return game, herd


def pay(game, price):
    """Return the game after the acting seat has paid."""
    return game.with_farm(**{material: getattr(game.farm, material) - units for material, units in price.items()})


def take(game, space):
    """Return (game, herd): everything on a space is taken, the animals are not yet housed."""
    taken = Goods(wood=1, stone=1, reed=1) if space == Space.BUILDING_MATERIALS else game.goods[space]
    goods = game.goods[:space] + (Goods(),) + game.goods[space + 1 :]
    gained = {name: getattr(game.farm, name) + getattr(taken, name) for name in (*MATERIALS, "borders")}
    herd = tuple(old + getattr(taken, kind) for kind, old in zip(KINDS, game.farm.herd, strict=True))
    return replace(game, goods=goods).with_farm(**gained), herd


def place_borders(game, action):
    """Place borders of the own supply."""
    farm = game.farm
    return game.with_farm(borders=farm.borders - len(action.borders), placed=farm.placed | action.borders)


def expand(game, action):
    """Add an expansion on a side, if one is left."""
    if action.side is None:
        return game
    game = game.with_farm(**{action.side: getattr(game.farm, action.side) + 1})
    return replace(game, expansions=game.expansions - 1)


def build(game, action, name):
    """Put a building of this name on all spaces of the action."""
    return game.with_farm(buildings=game.farm.buildings | dict.fromkeys(action.cells, name))


def build_stall(game, action):
    """Build a stall from the supply of tiles."""
    return replace(build(game, action, "stall"), stall_tiles=game.stall_tiles - 1)


def build_troughs(game, action):
    """Build troughs from the general supply."""
    game = replace(game, troughs=game.troughs - len(action.cells))
    return game.with_farm(troughs=game.farm.troughs | action.cells)


def build_stables(game, action):
    """Turn stalls into stables."""
    return build(game, action, "stables")


def build_special(game, action):
    """Build a special building; the stall under the Open Stables goes back to the supply. Section 7.4."""
    game = replace(build(game, action, action.building), specials=game.specials - {action.building})
    if action.building == "open_stables":
        game = replace(game, stall_tiles=game.stall_tiles + 1)
    return game


class Part(NamedTuple):
    """Hold what is special to a space: the fields it asks for, its judge, and what it does."""

    asks: tuple
    why: Callable
    do: Callable


BORDERS = Part(("borders",), why_no_borders, place_borders)
SPECIAL = Part(("cells", "building", "payment", "animal"), why_no_special, build_special)
PARTS = {
    Space.FENCES: BORDERS,
    Space.WALLS: BORDERS,
    Space.EXPAND: Part(("side",), why_no_expand, expand),
    Space.STALLS: Part(("cells",), why_no_stall, build_stall),
    Space.FEEDING_TROUGH: Part(("cells",), why_no_troughs, build_troughs),
    Space.STABLES: Part(("cells", "wood_paid"), why_no_stables, build_stables),
    Space.SPECIAL_A: SPECIAL,
    Space.SPECIAL_B: SPECIAL,
}
