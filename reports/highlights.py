"""The numbers that a report begins with: few, large, and each with what one has to know of it."""

from __future__ import annotations

from typing import Any, cast

from .contract import Comparison, Result
from .digits import MISSING, between, exact, fixed, games, has_error, places, rough, with_error
from .document import Highlight
from .words import FEWEST_HALVED, has_par, plain, rows_of, seat_rows

MOST = 4
"""So many policies of a comparison are shown at the top; the table has all."""


def highlights(subject: Result | Comparison) -> tuple[Highlight, ...]:
    """Return the numbers to begin with: of the seats of a run, or of the first policies of a comparison."""
    if hasattr(subject, "differences"):
        return tuple(_policy(row) for row in rows_of(cast(Comparison, subject).policies.head(MOST)))
    seats = seat_rows(subject)
    return _solo(subject, seats[0]) if len(seats) == 1 else tuple(_seat(row) for row in seats)


def _policy(row: dict[str, Any]) -> Highlight:
    rank = f"{row['rank_lo']}" if row["rank_lo"] == row["rank_hi"] else f"{row['rank_lo']}-{row['rank_hi']}"
    note = f"rank {rank}; mean score ± standard error"
    return Highlight(plain(row["policy"]), with_error(row["mean"], row["se"]), note)


def _seat(row: dict[str, Any]) -> Highlight:
    wins = f"wins {_per_cent(row, 'wins')} of the games; " if "wins" in row else ""
    name = f"Seat {row['seat']}: {plain(row['policy'])}"
    return Highlight(name, with_error(row["mean"], row["se"]), f"{wins}mean score ± standard error")


def _solo(result: Result, row: dict[str, Any]) -> tuple[Highlight, ...]:
    found = [Highlight("Mean score", _rounded(row), f"± {_error(row)} standard error, {games(row['n'])}")]
    if has_par(result, row):
        interval = between(100 * row["p_above_par_lo"], 100 * row["p_above_par_hi"], 100 * row["p_above_par_se"])
        note = f"95 % interval {interval}" if interval != MISSING else ""
        found.append(Highlight(f"Games above par {result.game.par}", _per_cent(row, "p_above_par"), note))
    if row["n"] >= FEWEST_HALVED:
        half = f"{exact(row['q25'])} to {exact(row['q75'])}"
        found.append(Highlight("Half of the games", half, f"median {exact(row['q50'])}"))
    if row["n"] > 1:
        found.append(Highlight("Highest score", exact(row["max"]), f"lowest {exact(row['min'])}"))
    return tuple(found)


def _rounded(row: dict[str, Any]) -> str:
    return rough(row["mean"], row["lo"], row["hi"])[0]


def _error(row: dict[str, Any]) -> str:
    return fixed(row["se"], places(row["se"])) if has_error(row["se"]) else MISSING


def _per_cent(row: dict[str, Any], name: str) -> str:
    share, _, _ = rough(*(100 * row[f"{name}{side}"] for side in ("", "_lo", "_hi")))
    return f"{share} %"
