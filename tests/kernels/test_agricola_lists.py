"""All legal moves of Agricola on small positions: brute force, the slow engine's lists, and what the listing leaves out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from agricola.exhaustive import every_move
from agricola.positions import cooking_the_rest
from agricola.translate import ALL_RULES, CARDS_ONLY, SPACE_OF, kind_of, numbers, rules_of, to_move, to_position
from oracles import agricola as oracle
from oracles.agricola_herd import within
from oracles.agricola_improvements import FIREPLACES, cooker

from sims.agricola.drafts import new_found
from sims.agricola.listing import space_moves
from sims.agricola.pieces import NOTHING, Effect, Improvement

FEW = {"food": 2, "wood": 6, "clay": 6, "reed": 3, "stone": 6, "grain": 4, "vegetables": 2}
"""The most of each good in a small position."""
TWINS = {Improvement.FIREPLACE_3: "fireplace_2", Improvement.HEARTH_5: "hearth_4"}
Gist = tuple[int | tuple[int, ...], ...]

every_kind = pytest.mark.parametrize("kind", ALL_RULES, ids=kind_of)


def small_position(rules: oracle.Rules, rng: Random) -> oracle.Game:
    """Return a random position with few goods and animals, and no space occupied."""
    game = oracle.random_position(rules, rng)
    few = {name: rng.choice((most, rng.randint(0, most))) for name, most in FEW.items()}
    own = replace(game.farm, **few, herd=tuple(min(number, rng.randint(0, 2)) for number in game.farm.herd))
    piles = {space: min(number, rng.randint(1, 3)) for space, number in game.piles.items()}
    return replace(game.with_farm(game.seat, own), piles=piles, occupied={})


def spaces_of(game: oracle.Game) -> list[str]:
    """Return the spaces on the table that the compiled engine has."""
    return [name for name in game.table if name not in CARDS_ONLY]


def slow_list(game: oracle.Game, name: str) -> list[bytes]:
    """Return the slow engine's moves on a space in which all that does not stay is cooked, where that can be."""
    actions = [action for action in oracle.all_moves(game, name) if action == cooking_the_rest(game, action)]
    return [to_move(game, action).tobytes() for action in actions]


@every_kind
def test_brute_force_finds_the_slow_engines_moves(kind: oracle.Rules, scale: int) -> None:
    rng, counted = Random(1), 0
    for _ in range(scale):
        game = small_position(kind, rng)
        for name in spaces_of(game):
            found = [move.tobytes() for move in every_move(to_position(game), rules_of(kind), SPACE_OF[name])]
            assert len(set(found)) == len(found)
            slow = slow_list(game, name)
            assert len(set(slow)) == len(slow)
            assert set(found) == set(slow), (name, game.farm)
            counted += len(found)
    assert counted > 10


# --- What the listing leaves out ------------------------------------------------------------------------------------


def sown_and_left(game: oracle.Game, move: Any) -> tuple[int, int]:
    """Return how many fields a move could sow at most, and how much grain is left for baking."""
    bare = len([crops for crops in game.farm.fields.values() if crops == oracle.BARE]) + int(move["plow"] != 0)
    return min(bare, game.farm.grain + game.farm.vegetables), game.farm.grain - int(move["sow_grain"])


def worth_baking(improvements: frozenset[str], grain: int) -> set[int]:
    """Return how much of some grain the listing bakes: what the ovens take, all, and all but one or two."""
    slots = ("clay_oven" in improvements) + 2 * ("stone_oven" in improvements)
    most = grain if cooker(improvements) else min(grain, slots)
    return {number for number in (min(most, slots), most, most - 1, most - 2) if number > 0}


def left_out(game: oracle.Game, move: Any, herds: set[tuple[int, ...]]) -> str:
    """Return why the listing leaves a move out though its gist is its own, or ''. `herds` are those it may leave."""
    own, most = game.farm, sown_and_left(game, move)
    improvement, returned = int(move["improvement"]), int(move["returned"])
    owned = own.improvements | ({Improvement(improvement).name.lower()} if improvement != NOTHING else set())
    if move["does"] & Effect.SOW and move["sow_grain"] + move["sow_vegetables"] < most[0] - 1:
        return "sows less"
    if move["does"] & Effect.BAKE and move["bake"] not in worth_baking(own.improvements, most[1]):
        return "bakes less"
    if move["oven_bake"] and move["oven_bake"] not in worth_baking(owned, own.grain):
        return "bakes less"
    if TWINS.get(Improvement(max(0, improvement))) in oracle.for_sale(game):
        return "the dearer of two"
    if returned != NOTHING and returned != max(Improvement[name.upper()] for name in own.improvements & FIREPLACES):
        return "returns the cheaper of two"
    herd = numbers(move["herd"])
    if move["does"] & Effect.FENCE or herd not in herds:
        return "" if move["does"] & Effect.FENCE else "a smaller herd"
    return ""


def gist(position: Any, rules: Any, move: Any) -> Gist:
    """Return what the listing tells moves apart by: not where something stands, nor the herd after fences."""
    counts = (int(move[name]).bit_count() for name in ("rooms", "stables", "plow"))
    names = ("does", "chosen", "animal", "sow_grain", "sow_vegetables", "bake", "improvement", "returned", "oven_bake")
    fences = move["does"] & Effect.FENCE
    kind = int(rules["layouts"]["kind"][move["layout"]]) if fences else NOTHING
    return (*counts, *(int(move[name]) for name in names), kind, () if fences else numbers(move["herd"]))


def herds_listed(game: oracle.Game, moves: list[Any], move: Any) -> set[tuple[int, ...]]:
    """Return the herds with which the listing has a move: the largest, and the old one where one can cook."""
    same = [other for other in moves if all(other[name] == move[name] for name in ("does", "animal", "layout"))]
    herds = {numbers(other["herd"]) for other in same}
    largest = {herd for herd in herds if not any(herd != other and within(herd, other) for other in herds)}
    cooks = bool(cooker(game.farm.improvements)) and game.farm.herd in herds
    return largest | ({game.farm.herd} if cooks else set())


@every_kind
def test_the_listing_leaves_out_only_what_it_says(kind: oracle.Rules, scale: int) -> None:
    rng, found, reasons = Random(2), new_found(), Counter[str]()
    for _ in range(scale):
        game, rules = small_position(kind, rng), rules_of(kind)
        for name in spaces_of(game):
            position = to_position(game)
            every = every_move(position, rules, SPACE_OF[name])
            animals = any(numbers(move["herd"]) != numbers(every[0]["herd"]) for move in every)
            why = [left_out(game, move, herds_listed(game, every, move) if animals else {numbers(move["herd"])})
                   for move in every]  # fmt: skip
            expected = {gist(position, rules, move) for move, reason in zip(every, why, strict=True) if not reason}
            number = space_moves(position, rules, SPACE_OF[name], found)
            moves = [move for move in found["moves"][:number] if not move["converted"].any()]
            assert {move.tobytes() for move in moves} <= {move.tobytes() for move in every}
            assert {gist(position, rules, move) for move in moves} == expected, (name, game.farm)
            reasons.update(why)
            reasons["elsewhere"] += len(every) - sum(bool(reason) for reason in why) - len(moves)
    print(f"\n{kind_of(kind)}: {dict(reasons)}")
    assert reasons[""] > 10
