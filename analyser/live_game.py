"""A game played at a table: who sits where, the steps so far, what is asked, and what an answer does.

The steps are the whole state: after each answer the game is played anew up to where somebody has to decide, by the
code that replays game files. So what is saved is what was played, and taking back is leaving steps out. No rules
stand here, and no terminal: `commands/play` asks and shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import catalogue
from .errors import AnalyserError
from .plan import check_number, make_plan

PERSON = "person"
"""How a seat is labelled on which a person plays."""
ROLL_WORDS = ("roll", "r")
MOST_DIGITS, MOST_LETTERS = 9, 400
MOST_NAMED = 6
"""So many moves are named that an answer may mean."""


@dataclass(frozen=True)
class Seating:
    """Who plays what: a policy for each seat, or None for a person; the rules, their file, the seed of all draws."""

    game: str
    rules: Any
    seats: tuple[catalogue.SeatPolicy | None, ...]
    seed: int
    rules_file: Path | None = None

    @property
    def labels(self) -> list[str]:
        """What is played on each seat, as game files write it."""
        return [PERSON if seat is None else seat.label for seat in self.seats]

    @property
    def names(self) -> list[str]:
        """What each seat is called."""
        alone = self.seats.count(None) == 1
        return [
            ("you" if alone else f"seat {place}") if seat is None else f"seat {place} ({seat.label})"
            for place, seat in enumerate(self.seats, 1)
        ]

    @property
    def first_person(self) -> int:
        """The seat (from 1) of the first person, 1 where none plays."""
        return self.seats.index(None) + 1 if None in self.seats else 1


def seating(game: str, labels: Sequence[str], *, seed: int | None = None, rules: Path | None = None) -> Seating:
    """Return who sits where: a label for each seat, `person` or a policy. Raises AnalyserError."""
    module = catalogue.game(game)
    policies = [module.DEFAULT_POLICY if label == PERSON else label for label in labels]
    plan = make_plan(game, policies, games=1, seed=seed, rules=rules)
    seats = tuple(None if label == PERSON else seat for label, seat in zip(labels, plan.seats, strict=True))
    return Seating(game, plan.rules, seats, plan.seed, rules)


def labels_of(
    game: str, policies: Sequence[str], players: int | None, seat: int | None, people: int | None
) -> list[str]:
    """Return what is played on each seat: people on the first seats, or one on `seat`, policies on the others.

    The last policy serves the seats that are left. Raises AnalyserError.
    """
    module = catalogue.game(game)
    low, high = module.SEATS
    others = [label for label in policies if label != PERSON]
    persons = people or max(1, len(policies) - len(others))
    number = max(low, persons + len(others)) if players is None else players
    check_number("players", number, low, high)
    check_number("seat", seat or 1, 1, number)
    if persons + len(others) > number:
        raise AnalyserError(
            f"{persons + len(others)} players are named for {number} seats: give --players {persons + len(others)}"
        )
    if PERSON in policies and len(policies) == number and people is None and seat is None:
        return list(policies)
    first = (seat or 1) - 1
    own = {(first + step) % number for step in range(persons)}
    fill = others or [module.DEFAULT_POLICY]
    rest = iter([*fill, *[fill[-1]] * number])
    return [PERSON if place in own else next(rest) for place in range(number)]


class LiveGame:
    """A game at a table. Seats count from 0.

    `steps` have been played, `sitting` is where they lead; `marks` are the numbers of steps before each own answer.
    With `own_dice` the people's rolls are typed in, else drawn. `rolling`: a person has said to roll such dice.
    """

    def __init__(self, who: Seating, file: Any = None, steps: Sequence[Any] = (), own_dice: bool = False) -> None:
        self.who, self.own_dice = who, own_dice
        self.module = catalogue.part(who.game, "sitting")
        new = catalogue.part(who.game, "steps").new_file(len(who.seats), who.seed, who.labels, who.rules)
        self.file = new if file is None else replace(file, policies=tuple(who.labels))
        self.steps = list(steps)
        self.marks = self._marks()
        self.rolling, self.told = False, 0
        self.sit()
        self.told = len(self.sitting.story)
        self.go_on()

    def _marks(self) -> list[int]:
        """Return where people answered in steps that were read from a file."""
        found = []
        for place, step in enumerate(self.steps):
            kept = place > 0 and self.steps[place - 1].kind == "keep" and step.kind == "move"
            decides = step.kind != "roll" or self.own_dice
            if self.who.seats[step.seat] is None and decides and not kept:
                found.append(place)
        return found

    # --- The game goes on

    def sit(self) -> None:
        """Play all steps."""
        self.sitting = self.module.Sitting(self.file, self.steps, self.who.rules, self.who.names)
        self._choices: list[Any] | None = None
        self.told = min(self.told, len(self.sitting.story))

    def put(self, steps: Sequence[Any]) -> None:
        """Play some steps more."""
        self.steps += steps
        self.sit()

    def go_on(self) -> None:
        """Let policies and dice go on up to what a person has to decide, or to the end. Raises AnalyserError."""
        while self.sitting.question is not None:
            seat = self.who.seats[self.sitting.question.seat]
            if seat is not None:
                self.put(self.sitting.decide(seat.policy, seat.params))
            elif (only := self.sitting.only()) is not None:
                self.put(only)
            elif self.sitting.question.ask == "roll" and not self.own_dice:
                self.put([self.sitting.drawn()])
            else:
                return

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.sitting.question is None

    @property
    def question(self) -> Any:
        """What a person is asked (a `sims.sitting.Question`), None where the game is over."""
        asked = self.sitting.question
        if asked is None or not self.rolling:
            return asked
        return replace(asked, ask="roll", words="What was rolled?")

    def choices(self) -> list[Any]:
        """Return the answers that are listed, in the order of their numbers."""
        if self._choices is None:
            order: dict[str, list[Any]] = {}
            for choice in [] if self.rolling else self.sitting.choices():
                order.setdefault(choice.group, []).append(choice)
            self._choices = [choice for group in order.values() for choice in group]
        return self._choices

    def view(self) -> Any:
        """Return what lies on the table for the person who is asked (a `sims.sitting.View`)."""
        seat = self.question.seat
        view = self.sitting.view(seat)
        return view if self.who.seats.count(None) == 1 else replace(view, heading=f"Seat {seat + 1}: {view.heading}")

    def news(self) -> list[str]:
        """Return what has happened since this was asked before, in lines."""
        lines = self.sitting.story[self.told :]
        self.told = len(self.sitting.story)
        return list(lines)

    def ended(self) -> list[Any]:
        """Return how the game ended, as parts that are told (see `sims.telling`)."""
        return list(self.sitting.ended())

    def text(self) -> str:
        """Return the game so far as a game file; dice that wait for a move are not in it."""
        return str(self.sitting.text())

    # --- Answers

    def answer(self, words: str) -> None:
        """Do what a person answers: a number of the list, or words.

        Raises AnalyserError that says what is wrong, be it with a policy that plays on: then nothing has happened.
        """
        before, rolling = len(self.steps), self.rolling
        steps = self._meant(words.strip())
        if self.rolling and not rolling:
            return
        self.rolling = False
        self.marks.append(before)
        try:
            self.put(steps)
            self.go_on()
        except AnalyserError:
            self.undo()
            raise

    def undo(self) -> bool:
        """Take the last own answer back; say whether there was one."""
        if self.rolling:
            self.rolling = False
            return True
        if not self.marks:
            return False
        self.steps = self.steps[: self.marks.pop()]
        self.sit()
        return True

    def _meant(self, words: str) -> Sequence[Any]:
        """Return the steps that an answer means. Raises AnalyserError."""
        if not words:
            raise AnalyserError("type a number of the list, or the words of a move; help says more")
        if len(words) > MOST_LETTERS:
            raise AnalyserError("that is too long for an answer: type a number of the list, or the words of a move")
        if self.question.ask == "roll":
            return [self.sitting.rolled(_dice_alone(words))]
        if words.lower().split()[0] in ROLL_WORDS:
            return self._roll(_dice_alone(words))
        choices = self.choices()
        if words.isdecimal():
            return self._read(choices[self._place(words, len(choices))].words)
        plain = _plain(words)
        for choice in choices:
            if _plain(choice.words) == plain:
                return self._read(choice.words)
        return self._by_part(words)

    def _roll(self, dice: str) -> Sequence[Any]:
        """Return the step of a roll, typed or drawn; nothing yet where it is still to be typed."""
        if self.question.ask != "turn":
            raise AnalyserError("there is nothing to roll now: answer what is asked")
        if dice and not self.own_dice:
            raise AnalyserError("the dice are rolled by the program: type roll alone; --my-dice is for typing them in")
        if dice:
            return [self.sitting.rolled(dice)]
        if self.own_dice:
            self.rolling, self._choices = True, None
            return []
        return [self.sitting.drawn()]

    def _place(self, words: str, number: int) -> int:
        place = int(words) if len(words) < MOST_DIGITS else 0
        if not 1 <= place <= number:
            raise AnalyserError(f"there is no number {words[:MOST_DIGITS]} in the list: it goes from 1 to {number}")
        return place - 1

    def _read(self, words: str) -> Sequence[Any]:
        from sims.sitting import AT_TABLE

        try:
            found: Sequence[Any] = self.sitting.answered(words)
        except AnalyserError as error:
            raise AnalyserError(str(error).removeprefix(f"{AT_TABLE}: ")) from error
        return found

    def _by_part(self, words: str) -> Sequence[Any]:
        """Return the steps of a whole sentence, or of the one listed that has all these words in it."""
        try:
            return self._read(words)
        except AnalyserError:
            alike = self.having(words)
            plain = [choice for choice in alike if ";" not in choice.words]
            if len(plain or alike) == 1:
                return self._read((plain or alike)[0].words)
            if not alike:
                raise
        numbers = {choice.words: place for place, choice in enumerate(self.choices(), 1)}
        named = [f"{numbers[choice.words]} {choice.words}" for choice in alike[:MOST_NAMED]]
        more = f" | and {len(alike) - MOST_NAMED} more" if len(alike) > MOST_NAMED else ""
        raise AnalyserError(f"{words!r} may be: {' | '.join(named)}{more}; type a number, or more words")

    def having(self, words: str) -> list[Any]:
        """Return the listed answers in which each of some words begins a word, their headings included."""
        wanted = _plain(words).split()
        return [
            choice
            for choice in self.choices()
            if all(map(_words_of(choice).__contains__, (f" {one}" for one in wanted)))
        ]


def _plain(words: str) -> str:
    """Return a sentence in a form in which case, blanks and a full stop make no difference."""
    return " ".join(words.lower().replace("’", "'").rstrip(".").split())


def _words_of(choice: Any) -> str:
    return " " + _plain(f"{choice.group} {choice.words}").replace("(", "").replace("{", "")


def _dice_alone(words: str) -> str:
    """Return typed dice without the word that they were rolled."""
    first, _, rest = words.partition(" ")
    return rest.strip() if first.lower().rstrip(":=") in (*ROLL_WORDS, "rolled") else words


def resumed(
    game: str, path: Path, *, seat: int | None = None, rules: Path | None = None, own_dice: bool = False
) -> LiveGame:
    """Return the live of a game file, to go on with; `seat` takes a person over it. Raises AnalyserError.

    Seats of which the file does not say who plays are people's.
    """
    module = catalogue.part(game, "steps")
    file = catalogue.scripts(game).read_game(path)
    labels = [*file.policies, *[PERSON] * module.players_of(file)][: module.players_of(file)]
    if seat is not None:
        check_number("seat", seat, 1, len(labels))
        labels[seat - 1] = PERSON
    who = seating(game, labels, seed=file.seed, rules=rules)
    who = replace(who, rules=module.rules_of(file, who.rules))
    return LiveGame(
        who, file if file.seed is not None else replace(file, seed=who.seed), module.steps_of(file, who.rules), own_dice
    )
