"""A race of starts: games are played on from each with common luck, and those that cannot be best any more drop out.

Valid however long it goes on: at each look all pairs still in the race are compared by a confidence sequence (see
`sequences`), with a level that covers all pairs there were at the beginning. In every game all starts meet the same
luck at the same moments, so that differences are paired.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from . import catalogue
from .crew import asked
from .errors import AnalyserError, unknown
from .estimates import LEVEL
from .plan import RunPlan, point_parts
from .sequences import FIRST_LOOK, critical
from .simultaneous import level_of_each, may_be_best

MOST = 20_000
"""Games after which a race ends undecided, unless a number is given."""
FEWEST = 10
"""So many games are played though the time is up: fewer say nothing."""
POINTS, CHANCE = "points", "chance"
OBJECTIVES = (POINTS, CHANCE)
"""What is to be high: the final score; or the chance to win, and alone that to beat the par."""
GROWTH = 1.4
"""Each look comes after so many times the games of the one before."""


def advice_module(game: str) -> Any:
    """Return the module of a game that lists options and plays on after them. Raises AnalyserError."""
    found = catalogue.part(game, "advice")
    if found is None:
        raise AnalyserError(f"{catalogue.game(game).TITLE} has no advice yet")
    return found


@dataclass(frozen=True)
class Sheet:
    """Where the rows of a game say what a seat scored: the columns of score and wins, and of each category."""

    score: int
    wins: int
    categories: dict[str, list[int]]
    point: float
    win: float

    @classmethod
    def of(cls, plan: RunPlan) -> Sheet:
        """Return the sheet of a plan's game."""
        columns = plan.game.columns(plan.rules)
        results = {column.item: place for place, column in enumerate(columns) if column.table == "result"}
        categories: dict[str, list[int]] = {}
        for place, column in enumerate(columns):
            if column.table == "points":
                categories.setdefault(column.item, []).append(place)
        point, win = 1 / point_parts(plan.game), 1 / plan.game.WIN_PARTS
        return cls(results["score"], results["wins"], categories, point, win)

    def read(self, rows: Any) -> Any:
        """Return score, wins and the points of each category (int32[..., 2 + k]) of rows (int32[..., columns])."""
        parts = [rows[..., self.score], rows[..., self.wins]]
        parts += [rows[..., places].sum(axis=-1) for places in self.categories.values()]
        return np.stack(parts, axis=-1).astype(np.int32)


@dataclass(frozen=True)
class Limits:
    """When a race ends: after `games`, or after `seconds` (None: no clock), or once it is known.

    It is known when one alone may be best; or when all differences among those that may be best are known to within
    `precision` to either side, or lie within `indifference`.
    """

    games: int = MOST
    seconds: float | None = None
    precision: float | None = None
    indifference: float = 0.25

    @classmethod
    def of(cls, objective: str, games: int, seconds: float | None, precision: float | None) -> Limits:
        """Return the limits for an objective: a quarter of a point, or half a hundredth of a chance, are no matter."""
        return cls(games, seconds, precision, 0.25 if objective == POINTS else 0.005)


def play_from(seed: int, offset: int, starts: Any, player: Any, first: int, games: int) -> Any:
    """Return the rows of games from `offset` + `first` on, from each start (a question to the players of a crew)."""
    return player.play_from(seed, offset + first, games, starts)


