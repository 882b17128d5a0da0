"""How fast games are played: games a second for each policy, with one thread and with all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from . import catalogue
from .each import Failed, of_each
from .executors import default_jobs
from .plan import RunPlan, make_plan
from .run import run

WARM_UP = 50


def rate(plan: RunPlan, jobs: int, seconds: float) -> float:
    """Return games a second, tallied, of about `seconds` of play."""
    games = WARM_UP
    while True:
        outcome = run(with_games(plan, games), jobs)
        if outcome.seconds >= seconds / 2:
            return games / outcome.seconds
        games = int(games * min(20.0, max(2.0, 1.1 * seconds / max(outcome.seconds, 1e-4))))


def with_games(plan: RunPlan, games: int) -> RunPlan:
    """Return a plan with another number of games."""
    return replace(plan, games=games)


def bench(
    game: str,
    policies: Sequence[str],
    *,
    players: int | None = None,
    rules: Path | None = None,
    seconds: float = 2.0,
    jobs: int | None = None,
    seed: int = 1,
    failed: Failed | None = None,
) -> Iterator[pd.DataFrame]:
    """Yield for each policy a frame of one row.

    Columns: `policy players load_seconds games_per_second_1 jobs games_per_second speed_up`.

    `load_seconds` is the time to load the policy, or to compile it where it was not compiled yet; it is not in the
    rates. One thread and `jobs` threads are timed in turn, twice, and the better of each counts. `failed` is told of
    a policy that fails, and the others are measured (see `of_each`). Raises AnalyserError.
    """
    threads, module = jobs or default_jobs(), catalogue.game(game)
    module.load_rules(rules)  # what is wrong with these is no policy's fault

    def row(name: str) -> pd.DataFrame:
        started = time.perf_counter()
        plan = make_plan(game, [name], players=players or module.SEATS[0], games=WARM_UP, seed=seed, rules=rules)
        run(plan, 1)
        loaded = time.perf_counter() - started
        rates = [(rate(plan, 1, seconds), rate(plan, threads, seconds)) for _ in range(2)]
        one, all_ = max(rate[0] for rate in rates), max(rate[1] for rate in rates)
        row = {"policy": name, "players": len(plan.seats), "load_seconds": loaded, "games_per_second_1": one}
        return pd.DataFrame([{**row, "jobs": threads, "games_per_second": all_, "speed_up": all_ / one}])

    yield from of_each(policies, row, failed)
