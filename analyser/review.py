"""A played game reviewed: what each decision lost, what each roll gave.

A game is a row of steps (see `story` in the game's folder). After each step it is worth what a reference policy makes
of it from there, on average: V. So score = V(start) + the changes of V over all steps, exactly, and each change has
one cause: a roll (luck; 0 on average) or a decision (play; the reference's own decision changes nothing). Here V is
found by games played on, with luck of their own, the same for all steps of a game: errors of neighbours cancel, and
the sum of all changes stays the score to the last digit.
Source: Kakade and Langford 2002 (the sum of advantages is the difference of two policies); methods.md (luck).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd

from . import catalogue, estimates
from .advise import own_rules
from .crew import asked
from .errors import AnalyserError
from .estimates import LEVEL, Estimate
from .executors import Jobs
from .frames import from_rows
from .plan import RunPlan, check_number, make_plan, point_parts, seed_of
from .race import advice_module
from .result import plain_row
from .simultaneous import level_of_each

PLAYOUTS, WIDTH = 300, 6
FEWEST, MOST = 2, 10**6
MARKS = ((3.0, "??"), (1.0, "?"), (0.3, "?!"))
"""How a decision is marked that loses at least so many points beside the best found, if it is sure that it loses."""
LUCK, PLAY, OTHERS = "luck", "play", "others"


@dataclass(frozen=True)
class Review:
    """One game as one seat saw it, in points.

    - `steps`: `step round seat kind words also cause value change se lo hi reference best_words regret regret_se
      regret_lo regret_hi mark`. `cause` is luck, play or others (what other seats rolled and decided); `value` is V
      after the step and `change` what the step changed. For decisions: `reference`, what the reference policy would
      have done; `best_words`, the best option found, `regret`, what that is worth more (the intervals of a decision
      cover all options tried), `mark`.
    - `sums`: the `Estimate` of V at the start, and of the sums of luck, play and others: they make the `score`.
    """

    facts: dict[str, Any]
    seat: int
    score: float
    steps: pd.DataFrame
    sums: dict[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain data, for JSON."""
        rows: list[Any] = self.steps.to_dict("records")
        sums = {name: plain_row(found._asdict()) for name, found in self.sums.items()}
        return {**self.facts, "seat": self.seat, "score": self.score, **sums, "steps": [plain_row(row) for row in rows]}


def story_module(game: str) -> Any:
    """Return the module of a game that tells played games step by step. Raises AnalyserError."""
    found = catalogue.part(game, "story")
    if found is None:
        raise AnalyserError(f"{catalogue.game(game).TITLE} has no review yet")
    return found


def read_story(game: str, path: Path, rules: str | Path | None = None) -> Any:
    """Return the whole game of a game file. Raises AnalyserError."""
    from sims.toml_file import read_toml

    rule_set = catalogue.game(game).load_rules(None if rules is None else Path(rules))
    return story_module(game).story_of(read_toml(Path(path), "game file"), rule_set)


def tell(seed: int, player: Any, first: int, games: int) -> Any:
    """Return scores and stories of games of a seed (a question to the players of a crew)."""
    return player.stories(seed, first, games)


def simulated_story(plan: RunPlan, number: int) -> Any:
    """Return game `number` of a plan. Raises AnalyserError."""
    work = partial(tell, plan.seed)
    offset = partial(_after, work, number)
    (chunk,) = asked(plan, 1, 1, story_module(plan.game.NAME).StoryPlayer, offset)
    return chunk.value[1][0]


def _after(work: Any, offset: int, player: Any, first: int, games: int) -> Any:
    return work(player, offset + first, games)


def reference_plan(
    game: str, players: int, reference: str | None, rules: str | Path | None, seed: int | None
) -> RunPlan:
    """Return the plan by which games are played on: the reference on all seats. Raises AnalyserError."""
    label = reference or advice_module(game).PLAYS_ON
    return make_plan(game, [label], players=players, games=1, seed=seed, rules=rules)


def weigh(seed: int, playouts: int, nodes: Sequence[Sequence[Any]], seat: int, player: Any, first: int, n: int) -> Any:
    """Return a seat's scores (int32[playouts, k]) from each start of nodes `first` on (a question to a crew)."""
    from sims.advising import starts_of

    return [player.play_from(seed, 0, playouts, starts_of(node))[:, :, seat, 0] for node in nodes[first : first + n]]


