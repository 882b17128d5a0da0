"""Simulate whole games and return the result: the package's main question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import estimates
from .executors import Jobs
from .plan import RunPlan, make_plan, point_parts
from .result import Columns, GameWords, Result
from .run import Progress, run
from .sample import MOST, Marks, Sample
from .tally import Tally

if TYPE_CHECKING:
    from .compare.plan import ComparePlan


def game_words(plan: RunPlan | ComparePlan) -> GameWords:
    """Return what a report has to know of a plan's game."""
    game, rules = plan.game, plan.rules
    groups, words, parts = game.items("groups", rules), getattr(game, "WORDS", {}), point_parts(game)
    periods, categories = list(game.PERIODS), game.items("points", rules)
    if hasattr(game, "absent"):
        words = {**words, "absent": game.absent(rules, plan.players)}
    return GameWords(game.TITLE, game.par(rules), periods, categories, groups, **words, point_parts=parts)


def make_sample(plan: RunPlan, rows: Any) -> Sample | None:
    """Return the sample of a plan's first games, None where there are no rows (int[games, seats, columns])."""
    if rows is None:
        return None
    items = plan.game.FIRST_ACTION, getattr(plan.game, "STARTED", None)
    marks = Marks(plan.game.markers(), plan.game.milestones(), *items)
    return Sample(rows, [column.name for column in plan.game.columns(plan.rules)], marks)


def make_result(plan: RunPlan, tally: Tally, rows: Any = None, **more: Any) -> Result:
    """Return the result of a plan's games, `rows` those of its first; `more` is added to the plan's facts."""
    names = [tuple(column) for column in plan.game.columns(plan.rules)]
    columns = Columns(names, plan.game.WIN_PARTS, point_parts(plan.game))
    return Result(game_words(plan), {**plan.facts(), **more}, columns, tally, make_sample(plan, rows))


def running_means(tally: Tally, point: float = 1.0) -> list[estimates.Estimate]:
    """Return the seats' mean scores so far; `point` is what a part of one counts."""
    return [estimates.mean(tally.games, *tally.score_sums(seat), point) for seat in range(len(tally.scores))]


def running_mean(tally: Tally, point: float = 1.0) -> str:
    """Return the seats' mean scores so far in a few words, with their errors; `point` is what a part of one counts."""
    found = running_means(tally, point)
    return "mean " + ", ".join(f"{one.mean:.2f} ± {one.se:.2f}" for one in found)


def simulate(
    game: str,
    policies: Sequence[str] = (),
    *,
    players: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    rules: str | Path | None = None,
    jobs: int | Jobs | None = None,
    progress: Progress | None = None,
) -> Result:
    """Simulate `games` whole games and return a `Result`, with its frames `summary`, `categories`, `groups` ...

    `policies` names one policy for all seats, or one for each (`"greedy:roll_gain=6"`); `seed` is drawn where it is not
    given, and `result.seed` says it; `rules` is a TOML file; `jobs` the number of threads, or who plays (see
    `Jobs`), which changes no number.
    The first 20,000 games are kept one by one in `result.sample`.
    Raises AnalyserError.
    """
    plan = make_plan(game, policies, players=players, games=games, seed=seed, rules=rules)
    outcome = run(plan, jobs, progress=progress, sample=MOST)
    return make_result(plan, outcome.tally, outcome.sample)
