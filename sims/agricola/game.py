"""The two editions of Agricola as the catalogue knows them: what they are called, how they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ..marks import Marker, Milestone
from ..playing import Playing
from . import editions, facts, play, policy_file, variants, words
from .contract import Policy
from .faults import Fault
from .names import SPACE_WORDS
from .pieces import FIRST_CARD, Space
from .play import Purpose, Trouble

QUESTION = {
    Purpose.CHOOSE: "which move to take",
    Purpose.FEED: "how to feed the family",
    Purpose.BREED: "which animals stay",
}


class Player(Playing):
    """Memory to play games in, with a log of the last game if asked for; each thread needs its own."""

    loop = staticmethod(play.play_chunk)

    def __init__(self, rules: variants.Rules, policies: list[Policy], params: list[Any], log: bool = False) -> None:
        super().__init__(rules.record, policies)
        players = play.seat_players(policies, [np.array(one, np.float64) for one in params])
        self.begin(play.new_table(self.record, len(policies), log), players)

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
    if kind == Trouble.WRONG_FEEDING:
        return f"fed its family against the rules: {words.FAULT[Fault(what)]}"
    if kind == Trouble.NO_SUCH_HERD:
        return f"chose herd {what}, which is outside the list of those that may stay"
    return f"changed the position when it was asked {QUESTION[Purpose(what)]}"


class Game:
    """An edition: what a game's module offers elsewhere (see `sims/express/game.py`)."""

    Player = Player
    DEFAULT_POLICY = "balanced"
    WIN_PARTS = facts.WIN_PARTS
    FIRST_ACTION = facts.RESULT_ITEMS[facts.FIRST_ACTION]
    PERIODS = tuple(f"Round {round_}" for round_ in range(1, 15))
    STARTED = facts.RESULT_ITEMS[facts.STARTED]
    """The item of the table `result` that says whether a seat started the game."""
    WORDS: ClassVar = {
        "period": "round",
        "periods": "All rounds",
        "when": "after",
        "group": "action space",
        "luck": "chance (the order of the round cards, and the policies' own)",
        "draws": "draws",
        "sheet": {
            "Crops": ["Fields", "Grain", "Vegetables"],
            "Animals": ["Pastures", "Stables", "Sheep", "Boar", "Cattle"],
            "House and family": ["Rooms", "People"],
            "Improvements": ["Improvements", "Bonus"],
            "Unused cells": ["Unused"],
            "Begging": ["Begging"],
        },
        "lines": {
            "Family and house": ["People", "Rooms"],
            "Farmyard": ["Fields", "Pastures", "Stables", "Fences"],
            "Animals": ["Sheep", "Boar", "Cattle"],
            "Crops and food": ["Grain", "Vegetables", "Food", "Begging cards"],
            "Materials": ["Wood", "Clay", "Reed", "Stone"],
        },
        "shown": [4, 7, 9, 11, 13, 14],
    }
    """How reports speak of the game: see `GameWords` in `analyser/result.py`."""

    def __init__(self, edition: editions.Edition) -> None:
        self.edition = edition
        self.NAME, self.TITLE, self.SOURCE = edition.name, edition.title, edition.source
        self.SEATS = (1, edition.most_players)
        self.MODES = {mode.name: mode.title for mode in edition.modes}

    def load_rules(self, path: Path | None) -> variants.Rules:
        """Return the rule set of a mode by its name, of a TOML file, or the default."""
        return variants.default(self.NAME) if path is None else variants.load(self.NAME, path)

    def rules_text(self, rules: variants.Rules) -> str:
        """Return a rule set as TOML that `load_rules` reads back."""
        return variants.to_toml(self.NAME, rules)

    def weights_policy(self, path: Path, find: Callable[[str], Policy] = policy_file.built_in) -> Policy:
        """Return the policy of a TOML file: a policy by name (see `find`) with its parameters. Raises AnalyserError."""
        return policy_file.read_policy(path, find)

    def policy_text(
        self,
        policy: Policy,
        label: str,
        values: Mapping[str, float],
        comment: Iterable[str],
        summary: str | None = None,
    ) -> str:
        """Return a TOML file that `weights_policy` reads: this policy with these values of its parameters."""
        return policy_file.policy_text(policy, label, values, comment, summary)

    def columns(self, rules: variants.Rules) -> list[facts.Column]:
        """Return the columns of the rows that `Player.play` adds up."""
        return facts.columns(rules.record)

    def par(self, rules: variants.Rules) -> None:
        """Return None: the game has no par."""
        return

    def items(self, table: str, rules: variants.Rules) -> list[str]:
        """Return the items of one table of columns, in their order."""
        return list(dict.fromkeys(column.item for column in self.columns(rules) if column.table == table))

    def absent(self, rules: variants.Rules, players: int) -> list[str]:
        """Return the action spaces that are not on the table with so many players."""
        names, there = SPACE_WORDS[int(rules.record["edition"])], rules.record["players"]
        return [names[space] for space in Space if not int(there[space]) >> players & 1]

    def markers(self) -> list[Marker]:
        """Return what a report sorts single games by: farm after half of the game, improvements at its end."""
        found = [Marker("3 people or more", "state", 7, "People", 3), Marker("5 people", "state", 14, "People", 5)]
        found += [Marker("Fields", "state", 7, "Fields"), Marker("Pasture", "state", 7, "Pastures")]
        found += [Marker("Stone house", "state", 14, "House", 2), Marker("Begged", "state", 14, "Begging cards")]
        found += [Marker(name, "state", 14, name) for name in facts.IMPROVEMENT_WORD.values()]
        return [*found, Marker("Started the game", "result", 0, self.STARTED)]

    def milestones(self) -> list[Milestone]:
        """Return what a report says when it came: the first use of each space that a farm grows by."""
        names = SPACE_WORDS[list(editions.EDITIONS).index(self.NAME)]
        spaces = [Space.ROOMS, Space.PLOW, *(Space(FIRST_CARD + card) for card in range(14))]
        return [Milestone(f"{names[space]} used", "groups", names[space], 1, True) for space in spaces]


EDITIONS = {name: Game(edition) for name, edition in editions.EDITIONS.items()}
