"""What is written down about each seat of each game: one row of whole numbers, whose columns are named here.

Why one row: sums and sums of squares of rows merge exactly in any order, whatever the columns mean, so that tallies,
tables and reports need to know nothing about the game. Layout of a row (int64[k]): the result; the points by harvest
and `Category`; the farm at each harvest, when it is scored; then for each round the dice kept and rolled, the
actions, and how often each dice group was taken.
"""

from __future__ import annotations

from typing import Any

from .. import columns as shared
from ..columns import label
from ..jit import kernel
from .faces import GOODS, GROUPS, IMPROVEMENTS, OCCUPATIONS, Good, Group, House, Improvement, Occupation
from .farm import COUNT_FIELDS, has_improvement, has_occupation, held
from .harvest import CATEGORIES, Category
from .rules import HARVESTS, total_rounds

SCORE, FOOD_LEFT, WINS, FIRST_ACTION = 0, 1, 2, 3
RESULT_ITEMS = ("score", "food_left", "wins", "first_action")
"""The first action is the dice group taken first, from 1 in the order of the groups."""
WIN_PARTS = 12
"""A win is 12 parts, so that a tie of two, three or four seats divides it exactly."""
POINTS = 4
STATE = POINTS + HARVESTS * CATEGORIES
STATE_COUNTS = len(COUNT_FIELDS) + 2
STATE_ITEMS = STATE_COUNTS + GOODS + OCCUPATIONS + IMPROVEMENTS
ROUNDS = STATE + HARVESTS * STATE_ITEMS
KEPT, ROLLED, ACTIONS, TAKEN = 0, 1, 2, 3
ROUND_ITEMS = TAKEN + GROUPS


class Column(shared.Column):
    """One column of a row; in files its period says whether it is a harvest or a round."""

    @property
    def name(self) -> str:
        """The column's name in files."""
        middle = {"points": f"h{self.period}_", "state": f"h{self.period}_"}.get(self.table, f"r{self.period}_")
        prefix = "" if self.period == 0 else f"{self.table}_{middle}"
        return prefix + self.item.lower().replace("'", "").replace(" ", "_")


def state_items() -> list[str]:
    """Return the names of what is written down of a farm at a harvest."""
    goods = [good.name.capitalize() for good in Good]
    cards = [card.name.capitalize() for card in [*list(Occupation)[1:], *Improvement]]
    return [*(name.capitalize() for name in COUNT_FIELDS), "Brick house", "Stone house", *goods, *cards]


def columns(rules: Any) -> list[Column]:
    """Return the columns of a row under a rules record, in their order."""
    found = [Column("result", 0, item) for item in RESULT_ITEMS]
    for harvest in range(1, HARVESTS + 1):
        found += [Column("points", harvest, label(category.name)) for category in Category]
    for harvest in range(1, HARVESTS + 1):
        found += [Column("state", harvest, item) for item in state_items()]
    for round_ in range(1, int(total_rounds(rules)) + 1):
        found += [Column("dice", round_, item) for item in ("kept", "rolled", "actions")]
        found += [Column("groups", round_, label(group.name)) for group in Group]
    return found


@kernel()
def row_length(rules):
    """Return the number of columns of a row."""
    return ROUNDS + total_rounds(rules) * ROUND_ITEMS


@kernel()
def note_action(row, round_, kept, group):
    """Write down one action in a row (int64[k]): whether the dice were kept, and the group taken."""
    base = ROUNDS + round_ * ROUND_ITEMS
    row[base + ACTIONS] += 1
    row[base + (KEPT if kept else ROLLED)] += 1
    row[base + TAKEN + group] += 1
    if row[FIRST_ACTION] == 0:
        row[FIRST_ACTION] = 1 + group


@kernel()
def note_harvest(row, harvest, farm, points):
    """Write down a harvest: the points by category (int64[15]) and what the farm is then."""
    for category in range(CATEGORIES):
        row[POINTS + harvest * CATEGORIES + category] = points[category]
    base = STATE + harvest * STATE_ITEMS
    row[base], row[base + 1] = farm["rooms"], farm["babies"]
    row[base + 2], row[base + 3] = farm["fields"], farm["pastures"]
    row[base + 4] = farm["house"] == House.BRICK
    row[base + 5] = farm["house"] == House.STONE
    base += STATE_COUNTS
    for good in range(GOODS):
        row[base + good] = held(farm, good)
    base += GOODS
    for occupation in range(OCCUPATIONS):
        row[base + occupation] = has_occupation(farm, occupation)
    base += OCCUPATIONS
    for improvement in range(IMPROVEMENTS):
        row[base + improvement] = has_improvement(farm, improvement)


@kernel()
def note_results(rows, farms):
    """Write down the scores and who won: most points, then most unused Food; seats still tied share the win."""
    seats = len(rows)
    winners = 0
    for seat in range(seats):
        rows[seat, SCORE], rows[seat, FOOD_LEFT] = farms[seat]["points"], farms[seat]["food"]
        rows[seat, WINS] = 0
    for seat in range(seats):
        winners += beats_all(farms, seats, seat)
    for seat in range(seats):
        if beats_all(farms, seats, seat):
            rows[seat, WINS] = WIN_PARTS // winners


@kernel()
def beats_all(farms, seats, seat):
    """Say whether no other seat is ahead of this one. Source: rules/express.md, end."""
    own = farms[seat]
    for other in range(seats):
        their = farms[other]
        if their["points"] > own["points"]:
            return False
        if their["points"] == own["points"] and their["food"] > own["food"]:
            return False
    return True
