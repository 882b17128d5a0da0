"""What the policies of Agricola play and score: golden games, seats, and how far each is ahead of random play."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from agricola.ask import ALL_RULES, FAMILY
from agricola.games import SLOW, names, rows_of
from agricola.golden import digests

from sims.agricola import facts

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden"
QUICK = [name for name in names() if name not in SLOW]


def described(name: str) -> str:
    """Return the golden text of a policy: for each mode a hash of all rows, and the points."""
    lines = [f"policy {name}, seed 7"]
    for rules in ALL_RULES:
        rows = rows_of([name, name], 1 if name in SLOW else 5, rules=rules)
        digest = hashlib.sha256(np.ascontiguousarray(rows, "<i4").tobytes()).hexdigest()[:16]
        lines += ["", f"{rules.name}: rows {digest}"]
        lines += [f"game {game}: {one} {other}" for game, (one, other) in enumerate(rows[:, :, facts.SCORE])]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", names())
def test_games_are_as_they_were(name: str, update_golden: bool) -> None:
    file, text = GOLDEN / f"agricola-{name}.txt", described(name)
    if update_golden:
        file.write_text(text, encoding="utf-8")
    assert file.exists(), "a new policy: run with --update-golden and look at what it wrote"
    assert text.splitlines() == file.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_games_are_the_same_without_compiled_code_and_with_bounds_checked(setting: str) -> None:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    environment = {**os.environ, setting: "1", "PYTHONPATH": paths}
    command = [sys.executable, "-m", "agricola.golden"]
    told = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout
    assert dict(line.split() for line in told.splitlines()) == digests()


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
@pytest.mark.parametrize("name", [name for name in QUICK if name != "random"])
def test_each_policy_beats_random_by_far(name: str, rules: object) -> None:
    rows = rows_of([name, "random"], 100, rules=rules)
    assert rows[:, 0, facts.WINS].mean() / facts.WIN_PARTS > 0.75
    assert (rows[:, 0, facts.SCORE] - rows[:, 1, facts.SCORE]).mean() > 8


@pytest.mark.parametrize(("name", "players", "least"), [("balanced", 2, 38), ("balanced", 1, 50), ("settler", 2, 30)])
def test_what_policies_reach_against_themselves(name: str, players: int, least: float) -> None:
    """The best published heuristic averages 27.6 points a seat with two players; solo play aims at 40."""
    assert rows_of([name] * players, 300, rules=FAMILY)[:, :, facts.SCORE].mean() > least


def test_looking_ahead_beats_its_base() -> None:
    rows = rows_of(["lookahead", "balanced"], 6, rules=FAMILY)
    assert (rows[:, 0, facts.SCORE] - rows[:, 1, facts.SCORE]).mean() > 0
