"""The edge cases of rules/creatures.md, 11.3 and 11.4, by number: pastures, capacity, herds and breeding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from creatures.ask import RULES, containers, largest, make_move, new_farm, play, points, position, room_for

from sims.creatures.rules import bonus
from sims.creatures.words import cell_words
from sims.herds import grown

RIGHT_COLUMN = "H(1,0) V(1,0) V(2,0) V(1,1) V(2,1) V(2,2) H(1,3)"
TWO_BY_TWO = "H(0,0) H(1,0) V(0,0) V(0,1) V(2,0) V(2,1) H(1,2)"
"""Farm 36: the four upper cells; the cottage's wall closes (0,1) from below."""

FARMS: dict[str, tuple[dict[str, Any], list[int], str]] = {
    "29 before": ({"borders": RIGHT_COLUMN, "troughs": "(1,1)"}, [12, 1], "(1,0) (1,1) (1,2)"),
    "29 after": ({"borders": RIGHT_COLUMN, "troughs": "(1,1)", "stall": "(1,1)"}, [6, 2, 2, 1], "(1,0) (1,2)"),
    "31": ({"borders": "H(0,1) V(0,1) V(1,1)"}, [2, 1], "(0,1)"),
    "32": ({"borders": "H(0,0) V(0,0) V(1,0) V(0,1) V(1,1)"}, [4, 1], "(0,0) (0,1)"),
    "34": ({"borders": "V(2,2) H(1,3)", "stall": "(1,1)"}, [3, 2, 1], "(1,2)"),
    "35": ({"borders": "H(0,0) V(0,0) V(1,0)"}, [1], ""),
    "36": ({"borders": TWO_BY_TWO}, [8, 1], "(0,0) (0,1) (1,0) (1,1)"),
    "37": ({"borders": f"{TWO_BY_TWO} V(1,0)"}, [8, 1], "(0,0) (0,1) (1,0) (1,1)"),
    "38": ({"borders": f"{TWO_BY_TWO} V(1,0) V(1,1)"}, [4, 4, 1], "(0,0) (0,1) (1,0) (1,1)"),
    "41": ({"borders": RIGHT_COLUMN, "stall": "(1,1)"}, [3, 2, 2, 1], "(1,0) (1,2)"),
    "43": ({"troughs": "(1,0) (1,1)"}, [1, 1, 1], ""),
    "44 before": ({"troughs": "(0,1)"}, [1, 1], ""),
    "44 after": ({"troughs": "(0,1)", "borders": "H(0,1) V(0,1) V(1,1)"}, [4, 1], "(0,1)"),
    "46": ({"storage_building": "(1,1)", "troughs": "(1,1)"}, [1], ""),
    "47": ({"left": 1, "borders": "H(-1,2) V(-1,2) H(-1,3)"}, [2, 1], "(-1,2)"),
    "49 joint": ({"right": 1, "borders": "H(1,0) H(2,0) V(1,0) V(3,0) H(1,1) H(2,1)"}, [4, 1], "(1,0) (2,0)"),
    "49 split": ({"right": 1, "borders": "H(1,0) H(2,0) V(1,0) V(3,0) H(1,1) H(2,1) V(2,0)"}, [2, 2, 1], "(1,0) (2,0)"),
    "50": ({"right": 1, "stall": "(1,1)", "shelter": "(2,2)", "borders": "H(1,3)"}, [3, 2, 1, 1], "(1,2)"),
    "52": (
        {"right": 1, "stall": "(1,1)",
         "borders": "H(0,0) H(1,0) H(2,0) V(0,0) V(0,1) V(3,0) V(3,1) V(3,2) H(1,3) H(2,3)"},
        [14, 3, 1], "(0,0) (0,1) (1,0) (1,2) (2,0) (2,1) (2,2)",
    ),
    "two troughs in one pasture": ({"borders": TWO_BY_TWO, "troughs": "(0,0) (1,1)"}, [32, 1],
                                   "(0,0) (0,1) (1,0) (1,1)"),
    "trough under the cottage": ({"troughs": "(0,2)"}, [2], ""),
    "stables with trough": ({"stables": "(1,1)", "troughs": "(1,1)"}, [10, 1], ""),
    "house with trough": ({"half_timbered_house": "(0,2)", "troughs": "(0,2)"}, [4], ""),
}  # fmt: skip


@pytest.mark.parametrize("name", FARMS)
def test_11_3_containers_and_pastures(name: str) -> None:
    made, wanted, pastures = FARMS[name]
    farm = new_farm(**made)
    assert containers(farm) == wanted
    assert cell_words(farm["pasture_cells"]) == pastures
    assert farm["capacity"] == sum(wanted)


def test_11_3_40_a_stall_in_a_pasture_that_stays_connected() -> None:
    """Farm 39 has five upper and right cells; a stall on (1,0) leaves four connected ones."""
    borders = "H(0,0) H(1,0) V(0,0) V(0,1) V(2,0) V(2,1) V(2,2) H(1,3)"
    assert containers(new_farm(borders=borders)) == [10, 1]
    assert containers(new_farm(borders=borders, stall="(1,0)"))[:2] == [8, 3]


def test_11_3_29_pigs_run_away_when_a_stall_takes_a_trough() -> None:
    where = position()
    goods = {"stone": 3, "reed": 1}
    where["farms"][0] = new_farm(borders=RIGHT_COLUMN, troughs="(1,1)", herd=(0, 12, 0, 0), goods=goods)
    after = play(where, "Stalls: (1,1); keep 11 pigs")
    assert list(after["animals"]) == [0, 11, 0, 0]
    assert largest(after, 0, 12, 0, 0) == {(0, 11, 0, 0)}
    assert largest(after, 0, 12, 1, 0) == {(0, 10, 1, 0), (0, 11, 0, 0)}


