"""A game at the table as text for the terminal: what happened, what lies there, what may be answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.padding import Padding
from rich.text import Text

from .advice import option_words, verdict
from .scripts import print_told
from .terminal import console
from .words import rows_of

LABEL_WIDE = 12
SHORT = 24
"""Facts of so many letters stand two in a line."""
FEW, MANY = 8, 60
"""So many answers of a group are shown at most, and so many of all where one looks through them."""
ASKING, FEWEST = 2, 8
"""The question and the prompt take so many lines of the screen, and the answers so many at least."""
COLOURS = ("green", "magenta", "red", "yellow", "cyan", "blue")
"""The colours of the dice, kind by kind."""
TOLD = 4
"""So many options of a hint are told one by one."""


def print_lines(lines: Iterable[str], style: str = "") -> None:
    """Print lines of text, folded where the terminal is narrow."""
    out = console()
    for line in lines:
        out.print(Text(line, style=style))


def print_wrong(message: str) -> None:
    """Print what was wrong with an answer."""
    print_lines([f"? {message}"], "red")


def print_view(view: Any) -> int:
    """Print what lies on the table (a `sims.sitting.View`); return in how many lines."""
    out = console()
    out.print()
    if out.is_terminal:
        out.rule(Text(view.heading, style="bold"), align="left")
    else:
        out.print(Text(view.heading))
    lines = [Text(line) for line in view.yard]
    lines += fact_lines(view.facts, out.width)
    lines += [Text(line, style="dim") for line in view.others]
    lines += [common_line(name, groups, out.width) for name, groups in view.common]
    folded = [part for line in lines for part in line.wrap(out, out.width)]
    for line in folded:
        out.print(line)
    return len(folded) + 1


def fact_lines(facts: Sequence[tuple[str, str]], wide: int) -> Iterator[Text]:
    """Yield facts in lines: short ones in two columns, long ones alone."""
    waiting: Text | None = None
    for name, value in facts:
        fact = Text.assemble((f"{name:<{LABEL_WIDE}}", "dim"), value)
        short = len(value) <= SHORT and wide >= 2 * (LABEL_WIDE + SHORT + 2)
        if waiting is not None and short:
            yield Text.assemble(waiting, " " * (LABEL_WIDE + SHORT + 2 - len(waiting)), fact)
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        waiting = fact if short else None
        if not short:
            yield fact
    if waiting is not None:
        yield waiting


def common_line(name: str, groups: Sequence[Sequence[str]], wide: int) -> Text:
    """Return what lies there for all, each thing in brackets, each group in its colour."""
    items = [(f"[{thing}]", COLOURS[kind % len(COLOURS)]) for kind, things in enumerate(groups) for thing in things]
    text = Text.assemble((f"{name}  ", "dim"))
    column = len(text)
    for thing, colour in items or [("none", "")]:
        if column + len(thing) + 1 > wide:
            text.append("\n" + " " * LABEL_WIDE)
            column = LABEL_WIDE
        text.append(thing, colour)
        text.append(" ")
        column += len(thing) + 1
    return text


# --- Answers -------------------------------------------------------------------------------------------------------


def print_choices(choices: Sequence[Any], found: Sequence[Any] | None = None, taken: int = 0) -> None:
    """Print the answers (`sims.sitting.Choice`) with their numbers, each group in lines of its own.

    Of each group so many are shown as the screen has room for, of which so many lines are `taken`; or all `found`.
    """
    out = console()
    numbers = {choice.words: number for number, choice in enumerate(choices, 1)}
    if found is not None:
        for line in choice_lines(found[:MANY], numbers, MANY, out.width):
            out.print(line)
        if len(found) > MANY:
            out.print(Text(f"... {len(found) - MANY} more: add a word, as in moves pasture", style="dim"))
        return
    room = max(FEWEST, out.height - taken - ASKING) if out.is_terminal else MANY
    few = FEW
    while len(lines := choice_lines(choices, numbers, few, out.width)) > room and few > 1:
        few -= 1
    for line in lines:
        out.print(line)


def choice_lines(choices: Sequence[Any], numbers: Mapping[str, int], few: int, wide: int) -> list[Text]:
    """Return the lines of answers, so `few` of each group, but all of those without one."""
    groups: dict[str, list[Any]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    lines = []
    for group, members in groups.items():
        shown = members[:few] if group and len(members) > few + 1 else members
        words = [Text.assemble((f"{numbers[one.words]:>3}) ", "cyan"), answer_words(one)) for one in shown]
        if len(shown) < len(members):
            words.append(Text(f"... {len(members) - len(shown)} more: moves {group.split()[-1].lower()}", style="dim"))
        lines += beside(words, wide)
    return lines


def answer_words(choice: Any) -> str:
    """Return an answer, and what comes of it."""
    return f"{choice.words} ({choice.note})" if choice.note else str(choice.words)


def beside(items: Sequence[Text], wide: int) -> list[Text]:
    """Return some answers in lines, as many in each as there is room for; long ones are folded."""
    lines = [Text()]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 2 > wide:
            lines.append(Text())
        lines[-1] = Text.assemble(lines[-1], "  " if lines[-1] else "", item)
    return [folded for line in lines for folded in line.wrap(console(), wide)]


def print_hint(advice: Any, numbers: Mapping[str, int]) -> None:
    """Print advice with the numbers to type, by the sentence of each move."""
    out = console()
    for line in verdict(advice):
        out.print(Text(line, style="bold"))
    for row in rows_of(advice.moves)[:TOLD]:
        number = numbers.get(row["move"])
        typed = "roll" if row["kind"] == "roll" else f"{number}) {row['words']}" if number else row["move"]
        out.print(Text(f"  {typed}", style="cyan"))
        out.print(Padding(Text(option_words(row, advice)), (0, 0, 0, 5)))


def print_end(parts: Iterable[Any]) -> None:
    """Print how a game ended, with its score sheets, without what nobody has scored."""
    print_told(part if part.points is None else part._replace(points=scored(part.points)) for part in parts)


def scored(points: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return points by column and category without the categories that are 0 in all columns."""
    items = [item for item in next(iter(points.values())) if any(column[item] for column in points.values())]
    return {name: {item: column[item] for item in items} for name, column in points.items()}
