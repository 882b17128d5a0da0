"""What was done first, what came when, and how often dice were kept: as grids, as tables of text, and in words."""

from __future__ import annotations

from typing import Any

import pandas as pd

from .contract import Result
from .digits import MISSING, count, fixed, has_error, with_error
from .tables import harvest_label, in_order, of_seat
from .words import listed, seat_rows, short

ROUND, HARVEST = "round", "harvest"
"""The units of `came`: what was counted up to the end of a round, and what stood at a time of writing down."""
MOST_LINES = 12
"""Of more groups than this only those are shown that some game began with."""
MOST_TIMES = 3
"""A sentence on what came when tells of so many rounds."""


def units_of(result: Result) -> list[str]:
    """Return by what time is told: round, harvest, or both."""
    return list(dict.fromkeys(result.came["unit"].astype(str)))


def came_grid(result: Result, seat: int, unit: str, value: str = "prob") -> pd.DataFrame:
    """Return the share of the games in which each thing (rows) had come by each round or harvest (columns)."""
    own = of_seat(result.came, seat)
    own = own[own["unit"] == unit]
    wide = own.pivot(index="item", columns="number", values=value)
    return wide.reindex(own["item"].drop_duplicates().tolist())


def percent_of(share: float) -> str:
    """Return a share in whole per cent, and say so where something is there but rounds to nothing, or not to all."""
    if share in (0.0, 1.0):
        return f"{100 * share:.0f}"
    if share < 0.005:
        return "< 1"
    return f"{100 * share:.0f}" if share < 0.995 else "> 99"


def came_words(result: Result) -> str:
    """Return what the picture of what came when shows, in a line."""
    rows = seat_rows(result)
    unit = units_of(result)[0]
    if len(rows) > 1:
        return f"What each seat had by which {unit}"
    shares = came_grid(result, rows[0]["seat"], unit)
    times: dict[int, list[str]] = {}
    for item, values in shares.iterrows():
        time = _half_time(values)
        if time is not None:
            times.setdefault(time, []).append(str(item)[:1].lower() + str(item)[1:])
    if not times:
        return f"Nothing of this had come in half of {short(rows[0]['policy'])}'s games"
    parts = [f"by {unit} {time} {listed(times[time][:3])}" for time in sorted(times)[:MOST_TIMES]]
    return f"What half of {short(rows[0]['policy'])}'s games had: {'; '.join(parts)}"


def _half_time(shares: pd.Series) -> int | None:
    """Return the first round or harvest by which half of the games have something."""
    reached = shares[shares >= 0.5]
    return int(reached.index[0]) if len(reached) else None


def came_table(result: Result, seat: int, unit: str) -> pd.DataFrame:
    """Return these shares in per cent with their standard errors, as text."""
    share, se = (100 * came_grid(result, seat, unit, value) for value in ("prob", "se"))
    text = [
        [with_error(*pair) for pair in zip(*two, strict=True)]
        for two in zip(share.to_numpy(), se.to_numpy(), strict=True)
    ]
    table = pd.DataFrame(text, index=share.index, columns=share.columns, dtype=object)
    names = {n: harvest_label(result, int(n)) if unit == "harvest" else f"Round {n}" for n in share.columns}
    return table.rename(columns=names).rename_axis(index="Came by (%)", columns=None)


def kept_words(result: Result) -> str:
    """Return how often the dice are kept, in a line."""
    parts = []
    for row in seat_rows(result):
        dice = of_seat(result.dice, row["seat"])
        kept, rolled = float(dice["kept"].sum()), float(dice["rolled"].sum())
        parts.append((row, 100 * kept / max(kept + rolled, 1)))
    if len(parts) == 1:
        row, share = parts[0]
        return f"{short(row['policy'])} keeps the lying dice at {share:.0f} of 100 actions, else rolls them all"
    each = [f"seat {row['seat']} at {share:.0f}" for row, share in parts]
    return f"Dice kept (full colour) or all rolled (pale): kept by {listed(each)} of 100 actions"


def first_words(result: Result) -> str:
    """Return what is done first, in a line."""
    rows = seat_rows(result)
    if len(rows) > 1:
        return "What each seat does first, and how those games went"
    own = of_seat(result.first_action, rows[0]["seat"]).sort_values("hits", ascending=False, kind="stable")
    most = [f"{row['group']} ({100 * row['prob']:.0f} %)" for _, row in own[own["hits"] > 0].head(3).iterrows()]
    return f"{short(rows[0]['policy'])} begins with {listed(most)}" if most else f"No {result.game.group} is taken"


def first_lines(result: Result) -> list[str]:
    """Return the groups to show, in their order: of many only those that some game began with."""
    frame = result.first_action
    lines = in_order(result.game.groups, frame["group"].astype(str))
    if len(lines) <= MOST_LINES:
        return lines
    begun = set(frame[frame["hits"] > 0]["group"].astype(str))
    return [line for line in lines if line in begun] or lines


def first_table(result: Result, seat: int) -> pd.DataFrame:
    """Return how often each dice group was the first, and the scores of those games, as text."""
    own = of_seat(result.first_action, seat).set_index("group")
    own = own.loc[first_lines(result)]
    columns: dict[str, Any] = {
        "Games (n)": own["hits"].map(lambda hits: count(int(hits))),
        "Share (%)": [with_error(100 * p, 100 * se) for p, se in zip(own["prob"], own["se"], strict=True)],
        "Mean score of these": [score_words(row) for _, row in own.iterrows()],
    }
    return pd.DataFrame(columns, index=own.index).rename_axis(index="First action")


def score_words(row: pd.Series) -> str:
    """Return '71.32 ± 0.21', or a sign for too few games."""
    if not row["hits"]:
        return MISSING
    return with_error(row["mean_score"], row["se_score"]) if has_error(row["se_score"]) else fixed(row["mean_score"], 1)
