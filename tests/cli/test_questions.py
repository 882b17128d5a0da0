"""The commands compare, odds and par as people use them."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from analyser.compare.result import FRAMES
from analyser.compare.store import load_comparison

ROOT = Path(__file__).parents[2]


def test_three_policies_are_decided_at_once(say) -> None:
    said = say("compare", "express", "-p", "family-first", "-p", "greedy", "-p", "random", "--seed", 1)
    assert said.code == 0
    assert "greedy is best" in said.out
    assert "Decided after 100 games each of seed 1" in said.out
    assert "analyser replay express --seed 1 --game" in said.out


def test_a_policy_and_itself(say) -> None:
    words = ["compare", "express", "-p", "family-first", "-p", "family-first", "--seed", 1, "--format", "json"]
    found = json.loads(say(*words).out)
    (row,) = found["differences"]
    assert (row["diff"], row["lo"], row["hi"], row["p_equal"]) == (0, 0, 0, 1)
    assert found["why"] == "decided"
    assert found["names"] == ["family-first (1)", "family-first (2)"]


def test_what_is_not_decided_is_said_so(say) -> None:
    said = say("compare", "express", "-p", "balanced", "-p", "learned-lite", "--seed", 1, "--games", 120)
    assert said.code == 0
    assert "Not decided" in said.out
    assert "1-2" in said.out


def test_csv_holds_the_differences_and_threads_change_nothing(say) -> None:
    words = ["compare", "express", "-p", "greedy", "-p", "random", "--fixed", "--games", 300, "--seed", 4, "-f", "csv"]
    one, two = say(*words, "--jobs", 1), say(*words, "--jobs", 2)
    assert one.out == two.out
    assert one.out.startswith("policy,other,n,diff,se,lo,hi,fixed_lo,fixed_hi,")


def test_the_command_in_the_result_gives_the_result(say) -> None:
    words = ["compare", "express", "-p", "greedy", "-p", "rancher", "--players", 2, "--objective", "win"]
    first = json.loads(say(*words, "--format", "json").out)
    again = json.loads(say(*first["command"].split()[1:], "--format", "json").out)
    assert again == first


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["-p", "greedy"], 1, "greedy alone cannot be compared: name two policies or more, each with --policy"),
        ([], 1, "no policy cannot be compared"),
        (["-p", "greedy", "-p", "gredy"], 1, "did you mean 'greedy'"),
        (["-p", "greedy", "-p", "random", "--precision", 0], 1, "precision is 0"),
        (["-p", "greedy", "-p", "random", "--games", 30], 1, "30 games are too few to decide by"),
        (["-p", "greedy", "-p", "random", "--games", 1], 2, "--games"),
        (
            ["-p", "greedy", "-p", "random", "--precision", 1, "--fixed"],
            2,
            "--precision and --fixed are different ways",
        ),
        (["-p", "greedy", "-p", "random", "--objective", "p_abov_par"], 1, "did you mean 'p_above_par'"),
        (["-p", "greedy", "-p", "random", "--focus", "greedy"], 1, "--players 2 or more"),
        (["-p", "greedy", "-p", "random", "--figure", "x.gif"], 2, "has to end in .pdf, .png or .svg"),
        (["-p", "greedy", "-p", "random", "--players", 9], 1, "players is 9"),
    ],
)
def test_mistakes_are_one_line(say, words, code, says) -> None:
    said = say("compare", "express", *words)
    assert said.code == code
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


def test_a_comparison_that_is_killed_again_and_again_ends_as_if_it_never_was(tmp_path) -> None:
    words = ["compare", "express", "-p", "greedy", "-p", "greedy:roll_gain=8", "--precision", "0.08", "--seed", "3"]
    command = [sys.executable, str(ROOT / "cli.py"), *words]
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    subprocess.run([*command, "--out", str(whole)], capture_output=True, check=True, timeout=300)
    luck, kills = random.Random(5), 0
    for _ in range(30):
        process = subprocess.Popen([*command, "--out", str(cut)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(luck.uniform(0.8, 2.0) if kills < 3 else 300)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            continue
        assert process.returncode == 0
        break
    one, other = load_comparison(whole), load_comparison(cut)
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    assert one.plan == other.plan
    assert kills == 3


def test_a_folder_keeps_the_comparison(say, tmp_path) -> None:
    words = ["compare", "express", "-p", "greedy", "-p", "random", "--out", tmp_path / "duel"]
    first = say(*words)
    assert first.code == 0
    again = say(*words)  # no seed: that of the folder
    assert "finished; --force plays it anew" in again.err
    assert again.out == first.out
    other = say("compare", "express", "-p", "greedy", "-p", "family-first", "--out", tmp_path / "duel")
    assert other.code == 1
    assert "--force" in other.err
    made = say("report", tmp_path / "duel", "-o", tmp_path / "report")
    assert made.code == 0
    assert "greedy is best" in (tmp_path / "report" / "report.md").read_text()


def test_ctrl_c_shows_what_is_known(tmp_path) -> None:
    command = [sys.executable, str(ROOT / "cli.py"), "compare", "express", "-p", "balanced", "-p", "balanced:cattle_1=2",
               "--precision", "0.0001", "--seed", "3", "--out", str(tmp_path / "duel")]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 200
    while not (tmp_path / "duel" / "state.npz").exists() and time.monotonic() < end:
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)  # handled as Ctrl-C, which a process in the background may not be told of
    out, err = process.communicate(timeout=100)
    assert process.returncode == 130
    assert "to go on: analyser compare express" in err
    assert "balanced:cattle_1=2" in out
    assert "games each of seed 3" in out


def test_odds_are_exact(say) -> None:
    said = say("odds", "express", "--exact")
    assert said.code == 0
    for fraction in ("5/9", "1/9", "7/27", "1/6", "91/216"):
        assert fraction in said.out


def test_odds_of_a_hand_and_of_what_lies_there(say, tmp_path) -> None:
    words = ["odds", "express", "--with", "farmer,mayor", "--left", "house,food,food,wood"]
    said = say(*words, "--figure", tmp_path / "odds.pdf")
    assert said.code == 0
    assert (tmp_path / "odds.pdf").read_bytes().startswith(b"%PDF")
    found = json.loads(say(*words, "--format", "json").out)
    assert found["with"] == ["Mayor", "Farmer"]
    assert found["lying"]
    assert say(*words, "--format", "csv").out.startswith("section,question,")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--with", "framer"], "did you mean 'farmer'"),
        (["--left", "hose"], "did you mean 'house'"),
        (["--left", "house,house,house"], "3 Farm dice are left"),
    ],
)
def test_mistakes_about_odds_are_one_line(say, words, says) -> None:
    said = say("odds", "express", *words)
    assert said.code == 1
    assert says in said.err
    assert len(said.err.strip().splitlines()) == 1


def test_par_shows_weak_and_strong_side_by_side(say, tmp_path) -> None:
    words = ["par", "express", "-p", "greedy", "-p", "balanced", "-p", "random", "--games", 2000, "--seed", 1]
    said = say(*words, "--figure", tmp_path / "par.svg")
    assert said.code == 0
    rows = [
        line.split()[0] for line in said.out.splitlines() if line.startswith(("  greedy", "  balanced", "  random"))
    ]
    assert rows[:3] == ["balanced", "greedy", "random"]
    assert "Perfect play averages at least what balanced does" in said.out
    assert "<svg" in (tmp_path / "par.svg").read_text()
    found = json.loads(say(*words, "--format", "json").out)
    assert found["par"] == 85
    assert [row["policy"] for row in found["policies"]] == ["balanced", "greedy", "random"]


def test_par_says_what_other_rules_are_worth(say, tmp_path) -> None:
    file = tmp_path / "poor.toml"
    file.write_text('name = "poor start"\n[start]\nfood = 0\n')
    said = say("par", "express", "-p", "rancher", "--games", 1000, "--seed", 1, "--readings", "--variant", file)
    assert said.code == 0
    assert "breeding = per_type" in said.out
    assert "poor start" in said.out
