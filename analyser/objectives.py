"""What a search makes as high as it can: the mean, the share above par, a quantile, or the share of wins.

Outcomes are int32[games, plays]: each game number is played once, or once for each seat of the searched policy or each
rotation of the seats. Games are the independent unit, so that errors are taken over games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import estimates
from .errors import AnalyserError, unknown
from .estimates import Estimate

MEAN, ABOVE_PAR, QUANTILE, WIN = "mean", "p_above_par", "quantile", "win"
NAMES = (MEAN, ABOVE_PAR, QUANTILE, WIN)
RESAMPLES = 200
"""How often games are drawn anew for the error of a quantile."""


@dataclass(frozen=True)
class Objective:
    """What is to be high: its `kind`, the `level` of a quantile; par and parts of wins and points are the game's."""

    kind: str
    level: float
    par: int | None
    win_parts: int
    point_parts: int = 1

    @property
    def name(self) -> str:
        """The objective as the user writes it."""
        return f"{self.kind}:{self.level:g}" if self.kind == QUANTILE else self.kind

    @property
    def words(self) -> str:
        """The objective for people."""
        named = {MEAN: "mean score", ABOVE_PAR: f"share of games above {self.par}", WIN: "share of wins"}
        return named.get(self.kind, f"{100 * self.level:g} % quantile of the score")

    @property
    def parts(self) -> int:
        """How many parts of what is counted make one."""
        return {ABOVE_PAR: 1, WIN: self.win_parts}.get(self.kind, self.point_parts)

    def above_par(self, scores: Any) -> Any:
        """Return which scores lie above the par: none of a game without one."""
        return scores > (np.inf if self.par is None else self.par * self.point_parts)

    def counted(self, outcomes: Any) -> tuple[Any, float]:
        """Return whole numbers (int64[games]) and what one of them counts in the mean over plays."""
        plays = outcomes.shape[1]
        if self.kind == ABOVE_PAR:
            return self.above_par(outcomes).sum(axis=1), 1 / plays
        return outcomes.sum(axis=1, dtype=np.int64), 1 / plays / self.parts

    def value(self, outcomes: Any) -> float:
        """Return what is to be high, for the search: the estimate's mean without its error."""
        if self.kind == QUANTILE:
            return smooth_quantile(outcomes, self.level) / self.point_parts
        counts, unit = self.counted(outcomes)
        return float(counts.sum()) * unit / len(counts)

    def estimate(self, outcomes: Any) -> Estimate:
        """Estimate the objective with its interval."""
        if self.kind == QUANTILE:
            return self._resampled(outcomes, None)
        return _mean(*self.counted(outcomes))

    def difference(self, outcomes: Any, others: Any) -> Estimate:
        """Estimate by how much the objective is higher than that of `others`, paired by game."""
        if self.kind == QUANTILE:
            return self._resampled(outcomes, others)
        counts, unit = self.counted(outcomes)
        return _mean(counts - self.counted(others)[0], unit)

    def _resampled(self, outcomes: Any, others: Any) -> Estimate:
        def of(games: Any) -> float:
            found = smooth_quantile(outcomes[games], self.level)
            less = 0.0 if others is None else smooth_quantile(others[games], self.level)
            return (found - less) / self.point_parts

        n = len(outcomes)
        draws = np.random.Generator(np.random.PCG64(n))
        sampled = [of(draws.integers(0, n, n)) for _ in range(RESAMPLES)]
        centre, se = of(slice(None)), float(np.std(sampled, ddof=1))
        half = estimates.Z * se
        return Estimate(n, centre, se * n**0.5, se, centre - half, centre + half)


def _mean(counts: Any, unit: float) -> Estimate:
    return estimates.mean(len(counts), int(counts.sum()), int((counts.astype(np.int64) ** 2).sum()), unit)


def smooth_quantile(scores: Any, level: float) -> float:
    """Return a quantile of whole numbers (see `smooth_quantile_of`)."""
    return smooth_quantile_of(*np.unique(scores, return_counts=True), level)


def smooth_quantile_of(values: Any, hits: Any, level: float) -> float:
    """Return a quantile of ascending whole numbers that came so often, each spread evenly over half a point around it.

    Why spread: the plain quantile moves in steps of a point, and a search sees nothing in between.
    """
    below = np.cumsum(hits) - hits
    wanted = level * hits.sum()
    place = int(np.searchsorted(below, wanted, side="right")) - 1
    return float(values[place] - 0.5 + (wanted - below[place]) / hits[place])


def read_objective(text: str, par: int | None, win_parts: int, point_parts: int = 1) -> Objective:
    """Return the objective that a user writes as `mean`, `p_above_par`, `quantile:0.1` or `win`."""
    kind, colon, number = text.partition(":")
    if kind not in NAMES:
        raise unknown("objective", text, [MEAN, ABOVE_PAR, f"{QUANTILE}:0.1", WIN])
    if kind == ABOVE_PAR and par is None:
        raise AnalyserError(f"objective {text!r}: the game has no par; take mean or win")
    if kind != QUANTILE:
        if colon:
            raise AnalyserError(f"objective {text!r}: {kind} takes no number")
        return Objective(kind, 0.0, par, win_parts, point_parts)
    try:
        level = float(number)
    except ValueError:
        level = 0.0
    if not 0 < level < 1:
        raise AnalyserError(f"objective {text!r}: write a quantile as quantile:0.1, with a number between 0 and 1")
    return Objective(kind, level, par, win_parts, point_parts)
