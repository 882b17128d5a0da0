"""Pictures of what was done: groups by round, keeping or rolling dice, and the first action."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ..canvas import FAINT, INK, caption_of, contrasting, headed, pale, panels, seat_colour, styled
from ..contract import Result
from ..digits import count, fixed, has_error
from ..events import first_lines, first_words, kept_words, percent_of
from ..tables import group_means, of_seat
from ..words import FEW, groups_words, seat_rows, seat_short
from .parts import CENTRED, ERROR_BAR, label_lowest, name_panel, shaded

SIDE_BY_SIDE = 10
"""With more rounds than this the seats' panels stand below each other."""
MOST_NUMBERS = 20
"""With more rounds than this the numbers in the cells would be too small to read."""
SEEN_SHARE = 0.01
"""Intervals of shares that reach less far to each side are not drawn; the caption states the widest."""


@styled
def groups_by_round(result: Result) -> Figure:
    """Answer: what does a policy do, and when?

    One panel a seat, one row a group, one column a round; a cell holds how often the group was taken in that
    round of a game, stronger for more often, on one scale for all seats. At the right: times in a whole game.
    """
    rows = seat_rows(result)
    rounds, lines = result.groups["round"].nunique(), result.groups["group"].nunique()
    size = (min(2.6 + (0.85 if len(rows) == 1 else 0.55) * rounds, 11), 0.33 * lines + 0.8)
    figure, axes = panels(result, size, 2 if rounds <= SIDE_BY_SIDE else 1, sharey=True)
    most = max(float(result.groups["mean"].max()), 1e-9)
    for axis, row in zip(axes, rows, strict=True):
        means = group_means(result, row["seat"]).fillna(0.0)
        shaded(axis, means, seat_colour(row["seat"]), most)
        _group_numbers(axis, means)
        _group_axes(axis, result, row, means)
    reading = "A cell: times taken in that round of a game, stronger for more. Bold: times taken in the whole game"
    headed(figure, _groups_title(result), caption_of(result, reading, _group_errors(result)))
    return figure


def _groups_title(result: Result) -> str:
    if len(result.summary) > 1:
        return "What each seat does, and in which round"
    return groups_words(group_means(result, int(result.summary["seat"].iloc[0])).sum(axis=1), result.game.group)


def _group_errors(result: Result) -> str:
    widest = float(((result.groups["hi"] - result.groups["lo"]) / 2).max())
    return f"95 % intervals: ±{widest:.1g} at most" if has_error(widest) else ""


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
    name_panel(axis, row, seat_short(result, row, 34))


@styled
def keep_or_roll(result: Result) -> Figure:
    """Answer: how often are the lying dice kept, and how often are they all rolled?

    One panel a seat, one bar a round: full colour for the actions that kept the dice, pale for those that rolled them.
    """
    rows = seat_rows(result)
    figure, axes = panels(result, (8.6 if len(rows) == 1 else 5.2, 2.3), 2, sharex=True, sharey=True)
    for axis, row in zip(axes, rows, strict=True):
        _kept_bars(axis, of_seat(result.dice, row["seat"]), seat_colour(row["seat"]))
        _kept_axes(axis)
        name_panel(axis, row, seat_short(result, row, 34))
    label_lowest(axes, 2)
    reading = "Full colour: the lying dice were kept. Pale: all were rolled. Share of the actions of each round"
    headed(figure, kept_words(result), caption_of(result, reading, _kept_errors(result)))
    return figure


def _kept_bars(axis: Axes, dice: pd.DataFrame, colour: str) -> None:
    dice = dice[dice["n"] > 0].sort_values("round")
    kept, rounds = 100 * dice["prob"].fillna(0.0), dice["round"].astype(int)
    axis.bar(rounds, kept, width=0.78, color=colour)
    axis.bar(rounds, 100 - kept, bottom=kept, width=0.78, color=pale(colour, 0.25))
    lo, hi = (100 * dice[side].fillna(dice["prob"]).fillna(0.0) for side in ("lo", "hi"))
    if (hi - lo).max() > 200 * SEEN_SHARE:
        axis.errorbar(rounds, kept, yerr=np.vstack([kept - lo, hi - kept]).clip(min=0), fmt="none", **ERROR_BAR)
    for number, height, low, high in zip(rounds, kept, lo, hi, strict=True):
        inside = low >= 30
        place: dict[str, Any] = {"ha": "center", "va": "top" if inside else "bottom", "fontsize": 9}
        place["color"] = contrasting((*to_rgb(colour), 1)) if inside else INK
        where, shift = (number, low if inside else high), (0, -3 if inside else 3)
        axis.annotate(f"{percent_of(height / 100)} %", where, shift, textcoords="offset points", **place)


