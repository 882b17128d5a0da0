"""What plays games of a policy in one thread, whatever the game: the watch over what policies may not change.

A game's `Player` is made of this and of its own loop: see `sims/creatures/game.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .errors import Misplay


class Playing:
    """Memory to play games in; each thread needs its own.

    A game's `Player` names its game `loop` and gives in `begin` its `table` (with `position`, `trouble`, `asked` and
    `rows`) and `players` (with `params`); `trouble_text` and `question` put its words. A policy from elsewhere gets a
    copy of the rules, so that one that writes into them harms nobody else. `setting` says in errors how the games
    differ from plain ones.
    """

    setting = ""
    loop: Callable[..., bool]
    table: Any
    players: Any

    def __init__(self, record: Any, policies: Sequence[Any]) -> None:
        self.rules = np.array([record], record.dtype)
        self.record = self.rules[0]
        self.seats = len(policies)
        self.guarded = [seat for seat, policy in enumerate(policies) if policy.guarded]
        self.proven = not self.guarded

    def begin(self, table: Any, players: Any) -> None:
        """Take the memory of the games and who plays them, and note what no policy may change."""
        self.table, self.players = table, players
        self.wide = table.rows.shape[1]
        self.given = self._given()

    def _given(self) -> list[bytes]:
        """Return what no policy may change: the rules and each seat's parameters."""
        return [self.record.tobytes(), *(one.tobytes() for one in self.players.params[: self.seats])]

    def trouble_text(self) -> str:
        """Return what a policy did wrong in words."""
        raise NotImplementedError

    def question(self) -> str:
        """Return the question that was put last, in words."""
        raise NotImplementedError

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
        self.go(seed, self.loop, np.uint64(seed), np.uint64(first), sums, squares, rows)

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
            raise self._misplay(self.trouble_text(), int(self.table.trouble[2]), seed)

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
        game = self.place()[1]
        return Misplay(f"changed {what}, which it may only read{self.setting}", seat, (game, seed, None))

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


def logged_game(
    make: Callable[..., Any], policies: Sequence[Any], params: Sequence[Any], rules: Any, players: int,
    place: tuple[int, int],
) -> tuple[Any, list[str]]:  # fmt: skip
    """Play the game `place` (seed, number); return its player, which has the log, and the names of the seats' policies.

    `make` is the game's `Player`; of `policies` and their `params` the last serve the seats that are left. Raises
    Misplay where a policy breaks the rules.
    """
    fill = [min(seat, len(policies) - 1) for seat in range(players)]
    player = make(rules, [policies[seat] for seat in fill], [params[seat] for seat in fill], log=True)
    player.play(*place, 1, 1)
    return player, [policies[seat].name for seat in fill]
