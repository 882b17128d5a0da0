"""How a game tells of a scored farm or a replayed game: parts of text and points, which a report prints as they are.

Why here: what a farm is called and what happens to it are words of the game; a report knows none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple


class Look(Enum):
    """How a line is shown."""

    PLAIN = "plain"
    MOVE = "move"
    ASIDE = "aside"


class Part(NamedTuple):
    """A heading, then points by category in a column for each name, then lines of text, each with its look."""

    heading: str
    lines: tuple[tuple[str, Look], ...] = ()
    points: Mapping[str, Mapping[str, float]] | None = None


def plural(number: int, one: str, many: str = "") -> str:
    """Return '1 room' or '2 rooms'."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def with_total(points: Mapping[str, float], total: float) -> dict[str, float]:
    """Return points by category with their total."""
    return {**points, "Total": total}
