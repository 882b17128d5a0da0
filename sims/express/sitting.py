"""Agricola Express at the table: what is asked, what may be answered, what lies there.

A turn asks for a move on the dice that lie there, or for a roll; where nothing can be done with them, for a roll alone.
What a family eats is asked of it where it can cook anything. Source: rules/express.md, "One action", "Harvest".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from ..columns import label
from ..draws import game_key, moment_key
from ..errors import AnalyserError
from ..sitting import (
    AT_TABLE,
    KEEP,
    YOU,
    Ask,
    Choice,
    Question,
    Seated,
    Step,
    View,
    Waiting,
    decided,
    listed_move,
    nearest_words,
    points_words,
    said,
)
from ..telling import Part, plural, with_total
from .contract import Policy
from .cooking import cooked_words, cookings
from .drafts import Menu, new_found
from .faces import FACES, FIRST_FACE, Cookable, DieKind, Face, Group, Occupation
from .farm_file import FarmScore, score_harvest, sheet_of
from .harvest import COOKING, WITHHELD, cookable
from .line import read_roll
from .listing import can_act, legal_moves
from .moves import Fault, why_illegal
from .play import Purpose
from .position import Position, check_dice
from .replay import Replay, Table, replay
from .rules import food_need, harvest_of, total_rounds
from .script import NOTHING_COOKED, Feeding, GameFile
from .steps import faces_of, fed_words, feeding_line, feeding_of, file_of
from .told import end_words, farm_words
from .transcript import write_game
from .variants import Rules
from .words import FACE_WORD, GROUP_WORD, OCCUPATION_WORD, describe

SAID = {"baby": "have a baby", "pasture": "build a pasture", "room": "add 1 room", "field": "plant a bare field"} | {
    card.lower(): f"gain the {card}" for card in OCCUPATION_WORD.values()
}
"""Moves that are said by one word: why they are illegal is said, where they are."""
MOST_COOKINGS = 12


class _Where:
    """Begins no message: what is typed at a table is answered at once."""

    def error(self, message: str) -> AnalyserError:
        """Return the error."""
        return AnalyserError(message)


class Sitting(Seated, Table):
    """A game played up to where somebody has to decide (see `sims.sitting.Seated`)."""

    def __init__(self, head: GameFile, steps: Sequence[Step], rules: Rules, names: Sequence[str]) -> None:
        super().__init__(file_of(head, steps, rules), rules)
        self.steps, self.names, self.story = steps, names, list[str]()
        self.question = self.reach()

    # --- Up to the question

    def on_turn(self, round_: int, seat: int) -> Question:
        """Return what is asked of a seat whose turn it is."""
        if self.file.open_action is not None:
            self.set_dice(self.file.open_action, round_, seat, self.file.where)
            return Question(Ask.MOVE, seat, round_ + 1, "Which move?")
        if self.actions and can_act(self.farms[seat], self.dice, self.record, self.found):
            return Question(Ask.TURN, seat, round_ + 1, "Which move with the dice that lie there, or roll?")
        return Question(Ask.ROLL, seat, round_ + 1, "What was rolled?")

    def act(self, round_: int, seat: int) -> None:
        """Play an action, and tell it."""
        super().act(round_, seat)
        done = self.actions[-1]
        how = ", dice kept" if done.kept else f", rolled {dice_words(faces_of(','.join(done.dice)))}"
        self.tell(seat, f"{'' if self.names[seat] == YOU else how}: {done.move}")

    def harvest(self, round_: int, start: int) -> int:
        """Hold a harvest, and tell it."""
        after = super().harvest(round_, start)
        done = self.harvests[-1]
        for seat, (score, total) in enumerate(zip(done.scores, done.totals, strict=True)):
            points = f"{score.total} points ({points_words(score.points)}), in all {total}"
            self.story.append(f"Harvest {done.harvest}, {self.names[seat]}: {points}; {_eaten(score)}")
        if self.file.players > 1 and done.round < total_rounds(self.record):
            self.tell(after, " starts the next round" if self.names[after] != YOU else " start the next round")
        return after

    def score(self, number: int, seat: int) -> FarmScore:
        """Hold the harvest of a seat, or wait for it to say what it cooks."""
        if (number, seat + 1) not in self.file.feedings and len(self.actions) == len(self.file.actions):
            words = f"Harvest {number}: what is cooked?"
            raise Waiting(Question(Ask.FEED, seat, len(self.rounds), words))
        return super().score(number, seat)

    def legal_ones(self, farm: Any, sentence: str) -> str:
        """Return the legal moves that are nearest to a sentence."""
        return nearest_words(sentence, self.choices())

    # --- Answers

    def moved(self, words: str) -> tuple[Step, ...]:
        """Return the steps of a move: the dice that lie there are kept by it."""
        kept = (self.step(KEEP, ""),) if self.asked().ask == Ask.TURN else ()
        return (*kept, self.step(Ask.MOVE, words))

    def answered(self, words: str) -> tuple[Step, ...]:
        """Return the steps that an answer in words means. Raises AnalyserError that says what is wrong with it."""
        if self.asked().ask == Ask.FEED:
            return (self.step(Ask.FEED, self.checked_feeding(words)),)
        if self.asked().ask == Ask.ROLL:
            return (self.rolled(words),)
        if words.strip().lower() == KEEP:
            raise AnalyserError("the dice are kept by taking a move with them: type its number")
        farm = self.farms[self.asked().seat]
        try:
            move = self.legal_move(farm, words, AT_TABLE)
        except AnalyserError as error:
            if words.strip().lower() in SAID:
                self.legal_move(farm, SAID[words.strip().lower()], AT_TABLE)
            told, listed, _ = str(error).partition("; moves: ")
            raise AnalyserError(f"{told}; {nearest_words(words, self.choices())}" if listed else told) from error
        return self.moved(describe(move))

    def rolled(self, words: str) -> Step:
        """Return the step of a roll that was typed, all of its dice in any order. Raises AnalyserError."""
        dice = read_roll(words, self.record)
        check_dice(dice, self.record, _Where(), True)
        return self.step(Ask.ROLL, ", ".join(FACE_WORD[face] for face in sorted(dice)))

    def drawn(self) -> Step:
        """Return the step of a roll by the program, the one of the file's seed at this moment."""
        seat = self.asked().seat
        trial = self.dice.copy()
        self.draw(self.asked().round - 1, seat, self.file.where)
        step = self.step(Ask.ROLL, ", ".join(self.dice_lying()))
        self.dice[:] = trial
        return step

    def checked_feeding(self, words: str) -> str:
        """Return a feeding in words, if the rules allow it. Raises AnalyserError."""
        feeding = feeding_of(words)
        self.fed(feeding)
        return fed_words(
            {label(good.name): number for good, number in (feeding.cooked or {}).items()}, feeding.withhold
        )

    def fed(self, feeding: Feeding) -> FarmScore:
        """Return what a feeding would give the seat that is asked. Raises AnalyserError."""
        farm = self.farms[self.asked().seat].copy()
        number = self.coming_harvest()
        return score_harvest(farm, self.rules, number, feeding.cooked, feeding.withhold, AT_TABLE)

    def coming_harvest(self) -> int:
        """Return the number of the harvest that comes next, or is being held."""
        return int(harvest_of(self.record, self.asked().round - 1)) + 1

    def choices(self) -> list[Choice]:
        """Return what may be answered, best sorted for looking through."""
        ask = self.asked().ask
        if ask == Ask.FEED:
            return list(self.cookings())
        return [] if ask == Ask.ROLL else list(self.moves())

    def moves(self) -> Iterator[Choice]:
        """Yield the moves that lead to different farms and dice: first those without an occupation's power."""
        farm, seen = self.farms[self.asked().seat], set()
        count = legal_moves(farm, self.dice, self.record, int(Menu.USED), self.found)
        listed = sorted(self.found["moves"][:count], key=lambda move: (int(move["power"]), int(move["group"])))
        for move in listed:
            outcome = self.outcome(farm, move)
            if outcome not in seen:
                seen.add(outcome)
                yield Choice(describe(move), _group(move))

    def cookings(self) -> Iterator[Choice]:
        """Yield feedings: the one with most points at this harvest, then others that cook no item too many."""
        farm = self.farms[self.asked().seat]
        best = self.fed(Feeding())
        others = (cooked_words(cooking) for cooking in cookings(farm, self.record))
        for words in islice(dict.fromkeys([fed_words(best.cooked, 0), *others]), MOST_COOKINGS):
            score = self.fed(feeding_of(words))
            left = f"{score.farm.goods['Food']} Food left"
            food = f"{plural(score.missing, 'Food', 'Food')} missing" if score.missing else left
            yield Choice(words, note=f"{score.total} points at this harvest, {food}")

    def only(self) -> tuple[Step, ...] | None:
        """Return the steps where there is nothing to decide: a family that has nothing to cook."""
        if self.asked().ask != Ask.FEED:
            return None
        farm = self.farms[self.asked().seat]
        return None if any(cookable(farm, int(good)) for good in Cookable) else (self.step(Ask.FEED, NOTHING_COOKED),)

    def decide(self, policy: Policy, params: Any) -> tuple[Step, ...]:
        """Return the steps that a policy decides on. Raises AnalyserError."""
        ask, seat, round_ = self.asked().ask, self.asked().seat, self.asked().round - 1
        record, found = self.position(round_, seat), new_found()
        key = np.uint64(game_key(np.uint64(self.file.seed or 0), np.uint64(self.file.game_number)))

        def stream(purpose: Purpose, action: int) -> Any:
            return np.uint64(moment_key(key, round_, action, seat, int(purpose)))

        if ask == Ask.FEED:
            cooking = np.zeros(COOKING, np.int64)
            given = (record, self.record, cooking, params, stream(Purpose.FEED, 0))
            decided(policy, lambda: policy.feed(*given), seat)
            cooked = {label(good.name): int(cooking[good]) for good in Cookable}
            return (self.step(Ask.FEED, fed_words(cooked, int(cooking[WITHHELD]))),)
        if ask == Ask.ROLL:
            return (self.drawn(),)
        if ask == Ask.TURN:
            given = (record, self.record, found, params, stream(Purpose.KEEP, self.taken[seat]))
            kept = decided(policy, lambda: policy.keep(*given), seat)
            return (self.step(KEEP, ""),) if kept else (self.drawn(),)
        given = (record, self.record, found, params, stream(Purpose.CHOOSE, self.taken[seat]))
        move = listed_move(int(decided(policy, lambda: policy.choose(*given), seat)), found, seat)
        fault = Fault(why_illegal(self.farms[seat], self.dice, move, self.record, *self.trial))
        if fault != Fault.LEGAL:
            raise AnalyserError(f"the policy on seat {seat + 1} chose an illegal move: {describe(move)}")
        return (self.step(Ask.MOVE, describe(move)),)

    # --- What is seen

    def view(self, seat: int) -> View:
        """Return what a seat sees."""
        round_ = self.asked().round
        held = self.coming_harvest()
        last = int(np.cumsum(self.record["rounds"])[held - 1])
        when = "after this round" if last == round_ else f"after round {last}"
        left = "" if self.asked().ask == Ask.FEED else f", {plural(self.actions_left(seat), 'action')} left"
        heading = f"Round {round_} of {int(total_rounds(self.record))}{left}; harvest {held} {when}"
        others = (self.other(place) for place in range(self.file.players) if place != seat)
        word = "Dice rolled" if self.asked().ask == Ask.MOVE else "Dice that lie there"
        dice = () if self.asked().ask == Ask.FEED else ((word, dice_groups(self.dice)),)
        return View(heading, tuple(self.facts(seat, held)), tuple(others), dice)

    def other(self, seat: int) -> str:
        """Return the farm and points of another seat in a line."""
        farm = sheet_of(self.farms[seat])
        return f"{said(self.names, seat)}: {farm_words(farm)}; {farm.points} points"

    def facts(self, seat: int, held: int) -> Iterator[tuple[str, str]]:
        """Yield a seat's farm, fact by fact, with what the coming harvest would give for it."""
        farm = sheet_of(self.farms[seat])
        adults, babies = int(self.record["adults"]), farm.babies
        yield "House", f"{farm.house}, {plural(farm.rooms, 'room')}"
        yield "Family", f"{adults} adults, {plural(babies, 'baby', 'babies')}"
        yield "Fields", str(farm.fields)
        yield "Pastures", str(farm.pastures)
        goods = {name: number for name, number in farm.goods.items() if number}
        yield "Goods", ", ".join(f"{number} {name}" for name, number in goods.items()) or "none"
        if farm.occupations or farm.improvements:
            yield "Cards", ", ".join((*farm.occupations, *farm.improvements))
        need = int(food_need(self.farms[seat], self.record))
        now = score_harvest(self.farms[seat].copy(), self.rules, held, None, 0, AT_TABLE)
        short = f", {now.missing} missing" if now.missing else ", cooking" if now.cooked else ""
        yield "Food needed", f"{need}{short}"
        yield "Points", f"{farm.points} so far; harvest {held} would give {now.total} now"

    def text(self) -> str:
        """Return the game so far as a game file; dice that wait for a move, and feedings to come, are not in it."""
        played = replay(replace(self.file, open_action=None), self.rules)
        if self.question is None or self.question.ask != Ask.FEED:
            return write_game(played, self.rules)
        held, seat = self.coming_harvest(), self.question.seat
        totals = tuple(int(farm["points"]) for farm in self.farms)
        waits = (self.question.round, seat + 1)
        played = replace(played, harvests=played.harvests[: held - 1], totals=totals, winners=(), next_turn=waits)
        fed = [step for step in self.steps if step.kind == Ask.FEED and step.round == self.question.round]
        lines = (f"\n[[feeding]]\nharvest = {held}\nseat = {one.seat + 1}\n{feeding_line(one.words)}" for one in fed)
        return write_game(played, self.rules) + "".join(lines)

    def advised(self) -> Position | None:
        """Return the position in which advice can be given, None where nothing is to be decided."""
        asked = self.asked()
        record = self.position(asked.round - 1, asked.seat)
        return None if asked.ask == Ask.ROLL else Position("this game", record, asked.ask == Ask.MOVE)

    def ended(self) -> Iterator[Part]:
        """Yield the score sheet of each seat, and how the game ended."""
        played: Replay = replay(self.file, self.rules)
        names = [said(self.names, seat) for seat in range(self.file.players)]
        for seat, name in enumerate(names):
            columns = {f"Harvest {one.harvest}": one.scores[seat] for one in played.harvests}
            points = {title: with_total(score.points, score.total) for title, score in columns.items()}
            total = {item: sum(column[item] for column in points.values()) for item in next(iter(points.values()))}
            yield Part(f"Score sheet: {name}", (), {**points, "All": total})
        yield Part(self.verdict(played, names))

    def verdict(self, played: Replay, names: list[str]) -> str:
        """Return who won, or whether a player alone beat the par."""
        if len(names) > 1:
            return end_words(played, names)
        par, total = int(self.rules.values["par"]), played.totals[0]
        won = f"a win, above the par of {par}" if total > par else f"not above the par of {par}"
        return f"{end_words(played, names)} That is {won}."


