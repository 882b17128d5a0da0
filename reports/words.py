"""Sentences about a result, in the words of a player; used for titles, alt texts and the page's first paragraph.

All are plain text: whoever puts them on a page (Markdown now, HTML later) escapes them there, once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import pandas as pd

from .contract import Result
from .digits import count, exact, fixed, games, has_error, of_games, rough, shown

FEW = 30
"""Below so many games a report warns its reader."""
FEWEST_HALVED = 4
"""Below so many games the quartiles say nothing."""


def plain(text: object) -> str:
    """Return user text on one line, with what cannot be printed replaced; it may still hold any symbol."""
    line = " ".join(str(text).split())
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)


def short(text: object, width: int = 40) -> str:
    """Return user text cut in its middle to fit a picture: a policy's name and its last parameter both stay."""
    line = plain(text)
    half = (width - 1) // 2
    return line if len(line) <= width else f"{line[:half]}…{line[-half:]}"


def listed(words: Sequence[str]) -> str:
    """Join words as in a sentence: 'House, Fields and Pastures'."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def rows_of(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a frame's rows by the names of its columns."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def seat_rows(result: Result) -> list[dict[str, Any]]:
    """Return the rows of `summary`, in order of the seats."""
    return rows_of(result.summary.sort_values("seat"))


def seat_name(result: Result, row: dict[str, Any]) -> str:
    """Return what a seat is called: its policy, and with several players its number too."""
    return f"Seat {row['seat']}: {plain(row['policy'])}" if len(result.summary) > 1 else plain(row["policy"])


def seat_short(result: Result, row: dict[str, Any], width: int = 40) -> str:
    """Return the seat's name as it fits a picture."""
    name = short(row["policy"], width)
    return f"Seat {row['seat']}: {name}" if len(result.summary) > 1 else name


def has_par(result: Result, row: dict[str, Any]) -> bool:
    """Tell whether the game has a par and the run measured it."""
    return result.game.par is not None and pd.notna(row.get("p_above_par", math.nan))


def mean_words(row: dict[str, Any]) -> str:
    """Return 'averages 69.2 points over 100,000 games (95 % interval 69.1 to 69.3)'."""
    if row["n"] == 1:
        return f"scored {exact(row['mean'])} points in its one game"
    mean, lo, hi = rough(row["mean"], row["lo"], row["hi"])
    interval = f" (95 % interval {lo} to {hi})" if has_error(row["se"]) else ""
    return f"averages {mean} points over {games(row['n'])}{interval}"


def par_words(result: Result, row: dict[str, Any]) -> str:
    """Return 'beats the par of 85 in about 12 of 100 games', or '' for a game without a par."""
    if not has_par(result, row):
        return ""
    if row["n"] == 1:
        return f"this is {'' if row['p_above_par'] else 'not '}above the par of {result.game.par}"
    return f"beats the par of {result.game.par} in {of_games(row['p_above_par'], row['n'])}"


def half_words(row: dict[str, Any], whose: str = "its") -> str:
    """Return 'half of its games end between 62 and 76', or '' where there are too few games to halve."""
    if row["n"] < FEWEST_HALVED:
        return ""
    if row["q25"] == row["q75"]:
        return f"at least half of {whose} games end at {exact(row['q50'])}"
    return f"half of {whose} games end between {exact(row['q25'])} and {exact(row['q75'])}"


def range_words(row: dict[str, Any]) -> str:
    """Return 'the lowest score is 12, the highest 118', or '' for one game."""
    return f"the lowest score is {exact(row['min'])}, the highest {exact(row['max'])}" if row["n"] > 1 else ""


def joined(parts: Sequence[str]) -> str:
    """Join the clauses that say something into one text."""
    return "; ".join(part for part in parts if part)


def capital(text: str) -> str:
    """Return the text with its first letter large and the rest as it is."""
    return text[:1].upper() + text[1:]


