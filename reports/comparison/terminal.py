"""A comparison as text for the terminal: who is best, the policies, each pair, what pairing saved, games to look at."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from rich.console import Console
from rich.text import Text

from ..contract import Comparison
from ..digits import between, count, shown, with_error
from ..terminal import console, print_table
from ..words import capital, plain, rows_of, short
from .pairs import Pair, all_pairs, focused, indifference, leading, order, unit
from .tables import EQUAL, KNOWN, MOST_IN_MATRIX, farthest, list_table, marked, policies_table, rank_words
from .words import lead, played_words, saved_words, title

LEAST = 16
"""No name is cut to fewer letters, however narrow the terminal is."""
FAR = 3
"""So many games are shown of those that differ most."""


def print_comparison(result: Comparison) -> None:
    """Print a comparison: a paragraph in plain words, tables that fit the width, and what plays it again."""
    out = console()
    out.print(Text(title(result), style="bold"))
    out.print(Text(lead(result)), width=min(out.width, 100))
    caption = "Policies, each ranked with its opponent" if focused(result) else "Policies, best first"
    _print_table(out, caption, policies_frame(result, out.width))
    _print_pairs(out, result)
    out.print()
    out.print(Text(saved_words(result)), width=min(out.width, 100))
    _print_far(out, result)
    out.print()
    out.print(Text(facts_line(result), style="dim"))


def _print_table(out: Console, caption: str, frame: pd.DataFrame) -> None:
    out.print()
    out.print(Text(caption, style="bold"))
    print_table(out, frame)


def policies_frame(result: Comparison, wide: int) -> pd.DataFrame:
    """Return the table of policies as it fits: all of it, or what matters most."""
    full = policies_table(result)
    if _width(full) <= wide:
        return full
    rows = [_policy(result, row) for row in rows_of(result.policies)]
    bare = pd.DataFrame(rows, index=pd.Index([""] * len(rows), name=""), dtype=object)
    if wide - _width(bare) < LEAST:  # the paragraph above says how many games there are
        bare = bare.drop(columns="Games")
    bare.index = pd.Index(list(numbered(result, max(LEAST, wide - _width(bare))).values()), name="Policy")
    return bare


def numbered(result: Comparison, letters: int) -> dict[str, str]:
    """Return each policy's name with its place before it, cut to so many letters; the place tells cut names apart."""
    return {name: f"{place}. {short(name, letters - 4)}" for place, name in enumerate(order(result), 1)}


def _policy(result: Comparison, row: dict[str, object]) -> dict[str, str]:
    scale, kind = unit(result).scale, str(result.plan["objective"]).partition(":")[0]
    value, lo, hi = (scale * float(str(row[name])) for name in ("value", "value_lo", "value_hi"))
    cells = {"Mean ± se": with_error(float(str(row["mean"])), float(str(row["se"])))}
    if kind != "mean":
        heads = {"p_above_par": "Above par, %", "win": "Wins, %"}
        cells[heads.get(kind, "Quantile")] = shown(value, (hi - lo) / 6)
    error = float(str(row["se"])) if kind == "mean" else (hi - lo) / 6
    cells["95 % interval"] = between(lo, hi, error)
    best = "yes" if row["rank_hi"] == 1 else "maybe" if row["may_be_best"] else "no"
    cells |= {"Rank": rank_words(row), "Best": best}
    return cells | {"Games": count(int(str(row["n"])))}


def _print_pairs(out: Console, result: Comparison) -> None:
    frame, what = matrix_frame(result), "Row minus column"
    if frame is None or _width(frame) > out.width:
        many = len(order(result)) > MOST_IN_MATRIX and not focused(result)
        frame = pairs_frame(result, leading(result) if many else all_pairs(result), out.width)
        what = "Differences of the first to each other" if many else "Differences"
    signs = f"{KNOWN} its sign is known, {EQUAL} taken as equal"
    _print_table(out, f"{what} in {unit(result).amount}, 95 % intervals that hold together; {signs}", frame)


def matrix_frame(result: Comparison) -> pd.DataFrame | None:
    """Return the differences as a matrix, the interval under each; None where that says little or is too large."""
    names = order(result)
    if focused(result) or not 2 < len(names) <= MOST_IN_MATRIX:
        return None
    heads = [str(place) for place in range(1, len(names) + 1)]
    frame = pd.DataFrame("", index=pd.Index(names), columns=names, dtype=object)
    for pair in all_pairs(result):
        for one in (pair, pair.turned):
            interval = f"\n{between(one.lo, one.hi, one.se)}" if one.se > 0 else ""
            frame.loc[one.first, one.second] = marked(one, indifference(result)) + interval
    frame.index, frame.columns = pd.Index(list(numbered(result, 30).values()), name="Policy"), pd.Index(heads)
    return frame


def _width(frame: pd.DataFrame) -> int:
    """Return how many columns of the terminal a table takes."""
    columns = [[frame.index.name, *frame.index], *([name, *frame[name]] for name in frame.columns)]
    return 1 + sum(3 + max(len(line) for cell in column for line in str(cell).split("\n")) for column in columns)


def pairs_frame(result: Comparison, pairs: Sequence[Pair], wide: int) -> pd.DataFrame:
    """Return differences as a list of pairs, the names cut to the width."""
    frame = list_table(result, pairs)
    names = numbered(result, max(LEAST, (wide - 46) // 2))
    frame.index = pd.Index([names[pair.first] for pair in pairs], name="Policy")
    return frame.assign(minus=[names[pair.second] for pair in pairs])


def _print_far(out: Console, result: Comparison) -> None:
    rows = farthest(result, FAR, 0)
    if not rows:
        return
    out.print()
    out.print(Text("Games that differ most, and how to see them", style="bold"))
    for row in rows:
        points = f"{abs(float(row['diff'])):.{0 if float(row['diff']).is_integer() else 1}f}"
        more, less = (row["policy"], row["other"]) if row["diff"] > 0 else (row["other"], row["policy"])
        words = f"game {row['game']}: {plain(more)} has {points} points more than {plain(less)}"
        out.print(Text(capital(words)), soft_wrap=True)
        for command in dict.fromkeys([str(row["see_policy"]), str(row["see_other"])]):
            out.print(Text(f"  {plain(command)}", style="dim"), soft_wrap=True)


def facts_line(result: Comparison) -> str:
    """Return what fixes the numbers, in a line."""
    plan = result.plan
    return f"{plan['game']}, rules {plan['rules']} ({plan['rules_hash']}), {played_words(result)}"
