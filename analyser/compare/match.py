"""Plays a comparison, block by block, and looks at fixed numbers of blocks whether it is decided."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

from ..crew import Crew, Players, Playing
from ..errors import Misbehaved
from ..sequences import looks
from .decision import is_over, still_playing
from .plan import FIXED, ComparePlan
from .result import CompareResult, make_result
from .standing import standing
from .state import SECONDS, State, StateFile
from .tally import CompareTally, tally_blocks

Progress = Callable[[CompareTally], None]
Failed = Callable[[Misbehaved, ComparePlan | None], None]


@dataclass
class Match:
    """The tables of a comparison, and who plays on."""

    plan: ComparePlan
    playing: list[bool]

    def __post_init__(self) -> None:
        """Seat the players."""
        self.tables = [Players(self.plan.table(seats)) for seats in self.plan.lineup.tables]

    def play(self, playing: list[bool], first: int, blocks: int) -> CompareTally:
        """Play some blocks; return their tally. `playing` says which entrants play: a table without any stays empty."""
        rows = [
            table.play(first, blocks, self.plan.width)[2] if any(playing[entrant] for entrant in seats) else None
            for table, seats in zip(self.tables, self.plan.lineup.tables, strict=True)
        ]
        return tally_blocks(self.plan, first, rows, playing)

    def at_work(self) -> list[Playing]:
        """Return who is playing now."""
        return [playing for table in self.tables for playing in list(table.at_work)]


def compare(
    plan: ComparePlan,
    jobs: int | None = None,
    *,
    state: Path | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    chunk: int | None = None,
    failed: Failed | None = None,
) -> CompareResult:
    """Play a comparison until its plan's rule for stopping is met, and return the result.

    `jobs` threads, which change no number; `state` is a file that keeps what is played, written every so many
    `seconds`: a comparison that was ended goes on from it, to the result that it would have had; `progress` is called
    with the tally so far; `chunk` fixes the blocks of a chunk. Ctrl-C ends it with what is played.

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
    match = Match(plan, now.playing)
    with crew:
        try:
            for look in _looks(plan):
                if not _play_to(look, match, crew, now, keeper, progress):
                    break
        except KeyboardInterrupt:
            return True
    return False


def _looks(plan: ComparePlan) -> list[int]:
    """Return after which blocks one looks: at the last of all in any case."""
    if plan.stop == FIXED:
        return [plan.blocks]
    return [*takewhile(lambda look: look < plan.blocks, looks()), plan.blocks]


def _play_to(look: int, match: Match, crew: Crew, now: State, keeper: StateFile, progress: Progress | None) -> bool:
    """Play up to a look, and look; return whether to play on."""
    plan, tally = match.plan, now.tally
    done = int(tally.blocks.max())
    if done > look:
        return True
    for part in crew.chunks(done, look, partial(match.play, list(now.playing)), match.at_work):
        tally.add(part.value)
        keeper.keep(now)
        if progress is not None:
            progress(tally)
    found = standing(plan, tally)
    now.playing[:] = still_playing(plan, found, now.playing)
    return not is_over(plan, found)
