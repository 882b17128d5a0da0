"""Opening a folder for a run: a new one, one to go on with, or a finished one.

What is damaged there is named and set aside, never trusted and never removed, and the run goes on from what is sound:
the other of the two ledgers, the tally of the finished run, or nothing.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from .chunklog import ChunkLog, Entry, digest
from .errors import AnalyserError, Damaged
from .folders import STAGING, FolderKind, check_folder, publish, told, write_whole
from .ledger import NAMES, Ledger, Part, newest
from .lock import NAME as LOCK
from .lock import Lock, opening
from .plan import RunPlan
from .result import Result
from .saved import PLAYED, SECONDS, SavedRun, Tell, manifest, sweep
from .sealed import set_aside
from .simulation import make_result, make_sample
from .store import FILES, ROWS, RUN, check_file, check_sum, load_run, manifest_of, result_facts, run_manifest
from .tally import Tally

FACTS = {
    "game": "another game",
    "rules_hash": "other rules",
    "players": "another number of players",
    "policies": "other policies",
    "policy_hashes": "a policy's file as it was before a change",
    "seed": "another seed",
    "engine": "the games as they were before a change of the program",
}
"""What the games of a run depend on, and what a folder with another one holds, in words."""
MEND = "choose another folder, or replace it with --force"


def identity(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the games of a run depend on, from its plan's facts."""
    from sims.jit import sources_hash

    return {"engine": sources_hash(), **{name: facts[name] for name in FACTS if name in facts}}


def seed_in(folder: Path) -> int | None:
    """Return the seed of the run in a folder, for a user who gives none; None where there is no run."""
    found: Mapping[str, Any] = {}
    with suppress(AnalyserError):
        found = run_manifest(Path(folder))["plan"]
    if not found:
        ledger, _ = newest(Path(folder))
        found = ledger.identity if ledger is not None else {}
    seed = found.get("seed")
    return seed if isinstance(seed, int) else None


def begin(
    folder: Path, plan: RunPlan, *, rows: bool = False, force: bool = False, seconds: float = SECONDS,
    tell: Tell = print, facts: Mapping[str, Any] | None = None,
) -> SavedRun:  # fmt: skip
    """Open a folder for a plan's run, locked; `rows` keeps a row for each game and seat.

    `facts` are added to its plan's, as a result of it has them; `tell` gets a line for whatever had to be mended.

    With `force` an earlier run there is replaced. Raises AnalyserError where the folder holds another run or anything
    else, where another process writes into it, or where it cannot be written.
    """
    place = Path(folder).resolve()
    _check(place)
    with opening(place, RUN) as lock:
        return _Opening(place, plan, lock, tell, facts or {}).open(rows, force, seconds)


def _kind(place: Path) -> FolderKind:
    """Return what a run's folder may hold; where its manifest is lost, its other files still tell it as one of ours."""
    signs = (*NAMES, "tally/columns.parquet", "manifest.json.damaged-1")
    try:
        known = json.loads((place / RUN.marker).read_text("utf-8"))
    except (OSError, ValueError):
        known = None
    if isinstance(known, dict) or not any((place / name).exists() for name in signs):
        return RUN
    names = "|".join(name.replace(".", r"\.") for name in (*FILES, ROWS, RUN.marker))
    return replace(RUN, also=f"{RUN.also}|{names}")


def _check(place: Path) -> None:
    check_folder(place, _kind(place), force=True)
    with suppress(Damaged):
        known = manifest_of(place) if (place / RUN.marker).exists() else {"kind": RUN.kind}
        if known.get("kind") != RUN.kind:
            raise AnalyserError(f"{place / RUN.marker} is not the manifest of a run: choose another folder")


