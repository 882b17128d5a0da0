"""A comparison as text for the terminal: who is best, the policies, each pair, what pairing saved, games to look at."""

from __future__ import annotations

import pandas as pd
from rich.console import Console
from rich.text import Text

from ..contract import Comparison
from ..digits import between, count, shown, with_error
from ..terminal import console, rich_table
from ..words import capital, plain, short
from .pairs import all_pairs, focused, indifference, order, unit
from .tables import EQUAL, KNOWN, MOST_IN_MATRIX, farthest, list_table, marked, policies_table, rank_words, rows_of
from .words import lead, played_words, saved_words, title

FULL = 160
"""So many columns hold the whole table of policies."""
FEWEST = 60
"""No table is laid out for fewer columns."""
FAR = 3


def print_comparison(result: Comparison) -> None:
    """Print a comparison: a paragraph in plain words, tables that fit the width, and what plays it again."""
    out = console()
    out.print(Text(title(result), style="bold"))
    out.print(Text(lead(result)), width=min(out.width, 100))
    _print_table(out, "Policies, best first", policies_frame(result, out.width))
    _print_pairs(out, result)
    out.print()
    out.print(Text(saved_words(result)), width=min(out.width, 100))
    _print_far(out, result)
    out.print()
    out.print(Text(facts_line(result), style="dim"))


def _print_table(out: Console, caption: str, frame: pd.DataFrame) -> None:
    out.print()
    out.print(Text(caption, style="bold"))
    out.print(rich_table(frame))


def policies_frame(result: Comparison, wide: int) -> pd.DataFrame:
    """Return the table of policies as it fits: all of it, or what matters most."""
    if wide >= FULL:
        return policies_table(result)
    rows = [_policy(result, row) for row in rows_of(result)]
    names = [f"{place}. {short(name, max(wide, FEWEST) - 53)}" for place, name in enumerate(order(result), 1)]
    return pd.DataFrame(rows, index=pd.Index(names, name="Policy"), dtype=object)


def _policy(result: Comparison, row: dict[str, object]) -> dict[str, str]:
    scale, kind = unit(result).scale, str(result.plan["objective"]).partition(":")[0]
    value, lo, hi = (scale * float(str(row[name])) for name in ("value", "value_lo", "value_hi"))
    cells = {"Mean ± se": with_error(float(str(row["mean"])), float(str(row["se"])))}
    if kind != "mean":
        heads = {"p_above_par": "Above par, %", "win": "Wins, %"}
        cells[heads.get(kind, "Quantile")] = shown(value, (hi - lo) / 6)
    error = float(str(row["se"])) if kind == "mean" else (hi - lo) / 6
    cells["95 % interval"] = between(lo, hi, error)
    cells |= {"Rank": rank_words(row), "Best": "maybe" if row["may_be_best"] else "no"}
    if row["may_be_best"] and len(result.best) == 1:
        cells["Best"] = "yes"
    return cells | {"Games": count(int(str(row["n"])))}


def _print_pairs(out: Console, result: Comparison) -> None:
    amount = unit(result).amount
    signs = f"{KNOWN} its sign is known, {EQUAL} taken as equal"
    frame = matrix_frame(result)
    if frame is not None and _width(frame) <= out.width:
        caption = f"Row minus column in {amount}, with 95 % intervals that hold together; {signs}"
        _print_table(out, caption, frame)
    else:
        caption = f"Differences in {amount}, with 95 % intervals that hold together; {signs}"
        _print_table(out, caption, pairs_frame(result, out.width))


def matrix_frame(result: Comparison) -> pd.DataFrame | None:
    """Return the differences as a matrix, the interval under each; None where that says little or is too large."""
    names = order(result)
    if focused(result) or not 2 < len(names) <= MOST_IN_MATRIX:
        return None
    heads = [str(place) for place in range(1, len(names) + 1)]
    index = [f"{head}. {short(name, 26)}" for head, name in zip(heads, names, strict=True)]
    frame = pd.DataFrame("", index=pd.Index(names), columns=names, dtype=object)
    for pair in all_pairs(result):
        for one in (pair, pair.turned):
            interval = f"\n{between(one.lo, one.hi, one.se)}" if one.se > 0 else ""
            frame.loc[one.first, one.second] = marked(one, indifference(result)) + interval
    frame.index, frame.columns = pd.Index(index, name="Policy"), pd.Index(heads)
    return frame


def _width(frame: pd.DataFrame) -> int:
    """Return how many columns of the terminal a table takes."""
    shown_ = frame.reset_index()
    return 2 + sum(
        3 + max(len(line) for cell in [name, *shown_[name]] for line in str(cell).split("\n")) for name in shown_
    )


def pairs_frame(result: Comparison, wide: int) -> pd.DataFrame:
    """Return the differences as a list of pairs, the names cut to the width."""
    frame = list_table(result).reset_index()
    letters = max(10, (max(wide, FEWEST) - 44) // 2)
    for name in ("Policy", "minus"):
        frame[name] = [short(cell, letters) for cell in frame[name]]
    return frame.set_index("Policy")


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
