"""A result's numbers as tables: raw ones for files, and ones of text, ready to be shown, for pages.

Why two kinds: what is shown has the digits that its standard error supports, what is exported has all of them.
A shown table is a frame of text; its index and columns hold what people read at the rows and columns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np
import pandas as pd

from .contract import Comparison, Result
from .digits import MISSING, between, count, exact, has_error, shown, with_bound, with_error
from .words import capital, has_par, seat_name, seat_rows

TOTAL = "Total"
PER_GAME = "Per game"
EXPORTS = (
    *("summary", "histogram", "curve", "quantiles", "start", "sheet", "categories", "tenths", "deciles"),
    *("groups", "dice", "first_action", "came", "state", "markers"),
)
"""The frames of a result that are written to files, under these names."""
NICE = (1.0, 2.0, 5.0)
"""Widths of a bar of the score distribution, times a power of ten."""
MOST_BARS = 240

__all__ = [
    "EXPORTS",
    "bin_width",
    "category_means",
    "category_table",
    "exports",
    "group_means",
    "group_table",
    "harvest_label",
    "kept_table",
    "points_table",
    "score_bins",
    "scored_once",
    "sheet_table",
    "shown",
    "state_table",
    "summary_table",
    "with_error",
]


def exports(result: Result) -> dict[str, pd.DataFrame]:
    """Return the raw frames to export, by name; those that a game does not fill are left out."""
    frames = {name: cast(pd.DataFrame, getattr(result, name)) for name in EXPORTS}
    return {name: frame for name, frame in frames.items() if len(frame)}


def of_seat(frame: pd.DataFrame, seat: int) -> pd.DataFrame:
    """Return the rows of one seat (1-based)."""
    return frame[frame["seat"] == seat]


def in_order(known: Iterable[str], found: Iterable[str]) -> list[str]:
    """Return the labels that were found: known ones in their order, then others as they came."""
    present = list(dict.fromkeys(found))
    first = [label for label in dict.fromkeys(known) if label in present]
    return first + [label for label in present if label not in first]


def grid(frame: pd.DataFrame, rows: str, columns: str, value: str, order: Sequence[str]) -> pd.DataFrame:
    """Lay one column out as rows x columns, the rows in the given order and the columns ascending."""
    wide = frame.pivot(index=rows, columns=columns, values=value).astype(float)
    wide.index = wide.index.astype(str)
    return wide.reindex(in_order(order, frame[rows].astype(str)))


def harvest_label(result: Result | Comparison, harvest: int) -> str:
    """Return the label of a harvest (1-based)."""
    labels = result.game.harvests
    return labels[harvest - 1] if 1 <= harvest <= len(labels) else f"{capital(result.game.period)} {harvest}"


def category_means(result: Result, seat: int, value: str = "mean") -> pd.DataFrame:
    """Return points by category (rows) and harvest number (columns) for one seat; or another column, as `se`."""
    return grid(of_seat(result.categories, seat), "category", "harvest", value, result.game.categories)


def group_means(result: Result, seat: int, value: str = "mean") -> pd.DataFrame:
    """Return times taken in a game by dice group (rows) and round number (columns) for one seat; or another column."""
    return grid(of_seat(result.groups, seat), "group", "round", value, result.game.groups)


def with_totals(values: pd.DataFrame, row: str | None, column: str | None) -> pd.DataFrame:
    """Return the grid with sums added as a last row and a last column, each where it has a label."""
    wide = values.copy()
    if column is not None:
        wide[column] = wide.sum(axis=1)
    if row is not None:
        wide.loc[row] = wide.sum(axis=0)
    return wide


def cells(mean: pd.DataFrame, se: pd.DataFrame) -> pd.DataFrame:
    """Return a grid of '15.203 ± 0.012' from two grids of the same shape."""
    text = [[with_error(m, s) for m, s in zip(*pair, strict=True)] for pair in _row_pairs(mean, se)]
    return pd.DataFrame(text, index=mean.index, columns=mean.columns, dtype=object)


def _row_pairs(mean: pd.DataFrame, se: pd.DataFrame) -> list[tuple[list[float], list[float]]]:
    return list(zip(mean.to_numpy().tolist(), se.to_numpy().tolist(), strict=True))


def cells_with_totals(mean: pd.DataFrame, se: pd.DataFrame, row: str | None, column: str) -> pd.DataFrame:
    """Return the cells with totals; a total's standard error is bounded by the sum of its parts'.

    Why a bound: the parts come from the same games and go together in ways that a table of means does not tell.
    """
    sums, bounds = with_totals(mean, row, column), with_totals(se, row, column)
    text = sums.astype(object)
    text.loc[mean.index, mean.columns] = cells(mean, se)
    totals = [(label, column) for label in mean.index]
    totals += [(row, label) for label in sums.columns] if row is not None else []
    for label, place in totals:
        text.loc[label, place] = with_bound(_at(sums, label, place), _at(bounds, label, place))
    return text


def _at(frame: pd.DataFrame, row: Any, column: Any) -> float:
    return float(cast(float, frame.at[row, column]))


def scored_once(result: Result) -> bool:
    """Tell whether points are given once, at the end of the game."""
    return bool(result.categories["harvest"].nunique() == 1)


def category_table(result: Result, seat: int) -> pd.DataFrame:
    """Return points by category and harvest as text, with totals; the last cell is the mean score with its error."""
    mean, se = category_means(result, seat), category_means(result, seat, "se")
    everything = result.game.periods
    table = cells_with_totals(mean, se, TOTAL, everything)
    score = of_seat(result.summary, seat).iloc[0]
    table.loc[TOTAL, everything] = with_error(score["mean"], score["se"])
    return _named_harvests(result, table.rename_axis(index="Category", columns=None))


def points_table(result: Result) -> pd.DataFrame:
    """Return the points of a game that is scored once as text: a row for each category, a column for each seat."""
    columns = {}
    for row in seat_rows(result):
        mean, se = (category_means(result, row["seat"], value) for value in ("mean", "se"))
        column = cells(mean, se).iloc[:, 0]
        columns[seat_name(result, row)] = pd.concat([column, pd.Series({TOTAL: with_error(row["mean"], row["se"])})])
    return pd.DataFrame(columns).rename_axis(index="Category")


def sheet_table(result: Result) -> pd.DataFrame:
    """Return the points of the score's parts as text: a row for each part, a column for each seat."""
    columns = {}
    for row in seat_rows(result):
        own = of_seat(result.sheet, row["seat"]).set_index("part")
        columns[seat_name(result, row)] = own[["mean", "se"]].apply(lambda r: with_error(*r), axis=1)
    return pd.DataFrame(columns).reindex(list(result.game.sheet)).rename_axis(index="Part of the score")


