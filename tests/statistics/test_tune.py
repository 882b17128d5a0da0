"""Tuning: it finds what is better, on any number of threads and after an interruption, and scores it on unseen games."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

import cli
from analyser import arena
from analyser import tune as tuning
from analyser.arena import Arena
from analyser.errors import AnalyserError
from analyser.objectives import read_objective, smooth_quantile
from analyser.outputs import state_path
from analyser.tune import Scaling, tune
from analyser.tune_plan import make_tune_plan

BAD_START = "greedy:roll_gain=-1"
SMALL = {"games": 200, "generations": 6, "holdout": 2_000, "seed": 3}


def plan_of(**changed):
    settings = {**SMALL, **changed}
    return make_tune_plan("express", settings.pop("policy", BAD_START), **settings)


def same(one: tuning.TuneResult, other: tuning.TuneResult) -> bool:
    return one.to_dict() == other.to_dict()


@pytest.fixture(scope="module")
def found() -> tuning.TuneResult:
    return tune(plan_of(), jobs=1)


def test_a_bad_start_is_left_behind(found: tuning.TuneResult) -> None:
    assert found.values["roll_gain"] > 0
    assert found.difference.lo > 2
    assert found.difference.mean == pytest.approx(found.score.mean - found.start.mean)
    assert found.score.n == SMALL["holdout"]


def test_the_number_of_threads_changes_nothing(found: tuning.TuneResult) -> None:
    assert same(tune(plan_of(), jobs=2), found)


def test_an_interrupted_search_goes_on_to_the_same_result(found: tuning.TuneResult, tmp_path: Path) -> None:
    state = tmp_path / "best.toml.state"
    before = np.random.get_state()[1].tolist()

    def stop(generation: int, *_: float) -> None:
        if generation == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(plan_of(), jobs=1, state=state, progress=stop)
    assert tuning.load_state(state, plan_of()).generation == 3
    seen: list[int] = []
    again = tune(plan_of(), jobs=2, state=state, progress=lambda generation, *_: seen.append(generation))
    assert seen == [4, 5, 6]
    assert same(again, found)
    assert np.random.get_state()[1].tolist() == before, "numpy's own random numbers are nobody's business"


def test_the_state_of_another_plan_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state"
    tuning.save_state(state, plan_of(), tuning.new_search(plan_of()))
    for changed in ({"seed": 4}, {"games": 300}, {"policy": "greedy"}, {"objective": "p_above_par"}):
        with pytest.raises(AnalyserError, match="unfinished search with other settings"):
            tune(plan_of(**changed), jobs=1, state=state)
    state.write_bytes(state.read_bytes()[:-1])
    with pytest.raises(AnalyserError, match="damaged"):
        tune(plan_of(), jobs=1, state=state)
    state.write_bytes(b"something else")
    with pytest.raises(AnalyserError, match="no file of ours"):
        tune(plan_of(), jobs=1, state=state)


def test_no_game_is_seen_twice() -> None:
    plan = plan_of()
    blocks = [arena.search_block(plan, generation) for generation in range(plan.generations)]
    blocks += [arena.validation_block(plan), arena.holdout_block(plan)]
    games = [(block.seed, game) for block in blocks for game in range(block.first, block.first + block.games)]
    assert len(set(games)) == len(games)
    assert len({block.seed for block in blocks}) == 3


def test_candidates_meet_the_same_games_and_keep_to_their_bounds() -> None:
    plan = plan_of(policy="greedy")
    block = arena.search_block(plan, 0)
    with Arena(plan, 1) as ground:
        one, two = ground.outcomes([plan.start, plan.start], block)
    assert (one == two).all()
    scaling = Scaling(plan)
    low, high = scaling.bounds()
    assert scaling.values(low) == pytest.approx([-50])
    assert scaling.values(high) == pytest.approx([50])
    assert scaling.values([1e9]) == pytest.approx([50])


def test_seats_are_rotated_against_opponents() -> None:
    """Against itself, whatever the seats, a policy has exactly its share of the wins."""
    plan = plan_of(policy="greedy", against=["greedy"], players=3, objective="win")
    with Arena(plan, 1) as ground:
        (outcomes,) = ground.outcomes([plan.start], arena.search_block(plan, 0))
    assert outcomes.shape == (plan.games, 3)
    assert plan.objective.estimate(outcomes).mean == pytest.approx(1 / 3)


def test_opponents_sit_in_their_order() -> None:
    plan = plan_of(policy="greedy", against=["random", "family-first"], objective="win")
    with Arena(plan, 1) as ground:
        (outcomes,) = ground.outcomes([plan.start], arena.search_block(plan, 0))
    assert outcomes.shape == (plan.games, 3)
    assert 0 < plan.objective.value(outcomes) < 1


@pytest.mark.parametrize("objective", ["p_above_par", "quantile:0.1"])
def test_other_objectives_are_scored_with_intervals(objective: str) -> None:
    result = tune(plan_of(policy="greedy", objective=objective, generations=2), jobs=1)
    assert result.score.lo <= result.score.mean <= result.score.hi
    assert result.difference.lo <= result.difference.mean <= result.difference.hi


def test_a_quantile_moves_smoothly() -> None:
    scores = np.array([[1], [2], [2], [3]])
    assert smooth_quantile(scores, 0.25) == pytest.approx(1.5)
    assert smooth_quantile(scores, 0.5) == pytest.approx(2.0)
    assert smooth_quantile(scores, 0.75) == pytest.approx(2.5)


def test_only_some_parameters_are_searched(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text("[weights]\nfields = 3\npoints = 1\n")
    plan = plan_of(policy=str(table), only=["fields_*", "points_2"])
    names = [plan.parameters[place].name for place in plan.searched]
    assert names == ["points_2", "fields_1", "fields_2", "fields_3"]
    moved = Scaling(plan).values(np.ones(len(names)))
    assert np.flatnonzero(moved != plan.start).tolist() == list(plan.searched)


REFUSED = {
    "no parameters": {"policy": "family-first"},
    "did you mean 'roll_gain'": {"only": ["roll_gian"]},
    "did you mean 'mean'": {"objective": "men"},
    "between 0 and 1": {"objective": "quantile:3"},
    "takes no number": {"objective": "mean:3"},
    "needs somebody to win against": {"objective": "win"},
    "are not 2 players": {"against": ["random", "greedy"], "players": 2},
    "an opponent needs a seat": {"against": ["random"], "players": 1},
    "1 to 4 players": {"against": ["random"] * 4},
    "games is 0": {"games": 0},
    "population is 1": {"population": 1},
}


@pytest.mark.parametrize("message", REFUSED)
def test_a_wrong_request_is_one_line(message: str) -> None:
    with pytest.raises(AnalyserError, match=message) as error:
        plan_of(**REFUSED[message])
    assert "\n" not in str(error.value)


def test_objectives_are_written_as_they_are_read() -> None:
    for text in ("mean", "p_above_par", "quantile:0.1", "win"):
        assert read_objective(text, 85, 12).name == text


# --- The command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def say(capsys, monkeypatch):
    def run(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["analyser", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        return (stop.value.code or 0, *capsys.readouterr())

    return run


WORDS = ["tune", "express", "--policy", BAD_START, "--games", 100, "--generations", 2, "--holdout", 500, "--seed", 3]


def test_the_result_is_a_policy(say, tmp_path: Path) -> None:
    out = tmp_path / "best.toml"
    code, text, _ = say(*WORDS, "-o", out, "-f", "json")
    assert code == 0
    found = json.loads(text)
    assert found["holdout_score"]["n"] == 500
    assert "# Made by: analyser tune express --policy greedy:roll_gain=-1" in out.read_text()
    assert not state_path(out).exists()
    code, text, _ = say("simulate", "express", "--policy", out, "-n", 100, "--seed", 1, "-f", "json")
    assert code == 0
    value = found["values"]["roll_gain"]
    code, same_text, _ = say(
        "simulate", "express", "-p", f"greedy:roll_gain={value!r}", "-n", 100, "--seed", 1, "-f", "json"
    )
    assert json.loads(text)["seats"][0]["mean"] == json.loads(same_text)["seats"][0]["mean"]
    code, _, complaint = say(*WORDS, "-o", out)
    assert code == 1
    assert "--force" in complaint
    code, text, _ = say(*WORDS, "-o", out, "--force")
    assert code == 0
    assert "Difference, paired" in text


def test_ctrl_c_says_how_to_go_on(say, tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "best.toml"

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(tuning, "step", interrupted)
        code, _, complaint = say(*WORDS, "-o", out)
    assert code == 130
    assert f"-o {out}" in complaint
    assert "--seed 3" in complaint
    assert say(*WORDS, "-o", out)[0] == 0


@pytest.mark.parametrize(("place", "message"), [("best.txt", ".toml"), ("none/best.toml", "no folder")])
def test_the_output_is_tried_before_the_search(say, tmp_path: Path, place: str, message: str) -> None:
    code, _, complaint = say(*WORDS, "-o", tmp_path / place)
    assert code == 1
    assert message in complaint
