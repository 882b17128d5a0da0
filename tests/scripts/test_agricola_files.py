"""Farm files and game files of Agricola: read, scored, replayed; and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from agricola.ask import ALL_RULES, BEGINNER, EXAMPLES, FAMILY, NORMAL, REVISED
from oracles.test_agricola_replays import FAMILY as SOLVED_FAMILY
from oracles.test_agricola_replays import NORMAL as SOLVED_NORMAL

from analyser import catalogue
from sims.agricola.editions import EDITIONS
from sims.agricola.farm_file import edition_of
from sims.agricola.game import Player
from sims.agricola.script import read_game
from sims.agricola.scripts import read_farm, replay, score_farm, simulated_game, told_replay, told_score
from sims.agricola.sheet import FarmSheet
from sims.agricola.transcript import game_so_far, write_game
from sims.errors import AnalyserError


def farm_file(folder: Path, text: str) -> Path:
    """Write a farm file."""
    path = folder / "farm.toml"
    path.write_text(f"[farm]\n{text}\n", encoding="utf-8")
    return path


def total(folder: Path, text: str, rules: Any = FAMILY) -> int:
    """Return the points of a farm."""
    score = score_farm(read_farm(farm_file(folder, text), rules), rules)
    assert sum(score.points.values()) == score.total == score.farm.points
    return score.total


# --- Farms: the scoring examples of both rules files ---------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_s1_the_untouched_farm(tmp_path: Path, rules: Any) -> None:
    assert total(tmp_path, "", rules) == -14


STEPS_2007 = {
    "grain": [-1, 1, 1, 1, 2, 2, 3, 3, 4, 4],
    "sheep": [-1, 1, 1, 1, 2, 2, 3, 3, 4, 4],
    "boar": [-1, 1, 1, 2, 2, 3, 3, 4, 4],
    "cattle": [-1, 1, 2, 2, 3, 3, 4, 4],
    "vegetables": [-1, 1, 2, 3, 4, 4],
}
BIG_PASTURE = 'pastures = ["(0,2) (0,3) (0,4) (1,2) (1,3) (1,4)"]\n'


@pytest.mark.parametrize("good", STEPS_2007)
def test_s3_thresholds_of_goods(tmp_path: Path, good: str) -> None:
    base = total(tmp_path, BIG_PASTURE)
    for number, points in enumerate(STEPS_2007[good]):
        assert total(tmp_path, f"{BIG_PASTURE}{good} = {number}") == base + points + 1


def test_s3_thresholds_of_fields_and_pastures(tmp_path: Path) -> None:
    cells = ["(2,1)", "(2,2)", "(2,3)", "(1,1)", "(1,2)", "(1,3)"]
    for number, points in enumerate([-1, -1, 1, 2, 3, 4, 4]):
        fields = ", ".join(f'"{cell}"' for cell in cells[:number])
        assert total(tmp_path, f"fields = [{fields}]") == -14 + points + 1 + number
    pastures = ["(0,4)", "(0,3)", "(1,4)", "(1,3)", "(2,4)"]
    for number, points in enumerate([-1, 1, 2, 3, 4, 4]):
        fenced = ", ".join(f'"{cell}"' for cell in pastures[:number])
        assert total(tmp_path, f"pastures = [{fenced}]") == -14 + points + 1 + number


def test_s4_of_2007_is_the_example_farm() -> None:
    score = score_farm(read_farm(EXAMPLES / "agricola-farm.toml", FAMILY), FAMILY)
    assert score.total == 71
    assert (score.points["People"], score.points["Rooms"], score.points["Unused"]) == (15, 8, 0)
    assert (score.points["Improvements"], score.points["Bonus"], score.points["Stables"]) == (14, 3, 3)
    (part,) = told_score(score)
    assert part.heading == "71 points"


def test_s4_of_revised(tmp_path: Path) -> None:
    farm = """
        fields = "(0,1) (1,1)"
        rooms = "(0,0) (1,0) (2,0)"
        house = "clay"
        people = 3
        pastures = ["(0,3) (0,4)"]
        stables = "(2,3) (2,4)"
        improvements = ["Fireplace"]
        grain = 1
        sheep = 2
        boar = 2
        cattle = 1
    """
    assert total(tmp_path, farm, REVISED) == 12


@pytest.mark.parametrize(
    ("improvement", "good", "bonus"),
    [
        ("Joinery", "wood", {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 9: 3}),
        ("Pottery", "clay", {2: 0, 3: 1, 5: 2, 7: 3, 9: 3}),
        ("Basketmaker's Workshop", "reed", {1: 0, 2: 1, 3: 1, 4: 2, 5: 3, 8: 3}),
    ],
)
def test_s6_and_s7_bonus_points_of_the_crafts(tmp_path: Path, improvement: str, good: str, bonus: dict) -> None:
    for number, points in bonus.items():
        for rules in (FAMILY, REVISED):
            text = f'improvements = ["{improvement}"]\n{good} = {number}'
            assert total(tmp_path, text, rules) == -14 + 2 + points


def test_e13_of_revised_the_sample_farm(tmp_path: Path) -> None:
    text = 'pastures = "{(1,2)(2,2)} {(2,3)(2,4)}"\nstables = "(2,4) (2,1)"\nboar = 6\nsheep = 8'
    farm = read_farm(farm_file(tmp_path, text), REVISED).farm
    assert REVISED.record["layouts"]["number"][farm["layout"]] == 11
    assert list(farm["capacities"][:2]) == [8, 4]
    by_fences = (
        'fences = "H(1,2) H(3,2) V(1,2) V(2,2) V(1,3) V(2,3) H(2,3) H(2,4) H(3,3) H(3,4) V(2,5)"\n'
        'stables = "(2,4) (2,1)"'
    )
    assert read_farm(farm_file(tmp_path, by_fences), REVISED).farm["layout"] == farm["layout"]


FARM_MISTAKES = {
    "sheep = 2\nboar = 1": "no room for 2 sheep and 1 boar: the farm holds 1",
    'stables = "(0,0) (0,1) (0,2) (0,3) (0,4)"': "5 stables, but a player has 4",
    'pastures = ["(0,4)", "(1,3)"]': "pastures: a pasture has to share an edge with the others",
    'pastures = ["(0,4) (1,3)"]': "the cells of a pasture have to share edges",
    'pastures = ["(0,4)", ""]\nfields = "(0,4)"': r"pastures: \(0,4\) is among the fields",
    'pastures = ["(1,0)"]': "are rooms",
    'fences = "H(0,4) V(0,4)"': "enclose no pasture",
    'fences = "H(0,4) V(0,4) H(1,4) V(0,5) V(1,4)"': r"fences are loose: V\(1,4\)",
    'fences = "H(0,4) V(0,4) H(1,4) V(0,9)"': r"no fence V\(0,9\)",
    'fences = "H(0,4) X V(0,4)"': "no fence X",
    'fences = "H(0,4)"\npastures = "(0,4)"': "one of the two",
    'rooms = "(1,0) (2,0) (0,4)"': r"rooms: \(0,4\) shares no edge",
    'rooms = "(1,0) (0,0)"': r"\(2,0\) is missing",
    'fields = ["(0,2)", "(2,2)"]': r"fields: \(2,2\) shares no edge",
    'fields = ["(1,0)"]': r"on \(1,0\) stands something else",
    'fields = ["(0,2) grain 4"]': r"4 grain on \(0,2\), but a field holds 1 to 3",
    'fields = ["(0,2) vegetable 3"]': "but a field holds 1 to 2",
    'fields = ["(0,2) corn 2"]': "is not understood",
    'fields = ["(0,2)"]\nstables = "(0,2)"': "stands something else",
    "people = 6": "a whole number from 2 to 5",
    "newborns = 1": "a whole number from 0 to 0",
    'improvements = ["Clay Ofen"]': "unknown improvement 'Clay Ofen' .did you mean 'Clay Oven'",
    'improvements = ["Well", "Well"]': "Well is written twice",
    'improvements = ["Fireplace", "Fireplace", "Fireplace"]': "is written twice",
    'house = "straw"': "it has to be wood, clay, stone",
    "cats = 2": "unknown key 'cats'",
    "sheep = -1": "a whole number from 0",
    "[[farm]]": "not valid TOML",
}


@pytest.mark.parametrize("text", FARM_MISTAKES)
def test_a_wrong_farm_is_one_clear_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(AnalyserError, match=FARM_MISTAKES[text]) as error:
        read_farm(farm_file(tmp_path, text), FAMILY)
    assert "\n" not in str(error.value)


def test_one_farm_of_the_right_game(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text("[[farm]]\nwood = 1\n[[farm]]\nwood = 2\n", encoding="utf-8")
    with pytest.raises(AnalyserError, match="it has to be a table"):
        read_farm(path, FAMILY)
    with pytest.raises(AnalyserError, match="the game asked for is 'agricola-revised'"):
        read_farm(EXAMPLES / "agricola-farm.toml", REVISED)
    with pytest.raises(AnalyserError, match="leave --harvest out"):
        score_farm(read_farm(EXAMPLES / "agricola-farm.toml", FAMILY), FAMILY, 1)


# --- The published games, round by round: rules/agricola-2007.md, sections 16.2 and 16.3 ---------------------------


def lines_of(script: list[Any]) -> list[str]:
    """Return the lines of a game's table, one for each round; fields in one order, since a farm keeps them in none."""
    found = []
    for _, _, line in script:
        supply, fields, *rest = line.split(" | ")
        supply += "" if "sh" in supply else " sh0 bo0 ca0"
        found.append(" | ".join([supply, " ".join(sorted(fields.split())), *rest]))
    return found


