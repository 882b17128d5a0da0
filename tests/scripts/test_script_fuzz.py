"""Whatever a farm file or a game file holds: it is read, or refused with one line. Nothing else ever comes out."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import damaged, many, table, toml, tried
from hypothesis import given
from hypothesis import strategies as st

from sims.express import variants
from sims.express.advice import options
from sims.express.farm_file import COOKING_KEYS, FARM_KEYS, read_farm, score_farm
from sims.express.farm_file import FILE_KEYS as FARM_FILE_KEYS
from sims.express.line import CARDS, COUNTED, DICE_WORDS, EXAMPLE, position_of_line
from sims.express.position import POSITION_KEYS, SEAT_KEYS, read_position
from sims.express.replay import replay
from sims.express.script import ACTION_KEYS, FEEDING_KEYS, read_game
from sims.express.script import FILE_KEYS as GAME_FILE_KEYS
from sims.express.words import FACE_WORD

RULES = variants.default()
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FARM_TEXT = (EXAMPLES / "farm.toml").read_text(encoding="utf-8")
GAME_TEXT = (EXAMPLES / "game.toml").read_text(encoding="utf-8").split("# The Farmer makes")[0]
ROLL = "House, Field, Mayor, Oven, Food, 2 Food, Grain, Wood, Reed, Stone, Sheep, Sheep, Boar"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz") / "file.toml"


def farm_read(path: Path) -> None:
    found = score_farm(read_farm(path, RULES), RULES, 1)
    assert sum(found.points.values()) == found.total


def game_read(path: Path) -> None:
    played = replay(read_game(path), RULES)
    assert len(played.actions) == len(played.file.actions)


def position_read(path: Path) -> None:
    found = read_position(path, RULES)
    assert found.record["left"].any() or found.record["round"] > 0


READERS = pytest.mark.parametrize("read", [farm_read, game_read, position_read])

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


farms = st.tuples(
    table("", FARM_FILE_KEYS[:2], values, 2),
    table("[farm]", FARM_KEYS, values, 6),
    st.one_of(st.just(""), table("[cooking]", COOKING_KEYS, values, 2)),
).map("\n".join)
actions = st.tuples(rolls, sentences, table("", ACTION_KEYS[:2], values, 1)).map(
    lambda found: f"[[action]]\nroll = {toml(found[0])}\nmove = {toml(found[1])}{found[2]}"
)
tables = st.one_of(actions, table("[[action]]", ACTION_KEYS, values, 3), table("[[feeding]]", FEEDING_KEYS, values, 3))
games = st.tuples(
    st.sampled_from(["players = 1\nseed = 3\n", "players = 2\n", ""]),
    st.one_of(st.just(""), table("", GAME_FILE_KEYS[2:5], values, 1)),
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


@many(600)
@given(data=damaged(FARM_TEXT, values, words))
def test_damaged_farm_files(file, data):
    tried(farm_read, file, data)


@many(600)
@given(data=damaged(GAME_TEXT, values, words))
def test_damaged_game_files(file, data):
    tried(game_read, file, data)


def test_the_good_files_are_accepted(file):
    assert tried(farm_read, file, FARM_TEXT)
    assert tried(game_read, file, GAME_TEXT)


# --- Positions -----------------------------------------------------------------------------------------------------

POSITION_TEXT = (EXAMPLES / "position.toml").read_text(encoding="utf-8")
LINE_WORDS = (
    "|",
    "|",
    "vs",
    "house",
    "r2",
    "a1",
    "a0",
    "s2",
    "r9",
    "roll:",
    "dice:",
    "3xwood",
    "2",
    "0",
    "7",
    "-1",
    "",
)
line_words = st.sampled_from([*LINE_WORDS, *COUNTED, *CARDS, *DICE_WORDS])


@many(300)
@given(text=damaged(POSITION_TEXT, leaves, words))
def test_a_damaged_position_file_is_read_or_refused(file, text: str) -> None:
    tried(position_read, file, text)


@many(300)
@given(top=table("", POSITION_KEYS, leaves, 5), farm=table("[farm]", SEAT_KEYS, leaves, 8))
def test_any_position_file_is_read_or_refused(file, top: str, farm: str) -> None:
    tried(position_read, file, f"{top}\n{farm}")


def line_read(path: Path) -> None:
    found = position_of_line(path.read_text(encoding="utf-8", errors="replace").replace("\n", " "), RULES)
    assert options(found, RULES)


@many(400)
@given(words_=st.lists(st.one_of(line_words, line_words, line_words, st.text(max_size=4)), max_size=25))
def test_any_line_is_read_or_refused(file, words_: list[str]) -> None:
    tried(line_read, file, " ".join(["r2 a1", *words_]))


@many(400)
@given(place=st.integers(0, 40), word=st.one_of(line_words, st.text(max_size=4)), lost=st.integers(0, 2))
def test_a_damaged_line_is_read_or_refused(file, place: int, word: str, lost: int) -> None:
    known = EXAMPLE.split()
    tried(line_read, file, " ".join([*known[:place], word, *known[place + lost :]]))


@many(150)
@given(
    numbers=st.dictionaries(st.sampled_from(list(COUNTED)), st.sampled_from([0, 1, 2, 3, 5, 17, 60, 999]), max_size=9),
    cards=st.sets(st.sampled_from(list(CARDS)), max_size=6), round_=st.integers(1, 6), left=st.integers(0, 2),
)  # fmt: skip
def test_rich_and_poor_farms_have_options(file, numbers, cards, round_: int, left: int) -> None:
    """Far more than play ever brings: nothing breaks."""
    facts = " ".join(f"{number} {name}" for name, number in numbers.items())
    dice = "roll: " + EXAMPLE.split("roll: ")[1] if left else "dice: wood"
    tried(line_read, file, f"r{round_} a{left} | {facts or 'wood house'} | {' '.join(cards) or 'reed 0'} | {dice}")
