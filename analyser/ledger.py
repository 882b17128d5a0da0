"""The ledger of a run: what is played, as it is committed to the disk every few seconds.

Chunks come back in order, so that what is committed is always the games from 0 to before some number: their exact
tally, the log of their chunks, and the parts in which rows of single games lie beside it. Why two files that are
written in turn: one that is damaged, or cut off by a failing machine, loses the last seconds and not the run.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .chunklog import ChunkLog, digest
from .errors import Damaged
from .folders import write_whole
from .sealed import seal, unseal
from .tally import Tally

KIND, VERSION = "agricola-analyser-ledger", 1
NAMES = ("ledger-1.bin", "ledger-2.bin")
KINDS = ("sample", "rows")
"""The kinds of files with rows of single games."""


class Part(NamedTuple):
    """A file with rows of single games: which rows ("sample" or "rows"), its name, its games, and its checksum."""

    kind: str
    name: str
    first: int
    games: int
    checksum: str


@dataclass
class Ledger:
    """What is played of a run: `identity` says which run, `rows` whether it keeps a row for each game and seat."""

    identity: Mapping[str, Any]
    tally: Tally
    log: ChunkLog = field(default_factory=ChunkLog)
    parts: list[Part] = field(default_factory=list)
    rows: bool = False

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.tally.games

    def of_kind(self, kind: str) -> list[Part]:
        """Return the parts of a kind."""
        return [part for part in self.parts if part.kind == kind]

    def content(self) -> bytes:
        """Return the ledger as a file."""
        tally, buffer = self.tally, io.BytesIO()
        head = {"identity": dict(self.identity), "games": self.games, "parts": self.parts, "rows": self.rows}
        scores = [(seat, *pair) for seat, counts in enumerate(tally.scores) for pair in sorted(counts.items())]
        np.savez(
            buffer, head=np.array(json.dumps(head, sort_keys=True)), sums=tally.sums, squares=tally.squares,
            scores=np.array(scores, np.int64).reshape(-1, 3), log=self.log.array(),
        )  # fmt: skip
        return seal(KIND, VERSION, buffer.getvalue())

    @classmethod
    def of(cls, content: bytes) -> Ledger:
        """Return the ledger that a file holds. Raises Damaged where it is not whole, or does not agree with itself."""
        try:
            with np.load(io.BytesIO(unseal(content, KIND, VERSION)), allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            head = json.loads(str(arrays["head"]))
            counts: list[dict[int, int]] = [{} for _ in range(len(arrays["sums"]))]
            for seat, score, hits in arrays["scores"].tolist():
                counts[seat][score] = hits
            tally = Tally(int(head["games"]), arrays["sums"], arrays["squares"], counts)
            log, parts = ChunkLog.of(arrays["log"]), [Part(*part) for part in head["parts"]]
            found = cls(head["identity"], tally, log, parts, bool(head["rows"]))
        except (KeyError, TypeError, ValueError, IndexError, EOFError, zipfile.BadZipFile) as error:
            raise Damaged(f"is damaged: {error!r}") from error
        found.check()
        return found

    def check(self) -> None:
        """Raise Damaged where the tally, the log of chunks and the parts do not agree."""
        if self.log.games != self.games or any(sum(seat.values()) != self.games for seat in self.tally.scores):
            raise Damaged(f"is damaged: its chunks or its scores do not add up to its {self.games:,} games")
        if self.log.total != digest(self.tally):
            raise Damaged("is damaged: its tally is not the sum of its chunks")
        for part in self.parts:
            if part.kind not in KINDS or part.name not in (
                f"{part.kind}.parquet",
                f"parts/{part.kind}-{part.first}.parquet",
            ):
                raise Damaged(f"is damaged: {part.name!r} is no file of a run")
        for kind in KINDS:
            expected = 0
            for part in self.of_kind(kind):
                if part.first != expected:
                    raise Damaged(f"is damaged: {part.name} does not follow the part before it")
                expected += part.games
            if kind == "rows" and self.rows and expected != self.games:
                raise Damaged("is damaged: it has not a row for each game")


def read(path: Path) -> Ledger | None:
    """Return the ledger in a file, None where there is none. Raises Damaged, in words that begin with the file."""
    try:
        return Ledger.of(path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Damaged(f"cannot read {path}: {error.strerror or error}") from error
    except Damaged as error:
        raise Damaged(f"{path} {error}") from error


def newest(folder: Path) -> tuple[Ledger | None, dict[Path, Damaged]]:
    """Return the sound ledger of a folder with the most games, and what is wrong with those that are not."""
    sound, wrong = [], {}
    for name in NAMES:
        try:
            found = read(folder / name)
        except Damaged as error:
            wrong[folder / name] = error
        else:
            sound += [found] if found is not None else []
    return max(sound, key=lambda one: one.games, default=None), wrong


class Slots:
    """The two files of a folder's ledger, which are written in turn."""

    def __init__(self, folder: Path, now: Ledger | None) -> None:
        self.folder, self.turn = folder, 0
        for place, name in enumerate(NAMES):
            try:
                known = read(folder / name)
            except Damaged:
                known = None
            if known is not None and now is not None and known.games == now.games:
                self.turn = 1 - place

    def write(self, ledger: Ledger) -> None:
        """Write the ledger in place of the older one. Raises AnalyserError."""
        write_whole(self.folder / NAMES[self.turn], ledger.content())
        self.turn = 1 - self.turn
