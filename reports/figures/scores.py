"""Pictures of scores: how they are spread, in one look, and the chance to reach a score."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..canvas import FAINT, INK, PAPER, caption_of, headed, pale, panels, seat_colour, styled
from ..contract import Result
from ..digits import exact, games, rough
from ..tables import bin_width, score_bins
from ..words import FEW, FEWEST_HALVED, has_par, scores_words, seat_rows, seat_short
from .parts import name_panel

SIDES = ("", "_lo", "_hi")
MOST_EDGED = 90
"""With more bars than this, white edges would eat the bars up."""


@styled
def score_distribution(result: Result) -> Figure:
    """Answer: which scores does a policy reach, how often, and how often does it beat a par?

    One panel a seat, one bar for each score (or range of scores, in short runs); pale up to par, full above it, where
    the game has one.
    Short runs count games, long ones give their share. Below the bars: median, middle half, middle 90 % of the games.
    """
    rows = seat_rows(result)
    figure, axes = panels(result, (8.6, 3.6 if len(rows) == 1 else 2.1), 1, sharex=True, sharey=True)
    top = max(_score_bars(axis, result, row) for axis, row in zip(axes, rows, strict=True))
    for axis, row in zip(axes, rows, strict=True):
        _score_axes(axis, result, row, top)
        axis.tick_params(axis="x", length=3 if axis is axes[-1] else 0)
        _quantile_strip(axis, row, -0.075 * top)
        _mark_par(axis, result, row)
    axes[-1].set_xlabel("Score at the end of the game (points)")
    figure.supylabel("Games" if counts_games(result) else "Share of the games (%)", fontsize=9.5)
    headed(figure, scores_words(result), _score_caption(result))
    return figure


def counts_games(result: Result) -> bool:
    """Tell whether the bars count games: a share of 7 games says less than their number."""
    return result.games < 10 * FEW


def _score_caption(result: Result) -> str:
    width = bin_width(result)
    each = width == 1 and _half_step(result) > 0
    bars = "A bar for each score" if each else f"A bar for {exact(width)} point{'' if width == 1 else 's'}"
    par = "Full colour: above par" if result.game.par is not None else ""
    strip = "Under the bars: dot = median, thick line = middle half of the games, thin line = middle 90 %"
    return caption_of(result, bars, par, strip if result.games >= FEWEST_HALVED else "")


def _half_step(result: Result) -> float:
    """Return how far bars move to the right, so that the bar of one whole score stands over its number."""
    return 0.5 if bool((result.histogram["score"] % 1 == 0).all()) else 0.0


def _score_bars(axis: Axes, result: Result, row: dict[str, Any]) -> float:
    """Draw one seat's bars and return the height of the highest."""
    bins = score_bins(result, row["seat"])
    heights = bins["hits"] if counts_games(result) else 100 * bins["prob"]
    full = seat_colour(row["seat"])
    colours = [full if above or result.game.par is None else pale(full) for above in bins["above"]]
    width = bin_width(result)
    many = (result.summary["max"].max() - result.summary["min"].min()) / width > MOST_EDGED
    edge: dict[str, Any] = {"antialiased": False} if many else {"edgecolor": PAPER, "linewidth": 0.7}
    axis.bar(bins["first"] + _half_step(result), heights, width=width, align="edge", color=colours, **edge)
    return float(heights.max())


def _score_axes(axis: Axes, result: Result, row: dict[str, Any], top: float) -> None:
    """Leave room above the bars for par's label and below them for the quantiles."""
    ticks = MaxNLocator(4, integer=counts_games(result), steps=[1, 2, 2.5, 5, 10]).tick_values(0, top)
    axis.set_yticks([tick for tick in ticks if 0 <= tick <= top * 1.05])
    room = 1.12 if result.game.par is None else 1.28 if len(result.summary) == 1 else 1.42
    axis.set_ylim(-0.15 * top, room * top)
    axis.axhline(0, color=FAINT, linewidth=0.8)
    axis.grid(axis="y")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
    name_panel(axis, row, seat_short(result, row))


def _quantile_strip(axis: Axes, row: dict[str, Any], height: float) -> None:
    if row["n"] < FEWEST_HALVED:
        return
    axis.hlines(height, row["q05"], row["q95"], color=FAINT, linewidth=1.2)
    axis.hlines(height, row["q25"], row["q75"], color=INK, linewidth=4.5)
    axis.plot(row["q50"], height, "o", markersize=7, markerfacecolor=PAPER, markeredgecolor=INK, markeredgewidth=1.6)


def _mark_par(axis: Axes, result: Result, row: dict[str, Any]) -> None:
    """Draw par between its bar and the next, and write how many games lie above it."""
    par = result.game.par
    if par is None or not has_par(result, row):
        return
    place = par + _half_step(result)
    axis.axvline(place, color=INK, linewidth=1.3, linestyle=(0, (4, 2)))
    left, right = axis.get_xlim()
    after = place < left + 0.68 * (right - left)
    text = f"above par {par}: {_above_words(row)}" if row["n"] > 1 else f"par {par}"
    place_text: dict[str, Any] = {"xytext": (6 if after else -6, -2), "ha": "left" if after else "right", "va": "top"}
    where = (place, axis.get_ylim()[1])
    axis.annotate(text, where, textcoords="offset points", linespacing=1.35, annotation_clip=False, **place_text)


def _above_words(row: dict[str, Any]) -> str:
    """Return '12.0 % of the games (95 % interval 11.8 to 12.2)', or a count of games in a short run."""
    if row["n"] < 10 * FEW:
        return f"{round(row['p_above_par'] * row['n'])} of {games(row['n'])}"
    share, lo, hi = rough(*(100 * row[f"p_above_par{side}"] for side in SIDES))
    return f"{share} % of the games\n(95 % interval {lo} to {hi} %)"