def line_of(farm: FarmSheet) -> str:
    """Return a farm as a line of the tables."""
    letters = dict(zip("FWCRSgv", farm.supply.values(), strict=True))
    goods = [*letters.items(), *zip(("sh", "bo", "ca"), farm.herd.values(), strict=True)]
    crops = ["-" if crop == "empty" else crop.split()[1][0] + crop.split()[0] for crop in farm.crops]
    supply = " ".join(f"{name}{number}" for name, number in goods)
    house = f"P{farm.people} {farm.house} x{farm.rooms.count('(')}"
    return " | ".join([supply, " ".join(sorted(crops)), house, str(farm.points)])


def test_the_published_game_of_71_points() -> None:
    played = replay(read_game(EXAMPLES / "agricola-2007-71-points.toml"), FAMILY)
    assert [line_of(one.farms[0]) for one in played.rounds] == lines_of(SOLVED_FAMILY)
    assert played.complete
    assert played.totals == (71,)
    assert played.farms[0].pastures == "{(1,3)(1,4)} {(2,3)(2,4)} {(0,4)} {(0,3)}"
    assert [one.harvests[0].needed for one in played.rounds if one.harvests] == [6, 10, 12, 12, 15, 15]
    assert [part.heading for part in told_replay(played)][1:3] == ["Round 1: Sheep", "Round 2: Sow and Bake Bread"]


