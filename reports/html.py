"""The page as one HTML file that needs nothing else: pictures within it, no script, nothing fetched from anywhere.

Text that a user wrote, such as a policy's name, is escaped by the template, which escapes all that is not marked; only
the pictures are, which are built as XML trees (`inline_svg`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pandas as pd
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from .document import Document, Section, Table
from .inline_svg import Inline, inline
from .night import at_night
from .words import plain

HOME = Path(__file__).parent
NUMBER = re.compile(r"[<>≈+\N{MINUS SIGN}-]?\s?\d|-$")
"""How a cell begins that holds a number, or stands for one."""
AGAIN, LIMITS = "again", "limits"


@dataclass(frozen=True)
class Grid:
    """A table as the template needs it: for each column whether it holds numbers; the first column names the rows."""

    caption: str
    heads: list[str]
    numeric: list[bool]
    rows: list[list[str]]


@dataclass(frozen=True)
class Block:
    """A section as the template needs it."""

    id: str
    section: Section
    picture: Inline | None
    grids: list[Grid]
    files: list[str]


@dataclass(frozen=True)
class Chapter:
    """A report or a part of one as the template needs it."""

    id: str
    document: Document
    blocks: list[Block]
    facts: Grid | None
    chapters: list[Chapter]


def page(report: Document, formats: Collection[str] = ()) -> str:
    """Return the whole page; files are linked only in the formats that lie beside it."""
    pictures = {one.name: inline(one.draw(), f"picture-{one.name}", one.alt) for one in report.pictures}
    whole = _chapter(report, "", formats, pictures)
    colours = sorted(set[str]().union(*(one.colours for one in pictures.values())))
    return _template().render(
        whole=whole, css=Markup((HOME / "page.css").read_text("utf-8")), colours=_colours(colours)
    )  # fmt: skip


@cache
def _template() -> Template:
    house = Environment(
        loader=FileSystemLoader(HOME), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    house.filters["plain"], house.filters["line"] = prose, plain
    return house.get_template("page.html.jinja")


def prose(text: object) -> str:
    """Return text on one line, in which no line breaks between a number and its sign."""
    return plain(text).replace(" %", "\N{NO-BREAK SPACE}%").replace(" ± ", "\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}")


def _colours(colours: list[str]) -> dict[str, dict[str, str]]:
    """Return the pictures' colours by their names on the page, for the light and for the dark one."""
    day = {f"c{colour[1:]}": colour for colour in colours}
    return {"day": day, "night": {name: at_night(colour) for name, colour in day.items()}}


def _chapter(report: Document, prefix: str, formats: Collection[str], pictures: Mapping[str, Inline]) -> Chapter:
    ids = _ids([section.key for section in report.sections])
    blocks = [
        _block(section, prefix + own, formats, pictures) for section, own in zip(report.sections, ids, strict=True)
    ]
    parts = [_chapter(part, f"part-{place}-", formats, pictures) for place, part in enumerate(report.parts, 1)]
    return Chapter(prefix, report, blocks, _facts(report), parts)


def _ids(keys: list[str]) -> Iterator[str]:
    """Yield the keys, told apart by a number where one comes twice."""
    for place, key in enumerate(keys):
        before = keys[:place].count(key) + (key in (AGAIN, LIMITS))
        yield f"{key}-{before + 1}" if before else key


def _block(section: Section, own: str, formats: Collection[str], pictures: Mapping[str, Inline]) -> Block:
    picture = pictures[section.picture.name] if section.picture is not None else None
    return Block(own, section, picture, [_grid(table) for table in section.tables], files(section, formats))


def files(section: Section, formats: Collection[str]) -> list[str]:
    """Return the paths of the same picture and numbers as files, of those formats that are written."""
    kinds = [kind for kind in ("svg", "png") if kind in formats]
    found = [f"figures/{section.picture.name}.{kind}" for kind in kinds] if section.picture is not None else []
    exports = dict.fromkeys(table.export for table in section.tables)
    return found + [f"tables/{name}.{kind}" for name in exports for kind in ("csv", "parquet") if kind in formats]


def _grid(table: Table) -> Grid:
    rows = [[plain(cell) for cell in row] for row in table.frame.reset_index().to_numpy().tolist()]
    heads = [plain(head) for head in (table.frame.index.name or "", *table.frame.columns)]
    columns = [[row[place] for row in rows] for place in range(len(heads))]
    return Grid(plain(table.caption), heads, [_holds_numbers(column) for column in columns], rows)


def _holds_numbers(column: list[str]) -> bool:
    cells = [cell for cell in column if cell]
    return bool(cells) and all(NUMBER.match(cell) for cell in cells)


def _facts(report: Document) -> Grid | None:
    if not report.facts:
        return None
    frame = pd.DataFrame({"Value": pd.Series(dict(report.facts), dtype=object)}).rename_axis(index="What")
    return _grid(Table("What fixes the numbers", frame, ""))
