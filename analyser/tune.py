"""Tuning: better parameters for a policy by search, and an honest score of what was found.

The search is CMA-ES (library `cma`). All candidates of a generation play the same games (common random numbers), each
generation other ones, so that nothing is learnt by heart. What the search liked best is played again on games that it
never saw (validation), since the best of many is lucky; the winner is scored on games that no step before has seen
(hold-out), and only that score is reported. Games of the three steps differ by their seeds.

The search is a pure function of its plan: threads change nothing. The state that is saved after each generation is what
CMA-ES was told: it is told again, without playing, and then goes on to the same result. Nothing is read from a file
but numbers.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import __version__
from .arena import Arena, holdout_block, search_block, validation_block
from .errors import AnalyserError, Damaged
from .estimates import Estimate
from .folders import write_whole
from .outputs import finish
from .plan import seed_of
from .sealed import seal, unseal
from .tune_plan import TunePlan

SIGMA = 0.3
"""The first step of the search, in units of each parameter's scale."""
RANGE_PARTS = 40
"""A parameter's scale is its start's size, but at least this part of its range, and at most ten times as much."""
DIGITS = 4
"""Significant digits of a result's parameters: more would be noise."""
KEPT_GENERATIONS = 5
"""From so many last generations the best candidate and the centre are validated."""
STATE = "agricola-analyser-tuning"
FORMAT = 2

Progress = Callable[[int, float, float], None]
"""Called after each generation with its number (from 1), its best and its median value."""


@dataclass(frozen=True)
class TuneResult:
    """What a search found: the values of all parameters, and hold-out scores of the result and of the start."""

    plan: TunePlan
    values: Mapping[str, float]
    score: Estimate
    start: Estimate
    difference: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            **self.plan.facts(),
            "holdout_score": _shown(self.score),
            "holdout_start": _shown(self.start),
            "holdout_difference": _shown(self.difference),
            "values": dict(self.values),
        }

    def text(self, command: str) -> str:
        """Return the TOML file that plays the result, with a comment that says how it was made."""
        plan = self.plan
        comment = [
            f"Made by: {command}",
            f"Hold-out: {plan.objective.words} {_in_words(self.score)}, over {self.score.n:,} games never seen before.",
            f"The start on the same games: {_in_words(self.start)}; paired difference: {_in_words(self.difference)}.",
            f"Rules {plan.rules.name} ({plan.rules.hash}), analyser {__version__}.",
        ]
        text: str = plan.game.policy_text(plan.candidate.policy, _name_of(plan.candidate.label), self.values, comment)
        return text


def _shown(found: Estimate) -> dict[str, float | int]:
    return {name: value for name, value in found._asdict().items() if name != "sd"}


def _in_words(found: Estimate) -> str:
    """Return a mean with its interval, in the digits that its error supports."""
    decimals = max(0, 1 - math.floor(math.log10(found.se))) if found.se > 0 else 0
    mean, lo, hi = (f"{number:.{decimals}f}" for number in (found.mean, found.lo, found.hi))
    return f"{mean} (95 % interval {lo} to {hi})"


def _name_of(label: str) -> str:
    return label.partition(":")[0]


# --- Search ----------------------------------------------------------------------------------------------------------


@dataclass
class Search:
    """A search under way: its CMA-ES, what it was told, and what its last generations liked best (float64[searched]).

    `told` holds the values of each generation's candidates, in their order.
    """

    strategy: Any
    told: list[list[float]] = field(default_factory=list)
    liked: list[list[Any]] = field(default_factory=list)

    @property
    def generation(self) -> int:
        """The number of generations done."""
        return len(self.told)

    def tell(self, points: list[Any], values: list[float]) -> None:
        """Tell CMA-ES what its candidates are worth."""
        self.strategy.tell(points, [-value for value in values])
        self.told.append(values)
        self.liked = [*self.liked, [points[int(np.argmax(values))], self.strategy.result.xfavorite]]
        self.liked = self.liked[-KEPT_GENERATIONS:]

    def place(self) -> str:
        """Return where the search is, as a checksum."""
        return hashlib.sha256(np.array(self.liked, float).tobytes()).hexdigest()


class Scaling:
    """The searched parameters in units of their scale, from the start on."""

    def __init__(self, plan: TunePlan) -> None:
        self.start = plan.start
        self.places = list(plan.searched)
        chosen = [plan.parameters[place] for place in self.places]
        self.low = np.array([parameter.low for parameter in chosen], float)
        self.high = np.array([parameter.high for parameter in chosen], float)
        least = (self.high - self.low) / RANGE_PARTS
        self.centre = self.start[self.places]
        self.scale = np.clip(np.abs(self.centre), least, 10 * least)
        self.scale[self.scale == 0] = 1.0  # a range of one number

    def bounds(self) -> list[Any]:
        """Return the lowest and the highest point of the search."""
        return [(self.low - self.centre) / self.scale, (self.high - self.centre) / self.scale]

    def values(self, point: Any) -> Any:
        """Return all parameters (float64[parameters]) at a point of the search."""
        values = self.start.copy()
        moved = self.centre + self.scale * np.asarray(point)[: len(self.places)]
        values[self.places] = np.clip(moved, self.low, self.high)
        return values

    def rounded(self, values: Any) -> Any:
        """Return parameters with the searched ones in digits that people can read; the result is scored so."""
        found = values.copy()
        found[self.places] = [float(f"{value:.{DIGITS}g}") for value in values[self.places]]
        found[self.places] = np.clip(found[self.places], self.low, self.high)
        return found


