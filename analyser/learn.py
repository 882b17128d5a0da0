"""Learning: a table of what a farm is worth, learnt by playing, and an honest score of its play.

The games are played one after the other on one thread, each learning from those before, so that the result depends on
the plan alone. What is reported is the score on hold-out games, played with the finished table and another seed. The
state is saved now and then, and the same command goes on from there to the same result.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from . import __version__, catalogue, estimates
from .command_line import command_line
from .errors import AnalyserError, unknown
from .estimates import Estimate
from .folders import write_whole
from .outputs import finish
from .plan import MOST_SEED, RunPlan, check_number, draw_seed
from .run import run

GAMES = {"full": 4_800_000, "lite": 1_600_000}
"""How many games are played for a table of each size, unless said otherwise."""
ENDING = ".npz"
"""How the name of a learnt table's file ends."""
CHUNK = 5_000
SAVED_EVERY = 100_000
FORMAT = 1

Progress = Callable[[int, float], None]
"""Called after each chunk with the games played and the mean score of the chunk, its random moves included."""


@dataclass(frozen=True)
class LearnPlan:
    """What is learnt: everything that the result depends on."""

    game: str
    rules: Any
    size: str
    games: int
    holdout: int
    seed: int
    rules_file: Path | None = None

    @property
    def holdout_seed(self) -> int:
        """The seed of the hold-out games."""
        return (self.seed + 1_000_000) % (MOST_SEED + 1)

    def facts(self) -> dict[str, Any]:
        """Return the plan as plain data; two plans with the same facts have the same result."""
        from sims.jit import sources_hash

        return {
            "game": self.game,
            "rules": self.rules.name,
            "rules_hash": self.rules.hash,
            "engine": sources_hash(),
            "size": self.size,
            "games": self.games,
            "holdout": self.holdout,
            "holdout_seed": self.holdout_seed,
            "seed": self.seed,
        }

    def command(self, out: str) -> str:
        """Return the command that learns the same again."""
        return command_line(
            "learn",
            self.game,
            size=self.size,
            games=self.games,
            seed=self.seed,
            holdout=self.holdout,
            rules=self.rules_file,
            o=out,
        )


@dataclass(frozen=True)
class LearnResult:
    """What was learnt: the table (float32[n]), its hold-out score, and what it says a game is worth at the start."""

    plan: LearnPlan
    table: Any
    score: Estimate
    p_above_par: Estimate
    start_value: float

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, without the table."""
        score, above = self.score._asdict(), self.p_above_par._asdict()
        return {
            **self.plan.facts(),
            "holdout_score": {name: score[name] for name in ("n", "mean", "se", "lo", "hi", "sd")},
            "holdout_p_above_par": {name: above[name] for name in ("n", "mean", "se", "lo", "hi")},
            "start_value": self.start_value,
        }


def learning(game: str) -> Any:
    """Return the module with which a game is learnt (`sims/express/learn.py` shows what one offers)."""
    found = catalogue.part(game, "learn")
    if found is None:
        raise AnalyserError(f"{game} cannot be learnt")
    return found


def make_learn_plan(
    game: str,
    *,
    size: str = "full",
    games: int | None = None,
    holdout: int = 100_000,
    seed: int | None = None,
    rules: str | Path | None = None,
) -> LearnPlan:
    """Check a request and return its plan. Raises AnalyserError for whatever is wrong with it."""
    sizes = learning(game).SIZES
    if size not in sizes:
        raise unknown("size", size, sizes)
    played = GAMES[size] if games is None else check_number("games", games, 1_000, 10**9)
    check_number("holdout", holdout, 2, 10**9)
    chosen_seed = draw_seed() if seed is None else check_number("seed", seed, 0, MOST_SEED)
    rules_file = None if rules is None else Path(rules)
    return LearnPlan(game, catalogue.game(game).load_rules(rules_file), size, played, holdout, chosen_seed, rules_file)


def stages(plan: LearnPlan) -> list[tuple[int, int, Any]]:
    """Return the stages of a plan: the first game of each, its number of games, and the game's own stage."""
    found, first = [], 0
    recipe = learning(plan.game).STAGES
    for stage in recipe:
        games = plan.games - first if stage is recipe[-1] else round(plan.games * stage.share)
        found.append((first, games, stage))
        first += games
    return found


def learn(
    plan: LearnPlan, *, jobs: int | None = None, state: Path | None = None, progress: Progress | None = None
) -> LearnResult:
    """Learn a table and return it with its score on hold-out games, which `jobs` threads play.

    With a `state` file learning goes on from there, and saves itself now and then and when it is interrupted. Raises
    AnalyserError where the file is of another plan.
    """
    learner = learning(plan.game).Learner(plan.rules.record, plan.size)
    played = _load_state(plan, learner, state)
    try:
        for first, games, stage in stages(plan):
            while played < first + games:
                if played == first:
                    learner.begin(stage, first, games)
                number = min(CHUNK, first + games - played)
                mean = learner.play(plan.seed, played, number)
                played += number
                if progress is not None:
                    progress(played, mean)
                if played % SAVED_EVERY < CHUNK and state is not None:
                    _save_state(plan, learner, played, state)
    except KeyboardInterrupt:
        if state is not None:
            _save_state(plan, learner, played, state)
        raise
    return score(plan, learner.finished(), jobs)


def score(plan: LearnPlan, table: Any, jobs: int | None = None) -> LearnResult:
    """Play the hold-out games with a table (float32[n])."""
    module, game = learning(plan.game), catalogue.game(plan.game)
    rounded = module.rounded(table)
    policy = module.table_policy("learnt", "Plays by a learnt table.", "", rounded)
    seat = catalogue.SeatPolicy("learnt", policy, policy.mind([]))
    outcome = run(RunPlan(game, plan.rules, (seat,), plan.holdout, plan.holdout_seed, plan.rules_file), jobs)
    if outcome.interrupted:
        raise KeyboardInterrupt
    tally = outcome.tally
    mean = estimates.mean(tally.games, *tally.score_sums(0))
    above = estimates.share(tally.games, tally.above(0, game.par(plan.rules)))
    return LearnResult(plan, rounded, mean, above, module.start_value(plan.rules.record, rounded))


def save(result: LearnResult, out: Path) -> None:
    """Write a learnt table with the facts of how it was made, and remove the state beside it."""
    facts = {**result.to_dict(), "version": __version__, "command": result.plan.command(out.name)}
    finish(out, learning(result.plan.game).table_bytes(result.table, facts))


def _save_state(plan: LearnPlan, learner: Any, played: int, path: Path) -> None:
    facts = json.dumps({"format": FORMAT, "played": played, **plan.facts()})
    content = io.BytesIO()
    np.savez(content, facts=np.array(facts), **learner.state())
    write_whole(path, content.getvalue())


def _load_state(plan: LearnPlan, learner: Any, path: Path | None) -> int:
    """Put a learner into the state of a file, if there is one, and return how many games it has played."""
    if path is None or not path.exists():
        return 0
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            facts = json.loads(str(file["facts"]))
            arrays = {name: file[name] for name in file.files if name != "facts"}
    except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile):
        raise AnalyserError(f"{path} is damaged, or no state of learning: remove it to begin anew") from None
    if {**plan.facts(), "format": FORMAT, "played": facts.get("played")} != facts:
        other = [name for name, value in plan.facts().items() if facts.get(name) != value]
        raise AnalyserError(f"{path} is of another plan ({', '.join(other)} differ): remove it to begin anew")
    learner.restore(arrays)
    return int(facts["played"])
