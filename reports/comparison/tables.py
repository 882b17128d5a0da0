"""A comparison's numbers as tables of text; what is exported are the raw frames of the result."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

import pandas as pd

from ..contract import Comparison
from ..digits import MISSING, between, count, exact, fixed, has_error, shown, with_error
from ..tables import TOTAL, harvest_label, in_order
from ..words import plain, rows_of
from .pairs import ABOVE, ALIKE, BELOW, Pair, all_pairs, focused, indifference, leading, order, unit

EXPORTS = ("policies", "differences", "parts", "far", "histogram")
"""The frames of a comparison that are written to files, under these names."""
MOST_IN_MATRIX = 8
"""More policies than this make a list of pairs and no matrix."""
KNOWN = "*"
"""Marks a difference whose interval leaves out 0."""
EQUAL = "≈"
"""Marks a difference whose interval lies within what nobody minds."""
SIGMAS = 6.0
"""So many standard errors about span an interval that holds at all looks; it only chooses digits."""


def exports(result: Comparison) -> dict[str, pd.DataFrame]:
    """Return the raw frames to export, by name, without empty ones."""
    frames = {name: cast(pd.DataFrame, getattr(result, name)) for name in EXPORTS}
    return {name: frame for name, frame in frames.items() if len(frame)}


def policies_table(result: Comparison) -> pd.DataFrame:
    """Return a row for each policy: its score, its shares, its rank, and how it stands to the best other one."""
    rows = [_policy(result, row) for row in rows_of(result.policies)]
    return pd.DataFrame(rows, index=pd.Index(map(plain, order(result)), name="Policy"), dtype=object)


def _policy(result: Comparison, row: Mapping[str, Any]) -> dict[str, str]:
    sd_error = row["sd"] / math.sqrt(2 * row["n"])
    cells = {"Mean score ± standard error": with_error(row["mean"], row["se"])}
    cells["95 % interval"] = between(row["lo"], row["hi"], row["se"])
    if str(result.plan["objective"]).startswith("quantile"):
        error = (row["value_hi"] - row["value_lo"]) / SIGMAS
        name = str(result.plan["unit"])
        cells |= {name.capitalize(): shown(row["value"], error)}
        cells |= {f"{name}, 95 % interval": between(row["value_lo"], row["value_hi"], error)}
    cells["Standard deviation"] = shown(row["sd"], sd_error)
    if "p_above_par" in row:
        cells |= _share(f"Above par ({result.game.par})", row, "p_above_par")
    cells |= _share("Wins", row, "wins") if "wins" in row else {}
    return cells | _standing(result, row)


def _share(label: str, row: Mapping[str, Any], column: str) -> dict[str, str]:
    prob, se, lo, hi = (100 * row[column + end] for end in ("", "_se", "_lo", "_hi"))
    digits = se if has_error(se) else (hi - lo) / SIGMAS
    return {f"{label}, %": with_error(prob, se), f"{label}, 95 % interval": between(lo, hi, digits)}


def _standing(result: Comparison, row: Mapping[str, Any]) -> dict[str, str]:
    scale, head = unit(result).scale, unit(result).head
    other = standing_head(result)
    cells = {"Rank": rank_words(row), "May be best": "yes" if row["may_be_best"] else "no"}
    cells[f"{other}, {head}"] = behind_words(scale * row["behind_lo"], scale * row["behind_hi"])
    return cells | {"Games (n)": count(int(row["n"]))}


def standing_head(result: Comparison) -> str:
    """Return with whom a policy is compared in the table of policies, as its column says it."""
    return "Ahead of its opponent" if focused(result) else "Ahead of the best other"


def rank_words(row: Mapping[str, Any]) -> str:
    """Return the ranks that the intervals leave open: '1' or '1-2'."""
    lo, hi = int(row["rank_lo"]), int(row["rank_hi"])
    return str(lo) if lo == hi else f"{lo}-{hi}"


def behind_words(lo: float, hi: float) -> str:
    """Return an interval as '-15.2 to 0', with the digits that its width supports."""
    error = (hi - lo) / SIGMAS
    if not has_error(error):
        return exact(lo)
    return " to ".join(exact(end) if end == 0 else shown(end, error) for end in (lo, hi))


def signed(value: float, se: float) -> str:
    """Return a difference with its sign and the digits that its standard error supports."""
    text = shown(value, se)
    return f"+{text}" if value > 0 and float(text) != 0 else text


def matrix_table(result: Comparison) -> pd.DataFrame:
    """Return the differences, row minus column, as text: '+9.2* (3.1 to 15.2)'."""
    names = order(result)
    table = pd.DataFrame("", index=names, columns=names, dtype=object)
    for pair in all_pairs(result):
        for one in (pair, pair.turned):
            table.loc[one.first, one.second] = cell(one, indifference(result))
    table.index = pd.Index([f"{place}. {plain(name)}" for place, name in enumerate(names, 1)], name="Row minus column")
    table.columns = pd.Index([f"{place}. {plain(name)}" for place, name in enumerate(names, 1)])
    return table


def cell(pair: Pair, bound: float) -> str:
    """Return a difference with its mark and its interval: '+9.2* (3.1 to 15.2)'."""
    if not has_error(pair.se):
        return exact(pair.diff)
    return f"{marked(pair, bound)} ({between(pair.lo, pair.hi, pair.se)})"


def marked(pair: Pair, bound: float) -> str:
    """Return a difference with a star where its sign is known, with ≈ where it lies within the indifference."""
    verdict, text = pair.verdict(bound), signed(pair.diff, pair.se)
    if verdict == ALIKE:
        return f"{EQUAL}{text}"
    return f"{text}{KNOWN}" if verdict in (ABOVE, BELOW) else text


def list_table(result: Comparison, pairs: Sequence[Pair]) -> pd.DataFrame:
    """Return the differences of some pairs as a list, as text."""
    rows = []
    for pair in pairs:
        interval = between(pair.lo, pair.hi, pair.se)
        row = {"Policy": plain(pair.first), "minus": plain(pair.second)}
        row[f"Difference, {unit(result).head}"] = marked(pair, indifference(result))
        rows.append(row | {"95 % interval": interval})
    return pd.DataFrame(rows, dtype=object).set_index("Policy")


def games_table(result: Comparison) -> pd.DataFrame:
    """Return game by game how pairs compare, and what pairing saved, as text; all pairs, or with many the leader's."""
    pairs = all_pairs(result) if len(order(result)) <= MOST_IN_MATRIX else leading(result)
    return pd.DataFrame([_paired(result, pair) for pair in pairs], dtype=object).set_index("Policy")


