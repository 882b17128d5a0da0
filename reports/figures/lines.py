"""The picture of what is owned over time."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..canvas import FAINT, INK, caption_of, headed, seat_colour, styled
from ..contract import Result
from ..digits import fixed, has_error
from ..state_lines import drawn, line_of, lines_words
from ..words import capital, seat_rows, seat_short
from .parts import legend_above

APART, MOST_TICKS = 0.1, 8
"""How far apart the numbers at the ends of lines are, as a share of the axis; so many rounds are named below one."""
MARKS = ("o", "s", "^", "D", "v", "P")
"""The seats' marks, so that they are told apart without colour."""


@styled
def lines_over_time(result: Result) -> Figure:
    """Answer: how do herds and farms grow, and which seat has more of what, and when?

    One row of panels a group of things, one panel a thing, one line a seat, with a band that is the 95 % interval of
    each mean. The panels of a row share their scale.
    """
    groups = list(drawn(result))
    wide = max(len(items) for _, items in groups)
    figure = Figure(figsize=(10.5, 2.25 * len(groups) + 1.0), layout="constrained")
    axes = figure.subplots(len(groups), wide, squeeze=False, sharex=True, sharey="row")
    widest = 0.0
    for line, (group, items) in zip(axes, groups, strict=True):
        for axis, item in zip(line, items, strict=False):
            widest = max(widest, *(_line(axis, result, row, item) for row in seat_rows(result)))
            axis.set_title(item, fontweight="bold")
        for axis in line[len(items) :]:
            axis.set_visible(False)
        _row_axes(line[: len(items)], result, group, items)
    if len(result.summary) > 1:
        legend_above(figure, axes[0][0], axes[0][0].get_lines(), over=True)
    errors = f"Pale bands: 95 % intervals, ±{widest:.1g} at most" if has_error(widest) else ""
    time = f"Means {result.game.when} each {result.game.period}; the panels of a row have one scale"
    headed(figure, lines_words(result), caption_of(result, time, errors))
    return figure


def _line(axis: Axes, result: Result, row: dict[str, Any], item: str) -> float:
    """Draw one seat's line and its band; return the widest half of its intervals."""
    own, colour = line_of(result, row["seat"], item), seat_colour(row["seat"])
    look: dict[str, Any] = {"marker": MARKS[(row["seat"] - 1) % len(MARKS)], "markersize": 4.5, "linewidth": 1.8}
    axis.plot(own["harvest"], own["mean"], color=colour, label=seat_short(result, row, 34), **look)
    known = own.dropna(subset=["lo", "hi"])
    axis.fill_between(known["harvest"], known["lo"], known["hi"], color=colour, alpha=0.25, linewidth=0)
    return float(((known["hi"] - known["lo"]) / 2).max()) if len(known) else 0.0


def _last_means(axis: Axes, ends: pd.DataFrame) -> None:
    """Write the last means (rows with `harvest mean`) beside the ends of their lines, none over another."""
    _, top = axis.get_ylim()
    height = -top
    for _, end in ends.sort_values("mean").iterrows():
        height = max(end["mean"], height + APART * top)
        text: dict[str, Any] = {
            "xytext": (6, 0),
            "textcoords": "offset points",
            "va": "center",
            "fontsize": 8,
            "color": INK,
        }
        axis.annotate(fixed(end["mean"], 1), (end["harvest"], height), **text)


def _row_axes(line: Any, result: Result, group: str, items: list[str]) -> None:
    line[0].set_ylim(bottom=0)
    number = int(result.state["harvest"].max())
    for axis, item in zip(line, items, strict=True):
        axis.margins(x=0.12)
        _last_means(axis, pd.DataFrame([line_of(result, row["seat"], item).iloc[-1] for row in seat_rows(result)]))
        axis.grid(axis="y")
        axis.set_xticks(range(1, number + 1, -(-number // MOST_TICKS)))
        axis.spines[["left"]].set_visible(False)
        axis.spines[["bottom"]].set_color(FAINT)
        axis.tick_params(length=0, labelbottom=True)
    line[0].set_ylabel(group, fontweight="bold")
    line[0].set_xlabel(capital(result.game.period))
