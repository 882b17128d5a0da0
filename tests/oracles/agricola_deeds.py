"""The oracle's deeds of Agricola: what a space lets a player build, sow, bake, buy, or choose.

Sections 4 to 7, 9, and 11 of both rules files. Each deed has the fields of a move that it asks for, a judge, a price,
and what it does to the farm once the price is paid.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from .agricola_farm import (
    BARE,
    MOST_PEOPLE,
    RESOURCES,
    next_material,
    plow_cells,
    renovation_price,
    rooms_fault,
    rooms_price,
    sow_fault,
    sown,
    stables_fault,
)
from .agricola_fences import fence_fault
from .agricola_improvements import FIREPLACES, HEARTHS, IMPROVEMENTS, OVENS, bake_fault, baked_food
from .agricola_position import for_sale
from .agricola_spaces import ROUNDS

STABLE_PRICE, CHEAP_STABLE_PRICE = 2, 1  # wood
GROWTH_CARD_ROUND = 5
WELL_ROUNDS = 5


class Deed(NamedTuple):
    """Hold a deed: `asks` for fields of the move, `fault(game, move)`, `price(farm, move)`, `do(game, farm, move)`."""

    asks: tuple
    fault: Callable
    price: Callable
    do: Callable


def no_fault(game, move):
    return None


def no_price(farm, move):
    return {}


def nothing(game, farm, move):
    return farm


def total(*prices):
    """Return several prices as one."""
    return {good: sum(price.get(good, 0) for price in prices) for good in {good for price in prices for good in price}}


# --- rooms and stables, sections 5 and 6 ---------------------------------------------------------------------------


def building_fault(game, move):
    """Judge any number of rooms and stables, together at least one; no cell takes both."""
    if not move.rooms and not move.stables:
        return "builds nothing"
    if move.rooms & move.stables:
        return "a cell takes a room or a stable"
    return rooms_fault(game.farm, move.rooms) or stables_fault(game.farm, move.stables)


def building_price(farm, move):
    return total(rooms_price(farm, len(move.rooms)), {"wood": STABLE_PRICE * len(move.stables)})


def build(game, farm, move):
    return replace(farm, rooms=farm.rooms | move.rooms, stables=farm.stables | move.stables)


def one_room_fault(game, move):
    """Judge the card with exactly one room. Section 4.3 of the 2007 file."""
    return rooms_fault(game.farm, move.rooms) if len(move.rooms) == 1 else "builds exactly one room"


# --- baking, sowing, plowing, section 7 ----------------------------------------------------------------------------


def stable_bake_fault(game, move):
    """Judge one stable for 1 wood and/or Bake Bread."""
    if not move.stables and not move.bake:
        return "neither builds nor bakes"
    if len(move.stables) > 1:
        return "builds exactly one stable"
    return stables_fault(game.farm, move.stables) or bake_fault(game.farm.improvements, move.bake, game.farm.grain)


def cheap_stable_price(farm, move):
    return {"wood": CHEAP_STABLE_PRICE * len(move.stables)}


def bake(game, farm, move):
    """Turn grain into bread with all improvements that the farm now has."""
    food = baked_food(farm.improvements, move.bake)
    return replace(farm, grain=farm.grain - move.bake, food=farm.food + food)


def sow(game, farm, move):
    grain, vegetables = move.sow_grain, move.sow_vegetables
    fields = sown(farm, grain, vegetables)
    return replace(farm, fields=fields, grain=farm.grain - grain, vegetables=farm.vegetables - vegetables)


def sow_bake_fault(game, move):
    """Judge Sow and/or Bake Bread: the same grain is not used twice."""
    farm = game.farm
    if not (move.sow_grain or move.sow_vegetables or move.bake):
        return "neither sows nor bakes"
    reason = sow_fault(farm, move.sow_grain, move.sow_vegetables)
    return reason or bake_fault(farm.improvements, move.bake, farm.grain - move.sow_grain)


def plow_fault(game, move):
    return None if move.plow in plow_cells(game.farm) else "no field can be plowed there"


def plow(game, farm, move):
    return farm if move.plow is None else replace(farm, fields=farm.fields | {move.plow: BARE})


def plow_sow_fault(game, move):
    """Judge Plow and/or Sow: the new field can be sown at once."""
    if move.plow is None and not (move.sow_grain or move.sow_vegetables):
        return "neither plows nor sows"
    reason = None if move.plow is None else plow_fault(game, move)
    return reason or sow_fault(plow(game, game.farm, move), move.sow_grain, move.sow_vegetables)


# --- fences, section 6 ---------------------------------------------------------------------------------------------


def fences_fault(game, move):
    return fence_fault(game.farm, move.fences)


def fences_price(farm, move):
    return {"wood": len(move.fences)}


def fence(game, farm, move):
    return replace(farm, fences=farm.fences | move.fences)


# --- improvements and renovation, sections 5 and 9 -----------------------------------------------------------------


def improvement_fault(game, move):
    """Judge one major improvement: from the board; a Hearth may be had for a Fireplace; an oven bakes at once."""
    if move.improvement is None:
        return "buys nothing"
    if move.improvement not in for_sale(game):
        return f"{move.improvement} is not on the board"
    if move.returned is not None and (
        move.improvement not in HEARTHS or move.returned not in FIREPLACES & game.farm.improvements
    ):
        return "returns no own Fireplace for a Hearth"
    if move.bake and move.improvement not in OVENS:
        return "only an oven bakes when bought"
    return bake_fault(game.farm.improvements | {move.improvement}, move.bake, game.farm.grain)


def improvement_price(farm, move):
    return {} if move.returned is not None else IMPROVEMENTS[move.improvement].price


def buy(game, farm, move):
    """Take the card; the Well lays 1 food on each of the next rounds that exist."""
    owned = (farm.improvements | {move.improvement}) - {move.returned}
    farm = replace(farm, improvements=owned)
    if move.improvement == "well":
        last = min(game.round + WELL_ROUNDS, ROUNDS)
        farm = replace(farm, well=frozenset(range(game.round + 1, last + 1)))
    return bake(game, farm, move)


def renovation_fault(game):
    return None if next_material(game.farm) else "the house is of stone already"


def renovate(farm):
    return replace(farm, material=next_material(farm))


def renovate_improvement_fault(game, move):
    """Judge Renovation, after it maybe an improvement."""
    if move.improvement is None:
        return renovation_fault(game) or ("buys nothing" if move.returned or move.bake else None)
    return renovation_fault(game) or improvement_fault(game, move)


def renovate_improvement_price(farm, move):
    return total(renovation_price(farm), improvement_price(farm, move) if move.improvement else {})


def renovate_improvement(game, farm, move):
    return buy(game, renovate(farm), move) if move.improvement else renovate(farm)


def renovate_fences_fault(game, move):
    """Judge Renovation, after it maybe fences."""
    return renovation_fault(game) or (fences_fault(game, move) if move.fences else None)


def renovate_fences_price(farm, move):
    return total(renovation_price(farm), fences_price(farm, move))


def renovate_fences(game, farm, move):
    return fence(game, renovate(farm), move)


# --- family growth, section 11 -------------------------------------------------------------------------------------


def grow_anyway_fault(game, move):
    return None if game.farm.people < MOST_PEOPLE else "has all its people in play"


def grow_fault(game, move):
    """Judge Family growth: more rooms than people, newborns and people at work included."""
    needs = None if len(game.farm.rooms) > game.farm.people else "has no room for a newborn"
    return grow_anyway_fault(game, move) or needs


def late_grow_fault(game, move):
    return grow_fault(game, move) if game.round >= GROWTH_CARD_ROUND else "offers growth from round 5 on"


def grow(game, farm, move):
    return replace(farm, people=farm.people + 1, newborns=farm.newborns + 1)


# --- building resources of choice, sections 4.1 and 4.3 ------------------------------------------------------------


def choice_of(number, goods=RESOURCES):
    """Return the deed of choosing so many different ones of these goods."""

    def fault(game, move):
        if len(move.resources) != number or not set(move.resources) <= set(goods):
            return f"chooses {number} of {goods}"
        return None if len(set(move.resources)) == number else "the resources have to be different"

    return Deed(("resources",), fault, no_price, choose)


def choose(game, farm, move):
    return replace(farm, **{good: getattr(farm, good) + 1 for good in move.resources})


def occupation_fault(game, move):
    return "there are no hand cards"


SOW = ("sow_grain", "sow_vegetables")
BUY = ("improvement", "returned", "bake")
HERD = ("kept", "cooked")  # new fences inside a pasture can leave animals without room


def bake_stable(game, farm, move):
    return bake(game, build(game, farm, move), move)


def bake_sown(game, farm, move):
    return bake(game, sow(game, farm, move), move)


def sow_plowed(game, farm, move):
    return sow(game, plow(game, farm, move), move)


DEEDS = {
    None: Deed((), no_fault, no_price, nothing),
    "marker": Deed((), no_fault, no_price, nothing),  # the marker is no part of the farm
    "occupation": Deed((), occupation_fault, no_price, nothing),
    "rooms_stables": Deed(("rooms", "stables"), building_fault, building_price, build),
    "one_room": Deed(("rooms",), one_room_fault, building_price, build),
    "stable_bake": Deed(("stables", "bake"), stable_bake_fault, cheap_stable_price, bake_stable),
    "sow_bake": Deed((*SOW, "bake"), sow_bake_fault, no_price, bake_sown),
    "plow": Deed(("plow",), plow_fault, no_price, plow),
    "plow_sow": Deed(("plow", *SOW), plow_sow_fault, no_price, sow_plowed),
    "fences": Deed(("fences", *HERD), fences_fault, fences_price, fence),
    "improvement": Deed(BUY, improvement_fault, improvement_price, buy),
    "renovate_improvement": Deed(BUY, renovate_improvement_fault, renovate_improvement_price, renovate_improvement),
    "renovate_fences": Deed(("fences", *HERD), renovate_fences_fault, renovate_fences_price, renovate_fences),
    "grow": Deed((), grow_fault, no_price, grow),
    "grow_from_5": Deed((), late_grow_fault, no_price, grow),
    "grow_anyway": Deed((), grow_anyway_fault, no_price, grow),
    "choose_1": choice_of(1),
    "choose_2": choice_of(2),
    "reed_or_stone": choice_of(1, ("reed", "stone")),
}
