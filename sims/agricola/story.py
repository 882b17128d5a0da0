"""A played game as a row of steps: each placement, each seat's harvest, and the card of each round but the first.

A game played on from after a step is worth what the step has left it. A round card is luck, and everybody's: the cards
to come are dealt anew where a game is played on. Source: rules/agricola-2007.md, sections 3 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..advising import Option, Start, Step, WritingDown, words_of
from ..toml_file import Table
from . import advice
from .advice import Next, after_move, move_option, pass_turn
from .board import POSITION, begin_round, set_up, to_place
from .contract import PASS
from .drafts import new_found
from .facts import SCORE
from .game import Player
from .harvest import feed, food_needed, reap
from .play import HARVEST, PLACEMENT, Purpose
from .position import Position
from .replay import log_of
from .rules import is_harvest
from .script import game_of
from .terms import feeding_words, herd_words
from .variants import Rules
from .words import space_word

HARVESTED, CARD = "Harvest", "Round card"
EVERYBODY = -1


@dataclass(frozen=True)
class Story:
    """A whole game: who starts it, its round cards `deck` (int64[14]), `log` (PLACEMENT[n]), `harvests` (HARVEST[m]).

    `mode` is that of the file's rules, where it names one.
    """

    where: str
    seats: int
    first: int
    deck: Any
    log: Any
    harvests: Any
    mode: str | None = None


class StoryPlayer(WritingDown, Player):
    """Memory to play games and to write them down; each thread needs its own."""

    score_column = SCORE

    def __init__(self, rules: Rules, policies: list[Any], params: list[Any]) -> None:
        super().__init__(rules, policies, params, log=True)

    def story(self, where: str) -> Story:
        """Return the game that was played last."""
        placed, fed = int(self.table.logged[0]), int(self.table.logged[1])
        parts = self.table.deck.copy(), self.table.log[:placed].copy(), self.table.harvests[:fed].copy()
        return Story(where, self.seats, int(self.table.position["first"]), *parts)


def story_of(file: Table, rules: Rules) -> Story:
    """Return the game of a file's top table, which has to be played to its end. Raises AnalyserError."""
    game = game_of(file)
    first, deck, placed, fed = log_of(game, rules)
    log, harvests = np.zeros(len(placed), PLACEMENT), np.zeros(len(fed), HARVEST)
    for place, (round_, seat, move) in enumerate(placed):
        log[place]["round"], log[place]["seat"], log[place]["move"] = round_, seat, move
    for place, (round_, seat, feeding, herd) in enumerate(fed):
        entry = harvests[place]
        entry["round"], entry["seat"], entry["feeding"], entry["herd"] = round_, seat, feeding, herd
    return Story(game.where, game.players, first, deck.copy(), log, harvests, game.mode)


# --- Steps ---------------------------------------------------------------------------------------------------------


def steps(story: Story, rules: Rules) -> tuple[Start, list[Step]]:
    """Return where a game begins, and its steps."""
    record = np.zeros(1, POSITION)[0]
    set_up(record, rules.record, story.seats, story.first)
    begin_round(record, rules.record, story.deck[0])
    return Start(words_of(record), Next.TURN), list(_steps(story, rules, record))


def _steps(story: Story, rules: Rules, record: Any) -> Iterator[Step]:
    harvests = iter(story.harvests)
    for entry in story.log:
        while not _is_turn(record, entry):
            yield from _round_end(story, rules, record, harvests)
        position = Position(story.where, record.copy(), story.mode)
        option = move_option(record, rules, entry["move"])
        yield Step(
            option.kind, option.words, position.seat, int(entry["round"]), False, position, option.start
        )  # fmt: skip
        record = after_move(record, rules, entry["move"])
    yield from _round_end(story, rules, record, harvests)


def _is_turn(record: Any, entry: Any) -> bool:
    """Bring the turn to the seat of a placement, in place; say whether it comes in this round.

    Seats before it that have people at home can do nothing, and pass (R11).
    """
    seat = int(to_place(record))
    while seat >= 0:
        record["seat"] = seat
        if (record["round"], seat) == (entry["round"], entry["seat"]):
            return True
        record["farms"][seat]["at_home"] = 0
        pass_turn(record)
        seat = int(to_place(record))
    return False


def _round_end(story: Story, rules: Rules, record: Any, harvests: Iterator[Any]) -> Iterator[Step]:
    """Harvest where it is time and turn up the next card, in place."""
    round_ = int(record["round"])
    if is_harvest(rules.record, round_):
        for seat in range(story.seats):
            reap(record["farms"][seat])
        for seat in range(story.seats):
            yield _harvest(rules, record, seat, next(harvests))
    record["round"] = round_ + 1
    if round_ + 1 < rules.record["rounds"]:
        begin_round(record, rules.record, story.deck[round_ + 1])
        card = space_word(story.deck[round_ + 1], rules.record)
        yield Step(CARD, card, EVERYBODY, round_ + 1, True, None, Start(words_of(record), Next.TURN))


def _harvest(rules: Rules, record: Any, seat: int, entry: Any) -> Step:
    """Feed a seat's family and let its animals breed, in place; return the step."""
    farm = record["farms"][seat]
    feed(farm, rules.record, food_needed(farm, rules.record, record["seats"]), entry["feeding"])
    farm["animals"] = entry["herd"]
    after = record.copy()
    after["seat"] = seat + 1
    words = f"Feed: {feeding_words(entry['feeding'])}; then {herd_words(entry['herd'])}"
    return Step(HARVESTED, words, seat, int(record["round"]), False, None, Start(words_of(after), Next.HARVEST))


# --- What else could have been done --------------------------------------------------------------------------------


def choices(step: Step, rules: Rules) -> list[Option]:
    """Return what could have been decided at a step, the most promising first; nothing of a harvest."""
    return [] if step.position is None else advice.options(step.position, rules)


def answer(step: Step, rules: Rules, policy: Any, params: Any) -> tuple[str, str]:
    """Return what a policy would have decided at a step: the space, and words; ("", "") for harvests and cards.

    A policy that draws at random is asked with a stream of its own.
    """
    if step.position is None:
        return "", ""
    record, found = step.position.record, new_found()
    place = policy.choose(record.copy(), rules.record, found, params, np.uint64(Purpose.CHOOSE))
    if place == PASS:
        return "", ""
    option = move_option(record, rules, found["moves"][place])
    return option.kind, option.words
