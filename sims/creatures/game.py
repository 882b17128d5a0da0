"""All Creatures Big and Small as the catalogue knows it: what it is called, how it is played, what its numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..marks import Marker, Milestone
from ..playing import Playing
from . import facts, play, policy_file, variants, words
from .board import SEATS as BOTH
from .contract import Policy
from .moves import Fault
from .pieces import SPACE_WORD, Space
from .play import Purpose, Trouble

NAME = "creatures"
TITLE = "All Creatures Big and Small"
SEATS = (BOTH, BOTH)
SOURCE = "rules/creatures.md: All Creatures Big and Small, base game, 2012"
DEFAULT_POLICY = "balanced"
WIN_PARTS = facts.WIN_PARTS
FIRST_ACTION = facts.RESULT_ITEMS[facts.FIRST_ACTION]
PERIODS = tuple(f"Round {round_}" for round_ in range(1, 15))
POINT_PARTS = 2
"""Scores and points are written down in halves."""
STARTED = facts.RESULT_ITEMS[facts.STARTED]
"""The item of the table `result` that says whether a seat started the game."""
WORDS = {
    "period": "round",
    "periods": "All rounds",
    "when": "after",
    "group": "action space",
    "luck": "chance (the policies' own, and the toss for the start where the rules have one)",
    "draws": "draws",
    "sheet": {
        "Animals": ["Sheep", "Pigs", "Cows", "Horses"],
        "Bonuses": ["Sheep bonus", "Pig bonus", "Cow bonus", "Horse bonus"],
        "Expansions": ["Expansions"],
        "Buildings": ["Stalls", "Stables", "Special buildings"],
    },
    "lines": {
        "Animals": ["Sheep", "Pigs", "Cows", "Horses"],
        "Land": ["Pasture spaces", "Borders placed", "Troughs", "Expansions"],
        "Materials": ["Wood", "Stone", "Reed"],
    },
}
"""How reports speak of the game: see `GameWords` in `analyser/result.py`."""

QUESTION = {Purpose.CHOOSE: "which move to take", Purpose.BREED: "which animals stay"}


def load_rules(path: Path | None) -> variants.Rules:
    """Return the rule set of a TOML file, or the default."""
    return variants.default() if path is None else variants.load(path)


def rules_text(rules: variants.Rules) -> str:
    """Return a rule set as TOML that `load_rules` reads back."""
    return variants.to_toml(rules)


def weights_policy(path: Path, find: Callable[[str], Policy] = policy_file.built_in) -> Policy:
    """Return the policy of a TOML file: a policy by name (see `find`) with its parameters. Raises AnalyserError."""
    return policy_file.read_policy(path, find)


def policy_text(
    policy: Policy, label: str, values: Mapping[str, float], comment: Iterable[str], summary: str | None = None
) -> str:
    """Return a TOML file that `weights_policy` reads: this policy with these values of its parameters."""
    return policy_file.policy_text(policy, label, values, comment, summary)


def columns(rules: variants.Rules) -> list[facts.Column]:
    """Return the columns of the rows that `Player.play` adds up."""
    return facts.columns(rules.record)


def par(rules: variants.Rules) -> None:
    """Return None: the game has no par."""
    return


def items(table: str, rules: variants.Rules) -> list[str]:
    """Return the items of one table of columns, in their order."""
    return list(dict.fromkeys(column.item for column in columns(rules) if column.table == table))


def markers() -> list[Marker]:
    """Return what a report sorts single games by: the farm after four rounds, and at the end of the usual game."""
    found = [Marker("Expansion", "state", 4, "Expansions"), Marker("2 expansions or more", "state", 8, "Expansions", 2)]
    found += [Marker("Pasture", "state", 4, "Pastures"), Marker("Trough", "state", 4, "Troughs")]
    built = ("Stall", "Stables", "Half timbered house", "Storage building", "Shelter", "Open stables")
    found += [Marker(item, "state", 8, item) for item in built]
    return [*found, Marker("Started the game", "result", 0, STARTED)]


def milestones() -> list[Milestone]:
    """Return what a report says when it came: the first use of each space that builds, and of the animal spaces."""
    spaces = [space for space in Space if Space.FENCES <= space <= Space.STABLES or space >= Space.PIGS_SHEEP]
    return [Milestone(f"{SPACE_WORD[space]} used", "groups", SPACE_WORD[space], 1, True) for space in spaces]


class Player(Playing):
    """Memory to play games in, with a log of the last game if asked for; each thread needs its own."""

    loop = staticmethod(play.play_chunk)

    def __init__(self, rules: variants.Rules, policies: list[Policy], params: list[Any], log: bool = False) -> None:
        super().__init__(rules.record, policies)
        players = play.seat_players(policies, [np.array(one, np.float64) for one in params])
        self.begin(play.new_table(self.record, log), players)

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
        moves = f"{listed:,} {'move' if listed == 1 else 'moves'}"
        return f"chose place {what}, which is outside its list of moves ({moves})"
    if kind == Trouble.ILLEGAL_MOVE:
        return f"chose an illegal move: {words.FAULT[Fault(what)]}"
    if kind == Trouble.NO_SUCH_HERD:
        return f"chose herd {what}, which is outside the list of those that may stay"
    return f"changed the position when it was asked {QUESTION[Purpose(what)]}"
