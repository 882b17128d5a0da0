"""Whatever a farm file or a game file holds: it is read, or refused with one line. Nothing else ever comes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sims.errors import AnalyserError
from sims.express import variants
from sims.express.farm_file import COOKING_KEYS, FARM_KEYS, read_farm, score_farm
from sims.express.farm_file import FILE_KEYS as FARM_FILE_KEYS
from sims.express.replay import replay
from sims.express.script import ACTION_KEYS, FEEDING_KEYS, read_game
from sims.express.script import FILE_KEYS as GAME_FILE_KEYS
from sims.express.words import FACE_WORD

RULES = variants.default()
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FARM_TEXT = (EXAMPLES / "farm.toml").read_text(encoding="utf-8")
GAME_TEXT = (EXAMPLES / "game.toml").read_text(encoding="utf-8").split("# The Farmer makes")[0]
ROLL = "House, Field, Mayor, Oven, Food, 2 Food, Grain, Wood, Reed, Stone, Sheep, Sheep, Boar"


def many(number: int) -> Any:
    """Return settings for so many inputs, the same ones each time."""
    checks = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.large_base_example]
    return settings(max_examples=number, deadline=None, derandomize=True, suppress_health_check=checks)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz") / "file.toml"


def tried(read: Any, path: Path, data: bytes | str) -> bool:
    """Read a file; say whether it was accepted, and check the message where it was not."""
    path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    message = ""
    try:
        read(path)
    except AnalyserError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 6000
    return not message


def farm_read(path: Path) -> None:
    found = score_farm(read_farm(path, RULES), RULES, 1)
    assert sum(found.points.values()) == found.total


def game_read(path: Path) -> None:
    played = replay(read_game(path), RULES)
    assert len(played.actions) == len(played.file.actions)


READERS = pytest.mark.parametrize("read", [farm_read, game_read])

# --- Values that may stand behind a key ----------------------------------------------------------------------------

MOVE_PARTS = [
    "collect", "add", "room", "rooms", "plant a field", "plant a bare field", "with", "a Grain die", "have a baby",
    "build a pasture", "build the", "gain the", "upgrade the house to", "paying", "dice", "and the virtual die", "cook",
    "cooking them", "discarding all", "sets", "to", "x", "and", "1", "2", "0", "99", "127", "300", ",", ";", ".", "",
    "(paid with", ")", "None", "1 Grain from the sheet", "on a workshop die", "on a Hearth or Oven die",
]  # fmt: skip
words = st.sampled_from(MOVE_PARTS + list(FACE_WORD.values()))
sentences = st.lists(words, max_size=12).map(" ".join)
rolls = st.one_of(
    st.just(ROLL),
    st.lists(st.sampled_from(list(FACE_WORD.values())), min_size=12, max_size=14).map(", ".join),
    st.permutations(ROLL.split(", ")).map(list),
)
leaves = st.one_of(
    st.integers(-3, 12), st.integers(), st.booleans(), st.floats(), st.text(max_size=12), sentences, rolls,
    st.sampled_from(["wood", "brick", "stone", "express", "Nothing", "2 Grain and 1 Sheep", "9" * 400, "a\nb", "K"]),
)  # fmt: skip
values = st.one_of(
    leaves,
    st.lists(leaves, max_size=3),
    st.lists(st.sampled_from(["Mayor", "Oven", "hearth", "Joinery", "Midwife", "Fool"]), max_size=3),
    st.dictionaries(st.sampled_from(["grain", "move", "x"]), leaves, max_size=2),
)


def toml(value: Any) -> str:
    """Return a value as TOML, good or bad."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)


def table(head: str, keys: Any, most: int) -> Any:
    """Return tables with some of these keys, and now and then another."""
    names = st.sampled_from([*keys, *keys, *keys, "rond"])
    filled = st.dictionaries(names, values, max_size=most)
    return filled.map(lambda found: f"{head}\n" + "".join(f"{key} = {toml(one)}\n" for key, one in found.items()))


farms = st.tuples(
    table("", FARM_FILE_KEYS[:2], 2),
    table("[farm]", FARM_KEYS, 6),
    st.one_of(st.just(""), table("[cooking]", COOKING_KEYS, 2)),
).map("\n".join)
actions = st.tuples(rolls, sentences, table("", ACTION_KEYS[:2], 1)).map(
    lambda found: f"[[action]]\nroll = {toml(found[0])}\nmove = {toml(found[1])}{found[2]}"
)
tables = st.one_of(actions, table("[[action]]", ACTION_KEYS, 3), table("[[feeding]]", FEEDING_KEYS, 3))
games = st.tuples(
    st.sampled_from(["players = 1\nseed = 3\n", "players = 2\n", ""]),
    st.one_of(st.just(""), table("", GAME_FILE_KEYS[2:5], 1)),
    st.lists(tables, max_size=4).map("\n".join),
).map("".join)

# --- What comes out ------------------------------------------------------------------------------------------------


@READERS
@many(500)
@given(data=st.binary(max_size=60))
def test_any_bytes(file, read, data):
    tried(read, file, data)


@READERS
@many(500)
@given(data=st.text(alphabet=st.sampled_from("[]{}=\"'#.,\n\\ ab1-_:TZ\0\ud800é"), max_size=40))
def test_any_text_of_toml_signs(file, read, data):
    tried(read, file, data)


@many(900)
@given(data=farms)
def test_farm_files_with_any_values(file, data):
    tried(farm_read, file, data)


@many(900)
@given(data=games)
def test_game_files_with_any_values(file, data):
    tried(game_read, file, data)


@many(500)
@given(first=sentences, second=sentences)
def test_any_move(file, first, second):
    head = "players = 1\n[[action]]\nroll = " + toml(ROLL) + '\nmove = "gain the Mayor"\n'
    tried(game_read, file, f"{head}[[action]]\nkeep = true\nmove = {toml(first)}\n")
    tried(game_read, file, f"{head}[[action]]\nroll = {toml(ROLL)}\nmove = {toml(f'{first}; {second}')}\n")


@st.composite
def damaged(draw: Any, text: str) -> str:
    """Return a good file with a line lost, doubled, moved, or a piece of it replaced."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(draw(st.integers(0, len(lines))), lines[place])
        elif kind == 2:
            lines[place] = lines[place].split("=")[0] + "= " + toml(draw(values))
        else:
            middle = draw(st.integers(0, len(lines[place])))
            lines[place] = (
                lines[place][:middle] + draw(st.one_of(words, st.text(max_size=2))) + lines[place][middle + 1 :]
            )
    return "\n".join(lines)


@many(600)
@given(data=damaged(FARM_TEXT))
def test_damaged_farm_files(file, data):
    tried(farm_read, file, data)


@many(600)
@given(data=damaged(GAME_TEXT))
def test_damaged_game_files(file, data):
    tried(game_read, file, data)


def test_the_good_files_are_accepted(file):
    assert tried(farm_read, file, FARM_TEXT)
    assert tried(game_read, file, GAME_TEXT)
