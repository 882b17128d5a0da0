"""What a comparison has played so far, in a file: it may be ended at any moment and goes on from there."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import AnalyserError
from ..folders import write_whole
from .plan import FIXED, ComparePlan
from .tally import CompareTally

FACTS = (
    "game", "rules", "rules_hash", "seed", "games", "players", "policies", "policy_hashes", "focus", "objective",
    "stop", "indifference", "precision", "elimination",
)  # fmt: skip
"""What the games and their looks depend on, of a plan's facts."""
SECONDS = 2.0
"""At least so long lies between two writings."""


@dataclass
class State:
    """The tally so far, and which entrants still play."""

    tally: CompareTally
    playing: list[bool]

    def of(self, plan: ComparePlan, fewer: ComparePlan) -> State:
        """Return the state of those of a plan's policies that are in the plan of `fewer`, each of which plays alone."""
        labels = [one.label for one in fewer.policies]
        kept = [place for place, one in enumerate(plan.policies) if one.label in labels]
        pairs = [plan.lineup.pairs.index((kept[one], kept[other])) for one, other in fewer.lineup.pairs]
        return State(self.tally.of(kept, pairs), [self.playing[one] for one in kept])


def plan_text(facts: Mapping[str, Any]) -> str:
    """Return a plan's facts as a line, and the sources of the game: who has another one plays other games.

    The most games are left out where one may go on to more: not where their number is fixed beforehand, nor with
    elimination, which looks once more at the end.
    """
    from sims.jit import sources_hash

    names = [name for name in FACTS if name != "games" or facts["stop"] == FIXED or facts["elimination"]]
    return json.dumps({"engine": sources_hash(), **{name: facts[name] for name in names}}, sort_keys=True)


class StateFile:
    """The file that keeps a comparison's state; without a path it keeps nothing."""

    def __init__(self, plan: ComparePlan, path: Path | None, seconds: float = SECONDS) -> None:
        self.plan, self.path, self.seconds = plan, path, seconds
        self.written = time.monotonic()

    def read(self) -> State | None:
        """Return the state in the file, or None where there is none. Raises AnalyserError where it is not this plan's.

        Looks come at fixed numbers of blocks, so that going on gives what playing in one piece would have given.
        """
        if self.path is None or not self.path.exists():
            return None
        arrays = self.arrays(self.path)
        if str(arrays.pop("plan", "")) != plan_text(self.plan.facts()):
            raise AnalyserError(
                f"{self.path} belongs to another comparison, or to other rules or policies: choose another folder, or "
                f"replace it with --force"
            )
        playing = [bool(one) for one in arrays.pop("playing")]
        empty = CompareTally.empty(self.plan).arrays()
        if set(arrays) != set(empty) or any(arrays[name].ndim != empty[name].ndim for name in empty):
            raise AnalyserError(f"{self.path} is damaged: replace it with --force")
        return State(self._within(CompareTally(**arrays)), playing)

    def _within(self, tally: CompareTally) -> CompareTally:
        """Return the tally, or raise AnalyserError where it holds more games than the plan allows."""
        if int(tally.blocks.max()) <= self.plan.blocks:
            return tally
        played = int(tally.blocks.max()) * max(self.plan.lineup.counts)
        raise AnalyserError(f"{self.path} holds {played:,} games of each already: give --games {played} or more")

    @staticmethod
    def arrays(path: Path) -> dict[str, Any]:
        """Return what a state file holds. Raises AnalyserError."""
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise AnalyserError(f"cannot read {path}: {error}; replace it with --force") from error

    def keep(self, now: State) -> None:
        """Write the state, if the last writing is some seconds past."""
        if time.monotonic() >= self.written + self.seconds:
            self.write(now)

    def write(self, now: State) -> None:
        """Write the state. Raises AnalyserError."""
        if self.path is None:
            return
        buffer = io.BytesIO()
        np.savez(
            buffer, plan=np.array(plan_text(self.plan.facts())), playing=np.array(now.playing), **now.tally.arrays()
        )
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, buffer.getvalue())
        self.written = time.monotonic()
