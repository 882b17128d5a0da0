"""What is written down about each seat of each game: one row of whole numbers, whose columns are named here.

Layout of a row (int64[k]): the result; the points by `Category`, given at the end of the last round; the farm at the
end of each round, after its harvest if any; and for each round how often each space was used.
"""

from __future__ import annotations

from typing import Any

from ..bits import count
from ..columns import Column, label
from ..jit import kernel
from .farm import grain_owned, vegetables_owned
from .names import IMPROVEMENT_WORD, SPACE_WORDS
from .pieces import ANIMALS, IMPROVEMENTS, SPACES, Good
from .rules import TieBreak
from .scoring import CATEGORIES, Category, resources_left, score_by_category

SCORE, WINS, STARTED, FIRST_ACTION = 0, 1, 2, 3
RESULT_ITEMS = ("score", "wins", "started", "first_action")
WIN_PARTS = 60
"""A victory that several share is a part for each: 60 can be shared by 2 to 5."""
POINTS = 4
STATE = POINTS + CATEGORIES
FARM_ITEMS = (
    "People", "Rooms", "House", "Fields", "Pastures", "Pasture cells", "Stables", "Fences", "Sheep", "Boar", "Cattle",
    "Food", "Wood", "Clay", "Reed", "Stone", "Grain", "Vegetables", "Begging cards",
)  # fmt: skip
STATE_ITEMS = len(FARM_ITEMS) + IMPROVEMENTS
ROUND_ITEMS = STATE_ITEMS + SPACES


def state_items() -> list[str]:
    """Return the names of what is written down of a farm at the end of a round."""
    return [*FARM_ITEMS, *IMPROVEMENT_WORD.values()]


def columns(rules: Any) -> list[Column]:
    """Return the columns of a row under a rules record, in their order."""
    rounds = int(rules["rounds"])
    found = [Column("result", 0, item) for item in RESULT_ITEMS]
    found += [Column("points", rounds, label(category.name)) for category in Category]
    for round_ in range(1, rounds + 1):
        found += [Column("state", round_, item) for item in state_items()]
        found += [Column("groups", round_, word) for word in SPACE_WORDS[rules["edition"]].values()]
    return found


@kernel()
def note_space(row, round_, space):
    """Write down in a row (int64[k]) that a space was used; the first of a game also by its number, from 1."""
    row[STATE + round_ * ROUND_ITEMS + STATE_ITEMS + space] += 1
    if row[FIRST_ACTION] == 0:
        row[FIRST_ACTION] = 1 + space


@kernel()
def note_round(row, round_, farm, rules):
    """Write down what a farm is at the end of a round."""
    supply, items = farm["supply"], row[STATE + round_ * ROUND_ITEMS :]
    items[0], items[1], items[2] = farm["people"], count(farm["rooms"]), farm["house"]
    items[3], items[4], items[5] = count(farm["fields"]), farm["larger"], count(farm["pasture_cells"])
    items[6], items[7] = count(farm["stables"]), rules["layouts"]["number"][farm["layout"]]
    for animal in range(ANIMALS):
        items[8 + animal] = farm["animals"][animal]
    for good in range(Good.FOOD, Good.GRAIN):
        items[11 + good] = supply[good]
    items[16], items[17], items[18] = grain_owned(farm), vegetables_owned(farm), farm["begging"]
    for improvement in range(IMPROVEMENTS):
        items[19 + improvement] = (farm["improvements"] >> improvement) & 1


@kernel(inline=True)
def beats(score, left, best, most, rules):
    """Say whether a score, with so many resources left, is better than the best so far (section 12)."""
    return score > best or (score == best and rules["tie_break"] == TieBreak.RESOURCES and left > most)


@kernel()
def note_results(rows, position, rules, points):
    """Write down points, scores and who won; `points` (int64[14]) is written."""
    farms, seats = position["farms"], len(rows)
    best, most, winners = -(1 << 40), 0, 0
    for seat in range(seats):
        score, left = score_by_category(farms[seat], rules, points), resources_left(farms[seat], rules)
        for category in range(CATEGORIES):
            rows[seat, POINTS + category] = points[category]
        rows[seat, SCORE] = score
        rows[seat, STARTED] = int(seat == position["first"])
        if beats(score, left, best, most, rules):
            best, most, winners = score, left, 0
        if score == best and not beats(best, most, score, left, rules):
            winners |= 1 << seat
    for seat in range(seats):
        rows[seat, WINS] = (winners >> seat) & 1
        if rows[seat, WINS]:
            rows[seat, WINS] = WIN_PARTS // count(winners)


@kernel()
def row_length(rules):
    """Return the number of columns of a row."""
    return STATE + rules["rounds"] * ROUND_ITEMS
