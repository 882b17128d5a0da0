"""Whole games of All Creatures Big and Small: invariants, golden games, seats, and what policies score."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from creatures.ask import RULES, points
from creatures.games import SLOW, names, player, rows_of
from creatures.golden import digests

from sims.bits import count
from sims.creatures import facts, variants
from sims.creatures.board import POSITION, refill, set_up
from sims.creatures.farm import ROWS
from sims.creatures.moves import Fault, apply
from sims.creatures.pieces import SPACES, Building, Good, Space
from sims.herds import fits, grown

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
QUICK = [name for name in names() if name not in SLOW]


# --- 11.7 ----------------------------------------------------------------------------------------------------------


def check_supply(position: Any) -> None:
    """Check what never changes: borders, troughs, tiles and expansions, and the room for the herds."""
    farms = position["farms"]
    placed = [int(count(farm["h_borders"]) + count(farm["v_borders"])) for farm in farms]
    lying = position["goods"][Space.EXPAND, Good.BORDER] + position["border_stock"]
    assert sum(placed) + sum(farm["borders"] for farm in farms) + lying == 26
    assert sum(count(farm["troughs"]) for farm in farms) + position["troughs"] == 10
    kinds = Building.STALL, Building.STABLES
    tiles = sum(count(farm["buildings"][kind]) for farm in farms for kind in kinds)
    assert tiles + position["stall_tiles"] == 4
    assert sum(count(farm["cells"]) // ROWS - 2 for farm in farms) + position["expansions"] == 4
    for farm in farms:
        assert fits(farm, farm["animals"])
        assert min(farm["wood"], farm["stone"], farm["reed"], farm["borders"]) >= 0


def growing(farm: Any) -> list[int]:
    """Return the masks of a farm that never lose a place: cells, borders, used cells."""
    used = int(farm["built"] | farm["troughs"] | farm["pasture_cells"])
    return [int(farm["cells"]), int(farm["h_borders"]), int(farm["v_borders"]), used]


def play_log(one: Any, seed: int, game: int) -> Any:
    """Play a logged game once more, move by move, with all checks; return its last position."""
    one.play(seed, game, 1, 1)
    table, position = one.table, np.zeros(1, POSITION)[0]
    set_up(position, RULES.record, 0)
    births = {(int(entry["round"]), int(entry["seat"])): entry["herd"] for entry in table.births[: table.logged[1]]}
    entries = iter(table.log[: table.logged[0]])
    for round_ in range(8):
        refill(position, RULES.record)
        position["round"] = round_
        assert position["border_stock"] == 7 - round_
        arrows = [space for space in range(SPACES) if RULES.record["first_refill"][space].any()]
        assert all(position["goods"][space].sum() > 0 for space in arrows)
        for _ in range(6):
            entry, before = next(entries), [growing(farm) for farm in position["farms"]]
            assert (entry["round"], entry["seat"]) == (round_, position["seat"])
            assert apply(position, entry["move"], RULES.record) == Fault.LEGAL
            after = [growing(farm) for farm in position["farms"]]
            assert all(
                old & ~new == 0 for a, b in zip(before, after, strict=True) for old, new in zip(a, b, strict=True)
            )
            check_supply(position)
            position["seat"] = 1 - position["seat"]
        assert int(position["occupied"]).bit_count() == 6
        for seat, farm in enumerate(position["farms"]):
            herd = np.zeros(4, np.int64)
            grown(farm["animals"], RULES.record, herd)
            farm["animals"][:] = births.get((round_, seat), herd)
        check_supply(position)
    return position


@pytest.mark.parametrize("name", QUICK)
def test_11_7_invariants(name: str) -> None:
    one = player([name, "random"], log=True)
    for game in range(6):
        position = play_log(one, 3, game)
        for seat, farm in enumerate(position["farms"]):
            assert points(farm) * 2 == one.table.rows[seat, facts.SCORE] >= -24


# --- Games as they were --------------------------------------------------------------------------------------------


def described(name: str) -> str:
    """Return the golden text of a policy: a hash of all rows, and the points."""
    rows = rows_of([name, name], 2 if name in SLOW else 20)
    digest = hashlib.sha256(np.ascontiguousarray(rows, "<i4").tobytes()).hexdigest()[:16]
    scores = [f"game {game}: {one / 2:g} {other / 2:g}" for game, (one, other) in enumerate(rows[:, :, 0])]
    return "\n".join([f"policy {name}, seed 7", f"rows {digest}", "", *scores]) + "\n"


@pytest.mark.parametrize("name", names())
def test_games_are_as_they_were(name: str, update_golden: bool) -> None:
    file, text = GOLDEN / f"creatures-{name}.txt", described(name)
    if update_golden:
        file.write_text(text, encoding="utf-8")
    assert file.exists(), "a new policy: run with --update-golden and look at what it wrote"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_games_are_the_same_without_compiled_code_and_with_bounds_checked(setting: str) -> None:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = {**os.environ, setting: "1", "PYTHONPATH": paths}
    command = [sys.executable, "-m", "creatures.golden"]
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    assert dict(line.split() for line in told.splitlines()) == digests()


# --- Seats and scores ----------------------------------------------------------------------------------------------


def test_a_game_does_not_depend_on_those_before_it() -> None:
    rows = rows_of(["random", "random"], 12)
    assert np.array_equal(rows_of(["random", "random"], 1, first=9)[0], rows[9])


def test_swapped_seats_swap_the_game() -> None:
    """Who starts is all that tells the seats apart, but for the streams: policies without chance play the same game."""
    quiet = "balanced:noise=0", "expansion-first:noise=0"
    coin = variants.build("coin", {"game.first": "coin"}, "coin")
    one, other = rows_of([*quiet], 12, rules=coin), rows_of([quiet[1], quiet[0]], 12, rules=coin)
    for starts in range(2):
        first = one[one[:, 0, facts.STARTED] == starts][0]
        second = other[other[:, 1, facts.STARTED] == starts][0]
        assert np.array_equal(first, second[::-1])


def test_a_coin_is_fair() -> None:
    coin = variants.build("coin", {"game.first": "coin"}, "coin")
    started = rows_of(["homesteader", "homesteader"], 4000, rules=coin)[:, 0, facts.STARTED]
    assert abs(started.mean() - 0.5) < 4 * 0.5 / 4000**0.5


@pytest.mark.parametrize("name", [name for name in QUICK if name != "random"])
def test_each_policy_beats_random_by_far(name: str) -> None:
    rows = rows_of([name, "random"], 200)
    assert rows[:, 0, facts.WINS].mean() > 0.8
    assert (rows[:, 0, facts.SCORE] - rows[:, 1, facts.SCORE]).mean() / 2 > 8


@pytest.mark.parametrize(("name", "least"), [("balanced", 48), ("homesteader", 42)])
def test_what_policies_reach_against_themselves(name: str, least: float) -> None:
    """Published play lies near 50 points; a list of rules comes near."""
    assert rows_of([name, name], 300)[:, :, facts.SCORE].mean() / 2 > least
