"""Pictures of points: where they come from, and how good games differ from bad ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from ..canvas import FAINT, HARVEST_COLOURS, INK, PAPER, caption_of, headed, minus, panels, styled
from ..contract import Result
from ..digits import count, exact, fixed, has_error
from ..tables import category_means, harvest_label, in_order, scored_once
from ..tenths import PARTS, tenth_gains, tenth_means, tenth_row, tenths_words
from ..words import capital, points_words, rows_of, seat_rows, seat_short
from .parts import ERROR_BAR, SEEN, harvest_colour, label_lowest, legend_above, name_panel, tenths

PART_COLOURS = (*HARVEST_COLOURS, "#8FA3B3", "#4F6272")
LEAST_DRAWN = 0.5
"""Categories of fewer points in every tenth are left out of the tenths' picture, and named below it."""


@styled
def points_by_category(result: Result) -> Figure:
    """Answer: where do the points come from, and at which harvest; what costs some?

    One panel a seat, one row a category, its bar stacked by harvest, or in the colour of its part of the score where
    that is counted once; losses grow to the left and are hatched.
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
    label_lowest(axes, 2)
    once = scored_once(result)
    names = _part_names(result, rows) if once else axes[0].containers[: result.categories["harvest"].nunique()]
    if names:
        legend_above(figure, axes[0], names)
    headed(figure, _points_title(result), caption_of(result, "Hatched: points lost", errors))
    return figure


def _points_title(result: Result) -> str:
    if len(result.summary) > 1:
        return "Where each seat's points come from"
    return points_words(category_means(result, int(result.summary["seat"].iloc[0])).sum(axis=1))


def stacked_from(means: pd.DataFrame) -> pd.DataFrame:
    """Return where each harvest's part of a bar begins: gains pile up to the right of 0, losses to the left."""
    gains, losses = means.clip(lower=0), means.clip(upper=0)
    before = {True: gains.cumsum(axis=1) - gains, False: losses.cumsum(axis=1) - losses}
    return before[True].where(means >= 0, before[False])


def _category_bars(axis: Axes, result: Result, seat: int) -> None:
    means = category_means(result, seat).fillna(0.0)
    labels = [_harvest_words(result, int(number), float(means[number].sum())) for number in means.columns]
    _stack(axis, result, means, labels)


def _part_names(result: Result, rows: list[dict[str, Any]]) -> list[Patch]:
    """Return what names the colours of the score's parts, in a solo run with their points."""
    names = []
    for place, part in enumerate(result.game.sheet, start=1):
        told = rows_of(result.sheet[result.sheet["part"] == part]) if len(result.sheet) and len(rows) == 1 else []
        points = f": {minus(fixed(told[0]['mean'], 1))} points" if told else ""
        names.append(Patch(facecolor=part_colour(place), label=f"{part}{points}"))
    return names


def part_colour(number: int) -> str:
    """Return the colour of a part of the score (1-based), where that is counted once."""
    return PART_COLOURS[(number - 1) % len(PART_COLOURS)]


def _bar_colour(result: Result, harvest: int, category: str) -> str:
    """Return the colour of a harvest, or of the category's part where the score is counted once."""
    if not scored_once(result):
        return harvest_colour(harvest)
    parts = [place for place, names in enumerate(result.game.sheet.values(), start=1) if category in names]
    return part_colour(parts[0] if parts else 2)


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
    name_panel(axis, row, f"{seat_short(result, row, 26)}: {minus(fixed(row['mean'], 1))} points")


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
    return f"Error bars: 95 % interval{'s' if scored_once(result) else f' of the points at one {result.game.period}'}"


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


@styled
def good_and_bad_games(result: Result) -> Figure:
    """Answer: where do good games get the points that bad games lack?

    One row of panels a seat: the worst tenth of the games, the middle tenth and the best, each with its points by
    category, stacked by harvest as in the picture of all games. The last numbers are the best less the worst.
    """
    rows = seat_rows(result)
    lines = tenth_categories(result)
    figure = Figure(figsize=(11, (0.25 * len(lines) + 0.75) * len(rows) + 1.0), layout="constrained")
    axes = figure.subplots(len(rows), len(PARTS), squeeze=False, sharex=True, sharey=True)
    for line, row in zip(axes, rows, strict=True):
        for axis, part in zip(line, PARTS, strict=True):
            _tenth_panel(axis, result, row, part, lines)
        _gains(line[-1], result, row, lines)
    axes[-1][1].set_xlabel("Points per game")
    _harvest_names(figure, axes[0][0], result)
    of = f"From {count(int(result.tenths['n'].iloc[0]))} games in each tenth, ordered by score"
    headed(figure, tenths_words(result), caption_of(result, of, "Hatched: points lost", _left_out(result, lines)))
    return figure


