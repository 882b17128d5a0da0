"""Exact odds shown: tables for the terminal, and a page to print and put beside the score sheet.

A section of the odds in which one asks for 1, 2, 3 ... of something is laid out as a grid, a column for each number;
the others ask whether something is there, and get one chance for the hand and one for each card more that changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pandas as pd
from rich.text import Text

from analyser.odds import Odds

from .digits import fixed, half_up
from .terminal import console, rich_table
from .words import listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def percent(prob: float) -> str:
    """Return a chance in per cent: three digits at most, and never '0' or '100' for what may or may not be."""
    share = 100 * prob
    if prob in (0, 1):
        return fixed(share, 0)
    if share >= 99.95:
        return "> 99.9"
    return half_up(share, 1 if share >= 1 else 2) if share >= 0.005 else "< 0.01"


def print_odds(found: Odds, exact: bool) -> None:
    """Print the tables of some odds, with the fractions below the percentages where `exact` asks for them."""
    out = console()
    out.print(Text(heading(found), style="bold"))
    out.print(Text(reading(found)), width=min(out.width, 100))
    for caption, frame in odds_tables(found, exact).items():
        out.print()
        out.print(Text(caption, style="bold"))
        out.print(rich_table(frame, index=False))
    out.print(Text(f"{found.game}, rules {found.rules} ({found.rules_hash})", style="dim"))


def heading(found: Odds) -> str:
    """Return what is shown, in a line."""
    hand = f" with {listed(found.hand)} in hand" if found.hand else ""
    return f"{found.title}: the exact odds of a roll{hand}"


def reading(found: Odds) -> str:
    """Return how the tables are to be read."""
    first = "Chances in % that a roll of all dice gives at least so much; beside a card, with that card as well."
    return " ".join([first, *found.notes])


def odds_tables(found: Odds, exact: bool) -> dict[str, pd.DataFrame]:
    """Return the tables by their captions: what lies there, if anything does, then section by section."""
    tables = {}
    if len(found.lying):
        caption = f"What lies there ({listed(found.left)}), and what a roll of all dice gives"
        tables[caption] = lying_table(found, exact)
    for section, rows in found.chances.groupby("section", sort=False):
        grid = rows["at_least"].max() > 1
        caption = f"{section} ({rows['dice'].iloc[0]})" if grid else str(section)
        tables[caption] = grid_table(found, rows, exact) if grid else list_table(rows, exact)
    return tables


def cell(row: Mapping[Any, Any], exact: bool, name: str = "prob", before: str = "") -> str:
    """Return one chance or mean of a row: as a number, and below it as a fraction."""
    value = percent(row[name]) if name != "expected" else fixed(row[name], 2)
    return f"{value}\n{fraction(row, before)}" if exact else value


def fraction(row: Mapping[Any, Any], before: str = "") -> Fraction:
    """Return the fraction of a row."""
    return Fraction(row[f"{before}numerator"], row[f"{before}denominator"])


def lying_table(found: Odds, exact: bool) -> pd.DataFrame:
    """Return what lies there with the chances that a roll gives as much of it, and more."""
    rows = [
        {
            "What": f"{row['section']}: {row['what']}",
            "Lies there": row["lying"],
            "As much or more, %": cell(row, exact),
            "More, %": cell(row, exact, "more", "more_"),
        }
        for row in found.lying.to_dict("records")
    ]
    return pd.DataFrame(rows)


def grid_table(found: Odds, rows: pd.DataFrame, exact: bool) -> pd.DataFrame:
    """Return a section as a grid: a row for each thing and card, a column for each number of it, and the mean."""
    means = {(row["what"], row["added"]): cell(row, exact, "expected") for row in found.amounts.to_dict("records")}
    table: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows.to_dict("records"):
        place = row["what"], row["added"]
        line = table.setdefault(place, {"At least": place[0] if not place[1] else "", "With": place[1]})
        line[str(row["at_least"])] = cell(row, exact)
    for place, line in table.items():
        if place in means:
            line["Mean"] = means[place]
    frame = pd.DataFrame([_filled(line, table[what, ""]) for (what, _), line in table.items()])
    return frame.fillna("")


def _filled(line: dict[str, str], alone: dict[str, str]) -> dict[str, str]:
    """Return a line with a card with what the card does not change filled in."""
    return {**alone, **line}


def list_table(rows: pd.DataFrame, exact: bool) -> pd.DataFrame:
    """Return a section as a list: what, the chance with the hand, and with each card more that changes it."""
    table = []
    for row in rows.to_dict("records"):
        what = "" if row["added"] else row["what"]
        line = {"What": what, "With": row["added"], "%": percent(row["prob"])}
        table.append(line | ({"Exactly": str(fraction(row))} if exact else {}))
    return pd.DataFrame(table)


def odds_figure(found: Odds) -> Figure:
    """Answer: what does a roll bring? One page to print: every chance, without cards and with each that helps.

    What lies there is not on it. matplotlib is loaded here, since tables do without it.
    """
    from .odds_page import odds_page

    return odds_page(found)
