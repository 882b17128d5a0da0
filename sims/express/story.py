"""A played game as a row of steps: each roll, and each decision with the position in which it was taken.

An action is up to three steps: keep or roll (where both may be done), the roll, the move; a harvest is one for each
seat's feeding. A game played on from after a step is worth what the step has left it.
Source: rules/express.md, "Rounds", "One action", "Harvest".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..advising import KEEP_OR_ROLL, Option, Start, Step, WritingDown, words_of
from ..columns import label
from ..toml_file import Table
from . import advice
from .advice import after_move
from .contract import POSITION
from .cooking import FED, after_feeding, cooking_words, ends_with_harvest, feeds
from .drafts import new_found
from .faces import Face, Group, Occupation
from .facts import SCORE
from .game import Player
from .harvest import COOKING
from .listing import can_act
from .onward import Next
from .play import ACTION, FEEDING, Purpose, begin_round, next_start, set_up
from .position import Position
from .replay import log_of
from .script import game_of
from .variants import Rules
from .words import FACE_WORD, OCCUPATION_WORD, spoken

ROLLED = "Roll"
KEPT_WORDS, ROLLED_WORDS = "Keep the dice", "Roll all dice"


@dataclass(frozen=True)
class Story:
    """A whole game: its actions `log` (ACTION[n]) and `feedings` (FEEDING[m]), in the order in which they came."""

    where: str
    seats: int
    log: Any
    feedings: Any


class StoryPlayer(WritingDown, Player):
    """Memory to play games and to write them down; each thread needs its own."""

    score_column = SCORE

    def __init__(self, rules: Rules, policies: list[Any], params: list[Any]) -> None:
        super().__init__(rules, policies, params, log=True)

    def story(self, where: str) -> Story:
        """Return the game that was played last."""
        actions, fed = int(self.table.logged[0]), int(self.table.logged[1])
        return Story(where, self.seats, self.table.log[:actions].copy(), self.table.feedings[:fed].copy())


def story_of(file: Table, rules: Rules) -> Story:
    """Return the game of a game file's top table, which has to be played to its end. Raises AnalyserError."""
    game = game_of(file)
    actions, fed = log_of(game, rules)
    log, feedings = np.zeros(len(actions), ACTION), np.zeros(len(fed), FEEDING)
    for place, entry in enumerate(actions):
        for name, value in zip(ACTION.names, entry, strict=True):
            log[place][name] = value
    for place, (harvest, seat, cooking) in enumerate(fed):
        feedings[place]["harvest"], feedings[place]["seat"], feedings[place]["cooking"] = harvest, seat, cooking
    return Story(game.where, game.players, log, feedings)


# --- Steps ---------------------------------------------------------------------------------------------------------


def steps(story: Story, rules: Rules) -> tuple[Start, list[Step]]:
    """Return where a game begins, and its steps."""
    record = np.zeros(1, POSITION)[0]
    record["seats"] = story.seats
    set_up(record, rules.record)
    return Start(words_of(record), Next.TURN), list(_steps(story, rules, record))


def _steps(story: Story, rules: Rules, record: Any) -> Iterator[Step]:
    found, feedings = new_found(), iter(story.feedings)
    for entry in story.log:
        while record["round"] < entry["round"]:
            yield from _round_end(rules, record, feedings)
        record["seat"] = entry["seat"]
        yield from _dice(rules, record, entry, found)
        record["dice"] = entry["dice"]
        position = Position(story.where, record.copy(), True)
        record = after_move(record, rules, entry["move"])
        kind = label(Group(entry["move"]["group"]).name)
        used = OCCUPATION_WORD.get(Occupation(entry["move"]["power"]), "")
        yield _step(kind, spoken(entry["move"]), position, Start(words_of(record), Next.TURN), also=used)
    yield from _round_end(rules, record, feedings)


def _step(kind: str, words: str, position: Position, start: Start, is_luck: bool = False, also: str = "") -> Step:
    seat, round_ = position.seat, int(position.record["round"])
    return Step(kind, words, seat, round_, is_luck, None if is_luck else position, start, also)


def _dice(rules: Rules, record: Any, entry: Any, found: Any) -> Iterator[Step]:
    """Yield the decision to keep or roll, where there is one, and the roll, if the dice are rolled."""
    here = Position("", record.copy(), False)
    if can_act(record["farms"][record["seat"]], here.record["dice"], rules.record, found):
        next_ = Next.MOVE if entry["kept"] else Next.ROLL
        words = KEPT_WORDS if entry["kept"] else ROLLED_WORDS
        yield _step(KEEP_OR_ROLL, words, here, Start(words_of(record), next_))
    if not entry["kept"]:
        rolled = record.copy()
        rolled["dice"] = entry["dice"]
        words = ", ".join(FACE_WORD[face] for face in Face for _ in range(entry["dice"][face]))
        yield _step(ROLLED, words, here, Start(words_of(rolled), Next.MOVE), True)


def _round_end(rules: Rules, record: Any, feedings: Iterator[Any]) -> Iterator[Step]:
    """End the round in place; yield the feedings, where a harvest ends it."""
    round_ = int(record["round"])
    if ends_with_harvest(round_, rules):
        for seat in range(record["seats"]):
            record["seat"] = seat
            here, cooking = Position("", record.copy(), False), next(feedings)["cooking"]
            after = after_feeding(record, rules, cooking)
            record["farms"] = after["farms"]
            yield _step(FED, cooking_words(cooking), here, Start(words_of(after), Next.FEED))
        record["start"] = next_start(record["farms"], record["seats"], rules.record, record["start"])
    begin_round(record, rules.record, round_ + 1)


# --- What else could have been done --------------------------------------------------------------------------------


def choices(step: Step, rules: Rules) -> list[Option]:
    """Return what could have been decided at a step, the most promising first."""
    if step.position is None:
        return []
    if step.position.shown or feeds(step.position.record):
        return advice.options(step.position, rules)
    words = words_of(step.position.record)
    return [
        Option(KEPT_WORDS, "", KEEP_OR_ROLL, Start(words, Next.MOVE), 0.0),
        Option(ROLLED_WORDS, "", KEEP_OR_ROLL, Start(words, Next.ROLL), 0.0),
    ]


def answer(step: Step, rules: Rules, policy: Any, params: Any) -> tuple[str, str]:
    """Return what a policy would have decided at a step: its kind, and words.

    ("", "") for luck. A policy that draws at random is asked with a stream of its own.
    """
    if step.position is None:
        return "", ""
    record, found, stream = step.position.record.copy(), new_found(), np.uint64(Purpose.CHOOSE)
    if feeds(record):
        cooking = np.zeros(COOKING, np.int64)
        policy.feed(record, rules.record, cooking, params, stream)
        return FED, cooking_words(cooking)
    if not step.position.shown:
        keeps = policy.keep(record, rules.record, found, params, stream)
        return KEEP_OR_ROLL, KEPT_WORDS if keeps else ROLLED_WORDS
    place = policy.choose(record, rules.record, found, params, stream)
    move = found["moves"][place]
    return label(Group(move["group"]).name), spoken(move)
