"""Whole games of Agricola: replayed by the slow engine, watched for what always holds, seats, seeds, chunks.

`--scale 250` plays 100,000 watched games of each kind: pytest -n 0 -s --scale 250 tests/kernels/test_agricola_games.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from agricola.loops import GREEDY, RANDOM, Games, replayed, state_of, states_written
from agricola.translate import ALL_RULES, GOOD_NAMES, MODES, SPACE_OF, kind_of
from agricola.watch import Broken, watched
from oracles import agricola as oracle
from oracles.agricola_score import total, winners

from analyser import estimates
from sims.agricola import variants
from sims.agricola.facts import POINTS, SCORE, STARTED, WIN_PARTS, WINS
from sims.agricola.pieces import GOODS, SPACES
from sims.agricola.scoring import Category

GAMES, CHUNK = 400, 20_000
REPLAYED = 3

every_kind = pytest.mark.parametrize("kind", ALL_RULES, ids=kind_of)


def changed(kind: oracle.Rules, **keys: Any) -> Any:
    """Return the rules record of a kind with some keys changed, "_" for the first "." of each."""
    edition, mode = MODES[kind.edition, kind.mode]
    values = {name.replace("_", ".", 1): value for name, value in keys.items()}
    return variants.rule_file(edition, mode).build("changed", values, "changed").record


def rates_of(kind: oracle.Rules) -> Any:
    """Return what the slow engine lays on each space in a round, int64[spaces, goods]."""
    rates = np.zeros((SPACES, GOODS), np.int64)
    for name in (*oracle.printed_spaces(kind), *oracle.default_deck(kind)):
        if oracle.SPACES[name].good:
            rates[SPACE_OF[name], GOOD_NAMES.index(oracle.SPACES[name].good)] = oracle.rate(kind, name)
    return rates


# --- The slow engine plays the same games ---------------------------------------------------------------------------


def check_replay(kind: oracle.Rules, one: Games, rows: Any) -> None:
    """Check a logged game, placement by placement, and what was written down of it."""
    written = [states_written(kind, row) for row in rows]
    for round_, game in enumerate(replayed(kind, one.table)):
        for seat, own in enumerate(game.farms):
            state = state_of(own)
            assert {name: written[seat][round_][name] for name in state} == state, (round_, seat)
    won = winners(game)
    for seat, own in enumerate(game.farms):
        assert rows[seat, SCORE] == total(own)
        assert rows[seat, WINS] == (WIN_PARTS // len(won) if seat in won else 0)
        slow = oracle.score(own)
        for category in (Category.PEOPLE, Category.UNUSED, Category.BONUS, Category.SHEEP):
            assert rows[seat, POINTS + category] == slow[category.name.lower()]


@every_kind
def test_the_slow_engine_plays_the_same_games(kind: oracle.Rules, scale: int) -> None:
    rules = changed(kind, game_first="drawn")
    for policies, games in (([RANDOM] * kind.players, REPLAYED), ([GREEDY] * kind.players, 1)):
        one = Games(kind, policies, rules, log=True)
        for game in range(games * scale):
            check_replay(kind, one, one.play(3, game, 1)[1][0])


# --- What always holds ----------------------------------------------------------------------------------------------


@every_kind
def test_no_random_game_breaks_an_invariant(kind: oracle.Rules, scale: int) -> None:
    one, rates, placements = Games(kind, [RANDOM] * kind.players), rates_of(kind), 0
    for first in range(0, GAMES * scale, CHUNK):
        games = min(CHUNK, GAMES * scale - first)
        game, broken, placed = watched(one, rates, 1, first, games)
        assert broken == Broken.NOTHING, f"{broken.name}: game {first + game} of seed 1"
        placements += placed
    print(f"\n{kind_of(kind)}: {GAMES * scale:,} random games, {placements:,} placements: no invariant broken")


@every_kind
def test_no_greedy_game_breaks_an_invariant(kind: oracle.Rules, scale: int) -> None:
    one = Games(kind, [GREEDY] * kind.players)
    assert watched(one, rates_of(kind), 2, 0, 20 * scale)[1] == Broken.NOTHING


@pytest.mark.parametrize(
    ("keys", "broken"),
    [
        ({"refill_fish": 2}, Broken.PILES),
        ({"farm_pets": 2}, Broken.ROOM),
        ({"score_person": 2}, Broken.SCORE),
        ({"score_boar": [1, 3, 5, 8]}, Broken.SCORE),
        ({"crafts_basketmaker_bonus_from": [2, 4, 6]}, Broken.SCORE),
    ],
)
def test_other_rules_break_the_invariants(keys: dict[str, Any], broken: Broken) -> None:
    """What watches the games sees each of these differences."""
    kind = ALL_RULES[1]
    one = Games(kind, [GREEDY, RANDOM], changed(kind, **keys))
    assert watched(one, rates_of(kind), 1, 0, 500)[1] == broken


# --- Seats, seeds, chunks -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in ALL_RULES if kind.players > 1], ids=kind_of)
def test_equal_policies_score_the_same_on_all_seats(kind: oracle.Rules, scale: int) -> None:
    one, seats = Games(kind, [RANDOM] * kind.players, changed(kind, game_first="drawn")), kind.players
    games, sums = GAMES * scale, np.zeros((seats, 2))
    for first in range(0, games, CHUNK):
        scores = one.play(5, first, min(CHUNK, games - first), 1)[1][:, :, SCORE].astype(np.int64)
        ahead = seats * scores - scores.sum(axis=1, keepdims=True)
        sums += np.stack([ahead.sum(axis=0), (ahead * ahead).sum(axis=0)], axis=1)
    for seat, (added, squares) in enumerate(sums):
        found = estimates.mean(games, int(added), int(squares), 1 / seats)
        z = found.mean / found.se
        print(f"\n{kind_of(kind)}, seat {seat + 1}, {games:,} games: {found.mean:+.4f} points, z {z:+.2f}", end="")
        assert abs(z) < 4


def test_each_seat_starts_as_often() -> None:
    kind = ALL_RULES[2]
    rows = Games(kind, [RANDOM] * 3, changed(kind, game_first="drawn")).play(6, 0, 3000, 4)[1]
    started = rows[:, :, STARTED]
    assert (started.sum(axis=1) == 1).all()
    assert (abs(started.mean(axis=0) - 1 / 3) < 4 * (2 / 9 / 3000) ** 0.5).all()
    always = Games(kind, [RANDOM] * 3).play(6, 0, 20, 4)[1]
    assert (always[:, 0, STARTED] == 1).all()


@every_kind
def test_the_same_seed_plays_the_same_games(kind: oracle.Rules) -> None:
    one, other = Games(kind, [RANDOM] * kind.players), Games(kind, [RANDOM] * kind.players, log=True)
    sums, rows = one.play(7, 0, 12)
    assert np.array_equal(rows, other.play(7, 0, 12)[1])
    assert np.array_equal(sums, rows.sum(axis=0))
    parts = [other.play(7, first, games)[1] for first, games in ((9, 3), (0, 4), (4, 5))]
    assert np.array_equal(rows, np.concatenate([parts[1], parts[2], parts[0]]))
    assert not np.array_equal(rows, one.play(8, 0, 12)[1])
