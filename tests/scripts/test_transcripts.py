"""Simulated games written down as files: read back, they are the same games to the last good."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from kernels.games import play_logged, policies, quick

from sims.errors import AnalyserError
from sims.express import variants
from sims.express.contract import Parameter, policy
from sims.express.farm_file import sheet_of
from sims.express.replay import Replay, replay
from sims.express.script import read_game
from sims.express.transcript import simulated_game, write_game

RULES = variants.default()
SEED = 11
GAMES = {"random": 12, "greedy": 8, "family-first": 8}
OTHER = variants.build(
    "other",
    {
        "dice.animal.number": 4, "rounds.per_harvest": [2, 2, 2], "readings.two_food_pays": "die",
        "readings.power_paid_from": "sheet_or_dice", "readings.free_choice_cost": "face",
        "readings.start_player_tie": "after_old", "costs.mayor_food": 1, "start.food": 9,
    },
    "test",
)  # fmt: skip


def written(names: list[str], game: int, rules: variants.Rules = RULES) -> str:
    """Return a simulated game as a file, with default parameters."""
    seats = [policies()[name] for name in names]
    params = [one.mind(quick(one)) for one in seats]
    return simulated_game(seats, params, rules, len(names), SEED, game)


@pytest.fixture
def reread(tmp_path):
    """Return a function that writes a game file and replays it."""

    def reread_text(text: str, rules: variants.Rules = RULES) -> Replay:
        path = tmp_path / "game.toml"
        path.write_text(text, encoding="utf-8")
        return replay(read_game(path), rules)

    return reread_text


def same_game(played: Replay, names: list[str], game: int, rules: variants.Rules = RULES) -> None:
    """Hold a replay against the game loop: farms, totals, winners, dice kept."""
    wanted = play_logged(names, SEED, game, rules.record)
    assert played.farms == tuple(map(sheet_of, wanted.farms))
    assert played.totals == tuple(wanted.rows[:, 0])
    assert played.winners == tuple(np.flatnonzero(wanted.rows[:, 2]) + 1)
    assert [action.kept for action in played.actions] == wanted.log["kept"].astype(bool).tolist()
    assert played.complete


def without_rolls(text: str) -> str:
    return re.sub(r"(?m)^roll = .*\n", "", text)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("name", GAMES)
def test_a_game_read_back_is_the_same(reread, name, seats):
    for game in range(GAMES[name]):
        text = written([name] * seats, game)
        played = reread(text)
        same_game(played, [name] * seats, game)
        assert write_game(played, RULES) == text


@pytest.mark.parametrize("names", [["random"], ["greedy", "random"], ["family-first"] * 3, ["random"] * 4])
def test_without_its_rolls_it_is_drawn_from_the_seed(reread, names):
    for game in range(8):
        text = written(names, game)
        bare = without_rolls(text)
        assert bare != text
        played = reread(bare)
        same_game(played, names, game)
        assert {action.source for action in played.actions} <= {"drawn", "kept"}
        assert write_game(played, RULES) == text


@pytest.mark.parametrize("seats", [1, 3])
def test_other_rules_are_written_and_read_too(reread, seats):
    for game in range(10):
        text = written(["random"] * seats, game, OTHER)
        assert "replay it with the same --rules" in text
        same_game(reread(text, OTHER), ["random"] * seats, game, OTHER)
        same_game(reread(without_rolls(text), OTHER), ["random"] * seats, game, OTHER)


def test_the_file_says_what_it_is(reread):
    text = written(["greedy", "family-first"], 4)
    played = reread(text)
    assert text.startswith(f'# Rules: "express-1.3", hash {RULES.hash}.\ngame = "express"\nplayers = 2\nseed = 11\n')
    assert 'game_number = 4\npolicies = ["greedy", "family-first"]\n' in text
    for harvest in played.harvests:
        for seat, total in enumerate(harvest.totals, 1):
            assert re.search(rf"# Seat {seat}: .*: {harvest.scores[seat - 1].total}, in all {total}\.", text)
    assert text.endswith(
        f"# Final score: seat 1 {played.totals[0]}, seat 2 {played.totals[1]}. Winner: seat {played.winners[0]}.\n"
    )


def test_a_game_that_stops_is_written_as_far_as_it_goes(reread):
    file = reread(written(["random"], 1)).file
    part = replay(replace(file, actions=file.actions[:9]), RULES)
    text = write_game(part, RULES)
    assert "# Here the file stops." in text
    assert reread(text).farms == part.farms


@policy("wrong", "test", parameters=(Parameter("place", 0, 0, 99, "place"), Parameter("other", 2, 0, 9, "other")))
def wrong(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Collect nothing at all."""
    return int(params[0])


def test_a_policy_that_breaks_the_rules_is_named():
    with pytest.raises(AnalyserError, match="outside its list of moves") as raised:
        simulated_game([wrong], [[-1]], RULES, 1, SEED, 0)
    assert "game 0 of seed 11" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_parameters_that_are_not_the_default_are_written(monkeypatch):
    shown = replace(policies()["random"], parameters=wrong.parameters)
    assert 'policies = ["random:place=0.5"]' in simulated_game([shown], [[0.5, 2]], RULES, 1, SEED, 0)
