"""Files under a seal: a first line that says what follows, in which format, and with which checksum.

Nothing behind a seal is looked at before its checksum holds. What is wrong is raised as `Damaged`, in words that follow
the file's name; `set_aside` takes such a file out of the way without losing it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .errors import Damaged


def seal(kind: str, version: int, content: bytes) -> bytes:
    """Return content with its seal before it."""
    return f"{kind} {version} {hashlib.sha256(content).hexdigest()}\n".encode() + content


def unseal(sealed: bytes, kind: str, version: int) -> bytes:
    """Return what `seal` was given. Raises Damaged where it is another kind, another version, or not what it was."""
    line, _, content = sealed.partition(b"\n")
    words = line.split(b" ")
    if not sealed or words[0] != kind.encode() or len(words) != 3:
        raise Damaged("is empty" if not sealed else "is damaged, or no file of ours")
    if words[2] != hashlib.sha256(content).hexdigest().encode():
        raise Damaged("is damaged: its checksum does not hold")
    if words[1] != str(version).encode():
        raise Damaged(f"has format {words[1].decode(errors='replace')}; this version reads format {version}")
    return content


def text_sum(table: Mapping[str, Any]) -> str:
    """Return the checksum of a table of JSON, whatever the order of its names."""
    plain = json.loads(json.dumps(table, default=str))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def file_sum(path: Path) -> str:
    """Return the checksum of a file, which may be long."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def set_aside(path: Path) -> Path:
    """Rename a file to NAME.damaged-1, or the next number that is free, and return its new path."""
    number = 1
    while (other := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return path.rename(other)
