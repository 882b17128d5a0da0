"""The picture of what a par is worth."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyser.par import Par

from .canvas import FAINT, INK, SEAT_COLOURS, STYLE, dark, headed
from .words import short

LINES = ("-", "--", ":")
"""Line styles: with more policies than colours, the same colour comes again in another style."""


def draw(found: Par) -> Figure:
    """Return the picture: curves, and below them what other rules change, if that was asked for."""
    with style.context(["default", STYLE]):
        return _drawn(found)


def _drawn(found: Par) -> Figure:
    lines = len(found.readings)
    below = 0.6 + 0.17 * lines if lines else 0.0
    figure = Figure(figsize=(8.6, 5.6 + below), layout="constrained")
    panels = figure.subplots(2, 1, height_ratios=[5.0, below]) if lines else [figure.subplots()]
    _curves(panels[0], found)
    if lines:
        _readings(panels[1], found)
    several = found.facts["players"] > 1
    headed(
        figure,
        f"How often is a score beaten{' by the winner' if several else ''}, and what does the par of "
        f"{found.game.par} ask?",
        f"{found.game.title}. Read off: from a score on the axis up to a curve, and left to the share of its games "
        "that end above that score. Bands hold for a whole curve with 95 %.",
    )
    return figure


def look_of(place: int) -> dict[str, Any]:
    """Return colour and style of the line of a policy, by its place."""
    colours = len(SEAT_COLOURS)
    return {"color": SEAT_COLOURS[place % colours], "linestyle": LINES[place // colours % len(LINES)]}


def _curves(axis: Axes, found: Par) -> None:
    for place, row in enumerate(found.policies.to_dict("records")):
        own = found.curve[found.curve["policy"] == row["policy"]]
        look = look_of(place)
        label = f"{short(row['policy'], 34)}: {100 * row['p_above_par']:.1f} % above {found.game.par}"
        axis.step(own["score"], 100 * own["prob"], where="post", linewidth=1.7, label=label, **look)
        axis.fill_between(
            own["score"], 100 * own["lo"], 100 * own["hi"], step="post", color=look["color"], alpha=0.15, linewidth=0
        )
    axis.axvline(float(found.game.par or 0), color=INK, linewidth=1)
    axis.annotate(
        f"par {found.game.par}", (float(found.game.par or 0), 101), ha="center", va="bottom", fontsize=9,
        annotation_clip=False,
    )  # fmt: skip
    axis.set(ylim=(0, 100), xlabel="Score (points)", ylabel="Games above the score (%)")
    axis.set_xlim(_reach(found))
    axis.set_yticks(np.arange(0, 101, 10))
    axis.grid(True)
    axis.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=8)


def _reach(found: Par) -> tuple[float, float]:
    """Return the scores that are drawn: all but the last thousandth on each side."""
    inside = found.curve[(found.curve["prob"] < 0.999) & (found.curve["prob"] > 0.001)]["score"]
    low, high = (float(inside.min()), float(inside.max())) if len(inside) else (0.0, 1.0)
    return min(low, float(found.game.par or low)) - 2, max(high, float(found.game.par or high)) + 2


def _readings(axis: Axes, found: Par) -> None:
    places = {policy: place for place, policy in enumerate(found.policies["policy"])}
    records = found.readings.to_dict("records")
    for line, row in enumerate(reversed(records)):
        look = look_of(places[row["policy"]])
        half = row["diff"] - row["lo"]
        axis.errorbar(row["diff"], line, xerr=half, fmt="o", markersize=3.5, color=look["color"], capsize=2)
        side, gap = ("left", 6) if row["diff"] >= 0 else ("right", -6)
        axis.annotate(
            short(row["policy"], 30), (row["hi"] if row["diff"] >= 0 else row["lo"], line), (gap, 0),
            textcoords="offset points", ha=side, va="center", fontsize=7, color=dark(look["color"]),
        )  # fmt: skip
    firsts = {row["reading"]: len(records) - 1 - line for line, row in reversed(list(enumerate(records)))}
    axis.set_yticks(list(firsts.values()), [short(name, 44) for name in firsts], fontsize=8)
    for first in firsts.values():
        axis.axhline(first + 0.5, color=FAINT, linewidth=0.4)
    axis.set_ylim(-0.7, len(records) - 0.3)
    axis.axvline(0, color=FAINT, linewidth=1)
    axis.margins(x=0.25)
    axis.set_xlabel("Points that the rule changes in the mean (95 % intervals)")
    axis.grid(True, axis="x")
