"""What goes with a high score: the markers of single games, as rows of a picture, as a table of text, and in words."""

from __future__ import annotations

from typing import Any

import pandas as pd

from .contract import Result
from .digits import count, fixed, with_error
from .tables import harvest_label, of_seat
from .words import seat_rows, short

MOST = 18
"""So many markers are shown for a solo run; the exported table holds them all."""
COMMON = 0.05
"""Only markers that so large a share of the games have, and lack, are told of in a sentence."""
NO_CAUSE = (
    "This is association and not cause: games that have a thing may differ from the others in much else, above all in "
    "the luck that made the policy take it. It says what goes together under this policy, and not what pays."
)
ONE_IN_TWENTY = "Each interval covers its own difference with 95 %; of many, about one in twenty misses."


def surest(result: Result, seat: int) -> pd.DataFrame:
    """Return a row for each marker, at the harvest where its difference is known best; the highest difference first."""
    own = of_seat(result.markers, seat)
    best = own.sort_values(["se", "harvest"], kind="stable").drop_duplicates("marker")
    return best.sort_values("diff", ascending=False, kind="stable")


def marker_rows(result: Result, seat: int) -> list[str]:
    """Return the markers to show, the highest difference first; of many, the highest and the lowest."""
    names = surest(result, seat)["marker"].astype(str).tolist()
    most = MOST if len(result.summary) == 1 else MOST * 2 // 3
    return names if len(names) <= most else names[: most // 2] + names[-(most - most // 2) :]


def marker_words(result: Result) -> str:
    """Return what goes most with high and with low scores, in a line."""
    rows = seat_rows(result)
    if len(rows) > 1:
        return "What goes with a high score, and what with a low one, for each seat"
    best = surest(result, rows[0]["seat"])
    best = best[best[["n_with", "n_without"]].min(axis=1) >= COMMON * result.sampled]
    high, low = best[best["lo"] > 0].head(1), best[best["hi"] < 0].tail(1)
    parts = [f"{more_words(row)} with {named_marker(result, row)}" for _, row in pd.concat([high, low]).iterrows()]
    if not parts:
        return f"Nothing that was looked for goes clearly with {short(rows[0]['policy'])}'s scores"
    return f"{short(rows[0]['policy'])}'s games score {', '.join(parts)}"


def more_words(row: pd.Series) -> str:
    """Return '11.9 more' or '8.4 less'."""
    return f"{fixed(abs(row['diff']), 1)} {'more' if row['diff'] > 0 else 'less'}"


def named_marker(result: Result, row: pd.Series) -> str:
    """Return a marker with its harvest: 'Mayor at harvest 1'."""
    if not row["harvest"]:
        return str(row["marker"])
    label = harvest_label(result, int(row["harvest"]))
    return f"{row['marker']} {result.game.when} {label[:1].lower()}{label[1:]}"


def marker_table(result: Result, seat: int) -> pd.DataFrame:
    """Return the scores with and without each shown marker, by difference, as text."""
    own = of_seat(result.markers, seat)
    rows = own[own["marker"].isin(marker_rows(result, seat))]
    return pd.DataFrame([_line(result, row) for _, row in rows.iterrows()]).set_index("What a game has")


def _line(result: Result, row: pd.Series) -> dict[str, Any]:
    half = (row["hi"] - row["lo"]) / 2
    decimals = 1 if half >= 0.2 else 2
    return {
        "What a game has": named_marker(result, row),
        "Games with": count(int(row["n_with"])),
        "Mean with": with_error(row["mean_with"], row["se_with"]),
        "Games without": count(int(row["n_without"])),
        "Mean without": with_error(row["mean_without"], row["se_without"]),
        "Difference": f"{row['diff']:+.{decimals}f}",
        "95 % interval": f"{fixed(row['lo'], decimals)} to {fixed(row['hi'], decimals)}",
    }
