"""The picture of what one more of a thing is worth."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm, to_rgb
from matplotlib.figure import Figure

from analyser.whatif import WhatIf

from .canvas import FAINT, INK, PAPER, SEAT_COLOURS, contrasting, headed, minus, styled
from .digits import fixed
from .whatif import caption, worth_words


@styled
def draw(found: WhatIf) -> Figure:
    """Return the grid: things by rounds."""
    worth = found.table()
    low, high = found.table("lo").reindex(worth.index), found.table("hi").reindex(worth.index)
    figure = Figure(figsize=(2.6 + 0.85 * len(worth.columns), 1.5 + 0.27 * len(worth)), layout="constrained")
    axis = figure.subplots()
    most = max(1.0, float(np.abs(worth.to_numpy()).max()))
    norm = TwoSlopeNorm(0.0, -most, most)
    ends = [to_rgb(SEAT_COLOURS[1]), to_rgb(PAPER), to_rgb(SEAT_COLOURS[0])]
    shades = LinearSegmentedColormap.from_list("worth", ends)
    axis.pcolormesh(worth.to_numpy(), cmap=shades, norm=norm, edgecolors="white", linewidth=1)
    for (row, column), value in np.ndenumerate(worth.to_numpy()):
        sure = low.to_numpy()[row, column] > 0 or high.to_numpy()[row, column] < 0
        ink = contrasting(shades(norm(value))) if sure else FAINT
        axis.text(
            column + 0.5, row + 0.5, minus(fixed(float(value), 1)), ha="center", va="center", fontsize=8, color=ink
        )
    _label(axis, [str(item) for item in worth.index], [int(one) for one in worth.columns])
    headed(figure, f"{worth_words(found)}", caption(found))
    return figure


def _label(axis: Axes, items: list[str], rounds: list[int]) -> None:
    axis.set_yticks(np.arange(len(items)) + 0.5, items, color=INK)
    axis.set_xticks(np.arange(len(rounds)) + 0.5, [f"round {one}" for one in rounds])
    axis.xaxis.tick_top()
    axis.invert_yaxis()
    axis.tick_params(length=0)
    for side in axis.spines.values():
        side.set_visible(False)
