"""Advice for the terminal: what to take in one sentence, then each option with what it is worth and why."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rich.text import Text

from .digits import between, exact, games, shown, with_error
from .scripts import print_told
from .terminal import console
from .words import listed, rows_of

TOLD = 8
"""So many options are told one by one."""
ENDED = {
    "exact": "No luck follows: the scores are exact.",
    "clear": "It stopped because the best is clear.",
    "equal": "It stopped because what is left is as good as worth the same.",
    "precision": "It stopped at the precision that was asked for.",
    "games": "It stopped after all games that were asked for.",
    "time": "It stopped when the time was up.",
    "only": "There is nothing to choose.",
}


def print_advice(advice: Any, told: Iterable[Any], command: str) -> None:
    """Print the position as it was understood (`told`, see `sims/telling.py`), the verdict and the options."""
    print_told(told)
    out = console()
    out.print()
    for line in verdict(advice):
        out.print(Text(line, style="bold"), width=min(out.width, 120))
    out.print()
    for row in rows_of(advice.moves)[:TOLD]:
        out.print(Text(f"{row['rank']:>2}. {row['words']}", style="cyan"), soft_wrap=True)
        out.print(Text(f"    {option_words(row, advice)}"), soft_wrap=True)
    for line in rest_words(advice):
        out.print(Text(line), soft_wrap=True)
    facts = advice.facts
    played = f"{games(facts['games'])}, played on by {listed(sorted(set(facts['policies'])))}, seed {facts['seed']}"
    out.print(Text(f"{ENDED[advice.why]} {played}: {command}", style="dim"), soft_wrap=True)


def verdict(advice: Any) -> Iterator[str]:
    """Yield what to do, in sentences."""
    rows = rows_of(advice.moves)
    by_chance = advice.facts["objective"] != "points"
    if advice.keep is not None:
        yield keep_words(advice.keep, by_chance)
    equals = [row["words"] for row in rows if row["best"]]
    if len(rows) == 1:
        yield f"{rows[0]['words']}: there is no other choice, and it is worth {worth_words(rows[0])}."
    elif len(equals) == 1:
        ahead = ahead_words(rows[1], by_chance)
        yield f"{rows[0]['words']}: worth {worth_words(rows[0])}, {ahead} better than the next."
    elif advice.why == "exact":
        yield f"{listed(equals)} are worth the same, {worth_words(rows[0])}."
    else:
        few = equals[:TOLD]
        more = f" and {len(equals) - TOLD} more" if len(equals) > TOLD else ""
        yield f"These cannot be told apart: {'; '.join(few)}{more}. The first is worth {worth_words(rows[0])}."


def keep_words(keep: Mapping[str, float], by_chance: bool = False) -> str:
    """Return whether to keep the dice, in a sentence; `by_chance`: worths are chances."""
    unit, sign = (100, " %") if by_chance else (1, "")
    kept, rolled = (f"{shown(unit * keep[name], unit * keep['se'])}{sign}" for name in ("keep", "roll"))
    worth = f"keeping is worth {kept}, rolling {rolled}"
    if keep["lo"] > 0:
        return f"Keep the dice: {worth}."
    return f"Roll the dice: {worth}." if keep["hi"] < 0 else f"Keep or roll, they cannot be told apart: {worth}."


def worth_words(row: Mapping[str, Any]) -> str:
    """Return '133.5 points (95 % interval 131.1 to 136.0)'."""
    interval = "" if row["exact"] else f" (95 % interval {between(row['lo'], row['hi'], row['se'])})"
    return f"{shown(row['mean'], row['se'])} points{interval}"


def ahead_words(row: Mapping[str, Any], by_chance: bool = False) -> str:
    """Return by how much the best is ahead of an option: '12.4 (5.7 to 19.2)'; `by_chance`: in hundredths."""
    unit, sign = (100, " %") if by_chance else (1, "")
    diff, se, lo, hi = (unit * row[name] for name in ("diff", "diff_se", "diff_lo", "diff_hi"))
    if se == 0:
        return f"{exact(-diff)}{sign}"
    return f"{shown(-diff, se)}{sign} ({between(-hi, -lo, se)})"


def option_words(row: Mapping[str, Any], advice: Any) -> str:
    """Return what an option is worth, how far it is behind, its chance, and why."""
    parts = [f"{with_error(row['mean'], row['se'])} points"]
    if row["rank"] > 1:
        parts.append(
            f"{ahead_words(row, advice.facts['objective'] != 'points')} behind"
            + (", which may be chance" if row["best"] else "")
        )
    if math.isfinite(row["chance"]):
        what = "wins" if advice.facts["players"] > 1 else "beats the par"
        parts.append(f"{what} in {100 * row['chance']:.0f} %")
    if row["why"]:
        parts.append(f"beside {'the best' if row['rank'] > 1 else 'the next'}: {row['why']}")
    return "; ".join(parts)


def rest_words(advice: Any) -> Iterator[str]:
    """Yield how many options are not told, and why."""
    more = len(advice.moves) - TOLD
    if more > 0:
        yield f"    {more} more were played on and are worse; --format csv shows them."
    if advice.unplayed:
        number = len(advice.unplayed)
        yield f"    {number} more look worse at a glance and were not played on; --width {len(advice.moves) + number}."
