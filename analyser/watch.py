"""Threads for compiled code, and the watch over policies that never answer.

Compiled code in a thread cannot be stopped. So the threads here do not keep the process alive, nobody has to wait for
them, and a policy that has not answered for `patience` seconds is given up.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, wait
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from .errors import AnalyserError

PATIENCE = 30.0
"""Seconds that a policy may take for one answer; the environment variable ANALYSER_PATIENCE changes them."""
GRACE = 5.0
"""Seconds to wait at the end for what is still at work, which may never come back."""
THREADS = "analyser-worker"
"""The name of the threads: `cli` ends the process at once where one of them is still at work."""

Value = TypeVar("Value")


class Asking(Protocol):
    """Somebody who asks policies and counts what was asked."""

    def pulse(self) -> int:
        """Return the number of questions asked so far; called while another thread asks."""
        ...


def patience() -> float:
    """Return the seconds that a policy may take for one answer. Raises AnalyserError."""
    text = os.environ.get("ANALYSER_PATIENCE", "").strip()
    if not text:
        return PATIENCE
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise AnalyserError(f"ANALYSER_PATIENCE is {text!r}: it has to be a number of seconds above 0")
    return seconds


class Pool:
    """Threads that take work in turn, and die with the process."""

    def __init__(self, threads: int) -> None:
        self.work: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self.threads = [threading.Thread(target=self._serve, name=THREADS, daemon=True) for _ in range(threads)]
        for thread in self.threads:
            thread.start()

    def _serve(self) -> None:
        while (task := self.work.get()) is not None:
            future, function = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(function())
                except BaseException as error:
                    future.set_exception(error)
            del task, future, function

    def submit(self, function: Callable[[], Value]) -> Future[Value]:
        """Have a function called by the next thread that is free."""
        future: Future[Value] = Future()
        self.work.put((future, function))
        return future

    def close(self, seconds: float) -> None:
        """Let the threads end, and wait for them, but no longer than this."""
        for _ in self.threads:
            self.work.put(None)
        end = time.monotonic() + seconds
        for thread in self.threads:
            thread.join(max(0.0, end - time.monotonic()))


class Watch:
    """Waits for work, and looks meanwhile whether all who ask policies get answers.

    Time counts in the steps in which it looks, so that a process which was put to sleep does not blame a policy.
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = patience() if seconds is None else seconds
        self.step = min(1.0, self.seconds / 8)
        self.quiet: dict[int, tuple[int, float]] = {}

    def wait(self, future: Future[Any], asking: Callable[[], Iterable[Asking]]) -> Any:
        """Wait until a future is done and return None, or the one of `asking` who has waited too long for an answer."""
        while True:
            began = time.monotonic()
            if wait([future], self.step).done:
                return None
            late = self._late(list(asking()), min(time.monotonic() - began, 2 * self.step))
            if late is not None:
                return late

    def _late(self, asking: list[Asking], passed: float) -> Asking | None:
        for one in asking:
            pulse = one.pulse()
            known, seconds = self.quiet.get(id(one), (None, 0.0))
            self.quiet[id(one)] = (pulse, seconds + passed if pulse == known else 0.0)
            if self.quiet[id(one)][1] >= self.seconds:
                return one
        return None
