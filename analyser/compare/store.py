"""Comparisons in folders: one that goes on from where it was ended, and one that is finished, and back.

`manifest.json` holds the plan and whether it is finished, `state.npz` what is played, and a finished comparison has
each frame as Parquet, `policies` and `differences` also as CSV. The manifest is written last: whenever the program is
ended, the folder holds a finished comparison or one that goes on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from ..errors import AnalyserError
from ..folders import FolderKind, check_folder, earlier, publish, told, write_whole
from ..frames import as_csv, as_parquet
from ..lock import Lock, opening
from ..store import MORE_WORDS, check_format, check_sum, check_types, manifest_of, read_frame, words_of
from .decision import BY_HAND
from .plan import ComparePlan
from .result import FRAMES, CompareResult
from .state import StateFile, plan_text

FORMAT = 1
HALF = r"\.(?P<name>[a-z]+\.(json|npz|parquet|csv))\.\d+"
"""What a file is called while it is being written."""
COMPARISON = FolderKind("comparison", "manifest.json", "agricola-analyser comparison", HALF)
STATE = "state.npz"
PARQUET = tuple(f"{name}.parquet" for name in FRAMES)
FILES = (*PARQUET, "policies.csv", "differences.csv", STATE)
"""What a folder may hold beside its manifest, which lists all of it from the beginning."""
MEND = "choose another folder, or replace it with --force"
PAIR = ("policy", "other", "diff")
COLUMNS = {
    "policies": ("policy", "n", "mean", "se", "lo", "hi", "value", "rank_lo", "rank_hi", "may_be_best"),
    "differences": (*PAIR, "n", "se", "lo", "hi", "fixed_lo", "fixed_hi", "p_more", "p_equal", "p_less"),
    "parts": (*PAIR, "harvest", "category", "se", "lo", "hi"),
    "far": (*PAIR, "game", "see_policy", "see_other"),
    "histogram": ("policy", "score", "n", "hits"),
}
WORD_TYPES = {"title": str, "par": int | None, "harvests": list, "categories": list, "groups": list}
PLAN_TYPES = {"policies": list, "names": list, "seed": int, "why": str, "decided": bool, "objective": str}


@dataclass(frozen=True)
class Begun:
    """A folder to compare in: `state` is the file for `compare`, `finished` the result where nothing is left to do.

    It is locked; used with `with`, until the end of that.
    """

    lock: Lock
    state: Path
    finished: CompareResult | None = None

    def __enter__(self) -> Begun:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Let others write into the folder."""
        self.lock.release()


def begin(folder: Path, plan: ComparePlan, force: bool = False) -> Begun:
    """Prepare a folder for a plan's comparison: a new or empty one, one to go on with, or with `force` an earlier one.

    A finished comparison of the same plan comes back with its result; with a higher cap on the games it goes on.
    Raises AnalyserError where the folder holds anything else, where another process writes into it, or where it may
    not be written to.
    """
    place = Path(folder)
    check_folder(place, COMPARISON, force=True)
    with opening(place, COMPARISON) as lock:
        return Begun(lock, place / STATE, _open(place, plan, force))


def _open(place: Path, plan: ComparePlan, force: bool) -> CompareResult | None:
    """Prepare a locked folder; return the result where the plan's comparison is finished there."""
    fresh = _manifest(plan.facts(), False)
    _sweep(place)
    if force or not (place / COMPARISON.marker).exists():
        publish({COMPARISON.marker: fresh}, place, COMPARISON, force)
        return None
    manifest = comparison_manifest(place)
    check_sum(place / COMPARISON.marker, manifest)
    if manifest["identity"] != plan_text(plan.facts()):
        raise AnalyserError(f"{place} holds another comparison, or one by other rules or policies: {MEND}")
    if manifest["finished"] and manifest["plan"].get("games") == plan.games:
        return load_comparison(place)
    StateFile(plan, place / STATE).read()  # says what is wrong with it, before anything is changed
    write_whole(place / COMPARISON.marker, fresh)
    return None


def go_on_with(fewer: ComparePlan, folder: Path) -> None:
    """Have a folder that is open hold the comparison of fewer policies, which goes on. Raises AnalyserError."""
    with told(folder, COMPARISON):
        write_whole(folder / COMPARISON.marker, _manifest(fewer.facts(), False))


