"""Running a plan: chunks of games on threads, added up in order.

The kernels hold no lock of Python's, so threads are enough. A chunk's size follows the speed of the policies and
changes no number: every game is drawn by its own number, and tallies are exact.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from typing import Any

from .errors import AnalyserError, Misplay, Stuck
from .plan import RunPlan, check_number
from .tally import Tally
from .watch import GRACE, Pool, Watch

FIRST_CHUNK = 64
MOST_CHUNK = 1 << 17
CHUNK_SECONDS = 0.3
WAITING = 2
"""Chunks under way for each thread: enough that none waits for the tally."""

Progress = Callable[[Tally], None]
RowWriter = Callable[[int, Any], None]


@dataclass
class Outcome:
    """What a run gave: its tally; whether it was interrupted before all games were played; what stopped its rows."""

    tally: Tally
    interrupted: bool
    seconds: float
    trouble: AnalyserError | None = None


@dataclass
class Chunk:
    """One played chunk: its first game, its tally, the rows asked for, and the seconds that it took."""

    first: int
    tally: Tally
    rows: Any
    seconds: float


class _Workers:
    """One player for each thread, made when the thread first needs it."""

    def __init__(self, plan: RunPlan, all_rows: bool) -> None:
        self.plan = plan
        self.local = threading.local()
        self.wide = len(plan.game.columns(plan.rules)) if all_rows else 1
        self.playing: set[Any] = set()

    def play(self, first: int, games: int) -> Chunk:
        if not hasattr(self.local, "player"):
            self.local.player = new_player(self.plan)
        player, started = self.local.player, time.perf_counter()
        self.playing.add(player)
        try:
            sums, squares, rows = player.play(self.plan.seed, first, games, self.wide)
        except Misplay as misplay:
            raise self.plan.misplayed(misplay) from misplay
        finally:
            self.playing.discard(player)
        tally = Tally.of_chunk(sums, squares, rows[:, :, 0])
        return Chunk(first, tally, rows if self.wide > 1 else None, time.perf_counter() - started)

    def at_play(self) -> list[Any]:
        """Return the players that are in the middle of a chunk now."""
        return list(self.playing)


def new_player(plan: RunPlan, **more: Any) -> Any:
    """Return what plays games of a plan in one thread; `more` goes to the game's `Player`."""
    policies, params = [seat.policy for seat in plan.seats], [seat.params for seat in plan.seats]
    return plan.game.Player(plan.rules, policies, params, **more)


def stuck(plan: RunPlan, player: Any, seconds: float) -> Stuck:
    """Return the error for a policy that a player has asked and that does not answer."""
    seat, game, round_ = player.place()
    return Stuck(
        f"{plan.blame(seat)} has not answered for {seconds:g} s, asked {player.question()} "
        f"(game {game} of seed {plan.seed}, round {round_ + 1}); a policy that needs longer is given it by "
        f"ANALYSER_PATIENCE=SECONDS; see it with: {plan.watch_words(game)}"
    )


def next_size(size: int, seconds: float) -> int:
    """Return the size for later chunks when one of `size` games took `seconds`."""
    wanted = int(size * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * size, MOST_CHUNK))


def _chunks(plan: RunPlan, workers: _Workers, pool: Pool, jobs: int, fixed: int | None) -> Iterator[Chunk]:
    """Yield the chunks of a plan in the order of their games, a few under way at a time."""
    waiting: deque[Future[Chunk]] = deque()
    first, size, watch = 0, fixed or FIRST_CHUNK, Watch()
    try:
        while first < plan.games or waiting:
            while first < plan.games and len(waiting) < WAITING * jobs:
                games = min(size, plan.games - first)
                waiting.append(pool.submit(partial(workers.play, first, games)))
                first += games
            late = watch.wait(waiting[0], workers.at_play)
            if late is not None:
                raise stuck(plan, late, watch.seconds)
            chunk = waiting.popleft().result()
            if fixed is None:
                size = next_size(chunk.tally.games, chunk.seconds)
            yield chunk
    finally:
        for future in waiting:
            future.cancel()


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run(
    plan: RunPlan,
    jobs: int | None = None,
    *,
    progress: Progress | None = None,
    rows: RowWriter | None = None,
    chunk: int | None = None,
) -> Outcome:
    """Play a plan's games and return their tally.

    `jobs` threads (default: all processors); `progress` is called with the tally so far after each chunk; `rows` with
    the first game and the rows (int32[games, seats, columns]) of each chunk, in order; `chunk` fixes the games of a
    chunk. Ctrl-C ends the run with the games added up so far, and so does an AnalyserError of `rows` (a full disk).
    Raises AnalyserError where a policy breaks the rules, and Stuck where one does not answer.
    """
    threads = default_jobs() if jobs is None else check_number("jobs", jobs, 1, 256)
    tally = Tally.empty(len(plan.seats), len(plan.game.columns(plan.rules)))
    workers = _Workers(plan, rows is not None)
    started, interrupted, trouble = time.perf_counter(), False, None
    pool, grace = Pool(threads), GRACE
    try:
        for part in _chunks(plan, workers, pool, threads, chunk):
            if rows is not None:
                try:
                    rows(part.first, part.rows)
                except AnalyserError as error:
                    trouble = error
                    break
            tally.add(part.tally)
            if progress is not None:
                progress(tally)
    except KeyboardInterrupt:
        interrupted = True
    except Stuck:
        grace = 0.0
        raise
    finally:
        pool.close(grace)
    return Outcome(tally, interrupted, time.perf_counter() - started, trouble)