# --- 11.4 ----------------------------------------------------------------------------------------------------------

FARM_31, FARM_32 = {"borders": "H(0,1) V(0,1) V(1,1)"}, {"borders": "H(0,0) V(0,0) V(1,0) V(0,1) V(1,1)"}


def born(*herd: int) -> list[int]:
    """Return what a herd grows to."""
    found = np.zeros(4, np.int64)
    grown(np.array(herd, np.int64), RULES.record, found)
    return [int(number) for number in found]


def test_11_4_53_room_for_five_is_not_room_for_any_five() -> None:
    farm = new_farm(**FARM_32)
    assert farm["capacity"] == 5
    assert not room_for(farm, 3, 2, 0, 0)
    assert largest(farm, 3, 2, 0, 0) == {(3, 1, 0, 0), (1, 2, 0, 0)}


def test_11_4_55_all_animals_of_a_space_may_stay() -> None:
    where = position(3)
    where["farms"][0] = new_farm(**FARM_31)
    assert list(play(where, "Horses and Sheep")["animals"]) == [2, 0, 0, 1]


def test_11_4_56_one_animal_of_two_stays() -> None:
    where = position(2)
    where["farms"][0] = new_farm(herd=(0, 1, 0, 0))
    assert list(play(where, "Cows and Pigs; keep 1 cow")["animals"]) == [0, 0, 1, 0]
    farm = new_farm()
    assert largest(farm, 0, 2, 1, 0) == {(0, 1, 0, 0), (0, 0, 1, 0)}


def test_11_4_58_to_65_births() -> None:
    assert born(4, 0, 0, 0) == [5, 0, 0, 0]  # 58: where the pairs stand is irrelevant
    assert born(1, 1, 1, 1) == [1, 1, 1, 1]  # 59
    assert born(3, 0, 0, 0) == [4, 0, 0, 0]  # 62: a newborn does not breed
    assert born(2, 2, 2, 2) == [3, 3, 3, 3]  # 65


def test_11_4_61_the_owner_chooses_who_stays() -> None:
    assert largest(new_farm(**FARM_32), 5, 1, 0, 0) == {(4, 1, 0, 0), (5, 0, 0, 0)}


def test_11_4_64_the_shelter_has_room_for_its_animal() -> None:
    where = position()
    where["farms"][0] = new_farm(herd=(1, 0, 0, 0), goods={"wood": 2, "stone": 1})
    assert list(play(where, "Special Building (a): Shelter on (1,1), 1 horse")["animals"]) == [1, 0, 0, 1]


# --- 11.5 ----------------------------------------------------------------------------------------------------------

SCORES: dict[str, tuple[dict[str, Any], float]] = {
    "67": ({"herd": (3, 3, 3, 3)}, 0),
    "68": ({"herd": (4, 4, 4, 4)}, 16),
    "70": ({"herd": (8, 7, 6, 5)}, 30),
    "71": ({"herd": (10, 8, 7, 6)}, 35),
    "73": ({"herd": (12, 10, 9, 8)}, 47),
    "74": ({"herd": (13, 11, 10, 9)}, 55),
    "76": ({"herd": (22, 0, 0, 0)}, 25),
    "77": ({"herd": (9, 8, 6, 4), "right": 1, "troughs": "(2,0) (2,1) (2,2)", "stall": "(1,1)", "stables": "(1,0)",
            "half_timbered_house": "(0,2)", "storage_building": "(0,0)",
            "goods": {"wood": 2, "stone": 2, "reed": 1}}, 46.5),
    "79": ({"right": 1, "borders": "H(2,0) V(2,0) V(3,0) V(2,1) V(3,1) H(2,2)", "troughs": "(2,2)"}, 4 - 12),
    "80": ({"right": 1, "borders": "H(2,0) V(2,0) V(3,0) V(2,1) V(3,1)", "troughs": "(2,2)"}, -12),
    "82": ({"right": 1, "stall": "(2,0)", "troughs": "(2,2)"}, 1 - 12),
    "85": ({"herd": (16, 4, 4, 4), "right": 2, "half_timbered_house": "(0,2)",
            "troughs": "(2,0) (2,1) (2,2) (3,0) (3,1) (3,2)"}, 47),
    "86": ({"herd": (11, 11, 4, 4), "right": 1, "left": 1, "half_timbered_house": "(0,2)",
            "troughs": "(2,0) (2,1) (2,2) (-1,0) (-1,1) (-1,2)"}, 48),
    "a trough and a border as printed": ({"herd": (1, 0, 0, 0)}, -11),
}  # fmt: skip


@pytest.mark.parametrize("number", SCORES)
def test_11_5_scores(number: str) -> None:
    made, wanted = SCORES[number]
    assert points(new_farm(**made)) == wanted


def test_9_1_the_printed_bonus_table() -> None:
    table = {
        (0, 3): [-3] * 4, (4, 4): [0, 0, 0, 0], (5, 5): [0, 0, 0, 1], (7, 7): [0, 1, 1, 2], (8, 8): [1, 1, 2, 2],
        (10, 10): [1, 2, 3, 4], (11, 11): [2, 3, 4, 5], (12, 12): [2, 4, 5, 6], (16, 16): [6, 8, 9, 10],
        (80, 80): [70, 72, 73, 74],
    }  # fmt: skip
    for (low, high), wanted in table.items():
        for number in range(low, high + 1):
            assert [int(bonus(RULES.record, animal, number)) / 2 for animal in range(4)] == wanted


def test_the_move_of_a_sentence_keeps_all_animals() -> None:
    where = position(2)
    where["farms"][0] = new_farm(herd=(0, 1, 0, 0))
    assert list(make_move(where, "Cows and Pigs")["herd"]) == [0, 2, 1, 0]