def seed_in(folder: Path) -> int | None:
    """Return the seed of the comparison in a folder, for a user who gives none; None where there is no comparison."""
    try:
        seed = comparison_manifest(Path(folder))["plan"].get("seed")
    except AnalyserError:
        return None
    return seed if isinstance(seed, int) else None


def save(result: CompareResult, folder: Path, *, force: bool = False, state: Path | None = None) -> list[Path]:
    """Write a comparison into its folder and return the files; `state` is the file that `compare` was given.

    A folder that `begin` prepared for the same plan is filled; one that was stopped by hand stays unfinished, so that
    the same command goes on. Raises AnalyserError where the folder holds anything else, or cannot be written.
    """
    place, files = Path(folder), _frames(result)
    if state is not None and state.exists():
        files[STATE] = state.read_bytes()
    manifest = _manifest(result.plan, result.why != BY_HAND, words=vars(result.game))
    if force or not _begun(place, plan_text(result.plan)):
        return publish({**files, COMPARISON.marker: manifest}, place, COMPARISON, force)
    for name, content in {**files, COMPARISON.marker: manifest}.items():
        write_whole(place / name, content)
    return [place / name for name in (*files, COMPARISON.marker)]


def load_comparison(folder: Path) -> CompareResult:
    """Read a comparison back that is finished, or was stopped by hand.

    Raises AnalyserError where it is still to be finished, not whole, or not ours.
    """
    manifest, path = comparison_manifest(folder), folder / COMPARISON.marker
    if "words" not in manifest:
        raise AnalyserError(f"{folder} holds a comparison that is not finished: the command that began it goes on")
    check_types(path, manifest, {"words": dict})
    check_types(path, manifest["plan"], PLAN_TYPES)
    check_types(path, manifest["words"], WORD_TYPES)
    check_sum(path, manifest)
    words = {name: manifest["words"][name] for name in (*WORD_TYPES, *MORE_WORDS) if name in manifest["words"]}
    frames = {name: _whole(folder, name) for name in FRAMES}
    result = CompareResult(words_of(words), manifest["plan"], **frames)
    if sorted(result.policies["policy"]) != sorted(result.plan["names"]):
        raise AnalyserError(f"{folder} is damaged: its tables are not those of the policies in {COMPARISON.marker}")
    return result


def _whole(folder: Path, name: str) -> pd.DataFrame:
    """Return a frame with at least the columns that each of its kind has."""
    frame = read_frame(folder, f"{name}.parquet")
    lacking = [column for column in COLUMNS[name] if column not in frame]
    if lacking:
        raise AnalyserError(f"{folder} is damaged: {name}.parquet has no column {lacking[0]!r}")
    return frame


def _frames(result: CompareResult) -> dict[str, bytes]:
    files = {f"{name}.parquet": as_parquet(getattr(result, name)) for name in FRAMES}
    return files | {f"{name}.csv": as_csv(getattr(result, name)) for name in ("policies", "differences")}


def _manifest(plan: Mapping[str, Any], finished: bool, **more: Any) -> bytes:
    facts = {"format": FORMAT, "finished": finished, "identity": plan_text(plan), "plan": dict(plan)}
    return COMPARISON.mark(list(FILES), **facts, **more)


def comparison_manifest(folder: Path) -> Mapping[str, Any]:
    """Return the manifest of a comparison's folder. Raises AnalyserError."""
    path, manifest = folder / COMPARISON.marker, manifest_of(folder)
    if manifest.get("kind") != COMPARISON.kind:
        raise AnalyserError(f"{path} is not the manifest of a comparison: choose another folder")
    check_format(path, manifest, FORMAT)
    check_types(path, manifest, {"plan": dict, "finished": bool, "identity": str})
    return manifest


def _begun(place: Path, identity: str) -> bool:
    """Tell whether the folder was prepared for this plan."""
    try:
        return bool(comparison_manifest(place)["identity"] == identity)
    except AnalyserError:
        return False


def _sweep(place: Path) -> None:
    """Remove what was left half-written beside the files of a comparison when the program was killed."""
    names = earlier(place, COMPARISON) if place.is_dir() else set()
    for path in place.glob(".*") if names else ():
        half = re.fullmatch(HALF, path.name)
        if half is not None and half["name"] in names:
            with suppress(OSError):
                path.unlink()
