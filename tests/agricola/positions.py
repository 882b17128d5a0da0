"""Random positions of the slow engine, and moves to judge in them: legal ones, near misses, and nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from oracles import agricola as oracle
from oracles.agricola_herd import minus
from oracles.agricola_improvements import cooker
from oracles.agricola_moves import held_then

from sims.agricola.farm import CELLS
from sims.agricola.layouts import PLACES
from sims.agricola.pieces import ANIMALS, IMPROVEMENTS, NOTHING, RESOURCES, SPACES, SUPPLY, Effect, Improvement

from .translate import asks_for_herd, held, mask_of, new_move, place_with, rules_of, to_move

FOLLOWING = 9
"""Each drawn position is played on by at most so many placements, each of which gives a position more."""
EFFECTS = tuple(Effect)
NUMBERS = ("sow_grain", "sow_vegetables", "bake", "oven_bake")
OVENS = (Improvement.CLAY_OVEN, Improvement.STONE_OVEN)
BITS_OF_FIELD = {
    "chosen": Effect.CHOOSE, "animal": Effect.ANIMAL, "rooms": Effect.ROOM, "stables": Effect.STABLE,
    "plow": Effect.PLOW, "sow_grain": Effect.SOW, "sow_vegetables": Effect.SOW, "bake": Effect.BAKE,
    "improvement": Effect.IMPROVE, "layout": Effect.FENCE,
}  # fmt: skip


def random_positions(rules: oracle.Rules, rng: Random, number: int) -> Iterator[tuple[oracle.Game, oracle.Move]]:
    """Yield so many positions with a seat to act, each with a legal placement."""
    game, left = None, 0
    while number:
        if game is None or game.seat is None or left == 0:
            game, left = oracle.random_position(rules, rng), 1 + FOLLOWING
        space = next((name for name in rng.sample(game.table, len(game.table)) if oracle.usable(game, name)), None)
        if space is None:
            game = None
            continue
        action = cooking_the_rest(game, oracle.random_move_on(game, space, rng))
        yield game, action
        game, left, number = oracle.apply(game, action), left - 1, number - 1


def cooking_the_rest(game: oracle.Game, action: oracle.Move) -> oracle.Move:
    """Return a placement in which all animals that do not stay are cooked, if that can be."""
    if not asks_for_herd(action):
        return action
    rest = minus(held_then(game, action), held(game, action))
    return replace(action, cooked=rest if cooker(game.farm.improvements) else (0, 0, 0))


# --- Moves to judge -------------------------------------------------------------------------------------------------


def follow(move: Any, name: str) -> None:
    """Let the effects of a move follow what is now decided for them."""
    bit = BITS_OF_FIELD.get(name)
    if bit is not None:
        empty = NOTHING if name in ("animal", "improvement") else 0
        move["does"] = move["does"] | bit if move[name] != empty else move["does"] & ~bit


def change(move: Any, other: Any, game: oracle.Game, rng: Random) -> None:
    """Change one decision of a move, in place, mostly one that matters: a little, to that of another, to anything."""
    own = [name for name, bit in BITS_OF_FIELD.items() if move["does"] & bit]
    own += ["returned", "oven_bake"] if move["does"] & Effect.IMPROVE else []
    name = rng.choice(own if own and rng.random() < 0.6 else move.dtype.names)
    if rng.random() < 0.3:
        move[name] = other[name]
    elif name == "does":
        move[name] ^= rng.choice(EFFECTS)
    elif name == "space":
        move[name] = rng.randrange(-1, SPACES + 1)
    elif name in ("rooms", "stables"):
        move[name] ^= 1 << rng.randrange(CELLS + (rng.random() < 0.05))
    elif name == "plow":
        move[name] = rng.choice((0, *(1 << cell for cell in range(CELLS)), 3))
    elif name == "chosen":
        move[name] = rng.choice((move[name] ^ 1 << rng.randrange(6), rng.randrange(32)))
    elif name in NUMBERS:
        move[name] += rng.choice((-1, 1))
    elif name == "layout":
        move[name] = rng.choice((0, rng.randrange(-1, PLACES + 1), rng.randrange(1, 300)))
    elif name in ("converted", "herd"):
        move[name][rng.randrange(len(move[name]))] += rng.choice((-1, 1))
    else:
        move[name] = rng.randrange(NOTHING, (ANIMALS if name == "animal" else IMPROVEMENTS) + 1)
    if rng.random() < 0.7:
        follow(move, name)


def near_miss(game: oracle.Game, action: oracle.Move, other: Any, rng: Random) -> Any:
    """Return a legal move with one or two of its decisions changed."""
    move = to_move(game, action)
    for _ in range(rng.choice((1, 1, 2))):
        change(move, other, game, rng)
    return move


def converting(game: oracle.Game, action: oracle.Move, rng: Random) -> Any:
    """Return a move with a random conversion before it, and some animals that go after it; often legal."""
    move = to_move(game, action)
    conversion = oracle.random_conversion(game.farm, rng)
    move["converted"][:] = (conversion.grain, conversion.vegetables, *conversion.animals)
    if not asks_for_herd(action):
        move["herd"][:] = minus(game.farm.herd, conversion.animals)
    for animal in range(ANIMALS):
        if rng.random() < 0.3:
            move["herd"][animal] -= rng.randint(0, max(0, int(move["herd"][animal])))
    return move


def attempt(game: oracle.Game, position: Any, rng: Random) -> Any:
    """Return a move of any open space with all that it asks for, which may well be illegal."""
    rules, move, own = rules_of(game.rules), new_move(), position["farms"][position["seat"]]
    space = rng.choice([space for space in range(SPACES) if position["open"] >> space & 1])
    groups = [[bit for bit in EFFECTS if rules[name][space] & bit] for name in ("any_of", "one_of", "may")]
    some, one, may = (rng.sample(bits, min(len(bits), rng.choice((1, 1, 2)))) for bits in groups)
    move["space"], move["does"] = space, rules["must"][space] | sum(some) | sum(one[:1]) | sum(may)
    cells = sorted(oracle.vacant(game.farm)) or sorted(oracle.CELLS)
    for name in BITS_OF_FIELD:
        if move["does"] & BITS_OF_FIELD[name]:
            move[name] = proposal(name, cells, rules["choices"][space], rng)
    if move["does"] & Effect.IMPROVE:
        move["returned"] = rng.choice((NOTHING, NOTHING, rng.randrange(3)))
        move["oven_bake"] = rng.choice((0, 1, 2)) if move["improvement"] in OVENS else 0
    if move["does"] & Effect.FENCE:
        move["layout"] = some_layout(game.farm, rng)
    lying = position["goods"][space][SUPPLY:] if move["does"] & Effect.TAKE else 0
    move["herd"][:] = own["animals"] + lying
    for animal in range(ANIMALS):
        if rng.random() < 0.4:
            move["herd"][animal] -= rng.randint(0, max(0, int(move["herd"][animal])))
    return move


def proposal(name: str, cells: list[tuple[int, int]], choices: int, rng: Random) -> int:
    """Return a value for a decision."""
    if name in ("rooms", "stables", "plow"):
        number = 1 if name == "plow" else rng.choice((1, 1, 2, 3))
        return mask_of(rng.sample(cells, min(len(cells), number)))
    if name == "chosen":
        return sum(1 << good for good in rng.sample(RESOURCES, int(choices)))
    if name == "animal":
        return rng.randrange(NOTHING, ANIMALS + 1)
    if name == "improvement":
        return rng.randrange(IMPROVEMENTS)
    return 0 if name == "layout" else rng.choice((0, 1, 1, 2, 3))


def some_layout(own: oracle.Farm, rng: Random) -> int:
    """Return a layout that may extend a farm's."""
    found = oracle.layouts(own, wood=rng.choice((own.wood, own.wood + 3))) if rng.random() < 0.7 else []
    return place_with(own.fences | rng.choice(found)) if found else rng.randrange(PLACES)


def nonsense(rng: Random) -> Any:
    """Return a move of random numbers, most of them small."""
    move = new_move()
    move["space"], move["does"] = rng.randrange(SPACES), sum(rng.sample(EFFECTS, rng.randrange(3)))
    for name in BITS_OF_FIELD:
        if move["does"] & BITS_OF_FIELD[name]:
            move[name] = (
                rng.randrange(4) if name in NUMBERS or name in ("animal", "improvement") else rng.getrandbits(15)
            )
    return move
