"""Measuring several policies one by one, where one that fails does not cost the others their results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .errors import AnalyserError, Stuck

Failed = Callable[[AnalyserError], None]
Value = TypeVar("Value")


def of_each(labels: Iterable[str], measure: Callable[[str], Value], failed: Failed | None) -> Iterator[Value]:
    """Yield what is measured of each policy; `failed` is told what is wrong with one, which else is raised.

    After one that does not answer nothing more is measured: it holds a thread, which would falsify all speeds.
    """
    for label in labels:
        try:
            value = measure(label)
        except AnalyserError as error:
            if failed is None:
                raise
            failed(error)
            if isinstance(error, Stuck):
                return
        else:
            yield value
