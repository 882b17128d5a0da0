"""A report's files. Everything is first made in memory, so that a fault in a figure touches no disk."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

import pandas as pd

from analyser.errors import AnalyserError, unknown
from analyser.folders import FolderKind, check_folder, publish
from analyser.frames import as_csv, as_parquet

from .canvas import Kind, picture
from .document import Document, Reportable, document
from .html import page as html_page
from .markdown import page as markdown_page

FORMATS = ("html", "md", "csv", "parquet", "png", "svg")
PICTURES: tuple[Kind, ...] = ("png", "svg")
FORMAT = 1
REPORT = FolderKind("report", "report.json", "agricola-analyser report")


def write_report(
    subject: Reportable, folder: Path, formats: Collection[str] = FORMATS, force: bool = False
) -> list[Path]:
    """Write the report of a run, a comparison or any document into `folder`; return its files, `report.json` last.

    Raises `AnalyserError` for an unknown format, a folder that holds something else, an earlier report without
    `force`, and a disk that is full or may not be written to; nothing half-written is left behind.
    """
    check_formats(formats)
    check_folder(folder, REPORT, force)
    return publish(contents(document(subject), formats), folder, REPORT, force)


def check_formats(formats: Collection[str]) -> None:
    """Raise `AnalyserError` where a format is not known, or none is given."""
    if not formats:
        raise AnalyserError(f"no format for the report; choose from: {', '.join(FORMATS)}")
    for name in formats:
        if name not in FORMATS:
            raise unknown("report format", name, FORMATS)


def contents(report: Document, formats: Collection[str] = FORMATS) -> dict[str, bytes]:
    """Return every file of a report by its path in the folder; the same document gives the same bytes."""
    files: dict[str, bytes] = {}
    if "html" in formats:
        files["report.html"] = html_page(report, formats).encode()
    if "md" in formats:
        files["report.md"] = markdown_page(report, formats).encode()
    files |= _pictures(report, [kind for kind in PICTURES if kind in formats])
    files |= _tables(report, formats)
    return files | {REPORT.marker: REPORT.mark(list(files), format=FORMAT, plan=dict(report.plan))}


def _pictures(report: Document, kinds: list[Kind]) -> dict[str, bytes]:
    drawn = {one.name: one.draw() for one in report.pictures} if kinds else {}
    return {f"figures/{name}.{kind}": picture(figure, kind) for name, figure in drawn.items() for kind in kinds}


def _tables(report: Document, formats: Collection[str]) -> dict[str, bytes]:
    makers: dict[str, Callable[[pd.DataFrame], bytes]] = {"csv": as_csv, "parquet": as_parquet}
    chosen = {kind: make for kind, make in makers.items() if kind in formats}
    frames = report.tables
    return {f"tables/{name}.{kind}": make(frame) for name, frame in frames.items() for kind, make in chosen.items()}