@pytest.mark.parametrize("rules", [NORMAL, REVISED], ids=["2007", "revised"])
def test_the_published_game_of_67_points(rules: Any) -> None:
    played = replay(read_game(EXAMPLES / "agricola-67-points.toml"), rules)
    assert [line_of(one.farms[0]) for one in played.rounds] == lines_of(SOLVED_NORMAL)
    assert played.totals == (67,)


def test_a_file_says_its_mode(tmp_path: Path) -> None:
    for rules in (FAMILY, BEGINNER):  # the defaults of the editions give way
        assert replay(read_game(EXAMPLES / "agricola-67-points.toml"), rules).totals == (67,)
    with pytest.raises(AnalyserError, match="mode = 'family', but the rules asked for are of 'normal'"):
        replay(read_game(EXAMPLES / "agricola-2007-71-points.toml"), NORMAL)
    with pytest.raises(AnalyserError, match="the game asked for is 'agricola-revised'"):
        replay(read_game(EXAMPLES / "agricola-2007-71-points.toml"), REVISED)
    path = tmp_path / "beginner.toml"
    text = (EXAMPLES / "agricola-67-points.toml").read_text("utf-8").replace('"normal"', '"beginner"')
    path.write_text(text, encoding="utf-8")
    # Section 17.2 of the Revised rules: two visits of the Meeting Place bring food, the score is the same.
    played = replay(read_game(path), BEGINNER)
    assert played.totals == (67,)
    assert played.farms[0].supply["food"] == 1 + 8 + 1
    with pytest.raises(AnalyserError, match="agricola-2007 has no mode 'beginner'"):
        replay(read_game(path), FAMILY)