def _named_harvests(result: Result, table: pd.DataFrame) -> pd.DataFrame:
    return table.rename(columns=lambda name: harvest_label(result, name) if isinstance(name, int) else name)


def _told(result: Result, mean: pd.DataFrame, se: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return means and errors of the periods that a table of many shows, without what nobody ever has."""
    if not result.game.shown:
        return mean, se
    periods = list(result.game.shown)
    owned = (mean > 0).any(axis=1)
    return mean.loc[owned, periods], se.loc[owned, periods]


def state_table(result: Result, seat: int) -> pd.DataFrame:
    """Return what a seat owned at each harvest as text; a card that is owned or not shows its share of the games."""
    rows = of_seat(result.state, seat)
    order = list(rows["item"].astype(str))
    mean, se = (grid(rows, "item", "harvest", value, order) for value in ("mean", "se"))
    mean, se = _told(result, mean, se)
    return _named_harvests(result, cells(mean, se).rename_axis(index="Owned", columns=None))


def group_table(result: Result, seat: int) -> pd.DataFrame:
    """Return how often a seat took each dice group, by round and in a whole game, as text."""
    mean, se = group_means(result, seat), group_means(result, seat, "se")
    table = cells_with_totals(mean, se, None, PER_GAME).rename_axis(index=capital(result.game.group), columns=None)
    if result.game.shown:
        used = table.loc[(mean > 0).any(axis=1)]
        table = used[[*result.game.shown, PER_GAME]]
    return table.rename(columns=lambda name: name if name == PER_GAME else f"Round {name}")


def kept_table(result: Result) -> pd.DataFrame:
    """Return by round the share of actions that kept the lying dice, in per cent, as text; two columns a seat."""
    columns = {}
    for row in seat_rows(result):
        dice = of_seat(result.dice, row["seat"]).set_index("round").sort_index()
        name = f"{seat_name(result, row)}: " if len(result.summary) > 1 else ""
        columns[f"{name}Actions (n)"] = dice["n"].map(count)
        columns[f"{name}Dice kept (%)"] = (100 * dice[["prob", "se"]]).apply(lambda r: with_error(*r), axis=1)
    return pd.DataFrame(columns).fillna(MISSING).rename_axis(index="Round")


def summary_table(result: Result) -> pd.DataFrame:
    """Return the scores as text: a row for each measure, a column for each seat."""
    columns = [
        pd.Series(_measures(result, row), name=seat_name(result, row), dtype=object) for row in seat_rows(result)
    ]
    return pd.concat(columns, axis=1).fillna(MISSING).rename_axis(index="Score")


def _measures(result: Result, row: dict[str, Any]) -> dict[str, str]:
    # The spread's own error is not in the result; that of a bell-shaped score is near enough to choose its digits.
    sd_error = row["sd"] / math.sqrt(2 * row["n"])
    measures = {"Games (n)": count(row["n"]), "Mean ± standard error": with_error(row["mean"], row["se"])}
    measures["95 % interval of the mean"] = between(row["lo"], row["hi"], row["se"])
    measures["Standard deviation"] = shown(row["sd"], sd_error) if has_error(sd_error) else exact(row["sd"])
    quantiles = {"Lowest": "min", "5 % end at or below": "q05", "25 % end at or below": "q25", "Median": "q50"}
    quantiles |= {"75 % end at or below": "q75", "95 % end at or below": "q95", "Highest": "max"}
    measures |= {label: exact(row[column]) for label, column in quantiles.items()}
    if has_par(result, row):
        measures |= _share(f"Games above par ({result.game.par})", row, "p_above_par")
    return measures | (_share("Games won", row, "wins") if "wins" in row else {})


def _share(label: str, row: dict[str, Any], column: str) -> dict[str, str]:
    """Return a share and its interval in per cent; the interval is there even where no game or every game counts."""
    prob, se, lo, hi = (100 * row[column + end] for end in ("", "_se", "_lo", "_hi"))
    digits = se if has_error(se) else (hi - lo) / 4
    return {f"{label}, %": with_error(prob, se), f"{label}, 95 % interval": between(lo, hi, digits)}


def nice(width: float) -> float:
    """Return the largest of 1, 2, 5, 10, 20, 50 ... that is not above the width, and at least 1."""
    if not width > 1:
        return 1.0
    power = 10.0 ** math.floor(math.log10(width))
    return max(step * power for step in NICE if step * power <= width * (1 + 1e-9))


def bin_width(result: Result) -> float:
    """Return how many points a bar of the score distribution spans, the same for all seats.

    Freedman and Diaconis's rule: long runs get a bar for each score, short ones wider bars that show a shape.
    """
    frame = result.summary
    wanted = float((2 * (frame["q75"] - frame["q25"]) / np.cbrt(frame["n"])).max())
    spread = float(frame["max"].max() - frame["min"].min())
    width = nice(wanted)
    while spread / width > MOST_BARS:
        width = nice(width * 2.5)
    return width


def score_bins(result: Result, seat: int) -> pd.DataFrame:
    """Return the bars of one seat's score distribution: `first last hits prob above`.

    A bar holds the scores above `first - width` ... `last`; par is the last score of its bar, so that no bar holds
    scores on both sides of it. Bars are never split finer than the scores of the run.
    """
    width = bin_width(result)
    par = result.game.par if result.game.par is not None else 0
    rows = of_seat(result.histogram, seat)
    bar = np.ceil((rows["score"].to_numpy(float) - par) / width - 1e-9)
    bins = rows[["hits", "prob"]].groupby(bar).sum()
    last = par + width * bins.index.to_numpy(float)
    return pd.DataFrame(
        {"first": last - width, "last": last, "hits": bins["hits"].to_numpy(), "prob": bins["prob"].to_numpy()}
    ).assign(above=last > par)
