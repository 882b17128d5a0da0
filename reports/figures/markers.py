"""The picture of what goes with a high score."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from ..canvas import HARVEST_COLOURS, INK, caption_of, headed, minus, panels, styled
from ..contract import Result
from ..digits import count, exact
from ..markers import marker_rows, marker_words
from ..tables import harvest_label, of_seat
from ..words import seat_rows, seat_short
from .parts import harvest_colour, label_lowest, legend_above, name_panel

LOOK: dict[str, Any] = {"marker": "o", "markersize": 6.5, "markeredgecolor": INK, "markeredgewidth": 0.8}


@styled
def what_goes_with_scores(result: Result) -> Figure:
    """Answer: what that a farm has goes with a high score under this policy, and what with a low one?

    One panel a seat, one line a thing, a dot for each time at which a farm may have it: the mean score of the games
    with it less that of the games without, with its 95 % interval. Right of zero: games with it score more.
    """
    rows = [row for row in seat_rows(result) if len(of_seat(result.markers, row["seat"]))]
    lines = max(len(marker_rows(result, row["seat"])) for row in rows)
    figure, axes = panels(result, (8.6 if len(rows) == 1 else 5.4, 0.29 * lines + 0.7), 2, sharex=True)
    for axis, row in zip(axes, rows, strict=False):
        names = marker_rows(result, row["seat"])
        _dots(axis, of_seat(result.markers, row["seat"]), names, dot_colours(result))
        _marker_axes(axis, names)
        name_panel(axis, row, seat_short(result, row, 34))
    label_lowest(axes, 2)
    _harvest_dots(figure, axes[0], result)
    headed(figure, marker_words(result), _caption(result))
    return figure


def _caption(result: Result) -> str:
    games = int(result.markers.iloc[0][["n_with", "n_without"]].sum())
    return caption_of(
        result,
        f"From {count(games)} games. Lines: 95 % intervals, of which one in twenty misses. Association under this "
        "policy, not cause",
    )


def dot_colours(result: Result) -> dict[int, str]:
    """Return the colour of each time of the markers: a harvest's own, or by their order where there are many."""
    numbers = sorted({int(number) for number in result.markers["harvest"]} - {0})
    many = bool(numbers) and numbers[-1] > len(HARVEST_COLOURS)
    return {0: INK} | {number: harvest_colour(place if many else number) for place, number in enumerate(numbers, 1)}


def _dots(axis: Axes, own: pd.DataFrame, names: list[str], colours: dict[int, str]) -> None:
    for line, name in enumerate(names):
        found = own[own["marker"] == name].sort_values("harvest")
        for lane, (_, row) in enumerate(found.iterrows()):
            height = line + 0.24 * (lane - (len(found) - 1) / 2)
            axis.hlines(height, row["lo"], row["hi"], color=INK, linewidth=1.0, zorder=2)
            axis.plot(row["diff"], height, color=colours[int(row["harvest"])], zorder=3, **LOOK)


def _marker_axes(axis: Axes, names: list[str]) -> None:
    axis.set_yticks(np.arange(len(names)), names)
    axis.set_ylim(len(names) - 0.4, -0.6)
    for line in range(0, len(names), 2):
        axis.axhspan(line - 0.5, line + 0.5, color="#F4F4F4", zorder=0, linewidth=0)
    axis.axvline(0, color=INK, linewidth=1.1, zorder=1)
    axis.grid(axis="x")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.set_major_formatter(lambda value, _: minus(f"+{exact(value)}" if value > 0 else exact(value)))
    axis.set_xlabel("Points more (+) or less (−) than in games without it")


def _harvest_dots(figure: Figure, axis: Axes, result: Result) -> None:
    numbers = sorted({int(number) for number in result.markers["harvest"]})
    when, colours = result.game.when, dot_colours(result)
    labels = [f"{when} {harvest_label(result, number).lower()}" if number else "in the game" for number in numbers]
    dots = [
        Line2D([], [], linestyle="", color=colours[number], label=label, **LOOK)
        for number, label in zip(numbers, labels, strict=True)
    ]
    legend_above(figure, axis, dots)