def review(
    game: str,
    story: Any,
    reference: str | None = None,
    *,
    seat: int = 1,
    rules: str | Path | None = None,
    playouts: int = PLAYOUTS,
    width: int = WIDTH,
    seed: int | None = None,
    jobs: int | Jobs | None = None,
) -> Review:
    """Review one whole game (`read_story`, `simulated_story`) as `seat` (from 1) saw it.

    Each step is played on `playouts` times by the `reference` policy, and so are the `width` other options of each
    decision that look best. The numbers do not depend on `jobs`. Raises AnalyserError.
    """
    check_number("playouts", playouts, FEWEST, MOST)
    check_number("width", width, 1, 1000)
    check_number("seat", seat, 1, story.seats)
    plan = reference_plan(game, story.seats, reference, own_rules(story, rules), seed)
    module = story_module(game)
    start, steps = module.steps(story, plan.rules)
    options = [_options(module, step, plan, seat - 1, width) for step in steps]
    nodes = [[start], *([step.start, *(one.start for one in rest)] for step, rest in zip(steps, options, strict=True))]
    work = partial(weigh, seed_of(plan.seed, "review"), playouts, nodes, seat - 1)
    values = [
        one for chunk in asked(plan, len(nodes), jobs, advice_module(game).AdvicePlayer, work) for one in chunk.value
    ]
    points = [one.astype(np.int64) / point_parts(plan.game) for one in values]
    facts = {**replace(plan, games=playouts).facts(), "where": story.where}
    return _review(plan, facts, seat - 1, steps, options, points)


def _options(module: Any, step: Any, plan: RunPlan, seat: int, width: int) -> list[Any]:
    """Return the other options of a decision of the seat that are looked at."""
    from sims.advising import ROLL, same_start

    if step.is_luck or step.seat != seat:
        return []
    others = [one for one in module.choices(step, plan.rules) if not same_start(one.start, step.start)]
    return [one for one in others if one.kind != ROLL][:width]


def cause_of(step: Any, seat: int) -> str:
    """Return what a step's change counts as, for a seat."""
    if step.seat not in (seat, -1):
        return OTHERS
    return LUCK if step.is_luck else PLAY


def _review(
    plan: RunPlan, facts: dict[str, Any], seat: int, steps: Sequence[Any], options: Sequence[Any], points: Sequence[Any]
) -> Review:
    changes = np.stack([after[:, 0] - before[:, 0] for before, after in pairwise(points)], axis=1)
    causes = [cause_of(step, seat) for step in steps]
    rows = []
    for place, step in enumerate(steps):
        change = estimates.of_numbers(changes[:, place].tolist())
        row = {
            "step": place + 1,
            "round": step.round + 1,
            "seat": step.seat + 1,
            "kind": step.kind,
            "words": step.words,
        }
        row |= {"also": step.also, "cause": causes[place], "value": float(points[place + 1][:, 0].mean())}
        row |= {"change": change.mean, "se": change.se, "lo": change.lo, "hi": change.hi}
        rows.append(row | _decision(plan, step, causes[place], options[place], points[place : place + 2]))
    sums = {"start": estimates.of_numbers(points[0][:, 0].tolist())}
    for cause in (LUCK, PLAY, OTHERS):
        own = [place for place, one in enumerate(causes) if one == cause]
        sums[cause] = estimates.of_numbers(changes[:, own].sum(axis=1).tolist())
    return Review(facts, seat + 1, float(points[-1][:, 0].mean()), from_rows(rows), sums)


def _decision(plan: RunPlan, step: Any, cause: str, options: Sequence[Any], points: Sequence[Any]) -> dict[str, Any]:
    """Return what a step lost beside the best option found, where it is a decision of the seat."""
    names = ("regret", "regret_se", "regret_lo", "regret_hi")
    if cause != PLAY:
        return {"reference": "", "best_words": "", **dict.fromkeys(names, math.nan), "mark": ""}
    own = plan.seats[step.seat]
    reference = story_module(plan.game.NAME).answer(step, plan.rules, own.policy, own.params)[1]
    # The reference's own decision is among the options: what the game is worth before the step.
    values = np.column_stack([points[1], points[0][:, 0]])
    words = [step.words, *(one.words for one in options), reference or "as the reference"]
    best = int(values.mean(axis=0).argmax())
    diff = values[:, best] - values[:, 0]
    regret, se = float(diff.mean()), float(diff.std(ddof=1)) / math.sqrt(len(diff))
    half = NormalDist().inv_cdf(1 - level_of_each(1 - LEVEL, values.shape[1] - 1) / 2) * se
    mark = next((mark for least, mark in MARKS if regret >= least and regret - half > 0), "")
    numbers = dict(zip(names, (regret, se, max(0.0, regret - half), regret + half), strict=True))
    return {"reference": reference, "best_words": words[best], **numbers, "mark": mark}
