"""Agricola at the table, both editions: what is asked, what may be answered, what lies there.

A seat is asked for its placements, at a harvest how its family is fed, where goods can be turned into food, and which
animals stay where not all have room. The round cards to come are never told. Source: rules/agricola-2007.md, sections
3 and 10.
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
from .contract import Policy, feed_cheaply, share_left
from .drafts import new_found
from .farm import COLUMNS, ROWS
from .farm_file import score_of
from .faults import Fault
from .harvest import feed, food_needed, new_feeding
from .layouts import FIRST_UPRIGHT, load_layouts, pastures_of
from .listing import legal_moves
from .moves import apply, carry_out
from .names import ANIMAL_WORD, GOOD_WORD
from .pieces import CARDS, GOODS, SUPPLY, Animal, Good
from .play import Purpose
from .position import Position
from .replay import HarvestPlayed, Table, replay
from .rules import is_harvest
from .script import GameFile
from .sheet import FarmSheet, farm_words, sheet_of
from .steps import feeding_of, file_of
from .terms import counted, counted_words, feeding_words, herd_words, places, read_herd
from .told import harvest_words, told_replay
from .transcript import write_game
from .variants import Rules
from .words import FAULT, describe, space_word

NO_FEEDING = "nothing"
ASKED = "Where does a person go? Other cells, written (row,column), can be typed."
LYING = GOOD_WORD | {Good(SUPPLY + animal): ANIMAL_WORD[animal] for animal in Animal}


class Sitting(Seated, Table):
    """A game played up to where somebody has to decide (see `sims.sitting.Seated`)."""

    def __init__(self, head: GameFile, steps: Sequence[Step], rules: Rules, names: Sequence[str]) -> None:
        super().__init__(file_of(head, steps), rules)
        self.rules, self.names, self.story = rules, names, list[str]()
        self.question = self.reach()

    # --- Up to the question

    def on_turn(self, round_: int, seat: int) -> Question:
        """Return what is asked of a seat whose turn it is."""
        self.check_card(round_)
        return Question(Ask.MOVE, seat, round_ + 1, ASKED)

    def over(self) -> bool:
        """Say whether all placements that were made have been played."""
        return self.read == len(self.file.placements)

    def note(self, round_: int, seat: int, words: str, space: str) -> None:
        """Write a placement down, and tell it."""
        super().note(round_, seat, words, space)
        self.tell(seat, f": {words}")

    def harvest_seat(self, round_: int, seat: int) -> HarvestPlayed:
        """Hold the harvest of a seat, and tell it; or wait for it to say how it feeds its family."""
        self.position["seat"] = seat
        if self.over() and (round_ + 1, seat + 1) not in self.file.feedings:
            raise Waiting(Question(Ask.FEED, seat, round_ + 1, "Harvest: what is turned into food?"))
        done = super().harvest_seat(round_, seat)
        self.story.append(f"Harvest, {self.names[seat]}: {harvest_words(done)}")
        return done

    def staying(self, farm: Any, written: tuple[int, ...] | None, where: str) -> Any:
        """Return the herd that stays, or wait for the seat to say it."""
        if written is None and self.over():
            seat, round_ = int(self.position["seat"]), int(self.position["round"])
            raise Waiting(Question(Ask.BREED, seat, round_ + 1, "Not all newborns have room: which animals stay?"))
        return super().staying(farm, written, where)

    def end_round(self, round_: int) -> None:
        """End a round, and tell which card is turned up for the next."""
        super().end_round(round_)
        if round_ + 1 < CARDS and round_ + 1 < self.known:
            self.story.append(f"Round {round_ + 2} turns up {self.order()[round_ + 1]}")

    # --- Answers

    def answered(self, words: str) -> tuple[Step, ...]:
        """Return the steps that an answer in words means. Raises AnalyserError that says what is wrong with it."""
        if self.asked().ask == Ask.FEED:
            return (self.step(Ask.FEED, self.checked_feeding(words)),)
        if self.asked().ask == Ask.BREED:
            return (self.step(Ask.BREED, self.checked_herd(words)),)
        return (self.step(Ask.MOVE, self.described(self.legal_move(words, AT_TABLE))),)

    def near(self, sentence: str, move: Any) -> str:
        """Return the legal moves that are nearest to a sentence."""
        return nearest_words(sentence, self.choices())

    def checked_feeding(self, words: str) -> str:
        """Return a feeding in words, if it can be done. Raises AnalyserError."""
        feeding, written = new_feeding(), feeding_of(words)
        feeding["converted"][:], feeding["crafts"][:] = written.converted, written.crafts
        farm = self.farm().copy()
        fault = Fault(feed(farm, self.record, self.needed(), feeding))
        if fault != Fault.LEGAL:
            raise AnalyserError(f"{words!r} is not possible: {FAULT[fault]}")
        return feeding_words(feeding)

    def checked_herd(self, words: str) -> str:
        """Return a herd in words, if it may stay. Raises AnalyserError."""
        herd = tuple(read_herd(words.lower().removeprefix("keep ")))
        super().staying(self.farm(), herd, AT_TABLE)
        return herd_words(herd)

    def farm(self) -> Any:
        """Return the farm of the seat that is asked (a FARM record)."""
        return self.position["farms"][self.asked().seat]

    def needed(self) -> int:
        """Return the food that the family of the seat that is asked needs."""
        return int(food_needed(self.farm(), self.record, self.seats))

    def described(self, move: Any) -> str:
        """Return a legal move in words, with the herd where not all animals stay."""
        carry_out(self.position, move, self.record)
        all_stay = bool(np.all(self.position["trial_farm"]["animals"] == move["herd"]))
        return str(describe(move, self.record, int(self.farm()["layout"]), all_stay))

    def choices(self) -> list[Choice]:
        """Return what may be answered."""
        if self.asked().ask == Ask.FEED:
            return self.feedings()
        if self.asked().ask == Ask.BREED:
            return [Choice(herd_words(herd)) for herd in self.herds_that_fit()]
        number = int(legal_moves(self.position, self.record, self.found))
        return [self.choice(move) for move in self.found["moves"][:number]]

    def choice(self, move: Any) -> Choice:
        """Return a move as an answer, with what lies on its space."""
        words, space = self.described(move), int(move["space"])
        goods = counted_words({good: self.position["goods"][space, good] for good in range(GOODS)}, LYING, "")
        return Choice(words, space_word(space, self.record) if ":" in words else "", goods)

    def feedings(self) -> list[Choice]:
        """Return the cheapest feeding, and that without turning anything into food."""
        feeding = new_feeding()
        feed_cheaply(self.position, self.record, feeding, share_left(self.position, self.record))
        return [
            Choice(words, note=self.begging(words)) for words in dict.fromkeys([feeding_words(feeding), NO_FEEDING])
        ]

    def begging(self, words: str) -> str:
        """Return what a feeding leaves, in words."""
        feeding, written, farm = new_feeding(), feeding_of(words), self.farm().copy()
        feeding["converted"][:], feeding["crafts"][:] = written.converted, written.crafts
        before = int(farm["begging"])
        feed(farm, self.record, self.needed(), feeding)
        begged = int(farm["begging"]) - before
        return plural(begged, "begging card") if begged else f"{int(farm['supply'][Good.FOOD])} food left"

    def only(self) -> tuple[Step, ...] | None:
        """Return the step of a family that has enough, or nothing else to eat."""
        if self.asked().ask != Ask.FEED:
            return None
        enough = int(self.farm()["supply"][Good.FOOD]) >= self.needed()
        choices = self.feedings()
        return (self.step(Ask.FEED, choices[0].words),) if enough or len(choices) == 1 else None

    def herds_that_fit(self) -> Any:
        """Return the largest herds that can stay of the enlarged one (int64[n, 3])."""
        return self.herds["herds"][: int(list_herds(self.farm(), self.herd, self.herds))]

    def decide(self, policy: Policy, params: Any) -> tuple[Step, ...]:
        """Return the steps that a policy decides on. Raises AnalyserError."""
        ask, seat = self.asked().ask, self.asked().seat
        position = self.position.copy()
        if ask == Ask.FEED:
            feeding = new_feeding()
            given = (position, self.record, feeding, params, self.stream(Purpose.FEED))
            decided(policy, lambda: policy.feed(*given), seat)
            return (self.step(Ask.FEED, feeding_words(feeding)),)
        if ask == Ask.BREED:
            herds = self.herds_that_fit().copy()
            position["trial_herd"][:] = self.herd
            given = (position, self.record, self.herds, params, self.stream(Purpose.BREED))
            place = int(decided(policy, lambda: policy.breed(*given), seat))
            if not 0 <= place < len(herds):
                raise AnalyserError(f"the policy on seat {seat + 1} chose herd {place}, which is outside the list")
            return (self.step(Ask.BREED, herd_words(herds[place])),)
        found = new_found()
        given = (position, self.record, found, params, self.stream(Purpose.CHOOSE))
        move = listed_move(int(decided(policy, lambda: policy.choose(*given), seat)), found, seat).copy()
        words = self.described(move)
        if apply(position, move, self.record):
            raise AnalyserError(f"the policy on seat {seat + 1} chose an illegal move: {words}")
        return (self.step(Ask.MOVE, words),)

    def stream(self, purpose: Purpose) -> Any:
        """Return the key of a policy's random numbers for what is asked."""
        key = np.uint64(game_key(np.uint64(self.file.seed or 0), np.uint64(self.file.game_number)))
        round_, placed = int(self.position["round"]), int(self.position["placed"])
        return np.uint64(moment_key(key, round_, placed, self.asked().seat, int(purpose)))

    # --- What is seen

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        round_, farm = self.asked().round, self.position["farms"][seat]
        harvests = [one + 1 for one in range(CARDS) if is_harvest(self.record, one)]
        held = next(one for one in harvests if one >= round_)
        when = "after this round" if held == round_ else f"after round {held}"
        left = plural(int(farm["at_home"]), "person", "people")
        left = f"; {left} to place" if self.asked().ask == Ask.MOVE else ""
        heading = f"Round {round_} of {CARDS}: {self.order()[round_ - 1]}{left}; harvest {when}"
        others = (self.other(place) for place in range(self.seats) if place != seat)
        return View(heading, tuple(self.facts(seat)), tuple(others), (), tuple(self.yard(seat)))

    def other(self, seat: int) -> str:
        """Return the farm and points of another seat in a line."""
        farm = sheet_of(self.position["farms"][seat], self.record)
        return f"{said(self.names, seat)}: {farm_words(farm)}; {plural(farm.points, 'point')} now"

    def facts(self, seat: int) -> Iterator[tuple[str, str]]:
        """Yield a seat's farm, fact by fact."""
        record = self.position["farms"][seat]
        farm: FarmSheet = sheet_of(record, self.record)
        yield "Goods", ", ".join(counted(number, good) for good, number in farm.supply.items() if number) or "none"
        yield "Animals", herd_words(farm.herd.values())
        yield "Room for", " + ".join(map(str, farm.room)) or "none"
        yield "Family", f"{plural(farm.people, 'person', 'people')}, {farm.house} house"
        yield "Food needed", f"{int(food_needed(record, self.record, self.seats))} at the harvest"
        if farm.improvements:
            yield "Cards", ", ".join(farm.improvements)
        if farm.begging:
            yield "Begging", plural(farm.begging, "card")
        yield "Points now", str(farm.points)

    def yard(self, seat: int) -> list[str]:
        """Return a seat's farmyard as lines; crops are shown on the first fields, since fields are alike."""
        farm = self.position["farms"][seat]
        sheet = sheet_of(farm, self.record)
        cells = dict.fromkeys(((row, column) for row in range(ROWS) for column in range(COLUMNS)), ".")
        cells |= dict.fromkeys(places(int(farm["rooms"])), f"{sheet.house}")
        for mask in pastures_of(int(farm["layout"])):
            cells |= dict.fromkeys(places(mask), "pasture")
        cells |= dict.fromkeys(places(int(farm["stables"])), "stable")
        crops = (crop.replace("vegetable", "veg.").replace("veg.s", "veg.") for crop in sheet.crops)
        cells |= {
            place: "field" if crop == "empty" else crop
            for place, crop in zip(places(int(farm["fields"])), crops, strict=True)
        }
        fences = int(load_layouts()["fences"][int(farm["layout"])])
        above = {(bit // COLUMNS, bit % COLUMNS) for bit in range(FIRST_UPRIGHT) if fences >> bit & 1}
        uprights = range(ROWS * (COLUMNS + 1))
        wide = COLUMNS + 1
        left = {(bit // wide, bit % wide) for bit in uprights if fences >> FIRST_UPRIGHT + bit & 1}
        return drawn_yard(cells, above, left, range(ROWS), range(COLUMNS))

    def text(self) -> str:
        """Return the game so far as a game file; what is still to be decided of a harvest is not in it."""
        played = replay(self.file, self.rules)
        if self.question is None or self.question.ask == Ask.MOVE:
            return write_game(played, self.rules)
        round_, farms = self.question.round, self.position["farms"][: self.seats]
        last = played.rounds[round_ - 1]
        said = (one for one in last.harvests if (round_, one.seat) in self.file.feedings)
        held = tuple(one if (round_, one.seat) in self.file.births else replace(one, kept="") for one in said)
        sheets = tuple(sheet_of(farm, self.record) for farm in farms)
        rounds = (*played.rounds[: round_ - 1], replace(last, farms=sheets, harvests=held))
        scores, waits = tuple(score_of(farm, self.rules) for farm in farms), (round_, self.question.seat + 1)
        return write_game(replace(played, rounds=rounds, scores=scores, winners=(), next_turn=waits), self.rules)

    def advised(self) -> Position | None:
        """Return the position in which advice can be given, None where animals or food are to be decided on."""
        return Position("this game", self.position.copy(), self.file.mode) if self.asked().ask == Ask.MOVE else None

    def ended(self) -> Iterator[Part]:
        """Yield how the game ended, with the points of all."""
        yield list(told_replay(replay(self.file, self.rules)))[-1]
