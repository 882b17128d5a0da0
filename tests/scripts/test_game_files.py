"""Game files: what a replay shows, and every mistake that a file can hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sims.errors import AnalyserError
from sims.express import variants
from sims.express.replay import Replay, replay
from sims.express.script import read_game

RULES = variants.default()
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "game.toml"
ROLL = "House, Field, Farmer, Joinery, Food, 2 Food, Grain, Wood, Reed, Stone, Sheep, Sheep, Boar"
SOLO = "players = 1\n"


@pytest.fixture
def play(tmp_path):
    """Return a function that replays the text of a game file."""

    def play_text(text: str, rules: variants.Rules = RULES) -> Replay:
        path = tmp_path / "game.toml"
        path.write_text(text, encoding="utf-8")
        return replay(read_game(path), rules)

    return play_text


def act(move: str, roll: str | None = ROLL, more: str = "") -> str:
    """Return an action of a game file; `roll` None keeps the dice."""
    dice = "keep = true" if roll is None else f'roll = "{roll}"' if roll else ""
    return f'[[action]]\n{dice}\nmove = "{move}"\n{more}\n'


FOOD = act("collect 1 x Food and 1 x 2 Food")
"""An action that is always legal with its own roll."""


# --- What a replay shows -------------------------------------------------------------------------------------------


def test_the_example_game_ends():
    played = replay(read_game(EXAMPLE), RULES)
    assert played.complete
    assert (played.totals, played.winners, played.next_turn) == ((84,), (1,), None)
    assert [harvest.totals for harvest in played.harvests] == [(16,), (44,), (84,)]
    assert [harvest.round for harvest in played.harvests] == [3, 5, 6]
    assert [sum(action.round == number for action in played.actions) for number in range(1, 7)] == [2, 3, 3, 3, 3, 3]
    assert [len(entry.farms) for entry in played.rounds] == [1] * 6
    assert played.harvests[2].scores[0].cooked == {"Grain": 1, "Vegetables": 1}


def test_an_action_is_shown_with_its_dice_and_what_came_of_it(play):
    first, second = play(SOLO + act("add a room") + act("plant a field with a grain die.", None)).actions
    assert (first.number, first.round, first.seat, first.source, first.kept) == (1, 1, 1, "written", False)
    assert ", ".join(first.dice) == ROLL
    assert (first.move, first.group, first.farm.rooms, first.farm.goods["Reed"]) == ("add 1 room", "Add rooms", 1, 0)
    assert (second.kept, second.dice) == (True, first.left)
    assert (second.move, second.farm.goods["Grain"]) == ("plant a field with a Grain die", 2)
    assert len(second.left) == 10


def test_a_game_may_stop_early(play):
    played = play(SOLO + FOOD * 3)
    assert not played.complete
    assert (played.next_turn, played.winners, len(played.rounds)) == ((2, 1), (), 1)
    assert played.farms[0].goods["Food"] == 2 + 3 * 3
    assert play("players = 3").next_turn == (1, 1)


def test_turns_go_round_and_a_baby_acts_at_once(play):
    baby = act("have a baby", "House, House, Mayor, Oven, Food, Food, Food, Wood, Wood, Wood, Boar, Boar, Boar")
    played = play("players = 2\n" + act("add 1 room") + FOOD + baby + FOOD * 3)
    assert [(action.round, action.seat) for action in played.actions] == [(1, 1), (1, 2)] * 2 + [(1, 1), (2, 1)]


def test_the_lowest_total_starts_after_a_harvest(play):
    gain = act("collect 1 x Grain")
    played = play("players = 2\n" + (gain + FOOD) * 6 + FOOD)
    assert [score.total for score in played.harvests[0].scores] == [-2, 0]
    assert (played.harvests[0].next_start, played.actions[-1].seat) == (1, 1)
    played = play("players = 2\n" + (FOOD + gain) * 6 + FOOD)
    assert (played.harvests[0].next_start, played.actions[-1].seat) == (2, 2)


def test_dice_may_be_written_as_a_list(play):
    faces = ", ".join(f'"{face.lower()}"' for face in ROLL.split(", "))
    assert play(f'{SOLO}[[action]]\nroll = [{faces}]\nmove = "collect 1 x reed"\n').farms[0].goods["Reed"] == 2


def test_seed_and_game_number_draw_the_dice(play):
    def dice(head: str) -> tuple[str, ...]:
        with pytest.raises(AnalyserError) as raised:
            play(f"{SOLO}{head}{act('build a pasture, paying 100 Wood with dice', '')}")
        return tuple(re.search("dice: (.*?);", str(raised.value))[1].split(", "))

    assert len(dice("seed = 7\ngame_number = 3\n")) == 13
    assert dice("seed = 7\ngame_number = 3\n") == dice("seed = 7\ngame_number = 3\n")
    assert dice("seed = 7\n") == dice("seed = 7\ngame_number = 0\n") != dice("seed = 7\ngame_number = 1\n")
    assert len(dice(f"seed = {2**64 - 1}\ngame_number = {2**64 - 1}\n")) == 13


def test_feedings_are_as_written_and_the_best_where_they_are_not(play):
    oven = act("build the Oven with Brick", ROLL.replace("Joinery", "Oven"))
    grain = act("collect 1 x Grain")
    start = SOLO + oven + grain * 5
    assert play(start).harvests[0].scores[0].cooked == {"Grain": 1}
    raw = '[[feeding]]\nharvest = 1\ncook = "Nothing"\n'
    assert play(start + raw).harvests[0].scores[0].cooked == {}
    assert play(start + raw.replace("Nothing", "2 grain")).harvests[0].scores[0].cooked == {"Grain": 2}
    assert play(start + raw.replace('cook = "Nothing"', "withhold = 0")).harvests[0].scores[0].cooked == {"Grain": 1}


def test_other_rules_are_played(play):
    rules = variants.build("short", {"rounds.per_harvest": [1, 1, 1], "dice.farm.number": 1}, "test")
    food = act("collect 1 x Food", "House, Mayor, Oven, Food, Grain, Grain, Wood, Wood, Wood, Boar, Boar, Boar")
    played = play(SOLO + food * 6, rules)
    assert played.complete
    assert [harvest.round for harvest in played.harvests] == [1, 2, 3]


# --- Mistakes ------------------------------------------------------------------------------------------------------

GAME_MISTAKES = {
    # of shape
    "no players": ("seed = 1", "players is missing: write players = 1, or up to 4"),
    "five players": ("players = 5", "players = 5 is not allowed: it has to be a whole number from 1 to 4"),
    "other game": ('game = "agricola"', "the game asked for is 'express'"),
    "unknown key": ("player = 1", "unknown key 'player' (did you mean 'players'?)"),
    "seed": (
        SOLO + "seed = -1",
        "seed = -1 is not allowed: it has to be a whole number from 0 to 18446744073709551615",
    ),
    "large seed": (SOLO + f"seed = {2**64}", "seed = 18446744073709551616 is not allowed"),
    "policies": (SOLO + 'policies = "greedy"', "policies = 'greedy' is not allowed: it has to be a list of texts"),
    "one bracket": (SOLO + '[action]\nmove = "have a baby"', "each begun by [[action]] (two brackets)"),
    "action as list": (SOLO + "action = [1]", "action = [1] is not allowed"),
    "action key": (SOLO + FOOD + act("x", more="rond = 1"), "action 2: unknown key 'rond' (did you mean 'round'?)"),
    "no move": (SOLO + f'[[action]]\nroll = "{ROLL}"', "action 1: move is missing"),
    "move as number": (SOLO + "[[action]]\nmove = 3", "action 1: move = 3 is not allowed: it has to be a text"),
    "long move": (SOLO + act("x" * 501), "at most 500 letters long"),
    "keep as text": (
        SOLO + '[[action]]\nmove = "x"\nkeep = "yes"',
        "keep = 'yes' is not allowed: it has to be true or false",
    ),
    "keep and roll": (SOLO + act("x", more="keep = true"), "kept (keep = true) or rolled (roll = ...), not both"),
    "roll as number": (
        SOLO + '[[action]]\nmove = "x"\nroll = 6',
        "roll = 6 is not allowed: it has to be a list of faces, or a text of them",
    ),
    "face": (
        SOLO + act("x", ROLL.replace("Boar", "Bear")),
        "action 1: roll: unknown face 'Bear' (did you mean 'Boar'?)",
    ),
    "seat 3 of 2": (
        "players = 2\n" + act("x", more="seat = 3"),
        "seat = 3 is not allowed: it has to be a whole number from 1 to 2",
    ),
    "feeding key": (SOLO + "[[feeding]]\nharvest = 1\ncok = 1", "feeding 1: unknown key 'cok' (did you mean 'cook'?)"),
    "feeding of no harvest": (SOLO + "[[feeding]]\nseat = 1", "feeding 1: harvest is missing"),
    "feeding of no seat": ("players = 2\n[[feeding]]\nharvest = 1", "feeding 1: seat is missing"),
    "feeding twice": (
        SOLO + "[[feeding]]\nharvest = 1\n" * 2,
        "feeding 2: the feeding of seat 1 at harvest 1 is written twice",
    ),
    "cook as table": (
        SOLO + "[[feeding]]\nharvest = 1\ncook = {grain = 1}",
        "feeding 1: cook = {'grain': 1} is not allowed",
    ),
    "cook in other words": (SOLO + '[[feeding]]\nharvest = 1\ncook = "a sheep"', "written like '2 Grain and 1 Sheep'"),
    "cook wood": (SOLO + '[[feeding]]\nharvest = 1\ncook = "1 Wood"', "'Wood' is none of Grain, Vegetables, Sheep"),
    "cook too much": (
        SOLO + '[[feeding]]\nharvest = 1\ncook = "99 Grain and 99 Grain"',
        "198 is more than any move can take",
    ),
    "not TOML": ("players = ", "is not valid TOML"),
    # of turns and dice
    "wrong seat": (
        "players = 2\n" + FOOD + act("x", more="seat = 1"),
        "action 2 (round 1, seat 2): the file says seat 1, but it is the turn of seat 2",
    ),
    "wrong round": (
        SOLO + FOOD * 2 + act("x", more="round = 1"),
        "action 3 (round 2, seat 1): the file says round 1, but round 2 is being played",
    ),
    "too many actions": (
        SOLO + FOOD * 14,
        "action 13: the game is over after action 12, the last of round 6; delete the 2",
    ),
    "first keeps": (
        SOLO + act("have a baby", None),
        "action 1 (round 1, seat 1): the first action of the game has to roll",
    ),
    "no dice": (
        SOLO + act("have a baby", ""),
        "no dice: write its roll, or keep = true, or a seed at the top of the file",
    ),
    "14 dice": (
        SOLO + act("x", ROLL + ", Boar"),
        "the roll has 14 dice, but 13 are rolled (2 Farm, 1 Occupation, 1 Improvement",
    ),
    "no dice at all": (SOLO + '[[action]]\nroll = []\nmove = "x"', "the roll has 0 dice, but 13 are rolled"),
    "impossible roll": (SOLO + act("x", ROLL.replace("Wood", "Boar")), "the roll has 2 Resource dice, but there are 3"),
    # of moves
    "unreadable move": (SOLO + act("hav a baby"), "cannot read the move 'hav a baby' (did you mean 'have a baby'?)"),
    "unpaid": (SOLO + act("add 2 rooms"), "'add 2 rooms' is illegal: its cost cannot be paid so"),
    "no room": (SOLO + act("have a baby"), "is illegal: a baby needs a room of its own"),
    "no die": (SOLO + act("build a pasture"), "is illegal: the dice for that group are not available"),
    "no pasture": (SOLO + act("collect 2 x Sheep"), "is illegal: there is no pasture to hold the animals"),
    "not owned": (
        SOLO + act("Mayor sets House to Field; plant a field with a Grain die"),
        "that occupation is not owned",
    ),
    "not shown": (SOLO + act("gain the Mayor"), "is illegal: the die does not show that card"),
    "idle payment": (
        SOLO + act("plant a bare field, paying 1 Wood with dice"),
        "paying Wood has no use in such a move",
    ),
    "idle food": (SOLO + act("add 1 room, paying with 1 x 2 Food"), "paying with Food dice has no use in such a move"),
    "idle cooking": (SOLO + act("add 1 room, cooking them"), "cooking or discarding animals has no use in such a move"),
    "idle material": (SOLO + act("build the Joinery with Brick"), "'with Brick' has no use in such a move"),
    "no member": (SOLO + act("gain the None"), "'None' is none of Mayor, Builder"),
    "letter like a K": (SOLO + act("upgrade the house to bric\u212a"), "is none of Wood, Brick, Stone"),
    "no dice collected": (SOLO + act("collect 0 x 2 Food"), "is illegal: nothing of one type is collected"),
    "overflow": (SOLO + act("collect 99 x Food and 99 x Food"), "198 is more than any move can take"),
    "overflow of 2 Food": (SOLO + act("collect 99 x 2 Food and 99 x 2 Food"), "198 is more than any move can take"),
    "overflow of paying": (SOLO + act("gain the Mayor, paying with 99 x Food and 99 x Food"), "198 is more than any"),
    "two powers": (
        SOLO + act("Farmer sets Food to Grain; Mayor sets House to Field; have a baby"),
        "one occupation at most",
    ),
    "cooked twice": (SOLO + act("cook 1 Grain; cook 1 Boar; have a baby"), "what is cooked is written once"),
    # of feedings
    "not there to cook": (
        SOLO + FOOD * 6 + '[[feeding]]\nharvest = 1\ncook = "1 Grain"',
        "feeding of seat 1 at harvest 1: 1 Grain cannot be cooked: there is no Oven",
    ),
    "kept from the family": (
        SOLO + FOOD * 6 + "[[feeding]]\nharvest = 1\nwithhold = 1",
        "Food may not be kept from the family",
    ),
}


@pytest.mark.parametrize("name", GAME_MISTAKES)
def test_a_mistake_is_named_on_one_line(play, name):
    text, message = GAME_MISTAKES[name]
    with pytest.raises(AnalyserError) as raised:
        play(text)
    assert message in str(raised.value)
    assert "game.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_illegal_move_is_answered_with_the_legal_ones(play):
    start, move = SOLO + act("gain the Farmer"), "add 1 rooms, paying 1 Wood with dice"
    with pytest.raises(AnalyserError) as raised:
        play(start + act(move, None))
    text = str(raised.value)
    assert f"action 2 (round 1, seat 1): {move!r} is illegal: its cost cannot be paid so" in text
    assert f"dice: {ROLL.replace('Farmer, ', '')}; " in text
    listed = re.search(r"; legal: (.*)", text)[1].split(" | ")
    assert listed[0] == "add 1 room"
    assert re.fullmatch(r"and \d+ more", listed[-1])
    assert len(listed) == 13
    for legal in listed[:-1]:
        assert play(start + act(legal, None)).actions[1].move == legal
    with pytest.raises(AnalyserError, match=r"legal \(did you mean 'plant a field with a Grain die'\?\): add 1 room"):
        play(start + act("plant a field with a Vegetable die", None))


def test_nothing_can_be_kept_where_nothing_can_be_done(play):
    roll = "House, House, Mayor, Joinery, Food, Food, Food, Wood, Wood, Wood, Sheep, Sheep, Boar"
    moves = ["have a baby", "collect 3 x Food", "gain the Mayor", "collect 3 x Wood", "build the Joinery"]
    start = SOLO + act("add 1 room", roll) + "".join(act(move, None) for move in moves)
    assert play(start).lying == ("Sheep", "Sheep", "Boar")
    message = r"action 7 .*nothing can be done with what lies there \(Sheep, Sheep, Boar\): the seat has to roll"
    with pytest.raises(AnalyserError, match=message):
        play(start + act("collect 2 x Sheep", None))
    assert play(start + FOOD).actions[6].source == "written"


def test_faces_that_variant_dice_do_not_have_are_refused(play):
    faces = ["House", "House", "House", "Pasture", "Pasture", "Pasture"]
    rules = variants.build("grass", {"dice.farm.faces": faces}, "test")
    with pytest.raises(AnalyserError, match="no Farm die shows Field under these rules"):
        play(SOLO + FOOD, rules)


def test_files_that_cannot_be_read(tmp_path):
    binary = tmp_path / "binary.toml"
    binary.write_bytes(bytes(range(256)))
    for path, message in [
        (tmp_path / "missing.toml", "cannot read game file .*: No such file"),
        (tmp_path, "cannot read game file .*: Is a directory"),
        (binary, "is no game file: it is not text in UTF-8"),
    ]:
        with pytest.raises(AnalyserError, match=message):
            read_game(path)
