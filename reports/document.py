"""A report before it is a page: title, first paragraph, sections, and how to make its numbers again.

Why apart from any page: Markdown, a web page and the terminal walk over the same document and decide only how it looks;
what they walk over may speak of a run, of a comparison, or of what comes later. All text is plain; the page escapes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import pandas as pd

from analyser.errors import AnalyserError, unknown

from .contract import Comparison, Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Table:
    """A table of text, ready to be shown, and the name of the exported table that holds its raw values."""

    caption: str
    frame: pd.DataFrame
    export: str


@dataclass(frozen=True)
class Picture:
    """A picture: the name of its file, the text for who does not see it, and what draws it when it is wanted."""

    name: str
    alt: str
    draw: Callable[[], Figure]


@dataclass(frozen=True)
class Section:
    """One part of a report, read in this order: picture, text, tables, notes (a paragraph each), commands.

    `long` tables are left to pages; a terminal does not show them. `name` is a short one that stays the same, by which
    a reader asks for the section; see `key`.
    """

    title: str
    text: str
    tables: tuple[Table, ...] = ()
    picture: Picture | None = None
    notes: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    long: bool = False
    name: str = ""

    @property
    def key(self) -> str:
        """The section's name; without one, that of its picture or of its first table's export."""
        exports = [table.export for table in self.tables]
        names = [self.name, self.picture.name if self.picture else "", *exports, self.title]
        return next(re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in names if name)


@dataclass(frozen=True)
class Highlight:
    """A number to begin with, such as the mean score: what it is, the number as text, what one has to know of it."""

    label: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Document:
    """A whole report.

    `exports` are the raw tables by the name of their file; `facts` what fixes the numbers, in words; `commands` make
    them again; `limits` is what they do not say; `plan` are the facts as plain data, for the file that marks a report;
    `highlights` are the numbers to begin with; `parts` are documents of their own, read after the sections: their
    pictures and exports have names that differ from all others in the report.
    """

    title: str
    lead: str
    sections: tuple[Section, ...]
    exports: Mapping[str, pd.DataFrame]
    facts: Mapping[str, str]
    commands: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    plan: Mapping[str, Any] = field(default_factory=dict)
    highlights: tuple[Highlight, ...] = ()
    parts: tuple[Document, ...] = ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures of all sections, in order, then those of the parts."""
        own = tuple(section.picture for section in self.sections if section.picture is not None)
        return own + tuple(picture for part in self.parts for picture in part.pictures)

    @property
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """The raw tables of the report and of its parts."""
        return dict(self.exports) | {name: frame for part in self.parts for name, frame in part.tables.items()}

    def keys(self) -> Iterator[str]:
        """Yield the keys of all sections, in order; one that several parts have comes several times."""
        yield from (section.key for section in self.sections)
        for part in self.parts:
            yield from part.keys()


Reportable = Document | Result | Comparison
"""What a report can be made of."""


def document(subject: Reportable) -> Document:
    """Return the document that reports a run or a comparison; a document is returned as it is."""
    if isinstance(subject, Document):
        return subject
    from .highlights import highlights

    return replace(_made(subject), highlights=highlights(subject))


def _made(subject: Result | Comparison) -> Document:
    if hasattr(subject, "differences"):
        from .comparison.document import compare_document

        return compare_document(cast(Comparison, subject))
    from .run_document import run_document

    return run_document(subject)


def with_more(report: Document, sections: tuple[Section, ...], exports: Mapping[str, pd.DataFrame]) -> Document:
    """Return the report with more sections at its end, and the raw tables that they tell of."""
    return replace(report, sections=(*report.sections, *sections), exports={**report.exports, **exports})


def with_sections(report: Document, names: Collection[str]) -> Document:
    """Return the report with only those of its sections whose keys are named. Raises AnalyserError for other names."""
    known = list(dict.fromkeys(report.keys()))
    if not names:
        raise AnalyserError(f"no section for the report; choose from: {', '.join(known)}")
    for name in names:
        if name not in known:
            raise unknown("section", name, known)
    return _kept(report, names)


def _kept(report: Document, names: Collection[str]) -> Document:
    sections = tuple(section for section in report.sections if section.key in names)
    return replace(report, sections=sections, parts=tuple(_kept(part, names) for part in report.parts))


def fact_words(plan: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, str]:
    """Return facts as people read them: named by `words`, without what is None and without the command."""
    unsaid = (None, [None] * len(plan["policies"]))  # policies of the game's own have no file to be named
    rest = {key: value for key, value in plan.items() if key != "command" and value not in unsaid}
    return {words.get(key, key.replace("_", " ")): _value(value) for key, value in rest.items()}


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join("-" if part is None else str(part) for part in value)
    return str(value)
