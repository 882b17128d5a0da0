"""A lock on a folder: who writes into it, so that nobody else does at the same time.

The system holds the lock as long as the process lives, so that one left by a process that was killed, or before the
machine was started anew, binds nobody. Across machines, where that may not work, the file's words bind.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .errors import AnalyserError
from .folders import STAGING, FolderKind, told

try:
    import fcntl
except ImportError:  # where there is none, the file's words alone bind
    fcntl = None  # type: ignore[assignment]

NAME = f"{STAGING}lock"


def _boot() -> str:
    """Return what tells one start of the machine from another, as far as it says so."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return ""


def _born(pid: int) -> str | None:
    """Return when a process of this machine began, in its own count; None where there is none, "" where unknown."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        pass
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except OSError:
        return ""
    return ""


def _own() -> dict[str, Any]:
    pid, started = os.getpid(), time.strftime("%Y-%m-%d %H:%M:%S")
    return {"pid": pid, "host": socket.gethostname(), "boot": _boot(), "born": _born(pid), "started": started}


def _stale(words: dict[str, Any]) -> bool:
    """Tell whether what a lock file says is of a process of this machine that is gone."""
    if words.get("host") != socket.gethostname():
        return False
    pid = words.get("pid")
    return words.get("boot") != _boot() or not isinstance(pid, int) or _born(pid) != words.get("born")


class Lock:
    """The lock of a folder that is there; `word` says what is written into it.

    Raises AnalyserError where another process holds it, and OSError.
    """

    def __init__(self, folder: Path, word: str) -> None:
        self.path, self.word = folder / NAME, word
        self.file, self.firm = self._open(), fcntl is not None
        try:
            self._take()
        except BaseException:
            os.close(self.file)
            raise

    def _open(self) -> int:
        return os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)

    def _take(self) -> None:
        if not self._held():
            raise AnalyserError(self._who())
        words = self._words()
        if words and not _stale(words) and not (self.firm and words.get("host") == socket.gethostname()):
            raise AnalyserError(self._who())
        os.ftruncate(self.file, 0)
        os.pwrite(self.file, json.dumps(_own()).encode(), 0)

    def _held(self) -> bool:
        """Take the system's lock, on the file that has the name now; return whether it is ours."""
        while fcntl is not None:
            try:
                fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            except OSError:
                self.firm = False  # a disk without locks: the words bind
                return True
            with suppress(FileNotFoundError):
                if os.fstat(self.file).st_ino == self.path.stat().st_ino:
                    return True
            os.close(self.file)
            self.file = self._open()
        return True

    def _words(self) -> dict[str, Any]:
        with suppress(ValueError):
            words = json.loads(os.pread(self.file, 4096, 0))
            return words if isinstance(words, dict) else {}
        return {}

    def _who(self) -> str:
        words = self._words()
        who = f"process {words.get('pid', '?')} on {words.get('host', '?')}, since {words.get('started', '?')}"
        away = "" if words.get("host") in (None, socket.gethostname()) else f", or remove {self.path} if it is gone"
        mend = f"wait for it, or choose another folder{away}"
        return f"{self.path.parent} is being written by another {self.word} ({who}): {mend}"

    def release(self) -> None:
        """Let others write."""
        try:
            with suppress(OSError):
                self.path.unlink()
        finally:
            with suppress(OSError):
                os.close(self.file)


@contextmanager
def opening(place: Path, kind: FolderKind) -> Iterator[Lock]:
    """Make a folder where there is none and yield its lock, which stays; where what follows fails, all is as it was.

    Raises AnalyserError where another process writes into it, or where it cannot be written.
    """
    made = not place.exists()
    with told(place, kind):
        place.mkdir(parents=True, exist_ok=True)
        lock = Lock(place, kind.word)
    try:
        yield lock
    except BaseException:
        lock.release()
        if made:
            with suppress(OSError):
                place.rmdir()
        raise
