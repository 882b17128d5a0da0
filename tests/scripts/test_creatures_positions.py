"""Positions of All Creatures Big and Small written from scratch: read, written, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from creatures.ask import RULES
from creatures.games import player
from creatures.position_text import write_position
from fuzzing import damaged, many, tried
from hypothesis import given
from tongues import TONGUES

from analyser.advise import advise
from sims.creatures import variants
from sims.creatures.advice import options
from sims.creatures.board import POSITION
from sims.creatures.pieces import Good, Space
from sims.creatures.position import Position, parse_position, read_position
from sims.creatures.replay import position_after
from sims.creatures.script import GameFile, game_of
from sims.creatures.scripts import game_so_far
from sims.errors import AnalyserError
from sims.toml_file import toml_of

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "creatures-position.toml"
PLACEMENTS = 48
CREATURES = next(tongue for tongue in TONGUES if tongue.game == "creatures")


def read(text: str, rules: Any = RULES) -> Any:
    return parse_position(text, rules).record


def at_start(top: str = "round = 1", farm: str = "", other: str = "", spaces: str = "") -> str:
    return f"{top}\n[farm]\n{farm}\n[other]\n{other}\n[spaces]\n{spaces}\n"


# --- There and back ------------------------------------------------------------------------------------------------


def game(names: tuple[str, ...], number: int, rules: Any = RULES) -> GameFile:
    one = player(list(names), rules, log=True)
    one.play(11, number, 1, 1)
    return game_of(toml_of(game_so_far(one, rules, 11, number, names), "the game"))


def after(file: GameFile, placements: int, rules: Any = RULES) -> Any:
    """Return where a game stands after some placements."""
    return position_after(replace(file, placements=file.placements[:placements]), rules)


def plain(record: Any) -> Any:
    """Return a position without what is no part of it: trial fields, and what stood in a farm's list of room before."""
    found = np.zeros(1, POSITION)[0]
    for name in [name for name in POSITION.names or () if not name.startswith("trial")]:
        found[name] = record[name]
    for farm in found["farms"]:
        farm["capacities"][farm["larger"] :] = 0
    return found


@pytest.mark.parametrize("names", [("random", "random"), ("balanced", "balanced"), ("random", "balanced")])
@pytest.mark.parametrize("number", range(6))
def test_a_position_of_a_game_is_written_and_read_to_the_last_bit(names: tuple[str, ...], number: int) -> None:
    file = game(names, number)
    for placements in range(number, PLACEMENTS, 5):
        record = after(file, placements)
        found = parse_position(write_position(record), RULES)
        assert found.record.tobytes() == plain(record).tobytes(), write_position(record)
        mine, games = (options(one, RULES) for one in (found, Position("the game", record)))
        assert [(one.words, one.guess) for one in mine] == [(one.words, one.guess) for one in games]


def test_other_rules_are_written_and_read_as_well() -> None:
    values = {
        "game.rounds": 12, "game.workers": 4, "supply.borders": 5, "refill.expand_first": 2, "refill.three_wood_next": 1,
        "start.wood": 2,
    }  # fmt: skip
    rules = variants.build("long", values, "here")
    file = game(("random", "random"), 1, rules)
    for placements in range(0, 12 * 8, 5):
        record = after(file, placements, rules)
        assert read(write_position(record), rules).tobytes() == plain(record).tobytes()


def test_what_is_left_out_follows() -> None:
    record = read('round = 3\nseat = 2\ntaken = ["3 wood", "Special Building", "special building"]\n[farm]\n[other]\n'
                  '[spaces]\nExpand = "3 borders"\n')  # fmt: skip
    assert (record["round"], record["seat"], record["placed"], record["start"], record["marker"]) == (2, 1, 3, 0, 0)
    assert record["occupied"] == 1 << Space.THREE_WOOD | 1 << Space.SPECIAL_BUILDING_A | 1 << Space.SPECIAL_BUILDING_B
    assert record["goods"][Space.MILLPOND][Good.REED] == record["goods"][Space.MILLPOND].sum() == 1
    assert not record["goods"][Space.THREE_WOOD].any()
    assert (record["border_stock"], record["expansions"], record["troughs"], record["stall_tiles"]) == (5, 4, 10, 4)


def test_the_round_can_be_changed_from_outside() -> None:
    assert parse_position(at_start(), RULES, {"round": 1, "seat": 2}).seat == 1


# --- Mistakes ------------------------------------------------------------------------------------------------------

