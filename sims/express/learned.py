"""The policy that a learnt table makes, for the moves, for keep or roll, and for what to cook.

The table is learnt alone (see `learn`). With several players each seat plays for points of its own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..jit import borrow, kernel
from .contract import CHOOSE, FEED, KEEP, Policy, own_farm, table_of
from .harvest import COOKING, cook_best
from .rules import total_rounds
from .table_file import read_table
from .value import best_cooking, best_move, worth_now


@kernel(KEEP)
def keep(position, rules, found, params, stream):
    """Keep the dice where their best move is worth more than the farm about to roll."""
    table = borrow(table_of(params, 0))
    return best_move(position, rules, found, table)[1] > worth_now(position, rules, table)


@kernel(CHOOSE)
def choose(position, rules, found, params, stream):
    """Take the move of most value."""
    return best_move(position, rules, found, borrow(table_of(params, 0)))[0]


@kernel(FEED)
def feed(position, rules, cooking, params, stream):
    """Cook for the points of this harvest and the worth of what is left for the next."""
    farm = own_farm(position)
    if position["round"] + 1 == total_rounds(rules):
        cook_best(farm, rules, cooking)
        return
    best_cooking(position, farm, rules, borrow(table_of(params, 0)))
    for good in range(COOKING - 1):
        cooking[good] = position["trial_cooking"][good]


def table_policy(name: str, summary: str, source: str, table: Any) -> Policy:
    """Return the policy that plays by a table (float32[n])."""
    return Policy(name, summary, source, keep, choose, feed, (), table)


def beside(file: str) -> Any:
    """Return the table that stands beside a policy's file, under the same name."""
    return read_table(Path(file).with_suffix(".npz"))[0]


def read_policy(path: Path) -> Policy:
    """Return the policy of a file that `analyser learn` has made. Raises AnalyserError where it is none."""
    table, facts = read_table(path)
    return table_policy(path.stem, "Take the move after which most points are to come.", facts["command"], table)
