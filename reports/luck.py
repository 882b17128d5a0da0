"""How much of the spread of the scores is dice: words, a picture and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

from analyser.luck import FirstRoll, Luck

from .digits import count, fixed, shown, with_error
from .document import Picture, Section, Table
from .words import plain, rows_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HOW = {"plain": "Mean score as it is", "luck": "Less the luck of each game", "beta x luck": "Less beta x luck"}


def section(found: Luck, first: FirstRoll) -> Section:
    """Return the section on luck, of solo games."""
    words = (
        "The luck of a roll is what the policy's move with it made of the farm, beside what its moves with fresh rolls "
        "at the same place would have made, by a value of the farm that was fixed before these games. It is 0 on "
        "average, whatever is played. The luck of a game is the sum over its "
        f"rolls, here of the first {count(len(found.games))} games. {luck_words(found, first)}."
    )
    tables = (
        Table(f"Luck of n = {count(len(found.games))} games, in points", luck_table(found, first), "luck_seats"),
        Table("The luck of each round", round_table(found), "luck_rounds"),
        Table(
            "The mean score with and without luck (none is biased; ± standard error)", mean_table(found), "luck_means"
        ),
    )
    picture = Picture(
        "luck", f"Dots, one a game: score against luck. {luck_words(found, first)}.", lambda: figure(found)
    )
    return Section("Luck", words, tables, picture, name="luck")


def exports(found: Luck, first: FirstRoll) -> dict[str, pd.DataFrame]:
    """Return the raw frames, by the name of their files."""
    numbers = pd.DataFrame([{"share": first.share, "se": first.se, "lo": first.lo, "hi": first.hi}])
    frames = {"luck_seats": found.seats, "luck_rounds": found.rounds, "luck_means": found.means}
    return {**frames, "luck_games": found.games, "luck_first_roll": numbers}


def luck_words(found: Luck, first: FirstRoll) -> str:
    """Return how much is luck, in words."""
    row = rows_of(found.seats)[0]
    return (
        f"Luck explains {fixed(100 * row['r2'], 0)} % of the variance of {plain(row['policy'])}'s scores, the first "
        f"roll alone {fixed(100 * first.share, 1)} %"
    )


def luck_table(found: Luck, first: FirstRoll) -> pd.DataFrame:
    """Return the numbers of luck as text."""
    row, wide = rows_of(found.seats)[0], (first.hi - first.lo) / 4
    lines = {
        "Mean luck ± standard error": with_error(row["mean"], row["se"]),
        "Standard deviation of luck": fixed(row["sd"], 1),
        "Standard deviation of the score": fixed(row["score_sd"], 1),
        "Correlation of score and luck (95 % interval)": _between(row, "correlation", 1, 2),
        "Share of the variance explained by luck, % (95 % interval)": _between(row, "r2", 100, 1),
        "Share explained by the first roll, % ± standard error": with_error(
            100 * first.share, 100 * (first.se or wide)
        ),
    }
    return pd.DataFrame({"Value": pd.Series(lines, dtype=object)}).rename_axis(index="Luck")


def _between(row: dict[str, Any], name: str, unit: int, decimals: int) -> str:
    value, lo, hi = (fixed(unit * row[name + end], decimals) for end in ("", "_lo", "_hi"))
    return f"{value} ({lo} to {hi})"


def round_table(found: Luck) -> pd.DataFrame:
    """Return the luck of each round as text."""
    rows = rows_of(found.rounds)
    columns = {
        "Mean ± standard error": [with_error(row["mean"], row["se"]) for row in rows],
        "Standard deviation": [fixed(row["sd"], 2) for row in rows],
        "Share of luck's variance, %": [fixed(100 * row["share"], 1) for row in rows],
    }
    return pd.DataFrame(columns, index=pd.Index([f"Round {row['round']}" for row in rows], name="Round"))


def mean_table(found: Luck) -> pd.DataFrame:
    """Return the means with and without luck as text."""
    rows = rows_of(found.means)
    columns = {
        "Mean ± standard error": [with_error(row["mean"], row["se"]) for row in rows],
        "Games saved, times": [shown(row["reduction"], 0.05 * row["reduction"]) for row in rows],
    }
    return pd.DataFrame(columns, index=pd.Index([HOW.get(row["how"], row["how"]) for row in rows], name="How"))


def figure(found: Luck) -> Figure:
    """Answer: how far does luck alone carry a score? A dot for each game, and the line of score on luck."""
    from .luck_figure import draw

    return draw(found)
