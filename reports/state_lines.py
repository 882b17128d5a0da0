"""What is owned over time, as lines: which numbers a picture has, and what it shows in words."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from .contract import Result
from .digits import fixed
from .tables import of_seat
from .words import listed, seat_rows, short

MOST = 3
"""So many things are told of in a sentence."""


def drawn(result: Result) -> Iterator[tuple[str, list[str]]]:
    """Yield the groups that the game names and what is in each, of what was written down."""
    known = set(result.state["item"].astype(str))
    for group, items in result.game.lines.items():
        found = [item for item in items if item in known]
        if found:
            yield group, found


def line_of(result: Result, seat: int, item: str) -> pd.DataFrame:
    """Return the rows of one thing that a seat owned, in order of time: `harvest mean lo hi ...`."""
    own = of_seat(result.state, seat)
    return own[own["item"] == item].sort_values("harvest")


def lines_words(result: Result) -> str:
    """Return what the first group ends with, in a line."""
    group, items = next(drawn(result))
    rows = seat_rows(result)
    if len(rows) > 1:
        return f"{group} and more of each seat, {result.game.period} by {result.game.period}"
    ends = [(item, float(line_of(result, rows[0]["seat"], item)["mean"].iloc[-1])) for item in items]
    most = sorted(ends, key=lambda one: -one[1])[:MOST]
    named = listed([f"{item} ({fixed(mean, 1)})" for item, mean in most])
    return f"{short(rows[0]['policy'])} ends with {named}"