def _kept_errors(result: Result) -> str:
    """Return what the caption says of the intervals: drawn, or too narrow."""
    widest = float((100 * (result.dice["hi"] - result.dice["lo"]) / 2).max())
    if not has_error(widest):
        return ""
    return "Error bars: 95 %" if widest > 100 * SEEN_SHARE else f"95 % intervals: ±{widest:.1g} % at most"


def _kept_axes(axis: Axes) -> None:
    axis.set_ylim(0, 100)
    axis.set_yticks(range(0, 101, 25))
    axis.xaxis.set_major_locator(MaxNLocator(12, integer=True))
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.set_xlabel("Round")
    axis.set_ylabel("Actions (%)")


@styled
def first_actions(result: Result) -> Figure:
    """Answer: what is done first, and how did the games go that began so?

    One panel a seat, one bar a group: the share of the games that began with it. Beside it: the mean score of
    those games with its 95 % interval.
    """
    rows = seat_rows(result)
    lines = first_lines(result)
    size = (8.6 if len(rows) == 1 else 5.6, 0.27 * len(lines) + 0.6)
    figure, axes = panels(result, size, 2, sharex=True, sharey=True)
    most = 100 * float(result.first_action["hi"].max())
    for axis, row in zip(axes, rows, strict=True):
        own = of_seat(result.first_action, row["seat"]).set_index("group").loc[lines]
        _first_bars(axis, own, seat_colour(row["seat"]))
        _first_axes(axis, lines, most)
        name_panel(axis, row, seat_short(result, row, 34))
    label_lowest(axes, 2)
    caption = f"From {count(int(result.first_action['n'].iloc[0]))} games; error bars and ± are 95 % intervals"
    least = f"No mean of fewer than {FEW} games" if (result.first_action["hits"].between(1, FEW - 1)).any() else ""
    some = len(lines) < result.first_action["group"].nunique()
    never = f"A game never began with any other {result.game.group}" if some else ""
    headed(figure, first_words(result), caption_of(result, caption, least, never))
    return figure


def _first_bars(axis: Axes, own: pd.DataFrame, colour: str) -> None:
    share, lines = 100 * own["prob"], np.arange(len(own))
    axis.barh(lines, share, height=0.72, color=colour)
    seen = (own["hits"] > 0).to_numpy()
    sides = np.vstack([share - 100 * own["lo"], 100 * own["hi"] - share]).clip(min=0)[:, seen]
    axis.errorbar(share[seen], lines[seen], xerr=sides, fmt="none", **ERROR_BAR)
    for line, (_, row) in enumerate(own.iterrows()):
        text = first_text(row)
        axis.annotate(text, (100 * row["hi"] if row["hits"] else 0, line), (5, 0), textcoords="offset points",
                      va="center", fontsize=8.5, color=INK if row["hits"] else FAINT)  # fmt: skip


def first_text(row: pd.Series) -> str:
    """Return '32 %, then 71.3 ± 0.4 points', or 'never'; a mean of few games is left to the table."""
    if not row["hits"]:
        return "never"
    share = f"{100 * row['prob']:.0f} %" if row["prob"] >= 0.01 else "< 1 %"
    if row["hits"] < FEW or not has_error(row["se_score"]):
        return share
    half = (row["hi_score"] - row["lo_score"]) / 2
    decimals = 1 if half < 2 else 0
    return f"{share}; mean score {fixed(row['mean_score'], decimals)} ± {fixed(half, decimals)}"


def _first_axes(axis: Axes, lines: list[str], most: float) -> None:
    axis.set_yticks(np.arange(len(lines)), lines)
    axis.set_ylim(len(lines) - 0.5, -0.5)
    axis.set_xlim(0, most * 1.7)
    axis.set_xticks([tick for tick in MaxNLocator(5).tick_values(0, most) if 0 <= tick <= most * 1.1])
    axis.grid(axis="x")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.set_xlabel("Games that began with it (%)", loc="left")
