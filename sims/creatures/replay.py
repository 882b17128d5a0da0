"""Replays: a game file played by the rules, placement by placement, up to its end or to its first mistake.

Why the turns are written here once more, in Python: the game loop in `play` asks compiled policies and may not stop to
explain. Everything that a turn does is asked of the same kernels. Source: rules/creatures.md, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..draws import game_key
from ..errors import AnalyserError
from ..herds import fits, grown, list_herds
from ..replaying import check_turn, legal_words, no_more
from .board import POSITION, SEATS, refill, set_up
from .contract import best_herd
from .drafts import Menu, new_found
from .facts import winner
from .farm_file import FarmScore, score_of
from .herd import new_herds
from .listing import legal_moves, space_moves
from .moves import Fault, act, apply, settle, why_illegal
from .pieces import ANIMALS, SPACE_WORD, Space
from .play import first_seat
from .script import GameFile
from .sheet import FarmSheet, sheet_of
from .variants import Rules
from .words import FAULT, describe, herd_words, parse


@dataclass(frozen=True)
class PlacementPlayed:
    """One placement: `round` and `seat` 1-based, the move, the space, and the farm that it made."""

    number: int
    round: int
    seat: int
    move: str
    space: str
    farm: FarmSheet


@dataclass(frozen=True)
class RoundPlayed:
    """All seats' farms when a round has ended, after breeding; `kept` are the herds of seats without room for all."""

    round: int
    farms: tuple[FarmSheet, ...]
    kept: dict[int, str]


@dataclass(frozen=True)
class Replay:
    """A game played from its file, as far as that goes: `scores` are those of the farms then.

    `complete`: it was played to its end; else `next_turn` is the (round, seat) whose placement comes next, and `winner`
    (1-based) is None.
    """

    file: GameFile
    rules: str
    placements: tuple[PlacementPlayed, ...]
    rounds: tuple[RoundPlayed, ...]
    farms: tuple[FarmSheet, ...]
    scores: tuple[FarmScore, ...]
    totals: tuple[float, ...]
    winner: int | None
    next_turn: tuple[int, int] | None

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return self.next_turn is None


def replay(file: GameFile, rules: Rules) -> Replay:
    """Play a game file by the rules. Raises AnalyserError for the first thing that they forbid."""
    table = Table(file, rules)
    next_turn = table.play()
    farms = table.position["farms"]
    scores = tuple(score_of(farm, rules) for farm in farms)
    doubled = np.array([round(2 * score.total) for score in scores], np.int64)
    return Replay(
        file=file,
        rules=rules.name,
        placements=tuple(table.placements),
        rounds=tuple(table.rounds),
        farms=tuple(map(sheet_of, farms)),
        scores=scores,
        totals=tuple(score.total for score in scores),
        winner=None if next_turn else int(winner(doubled, table.position["first"])) + 1,
        next_turn=next_turn,
    )


def position_after(file: GameFile, rules: Rules) -> Any:
    """Return where a game file ends (a POSITION record). Raises AnalyserError, also where the game is over."""
    table = Table(file, rules)
    if table.play() is None:
        raise AnalyserError(f"{file.where}: the game is over, so that nothing is left to be decided")
    return table.position


def log_of(file: GameFile, rules: Rules) -> tuple[int, list[Any], list[Any]]:
    """Return who starts a whole game, its placements (round, seat, move) and breedings (round, seat, herd that stays).

    Of breedings those where not all have room, or where the file says what stays. Rounds and seats count from 0.
    Raises AnalyserError where the rules forbid something, or the game stops before its end.
    """
    table = Table(file, rules)
    if table.play() is not None:
        raise AnalyserError(f"{file.where}: the game stops before its end, so that it cannot be reviewed")
    return int(table.position["first"]), table.log, table.born


