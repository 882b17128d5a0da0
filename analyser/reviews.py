"""Many games of a policy reviewed: where it loses its points beside a reference policy, by kind of decision.

What a decision loses is what the game was worth before it, with the reference playing on, less what it is worth after
it. Each is found by a few games played on; the errors of single decisions are large and cancel over many games. The sum
over a game is on average exactly the difference of the two policies' means, which are also shown as they come out of
whole games, as a check. See `review`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from . import estimates
from .crew import asked
from .estimates import Estimate
from .executors import Jobs
from .frames import from_rows
from .luck import mean_rows
from .plan import RunPlan, check_number, point_parts, seed_of
from .race import advice_module
from .result import plain_row
from .review import LUCK, MOST, OTHERS, PLAY, cause_of, reference_plan, story_module, tell

PLAYOUTS = 20
REFERENCE_GAMES, MOST_REFERENCE_GAMES = 100, 20_000
"""The reference plays so many times as many games as are reviewed, and no more than so many."""


@dataclass(frozen=True)
class Reviews:
    """Games of a plan's policies as one seat (1-based) saw them, in points.

    - `games`: `game score start luck lost others`, one row each; score = start + luck - lost + others.
    - `kinds`: `kind also times n lost se lo hi share`: what decisions of a kind lose a game (with the occupation that
      was used, if any), most first; `times` how often a game has one; `share` of all that is lost.
    - `swaps`: `kind instead times n lost se lo hi`: the same by what the reference would have done instead.
    - `means`: the mean score as it is and less the luck, as in `analyser.luck.Luck.means`.
    - `lost`, `luck`, `others`: estimates of the sums per game. `gap`: the reference's mean less the policy's, by whole
      games; `explained`: `lost` less `others` as a share of it.
    """

    facts: dict[str, Any]
    seat: int
    games: pd.DataFrame
    kinds: pd.DataFrame
    swaps: pd.DataFrame
    means: pd.DataFrame
    lost: Estimate
    luck: Estimate
    others: Estimate
    score: Estimate
    reference: Estimate
    gap: Estimate
    explained: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return all but the single games as plain data, for JSON."""
        frames = {name: getattr(self, name) for name in ("kinds", "swaps", "means")}
        rows = {name: [plain_row(row) for row in frame.to_dict("records")] for name, frame in frames.items()}
        names = ("score", "reference", "gap", "lost", "luck", "others", "explained")
        found = {name: plain_row(getattr(self, name)._asdict()) for name in names}
        return {**self.facts, "seat": self.seat, **found, **rows}


def weigh_games(
    seed: int, playouts: int, told: Sequence[Any], seat: int, player: Any, first: int, games: int
) -> list[Any]:
    """Return what games `first` on are worth to a seat at their starts and after each step (float64[1 + steps] each).

    `told` has (start, steps) of each game. A question to the players of a crew.
    """
    from sims.advising import starts_of

    found = []
    for number in range(first, first + games):
        start, steps = told[number]
        starts = starts_of([start, *(step.start for step in steps)])
        rows = player.play_from(seed, number * playouts, playouts, starts)
        found.append(rows[:, :, seat, 0].mean(axis=0))
    return found


def play_scores(seed: int, player: Any, first: int, games: int) -> Any:
    """Return the scores of games of a seed (int32[games, seats]; a question to the players of a crew)."""
    return player.play(seed, first, games, 1)[2][:, :, 0]


def review_games(
    plan: RunPlan,
    reference: str | None = None,
    *,
    games: int = 200,
    seat: int = 1,
    playouts: int = PLAYOUTS,
    jobs: int | Jobs | None = None,
) -> Reviews:
    """Review the first `games` games of a plan's seed as `seat` (from 1) saw them.

    Each step is played on `playouts` times by the `reference`. The numbers do not depend on `jobs`. Raises
    AnalyserError.
    """
    name = plan.game.NAME
    check_number("games", games, 2, 10**6)
    check_number("playouts", playouts, 1, MOST)
    check_number("seat", seat, 1, plan.players)
    module = story_module(name)
    parts = [chunk.value for chunk in asked(plan, games, jobs, module.StoryPlayer, partial(tell, plan.seed))]
    scores = np.concatenate([part[0] for part in parts])[:, seat - 1]
    told = [module.steps(story, plan.rules) for part in parts for story in part[1]]
    by = reference_plan(name, plan.players, reference, plan.rules_file, seed_of(plan.seed, "reference"))
    work = partial(weigh_games, seed_of(plan.seed, "review"), playouts, told, seat - 1)
    chunks = asked(by, games, jobs, advice_module(name).AdvicePlayer, work)
    values = [one for chunk in chunks for one in chunk.value]
    many = min(MOST_REFERENCE_GAMES, REFERENCE_GAMES * games)
    whole = [chunk.value for chunk in asked(by, many, jobs, by.game.Player, partial(play_scores, by.seed))]
    beside = np.concatenate(whole)[:, seat - 1]
    facts = {**replace(plan, games=games).facts(), "reference": by.labels[0], "playouts": playouts}
    return _answer(plan, by, facts, seat - 1, (scores, beside), told, values)


