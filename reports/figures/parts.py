"""What several figures of a run share: names of panels, error bars, grids of shaded cells, numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation

from ..canvas import HARVEST_COLOURS, INK, PAPER, dark, minus, seat_colour
from ..digits import fixed

SEEN = 0.004
"""An error bar shorter than this share of its axis is not seen; the caption states its size instead."""
ERROR_BAR: dict[str, Any] = {
    "ecolor": INK,
    "elinewidth": 0.9,
    "path_effects": [withStroke(linewidth=2.4, foreground=PAPER)],
}
CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}


def name_panel(axis: Axes, row: dict[str, Any], title: str) -> None:
    """Write a panel's name above it, in its seat's colour."""
    axis.set_title(title, color=dark(seat_colour(row["seat"])), fontweight="bold")


def harvest_colour(number: int) -> str:
    """Return the colour of a harvest (1-based), the same in every figure."""
    return HARVEST_COLOURS[(number - 1) % len(HARVEST_COLOURS)]


def tenths(value: float) -> str:
    """Return points with one decimal, and say so where something is there but rounds to nothing."""
    if value == 0:
        return "0"
    return minus(fixed(value, 1)) if abs(value) >= 0.05 else "< 0.1"


def label_lowest(axes: Sequence[Axes], columns: int) -> None:
    """Leave the numbers and the name of the x axis to the panels that have none below them, `columns` side by side."""
    for place, axis in enumerate(axes):
        lowest = place + columns >= len(axes)
        axis.tick_params(labelbottom=lowest)
        axis.set_xlabel(axis.get_xlabel() if lowest else "")


def legend_above(figure: Figure, axis: Axes, handles: Sequence[Any], lines: int = 1, *, over: bool = False) -> None:
    """Put a legend in a line above a panel's name (of so many lines), where it covers nothing.

    `over` lets it reach over the panels at the right, which then keep the same width.
    """
    above = axis.transAxes + ScaledTranslation(0, (4 + 14 * lines) / 72, figure.dpi_scale_trans)
    look: dict[str, Any] = {"ncols": 9, "frameon": False, "fontsize": 9, "borderaxespad": 0, "columnspacing": 1.4}
    look |= {"loc": "lower left", "bbox_to_anchor": (0, 1), "bbox_transform": above, "handlelength": 1.4}
    legend = axis.legend(handles=handles, **look)
    if over:
        legend.set_in_layout(False)
        # What nobody sees keeps the legend's line free: only what has a size counts, so that a space would not do.
        axis.text(0, 1, "|", transform=above, fontsize=14, va="bottom", alpha=0)


def shaded(axis: Axes, values: pd.DataFrame, colour: str, most: float) -> QuadMesh:
    """Shade a grid of values from 0 (paper) to `most` (the colour, darkened), and return it."""
    shades = LinearSegmentedColormap.from_list("seat", [PAPER, colour, to_hex(dark(colour, 0.55))])
    return axis.pcolormesh(values.to_numpy(), cmap=shades, vmin=0, vmax=most, edgecolors="#E4E4E4", linewidth=0.8)
