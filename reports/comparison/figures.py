"""Pictures of a comparison: each says in its docstring which question it answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from ..canvas import FAINT, INK, PAPER, SEAT_COLOURS, contrasting, dark, headed, minus, pale, styled
from ..contract import Comparison
from ..digits import between, exact, has_error
from ..figures.parts import ERROR_BAR, tenths
from ..words import capital, plain, short
from .pairs import (
    ABOVE,
    ALIKE,
    BELOW,
    OPEN,
    Pair,
    all_pairs,
    amount,
    focused,
    indifference,
    leader,
    leading,
    order,
    telling,
    unit,
)
from .tables import EQUAL, KNOWN, marked, signed, total_row, whole_game
from .words import headline, parts_words, played_words

BLUE, ORANGE, GREEN = SEAT_COLOURS[0], SEAT_COLOURS[1], SEAT_COLOURS[2]
LOOKS = {
    BELOW: ("o", BLUE, "known to be worse"),
    ABOVE: ("^", BLUE, "known to be better"),
    OPEN: ("D", ORANGE, "not decided"),
    ALIKE: ("s", GREEN, "no difference worth minding"),
}
"""Marker, colour and words of each thing that can be known of a difference."""
NAME_WIDE = 26
"""Letters of a policy's name in a line; a longer one takes two lines."""
SHADES = LinearSegmentedColormap.from_list(
    "differences", [to_hex(dark(ORANGE, 0.8)), ORANGE, PAPER, BLUE, to_hex(dark(BLUE, 0.8))]
)
BAR: dict[str, Any] = {"elinewidth": 1.6, "capsize": 3.5, "markersize": 7.5, "markeredgewidth": 1.6}
CENTRED: dict[str, Any] = {"ha": "center", "va": "center"}


def wrapped(name: str, wide: int = NAME_WIDE) -> str:
    """Return a policy's name in at most two lines, broken after a colon or a comma, cut in its middle if longer."""
    text = short(name, 2 * wide - 2)
    if len(text) <= wide:
        return text
    breaks = [found.end() for found in re.finditer(r"[:, -]", text) if found.end() <= wide]
    place = breaks[-1] if breaks and len(text) - breaks[-1] <= wide else wide
    return f"{text[:place].rstrip()}\n{text[place:]}"


def _caption(result: Comparison, *parts: str) -> str:
    played = capital(played_words(result))
    return ". ".join([f"{result.game.title}. {played}", *(part for part in parts if part)]) + "."


@styled
def forest(result: Comparison) -> Figure:
    """Answer: how far is each policy behind the leader, and how sure is that?

    One row a policy, best first: the difference to the leader as a point with its simultaneous 95 % interval; shape and
    colour say whether it is decided. The grey zone holds differences that nobody minds.
    """
    pairs = leading(result) if focused(result) else [pair.turned for pair in leading(result)]
    figure = Figure(figsize=(8.6, 0.44 * (len(pairs) + (not focused(result))) + 1.9), layout="constrained")
    axis = figure.subplots()
    first = 0 if focused(result) else 1
    for place, pair in enumerate(pairs, first):
        _forest_row(axis, result, place, pair)
    if first:
        axis.plot(0, 0, "*", color=INK, markersize=12, zorder=4)
    _zone(axis, result)
    names = [pair.second for pair in pairs] if focused(result) else [leader(result), *(one.first for one in pairs)]
    _forest_axes(axis, result, names)
    _forest_numbers(axis, pairs, first, result)
    _forest_legend(figure, result, pairs)
    headed(figure, headline(result), _caption(result, _forest_reading(result)))
    return figure


def _forest_row(axis: Axes, result: Comparison, place: int, pair: Pair) -> None:
    marker, colour, _ = LOOKS[pair.verdict(indifference(result))]
    errors = [[pair.diff - pair.lo], [pair.hi - pair.diff]]
    inside = PAPER if pair.verdict(indifference(result)) == OPEN else colour
    axis.errorbar(pair.diff, place, xerr=errors, fmt=marker, color=colour, mfc=inside, zorder=3, **BAR)


def _zone(axis: Axes, result: Comparison) -> None:
    """Shade the differences that nobody minds, and draw the line of none."""
    bound = indifference(result)
    axis.axvspan(-bound, bound, color="#DDDDDD", linewidth=0, zorder=0)
    axis.axvline(0, color=INK, linewidth=1.0, zorder=1)


def _forest_axes(axis: Axes, result: Comparison, names: list[str]) -> None:
    axis.set_yticks(range(len(names)), [wrapped(name) for name in names])
    axis.set_ylim(len(names) - 0.5, -0.5)
    axis.margins(x=0.06)
    axis.grid(axis="x")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.set_major_formatter(lambda value, _: minus(exact(value)))
    focus = f": {short(result.plan['focus'])} minus its opponent"
    what = focus if focused(result) else f" minus that of {short(leader(result))}"
    axis.set_xlabel(f"{capital(str(result.plan['unit']))}{what} ({unit(result).amount})")


