"""Positions of Express: typed lines, position files and game files that stop, and every mistake that they can hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from sims.errors import AnalyserError
from sims.express import variants
from sims.express.faces import Face, House
from sims.express.line import EXAMPLE, position_of_line
from sims.express.position import Position, has_to_roll, parse_position, read_position

RULES = variants.default()
ROLL = "house field midwife oven food food grain wood wood reed sheep sheep boar"
FARM = "wood house 1 room 0 baby 2 field | food 3 grain 2 reed 1 | mayor"
GAME = Path(__file__).parents[2] / "docs" / "examples" / "game.toml"


def read(line: str) -> Position:
    return position_of_line(line, RULES)


def farm_facts(position: Position, seat: int = 0) -> dict[str, int]:
    farm = position.record["farms"][seat]
    return {name: int(farm[name]) for name in farm.dtype.names if farm[name]}


# --- What is read --------------------------------------------------------------------------------------------------


def test_the_line_of_the_manual_is_read() -> None:
    found = read(EXAMPLE)
    assert farm_facts(found) == {"rooms": 1, "fields": 2, "food": 3, "grain": 2, "reed": 1, "occupations": 1}
    assert (found.record["round"], found.record["seats"], found.record["left"][0], found.record["taken"][0]) == (
        1, 1, 1, 1,
    )  # fmt: skip
    dice = {Face(face).name: int(count) for face, count in enumerate(found.record["dice"]) if count}
    assert dice == {
        "HOUSE": 1, "FIELD": 1, "MIDWIFE": 1, "OVEN": 1, "FOOD": 2, "GRAIN": 1, "WOOD": 2, "REED": 1, "SHEEP": 2,
        "BOAR": 1,
    }  # fmt: skip
    assert found.shown


@pytest.mark.parametrize("line", [
    EXAMPLE.upper(),
    "roll: " + ROLL.replace(" ", ", ") + " | mayor, reed 1, 2 grain, 3 food | fields 2, room 1 | a1 r2",
    "r2 a1 house wood rooms 1 babies 0 2 fields food 3 grain 2 reed 1 mayor | rolled " + ROLL,
    EXAMPLE.replace("food food", "2xfood").replace("sheep sheep", "2xsheep"),
])  # fmt: skip
def test_order_case_and_plural_do_not_matter(line: str) -> None:
    assert read(line).record.tobytes() == read(EXAMPLE).record.tobytes()


def test_dice_that_lie_there_ask_whether_to_keep() -> None:
    found = read("r4 a2 | 1 baby 2 rooms stone house points 21 | oven pottery workshop | dice: 2food veg")
    assert not found.shown
    assert found.record["dice"].sum() == 2
    assert found.record["farms"][0]["house"] == House.STONE
    assert farm_facts(found)["points"] == 21
    assert bin(farm_facts(found)["improvements"]).count("1") == 2
    assert not has_to_roll(found, RULES)
    assert has_to_roll(read("r4 a2 | dice: sheep"), RULES)
    assert has_to_roll(read("r4 a2"), RULES)


def test_a_line_without_a_farm_in_round_1_is_the_start() -> None:
    assert farm_facts(read("r1 a2")) == {"food": 2, "wood": 1, "brick": 1, "reed": 1, "stone": 1}
    assert farm_facts(read("r2 a2")) == {}


def test_other_seats_have_what_taking_turns_leaves_them() -> None:
    found = read("r3 a2 s2 | food 1 | vs 2 rooms 1 baby points 7 | vs | vs a0 1 field | dice: wood")
    assert found.record["seats"] == 4
    assert list(found.record["left"]) == [2, 2, 1, 0]
    assert found.record["start"] == 1
    assert farm_facts(found, 1) == {"rooms": 2, "babies": 1, "points": 7}


def test_a_file_says_the_same_as_a_line(tmp_path: Path) -> None:
    path = tmp_path / "position.toml"
    path.write_text(
        f'game = "express"\nround = 2\nactions_left = 1\nroll = "{", ".join(ROLL.split())}"\n'
        '[farm]\nrooms = 1\nfields = 2\nfood = 3\ngrain = 2\nreed = 1\noccupations = ["Mayor"]\n'
    )
    assert read_position(path, RULES).record.tobytes() == read(EXAMPLE).record.tobytes()
    assert parse_position(path.read_text(), RULES).shown
    assert read_position(path, RULES, {"round": 3}).record["round"] == 2


def test_a_game_file_that_stops_is_where_it_stops(tmp_path: Path) -> None:
    text = GAME.read_text()
    path = tmp_path / "game.toml"
    head, *actions = text.split("[[action]]")
    path.write_text("[[action]]".join([head, *actions[:2]]))
    found = read_position(path, RULES)
    assert (found.record["round"], found.record["left"][0], found.shown) == (1, 2, False)
    assert farm_facts(found)["rooms"] == 1
    assert found.record["dice"].sum() == 10
    path.write_text("[[action]]".join([head, *actions[:2], "\nkeep = true\n"]))
    assert read_position(path, RULES).shown
    path.write_text(text)
    with pytest.raises(AnalyserError, match="the game is over"):
        read_position(path, RULES)


def test_a_short_game_is_brought_to_the_round_of_its_harvest(tmp_path: Path) -> None:
    head, *actions = GAME.read_text().split("[[action]]")
    path = tmp_path / "game.toml"
    path.write_text("[[action]]".join([head, *actions[:8]]))
    found = read_position(path, RULES)
    assert (found.record["round"], found.record["farms"][0]["points"]) == (3, 16)


# --- Mistakes ------------------------------------------------------------------------------------------------------

WRONG = {
    "nothing": ("", "nothing stands between two bars"),
    "no round": (f"a1 | {FARM}", "the round is missing: begin with it, as in r2 a1"),
    "no actions": (f"r2 | {FARM}", "the actions left are missing"),
    "round 7": ("r7 a1", "r7 is no round: they go from r1 to r6"),
    "round 0": ("r0 a1", "r0 is no round"),
    "no action left": ("r2 a0", "no action is left, and no harvest follows round 2: nothing is to be decided"),
    "no action but a roll": (f"r3 a0 | roll: {ROLL}", "no action is left, so that no roll can be used"),
    "an action of others": ("r3 a0 | vs a1", "no action is left to this seat but to others"),
    "negative actions": ("r2 a-1", "a-1 is not possible"),
    "too many actions": ("r2 a3", "3 actions are left, but 2 adults and 0 babies have 2 a round: write 2 or less"),
    "two rounds": ("r2 a1 r3", "r2 and r3 say the same twice"),
    "two numbers of actions": ("r2 a1 a2", "written twice, a1 and a2"),
    "unknown word": ("r2 a1 | feild 2", "unknown word 'feild' (did you mean 'field'?)"),
    "unknown card": ("r2 a1 | mayer", "unknown word 'mayer' (did you mean 'mayor'?)"),
    "unknown die": (f"r2 a1 | roll: hause {ROLL[6:]}", "no die shows 'hause' (did you mean 'house'?)"),
    "14 dice": (f"r2 a1 | roll: {ROLL} cattle", "14 dice are written, but 13 are rolled: 4 Animal dice"),
    "12 dice": (f"r2 a1 | roll: {ROLL[:-5]}", "12 dice are written, but 13 are rolled: 2 Animal dice"),
    "two occupations": (
        f"r2 a1 | roll: {ROLL.replace('oven', 'mayor')}",
        "2 Occupation dice (Midwife, Mayor) where there is 1; 0 Improvement dice where there is 1",
    ),
    "three farm dice": (f"r2 a1 | roll: {ROLL.replace('boar', 'house')}", "3 Farm dice (House, Field, House)"),
    "five lie there": ("r2 a1 | dice: wood wood wood wood", "4 Resource dice (Wood, Wood, Wood, Wood) where"),
    "more babies than rooms": ("r2 a1 | 1 room 2 babies", "babies = 2, but rooms = 1: each baby needs a room"),
    "five babies": ("r2 a1 | 5 rooms 5 babies", "babies = 5, but the rules allow 4 at most"),
    "animals without a pasture": ("r2 a1 | 2 sheep", "sheep need a pasture for each kind (1), but pastures = 0"),
    "two kinds in one pasture": ("r2 a1 | 1 pasture 2 sheep 1 boar", "sheep and boar need a pasture for each kind"),
    "a card twice": ("r2 a1 | mayor oven mayor", "Mayor is written twice"),
    "a good twice": ("r2 a1 | food 3 | food 2", "food is written twice"),
    "two houses": ("r2 a1 | wood house stone house", "the house is written twice"),
    "house of what": ("r2 a1 | house 2 rooms", "of what is it? Write wood house"),
    "no number": ("r2 a1 | food", "food: how many? Write a number before or after it"),
    "a number of nothing": ("r2 a1 | 3", "3 of what?"),
    "a number of cards": ("r2 a1 | 2 mayor", "2 mayor: 'mayor' is not counted"),
    "a negative number": ("r2 a1 | -2 food", "-2 is no number that can be read"),
    "a fraction": ("r2 a1 | 1.5 food", "1.5 is no number"),
    "too much": ("r2 a1 | 5000 food", "5000 food is more than any farm has"),
    "an empty section": ("r2 a1 | | mayor", "nothing stands between two bars"),
    "a bar at the end": ("r2 a1 |", "or after the last: delete one"),
    "roll and dice": (f"r2 a1 | dice: wood | roll: {ROLL}", "dice are written before, after dice"),
    "roll of nothing": ("r2 a1 | roll:", "no dice are written: write the 13 faces"),
    "a die in the farm": ("r2 a1 | 2food", "2food is a die: write dice after roll: or dice:"),
    "two food as two words": (
        f"r2 a1 | roll: {ROLL.replace('food food', '2 food food')}",
        "2food is the face with two",
    ),
    "a number before a die": ("r2 a1 | dice: 2 wood", "2 wood: 2xwood means 2 dice that show it"),
    "hundred dice": ("r2 a1 | dice: 100xwood", "there are not that many dice"),
    "first action": ("r1 a2 | dice: wood", "the first action of the game has to roll"),
    "five seats": ("r2 a1 | vs | vs | vs | vs", "a seat too many, 4 play at most"),
    "another's babies": ("r2 a1 | vs 1 baby", "in the line, seat 2: babies = 1, but rooms = 0"),
    "started by nobody": ("r2 a1 s3 | vs", "s3 is no seat"),
    "another's actions": ("r2 a1 | vs a9", "9 actions are left"),
    "two lines": ("r2 a1\nr3 a1", "the position is typed in one line, such as: r2 a1"),
    "a file's key": ("r2 a1 | farm 2", "unknown word 'farm'"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_line_is_told_what_would_be_right(case: str) -> None:
    line, message = WRONG[case]
    with pytest.raises(AnalyserError) as error:
        read(line)
    assert message in str(error.value)
    assert str(error.value).startswith(("in the line", "the position is typed"))


FILE_WRONG = {
    "no round": ("actions_left = 1", "round is missing: write round = 1, above [farm]"),
    "no actions": ("round = 2\n[farm]\n", "actions_left is missing"),
    "roll and dice": ('round = 2\nactions_left = 1\nroll = "House"\ndice = "House"', "write one of them"),
    "unknown face": (
        'round = 2\nactions_left = 1\ndice = "Hause"',
        "dice: unknown face 'Hause' (did you mean 'House'?)",
    ),
    "short roll": ('round = 2\nactions_left = 1\nroll = "House"', "1 dice are written, but 13 are rolled"),
    "farm on top": ("round = 2\nactions_left = 1\nrooms = 1", "rooms belongs to the farm"),
    "unknown key": ("round = 2\nactions_left = 1\n[farm]\nroms = 1", "unknown key 'roms' (did you mean 'rooms'?)"),
    "other game": ('game = "chess"\nround = 2\nactions_left = 1', "game = 'chess'"),
    "five seats": ("round = 2\nactions_left = 1\n" + "[[other]]\n" * 4, "5 seats are written, but 4 play at most"),
    "points": ("round = 2\nactions_left = 1\n[farm]\npoints = 1e3", "points = 1000.0 is not allowed"),
    "illegal game": ("players = 1\n[[action]]\nkeep = true", "the first action of the game has to roll"),
}


@pytest.mark.parametrize("case", FILE_WRONG)
def test_a_wrong_file_is_told_what_would_be_right(case: str, tmp_path: Path) -> None:
    text, message = FILE_WRONG[case]
    path = tmp_path / "position.toml"
    path.write_text(text)
    with pytest.raises(AnalyserError) as error:
        read_position(path, RULES)
    assert message in str(error.value)
    assert str(error.value).startswith(str(path))


def test_a_line_is_changed_in_the_line() -> None:
    with pytest.raises(AnalyserError, match="a typed line says all by itself"):
        parse_position("r2 a1", RULES, {"round": 3})
