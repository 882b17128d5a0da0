"""The command report: the page and what is played on for it."""

from __future__ import annotations

import pandas as pd
import pytest


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    from analyser.plan import make_plan
    from analyser.run import run
    from analyser.simulation import make_result
    from analyser.store import save

    folder = tmp_path_factory.mktemp("runs") / "run"
    plan = make_plan("express", ["family-first"], games=400, seed=7)
    save(make_result(plan, run(plan).tally, command="analyser simulate express"), folder)
    return folder


def test_what_one_more_would_be_worth_is_the_same_each_time(say, run, tmp_path) -> None:
    words = ["report", run, "--what-if", "--what-if-games", 60, "--format", "html,csv"]
    for name in ("a", "b"):
        assert say(*words, "-o", tmp_path / name).code == 0
    one, two = (pd.read_csv(tmp_path / name / "tables" / "what_if.csv") for name in ("a", "b"))
    pd.testing.assert_frame_equal(one, two)
    midwife = one.query("item == 'Midwife' and round == 1").iloc[0]
    assert midwife["n"] == 60
    assert midwife["lo"] < midwife["diff"] < midwife["hi"]
    page = (tmp_path / "a" / "report.html").read_text()
    assert "What one more would be worth" in page
    assert "Luck explains" in page
    luck = pd.read_csv(tmp_path / "a" / "tables" / "luck_seats.csv").iloc[0]
    assert abs(luck["mean"]) < 4 * luck["se"]


def test_luck_can_be_left_out(say, run, tmp_path) -> None:
    assert say("report", run, "-o", tmp_path / "a", "--no-luck", "--format", "html").code == 0
    assert "Luck explains" not in (tmp_path / "a" / "report.html").read_text()


def test_a_run_whose_policy_is_gone_is_reported_without_luck(say, tmp_path) -> None:
    policy = tmp_path / "mine.py"
    assert say("policies", "new", policy).code == 0
    assert say("simulate", "express", "-p", policy, "-n", 60, "--seed", 1, "--out", tmp_path / "run").code == 0
    policy.write_text(policy.read_text() + "\n# changed\n")
    said = say("report", tmp_path / "run", "-o", tmp_path / "a", "--format", "html")
    assert said.code == 0
    assert "luck is left out: the policies are not those of the run any more" in said.err
    asked = say("report", tmp_path / "run", "-o", tmp_path / "b", "--luck")
    assert asked.code == 1
    assert "simulate again" in asked.err


def test_luck_of_a_comparison_is_refused_in_words(say, tmp_path) -> None:
    assert say("compare", "express", "-p", "greedy", "-p", "random", "--seed", 1, "--out", tmp_path / "duel").code == 0
    said = say("report", tmp_path / "duel", "-o", tmp_path / "a", "--luck")
    assert said.code == 1
    assert "not of a comparison" in said.err