def an(word: str) -> str:
    """Return a word with its article: 'a dice group', 'an action space'."""
    return f"{'an' if word[:1].lower() in 'aeiou' else 'a'} {word}"


def few_words(result: Result) -> str:
    """Return a warning for runs too short to trust, else ''."""
    if result.games >= FEW:
        return ""
    return f"{capital(games(result.games))} can only give a first impression: play more before you trust a number here."


def winner_words(result: Result) -> str:
    """Return who wins most often, or that nobody is clearly ahead; '' for a solo run."""
    if len(result.summary) < 2 or "wins" not in result.summary:
        return ""
    rows = sorted(seat_rows(result), key=lambda row: -row["wins"])
    first = rows[0]
    if not all(first["wins_lo"] > other["wins_hi"] for other in rows[1:]):
        return f"No seat wins clearly more often than every other in {games(result.games)}"
    return f"Seat {first['seat']} ({plain(first['policy'])}) wins most often, {of_games(first['wins'], first['n'])}"


def seat_sentence(result: Result, row: dict[str, Any]) -> str:
    """Return one seat's result as a sentence or two."""
    several = len(result.summary) > 1
    name = f"Seat {row['seat']} ({plain(row['policy'])})" if several else plain(row["policy"])
    wins = f"wins {of_games(row['wins'], row['n'])}" if several and "wins" in row else ""
    first = listed([part for part in (f"{name} {mean_words(row)}", wins, par_words(result, row)) if part])
    rest = capital(joined([half_words(row), range_words(row)]))
    return f"{first}. {rest}." if rest else f"{first}."


def lead(result: Result) -> str:
    """Return the first paragraph: what was played, and what came out, for a reader who knows no statistics."""
    several = len(result.summary) > 1
    played = f"{result.game.title}, {f'{len(result.summary)} players' if several else 'played solo'}."
    winner = winner_words(result)
    seats = [seat_sentence(result, row) for row in seat_rows(result)]
    return " ".join(part for part in [played, f"{winner}." if winner else "", *seats, few_words(result)] if part)


def scores_words(result: Result) -> str:
    """Return what the picture of the scores shows, in a line."""
    rows = seat_rows(result)
    if len(rows) > 1:
        return winner_words(result) or "Scores of each seat"
    name = short(rows[0]["policy"])
    half = capital(half_words(rows[0], f"{name}'s"))
    par = par_words(result, rows[0])
    return joined([half, f"it {par}" if par else ""]) if half else joined([f"{name} {mean_words(rows[0])}", par])


def largest(values: pd.Series, most: int) -> list[tuple[str, float]]:
    """Return the labels and values of the largest positive values, at most so many, largest first."""
    positive = values[values > 0].sort_values(ascending=False, kind="stable").head(most)
    return [(str(label), float(value)) for label, value in positive.items()]


def named(pairs: Sequence[tuple[str, float]], unit: str = "") -> str:
    """Return 'House (15.2), Fields (12.1) and Pastures (10.3)', the first with its unit."""
    return listed([f"{label} ({fixed(value, 1)}{'' if place else unit})" for place, (label, value) in enumerate(pairs)])


def points_words(totals: pd.Series) -> str:
    """Return where most points come from and what costs some; `totals` are points a game by category."""
    most = largest(totals, 3)
    losses = largest(-totals, 2)
    gain = f"Most points come from {named(most)}" if most else "No category brings points"
    return joined([gain, f"points are lost to {named(losses)}" if losses else ""])


def groups_words(totals: pd.Series, group: str) -> str:
    """Return which groups, a `group` each, are taken most; `totals` are times a game by group."""
    most = largest(totals, 3)
    return f"Taken most: {named(most, ' times a game')}" if most else f"No {group} is taken"


def percent(prob: float, se: float) -> str:
    """Return a share as '12.03 %'."""
    return f"{shown(100 * prob, 100 * se)} %"


def game_count(result: Result) -> str:
    """Return 'n = 100,000 games' for captions."""
    return f"n = {count(result.games)} game{'' if result.games == 1 else 's'}"
