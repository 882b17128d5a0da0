"""A report before it is a page: title, first paragraph, sections, and how to make its numbers again.

Why apart from any page: Markdown, a web page and the terminal walk over the same document and decide only how it looks;
what they walk over may speak of a run, of a comparison, or of what comes later. All text is plain; the page escapes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pandas as pd

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

    `long` tables are left to pages; a terminal does not show them.
    """

    title: str
    text: str
    tables: tuple[Table, ...] = ()
    picture: Picture | None = None
    notes: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    long: bool = False


@dataclass(frozen=True)
class Document:
    """A whole report.

    `exports` are the raw tables by the name of their file; `facts` what fixes the numbers, in words; `commands` make
    them again; `limits` is what they do not say; `plan` are the facts as plain data, for the file that marks a report.
    """

    title: str
    lead: str
    sections: tuple[Section, ...]
    exports: Mapping[str, pd.DataFrame]
    facts: Mapping[str, str]
    commands: tuple[str, ...] = ()
    limits: tuple[str, ...] = ()
    plan: Mapping[str, Any] = field(default_factory=dict)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures of all sections, in order."""
        return tuple(section.picture for section in self.sections if section.picture is not None)


Reportable = Document | Result | Comparison
"""What a report can be made of."""


def document(subject: Reportable) -> Document:
    """Return the document that reports a run or a comparison; a document is returned as it is."""
    if isinstance(subject, Document):
        return subject
    if hasattr(subject, "differences"):
        from .comparison.document import compare_document

        return compare_document(cast(Comparison, subject))
    from .run_document import run_document

    return run_document(subject)


def fact_words(plan: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, str]:
    """Return facts as people read them: named by `words`, without what is None and without the command."""
    unsaid = (None, [None] * len(plan["policies"]))  # policies of the game's own have no file to be named
    rest = {key: value for key, value in plan.items() if key != "command" and value not in unsaid}
    return {words.get(key, key.replace("_", " ")): _value(value) for key, value in rest.items()}


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join("-" if part is None else str(part) for part in value)
    return str(value)
