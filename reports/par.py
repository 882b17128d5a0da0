"""What a par is worth, shown: tables for the terminal, and a picture of how often each score is exceeded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
from rich.text import Text

from analyser.par import SHARES, Par

from .digits import between, count, rough, shown, with_error
from .terminal import console, rich_table
from .words import listed, plain, rows_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure


MOST_NAMED = 5
"""So many policies are named in a sentence: the strongest, the weakest, and some between."""


def print_par(found: Par) -> None:
    """Print what a par is worth: sentences, the policies, the marks, the readings, and what is proven."""
    out = console()
    out.print(Text(f"{found.game.title}: what the par of {found.game.par} is worth", style="bold"))
    out.print(Text(lead(found)), width=min(out.width, 100))
    for caption, frame in tables(found).items():
        out.print()
        out.print(Text(caption, style="bold"), width=min(out.width, 100))
        out.print(rich_table(frame, index=False))
    out.print(Text(bound_words(found)), width=min(out.width, 100))
    facts = found.facts
    line = f"{facts['game']}, rules {facts['rules']} ({facts['rules_hash']}), seed {facts['seed']}"
    out.print(Text(line, style="dim"))


def lead(found: Par) -> str:
    """Return what the par asks of a player, in plain words."""
    told = rows_of(found.policies)
    if len(told) > MOST_NAMED:
        told = [told[round(place * (len(told) - 1) / (MOST_NAMED - 1))] for place in range(MOST_NAMED)]
    whose = "of its games" if found.facts["players"] == 1 else "of the games of a table of its own, by the winner"
    shares = listed([f"by {plain(row['policy'])} in {_share(row)} %" for row in told])
    halves = listed([f"{row['m50']} for {plain(row['policy'])}" for row in told])
    return f"{found.game.par} is beaten {shares} {whose}. A par that is beaten half of the time is {halves}."


def _share(row: dict[str, Any]) -> str:
    return rough(*(100 * row[name] for name in ("p_above_par", "p_above_par_lo", "p_above_par_hi")))[0]


def tables(found: Par) -> dict[str, pd.DataFrame]:
    """Return the tables in their order, by caption."""
    made = {
        "Scores, and how often the par is beaten (± standard error; intervals of 95 %)": policy_table(found),
        "Marks: the score that so many of the games exceed (with a 95 % band for the whole curve)": mark_table(found),
    }
    if len(found.readings):
        made["What other rules change, paired by game (± standard error, each interval of 95 %)"] = reading_table(found)
    return made


def policy_table(found: Par) -> pd.DataFrame:
    """Return scores and shares above par as text, a row for each policy."""
    return pd.DataFrame(
        {
            "Policy": plain(row["policy"]),
            "Games": count(row["n"]),
            "Mean": with_error(row["mean"], row["se"]),
            "95 % interval": between(row["lo"], row["hi"], row["se"]),
            f"Above {found.game.par}, %": shown(100 * row["p_above_par"], 100 * _wide(row)),
            "95 % interval ": between(100 * row["p_above_par_lo"], 100 * row["p_above_par_hi"], 100 * _wide(row)),
            "Par is percentile": shown(100 * row["percentile"], 100 * _wide(row)),
        }
        for row in rows_of(found.policies)
    )


def _wide(row: dict[str, Any]) -> float:
    """Return a standard error for the digits of a share, above 0 where no game or every game counts."""
    return max(float(row["p_above_par_se"]), float(row["p_above_par_hi"] - row["p_above_par_lo"]) / 4)


def mark_table(found: Par) -> pd.DataFrame:
    """Return the marks as text: a row for each policy, a column for each share of games that beats them."""
    made = []
    for policy in found.policies["policy"]:
        own = {row["share"]: row for row in rows_of(found.marks[found.marks["policy"] == policy])}
        cells = {f"Beaten by {100 * share:.0f} %": _mark(own[share]) for share in SHARES}
        made.append({"Policy": plain(policy), **cells})
    return pd.DataFrame(made)


def _mark(row: dict[str, Any]) -> str:
    return f"{row['mark']} ({row['lo']} to {row['hi']})"


def reading_table(found: Par) -> pd.DataFrame:
    """Return what other rules change as text: a row for each rule and policy."""
    return pd.DataFrame(
        {
            "With": plain(row["reading"]),
            "Policy": plain(row["policy"]),
            "Points": with_error(row["diff"], row["se"]),
            "95 % interval": between(row["lo"], row["hi"], row["se"]),
            "Above par, % points": with_error(100 * row["p_diff"], 100 * row["p_se"]),
            "Above par then, %": shown(100 * row["p_above_par"], 100 * max(row["p_se"], 1e-3)),
        }
        for row in rows_of(found.readings)
    )


def bound_words(found: Par) -> str:
    """Return what is proven of perfect play, and what is not."""
    bound = found.bound
    if found.facts["players"] > 1:
        return "With several players the winner's score hangs on all of them: nothing is proven of perfect play by it."
    mean = with_error(bound["mean"], bound["se"])
    return (
        f"Perfect play averages at least what {plain(bound['policy'])} does: {mean} over {count(bound['n'])} games "
        f"that no choice was made by (95 % interval {between(bound['lo'], bound['hi'], bound['se'])}). No useful upper "
        "bound is known: how much higher one could get, nobody has proven."
    )


def par_figure(found: Par) -> Figure:
    """Answer: how often is a score exceeded, by whom? A curve for each policy, with its band, and the par as a line.

    Below, if asked for: what other rules change.
    """
    from .par_figure import draw

    return draw(found)
