"""The picture of what it is worth to start."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..canvas import FAINT, INK, PAPER, caption_of, headed, minus, seat_colour, styled
from ..contract import Result
from ..digits import count, exact, has_error
from ..start import ALL, start_name, start_rows, start_words, told
from ..words import short

LOOK: dict[str, Any] = {"marker": "D", "markersize": 8, "markeredgecolor": INK, "markeredgewidth": 1.2}


@styled
def worth_of_starting(result: Result) -> Figure:
    """Answer: is it good to start, by how many points, and how often does the seat that starts win?

    Left: what the seat that starts scores more than the mean of the others in the same game. Right: the share of the
    games that it wins. One line for each seat that started, and one for all; the lines are 95 % intervals.
    """
    rows = start_rows(result)
    figure = Figure(figsize=(9.4, 1.5 + 0.62 * len(rows)), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    for place, row in enumerate(rows):
        _dot(left, place, row, "diff", (row["diff"], row["lo"], row["hi"]))
        _dot(right, place, row, "wins", tuple(100 * row[name] for name in ("wins", "wins_lo", "wins_hi")))
    even = 100 / len(result.summary)
    _axis(left, 0, "no difference", "Points more (+) or less (−) than the others")
    left.xaxis.set_major_formatter(lambda value, _: minus(f"+{exact(value)}" if value > 0 else exact(value)))
    _axis(right, even, f"even: {even:.3g} %", "Games won (%)")
    low, high = (min(max(end, -8), 108) for end in right.get_xlim())
    right.set_xticks([tick for tick in right.get_xticks() if max(low, 0) <= tick <= min(high, 100)])
    right.set_xlim(low, high)
    left.set_yticks(np.arange(len(rows)), [short(start_name(result, row), 30) for row in rows])
    left.set_ylim(len(rows) - 0.4, -0.7)
    of = f"From {count(result.sampled)} games, paired within each. Lines: 95 % intervals"
    headed(figure, start_words(result), caption_of(result, of))
    return figure


def _dot(axis: Axes, place: int, row: dict[str, Any], name: str, numbers: tuple[float, ...]) -> None:
    """Draw one number with its interval, and write it above."""
    value, lo, hi = numbers
    colour = INK if row["seat"] == ALL else seat_colour(row["seat"])
    text = minus(exact(value))
    if has_error(hi - lo):
        axis.hlines(place, lo, hi, color=colour, linewidth=2.2)
        text = minus("{} ({} to {})".format(*told(row, name)))
    axis.plot(value, place, color=colour, zorder=4, **LOOK)
    box = {"facecolor": PAPER, "edgecolor": "none", "pad": 0.8}
    axis.annotate(text, (value, place), (0, 8), textcoords="offset points", ha="center", fontsize=9, bbox=box)


def _axis(axis: Axes, mark: float, name: str, label: str) -> None:
    axis.axvline(mark, color=INK, linewidth=1.2, linestyle=(0, (4, 2)), zorder=1)
    top: dict[str, Any] = {"xycoords": ("data", "axes fraction"), "annotation_clip": False, "color": FAINT}
    axis.annotate(name, (mark, 1.0), (0, 2), textcoords="offset points", ha="center", va="bottom", fontsize=9, **top)
    axis.margins(x=0.28)
    axis.grid(axis="x")
    axis.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.set_xlabel(label)
