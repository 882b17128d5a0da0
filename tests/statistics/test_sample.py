"""The first games of a run, one by one: kept whole, the same for any chunks, and counted as by hand."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import analyser
from analyser import sampled
from analyser.plan import make_plan
from analyser.result import Columns, GameWords, Result
from analyser.run import run
from analyser.sample import Marks, Sample, as_bytes, read_rows, small
from analyser.simulation import make_result
from analyser.store import save
from analyser.tally import Tally
from reports import write_report
from sims.marks import Marker, Milestone

FRAMES = ("curve", "quantiles", "tenths", "deciles", "markers", "came", "first_action")
NAMES = [
    ("result", 0, "score"),
    ("result", 0, "first"),
    ("points", 1, "Corn"),
    ("points", 1, "Debts"),
    ("state", 1, "Mill"),
    ("groups", 1, "Build"),
    ("groups", 2, "Build"),
    ("groups", 1, "Sow"),
]


def made(rows: np.ndarray, markers: list[Marker] | None = None, milestones: list[Milestone] | None = None) -> Result:
    """Return a solo result of made-up rows, int[games, columns]."""
    cube = rows[:, None, :]
    tally = Tally.of_chunk(cube.sum(axis=0), (cube**2).sum(axis=0), cube[:, :, 0])
    sample = Sample(
        small(cube), [f"c{place}" for place in range(len(NAMES))], Marks(markers or [], milestones or [], "first")
    )
    words = GameWords("Corn", None, ["Harvest 1"], ["Corn", "Debts"], ["Build", "Sow"])
    return Result(words, {"policies": ["me"], "seed": 1}, Columns(NAMES, 12), tally, sample)


def rows_of(games: int, **columns: object) -> np.ndarray:
    """Return rows of zeros but for these columns, named by their item (and period, where it comes twice)."""
    rows = np.zeros((games, len(NAMES)), np.int64)
    places = {"score": 0, "first": 1, "corn": 2, "debts": 3, "mill": 4, "build1": 5, "build2": 6, "sow": 7}
    for name, values in columns.items():
        rows[:, places[name]] = values
    return rows


@pytest.fixture(scope="module")
def plan():
    return make_plan("express", ["family-first", "greedy"], games=700, seed=11)


@pytest.fixture(scope="module")
def whole(plan) -> Result:
    outcome = run(plan, 1, sample=700)
    return make_result(plan, outcome.tally, outcome.sample)


@pytest.mark.parametrize(("jobs", "chunk", "sample"), [(1, 1, 50), (2, 64, 699), (3, None, 100), (2, 700, 9999)])
def test_chunks_and_threads_change_nothing(plan, whole: Result, jobs: int, chunk: int | None, sample: int) -> None:
    outcome = run(plan, jobs, chunk=chunk, sample=sample)
    assert np.array_equal(outcome.sample, whole.sample.rows[:sample])
    assert np.array_equal(outcome.tally.sums, whole.tally.sums)
    assert outcome.tally.scores == whole.tally.scores


def test_a_run_keeps_nothing_unasked(plan) -> None:
    assert run(plan, 1).sample is None
    assert make_result(plan, run(plan, 1).tally).tenths.empty


def test_the_sample_of_a_short_run_adds_up_to_its_tally(whole: Result) -> None:
    rows = whole.sample.rows.astype(np.int64)
    assert np.array_equal(rows.sum(axis=0), whole.tally.sums)
    assert np.array_equal((rows**2).sum(axis=0), whole.tally.squares)


def test_frames_of_the_sample_agree_with_those_of_the_tally(whole: Result) -> None:
    last = whole.came.query("unit == 'harvest' and number == 3 and item == 'Mayor'")["prob"]
    owned = whole.state.query("harvest == 3 and item == 'Mayor'")["mean"]
    assert list(last) == pytest.approx(list(owned))
    assert whole.first_action.groupby("seat")["hits"].sum().tolist() == [700, 700]
    first = whole.came.query("item == '1st baby' and number == 1")["hits"]
    assert (
        first.to_numpy() <= 700 * whole.groups.query("group == 'Have baby' and round == 1")["mean"].to_numpy()
    ).all()
    both = whole.markers["n_with"] + whole.markers["n_without"]
    assert (both == 700).all()
    total = (
        whole.markers["n_with"] * whole.markers["mean_with"]
        + whole.markers["n_without"] * whole.markers["mean_without"]
    )
    means = whole.summary.set_index("seat")["mean"].loc[whole.markers["seat"]]
    assert list(total / 700) == pytest.approx(list(means))


def test_points_of_a_tenth_are_its_scores(whole: Result) -> None:
    points = whole.deciles.groupby(["seat", "part"])["mean"].sum()
    scores = whole.tenths.set_index(["seat", "part"])["mean"]
    assert list(points) == pytest.approx(list(scores.loc[points.index]))
    assert set(whole.deciles["n"]) == {70}


def test_tenths_by_hand() -> None:
    """100 games that score 99, 98, ... 0: all of it Corn, less 5 Debts in the games below 10."""
    scores = np.arange(100)[::-1]
    result = made(rows_of(100, score=scores, corn=scores + 5 * (scores < 10), debts=-5 * (scores < 10)))
    ends = result.tenths.set_index("part")[["min", "max"]].T.to_dict("list")
    assert ends == {"worst tenth": [0, 9], "middle tenth": [45, 54], "best tenth": [90, 99]}
    means = result.deciles.set_index(["part", "category"])["mean"]
    assert means["worst tenth", "Corn"] == 4.5 + 5
    assert means["worst tenth", "Debts"] == -5
    assert means["best tenth", "Corn"] == 94.5
    assert result.tenths["se"].iloc[0] == pytest.approx(np.std(np.arange(10), ddof=1) / np.sqrt(10))


def test_equal_scores_are_told_apart_by_the_game() -> None:
    parts = sampled.tenths_of(np.full(60, 7))
    assert {name: games.tolist() for name, games in parts.items()} == {
        "worst tenth": [0, 1, 2, 3, 4, 5],
        "middle tenth": [27, 28, 29, 30, 31, 32],
        "best tenth": [54, 55, 56, 57, 58, 59],
    }
    assert sampled.tenths_of(np.full(49, 7)) == {}


def test_markers_by_hand() -> None:
    has = np.arange(100) < 40
    scores = np.where(has, 10, 6) + np.arange(100) % 2
    markers = [Marker("Mill", "state", 1, "Mill"), Marker("Two mills", "state", 1, "Mill", 2, 2)]
    markers += [Marker("Anything", "state", 1, "Mill", 0), Marker("Castle", "state", 1, "Castle")]
    found = made(rows_of(100, score=scores, mill=has), markers).markers
    assert found["marker"].tolist() == ["Mill"]  # none has two, all have any, and there are no castles
    row = found.iloc[0]
    assert (row["n_with"], row["n_without"], row["harvest"]) == (40, 60, 1)
    assert (row["mean_with"], row["mean_without"], row["diff"]) == (10.5, 6.5, 4)
    assert row["se"] == pytest.approx(0.5 * np.sqrt(1 / 39 + 1 / 59))
    assert row["hi"] - 4 == pytest.approx(4 - row["lo"])
    assert row["hi"] - 4 == pytest.approx(2.0227 * row["se"], rel=1e-4)  # Student's t, 39 degrees


def test_markers_come_by_difference() -> None:
    rng = np.random.default_rng(3)
    mill, build = rng.random(400) < 0.5, rng.random(400) < 0.5
    markers = [Marker("Mill", "state", 1, "Mill"), Marker("Build", "groups", 1, "Build")]
    found = made(rows_of(400, score=50 - 5 * mill + 5 * build, mill=mill, build1=build), markers).markers
    assert found["marker"].tolist() == ["Build", "Mill"]
    assert found["diff"].is_monotonic_decreasing


def test_what_came_when_by_hand() -> None:
    stones = [Milestone("2nd build", "groups", "Build", 2, True), Milestone("Mill", "state", "Mill")]
    rows = rows_of(4, build1=[0, 1, 2, 1], build2=[1, 1, 0, 0], mill=[0, 1, 1, 1])
    found = made(rows, milestones=stones).came
    assert found[["item", "unit", "number", "hits"]].to_numpy().tolist() == [
        ["2nd build", "round", 1, 1],
        ["2nd build", "round", 2, 2],
        ["Mill", "harvest", 1, 3],
    ]


def test_first_actions_by_hand() -> None:
    found = made(rows_of(5, score=[10, 20, 30, 40, 50], first=[2, 2, 1, 2, 2])).first_action
    assert found[["group", "n", "hits", "mean_score"]].to_numpy().tolist() == [
        ["Build", 5, 1, 30.0],
        ["Sow", 5, 4, 30.0],
    ]


def test_curve_and_quantiles_by_hand() -> None:
    result = made(rows_of(200, score=np.repeat([3, 5], 100)))
    wide = np.sqrt(np.log(40) / 400)
    assert result.curve["score"].tolist() == [3, 4, 5]
    assert result.curve["prob"].tolist() == [1, 0.5, 0.5]
    assert result.curve["lo"].tolist() == pytest.approx([1 - wide, 0.5 - wide, 0.5 - wide])
    assert result.curve["hi"].tolist() == pytest.approx([1, 0.5 + wide, 0.5 + wide])
    levels = result.quantiles.set_index("level")
    assert levels["score"].to_dict() == {0.05: 3, 0.1: 3, 0.25: 3, 0.5: 3, 0.75: 5, 0.9: 5, 0.95: 5}
    assert np.isnan(levels["lo"][0.05])
    assert (levels["lo"][0.5], levels["hi"][0.5]) == (3, 5)


def test_a_saved_run_gives_the_same_frames(whole: Result, tmp_path: Path) -> None:
    save(whole, tmp_path / "run")
    again = analyser.load(tmp_path / "run")
    assert again.sampled == 700
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(again, name), getattr(whole, name), check_exact=True)
    table = pd.read_parquet(tmp_path / "run" / "sample.parquet")
    assert table.query("seat == 2")["score"].tolist() == whole.sample.rows[:, 1, 0].tolist()
    assert table["game"].max() == 699


def test_a_run_folder_without_single_games_makes_a_report(whole: Result, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    save(whole, folder)
    (folder / "sample.parquet").unlink()
    manifest = json.loads((folder / "manifest.json").read_text())
    for name in ("marks", "checksum", "sha256"):  # as it was before there were any
        del manifest[name]
    (folder / "manifest.json").write_text(json.dumps(manifest))
    old = analyser.load(folder)
    assert old.sample is None
    pd.testing.assert_frame_equal(old.curve, whole.curve)
    write_report(old, tmp_path / "report", ("md",))
    text = (tmp_path / "report" / "report.md").read_text("utf-8")
    assert "The chance to reach a score" in text
    assert "What goes with a high score" not in text


@pytest.mark.parametrize("content", [b"", b"PAR1", as_bytes(Sample(np.zeros((3, 1, 2), np.int8), ["a", "b"], Marks()))])
def test_a_damaged_sample_is_named(whole: Result, tmp_path: Path, content: bytes) -> None:
    save(whole, tmp_path / "run")
    (tmp_path / "run" / "sample.parquet").write_bytes(content)
    with pytest.raises(analyser.AnalyserError, match=r"sample.parquet is damaged"):
        analyser.load(tmp_path / "run")


def test_rows_come_back_in_the_smallest_type() -> None:
    rows = np.array([[[1, -128], [300, 4]]])
    back, names = read_rows(as_bytes(Sample(small(rows), ["a", "b"], Marks())), 2, 2)
    assert back.dtype == small(rows).dtype == np.int16
    assert np.array_equal(back, rows)
    assert names == ["a", "b"]