class _Opening:
    """A locked folder that is being opened for a plan."""

    def __init__(self, place: Path, plan: RunPlan, lock: Lock, tell: Tell, facts: Mapping[str, Any]) -> None:
        self.place, self.plan, self.lock, self.tell = place, plan, lock, tell
        self.identity, self.facts = identity(plan.facts()), facts

    def open(self, rows: bool, force: bool, seconds: float) -> SavedRun:
        with told(self.place, RUN):
            self._sweep()
        known = None if force else self._manifest()
        if known is not None and "identity" in known:
            self._same(known["identity"])  # before anything is set aside
        ledger = None if force else self._ledger(known)
        if known is not None and ledger is None and "finished" not in known:
            return self._earlier(known, seconds)
        fresh = ledger is None
        if ledger is None:
            ledger = Ledger(self.identity, Tally.empty(len(self.plan.seats), self._wide()), rows=rows)
            if force:
                publish({RUN.marker: self._unfinished(ledger)}, self.place, _kind(self.place), force=True)
            else:  # what was set aside stays
                write_whole(self.place / RUN.marker, self._unfinished(ledger))
        self._same(ledger.identity)
        self._enough(ledger, rows)
        saved = SavedRun(self.place, self.plan, self.lock, ledger, seconds=seconds, tell=self.tell)
        if fresh:
            saved.slots.write(ledger)
        elif not self._is_finished(known, ledger):
            saved.to_parts()
            if known is None or known["finished"] or known["played"] > ledger.games:
                saved.stop(_empty_result(self.plan, ledger, self.facts))
        else:
            saved.finished = load_run(self.place)
            if not all((self.place / name).exists() for name in NAMES):
                saved.slots.write(ledger)
            saved.tidy()
        return saved

    def _wide(self) -> int:
        return len(self.plan.game.columns(self.plan.rules))

    def _unfinished(self, ledger: Ledger) -> bytes:
        return manifest(self.plan, ledger, result_facts(_empty_result(self.plan, ledger, self.facts)), False)

    def _sweep(self) -> None:
        sweep(self.place)
        for path in self.place.glob(f"{STAGING}*"):
            if path.name != LOCK and path.is_dir():
                shutil.rmtree(path, ignore_errors=True)

    def _aside(self, path: Path, error: AnalyserError) -> None:
        self.tell(f"{error}; it is now {set_aside(path).name}")

    def _manifest(self) -> Mapping[str, Any] | None:
        """Return the manifest; None where there is none, or a damaged one, which is set aside."""
        path = self.place / RUN.marker
        if not path.exists():
            return None
        try:
            found = manifest_of(self.place)
            check_sum(path, found)
        except AnalyserError as error:
            self._aside(path, error)
            return None
        return run_manifest(self.place)

    def _ledger(self, known: Mapping[str, Any] | None) -> Ledger | None:
        """Return the newest sound ledger, else what can be had of a finished run; damaged ones are set aside."""
        found, wrong = newest(self.place)
        for path, error in wrong.items():
            self._aside(path, error)
        if found is not None and known is not None and known.get("identity") not in (None, found.identity):
            raise AnalyserError(f"{self.place} holds a ledger of another run than its manifest: {MEND}")
        finished = known is not None and known.get("finished")
        if found is None or (finished and known is not None and found.games < known["played"]):
            found = self._from_tally(known) or found
        if found is None and known is not None and "finished" in known and (wrong or known["played"]):
            self.tell(f"nothing sound is left of the run in {self.place}: it begins again")
        elif found is not None and wrong:
            self.tell(f"the run in {self.place} goes on from the {found.games:,} games that are sound")
        return found

    def _from_tally(self, known: Mapping[str, Any] | None) -> Ledger | None:
        """Return a ledger made of a finished run's tally, as one chunk; None where that is not sound either."""
        if known is None or not known.get("finished"):
            return None
        if not self._files_sound(known):
            return None
        result = load_run(self.place)
        log = ChunkLog([Entry(0, result.games, digest(result.tally))])
        parts = [
            Part(kind, name, 0, result.sampled if kind == "sample" else result.games, known["sha256"][name])
            for kind, name in PLAYED.items()
            if name in known["sha256"]
        ]
        return Ledger(known["identity"], result.tally, log, parts, bool(known["rows"]))

    def _same(self, other: Mapping[str, Any]) -> None:
        """Raise AnalyserError where a folder's run is another one than the plan's, and say what differs."""
        for name, words in FACTS.items():
            if other.get(name) != self.identity[name]:
                both = f" ({_plain(other.get(name))}, not {_plain(self.identity[name])})"
                shown = both if name in ("game", "players", "policies", "seed") else ""
                raise AnalyserError(f"{self.place} holds a run with {words}{shown}: {MEND}")

    def _enough(self, ledger: Ledger, rows: bool) -> None:
        if ledger.games > self.plan.games:
            raise AnalyserError(
                f"{self.place} holds {ledger.games:,} games of this run already: give --games {ledger.games} or more, "
                f"or {MEND}"
            )
        if rows and not ledger.rows and ledger.games:
            raise AnalyserError(f"the run in {self.place} was begun without --rows, which cannot be added: {MEND}")
        ledger.rows = ledger.rows or rows

    def _is_finished(self, known: Mapping[str, Any] | None, ledger: Ledger) -> bool:
        """Tell whether nothing is left to do; damaged files of a finished run are set aside, to be made again."""
        if (
            known is None
            or not known["finished"]
            or known["played"] != self.plan.games
            or ledger.games != self.plan.games
        ):
            return False
        return self._files_sound(known)

    def _files_sound(self, known: Mapping[str, Any]) -> bool:
        """Tell whether all files of a finished run are what was written; those that are not are set aside."""
        sound = True
        for name in known["sha256"]:
            try:
                check_file(self.place, known, name)
            except Damaged as error:
                sound = False
                if (self.place / name).exists():
                    self._aside(self.place / name, error)
                else:
                    self.tell(str(error))
        return sound

    def _earlier(self, known: Mapping[str, Any], seconds: float) -> SavedRun:
        """Return a run without a ledger, saved by an earlier version or by `save`: it is shown, and cannot go on."""
        self._same({**known["plan"], "engine": self.identity["engine"]})
        result = load_run(self.place)
        if result.games != self.plan.games:
            raise AnalyserError(f"the run in {self.place} was saved without what it needs to go on: {MEND}")
        ledger = Ledger(self.identity, result.tally)
        saved = SavedRun(self.place, self.plan, self.lock, ledger, seconds=seconds, tell=self.tell)
        saved.finished = result
        return saved


def _empty_result(plan: RunPlan, ledger: Ledger, facts: Mapping[str, Any]) -> Result:
    """Return what a manifest needs of a run under way: its words and marks, and how many games it has."""
    result = make_result(plan, ledger.tally, **facts)
    rows = np.zeros((0, len(plan.seats), ledger.tally.sums.shape[1]), np.int8)
    return replace(result, sample=make_sample(plan, rows))


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
