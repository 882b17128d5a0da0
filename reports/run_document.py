"""What the report of a simulated run says, in its order: each section has words, a picture and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pandas as pd

from .contract import Result
from .digits import exact, games
from .document import Document, Picture, Section, Table, fact_words
from .tables import (
    category_means,
    category_table,
    exports,
    group_means,
    group_table,
    kept_table,
    state_table,
    summary_table,
)
from .words import (
    an,
    capital,
    game_count,
    groups_words,
    lead,
    plain,
    points_words,
    scores_words,
    seat_name,
    seat_rows,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MakeTable = Callable[[Result, int], pd.DataFrame]


RUN_WORDS = {
    "rules_hash": "hash of the rules",
    "policies": "policies (seat by seat)",
    "policy_hashes": "hash of each policy's file",
}


def run_document(result: Result) -> Document:
    """Return the report of a simulated run."""
    command = result.plan.get("command")
    return Document(
        title(result),
        lead(result),
        sections(result),
        exports(result),
        fact_words({"games": result.games, "seed": result.seed, **result.plan}, RUN_WORDS),
        (str(command),) if command else (),
        limits(result),
        result.plan,
    )


def _picture(name: str, alt: str, result: Result) -> Picture:
    """Return a figure as a picture; matplotlib is loaded when it is drawn."""

    def draw() -> Figure:
        from .figures import FIGURES

        return FIGURES[name](result)

    return Picture(name, alt, draw)


def title(result: Result) -> str:
    """Return the report's title: the game and who played it."""
    names = dict.fromkeys(plain(row["policy"]) for row in seat_rows(result))
    return f"{result.game.title}: {', '.join(names)}"


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a simulated run; those whose frame a game leaves empty are left out."""
    parts = {
        "summary": scores,
        "categories": points,
        "groups": actions,
        "dice": dice,
        "state": farms,
    }
    return tuple(make(result) for name, make in parts.items() if len(getattr(result, name)))


def scores(result: Result) -> Section:
    """Return how many points are reached."""
    tables = (Table(f"Scores in points, {game_count(result)}", summary_table(result), "summary"),)
    words = "Each bar is the share of games that ended with a score; short runs count games in ranges of scores."
    alt = f"Bar chart of the scores of {games(result.games)}. {scores_words(result)}."
    return Section("Scores", words, tables, _picture("scores", alt, result))


def points(result: Result) -> Section:
    """Return where the points come from."""
    caption = f"points by category and {result.game.period}, mean ± standard error, {game_count(result)}"
    tables = _for_each_seat(result, caption, category_table, "categories")
    words = (
        "Points by line of the score sheet. Totals are sums of the means beside them; the parts of one game go "
        "together, so that a total's standard error (se) is only known not to exceed the one given."
    )
    seats = [
        f"{seat_name(result, row)}: {points_words(_sums(result, row['seat'], True))}." for row in seat_rows(result)
    ]
    alt = " ".join([f"Bars of points by category, stacked by {result.game.period}.", *seats])
    return Section("Where the points come from", words, tables, _picture("points", alt, result))


def actions(result: Result) -> Section:
    """Return what was done, by round."""
    caption = f"times {an(result.game.group)} was taken, per game, mean ± standard error, {game_count(result)}"
    tables = _for_each_seat(result, caption, group_table, "groups")
    seats = [
        f"{seat_name(result, row)}: {groups_words(_sums(result, row['seat'], False), result.game.group)}."
        for row in seat_rows(result)
    ]
    alt = " ".join([f"Grid of {result.game.group}s by round, darker where one is taken more often.", *seats])
    return Section(
        "What it did, round by round",
        f"How often each {result.game.group} was taken.",
        tables,
        _picture("groups", alt, result),
    )


def dice(result: Result) -> Section:
    """Return how often the lying dice were kept."""
    table = Table("Share of actions that kept the lying dice, ± standard error", kept_table(result), "dice")
    words = "Before each action the dice that lie there are kept, or all of them are rolled."
    return Section("Keep or roll", words, (table,))


def farms(result: Result) -> Section:
    """Return what was owned at each harvest."""
    caption = f"what was owned at each {result.game.period}, mean ± standard error, {game_count(result)}"
    tables = _for_each_seat(result, caption, state_table, "state")
    words = "A card that a farm either has or lacks shows its share of the games: 0.25 means a quarter of them."
    return Section(f"The farm at each {result.game.period}", words, tables)


def _sums(result: Result, seat: int, categories: bool) -> pd.Series:
    return (category_means if categories else group_means)(result, seat).sum(axis=1)


def _for_each_seat(result: Result, caption: str, make: MakeTable, export: str) -> tuple[Table, ...]:
    several = len(result.summary) > 1
    names = {row["seat"]: f"{seat_name(result, row)}; " if several else "" for row in seat_rows(result)}
    return tuple(Table(capital(name + caption), make(result, seat), export) for seat, name in names.items())


def limits(result: Result) -> tuple[str, ...]:
    """Return what the numbers do not say."""
    par = result.game.par
    whom = "these policies" if len(result.summary) > 1 else "this policy"
    return (
        f"They are statements about {whom} under these rules, and not about the game: they do not say how good its "
        "best play is. Another plan may score more, or less.",
        "An interval covers the luck of the dice in a finite number of games, and nothing else: no mistake in the "
        "rules, and no choice where the printed rules are silent.",
        "Points in one category are not what that category is worth: whoever leaves it out has actions left for "
        "others.",
        *([f"Above par means more than {exact(par)} points; par is a mark for solo play."] if par is not None else []),
    )
