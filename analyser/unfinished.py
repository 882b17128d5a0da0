"""A run that is not finished, read from its folder: any first games of a run are an honest sample of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .errors import AnalyserError, Damaged
from .ledger import Ledger, newest
from .result import Columns, Result
from .sample import Marks, Sample, read_rows
from .sealed import file_sum
from .store import load_run, run_manifest, words_of

TRIES = 5
"""A folder that is being written may change while it is read: then it is read again."""


def load_unfinished(place: Path) -> Result:
    """Return what a folder holds of its run. Raises AnalyserError where that is nothing, or damaged."""
    for _ in range(TRIES):
        manifest = run_manifest(place)
        if manifest.get("finished", True):
            return load_run(place)
        before, wrong = newest(place)
        if before is None and wrong:
            raise next(iter(wrong.values()))
        if before is None or not before.games:
            raise AnalyserError(f"{place} holds a run of which no game is saved yet: the same command goes on")
        try:
            return _result(place, manifest, before)
        except AnalyserError:
            now, _ = newest(place)
            if now is None or now.parts == before.parts:
                raise
    raise AnalyserError(f"{place} changes all the time: try again")


def _result(place: Path, manifest: Mapping[str, Any], ledger: Ledger) -> Result:
    if ledger.identity != manifest["identity"]:
        raise Damaged(f"{place} is damaged: its ledger is that of another run than its manifest")
    words = dict(manifest["words"])
    win_parts = int(words.pop("win_parts"))
    names = [(str(table), int(period), str(item)) for table, period, item in manifest["columns"]]
    columns = Columns(names, win_parts, words.get("point_parts", 1))
    sample = None
    if "marks" in manifest:
        rows, files = sample_rows(place, ledger)
        sample = Sample(rows, files, Marks.read(manifest["marks"])) if files else None
    return Result(words_of(words), manifest["plan"], columns, ledger.tally, sample)


def sample_rows(place: Path, ledger: Ledger) -> tuple[Any, list[str]]:
    """Return the first games of a run, from the parts of its sample, and the names of their columns. Raises Damaged."""
    shape, found = ledger.tally.sums.shape, []
    names: list[str] = []
    for part in ledger.of_kind("sample"):
        path = place / part.name
        try:
            if file_sum(path) != part.checksum:
                raise Damaged("is damaged: its checksum does not hold")
            rows, names = read_rows(path.read_bytes(), *shape)
        except OSError as error:
            raise Damaged(f"cannot read {path}: {error.strerror or error}") from error
        except AnalyserError as error:
            raise Damaged(f"{path} {error}") from error
        if len(rows) != part.games:
            raise Damaged(f"{path} is damaged: it does not hold its {part.games:,} games")
        found.append(rows)
    return (np.concatenate(found) if found else np.zeros((0, *shape), np.int8)), names