@dataclass
class _Sums:
    """What was lost by some key: the sum in each game, and how often there was such a decision."""

    games: int

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.lost: dict[Any, Any] = defaultdict(lambda: np.zeros(self.games))
        self.times: dict[Any, int] = defaultdict(int)

    def add(self, key: Any, game: int, lost: float) -> None:
        """Count one decision."""
        self.lost[key][game] += lost
        self.times[key] += 1

    def rows(self, names: Sequence[str], whole: float | None = None) -> pd.DataFrame:
        """Return a row for each key, most lost first; `whole` is what a share is of."""
        rows = []
        for key, lost in self.lost.items():
            found = estimates.of_numbers(lost.tolist())
            row: dict[str, Any] = {**dict(zip(names, key, strict=True)), "times": self.times[key] / self.games}
            row |= {"n": found.n, "lost": found.mean, "se": found.se, "lo": found.lo, "hi": found.hi}
            rows.append(row if whole is None else row | {"share": found.mean / whole if whole else math.nan})
        rows.sort(key=lambda row: -row["lost"])
        return from_rows(rows)


class _Count:
    """What the steps of all games changed: by cause in each game, and what decisions lost by kind and by swap."""

    def __init__(self, plan: RunPlan, reference: Any, seat: int, games: int) -> None:
        self.plan, self.reference, self.seat = plan, reference, seat
        self.module, self.point = story_module(plan.game.NAME), 1 / point_parts(plan.game)
        self.kinds, self.swaps = _Sums(games), _Sums(games)
        self.sums = {cause: np.zeros(games) for cause in (LUCK, PLAY, OTHERS)}

    def add(self, game: int, steps: Sequence[Any], values: Any) -> None:
        """Count a game, from what it was worth at its start and after each step (float64[1 + steps])."""
        for step, change in zip(steps, (np.diff(values) * self.point).tolist(), strict=True):
            cause = cause_of(step, self.seat)
            self.sums[cause][game] += change
            if cause == PLAY:
                self._add_decision(game, step, -change)

    def _add_decision(self, game: int, step: Any, lost: float) -> None:
        from sims.advising import KEEP_OR_ROLL

        instead = self.module.answer(step, self.plan.rules, self.reference.policy, self.reference.params)
        self.kinds.add((step.kind, step.also), game, lost)
        if instead[1] not in ("", step.words):
            both = (step.words, instead[1]) if step.kind == KEEP_OR_ROLL else (step.kind, instead[0])
            self.swaps.add(both, game, lost)

    def frame(self, scores: Any, starts: Any) -> pd.DataFrame:
        """Return the frame `games` of `Reviews`, from scores and worths at the start in points (float64[games])."""
        columns = {"game": np.arange(len(scores)), "score": scores, "start": starts, "luck": self.sums[LUCK]}
        return pd.DataFrame({**columns, "lost": -self.sums[PLAY], "others": self.sums[OTHERS]})


def _answer(
    plan: RunPlan, by: RunPlan, facts: dict[str, Any], seat: int, scores: tuple[Any, Any], told: Sequence[Any],
    values: Sequence[Any],
) -> Reviews:  # fmt: skip
    count = _Count(plan, by.seats[seat], seat, len(told))
    for game, (_, steps) in enumerate(told):
        count.add(game, steps, values[game])
    own, beside = scores[0] * count.point, scores[1] * count.point
    frame = count.frame(own, np.array([one[0] for one in values]) * count.point)
    lost, luck, others = (estimates.of_numbers(frame[name].tolist()) for name in ("lost", "luck", "others"))
    score, mean = (estimates.of_numbers(one.tolist()) for one in (own, beside))
    gap = estimates.difference(mean, score)
    return Reviews(
        facts, seat + 1, frame, count.kinds.rows(("kind", "also"), lost.mean), count.swaps.rows(("kind", "instead")),
        from_rows(mean_rows((seat, plan.labels[seat]), own, count.sums[LUCK])), lost, luck, others, score, mean, gap,
        _explained(frame, gap),
    )  # fmt: skip


def _explained(frame: pd.DataFrame, gap: Estimate) -> Estimate:
    """Estimate what is lost, less what others gave, as a share of the gap (delta method; the two are independent)."""
    net = estimates.of_numbers((frame["lost"] - frame["others"]).tolist())
    if not gap.mean:
        return Estimate(net.n, *(math.nan,) * 5)
    share = net.mean / gap.mean
    se = math.hypot(net.se, share * gap.se) / abs(gap.mean)
    half = estimates.quantile_of_t(net.n) * se
    return Estimate(net.n, share, math.nan, se, share - half, share + half)
