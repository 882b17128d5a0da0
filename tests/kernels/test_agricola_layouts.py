"""The table of all layouts of fences in Agricola: its numbers, the edge cases of section 16, and what is listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from sims.agricola.farm import CELLS, COLUMNS, FARM, FIRST_ROOMS, ROWS, cell
from sims.agricola.geometry import fenced_stables, measure
from sims.agricola.layouts import (
    LAYOUTS,
    PLACES,
    every_layout,
    extends,
    fence_names,
    fences_of,
    list_layouts,
    load_layouts,
    new_fences,
    new_layouts,
    outline,
    pastures_of,
    place_of,
)
from sims.agricola.making_layouts import lateness, make_table

Cells = list[tuple[int, int]]
RULES = np.zeros(1, [("pasture_space", np.int64), ("pets", np.int64), ("layouts", LAYOUTS)])[0]
RULES["pasture_space"], RULES["pets"], RULES["layouts"] = 2, 1, load_layouts()
TABLE, FOUND = load_layouts(), new_layouts()


def mask(cells: Cells) -> int:
    """Return the mask of some cells."""
    return sum(cell(*one) for one in cells)


def farm_with(*pastures: Cells, stables: Cells = (), fields: Cells = ()) -> Any:  # type: ignore[assignment]
    """Return the starting farm with these pastures, stables and fields, measured."""
    place = place_of(pastures)
    assert place is not None
    return farm_at(place, mask(stables), mask(fields))


def farm_at(place: int, stables: int = 0, fields: int = 0) -> Any:
    """Return the starting farm with a layout, and masks of stables and fields."""
    farm = np.zeros(1, FARM)[0]
    farm["rooms"], farm["layout"], farm["stables"], farm["fields"] = FIRST_ROOMS, place, stables, fields
    measure(farm, RULES)
    return farm


def capacities(farm: Any) -> list[int]:
    """Return what the pastures hold."""
    return [int(one) for one in farm["capacities"][: farm["larger"]]]


def listed(lister: Any, farm: Any, most: int) -> list[int]:
    """Return the places that are listed."""
    number = lister(farm, RULES, most, FOUND)
    return [int(place) for place in FOUND["places"][:number]]


# --- Section 6: the numbers ----------------------------------------------------------------------------------------


def test_6_all_layouts_are_counted_by_pastures_and_by_fences() -> None:
    assert PLACES == 1 + 7963
    assert Counter(map(int, TABLE["pastures"][1:])) == {1: 762, 2: 3561, 3: 2853, 4: 758, 5: 29}
    by_fences = {4: 13, 6: 18, 7: 18, 8: 42, 9: 72, 10: 172, 11: 245, 12: 633, 13: 1001, 14: 2118, 15: 3631}
    assert Counter(map(int, TABLE["number"][1:])) == by_fences


def test_6_single_pastures_are_counted_by_cells() -> None:
    single = (int(cells).bit_count() for cells in TABLE["cells"][TABLE["pastures"] == 1])
    assert Counter(single) == {
        1: 13, 2: 18, 3: 36, 4: 70, 5: 128, 6: 209, 7: 143, 8: 87, 9: 38, 10: 15, 11: 4, 12: 1,
    }  # fmt: skip


def test_the_file_is_what_the_maker_makes() -> None:
    made = make_table()
    assert set(made) == set(LAYOUTS.names or ())
    for name, field in made.items():
        assert field.dtype == LAYOUTS[name].base, name
        assert np.array_equal(TABLE[name], field), name


def regions(fences: set[str]) -> list[frozenset[tuple[int, int]]]:
    """Return the regions of the yard that fences part from the outside, walked cell by cell."""
    left = {(row, column) for row in range(ROWS) for column in range(COLUMNS)}
    found = []
    while left:
        region, edge, outside = set(), [min(left)], False
        while edge:
            row, column = edge.pop()
            if (row, column) in region:
                continue
            region.add((row, column))
            for name, beside in (
                (f"H({row},{column})", (row - 1, column)),
                (f"H({row + 1},{column})", (row + 1, column)),
                (f"V({row},{column})", (row, column - 1)),
                (f"V({row},{column + 1})", (row, column + 1)),
            ):
                if name not in fences:
                    outside |= beside not in left and beside not in region
                    edge += [beside] if beside in left else []
        left -= region
        found += [] if outside else [frozenset(region)]
    return found


def test_the_fences_of_each_layout_enclose_its_pastures_and_nothing_else() -> None:
    for place in range(PLACES):
        fences = int(TABLE["fences"][place])
        pastures = pastures_of(place)
        assert fences.bit_count() == TABLE["number"][place]
        assert {mask(list(region)) for region in regions(set(fence_names(fences)))} == set(pastures)
        assert sum(pastures) == TABLE["cells"][place]
        assert sum(pastures) & FIRST_ROOMS == 0
        assert [one.bit_count() for one in pastures] == [one for one in TABLE["sizes"][TABLE["kind"][place]] if one]
    assert len(set(map(int, TABLE["fences"]))) == PLACES


def test_the_right_side_is_taken_first_and_the_places_of_fields_and_rooms_last() -> None:
    wanted = [(0, 4), (1, 4), (2, 4), (0, 3), (1, 3), (2, 3), (0, 2), (1, 2), (1, 1), (2, 2), (2, 1), (0, 1), (0, 0)]
    assert [place_of([[one]]) for one in wanted] == list(range(1, 14))
    assert sorted(range(1, 1 << CELLS), key=lateness)[0] == cell(0, 4)


# --- Section 16: edge cases ----------------------------------------------------------------------------------------


def test_e1_one_cell_at_the_rim() -> None:
    farm = farm_with([(0, 4)])
    assert fence_names(TABLE["fences"][farm["layout"]]) == ["H(0,4)", "H(1,4)", "V(0,4)", "V(0,5)"]
    assert capacities(farm) == [2]
    assert farm["capacity"] == 3


@pytest.mark.parametrize(
    ("case", "pastures", "fences", "room"),
    [
        ("E2", [[(0, 3), (0, 4)]], 6, [4]),
        ("E3", [[(0, 3)], [(0, 4)]], 7, [2, 2]),
        ("E5", [[(0, 3), (0, 4), (1, 3), (1, 4)]], 8, [8]),
        ("E5", [[(0, 3), (0, 4)], [(1, 3), (1, 4)]], 10, [4, 4]),
        ("E5", [[(0, 3)], [(0, 4)], [(1, 3)], [(1, 4)]], 12, [2, 2, 2, 2]),
        ("E9", [[(0, 3)], [(0, 4)], [(1, 3)], [(1, 4)], [(2, 4)]], 15, [2, 2, 2, 2, 2]),
        ("E10", [[(2, 1)]], 4, [2]),
        ("E26", [[(0, 4)], [(0, 3)], [(1, 3), (1, 4)]], 11, [4, 2, 2]),
    ],
)  # fmt: skip
def test_e2_to_e26_fences_and_capacities(case: str, pastures: list[Cells], fences: int, room: list[int]) -> None:
    farm = farm_with(*pastures)
    assert fences_of(farm, RULES) == fences, case
    assert capacities(farm) == room, case
    assert list_contains_all_sizes(fences, pastures)


def list_contains_all_sizes(fences: int, pastures: list[Cells]) -> bool:
    """Say whether the list worth having on the starting farm has pastures of these sizes for as few fences."""
    wanted = sorted(map(len, pastures), reverse=True)
    found = listed(list_layouts, farm_at(0), fences)
    return wanted in [[one.bit_count() for one in pastures_of(place)] for place in found]


@pytest.mark.parametrize(
    ("case", "before", "after", "wood", "room"),
    [
        ("E6", [[(0, 3), (0, 4)]], [[(0, 3), (0, 4)], [(1, 4)]], 3, [4, 2]),
        (
            "E7",
            [[(0, 3)], [(0, 4)], [(1, 4)]],
            [[(0, 3)], [(0, 4)], [(1, 4)], [(1, 3)]],
            2,
            [2, 2, 2, 2],
        ),
        ("E14", [[(0, 3), (0, 4)]], [[(0, 3)], [(0, 4)]], 1, [2, 2]),
    ],
)
def test_e6_e7_e14_what_is_added(
    case: str, before: list[Cells], after: list[Cells], wood: int, room: list[int]
) -> None:
    farm, place = farm_with(*before), place_of(after)
    assert place is not None
    assert extends(farm, RULES, place)
    assert new_fences(farm, RULES, place) == wood, case
    assert place in listed(every_layout, farm, wood)
    assert place not in listed(every_layout, farm, wood - 1)
    assert capacities(farm_at(place)) == room
    assert not extends(farm_at(place), RULES, int(farm["layout"]))


def test_e10_the_side_towards_a_room_needs_a_fence() -> None:
    assert "V(2,1)" in fence_names(outline(cell(2, 1)))


def test_e11_a_pasture_that_touches_only_diagonally_is_illegal() -> None:
    assert place_of([[(0, 4)], [(1, 3)]]) is None
    assert place_of([[(0, 4)], [(0, 3)], [(1, 3)]]) is not None


def test_e13_three_fences_enclose_nothing() -> None:
    assert listed(every_layout, farm_at(0), 3) == listed(list_layouts, farm_at(0), 3) == []
    assert len(listed(every_layout, farm_at(0), 4)) == 13
    assert listed(list_layouts, farm_at(0), 4) == [place_of([[(0, 4)]])]


def test_e14_a_split_pasture_with_a_stable() -> None:
    farm = farm_with([(0, 3), (0, 4)], stables=[(0, 4)])
    assert capacities(farm) == [8]
    after = farm_with([(0, 3)], [(0, 4)], stables=[(0, 4)])
    assert capacities(after) == [4, 2]
    assert (after["capacity"], after["ones"], fenced_stables(after)) == (7, 1, 1)


@pytest.mark.parametrize(
    ("pasture", "stables", "room"),
    [
        ([(0, 3), (0, 4)], [(0, 3), (0, 4)], 16),
        ([(0, 4)], [(0, 4)], 4),
        ([(0, 2), (0, 3), (0, 4)], [(0, 2), (0, 3), (0, 4)], 48),
        ([(0, 3), (0, 4), (1, 3), (1, 4)], [(0, 3), (0, 4), (1, 3), (1, 4)], 128),
    ],
)
def test_e15_each_stable_doubles(pasture: Cells, stables: Cells, room: int) -> None:
    farm = farm_with(pasture, stables=stables)
    assert capacities(farm) == [room]
    assert fenced_stables(farm) == len(stables)
    assert farm["ones"] == 1


def test_an_unfenced_stable_holds_one_and_may_be_fenced_in_later() -> None:
    farm = farm_with([(0, 4)], stables=[(0, 3), (2, 2)])
    assert (farm["ones"], farm["capacity"], fenced_stables(farm)) == (3, 5, 0)
    later = farm_with([(0, 4)], [(0, 3)], stables=[(0, 3), (2, 2)])
    assert (capacities(later), later["ones"], fenced_stables(later)) == ([4, 2], 2, 1)


def test_the_farm_of_the_71_points() -> None:
    pastures: list[Cells] = [[(2, 3), (2, 4)], [(1, 3), (1, 4)], [(0, 4)], [(0, 3)]]
    farm = farm_with(*pastures, stables=[(2, 4), (1, 4), (0, 4)])
    assert (fences_of(farm, RULES), capacities(farm)) == (15, [8, 8, 4, 2])


def test_all_13_cells_are_too_many_and_what_is_no_set_of_pastures_has_no_place() -> None:
    yard = [
        (row, column) for row in range(ROWS) for column in range(COLUMNS) if not mask([(row, column)]) & FIRST_ROOMS
    ]
    assert place_of([yard]) is None
    assert place_of([]) == 0
    assert place_of([[(0, 4)], [(0, 4)]]) is None
    assert place_of([[(0, 4), (2, 4)]]) is None
    assert place_of([[(1, 0)]]) is None


# --- What is listed ------------------------------------------------------------------------------------------------


def random_farms(number: int) -> Iterator[tuple[Any, int]]:
    """Yield farms with fields, stables and fences at random, each with a number of new fences."""
    rng = Random(8)
    while number:
        taken = rng.sample(range(CELLS), rng.randint(0, 8))
        fields = sum(1 << one for one in taken) & ~FIRST_ROOMS
        place = rng.choice([0, rng.randrange(300), rng.randrange(3000), rng.randrange(PLACES)])
        if TABLE["cells"][place] & fields == 0:
            free = [one for one in range(CELLS) if not (fields | FIRST_ROOMS) >> one & 1]
            stables = sum(1 << one for one in rng.sample(free, min(len(free), rng.randint(0, 4))))
            yield farm_at(place, stables, fields), rng.randint(0, 15)
            number -= 1


def can_be_had(farm: Any, most: int) -> list[int]:
    """Return the places that keep all fences and enclose no room or field, from the whole table."""
    old, blocked = int(TABLE["fences"][farm["layout"]]), int(farm["rooms"] | farm["fields"])
    found = []
    for place in range(PLACES):
        fences = int(TABLE["fences"][place])
        if fences != old and fences & old == old and not int(TABLE["cells"][place]) & blocked:
            found += [place] if (fences & ~old).bit_count() <= most else []
    return found


def test_every_layout_that_can_be_had_is_listed() -> None:
    for farm, most in random_farms(100):
        assert listed(every_layout, farm, most) == can_be_had(farm, most)


def worth(farm: Any, places: list[int]) -> list[int]:
    """Return one of each kind: with the fewest fences, of those with the most stables, of those the first."""
    best: dict[int, tuple[int, int, int]] = {}
    for place in places:
        enclosed = (int(TABLE["cells"][place]) & int(farm["stables"])).bit_count()
        key, kind = (int(TABLE["number"][place]), -enclosed, place), int(TABLE["kind"][place])
        best[kind] = min(key, best.get(kind, key))
    return [place for _, _, place in sorted(best.values(), key=lambda one: int(one[2]))]


def test_those_worth_having_are_the_cheapest_of_each_kind() -> None:
    longest = 0
    for farm, most in random_farms(600):
        every, found = listed(every_layout, farm, most), listed(list_layouts, farm, most)
        assert sorted(found) == worth(farm, every)
        numbers = [int(TABLE["number"][place]) for place in found]
        assert numbers == sorted(numbers)
        longest = max(longest, len(found))
    assert longest == 47


def test_a_stable_draws_the_pasture_to_it() -> None:
    farm = farm_with(stables=[(2, 2), (2, 3)])
    assert place_of([[(2, 2), (2, 3)]]) in listed(list_layouts, farm, 6)


def test_measuring_agrees_with_the_masks_of_the_pastures() -> None:
    for farm, _ in random_farms(300):
        pastures, stables = pastures_of(int(farm["layout"])), int(farm["stables"])
        room = sorted((2 * one.bit_count() << (one & stables).bit_count() for one in pastures), reverse=True)
        lone = (stables & ~sum(pastures)).bit_count()
        assert capacities(farm) == room
        assert not farm["capacities"][len(room) :].any()
        assert (farm["ones"], farm["larger"], farm["capacity"]) == (1 + lone, len(room), 1 + lone + sum(room))
        assert farm["pasture_cells"] == sum(pastures)
        assert fenced_stables(farm) == stables.bit_count() - lone
