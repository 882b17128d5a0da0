"""Who plays chunks of games: threads here, processes here, or the workers of a Dask cluster, wherever they are.

All three are the same to a `Crew`: they take a chunk, give it back, and say how many they are. Whoever plays makes no
difference to a number. Work for another process travels as a parcel (see `parcel.py`); what is lost with a worker that
died is played again.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from .errors import AnalyserError, Stuck, unknown
from .watch import GRACE, Pool, Watch

THREADS, PROCESSES, DASK = "threads", "processes", "dask"
KINDS = (THREADS, PROCESSES, DASK)
MOST_JOBS = 256
TLS = tuple[str | None, str | None, str | None]
"""The files of a certificate authority, of a client's certificate and of its key."""

Value = TypeVar("Value")
Result = TypeVar("Result", covariant=True)


class Playing(Protocol):
    """Somebody who plays games now, as the watch sees it."""

    def pulse(self) -> int:
        """Return the number of questions asked so far."""
        ...

    def stuck(self, seconds: float) -> Stuck:
        """Return the error for the policy that was asked and does not answer."""
        ...


class Work(Protocol[Result]):
    """What plays a chunk of games: called with the first game and how many. It can be pickled."""

    def __call__(self, first: int, games: int) -> Result:
        """Play a chunk."""
        ...

    def at_work(self) -> Iterable[Playing]:
        """Return who is playing now."""
        ...


@dataclass(frozen=True)
class Chunk(Generic[Value]):
    """One played chunk: its first game, how many games, what they gave, and the seconds that it took."""

    first: int
    games: int
    value: Value
    seconds: float


@dataclass(frozen=True)
class Jobs:
    """How many play at a time (None: as many as there are processors, or workers), and where.

    `scheduler` is the address of a Dask cluster that is there already; `tls` its files for
    an address with `tls://`.
    """

    number: int | None = None
    executor: str = THREADS
    scheduler: str | None = None
    tls: TLS = (None, None, None)

    def __post_init__(self) -> None:
        """Check them. Raises AnalyserError."""
        if self.number is not None and not 1 <= self.number <= MOST_JOBS:
            raise AnalyserError(f"jobs is {self.number}: it has to lie between 1 and {MOST_JOBS}")
        if self.executor not in KINDS:
            raise unknown("executor", self.executor, KINDS)
        if self.scheduler is not None and self.executor != DASK:
            raise AnalyserError(f"a scheduler is one of Dask: give --executor dask with it, not {self.executor}")
        if self.scheduler is not None and self.number is not None:
            raise AnalyserError("the cluster of a scheduler has the workers that it has: leave --jobs out")
        if any(self.tls) and not (self.scheduler or "").startswith("tls://"):
            raise AnalyserError("TLS files are for a scheduler whose address begins with tls://")
        for file in filter(None, self.tls):
            if not Path(file).is_file():
                raise AnalyserError(f"there is no TLS file {file}")


class WorkerLost(Exception):
    """A worker died, and what it played with it: it has to be played again."""


class Executor(Protocol):
    """Those who play chunks."""

    where: str
    """What they are, in words: `threads`."""

    def number(self) -> int:
        """Return how many are alive."""
        ...

    def submit(self, work: Work[Value], first: int, games: int) -> Future[Chunk[Value]]:
        """Have a chunk played by the next one that is free."""
        ...

    def result(self, future: Future[Chunk[Value]], work: Work[Value]) -> Chunk[Value]:
        """Wait for a chunk. Raises what its work raises, Stuck, and WorkerLost: then all under way are lost."""
        ...

    def cancel(self, future: Future[Chunk[Any]]) -> None:
        """Have a chunk not played, if nobody plays it yet."""
        ...

    def close(self, error: BaseException | None) -> None:
        """End them; `error` is what ended the work early, if anything did."""
        ...


def default_jobs() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def as_jobs(jobs: int | Jobs | None) -> Jobs:
    """Return how many play and where, of what a caller gave: a number is one of threads. Raises AnalyserError."""
    return jobs if isinstance(jobs, Jobs) else Jobs(jobs)


def make_executor(jobs: Jobs) -> Executor:
    """Return those who play. Raises AnalyserError where a cluster cannot be reached."""
    if jobs.executor == THREADS:
        return Threads(jobs.number or default_jobs())
    if jobs.executor == PROCESSES:
        return Processes(jobs.number or default_jobs())
    from .dask_cluster import Cluster

    return Cluster(jobs)


