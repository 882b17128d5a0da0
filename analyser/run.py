"""Running a plan: chunks of games on threads, added up in order; the first games are kept whole where asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from .crew import Crew, Players, Playing
from .errors import AnalyserError
from .executors import Chunk, Jobs
from .plan import RunPlan
from .sample import small
from .tally import Tally

Progress = Callable[[Tally, str], None]
RowWriter = Callable[[int, Any], None]


class Keeper(Protocol):
    """Somebody who keeps what a run plays, as `SavedRun` does: its tally so far, from whose games the run goes on."""

    @property
    def tally(self) -> Tally:
        """The tally of the games from 0 to before some number."""
        ...

    @property
    def wide(self) -> int:
        """How many columns of each game it wants to see, after the sample."""
        ...

    def take(self, first: int, more: Tally, found: Any) -> None:
        """Take the next chunk into the tally. Raises AnalyserError where it cannot be kept."""
        ...

    def commit(self) -> None:
        """Keep what is played so far, whatever comes."""
        ...


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
    jobs: int | Jobs | None = None,
    *,
    progress: Progress | None = None,
    rows: RowWriter | None = None,
    wide: int | None = None,
    chunk: int | None = None,
    sample: int = 0,
    keeper: Keeper | None = None,
) -> Outcome:
    """Play a plan's games and return their tally.

    `jobs` says how many play at a time and where (a number: of threads; default: all processors); `progress` is called
    after each chunk with the tally so far and how many play, in words; `rows` with the first game and the rows of each
    chunk, in order (int32[games, seats, columns], or just the first `wide` of the columns); `chunk` fixes the games of
    a chunk; the first `sample` games are kept whole. Ctrl-C ends the run with the games added up so far, and so does an
    AnalyserError of the keeper or of `rows` (a full disk).
    A `keeper` has the games that were played before, gets each chunk, and keeps the sample too.
    Raises AnalyserError where a policy breaks the rules, and Stuck where one does not answer.
    """
    own = _Own(plan, rows, wide, min(sample, plan.games)) if keeper is None else None
    taker: Keeper = keeper or own  # type: ignore[assignment]
    started, interrupted, trouble = time.perf_counter(), False, None
    try:
        with Crew(jobs, chunk) as crew:
            for part in _parts(plan, crew, taker.tally.games, min(sample, plan.games), taker.wide):
                try:
                    taker.take(part.first, *part.value)
                except AnalyserError as error:
                    trouble = error
                    break
                if progress is not None:
                    progress(taker.tally, crew.alive)
    except KeyboardInterrupt:
        interrupted = True
    except BaseException:
        with suppress(AnalyserError):
            taker.commit()
        raise
    try:
        taker.commit()
    except AnalyserError as error:
        trouble = error
    seconds = time.perf_counter() - started
    return Outcome(taker.tally, interrupted, seconds, trouble, own.sample() if own else None)


def replay(plan: RunPlan, first: int, games: int, jobs: int | Jobs | None = None) -> Iterator[tuple[int, Tally, Any]]:
    """Play some games of a plan; yield the first game, the tally and the rows of each chunk. Raises AnalyserError."""
    with Crew(jobs) as crew:
        for part in _parts(plan, crew, first, first + games, 1, first + games):
            yield part.first, *part.value


@dataclass(frozen=True)
class _Play:
    """The work of a run: it gives back the tally of a chunk and the first `wide` columns of its rows."""

    players: Players
    wide: int

    def __call__(self, first: int, games: int) -> tuple[Tally, Any]:
        sums, squares, found = self.players.play(first, games, self.wide)
        return Tally.of_chunk(sums, squares, found[:, :, 0]), found

    def at_work(self) -> list[Playing]:
        return list(self.players.at_work)


def _parts(
    plan: RunPlan, crew: Crew, done: int, whole: int, wide: int, last: int | None = None
) -> Iterator[Chunk[tuple[Tally, Any]]]:
    """Yield the chunks of a plan's games from `done` on: whole rows of those before `whole`, then `wide` columns."""
    players, columns = Players(plan), len(plan.game.columns(plan.rules))
    for first, end, width in ((done, whole, columns), (max(done, whole), last or plan.games, wide)):
        yield from crew.chunks(first, end, _Play(players, width), numbers=plan.players * width)


class _Own:
    """The keeper of a run that nobody else keeps: all of it in memory."""

    def __init__(self, plan: RunPlan, rows: RowWriter | None, wide: int | None, whole: int) -> None:
        columns = len(plan.game.columns(plan.rules))
        self.tally, self.rows, self.whole = Tally.empty(len(plan.seats), columns), rows, whole
        self.wide = (wide or columns) if rows is not None else 1
        self.kept: list[Any] = []

    def take(self, first: int, more: Tally, found: Any) -> None:
        if self.rows is not None:
            self.rows(first, found)
        self.tally.add(more)
        if first < self.whole:
            self.kept.append(small(found))

    def commit(self) -> None:
        pass

    def sample(self) -> Any:
        return np.concatenate(self.kept) if self.kept else None
