"""Agricola Express as the catalogue knows it: what it is called, how it is played, what its numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..marks import Marker, Milestone
from ..playing import Playing
from . import facts, marks, play, policy_file, variants, words
from .contract import Policy
from .harvest import Feed
from .learned import read_policy as read_learnt
from .moves import Fault
from .play import Purpose, Trouble

NAME = "express"
TITLE = "Agricola Express"
SEATS = (1, 4)
SOURCE = "rules/express.md: Agricola Express v1.3, Jesse McGatha 2009"
DEFAULT_POLICY = "family-first"
WIN_PARTS = facts.WIN_PARTS
PERIODS = ("Harvest 1", "Harvest 2", "Harvest 3")
WORDS = {
    "period": "harvest",
    "periods": "All harvests",
    "when": "at",
    "group": "dice group",
    "luck": "the luck of the dice",
    "draws": "dice",
}
"""How reports speak of the game: see `GameWords` in `analyser/result.py`."""
FIRST_ACTION = facts.RESULT_ITEMS[facts.FIRST_ACTION]
"""The item of the table `result` that holds the first dice group taken, from 1 in the order of the groups; 0: none."""

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


def readings(rules: variants.Rules, players: int) -> list[tuple[str, variants.Rules]]:
    """Return the other readings of the rules where the printed ones are silent: name, and the rule set with it."""
    return variants.readings(rules, players)


def learnt_policy(path: Path) -> Policy:
    """Return the policy of a table that `analyser learn` has made. Raises AnalyserError where the file is none."""
    return read_learnt(path)


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


def markers() -> list[Marker]:
    """Return what a report sorts single games by."""
    return marks.markers()


def milestones() -> list[Milestone]:
    """Return what a report says when it came."""
    return marks.milestones()


class Player(Playing):
    """Memory to play games in, with a log of the last game if asked for; each thread needs its own."""

    loop = staticmethod(play.play_chunk)

    def __init__(self, rules: variants.Rules, policies: list[Policy], params: list[Any], log: bool = False) -> None:
        super().__init__(rules.record, policies)
        players = play.seat_players(policies, [np.array(one, np.float64) for one in params])
        self.begin(play.new_table(self.seats, self.record, log), players)

    def trouble_text(self) -> str:
        """Return what a policy did wrong in words."""
        return trouble_text(self.table.trouble, int(self.table.found["count"]))

    def question(self) -> str:
        """Return the question that was put last, in words."""
        return QUESTION[Purpose(int(self.table.asked[1]))]


def trouble_text(trouble: Any, listed: int) -> str:
    """Return what a policy did wrong in words; `listed` is the number of moves in its list."""
    kind, what = int(trouble[0]), int(trouble[4])
    if kind == Trouble.NO_SUCH_PLACE:
        return (
            f"chose place {what}, which is outside its list of moves ({listed:,} {'move' if listed == 1 else 'moves'})"
        )
    if kind == Trouble.ILLEGAL_MOVE:
        return f"chose an illegal move: {words.FAULT[Fault(what)]}"
    if kind == Trouble.CHANGED_POSITION:
        return f"changed the position when it was asked {QUESTION[Purpose(what)]}"
    return f"fed its family illegally: {words.FEED[Feed(what)]}"
