"""The commands `learn` and `strength`, policies by a table file, and policies that look ahead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyser import catalogue
from analyser import learn as learning
from analyser.errors import AnalyserError
from analyser.outputs import state_path
from sims.express import lookahead
from sims.express.table_file import read_table

LEARN = ["learn", "express", "--size", "lite", "--games", "3000", "--holdout", "200", "--seed", "4"]


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    """Return a table learnt from a few games."""
    out = tmp_path_factory.mktemp("learnt") / "mine.npz"
    plan = learning.make_learn_plan("express", size="lite", games=3000, holdout=200, seed=4)
    learning.save(learning.learn(plan), out)
    return out


def test_a_learnt_table_is_a_policy_and_says_how_it_was_made(say, table):
    done = say("simulate", "express", "--policy", str(table), "--games", "200", "--seed", "1000004", "-f", "json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert len(found["policy_hashes"][0]) == 16
    facts = read_table(table)[1]
    assert facts["holdout_score"]["mean"] == pytest.approx(found["seats"][0]["mean"])
    assert facts["command"].startswith("analyser learn express --size lite --games 3000 --seed 4")


def small_plan(**more):
    """Return the plan of a few games."""
    return learning.make_learn_plan("express", size="lite", holdout=100, **{"games": 12_000, "seed": 2, **more})


def stop_after(games: int):
    """Return a progress that stops as Ctrl-C does."""

    def progress(played: int, mean: float) -> None:
        if played >= games:
            raise KeyboardInterrupt

    return progress


def test_learning_goes_on_where_it_was_stopped(tmp_path):
    state = tmp_path / "mine.npz.state"
    with pytest.raises(KeyboardInterrupt):
        learning.learn(small_plan(), state=state, progress=stop_after(4_000))
    assert state.exists()
    again, whole = learning.learn(small_plan(), state=state), learning.learn(small_plan())
    assert (again.table == whole.table).all()
    assert again.score == whole.score
    with pytest.raises(AnalyserError, match="of another plan"):
        learning.learn(small_plan(seed=3), state=state)
    state.write_bytes(b"damaged")
    with pytest.raises(AnalyserError, match="damaged"):
        learning.learn(small_plan(), state=state)


def test_a_stopped_learner_says_how_to_go_on(say, tmp_path, monkeypatch):
    def stop(*arguments, **more):
        raise KeyboardInterrupt

    monkeypatch.setattr(learning, "learn", stop)
    done = say(*LEARN, "-o", tmp_path / "x.npz")
    assert done.code == 130
    assert "to go on: analyser learn express --size lite --games 3000 --seed 4" in done.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--size", "ful"], "unknown size 'ful' (did you mean 'full'?)"),
        (["-o", "table.toml"], "table.toml has to end in .npz"),
        (["-o", "nowhere/table.npz"], "nowhere is no folder"),
    ],
)
def test_what_cannot_be_learnt_is_said(say, words, expected, tmp_path):
    out = [] if "-o" in words else ["-o", str(tmp_path / "x.npz")]
    done = say("learn", "express", *words, *out)
    assert done.code == 1
    assert expected in done.err
    assert len(done.err.strip().splitlines()) == 1


def test_a_table_that_is_there_is_not_replaced(say, table):
    done = say(*LEARN, "-o", str(table))
    assert done.code == 1
    assert "replace it with --force" in done.err


def test_a_stopped_replacement_goes_on_without_force(say, tmp_path, monkeypatch):
    out, learn = tmp_path / "mine.npz", learning.learn
    out.write_bytes(b"an earlier table")
    monkeypatch.setattr(learning, "learn", lambda plan, **more: learn(plan, **more | {"progress": stop_after(1_000)}))
    assert say(*LEARN, "-o", out, "--force").code == 130
    assert out.read_bytes() == b"an earlier table"
    monkeypatch.undo()
    done = say(*LEARN, "-o", out)
    assert done.code == 0, done.err
    assert read_table(out)[1]["games"] == 3000
    assert not state_path(out).exists()


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("lookahead:base=greedi", "did you mean 'greedy'"),
        ("lookahead:base=lookahead", "cannot be the base"),
        ("lookahead:objective=best", "objective"),
        ("lookahead:games=0", "between 1 and"),
        ("greedy:base=random", "unknown parameter"),
    ],
)
def test_a_wrong_lookahead_is_one_line(say, label, expected):
    done = say("simulate", "express", "--policy", label, "--games", "1")
    assert done.code == 1
    assert expected in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(("base", "players"), [("greedy:roll_gain=6", "3"), ("learned-lite", "1")])
def test_looking_ahead_plays_with_any_base_the_same_on_any_threads(say, base, players):
    label = f"lookahead:base=({base}),games=6,width=2,rounds=1"
    words = ["simulate", "express", "--policy", label, "--players", players, "--games", "4", "--seed", "2", "-f", "csv"]
    one, two = say(*words, "--jobs", "1"), say(*words, "--jobs", "2")
    assert one.code == 0, one.err
    assert one.out == two.out


def test_a_policy_that_looks_ahead_is_compiled_when_it_plays():
    found = catalogue.seat_policy("express", "lookahead:base=rancher").policy
    compiled = lookahead.answers_on.cache_info().misses
    assert catalogue.policy_table("express")
    assert lookahead.answers_on.cache_info().misses == compiled
    assert found.keep is not found.choose
    assert lookahead.answers_on.cache_info().misses == compiled + 1


def test_strength_measures_and_writes(say, tmp_path):
    page, scores = tmp_path / "strength.md", tmp_path / "scores.json"
    words = ["--policy", "family-first", "--policy", "greedy", "--games", "400", "--seed", "3"]
    done = say("strength", "express", *words, "--out", str(page), "--scores", str(scores), "-f", "csv")
    assert done.code == 0, done.err
    rows = {row["policy"]: row for row in json.loads(scores.read_text())["rows"]}
    assert rows["family-first"]["diff"] == 0
    assert rows["greedy"]["diff"] == pytest.approx(rows["greedy"]["mean"] - rows["family-first"]["mean"])
    assert "| greedy |" in page.read_text()
    assert "analyser strength express --policy family-first" in page.read_text()


def test_stored_scores_are_shown_beside_the_policies(say):
    done = say("policies", "express", "--scores", "-f", "json")
    assert done.code == 0, done.err
    found = {row["name"]: row for row in json.loads(done.out)}
    assert found["learned"]["mean"] > 132
    assert found["family-first"]["lo"] < 70.36 < found["family-first"]["hi"]
