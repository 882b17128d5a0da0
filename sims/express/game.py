"""Agricola Express as the catalogue knows it: what it is called, how it is played, what its numbers mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import Misplay
from ..marks import Marker, Milestone
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


class Player:
    """Memory to play games in, with a log of the last game if asked for; each thread needs its own.

    A policy from elsewhere gets a copy of the rules, so that one that writes into them harms nobody else. `setting`
    says in errors how the games differ from plain ones.
    """

    setting = ""

    def __init__(self, rules: variants.Rules, policies: list[Policy], params: list[Any], log: bool = False) -> None:
        self.rules = np.array([rules.record], rules.record.dtype)
        self.record = self.rules[0]
        self.seats = len(policies)
        self.players = play.seat_players(policies, [np.array(one, np.float64) for one in params])
        self.guarded = [seat for seat, policy in enumerate(policies) if policy.guarded]
        self.table = play.new_table(self.seats, self.record, log)
        self.wide = self.table.rows.shape[1]
        self.given = self._given()
        self.proven = not self.guarded

    def _given(self) -> list[bytes]:
        """Return what no policy may change: the rules and each seat's parameters."""
        return [self.record.tobytes(), *(one.tobytes() for one in self.players.params[: self.seats])]

    def play(self, seed: int, first: int, games: int, wide: int) -> tuple[Any, Any, Any]:
        """Play games `first` to `first + games - 1` of a seed.

        Returns the sums and sums of squares of all columns (int64[seats, k]) and the first `wide` columns of each game
        (int32[games, seats, wide]). Raises Misplay where a policy breaks the rules.
        """
        sums = np.zeros((self.seats, self.wide), np.int64)
        squares = np.zeros_like(sums)
        rows = np.zeros((games, self.seats, wide), np.int32)
        # The first game of a policy from elsewhere goes alone, since rules that it changed could lead the next astray.
        alone = games if self.proven else 1
        for start, end in ((0, alone), (alone, games)):
            self._play(seed, first + start, sums, squares, rows[start:end])
            self.check_given(seed, first + start, end - start)
            self.proven = True
        return sums, squares, rows

    def _play(self, seed: int, first: int, sums: Any, squares: Any, rows: Any) -> None:
        numbers = np.uint64(seed), np.uint64(first)
        self.go(seed, play.play_chunk, *numbers, sums, squares, rows)

    def go(self, seed: int, loop: Callable[..., bool], *more: Any) -> None:
        """Call a game loop, which takes table, players, rules and what is `more`, and says whether all was legal.

        `seed` is named in the error. Raises Misplay.
        """
        try:
            fine = loop(self.table, self.players, self.record, *more)
        except Exception as error:
            seat = int(self.table.position["seat"])
            if seat not in self.guarded:
                raise  # a bug of ours
            words = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise self._misplay(f"raised {words}, asked {self.question()}", seat, seed) from error
        if not fine:
            seat = int(self.table.trouble[2])
            raise self._misplay(trouble_text(self.table.trouble, int(self.table.found["count"])), seat, seed)

    def check_given(self, seed: int, first: int, games: int) -> None:
        """Raise Misplay where a policy from elsewhere changed, in these games, what it may only read."""
        if self.guarded and self._given() != self.given:
            raise self._meddler(seed, first, games)

    def _misplay(self, problem: str, seat: int, seed: int) -> Misplay:
        _, game, round_ = self.place()
        return Misplay(problem + self.setting, seat, (game, seed, round_))

    def _meddler(self, seed: int, first: int, games: int) -> Misplay:
        """Return who changed what may only be read, and in which of these games: played again, one by one."""
        sums = np.zeros((self.seats, self.wide), np.int64)
        rows = np.zeros((1, self.seats, 1), np.int32)
        for game in range(first, first + games):
            self._restore()
            self._play(seed, game, sums, sums.copy(), rows)
            changed = [place for place, now in enumerate(self._given()) if now != self.given[place]]
            if changed:
                break
        self._restore()
        self.proven = False
        seat = changed[0] - 1 if changed and changed[0] > 0 else self.guarded[0]
        what = "its parameters" if changed and changed[0] > 0 else "the rules"
        return self._misplay(f"changed {what}, which it may only read", seat, seed)

    def _restore(self) -> None:
        kept = self.given
        self.rules[:] = np.frombuffer(kept[0], self.rules.dtype)
        for seat in range(self.seats):
            self.players.params[seat][:] = np.frombuffer(kept[1 + seat], np.float64)

    def pulse(self) -> int:
        """Return the number of questions put to policies so far; it may be read while another thread plays."""
        return int(self.table.asked[0])

    def place(self) -> tuple[int, int, int]:
        """Return (seat, game, round) of the question that was put last; it may be read while another thread plays."""
        position = self.table.position
        return int(position["seat"]), int(self.table.trouble[1]) % 2**64, int(position["round"])

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
