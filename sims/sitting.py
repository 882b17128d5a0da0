"""What a game tells and asks that is being played at a table, whatever the game.

A game's `sitting` module plays the steps of a game up to the point where somebody has to decide something, by the same
code that replays game files: `Sitting` (a file, steps, rules, names). Its `steps` module has `new_file`, `steps_of` a
file, and `file_of` steps. Everything that is written into a step is written as game files write it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Any

from .errors import AnalyserError


class Ask(StrEnum):
    """What is asked: keep the dice (by a move on them) or roll, what was rolled, which move, what to cook, who stays.

    A step says by the same word what it answers.
    """

    TURN = "turn"
    ROLL = "roll"
    MOVE = "move"
    FEED = "feed"
    BREED = "breed"


SHOWN_NEAR = 3
"""So many legal moves are shown beside an illegal one."""
COMPARED = 1000
"""Among so many the nearest are looked for."""
AT_TABLE = "at the table"
"""Begins the messages about what was answered."""
KEEP = "keep"
"""The kind of the step that keeps the dice: a move on them follows."""


@dataclass(frozen=True)
class Step:
    """What a seat (from 0) decided, or what its dice showed, in a round (from 1): the `words` of game files."""

    seat: int
    round: int
    kind: str
    words: str


@dataclass(frozen=True)
class Choice:
    """One answer: its `words`, the `group` of answers alike ('': none), and a `note` on what comes of it."""

    words: str
    group: str = ""
    note: str = ""


@dataclass(frozen=True)
class Question:
    """What a seat (from 0) is asked in a round (from 1), and in which words."""

    ask: Ask
    seat: int
    round: int
    words: str


@dataclass(frozen=True)
class View:
    """What lies on the table, for whoever acts: a `heading`, his farm as named facts, the others in a line each.

    `common` is what lies there for all: a name, and things in groups (dice of a kind, spaces with goods). `yard` are
    the lines of a drawn farmyard.
    """

    heading: str
    facts: tuple[tuple[str, str], ...]
    others: tuple[str, ...] = ()
    common: tuple[tuple[str, tuple[tuple[str, ...], ...]], ...] = ()
    yard: tuple[str, ...] = ()


class Waiting(Exception):
    """Raised while a game is played up to where it stands: at this question it goes on when somebody has answered."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.words)
        self.question = question


CELL, EDGE = 8, 4
"""How wide a drawn cell is, and how far the first stands from the left."""
YOU = "you"
"""What a person is called who plays alone, or against policies."""


def said(names: Sequence[str], seat: int) -> str:
    """Return who a seat is, at the beginning of a sentence."""
    return names[seat][0].upper() + names[seat][1:]


class Seated:
    """What every game's `Sitting` has: the `question` (None: the game is over), the `names` of the seats, a `story`.

    The story tells in lines what has happened so far.
    """

    question: Question | None
    names: Sequence[str]
    story: list[str]
    play: Callable[[], tuple[int, int] | None]
    """The game's own replay: plays all steps and returns (round, seat) of the next turn, from 1; None at the end."""

    def reach(self) -> Question | None:
        """Play all steps; return what is asked then."""
        try:
            turn = self.play()
        except Waiting as waiting:
            return waiting.question
        return None if turn is None else self.on_turn(turn[0] - 1, turn[1] - 1)

    def on_turn(self, round_: int, seat: int) -> Question:
        """Return what is asked of a seat whose turn it is, both from 0."""
        raise NotImplementedError

    def asked(self) -> Question:
        """Return the question, where there is one."""
        assert self.question is not None
        return self.question

    def step(self, kind: str, words: str) -> Step:
        """Return a step of the seat that is asked."""
        return Step(self.asked().seat, self.asked().round, kind, words)

    def only(self) -> tuple[Step, ...] | None:
        """Return the steps where there is nothing to decide, else None."""
        return None

    def tell(self, seat: int, words: str) -> None:
        """Tell what a seat has done."""
        self.story.append(f"{said(self.names, seat)}{words}")


def points_words(points: Mapping[str, float]) -> str:
    """Return points by category in a line, without those that are 0."""
    return ", ".join(f"{name} {number:g}" for name, number in points.items() if number) or "no points"


def decided(policy: Any, ask: Callable[[], Any], seat: int) -> Any:
    """Return what a policy answers. Raises AnalyserError where one from elsewhere fails."""
    try:
        return ask()
    except Exception as error:
        if not policy.guarded:
            raise
        raise AnalyserError(f"the policy on seat {seat + 1} raised {type(error).__name__}: {error}") from error


def listed_move(place: int, found: Any, seat: int) -> Any:
    """Return the move that a policy has chosen from its list. Raises AnalyserError where there is none."""
    if not 0 <= place < int(found["count"]):
        raise AnalyserError(f"the policy on seat {seat + 1} chose place {place}, which is outside its list of moves")
    return found["moves"][place]


def nearest_words(sentence: str, choices: Iterable[Choice]) -> str:
    """Return the legal moves nearest to a sentence, or where to find them."""
    known = {choice.words.lower(): choice.words for choice in islice(choices, COMPARED)}
    near = difflib.get_close_matches(sentence.lower(), known, n=SHOWN_NEAR, cutoff=0.5)
    return (
        f"nearest legal moves: {' | '.join(known[one] for one in near)}" if near else "type moves to see what is legal"
    )


def drawn_yard(
    cells: Mapping[tuple[int, int], str], above: set[tuple[int, int]], left: set[tuple[int, int]], down: range,
    across: range,
) -> list[str]:  # fmt: skip
    """Return a farmyard as lines: what stands on each cell (row, column), and the closed edges above and left of it."""
    lines = [" " * EDGE + "".join(f"{column:^{CELL + 1}}" for column in across).rstrip()]
    for row in (*down, down.stop):
        fences = (f"+{('-' if (row, column) in above else ' ') * CELL}" for column in across)
        lines.append(" " * (EDGE - 1) + "".join(fences) + "+")
        if row in down:
            fields = (
                f"{'|' if (row, column) in left else ' '}{cells.get((row, column), ''):^{CELL}}" for column in across
            )
            end = "|" if (row, across.stop) in left else " "
            lines.append(f"{row:>{EDGE - 2}} " + "".join(fields) + end)
    return lines
