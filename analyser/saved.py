"""A run that is kept in its folder while it is played, so that nothing ends it but its end.

From the beginning there is a manifest that says `finished: false`; what is played is committed every few seconds, in
the order in which a reader needs it: rows of single games first (`parts/`), then the ledger that names them. The last
thing written is the manifest of the finished run. Whenever the program is ended, the folder holds a run that goes on.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from .chunklog import Entry, digest
from .folders import told, write_whole
from .ledger import Ledger, Part, Slots
from .lock import Lock
from .plan import RunPlan
from .result import Result
from .rows import RowFile, join, schema_of
from .run import replay
from .sample import MOST, as_bytes, small
from .sealed import file_sum, set_aside
from .simulation import make_result, make_sample
from .store import FILES, ROWS, RUN, SAMPLE, result_facts, result_files
from .tally import Tally
from .undisturbed import undisturbed
from .unfinished import sample_rows

SECONDS = 2.0
"""At least so long lies between two commits."""
PARTS = "parts"
PLAYED = {"sample": SAMPLE, "rows": ROWS}

Tell = Callable[[str], None]


def manifest(plan: RunPlan, ledger: Ledger, facts: Mapping[str, Any], finished: bool, **more: Any) -> bytes:
    """Return the manifest of a run, which lists all that its folder may hold from the beginning."""
    names = [tuple(column) for column in plan.game.columns(plan.rules)]
    known = {"finished": finished, "identity": ledger.identity, "columns": names, "rows": ledger.rows}
    return RUN.mark([*FILES, ROWS], **{**facts, **known, **more})


class SavedRun:
    """A run under way in its folder: the keeper for `run`.

    `ledger` is what is played, `finished` the result where nothing is left to do; `tell` says what had to be mended.
    Its folder is locked until `release`.
    """

    def __init__(
        self,
        place: Path,
        plan: RunPlan,
        lock: Lock,
        ledger: Ledger,
        *,
        seconds: float = SECONDS,
        tell: Tell = print,
    ) -> None:
        self.place, self.plan, self.lock, self.ledger, self.tell = place, plan, lock, ledger, tell
        self.slots, self.committed, self.broken = Slots(place, ledger), ledger.games, False
        self.seconds, self.written = seconds, time.monotonic()
        self.pending: list[Any] = []
        self.rows: RowFile | None = None
        self.finished: Result | None = None

    def __enter__(self) -> SavedRun:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let others write into the folder."""
        self.lock.release()

    # --- What `run` asks for -----------------------------------------------------------------------------------------

    @property
    def tally(self) -> Tally:
        """The tally so far."""
        return self.ledger.tally

    @property
    def wide(self) -> int:
        """How many columns of each game are kept, after the sample."""
        return self.tally.sums.shape[1] if self.ledger.rows else 1

    def take(self, first: int, more: Tally, found: Any) -> None:
        """Take the next chunk, and commit what is played if the last commit is some seconds past."""
        with undisturbed():
            self._unbroken(lambda: self._take(first, more, found))
            if time.monotonic() >= self.written + self.seconds:
                self._unbroken(self._commit)

    def commit(self) -> None:
        """Commit what is played; nothing where something could not be kept before."""
        with undisturbed():
            if not self.broken and self.committed < self.ledger.games:
                self._unbroken(self._commit)

    def _unbroken(self, work: Callable[[], None]) -> None:
        """Do something after whose failure nothing is committed any more: the last commit is what counts."""
        try:
            with told(self.place, RUN, "what was saved before is kept, and the same command goes on"):
                work()
        except BaseException:
            self.broken = True
            if self.rows is not None:
                self.rows.abandon()
            sweep(self.place, os.getpid())
            raise

    def _take(self, first: int, more: Tally, found: Any) -> None:
        if self.ledger.rows:
            if self.rows is None:
                self.rows = RowFile(self.plan, self.place / PARTS / f".rows-{first}.parquet.{os.getpid()}")
            self.rows.write(first, found)
        self.tally.add(more)
        self.ledger.log.add(Entry(first, more.games, digest(more)))
        if first < MOST:
            self.pending.append(small(found[: MOST - first]))

    def _commit(self) -> None:
        parts = [*self.ledger.parts, *self._sample_part(), *self._row_part()]
        self.slots.write(replace(self.ledger, parts=parts))
        self.ledger.parts, self.pending, self.rows = parts, [], None
        self.committed, self.written = self.ledger.games, time.monotonic()

    def _sample_part(self) -> list[Part]:
        if not self.pending:
            return []
        rows = np.concatenate(self.pending)
        first = sum(part.games for part in self.ledger.of_kind("sample"))
        return [self._write_sample(f"{PARTS}/sample-{first}.parquet", first, rows)]

    def _write_sample(self, name: str, first: int, rows: Any) -> Part:
        sample = make_sample(self.plan, rows)
        assert sample is not None
        content = as_bytes(sample, first)
        (self.place / name).parent.mkdir(exist_ok=True)
        write_whole(self.place / name, content)
        return Part("sample", name, first, len(rows), hashlib.sha256(content).hexdigest())

    def _row_part(self) -> list[Part]:
        if self.rows is None:
            return []
        first = sum(part.games for part in self.ledger.of_kind("rows"))
        return [self._close_rows(self.rows, f"{PARTS}/rows-{first}.parquet", first)]

    def _close_rows(self, file: RowFile, name: str, first: int) -> Part:
        file.close()
        file.path.replace(self.place / name)
        return Part("rows", name, first, file.games, file_sum(self.place / name))

    # --- The end -----------------------------------------------------------------------------------------------------

    def result(self, **more: Any) -> Result:
        """Return what is played as a result, with `more` for its plan's facts; what is damaged is played again."""
        if not self.broken:
            self._mend("sample")
        saved, _ = sample_rows(self.place, self.ledger)
        rows = np.concatenate([saved, *self.pending])[: self.ledger.games]
        return make_result(self.plan, self.tally, rows if len(rows) else None, **more)

    def stop(self, result: Result) -> None:
        """Note a run that was ended before all its games were played. Raises AnalyserError."""
        self._write_manifest(result, finished=False)

    def finish(self, result: Result) -> None:
        """Write the files of the finished run; then the parts that they were made of may go. Raises AnalyserError."""
        with undisturbed(), told(self.place, RUN, "what is played is kept, and the same command goes on"):
            self._mend("rows")
            sums = self._write_files(result)
            self.ledger.parts = [
                Part(kind, name, 0, self.ledger.games if kind == "rows" else result.sampled, sums[name])
                for kind, name in PLAYED.items()
                if name in sums
            ]
            for _ in range(2):
                self.slots.write(self.ledger)
            self._write_manifest(result, finished=True, sha256=sums)
            self.tidy()

    def tidy(self) -> None:
        """Remove the parts of which the files of a finished run were made; what was set aside among them stays."""
        if any(part.name.startswith(f"{PARTS}/") for part in self.ledger.parts):
            return
        with suppress(OSError):
            for path in (self.place / PARTS).glob("*.parquet"):
                path.unlink()
            (self.place / PARTS).rmdir()

    def _write_manifest(self, result: Result, finished: bool, **more: Any) -> None:
        write_whole(self.place / RUN.marker, manifest(self.plan, self.ledger, result_facts(result), finished, **more))

    def _write_files(self, result: Result) -> dict[str, str]:
        """Write all but ledger and manifest; return their checksums."""
        files, sums = result_files(result), {}
        for name, content in files.items():
            (self.place / name).parent.mkdir(exist_ok=True)
            write_whole(self.place / name, content)
            sums[name] = hashlib.sha256(content).hexdigest()
        if self.ledger.rows:
            other = self.place / f".{ROWS}.{os.getpid()}"
            join([self.place / part.name for part in self.ledger.of_kind("rows")], schema_of(self.plan), other)
            sums[ROWS] = file_sum(other)
            other.replace(self.place / ROWS)
        return sums

    # --- Parts -------------------------------------------------------------------------------------------------------

    def to_parts(self) -> None:
        """Have the finished run's rows lie where more of them can follow, before it goes on with more games."""
        parts = []
        for part in self.ledger.parts:
            name = f"{PARTS}/{part.kind}-{part.first}.parquet"
            if part.name != name and (self.place / part.name).exists():
                _twin(self.place / part.name, self.place / name)
            parts.append(part._replace(name=name))
        if parts != self.ledger.parts:
            self.ledger.parts = parts
            for _ in range(2):
                self.slots.write(self.ledger)

    def _mend(self, kind: str) -> None:
        """Play the games again whose rows are not what was written; the damaged file is set aside."""
        for place, part in enumerate(self.ledger.parts):
            if part.kind == kind and not self._sound(part):
                self.ledger.parts[place] = self._play_again(part)

    def _sound(self, part: Part) -> bool:
        path = self.place / part.name
        with suppress(FileNotFoundError):
            if file_sum(path) == part.checksum:
                return True
            self.tell(f"{path} is damaged: it is now {set_aside(path).name}, and its games are played again")
            return False
        self.tell(f"{path} is missing: its games are played again")
        return False

    def _play_again(self, part: Part) -> Part:
        (self.place / PARTS).mkdir(exist_ok=True)
        chunks = replay(self.plan, part.first, part.games)
        if part.kind == "sample":
            return self._write_sample(part.name, part.first, np.concatenate([small(found) for _, _, found in chunks]))
        file = RowFile(self.plan, self.place / f"{part.name}.{os.getpid()}")
        for first, _, found in chunks:
            file.write(first, found)
        return self._close_rows(file, part.name, part.first)


def _twin(path: Path, other: Path) -> None:
    """Give a file a second name: by a link where the disk has them, else by a copy."""
    other.parent.mkdir(exist_ok=True)
    other.unlink(missing_ok=True)
    try:
        os.link(path, other)
    except OSError:
        shutil.copy(path, other)


def sweep(place: Path, pid: int | None = None) -> None:
    """Remove what was left half-written when the program, or just process `pid`, was killed or found no room."""
    for path in [*place.glob(".*"), *(place / PARTS).glob(".*"), *(place / "tally").glob(".*")]:
        half = re.fullmatch(r"\.[a-z]+(-\d+)?\.(json|bin|parquet|csv)\.(\d+)", path.name)
        if half is not None and pid in (None, int(half[3])):
            with suppress(OSError):
                path.unlink()
