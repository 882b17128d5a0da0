"""Pictures of a result: one function a figure; each says in its docstring which question it answers.

`FIGURES` names them all. Add a figure by writing a function from a result to a `Figure` and entering it there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import ScaledTranslation

from .canvas import (
    FAINT,
    HARVEST_COLOURS,
    INK,
    PAPER,
    Draw,
    caption_of,
    contrasting,
    dark,
    headed,
    minus,
    pale,
    panels,
    seat_colour,
    styled,
)
from .contract import Result
from .digits import exact, fixed, games, has_error, rough
from .tables import bin_width, category_means, group_means, harvest_label, score_bins
from .words import (
    FEW,
    FEWEST_HALVED,
    groups_words,
    has_par,
    points_words,
    scores_words,
    seat_rows,
    seat_short,
)

SEEN = 0.004
"""An error bar shorter than this share of its axis is not seen; the caption states its size instead."""
MOST_NUMBERS = 20
"""With more rounds than this the numbers in the cells would be too small to read."""
MOST_EDGED = 90
"""With more bars than this, white edges would eat the bars up."""
ERROR_BAR: dict[str, Any] = {
    "ecolor": INK,
    "elinewidth": 0.9,
    "path_effects": [withStroke(linewidth=2.4, foreground=PAPER)],
}
SIDES = ("", "_lo", "_hi")
CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}


@styled
def score_distribution(result: Result) -> Figure:
    """Answer: which scores does a policy reach, how often, and how often does it beat par?

    One panel a seat, one bar for each score (or range of scores, in short runs); pale up to par, full above it.
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
    bars = "A bar for each score" if width == 1 else f"A bar for {exact(width)} points"
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
    axis.set_ylim(-0.15 * top, (1.28 if len(result.summary) == 1 else 1.42) * top)
    axis.axhline(0, color=FAINT, linewidth=0.8)
    axis.grid(axis="y")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(axis="y", length=0)
    _name_panel(axis, row, seat_short(result, row))


def _name_panel(axis: Axes, row: dict[str, Any], title: str) -> None:
    axis.set_title(title, color=dark(seat_colour(row["seat"])), fontweight="bold")


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


@styled
def points_by_category(result: Result) -> Figure:
    """Answer: where do the points come from, and at which harvest; what do missing goods cost?

    One panel a seat, one row a category, its bar stacked by harvest; losses grow to the left and are hatched.
    The number at a bar is its whole length, gains less losses. Error bars, where they can be seen, are 95 % intervals
    of one harvest's points; where they cannot, the caption gives the widest.
    """
    rows = seat_rows(result)
    size = (8.6 if len(rows) == 1 else 5.2, 0.27 * result.categories["category"].nunique() + 0.5)
    figure, axes = panels(result, size, 2, sharex=True, sharey=True)
    for axis, row in zip(axes, rows, strict=True):
        _category_bars(axis, result, row["seat"])
        _category_axes(axis, result, row)
    errors = _category_errors(axes, result, rows)
    for axis, row in zip(axes, rows, strict=True):
        _category_numbers(axis, result, row["seat"], drawn=errors.startswith("Error bars"))
    _harvest_legend(figure, axes[0])
    headed(figure, _points_title(result), caption_of(result, "Hatched: points lost", errors))
    return figure


def _points_title(result: Result) -> str:
    if len(result.summary) > 1:
        return "Where each seat's points come from"
    return points_words(category_means(result, int(result.summary["seat"].iloc[0])).sum(axis=1))


def harvest_colour(number: int) -> str:
    """Return the colour of a harvest (1-based), the same in every figure."""
    return HARVEST_COLOURS[(number - 1) % len(HARVEST_COLOURS)]


def stacked_from(means: pd.DataFrame) -> pd.DataFrame:
    """Return where each harvest's part of a bar begins: gains pile up to the right of 0, losses to the left."""
    gains, losses = means.clip(lower=0), means.clip(upper=0)
    before = {True: gains.cumsum(axis=1) - gains, False: losses.cumsum(axis=1) - losses}
    return before[True].where(means >= 0, before[False])


