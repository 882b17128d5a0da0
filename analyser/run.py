"""Running a plan: chunks of games on threads, added up in order."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .crew import Crew, Players
from .errors import AnalyserError
from .plan import RunPlan
from .tally import Tally

Progress = Callable[[Tally], None]
RowWriter = Callable[[int, Any], None]


@dataclass
class Outcome:
    """What a run gave: its tally; whether it was interrupted before all games were played; what stopped its rows."""

    tally: Tally
    interrupted: bool
    seconds: float
    trouble: AnalyserError | None = None


def run(
    plan: RunPlan,
    jobs: int | None = None,
    *,
    progress: Progress | None = None,
    rows: RowWriter | None = None,
    wide: int | None = None,
    chunk: int | None = None,
) -> Outcome:
    """Play a plan's games and return their tally.

    `jobs` threads (default: all processors); `progress` is called with the tally so far after each chunk; `rows` with
    the first game and the rows of each chunk, in order (int32[games, seats, columns], or just the first `wide` of the
    columns); `chunk` fixes the games of a chunk. Ctrl-C ends the run with the games added up so far, and so does an
    AnalyserError of `rows` (a full disk).
    Raises AnalyserError where a policy breaks the rules, and Stuck where one does not answer.
    """
    columns = len(plan.game.columns(plan.rules))
    tally, players = Tally.empty(len(plan.seats), columns), Players(plan)
    wide = (wide or columns) if rows is not None else 1

    def play(first: int, games: int) -> tuple[Tally, Any]:
        sums, squares, found = players.play(first, games, wide)
        return Tally.of_chunk(sums, squares, found[:, :, 0]), found if rows is not None else None

    started, interrupted, trouble = time.perf_counter(), False, None
    with Crew(jobs, chunk) as crew:
        try:
            for part in crew.chunks(0, plan.games, play, lambda: list(players.at_work)):
                more, found = part.value
                if rows is not None:
                    try:
                        rows(part.first, found)
                    except AnalyserError as error:
                        trouble = error
                        break
                tally.add(more)
                if progress is not None:
                    progress(tally)
        except KeyboardInterrupt:
            interrupted = True
    return Outcome(tally, interrupted, time.perf_counter() - started, trouble)
