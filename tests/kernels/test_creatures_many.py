"""All Creatures Big and Small in many games; `--scale 250` plays a million of each kind, and 120,000 positions.

pytest -n 0 -s --scale 250 tests/kernels/test_creatures_many.py
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from creatures.ask import RULES, containers, largest
from creatures.games import SLOW, names, player
from creatures.translate import same, to_action, to_move, to_position
from creatures.watch import Broken, watched
from oracles import creatures as oracle

from analyser import estimates
from sims.creatures import facts, variants
from sims.creatures.drafts import Menu, new_found
from sims.creatures.listing import legal_moves, space_moves
from sims.creatures.moves import Fault, apply, why_illegal
from sims.creatures.scoring import score

from .test_creatures import SMALL, random_games, sayable, wrong

GAMES = 4_000
CHUNK = 50_000
ORACLE_GAMES = 10


# --- 11.7 in games watched by compiled code ------------------------------------------------------------------------


def test_no_random_game_breaks_an_invariant(scale: int) -> None:
    one, placements = player(["random", "random"]), 0
    for first in range(0, GAMES * scale, CHUNK):
        games = min(CHUNK, GAMES * scale - first)
        game, broken, checked = watched(one, 1, first, games)
        assert broken == Broken.NOTHING, f"game {first + game} of seed 1"
        placements += checked
    assert placements == 48 * GAMES * scale
    print(f"\n{GAMES * scale:,} random games, {placements:,} placements: no invariant broken")


@pytest.mark.parametrize("name", [name for name in names() if name not in (*SLOW, "random")])
def test_no_game_of_a_policy_breaks_an_invariant(name: str) -> None:
    assert watched(player([name, "random"]), 2, 0, 50)[1] == Broken.NOTHING


@pytest.mark.parametrize(
    ("changed", "broken"),
    [
        ({"costs.trough_wood": 2}, Broken.MATERIALS),
        ({"supply.troughs": 9}, Broken.TROUGHS),
        ({"supply.stall_tiles": 3}, Broken.TILES),
        ({"supply.expansions": 3}, Broken.EXPANSIONS),
        ({"buildings.shelter.copies": 2}, Broken.SPECIALS),
        ({"start.borders": 10}, Broken.BORDERS),
        ({"supply.borders": 9}, Broken.BORDER_STOCK),
        ({"farm.pasture_space": 3}, Broken.CONTAINERS),
        ({"buildings.stall.capacity": 4}, Broken.CONTAINERS),
        ({"breeding.pair": 3}, Broken.BREEDING),
        ({"score.cow_bonus_from": [5, 8, 10]}, Broken.SCORE),
        ({"buildings.storage_building.half_points_each_material": 2}, Broken.SCORE),
    ],
)
def test_other_rules_break_the_invariants(changed: dict[str, Any], broken: Broken) -> None:
    """What watches the games sees each of these differences."""
    rules = variants.build("other", changed, "other")
    assert watched(player(["random", "random"], rules), 1, 0, 400)[1] == broken


# --- The oracle ----------------------------------------------------------------------------------------------------


def steps(scale: int) -> Iterator[tuple[oracle.Game, oracle.Action]]:
    """Yield the positions of the oracle's random games, each with an action."""
    for seed in range(scale):
        for game in random_games(ORACLE_GAMES, 100 + seed):
            yield from game


def check_results(game: oracle.Game, action: oracle.Action) -> None:
    """Check that an action leads both to the same position."""
    position, after = to_position(game), oracle.play(game, action)
    assert apply(position, to_move(action), RULES.record) == Fault.LEGAL, action
    position["placed"] += 1
    position["seat"] = 1 - position["seat"]
    assert same(position, to_position(after)), action


def check_farms(game: oracle.Game, rng: Random) -> None:
    """Check containers, pastures, points, and what stays of some herd."""
    for own, farm in zip(game.farms, to_position(game)["farms"], strict=True):
        assert containers(farm) == sorted((room for room in oracle.capacities(own) if room), reverse=True)
        assert score(farm, RULES.record) == 2 * oracle.total(own)
        assert farm["pastures"] == len(oracle.pastures(own))
    herd = tuple(rng.choice((0, 0, 1, 2, 3)) + rng.randrange(2) for _ in range(4))
    assert largest(farm, *herd) == set(oracle.maximal_herds(own, herd)), (own, herd)


def check_lists(game: oracle.Game, found: Any, rng: Random, whole: bool) -> None:
    """Check some listed moves, and for a `whole` check that the exhaustive lists hold what the oracle's do."""
    position = to_position(game)
    number = legal_moves(position, RULES.record, int(Menu.PLAIN), found)
    for place in {rng.randrange(number) for _ in range(3)}:
        check_results(game, to_action(found["moves"][place].copy()))
    for space in SMALL if whole else ():
        number = space_moves(position, RULES.record, int(Menu.EXHAUSTIVE), int(space), found)
        listed = {to_action(move) for move in found["moves"][:number]}
        assert listed == set(oracle.space_actions(game, oracle.Space(int(space)))), space


def test_the_oracle_agrees_on_random_positions(scale: int) -> None:
    rng, found, other, counted = Random(9), new_found(), None, [0, 0]
    for place, (game, action) in enumerate(steps(scale)):
        check_results(game, action)
        check_farms(game, rng)
        check_lists(game, found, rng, whole=place % 25 == 0)
        changed = wrong(action, other or action, rng)
        if sayable(changed):
            fault = Fault(why_illegal(to_position(game), to_move(changed), RULES.record))
            assert (fault == Fault.LEGAL) == (oracle.why_illegal(game, changed) is None), (fault, changed)
            counted[fault == Fault.LEGAL] += 1
        other = action
    assert place + 1 == 48 * ORACLE_GAMES * scale
    assert min(counted) > 20
    illegal, legal = counted
    print(f"\n{place + 1:,} positions; changed actions: {illegal:,} illegal and {legal:,} legal for both")


# --- Seats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["coin", "seat_1"])
@pytest.mark.parametrize("name", ["homesteader", "random"])
def test_equal_policies_score_the_same_after_seat_rotation(name: str, first: str, scale: int) -> None:
    """With a coin the seats are equal; where seat 1 starts, two players who take it by turns are."""
    rules = variants.build(first, {"game.first": first}, first)
    one, sums = player([name, name], rules), [0, 0]
    for start in range(0, GAMES * scale, CHUNK):
        games = min(CHUNK, GAMES * scale - start)
        scores = one.play(5, start, games, 1)[2][:, :, facts.SCORE].astype(np.int64)
        ahead = scores[:, 0] - scores[:, 1]
        if first == "seat_1":
            ahead[1::2] *= -1
        sums = [sums[0] + int(ahead.sum()), sums[1] + int((ahead * ahead).sum())]
    found = estimates.mean(GAMES * scale, sums[0], sums[1], 0.5)
    z = found.mean / found.se
    print(f"\n{name}, {first}, {GAMES * scale:,} games: {found.mean:+.4f} points, se {found.se:.4f}, z {z:+.2f}")
    assert abs(z) < 4
