"""Replays: a game file played by the rules, action by action, up to its end or to its first mistake.

Why the turns are written here once more, in Python: the game loop in `play` asks compiled policies and may not stop to
explain. Everything that a turn does is asked of the same kernels, and tests hold both to the same games.
Source: rules/express.md, "Rounds", "One action", "Harvest".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..draws import game_key
from ..errors import AnalyserError
from ..replaying import check_turn, legal_words, no_more
from .contract import POSITION
from .drafts import Menu, new_found
from .faces import FACES, FIRST_FACE, NOTHING, Cookable, DieKind, Face, Group, Occupation, Resource
from .facts import beats_all, label
from .farm import FARM
from .farm_file import FarmScore, FarmSheet, score_harvest, sheet_of
from .listing import can_act, legal_moves
from .moves import Fault, Room, apply, why_illegal
from .play import next_start, roll_all
from .rules import actions_of, total_rounds
from .script import Action, Feeding, GameFile
from .variants import Rules
from .words import FACE_WORD, FAULT, describe, parse


@dataclass(frozen=True)
class ActionPlayed:
    """One action: `round` and `seat` 1-based, the `dice` as they fell or lay there, the move, and what came of it.

    `source` of the dice: "kept", "written" (in the file) or "drawn" (from the seed). `left`: the dice left lying.
    """

    number: int
    round: int
    seat: int
    source: str
    dice: tuple[str, ...]
    move: str
    group: str
    left: tuple[str, ...]
    farm: FarmSheet

    @property
    def kept(self) -> bool:
        """Whether the dice were kept."""
        return self.source == "kept"


@dataclass(frozen=True)
class RoundPlayed:
    """All seats' farms when a round has ended, before the harvest that may follow."""

    round: int
    farms: tuple[FarmSheet, ...]


@dataclass(frozen=True)
class HarvestPlayed:
    """One harvest after a `round`: what it gave each seat, the totals since, the seat that starts then (1-based)."""

    harvest: int
    round: int
    scores: tuple[FarmScore, ...]
    totals: tuple[int, ...]
    next_start: int


