"""The oracle's placements of Agricola: why one is illegal, and the position after a legal one.

Sections 3, 4, and 8 of both rules files.

Readings where the files are silent:

- A move names nothing that its space does not ask for; else two moves would say the same.
- A space from which goods are taken is "always" legal (section 4), also if animals taken there are all released.
- Animals are kept, cooked, or released as part of the move on the spaces that give animals and on those for fences.
  What a player cooks besides is a conversion of its own, before or after the move.
- A cost in food is paid with food that is there before the move.
"""

from dataclasses import fields, replace

from .agricola_deeds import DEEDS, HERD, total
from .agricola_farm import KINDS
from .agricola_herd import herd_fault, minus, plus, within
from .agricola_improvements import conversion_fault, converted, cooked_food
from .agricola_position import at_home, next_seat
from .agricola_spaces import SPACES

# --- why a move is illegal -----------------------------------------------------------------------------------------


def legal_fault(game, move):
    """Return in words why the seat to act may not make a move, or None if it may."""
    return draft_fault(game, move) or animals_fault(game, move)


def draft_fault(game, move):
    """Return why a move is illegal whatever becomes of the animals, or None."""
    reason = space_fault(game, move.space) or superfluous(move)
    if reason:
        return reason
    effect = effect_of(move)
    reason = DEEDS[effect.deed].fault(game, move)
    if reason:
        return reason
    price = price_of(game, move)
    return None if affordable(game.farm, price) else f"cannot pay {price}"


def space_fault(game, space):
    """Return why no person can be placed on a space, or None. Section 3."""
    if game.phase != "work":
        return "people are placed in the work phase only"
    if game.seat is None or at_home(game, game.seat) <= 0:
        return "nobody is left at home"
    if space not in game.table:
        return f"there is no space {space} on the table"
    return "the space is occupied" if space in game.occupied else None


def superfluous(move):
    """Return which field of a move its space does not ask for, or None."""
    if move.option not in SPACES[move.space].options:
        return f"this space has no option {move.option}"
    needed = asked(move)
    for each in fields(move):
        if each.name not in needed and getattr(move, each.name) != each.default:
            return f"this space does not ask for {each.name}"
    return None


def asked(move):
    """Return the fields that a space asks for."""
    herd = HERD if gives_animals(move) else ()
    return {"space", "option", *DEEDS[effect_of(move).deed].asks, *herd}


def effect_of(move):
    """Return the effect that a move has chosen on its space."""
    return SPACES[move.space].options[move.option]


def gives_animals(move):
    """Return whether a move's space gives animals."""
    effect = effect_of(move)
    return (effect.takes and SPACES[move.space].good in KINDS) or not set(effect.gains).isdisjoint(KINDS)


def price_of(game, move):
    """Return `{good: units}` that a move costs; a deed after another one is paid together with it."""
    effect = effect_of(move)
    return total(effect.pays, DEEDS[effect.deed].price(game.farm, move))


def affordable(farm, price):
    """Return whether a supply holds a price."""
    return all(getattr(farm, good) >= units for good, units in price.items())


def animals_fault(game, move):
    """Return why the animals cannot be kept and cooked as a move says. Section 8."""
    if len(move.cooked) != len(KINDS):
        return f"{move.cooked} is not a herd"
    available, kept = held_then(game, move), kept_of(game, move)
    if len(kept) != len(KINDS):
        return f"{kept} is not a herd"
    if min(move.cooked) < 0 or not within(plus(kept, move.cooked), available):
        return "keeps and cooks more animals than there are"
    if cooked_food(game.farm.improvements, move.cooked) is None:
        return "has nothing to cook with"
    return herd_fault(after_deed(game, move), available, kept)


def held_then(game, move):
    """Return all animals that a player has in hand once the space has given its own."""
    gained = taken(game, move)
    return plus(game.farm.herd, tuple(gained.get(kind, 0) for kind in KINDS))


def kept_of(game, move):
    """Return the herd after a move."""
    return minus(held_then(game, move), move.cooked) if move.kept is None else move.kept


# --- what a move does ----------------------------------------------------------------------------------------------


def apply(game, move):
    """Return the position after a legal move; ValueError for an illegal one."""
    reason = legal_fault(game, move)
    if reason:
        raise ValueError(f"illegal: {reason}: {move}")
    seat, effect = game.seat, effect_of(move)
    food = cooked_food(game.farm.improvements, move.cooked)
    farm = replace(after_deed(game, move), herd=tuple(kept_of(game, move)))
    game = game.with_farm(seat, replace(farm, food=farm.food + food))
    if effect.takes:
        game = replace(game, piles=game.piles | {move.space: 0})
    if effect.deed == "marker":
        game = replace(game, marker=seat)
    game = replace(game, occupied=game.occupied | {move.space: seat})
    return replace(game, seat=next_seat(game, seat))


def after_deed(game, move):
    """Return the acting farm after all of a move but what becomes of the animals."""
    farm, effect = game.farm, effect_of(move)
    farm = changed(farm, {good: -units for good, units in price_of(game, move).items()})
    farm = changed(farm, {good: units for good, units in taken(game, move).items() if good not in KINDS})
    return DEEDS[effect.deed].do(game, farm, move)


def changed(farm, units):
    """Return a farm whose supply has so many more units of some goods."""
    return replace(farm, **{good: getattr(farm, good) + more for good, more in units.items()})


def taken(game, move):
    """Return `{good: units}` that a space gives: its pile, if that is taken, and what comes from the general supply."""
    effect, space = effect_of(move), SPACES[move.space]
    pile = {space.good: game.piles[move.space]} if effect.takes else {}
    return total(pile, effect.gains)


# --- converting ------------------------------------------------------------------------------------------------------


def convert_fault(game, seat, conversion):
    """Return why a seat cannot convert goods now, or None: any time but breeding, and not after the end. Section 9."""
    if game.phase in ("breeding", "over"):
        return f"nothing is converted in phase {game.phase}"
    return conversion_fault(game.farms[seat], conversion)


def convert(game, seat, conversion):
    """Return the game after a seat has converted goods into food; ValueError if it cannot."""
    reason = convert_fault(game, seat, conversion)
    if reason:
        raise ValueError(f"illegal: {reason}: {conversion}")
    return game.with_farm(seat, converted(game.farms[seat], conversion))
