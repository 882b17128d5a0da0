"""What all figures share: style, colours, panels, headings, and turning a figure into bytes.

Why `Figure` objects and never pyplot: no backend is chosen and no global state is touched, so notebooks, threads and
tests can draw at the same time. `picture` turns a figure into bytes that are the same for the same result.

Colours are those of Okabe and Ito, told apart with any colour vision. A seat keeps its colour in every figure; the
harvests go from light to dark, so that they are told apart in print too.
"""

from __future__ import annotations

import functools
import io
import math
import textwrap
import warnings
from collections.abc import Callable
from typing import Any, Literal, ParamSpec

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from .contract import Result
from .words import game_count

SEAT_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
HARVEST_COLOURS = ("#F3D98B", "#E69F00", "#8C510A", "#4D2C06")
INK = "#222222"
FAINT = "#767676"
PAPER = "#FFFFFF"
DPI = 130
STYLE: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.axisbelow": True,
    "figure.facecolor": PAPER,
    "grid.color": "#E4E4E4",
    "hatch.linewidth": 0.8,
    "savefig.dpi": DPI,
    "svg.fonttype": "none",
    "svg.hashsalt": "agricola-analyser",
    "text.color": INK,
    # A policy may be called a$b$c; that is a name and no formula.
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
}


Draw = Callable[[Result], Figure]
Kind = Literal["png", "svg", "pdf"]
Asked = ParamSpec("Asked")


def styled(draw: Callable[Asked, Figure]) -> Callable[Asked, Figure]:
    """Let a function draw in the house style, whatever the reader's own matplotlib settings are."""

    @functools.wraps(draw)
    def inside(*args: Asked.args, **kwargs: Asked.kwargs) -> Figure:
        with style.context(["default", STYLE]):
            return draw(*args, **kwargs)

    return inside


def picture(figure: Figure, kind: Kind) -> bytes:
    """Return a figure as the bytes of a file; the same figure gives the same bytes, with no date in them."""
    metadata = {
        "svg": {"Date": None, "Creator": None},
        "png": {"Software": None},
        "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    }[kind]
    buffer = io.BytesIO()
    with style.context(["default", STYLE]), warnings.catch_warnings():
        # A policy's name may hold letters that the font lacks; boxes in a picture are no reason to worry its reader.
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure.savefig(buffer, format=kind, dpi=DPI, metadata=metadata)
    return buffer.getvalue()


def minus(text: str) -> str:
    """Return a number's text with a true minus sign, as long as a plus."""
    return text.replace("-", "\N{MINUS SIGN}")


def seat_colour(seat: int) -> str:
    """Return the colour of a seat (1-based), the same in every figure."""
    return SEAT_COLOURS[(seat - 1) % len(SEAT_COLOURS)]


def dark(colour: str, share: float = 0.72) -> tuple[float, float, float]:
    """Return a colour mixed with black, for text on white and the deepest shade."""
    red, green, blue = (share * part for part in to_rgb(colour))
    return red, green, blue


def pale(colour: str, share: float = 0.42) -> tuple[float, float, float]:
    """Return a colour mixed with so little of itself and the rest of white."""
    red, green, blue = (1 - share * (1 - part) for part in to_rgb(colour))
    return red, green, blue


def contrasting(fill: Any) -> str:
    """Return the ink, dark or white, that is read better on a fill (red, green, blue, opacity in 0..1)."""
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in fill[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return PAPER if luminance < 0.22 else INK


def panels(result: Result, size: tuple[float, float], columns: int, **shared: Any) -> tuple[Figure, list[Axes]]:
    """Return a figure with one panel a seat, so many side by side; `size` is one panel's, in inches."""
    seats = len(result.summary)
    columns = min(columns, seats)
    rows = math.ceil(seats / columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows + 0.9), layout="constrained")
    axes = list(figure.subplots(rows, columns, squeeze=False, **shared).flat)
    for spare in axes[seats:]:
        spare.remove()
    return figure, axes[:seats]


def headed(figure: Figure, title: str, caption: str) -> None:
    """Put a title that says what is seen above a figure, and a caption that says how to read it below."""
    wide = figure.get_size_inches()[0]
    text = balanced(title, int(wide * 9.1))
    figure.suptitle(text, x=0.012, ha="left", fontsize=12.5, fontweight="bold")
    figure.supxlabel(textwrap.fill(caption, int(wide * 17)), x=0.012, ha="left", fontsize=8, color=FAINT)


def balanced(text: str, width: int) -> str:
    """Return text in as few lines as the width asks for, all about as long: no word is left alone on the last."""
    lines = len(textwrap.wrap(text, width))
    while width > 1 and len(textwrap.wrap(text, width - 1)) <= lines:
        width -= 1
    return textwrap.fill(text, width)


def caption_of(result: Result, *parts: str) -> str:
    """Return a caption: the game, the number of games, then what else there is to say."""
    return ". ".join([f"{result.game.title}, {game_count(result)}", *(part for part in parts if part)]) + "."
