"""The picture of what came when."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..canvas import FAINT, caption_of, contrasting, headed, seat_colour, styled
from ..contract import Result
from ..digits import count
from ..events import came_grid, came_words, percent_of, units_of
from ..tables import harvest_label
from ..words import seat_rows, seat_short
from .parts import CENTRED, name_panel, shaded

MOST_NUMBERS = 20
"""With more rounds than this the numbers in the cells would be too small to read."""


@styled
def what_came_when(result: Result) -> Figure:
    """Answer: when does what comes, such as rooms, fields and cards, or the first use of a space?

    A row of panels a seat: at the left what came by the end of each round, at the right, where a game tells of it, what
    is owned at each harvest. A cell holds the share of the games in per cent, stronger for more.
    """
    rows, units = seat_rows(result), units_of(result)
    lines = max(len(came_grid(result, rows[0]["seat"], unit)) for unit in units)
    wide = [came_grid(result, rows[0]["seat"], unit).shape[1] + 1 for unit in units]
    figure = Figure(figsize=(10.5, (0.27 * lines + 0.8) * len(rows) + 0.9), layout="constrained")
    axes = figure.subplots(len(rows), len(units), squeeze=False, width_ratios=wide)
    for line, row in zip(axes, rows, strict=True):
        for axis, unit in zip(line, units, strict=True):
            shares = came_grid(result, row["seat"], unit)
            _cells(axis, shares, seat_colour(row["seat"]))
            _came_axes(axis, result, shares, unit)
        name_panel(line[0], row, f"{seat_short(result, row, 34)}: by the end of the round")
        if len(units) > 1:
            name_panel(line[-1], row, f"owned {result.game.when} the {result.game.period}")
    of = f"From {count(int(result.came['n'].iloc[0]))} games. A cell: share of these games in %, stronger for more"
    headed(figure, came_words(result), caption_of(result, of))
    return figure


def _cells(axis: Axes, shares: pd.DataFrame, colour: str) -> None:
    shades = shaded(axis, shares, colour, 1.0)
    if len(shares.columns) > MOST_NUMBERS:
        return
    for line, values in enumerate(shares.to_numpy().tolist()):
        for column, value in enumerate(values):
            ink = contrasting(shades.to_rgba(value)) if value >= 0.005 else FAINT
            axis.text(column + 0.5, line + 0.5, percent_of(value), color=ink, fontsize=8.5, **CENTRED)


def _came_axes(axis: Axes, result: Result, shares: pd.DataFrame, unit: str) -> None:
    axis.set_yticks(np.arange(len(shares)) + 0.5, list(shares.index))
    axis.set_ylim(len(shares), 0)
    labels: list[Any] = list(shares.columns)
    if unit == "harvest":
        labels = [harvest_label(result, int(number)) for number in shares.columns]
    step = 1 if len(labels) <= MOST_NUMBERS else 5
    axis.set_xticks(np.arange(0, len(labels), step) + 0.5, labels[::step])
    axis.set_xlim(0, len(labels))
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.set_xlabel("Round" if unit == "round" else "")
