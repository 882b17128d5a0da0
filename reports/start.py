"""What it is worth to start, in games with a seat that starts: a table of text, and sentences."""

from __future__ import annotations

from typing import Any

import pandas as pd

from .contract import Result
from .digits import MISSING, between, count, exact, fixed, has_error, places, with_error
from .words import plain, rows_of, seat_rows, short

ALL = 0
"""The row of `start` that stands for all seats."""
SAME, TURNS, MIXED = "same", "turns", "mixed"
PAIRED = (
    "The difference is taken within each game, so that what helps or harms all seats of a game drops out. It comes "
    "from the games that are kept one by one, since sums over all games do not tell which scores came together."
)
CAUSE = {
    SAME: "All seats play the same policy: what is left between them is what starting is worth to it.",
    TURNS: "The seats play different policies, but each of them started some games: the mean over the seats leaves out "
    "what the policies differ by.",
    MIXED: "The seats play different policies and not every seat started: the difference is that of the policies as "
    "much as that of starting. With the same policy on all seats it is that of starting alone.",
}
"""What the difference may be put down to."""


def measured(result: Result) -> str:
    """Return how starting was measured: by one policy on all seats, by all in turn, or together with the policies."""
    if result.summary["policy"].nunique() == 1:
        return SAME
    return TURNS if len(start_rows(result)) == len(result.summary) + 1 else MIXED


def start_rows(result: Result) -> list[dict[str, Any]]:
    """Return the rows of `start` with something to say: one for each seat that started, and where several did, all."""
    rows = rows_of(result.start)
    return rows if len(rows) > 2 else rows[:1]


def whole_row(result: Result) -> dict[str, Any]:
    """Return the row of all games."""
    return next(row for row in rows_of(result.start) if row["seat"] == ALL)


def start_name(result: Result, row: dict[str, Any]) -> str:
    """Return what a row is called: which seat started."""
    if row["seat"] == ALL:
        return "Whoever starts"
    return f"Seat {row['seat']} starts" if measured(result) == SAME else f"Seat {row['seat']} ({plain(row['policy'])})"


def start_words(result: Result) -> str:
    """Return what the seat that starts has more or less, in a line."""
    row, who = whole_row(result), "The seat that starts"
    if measured(result) == MIXED and len(start_rows(result)) == 1:
        only = start_rows(result)[0]
        who = f"Seat {only['seat']} ({short(only['policy'], 24)}), which starts every game,"
    other = "the other" if len(seat_rows(result)) == 2 else "the mean of the others"
    if not has_error(row["se"]):
        return f"{who} scores {exact(abs(row['diff']))} points {_way(row['diff'])} than {other}"
    diff, lo, hi = told(row, "diff")
    share, low, high = told(row, "wins")
    gain = f"scores {diff.lstrip('-')} points {_way(row['diff'])} than {other} (95 % interval {lo} to {hi})"
    even = 100 / len(result.summary)
    wins = f"wins {share} % of the games ({low} to {high} %), where {even:.3g} % would be even"
    return f"{who} {gain} and {wins}"


def told(row: dict[str, Any], name: str) -> tuple[str, str, str]:
    """Return the `diff`, or the `wins` in per cent, and the ends of its interval, in as few digits as its error has."""
    ends, unit = (("se", "lo", "hi"), 1) if name == "diff" else (("wins_se", "wins_lo", "wins_hi"), 100)
    error = unit * row[ends[0]]
    decimals = places(error, 1) if has_error(error) else 0
    value, lo, hi = (fixed(unit * row[column], decimals) for column in (name, *ends[1:]))
    return value, lo, hi


def _way(diff: float) -> str:
    return "less" if diff < 0 else "more"


def start_table(result: Result) -> pd.DataFrame:
    """Return what starting was worth as text: a row for each seat that started, and one for all."""
    lines = {}
    for row in start_rows(result):
        wins = tuple(100 * row[f"wins{side}"] for side in ("", "_se", "_lo", "_hi"))
        lines[start_name(result, row)] = {
            "Games (n)": count(int(row["n"])),
            "Points ahead": with_error(row["diff"], row["se"]),
            "95 % interval": _interval(row["lo"], row["hi"], row["se"]),
            "Games won, %": with_error(wins[0], wins[1]),
            "Won, 95 % interval": _interval(wins[2], wins[3], wins[1]),
        }
    return pd.DataFrame.from_dict(lines, orient="index").rename_axis(index="Who starts")


def _interval(lo: float, hi: float, se: float) -> str:
    return between(lo, hi, se) if has_error(se) else MISSING
