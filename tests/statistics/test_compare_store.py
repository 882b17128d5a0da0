"""Comparisons in folders: ended at any moment they go on, and come back as they were saved."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

import analyser
from analyser.compare import compare, make_compare_plan
from analyser.compare.result import FRAMES, make_result
from analyser.compare.state import StateFile
from analyser.compare.store import COMPARISON, Begun, load_comparison, save, seed_in
from analyser.compare.store import begin as open_folder
from analyser.errors import AnalyserError
from analyser.lock import NAME as LOCK

POLICIES = ("greedy", "family-first")
GAMES = 30_000
ROOT = Path(__file__).parents[2]
CHILD = """
import sys, time
from pathlib import Path
from analyser.compare import compare, make_compare_plan
from analyser.compare.store import begin, save
folder = Path(sys.argv[1])
plan = make_compare_plan("express", ["greedy", "family-first"], games=int(sys.argv[2]), seed=5, precision=0.01)
with begin(folder, plan) as begun:
    print("begun", flush=True)
    if begun.finished is None:
        slowly = lambda tally, alive: time.sleep(0.003)
        result = compare(plan, 2, state=begun.state, seconds=0.05, chunk=100, progress=slowly)
        save(result, folder, state=begun.state)
print("done", flush=True)
"""


def plan_of(*policies, **options):
    return make_compare_plan("express", policies or POLICIES, **{"seed": 5, "games": 400, "precision": 0.01} | options)


def begin(folder, plan, force=False) -> Begun:
    """Open a folder, and let others write into it at once."""
    with open_folder(folder, plan, force) as begun:
        return begun


def same(one, other):
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name), check_exact=True)
    assert one.game == other.game


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return a folder with a finished comparison, and its result."""
    folder = tmp_path_factory.mktemp("finished") / "c"
    plan = plan_of()
    begun = begin(folder, plan)
    result = compare(plan, 1, state=begun.state)
    save(result, folder, state=begun.state)
    return folder, result


def start(folder):
    command = [sys.executable, "-c", CHILD, str(folder), str(GAMES)]
    child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    return child


def test_killed_at_any_moment_it_ends_as_if_it_had_not_been(tmp_path):
    plan = make_compare_plan("express", POLICIES, games=GAMES, seed=5, precision=0.01)
    whole, dice, kept = compare(plan, 2), random.Random(3), []
    for delay in (0.0, *(dice.uniform(0.1, 0.4) for _ in range(4))):
        child = start(tmp_path / "c")
        time.sleep(delay)
        child.kill()
        child.communicate()
        now = StateFile(plan, tmp_path / "c" / "state.npz").read()
        kept.append(0 if now is None else int(now.tally.blocks.max()))
        assert kept == sorted(kept)
    assert kept[0] < kept[-1] < GAMES, "killed too late to show anything"
    child = start(tmp_path / "c")
    assert child.communicate()[0] == "done\n"
    assert child.returncode == 0
    same(load_comparison(tmp_path / "c"), whole)
    names = {path.name for path in (tmp_path / "c").iterdir()}
    assert names == {f"{name}.parquet" for name in FRAMES} | {
        "policies.csv",
        "differences.csv",
        "state.npz",
        "manifest.json",
    }


def test_two_writers_do_not_meet(tmp_path):
    folder, plan = tmp_path / "c", make_compare_plan("express", POLICIES, games=GAMES, seed=5, precision=0.01)
    child = start(folder)
    for force in (False, True):
        with pytest.raises(AnalyserError, match=f"written by another comparison .process {child.pid} on ") as said:
            begin(folder, plan, force)
        assert "\n" not in str(said.value)
    child.kill()
    child.communicate()
    assert (folder / LOCK).exists(), "a killed process leaves its lock behind"
    assert begin(folder, plan).finished is None
    assert not (folder / LOCK).exists()


def test_the_second_of_two_in_one_process_waits_too(tmp_path):
    with open_folder(tmp_path / "c", plan_of()), pytest.raises(AnalyserError, match="another comparison"):
        begin(tmp_path / "c", plan_of())
    begin(tmp_path / "c", plan_of())


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"pid": 1, "host": "HERE", "boot": null}'])
def test_a_lock_file_of_nobody_binds_nobody(tmp_path, content):
    begin(tmp_path / "c", plan_of())
    (tmp_path / "c" / LOCK).write_bytes(content.replace(b"HERE", socket.gethostname().encode()))
    begin(tmp_path / "c", plan_of())
    assert not (tmp_path / "c" / LOCK).exists()


