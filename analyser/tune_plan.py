"""A search's plan: everything that its result depends on, checked before anything is played."""

from __future__ import annotations

import fnmatch
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from . import catalogue
from .command_line import command_line
from .errors import AnalyserError, nearest
from .objectives import WIN, Objective, read_objective
from .plan import MOST_SEED, check_number, draw_seed, point_parts


@dataclass(frozen=True)
class TunePlan:
    """What is searched: everything that the result depends on. `searched` are places in the parameters."""

    game: Any
    rules: Any
    candidate: catalogue.SeatPolicy
    against: tuple[catalogue.SeatPolicy, ...]
    players: int
    objective: Objective
    searched: tuple[int, ...]
    games: int
    generations: int
    holdout: int
    population: int | None
    seed: int
    only: tuple[str, ...] = ()
    rules_file: Path | None = None

    @property
    def parameters(self) -> tuple[Any, ...]:
        """All parameters of the policy."""
        return tuple(self.candidate.policy.parameters)

    @property
    def start(self) -> Any:
        """Where the search begins: float64[parameters]."""
        return np.array(self.candidate.params[: len(self.parameters)])

    def facts(self) -> dict[str, Any]:
        """Return the plan as plain data; two plans with the same facts have the same result."""
        return {
            "game": self.game.NAME,
            "rules": self.rules.name,
            "rules_hash": self.rules.hash,
            "engine": _engine(),
            "cma": _cma_version(),
            "policy": self.candidate.label,
            "against": [seat.label for seat in self.against],
            "params": [_digest(seat.params) for seat in (self.candidate, *self.against)],
            "players": self.players,
            "objective": self.objective.name,
            "searched": [self.parameters[place].name for place in self.searched],
            "games": self.games,
            "generations": self.generations,
            "holdout": self.holdout,
            "population": self.population,
            "seed": self.seed,
        }

    def command(self, out: str = "best.toml") -> str:
        """Return the command that searches the same again."""
        return command_line(
            "tune",
            self.game.NAME,
            policy=self.candidate.label,
            against=[seat.label for seat in self.against],
            players=self.players if not self.against and self.players > 1 else None,
            objective=self.objective.name,
            games=self.games,
            generations=self.generations,
            holdout=self.holdout,
            seed=self.seed,
            population=self.population,
            only=",".join(self.only),
            rules=self.rules_file,
            o=out,
        )


def _digest(params: Any) -> str:
    return hashlib.sha256(np.ascontiguousarray(params).tobytes()).hexdigest()[:16]


@cache
def _engine() -> str:
    """Return the hash of the sources that play, as they were when this was first asked."""
    from sims.jit import sources_hash

    return sources_hash()


def _cma_version() -> str:
    from importlib.metadata import version

    return version("cma")


def make_tune_plan(
    game: str,
    policy: str,
    *,
    against: Sequence[str] = (),
    players: int | None = None,
    objective: str = "mean",
    games: int = 4_000,
    generations: int = 60,
    holdout: int = 100_000,
    population: int | None = None,
    only: Sequence[str] = (),
    seed: int | None = None,
    rules: str | Path | None = None,
) -> TunePlan:
    """Check a request and return its plan. Raises AnalyserError for whatever is wrong with it."""
    check_number("games", games, 2, 10**7)
    check_number("generations", generations, 1, 10**6)
    check_number("holdout", holdout, 2, 10**9)
    if population is not None:
        check_number("population", population, 4, 10_000)
    module = catalogue.game(game)
    rules_file = None if rules is None else Path(rules)
    rule_set = module.load_rules(rules_file)
    aim = read_objective(objective, module.par(rule_set), module.WIN_PARTS, point_parts(module))
    if aim.kind == WIN and not against:
        raise AnalyserError(
            "objective win needs somebody to win against: give --against POLICY, once for each opponent"
        )
    candidate = catalogue.seat_policy(game, policy)
    seats = _count_seats(module, against, players)
    others = tuple(catalogue.seat_policy(game, label) for label in against)
    if len(others) == 1:
        others *= seats - 1
    chosen_seed = draw_seed() if seed is None else check_number("seed", seed, 0, MOST_SEED)
    searched = _searched(candidate, only)
    return TunePlan(
        module, rule_set, candidate, others, seats, aim, searched, games, generations, holdout, population,
        chosen_seed, tuple(only), rules_file,
    )  # fmt: skip


def _count_seats(game: Any, against: Sequence[str], players: int | None) -> int:
    """Return the number of seats: the candidate and its opponents, or `players` candidates."""
    low, high = game.SEATS
    seats = max(low, 1 + len(against)) if players is None else check_number("players", players, low, high)
    if len(against) == 1 and seats < 2:
        raise AnalyserError("an opponent needs a seat: give --players 2 or more, or leave --players out")
    if len(against) > 1 and seats != 1 + len(against):
        raise AnalyserError(f"{len(against)} opponents and the searched policy are not {seats} players")
    if seats > high:
        raise AnalyserError(f"{len(against)} opponents: {game.TITLE} has {low} to {high} players")
    return seats


def _searched(candidate: catalogue.SeatPolicy, only: Sequence[str]) -> tuple[int, ...]:
    """Return the places of the parameters to search: all, or those that a pattern of `only` fits."""
    names = [parameter.name for parameter in candidate.policy.parameters]
    if not names:
        raise AnalyserError(f"policy {candidate.policy.name} has no parameters, so there is nothing to tune")
    if not only:
        return tuple(range(len(names)))
    for pattern in only:
        if not fnmatch.filter(names, pattern):
            raise AnalyserError(
                f"policy {candidate.policy.name} has no parameter {pattern!r}{nearest(pattern, names)}; "
                f"`analyser policies` names all, and * stands for any letters (fields_*)"
            )
    return tuple(place for place, name in enumerate(names) if any(fnmatch.fnmatch(name, one) for one in only))
