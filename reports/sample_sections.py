"""The sections of a run's report that come from its first games, one by one; each has words, a picture and tables."""

from __future__ import annotations

from functools import partial

from .contract import Result
from .digits import games
from .document import Section, Table
from .events import HARVEST, ROUND, came_table, came_words, first_table, first_words, units_of
from .markers import NO_CAUSE, ONE_IN_TWENTY, marker_table, marker_words
from .section_parts import for_each_seat, picture_of
from .start import CAUSE, MIXED, PAIRED, measured, start_table, start_words
from .tables import of_seat
from .tenths import gains_words, tenth_gains, tenths_table, tenths_words
from .words import capital, seat_name, seat_rows


def of_sample(result: Result) -> str:
    """Return of how many games the numbers are, for captions."""
    return f"n = the first {games(result.sampled)}"


def start(result: Result) -> Section:
    """Return what it is worth to start, and whether that is a fair measure of it."""
    together = " together with the policies' difference" if measured(result) == MIXED else ""
    caption = f"what starting was worth{together}, mean ± standard error, {of_sample(result)}"
    words = f"{start_words(result)}. {CAUSE[measured(result)]} {PAIRED}"
    alt = f"Dots with intervals: what the seat that starts scores more, and how often it wins. {start_words(result)}."
    picture = picture_of("start", alt, result)
    return Section("The start player", words, (Table(capital(caption), start_table(result), "start"),), picture)


def tenths(result: Result) -> Section:
    """Return where good games get their points, and bad ones lose them."""
    caption = (
        f"points of the worst, the middle and the best tenth of the games, mean ± standard error, {of_sample(result)}"
    )
    words = (
        "Games ordered by their score: the worst tenth, the tenth around the median, and the best tenth. What the best "
        "have and the worst lack shows where this policy's luck lies."
    )
    seats = [f"{seat_name(result, row)}: {gains_words(tenth_gains(result, row['seat']))}." for row in seat_rows(result)]
    alt = " ".join([f"Bars of points by category for each tenth. {tenths_words(result)}.", *seats])
    tables = for_each_seat(result, caption, tenths_table, "deciles")
    return Section("Good games and bad games", words, tables, picture_of("tenths", alt, result), long=True)


def first(result: Result) -> Section:
    """Return what is done first."""
    tables = for_each_seat(result, f"the first action of a game, {of_sample(result)}", first_table, "first_action")
    words = (
        f"The {result.game.group} taken first, and the mean score of the games that began so. A beginning answers how "
        "the game stands, so that a higher mean after it tells of that too, and not of the beginning alone."
    )
    alt = f"Bars of the {result.game.group}s that games begin with. {first_words(result)}."
    return Section("The first action", words, tables, picture_of("first", alt, result), long=True)


def came(result: Result) -> Section:
    """Return when things came, such as rooms, fields and cards, or the first use of a space."""
    tables: tuple[Table, ...] = ()
    for unit in units_of(result):
        time = "by the end of each round" if unit == ROUND else f"{result.game.when} each {result.game.period}"
        caption = f"share of the games (%) that had it {time}, ± standard error, {of_sample(result)}"
        tables += for_each_seat(result, caption, partial(came_table, unit=unit), "came")
    times = {ROUND: "by the end of a round", HARVEST: f"{result.game.when} each {result.game.period}"}
    words = f"How many of the games had each thing {', and '.join(times[unit] for unit in units_of(result))}."
    alt = f"Grids of shares, stronger in colour where more of the games have a thing. {came_words(result)}."
    return Section("When things came", words, tables, picture_of("came", alt, result), long=True)


def markers(result: Result) -> Section:
    """Return what goes with a high score, and that this is no cause."""
    caption = f"mean score of the games with and without, ± standard error, {of_sample(result)}"
    rows = [row for row in seat_rows(result) if len(of_seat(result.markers, row["seat"]))]
    tables = for_each_seat(result, caption, marker_table, "markers", rows)
    words = f"Games that have a thing against games that have it not, by difference in mean score. {NO_CAUSE}"
    alt = f"Dots with intervals: how much more games with a thing score than games without. {marker_words(result)}."
    picture = picture_of("markers", alt, result)
    return Section("What goes with a high score", words, tables, picture, (ONE_IN_TWENTY,), long=True)