def test_a_lock_of_another_machine_binds(tmp_path):
    begin(tmp_path / "c", plan_of())
    (tmp_path / "c" / LOCK).write_text('{"pid": 7, "host": "elsewhere", "started": "today"}')
    with pytest.raises(AnalyserError, match=r"process 7 on elsewhere, since today.*or remove .*lock if it is gone"):
        begin(tmp_path / "c", plan_of())


def test_a_folder_that_was_not_there_is_not_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("analyser.compare.store._open", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        begin(tmp_path / "c", plan_of())
    assert not (tmp_path / "c").exists()


def test_it_comes_back_as_it_was(finished):
    folder, result = finished
    for back in (load_comparison(folder), analyser.load(folder), analyser.load(str(folder))):
        same(back, result)
        assert back.plan == result.plan
    assert len(pd.read_csv(folder / "policies.csv")) == 2


def test_a_frame_without_rows_comes_back_too(tmp_path):
    result = compare(plan_of("greedy", "greedy", games=100), 1)
    assert not len(result.far)
    save(result, tmp_path / "c")
    same(load_comparison(tmp_path / "c"), result)


def test_a_run_comes_back_as_a_run(tmp_path):
    from analyser.store import save as save_run

    run = analyser.simulate("express", ["random"], games=20, seed=1)
    save_run(run, tmp_path / "run")
    assert isinstance(analyser.load(tmp_path / "run"), analyser.Result)


def test_a_finished_one_is_shown_again(finished):
    folder, result = finished
    begun = begin(folder, plan_of())
    assert begun.finished is not None
    same(begun.finished, result)


def test_a_finished_one_goes_on_with_more_games(tmp_path):
    folder, more = tmp_path / "c", plan_of(games=900)
    for plan in (plan_of(games=450), more):
        begun = begin(folder, plan)
        assert begun.finished is None
        save(compare(plan, 1, state=begun.state), folder, state=begun.state)
    same(load_comparison(folder), compare(more, 1))
    with pytest.raises(AnalyserError, match="holds 900 games of each already: give --games 900 or more"):
        begin(folder, plan_of(games=450))
    assert load_comparison(folder).games == 900, "what was asked for wrongly has changed something"


@pytest.mark.parametrize("options", [{"fixed": True}, {"elimination": True}])
def test_where_looks_depend_on_the_most_games_there_is_no_going_on(tmp_path, options):
    plan = plan_of(games=200, **options)
    save(compare(plan, 1), tmp_path / "c")
    with pytest.raises(AnalyserError, match="holds another comparison"):
        begin(tmp_path / "c", plan_of(games=300, **options))


@pytest.mark.parametrize("options", [{"seed": 6}, {"objective": "p_above_par"}, {"precision": 1.0}])
def test_another_plan_is_refused(finished, options):
    with pytest.raises(AnalyserError, match="choose another folder, or replace it with --force"):
        begin(finished[0], plan_of(**options))


def test_force_starts_anew(tmp_path):
    save(compare(plan_of(), 1), tmp_path / "c")
    begun = begin(tmp_path / "c", plan_of(seed=6), force=True)
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["manifest.json"]
    assert not begun.state.exists()
    assert seed_in(tmp_path / "c") == 6


def test_one_stopped_by_hand_can_be_shown_and_goes_on(tmp_path):
    plan = plan_of()
    begun = begin(tmp_path / "c", plan)
    whole = compare(plan, 1, state=begun.state)
    now = StateFile(plan, begun.state).read()
    stopped = make_result(plan_of(games=900), now.tally, interrupted=True)
    assert stopped.why == "interrupted"
    save(stopped, tmp_path / "c", state=begun.state)
    same(load_comparison(tmp_path / "c"), whole)
    assert begin(tmp_path / "c", plan).finished is None


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "holiday.jpg").write_text("x")
    for force in (False, True):
        with pytest.raises(AnalyserError, match=r"holds 'holiday.jpg', which is no part of a comparison"):
            begin(tmp_path, plan_of(), force)
    (tmp_path / "file").write_text("x")
    with pytest.raises(AnalyserError, match="is a file"):
        begin(tmp_path / "file", plan_of())