def tenth_categories(result: Result) -> list[str]:
    """Return the categories that bring or cost so much in a tenth that it can be seen, in the game's order."""
    points = result.deciles.groupby(["seat", "part", "category"], observed=True)["mean"].sum().abs()
    most = points.groupby("category", observed=True).max()
    return in_order(result.game.categories, most[most >= LEAST_DRAWN].index.astype(str))


def _left_out(result: Result, lines: list[str]) -> str:
    missing = [name for name in in_order(result.game.categories, result.deciles["category"]) if name not in lines]
    return f"Below {LEAST_DRAWN:g} points in all: {', '.join(missing)}" if missing else ""


def _tenth_panel(axis: Axes, result: Result, row: dict[str, Any], part: str, lines: list[str]) -> None:
    means = tenth_means(result, row["seat"], part).reindex(lines).fillna(0.0)
    _stack(axis, result, means)
    ends = stacked_from(means) + means
    for place, total in enumerate(means.sum(axis=1)):
        left = total < 0
        end = ends.iloc[place].min() if left else ends.iloc[place].max()
        axis.annotate(
            tenths(total), (end, place), (-3 if left else 3, 0), textcoords="offset points",
            ha="right" if left else "left", va="center", fontsize=8,
        )  # fmt: skip
    _tenth_axes(axis, result, row, part, lines)


def _stack(axis: Axes, result: Result, means: pd.DataFrame, labels: Sequence[str | None] = (None,) * 9) -> None:
    """Draw a bar for each category, its parts in their colours; what is lost is hatched."""
    starts, lines = stacked_from(means), np.arange(len(means))
    for number, label in zip(means.columns, labels, strict=False):
        bars = axis.barh(lines, means[number], left=starts[number], height=0.74, linewidth=0.6, label=label)
        for bar, category, value in zip(bars, means.index, means[number], strict=True):
            bar.set(facecolor=_bar_colour(result, int(number), str(category)), edgecolor=PAPER if value >= 0 else INK)
            bar.set_hatch("" if value >= 0 else "////")


def _tenth_axes(axis: Axes, result: Result, row: dict[str, Any], part: str, lines: list[str]) -> None:
    own = tenth_row(result, row["seat"], part)
    axis.set_yticks(np.arange(len(lines)), lines)
    axis.set_ylim(len(lines) - 0.5, -0.5)
    axis.margins(x=0.2)
    axis.axvline(0, color=INK, linewidth=0.9)
    axis.grid(axis="x")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.set_major_formatter(lambda value, _: minus(exact(value)))
    span = f"{exact(own['min'])} to {exact(own['max'])} points"
    first = f"{seat_short(result, row, 26)}\n" if part == PARTS[0] and len(result.summary) > 1 else ""
    name_panel(axis, row, f"{first}{capital(part)}: {span}")


def _gains(axis: Axes, result: Result, row: dict[str, Any], lines: list[str]) -> None:
    """Write beside the last panel what the best tenth has more than the worst, stronger where it is more."""
    gains = tenth_gains(result, row["seat"]).reindex(lines)
    place: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "va": "center", "ha": "right", "fontsize": 9}
    axis.annotate("best − worst", (1.24, -0.9), annotation_clip=False, **place)
    for line, value in enumerate(gains):
        strong = abs(value) >= 0.2 * gains.abs().max()
        look: dict[str, Any] = {"weight": "bold" if strong else "normal", "color": INK if strong else FAINT}
        axis.annotate(signed_tenths(value), (1.2, line), annotation_clip=False, **place, **look)


def signed_tenths(value: float) -> str:
    """Return a difference in points with its sign and one decimal."""
    return minus(f"{value:+.1f}") if abs(value) >= 0.05 else "0.0"


def _harvest_names(figure: Figure, axis: Axes, result: Result) -> None:
    """Name the colours in a line above all panels."""
    if scored_once(result):
        patches = _part_names(result, [])
    else:
        numbers = sorted(int(number) for number in result.deciles["harvest"].unique())
        patches = [Patch(facecolor=harvest_colour(number), label=harvest_label(result, number)) for number in numbers]
    if patches:
        legend_above(figure, axis, patches, 2 if len(result.summary) > 1 else 1, over=True)