class Threads:
    """Threads of this process, which is enough where kernels hold no lock of Python's."""

    where = "threads"

    def __init__(self, threads: int) -> None:
        self.watch, self.pool = Watch(), Pool(threads)  # in this order: who may fail comes before the threads

    def number(self) -> int:
        """Return how many threads there are."""
        return len(self.pool.threads)

    def submit(self, work: Work[Value], first: int, games: int) -> Future[Chunk[Value]]:
        """Have a chunk played by the next thread that is free."""
        # A lambda, not `partial`: measured, the loop then lies better on the thread's stack and runs a tenth faster.
        return self.pool.submit(lambda: played(work, first, games))

    def result(self, future: Future[Chunk[Value]], work: Work[Value]) -> Chunk[Value]:
        """Wait for a chunk."""
        return watched(self.watch, future, work)

    def cancel(self, future: Future[Chunk[Any]]) -> None:
        """Have a chunk not played, if nobody plays it yet."""
        future.cancel()

    def close(self, error: BaseException | None) -> None:
        """End the threads; a stuck one is not waited for."""
        self.pool.close(0.0 if isinstance(error, Stuck) else GRACE)


class Processes:
    """Processes of this machine, by loky, which notices a process that died."""

    where = "processes"

    def __init__(self, processes: int) -> None:
        self.processes = processes
        self.parcels = Parcels()
        self.pool = self._pool()

    def _pool(self) -> Any:
        from loky import ProcessPoolExecutor

        return ProcessPoolExecutor(self.processes, initializer=leave_interrupts)

    def number(self) -> int:
        """Return how many processes are alive."""
        return sum(one.is_alive() for one in list(self.pool._processes.values()))

    def submit(self, work: Work[Value], first: int, games: int) -> Future[Chunk[Value]]:
        """Have a chunk played by the next process that is free; a pool that broke is made anew."""
        packed = self.parcels.of(work)
        try:
            return self.pool.submit(play_packed, packed, first, games)  # type: ignore[no-any-return]
        except BrokenExecutor:
            self.close(None)
            self.pool = self._pool()
            return self.pool.submit(play_packed, packed, first, games)  # type: ignore[no-any-return]

    def result(self, future: Future[Chunk[Value]], work: Work[Value]) -> Chunk[Value]:
        """Wait for a chunk."""
        try:
            return future.result()
        except BrokenExecutor as error:
            raise WorkerLost from error

    def cancel(self, future: Future[Chunk[Any]]) -> None:
        """Have a chunk not played, if nobody plays it yet."""
        future.cancel()

    def close(self, error: BaseException | None) -> None:
        """End the processes; after an error at once, whatever they are at."""
        self.pool.shutdown(wait=True, kill_workers=True)


class Parcels:
    """Work packed for other processes, once for each that is given."""

    def __init__(self) -> None:
        self.work: Work[Any] | None = None
        self.packed = b""

    def of(self, work: Work[Any]) -> bytes:
        """Return the parcel of a work. Raises AnalyserError."""
        if work is not self.work:
            self.work, self.packed = work, pickle.dumps(work)
        return self.packed


def played(work: Callable[[int, int], Value], first: int, games: int) -> Chunk[Value]:
    """Play a chunk."""
    started = time.perf_counter()
    return Chunk(first, games, work(first, games), time.perf_counter() - started)


def watched(watch: Watch, future: Future[Value], work: Work[Any]) -> Value:
    """Wait for what plays, and return what it gives. Raises Stuck where a policy does not answer."""
    late = watch.wait(future, work.at_work)
    if late is not None:
        raise late.stuck(watch.seconds)
    return future.result()


_unpacking = threading.Lock()


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Work[Any]:
    work: Work[Any] = pickle.loads(packed)
    return work


def play_packed(packed: bytes, first: int, games: int) -> Chunk[Any]:
    """Play a chunk in another process than it was asked for. Raises AnalyserError, as the work there does."""
    with _unpacking:
        work = _unpacked(packed)
    watch, pool = Watch(), Pool(1)
    error: BaseException | None = None
    try:
        return watched(watch, pool.submit(lambda: played(work, first, games)), work)
    except BaseException as raised:
        error = raised
        raise
    finally:
        pool.close(0.0 if isinstance(error, Stuck) else GRACE)


def leave_interrupts() -> None:
    """Leave Ctrl-C, which a terminal sends to all processes, to the one that asked for the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
