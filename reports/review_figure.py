"""The pictures of reviews: one game step by step, and what kinds of decisions lose."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from .canvas import FAINT, INK, SEAT_COLOURS, headed, minus, styled
from .digits import fixed
from .words import rows_of, short

COLOURS = {"luck": SEAT_COLOURS[0], "play": SEAT_COLOURS[1], "others": FAINT}
LINES = 14
"""So many kinds are drawn."""


@styled
def draw_timeline(found: Any) -> Figure:
    """Answer: when was the game won or lost? Expected final score after each step; below, what each step changed."""
    rows = rows_of(found.steps)
    figure = Figure(figsize=(9.4, 5.8), layout="constrained")
    top, below = figure.subplots(2, 1, height_ratios=[3, 2], sharex=True)
    places = np.arange(len(rows) + 1)
    values = [found.sums["start"].mean, *(row["value"] for row in rows)]
    top.step(places, values, where="post", color=INK, linewidth=1.5)
    for row in rows:
        if row["mark"] in ("?", "??"):
            top.annotate(
                row["mark"], (row["step"], row["value"]), (0, -9), textcoords="offset points", ha="center", va="top",
                fontsize=9, color=COLOURS["play"], fontweight="bold",
            )  # fmt: skip
    for cause, colour in COLOURS.items():
        own = [row for row in rows if row["cause"] == cause]
        if own:
            below.bar(
                [row["step"] for row in own], [row["change"] for row in own], color=colour, label=cause, width=0.8
            )
    below.axhline(0, color=FAINT, linewidth=0.8)
    below.legend(loc="best", frameon=False, fontsize=8, ncols=3)
    _rounds((top, below), rows)
    top.set_ylabel("Expected final score")
    below.set_ylabel("Change (points)")
    luck, play = (minus(f"{found.sums[name].mean:+.1f}") for name in ("luck", "play"))
    headed(
        figure,
        f"{found.score:g} points: luck {luck}, play {play}",
        f"What the game was worth after each step with {short(found.facts['policies'][0])} playing on, and what each "
        "step changed. ?? and ? mark decisions that surely lost 3 points, or 1, beside the best found.",
    )
    return figure


def _rounds(axes: tuple[Axes, Axes], rows: list[dict[str, Any]]) -> None:
    """Mark where rounds begin."""
    firsts = {row["round"]: row["step"] - 0.5 for row in reversed(rows)}
    for axis in axes:
        for place in firsts.values():
            axis.axvline(place, color="#E4E4E4", linewidth=0.8, zorder=0)
        axis.grid(True, axis="y")
    axes[1].set_xticks(list(firsts.values()), [f"Round {round_}" for round_ in firsts], ha="left", fontsize=8)


@styled
def draw_kinds(found: Any) -> Figure:
    """Answer: which decisions lose most? A bar for each kind, with its interval."""
    rows = rows_of(found.kinds)[:LINES][::-1]
    figure = Figure(figsize=(8.6, 1.4 + 0.32 * len(rows)), layout="constrained")
    axis = figure.subplots()
    names = [short(f"{row['kind']} ({row['also']})" if row["also"] else row["kind"]) for row in rows]
    lost, half = [row["lost"] for row in rows], [row["hi"] - row["lost"] for row in rows]
    axis.barh(names, lost, xerr=half, color=COLOURS["play"], error_kw={"linewidth": 1, "ecolor": INK})
    axis.axvline(0, color=FAINT, linewidth=0.8)
    axis.grid(True, axis="x")
    axis.set_xlabel("Points lost a game, with 95 % intervals")
    policy, reference = short(found.facts["policies"][found.seat - 1]), short(found.facts["reference"])
    headed(
        figure,
        f"{policy} {'loses' if found.lost.mean >= 0 else 'gains'} {fixed(abs(found.lost.mean), 1)} points a game by "
        "its decisions",
        f"{found.score.n:,} games; beside what {reference} would have decided.",
    )
    return figure
