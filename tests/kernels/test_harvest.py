"""Harvests of the kernels against the oracle's: feeding, breeding, every category, and the best cooking."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.express import Farm, Options, best_harvest_points, breed, cook, food_need, harvest
from oracles.express import score as oracle_score

from sims.express import rules as kernel_rules
from sims.express import variants
from sims.express.harvest import (
    CATEGORIES,
    COOKING,
    Feed,
    best_feeding,
    cook_best,
    fixed_points,
    harvest_farm,
    harvest_value,
    newborns,
    score,
)

from .positions import TIES, Pick, farms, options, pick_farm, pick_options, seeded
from .translate import COOKED_NAMES, rules_of, to_categories, to_cooked, to_cooking, to_farm, to_record

BULK = 6000
READINGS = tuple(
    Options(breeding=breeding, rearrange=rearrange, breeding_ties=ties)
    for breeding, rearrange, ties in product(("per_pasture", "per_type"), ("free", "fixed"), TIES)
)


def oracle_withheld(farm: Farm, cooked: dict[str, int], withheld: int) -> int:
    """Return what the oracle calls withheld where the kernel keeps `withheld` Food of all there is.

    The kernel counts from the whole store, the oracle from what could be paid; only the latter changes anything.
    """
    food = cook(farm, cooked).food
    need = food_need(farm)
    return min(food, need) - min(food - withheld, need)


def expected(farm: Farm, number: int, cooked: dict[str, int], withheld: int, options: Options) -> Any:
    """Return the oracle's (farm, points), or None where cooking or withholding is illegal."""
    try:
        food = cook(farm, cooked).food
        if withheld and (options.feeding == "must_pay" or not 0 <= withheld <= food):
            return None
        return harvest(farm, number, cooked, oracle_withheld(farm, cooked, withheld), options)
    except ValueError:
        return None


def check_harvest(farm: Farm, number: int, cooked: dict[str, int], withheld: int, options: Options) -> bool:
    """Hold one harvest of both engines against each other; say whether it was legal."""
    record, points = to_record(farm), np.full(CATEGORIES, 999, np.int64)
    fault = harvest_farm(record, rules_of(options), number - 1, to_cooking(cooked, withheld), points)
    wanted = expected(farm, number, cooked, withheld, options)
    assert (fault == Feed.LEGAL) == (wanted is not None), f"{farm} {cooked} {withheld} {options}: {fault}"
    if wanted is None:
        assert to_farm(record) == farm, "a refused cooking has changed the farm"
        return False
    assert to_farm(record) == wanted[0], f"{farm} {cooked} {withheld} {options}"
    assert to_categories(points) == wanted[1], f"{farm} {cooked} {withheld} {options}"
    return True


def pick_cooked(pick: Pick, farm: Farm) -> dict[str, int]:
    """Pick a cooking: what the farm has, now and then one more than there is, or less than nothing."""
    slip = pick(0, 9)
    most = {name: farm.owns(name) for name in COOKED_NAMES}
    cooked = {name: pick(0, count) for name, count in most.items() if pick(0, 2)}
    if slip == 0:
        wrong = COOKED_NAMES[pick(0, 4)]
        cooked[wrong] = most[wrong] + 1 if pick(0, 1) else -1
    elif slip > 3:  # only what there are tools for
        tools = {"Oven": COOKED_NAMES[:2], "Hearth": COOKED_NAMES[2:]}
        able = [name for tool, names in tools.items() if tool in farm.improvements for name in names]
        cooked = {name: count for name, count in cooked.items() if name in able}
    return {name: count for name, count in cooked.items() if count}


def pick_withheld(pick: Pick) -> int:
    """Pick how much Food is kept back, mostly none."""
    return pick(-1, 8) if pick(0, 3) == 0 else 0


@settings(deadline=None, max_examples=300)
@given(farms(), options(), st.data())
def test_harvest_agrees(farm, readings, data):
    def pick(low: int, high: int) -> int:
        return data.draw(st.integers(low, high))

    check_harvest(farm, pick(1, 3), pick_cooked(pick, farm), pick_withheld(pick), readings)


def test_harvest_agrees_in_bulk():
    pick, legal = seeded(11), 0
    for _ in range(BULK):
        farm = pick_farm(pick)
        legal += check_harvest(farm, pick(1, 3), pick_cooked(pick, farm), pick_withheld(pick), pick_options(pick))
    assert BULK // 2 < legal < BULK, "the sample should hold both legal and illegal cookings"


