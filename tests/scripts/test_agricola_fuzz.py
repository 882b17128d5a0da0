"""Whatever a farm file or a game file of Agricola holds: it is read, or refused with one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from agricola.ask import EXAMPLES, FAMILY
from fuzzing import damaged, many, table, toml, tried
from hypothesis import given
from hypothesis import strategies as st

from sims.agricola.farm_file import FARM_KEYS, read_farm, score_farm
from sims.agricola.farm_file import FILE_KEYS as FARM_FILE_KEYS
from sims.agricola.names import IMPROVEMENT_WORD, SPACE_WORDS
from sims.agricola.replay import replay
from sims.agricola.script import FILE_KEYS, ROUND_KEYS, read_game

FARM_TEXT = (EXAMPLES / "agricola-farm.toml").read_text(encoding="utf-8")
GAME_TEXT = (EXAMPLES / "agricola-2007-71-points.toml").read_text(encoding="utf-8")
WORDS = [
    "rooms", "stables", "(0,0)", "(0,1)", "(2,4)", "(9,9)", "{(0,4)}", "{(0,3)(0,4)}", "{", "}", "{}", "sow", "bake", "1",
    "2 grain", "1 vegetable", "eating", "for", "growth", "food", "clay", "reed", "cattle", "keep", "cook", "1 sheep",
    "and", ",", ";", ":", "Seat 1:", "Seat 9:", "pass", "99", "-1", "9999999", "", "Feed:", "Breed:", "no animals",
    "H(0,4)", "V(0,4)", "H(9,9)", "grain 3", "grain 9",
]  # fmt: skip
words = st.sampled_from(
    [*WORDS, *(word for names in SPACE_WORDS for word in names.values()), *IMPROVEMENT_WORD.values()]
)
sentences = st.lists(words, max_size=8).map(" ".join)
moves = st.tuples(st.sampled_from(list(SPACE_WORDS[0].values())), sentences, sentences).map(
    lambda found: f"{found[0]}: {found[1]}; {found[2]}"
)
leaves = st.one_of(
    st.integers(-3, 12), st.integers(), st.booleans(), st.floats(), st.text(max_size=12), sentences, moves,
    st.sampled_from(["wood", "clay", "stone", "agricola-2007", "family", "nothing", "9" * 400, "a\nb", "K"]),
)  # fmt: skip
values = st.one_of(
    leaves, st.lists(leaves, max_size=3), st.dictionaries(st.sampled_from(["farm", "x"]), leaves, max_size=2)
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz") / "file.toml"


def farm_read(path: Path) -> None:
    found = score_farm(read_farm(path, FAMILY), FAMILY)
    assert sum(found.points.values()) == found.total


def game_read(path: Path) -> None:
    played = replay(read_game(path), FAMILY)
    assert len(played.placements) >= len(played.file.placements)


farms = st.tuples(table("", FARM_FILE_KEYS[:2], values, 2), table("[farm]", FARM_KEYS, values, 6)).map("\n".join)
rounds = table("[[round]]", ROUND_KEYS, st.one_of(values, st.lists(st.one_of(moves, sentences), max_size=4)), 3)
games = st.tuples(
    st.sampled_from(["players = 1\nseed = 3\n", "players = 2\nseed = 4\n", "players = 2\n", ""]),
    st.one_of(st.just(""), table("", FILE_KEYS[:-1], values, 1)),
    st.lists(rounds, max_size=4).map("\n".join),
).map("".join)


@many(600)
@given(data=farms)
def test_farm_files_with_any_values(file: Path, data: str) -> None:
    tried(farm_read, file, data)


@many(600)
@given(data=games)
def test_game_files_with_any_values(file: Path, data: str) -> None:
    tried(game_read, file, data)


@many(600)
@given(first=moves, second=sentences)
def test_any_move(file: Path, first: str, second: str) -> None:
    tried(game_read, file, f"players = 1\nseed = 1\n[[round]]\nmoves = {toml([first, second])}\n")


@many(300)
@given(line=sentences)
def test_any_harvest(file: Path, line: str) -> None:
    text = GAME_TEXT.replace('"Feed: nothing"', toml(line), 1)
    tried(game_read, file, text)


@many(400)
@given(data=damaged(FARM_TEXT, values, words))
def test_damaged_farm_files(file: Path, data: str) -> None:
    tried(farm_read, file, data)


@many(150)
@given(data=damaged(GAME_TEXT, values, words))
def test_damaged_game_files(file: Path, data: str) -> None:
    tried(game_read, file, data)


def test_the_good_files_are_accepted(file: Path) -> None:
    assert tried(farm_read, file, FARM_TEXT)
    assert tried(game_read, file, GAME_TEXT)
