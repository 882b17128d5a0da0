"""The worst, the middle and the best tenth of a run's games: their numbers as grids, and in words."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pandas as pd

from .contract import Result
from .digits import exact, fixed, with_bound, with_error
from .tables import TOTAL, cells_with_totals, grid, of_seat, scored_once
from .words import listed, seat_rows

PARTS = ("worst tenth", "middle tenth", "best tenth")
WORST, _, BEST = PARTS


def tenth_means(result: Result, seat: int, part: str, value: str = "mean") -> pd.DataFrame:
    """Return points by category (rows) and harvest number (columns) in one tenth; or another column, as `se`."""
    own = of_seat(result.deciles, seat)
    return grid(own[own["part"] == part], "category", "harvest", value, result.game.categories)


def tenth_row(result: Result, seat: int, part: str) -> dict[str, Any]:
    """Return the row of `tenths` for one tenth: its scores."""
    own = of_seat(result.tenths, seat)
    return {str(name): value for name, value in own[own["part"] == part].iloc[0].items()}


def tenth_gains(result: Result, seat: int) -> pd.Series:
    """Return by category how many points a game of the best tenth has more than one of the worst."""
    return tenth_means(result, seat, BEST).sum(axis=1) - tenth_means(result, seat, WORST).sum(axis=1)


def gains_words(gains: pd.Series) -> str:
    """Return 'Missing food (+8.1), Cattle (+6.2) and House (+5.0)', the largest first."""
    most = gains[gains > 0].sort_values(ascending=False, kind="stable").head(3)
    return listed([f"{label} (+{fixed(float(value), 1)})" for label, value in most.items()])


def tenths_words(result: Result) -> str:
    """Return what the picture of the tenths shows, in a line."""
    rows = seat_rows(result)
    if len(rows) > 1:
        return "Where each seat's best games get more points than its worst"
    best = exact(tenth_row(result, rows[0]["seat"], BEST)["min"])
    worst = exact(tenth_row(result, rows[0]["seat"], WORST)["max"])
    most = gains_words(tenth_gains(result, rows[0]["seat"]))
    return f"The best games ({best} points or more) are ahead of the worst (up to {worst}) most in {most}"


def tenths_table(result: Result, seat: int) -> pd.DataFrame:
    """Return the points of each tenth by category, and the best less the worst, as text."""
    columns = {part.capitalize(): _tenth_column(result, seat, part) for part in PARTS}
    table = pd.DataFrame(columns)
    table["Best less worst"] = _gain_column(result, seat)
    return table.rename_axis(index="Category")


def _tenth_column(result: Result, seat: int, part: str) -> pd.Series:
    mean, se = tenth_means(result, seat, part), tenth_means(result, seat, part, "se")
    everything = result.game.periods
    sums = cells_with_totals(mean, se, TOTAL, everything)
    column = sums[mean.columns[0] if scored_once(result) else everything]
    row = tenth_row(result, seat, part)
    column[TOTAL] = with_error(row["mean"], row["se"])
    return column


def _gain_column(result: Result, seat: int) -> pd.Series:
    """Return the differences; the two tenths are different games, so that their errors add up as squares."""
    gains = tenth_gains(result, seat)
    worst, best = (tenth_means(result, seat, part, "se").sum(axis=1) for part in (WORST, BEST))
    both = np.sqrt(worst**2 + best**2)
    written = with_error if scored_once(result) else with_bound
    column = pd.Series({name: written(gains[name], both[name]) for name in gains.index}, dtype=object)
    low, high = (tenth_row(result, seat, part) for part in (WORST, BEST))
    column[TOTAL] = with_error(high["mean"] - low["mean"], math.hypot(low["se"], high["se"]))
    return column
