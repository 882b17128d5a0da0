"""What is written down about each seat of each game: one row of whole numbers, whose columns are named here.

Layout of a row (int64[k]): the result; the doubled points by `Category`, given at the end of the last round; the farm
at the end of each round, after breeding; and for each round how often each space was used.
"""

from __future__ import annotations

from typing import Any

from ..bits import count
from ..columns import Column, label
from ..jit import kernel
from .farm import ROWS
from .pieces import ANIMALS, ANIMALS_WORD, KINDS, MATERIALS, SPACE_WORD, SPACES, Building, Material, Space
from .scoring import CATEGORIES, Category, score_by_category

SCORE, WINS, STARTED, FIRST_ACTION = 0, 1, 2, 3
RESULT_ITEMS = ("score", "wins", "started", "first_action")
WIN_PARTS = 1
"""A game has one winner: a tie goes to the seat that did not start round 1."""
POINTS = 4
STATE = POINTS + CATEGORIES
FIRST_BUILT = 1
STATE_ITEMS = ANIMALS + MATERIALS + 5 + KINDS - FIRST_BUILT
ROUND_ITEMS = STATE_ITEMS + SPACES


def state_items() -> list[str]:
    """Return the names of what is written down of a farm at the end of a round."""
    animals = [word.capitalize() for word in ANIMALS_WORD.values()]
    materials = [material.name.capitalize() for material in Material]
    counts = ["Borders placed", "Pastures", "Pasture spaces", "Troughs", "Expansions"]
    return [*animals, *materials, *counts, *(label(Building(kind).name) for kind in range(FIRST_BUILT, KINDS))]


def columns(rules: Any) -> list[Column]:
    """Return the columns of a row under a rules record, in their order."""
    rounds = int(rules["rounds"])
    found = [Column("result", 0, item) for item in RESULT_ITEMS]
    found += [Column("points", rounds, label(category.name)) for category in Category]
    for round_ in range(1, rounds + 1):
        found += [Column("state", round_, item) for item in state_items()]
        found += [Column("groups", round_, SPACE_WORD[space]) for space in Space]
    return found


@kernel()
def row_length(rules):
    """Return the number of columns of a row."""
    return STATE + rules["rounds"] * ROUND_ITEMS


@kernel()
def note_space(row, round_, space):
    """Write down in a row (int64[k]) that a space was used; the first of a game also by its number, from 1."""
    row[STATE + round_ * ROUND_ITEMS + STATE_ITEMS + space] += 1
    if row[FIRST_ACTION] == 0:
        row[FIRST_ACTION] = 1 + space


@kernel()
def note_round(row, round_, farm):
    """Write down what a farm is at the end of a round."""
    base = STATE + round_ * ROUND_ITEMS
    for animal in range(ANIMALS):
        row[base + animal] = farm["animals"][animal]
    base += ANIMALS
    row[base], row[base + 1], row[base + 2] = farm["wood"], farm["stone"], farm["reed"]
    base += MATERIALS
    row[base] = count(farm["h_borders"]) + count(farm["v_borders"])
    row[base + 1], row[base + 2] = farm["pastures"], count(farm["pasture_cells"])
    row[base + 3], row[base + 4] = count(farm["troughs"]), count(farm["cells"]) // ROWS - 2
    base += 5 - FIRST_BUILT
    for kind in range(FIRST_BUILT, KINDS):
        row[base + kind] = count(farm["buildings"][kind])


@kernel()
def winner(scores, first):
    """Return the seat that wins with these scores (int64[2]): of equal ones the seat that did not start (section 9)."""
    if scores[0] == scores[1]:
        return 1 - first
    return 0 if scores[0] > scores[1] else 1


@kernel()
def note_results(rows, farms, rules, first, points, scores):
    """Write down points, scores and the winner; `points` int64[12] and `scores` int64[2] are written."""
    for seat in range(len(rows)):
        scores[seat] = score_by_category(farms[seat], rules, points)
        for category in range(CATEGORIES):
            rows[seat, POINTS + category] = points[category]
        rows[seat, SCORE] = scores[seat]
    best = winner(scores, first)
    for seat in range(len(rows)):
        rows[seat, WINS] = int(seat == best)
        rows[seat, STARTED] = int(seat == first)
