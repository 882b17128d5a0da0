"""The page as Markdown (GitHub's kind): words first, then each picture, its numbers under it.

Text that a user wrote, such as a policy's name, is escaped here and nowhere else, so that it shows as it was written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

import pandas as pd

from .document import Document, Section
from .words import plain

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
SPECIAL = re.compile(r"[\\`*_\[\]|~$#]")
OPENING = re.compile(r"^(?:[-+=]|\d+(?=[.)]))")


def escape(text: object) -> str:
    """Return text that Markdown shows as it is, on one line, within a sentence or a table."""
    line = SPECIAL.sub(lambda found: "\\" + found[0], plain(text))
    return "".join(ENTITIES.get(letter, letter) for letter in line)


def paragraph(text: object) -> str:
    """Return escaped text that also begins a line: '- a' and '1. a' stay sentences and become no lists."""
    line = escape(text)
    found = OPENING.match(line)
    if found is None:
        return line
    place = found.end() if found[0][0].isdigit() else 0
    return f"{line[:place]}\\{line[place:]}"


def code_block(text: str) -> str:
    """Return text as code, fenced by more backticks than it holds in a row."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{text}\n{fence}"


def table(frame: pd.DataFrame) -> str:
    """Return a frame of text as a table: the index first, numbers to the right."""
    head = [frame.index.name or "", *frame.columns]
    rule = [":--", *("--:" for _ in frame.columns)]
    lines = [_row(head), "| " + " | ".join(rule) + " |"]
    return "\n".join([*lines, *(_row(cells) for cells in frame.reset_index().to_numpy().tolist())])


def _row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(escape(cell) for cell in cells) + " |"


def page(document: Document, formats: Collection[str] = ("png", "svg", "csv", "parquet")) -> str:
    """Return the whole page; pictures and files are linked only in the formats that lie beside it."""
    return "\n\n".join(_chapter(document, formats, "#")) + "\n"


def _chapter(document: Document, formats: Collection[str], level: str) -> list[str]:
    """Return a document's paragraphs, its title headed by `level`, and all within it by one sign more."""
    parts = [f"{level} {escape(document.title)}", paragraph(document.lead)]
    for section in document.sections:
        parts += _section(section, formats, level + "#")
    for part in document.parts:
        parts += _chapter(part, formats, level + "#")
    parts += _again(document, level + "#") if document.facts or document.commands else []
    if document.limits:
        limits = "\n".join(f"- {escape(limit)}" for limit in document.limits)
        parts += [f"{level}# What the numbers do not say", limits]
    return parts


def _section(section: Section, formats: Collection[str], level: str) -> list[str]:
    parts = [f"{level} {escape(section.title)}"]
    kinds = [kind for kind in ("png", "svg") if kind in formats]
    if section.picture is not None and kinds:
        parts.append(f"![{escape(section.picture.alt)}](figures/{section.picture.name}.{kinds[0]})")
    parts.append(paragraph(section.text))
    for one in section.tables:
        parts += [f"**{escape(one.caption)}**", table(one.frame)]
    parts += [paragraph(note) for note in section.notes]
    parts += [code_block("\n".join(plain(command) for command in section.commands))] if section.commands else []
    links = _links(section, formats)
    return [*parts, links] if links else parts


def _links(section: Section, formats: Collection[str]) -> str:
    """Return links to the same picture and numbers as files."""
    pictures = [f"figures/{section.picture.name}.svg"] if section.picture and "svg" in formats else []
    exports = dict.fromkeys(one.export for one in section.tables)
    kinds = [kind for kind in ("csv", "parquet") if kind in formats]
    paths = pictures + [f"tables/{name}.{kind}" for name in exports for kind in kinds]
    return "Files: " + ", ".join(f"[{path}]({path})" for path in paths) if paths else ""


def _again(document: Document, level: str) -> list[str]:
    """Return how to make the numbers again: the command, and everything that fixes them."""
    parts = [f"{level} How to make these numbers again"]
    if document.commands:
        commands = "\n".join(plain(command) for command in document.commands)
        parts += ["The same command gives the same numbers, to the last digit:", code_block(commands)]
    facts = pd.DataFrame({"value": pd.Series(dict(document.facts), dtype=object)})
    return [*parts, table(facts.rename_axis(index="What"))]
