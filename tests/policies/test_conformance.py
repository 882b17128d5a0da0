"""What every policy for Agricola Express has to keep to; each one in `sims/express/policies` is picked up by itself.

The checks are those of `analyser policies check`; here they also get positions that play does not reach.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import numpy as np
import pytest
from kernels.games import modules, own_policies, policies, quick
from kernels.positions import Pick, pick_dice, pick_farm, seeded
from kernels.translate import to_counts, to_record

from sims.express import variants
from sims.express.conformance import CHECKS, Case, Examiner, Failed, roll
from sims.express.contract import POSITION, Parameter, list_moves, policy
from sims.express.drafts import Menu

NAMES = sorted(policies())
POSITIONS = 600
READINGS: dict[str, dict[str, Any]] = {
    "default": {},
    "twos pay one": {"readings.two_food_pays": "die"},
    "a longer end": {"rounds.per_harvest": [3, 2, 2]},
    "dice pay powers": {"readings.power_paid_from": "sheet_or_dice", "readings.free_choice_cost": "face"},
}


def pick_position(pick: Pick, seats: int) -> Any:
    """Pick a position in the middle of a game, with dice lying there."""
    position = np.zeros(1, POSITION)[0]
    position["seats"], position["seat"], position["round"] = seats, pick(0, seats - 1), pick(0, 5)
    for seat in range(seats):
        farm = pick_farm(pick)
        position["farms"][seat] = to_record(farm)
        position["taken"][seat] = pick(0, 1)
        position["left"][seat] = 2 + farm.babies - position["taken"][seat]
    position["dice"] = to_counts(pick_dice(pick))
    return position


@lru_cache(None)
def picked() -> tuple[Case, ...]:
    """Return positions of 1 to 4 seats, rich and poor, under several readings of the rules."""
    pick, random, found = seeded(31), Random(5), []
    sets = [variants.build(name, keys, name) for name, keys in READINGS.items()]
    for number in range(POSITIONS):
        rules = sets[number % len(sets)]
        position, rolled = pick_position(pick, 1 + number % 4), roll(rules, random)
        found.append(Case(position, rolled, rules, np.uint64(pick(0, 1 << 40)), f"picked {number}"))
    return tuple(found)


@lru_cache(None)
def examiner(name: str) -> Examiner:
    """Return who asks a policy of ours."""
    policy = policies()[name]
    found = Examiner(policy, policy.mind(quick(policy)), more=picked())
    found.warm_up()
    return found


@pytest.mark.parametrize("module", modules().values(), ids=list(modules()))
def test_a_file_declares_one_policy_of_its_name(module):
    found = own_policies(module)
    assert len(found) == 1
    assert found[0].name == module.__name__.rsplit(".", 1)[-1].replace("_", "-")


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", NAMES)
def test_a_policy_keeps_to(name, check):
    assert CHECKS[check](examiner(name))


# --- Each check finds what it is there for -------------------------------------------------------------------------


def choose(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Take the first move."""
    list_moves(position, rules, Menu.USED, found)
    return 0


def illegal(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Take more dice than lie there."""
    list_moves(position, rules, Menu.USED, found)
    found["moves"][0]["count"] = 99
    found["moves"][0]["twos"] = 99
    return 0


def greedy_cook(position: Any, rules: Any, cooking: Any, params: Any, stream: Any) -> None:
    """Cook what is not there."""
    cooking[0] = 99


def meddling(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Give itself wood."""
    position["farms"][position["seat"]]["wood"] += 1
    list_moves(position, rules, Menu.USED, found)
    return 0


def dicing(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Throw a die of its own."""
    return np.random.randint(0, list_moves(position, rules, Menu.USED, found))


def peeking(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Read what was left in the trial fields."""
    return position["trial_farm"]["wood"] % list_moves(position, rules, Menu.USED, found)


def learning(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Count its answers in its parameters."""
    params[0] += 1
    return int(params[0]) % list_moves(position, rules, Menu.USED, found)


def outside(position: Any, rules: Any, found: Any, params: Any, stream: Any) -> int:
    """Take no move of the list."""
    return 999


UNREAD = (Parameter("unread", 1, 0, 9, "nothing"),)
BAD = {
    "illegal": (illegal, {}, "chooses legal moves", "illegal move"),
    "outside": (outside, {}, "chooses legal moves", "place 999"),
    "cooks": (choose, {"feed": greedy_cook}, "feeds legally", "fed its family illegally"),
    "meddles": (meddling, {}, "changes nothing", "changed the position"),
    "dices": (dicing, {}, "answers firmly", "stream"),
    "peeks": (peeking, {}, "answers firmly", "left in the list or in the trial fields"),
    "learns": (learning, {"parameters": UNREAD}, "changes nothing", "changed its parameters"),
    "unread": (choose, {"parameters": UNREAD}, "each parameter matters", "unread changes no answer"),
    "loses a game": (outside, {}, "ends every game", "see it with: analyser replay express"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_check_finds_what_it_is_there_for(case):
    function, parts, check, words = BAD[case]
    it = Examiner(policy("bad", "a test", **parts)(function), label="my.py:bad")
    with pytest.raises(Failed, match=words):
        CHECKS[check](it)
