"""Moves of Agricola in words and back, in both editions; and what is wrong with them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from agricola.ask import ALL_RULES, FAMILY, NORMAL, REVISED, fault, move_of, play, position

from sims.agricola import names
from sims.agricola.drafts import new_found
from sims.agricola.editions import EDITIONS
from sims.agricola.farm import cell
from sims.agricola.farm_file import edition_of
from sims.agricola.faults import Fault
from sims.agricola.layouts import pastures_of, place_of
from sims.agricola.listing import legal_moves
from sims.agricola.pieces import Good, Improvement, Space
from sims.agricola.words import FAULT, SPACE_NAMES, describe, parse
from sims.errors import AnalyserError

RICH = {"wood": 30, "clay": 20, "reed": 20, "stone": 20, "grain": 6, "vegetable": 3, "food": 10}


def test_each_fault_has_its_words() -> None:
    assert set(FAULT) == set(Fault)


def test_no_name_means_two_spaces() -> None:
    for words in names.SPACE_WORDS:
        assert all(SPACE_NAMES[word.lower()] == space for space, word in words.items())


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("rules", ALL_RULES, ids=lambda rules: rules.name)
def test_each_listed_move_is_read_back_to_itself(rules: Any, seats: int) -> None:
    if seats > EDITIONS[edition_of(rules.record)].most_players:
        pytest.skip("not so many play")
    found, read = new_found(), 0
    fireplace = 1 << Improvement.FIREPLACE_3
    for farm in (
        {},
        RICH,
        {**RICH, "improvements": fireplace, "animals": (3, 2, 1), "fields": 0b110, "stables": cell(0, 4)},
        {**RICH, "layout": place_of([[(0, 3), (0, 4), (1, 4)]]), "animals": (5, 1, 0)},
        {"grain": 1, "food": 0},
    ):
        where = position(rules, seats, **farm)
        layout = int(where["farms"][0]["layout"])
        for move in found["moves"][: legal_moves(where, rules.record, found)]:
            back, named = parse(describe(move, rules.record, layout, False), where, rules.record)
            assert named
            assert back == move, describe(move, rules.record, layout, False)
            read += 1
    assert read > 300


SAME = {
    "Plow 1 Field: (2,2)": ["farmland: (2,2)", "Plow: plow (2,2)", "PLOW 1 FIELD : field ( 2 , 2 )"],
    "Rooms and Stables: rooms (0,0) (0,1), stables (0,4)": ["Farm Expansion: stables (0,4), rooms (0,1) and (0,0)"],
    "Rooms and Stables: room (0,0)": ["Rooms and Stables: rooms (0,0)"],
    "Stable and Bake Bread: stable (2,4), bake 1": ["Side Job: (2,4), bake 1 grain"],
    "Sow and Bake Bread: sow 2 grain and 1 vegetable, bake 1": [
        "grain utilization: sow 1 vegetable and 2 grain, bake 1"
    ],
    "Sow and Bake Bread: sow 1 grain": ["Sow and Bake Bread: sow grain"],
    "Improvement: Clay Oven, bake 1": ["Major Improvement: clay oven, bake 1"],
    "Improvement: Fireplace (2 clay)": ["Improvement: Fireplace", "Improvement: fireplace 2"],
    "Improvement: Cooking Hearth (4 clay) for Fireplace (3 clay)": [
        "Improvement: Hearth for Fireplace",
        "Improvement: Cooking Hearth by returning Fireplace",
    ],
    "Renovation and Improvement: Basketmaker's Workshop": ["House Redevelopment: Basketmaker"],
    "Renovation and Improvement": ["Renovation"],
    "Fences: {(0,3)(0,4)}": ["Fencing: {(0,4) (0,3)}", "Fences: { (0,3), (0,4) }"],
    "Renovation and Fences: {(0,4)} {(0,3)}": ["Farm Redevelopment: {(0,3)}, {(0,4)}"],
    "Day Laborer: wood": ["Day Laborer: 1 wood"],
    "Take 1 Grain: eating 1 vegetable and 2 grain": ["Take 1 Grain; eating 2 grain, 1 vegetable"],
    "Sheep; keep 1 sheep": ["Sheep; cook 11", "Sheep Market; cook 11 sheep", "sheep ; keep sheep"],
}


@pytest.mark.parametrize("sentence", SAME)
def test_other_ways_to_write_a_move(sentence: str) -> None:
    where = position(**RICH, improvements=1 << Improvement.FIREPLACE_3)
    move = move_of(where, sentence)
    for other in SAME[sentence]:
        assert move_of(where, other) == move, other


def test_a_choice_among_two_things() -> None:
    where = position(FAMILY, 5, **RICH)
    for sentence in ("Room or Traveling Players: food", "Room or Traveling Players: room (0,0)"):
        assert fault(where, sentence) == Fault.LEGAL
    assert fault(where, "Room or Traveling Players") == Fault.NOT_JUST_ONE
    assert fault(where, "2 Building Resources or Family Growth: clay, reed") == Fault.LEGAL
    assert fault(where, "2 Building Resources or Family Growth: family growth") == Fault.NO_ROOM_FREE
    assert fault(where, "Animal of Choice: wild boar") == Fault.LEGAL
    where["farms"][0]["supply"][Good.FOOD] = 0
    assert fault(where, "Animal of Choice: cattle") == Fault.TOO_LITTLE_FOOD
    assert fault(where, "Animal of Choice: cattle, eating 1 grain") == Fault.LEGAL


def test_one_name_for_two_spaces_means_the_one_that_is_open() -> None:
    assert move_of(position(REVISED, 3), "Resource Market: reed", REVISED)["space"] == Space.MARKET_3
    assert move_of(position(REVISED, 4), "Resource Market", REVISED)["space"] == Space.MARKET_4
    assert move_of(position(REVISED, 3), "Hollow", REVISED)["space"] == Space.HOLLOW_3


def test_pastures_are_added_and_divided() -> None:
    where = position(wood=15)
    play(where, "Fences: {(0,3)(0,4)(1,4)}")
    farm = play(where, "Fences: {(1,3)}")
    assert set(pastures_of(int(farm["layout"]))) == {cell(0, 3) | cell(0, 4) | cell(1, 4), cell(1, 3)}
    farm = play(where, "Fences: {(1,4)}")  # what is left of the old one is a pasture of its own
    assert set(pastures_of(int(farm["layout"]))) == {cell(0, 3) | cell(0, 4), cell(1, 3), cell(1, 4)}
    farm = play(where, "Fences: {(0,3)} {(0,4)}")
    assert len(pastures_of(int(farm["layout"]))) == 4
    assert farm["supply"][Good.WOOD] == 15 - 12


def test_what_does_not_stay_is_cooked() -> None:
    where = position(improvements=1 << Improvement.FIREPLACE_2)
    food = int(where["farms"][0]["supply"][Good.FOOD])
    farm = play(where, "Sheep; cook 11")
    assert list(farm["animals"]) == [1, 0, 0]
    assert farm["supply"][Good.FOOD] == food + 2 * 11


MISTAKES = {
    "Plough 1 Feild: (2,2)": "no space 'Plough 1 Feild' .did you mean 'Plow 1 Field'",
    "Plow 1 Field: (2,5)": r"no cell \(2,5\): rows are 0 to 2, columns 0 to 4",
    "Plow 1 Field: {(2,2)}": "something of it cannot be done",
    "Rooms and Stables: (0,0)": r"rooms or stables\? Write rooms \(0,0\)",
    "Rooms and Stables: tower (0,0)": r"one writes room \(0,0\), or stable \(0,4\)",
    "Rooms and Stables: rooms (0,0) (0,0)": "written twice",
    "Sow and Bake Bread: sow 2 sheep": "'sheep' is not understood",
    "Sow and Bake Bread: sow 1 grain, sow 1 grain": "decided twice",
    "2 Building Resources: clay, clay": "clay is chosen twice",
    "Improvement: Clay Ofen": "unknown improvement 'Clay Ofen' .did you mean 'Clay Oven'",
    "Fences: {(0,4)} {(1,3)}": "share an edge with the others",
    "Fences: {(0,4)(0,2)}": "the cells of a pasture have to share edges",
    "Fences: {(0,4)} {(0,4)(0,3)}": "in two pastures",
    "Fences: {(1,0)}": "are rooms",
    "Fences: {(0,1)} {(0,2)} {(0,3)} {(0,4)} {(1,4)} {(1,3)}": "takes 18 fences, but there are 15",
    "Fences: {}": "no pasture",
    "Fences: (0,4)": "no cells are named",
    "Fences": "no pasture is named",
    "Sheep; cook 99": "99 sheep cannot be cooked of 12 sheep",
    "Sheep; cook 1": "there is nothing to cook on",
    "3 Wood; cook 2": "cook 2 of what",
    "Sheep; sell 2": "after ';' stands what stays",
    "Sheep; keep 2 lamas": "'lamas' is not understood",
    "3 Wood: clay": "something of it cannot be done",
    "3 Wood: much": "on 3 Wood nothing is decided",
    "Take 1 Grain: eating 1 sheep": "nothing to cook on",
    "Traveling Players": "not on the table",
}


@pytest.mark.parametrize("sentence", MISTAKES)
def test_what_is_wrong_is_said(sentence: str) -> None:
    where = position(FAMILY, 3, **RICH)
    try:
        told = FAULT[fault(where, sentence)]
    except AnalyserError as error:
        told = str(error)
    assert re.search(MISTAKES[sentence], told), told


def test_an_old_name_means_the_space_of_the_edition() -> None:
    assert describe(move_of(position(NORMAL), "Farmland: (2,2)", NORMAL), NORMAL.record) == "Plow 1 Field: (2,2)"
    move = move_of(position(REVISED), "Plow 1 Field: (2,2)", REVISED)
    assert describe(move, REVISED.record) == "Farmland: (2,2)"
    assert np.array_equal(move["herd"], [0, 0, 0])