def _paired(result: Comparison, pair: Pair) -> dict[str, str]:
    of = "Games" if int(result.plan["players"]) == 1 else "Blocks"
    row = {"Policy": plain(pair.first), "and": plain(pair.second), f"{of} (n)": count(pair.n)}
    shares = {"First has more, %": pair.more, "Same, %": pair.equal, "Second has more, %": pair.less}
    for name, share in shares.items():
        error = 100 * math.sqrt(share * (1 - share) / pair.n)
        row[name] = shown(100 * share, error)
    row["If fixed beforehand, 95 % interval"] = between(pair.fixed_lo, pair.fixed_hi, pair.se)
    row["Pairing divides the variance by"] = fixed(pair.reduction, 2) if math.isfinite(pair.reduction) else MISSING
    saved = pair.unpaired - pair.n
    return row | {f"{of} saved": count(max(0, round(saved))) if math.isfinite(saved) else MISSING}


def part_rows(result: Comparison, pair: Pair) -> pd.DataFrame:
    """Return the rows of `parts` of a pair, seen from its first policy: `harvest category n diff se lo hi`."""
    frame = result.parts
    own = frame[(frame["policy"] == pair.first) & (frame["other"] == pair.second)]
    if len(own):
        return own.reset_index(drop=True)
    own = frame[(frame["policy"] == pair.second) & (frame["other"] == pair.first)]
    return own.assign(diff=0.0 - own["diff"], lo=0.0 - own["hi"], hi=0.0 - own["lo"]).reset_index(drop=True)


def whole_game(result: Comparison, pair: Pair) -> pd.DataFrame:
    """Return the rows of a pair's categories over the whole game, in the game's order."""
    rows = part_rows(result, pair)
    rows = rows[(rows["harvest"] == 0) & (rows["category"] != "")].set_index("category", drop=False)
    return rows.loc[in_order(result.game.categories, rows["category"])]


def total_row(result: Comparison, pair: Pair) -> dict[str, Any]:
    """Return a pair's difference in points over all categories of the whole game."""
    rows = part_rows(result, pair)
    found = rows[(rows["harvest"] == 0) & (rows["category"] == "")].iloc[0].to_dict()
    return {str(name): value for name, value in found.items()}


def counted_once(result: Comparison) -> bool:
    """Tell whether points are given once, at the end of the game."""
    return bool(result.parts.loc[result.parts["harvest"] != 0, "harvest"].nunique() == 1)


def parts_table(result: Comparison, pair: Pair) -> pd.DataFrame:
    """Return a pair's difference in points by category and harvest as text, with the totals that the frame has."""
    rows = part_rows(result, pair)
    text = [with_error(diff, se) for diff, se in zip(rows["diff"], rows["se"], strict=True)]
    wide = rows.assign(text=text).pivot(index="category", columns="harvest", values="text")
    wide = wide.reindex([*in_order(result.game.categories, rows["category"].loc[rows["category"] != ""]), ""])
    if counted_once(result):
        return wide[[0]].set_axis(["Points"], axis=1).rename(index={"": TOTAL}).rename_axis(index="Category")
    wide = wide[[*sorted(number for number in wide.columns if number), 0]]
    names = {0: result.game.periods} | {number: harvest_label(result, int(number)) for number in wide.columns if number}
    return wide.rename(index={"": TOTAL}, columns=names).rename_axis(index="Category", columns=None)


def far_rows(result: Comparison, pair: Pair, most: int) -> list[dict[str, Any]]:
    """Return the games in which a pair's scores differ most, seen from its first policy."""
    found = []
    for row in rows_of(result.far):
        names = (row["policy"], row["other"])
        if names == (pair.first, pair.second):
            found.append(row)
        elif names == (pair.second, pair.first):
            see = {"see_policy": row["see_other"], "see_other": row["see_policy"]}
            found.append({"policy": names[1], "other": names[0], "game": row["game"], "diff": -row["diff"], **see})
    return found[:most]


def farthest(result: Comparison, first: int = 5, others: int = 1) -> list[dict[str, Any]]:
    """Return the games to look at: some of the first leading pair, fewer of each other one."""
    rows = []
    for place, pair in enumerate(leading(result)):
        rows += far_rows(result, pair, others if place else first)
    return rows


def far_table(rows: list[dict[str, Any]]) -> pd.DataFrame:
    """Return the games that differ most, as text."""
    table = [
        {
            "Game": count(int(row["game"])),
            "Policy": plain(row["policy"]),
            "minus": plain(row["other"]),
            "Points": ("+" if row["diff"] > 0 else "")
            + fixed(row["diff"], 0 if float(row["diff"]).is_integer() else 1),
        }
        for row in rows
    ]
    return pd.DataFrame(table, dtype=object).set_index("Game")
