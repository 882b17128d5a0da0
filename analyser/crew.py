"""A crew plays a long row of games in chunks, handed back in order, on threads, processes or a cluster.

A chunk's size follows the speed of the policies and changes no number: every game is drawn by its own number, and
tallies are exact.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

from .errors import AnalyserError, Misplay, Stuck
from .executors import Chunk, Jobs, Work, WorkerLost, as_jobs, make_executor
from .plan import RunPlan

FIRST_CHUNK = 64
MOST_CHUNK = 1 << 20
CHUNK_SECONDS = 1.0
MOST_NUMBERS = 1 << 22
"""A chunk's rows hold no more numbers than this, so that memory stays flat."""
WAITING = 2
"""Chunks under way for each worker: enough that none waits for the tally."""
MOST_LOSSES = 5
"""How often in a row workers may die before the run gives up: the games themselves may kill them."""

Value = TypeVar("Value")


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
    """The players of one plan: one for each that plays at a time, made when it is first needed.

    `kind` is what makes them (default: the game's `Player`), for questions that have players of their own.
    """

    def __init__(self, plan: RunPlan, kind: Callable[..., Any] | None = None) -> None:
        self.plan, self.kind = plan, kind
        self.idle: deque[Playing] = deque()
        self.at_work: set[Playing] = set()

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the players."""
        return Players, (self.plan, self.kind)

    def play(self, first: int, games: int, wide: int) -> tuple[Any, Any, Any]:
        """Play games of the plan's seed; return what the game's `Player.play` does. Raises AnalyserError."""
        return self.ask(lambda player: cast(tuple[Any, Any, Any], player.play(self.plan.seed, first, games, wide)))

    def ask(self, question: Callable[[Any], Value]) -> Value:
        """Return what a question gives that is asked of an idle player. Raises AnalyserError."""
        try:
            playing = self.idle.pop()
        except IndexError:
            playing = Playing(self.plan, new_player(self.plan, self.kind))
        self.at_work.add(playing)
        try:
            return question(playing.player)
        except Misplay as misplay:
            raise self.plan.misplayed(misplay) from misplay
        finally:
            self.at_work.discard(playing)
            self.idle.append(playing)


def new_player(plan: RunPlan, kind: Callable[..., Any] | None = None, **more: Any) -> Any:
    """Return what plays games of a plan in one thread, made by `kind` (default: the game's `Player`) with `more`."""
    policies, params = [seat.policy for seat in plan.seats], [seat.params for seat in plan.seats]
    return (kind or plan.game.Player)(plan.rules, policies, params, **more)


def next_size(size: int, games: int, seconds: float, most: int = MOST_CHUNK) -> int:
    """Return the size for later chunks, `size` so far, when one of `games` games took `seconds`."""
    wanted = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, 4 * size, most))


@dataclass
class _Sent(Generic[Value]):
    """A chunk under way."""

    first: int
    games: int
    future: Future[Chunk[Value]]


class Crew:
    """Those who play chunks of games, and the watch over them; use it with `with`.

    `jobs` says how many and where (a number: of threads; default: all processors); `fixed` fixes the games of a chunk.
    Raises AnalyserError where they cannot be had.
    """

    def __init__(self, jobs: int | Jobs | None = None, fixed: int | None = None) -> None:
        self.executor = make_executor(as_jobs(jobs))
        self.size, self.fixed = fixed or FIRST_CHUNK, fixed is not None

    def __enter__(self) -> Crew:
        """Return itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End those who play; a stuck one is not waited for."""
        self.executor.close(error)

    @property
    def alive(self) -> str:
        """How many play, in words: `2 threads`."""
        number = self.executor.number()
        return f"{number} {self.executor.where if number != 1 else self.executor.where.removesuffix('s')}"

    def chunks(self, first: int, last: int, work: Work[Value], numbers: int = 1) -> Iterator[Chunk[Value]]:
        """Yield what `work(first, games)` gives for chunks of the games from `first` to before `last`, in order.

        A few are under way at a time; `numbers` is how many a game gives back. Raises Stuck where a policy does not
        answer, what `work` raises, and AnalyserError where workers die again and again.
        """
        most = max(1, min(MOST_CHUNK, MOST_NUMBERS // numbers))
        waiting: deque[_Sent[Value]] = deque()
        try:
            while first < last or waiting:
                while first < last and len(waiting) < WAITING * max(1, self.executor.number()):
                    games = self._games(last - first, most)
                    waiting.append(_Sent(first, games, self.executor.submit(work, first, games)))
                    first += games
                chunk = self._result(waiting, work)
                if not self.fixed:
                    self.size = next_size(self.size, chunk.games, chunk.seconds, most)
                yield chunk
        finally:
            for sent in waiting:
                self.executor.cancel(sent.future)

    def _games(self, left: int, most: int) -> int:
        """Return how many games the next chunk has: fewer towards the end, so that nobody plays on alone for long."""
        if self.fixed:
            return min(self.size, left)
        share = left // (WAITING * max(1, self.executor.number()))
        return min(self.size, most, left, max(FIRST_CHUNK, share))

    def _result(self, waiting: deque[_Sent[Value]], work: Work[Value]) -> Chunk[Value]:
        """Return the first chunk that is under way, and take it out; what is lost with a worker is sent once more."""
        for _ in range(MOST_LOSSES):
            try:
                chunk = self.executor.result(waiting[0].future, work)
            except WorkerLost:
                for sent in waiting:
                    sent.future = self.executor.submit(work, sent.first, sent.games)
                continue
            waiting.popleft()
            return chunk
        raise lost(waiting[0].first, waiting[0].games)


def lost(first: int, games: int) -> AnalyserError:
    """Return the error for games that workers died at again and again."""
    return AnalyserError(
        f"workers died {MOST_LOSSES} times in a row, the last time at the games {first} to {first + games - 1}: "
        "memory may be short (fewer --jobs need less), or a policy ends its process"
    )


@dataclass(frozen=True)
class Asked(Generic[Value]):
    """The work of asking players a question: `question(player, first, games)`, a function by name or a partial one."""

    players: Players
    question: Callable[[Any, int, int], Value]

    def __call__(self, first: int, games: int) -> Value:
        """Ask for a chunk."""
        return self.players.ask(lambda player: self.question(player, first, games))

    def at_work(self) -> list[Playing]:
        """Return who is playing now."""
        return list(self.players.at_work)


def asked(
    plan: RunPlan,
    games: int,
    jobs: int | Jobs | None,
    kind: Callable[..., Any],
    question: Callable[[Any, int, int], Value],
) -> Iterator[Chunk[Value]]:
    """Yield what `question(player, first, games)` gives for chunks of `games` games, in order.

    `kind` makes the players of a plan, one for each that plays at a time. The first chunks are small, since nobody
    knows how long a question takes. Raises AnalyserError.
    """
    with Crew(jobs) as crew:
        crew.size = 1
        yield from crew.chunks(0, games, Asked(Players(plan, kind), question))
