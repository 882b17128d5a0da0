"""Running a plan: chunks of games on threads, added up in order; the first games are kept whole where asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from .crew import Chunk, Crew, Players
from .errors import AnalyserError
from .plan import RunPlan
from .sample import small
from .tally import Tally

Progress = Callable[[Tally], None]
RowWriter = Callable[[int, Any], None]


@dataclass
class Outcome:
    """What a run gave: its tally; whether it was interrupted before all games were played; what stopped its rows.

    `sample` are the whole rows of its first games (int[games, seats, columns]), None where none were asked for.
    """

    tally: Tally
    interrupted: bool
    seconds: float
    trouble: AnalyserError | None = None
    sample: Any = None


def run(
    plan: RunPlan,
    jobs: int | None = None,
    *,
    progress: Progress | None = None,
    rows: RowWriter | None = None,
    wide: int | None = None,
    chunk: int | None = None,
    sample: int = 0,
) -> Outcome:
    """Play a plan's games and return their tally.

    `jobs` threads (default: all processors); `progress` is called with the tally so far after each chunk; `rows` with
    the first game and the rows of each chunk, in order (int32[games, seats, columns], or just the first `wide` of the
    columns); `chunk` fixes the games of a chunk; the first `sample` games are kept whole. Ctrl-C ends the run with the
    games added up so far, and so does an AnalyserError of `rows` (a full disk).
    Raises AnalyserError where a policy breaks the rules, and Stuck where one does not answer.
    """
    columns = len(plan.game.columns(plan.rules))
    tally, players, whole = Tally.empty(len(plan.seats), columns), Players(plan), min(sample, plan.games)
    wide = (wide or columns) if rows is not None else 1
    kept: list[Any] = []

    def play(wide: int, first: int, games: int) -> tuple[Tally, Any]:
        sums, squares, found = players.play(first, games, wide)
        return Tally.of_chunk(sums, squares, found[:, :, 0]), found if wide > 1 or rows is not None else None

    def parts(crew: Crew) -> Iterator[Chunk[tuple[Tally, Any]]]:
        for first, last, width in ((0, whole, columns), (whole, plan.games, wide)):
            yield from crew.chunks(first, last, partial(play, width), lambda: list(players.at_work))

    started, interrupted, trouble = time.perf_counter(), False, None
    with Crew(jobs, chunk) as crew:
        try:
            for part in parts(crew):
                more, found = part.value
                if rows is not None:
                    try:
                        rows(part.first, found)
                    except AnalyserError as error:
                        trouble = error
                        break
                tally.add(more)
                if part.first < whole:
                    kept.append(small(found))
                if progress is not None:
                    progress(tally)
        except KeyboardInterrupt:
            interrupted = True
    seconds = time.perf_counter() - started
    return Outcome(tally, interrupted, seconds, trouble, np.concatenate(kept) if kept else None)
