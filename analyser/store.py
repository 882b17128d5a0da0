"""Run folders: a finished run on disk, and back.

`manifest.json` holds the plan and what its columns mean, `tally/` the exact sums and counts from which every number
can be made again, `sample.parquet` the first games one by one, `summary.*` the summary for people, and, where asked
for, `rows.parquet` a row for each game and seat.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .errors import AnalyserError, Damaged
from .folders import FolderKind, publish
from .frames import as_csv, as_parquet
from .result import Columns, GameWords, Result
from .sample import Marks, Sample, as_bytes, read_rows
from .sealed import file_sum, text_sum
from .tally import Tally

if TYPE_CHECKING:
    from .compare.result import CompareResult

FORMAT = 1
RUN = FolderKind(
    "run", "manifest.json", "agricola-analyser run",
    r"(ledger-[12]\.bin|parts/(sample|rows)-\d+\.parquet)(\.damaged-\d+)?|parts|tally|(tally/)?[a-z.]+\.damaged-\d+"
    r"|((parts|tally)/)?\.[a-z]+(-\d+)?\.(json|bin|parquet|csv)\.\d+",
)  # fmt: skip
PLAN_TYPES = {"game": str, "rules": str, "rules_hash": str, "seed": int, "games": int, "players": int, "policies": list}
WORD_TYPES = {
    "title": str,
    "par": int | None,
    "harvests": list,
    "categories": list,
    "groups": list,
    "win_parts": int,
}
MORE_WORDS = ("period", "periods", "group", "when", "luck", "draws", "sheet", "lines", "shown", "absent", "point_parts")
"""What folders of earlier versions lack: they are of games for which the defaults hold."""
_COLUMNS, _SCORES, SAMPLE = "tally/columns.parquet", "tally/scores.parquet", "sample.parquet"
ROWS = "rows.parquet"
FILES = (_COLUMNS, _SCORES, "summary.csv", "summary.parquet", SAMPLE)
"""What a finished run consists of, beside its manifest, its ledger and its rows."""


def _columns_frame(result: Result) -> pd.DataFrame:
    tally, names = result.tally, result.columns.names
    rows = []
    for seat in range(len(tally.scores)):
        for place, (table, period, item) in enumerate(names):
            total, squares = tally.column(seat, place)
            rows.append((seat + 1, table, period, item, tally.games, total, squares))
    return pd.DataFrame(rows, columns=["seat", "table", "period", "item", "n", "sum", "squares"])


def _scores_frame(result: Result) -> pd.DataFrame:
    rows = [
        (seat + 1, score, counts[score]) for seat, counts in enumerate(result.tally.scores) for score in sorted(counts)
    ]
    return pd.DataFrame(rows, columns=["seat", "score", "hits"])


def result_files(result: Result) -> dict[str, bytes]:
    """Return the files of a run by their names, without manifest, ledger and rows."""
    files = {
        _COLUMNS: as_parquet(_columns_frame(result)),
        _SCORES: as_parquet(_scores_frame(result)),
        "summary.csv": as_csv(result.summary),
        "summary.parquet": as_parquet(result.summary),
    }
    return files if result.sample is None else {**files, SAMPLE: as_bytes(result.sample)}


def result_facts(result: Result) -> dict[str, Any]:
    """Return what a manifest says of a run: its plan, and what its columns mean."""
    words = vars(result.game) | {"win_parts": result.columns.win_parts}
    facts = {"format": FORMAT, "plan": dict(result.plan), "played": result.games, "words": words}
    return facts if result.sample is None else {**facts, "marks": vars(result.sample.marks)}


def save(result: Result, folder: Path, *, force: bool = False) -> list[Path]:
    """Write a run folder and return its files; a run that is played into a folder goes on there (`analyser.saved`).

    Raises AnalyserError where the folder holds something else, or an earlier run without `force`, or cannot be written.
    """
    files = result_files(result)
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    manifest = RUN.mark(list(files), **result_facts(result), sha256=sums)
    return publish({**files, RUN.marker: manifest}, folder, RUN, force)


def manifest_of(folder: Path) -> Mapping[str, Any]:
    """Return the manifest of a folder of ours. Raises AnalyserError where there is none that can be read."""
    path = folder / RUN.marker
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise AnalyserError(
            f"{folder} is no run folder and no comparison: it has no {RUN.marker} (make one with `analyser simulate "
            f"--out` or `analyser compare --out`)"
        ) from None
    except OSError as error:
        raise AnalyserError(f"cannot read {path}: {error}") from error
    except ValueError as error:
        raise Damaged(f"cannot read {path}: {error}") from error
    if not isinstance(manifest, dict):
        raise Damaged(f"{path} is damaged: it is not the manifest of a run or a comparison")
    return manifest


def run_manifest(folder: Path) -> Mapping[str, Any]:
    """Return the manifest of a run folder. Raises AnalyserError where it is not whole, or not ours."""
    path, manifest = folder / RUN.marker, manifest_of(folder)
    if manifest.get("kind") != RUN.kind:
        raise AnalyserError(f"{path} is not the manifest of a run")
    check_format(path, manifest, FORMAT)
    check_types(path, manifest, {"plan": dict, "words": dict, "played": int})
    check_types(path, manifest["plan"], PLAN_TYPES)
    check_types(path, manifest["words"], WORD_TYPES)
    check_sum(path, manifest)
    strange = set(manifest.get("sha256", {})) - {*FILES, ROWS}
    if strange:
        raise Damaged(f"{path} is damaged: {min(strange)!r} is no file of a run")
    return manifest


def words_of(words: Mapping[str, Any]) -> GameWords:
    """Return what a manifest says of a game, as it was before it was JSON."""
    tuples = {one.name for one in fields(GameWords) if one.default == ()}
    plain: dict[str, Any] = {name: tuple(value) if name in tuples else value for name, value in words.items()}
    return GameWords(**plain)


def check_sum(path: Path, manifest: Mapping[str, Any]) -> None:
    """Raise Damaged where a manifest is not what was written; those of earlier versions have no checksum."""
    rest = {name: value for name, value in manifest.items() if name != "checksum"}
    new = {"finished", "sha256", "identity"} & set(rest)
    if manifest.get("checksum") != text_sum(rest) and ("checksum" in manifest or new):
        raise Damaged(f"{path} is damaged: its checksum does not hold")


def check_file(folder: Path, manifest: Mapping[str, Any], name: str) -> None:
    """Raise Damaged where a file of a folder is not the one whose checksum the manifest has."""
    wanted = manifest.get("sha256", {}).get(name)
    try:
        if wanted is not None and file_sum(folder / name) != wanted:
            raise Damaged(f"{folder / name} is damaged: its checksum does not hold")
    except OSError as error:
        raise Damaged(f"cannot read {folder / name}: {error.strerror or error}") from error


def check_format(path: Path, manifest: Mapping[str, Any], known: int) -> None:
    """Raise AnalyserError where a manifest has another format than the one that is known."""
    if manifest.get("format") != known:
        raise AnalyserError(f"{path} has format {manifest.get('format')!r}; this version reads format {known}")


def check_types(path: Path, table: Mapping[str, Any], types: Mapping[str, Any]) -> None:
    """Raise AnalyserError where a table of a manifest lacks a value, or has one of another type."""
    for name, kind in types.items():
        if not isinstance(table.get(name), kind):
            raise AnalyserError(f"{path} is damaged: {name!r} is missing or not what it should be")


def read_frame(folder: Path, name: str) -> pd.DataFrame:
    """Return a frame of a folder. Raises AnalyserError."""
    try:
        return pd.read_parquet(io.BytesIO((folder / name).read_bytes()), engine="pyarrow")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise AnalyserError(f"cannot read {folder / name}: {reason}") from error


def _tally(folder: Path, games: int, seats: int) -> tuple[Tally, list[tuple[str, int, str]]]:
    columns, scores = read_frame(folder, _COLUMNS), read_frame(folder, _SCORES)
    first = columns[columns["seat"] == 1]
    names = [(str(table), int(period), str(item)) for table, period, item in first[["table", "period", "item"]].values]
    shape = (seats, len(names))
    tally = Tally(
        games,
        columns["sum"].to_numpy(np.int64).reshape(shape).copy(),
        columns["squares"].to_numpy(np.int64).reshape(shape).copy(),
        [
            {int(score): int(hits) for score, hits in scores[scores["seat"] == seat + 1][["score", "hits"]].values}
            for seat in range(seats)
        ],
    )
    return tally, names


def _sample(folder: Path, manifest: Mapping[str, Any], tally: Tally) -> Sample | None:
    """Return the first games of a run one by one; None where its folder does not have them."""
    path = folder / SAMPLE
    if "marks" not in manifest or not path.exists():
        return None
    try:
        rows, names = read_rows(path.read_bytes(), *tally.sums.shape)
    except (OSError, AnalyserError) as error:
        raise AnalyserError(f"cannot read {path}: {error}") from error
    if tally.games < len(rows):
        raise AnalyserError(f"{path} is damaged: it holds more games than its run")
    return Sample(rows, names, Marks.read(manifest["marks"]))


def load(folder: str | Path) -> Result | CompareResult:
    """Read a folder back to the `Result` or the `CompareResult` that was saved, by the kind that its manifest says.

    Raises AnalyserError where it is not whole or not ours.
    """
    from .compare.store import COMPARISON, load_comparison

    place = Path(folder)
    if not place.is_dir():
        raise AnalyserError(
            f"{place} is no folder: name one made with `analyser simulate --out` or `analyser compare --out`"
        )
    kind = manifest_of(place).get("kind")
    if kind not in (RUN.kind, COMPARISON.kind):
        raise AnalyserError(f"{place / RUN.marker} is not the manifest of a run or a comparison, but of {kind!r}")
    return load_run(place) if kind == RUN.kind else load_comparison(place)


def load_run(place: Path) -> Result:
    """Read a run folder back to the `Result` that was saved; of an unfinished one, what is played so far.

    Raises AnalyserError where it is not whole or not ours.
    """
    manifest = run_manifest(place)
    if not manifest.get("finished", True):
        from .unfinished import load_unfinished

        return load_unfinished(place)
    for name in (_COLUMNS, _SCORES, SAMPLE):
        check_file(place, manifest, name)
    try:
        plan, words, games = manifest["plan"], dict(manifest["words"]), int(manifest["played"])
        win_parts = int(words.pop("win_parts"))
        tally, names = _tally(place, games, len(plan["policies"]))
        if any(sum(counts.values()) != games for counts in tally.scores):
            raise AnalyserError(f"{place} is damaged: its scores do not add up to the {games} games of its manifest")
        sample = _sample(place, manifest, tally)
        return Result(words_of(words), plan, Columns(names, win_parts, words.get("point_parts", 1)), tally, sample)
    except (KeyError, TypeError, ValueError) as error:
        raise AnalyserError(f"{place} is damaged: {error!r} in its manifest or tally") from error