# --- Simulated games -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_a_simulated_game_is_replayed_to_the_same_end(tmp_path: Path, rules: Any) -> None:
    random = catalogue.policy("agricola-2007", "random")
    for seats in range(1, EDITIONS[edition_of(rules.record)].most_players + 1):
        player = Player(rules, [random] * seats, [[]] * seats, log=True)
        for game in range(3):
            rows = player.play(5, game, 1, 3)[2]
            path = tmp_path / f"game-{seats}-{game}.toml"
            path.write_text(game_so_far(player, rules, 5, game, ["random"] * seats), encoding="utf-8")
            played = replay(read_game(path), rules)
            assert played.complete
            assert list(played.totals) == rows[0, :, 0].tolist()
            assert [seat + 1 for seat in range(seats) if rows[0, seat, 1]] == list(played.winners)
            assert write_game(played, rules) == path.read_text("utf-8")
            # The file names its cards; they are those of its seed as well.
            lines = path.read_text("utf-8").split("cards = [")
            path.write_text(lines[0] + lines[1].split("]\n", 1)[1], encoding="utf-8")
            assert replay(read_game(path), rules).totals == played.totals


def test_a_simulated_game_by_its_policies() -> None:
    random = catalogue.policy("agricola-revised", "random")
    text = simulated_game([random], [[]], BEGINNER, 2, 7, 3)
    assert text.startswith('# Rules: "revised-beginner"')
    assert 'policies = ["random", "random"]' in text


# --- Wrong games ---------------------------------------------------------------------------------------------------

HEAD = 'players = 2\ncards = ["Sheep", "Improvement", "Fences", "Sow and Bake Bread"]\n[[round]]\n'
GAME_MISTAKES = {
    'moves = ["4 Wood"]': "that space is not on the table",
    'moves = ["Three Wood"]': "no space 'Three Wood' .did you mean '3 Wood'",
    'moves = ["Rooms and Stables: room (0,0)"]': "there is too little wood; legal.*3 Wood",
    'moves = ["3 Wood", "3 Wood"]': "a person stands on that space",
    'moves = ["Fences: {(0,4)}"]': "its card is not turned up yet",
    'moves = ["pass"]': "nobody may pass who can do something",
    'moves = ["Seat 2: 3 Wood"]': "it is the turn of seat 1",
    'moves = ["Seat 3: 3 Wood"]': "there is no seat 3: 2 play",
    'round = 2\nmoves = ["3 Wood"]': "round 1 is being played",
    'moves = ["Sheep; keep 2 sheep"]': "the farm has not so many animals",
    'moves = ["3 Wood", "1 Clay", "1 Reed", "Fishing"]\nharvest = ["Seat 1: Feed: nothing"]': "no harvest after round 1",
    'harvest = ["Feed: nothing"]': "whose is 'Feed: nothing'",
    'harvest = ["Seat 1: Eat: nothing"]': "is not understood: write Feed",
    'harvest = ["Seat 1: Feed: 2 corn"]': "'corn' is not understood",
    'harvest = ["Seat 1: Feed: Joinery, Joinery"]': "written twice",
    'harvest = ["Seat 1: Feed: Jonery"]': "did you mean 'Joinery'",
    'harvest = ["Seat 1: Feed: 1 grain", "Seat 1: Feed: nothing"]': "seat 1 is said to feed twice",
    "plays = 3": "unknown key 'plays'",
}  # fmt: skip