def _category_bars(axis: Axes, result: Result, seat: int) -> None:
    means = category_means(result, seat).fillna(0.0)
    starts = stacked_from(means)
    for number in means.columns:
        label = _harvest_words(result, int(number), float(means[number].sum()))
        bars = axis.barh(
            np.arange(len(means)), means[number], left=starts[number], height=0.74, label=label, linewidth=0.6
        )
        for bar, value in zip(bars, means[number], strict=True):
            bar.set(facecolor=harvest_colour(int(number)), edgecolor=PAPER if value >= 0 else INK)
            bar.set_hatch("" if value >= 0 else "////")


def _harvest_words(result: Result, number: int, points: float) -> str:
    """Return a harvest's label, in a solo run with its points."""
    label = harvest_label(result, number)
    return f"{label}: {minus(fixed(points, 1))} points" if len(result.summary) == 1 else label


def _category_numbers(axis: Axes, result: Result, seat: int, drawn: bool) -> None:
    """Write each category's points beside its bar, or its error bars where they are drawn, on the bar's side."""
    totals = category_means(result, seat).fillna(0.0).sum(axis=1)
    first, last = _reach(result, seat, drawn)
    for place, total in enumerate(totals):
        left = total < 0
        point = (first.iloc[place] if left else last.iloc[place], place)
        side: dict[str, Any] = {"xytext": (-4, 0), "ha": "right"} if left else {"xytext": (4, 0), "ha": "left"}
        weight = "bold" if abs(total) >= 0.05 else "normal"
        text = axis.annotate(tenths(total), point, textcoords="offset points", va="center", weight=weight, **side)
        text.set(fontsize=8.5, color=INK if weight == "bold" else FAINT)


def _reach(result: Result, seat: int, drawn: bool) -> tuple[pd.Series, pd.Series]:
    """Return how far each category's bar reaches to the left and to the right, error bars included where drawn."""
    means = category_means(result, seat).fillna(0.0)
    starts = stacked_from(means)
    lo, hi = (category_means(result, seat, side).fillna(0.0) if drawn else means for side in ("lo", "hi"))
    return (starts + lo).min(axis=1).clip(upper=0), (starts + hi).max(axis=1).clip(lower=0)


def tenths(value: float) -> str:
    """Return points with one decimal, and say so where something is there but rounds to nothing."""
    if value == 0:
        return "0"
    return minus(fixed(value, 1)) if abs(value) >= 0.05 else "< 0.1"


def _category_axes(axis: Axes, result: Result, row: dict[str, Any]) -> None:
    labels = category_means(result, row["seat"]).index
    axis.set_yticks(np.arange(len(labels)), labels)
    axis.set_ylim(len(labels) - 0.5, -0.5)
    axis.margins(x=0.12)
    axis.axvline(0, color=INK, linewidth=0.9)
    axis.grid(axis="x")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.set_major_formatter(lambda value, _: minus(exact(value)))
    axis.set_xlabel("Points per game")
    _name_panel(axis, row, f"{seat_short(result, row, 26)}: {minus(fixed(row['mean'], 1))} points")


def _category_errors(axes: list[Axes], result: Result, rows: list[dict[str, Any]]) -> str:
    """Draw the intervals if one of them can be seen, and return what the caption says of them."""
    frame = result.categories
    widest = float(((frame["hi"] - frame["lo"]) / 2).max())
    left, right = axes[0].get_xlim()
    if not has_error(widest):
        return "No error bars: the games do not differ" if result.games > 1 else "One game has no error bars"
    if widest < SEEN * (right - left):
        return f"95 % intervals are too narrow to draw: ±{widest:.1g} points at most"
    for axis, row in zip(axes, rows, strict=True):
        _error_bars(axis, result, row["seat"])
    return f"Error bars: 95 % interval of the points at one {result.game.period}"


def _error_bars(axis: Axes, result: Result, seat: int) -> None:
    """Draw each harvest's interval at the end of its part of the bar, one lane below the other."""
    means = category_means(result, seat)
    ends = stacked_from(means) + means
    for lane, number in enumerate(means.columns):
        lo, hi = (category_means(result, seat, side)[number] for side in ("lo", "hi"))
        below, above = (means[number] - lo).clip(lower=0), (hi - means[number]).clip(lower=0)
        height = np.arange(len(means)) + 0.22 * (lane - (len(means.columns) - 1) / 2)
        seen = (above + below > 0).to_numpy()
        widths = np.vstack([below[seen], above[seen]])
        axis.errorbar(ends[number][seen], height[seen], xerr=widths, fmt="none", **ERROR_BAR)


