"""Checks a saved run or comparison: whether what is on the disk is what was written, and agrees with itself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from .chunklog import WORD, Entry, digest
from .compare.state import StateFile
from .compare.store import COMPARISON, STATE, comparison_manifest, load_comparison
from .errors import AnalyserError, Damaged
from .executors import Jobs
from .frames import as_csv
from .ledger import Ledger, newest
from .plan import RunPlan, plan_again
from .result import Result
from .run import replay
from .sealed import file_sum
from .store import ROWS, RUN, check_file, load_run, manifest_of, read_frame, run_manifest
from .tally import Tally


def verify(folder: Path, again: int = 0, jobs: int | Jobs | None = None) -> Iterator[str]:
    """Yield what was found sound, a line for each check; `again` chunks of a run are played again and compared.

    Raises AnalyserError, which names the first problem.
    """
    if not folder.is_dir():
        raise AnalyserError(f"{folder} is no folder: name one made with `--out`")
    kind = manifest_of(folder).get("kind")
    if kind == COMPARISON.kind:
        yield from _verify_comparison(folder, again)
    elif kind == RUN.kind:
        yield from _verify_run(folder, again, jobs)
    else:
        raise AnalyserError(f"{folder / RUN.marker} is not the manifest of a run or a comparison, but of {kind!r}")


def _verify_run(folder: Path, again: int, jobs: int | Jobs | None) -> Iterator[str]:
    manifest = run_manifest(folder)
    finished = bool(manifest.get("finished", True))
    of = "finished" if finished else f"unfinished, of {manifest['plan']['games']:,} games"
    yield f"{RUN.marker}: {of}"
    ledger, wrong = newest(folder)
    if wrong:
        raise next(iter(wrong.values()))
    if ledger is None and "finished" in manifest:
        raise Damaged(f"{folder} is damaged: its ledger is missing")
    if ledger is not None:
        yield _ledger_line(folder, manifest, ledger)
        yield from _parts_lines(folder, ledger)
    if finished:
        yield from _finished_lines(folder, manifest, ledger)
    if again:
        yield from _replay_lines(folder, manifest, ledger, again, jobs)


def _ledger_line(folder: Path, manifest: Mapping[str, Any], ledger: Ledger) -> str:
    if ledger.identity != manifest["identity"]:
        raise Damaged(f"{folder} is damaged: its ledger is that of another run than its manifest")
    if ledger.games < manifest["played"]:
        raise Damaged(
            f"{folder} is damaged: its ledger has {ledger.games:,} games, its manifest {manifest['played']:,}"
        )
    entries = len(ledger.log.entries)
    return (
        f"ledger: {ledger.games:,} games in {entries:,} chunks, no gap, no overlap; the tally is the sum of its chunks"
    )


def _parts_lines(folder: Path, ledger: Ledger) -> Iterator[str]:
    for part in ledger.parts:
        path = folder / part.name
        try:
            if file_sum(path) != part.checksum:
                raise Damaged(f"{path} is damaged: its checksum does not hold")
            if pq.ParquetFile(path).metadata.num_rows != part.games * len(ledger.tally.scores):
                raise Damaged(f"{path} is damaged: it does not hold its {part.games:,} games")
        except OSError as error:
            raise Damaged(f"cannot read {path}: {error.strerror or error}") from error
    if ledger.parts:
        yield f"rows of single games: {len(ledger.parts):,} files"


def _finished_lines(folder: Path, manifest: Mapping[str, Any], ledger: Ledger | None) -> Iterator[str]:
    names = list(manifest.get("sha256", {}))
    for name in names:
        check_file(folder, manifest, name)
    if names:
        yield f"checksums: {', '.join(names)}"
    result = load_run(folder)
    if ledger is not None and not _same(result.tally, ledger.tally):
        raise Damaged(f"{folder} is damaged: its tally is not that of its ledger")
    _check_summary(folder, result)
    _check_sample(folder, result)
    if ROWS in names and pq.ParquetFile(folder / ROWS).metadata.num_rows != result.games * len(result.tally.scores):
        raise Damaged(f"{folder / ROWS} is damaged: it has not a row for each game and seat")
    yield f"tally: {result.games:,} games; summary and sample agree with it"


def _same(one: Tally, other: Tally) -> bool:
    sums = np.array_equal(one.sums, other.sums) and np.array_equal(one.squares, other.squares)
    return sums and one.games == other.games and one.scores == other.scores


def _check_summary(folder: Path, result: Result) -> None:
    if not read_frame(folder, "summary.parquet").equals(result.summary):
        raise Damaged(f"{folder / 'summary.parquet'} is not the summary of its tally")
    try:
        text = (folder / "summary.csv").read_bytes()
    except OSError as error:
        raise Damaged(f"cannot read {folder / 'summary.csv'}: {error.strerror or error}") from error
    if text != as_csv(result.summary):
        raise Damaged(f"{folder / 'summary.csv'} is not the summary of its tally")


def _check_sample(folder: Path, result: Result) -> None:
    """Raise Damaged where the sample has a score more often than the run."""
    for seat, counts in enumerate(result.tally.scores if result.sample is not None else ()):
        assert result.sample is not None
        for score, hits in zip(*np.unique(result.sample.column(seat, 0), return_counts=True), strict=True):
            if hits > counts.get(int(score), 0):
                raise Damaged(f"{folder} is damaged: its sample is not part of its tally")


def _replay_lines(
    folder: Path, manifest: Mapping[str, Any], ledger: Ledger | None, again: int, jobs: int | Jobs | None
) -> Iterator[str]:
    if ledger is None:
        raise AnalyserError(
            f"{folder} has no log of its chunks (it was saved by an earlier version): --replay needs one"
        )
    plan = plan_again(manifest["plan"])
    _check_engine(folder, ledger)
    chosen = random.sample(ledger.log.entries, min(again, len(ledger.log.entries)))
    for entry in sorted(chosen):
        _play_again(folder, plan, entry, jobs)
    yield f"played again: {len(chosen):,} chunks, {sum(entry.games for entry in chosen):,} games, all as they were"


def _check_engine(folder: Path, ledger: Ledger) -> None:
    from sims.jit import sources_hash

    if ledger.identity.get("engine") != sources_hash():
        raise AnalyserError(f"{folder} was played before a change of the program's games: --replay cannot compare")


def _play_again(folder: Path, plan: RunPlan, entry: Entry, jobs: int | Jobs | None) -> None:
    found = sum(digest(more) for _, more, _ in replay(plan, entry.first, entry.games, jobs)) % WORD
    if found != entry.digest:
        games = f"{entry.first:,} to {entry.first + entry.games - 1:,}"
        raise Damaged(f"{folder} is damaged: games {games}, played again, are not what its ledger says")


def _verify_comparison(folder: Path, again: int) -> Iterator[str]:
    if again:
        raise AnalyserError(f"{folder} holds a comparison, which has no log of chunks: leave out --replay")
    manifest = comparison_manifest(folder)
    yield f"{COMPARISON.marker}: {'finished' if manifest['finished'] else 'unfinished'}"
    if (folder / STATE).exists():
        arrays = StateFile.arrays(folder / STATE)
        if str(arrays.get("plan", "")) != manifest["identity"]:
            raise Damaged(f"{folder / STATE} is that of another comparison than its manifest")
        yield f"{STATE}: whole"
    if "words" in manifest:
        result = load_comparison(folder)
        yield f"tables: {len(result.policies)} policies, {result.games:,} games each"
