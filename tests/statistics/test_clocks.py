"""Clocks that jump and processes that sleep change no number, end no run, and blame no policy."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analyser.begin import begin
from analyser.compare import compare, make_compare_plan
from analyser.compare import store as comparisons
from analyser.plan import make_plan
from analyser.run import run
from analyser.sample import MOST
from analyser.verify import verify

ROOT = Path(__file__).parents[2]
YEAR = 365.25 * 86400
POLICIES = ("family-first", "greedy")


def play_run(folder: Path, games: int, seconds: float = 0) -> None:
    plan = make_plan("express", POLICIES, games=games, seed=5)
    with begin(folder, plan, rows=True, seconds=seconds) as saved:
        run(plan, 2, chunk=50, sample=MOST, keeper=saved)
        saved.finish(saved.result())


def play_comparison(folder: Path, games: int, seconds: float = 0) -> None:
    plan = make_compare_plan("express", POLICIES, games=games, seed=5, precision=0.01)
    with comparisons.begin(folder, plan) as begun:
        result = compare(plan, 2, state=begun.state, seconds=seconds, chunk=50)
        comparisons.save(result, folder, state=begun.state)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("play", [play_run, play_comparison])
def test_a_clock_that_jumps_changes_nothing(tmp_path: Path, monkeypatch, play) -> None:
    """Every look at the clock shows another year, and the files in the folder are from the past and from the future."""
    play(tmp_path / "one", 200)
    play(tmp_path / "one", 400)
    luck, true_time, true_format = random.Random(3), time.time, time.strftime
    jumped = lambda: true_time() + luck.choice((-9, -1, 1, 9)) * YEAR  # noqa: E731
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", jumped)
        patch.setattr(time, "strftime", lambda form, *of: true_format(form, *(of or (time.gmtime(jumped()),))))
        play(tmp_path / "other", 200)
        for path in (tmp_path / "other").rglob("*"):
            os.utime(path, (max(0.0, jumped()),) * 2)
        play(tmp_path / "other", 400)
        assert all(verify(tmp_path / "other"))
    assert contents(tmp_path / "other") == contents(tmp_path / "one")


SLOW = """
from sims.draws import below
from sims.express.contract import list_moves, policy
from sims.express.drafts import Menu


@policy("slow", "test")
def choose(position, rules, found, params, stream):
    \"\"\"Think long before each answer of the first two rounds.\"\"\"
    place = 1
    for draw in range(200_000_000 if position["round"] < 2 else 1):
        place = (place * 5 + below(stream, draw, 7)) % 1001
    return place % list_moves(position, rules, Menu.USED, found)
"""
SLEEPER = """
from analyser.plan import make_plan
from analyser.run import run
plan = make_plan("express", ["slow.py"], games=1, seed=7)
print("begun", flush=True)
print(run(plan, 1).tally.scores, flush=True)
"""


def sleeper(folder: Path, naps: int) -> str:
    """Play a game with a slow policy, put to sleep for longer than the patience meanwhile; return what is printed."""
    (folder / "slow.py").write_text(SLOW)
    environment = {**os.environ, "ANALYSER_PATIENCE": "2", "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen(
        [sys.executable, "-c", SLEEPER], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    for _ in range(naps):
        time.sleep(0.4)
        child.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        child.send_signal(signal.SIGCONT)
    return child.communicate()[0]


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be put to sleep here")
def test_a_process_that_was_put_to_sleep_blames_no_policy(tmp_path: Path) -> None:
    awake = sleeper(tmp_path, 0)
    assert awake.startswith("[{")
    assert sleeper(tmp_path, 3) == awake


NAPPING = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
import test_clocks
print("begun", flush=True)
getattr(test_clocks, sys.argv[3])(Path(sys.argv[1]), 20_000, 0.1)
print("done", flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="processes cannot be put to sleep here")
@pytest.mark.parametrize("play", [play_run, play_comparison])
def test_a_run_that_was_put_to_sleep_is_the_same(tmp_path: Path, play) -> None:
    play(tmp_path / "awake", 20_000, 0.1)
    child = subprocess.Popen(
        [sys.executable, "-c", NAPPING, str(tmp_path / "asleep"), str(Path(__file__).parent), play.__name__],
        cwd=ROOT, env={**os.environ, "ANALYSER_PATIENCE": "0.5"}, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    naps = 0
    while child.poll() is None and naps < 5:
        time.sleep(0.4)
        child.send_signal(signal.SIGSTOP)
        time.sleep(0.8)
        child.send_signal(signal.SIGCONT)
        naps += 1
    assert child.communicate()[0] == "done\n"
    assert naps > 1
    assert contents(tmp_path / "asleep") == contents(tmp_path / "awake")
