"""The oracle's rounds of All Creatures Big and Small: refill, placements, breeding, the winner.

Sections 3, 4 and 9 of `rules/creatures.md`. Every function returns a new position and leaves the old one as it is.

Readings where the file is silent:

- A seat names the herd that it keeps after breeding by its animals alone; any part of the enlarged herd that fits is
  legal, also one without the newborns (section 4.4 lets the owner release any animal at any time).
- `end_round` also holds the refill of the next round, as nobody decides anything between the two.
"""

from dataclasses import replace

from .creatures_farm import bred, total, why_herd_illegal
from .creatures_spaces import ROUNDS, WORKERS, Game, Goods, Space, carried_out, why_illegal

# Section 5: what a space gets in each round ...
REFILL = {
    Space.START_PLAYER: Goods(wood=1),
    Space.THREE_WOOD: Goods(wood=3),
    Space.ONE_STONE: Goods(stone=1),
    Space.TWO_STONE: Goods(stone=2),
    Space.EXPAND: Goods(borders=1),
}
# ... or gets when it is empty, and when it is not.
REFILL_EMPTY_OR_NOT = {
    Space.MILLPOND: (Goods(reed=1), Goods(sheep=1)),
    Space.PIGS_SHEEP: (Goods(pigs=1), Goods(sheep=1)),
    Space.COWS_PIGS: (Goods(cows=1), Goods(pigs=1)),
    Space.HORSES_SHEEP: (Goods(horses=1), Goods(sheep=1)),
}


def empty_game(first=0):
    """Return the position before the refill of round 1; `first` is the start player. Section 3."""
    return Game(first=first, marker=first, seat=first)


def new_game(first=0):
    """Return the position at the first placement of the game."""
    return refill(empty_game(first))


def refill(game):
    """Return the game after a refill. Section 4.1; ValueError if no border is left beside the Expand space."""
    if game.border_stock == 0:
        raise ValueError("no border is left for a refill")
    goods = tuple(game.goods[space].plus(refill_of(space, game.goods[space])) for space in Space)
    return replace(game, goods=goods, border_stock=game.border_stock - 1)


def refill_of(space, lying):
    """Return what a refill adds to a space on which these goods lie."""
    if space in REFILL_EMPTY_OR_NOT:
        when_empty, when_not = REFILL_EMPTY_OR_NOT[space]
        return when_empty if lying == Goods() else when_not
    return REFILL.get(space, Goods())


def play(game, action):
    """Return the game after one placement; ValueError if it is illegal. Section 4.2."""
    reason = why_illegal(game, action)
    if reason:
        raise ValueError(f"illegal: {reason}: {action}")
    after, _ = carried_out(game, action)
    workers = game.workers[: action.space] + (game.seat,) + game.workers[action.space + 1 :]
    return replace(after.with_farm(herd=tuple(action.herd)), workers=workers, seat=1 - game.seat)


def placements(game):
    """Return how many workers are placed in this round."""
    return sum(seat is not None for seat in game.workers)


def why_herds_illegal(game, herds):
    """Return why these herds, by seat, cannot be what the seats keep after breeding, or None."""
    for seat, (farm, kept) in enumerate(zip(game.farms, herds, strict=True)):
        reason = why_herd_illegal(farm, bred(farm.herd), kept)
        if reason:
            return f"seat {seat} {reason}"
    return None


def end_round(game, herds):
    """Return the game after Home and Breeding, and after the refill of the next round if there is one.

    `herds` are those that the seats keep of their enlarged ones. ValueError if workers are left or a herd is illegal.
    Sections 4.3 to 4.5.
    """
    if placements(game) != WORKERS or game.round > ROUNDS:
        raise ValueError("the round is not at its end")
    reason = why_herds_illegal(game, herds)
    if reason:
        raise ValueError(f"illegal: {reason}")
    farms = tuple(replace(farm, herd=tuple(kept)) for farm, kept in zip(game.farms, herds, strict=True))
    game = replace(game, farms=farms, workers=(None,) * len(Space), round=game.round + 1, seat=game.marker)
    return game if over(game) else refill(game)


def over(game):
    """Return whether the breeding of round 8 is past."""
    return game.round > ROUNDS


def winner(game):
    """Return the seat with the higher total; a tie goes to the one that did not begin round 1. Section 9."""
    mine, other = total(game.farms[game.first]), total(game.farms[1 - game.first])
    return game.first if mine > other else 1 - game.first