LATER = "round = 3"
EXPAND = 'Expand = "3 borders"'
MISTAKES = {
    "no round": (at_start("seat = 1"), "the position: round is missing: write round = 1"),
    "round 9": (at_start("round = 9"), "round = 9 is not allowed: it has to be a whole number from 1 to 8"),
    "seat 3": (at_start("round = 1\nseat = 3"), "seat = 3 is not allowed: it has to be a whole number from 1 to 2"),
    "no farm": ("round = 1\n[other]\n", r"the farm of the seat to act is missing: write \[farm\]"),
    "no other": ("round = 1\n[farm]\n", r"the farm of the other seat is missing: write \[other\]"),
    "a good at the top": (at_start("round = 1\nwood = 2"), r"wood belongs to a farm: write it below a line \[farm\]"),
    "unknown key": (at_start("round = 1\ntakn = []"), r"unknown key 'takn' \(did you mean 'taken'\?\)"),
    "unknown key of a farm": (at_start(farm="cats = 2"), r"\[farm\]: unknown key 'cats'"),
    "other game": (at_start('game = "express"\nround = 1'), "game = 'express', but the game asked for is 'creatures'"),
    "unknown space taken": (at_start('round = 1\ntaken = ["Milpond"]'), r"no space 'Milpond' \(did you mean 'Millpond'"),
    "taken twice": (at_start('round = 1\ntaken = ["Walls", "walls"]'), "taken: Walls is written twice"),
    "six taken": (
        at_start('round = 1\ntaken = ["Walls", "Fences", "Expand", "1 Stone", "2 Stone", "Millpond"]'),
        "6 spaces are taken, but where a worker is left to be placed 5 are at most",
    ),
    "who has the marker": (
        at_start('round = 2\ntaken = ["Start Player", "Walls"]', spaces='Expand = "2 borders"'),
        "Start Player is taken, by whom",
    ),
    "marker of the other": (at_start("round = 1\nmarker = 2"), "marker = 2, but seat 1 started this round"),
    "marker too early": (
        at_start('round = 1\nmarker = 1\ntaken = ["Start Player"]'), "so far only seat 2 has placed a worker"),
    "first": (at_start("round = 1\nfirst = 2"), "first = 2, but after 0 placements of round 1 seat 1 is to act"),
    "wrong cell": (at_start(farm='stalls = "(4,0)"'), r"\[farm\]: stalls: \(4,0\) is not on the farm"),
    "no cell": (at_start(other='troughs = "(0,3)"'), r"\[other\]: troughs: there is no space \(0,3\)"),
    "too many animals": (at_start(farm="sheep = 2"), r"\[farm\]: there is no room for 2 sheep: the farm holds 1"),
    "unknown space": (at_start(spaces='"4 Wood" = "4 wood"'), r"\[spaces\]: there is no space '4 Wood'"),
    "unknown good": (at_start(spaces='"3 Wood" = "3 would"'), r"3 Wood: unknown good 'would' \(did you mean 'wood'"),
    "no goods": (at_start(spaces='"3 Wood" = "wood"'), "'wood' is no number of goods: write 1 reed and 2 sheep"),
    "number alone": (at_start(spaces='"3 Wood" = 3'), "3 Wood = 3 is not allowed: it has to be a text"),
    "a space twice": (at_start(spaces='"3 Wood" = "3 wood"\n"3 wood" = "3 wood"'), "3 Wood is written twice"),
    "too much on a space": (
        at_start(LATER, spaces=f'{EXPAND}\n"3 Wood" = "7 wood"'),
        "7 wood cannot lie on 3 Wood in round 3: it holds 3 wood, or 6 wood, or 9 wood",
    ),
    "wrong animals": (
        at_start(LATER, spaces=f'{EXPAND}\n"Pigs and Sheep" = "2 pigs"'),
        "2 pigs cannot lie on Pigs and Sheep in round 3: it holds 1 pig, or 1 sheep and 1 pig, or 2 sheep and 1 pig",
    ),
    "goods where none lie": (at_start(spaces='Walls = "1 wood"'), "1 wood cannot lie on Walls in round 1: it holds nothing"),
    "goods on a space that is taken": (
        at_start('round = 1\ntaken = ["3 Wood"]', spaces='"3 Wood" = "3 wood"'), "3 Wood is taken, so that nothing"),
    "borders that are not there": (
        at_start(LATER, "borders_in_supply = 10", spaces=EXPAND),
        r"22 borders are written \(10 and 9 in supply, 0 on the farms, 3 on Expand\), but in round 3 there are 21",
    ),
    "borders forgotten": (at_start(LATER), "19 borders are written .* but in round 3 there are 21: mend"),
    "too much wood": (
        at_start(farm="wood = 6"), "hold 10 wood, but by round 1 no more than 5 can have come into the game"),
    "too many of both": (
        at_start(farm="left = 2", other="right = 3"), "both farms together have 5 expansions, but there are 4"),
    "two shelters": (
        at_start(farm='shelter = "(1,1)"', other='shelter = "(1,1)"'),
        "both farms together have 2 Shelter, but there is 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_clear_line(name: str) -> None:
    text, message = MISTAKES[name]
    with pytest.raises(AnalyserError, match=message) as error:
        read(text)
    assert "\n" not in str(error.value)


@many(200)
@given(text=damaged(EXAMPLE.read_text(encoding="utf-8"), CREATURES.values, CREATURES.words))
def test_a_damaged_position_is_read_or_refused(tmp_path_factory: Any, text: str) -> None:
    def options_of(path: Path) -> None:
        assert options(read_position(path, RULES), RULES)

    tried("position", options_of, tmp_path_factory.getbasetemp() / "position.toml", text)


# --- The example ---------------------------------------------------------------------------------------------------


def test_the_example_is_answered() -> None:
    found = read_position(EXAMPLE, RULES)
    told = advise("creatures", found, ["homesteader"], seed=1, games=100)
    assert set(told.moves["words"]) <= {one.words for one in options(found, RULES)}
    assert told.facts["games"] == 100
