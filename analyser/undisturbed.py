"""A stretch of work that Ctrl-C does not cut through: it is told afterwards."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back SIGINT and SIGTERM until the end; then they do what they would have done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals come to the main thread alone
        return
    came: list[tuple[int, Any]] = []
    before = {number: signal.getsignal(number) for number in SIGNALS}
    held = [number for number in SIGNALS if callable(before[number])]
    for number in held:
        signal.signal(number, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number in held:
            signal.signal(number, before[number])
    if came:
        before[signal.Signals(came[0][0])](*came[0])  # type: ignore[misc, operator]
