"""The page on how strong the policies are: one table, strongest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from . import digits
from .markdown import code_block, paragraph, table
from .words import rows_of

ABOVE = "above par, %"


def shown(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of `analyser.strength.frame` in words, as digits that their errors support."""
    rows = [_shown(row) for row in rows_of(frame)]
    return pd.DataFrame(rows).set_index("policy")


def _shown(row: Mapping[str, Any]) -> dict[str, str]:
    speed = row["games_per_second"]
    return {
        "policy": row["policy"],
        "mean score": digits.with_error(row["mean"], row["se"]),
        "95 % interval": digits.between(row["lo"], row["hi"], row["se"]),
        "sd": digits.fixed(row["sd"], 1),
        **_above(row),
        "difference": digits.with_error(row["diff"], row["diff_se"]),
        "games": digits.count(row["n"]),
        "games a second": digits.count(round(speed)) if speed >= 10 else digits.fixed(speed, 1),
    }


def _above(row: Mapping[str, Any]) -> dict[str, str]:
    """Return the share of games above par; nothing for a game without a par."""
    if row["p_above_par"] is None or row["p_above_par"] != row["p_above_par"]:
        return {}
    se = (row["p_above_par_hi"] - row["p_above_par_lo"]) / 4
    return {ABOVE: digits.shown(100 * row["p_above_par"], 100 * se)}


def _how(players: int) -> str:
    """Return how a policy plays, by the number of its seats."""
    return "alone" if players == 1 else "against itself (the score is the mean of the seats)"


def _of_par(rows: pd.DataFrame) -> str:
    """Return what the column of the par says, where there is one."""
    return "above par is the share of games that beat the par; " if ABOVE in rows else ""


def strength_page(frame: pd.DataFrame, facts: Mapping[str, Any], commands: Sequence[str]) -> str:
    """Return the page as Markdown."""
    rows = shown(frame)
    parts = [
        "# How strong the policies are",
        paragraph(
            f"Each policy plays {facts['game']} {_how(facts['players'])}, from game 0 of seed {facts['seed']} on, so "
            "that all meet the same luck. The mean score is shown with its standard error; the interval covers it with "
            f"95 %; {_of_par(rows)}the difference is the mean difference to "
            f"{facts['over']} on the same games, with its standard error. Games a second are those of one thread, "
            "compiling apart, and depend on the machine. Each number speaks of the policy, not of the game."
        ),
        table(rows),
        "The same command makes the page again; the scores come out the same to the last digit:",
        code_block("\n".join(commands)),
        paragraph(f"Rules {facts['rules_hash']}, sources {facts['engine']}, analyser {facts['version']}."),
    ]
    return "\n\n".join(parts) + "\n"