def test_a_run_is_no_place_for_a_comparison(tmp_path):
    from analyser.store import save as save_run

    save_run(analyser.simulate("express", ["random"], games=20, seed=1), tmp_path / "run")
    for force in (False, True):
        with pytest.raises(AnalyserError, match="no part of a comparison"):
            begin(tmp_path / "run", plan_of(), force)
    assert isinstance(analyser.load(tmp_path / "run"), analyser.Result)


def test_a_stranger_beside_a_comparison_is_kept(tmp_path):
    begin(tmp_path / "c", plan_of())
    (tmp_path / "c" / "notes.txt").write_text("mine")
    for force in (False, True):
        with pytest.raises(AnalyserError, match=r"holds 'notes.txt'"):
            begin(tmp_path / "c", plan_of(), force)
    assert (tmp_path / "c" / "notes.txt").read_text() == "mine"


def test_what_was_left_half_written_is_swept_away(tmp_path):
    begin(tmp_path / "c", plan_of())
    (tmp_path / "c" / ".state.npz.4711").write_bytes(b"half")
    begin(tmp_path / "c", plan_of())
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["manifest.json"]


def test_the_seed_of_what_is_there(tmp_path, finished):
    assert seed_in(tmp_path) is None
    assert seed_in(tmp_path / "none") is None
    begin(tmp_path / "c", plan_of(seed=11))
    assert seed_in(tmp_path / "c") == 11
    assert seed_in(finished[0]) == 5
    (tmp_path / "manifest.json").write_text("{")
    assert seed_in(tmp_path) is None


def test_an_unfinished_one_says_so(tmp_path):
    begin(tmp_path / "c", plan_of())
    with pytest.raises(AnalyserError, match="not finished: the command that began it goes on"):
        analyser.load(tmp_path / "c")


@pytest.fixture
def copy(finished, tmp_path):
    """Return a copy of the finished comparison, to be damaged."""
    import shutil

    return Path(shutil.copytree(finished[0], tmp_path / "copy"))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "cat pictures"}, "is not the manifest of a run or a comparison, but of 'cat pictures'"),
        ({"format": 99}, "has format 99; this version reads format 1"),
        ({"plan": 3}, "'plan' is missing or not what it should be"),
        ({"words": {}}, "'title' is missing"),
        ({"finished": "yes"}, "'finished' is missing"),
    ],
)
def test_a_manifest_that_is_not_ours(copy, change, message):
    manifest = json.loads((copy / COMPARISON.marker).read_text())
    (copy / COMPARISON.marker).write_text(json.dumps(manifest | change))
    with pytest.raises(AnalyserError, match=message):
        analyser.load(copy)


@pytest.mark.parametrize("content", ["", "[1]", "not json", "\xff"])
def test_a_damaged_manifest(copy, content):
    (copy / COMPARISON.marker).write_text(content, "latin-1")
    with pytest.raises(AnalyserError, match="manifest"):
        analyser.load(copy)
    with pytest.raises(AnalyserError):
        begin(copy, plan_of())


def test_damaged_and_missing_frames(copy):
    (copy / "parts.parquet").write_bytes(b"PAR1 no more")
    with pytest.raises(AnalyserError, match=r"cannot read .*parts.parquet"):
        load_comparison(copy)
    (copy / "parts.parquet").unlink()
    with pytest.raises(AnalyserError, match=r"cannot read .*parts.parquet: No such file"):
        load_comparison(copy)


def test_frames_of_another_comparison(copy, finished):
    finished[1].policies.drop(columns="value").to_parquet(copy / "policies.parquet")
    with pytest.raises(AnalyserError, match="has no column 'value'"):
        load_comparison(copy)
    finished[1].policies.head(1).to_parquet(copy / "policies.parquet")
    with pytest.raises(AnalyserError, match="are not those of the policies"):
        load_comparison(copy)


def test_a_damaged_state_is_told_before_anything_changes(copy):
    (copy / "state.npz").write_bytes(b"PK no more")
    with pytest.raises(AnalyserError, match="replace it with --force"):
        begin(copy, plan_of(games=900))
    assert load_comparison(copy).games == 400


def test_no_folder_is_told(tmp_path):
    with pytest.raises(AnalyserError, match="no folder"):
        analyser.load(tmp_path / "none")
    with pytest.raises(AnalyserError, match="no run folder and no comparison"):
        analyser.load(tmp_path)