def _harvest_legend(figure: Figure, axis: Axes) -> None:
    """Put the harvests' colours in a line above the first panel's name, where they cover no bar."""
    above = axis.transAxes + ScaledTranslation(0, 18 / 72, figure.dpi_scale_trans)
    look: dict[str, Any] = {"ncols": 9, "frameon": False, "fontsize": 9, "borderaxespad": 0, "columnspacing": 1.4}
    axis.legend(loc="lower left", bbox_to_anchor=(0, 1), bbox_transform=above, handlelength=1.4, **look)


@styled
def groups_by_round(result: Result) -> Figure:
    """Answer: what does a policy do, and when?

    One panel a seat, one row a dice group, one column a round; a cell holds how often the group was taken in that
    round of a game, darker for more often, on one scale for all seats. At the right: times in a whole game.
    """
    rows = seat_rows(result)
    rounds, lines = result.groups["round"].nunique(), result.groups["group"].nunique()
    size = (min(2.6 + (0.85 if len(rows) == 1 else 0.55) * rounds, 11), 0.33 * lines + 0.8)
    figure, axes = panels(result, size, 2 if rounds < MOST_NUMBERS else 1, sharey=True)
    most = max(float(result.groups["mean"].max()), 1e-9)
    for axis, row in zip(axes, rows, strict=True):
        means = group_means(result, row["seat"]).fillna(0.0)
        _group_cells(axis, means, seat_colour(row["seat"]), most)
        _group_numbers(axis, means)
        _group_axes(axis, result, row, means)
    reading = "A cell: times taken in that round of a game, darker for more. Bold: times taken in the whole game"
    headed(figure, _groups_title(result), caption_of(result, reading, _group_errors(result)))
    return figure


def _groups_title(result: Result) -> str:
    if len(result.summary) > 1:
        return "What each seat does, and in which round"
    return groups_words(group_means(result, int(result.summary["seat"].iloc[0])).sum(axis=1), result.game.group)


def _group_errors(result: Result) -> str:
    widest = float(((result.groups["hi"] - result.groups["lo"]) / 2).max())
    return f"95 % intervals: ±{widest:.1g} at most" if has_error(widest) else ""


def _group_cells(axis: Axes, means: pd.DataFrame, colour: str, most: float) -> None:
    shades = LinearSegmentedColormap.from_list("seat", [PAPER, colour, to_hex(dark(colour, 0.55))])
    axis.pcolormesh(means.to_numpy(), cmap=shades, vmin=0, vmax=most, edgecolors="#E4E4E4", linewidth=0.8)


def _group_numbers(axis: Axes, means: pd.DataFrame) -> None:
    """Write the numbers into the cells, in the ink that stands out from each, and the sums beside them."""
    rounds = len(means.columns)
    shades = axis.collections[0]
    for line, values in enumerate(means.to_numpy().tolist()):
        for column, value in enumerate(values if rounds <= MOST_NUMBERS else []):
            colour = contrasting(shades.to_rgba(value)) if value >= 0.005 else FAINT
            axis.text(column + 0.5, line + 0.5, _hundredths(value), color=colour, fontsize=8.5, **CENTRED)
        axis.text(rounds + 0.55, line + 0.5, _hundredths(sum(values)), fontsize=8.5, weight="bold", **CENTRED)


def _hundredths(value: float) -> str:
    """Return times taken with two decimals, and say so where something is there but rounds to nothing."""
    if value == 0:
        return "0"
    return fixed(value, 2) if value >= 0.005 else "< 0.01"


def _group_axes(axis: Axes, result: Result, row: dict[str, Any], means: pd.DataFrame) -> None:
    rounds = len(means.columns)
    axis.set_yticks(np.arange(len(means)) + 0.5, list(means.index))
    axis.set_ylim(len(means), 0)
    step = 1 if rounds <= MOST_NUMBERS else 5
    places = [*(np.arange(0, rounds, step) + 0.5), rounds + 0.55]
    axis.set_xticks(places, [*(str(number) for number in means.columns[::step]), "Total"])
    axis.set_xlim(0, rounds + 1.05)
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.set_xlabel("Round (numbers: times taken per game)")
    _name_panel(axis, row, seat_short(result, row, 34))


FIGURES: dict[str, Draw] = {
    "scores": score_distribution,
    "points": points_by_category,
    "groups": groups_by_round,
}
"""Every figure by the name of its file."""
