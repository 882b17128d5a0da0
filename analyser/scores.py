"""The scores of each game of a plan, for questions that need the games one by one."""

from __future__ import annotations

from typing import Any

import numpy as np

from .executors import Jobs
from .plan import RunPlan
from .run import run

SLOW = 200.0
"""Below so many games a second a policy is slow."""
SLOW_GAMES = 2_000
"""So many games a slow policy plays, where others play a hundred thousand."""


def scores(plan: RunPlan, jobs: int | Jobs | None = None) -> Any:
    """Return the score of each seat in each game of a plan (int64[games, seats]). Raises AnalyserError.

    Ctrl-C raises KeyboardInterrupt: part of the games is no answer to anybody who asked for all.
    """
    found = np.zeros((plan.games, len(plan.seats)), np.int64)

    def note(first: int, rows: Any) -> None:
        found[first : first + len(rows)] = rows[:, :, 0]

    if run(plan, jobs, rows=note, wide=1).interrupted:
        raise KeyboardInterrupt
    return found
