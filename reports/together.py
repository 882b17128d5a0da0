"""Several runs and comparisons as one report: all of them side by side, then each with its own sections."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pandas as pd

from analyser.errors import AnalyserError

from .contract import Comparison, Result
from .digits import MISSING, between, count, with_error
from .document import Document, Picture, Section, Table, document
from .words import listed, plain, rows_of

SIDE_BY_SIDE = "side-by-side"
COLUMNS = ["part", "seat", "policy", "n", "mean", "se", "lo", "hi"]
SHARE = ["p_above_par", "p_above_par_se"]
PAIRED = (
    "They were played with the same seed, the same rules and the same number of games: all met the same {draws}, game "
    "by game, so that luck is less of a reason for a difference between them. The command compare says how sure it is."
)
UNPAIRED = (
    "They did not meet the same {draws}: luck differs too, and a difference is only as sure as both errors "
    "together allow (its standard error is the root of the sum of their squares). With the same seed and number of "
    "games they would; the command compare sees to that."
)


def together(subjects: Sequence[Result | Comparison], reports: Sequence[Document] | None = None) -> Document:
    """Return one report of several runs or comparisons of the same game; of one, its own report.

    `reports` are those of the subjects, where they say more than `document` would make of them. Raises AnalyserError
    where the games differ.
    """
    own = [document(subject) for subject in subjects] if reports is None else list(reports)
    if len(own) == 1:
        return own[0]
    games = list(dict.fromkeys(subject.game.title for subject in subjects))
    if len(games) > 1:
        raise AnalyserError(f"one report cannot hold different games ({listed(games)}): make one of each")
    parts = tuple(_part(report, place) for place, report in enumerate(own, 1))
    frame = side_by_side(subjects)
    return Document(
        f"{games[0]}: {len(parts)} results",
        f"{len(parts)} results of {games[0]} side by side, then each by itself. {draws_words(subjects)}",
        (_first_section(frame),),
        {SIDE_BY_SIDE: frame},
        {},
        limits=tuple(dict.fromkeys(limit for part in parts for limit in part.limits)),
        plan={"parts": [dict(part.plan) for part in parts]},
        parts=tuple(replace(part, limits=()) for part in parts),
    )


def _part(report: Document, place: int) -> Document:
    """Return a report as a part of another: its pictures and tables get names that begin with its number."""
    sections = tuple(_numbered(section, place) for section in report.sections)
    exports = {f"{place}-{name}": frame for name, frame in report.exports.items()}
    return replace(report, title=f"{place}. {report.title}", sections=sections, exports=exports)


def _numbered(section: Section, place: int) -> Section:
    tables = tuple(replace(table, export=f"{place}-{table.export}") for table in section.tables)
    one = section.picture
    picture = one and Picture(f"{place}-{one.name}", one.alt, one.draw)
    return replace(section, tables=tables, picture=picture, name=section.key)


def side_by_side(subjects: Sequence[Result | Comparison]) -> pd.DataFrame:
    """Return a row for each seat of each run and for each policy of each comparison: `COLUMNS`, and above par."""
    frames = [_rows(subject).assign(part=place) for place, subject in enumerate(subjects, 1)]
    frame = pd.concat(frames, ignore_index=True)
    return frame[[name for name in (*COLUMNS, *SHARE) if name in frame]]


def _rows(subject: Result | Comparison) -> pd.DataFrame:
    if hasattr(subject, "differences"):
        return _known(cast(Comparison, subject).policies.assign(seat=0))  # its policies take all seats
    return _known(subject.summary)


def _known(rows: pd.DataFrame) -> pd.DataFrame:
    return rows[[name for name in (*COLUMNS, *SHARE) if name in rows]]


def _first_section(frame: pd.DataFrame) -> Section:
    words = "Mean scores with their standard errors. The parts below are numbered as the results are here."
    table = Table("The results side by side", side_by_side_table(frame), SIDE_BY_SIDE)
    return Section("Side by side", words, (table,), name=SIDE_BY_SIDE)


def side_by_side_table(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows as text, with the digits that their errors support."""
    several = bool((frame["seat"] > 1).any())
    rows = [_words(row, several) for row in rows_of(frame)]
    return pd.DataFrame(rows, dtype=object).fillna(MISSING).set_index("Result")


def _words(row: Mapping[str, Any], several: bool) -> dict[str, str]:
    seat = {"Seat": str(row["seat"]) if row["seat"] else "all"} if several else {}
    cells = {"Result": f"{row['part']}. {plain(row['policy'])}", **seat, "Games (n)": count(row["n"])}
    cells["Mean score ± standard error"] = with_error(row["mean"], row["se"])
    cells["95 % interval"] = between(row["lo"], row["hi"], row["se"])
    if pd.notna(row.get("p_above_par")):
        cells["Above par, %"] = with_error(100 * row["p_above_par"], 100 * row["p_above_par_se"])
    return cells


def draws_words(subjects: Sequence[Result | Comparison]) -> str:
    """Return whether the results were played with the same dice, or what a game draws, and what follows."""
    names = ("rules_hash", "seed", "players")
    facts = [(subject.games, *(subject.plan.get(name) for name in names)) for subject in subjects]
    # A comparison of several players counts games by blocks, in which seats take turns.
    plain_games = all(subject.plan["players"] == 1 or hasattr(subject, "summary") for subject in subjects)
    words = PAIRED if len(set(facts)) == 1 and plain_games else UNPAIRED
    return words.format(draws=subjects[0].game.draws)
