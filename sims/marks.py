"""What a game tells a report to look for in single games: marks that a game bears or lacks, and what came when.

Why by table, period and item: these name a column of the game's rows, so that whoever counts needs to know no game.
"""

from __future__ import annotations

from typing import NamedTuple


class Marker(NamedTuple):
    """Something that a game has or has not: a number from `low` to `high` (None: any above) in one column.

    The same label may come again for another period.
    """

    label: str
    table: str
    period: int
    item: str
    low: int = 1
    high: int | None = None


class Milestone(NamedTuple):
    """Something that came once a number is at least `least`: as it stands in each period, or `summed` up to there."""

    label: str
    table: str
    item: str
    least: int = 1
    summed: bool = False