@dataclass
class Race:
    """Options in a race, k of them, for one seat (0-based); `counted` has their rows as `Sheet.read` gives them."""

    plan: RunPlan
    starts: Sequence[Any]
    seat: int
    jobs: int | None = None
    certain: Sequence[bool] = ()
    objective: str = POINTS
    playing: list[int] = field(default_factory=list)
    parts: list[list[Any]] = field(default_factory=list)
    played: int = 0
    why: str = ""

    def __post_init__(self) -> None:
        """Put all options at the start. Raises AnalyserError for an objective that there is not."""
        self.module, self.sheet = advice_module(self.plan.game.NAME), Sheet.of(self.plan)
        self.playing, self.parts = list(range(len(self.starts))), [[] for _ in self.starts]
        self.certain = list(self.certain) or [False] * len(self.starts)
        if self.objective not in OBJECTIVES:
            raise unknown("objective", self.objective, OBJECTIVES)
        alone = self.plan.players == 1 and self.plan.game.par(self.plan.rules) is None
        if self.objective == CHANCE and alone:
            raise AnalyserError(f"{self.plan.game.TITLE} has no par to be beaten: alone, points are all that counts")

    def run(self, limits: Limits) -> Race:
        """Play until a limit is met; return itself. Raises AnalyserError."""
        began = time.monotonic()
        deadline = math.inf if limits.seconds is None else began + limits.seconds
        for look in self._looks(limits.games):
            self._play(look - self.played, deadline)
            self._drop()
            if self._is_known(limits):
                return self
            if self.played < look:
                self.why = "time"
                return self
        self.why = self.why or "games"
        return self

    def _looks(self, most: int) -> Iterator[int]:
        """Yield the numbers of games after which one looks; where no luck follows, one is enough."""
        if all(self.certain):
            yield 1
            return
        look = FIRST_LOOK
        while look < most:
            yield look
            look = math.ceil(look * GROWTH)
        yield most

    def _play(self, games: int, deadline: float) -> None:
        from sims.advising import starts_of

        starts = starts_of([self.starts[place] for place in self.playing])
        work = partial(play_from, self.plan.seed, self.played, starts)
        for chunk in asked(self.plan, games, self.jobs, self.module.AdvicePlayer, work):
            counted = self.sheet.read(chunk.value[:, :, self.seat])
            for place, option in enumerate(self.playing):
                self.parts[option].append(counted[:, place])
            self.played += chunk.games
            if time.monotonic() > deadline and self.played >= FEWEST:
                return

    def counted(self, option: int, games: int | None = None) -> Any:
        """Return the counts of an option's first games (int32[n, 2 + categories])."""
        if len(self.parts[option]) > 1:
            self.parts[option] = [np.concatenate(self.parts[option])]
        whole = self.parts[option][0]
        return whole if games is None else whole[:games]

    def scores(self, option: int) -> Any:
        """Return an option's scores in points (float64[n])."""
        return self.counted(option)[:, 0] * self.sheet.point

    def values(self, option: int) -> Any:
        """Return what an option's games are worth by the objective (float64[n])."""
        if self.objective == POINTS:
            return self.scores(option)
        par = self.plan.game.par(self.plan.rules)
        if self.plan.players == 1 and par is not None:
            return (self.scores(option) > par).astype(np.float64)
        return self.counted(option)[:, 1] * self.sheet.win

    def pair(self, one: int, other: int) -> tuple[float, float, float]:
        """Return by how much an option exceeds another: mean difference, its standard error, half its interval."""
        left, right = self.values(one), self.values(other)
        n = min(len(left), len(right))
        diffs = left[:n] - right[:n]
        if one == other or (self.certain[one] and self.certain[other]):
            return float(diffs.mean()), 0.0, 0.0
        least = self.sheet.point if self.objective == POINTS else self.sheet.win
        spread = left[:n].var() + right[:n].var() + least**2
        # One more game in it, in which pairing failed altogether: a pair that has not differed yet may differ still.
        se = math.sqrt((diffs.var(ddof=1) + spread / n) / n)
        return float(diffs.mean()), se, self._factor(n) * se

    def _factor(self, n: int) -> float:
        """Return how many standard errors the interval of a difference reaches to each side after `n` games.

        Before the first look of the sequence nobody has looked, so that Student's t holds.
        """
        each = level_of_each(1 - LEVEL, len(self.starts) * (len(self.starts) - 1) // 2)
        if n >= FIRST_LOOK:
            return critical(n, each)
        from scipy.special import stdtrit

        return float(stdtrit(n - 1, 1 - each / 2))

    def _pairs(self, options: Sequence[int]) -> tuple[Any, Any]:
        """Return lower and upper bounds (float64[m, m]) of the differences among some options."""
        m = len(options)
        lo, hi = np.zeros((m, m)), np.zeros((m, m))
        for i in range(m):
            for j in range(i):
                diff, _, half = self.pair(options[i], options[j])
                lo[i, j], hi[i, j] = diff - half, diff + half
                lo[j, i], hi[j, i] = -hi[i, j], -lo[i, j]
        return lo, hi

    def _drop(self) -> None:
        lo, _ = self._pairs(self.playing)
        self.playing = [option for option, may in zip(self.playing, may_be_best(lo), strict=True) if may]

    def _is_known(self, limits: Limits) -> bool:
        """Say whether the race is over, and note why."""
        if all(self.certain):
            self.why = "exact"
        elif len(self.starts) == 1:
            values = self.values(0)
            half = 2 * float(values.std(ddof=1)) / math.sqrt(len(values))
            self.why = "only" if half <= (limits.precision or limits.indifference) else ""
        elif len(self.playing) == 1 and len(self.starts) > 1:
            self.why = "clear"
        elif len(self.playing) > 1:
            lo, hi = self._pairs(self.playing)
            if limits.precision is not None and float(np.max(hi - lo)) / 2 <= limits.precision:
                self.why = "precision"
            elif float(np.max(np.maximum(hi, -lo))) <= limits.indifference:
                self.why = "equal"
        return bool(self.why)

    def best(self) -> int:
        """Return the option of the highest mean among those that may be best; of equal ones that of most points."""
        means = {option: (self.values(option).mean(), self.scores(option).mean()) for option in self.playing}
        return max(self.playing, key=lambda option: (*np.round(means[option], 9).tolist(), -option))