class Table:
    """A game that is being replayed, and what has been written down of it. Seats and rounds from 0."""

    def __init__(self, file: GameFile, rules: Rules) -> None:
        self.file, self.record = file, rules.record
        self.position = np.zeros(1, POSITION)[0]
        self.found, self.herds, self.herd = new_found(), new_herds(), np.zeros(ANIMALS, np.int64)
        self.placements: list[PlacementPlayed] = []
        self.log: list[Any] = []
        self.born: list[Any] = []
        self.rounds: list[RoundPlayed] = []
        key = np.uint64(game_key(np.uint64(file.seed or 0), np.uint64(file.game_number)))
        first = int(first_seat(self.record, key)) if file.first is None else file.first - 1
        set_up(self.position, self.record, first)
        refill(self.position, self.record)

    def play(self) -> tuple[int, int] | None:
        """Play all placements; return the (round, seat) that the file leaves to be played, or None at the end."""
        position = self.position
        for round_ in range(int(self.record["rounds"])):
            position["round"] = round_
            for _ in range(SEATS * int(self.record["workers"])):
                if len(self.placements) == len(self.file.placements):
                    return round_ + 1, int(position["seat"]) + 1
                self.place(round_, int(position["seat"]))
                position["placed"] += 1
                position["seat"] = 1 - position["seat"]
            self.breed(round_)
            if round_ + 1 < self.record["rounds"]:
                refill(position, self.record)
        no_more(self.file.where, len(self.placements), len(self.file.placements), "placement")
        return None

    def place(self, round_: int, seat: int) -> None:
        """Play the next placement of the file, which is one of this seat in this round."""
        written = self.file.placements[len(self.placements)]
        number = len(self.placements) + 1
        where = f"{self.file.where}, placement {number} (round {round_ + 1}, seat {seat + 1})"
        check_turn(written, round_, seat, where)
        move, named = self.legal_move(written.move, where)
        all_stay = not named or bool(np.all(act(self.position, move, self.record)["animals"] == move["herd"]))
        apply(self.position, move, self.record)
        self.log.append((round_, seat, move))
        farm = sheet_of(self.position["farms"][seat])
        words, space = describe(move, all_stay), SPACE_WORD[Space(move["space"])]
        self.placements.append(PlacementPlayed(number, round_ + 1, seat + 1, words, space, farm))

    def legal_move(self, sentence: str, where: str) -> tuple[Any, bool]:
        """Return the move of a sentence, if it is legal, and whether it names the herd. Raises AnalyserError."""
        try:
            move, named = parse(sentence)
        except AnalyserError as error:
            raise AnalyserError(f"{where}: {error}") from error
        first, second = Space.SPECIAL_BUILDING_A, Space.SPECIAL_BUILDING_B
        if move["space"] == first and self.position["occupied"] >> first & 1 and "(a)" not in sentence:
            move["space"] = second
        fault = Fault(why_illegal(self.position, move, self.record)) if named else self.settled_fault(move)
        if fault != Fault.LEGAL:
            raise AnalyserError(f"{where}: {sentence!r} is illegal: {self.reason(move, fault)}; {self.near(sentence)}")
        return move, named

    def settled_fault(self, move: Any) -> Fault:
        """Return what is wrong with a move that names no herd: all animals are to stay."""
        fault = Fault(why_illegal(self.position, move, self.record))
        if fault in (Fault.LEGAL, Fault.NO_ROOM, Fault.HERD_TOO_LARGE):
            move["herd"][:] = act(self.position, move, self.record)["animals"]
            fault = Fault(why_illegal(self.position, move, self.record))
        return fault

    def reason(self, move: Any, fault: Fault) -> str:
        """Return a fault in words; of a herd without room, also what could stay."""
        if fault != Fault.NO_ROOM:
            return FAULT[fault]
        after = act(self.position, move, self.record)
        number = list_herds(after, after["animals"], self.herds)
        fitting = [herd_words(herd) for herd in self.herds["herds"][:number]]
        return f"{FAULT[fault]}; write '; keep {fitting[0]}'" + "".join(f", or {one}" for one in fitting[1:])

    def near(self, sentence: str) -> str:
        """Return what the legal moves are, shortened, and the one nearest to a sentence."""
        count = self.listed(parse(sentence)[0])
        return legal_words(sentence, map(describe, self.found["moves"][:count]))

    def listed(self, move: Any) -> int:
        """List the moves of a move's space, or all where it has none that is legal; return their number."""
        count = int(space_moves(self.position, self.record, int(Menu.PLAIN), int(move["space"]), self.found))
        return count or int(legal_moves(self.position, self.record, int(Menu.PLAIN), self.found))

    # --- Breeding

    def breed(self, round_: int) -> None:
        """Let both herds breed; where not all have room, what the file says stays, or the herd with most points."""
        kept = {}
        for seat in range(SEATS):
            farm = self.position["farms"][seat]
            grown(farm["animals"], self.record, self.herd)
            written = self.file.births.get((round_ + 1, seat + 1))
            if fits(farm, self.herd) and written is None:
                settle(farm, self.herd)
                continue
            settle(farm, self.staying(farm, written, round_, seat))
            kept[seat + 1] = herd_words(farm["animals"])
            self.born.append((round_, seat, farm["animals"].copy()))
        self.rounds.append(RoundPlayed(round_ + 1, tuple(map(sheet_of, self.position["farms"])), kept))

    def staying(self, farm: Any, written: tuple[int, ...] | None, round_: int, seat: int) -> Any:
        """Return the herd that stays (int64[4]) of the enlarged one. Raises AnalyserError."""
        if written is None:
            list_herds(farm, self.herd, self.herds)
            return self.herds["herds"][best_herd(self.herds, self.record)]
        what = f"birth of seat {seat + 1} in round {round_ + 1}"
        herd, all_born = np.array(written, np.int64), herd_words(self.herd)
        if (herd > self.herd).any():
            raise AnalyserError(f"{self.file.where}, {what}: {herd_words(herd)} cannot stay of {all_born}")
        if not fits(farm, herd):
            raise AnalyserError(f"{self.file.where}, {what}: there is no room for {herd_words(herd)}")
        return herd
