"""A run in one look, and the chance to reach a score: tables of text, and sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd

from .contract import Result
from .digits import MISSING, between, count, exact, fixed, has_error, of_games, rough, with_error
from .tables import of_seat
from .words import half_words, has_par, joined, plain, seat_name, seat_rows, short

STEP = 5
"""The table of chances has every fifth score."""


def look_words(result: Result, row: dict[str, Any]) -> str:
    """Return 'family-first beats the par of 85 in about 12 of 100 games; half of its games end between ...'."""
    beats = (
        f"beats the par of {result.game.par} in {of_games(row['p_above_par'], row['n'])}"
        if has_par(result, row)
        else ""
    )
    name = seat_name(result, row)
    first = f"{name} {beats}" if beats else f"{name} averages {exact(round(row['mean'], 1))} points"
    return f"{joined([first, half_words(row)])}."


def look_table(result: Result) -> pd.DataFrame:
    """Return what was played and the numbers that matter most as text: a column for each seat."""
    plan = result.plan
    columns = {}
    for row in seat_rows(result):
        lines = {"Game": result.game.title, "Rules": plain(plan.get("rules", MISSING)), "Policy": plain(row["policy"])}
        lines |= {"Games": count(int(row["n"])), "Mean score (95 % interval)": _mean_words(row)}
        if has_par(result, row):
            lines[f"Beats par {result.game.par}"] = _share_words(row, "p_above_par")
        if "wins" in row:
            lines["Wins"] = _share_words(row, "wins")
        columns[f"Seat {row['seat']}" if len(result.summary) > 1 else "What was played"] = lines
    return pd.DataFrame(columns).rename_axis(index="In one look")


def _mean_words(row: dict[str, Any]) -> str:
    interval = f" ({between(row['lo'], row['hi'], row['se'])})" if has_error(row["se"]) else ""
    return f"{with_error(row['mean'], row['se'])}{interval}"


def _share_words(row: dict[str, Any], column: str) -> str:
    share, lo, hi = rough(*(100 * row[f"{column}{side}"] for side in ("", "_lo", "_hi")))
    return f"{of_games(row[column], row['n'])}: {share} % ({lo} to {hi} %)"


def reach_words(result: Result) -> str:
    """Return what the curve of a seat says: the scores that nine, five and one in ten games reach."""
    rows = seat_rows(result)
    if len(rows) > 1:
        return "How likely each seat reaches a score"
    own = result.curve[result.curve["seat"] == rows[0]["seat"]]
    nine, five, one = (exact(float(own[own["prob"] >= chance]["score"].max())) for chance in (0.9, 0.5, 0.1))
    name = short(rows[0]["policy"])
    return f"Nine games of {name} in ten reach {nine} points, half of them {five}, one in ten {one}"


def quantile_table(result: Result) -> pd.DataFrame:
    """Return the scores that shares of the games do not exceed, with their band, as text: a column for each seat."""
    columns = {}
    for row in seat_rows(result):
        own = of_seat(result.quantiles, row["seat"])
        index = [f"{100 * level:.0f} % of the games end at or below" for level in own["level"]]
        values = [
            f"{exact(score)} ({_open(lo, 'open')} to {_open(hi, 'open')})"
            for score, lo, hi in zip(own["score"], own["lo"], own["hi"], strict=True)
        ]
        columns[seat_name(result, row)] = pd.Series(values, index=index, dtype=object)
    return pd.DataFrame(columns).rename_axis(index="Quantile")


def _open(value: float, word: str) -> str:
    return word if pd.isna(value) else exact(value)


def reach_table(result: Result) -> pd.DataFrame:
    """Return the chance to reach every fifth score, and to beat par, with the band, in per cent, as text."""
    columns = {}
    wanted = {result.game.par + 1} if result.game.par is not None else set()
    for row in seat_rows(result):
        own = of_seat(result.curve, row["seat"])
        own = own[(own["score"] % STEP == 0) | own["score"].isin(wanted)].set_index("score")
        columns[seat_name(result, row)] = own.apply(_chance, axis=1) if len(own) else pd.Series(dtype=object)
    table = pd.DataFrame(columns).sort_index().fillna(MISSING)
    table.index = pd.Index([f"{exact(score)} or more" for score in table.index], name="Score")
    return table


def _chance(row: pd.Series) -> str:
    chance, lo, hi = (100 * float(row[name]) for name in ("prob", "lo", "hi"))
    return f"{fixed(chance, 1)} ({fixed(lo, 1)} to {fixed(hi, 1)})"