def _forest_numbers(axis: Axes, pairs: list[Pair], first: int, result: Comparison) -> None:
    """Write each difference with its interval at the right."""
    look: dict[str, Any] = {"transform": axis.get_yaxis_transform(), "va": "center", "fontsize": 8.5, "clip_on": False}
    for place, pair in enumerate(pairs, first):
        text = minus(signed(pair.diff, pair.se))
        if has_error(pair.se):
            text += f"  ({minus(between(pair.lo, pair.hi, pair.se))})"
        axis.text(1.02, place, text, color=dark(LOOKS[pair.verdict(indifference(result))][1]), **look)
    axis.text(1.02, -0.75, "Difference (95 % interval)", color=FAINT, **look)
    if first:
        axis.text(1.02, 0, "leads" if len(result.best) > 1 else "best", weight="bold", **look)


def _forest_legend(figure: Figure, result: Comparison, pairs: list[Pair]) -> None:
    seen = [verdict for verdict in LOOKS if any(pair.verdict(indifference(result)) == verdict for pair in pairs)]
    handles: list[Any] = [
        Line2D([], [], color=LOOKS[one][1], marker=LOOKS[one][0], markersize=7, markeredgewidth=1.6, linewidth=1.6,
               mfc=PAPER if one == OPEN else LOOKS[one][1], label=LOOKS[one][2])
        for one in seen
    ]  # fmt: skip
    if indifference(result) > 0:
        handles.append(Patch(color="#DDDDDD", label=f"within {amount(result, indifference(result))}: taken as equal"))
    figure.axes[0].legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=2 if len(handles) > 2 else 3,
        frameon=False,
        fontsize=8.5,
    )


def _forest_reading(result: Comparison) -> str:
    until = "after this fixed number of games" if result.plan["stop"] == "fixed" else "whenever one stops"
    return f"Bars: 95 % intervals that hold all together, {until}"


@styled
def matrix(result: Comparison) -> Figure:
    """Answer: for any two policies, which has more, by how much, and is that decided?

    Row minus column: blue where the row's policy has more, orange where it has less. A cell whose sign is not decided
    is hatched and pale, one whose difference nobody minds is green.
    """
    names = order(result)
    size = 1.02 * len(names)
    figure = Figure(figsize=(max(8.6, size + 3.4), max(0.62 * len(names), 1.9) + 1.7), layout="constrained")
    axis = figure.subplots()
    values = matrix_values(result)
    most = max(float(np.nanmax(np.abs(values))), 1e-9)
    axis.pcolormesh(values, cmap=SHADES, vmin=-most, vmax=most, edgecolors=PAPER, linewidth=1.5)
    places = {name: place for place, name in enumerate(names)}
    for pair in all_pairs(result):
        for one in (pair, pair.turned):
            _matrix_cell(axis, one, places[one.second], places[one.first], most, indifference(result))
    for place in range(len(names)):
        axis.text(place + 0.5, place + 0.5, "·", color=FAINT, **CENTRED)
    _matrix_axes(axis, names, _heads(names, figure.get_size_inches()[0]))
    reading = f"A cell: the row's policy minus the column's, in {unit(result).amount}, with its interval"
    marks = f"{KNOWN} its sign is known; hatched: it is not; {EQUAL} taken as equal"
    headed(figure, _matrix_title(result), _caption(result, reading, marks))
    return figure


def matrix_values(result: Comparison) -> Any:
    """Return the differences as drawn (float64[k, k]), row minus column, best first."""
    places = {name: place for place, name in enumerate(order(result))}
    values = np.zeros((len(places), len(places)))
    for pair in all_pairs(result):
        values[places[pair.first], places[pair.second]] = pair.diff
        values[places[pair.second], places[pair.first]] = -pair.diff
    return values


def _matrix_cell(axis: Axes, pair: Pair, column: int, row: int, most: float, bound: float) -> None:
    fill, verdict = SHADES(0.5 + 0.5 * pair.diff / most), pair.verdict(bound)
    if verdict in (OPEN, ALIKE):
        fill = (*pale(to_hex(fill) if verdict == OPEN else GREEN, 0.35), 1.0)
        hatch: Any = {"hatch": "///", "edgecolor": "#BBBBBB"} if verdict == OPEN else {}
        axis.add_patch(Rectangle((column, row), 1, 1, facecolor=fill, linewidth=0, **hatch))
    look: dict[str, Any] = {"color": contrasting(fill), **CENTRED}
    look |= {"bbox": {"facecolor": fill, "edgecolor": "none", "pad": 1.2}} if verdict == OPEN else {}
    weight = "bold" if verdict in (ABOVE, BELOW) else "normal"
    axis.text(column + 0.5, row + 0.36, minus(marked(pair, bound)), fontsize=9, weight=weight, **look)
    if has_error(pair.se):
        axis.text(column + 0.5, row + 0.72, minus(between(pair.lo, pair.hi, pair.se)), fontsize=6.6, **look)


