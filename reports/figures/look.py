"""Pictures to read off: a run in one look, and the chance to reach a score."""

from __future__ import annotations

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..canvas import FAINT, INK, PAPER, caption_of, dark, headed, pale, seat_colour, styled
from ..contract import Result
from ..digits import exact, has_error, of_games, rough
from ..look import reach_words
from ..tables import of_seat
from ..words import FEWEST_HALVED, has_par, scores_words, seat_rows, seat_short

READ_OFF = (0.9, 0.5, 0.1)
"""The chances at which a solo run's curve is read off in the picture."""
SEEN = 0.001
"""The curve is drawn as far as chances from this to 1 less this."""


@styled
def in_one_look(result: Result) -> Figure:
    """Answer: what does a policy score, how sure is that, how far do games spread, and does it beat a par?

    One line a seat: the diamond is the mean with its 95 % interval, the thick bar the middle half of the games, the
    thin line the middle 90 %; the dashed line is par, where the game has one.
    """
    rows = seat_rows(result)
    figure = Figure(figsize=(8.6, 1.35 + 0.95 * len(rows)), layout="constrained")
    axis = figure.subplots()
    for place, row in enumerate(rows):
        _spread(axis, row, place)
        _tell(axis, result, row, place)
    _look_axes(axis, result, len(rows))
    bars = "Thick: middle half of the games. Thin: middle 90 %" if result.games >= FEWEST_HALVED else ""
    headed(figure, scores_words(result), caption_of(result, "Diamond: mean with its 95 % interval", bars))
    return figure


def _spread(axis: Axes, row: dict[str, Any], place: int) -> None:
    colour = seat_colour(row["seat"])
    if row["n"] >= FEWEST_HALVED:
        axis.hlines(place, row["q05"], row["q95"], color=colour, linewidth=2.2)
        axis.barh(place, row["q75"] - row["q25"], left=row["q25"], height=0.28, color=pale(colour, 0.55))
    if has_error(row["se"]):
        axis.hlines(place, row["lo"], row["hi"], color=INK, linewidth=2.6, zorder=4)
    look: dict[str, Any] = {"markersize": 10, "markerfacecolor": PAPER, "markeredgecolor": INK, "markeredgewidth": 1.6}
    axis.plot(row["mean"], place, "D", zorder=5, **look)


def _tell(axis: Axes, result: Result, row: dict[str, Any], place: int) -> None:
    """Write the seat's name, and its numbers in the next line, above its bar."""
    mean, lo, hi = rough(row["mean"], row["lo"], row["hi"])
    parts = [f"mean {mean}" + (f" ({lo} to {hi})" if has_error(row["se"]) else "")]
    if has_par(result, row):
        parts.append(f"above par: {of_games(row['p_above_par'], row['n'])}")
    if "wins" in row:
        parts.append(f"wins: {of_games(row['wins'], row['n'])}")
    above: dict[str, Any] = {"xycoords": ("axes fraction", "data"), "textcoords": "offset points", "va": "bottom"}
    above["bbox"] = {"facecolor": PAPER, "edgecolor": "none", "pad": 1.0}
    name = seat_short(result, row, 60)
    axis.annotate(name, (0, place), (0, 27), weight="bold", color=dark(seat_colour(row["seat"])), **above)
    axis.annotate(",  ".join(parts), (0, place), (0, 13), **above)


def _look_axes(axis: Axes, result: Result, rows: int) -> None:
    axis.set_ylim(rows - 0.68, -0.78)
    axis.set_yticks([])
    axis.margins(x=0.06)
    axis.grid(axis="x")
    axis.spines[["left"]].set_visible(False)
    axis.set_xlabel("Score at the end of the game (points)")
    if result.game.par is not None:
        axis.axvline(result.game.par, color=INK, linewidth=1.3, linestyle=(0, (4, 2)), zorder=1)
        _name_par(axis, result.game.par)


def _name_par(axis: Axes, par: int) -> None:
    top = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "annotation_clip": False}
    axis.annotate(f"par {par}", (par, 1), (0, 2), ha="center", va="bottom", fontsize=9, **top)  # type: ignore[arg-type]


@styled
def chance_to_reach(result: Result) -> Figure:
    """Answer: how likely is a score of at least so many points?

    One curve a seat, from a score on the axis up to the curve and left to its chance; the band around it holds for the
    whole curve (95 %). A solo run's curve is read off at 90, 50 and 10 % of the games.
    """
    rows = seat_rows(result)
    figure = Figure(figsize=(8.6, 4.6), layout="constrained")
    axis = figure.subplots()
    for row in rows:
        _curve(axis, result, row)
    if len(rows) == 1:
        _read_off(axis, of_seat(result.curve, rows[0]["seat"]))
    else:
        axis.legend(loc="upper right", frameon=False, fontsize=9)
    _reach_axes(axis, result)
    band = "Read off: from a score up to the curve, then left. The pale band holds for the whole curve (95 %)"
    headed(figure, reach_words(result), caption_of(result, band))
    return figure


def _curve(axis: Axes, result: Result, row: dict[str, Any]) -> None:
    own, colour = of_seat(result.curve, row["seat"]), seat_colour(row["seat"])
    chance, lo, hi = (100 * own[name] for name in ("prob", "lo", "hi"))
    axis.fill_between(own["score"], lo, hi, step="pre", color=colour, alpha=0.18, linewidth=0)
    axis.step(own["score"], chance, where="pre", color=colour, linewidth=2, label=seat_short(result, row, 34))


def _read_off(axis: Axes, own: pd.DataFrame) -> None:
    """Mark the highest score that is reached with each of these chances, with lines to both axes."""
    for chance in READ_OFF:
        reached = own[own["prob"] >= chance]
        if not len(reached):
            continue
        row = reached.iloc[-1]
        score, height = row["score"], 100 * row["prob"]
        axis.plot(score, height, "o", markersize=6, markerfacecolor=PAPER, markeredgecolor=INK, zorder=5)
        text = f"{exact(score)} or more: {height:.0f} %"
        axis.annotate(text, (score, height), (8, 3), textcoords="offset points", ha="left", va="bottom")


def _reach_axes(axis: Axes, result: Result) -> None:
    inside = result.curve[(result.curve["prob"] > SEEN) & (result.curve["prob"] < 1 - SEEN)]["score"]
    if len(inside):
        axis.set_xlim(float(inside.min()) - 2, float(inside.max()) + 4)
    axis.set_ylim(0, 104)
    axis.set_yticks(range(0, 101, 10))
    axis.grid(True)
    axis.tick_params(length=0)
    axis.spines[["left"]].set_color(FAINT)
    axis.set_xlabel("Score (points)")
    axis.set_ylabel("Games that reach it (%)")
    if result.game.par is not None:
        low, high = axis.get_xlim()
        axis.set_xlim(min(low, result.game.par - 3), max(high, result.game.par + 5))
        axis.axvline(result.game.par + 1, color=INK, linewidth=1.3, linestyle=(0, (4, 2)), zorder=1)
        top: dict[str, Any] = {"xycoords": ("data", "axes fraction"), "annotation_clip": False}
        axis.annotate(f"{result.game.par + 1} beats par", (result.game.par + 1, 1.01), ha="center", fontsize=9, **top)
