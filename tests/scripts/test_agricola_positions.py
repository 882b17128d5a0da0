"""Positions of Agricola that are written from scratch: written and read back, and every mistake that they can hold."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from agricola.ask import ALL_RULES, EXAMPLES, FAMILY, REVISED, position
from agricola.position_text import write_position
from fuzzing import damaged, many, tried
from hypothesis import given
from tongues import TONGUES

from analyser import advise
from analyser.plan import make_plan
from analyser.review import simulated_story
from sims.agricola import advice
from sims.agricola.board import begin_round
from sims.agricola.farm_file import edition_of
from sims.agricola.pieces import Improvement, Space
from sims.agricola.play import WORDS_SHOWN
from sims.agricola.position import Position, parse_position, read_position
from sims.agricola.story import steps
from sims.errors import AnalyserError

FILE = EXAMPLES / "agricola-position.toml"
TEXT = FILE.read_text(encoding="utf-8")
TONGUE = next(tongue for tongue in TONGUES if tongue.game == "agricola-2007")
KINDS = [
    (rules, seats) for rules in ALL_RULES for seats in (1, 2, 3, 4, 5) if seats < 5 or rules.name.startswith("2007")
]
EACH = 4
"""So many positions of a game are written and read."""


def shown_words(record: Any) -> bytes:
    """Return all of a record but the trial fields."""
    return np.array(record).reshape(1).view(np.int64)[:WORDS_SHOWN].tobytes()


def read_back(record: Any, rules: Any) -> Any:
    return parse_position(write_position(record, rules), rules).record


def listed(record: Any, rules: Any) -> list[Any]:
    """Return the options of a position, with what each leads to."""
    found = advice.options(Position("here", record), rules)
    return [(one.words, one.kind, one.guess, one.start.words[:WORDS_SHOWN].tobytes(), one.certain) for one in found]


@lru_cache(None)
def positions(game: str, mode: str, seats: int, policy: str) -> list[Any]:
    """Return the positions of a game in which somebody is to place a person."""
    plan = make_plan(game, [policy], players=seats, seed=5, rules=mode)
    _, found = steps(simulated_story(plan, 1), plan.rules)
    return [step.position.record for step in found if step.position is not None]


# --- What is read --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["random", "balanced"])
@pytest.mark.parametrize(("rules", "seats"), KINDS, ids=lambda one: getattr(one, "name", str(one)))
def test_a_position_is_read_as_it_was_written(rules: Any, seats: int, policy: str) -> None:
    """4 of each game are 144 in all."""
    found = positions(edition_of(rules.record), rules.values["mode"], seats, policy)
    for record in Random(seats).sample(found, EACH):
        again = read_back(record, rules)
        assert shown_words(again) == shown_words(record)
        assert listed(again, rules) == listed(record, rules)


def test_what_is_left_out_is_what_the_rules_give() -> None:
    found = parse_position('round = 1\ncards = ["Sheep"]\n[farm]\nfood = 2\n[[other]]\nfood = 3', FAMILY).record
    start = position(FAMILY, 2, 0)
    begin_round(start, FAMILY.record, Space.SHEEP)
    assert shown_words(found) == shown_words(start)


def test_who_has_passed_is_written_down() -> None:
    record = positions("agricola-2007", "family", 4, "random")[-2].copy()
    seat = next(seat for seat in range(4) if seat != record["seat"])
    record["farms"][seat]["at_home"], record["farms"][seat]["people"] = 0, 5
    record["placed"] += 1
    assert "passed = " in write_position(record, FAMILY)
    assert shown_words(read_back(record, FAMILY)) == shown_words(record)


@pytest.mark.parametrize("bought", range(1, 15))
def test_the_well_gives_food_for_five_rounds(bought: int) -> None:
    start = write_position(position(FAMILY, 1), FAMILY)
    record = parse_position(f'{start}improvements = ["Well"]\nwell_bought = {bought}', FAMILY).record
    rounds = [round_ + 1 for round_ in range(14) if int(record["farms"][0]["well"]) >> round_ & 1]
    assert rounds == list(range(bought + 1, min(bought + 5, 14) + 1))
    assert not int(record["improvements"]) >> Improvement.WELL & 1
    assert shown_words(read_back(record, FAMILY)) == shown_words(record)


# --- The example ---------------------------------------------------------------------------------------------------


def test_the_example_is_advised_on() -> None:
    found = advise.read_position("agricola-2007", FILE)
    assert (found.players, found.seat, found.mode) == (2, 1, "family")
    told = advise.advise("agricola-2007", found, ["settler"], seed=1, games=100)
    assert len(told.moves) > 5
    assert told.facts["seat"] == 2
    assert told.best


def test_a_mode_of_the_file_is_that_of_its_rules() -> None:
    text = TEXT.replace('mode = "family"', 'mode = "normal"').replace('"Starting Player: 5 food",', "")
    found = advise.read_position("agricola-2007", text)
    assert found.mode == "normal"
    assert not int(found.record["open"]) >> Space.STABLE & 1


# --- Mistakes ------------------------------------------------------------------------------------------------------

WRONG = {
    "round 15": ("round = 6", "round = 15", "round = 15 is not allowed: it has to be a whole number from 1 to 14"),
    "no round": ("round = 6", "", "round is missing: write round = 1, above [farm]"),
    "a card too few": ("round = 6", "round = 7", "cards: 6 cards, but round 7 is being played: write cards = [...]"),
    "a card of another stage": ('"Fences"', '"Cattle"', "cards: Cattle is of stage 4, but round 3 of 1"),
    "an unknown card": ('"Fences"', '"Fence"', "cards: unknown round card 'Fence' (did you mean 'fences'?)"),
    "a card twice": ('"Fences"', '"Sheep"', "cards: Sheep stands there twice"),
    "an unknown space": ('"1 Clay"', '"1 Cly"', "taken: there is no space '1 Cly' (did you mean '1 Clay'?)"),
    "a space twice": ('"1 Clay"', '"Plow 1 Field"', "taken: Plow 1 Field stands there twice"),
    "a card to come": ('"1 Clay"', '"Cattle"', "taken: Cattle is not turned up yet: it is not among the cards"),
    "a space of more": ('"1 Clay"', '"4 Wood"', "taken: 4 Wood is not on the table with 2 players"),
    "another's turn": ('"1 Clay", ', "", "seat 2 is to act, but it is the turn of seat 1: seat 1 started the round, with 2"),
    "nobody left": (
        '"1 Clay"', '"1 Clay", "3 Wood", "Take 1 Grain"', "taken: 5 spaces, but all have 4 people to place: nobody is left"
    ),
    "people": ("to_place = 0", "to_place = 1", "other 1: to_place = 1, but 0 are left in turn: seat 1 started the round"),
    "no newborn": ("newborns = 1\nfood", "food", "newborns: 0 on all farms, but of the spaces where a family grows"),
    "a newborn too many": ("people = 2 ", "people = 3\nnewborns = 1 #", "newborns: 2 on all farms, but of the spaces"),
    "who has the marker": ('"1 Clay"', '"Starting Player"', "who starts the next round? Starting Player is taken: write"),
    "the marker": ("# marker = 1", "marker = 2", "marker = 2, but nobody has taken Starting Player: seat 1 has it"),
    "a seat": ("seat = 2", "seat = 3", "seat = 3 is not allowed: it has to be a whole number from 1 to 2"),
    "goods that do not come": (
        "Fishing: 2 food", "Fishing: 2 wood",
        "goods: 2 wood cannot lie on Fishing: it gets 1 food each round; write 1 food to 6 food",
    ),
    "goods of rounds before": ("Sheep: 3 sheep", "Sheep: 7 sheep", "7 sheep cannot lie on Sheep: it gets 1 sheep"),
    "half of a refill": ("1 Reed: 2 reed", "3 Wood: 4 wood", "it gets 3 wood each round; write 3 wood to 18 wood"),
    "goods where one stands": ("1 Reed: 2 reed", "1 Clay: 2 clay", "write nothing, now that it is taken"),
    "goods on no pile": ("1 Reed: 2 reed", "Day Laborer: 2 food", "on Day Laborer no goods pile up: delete it"),
    "goods twice": ("1 Reed: 2 reed", "Fishing: 2 food", "goods: Fishing stands there twice"),
    "goods without a space": ("1 Reed: 2 reed", "2 reed", "goods: '2 reed' is not understood: write 3 Wood: 6 wood"),
    "unknown goods": ("1 Reed: 2 reed", "1 Reed: 2 reeds", "goods: 'reeds' is not understood (did you mean 'reed'?)"),
    "a wrong cell": ('"(2,1)"]', '"(3,1)"]', "fields: there is no cell (3,1): rows are 0 to 2, columns 0 to 4"),
    "too many animals": ("sheep = 2", "sheep = 4", "[farm]: there is no room for 4 sheep: the farm holds 2 + 1"),
    "an improvement twice": (
        "begging = 0", 'improvements = ["Fireplace (2 clay)"]',
        "Fireplace (2 clay) stands on two farms, but there is one of it; the other is Fireplace (3 clay)",
    ),
    "an unknown improvement": ('"Well"', '"Wel"', "improvements: unknown improvement 'Wel' (did you mean 'Well'?)"),
    "a Well of which round": ("well_bought = 5", "", "in which round was the Well bought? Write well_bought = 1"),
    "a Well of nobody": (', "Well"', "", "other 1: well_bought, but the Well is not among the improvements"),
    "passed": ("to_place = 0", "passed = 1", "taken: 3 spaces, but 2 people are placed: of each family all but newborns"),
    "passed, and who not": ("to_place = 1", "", "to_place is missing: where somebody has passed", "to_place = 0", "passed = 1"),
    "nobody to place": ("to_place = 1", "passed = 1", "the seat to act has nobody to place"),
    "a farm's key above": ("seat = 2", "wood = 2", "wood belongs to a farm: write it below a line [farm]"),
    "an unknown key": ("seat = 2", "seet = 2", "unknown key 'seet' (did you mean 'seat'?)"),
    "a mode": ('"family"', '"beginner"', "unknown mode 'beginner'"),
    "six seats": ("[[other]]", "[[other]]\n" * 4 + "[[other]]", "6 seats are written, but 5 play at most"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_is_told_in_one_line(name: str) -> None:
    old, new, message, *more = WRONG[name]
    assert old in TEXT
    text = TEXT.replace(old, new, 1).replace(*more) if more else TEXT.replace(old, new, 1)
    with pytest.raises(AnalyserError, match=re.escape(message)) as told:
        parse_position(text, FAMILY)
    assert str(told.value).isprintable()


def test_a_position_is_for_its_own_game() -> None:
    with pytest.raises(AnalyserError, match="but the game asked for is 'agricola-revised'"):
        parse_position(TEXT, REVISED)


def test_a_position_is_changed_in_its_file() -> None:
    with pytest.raises(AnalyserError, match="round cannot be changed here: change the file, which has to fit together"):
        read_position(FILE, FAMILY, {"round": 3})


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "file.toml"


def read_and_list(path: Path) -> None:
    assert advice.options(read_position(path, FAMILY), FAMILY) is not None


@many(200)
@given(text=damaged(TEXT, TONGUE.values, TONGUE.words))
def test_a_damaged_position_is_read_or_refused(file: Path, text: str) -> None:
    tried("position", read_and_list, file, text)
