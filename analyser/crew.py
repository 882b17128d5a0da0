"""A crew: threads that play a long row of games in chunks, handed back in order.

The kernels hold no lock of Python's, so threads are enough. A chunk's size follows the speed of the policies and
changes no number: every game is drawn by its own number, and tallies are exact.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

from .errors import Misplay, Stuck
from .plan import RunPlan, check_number
from .watch import GRACE, Pool, Watch

FIRST_CHUNK = 64
MOST_CHUNK = 1 << 17
CHUNK_SECONDS = 0.3
WAITING = 2
"""Chunks under way for each thread: enough that none waits for the tally."""

Value = TypeVar("Value")


@dataclass(frozen=True)
class Chunk(Generic[Value]):
    """One played chunk: its first game, how many games, what they gave, and the seconds that it took."""

    first: int
    games: int
    value: Value
    seconds: float


class Playing:
    """A player at work for a plan, as the watch sees it."""

    def __init__(self, plan: RunPlan, player: Any) -> None:
        self.plan = plan
        self.player = player

    def pulse(self) -> int:
        """Return the number of questions asked so far."""
        return int(self.player.pulse())

    def stuck(self, seconds: float) -> Stuck:
        """Return the error for the policy that was asked and does not answer."""
        seat, game, round_ = self.player.place()
        return Stuck(
            f"{self.plan.blame(seat)} has not answered for {seconds:g} s, asked {self.player.question()} "
            f"(game {game} of seed {self.plan.seed}, round {round_ + 1}); a policy that needs longer is given it by "
            f"ANALYSER_PATIENCE=SECONDS; see it with: {self.plan.watch_words(game)}",
            self.plan.labels[seat],
        )


class Players:
    """The players of one plan: one for each thread, made when the thread first needs it.

    `kind` is what makes them (default: the game's `Player`), for questions that have players of their own.
    """

    def __init__(self, plan: RunPlan, kind: Callable[..., Any] | None = None) -> None:
        self.plan, self.kind = plan, kind
        self.local = threading.local()
        self.at_work: set[Playing] = set()

    def play(self, first: int, games: int, wide: int) -> tuple[Any, Any, Any]:
        """Play games of the plan's seed; return what the game's `Player.play` does. Raises AnalyserError."""
        return self.ask(lambda player: cast(tuple[Any, Any, Any], player.play(self.plan.seed, first, games, wide)))

    def ask(self, question: Callable[[Any], Value]) -> Value:
        """Return what a question gives that is asked of this thread's player. Raises AnalyserError."""
        if not hasattr(self.local, "playing"):
            self.local.playing = Playing(self.plan, new_player(self.plan, self.kind))
        playing = self.local.playing
        self.at_work.add(playing)
        try:
            return question(playing.player)
        except Misplay as misplay:
            raise self.plan.misplayed(misplay) from misplay
        finally:
            self.at_work.discard(playing)


def new_player(plan: RunPlan, kind: Callable[..., Any] | None = None, **more: Any) -> Any:
    """Return what plays games of a plan in one thread, made by `kind` (default: the game's `Player`) with `more`."""
    policies, params = [seat.policy for seat in plan.seats], [seat.params for seat in plan.seats]
    return (kind or plan.game.Player)(plan.rules, policies, params, **more)


def next_size(size: int, games: int, seconds: float) -> int:
    """Return the size for later chunks, `size` so far, when one of `games` games took `seconds`."""
    wanted = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * size, MOST_CHUNK))


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew:
    """Threads for chunks of games, and the watch over them; use it with `with`.

    `jobs` threads (default: all processors); `fixed` fixes the games of a chunk.
    """

    def __init__(self, jobs: int | None = None, fixed: int | None = None) -> None:
        self.threads = default_jobs() if jobs is None else check_number("jobs", jobs, 1, 256)
        self.watch, self.pool = Watch(), Pool(self.threads)  # in this order: who may fail comes before the threads
        self.size, self.fixed = fixed or FIRST_CHUNK, fixed is not None

    def __enter__(self) -> Crew:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the threads; a stuck one is not waited for."""
        self.pool.close(0.0 if isinstance(error, Stuck) else GRACE)

    def chunks(
        self, first: int, last: int, work: Callable[[int, int], Value], at_work: Callable[[], Iterable[Playing]]
    ) -> Iterator[Chunk[Value]]:
        """Yield what `work(first, games)` gives for chunks of the games from `first` to before `last`, in order.

        A few are under way at a time. `at_work` returns who is playing now. Raises Stuck where a policy does not
        answer, and what `work` raises.
        """
        waiting: deque[Future[Chunk[Value]]] = deque()
        try:
            while first < last or waiting:
                while first < last and len(waiting) < WAITING * self.threads:
                    games = min(self.size, last - first)
                    waiting.append(self.pool.submit(partial(_chunk, work, first, games)))
                    first += games
                late = self.watch.wait(waiting[0], at_work)
                if late is not None:
                    raise late.stuck(self.watch.seconds)
                chunk = waiting.popleft().result()
                if not self.fixed:
                    self.size = next_size(self.size, chunk.games, chunk.seconds)
                yield chunk
        finally:
            for future in waiting:
                future.cancel()


def _chunk(work: Callable[[int, int], Value], first: int, games: int) -> Chunk[Value]:
    started = time.perf_counter()
    return Chunk(first, games, work(first, games), time.perf_counter() - started)


def asked(
    plan: RunPlan, games: int, jobs: int | None, kind: Callable[..., Any], question: Callable[[Any, int, int], Value]
) -> Iterator[Chunk[Value]]:
    """Yield what `question(player, first, games)` gives for chunks of `games` games, in order, on `jobs` threads.

    `kind` makes the players of a plan, one for each thread. The first chunks are small, since nobody knows how long a
    question takes. Raises AnalyserError.
    """
    players = Players(plan, kind)

    def work(first: int, number: int) -> Value:
        return players.ask(lambda player: question(player, first, number))

    with Crew(jobs) as crew:
        crew.size = 1
        yield from crew.chunks(0, games, work, lambda: list(players.at_work))
