"""The picture of score against luck."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from analyser.luck import Luck

from .canvas import FAINT, INK, SEAT_COLOURS, headed, styled
from .digits import count, fixed

MOST = 2_000
"""So many games are drawn; the line is that of all."""


@styled
def draw(found: Luck) -> Figure:
    """Return the picture of one seat: the first."""
    own = found.games[found.games["seat"] == 1]
    row = found.seats.iloc[0]
    figure = Figure(figsize=(8.6, 4.4), layout="constrained")
    axis = figure.subplots()
    dots = own.head(MOST)
    axis.scatter(dots["luck"], dots["score"], s=9, color=SEAT_COLOURS[0], alpha=0.35, linewidths=0)
    slope = float(row["correlation"] * row["score_sd"] / row["sd"]) if row["sd"] > 0 else 0.0
    ends = np.array([own["luck"].min(), own["luck"].max()])
    axis.plot(ends, own["score"].mean() + slope * (ends - own["luck"].mean()), color=INK, linewidth=1.5)
    axis.axvline(0, color=FAINT, linewidth=0.8)
    axis.set(xlabel="Luck of the game's rolls (points)", ylabel="Score (points)")
    axis.grid(True)
    title = f"Luck explains {fixed(100 * float(row['r2']), 0)} % of the spread of the scores"
    reading = f"{count(len(own))} games, each a dot; the line is the score that goes with so much luck, on average."
    headed(figure, title, reading)
    return figure
