"""What a thing is worth: exact where it can be told by hand, the same for any threads, firm for other games."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pandas as pd
import pytest

from analyser.errors import AnalyserError
from analyser.plan import make_plan
from analyser.whatif import what_if

HARD_UP = """
from sims.express.contract import list_moves_of, policy
from sims.express.faces import Group


@policy("hard-up", "a test")
def choose(position, rules, found, params, stream):
    \"\"\"Collect resources and nothing else: the family is always hungry.\"\"\"
    list_moves_of(position, rules, Group.COLLECT_RESOURCES, found)
    return 0
"""


@pytest.fixture(scope="module")
def plan():
    return make_plan("express", ["family-first"], seed=7)


@pytest.fixture(scope="module")
def hard_up(tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("policies") / "hard_up.py"
    path.write_text(HARD_UP)
    return str(path)


def by_round(found, item: str) -> list[float]:
    rows = found.frame[found.frame["item"] == item]
    assert (rows["se"] == 0).all()
    return [float(value) for value in rows["diff"]]


def test_a_hungry_family_is_worth_what_the_score_sheet_says(hard_up: str) -> None:
    """Nothing but resources comes in: a Food spares 3 points at one harvest, the rest scores at each harvest to come."""
    found = what_if(make_plan("express", [hard_up], seed=3), games=20, jobs=2)
    assert by_round(found, "Food") == [3, 3, 3, 3, 3, 3]
    assert by_round(found, "Grain") == [3, 3, 3, 2, 2, 1]
    assert by_round(found, "Vegetables") == [6, 6, 6, 4, 4, 2]
    for item in ("Field", "Pasture", "Room"):
        assert by_round(found, item) == [12, 12, 12, 8, 8, 4]
    for item in ("Mayor", "Midwife", "Builder", "Sheep", "Baby", "House step", "Hearth"):
        assert by_round(found, item) == [0, 0, 0, 0, 0, 0]
    handed = found.frame.set_index("item")["handed"]
    assert (handed[["Sheep", "Boar", "Cattle", "Baby"]] == 0).all()
    assert (handed.drop(["Sheep", "Boar", "Cattle", "Baby"]) == 1).all()
    assert found.base.sd == 0


def test_food_at_the_last_harvest_is_worth_nothing_to_a_family_that_has_enough(hard_up: str, tmp_path) -> None:
    rules = tmp_path / "rich.toml"
    for food, worth in ((11, 3), (12, 0)):
        rules.write_text(f"[start]\nfood = {food}\n")
        found = what_if(make_plan("express", [hard_up], seed=3, rules=rules), items=["food"], rounds=[6], games=5)
        assert by_round(found, "Food") == [worth]


def test_threads_change_nothing(plan) -> None:
    one, two = (what_if(plan, games=150, jobs=jobs) for jobs in (1, 2))
    pd.testing.assert_frame_equal(one.frame, two.frame)
    assert one.base == two.base
    assert len(one.frame) == 27 * 6


@pytest.mark.parametrize("policy", ["family-first", "balanced"])
def test_the_midwife_is_worth_as_much_in_other_games(policy: str) -> None:
    one, other = (
        what_if(make_plan("express", [policy], seed=seed), items=["midwife"], rounds=[1], games=1000).frame.iloc[0]
        for seed in (1, 2)
    )
    assert one["lo"] < one["diff"] < one["hi"]
    assert 5 < one["lo"] < one["hi"] < 10
    assert abs(one["diff"] - other["diff"]) < 4 * (one["se"] ** 2 + other["se"] ** 2) ** 0.5
    assert one["handed"] == 1
    assert one["worth"] == one["diff"]


def test_worth_is_over_the_games_in_which_it_was_handed(plan) -> None:
    frame = what_if(plan, items=["Mayor", "Cattle"], rounds=[4], games=400).frame
    for row in frame.to_dict("records"):
        assert 0 < row["handed"] < 1
        assert row["diff"] == pytest.approx(row["handed"] * row["worth"])
        assert row["worth_lo"] < row["worth"] < row["worth_hi"]


def test_one_seat_is_handed_to(plan) -> None:
    """A Room is worth much to whom it is given, whoever sits beside."""
    table = make_plan("express", ["family-first", "greedy"], seed=7)
    for seat in (1, 2):
        found = what_if(table, items=["Room"], rounds=[1], games=200, seat=seat)
        assert found.seat == seat
        assert found.frame["lo"][0] > 5


def test_what_is_asked_for_is_checked(plan) -> None:
    with pytest.raises(AnalyserError, match="did you mean 'Midwife'"):
        what_if(plan, items=["midwive"])
    with pytest.raises(AnalyserError, match="round is 7: it has to lie between 1 and 6"):
        what_if(plan, rounds=[7])
    with pytest.raises(AnalyserError, match="seat is 2"):
        what_if(plan, seat=2)
    with pytest.raises(AnalyserError, match="no item"):
        what_if(plan, items=[])
    nobody = replace(plan, game=SimpleNamespace(NAME="creatures", TITLE="Another game"))
    with pytest.raises(AnalyserError, match="Another game has nothing that can be handed over"):
        what_if(nobody)


def test_the_progress_is_told_and_the_answer_is_plain_data(plan) -> None:
    lines: list[str] = []
    found = what_if(plan, items=["Food", "wood", "Food"], rounds=[3, 1], games=70, told=lines.append)
    assert lines[-1] == "70 of 70 games, each with 4 handouts"
    assert list(found.frame["item"]) == ["Food", "Food", "Wood", "Wood"]
    assert list(found.table().columns) == [1, 3]
    plain = found.to_dict()
    assert plain["games"] == 70
    assert plain["worth"][0]["n"] == 70
