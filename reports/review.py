"""Reviewed games as text and as documents: where the points went, by play and by luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd
from rich.text import Text

from .digits import count, fixed, games, shown, with_error
from .document import Document, Highlight, Picture, Section, Table
from .review_figure import draw_kinds, draw_timeline
from .terminal import console, print_table
from .words import plain, rows_of

WORST = 10
"""So many decisions are listed of those that lost most."""
MARK_WORDS = "?? loses 3 points or more beside the best found, ? 1 or more, ?! 0.3 or more, where that is sure."
HOW = {"plain": "As it is", "luck": "Less the luck of each game", "beta x luck": "Less beta x luck"}
LIMITS = (
    "What a decision loses is measured by a policy that plays on, not by perfect play: where that policy would have "
    "misplayed what followed, a good move may look bad.",
    "Luck is what a roll was worth to that policy; to a player who makes less of good rolls it gave less.",
)


# --- One game ------------------------------------------------------------------------------------------------------


def review_words(found: Any) -> str:
    """Return where the points of one game came from, in a sentence."""
    start, luck, play, others = (found.sums[name] for name in ("start", "luck", "play", "others"))
    reference = plain(found.facts["policies"][0])
    parts = [f"{with_error(start.mean, start.se)} that {reference} makes of the start on average"]
    parts += [f"{signed(luck)} by luck", f"{signed(play)} by play"]
    parts += [f"{signed(others)} by the others"] if found.facts["players"] > 1 else []
    return f"Seat {found.seat} scored {found.score:g}: {', '.join(parts)}."


def signed(found: Any) -> str:
    """Return '+3.1 ± 0.4'."""
    text = with_error(found.mean, found.se)
    return text if text.startswith("-") else f"+{text}"


def print_review(found: Any, command: str) -> None:
    """Print one reviewed game: the sums, then each step with what it changed."""
    out = console()
    out.print(Text(f"{plain(found.facts['where'])}, {plain(found.facts['rules'])}", style="bold"))
    out.print(Text(review_words(found)), width=min(out.width, 100))
    round_ = 0
    for row in rows_of(found.steps):
        if row["round"] != round_:
            round_ = row["round"]
            out.print(Text(f"\nRound {round_}", style="bold"))
        out.print(Text(f"  {step_words(row, found)}", style=_style(row)), soft_wrap=True)
    out.print()
    out.print(Text(f"{MARK_WORDS} {LIMITS[0]}", style="dim"), soft_wrap=True)
    out.print(Text(command, style="dim"), soft_wrap=True)


def _style(row: Mapping[str, Any]) -> str:
    if row["cause"] == "others":
        return "dim"
    return "red" if row["mark"] in ("?", "??") else "cyan" if row["cause"] == "luck" else ""


def step_words(row: Mapping[str, Any], found: Any) -> str:
    """Return a step in one line: what was done, what it changed, and what would have been better."""
    seat = f"Seat {row['seat']}: " if found.facts["players"] > 1 and row["seat"] > 0 else ""
    change = with_error(row["change"], row["se"])
    change = change if change.startswith("-") else f"+{change}"
    if row["cause"] == "luck":
        return f"{seat}{row['kind']}: {row['words']}: luck {change}"
    if row["cause"] == "others":
        return f"{seat}{row['words']}: {change}"
    if not row["mark"]:
        return f"{seat}{row['words']}"
    lost = f"loses {shown(row['regret'], row['regret_se'])}"
    interval = f"({shown(row['regret_lo'], row['regret_se'])} to {shown(row['regret_hi'], row['regret_se'])})"
    return f"{seat}{row['words']} {row['mark']} {lost} {interval}; better: {row['best_words']}"


def review_document(found: Any, command: str) -> Document:
    """Return the document of one reviewed game."""
    alt = f"The expected final score after each step of the game. {review_words(found)}"
    picture = Picture("timeline", alt, lambda: draw_timeline(found))
    worst, all_steps = worst_table(found), steps_table(found)
    line = Section("The game", review_words(found), picture=picture, name="timeline")
    lost = Section(
        "What lost most", MARK_WORDS, (Table("Decisions that lost most", worst, "steps"),) if len(worst) else (),
        name="lost",
    )  # fmt: skip
    each = Section(
        "Every step", "What each step changed of the expected final score.",
        (Table("Steps", all_steps, "steps"),), long=True, name="steps",
    )  # fmt: skip
    sums = [Highlight(name.capitalize(), signed(found.sums[name])) for name in ("luck", "play")]
    return Document(
        title=f"Review: {plain(found.facts['where'])}",
        lead=review_words(found),
        sections=(line, lost, each),
        exports={"steps": found.steps},
        facts=_facts(found.facts),
        commands=(command,),
        limits=LIMITS,
        plan=found.facts,
        highlights=(Highlight("Score", f"{found.score:g}"), *sums),
    )


def worst_table(found: Any) -> pd.DataFrame:
    """Return the marked decisions as text, those that lost most first."""
    rows = [row for row in rows_of(found.steps) if row["mark"]]
    rows.sort(key=lambda row: -row["regret"])
    columns = {
        "Mark": [row["mark"] for row in rows],
        "Lost ± standard error": [with_error(row["regret"], row["regret_se"]) for row in rows],
        "Done": [row["words"] for row in rows],
        "Better": [row["best_words"] for row in rows],
    }
    names = [f"Step {row['step']}, round {row['round']}" for row in rows]
    return pd.DataFrame(columns, index=pd.Index(names, name="When")).head(WORST)


def steps_table(found: Any) -> pd.DataFrame:
    """Return all steps as text."""
    rows = rows_of(found.steps)
    columns = {
        "Round": [str(row["round"]) for row in rows],
        "Seat": [str(row["seat"]) if row["seat"] > 0 else "-" for row in rows],
        "Kind": [row["kind"] for row in rows],
        "What": [f"{row['words']} {row['mark']}".strip() for row in rows],
        "Counts as": [row["cause"] for row in rows],
        "Change ± standard error": [with_error(row["change"], row["se"]) for row in rows],
        "Then worth": [fixed(row["value"], 1) for row in rows],
    }
    return pd.DataFrame(columns, index=pd.Index([str(row["step"]) for row in rows], name="Step"))


def _facts(facts: Mapping[str, Any]) -> dict[str, str]:
    words = {"policies": "played on by", "games": "games played on", "rules_hash": "hash of the rules"}
    return {words.get(name, name.replace("_", " ")): _text(value) for name, value in facts.items() if _text(value)}


def _text(value: Any) -> str:
    values = value if isinstance(value, list | tuple) else [value]
    return ", ".join(str(one) for one in values if one is not None)


# --- Many games ----------------------------------------------------------------------------------------------------


def reviews_words(found: Any) -> Iterator[str]:
    """Yield what many games say, in sentences."""
    policy, reference = plain(found.facts["policies"][found.seat - 1]), plain(found.facts["reference"])
    n, lost = games(found.score.n), with_error(abs(found.lost.mean), found.lost.se)
    does = "loses" if found.lost.mean >= 0 else "gains"
    yield (
        f"By its decisions {policy} {does} {lost} points a game beside {reference} "
        f"({n}, {found.facts['playouts']} games played on for each step); luck gave {signed(found.luck)}."
    )
    gap = f"{with_error(found.gap.mean, found.gap.se)}"
    means = f"{with_error(found.reference.mean, found.reference.se)} and {with_error(found.score.mean, found.score.se)}"
    yield f"By whole games the two means, {means}, lie {gap} apart." + _explained_words(found)
    best = max(rows_of(found.means), key=lambda row: row["reduction"])
    if best["reduction"] > 1:
        yield (
            f"Less luck ({HOW[best['how']].lower()}), the mean score is {with_error(best['mean'], best['se'])}: as if "
            f"{shown(best['reduction'], 0.05 * best['reduction'])} times as many games had been played."
        )


def _explained_words(found: Any) -> str:
    """Return which share of the gap the decisions explain, where there is a gap to speak of."""
    if not abs(found.gap.mean) > 3 * found.gap.se:
        return ""
    return f" The decisions explain {with_error(100 * found.explained.mean, 100 * found.explained.se)} % of that."


def kinds_table(found: Any) -> pd.DataFrame:
    """Return what kinds of decisions lose as text, with the sum."""
    rows = rows_of(found.kinds)
    names = [f"{row['kind']}, {row['also']} used" if row["also"] else str(row["kind"]) for row in rows]
    columns = {
        "Lost a game ± standard error": [with_error(row["lost"], row["se"]) for row in rows],
        "95 % interval": [f"{shown(row['lo'], row['se'])} to {shown(row['hi'], row['se'])}" for row in rows],
        "Times a game": [fixed(row["times"], 2) for row in rows],
        "Share, %": [fixed(100 * row["share"], 1) if found.lost.lo > 0 else "-" for row in rows],
    }
    whole = found.lost
    columns["Lost a game ± standard error"].append(with_error(whole.mean, whole.se))
    columns["95 % interval"].append(f"{shown(whole.lo, whole.se)} to {shown(whole.hi, whole.se)}")
    columns["Times a game"].append(fixed(sum(row["times"] for row in rows), 2))
    columns["Share, %"].append("100.0" if whole.lo > 0 else "-")
    return pd.DataFrame(columns, index=pd.Index([*names, "All"], name="What was decided"))


def swaps_table(found: Any) -> pd.DataFrame:
    """Return what was done instead of what the reference would have done, as text."""
    rows = rows_of(found.swaps)[: 2 * WORST]
    names = [f"{row['kind']} instead of {_instead(row)}" for row in rows]
    columns = {
        "Lost a game ± standard error": [with_error(row["lost"], row["se"]) for row in rows],
        "Times a game": [fixed(row["times"], 2) for row in rows],
    }
    return pd.DataFrame(columns, index=pd.Index(names, name="What was done"))


def _instead(row: Mapping[str, Any]) -> str:
    return "another" if row["instead"] == row["kind"] else str(row["instead"])


def luck_table(found: Any) -> pd.DataFrame:
    """Return the mean score with and without luck as text."""
    rows = rows_of(found.means)
    columns = {
        "Mean ± standard error": [with_error(row["mean"], row["se"]) for row in rows],
        "Games saved, times": [shown(row["reduction"], 0.05 * row["reduction"]) for row in rows],
    }
    return pd.DataFrame(columns, index=pd.Index([HOW[row["how"]] for row in rows], name="Mean score"))


def print_reviews(found: Any, command: str) -> None:
    """Print what many reviewed games say."""
    out = console()
    for line in reviews_words(found):
        out.print(Text(line), width=min(out.width, 100))
    for section in reviews_document(found, command).sections:
        for table in section.tables:
            out.print()
            out.print(Text(table.caption, style="bold"))
            print_table(out, table.frame)
    out.print(Text(command, style="dim"), soft_wrap=True)


def reviews_document(found: Any, command: str) -> Document:
    """Return the document of many reviewed games."""
    lead = " ".join(reviews_words(found))
    picture = Picture("kinds", f"What kinds of decisions lose, in points a game. {lead}", lambda: draw_kinds(found))
    n = count(found.score.n)
    tables = [Table(f"Points lost a game by kind of decision, n = {n} games", kinds_table(found), "kinds")]
    if len(found.swaps):
        tables.append(Table("What was done instead of what", swaps_table(found), "swaps"))
    luck = Table("The mean score with and without luck", luck_table(found), "means")
    return Document(
        title=f"Review of {plain(found.facts['policies'][found.seat - 1])}",
        lead=lead,
        sections=(
            Section("Where the points go", lead, tuple(tables), picture, name="kinds"),
            Section("Luck", "The luck of a game is 0 on average.", (luck,), name="luck"),
        ),
        exports={"kinds": found.kinds, "swaps": found.swaps, "means": found.means, "games": found.games},
        facts=_facts(found.facts),
        commands=(command,),
        limits=LIMITS,
        plan=found.facts,
    )
