"""Herds of three and four types against all ways to give the containers to types."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from sims.agricola.farm import FARM as AGRICOLA
from sims.agricola.herd import new_herds as three_types
from sims.creatures.farm import FARM as CREATURES
from sims.creatures.herd import new_herds as four_types
from sims.herds import fits, grown, list_herds

Herd = tuple[int, ...]
GAMES = {3: (AGRICOLA, three_types), 4: (CREATURES, four_types)}


def farm_of(types: int, capacities: list[int], ones: int) -> Any:
    """Return a farm with these containers."""
    farm = np.zeros(1, GAMES[types][0])[0]
    farm["ones"], farm["larger"], farm["capacity"] = ones, len(capacities), sum(capacities) + ones
    farm["capacities"][: len(capacities)] = sorted(capacities, reverse=True)
    return farm


def room_for(capacities: list[int], ones: int, herd: Herd) -> bool:
    """Say whether a herd fits, by trying all ways to give the containers to types."""
    types = range(len(herd))
    for given in product(types, repeat=len(capacities)):
        room = [sum(capacity for capacity, to in zip(capacities, given, strict=True) if to == one) for one in types]
        if sum(max(0, herd[one] - room[one]) for one in types) <= ones:
            return True
    return False


def largest(capacities: list[int], ones: int, herd: Herd) -> set[Herd]:
    """Return the largest parts of a herd that fit, by trying all of its parts."""
    parts = [part for part in product(*(range(one + 1) for one in herd)) if room_for(capacities, ones, part)]
    return {
        part
        for part in parts
        if not any(part != other and all(a <= b for a, b in zip(part, other, strict=True)) for other in parts)
    }


def found_room(farm: Any, herd: Herd) -> bool:
    """Ask the kernel whether a herd fits."""
    return bool(fits(farm, np.array(herd, np.int64)))


def found_largest(farm: Any, herd: Herd) -> set[Herd]:
    """Ask the kernel for the largest parts of a herd that fit."""
    herds = GAMES[len(herd)][1]()
    number = list_herds(farm, np.array(herd, np.int64), herds)
    return {tuple(int(one) for one in listed) for listed in herds["herds"][:number]}


def test_e41_caps_4_and_2_and_a_pet() -> None:
    farm = farm_of(3, [4, 2], 1)
    assert [found_room(farm, herd) for herd in [(3, 2, 1), (3, 2, 2), (6, 1, 0)]] == [True, False, True]


def test_e42_three_more_boar() -> None:
    assert found_largest(farm_of(3, [2], 1), (2, 4, 0)) == {(0, 3, 0), (1, 2, 0), (2, 1, 0)}


@pytest.mark.parametrize("types", GAMES)
def test_herds_fit_as_by_trying_all(types: int) -> None:
    rng = Random(types)
    for _ in range(400):
        capacities = [rng.choice([2, 2, 4, 4, 6, 8, 16]) for _ in range(rng.randint(0, 5))]
        ones = rng.randint(0, 4)
        farm = farm_of(types, capacities, ones)
        for _ in range(4):
            herd = tuple(rng.randint(0, 2 + sum(capacities) * 2 // types) for _ in range(types))
            assert found_room(farm, herd) == room_for(capacities, ones, herd), (capacities, ones, herd)


@pytest.mark.parametrize("types", GAMES)
def test_the_largest_parts_are_as_by_trying_all(types: int) -> None:
    rng = Random(10 + types)
    for _ in range(60):
        capacities = [rng.choice([2, 2, 4, 6]) for _ in range(rng.randint(0, 3))]
        ones = rng.randint(0, 3)
        herd = tuple(rng.randint(0, 4) for _ in range(types))
        assert found_largest(farm_of(types, capacities, ones), herd) == largest(capacities, ones, herd)


def test_the_room_that_four_stables_make() -> None:
    farm = farm_of(3, [384], 1)
    assert found_room(farm, (384, 1, 0))
    assert not found_room(farm, (384, 1, 1))
    assert found_largest(farm, (400, 2, 0)) == {(385, 0, 0), (384, 1, 0), (1, 2, 0)}


@pytest.mark.parametrize("types", GAMES)
def test_each_pair_has_one_newborn(types: int) -> None:
    rules = np.zeros(1, [("pair", np.int64), ("newborns", np.int64)])[0]
    rules["pair"], rules["newborns"] = 2, 1
    herd = np.zeros(types, np.int64)
    grown(np.array([0, 1, 2, 7][-types:], np.int64), rules, herd)
    assert list(herd) == [0, 1, 3, 8][-types:]
