"""How the sections of a run's report are put together: pictures by name, a table for each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from .contract import Result
from .document import Picture, Table
from .words import capital, seat_name, seat_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MakeTable = Callable[[Result, int], pd.DataFrame]


def picture_of(name: str, alt: str, result: Result) -> Picture:
    """Return a figure as a picture; matplotlib is loaded when it is drawn."""

    def draw() -> Figure:
        from .figures import FIGURES

        return FIGURES[name](result)

    return Picture(name, alt, draw)


def for_each_seat(
    result: Result, caption: str, make: MakeTable, export: str, rows: Sequence[dict[str, Any]] | None = None
) -> tuple[Table, ...]:
    """Return a table for each seat (of these `rows` of the summary), named where there are several."""
    several = len(result.summary) > 1
    seats = seat_rows(result) if rows is None else rows
    names = {row["seat"]: f"{seat_name(result, row)}; " if several else "" for row in seats}
    return tuple(Table(capital(name + caption), make(result, seat), export) for seat, name in names.items())
