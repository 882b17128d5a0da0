"""Whole games of the policies, for several tests."""

from __future__ import annotations

from typing import Any

from analyser import catalogue
from sims.agricola.facts import columns
from sims.agricola.game import Player

from .ask import FAMILY

SLOW = ("lookahead",)
"""Policies that play few games in tests."""


def names() -> list[str]:
    """Return the names of the game's policies."""
    return catalogue.policy_names("agricola-2007")


def player(labels: list[str], rules: Any = FAMILY, log: bool = False) -> Player:
    """Return what plays games of these policies, one a seat."""
    seats = [catalogue.seat_policy("agricola-2007", label) for label in labels]
    return Player(rules, [seat.policy for seat in seats], [seat.params for seat in seats], log=log)


def rows_of(labels: list[str], games: int, seed: int = 7, first: int = 0, rules: Any = FAMILY) -> Any:
    """Return the rows of games, int32[games, seats, k]."""
    return player(labels, rules).play(seed, first, games, len(columns(rules.record)))[2]
