"""What the lists of borders leave out: all sets of edges on small farms, against the shapes that are listed."""

from __future__ import annotations

from typing import Any

import pytest
from creatures.ask import RULES, containers, new_farm, position

from sims.creatures.drafts import Menu, new_found
from sims.creatures.listing import space_moves
from sims.creatures.moves import act
from sims.creatures.pieces import Space
from sims.creatures.words import places

Outcome = tuple[tuple[tuple[int, int], ...], int, tuple[int, ...]]
"""The cells of pastures, the number of pastures, the containers."""


def outcomes(menu: Menu, **made: Any) -> dict[Outcome, int]:
    """Return what the listed layouts of Fences lead to, and the fewest borders that do."""
    found, where = new_found(), position()
    where["farms"][0] = new_farm(**made)
    reached: dict[Outcome, int] = {}
    for move in found["moves"][: space_moves(where, RULES.record, int(menu), int(Space.FENCES), found)].copy():
        farm = act(where, move, RULES.record)
        borders = int(move["h_borders"]).bit_count() + int(move["v_borders"]).bit_count()
        outcome = tuple(places(farm["pasture_cells"])), int(farm["pastures"]), tuple(containers(farm))
        reached[outcome] = min(borders, reached.get(outcome, 99))
    return reached


def is_rectangle(cells: tuple[tuple[int, int], ...]) -> bool:
    """Say whether cells are a whole rectangle, but for the cottage."""
    columns, rows = {column for column, _ in cells}, {row for _, row in cells}
    whole = {(column, row) for column in columns for row in rows}
    return whole - {(0, 2)} == set(cells)


FARMS: dict[str, dict[str, Any]] = {
    "seven wood": {"goods": {"wood": 7}},
    "nine wood": {"goods": {"wood": 9}},
    "a stall in the way": {"goods": {"wood": 6}, "stall": "(1,1)"},
    "half a pasture": {"goods": {"wood": 5}, "borders": "H(0,0) V(0,0) V(0,1) V(1,1)"},
}


@pytest.mark.parametrize("name", FARMS)
def test_each_single_pasture_of_a_rectangle_is_listed_at_its_least_cost(name: str) -> None:
    every, plain = outcomes(Menu.EXHAUSTIVE, **FARMS[name]), outcomes(Menu.PLAIN, **FARMS[name])
    assert set(plain) <= set(every)
    wanted = {one: cost for one, cost in every.items() if one[1] == 1 and is_rectangle(one[0])}
    assert wanted
    assert {one: plain.get(one) for one in wanted} == wanted


@pytest.mark.parametrize("name", FARMS)
def test_what_wide_leaves_out(name: str) -> None:
    """Three pastures in one action, and pastures that are no rectangle; and edges that close nothing."""
    every, wide = outcomes(Menu.EXHAUSTIVE, **FARMS[name]), outcomes(Menu.WIDE, **FARMS[name])
    assert all(every[one] <= cost for one, cost in wide.items())
    for cells, pastures, _ in set(every) - set(wide):
        assert pastures != 1 or not is_rectangle(cells)
    single = [one for one in every if one[1] == 1]
    assert len(set(every) - set(wide)) < len(every) / 2
    assert sum(one in wide for one in single) >= len(single) - 12
