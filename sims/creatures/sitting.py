"""All Creatures Big and Small at the table: what is asked, what may be answered, what lies there.

A seat is asked for its placements, and after a round for the animals that stay where not all have room.
Source: rules/creatures.md, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..draws import game_key, moment_key
from ..errors import AnalyserError
from ..herds import list_herds
from ..sitting import (
    AT_TABLE,
    Ask,
    Choice,
    Question,
    Seated,
    Step,
    View,
    Waiting,
    decided,
    drawn_yard,
    listed_move,
    nearest_words,
    said,
)
from ..telling import Part, plural
from .board import SEATS
from .contract import Policy
from .drafts import Menu, new_found
from .farm import COLUMNS, ORIGIN, ROWS, STEP
from .farm_file import score_of
from .listing import legal_moves
from .moves import act, apply
from .pieces import (
    ANIMALS_WORD,
    FIRST_ANIMAL,
    GOODS,
    SPACE_WORD,
    Animal,
    Building,
    Good,
    Space,
)
from .play import Purpose
from .position import Position
from .replay import Table, replay
from .script import GameFile
from .sheet import farm_words, sheet_of
from .steps import file_of
from .told import told_replay
from .transcript import write_game
from .variants import Rules
from .words import describe, herd_words, places, read_herd

SHORT_WORD = {
    Building.COTTAGE: "Cottage", Building.STALL: "Stall", Building.STABLES: "Stables",
    Building.HALF_TIMBERED_HOUSE: "House", Building.STORAGE_BUILDING: "Storage", Building.SHELTER: "Shelter",
    Building.OPEN_STABLES: "Open St.",
}  # fmt: skip
"""What is written on a cell with a building."""
ASKED = "Where does a worker go? Other cells (column,row), borders H above and V left of one, can be typed."


class Sitting(Seated, Table):
    """A game played up to where somebody has to decide (see `sims.sitting.Seated`)."""

    def __init__(self, head: GameFile, steps: Sequence[Step], rules: Rules, names: Sequence[str]) -> None:
        super().__init__(file_of(head, steps), rules)
        self.rules, self.names, self.story = rules, names, list[str]()
        self.question = self.reach()

    # --- Up to the question

    def on_turn(self, round_: int, seat: int) -> Question:
        """Return what is asked of a seat whose turn it is."""
        return Question(Ask.MOVE, seat, round_ + 1, ASKED)

    def place(self, round_: int, seat: int) -> None:
        """Play a placement, and tell it."""
        super().place(round_, seat)
        self.tell(seat, f": {self.placements[-1].move}")

    def breed(self, round_: int) -> None:
        """Let the animals breed, and tell what is there then."""
        super().breed(round_)
        for seat, farm in enumerate(self.rounds[-1].farms):
            room = ", without room for all" if seat + 1 in self.rounds[-1].kept else ""
            self.story.append(f"End of round {round_ + 1}, {self.names[seat]}: {herd_words(farm.herd.values())}{room}")

    def staying(self, farm: Any, written: tuple[int, ...] | None, round_: int, seat: int) -> Any:
        """Return the herd that stays, or wait for the seat to say it."""
        if written is None and len(self.placements) == len(self.file.placements):
            self.position["seat"] = seat
            raise Waiting(Question(Ask.BREED, seat, round_ + 1, "Not all newborns have room: which animals stay?"))
        return super().staying(farm, written, round_, seat)

    # --- Answers

    def answered(self, words: str) -> tuple[Step, ...]:
        """Return the steps that an answer in words means. Raises AnalyserError that says what is wrong with it."""
        if self.asked().ask == Ask.BREED:
            return (self.step(Ask.BREED, self.checked_herd(words)),)
        move, named = self.legal_move(words, AT_TABLE)
        return (self.step(Ask.MOVE, describe(move, not named or self.all_stay(move))),)

    def near(self, sentence: str) -> str:
        """Return the legal moves that are nearest to a sentence."""
        return nearest_words(sentence, self.choices())

    def checked_herd(self, words: str) -> str:
        """Return a herd in words, if it may stay. Raises AnalyserError."""
        herd = tuple(read_herd(words.lower().removeprefix("keep ")))
        seat = self.asked().seat
        super().staying(self.position["farms"][seat], herd, self.asked().round - 1, seat)
        return herd_words(herd)

    def all_stay(self, move: Any) -> bool:
        """Say whether all animals stay after a move."""
        return bool(np.all(act(self.position, move, self.record)["animals"] == move["herd"]))

    def choices(self) -> list[Choice]:
        """Return what may be answered."""
        if self.asked().ask == Ask.BREED:
            return [Choice(herd_words(herd)) for herd in self.herds_that_fit()]
        number = int(legal_moves(self.position, self.record, int(Menu.PLAIN), self.found))
        return [self.choice(move) for move in self.found["moves"][:number]]

    def choice(self, move: Any) -> Choice:
        """Return a move as an answer, with what lies on its space."""
        words = describe(move, self.all_stay(move))
        space = Space(move["space"])
        goods = goods_words(self.position["goods"][space])
        return Choice(words, SPACE_WORD[space] if ":" in words else "", goods)

    def herds_that_fit(self) -> Any:
        """Return the largest herds that can stay of the enlarged one (int64[n, 4])."""
        farm = self.position["farms"][self.asked().seat]
        return self.herds["herds"][: int(list_herds(farm, self.herd, self.herds))]

    def decide(self, policy: Policy, params: Any) -> tuple[Step, ...]:
        """Return the steps that a policy decides on. Raises AnalyserError."""
        breeds, seat, round_ = self.asked().ask == Ask.BREED, self.asked().seat, self.asked().round - 1
        position, key = self.position.copy(), game_key(np.uint64(self.file.seed or 0), np.uint64(self.file.game_number))
        purpose = int(Purpose.BREED if breeds else Purpose.CHOOSE)
        stream = np.uint64(moment_key(np.uint64(key), round_, int(position["placed"]), seat, purpose))
        if breeds:
            herds = self.herds_that_fit().copy()
            position["trial_herd"][:] = self.herd
            given = (position, self.record, self.herds, params, stream)
            place = int(decided(policy, lambda: policy.breed(*given), seat))
            if not 0 <= place < len(herds):
                raise AnalyserError(f"the policy on seat {seat + 1} chose herd {place}, which is outside the list")
            return (self.step(Ask.BREED, herd_words(herds[place])),)
        found = new_found()
        given = (position, self.record, found, params, stream)
        move = listed_move(int(decided(policy, lambda: policy.choose(*given), seat)), found, seat)
        if apply(position, move.copy(), self.record):
            raise AnalyserError(f"the policy on seat {seat + 1} chose an illegal move: {describe(move)}")
        return (self.step(Ask.MOVE, describe(move, self.all_stay(move))),)

    # --- What is seen

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        left = (SEATS * int(self.record["workers"]) - int(self.position["placed"]) + 1) // SEATS
        heading = f"Round {self.asked().round} of {int(self.record['rounds'])}"
        heading += "" if self.asked().ask == Ask.BREED else f", {plural(left, 'worker')} left"
        return View(heading, tuple(self.facts(seat)), (self.other(1 - seat),), (), tuple(self.yard(seat)))

    def other(self, seat: int) -> str:
        """Return the farm and points of another seat in a line."""
        farm = self.position["farms"][seat]
        return (
            f"{said(self.names, seat)}: {farm_words(sheet_of(farm))}; {score_of(farm, self.rules).total:g} points now"
        )

    def facts(self, seat: int) -> Iterator[tuple[str, str]]:
        """Yield a seat's farm, fact by fact."""
        farm = self.position["farms"][seat]
        sheet = sheet_of(farm)
        yield "Goods", f"{sheet.wood} wood, {sheet.stone} stone, {sheet.reed} reed, {sheet.borders} borders"
        yield "Herd", herd_words(sheet.herd.values())
        yield "Room for", " + ".join(map(str, sheet.room)) or "none"
        yield "Points now", f"{score_of(farm, self.rules).total:g}"

    def yard(self, seat: int) -> list[str]:
        """Return a seat's farm as lines."""
        farm = self.position["farms"][seat]
        columns = sorted({column for column, _ in places(int(farm["cells"]))})
        cells = {(row, column): "." for column, row in places(int(farm["cells"]))}
        cells |= {(row, column): "pasture" for column, row in places(int(farm["pasture_cells"]))}
        for kind in Building:
            for column, row in places(int(farm["buildings"][kind])):
                cells[row, column] = SHORT_WORD[kind]
        for column, row in places(int(farm["troughs"])):
            cells[row, column] = f"{cells[row, column][:6]}+T"
        above = {(row, column) for column, row in in_frame(int(farm["h_borders"]))}
        left = {(row, column) for column, row in in_frame(int(farm["v_borders"]))}
        return drawn_yard(cells, above, left, range(ROWS), range(columns[0], columns[-1] + 1))

    def text(self) -> str:
        """Return the game so far as a game file; herds that are still to be chosen are not in it."""
        played = replay(self.file, self.rules)
        if self.question is None or self.question.ask != Ask.BREED:
            return write_game(played, self.rules)
        round_, farms = self.question.round, self.position["farms"]
        said = {
            seat: herd for seat, herd in played.rounds[round_ - 1].kept.items() if (round_, seat) in self.file.births
        }
        ended = (*played.rounds[: round_ - 1], replace(played.rounds[round_ - 1], kept=said))
        scores, waits = tuple(score_of(farm, self.rules) for farm in farms), (round_, self.question.seat + 1)
        return write_game(replace(played, rounds=ended, scores=scores, winner=None, next_turn=waits), self.rules)

    def advised(self) -> Position | None:
        """Return the position in which advice can be given, None where animals or food are to be decided on."""
        return Position("this game", self.position.copy()) if self.asked().ask == Ask.MOVE else None

    def ended(self) -> Iterator[Part]:
        """Yield how the game ended, with the points of both."""
        yield list(told_replay(replay(self.file, self.rules)))[-1]


def in_frame(mask: int) -> list[tuple[int, int]]:
    """Return the (column, row) of places in the frame, those of edges at the path included."""
    return [(bit // STEP - ORIGIN, bit % STEP) for bit in range(STEP * (COLUMNS + 1)) if mask >> bit & 1]


def goods_words(goods: Any) -> str:
    """Return what lies on a space, or ''."""
    names = {good: good.name.lower() for good in Good if good < FIRST_ANIMAL}
    names |= {Good(FIRST_ANIMAL + animal): ANIMALS_WORD[Animal(animal)] for animal in Animal}
    return ", ".join(f"{int(goods[good])} {names[Good(good)]}" for good in range(GOODS) if goods[good])
