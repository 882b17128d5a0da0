"""The sections of a run's report that come from all of its games; each has words, a picture and tables."""

from __future__ import annotations

import pandas as pd

from .contract import Result
from .digits import games
from .document import Section, Table
from .events import kept_words
from .look import look_table, look_words, quantile_table, reach_table, reach_words
from .section_parts import for_each_seat, picture_of
from .state_lines import lines_words
from .tables import (
    category_means,
    category_table,
    group_means,
    group_table,
    kept_table,
    points_table,
    scored_once,
    sheet_table,
    state_table,
    summary_table,
)
from .words import an, game_count, groups_words, listed, points_words, scores_words, seat_name, seat_rows

SUMS = (
    "Points by line of the score sheet. Totals are sums of the means beside them; the parts of one game go together, "
    "so that a total's standard error (se) is only known not to exceed the one given."
)


def in_one_look(result: Result) -> Section:
    """Return the whole run in a picture, a sentence for each seat, and a short table."""
    marked = ", where its games end, and par" if result.game.par is not None else " and where its games end"
    table = Table("In one look", look_table(result), "summary")
    words = " ".join(look_words(result, row) for row in seat_rows(result))
    alt = f"A line for each seat with its mean{marked}. {scores_words(result)}."
    return Section("In one look", words, (table,), picture_of("look", alt, result), long=True)


def scores(result: Result) -> Section:
    """Return how many points are reached."""
    tables = (Table(f"Scores in points, {game_count(result)}", summary_table(result), "summary"),)
    words = "Each bar is the share of games that ended with a score; short runs count games in ranges of scores."
    alt = f"Bar chart of the scores of {games(result.games)}. {scores_words(result)}."
    return Section("Scores", words, tables, picture_of("scores", alt, result))


def reach(result: Result) -> Section:
    """Return how likely each score is reached, and the quantiles."""
    words = (
        "How many of the games reach a score, or more. The band holds for all scores at once (Dvoretzky, Kiefer and "
        "Wolfowitz, with Massart's constant), so that any number may be read off."
    )
    chances = Table(
        f"Chance to reach a score or more (%), with its band, {game_count(result)}", reach_table(result), "curve"
    )
    levels = Table(
        f"Scores that so many games do not exceed, with their band, {game_count(result)}",
        quantile_table(result),
        "quantiles",
    )
    alt = f"Falling curve of the chance to reach each score, with a band. {reach_words(result)}."
    picture = picture_of("reach", alt, result)
    return Section("The chance to reach a score", words, (chances, levels), picture, long=True)


def points(result: Result) -> Section:
    """Return where the points come from."""
    once = scored_once(result)
    errors = f"mean ± standard error, {game_count(result)}"
    tables: tuple[Table, ...] = ()
    if once:
        words, caption = once_words(result), f"Points by category, {errors}"
        tables = (Table(caption, points_table(result), "categories"),)
    else:
        words, caption = SUMS, f"points by category and {result.game.period}, {errors}"
        tables = for_each_seat(result, caption, category_table, "categories")
    if len(result.sheet):
        caption = f"Points by parts of the score, mean ± standard error, n = the first {games(result.sampled)}"
        tables = (Table(caption, sheet_table(result), "sheet"), *tables)
    seats = [
        f"{seat_name(result, row)}: {points_words(_sums(result, row['seat'], True))}." for row in seat_rows(result)
    ]
    stacked = "" if once else f", stacked by {result.game.period}"
    alt = " ".join([f"Bars of points by category{stacked}.", *seats])
    return Section("Where the points come from", words, tables, picture_of("points", alt, result))


def once_words(result: Result) -> str:
    """Return what the points are of a game that is scored once, and from which games the sums come."""
    words = "Points by line of the score sheet, given once, at the end of the game."
    if not len(result.sheet):
        return words
    names = [f"{part.lower()} ({listed([name.lower() for name in lines])})" if len(lines) > 1 else part.lower()
             for part, lines in result.game.sheet.items()]  # fmt: skip
    kept = "" if result.sampled == result.games else ", from the games that are kept one by one"
    return f"{words} Its parts are {listed(names)}; the error of each is that of the sum of its lines{kept}."


def actions(result: Result) -> Section:
    """Return what was done, by round."""
    group = result.game.group
    caption = f"times {an(result.game.group)} was taken, per game, mean ± standard error, {game_count(result)}"
    tables = for_each_seat(result, caption, group_table, "groups")
    seats = [
        f"{seat_name(result, row)}: {groups_words(_sums(result, row['seat'], False), group)}."
        for row in seat_rows(result)
    ]
    alt = " ".join([f"Grid of {group}s by round, stronger in colour where one is taken more often.", *seats])
    return Section(
        "What it did, round by round", f"How often each {group} was taken.", tables, picture_of("groups", alt, result)
    )


def dice(result: Result) -> Section:
    """Return how often the lying dice were kept."""
    table = Table("Share of actions that kept the lying dice, ± standard error", kept_table(result), "dice")
    words = "Before each action the dice that lie there are kept, or all of them are rolled."
    alt = f"Bars of the share of actions that kept the dice, by round. {kept_words(result)}."
    return Section("Keep or roll", words, (table,), picture_of("kept", alt, result))


def farms(result: Result) -> Section:
    """Return what was owned at each harvest, or after each round."""
    time = f"{result.game.when} each {result.game.period}"
    caption = f"what was owned {time}, mean ± standard error, {game_count(result)}"
    tables = for_each_seat(result, caption, state_table, "state")
    words = "What a farm either has or lacks shows its share of the games: 0.25 means a quarter of them."
    if result.game.shown:
        words += f" The tables show some {result.game.period}s; the files have all."
    if not result.game.lines:
        return Section(f"The farm {time}", words, tables)
    drawn = listed([f"{name.lower()} ({listed([one.lower() for one in items])})"
                    for name, items in result.game.lines.items()])  # fmt: skip
    words = f"The lines are means {time}: {drawn}. The tables have all that was written down. {words}"
    alt = f"Lines of what each seat owned {time}. {lines_words(result)}."
    return Section(f"The farm {time}", words, tables, picture_of("lines", alt, result))


def _sums(result: Result, seat: int, categories: bool) -> pd.Series:
    return (category_means if categories else group_means)(result, seat).sum(axis=1)