def new_search(plan: TunePlan) -> Search:
    """Return a search at its start."""
    from cma import CMAEvolutionStrategy

    low, high = Scaling(plan).bounds()
    if len(low) == 1:  # CMA-ES is made for two dimensions or more: the second one here changes nothing
        low, high = np.append(low, -1.0), np.append(high, 1.0)
    draws = np.random.RandomState(seed_of(plan.seed, "steps") % 2**32)
    options: dict[str, Any] = {"bounds": [low, high], "randn": draws.randn, "seed": np.nan, "verbose": -9}
    options |= {"verb_log": 0, "verb_disp": 0}
    if plan.population is not None:
        options["popsize"] = plan.population
    return Search(CMAEvolutionStrategy(np.zeros(len(low)), SIGMA, options))


def step(plan: TunePlan, arena: Arena, search: Search) -> tuple[float, float]:
    """Play one generation and return its best and its median value."""
    scaling = Scaling(plan)
    points = search.strategy.ask()
    played = arena.outcomes([scaling.values(point) for point in points], search_block(plan, search.generation))
    found = [float(plan.objective.value(outcomes)) for outcomes in played]
    search.tell(points, found)
    return max(found), float(np.median(found))


def tune(
    plan: TunePlan,
    *,
    jobs: int | None = None,
    state: Path | None = None,
    anew: bool = False,
    progress: Progress | None = None,
) -> TuneResult:
    """Search, and return what was found with its hold-out score.

    `jobs` threads play (default: all processors) and change no number. With a `state` file the search goes on from
    there and saves itself after each generation; `save` removes the file. A file of another plan is replaced where
    `anew` says so, else it raises AnalyserError.
    """
    search = _search_of(plan, state, anew)
    with Arena(plan, jobs) as arena:
        while search.generation < plan.generations:
            best, median = step(plan, arena, search)
            if state is not None:
                save_state(state, plan, search)
            if progress is not None:
                progress(search.generation, best, median)
        return _judge(plan, arena, search)


def _search_of(plan: TunePlan, state: Path | None, anew: bool) -> Search:
    """Return the search that a state file holds, or a new one."""
    if state is None or not state.exists():
        return new_search(plan)
    try:
        return load_state(state, plan)
    except AnalyserError:
        if not anew:
            raise
        return new_search(plan)


def _judge(plan: TunePlan, arena: Arena, search: Search) -> TuneResult:
    """Choose among what the last generations liked, and the start, on validation games; score it on the hold-out."""
    scaling = Scaling(plan)
    candidates = [plan.start, *(scaling.values(point) for pair in search.liked for point in pair)]
    validated = arena.outcomes(candidates, validation_block(plan))
    best = int(np.argmax([plan.objective.value(outcomes) for outcomes in validated]))
    chosen = plan.start if best == 0 else scaling.rounded(candidates[best])
    result, start = arena.outcomes([chosen, plan.start], holdout_block(plan))
    aim = plan.objective
    values = {parameter.name: float(value) for parameter, value in zip(plan.parameters, chosen, strict=True)}
    return TuneResult(plan, values, aim.estimate(result), aim.estimate(start), aim.difference(result, start))


# --- Files -----------------------------------------------------------------------------------------------------------


def save(result: TuneResult, out: Path) -> None:
    """Write what was found as a TOML file that `--policy` plays, and remove the search's state."""
    finish(out, result.text(result.plan.command(out.name)).encode())


def save_state(path: Path, plan: TunePlan, search: Search) -> None:
    """Write a search to a file under a seal; all of it or nothing."""
    table = {"plan": plan.facts(), "told": search.told, "place": search.place()}
    write_whole(path, seal(STATE, FORMAT, json.dumps(table).encode()))


def load_state(path: Path, plan: TunePlan) -> Search:
    """Read a search back. Raises AnalyserError where the file is damaged, or the search of another plan."""
    table = _table(path)
    facts, known = json.loads(json.dumps(plan.facts())), table["plan"]
    other = [key for key in facts if known.get(key) != facts[key]]
    if other:
        raise AnalyserError(
            f"{path} is an unfinished search with other settings ({', '.join(other)}): "
            "give the same ones to go on, or remove it (--force does) to begin anew"
        )
    search = new_search(plan)
    for values in table["told"]:
        search.tell(search.strategy.ask(), values)
    if search.place() != table["place"]:
        raise AnalyserError(f"{path} is of another version of CMA-ES: remove it to begin the search anew")
    return search


def _table(path: Path) -> dict[str, Any]:
    try:
        table: dict[str, Any] = json.loads(unseal(path.read_bytes(), STATE, FORMAT))
    except OSError as error:
        raise AnalyserError(f"cannot read {path}: {error.strerror or error}") from error
    except Damaged as error:
        raise AnalyserError(f"{path} {error}: remove it to begin the search anew") from error
    return table