def test_score_agrees():
    pick, points = seeded(12), np.zeros(CATEGORIES, np.int64)
    for _ in range(2000):
        farm, number, missing = pick_farm(pick), pick(1, 3), pick(0, 12)
        wanted = oracle_score(farm, number, missing)
        assert score(to_record(farm), rules_of(), number - 1, missing, points) == sum(wanted.values())
        assert to_categories(points) == wanted


def test_food_need_agrees():
    pick = seeded(13)
    for _ in range(500):
        farm = pick_farm(pick)
        assert kernel_rules.food_need(to_record(farm), rules_of()) == food_need(farm)


@pytest.mark.parametrize(
    "readings", READINGS, ids=lambda one: "-".join((one.breeding, one.rearrange, *one.breeding_ties))
)
def test_newborns_agree_everywhere(readings):
    """All herds of up to 5 of each kind in up to 5 pastures (rules/express.md, "Harvest", 2)."""
    rules = rules_of(readings)
    for sheep, boar, cattle, pastures in product(range(6), range(6), range(6), range(6)):
        if (sheep > 0) + (boar > 0) + (cattle > 0) <= pastures:
            wanted = breed(sheep, boar, cattle, pastures, readings)
            assert newborns(sheep, boar, cattle, pastures, rules) == wanted, (sheep, boar, cattle, pastures)


def check_best(farm: Farm, number: int, readings: Options) -> None:
    """The best cooking gives the most points that any cooking can give, and says so beforehand."""
    record, rules = to_record(farm), rules_of(readings)
    best = best_harvest_points(farm, number, readings)
    assert harvest_value(record, rules, number - 1) == best, f"{farm} {readings}"
    assert fixed_points(record, rules, number - 1) + best_feeding(record, rules)[0] == best
    cooking, points = np.full(COOKING, 99, np.int64), np.zeros(CATEGORIES, np.int64)
    cook_best(record, rules, cooking)
    assert to_farm(record) == farm
    assert harvest_farm(record, rules, number - 1, cooking, points) == Feed.LEGAL
    assert points.sum() == best, f"{farm} {readings}: cooked {to_cooked(cooking)}"


@pytest.mark.parametrize(("most", "number"), [(1, 2000), (2, 2000), (3, 600), (5, 300)])
def test_best_feeding_is_best(most, number):
    """Few goods many times, many goods few times: the oracle tries every cooking there is."""
    pick = seeded(100 + most)
    for _ in range(number):
        check_best(pick_farm(pick, most), pick(1, 3), pick_options(pick))


def best_by_trying(farm: Farm, rules: Any) -> int:
    """Return the most points of harvest 1 over all cookings, each carried out by the kernel."""
    stores = [farm.grain, farm.vegetables, farm.sheep, farm.boar, farm.cattle]
    best, points = -999, np.zeros(CATEGORIES, np.int64)
    for counts in product(*(range(count + 1) for count in stores)):
        cooking = np.array([*counts, 0], np.int64)
        if harvest_farm(to_record(farm), rules, 0, cooking, points) == Feed.LEGAL:
            best = max(best, int(points.sum()))
    return best


def test_best_feeding_is_best_under_other_scores():
    """Where a sheep is worth little and a calf much, all sheep are cooked to free their pasture, hunger or not."""
    farm = Farm(pastures=2, sheep=3, cattle=4, food=4, improvements=frozenset({"Hearth"}))
    rules = variants.build("calves", {"score.cattle.points": 9, "score.sheep.any": 0}, "calves").record
    assert best_feeding(to_record(farm), rules)[1:] == (0, 0, 3, 0, 0)
    pick = seeded(41)
    names = [f"score.{good}.{key}" for good in ("sheep", "boar", "cattle", "grain") for key in ("any", "points")]
    for _ in range(250):
        rules = variants.build("odd", {name: pick(0, 4) for name in names}, "odd").record
        farm = pick_farm(pick, 3)
        assert harvest_value(to_record(farm), rules, 0) == best_by_trying(farm, rules), farm


@pytest.mark.parametrize("cooking", [
    (1, 0, 0, 0, 0, 0), (0, 1, 0, 0, 0, 0), (0, 0, 2, 0, 0, 0), (0, 0, -1, 0, 0, 0), (0, 0, 0, 0, 0, 1),
    (0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, -1)])  # fmt: skip
def test_illegal_cookings_change_nothing(cooking):
    """A Hearth but no Oven, 1 sheep, no boar, and what is there must be paid."""
    farm = Farm(pastures=1, sheep=1, grain=1, vegetables=1, food=2, improvements=frozenset({"Hearth"}))
    record, points = to_record(farm), np.zeros(CATEGORIES, np.int64)
    assert harvest_farm(record, rules_of(), 0, np.array(cooking, np.int64), points) != Feed.LEGAL
    assert to_farm(record) == farm
