"""Plays a comparison, block by block, and looks at fixed numbers of blocks whether it is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from ..crew import Crew, Players, Playing
from ..errors import Misbehaved
from ..executors import Jobs
from ..sequences import looks
from .decision import is_over, still_playing
from .plan import FIXED, ComparePlan
from .result import CompareResult, make_result
from .standing import standing
from .state import SECONDS, State, StateFile
from .tally import CompareTally, tally_blocks

Progress = Callable[[CompareTally, str], None]
Failed = Callable[[Misbehaved, ComparePlan | None], None]


class Tables:
    """The tables of a comparison, with their players."""

    def __init__(self, plan: ComparePlan) -> None:
        self.plan = plan
        self.players = [Players(plan.table(seats)) for seats in plan.lineup.tables]

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the players."""
        return Tables, (self.plan,)


@dataclass(frozen=True)
class Blocks:
    """The work of a comparison: the tally of some blocks. A table stays empty where none of its entrants plays on."""

    tables: Tables
    playing: list[bool]

    def __call__(self, first: int, games: int) -> CompareTally:
        """Play some blocks, which have the numbers of their games."""
        plan = self.tables.plan
        rows = [
            table.play(first, games, plan.width)[2] if any(self.playing[entrant] for entrant in seats) else None
            for table, seats in zip(self.tables.players, plan.lineup.tables, strict=True)
        ]
        return tally_blocks(plan, first, rows, self.playing)

    def at_work(self) -> list[Playing]:
        """Return who is playing now."""
        return [playing for table in self.tables.players for playing in list(table.at_work)]


def compare(
    plan: ComparePlan,
    jobs: int | Jobs | None = None,
    *,
    state: Path | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    chunk: int | None = None,
    failed: Failed | None = None,
) -> CompareResult:
    """Play a comparison until its plan's rule for stopping is met, and return the result.

    `jobs` says how many play and where, which changes no number; `state` is a file that keeps what is played, written
    every so many `seconds`: a comparison that was ended goes on from it, to the result that it would have had;
    `progress` is called with the tally so far and how many play, in words; `chunk` fixes the blocks of a chunk. Ctrl-C
    ends it with what is played.

    `failed` is told of a policy that breaks the rules or does not answer, with the plan of the others, who play on
    without it; the plan is None where they cannot, which ends it with what is played. Without `failed`, and where
    nothing is played, the error is raised. Raises AnalyserError.
    """
    keeper = StateFile(plan, state, seconds)
    now = keeper.read() or State(CompareTally.empty(plan), [True] * len(plan.lineup.policies))
    while True:
        try:
            interrupted = _play(plan, Crew(jobs, chunk), now, keeper, progress)
            break
        except Misbehaved as error:
            keeper.write(now)
            fewer = plan.without(error.policy)
            if failed is None or (fewer is None and not now.tally.blocks.any()):
                raise
            failed(error, fewer)
            if fewer is None:
                interrupted = True
                break
            now, plan, keeper = now.of(plan, fewer), fewer, StateFile(fewer, state, seconds)
    keeper.write(now)
    if not now.tally.blocks.any():
        raise KeyboardInterrupt  # nothing was played: there is no result to speak of
    return make_result(plan, now.tally, interrupted=interrupted)


def _play(plan: ComparePlan, crew: Crew, now: State, keeper: StateFile, progress: Progress | None) -> bool:
    """Play on to the end of a comparison; say whether it was interrupted. Raises AnalyserError."""
    tables = Tables(plan)
    with crew:
        try:
            for look in _looks(plan):
                if not _play_to(look, tables, crew, now, keeper, progress):
                    break
        except KeyboardInterrupt:
            return True
    return False


def _looks(plan: ComparePlan) -> list[int]:
    """Return after which blocks one looks: at the last of all in any case."""
    if plan.stop == FIXED:
        return [plan.blocks]
    return [*takewhile(lambda look: look < plan.blocks, looks()), plan.blocks]


def _play_to(look: int, tables: Tables, crew: Crew, now: State, keeper: StateFile, progress: Progress | None) -> bool:
    """Play up to a look, and look; return whether to play on."""
    plan, tally = tables.plan, now.tally
    done = int(tally.blocks.max())
    if done > look:
        return True
    work = Blocks(tables, list(now.playing))
    for part in crew.chunks(done, look, work, numbers=plan.width * plan.players * len(plan.lineup.tables)):
        tally.add(part.value)
        keeper.keep(now)
        if progress is not None:
            progress(tally, crew.alive)
    found = standing(plan, tally)
    now.playing[:] = still_playing(plan, found, now.playing)
    return not is_over(plan, found)
