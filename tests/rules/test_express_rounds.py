"""Rules "Rounds" and "Start": who acts when, and who starts, told from logged games and by hand."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from kernels.games import play_logged
from kernels.translate import FACE_NAMES, farm_values, rules_of, to_farm
from oracles.express import DICE, Farm, Options

from sims.express import facts, variants
from sims.express.faces import DieKind, Group
from sims.express.farm import FARM
from sims.express.play import next_start


def starter(points: list[int], old: int, tie: str = "from_old") -> int:
    """Return who starts after a harvest with these totals."""
    farms = np.array([farm_values(Farm(points=total)) for total in points], FARM)
    return int(next_start(farms, len(points), rules_of(Options(start_player_tie=tie)), old))


def test_start_is_the_printed_sheet():
    assert to_farm(rules_of()["start"]) == Farm.start()


def test_dice_are_thirteen_with_their_true_faces():
    for kind, (number, faces) in zip(DieKind, DICE.values(), strict=True):
        assert rules_of()["number"][kind] == number
        assert sorted(FACE_NAMES[shown] for shown in rules_of()["faces"][kind]) == sorted(faces)


def test_rounds_harvests_follow_rounds_3_5_and_6():
    assert rules_of()["rounds"].tolist() == [3, 2, 1]
    played = play_logged(["random", "random"], 1, 0)
    assert sorted(set(played.log["round"].tolist())) == [0, 1, 2, 3, 4, 5]
    fed = [(entry["harvest"], entry["seat"]) for entry in played.feedings]
    assert fed == list(product(range(3), range(2)))


def test_rounds_two_actions_each_clockwise_from_seat_0():
    """Before the first harvest, in a game whose first round sees no baby."""
    for game in range(20):
        log = play_logged(["random"] * 3, 2, game).log
        first = log[log["round"] == 0]
        if not (first["move"]["group"] == Group.HAVE_BABY).any():
            assert first["seat"].tolist() == [0, 1, 2, 0, 1, 2]
            return
    pytest.fail("every game has a baby in round 1")


def test_rounds_who_has_no_action_left_is_skipped():
    """Who has more babies acts more than once in a row at the round's end, when the other has no action left."""
    for game in range(200):
        log = play_logged(["family-first"] * 2, 3, game).log
        for round_ in range(1, 6):
            seats = log["seat"][log["round"] == round_].tolist()
            if any(one == other for one, other in pairwise(seats)):
                assert seats.count(0) != seats.count(1)
                return
    pytest.fail("no round in which a seat acts twice in a row")


@pytest.mark.parametrize(("points", "old", "starts"), [
    ([5, 3, 4], 0, 1), ([5, 5, 5], 1, 1), ([5, 3, 3], 0, 1), ([3, 5, 3], 1, 2), ([3, 5, 3], 2, 2), ([-6], 0, 0),
    ([3, 3, 9, 9], 2, 0), ([3, 3, 9, 3], 1, 1), ([3, 3, 9, 3], 2, 3)])  # fmt: skip
def test_rounds_the_lowest_starts_and_ties_go_clockwise_from_the_old_start_player(points, old, starts):
    assert starter(points, old) == starts


def test_chosen_r08_start_player_tie():
    assert [starter([5, 5, 5], 1, tie) for tie in ("from_old", "after_old", "lowest_seat")] == [1, 2, 0]
    assert [starter([5, 3, 3], 2, tie) for tie in ("from_old", "after_old", "lowest_seat")] == [2, 1, 1]


def test_rounds_a_variant_has_other_rounds_and_a_larger_family():
    """Start with 3 adults, and 1, 1 and 2 rounds to the harvests."""
    values = {"rounds.per_harvest": [1, 1, 2], "family.adults": 3, "family.most_babies": 0}
    rules = variants.build("test", values, "test").record
    played = play_logged(["random", "random"], 1, 0, rules)
    assert np.bincount(played.log["round"]).tolist() == [6] * 4
    assert played.rows.shape[1] == facts.ROUNDS + 4 * facts.ROUND_ITEMS
