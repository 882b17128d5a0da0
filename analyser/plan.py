"""A run's plan: everything that its numbers depend on, checked before anything is played."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import catalogue
from .command_line import command_line
from .errors import AnalyserError, Misbehaved, Misplay
from .parcel import reduced

MOST_GAMES = 10**12
MOST_SEED = 2**64 - 1


@dataclass(frozen=True)
class RunPlan:
    """Which games are played: the game, its rules, a policy for each seat, how many games, from which seed."""

    game: Any
    rules: Any
    seats: tuple[catalogue.SeatPolicy, ...]
    games: int
    seed: int
    rules_file: Path | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as a parcel."""
        return reduced(self, "seats")

    @property
    def labels(self) -> list[str]:
        """The policies as the user wrote them, one a seat."""
        return [seat.label for seat in self.seats]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.seats)

    def facts(self) -> dict[str, Any]:
        """Return the plan as plain data: what one needs to play the same games again."""
        return {
            "game": self.game.NAME,
            "rules": self.rules.name,
            "rules_hash": self.rules.hash,
            "seed": self.seed,
            "games": self.games,
            "players": len(self.seats),
            "policies": self.labels,
            "policy_hashes": [seat.hash for seat in self.seats],
            "rules_file": None if self.rules_file is None else str(self.rules_file),
        }

    def watch_words(self, game: int) -> str:
        """Return the command that shows one game of the plan, with the same rules, seed and seats."""
        labels = self.labels[:1] if len(set(self.labels)) == 1 else self.labels
        players = len(self.seats) if len(self.seats) > len(labels) else None
        return command_line(
            "replay", self.game.NAME, seed=self.seed, game=game, policy=labels, players=players, rules=self.rules_file
        )

    def blame(self, seat: int) -> str:
        """Return the policy on a seat (0-based) in words: its label, and the seat where there are several."""
        return f"policy {self.labels[seat]}" + (f" on seat {seat + 1}" if len(self.seats) > 1 else "")

    def misplayed(self, misplay: Misplay) -> Misbehaved:
        """Return the error that names the policy which broke the rules, and the command that shows its game."""
        return Misbehaved(
            f"{self.blame(misplay.seat)} {misplay.problem} {misplay.where}; "
            f"see it with: {self.watch_words(misplay.game)}",
            self.labels[misplay.seat],
        )


def point_parts(game: Any) -> int:
    """Return how many parts a point has in a game's scores, which are whole numbers: 1 where the game says nothing."""
    return int(getattr(game, "POINT_PARTS", 1))


def draw_seed() -> int:
    """Return a fresh seed, short enough to be typed."""
    return secrets.randbelow(2**31)


def seed_of(seed: int, purpose: str) -> int:
    """Return the seed of the games for a purpose, such as `search` or `holdout`, so that they never meet."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{purpose}".encode()).digest()[:8], "little")


def check_number(name: str, value: int, low: int, high: int) -> int:
    """Return a whole number within its bounds, or raise AnalyserError."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise AnalyserError(f"{name} has to be a whole number, not {value!r}")
    if not low <= value <= high:
        raise AnalyserError(f"{name} is {value}: it has to lie between {low} and {high}")
    return value


def seat_labels(game: Any, policies: Sequence[str], players: int | None) -> list[str]:
    """Return a policy for each seat: those given, or the one given for all `players` seats."""
    low, high = game.SEATS
    labels = list(policies) or [game.DEFAULT_POLICY]
    fewest = low if len(labels) == 1 else len(labels)
    wanted = fewest if players is None else check_number("players", players, low, high)
    if len(labels) == 1:
        labels *= wanted
    if len(labels) != wanted:
        raise AnalyserError(f"{len(labels)} policies for {wanted} players: give one for all seats, or one for each")
    if not low <= len(labels) <= high:
        raise AnalyserError(f"{len(labels)} policies: {game.TITLE} has {low} to {high} players")
    return labels


def plan_again(facts: Mapping[str, Any]) -> RunPlan:
    """Return the plan of a saved run, to play its games on; `facts` as `RunPlan.facts` gives them.

    Raises AnalyserError where its rules or policies are not what they were.
    """
    plan = make_plan(
        facts["game"], facts["policies"], games=facts["games"], seed=facts["seed"], rules=facts.get("rules_file")
    )  # fmt: skip
    now = plan.facts()
    for name, words in (("rules_hash", "rules"), ("policy_hashes", "policies")):
        if now[name] != facts.get(name):
            raise AnalyserError(f"the {words} are not those of the run any more: simulate again, then report")
    return plan


def make_plan(
    game: str,
    policies: Sequence[str] = (),
    *,
    players: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    rules: str | Path | None = None,
) -> RunPlan:
    """Check a request and return its plan. Raises AnalyserError for whatever is wrong with it."""
    if isinstance(policies, str):
        policies = [policies]
    check_number("games", games, 1, MOST_GAMES)
    chosen_seed = draw_seed() if seed is None else check_number("seed", seed, 0, MOST_SEED)
    module = catalogue.game(game)
    labels = seat_labels(module, policies, players)
    rules_file = None if rules is None else Path(rules)
    rule_set = module.load_rules(rules_file)
    seats = tuple(catalogue.seat_policy(game, label) for label in labels)
    return RunPlan(module, rule_set, seats, games, chosen_seed, rules_file)
