"""Folders that the program fills: all of a result's files are there afterwards, or none.

A marker file tells a folder as one of ours and lists its files. A folder that holds anything else is never written
to, and `force` replaces nothing but an earlier one of the same kind. Files are written into a folder of their own
beside their place, then moved there.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from .errors import AnalyserError
from .sealed import text_sum

STAGING = ".analyser-"
FULL = (errno.ENOSPC, errno.EDQUOT)
FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)


@dataclass(frozen=True)
class FolderKind:
    """What a folder of ours holds: `word` for messages ("report"), the `marker` file, and the `kind` written in it.

    `also` is a pattern of further names that nobody else gives to files.
    """

    word: str
    marker: str
    kind: str
    also: str = ""

    def mark(self, names: list[str], **facts: Any) -> bytes:
        """Return the marker's content: the kind, the files and `facts`, and a checksum of it all."""
        content = {"kind": self.kind, "files": [*names, self.marker], **facts}
        content["checksum"] = text_sum(content)
        return (json.dumps(content, indent=2, default=str) + "\n").encode()


def publish(files: Mapping[str, bytes | Path], folder: Path, kind: FolderKind, force: bool = False) -> list[Path]:
    """Write files (the marker among them) into a folder and return their paths; a `Path` is moved there.

    Raises `AnalyserError` as `check_folder` does, and where the disk is full or may not be written to; nothing
    half-written is left behind.
    """
    place = Path(folder).resolve()
    check_folder(folder, kind, force)
    with told(place, kind):
        _publish(files, place)
    return [Path(folder) / name for name in files]


@contextmanager
def told(place: Path, kind: FolderKind, so: str = "nothing was written") -> Iterator[None]:
    """Turn what the disk refuses into one line for the user, which ends with what this means."""
    try:
        yield
    except OSError as fault:
        raise AnalyserError(f"{_reason(fault, place, kind.word)}; {so}") from fault


def _reason(fault: OSError, place: Path, word: str) -> str:
    if fault.errno in FULL:
        return f"no space left on the disk for the {word} in {place}: free some, or choose another folder"
    if fault.errno in FORBIDDEN:
        return f"may not write the {word} to {place}: choose a folder that you may write to"
    return f"cannot write the {word} to {place} ({fault.strerror or fault}): choose another folder"


def check_folder(folder: Path, kind: FolderKind, force: bool = False) -> None:
    """Raise `AnalyserError` unless the folder is new, empty, or (with `force`) an earlier one of its kind alone."""
    place = Path(folder).resolve()
    with told(place, kind):
        if not place.exists():
            return
        if not place.is_dir():
            raise AnalyserError(f"{place} is a file, and the {kind.word} needs a folder: choose another name")
        strange = strangers(place, kind)
        if strange:
            raise AnalyserError(
                f"{place} holds {strange[0]!r}, which is no part of a {kind.word}: choose another folder"
            )
        if not force and (place / kind.marker).exists():
            raise AnalyserError(
                f"{place} holds an earlier {kind.word}: choose another folder, or replace it with --force"
            )


def check_writable(folder: Path, kind: FolderKind) -> None:
    """Raise `AnalyserError` where the folder could not be made or written to; nothing is left behind."""
    place = Path(folder).resolve()
    with told(place, kind):
        made = _make_parents(place)
        try:
            probe = (place if place.exists() else place.parent) / f"{STAGING}{uuid.uuid4().hex[:12]}"
            probe.mkdir()
            probe.rmdir()
        finally:
            _remove_empty(made)


def strangers(place: Path, kind: FolderKind) -> list[str]:
    """Return what the folder holds beside the files of an earlier one of its kind, as sorted relative paths."""
    known = earlier(place, kind)
    folders = {str(parent) for name in known for parent in PurePosixPath(name).parents}
    found = (path for path in place.rglob("*") if not path.relative_to(place).parts[0].startswith(STAGING))
    names = {path.relative_to(place).as_posix(): path.is_dir() and not path.is_symlink() for path in found}
    strange = (name for name, is_folder in names.items() if name not in (folders if is_folder else known))
    return sorted(name for name in strange if not re.fullmatch(kind.also, name))


def earlier(place: Path, kind: FolderKind) -> set[str]:
    """Return the files that the folder's marker lists; none where there is no marker of ours."""
    try:
        marker = json.loads((place / kind.marker).read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return set()
    if not isinstance(marker, dict) or marker.get("kind") != kind.kind:
        return set()
    files = marker.get("files")
    return {str(name) for name in files} if isinstance(files, list) else set()


def _publish(files: Mapping[str, bytes | Path], place: Path) -> None:
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


def _write(files: Mapping[str, bytes | Path], folder: Path) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, Path):
            shutil.move(data, path)
        else:
            path.write_bytes(data)


def _swap(staging: Path, place: Path) -> None:
    """Put the new files where the earlier ones are, which goes back if anything fails on the way."""
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


def write_whole(path: Path, content: bytes) -> None:
    """Write a file by way of a temporary name, so that it is whole whenever it is there. Raises AnalyserError."""
    other = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with other.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        other.replace(path)
    except OSError as error:
        with suppress(OSError):
            other.unlink()
        raise AnalyserError(f"cannot write {path}: {error.strerror or error}") from error