def _matrix_axes(axis: Axes, names: list[str], heads: list[str]) -> None:
    middles = np.arange(len(names)) + 0.5
    axis.set_yticks(middles, [f"{place}. {wrapped(name)}" for place, name in enumerate(names, 1)])
    axis.set_xticks(middles, heads, fontsize=8.5)
    axis.xaxis.tick_top()
    axis.set_ylim(len(names), 0)
    axis.spines[["left", "right", "top", "bottom"]].set_visible(False)
    axis.tick_params(length=0)


def _heads(names: list[str], wide: float) -> list[str]:
    """Return the columns' heads: numbers, with the names where each has room in two lines of a column."""
    letters = int(11 * (wide - 3) / len(names))
    numbered = [f"{place}. {plain(name)}" for place, name in enumerate(names, 1)]
    if max(len(name) for name in numbered) > 2 * letters - 2:
        return [str(place) for place in range(1, len(names) + 1)]
    fits = max(map(len, names)) <= letters
    return [
        numbered[place].replace(" ", "\n", 1) if fits else wrapped(numbered[place], letters)
        for place in range(len(names))
    ]


def _matrix_title(result: Comparison) -> str:
    """Return for how many pairs it is known which has more, and how many are too close to matter."""
    pairs = all_pairs(result)
    verdicts = [pair.verdict(indifference(result)) for pair in pairs]
    known, alike = len(pairs) - verdicts.count(OPEN) - verdicts.count(ALIKE), verdicts.count(ALIKE)
    head = "For every pair" if known == len(pairs) else f"For {known} of {len(pairs)} pairs"
    close = f"; {alike} {'is' if alike == 1 else 'are'} too close to matter" if alike else ""
    return f"{head} it is known which has more{close}"


@styled
def difference_by_category(result: Comparison) -> Figure:
    """Answer: in which lines of the score sheet does the leader gain over the next policy, and in which does it lose?

    One bar a category, points in the whole game with a 95 % interval; blue where the leader has more, orange where it
    has less, pale where the interval holds 0. The total is the difference in score.
    """
    pair = telling(result)
    rows, total = whole_game(result, pair), total_row(result, pair)
    figure = Figure(figsize=(8.6, 0.27 * (len(rows) + 1) + 1.7), layout="constrained")
    axis = figure.subplots()
    names = [*rows["category"], "Total"]
    entries = [*rows.to_dict("records"), total]
    heights = [*range(len(rows)), len(rows) + 0.4]
    for height, row in zip(heights, entries, strict=True):
        _difference_bar(axis, height, row)
    _category_axes(axis, names, heights, pair)
    reading = "Bars: mean difference in points with a 95 % interval each; pale: its sign is not known"
    headed(figure, parts_words(result, pair, short), _caption(result, reading))
    return figure


def _difference_bar(axis: Axes, height: float, row: Any) -> None:
    known = row["lo"] > 0 or row["hi"] < 0
    colour = BLUE if row["diff"] > 0 else ORANGE
    axis.barh(height, row["diff"], height=0.74, color=colour if known else pale(colour), linewidth=0)
    if has_error(row["se"]):
        errors = [[row["diff"] - row["lo"]], [row["hi"] - row["diff"]]]
        axis.errorbar(row["diff"], height, xerr=errors, fmt="none", **ERROR_BAR)
    left = row["diff"] < 0
    end = row["lo"] if left else row["hi"]
    point, side = (end if has_error(row["se"]) else row["diff"], height), (-5 if left else 5, 0)
    text = minus(tenths(row["diff"]))
    look: dict[str, Any] = {"fontsize": 8.5, "va": "center", "ha": "right" if left else "left"}
    look |= {"color": INK if known else FAINT, "weight": "bold" if known else "normal"}
    axis.annotate(text, point, xytext=side, textcoords="offset points", **look)


def _category_axes(axis: Axes, names: list[str], heights: list[float], pair: Pair) -> None:
    axis.set_yticks(heights, names)
    axis.get_yticklabels()[-1].set_fontweight("bold")
    axis.set_ylim(heights[-1] + 0.6, -0.6)
    axis.axhline(heights[-1] - 0.7, color=FAINT, linewidth=0.8)
    axis.margins(x=0.1)
    axis.axvline(0, color=INK, linewidth=0.9)
    axis.grid(axis="x")
    axis.spines[["left", "bottom"]].set_visible(False)
    axis.tick_params(length=0)
    axis.xaxis.set_major_formatter(lambda value, _: minus(exact(value)))
    axis.set_xlabel("Points per game")
    axis.set_title(f"◀ {wrapped(pair.second, 32)}\nhas more", loc="left", color=dark(ORANGE), fontsize=9)
    axis.set_title(f"{wrapped(pair.first, 32)}\nhas more ▶", loc="right", color=dark(BLUE), fontsize=9)


FIGURES: dict[str, Callable[[Comparison], Figure]] = {
    "best": forest,
    "pairs": matrix,
    "parts": difference_by_category,
}
"""Every figure by the name of its file."""
