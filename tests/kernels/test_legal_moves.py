"""The listing of legal moves against the oracle's outcomes, on many thousand random positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracles.express import Farm, Options, cook, legal_outcomes

from sims.express import variants
from sims.express.drafts import MOST_MOVES, Menu
from sims.express.faces import Group
from sims.express.farm import FARM
from sims.express.harvest import harvest_value
from sims.express.moves import MOVE, Fault, Room, why_illegal

from .positions import Place, pick_farm, pick_place, places, seeded
from .translate import (
    in_words,
    is_able,
    keys,
    listed,
    listed_group,
    oracle_keys,
    outcomes_of,
    rules_of,
    to_cooked,
    to_counts,
    to_farm,
    to_record,
)

BULK_SEEDS = range(4)
BULK = 1000
TRIAL_FARM, TRIAL_DICE = np.zeros(1, FARM), np.zeros(26, np.int8)
HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]
SLOW = settings(deadline=None, max_examples=150, suppress_health_check=HEALTH)


@dataclass(frozen=True)
class Listed:
    """Menus of one position: moves and outcomes by menu, and the same as sets of keys."""

    farm: Any
    dice: Any
    rules: Any
    moves: dict[Menu, Any]
    outcomes: dict[Menu, Any]
    found: dict[Menu, set[bytes]]


def look(place: Place, menus: Iterable[Menu]) -> Listed:
    """List menus of a position and carry all their moves out."""
    farm, dice, rules = to_record(place.farm), to_counts(place.dice), rules_of(place.options)
    moves = {menu: listed(farm, dice, rules, menu) for menu in menus}
    outcomes = {menu: outcomes_of(farm, dice, rules, some) for menu, some in moves.items()}
    return Listed(farm, dice, rules, moves, outcomes, {menu: set(keys(some)) for menu, some in outcomes.items()})


def say(place: Place, found: set[bytes]) -> str:
    """Return a message that shows a position and some outcomes."""
    return f"{place}\n" + "\n".join(sorted(map(in_words, found))[:5])


def check_outcomes(place: Place, seen: Listed) -> None:
    """EXHAUSTIVE leads exactly where the oracle leads, by legal moves; `can_act` says whether there is any."""
    expected, found = oracle_keys(legal_outcomes(place.farm, place.dice, place.options)), seen.found[Menu.EXHAUSTIVE]
    assert not expected - found, "the kernel does not list: " + say(place, expected - found)
    assert not found - expected, "the oracle does not allow: " + say(place, found - expected)
    assert not seen.outcomes[Menu.EXHAUSTIVE]["fault"].any()
    assert is_able(seen.farm, seen.dice, seen.rules) == bool(expected)


def check_menus(place: Place, seen: Listed) -> None:
    """Each menu holds the one before it; `group_moves` is PLAIN, cut by group; nothing has been changed."""
    for move in seen.moves[Menu.PLAIN]:
        assert why_illegal(seen.farm, seen.dice, move, seen.rules, TRIAL_FARM, TRIAL_DICE) == Fault.LEGAL
    for smaller, menu in pairwise(Menu):
        missing = seen.found[smaller] - seen.found[menu]
        assert not missing, f"{menu.name} lacks " + say(place, missing)
    plain = seen.outcomes[Menu.PLAIN]
    for group in Group:
        of_group = outcomes_of(seen.farm, seen.dice, seen.rules, listed_group(seen.farm, seen.dice, seen.rules, group))
        assert keys(of_group) == keys(plain[plain["group"] == group]), f"{place} {group.name}"
    assert seen.farm == to_record(place.farm)
    assert (seen.dice == to_counts(place.dice)).all()


def is_better_or_equal(one: Any, other: Any) -> bool:
    """Say whether an outcome is nowhere worse than another: every number of the farm, every card, every die left."""
    for name in FARM.names:
        if name in ("occupations", "improvements"):
            if other["farm"][name] & ~one["farm"][name]:
                return False
        elif one["farm"][name] < other["farm"][name]:
            return False
    return bool((one["dice"] >= other["dice"]).all())


def check_left_out(place: Place, seen: Listed) -> None:
    """What only EXHAUSTIVE lists is dominated by a move of the same group in LEFT, or throws the new animals away.

    Throwing all new animals away is an action that brings nothing; no other move has the same farm and more dice.
    """
    known, left = seen.found[Menu.LEFT], seen.outcomes[Menu.LEFT]
    moves, outcomes = seen.moves[Menu.EXHAUSTIVE], seen.outcomes[Menu.EXHAUSTIVE]
    for key, move, outcome in zip(keys(outcomes), moves, outcomes, strict=True):
        if key not in known and move["room"] != Room.DISCARD_NEW:
            rivals = left[left["group"] == outcome["group"]]
            assert any(is_better_or_equal(rival, outcome) for rival in rivals), say(place, {key})


def check_best_value(place: Place, seen: Listed) -> None:
    """USED lists a move of the highest value for the next harvest, discarding new animals (a wasted action) apart."""
    best = []
    for menu in (Menu.USED, Menu.EXHAUSTIVE):
        outcomes = seen.outcomes[menu][seen.moves[menu]["room"] != Room.DISCARD_NEW]
        best.append(max((harvest_value(outcome["farm"], seen.rules, 2) for outcome in outcomes), default=None))
    assert best[0] == best[1], f"{place}: {best}"


def corrupt(move: Any, random: Random) -> Any:
    """Return a copy of a move in which up to three numbers are others: one more, one less, or anything."""
    wrong = np.array([move], MOVE)
    data = wrong.view(np.int8)
    for _ in range(random.randint(1, 3)):
        spot = random.randrange(MOVE.itemsize)
        kind = random.randrange(10)
        if kind < 5:
            data[spot] = max(-128, min(127, int(data[spot]) + random.choice((-1, 1))))
        elif kind < 7:
            data[spot] = random.randint(-2, 6)
        elif kind < 9:  # faces have larger numbers
            data[spot] = random.randint(0, 25)
        else:
            data[spot] = random.randint(-128, 127)
    return wrong[0]


def check_corrupted(place: Place, seen: Listed, random: Random) -> None:
    """A move written at random is refused, or does what the oracle allows once its cooking is done.

    Cooking more than is needed is legal but not listed, since it can wait; so the oracle cooks the same first.
    """
    moves = seen.moves[random.choice((Menu.USED, Menu.EXHAUSTIVE))]
    for _ in range(min(20, len(moves))):
        move = corrupt(moves[random.randrange(len(moves))], random)
        outcome = outcomes_of(seen.farm, seen.dice, seen.rules, np.array([move], MOVE))
        fault = why_illegal(seen.farm, seen.dice, move, seen.rules, TRIAL_FARM, TRIAL_DICE)
        assert fault == outcome["fault"][0]
        if fault == Fault.LEGAL:
            cooked = cook(place.farm, to_cooked(move))
            allowed = oracle_keys(legal_outcomes(cooked, place.dice, place.options)) if to_cooked(move) else None
            allowed = allowed if allowed is not None else seen.found[Menu.EXHAUSTIVE]
            assert set(keys(outcome)) <= allowed, f"{move} is legal: " + say(place, set(keys(outcome)))


def check_all(place: Place, random: Random, thorough: bool) -> None:
    """Check everything about one position; the slower checks only if asked for."""
    seen = look(place, Menu if thorough else [Menu.EXHAUSTIVE])
    check_outcomes(place, seen)
    if thorough:
        check_menus(place, seen)
        check_left_out(place, seen)
        check_best_value(place, seen)
        check_corrupted(place, seen, random)


@SLOW
@given(places(), st.integers(0, 1 << 20))
def test_kernel_and_oracle_agree(place, seed):
    check_all(place, Random(seed), thorough=True)


@pytest.mark.parametrize("seed", BULK_SEEDS)
def test_kernel_and_oracle_agree_in_bulk(seed):
    pick, random = seeded(seed), Random(seed)
    for number in range(BULK):
        check_all(pick_place(pick), random, thorough=number % 4 == 0)


# --- Rule variants that the oracle does not know: the kernel against itself ------------------------------------------

COSTS = ("room_reed", "room_house_resource", "brick_house", "stone_house", "pasture_wood", "occupation_food",
         "hearth_or_oven", "workshop_wood", "mayor_food")  # fmt: skip


def odd_rules(random: Random) -> Any:
    """Return rules with other costs, other cooking and any readings."""
    values = {f"costs.{name}": random.randint(0, 3) for name in COSTS}
    values |= {f"cooking.{name}": random.randint(0, 3) for name in ("grain", "vegetables", "sheep", "boar", "cattle")}
    values["readings.two_food_pays"] = random.choice(("value", "die"))
    values["readings.power_paid_from"] = random.choice(("sheet", "sheet_or_dice"))
    values["readings.free_choice_cost"] = random.choice(("built", "face"))
    return variants.build("odd", values, "odd").record


@pytest.mark.parametrize("seed", range(3))
def test_listing_and_applying_agree_under_other_costs(seed):
    """Every listed move is legal, and a corrupted one that is legal and cooks nothing has a listed outcome."""
    random, pick = Random(seed), seeded(seed + 100)
    for _ in range(300):
        place, rules = pick_place(pick), odd_rules(random)
        farm, dice = to_record(place.farm), to_counts(place.dice)
        moves = listed(farm, dice, rules, Menu.EXHAUSTIVE)
        outcomes = outcomes_of(farm, dice, rules, moves)
        assert not outcomes["fault"].any(), f"{place}: {moves[outcomes['fault'] != 0][0]}"
        found = set(keys(outcomes))
        assert is_able(farm, dice, rules) == bool(found)
        for menu in (Menu.PLAIN, Menu.USED, Menu.LEFT):
            assert set(keys(outcomes_of(farm, dice, rules, listed(farm, dice, rules, menu)))) <= found
        for _ in range(min(20, len(moves))):
            move = corrupt(moves[random.randrange(len(moves))], random)
            outcome = outcomes_of(farm, dice, rules, np.array([move], MOVE))
            if outcome["fault"][0] == Fault.LEGAL and not move["cook"].any():
                assert keys(outcome)[0] in found, f"{move} is legal: " + say(place, set(keys(outcome)))


# --- The list itself -------------------------------------------------------------------------------------------------


def test_lists_fit():
    """No position met needs more than a quarter of the slots of a list; `listed` refuses a full one."""
    pick, most = seeded(5), 0
    for _ in range(1500):
        place = pick_place(pick)
        most = max(most, len(look(place, [Menu.EXHAUSTIVE]).moves[Menu.EXHAUSTIVE]))
    assert most < MOST_MOVES / 4, f"{most} moves"


def test_translation_is_faithful():
    pick = seeded(3)
    for _ in range(50):
        farm = pick_farm(pick)
        assert to_farm(to_record(farm)) == farm
    assert to_farm(to_record(Farm.start())) == to_farm(rules_of(Options())["start"])
