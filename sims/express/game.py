"""Agricola Express as the catalogue knows it: what it is called, how it is played, what its numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import AnalyserError
from . import facts, play, policy_file, variants, words
from .contract import Policy
from .harvest import Feed
from .moves import Fault
from .play import Purpose, Trouble

NAME = "express"
TITLE = "Agricola Express"
SEATS = (1, 4)
SOURCE = "rules/express.md: Agricola Express v1.3, Jesse McGatha 2009"
DEFAULT_POLICY = "family-first"
WIN_PARTS = facts.WIN_PARTS
PERIODS = ("Harvest 1", "Harvest 2", "Harvest 3")

QUESTION = {
    Purpose.KEEP: "whether to keep the dice",
    Purpose.CHOOSE: "which move to take",
    Purpose.FEED: "what to cook",
}


def load_rules(path: Path | None) -> variants.Rules:
    """Return the rule set of a TOML file, or the default."""
    return variants.default() if path is None else variants.load(path)


def rules_text(rules: variants.Rules) -> str:
    """Return a rule set as TOML that `load_rules` reads back."""
    return variants.to_toml(rules)


def weights_policy(path: Path, find: Callable[[str], Policy] = policy_file.built_in) -> Policy:
    """Return the policy of a TOML file: a table of weights, or a policy by name (see `find`) with its parameters.

    Raises AnalyserError.
    """
    return policy_file.read_policy(path, find)


def policy_text(
    policy: Policy, label: str, values: Mapping[str, float], comment: Iterable[str], summary: str | None = None
) -> str:
    """Return a TOML file that `weights_policy` reads: this policy with these values of its parameters."""
    return policy_file.policy_text(policy, label, values, comment, summary)


def columns(rules: variants.Rules) -> list[facts.Column]:
    """Return the columns of the rows that `Player.play` adds up."""
    return facts.columns(rules.record)


def par(rules: variants.Rules) -> int:
    """Return the score that a solo player has to exceed."""
    return int(rules.values["par"])


def items(table: str, rules: variants.Rules) -> list[str]:
    """Return the items of one table of columns, in their order."""
    return list(dict.fromkeys(column.item for column in columns(rules) if column.table == table))


class Player:
    """Memory to play games in; each thread needs its own."""

    def __init__(self, rules: variants.Rules, policies: list[Policy], params: list[Any]) -> None:
        self.rules = rules
        self.seats = len(policies)
        self.players = play.seat_players(policies, params)
        self.table = play.new_table(self.seats, rules.record)
        self.wide = self.table.rows.shape[1]

    def play(self, seed: int, first: int, games: int, wide: int) -> tuple[Any, Any, Any]:
        """Play games `first` to `first + games - 1` of a seed.

        Returns the sums and sums of squares of all columns (int64[seats, k]) and the first `wide` columns of each game
        (int32[games, seats, wide]). Raises AnalyserError where a policy breaks the rules.
        """
        sums = np.zeros((self.seats, self.wide), np.int64)
        squares = np.zeros_like(sums)
        rows = np.zeros((games, self.seats, wide), np.int32)
        numbers = np.uint64(seed), np.uint64(first)
        if not play.play_chunk(self.table, self.players, self.rules.record, *numbers, sums, squares, rows):
            raise AnalyserError(trouble_text(self.table.trouble, seed))
        return sums, squares, rows


def trouble_text(trouble: Any, seed: int) -> str:
    """Return what a policy did wrong, and the game to replay."""
    kind, game, seat, round_, what = (int(number) for number in trouble)
    if kind == Trouble.NO_SUCH_PLACE:
        problem = f"chose place {what}, which is outside its list of moves"
    elif kind == Trouble.ILLEGAL_MOVE:
        problem = f"chose an illegal move: {words.FAULT[Fault(what)]}"
    elif kind == Trouble.CHANGED_POSITION:
        problem = f"changed the position when it was asked {QUESTION[Purpose(what)]}"
    else:
        problem = f"fed its family illegally: {words.FEED[Feed(what)]}"
    return f"the policy on seat {seat + 1} {problem} (game {game} of seed {seed}, round {round_ + 1})"
