"""The kernels of All Creatures Big and Small against the oracle, on the positions of random games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from creatures.ask import RULES, containers, largest, room_for
from creatures.translate import same, to_action, to_move, to_position
from oracles import creatures as oracle

from sims.creatures.drafts import MOST_MOVES, Menu, new_found
from sims.creatures.facts import winner
from sims.creatures.listing import legal_moves, space_moves
from sims.creatures.moves import Fault, apply, why_illegal
from sims.creatures.pieces import Space
from sims.creatures.scoring import score
from sims.herds import MOST_HERDS

GAMES, ACTIONS = 24, 6 * 8


def random_games(number: int, seed: int) -> Iterator[list[tuple[oracle.Game, oracle.Action]]]:
    """Yield random games of the oracle: each position with the action taken there, the last with none."""
    for game_number in range(number):
        rng = Random(seed * 1000 + game_number)
        game, steps = oracle.new_game(game_number % 2), []
        while not oracle.over(game):
            if oracle.placements(game) == 6:
                herds = [oracle.bred(farm.herd) for farm in game.farms]
                kept = tuple(
                    rng.choice(oracle.maximal_herds(farm, herd)) for farm, herd in zip(game.farms, herds, strict=True)
                )
                game = oracle.end_round(game, kept)
                continue
            action = oracle.random_action(game, rng, every_herd=True)
            steps.append((game, action))
            game = oracle.play(game, action)
        yield steps


@cache
def positions() -> list[tuple[oracle.Game, oracle.Action]]:
    """Return the positions of all games, each with an action."""
    return [step for game in random_games(GAMES, 1) for step in game]


def test_both_play_the_same_games() -> None:
    for steps in random_games(GAMES, 2):
        assert len(steps) == ACTIONS
        for game, action in steps:
            position = to_position(game)
            assert apply(position, to_move(action), RULES.record) == Fault.LEGAL, action
            after = oracle.play(game, action)
            position["placed"] += 1
            position["seat"] = 1 - position["seat"]
            assert same(position, to_position(after)), action


def test_both_see_the_same_containers_and_points() -> None:
    for game, _ in positions():
        position = to_position(game)
        for own, farm in zip(game.farms, position["farms"], strict=True):
            assert containers(farm) == sorted((room for room in oracle.capacities(own) if room), reverse=True)
            assert score(farm, RULES.record) == 2 * oracle.total(own)
            assert farm["pastures"] == len(oracle.pastures(own))


def test_both_agree_on_room_for_any_herd() -> None:
    rng = Random(3)
    for game, _ in positions():
        farm, own = to_position(game)["farms"][0], game.farms[0]
        herd = tuple(rng.choice((0, 0, 1, 2, 3, 5, 8)) + rng.randrange(2) for _ in range(4))
        assert room_for(farm, *herd) == oracle.fits(own, herd)
        if sum(herd) < 16:
            assert largest(farm, *herd) == set(oracle.maximal_herds(own, herd)), (own, herd)


def wrong(action: oracle.Action, other: oracle.Action, rng: Random) -> oracle.Action:
    """Return an action with one of its decisions taken from another, or changed."""
    name = rng.choice(["space", "borders", "side", "cells", "wood_paid", "building", "payment", "animal", "herd"])
    if name == "herd":
        return replace(action, herd=tuple(max(-1, number + rng.randrange(-1, 2)) for number in action.herd))
    if name == "wood_paid":
        return replace(action, wood_paid=rng.randrange(-1, 3))
    return replace(action, **{name: getattr(other, name)})


def sayable(action: oracle.Action) -> bool:
    """Say whether a MOVE record can say what an action says: a payment belongs to the Open Stables alone."""
    return (action.payment is not None) == (action.building == "open_stables")


def test_both_agree_on_what_is_illegal() -> None:
    rng, steps = Random(4), positions()
    refused = set()
    for game, action in steps:
        position = to_position(game)
        for _ in range(6):
            changed = wrong(action, rng.choice(steps)[1], rng)
            if sayable(changed):
                fault = Fault(why_illegal(position, to_move(changed), RULES.record))
                assert (fault == Fault.LEGAL) == (oracle.why_illegal(game, changed) is None), (fault, changed)
                refused.add(fault)
    assert len(refused) > 15


def listed(found: Any, number: int) -> list[oracle.Action]:
    """Return the listed moves as actions."""
    return [to_action(move) for move in found["moves"][:number]]


@pytest.mark.parametrize("menu", [Menu.PLAIN, Menu.WIDE])
def test_all_that_is_listed_is_legal_and_distinct(menu: Menu) -> None:
    found, most = new_found(), 0
    for game, _ in positions():
        position = to_position(game)
        number = legal_moves(position, RULES.record, int(menu), found)
        moves = [found["moves"][place].tobytes() for place in range(number)]
        assert len(set(moves)) == number > 0
        for place in range(number):
            assert why_illegal(position, found["moves"][place], RULES.record) == Fault.LEGAL
        most = max(most, number)
        assert found["herds"]["count"] < MOST_HERDS
    assert most < MOST_MOVES / 4


SMALL = [space for space in Space if space not in (Space.FENCES, Space.WALLS, Space.FEEDING_TROUGH)]


def test_the_exhaustive_lists_hold_every_action_but_for_borders() -> None:
    found = new_found()
    for game, _ in positions()[::3]:
        position = to_position(game)
        for space in SMALL:
            number = space_moves(position, RULES.record, int(Menu.EXHAUSTIVE), int(space), found)
            assert set(listed(found, number)) == set(oracle.space_actions(game, oracle.Space(int(space)))), space


def test_exhaustive_troughs_and_borders_on_small_farms() -> None:
    found, seen = new_found(), 0
    for game, _ in positions():
        small = len(oracle.cells(game.farm)) == 6 and len(oracle.open_edges(game.farm)) <= 10
        if not small or game.farm.wood > 8 or game.farm.stone > 6:
            continue
        seen += 1
        position = to_position(game)
        for space in (Space.FENCES, Space.WALLS, Space.FEEDING_TROUGH):
            number = space_moves(position, RULES.record, int(Menu.EXHAUSTIVE), int(space), found)
            assert set(listed(found, number)) == set(oracle.space_actions(game, oracle.Space(int(space)))), space
    assert seen > 20


def test_the_winner_of_a_tie_did_not_start() -> None:
    for first in range(2):
        game = oracle.empty_game(first)
        for scores in ((10, 10), (11, 10), (10, 11)):
            wins = winner(np.array(scores, np.int64), first)
            assert wins == (1 - first if scores[0] == scores[1] else int(scores[1] > scores[0]))
        assert oracle.winner(game) == 1 - first
