"""Whole games of the policies, for several tests."""

from __future__ import annotations

from typing import Any

from analyser import catalogue
from creatures.ask import RULES
from sims.creatures.game import Player, columns

SLOW = ("lookahead",)
"""Policies that play few games in tests."""


def names() -> list[str]:
    """Return the names of the game's policies."""
    return catalogue.policy_names("creatures")


def player(labels: list[str], rules: Any = RULES, log: bool = False) -> Player:
    """Return what plays games of these policies, one a seat."""
    seats = [catalogue.seat_policy("creatures", label) for label in labels]
    return Player(rules, [seat.policy for seat in seats], [seat.params for seat in seats], log=log)


def rows_of(labels: list[str], games: int, seed: int = 7, first: int = 0, rules: Any = RULES) -> Any:
    """Return the rows of games, int32[games, 2, k]."""
    return player(labels, rules).play(seed, first, games, len(columns(rules)))[2]
