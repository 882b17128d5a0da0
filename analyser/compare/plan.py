"""What is compared: everything that the numbers of a comparison depend on, checked before anything is played."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .. import catalogue
from ..errors import AnalyserError, unknown
from ..objectives import MEAN, QUANTILE, WIN, Objective, read_objective
from ..parcel import reduced
from ..plan import MOST_GAMES, MOST_SEED, RunPlan, check_number, draw_seed, point_parts
from ..sequences import FIRST_LOOK
from .lineup import Lineup, alone, focused, together

DECIDED, PRECISION, FIXED = "decided", "precision", "fixed"
"""When to stop: when it is decided, when all differences are known so well, or after all games."""
GAMES = 1_000_000
INDIFFERENCE = {MEAN: 0.1, QUANTILE: 0.5}
"""Differences that nobody minds, in points; for shares it is SHARE."""
SHARE = 0.002


@dataclass(frozen=True)
class ComparePlan:
    """Which policies are compared by what objective, on which games, and when to stop.

    `games` is the most that each policy plays (a seat in a game counts once), `indifference` a difference that nobody
    minds, `precision` the half width of the intervals at which to stop; both are in the objective's unit.
    """

    game: Any
    rules: Any
    policies: tuple[catalogue.SeatPolicy, ...]
    players: int
    focus: int | None
    objective: Objective
    games: int
    seed: int
    stop: str
    indifference: float
    precision: float | None
    elimination: bool
    rules_file: Path | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as a parcel."""
        return reduced(self, "policies")

    @cached_property
    def lineup(self) -> Lineup:
        """Who sits where in the games of a block."""
        if self.players == 1:
            return alone(len(self.policies))
        if self.focus is not None:
            return focused(len(self.policies), self.players, self.focus)
        return together(len(self.policies), self.players)

    @property
    def blocks(self) -> int:
        """The most blocks that are played: each holds all tables of the lineup once."""
        return max(1, self.games // max(self.lineup.counts))

    @cached_property
    def names(self) -> list[str]:
        """What each entrant is called: as the user wrote it; the one in focus with whom it plays against."""
        labels = [self.policies[place].label for place in self.lineup.policies]
        if self.focus is None or self.players == 1:
            return _told_apart(labels)
        return [f"{label} among {labels[place + 1]}" if place % 2 == 0 else label for place, label in enumerate(labels)]

    @cached_property
    def point_columns(self) -> list[tuple[int, str, list[int]]]:
        """The columns of points: (period, category, the places of a game's row that it adds up).

        Period 0 is the whole game, category "" all of them.
        """
        columns = self.game.columns(self.rules)
        single = [(one.period, one.item, place) for place, one in enumerate(columns) if one.table == "points"]
        periods = list(dict.fromkeys(period for period, _, _ in single))
        items = list(dict.fromkeys(item for _, item, _ in single))
        found = [(period, item, [place]) for period, item, place in single]
        found += [(0, item, [place for _, other, place in single if other == item]) for item in items]
        found += [(period, "", [place for other, _, place in single if other == period]) for period in periods]
        return [*found, (0, "", [place for _, _, place in single])]

    @cached_property
    def result_columns(self) -> dict[str, int]:
        """The places in a game's row of the result's items."""
        columns = self.game.columns(self.rules)
        return {one.item: place for place, one in enumerate(columns) if one.table == "result"}

    @cached_property
    def width(self) -> int:
        """How many columns of a game's row are needed."""
        return 1 + max([*self.result_columns.values(), *(max(places) for _, _, places in self.point_columns)])

    @cached_property
    def adding(self) -> Any:
        """The matrix (float64[width, c]) of zeros and ones that adds up a row's columns to those of points."""
        matrix = np.zeros((self.width, len(self.point_columns)))
        for column, (_, _, places) in enumerate(self.point_columns):
            matrix[places, column] = 1.0
        return matrix

    def same(self, one: int, other: int) -> bool:
        """Tell whether two entrants are one policy with the same parameters."""
        first, second = (self.policies[self.lineup.policies[entrant]] for entrant in (one, other))
        return first.policy is second.policy and bool(first.params.tobytes() == second.params.tobytes())

    def without(self, label: str) -> ComparePlan | None:
        """Return the plan of the other policies, whose games are the same; None where there is none.

        With several players at a table each policy is an opponent of the others, and one alone is not compared.
        """
        left = tuple(one for one in self.policies if one.label != label)
        return replace(self, policies=left) if self.lineup.alone and len(left) > 1 else None

    def table(self, seats: Sequence[int]) -> RunPlan:
        """Return the plan of the games of one table."""
        sitting = tuple(self.policies[self.lineup.policies[entrant]] for entrant in seats)
        return RunPlan(self.game, self.rules, sitting, self.games, self.seed, self.rules_file)

    def facts(self) -> dict[str, Any]:
        """Return the plan as plain data: what one needs to play the same games again."""
        return {
            "game": self.game.NAME,
            "rules": self.rules.name,
            "rules_hash": self.rules.hash,
            "seed": self.seed,
            "games": self.games,
            "players": self.players,
            "policies": [one.label for one in self.policies],
            "policy_hashes": [one.hash for one in self.policies],
            "focus": None if self.focus is None else self.policies[self.focus].label,
            "objective": self.objective.name,
            "stop": self.stop,
            "indifference": self.indifference,
            "precision": self.precision,
            "elimination": self.elimination,
        }

    def command(self, out: str | None = None) -> str:
        """Return the command that plays the same comparison again."""
        words = ["analyser", "compare", self.game.NAME]
        words += [word for one in self.policies for word in ("--policy", one.label)]
        words += ["--games", str(self.games), "--seed", str(self.seed), *self._stop_words()]
        if self.players != self.game.SEATS[0]:
            words += ["--players", str(self.players)]
        if self.focus is not None:
            words += ["--focus", self.policies[self.focus].label]
        if self.objective.kind != MEAN:
            words += ["--objective", self.objective.name]
        words += ["--elimination"] if self.elimination else []
        words += ["--rules", str(self.rules_file)] if self.rules_file is not None else []
        return shlex.join(words + (["--out", out] if out else []))

    def _stop_words(self) -> list[str]:
        if self.stop == PRECISION:
            return ["--precision", f"{self.precision:g}"]
        return ["--fixed"] if self.stop == FIXED else ["--indifference", f"{self.indifference:g}"]


def _told_apart(labels: Sequence[str]) -> list[str]:
    """Return the labels, with a number in brackets behind those that come more than once."""
    return [
        f"{label} ({labels[: place + 1].count(label)})" if labels.count(label) > 1 else label
        for place, label in enumerate(labels)
    ]


def make_compare_plan(
    game: str,
    policies: Sequence[str],
    *,
    players: int | None = None,
    focus: str | None = None,
    objective: str = MEAN,
    games: int | None = None,
    seed: int | None = None,
    indifference: float | None = None,
    precision: float | None = None,
    fixed: bool = False,
    elimination: bool = False,
    rules: str | Path | None = None,
) -> ComparePlan:
    """Check a request to compare policies and return its plan. Raises AnalyserError for whatever is wrong with it."""
    module = catalogue.game(game)
    low, high = module.SEATS
    seats = low if players is None else check_number("players", players, low, high)
    _check_policies(policies, focus, seats)
    rules_file = None if rules is None else Path(rules)
    rule_set = module.load_rules(rules_file)
    goal = read_objective(objective, module.par(rule_set), module.WIN_PARTS, point_parts(module))
    _check_objective(goal, seats)
    stop = FIXED if fixed else PRECISION if precision is not None else DECIDED
    plan = ComparePlan(
        module, rule_set, tuple(catalogue.seat_policy(game, label) for label in policies), seats,
        None if focus is None else list(policies).index(focus), goal,
        check_number("games", GAMES if games is None else games, 2, MOST_GAMES),
        draw_seed() if seed is None else check_number("seed", seed, 0, MOST_SEED), stop,
        _amount("indifference", INDIFFERENCE.get(goal.kind, SHARE) if indifference is None else indifference, True),
        None if precision is None else _amount("precision", precision, False), elimination, rules_file,
    )  # fmt: skip
    _check_elimination(plan)
    return _check_cap(plan)


def _check_policies(policies: Sequence[str], focus: str | None, players: int) -> None:
    if len(policies) < 2:
        given = f"{policies[0]} alone" if policies else "no policy"
        raise AnalyserError(f"{given} cannot be compared: name two policies or more, each with --policy")
    if focus is None:
        return
    if players == 1:
        raise AnalyserError("focus puts a policy at a table with others: give --players 2 or more with it")
    if focus not in policies:
        raise unknown("policy in focus", focus, policies)


def _check_objective(goal: Objective, players: int) -> None:
    if goal.kind == WIN and players == 1:
        raise AnalyserError("objective win needs opponents: give --players 2 or more with it")
    if goal.kind == QUANTILE and players > 1:
        raise AnalyserError(
            "objective quantile compares solo games; with several players take mean, p_above_par or win"
        )


def _amount(name: str, value: float, zero: bool) -> float:
    if not (0 < value < float("inf") or (zero and value == 0)):
        raise AnalyserError(f"{name} is {value:g}: it has to be a number above 0, in the unit of what is compared")
    return float(value)


def _check_elimination(plan: ComparePlan) -> None:
    if not plan.elimination:
        return
    if plan.stop == FIXED:
        raise AnalyserError("elimination looks at the games as they come, fixed does not: choose one of the two")
    if not plan.lineup.alone:
        raise AnalyserError(
            "elimination needs solo games: with several players each policy is an opponent of the others"
        )


def _check_cap(plan: ComparePlan) -> ComparePlan:
    """Return the plan, or raise AnalyserError where its games cannot decide anything."""
    need = FIRST_LOOK * max(plan.lineup.counts)
    if plan.stop != FIXED and plan.games < need:
        raise AnalyserError(
            f"{plan.games} games are too few to decide by: the first look is after {need}; give --games {need} or "
            f"more, or --fixed to play just these"
        )
    return replace(plan, games=plan.blocks * max(plan.lineup.counts))
