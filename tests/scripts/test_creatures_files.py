"""Farm files and game files of All Creatures Big and Small: read, scored, replayed; and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from creatures.ask import RULES
from creatures.games import player

from sims.creatures.scripts import (
    game_so_far,
    read_farm,
    read_game,
    replay,
    score_farm,
    told_replay,
    told_score,
)
from sims.errors import AnalyserError

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def farm_file(folder: Path, text: str) -> Path:
    """Write a farm file."""
    path = folder / "farm.toml"
    path.write_text(f"[farm]\n{text}\n", encoding="utf-8")
    return path


def test_the_example_farm() -> None:
    score = score_farm(read_farm(EXAMPLES / "creatures-farm.toml", RULES), RULES)
    assert score.total == 26.5
    assert score.points["Special buildings"] == 7.5
    assert score.farm.room == (8, 5, 3, 2, 1)
    (part,) = told_score(score)
    assert part.heading == "26.5 points"


FARM_MISTAKES = {
    'troughs = "(0,0)"\nsheep = 2\nhorses = 1': r"no room for 2 sheep and 1 horse: the farm holds 1 \+ 1",
    'left = 2\nright = 2\ntroughs = "(0,0) (0,1) (0,2) (1,0) (1,1) (1,2) (2,0) (2,1) (2,2) (3,0) (3,1)"':
        "11 troughs, but there are 10",
    "left = 3\nright = 2": "5 expansions, but there are 4",
    'stalls = "(0,0) (0,1) (1,0)"\nstables = "(1,1) (1,2)"': "5 stalls and stables, but there are 4 tiles",
    'stalls = "(0,2)"': r"on \(0,2\) stands another building",
    'stalls = "(2,0)"': r"stalls: \(2,0\) is not on the farm",
    'borders = "H(3,0)"': "an H edge is not on the farm",
    'borders = "X(3,0)"': "not understood",
    'shelter = "(0,0) (1,0)"': "there is 1 Shelter only",
    "cats = 2": "unknown key 'cats'",
    "sheep = -1": "a whole number from 0",
}  # fmt: skip


@pytest.mark.parametrize("text", FARM_MISTAKES)
def test_a_wrong_farm_is_one_clear_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(AnalyserError, match=FARM_MISTAKES[text]) as error:
        read_farm(farm_file(tmp_path, text), RULES)
    assert "\n" not in str(error.value)


def test_there_are_no_harvests(tmp_path: Path) -> None:
    with pytest.raises(AnalyserError, match="no harvests"):
        score_farm(read_farm(farm_file(tmp_path, "wood = 1"), RULES), RULES, 1)


def test_the_example_game() -> None:
    played = replay(read_game(EXAMPLES / "creatures-game.toml"), RULES)
    assert played.next_turn == (3, 2)
    assert played.rounds[1].kept == {2: "2 pigs and 1 cow"}
    assert list(played.farms[0].herd.values()) == [1, 0, 0, 1]
    assert [part.heading for part in told_replay(played)][1:3] == ["Round 1", "Round 2"]


@pytest.mark.parametrize("names", [["random", "greedy"], ["balanced", "homesteader"]])
def test_a_simulated_game_is_replayed_to_the_same_end(tmp_path: Path, names: list[str]) -> None:
    one = player(names, log=True)
    for game in range(4):
        rows = one.play(5, game, 1, 1)[2]
        path = tmp_path / f"game-{game}.toml"
        path.write_text(game_so_far(one, RULES, 5, game, names), encoding="utf-8")
        played = replay(read_game(path), RULES)
        assert played.complete
        assert [2 * total for total in played.totals] == rows[0, :, 0].tolist()


GAME_MISTAKES = {
    'move = "4 Wood"': "there is no space '4 Wood' .did you mean '3 Wood'",
    'move = "Stalls: (1,1)"': "there is too little stone",
    'move = "Walls: H(0,2)"': "closed already",
    'move = "Expand: up"': "'up' is no side",
    'move = "Walls: H(0,9)"': "there is no edge",
    'move = "Special Building: Castle on (1,1)"': "unknown special building 'Castle'",
    'move = "Pigs and Sheep; keep 2 pigs"': "not so many animals",
    'seat = 2\nmove = "3 Wood"': "it is the turn of seat 1",
    'round = 2\nmove = "3 Wood"': "round 1 is being played",
    "seat = 1": "move is missing",
}


@pytest.mark.parametrize("text", GAME_MISTAKES)
def test_a_wrong_game_is_one_clear_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.toml"
    path.write_text(f"[[placement]]\n{text}\n", encoding="utf-8")
    with pytest.raises(AnalyserError, match=GAME_MISTAKES[text]) as error:
        replay(read_game(path), RULES)
    assert "\n" not in str(error.value)


def test_a_herd_without_room_says_what_can_stay(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    moves = ["Cows and Pigs", "3 Wood", "Pigs and Sheep"]
    path.write_text("".join(f'[[placement]]\nmove = "{move}"\n' for move in moves), encoding="utf-8")
    with pytest.raises(AnalyserError, match=r"write '; keep 1 (pig|cow)', or 1"):
        replay(read_game(path), RULES)
