"""Whether a policy keeps to what every policy has to keep to, how fast it is, and what it scores at first sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd

from . import catalogue
from .errors import AnalyserError
from .executors import Jobs
from .plan import make_plan
from .run import run
from .simulation import make_result
from .watch import GRACE, Pool, Watch

SECONDS = 5.0
"""About how long the games of a first score are played."""
FEWEST_GAMES = 2


@dataclass(frozen=True)
class Checked:
    """A check: what it says of the policy, whether that is so, and what was covered or what is wrong."""

    name: str
    fine: bool
    detail: str


@dataclass(frozen=True)
class FirstScore:
    """The result of a few games, and how fast they were played."""

    summary: pd.DataFrame
    seed: int
    games_per_second: float


def check(game: str, label: str) -> Iterator[Checked]:
    """Load a policy and return its checks one by one, as they are made. Raises AnalyserError where it cannot be loaded.

    A policy that does not answer ends them, since nothing can stop it.
    """
    seat = catalogue.seat_policy(game, label)
    module = catalogue.part(game, "conformance")
    if module is None:
        raise AnalyserError(f"there are no checks for policies of {game}")
    examiner = module.Examiner(seat.policy, seat.params, label)
    examiner.warm_up()
    return _checks(module, examiner)


def _checks(module: Any, examiner: Any) -> Iterator[Checked]:
    pool, watch, grace, told = Pool(1), Watch(), GRACE, set[str]()
    try:
        for name, test in module.CHECKS.items():
            done = pool.submit(partial(test, examiner))
            if watch.wait(done, lambda: [examiner]) is not None:
                grace = 0.0
                late = f"it has not answered for {watch.seconds:g} s, {examiner.at()}: look for a loop without an end"
                yield Checked(name, False, f"{late}, or give it longer by ANALYSER_PATIENCE=SECONDS")
                return
            try:
                yield Checked(name, True, done.result())
            except module.Failed as failed:
                yield Checked(name, False, "the same" if str(failed) in told else str(failed))
                told.add(str(failed))
    finally:
        pool.close(grace)


def first_score(game: str, label: str, games: int | None = None, jobs: int | Jobs | None = None) -> FirstScore:
    """Play some games alone (default: for about 5 s) and return what the policy scores. Raises AnalyserError."""
    number = games or FEWEST_GAMES
    while True:
        plan = make_plan(game, [label], games=number, seed=1)
        outcome = run(plan, jobs)
        if games or outcome.seconds >= SECONDS / 3 or number >= 1_000_000:
            break
        number = int(number * min(20.0, max(2.0, 0.6 * SECONDS / max(outcome.seconds, 1e-3))))
    if outcome.tally.games == 0:
        raise KeyboardInterrupt
    speed = outcome.tally.games / outcome.seconds
    return FirstScore(make_result(plan, outcome.tally).summary, plan.seed, speed)
