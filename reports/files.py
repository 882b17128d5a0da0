"""A report's files: all of them are there afterwards, or none.

Everything is first made in memory, so that a fault in a figure touches no disk; then written into a folder of its own
beside its place; then moved there. `report.json` marks a folder as ours and lists its files. A folder that holds
anything else is never written to, and `force` replaces nothing but an earlier report.
"""

from __future__ import annotations

import errno
import io
import json
import shutil
import uuid
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

import pandas as pd

from sims.errors import AnalyserError, unknown

from .canvas import Kind, picture
from .contract import Result
from .figures import FIGURES
from .markdown import page
from .sections import sections
from .tables import exports

FORMATS = ("md", "png", "svg", "csv", "parquet")
MARKER = "report.json"
KIND = "agricola-analyser report"
FORMAT = 1
STAGING = ".report-"
FULL = (errno.ENOSPC, errno.EDQUOT)
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


def write_report(result: Result, folder: Path, formats: Collection[str] = FORMATS, force: bool = False) -> list[Path]:
    """Write a report into `folder` and return its files, `report.json` last.

    Raises `AnalyserError` for an unknown format, a folder that holds something else, an earlier report without
    `force`, and a disk that is full or may not be written to; nothing half-written is left behind.
    """
    check_formats(formats)
    place = Path(folder).resolve()
    with told(place):
        check_folder(place, force)
    files = contents(result, formats)
    with told(place):
        _publish(files, place)
    return [Path(folder) / name for name in files]


def check_formats(formats: Collection[str]) -> None:
    """Raise `AnalyserError` where a format is not known, or none is given."""
    if not formats:
        raise AnalyserError(f"no format for the report; choose from: {', '.join(FORMATS)}")
    for name in formats:
        if name not in FORMATS:
            raise unknown("report format", name, FORMATS)


def contents(result: Result, formats: Collection[str] = FORMATS) -> dict[str, bytes]:
    """Return every file of a report by its path in the folder; the same result gives the same bytes."""
    files: dict[str, bytes] = {}
    if "md" in formats:
        files["report.md"] = page(result, formats).encode()
    files |= _pictures(result, [kind for kind in ("png", "svg") if kind in formats])
    files |= _tables(result, formats)
    names = [*files, MARKER]
    marker = {"kind": KIND, "format": FORMAT, "files": names, "plan": dict(result.plan)}
    return files | {MARKER: (json.dumps(marker, indent=2, default=str) + "\n").encode()}


def _pictures(result: Result, kinds: list[Kind]) -> dict[str, bytes]:
    names = [section.picture for section in sections(result) if section.picture is not None] if kinds else []
    drawn = {name: FIGURES[name](result) for name in names}
    return {f"figures/{name}.{kind}": picture(figure, kind) for name, figure in drawn.items() for kind in kinds}


def _tables(result: Result, formats: Collection[str]) -> dict[str, bytes]:
    makers: dict[str, Callable[[pd.DataFrame], bytes]] = {"csv": as_csv, "parquet": as_parquet}
    chosen = {kind: make for kind, make in makers.items() if kind in formats}
    frames = exports(result)
    return {f"tables/{name}.{kind}": make(frame) for name, frame in frames.items() for kind, make in chosen.items()}


def as_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV; every float is written so that it reads back as the same float."""
    return frame.to_csv(index=False, lineterminator="\n").encode()


def as_parquet(frame: pd.DataFrame) -> bytes:
    """Return a frame as Parquet."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False, engine="pyarrow")
    return buffer.getvalue()


@contextmanager
def told(place: Path) -> Iterator[None]:
    """Turn what the disk refuses into one line for the user."""
    try:
        yield
    except OSError as fault:
        raise AnalyserError(f"{_reason(fault, place)}; nothing was written") from fault


def _reason(fault: OSError, place: Path) -> str:
    if fault.errno in FULL:
        return f"no space left on the disk for the report in {place}: free some, or choose another folder"
    if fault.errno in FORBIDDEN:
        return f"may not write the report to {place}: choose a folder that you may write to"
    return f"cannot write the report to {place} ({fault.strerror or fault}): choose another folder"


def check_folder(place: Path, force: bool) -> None:
    """Raise `AnalyserError` unless the folder is new, empty, or (with `force`) holds an earlier report alone."""
    if not place.exists():
        return
    if not place.is_dir():
        raise AnalyserError(f"{place} is a file, and the report needs a folder: choose another name")
    strange = strangers(place)
    if strange:
        raise AnalyserError(f"{place} holds {strange[0]!r}, which is no part of a report: choose another folder")
    if not force and (place / MARKER).exists():
        raise AnalyserError(f"{place} holds an earlier report: choose another folder, or replace it with --force")


def strangers(place: Path) -> list[str]:
    """Return what the folder holds beside the files of an earlier report, as sorted relative paths."""
    known = earlier(place)
    folders = {str(parent) for name in known for parent in PurePosixPath(name).parents}
    found = (path for path in place.rglob("*") if not path.relative_to(place).parts[0].startswith(STAGING))
    names = {path.relative_to(place).as_posix(): path.is_dir() and not path.is_symlink() for path in found}
    return sorted(name for name, is_folder in names.items() if name not in (folders if is_folder else known))


def earlier(place: Path) -> set[str]:
    """Return the files that the folder's marker lists; none where there is no marker of ours."""
    try:
        marker = json.loads((place / MARKER).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return set()
    if not isinstance(marker, dict) or marker.get("kind") != KIND:
        return set()
    files = marker.get("files")
    return {str(name) for name in files} if isinstance(files, list) else set()


def _publish(files: dict[str, bytes], place: Path) -> None:
    """Write the files out of sight, then move them to their place; on any failure all is as it was."""
    made = _make_parents(place)
    # An existing folder is filled, not replaced: it may be a mount point, or the folder that the user stands in.
    staging = (place if place.exists() else place.parent) / f"{STAGING}{uuid.uuid4().hex[:12]}"
    try:
        _write(files, staging / "new")
        if place.exists():
            _swap(staging, place)
        else:
            (staging / "new").rename(place)
    except BaseException:
        shutil.rmtree(staging, ignore_errors=True)
        _remove_empty(made)
        raise
    shutil.rmtree(staging, ignore_errors=True)


def _make_parents(place: Path) -> list[Path]:
    """Make the folders above `place`; return those that were missing, the innermost first."""
    missing = [parent for parent in place.parents if not parent.exists()]
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        _remove_empty(missing)
        raise
    return missing


def _remove_empty(folders: list[Path]) -> None:
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def _write(files: dict[str, bytes], folder: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def _swap(staging: Path, place: Path) -> None:
    """Put the new files where an earlier report's are, which goes back if anything fails on the way."""
    old = staging / "old"
    old.mkdir()
    moves = [(path, old / path.name) for path in place.iterdir() if not path.name.startswith(STAGING)]
    moves += [(path, place / path.name) for path in (staging / "new").iterdir()]
    done: list[tuple[Path, Path]] = []
    try:
        for source, target in moves:
            source.rename(target)
            done.append((source, target))
    except BaseException:
        for source, target in reversed(done):
            target.rename(source)
        raise
