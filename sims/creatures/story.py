"""A played game as a row of steps: each placement, and each breeding at which not all animals have room.

A game played on from after a step is worth what the step has left it. The game itself draws nothing, so that there is
no luck but that of the policies. Source: rules/creatures.md, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..advising import Option, Start, Step, WritingDown, words_of
from ..herds import fits, grown
from ..toml_file import Table
from . import advice
from .advice import Next, after_move, move_option
from .board import POSITION, SEATS, refill, set_up
from .drafts import new_found
from .facts import SCORE
from .game import Player
from .moves import settle
from .pieces import ANIMALS
from .play import BIRTH, PLACEMENT, Purpose
from .position import Position
from .replay import log_of
from .script import game_of
from .variants import Rules
from .words import herd_words

BRED = "Breeding"


@dataclass(frozen=True)
class Story:
    """A whole game: who starts it, its placements `log` (PLACEMENT[n]), and its `births` (BIRTH[m])."""

    where: str
    seats: int
    first: int
    log: Any
    births: Any


class StoryPlayer(WritingDown, Player):
    """Memory to play games and to write them down; each thread needs its own."""

    score_column = SCORE

    def __init__(self, rules: Rules, policies: list[Any], params: list[Any]) -> None:
        super().__init__(rules, policies, params, log=True)

    def story(self, where: str) -> Story:
        """Return the game that was played last."""
        placed, born = int(self.table.logged[0]), int(self.table.logged[1])
        log, births = self.table.log[:placed].copy(), self.table.births[:born].copy()
        return Story(where, SEATS, int(self.table.position["first"]), log, births)


def story_of(file: Table, rules: Rules) -> Story:
    """Return the game of a file's top table, which has to be played to its end. Raises AnalyserError."""
    game = game_of(file)
    first, placed, born = log_of(game, rules)
    log, births = np.zeros(len(placed), PLACEMENT), np.zeros(len(born), BIRTH)
    for place, (round_, seat, move) in enumerate(placed):
        log[place]["round"], log[place]["seat"], log[place]["move"] = round_, seat, move
    for place, (round_, seat, herd) in enumerate(born):
        births[place]["round"], births[place]["seat"], births[place]["herd"] = round_, seat, herd
    return Story(game.where, SEATS, first, log, births)


# --- Steps ---------------------------------------------------------------------------------------------------------


def steps(story: Story, rules: Rules) -> tuple[Start, list[Step]]:
    """Return where a game begins, and its steps."""
    record = np.zeros(1, POSITION)[0]
    set_up(record, rules.record, story.first)
    refill(record, rules.record)
    return Start(words_of(record), Next.TURN), list(_steps(story, rules, record))


def _steps(story: Story, rules: Rules, record: Any) -> Iterator[Step]:
    births = {(int(birth["round"]), int(birth["seat"])): birth["herd"] for birth in story.births}
    for entry in story.log:
        position = Position(story.where, record.copy())
        option = move_option(record, rules, entry["move"])
        yield Step(
            option.kind, option.words, int(entry["seat"]), int(entry["round"]), False, position, option.start
        )  # fmt: skip
        record = after_move(record, rules, entry["move"])
        if record["placed"] == SEATS * rules.record["workers"]:
            yield from _round_end(rules, record, births)


def _round_end(rules: Rules, record: Any, births: dict[tuple[int, int], Any]) -> Iterator[Step]:
    """Breed and begin the next round, in place; yield the breedings at which something was decided."""
    round_, herd = int(record["round"]), np.zeros(ANIMALS, np.int64)
    for seat in range(SEATS):
        farm = record["farms"][seat]
        grown(farm["animals"], rules.record, herd)
        decided = (round_, seat) in births or not fits(farm, herd)
        settle(farm, births.get((round_, seat), herd))
        if decided:
            after = record.copy()
            after["seat"] = seat + 1
            words = f"Keep {herd_words(farm['animals'])} of {herd_words(herd)}"
            yield Step(BRED, words, seat, round_, False, None, Start(words_of(after), Next.BREED))
    record["round"] = round_ + 1
    if round_ + 1 < rules.record["rounds"]:
        refill(record, rules.record)


# --- What else could have been done --------------------------------------------------------------------------------


def choices(step: Step, rules: Rules) -> list[Option]:
    """Return what could have been decided at a step, the most promising first; nothing of a breeding."""
    return [] if step.position is None else advice.options(step.position, rules)


def answer(step: Step, rules: Rules, policy: Any, params: Any) -> tuple[str, str]:
    """Return what a policy would have decided at a step: the space, and words; ("", "") for a breeding.

    A policy that draws at random is asked with a stream of its own.
    """
    if step.position is None:
        return "", ""
    record, found = step.position.record, new_found()
    place = policy.choose(record.copy(), rules.record, found, params, np.uint64(Purpose.CHOOSE))
    option = move_option(record, rules, found["moves"][place])
    return option.kind, option.words
