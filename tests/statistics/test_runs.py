"""Runs: the same numbers for any chunks, threads and parts, and what the tally says of single games."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import analyser
from analyser.crew import next_size
from analyser.plan import make_plan
from analyser.result import Result
from analyser.run import run
from analyser.simulation import make_result
from analyser.tally import Tally

FRAMES = ("summary", "categories", "state", "groups", "dice", "histogram")


@pytest.fixture(scope="module")
def plan():
    return make_plan("express", ["family-first", "greedy"], games=700, seed=2**64 - 1)


@pytest.fixture(scope="module")
def whole(plan) -> Tally:
    return run(plan, 1).tally


def same(one: Tally, other: Tally) -> bool:
    parts = np.array_equal(one.sums, other.sums) and np.array_equal(one.squares, other.squares)
    return parts and one.games == other.games and one.scores == other.scores


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 1), (1, 700), (2, 3), (3, 64), (5, None), (2, 699)])
def test_chunks_and_threads_change_nothing(plan, whole: Tally, jobs: int, chunk: int | None) -> None:
    assert same(run(plan, jobs, chunk=chunk).tally, whole)


def test_the_tally_is_the_sum_of_its_games(plan, whole: Tally) -> None:
    kept = []
    run(plan, 2, rows=lambda first, rows: kept.append((first, rows)), chunk=64)
    assert [first for first, _ in kept] == list(range(0, 700, 64))
    rows = np.concatenate([rows for _, rows in kept]).astype(np.int64)
    assert np.array_equal(rows.sum(axis=0), whole.sums)
    assert np.array_equal((rows**2).sum(axis=0), whole.squares)
    assert whole.scores[1] == dict(zip(*np.unique(rows[:, 1, 0], return_counts=True), strict=True))


def test_the_frames_agree_with_each_other(plan, whole: Tally) -> None:
    result = make_result(plan, whole)
    by_seat = result.categories.groupby("seat")["mean"].sum()
    assert list(by_seat) == pytest.approx(list(result.summary["mean"]))
    assert result.histogram.groupby("seat")["hits"].sum().tolist() == [700, 700]
    assert result.summary["wins"].sum() == pytest.approx(1)
    actions = result.dice["kept"] + result.dice["rolled"]
    taken = result.groups.groupby(["seat", "round"])["mean"].sum() * 700
    assert list(actions) == pytest.approx(list(taken))
    for name in FRAMES:
        frame = getattr(result, name)
        assert {"seat", "policy", "n", "se", "lo", "hi"} <= set(frame.columns)
        middle = frame["mean" if "mean" in frame else "prob"]
        assert (frame["lo"] <= middle + 1e-12).all()
        assert (middle <= frame["hi"] + 1e-12).all()


def test_a_saved_run_is_the_same_run(plan, whole: Tally, tmp_path) -> None:
    from analyser.store import save

    result = make_result(plan, whole)
    save(result, tmp_path / "run")
    again = analyser.load(tmp_path / "run")
    assert isinstance(again, Result)
    assert same(again.tally, whole)
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(again, name), getattr(result, name))


def test_chunks_grow_and_shrink_with_the_speed() -> None:
    assert next_size(64, 64, 0.001) == 256
    assert next_size(1000, 1000, 10.0) == 100
    assert next_size(1, 1, 100.0) == 1
    assert next_size(1000, 10, 0.1) == 100
    assert next_size(1 << 17, 1 << 17, 0.001, most=1 << 18) == 1 << 18


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"games": 0}, "games is 0"),
        ({"games": 1.5}, "whole number"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**64}, "seed is"),
        ({"players": 7}, "players is 7"),
        ({"rules": "/nowhere.toml"}, "No such file"),
        ({"policies": ["greedy"] * 5}, "1 to 4 players"),
        ({"jobs": 0}, "jobs is 0"),
    ],
)
def test_mistakes_in_python_are_named(more: dict, says: str) -> None:
    with pytest.raises(analyser.AnalyserError, match=says):
        analyser.simulate("express", **{"games": 10, **more})


def test_one_policy_may_be_given_as_a_text() -> None:
    assert analyser.simulate("express", "greedy", players=2, games=5).plan["policies"] == ["greedy", "greedy"]
