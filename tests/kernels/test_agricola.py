"""The compiled engine of Agricola against the slow one, on random positions of every edition, mode and player count.

`--scale 500` judges 100,000 positions in each mode.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from agricola.positions import attempt, converting, near_miss, nonsense, random_positions
from agricola.translate import (
    ALL_RULES,
    SPACE_OF,
    after_differences,
    carried_out,
    fences_at,
    kind_of,
    new_move,
    rules_of,
    to_move,
    to_position,
)
from oracles import agricola as oracle

from sims.agricola.board import POSITION
from sims.agricola.drafts import MOST_MOVES, new_found
from sims.agricola.faults import Fault
from sims.agricola.layouts import every_layout, new_layouts
from sims.agricola.listing import legal_moves
from sims.agricola.moves import apply, why_illegal
from sims.agricola.pieces import Space
from sims.agricola.usable import can_use
from sims.herds import MOST_HERDS

MODES = [("2007", "F"), ("2007", "N"), ("revised", "B"), ("revised", "N")]
POSITIONS = 200
"""In each mode; so many times `--scale`."""
TRIAL = POSITION.fields["trial_farm"][1]

every_mode = pytest.mark.parametrize(
    ("edition", "mode"), MODES, ids=["2007-family", "2007-normal", "revised-beginner", "revised-normal"]
)


def positions(edition: str, mode: str, seed: int, number: int) -> Iterator[tuple[oracle.Game, oracle.Move]]:
    """Yield so many random positions of a mode, each with a legal placement: of each player count as many."""
    kinds = [rules for rules in ALL_RULES if (rules.edition, rules.mode) == (edition, mode)]
    for place, rules in enumerate(kinds):
        yield from random_positions(rules, Random(seed * 100 + place), -(-number // len(kinds)))


# --- What is illegal, and what a move changes -----------------------------------------------------------------------


def judge(game: oracle.Game, position: Any, move: Any) -> Fault:
    """Check that both engines agree whether a move is legal, and what it makes of the position."""
    rules, shown = rules_of(game.rules), position.tobytes()[:TRIAL]
    fault, after = Fault(why_illegal(position, move, rules)), carried_out(game, move)
    assert position.tobytes()[:TRIAL] == shown
    assert (fault == Fault.LEGAL) == (after is not None), (kind_of(game.rules), fault, move, game.farm)
    made = position.copy()
    assert apply(made, move, rules) == fault
    if after is None:
        assert made.tobytes()[:TRIAL] == shown
    else:
        assert not after_differences(position, made, after), (kind_of(game.rules), move, game.farm)
    return fault


@every_mode
def test_both_agree_on_what_is_legal_and_on_what_it_changes(edition: str, mode: str, scale: int) -> None:
    rng, other, judged, seen = Random(5), new_move(), Counter[Fault](), 0
    for game, action in positions(edition, mode, 1, POSITIONS * scale):
        position, move = to_position(game), to_move(game, action)
        assert judge(game, position, move) == Fault.LEGAL
        tried = [near_miss(game, action, other, rng) if seen % 2 else attempt(game, position, rng)]
        tried += [converting(game, action, rng)] if seen % 3 == 0 else []
        tried += [nonsense(rng)] if seen % 16 == 0 else []
        judged.update(judge(game, position, one) for one in tried)
        other, seen = move, seen + 1
    legal, illegal = judged[Fault.LEGAL], sum(judged.values()) - judged[Fault.LEGAL]
    print(
        f"\n{edition}-{mode}: {seen:,} positions, a legal move of each; {legal:,} legal and {illegal:,} illegal others"
    )
    assert min(legal, illegal) > POSITIONS // 4
    assert len(judged) > 20


@pytest.mark.parametrize("mode", ["F", "N"])
def test_4_3_the_card_with_a_room_builds_just_one(mode: str) -> None:
    """Random positions hardly ever have two rooms for it that can be paid."""
    game = oracle.random_position(oracle.Rules("2007", mode, 5), Random(1))
    own = oracle.Farm(wood=10, reed=4)
    game = replace(game.with_farm(game.seat, own), occupied={})
    position, faults = to_position(game), []
    for rooms in ({(0, 0)}, {(0, 0), (0, 1)}):
        move = to_move(game, oracle.Move("G5-ROOM", "room", rooms=frozenset(rooms)))
        faults.append(judge(game, position, move))
    assert faults == [Fault.LEGAL, Fault.TOO_MANY_ROOMS]


# --- The list of moves ----------------------------------------------------------------------------------------------


@every_mode
def test_all_that_is_listed_is_legal_and_each_usable_space_is_listed(edition: str, mode: str, scale: int) -> None:
    rng, found, most, seen = Random(6), new_found(), 0, 0
    for game, _ in positions(edition, mode, 2, POSITIONS // 4 * scale):
        position, rules = to_position(game), rules_of(game.rules)
        number = legal_moves(position, rules, found)
        listed = found["moves"][:number].copy()
        assert len({move.tobytes() for move in listed}) == number
        assert all(why_illegal(position, move, rules) == Fault.LEGAL for move in listed)
        for place in rng.sample(range(number), min(number, 6)):
            assert judge(game, position, listed[place]) == Fault.LEGAL
        usable = {int(SPACE_OF[name]) for name in game.table if oracle.usable(game, name)}
        assert set(listed["space"].tolist()) == usable, (kind_of(game.rules), game.farm)
        assert {space for space in Space if can_use(position, rules, space, found)} == usable
        assert found["herds"]["count"] < MOST_HERDS
        most, seen = max(most, number), seen + 1
    print(f"\n{edition}-{mode}: {seen:,} positions, at most {most:,} moves listed")
    assert most < MOST_MOVES


# --- Layouts --------------------------------------------------------------------------------------------------------


def test_every_layout_is_the_slow_engines_list(scale: int) -> None:
    rng, found, counted = Random(7), new_layouts(), 0
    for _ in range(60 * scale):
        own, rules = oracle.random_farm(rng), oracle.Rules()
        game = oracle.random_position(rules, rng).with_farm(0, own)
        farm, most = to_position(game)["farms"][0], rng.randint(1, 15)
        number = every_layout(farm, rules_of(rules), most, found)
        listed = [fences_at(int(place)) - own.fences for place in found["places"][:number]]
        assert all(own.fences < fences_at(int(place)) for place in found["places"][:number])
        assert len(set(listed)) == number
        assert set(listed) == set(oracle.layouts(own, wood=most)), own
        counted += number
    assert counted > 1000