def _group(move: Any) -> str:
    """Return the heading under which a move is listed."""
    if move["power"] != Occupation.NONE:
        return f"Using the {OCCUPATION_WORD[Occupation(move['power'])]}"
    return str(GROUP_WORD[Group(move["group"])])


def _eaten(score: FarmScore) -> str:
    """Return how a family was fed, and what was born, in a line."""
    cooked = {name: number for name, number in score.cooked.items() if number}
    parts = [f"needed {score.food_need} Food" + (f", {score.missing} missing" if score.missing else "")]
    parts += [f"cooked {fed_words(cooked, 0)}"] if cooked else []
    born = ", ".join(f"{number} {name}" for name, number in score.newborns.items() if number)
    return "; ".join([*parts, *([f"born {born}"] if born else [])])


def dice_groups(dice: Any) -> tuple[tuple[str, ...], ...]:
    """Return dice (counts by face) in groups by kind, each face with its number."""

    def shown(face: int) -> str:
        return f"{dice[face]} x {FACE_WORD[Face(face)]}" if dice[face] > 1 else FACE_WORD[Face(face)]

    kinds = (range(FIRST_FACE[kind], FIRST_FACE[kind + 1]) for kind in DieKind)
    return tuple(tuple(shown(face) for face in faces if dice[face]) for faces in kinds)


def dice_words(dice: Sequence[Face]) -> str:
    """Return dice in a line."""
    counts = np.bincount(dice, minlength=FACES)
    return " | ".join(", ".join(faces) for faces in dice_groups(counts) if faces)
