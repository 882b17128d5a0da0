"""Runs in folders by way of the command: they go on, say what they are, and are verified."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WORDS = ("simulate", "express", "-p", "family-first", "-f", "json")


@pytest.fixture(scope="module")
def stopped(tmp_path_factory) -> tuple[Path, str]:
    """Return a run that was stopped by hand, and what it said; its lines of progress come quickly."""
    run = tmp_path_factory.mktemp("stopped") / "run"
    code = "import analyser.commands.progress as p; p.EVERY_SECONDS = 0.1; import cli; cli.main()"
    words = [*WORDS, "--games", "100000000", "--seed", "8", "--out", str(run), "--progress", "json"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as going:
        end = time.monotonic() + 100
        while not list(run.glob("ledger-2.bin")) and time.monotonic() < end:
            time.sleep(0.05)
        going.send_signal(signal.SIGTERM)
        _, err = going.communicate(timeout=100)
    assert going.returncode == 130
    return run, err


def test_a_stopped_run_says_how_it_goes_on_and_tells_its_progress_in_json(stopped) -> None:
    run, err = stopped
    assert f"what is played is in {run}, and the same command goes on" in err
    lines = [json.loads(line) for line in err.splitlines() if line.startswith("{")]
    assert lines
    assert set(lines[-1]) == {"games", "of", "per_second", "seconds_left", "playing", "seats"}
    assert 40 < lines[-1]["seats"][0]["mean"] < 100


def test_a_report_of_an_unfinished_run(stopped, say, tmp_path: Path) -> None:
    said = say("report", stopped[0], "-o", tmp_path / "report", "--format", "md", "--no-luck")
    assert said.code == 0
    assert re.search(r"run is unfinished: [\d,]+ of 100,000,000 games; the report is of these", said.err)
    assert "unfinished: " in (tmp_path / "report" / "report.md").read_text("utf-8")


def test_an_unfinished_run_goes_on(stopped, say, tmp_path: Path) -> None:
    run = shutil.copytree(stopped[0], tmp_path / "run")
    verified = say("verify", run)
    played = int(re.search(r"ledger: ([\d,]+) games", verified.out)[1].replace(",", ""))
    games = played + 1000
    done = say(*WORDS, "--games", games, "--out", run)
    assert f"going on in {run} after {played:,} of {games:,} games" in done.err
    assert done.out == say(*WORDS, "--games", games, "--seed", 8).out
    again = say(*WORDS, "--games", games, "--out", run)
    assert "holds this run, finished" in again.err
    assert again.out == done.out
    assert say("verify", run, "--replay", 2).out.endswith(f"{run} is sound\n")
    other = say(*WORDS, "--games", games, "--seed", 9, "--out", run)
    assert (other.code, other.err.count("\n")) == (1, 1)
    assert "another seed (8, not 9)" in other.err


def test_verify_names_the_first_problem(say, tmp_path: Path) -> None:
    say("simulate", "express", "-n", 40, "--out", tmp_path / "run")
    say("compare", "express", "-p", "greedy", "-p", "random", "--games", 40, "--fixed", "--out", tmp_path / "duel")
    both = say("verify", tmp_path / "run", tmp_path / "duel")
    assert both.code == 0
    for name in ("run/summary.csv", "run/ledger-1.bin", "duel/state.npz", "duel/manifest.json"):
        path = tmp_path / name
        before = path.read_bytes()
        path.write_bytes(before[: len(before) // 2])
        said = say("verify", path.parent)
        assert (said.code, said.err.count("\n")) == (1, 1), name
        assert str(path) in said.err
        path.write_bytes(before)
    assert say("verify", tmp_path).code == 1
    assert say("verify", tmp_path / "duel", "--replay", 1).code == 1
