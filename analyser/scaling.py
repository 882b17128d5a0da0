"""What makes a run faster or slower beside its policy: who plays it, what is kept of it, and what memory that takes.

Speeds of one machine vary from minute to minute, so that all that is compared is measured in turn, round by round, and
the median of the rounds' ratios counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

import pandas as pd

from .begin import begin
from .bench import rate, with_games
from .crew import new_player
from .executors import DASK, PROCESSES, THREADS, Jobs, default_jobs
from .plan import RunPlan
from .run import run
from .sample import MOST as SAMPLE
from .watch import GRACE, Pool

ROUNDS = 5
LOOP = 1 << 16
"""Games in each call of the bare game loop."""
MEMORY_GAMES = (10**5, 10**6, 10**7)
LONGEST = 300.0
"""A run whose memory is measured takes no longer than about so many seconds."""

WATCHED = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
_, status, used = os.wait4(child.pid, 0)
print(status, used.ru_maxrss)
"""
"""A small process between: the system counts for a new process what the one that made it had in memory."""

Timing = Callable[[RunPlan], float]


def executors(plan: RunPlan, seconds: float = 2.0, jobs: int | None = None) -> pd.DataFrame:
    """Return how fast a plan's games are played by threads, processes and Dask workers.

    Columns: `executor number games_per_second speed_up start_seconds`. Each is given games for about `seconds` of one
    thread, `speed_up` is beside one thread in the same round; the start (processes, loading) is told apart and not in
    the rates. Dask is left out where it is not installed. Raises AnalyserError.
    """
    many = jobs or default_jobs()
    kinds = [Jobs(1), Jobs(many), Jobs(many, PROCESSES), *([Jobs(many, DASK)] if find_spec("distributed") else [])]
    sized = with_games(plan, max(1_000, int(rate(plan, 1, seconds / 4) * seconds)))
    rounds = [[_steady(sized, kind) for kind in kinds] for _ in range(ROUNDS)]
    rows = []
    for place, kind in enumerate(kinds):
        found = [one[place] for one in rounds]
        rows.append(
            {
                "executor": kind.executor if kind.number != 1 else THREADS,
                "number": kind.number,
                "games_per_second": median(speed for speed, _ in found),
                "speed_up": median(one[place][0] / one[0][0] for one in rounds),
                "start_seconds": median(start for _, start in found),
            }
        )
    return pd.DataFrame(rows)


def _steady(plan: RunPlan, jobs: Jobs) -> tuple[float, float]:
    """Return games a second once all are at work, and the seconds until then."""
    began, first = time.perf_counter(), [0.0, 0.0]

    def note(tally: Any, alive: str) -> None:
        if first[1] == 0.0 and tally.games >= plan.games / 10:
            first[:] = tally.games, time.perf_counter()

    run(plan, jobs, progress=note)
    ended = time.perf_counter()
    speed = (plan.games - first[0]) / (ended - first[1])
    return speed, max(0.0, first[1] - began - first[0] / speed)


def overhead(plan: RunPlan, seconds: float = 2.0) -> pd.DataFrame:
    """Return what is added to the time of the bare game loop in one thread by tallies and by a run folder.

    Columns: `kept seconds overhead`, the overhead as a share of the loop's time in the same round. What a run costs
    once, whatever its length (writing its tables at the end), is measured by a run of a tenth and taken off.
    """
    games = max(10_000, int(rate(plan, 1, seconds / 4) * seconds))
    long, short = with_games(plan, games), with_games(plan, max(1, games // 10))
    ways: dict[str, Timing] = {"nothing": _loop, "tally, progress": _tallied, "tally, progress, files": _filed}
    rounds = [[way(long) - way(short) for way in ways.values()] for _ in range(ROUNDS)]
    return pd.DataFrame(
        {
            "kept": name,
            "seconds": median(one[place] for one in rounds),
            "overhead": median(one[place] / one[0] - 1 for one in rounds),
        }
        for place, name in enumerate(ways)
    )


def _loop(plan: RunPlan) -> float:
    """Return the seconds of the bare loop, in a thread as runs have it."""
    pool = Pool(1)
    try:
        return pool.submit(partial(_bare, plan)).result()
    finally:
        pool.close(GRACE)


def _bare(plan: RunPlan) -> float:
    player = new_player(plan)
    began = time.perf_counter()
    for first in range(0, plan.games, LOOP):
        player.play(plan.seed, first, min(LOOP, plan.games - first), 1)
    return time.perf_counter() - began


def _tallied(plan: RunPlan) -> float:
    return run(plan, 1, progress=lambda tally, alive: None, sample=SAMPLE).seconds


def _filed(plan: RunPlan) -> float:
    with tempfile.TemporaryDirectory() as folder, begin(Path(folder) / "run", plan, tell=lambda line: None) as saved:
        began = time.perf_counter()
        run(plan, 1, progress=lambda tally, alive: None, sample=SAMPLE, keeper=saved)
        saved.finish(saved.result())
        return time.perf_counter() - began


def memory(plan: RunPlan, speed: float) -> Iterator[dict[str, Any]]:
    """Yield `games seconds peak_mb` for runs of `MEMORY_GAMES` into a folder, each in a process of its own.

    `speed` is the policy's games a second: runs that would take longer than `LONGEST` are left out.
    """
    for number in MEMORY_GAMES:
        if number / speed <= LONGEST:
            yield _peak(plan, number)


def _peak(plan: RunPlan, games: int) -> dict[str, Any]:
    words = ["simulate", plan.game.NAME, "--games", str(games), "--seed", str(plan.seed), "--progress", "none"]
    words += [word for label in plan.labels for word in ("--policy", label)]
    words += ["--rules", str(plan.rules_file)] if plan.rules_file else []
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        run_it = [sys.executable, "-P", "-c", "import cli; cli.main()", *words, "--out", str(Path(folder) / "run")]
        same = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}  # the program that runs here
        watched = subprocess.run(
            [sys.executable, "-c", WATCHED, *run_it], capture_output=True, text=True, check=True, env=same
        )
    status, most = map(int, watched.stdout.split())
    if status:
        raise RuntimeError(f"{' '.join(words)} ended with {os.waitstatus_to_exitcode(status)}")
    unit = 1 if sys.platform == "darwin" else 1024
    return {"games": games, "seconds": time.perf_counter() - began, "peak_mb": most * unit / 1e6}
