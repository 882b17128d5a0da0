"""Farm files: worked examples 1 to 7 of rules/express.md, and every mistake that a file can hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from sims.errors import AnalyserError
from sims.express import variants
from sims.express.farm_file import FARM_KEYS, FarmScore, read_farm, score_farm
from sims.express.harvest import Category

RULES = variants.default()
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
COMMON = 'house = "brick"\nrooms = 2\nbabies = 1\nfields = 3\npastures = 1\nsheep = 4\ngrain = 3\nfood = 7\n'


@pytest.fixture
def score(tmp_path):
    """Return a function that scores the text of a farm file."""

    def score_text(text: str, rules: variants.Rules = RULES, harvest: int | None = None) -> FarmScore:
        path = tmp_path / "farm.toml"
        path.write_text(text, encoding="utf-8")
        return score_farm(read_farm(path, rules), rules, harvest)

    return score_text


def nonzero(found: FarmScore) -> dict[str, int]:
    return {name: number for name, number in found.points.items() if number}


# --- Worked examples -----------------------------------------------------------------------------------------------


def test_example_1_a_fresh_farm(score):
    found = score("harvest = 1\n[farm]\nfood = 2\nreed = 1\nwood = 1\nbrick = 1\nstone = 1\n")
    assert (found.total, found.food_need, found.missing) == (-6, 4, 2)
    assert nonzero(found) == {"Missing food": -6}
    assert found.farm.goods["Food"] == 0


def test_example_2_a_common_farm(score):
    found = score("harvest = 1\n[farm]\n" + COMMON)
    assert nonzero(found) == {"House": 7, "Fields": 6, "Pastures": 4, "Grain": 2, "Sheep": 2}
    assert (found.total, found.food_need, found.missing, found.farm.goods["Food"]) == (21, 6, 0, 1)
    assert found.newborns == {"Sheep": 1, "Boar": 0, "Cattle": 0}
    assert found.farm.goods["Sheep"] == 5


def test_example_3_is_the_example_file():
    found = score_farm(read_farm(EXAMPLES / "farm.toml", RULES), RULES)
    assert (found.total, found.food_need) == (28, 5)
    assert (found.points["Fields"], found.points["Babies"]) == (12, 1)
    assert found.farm.occupations == ("Mayor", "Midwife")


def test_example_4_the_harvest_can_be_given_apart(score):
    assert score("harvest = 1\n[farm]\n" + COMMON, harvest=3).total == 22
    assert score("[farm]\n" + COMMON, harvest=2).total == 21


def test_example_5_a_full_stone_house(score):
    found = score('harvest = 3\n[farm]\nhouse = "stone"\nrooms = 4\nbabies = 4\nfood = 12\n')
    assert nonzero(found) == {"House": 15, "Babies": 7}
    assert (found.total, found.food_need, found.missing) == (22, 12, 0)


@pytest.mark.parametrize(("workshop", "store", "points"), [
    ("Joinery", "wood = 7", 4), ("Pottery", "brick = 5", 2), ("Pottery Workshop", "brick = 5", 2),
    ("Stonecutter's Workshop", "stone = 5", 4), ("stonecutter", "stone = 5", 4),
    ("Basketmaker’s Workshop", "reed = 1", 0),
])  # fmt: skip
def test_example_6_workshops(score, workshop, store, points):
    assert score(f'harvest = 1\n[farm]\nfood = 4\n{store}\nimprovements = ["{workshop}"]').total == points
    assert score(f"harvest = 1\n[farm]\nfood = 4\n{store}").total == 0


@pytest.mark.parametrize(("herds", "pastures", "born"), [
    ("sheep = 5", 2, (2, 0, 0)), ("sheep = 4\ncattle = 2", 2, (1, 0, 1)), ("sheep = 4\ncattle = 4", 3, (1, 0, 2)),
    ("boar = 1", 1, (0, 0, 0)),
])  # fmt: skip
def test_example_7_breeding(score, herds, pastures, born):
    assert tuple(score(f"harvest = 1\n[farm]\npastures = {pastures}\n{herds}").newborns.values()) == born


# --- Cooking ---------------------------------------------------------------------------------------------------------

HUNGRY = 'harvest = 1\n[farm]\ngrain = 3\nvegetables = 1\nsheep = 2\npastures = 1\nimprovements = ["Oven", "Hearth"]\n'


def test_the_best_is_cooked_where_the_file_says_nothing(score):
    found = score(HUNGRY)
    assert found.missing == 0
    assert sum(found.cooked.values()) > 0
    assert found.total >= max(score(f"{HUNGRY}[cooking]\ngrain = {grain}").total for grain in range(4))


def test_the_cooking_that_is_written_is_cooked(score):
    found = score(HUNGRY + "[cooking]\nsheep = 1\ngrain = 1\n")
    assert found.cooked == {"Grain": 1, "Sheep": 1}
    assert (found.missing, found.farm.goods["Sheep"], found.farm.goods["Grain"]) == (0, 1, 2)
    assert found.newborns["Sheep"] == 0


def test_an_empty_cooking_cooks_nothing(score):
    found = score(HUNGRY + "[cooking]\n")
    assert (found.cooked, found.missing) == ({}, 4)


def test_food_can_be_kept_back_where_the_rules_allow_it(score):
    kind = variants.build("kind", {"readings.feeding": "may_withhold"}, "test")
    found = score("harvest = 1\n[farm]\nfood = 5\n[cooking]\nwithhold = 2\n", kind)
    assert (found.missing, found.withheld, found.farm.goods["Food"]) == (1, 2, 2)


def test_points_come_in_the_order_of_the_score_sheet(score):
    assert [name.replace(" ", "_").upper() for name in score(HUNGRY).points] == [one.name for one in Category]


def test_a_farm_is_the_same_when_it_is_scored_again(tmp_path):
    path = tmp_path / "farm.toml"
    path.write_text("harvest = 1\n[farm]\n" + COMMON)
    file = read_farm(path, RULES)
    assert score_farm(file, RULES) == score_farm(file, RULES)


# --- Mistakes --------------------------------------------------------------------------------------------------------

FARM_MISTAKES = {
    "no farm": ("harvest = 1", "there is no farm in it"),
    "no harvest": ("[farm]\nrooms = 1", "which harvest is scored?"),
    "harvest 4": ("harvest = 4\n[farm]", "harvest = 4 is not allowed: it has to be a whole number from 1 to 3"),
    "harvest as text": ('harvest = "2"\n[farm]', "harvest = '2' is not allowed"),
    "harvest as truth": ("harvest = true\n[farm]", "harvest = true is not allowed"),
    "other game": ('game = "chess"\n[farm]', "game = 'chess', but the game asked for is 'express'"),
    "unknown key": ("harvst = 1\n[farm]", "unknown key 'harvst' (did you mean 'harvest'?)"),
    "farm key on top": ("harvest = 1\nrooms = 1\n[farm]", "rooms belongs to the farm: write it below a line [farm]"),
    "unknown farm key": (
        "harvest = 1\n[farm]\npastres = 1",
        "[farm]: unknown key 'pastres' (did you mean 'pastures'?)",
    ),
    "farm is no table": ("farm = 3", "farm = 3 is not allowed: it has to be a table: [farm]"),
    "negative": (
        "harvest = 1\n[farm]\nfood = -1",
        "food = -1 is not allowed: it has to be a whole number from 0 to 9999",
    ),
    "absurd": ("harvest = 1\n[farm]\nwood = 10000", "wood = 10000 is not allowed"),
    "thousands of digits": (f"harvest = 1\n[farm]\nwood = {'9' * 5000}", "not valid TOML"),
    "long number": (f"harvest = 1\n[farm]\nwood = {'9' * 500}", "wood = 9999"),
    "float": ("harvest = 1\n[farm]\nwood = 1.5", "wood = 1.5 is not allowed"),
    "nan": ("harvest = 1\n[farm]\nwood = nan", "wood = nan is not allowed"),
    "house": (
        'harvest = 1\n[farm]\nhouse = "brik"',
        "unknown house 'brik' (did you mean 'brick'?); known: wood, brick, stone",
    ),
    "house as number": ("harvest = 1\n[farm]\nhouse = 1", "house = 1 is not allowed: it has to be a text"),
    "too many babies": ("harvest = 1\n[farm]\nrooms = 9\nbabies = 5", "babies = 5, but the rules allow 4 at most"),
    "crowded": ("harvest = 1\n[farm]\nrooms = 1\nbabies = 2", "babies = 2, but rooms = 1: each baby needs a room"),
    "kinds": (
        "harvest = 1\n[farm]\npastures = 1\nsheep = 1\nboar = 1",
        "sheep and boar need a pasture for each kind (2)",
    ),
    "card": ('harvest = 1\n[farm]\noccupations = ["Major"]', "unknown occupation 'Major' (did you mean 'Mayor'?)"),
    "card of the other kind": ('harvest = 1\n[farm]\nimprovements = ["Mayor"]', "unknown improvement 'Mayor'"),
    "card twice": ('harvest = 1\n[farm]\nimprovements = ["Oven", "oven"]', "names 'Oven' twice"),
    "card as number": (
        "harvest = 1\n[farm]\noccupations = [1]",
        "occupations = [1] is not allowed: it has to be a list",
    ),
    "cards as text": ('harvest = 1\n[farm]\noccupations = "Mayor"', "occupations = 'Mayor' is not allowed"),
    "no oven": ("harvest = 1\n[farm]\ngrain = 1\n[cooking]\ngrain = 1", "1 Grain cannot be cooked: there is no Oven"),
    "no hearth": ("harvest = 1\n[farm]\n[cooking]\nboar = 1", "[cooking]: 1 Boar cannot be cooked: there is no Hearth"),
    "too little": (HUNGRY + "[cooking]\ngrain = 4", "4 Grain cannot be cooked: the farm has 3"),
    "kept back": ("harvest = 1\n[farm]\nfood = 3\n[cooking]\nwithhold = 1", "Food may not be kept from the family"),
    "more than there is": ("harvest = 1\n[farm]\n[cooking]\nwithhold = 1", "more Food is kept back than there is"),
    "cooking key": ("harvest = 1\n[farm]\n[cooking]\nwood = 1", "[cooking]: unknown key 'wood'"),
    "not TOML": ("harvest: 1", "is not valid TOML"),
    "key twice": ("harvest = 1\nharvest = 2", "is not valid TOML"),
    "nested too deep": (f"harvest = {'[' * 3000}", "is not valid TOML"),
    "newline in text": ('harvest = 1\n[farm]\nhouse = "a\\nb"', "house = 'a\\nb' is not allowed"),
}


@pytest.mark.parametrize("name", FARM_MISTAKES)
def test_a_mistake_is_named_on_one_line(score, name):
    text, message = FARM_MISTAKES[name]
    with pytest.raises(AnalyserError) as raised:
        score(text)
    assert message in str(raised.value)
    assert "farm.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_harvest_given_apart_is_checked(score, number):
    with pytest.raises(AnalyserError, match="has to be 1, 2 or 3"):
        score("[farm]", harvest=number)


def test_files_that_cannot_be_read(tmp_path):
    binary, large = tmp_path / "binary.toml", tmp_path / "large.toml"
    binary.write_bytes(b"harvest = \xff\xfe")
    large.write_bytes(b"# \n" * 3_000_000)
    for path, message in [
        (tmp_path / "missing.toml", "cannot read farm file .*: No such file"),
        (tmp_path, "cannot read farm file .*: Is a directory"),
        (Path("a\0b"), "cannot read farm file 'a.x00b': embedded null byte"),
        (binary, "not text in UTF-8 .byte 10."),
        (large, "holds more than 8,000,000 bytes"),
    ]:
        with pytest.raises(AnalyserError, match=message):
            read_farm(path, RULES)


def test_other_line_ends_and_a_byte_order_mark_are_read(tmp_path):
    path = tmp_path / "farm.toml"
    path.write_bytes("\ufeffharvest = 1\r\n[farm]\r\nfood = 4\r\n".encode())
    assert score_farm(read_farm(path, RULES), RULES).total == 0


def test_babies_of_the_rules_start_need_no_room(score):
    rules = variants.build("born", {"start.babies": 1}, "test")
    assert score("harvest = 3\n[farm]\nbabies = 1\nfood = 9", rules).points["Babies"] == 1


def test_every_number_can_be_given(score):
    text = "".join(f"{key} = 3\n" for key in FARM_KEYS if key not in ("house", "occupations", "improvements"))
    found = score("harvest = 1\n[farm]\n" + text)
    assert (found.farm.rooms, found.farm.goods["Reed"], found.newborns["Cattle"]) == (3, 3, 1)