@pytest.mark.parametrize("text", GAME_MISTAKES)
def test_a_wrong_game_is_one_clear_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.toml"
    path.write_text(f"{HEAD}{text}\n", encoding="utf-8")
    with pytest.raises(AnalyserError, match=GAME_MISTAKES[text]) as error:
        replay(read_game(path), FAMILY)
    assert "\n" not in str(error.value)


HEAD_MISTAKES = {
    "": "players is missing",
    "players = 6": "a whole number from 1 to 5",
    'game = "agricola-revised"\nplayers = 5': "a whole number from 1 to 4",
    'game = "creatures"\nplayers = 2': "the game asked for is 'agricola-2007' or 'agricola-revised'",
    'mode = "familiar"\nplayers = 2': "unknown mode 'familiar' .did you mean 'family'",
    'players = 2\ncards = ["Shep"]': "unknown round card 'Shep' .did you mean 'sheep'",
    'players = 2\ncards = ["Sheep", "Sheep Market"]': "Sheep Market stands there twice",
    'players = 2\ncards = ["Cattle"]': "cards: Cattle is of stage 4, but round 1 of 1",
    'players = 2\n[[round]]\nmoves = ["3 Wood"]': "which card comes in round 1",
    "players = 2\nfirst = 3": "a whole number from 1 to 2",
}


@pytest.mark.parametrize("text", HEAD_MISTAKES)
def test_a_wrong_head_is_one_clear_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.toml"
    path.write_text(f"{text}\n", encoding="utf-8")
    with pytest.raises(AnalyserError, match=HEAD_MISTAKES[text]) as error:
        replay(read_game(path), FAMILY)
    assert "\n" not in str(error.value)


def played_so_far(folder: Path, text: str) -> Any:
    """Replay a game that stops early."""
    path = folder / "game.toml"
    path.write_text(text, encoding="utf-8")
    return replay(read_game(path), FAMILY)


def test_a_herd_without_room_says_what_can_stay(tmp_path: Path) -> None:
    rounds = ['moves = ["3 Wood", "1 Clay", "Fishing", "1 Reed"]'] * 8
    moves = ["Sheep", "1 Clay", "Wild Boar", "1 Reed"]
    cards = ["Sheep", "Improvement", "Fences", "Sow and Bake Bread", "Stone (stage 2)", "Family Growth",
             "Renovation and Improvement", "Wild Boar"]  # fmt: skip
    head = f"players = 2\ncards = {cards}\n"
    text = head + "".join(f"[[round]]\n{one}\n" for one in rounds[:7])
    played = played_so_far(tmp_path, f'{text}[[round]]\nmoves = ["Sheep"]\n')
    assert played.placements[-1].move == "Sheep; keep 1 sheep"
    assert all(one.by_default for one in played.rounds[3].harvests)
    with pytest.raises(AnalyserError, match=r"have no room; write '; keep 1 (sheep|boar)', or 1"):
        played_so_far(tmp_path, f"{text}[[round]]\nmoves = {moves}\n")


def test_a_feeding_that_is_written_is_kept_to(tmp_path: Path) -> None:
    rounds = ['moves = ["Take 1 Grain", "3 Wood", "1 Clay", "1 Reed"]'] * 4
    text = HEAD.removesuffix("[[round]]\n") + "".join(f"[[round]]\n{one}\n" for one in rounds)
    played = played_so_far(tmp_path, text)
    (first, second) = played.rounds[3].harvests
    assert (first.needed, first.fed, first.by_default, first.begged) == (4, "2 grain", True, 0)
    assert (second.fed, second.begged) == ("nothing", 1)
    assert any("cheapest way" in line for part in told_replay(played) for line, _ in part.lines)
    played = played_so_far(tmp_path, text + 'harvest = ["Seat 1: Feed: 1 grain"]')
    first = played.rounds[3].harvests[0]
    assert (first.fed, first.by_default, first.begged) == ("1 grain", False, 1)
    assert played.farms[0].begging == 1
    with pytest.raises(
        AnalyserError, match="harvest of seat 1 in round 4: the feeding is illegal: there is too little"
    ):
        played_so_far(tmp_path, text + 'harvest = ["Seat 1: Feed: 9 grain"]')
