"""Short questions to the kernels, for positions written by hand, in the oracle's words."""

from __future__ import annotations

from typing import Any

import numpy as np
from oracles.express import Farm, Options

from sims.express.drafts import Menu
from sims.express.faces import FACES
from sims.express.farm import FARM
from sims.express.harvest import CATEGORIES, Feed, harvest_farm
from sims.express.moves import Fault, why_illegal

from .translate import (
    BY_DEFAULT,
    GROUP_NAMES,
    is_able,
    listed,
    outcomes_of,
    rules_of,
    to_categories,
    to_cooking,
    to_counts,
    to_dice,
    to_farm,
    to_record,
)

Outcome = tuple[Farm, tuple[str, ...]]


def actions(
    farm: Farm, *dice: str, options: Options = BY_DEFAULT, menu: Menu = Menu.EXHAUSTIVE
) -> set[tuple[str, Farm, tuple[str, ...]]]:
    """Return all (group, farm after, dice left) that a menu leads to."""
    record, counts, rules = to_record(farm), to_counts(dice), rules_of(options)
    found = outcomes_of(record, counts, rules, listed(record, counts, rules, menu))
    assert is_able(record, counts, rules) == bool(len(found))
    return {(GROUP_NAMES[one["group"]], to_farm(one["farm"]), to_dice(one["dice"])) for one in found}


def outcomes(
    farm: Farm, *dice: str, group: str, options: Options = BY_DEFAULT, menu: Menu = Menu.EXHAUSTIVE
) -> set[Outcome]:
    """Return the (farm after, dice left) of one dice group."""
    return {(after, left) for name, after, left in actions(farm, *dice, options=options, menu=menu) if name == group}


def farms(found: set[Outcome]) -> set[Farm]:
    """Return the farms of outcomes."""
    return {farm for farm, _ in found}


def groups(farm: Farm, *dice: str, options: Options = BY_DEFAULT) -> set[str]:
    """Return the names of the groups that can be taken."""
    return {group for group, _, _ in actions(farm, *dice, options=options)}


def fault(farm: Farm, dice: tuple[str, ...], move: Any, options: Options = BY_DEFAULT) -> Fault:
    """Return why a move is illegal, having checked that asking changes nothing."""
    record, counts = to_record(farm), to_counts(dice)
    found = why_illegal(record, counts, move, rules_of(options), np.zeros(1, FARM), np.zeros(FACES, np.int8))
    assert to_farm(record) == farm
    assert (counts == to_counts(dice)).all()
    return Fault(found)


def harvested(
    farm: Farm, number: int, cooked: dict[str, int] | None = None, withheld: int = 0, options: Options = BY_DEFAULT
) -> tuple[Farm, dict[str, int]]:
    """Return (farm after, points by category, without zeros) of harvest 1, 2 or 3."""
    record, points = to_record(farm), np.zeros(CATEGORIES, np.int64)
    cooking = to_cooking(cooked or {}, withheld)
    assert harvest_farm(record, rules_of(options), number - 1, cooking, points) == Feed.LEGAL
    return to_farm(record), {name: count for name, count in to_categories(points).items() if count}


def total(farm: Farm, number: int, options: Options = BY_DEFAULT, **cooked: int) -> int:
    """Return the points of one harvest, with a cooking."""
    return harvested(farm, number, cooked, options=options)[0].points - farm.points