@dataclass(frozen=True)
class Replay:
    """A game played from its file, as far as that goes: `farms` and `lying` are the state then.

    `complete`: it was played to its end; else `next_turn` is the (round, seat) whose action comes next, and `winners`
    (seats, 1-based) is empty.
    """

    file: GameFile
    rules: str
    actions: tuple[ActionPlayed, ...]
    rounds: tuple[RoundPlayed, ...]
    harvests: tuple[HarvestPlayed, ...]
    farms: tuple[FarmSheet, ...]
    lying: tuple[str, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    next_turn: tuple[int, int] | None

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return self.next_turn is None


def replay(file: GameFile, rules: Rules) -> Replay:
    """Play a game file by the rules. Raises AnalyserError for the first thing that they forbid."""
    table = Table(file, rules)
    next_turn = table.play()
    farms = tuple(map(sheet_of, table.farms))
    winners = [seat + 1 for seat in range(file.players) if beats_all(table.farms, file.players, seat)]
    return Replay(
        file=file,
        rules=rules.name,
        actions=tuple(table.actions),
        rounds=tuple(table.rounds),
        harvests=tuple(table.harvests),
        farms=farms,
        lying=table.dice_lying(),
        totals=tuple(farm.points for farm in farms),
        winners=() if next_turn else tuple(winners),
        next_turn=next_turn,
    )


def position_after(file: GameFile, rules: Rules) -> tuple[Any, bool]:
    """Return where a game file ends: a POSITION record, and whether dice are shown that wait for a move.

    Raises AnalyserError for the first thing that the rules forbid, and where the game is over.
    """
    table = Table(file, rules)
    next_turn = table.play()
    if next_turn is None:
        raise AnalyserError(f"{file.where}: the game is over, so that nothing is left to be decided")
    round_, seat = next_turn[0] - 1, next_turn[1] - 1
    if file.open_action is not None:
        where = f"{file.where}, action {len(table.actions) + 1} (round {round_ + 1}, seat {seat + 1})"
        check_turn(file.open_action, round_, seat, where)
        table.set_dice(file.open_action, round_, seat, where)
    return table.position(round_, seat), file.open_action is not None


def log_of(file: GameFile, rules: Rules) -> tuple[list[Any], list[Any]]:
    """Return the actions of a whole game file as (round, seat, kept, dice, move), and the feedings as `_fed` has them.

    Rounds, harvests and seats count from 0. Raises AnalyserError where the rules forbid something, or the game stops
    before its end.
    """
    table = Table(file, rules)
    if table.play() is not None:
        raise AnalyserError(f"{file.where}: the game stops before its end, so that it cannot be reviewed")
    return table.log, [fed for harvest in table.harvests for fed in _fed(harvest)]


def _fed(harvest: HarvestPlayed) -> Iterator[tuple[int, int, Any]]:
    """Yield (harvest, seat, cooking int64[6]) of each seat's feeding at a harvest."""
    for seat, score in enumerate(harvest.scores):
        cooking = np.array([*(score.cooked.get(label(good.name), 0) for good in Cookable), score.withheld], np.int64)
        yield harvest.harvest - 1, seat, cooking


class Table:
    """A game that is being replayed: farms, dice, and what has been written down of it. Seats and rounds from 0."""

    def __init__(self, file: GameFile, rules: Rules) -> None:
        self.file, self.rules, self.record = file, rules, rules.record
        self.farms = np.zeros(file.players, FARM)
        self.farms[:] = self.record["start"]
        self.dice = np.zeros(FACES, np.int8)
        self.trial = np.zeros(1, FARM), np.zeros(FACES, np.int8)
        self.found = new_found()
        self.taken, self.start = [0] * file.players, 0
        self.actions: list[ActionPlayed] = []
        self.log: list[Any] = []
        self.rounds: list[RoundPlayed] = []
        self.harvests: list[HarvestPlayed] = []

    def position(self, round_: int, seat: int) -> Any:
        """Return where the game stands (a POSITION record) when a seat is asked something in a round."""
        record, players = np.zeros(1, POSITION)[0], self.file.players
        record["seats"], record["seat"], record["round"], record["start"] = players, seat, round_, self.start
        record["farms"][:players], record["dice"] = self.farms, self.dice
        for place in range(players):
            record["taken"][place], record["left"][place] = self.taken[place], self.actions_left(place)
        return record

    def dice_lying(self) -> tuple[str, ...]:
        """Return the dice that lie there, in words and in the order of `Face`."""
        return tuple(FACE_WORD[face] for face in Face for _ in range(self.dice[face]))

    # --- Rounds and turns

    def play(self) -> tuple[int, int] | None:
        """Play all actions; return the (round, seat) that the file leaves to be played, or None at the game's end."""
        for round_ in range(int(total_rounds(self.record))):
            for seat in self.turns(self.start):
                if len(self.actions) == len(self.file.actions):
                    return round_ + 1, seat + 1
                self.act(round_, seat)
            self.rounds.append(RoundPlayed(round_ + 1, tuple(map(sheet_of, self.farms))))
            if round_ + 1 in np.cumsum(self.record["rounds"]):
                self.start = self.harvest(round_, self.start)
        last = f", the last of round {len(self.rounds)}"
        no_more(self.file.where, len(self.actions), len(self.file.actions), "action", last)
        return None

    def turns(self, start: int) -> Iterator[int]:
        """Yield the seats of a round's actions, in turn from the start player, until nobody has one left."""
        self.taken = [0] * self.file.players
        seat = start
        while any(map(self.actions_left, range(self.file.players))):
            if self.actions_left(seat):
                yield seat
                self.taken[seat] += 1
            seat = (seat + 1) % self.file.players

    def actions_left(self, seat: int) -> int:
        """Return the actions that a seat has left in this round."""
        return int(actions_of(self.farms[seat], self.record)) - self.taken[seat]

    # --- Harvests

    def harvest(self, round_: int, start: int) -> int:
        """Feed, breed and score all seats; return who starts then."""
        number = len(self.harvests) + 1
        scores = tuple(self.score(number, seat) for seat in range(self.file.players))
        totals = tuple(int(farm["points"]) for farm in self.farms)
        after = int(next_start(self.farms, self.file.players, self.record, start))
        self.harvests.append(HarvestPlayed(number, round_ + 1, scores, totals, after + 1))
        return after

    def score(self, number: int, seat: int) -> FarmScore:
        """Hold one harvest of one seat."""
        feeding = self.file.feedings.get((number, seat + 1), Feeding())
        where = f"{self.file.where}, feeding of seat {seat + 1} at harvest {number}"
        return score_harvest(self.farms[seat], self.rules, number, feeding.cooked, feeding.withhold, where)

    # --- Actions

    def act(self, round_: int, seat: int) -> None:
        """Play the next action of the file, which is one of this seat in this round."""
        action = self.file.actions[len(self.actions)]
        where = f"{self.file.where}, action {len(self.actions) + 1} (round {round_ + 1}, seat {seat + 1})"
        check_turn(action, round_, seat, where)
        source = self.set_dice(action, round_, seat, where)
        shown, farm = self.dice_lying(), self.farms[seat]
        move = self.legal_move(farm, action.move, where)
        self.log.append((round_, seat, source == "kept", self.dice.copy(), move))
        apply(farm, self.dice, move, self.record)
        self.actions.append(
            ActionPlayed(
                number=len(self.actions) + 1,
                round=round_ + 1,
                seat=seat + 1,
                source=source,
                dice=shown,
                move=describe(move),
                group=label(Group(move["group"]).name),
                left=self.dice_lying(),
                farm=sheet_of(farm),
            )
        )

    def set_dice(self, action: Action, round_: int, seat: int, where: str) -> str:
        """Keep the dice, or set them to the roll that is written or drawn; return which (see `ActionPlayed`)."""
        if action.keep:
            self.check_keep(seat, where)
            return "kept"
        if action.roll is not None:
            check_roll(action.roll, self.record, where)
            self.dice[:] = np.bincount(action.roll, minlength=FACES)
            return "written"
        self.draw(round_, seat, where)
        return "drawn"

    def check_keep(self, seat: int, where: str) -> None:
        """Refuse to keep dice where the rules say to roll. Source: "One action", 1."""
        if not self.actions:
            raise AnalyserError(f"{where}: the first action of the game has to roll: write its roll in place of keep")
        if not can_act(self.farms[seat], self.dice, self.record, self.found):
            there = ", ".join(self.dice_lying()) or "no dice"
            raise AnalyserError(f"{where}: nothing can be done with what lies there ({there}): the seat has to roll")

    def draw(self, round_: int, seat: int, where: str) -> None:
        """Roll all dice, as a simulated game of the file's seed and number does at this moment."""
        if self.file.seed is None:
            raise AnalyserError(f"{where}: no dice: write its roll, or keep = true, or a seed at the top of the file")
        key = np.uint64(game_key(np.uint64(self.file.seed), np.uint64(self.file.game_number)))
        roll_all(self.dice, self.record, key, round_, self.taken[seat], seat)

    def legal_move(self, farm: Any, sentence: str, where: str) -> Any:
        """Return the move of a sentence, if it is legal. Raises AnalyserError that says why not and what would be."""
        try:
            move = parse(sentence)
        except AnalyserError as error:
            raise AnalyserError(f"{where}: {error}") from error
        fault = Fault(why_illegal(farm, self.dice, move, self.record, *self.trial))
        if fault != Fault.LEGAL:
            raise AnalyserError(f"{where}: {sentence!r} is illegal: {FAULT[fault]}; {self.legal_ones(farm, sentence)}")
        idle = self.idle_part(farm, move)
        if idle:
            raise AnalyserError(f"{where}: in {sentence!r}, {idle} has no use in such a move: delete it")
        return move

    def legal_ones(self, farm: Any, sentence: str) -> str:
        """Return what the legal moves are, shortened, and the one nearest to a sentence."""
        count = legal_moves(farm, self.dice, self.record, int(Menu.USED), self.found)
        return (
            f"dice: {', '.join(self.dice_lying())}; {legal_words(sentence, map(describe, self.found['moves'][:count]))}"
        )

    def idle_part(self, farm: Any, move: Any) -> str:
        """Return the words for a part of a legal move without which it does exactly the same, or ''."""
        outcome = self.outcome(farm, move)
        for name, without in less(move):
            if self.outcome(farm, without) == outcome:
                return name
        return ""

    def outcome(self, farm: Any, move: Any) -> tuple[int, bytes, bytes]:
        """Return whether a move is legal, and the farm and dice that it leads to."""
        fault = why_illegal(farm, self.dice, move, self.record, *self.trial)
        return int(fault), self.trial[0].tobytes(), self.trial[1].tobytes()


def less(move: Any) -> Iterator[tuple[str, Any]]:
    """Yield for each clause of a move its words and the move without it."""

    def without(**fields: Any) -> Any:
        copy = move.copy()
        for field, value in fields.items():
            copy[field] = value
        return copy

    for resource in Resource:
        if move["pay"][resource]:
            pay = np.where(np.arange(len(Resource)) == resource, 0, move["pay"])
            yield f"paying {label(resource.name)}", without(pay=pay, virtual=move["virtual"] & ~(1 << resource))
    if move["pay_food"].any():
        yield "paying with Food dice", without(pay_food=0)
    if move["power_food"].any():
        yield f"paying the {label(Occupation(move['power']).name)}", without(power_food=0)
    if move["room"] != Room.KEEP:
        yield "cooking or discarding animals", without(room=Room.KEEP, other=NOTHING)
    if move["material"] != NOTHING:
        yield f"'with {label(Resource(move['material']).name)}'", without(material=NOTHING)


def check_roll(roll: tuple[Face, ...], record: Any, where: str) -> None:
    """Refuse faces that these dice cannot show together. Source: rules/express.md, "Dice"."""
    wanted = {kind: int(record["number"][kind]) for kind in DieKind}
    total = sum(wanted.values())
    if len(roll) != total:
        each = ", ".join(f"{number} {label(kind.name)}" for kind, number in wanted.items() if number)
        raise AnalyserError(f"{where}: the roll has {len(roll)} dice, but {total} are rolled ({each})")
    for kind, number in wanted.items():
        low, high = int(FIRST_FACE[kind]), int(FIRST_FACE[kind + 1])
        faces = [face for face in roll if low <= face < high]
        if len(faces) != number:
            raise AnalyserError(f"{where}: the roll has {len(faces)} {label(kind.name)} dice, but there are {number}")
        for face in faces:
            if face not in record["faces"][kind]:
                raise AnalyserError(f"{where}: no {label(kind.name)} die shows {FACE_WORD[face]} under these rules")
