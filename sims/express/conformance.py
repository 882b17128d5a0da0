"""What every policy for Agricola Express has to keep to: the checks, for policies of ours and of anybody's.

A policy is asked about positions that play reaches, under the usual rules and under odd ones, and it plays whole games.
A check returns what it covered, or raises `Failed` with what is wrong, where, and how to mend it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

import numpy as np

from ..conformance import (
    ENOUGH_SECONDS,
    SEED,
    Failed,
    GameExaminer,
    answers_firmly,
    changes_nothing,
    declared_in_full,
    fixed,
    forgets,
    parameters_matter,
)
from ..errors import Misplay
from ..jit import kernel
from . import facts, variants, words
from . import game as this_game
from .contract import CHOOSE, POSITION, Policy
from .drafts import MOST_MOVES, new_found
from .faces import FACES
from .farm import FARM
from .game import Player
from .harvest import CATEGORIES, COOKING, Feed, harvest_farm
from .listing import can_act
from .moves import MOVE, Fault, why_illegal
from .policies import family_first
from .policies import random as random_play
from .variants import Rules

POSITIONS = 400
ODD_RULES: dict[str, dict[str, Any]] = {
    "default": {},
    "rich and short": {
        "start.rooms": 2, "start.pastures": 1, "start.sheep": 2, "start.food": 20, "start.wood": 9, "start.reed": 9,
        "rounds.per_harvest": [1, 1, 1], "family.adults": 3, "family.most_babies": 6, "dice.farm.number": 3,
        "dice.produce.number": 4, "readings.two_food_pays": "die", "readings.power_paid_from": "sheet_or_dice",
    },
    "poor and dear": {
        "start.food": 0, "start.reed": 0, "start.wood": 0, "start.brick": 0, "start.stone": 0, "costs.room_reed": 2,
        "costs.occupation_food": 3, "costs.workshop_wood": 0, "costs.mayor_food": 1, "costs.hearth_or_oven": 2,
        "dice.farm.number": 1, "dice.animal.number": 0, "family.baby_food": 4, "cooking.grain": 1,
        "readings.feeding": "may_withhold", "readings.free_choice_cost": "face", "readings.rearrange": "fixed",
    },
}  # fmt: skip
"""Rule sets in which policies have to play, by name."""


@cache
def rule_sets() -> dict[str, Rules]:
    """Return the rule sets of the checks, by name."""
    odd = {name: variants.build(name, keys, name) for name, keys in ODD_RULES.items() if keys}
    return {"default": variants.default(), **odd}


# --- Positions that play reaches -----------------------------------------------------------------------------------

_at_random, _as_family = random_play.choose.choose, family_first.choose.choose


@kernel(CHOOSE)
def stop_or_play(position, rules, found, params, stream):
    """Play at random, or as family-first does (params[3]), up to round, seat and action of `params`; there, stop."""
    seat = position["seat"]
    if position["round"] == params[0] and seat == params[1] and position["taken"][seat] == params[2]:
        return -1
    if params[3] > 0:
        return _as_family(position, rules, found, params, stream)
    return _at_random(position, rules, found, params, stream)


STOPS = Policy("stops", "", "", random_play.choose.keep, stop_or_play, random_play.choose.feed)


@dataclass(frozen=True)
class Case:
    """A question to ask: a POSITION record with dice lying there, what is `rolled` (int8[26]) if they are not kept.

    Beside them the rules, a stream, and where it is from.
    """

    position: Any
    rolled: Any
    rules: Rules
    stream: Any
    where: str


def cases(number: int = POSITIONS, seed: int = SEED) -> Iterator[Case]:
    """Yield positions in the middle of games of 1 to 4 seats, under all rule sets, half of them of better play."""
    random, sets = Random(seed), list(rule_sets().values())
    game = made = 0
    while made < number:
        rules, seats = sets[game % len(sets)], 1 + game // len(sets) % 4
        rounds = sum(rules.values["rounds.per_harvest"])
        stop = random.randrange(rounds), random.randrange(seats), random.randrange(3), random.randrange(2)
        position = _stopped(rules, seats, stop, game)
        if position is not None:
            made += 1
            where = f"round {stop[0] + 1}, seat {stop[1] + 1} of {seats}, rules {rules.name}"
            yield Case(position, roll(rules, random), rules, np.uint64(random.getrandbits(60)), where)
        game += 1


def roll(rules: Rules, random: Random) -> Any:
    """Return a roll of all dice, as counts by face (int8[26])."""
    kinds = zip(rules.record["faces"].tolist(), rules.record["number"].tolist(), strict=True)
    shown = [random.choice(faces) for faces, number in kinds for _ in range(number)]
    return np.bincount(shown, minlength=FACES).astype(np.int8)


def _stopped(rules: Rules, seats: int, stop: Sequence[float], game: int) -> Any:
    """Return the position of a game where it was stopped, or None where it ended before."""
    player = Player(rules, [STOPS] * seats, [np.array(stop, np.float64)] * seats)
    try:
        player.play(SEED, game, 1, 1)
    except Misplay:
        return player.table.position
    return None


# --- Asking --------------------------------------------------------------------------------------------------------


def _soil(found: Any, position: Any) -> None:
    """Fill what a policy may not rely on with rubbish."""
    found["moves"].view(np.int8)[:] = 77
    found["draft"] = found["moves"][9]
    found["count"], found["menu"] = 5, 1
    found["dice"][:] = 3
    for name in FARM.names:
        position["trial_farm"][name] = 9
    position["trial_dice"][:] = 2


Answer = tuple[Any, ...]
"""What a policy answers to all questions at a position: whether it keeps, the move, what is cooked."""


class Examiner(GameExaminer):
    """Puts questions to a policy with its `params`, about positions of games of 1 to 4 seats, and `more`."""

    def __init__(
        self, policy: Policy, params: Sequence[float] | None = None, label: str = "", more: Sequence[Case] = ()
    ) -> None:
        super().__init__(policy, params, label)
        self.more, self.found = more, new_found()

    def game_of(self, rules: Rules) -> Any:
        """Return the game's module."""
        return this_game

    def rules_words(self, rules: Rules) -> list[str] | None:
        """Return nothing for the usual rules; no command has the odd ones."""
        return [] if rules.name == variants.DEFAULT_NAME else None

    def warm_up(self) -> None:
        """Find the positions, and compile what the checks call, which must not count as the policy's own time."""
        case = self.cases[0]
        farm, record = case.position["farms"][0].copy(), case.rules.record
        farm, dice = np.array([farm], FARM)[0], case.position["dice"].copy()
        can_act(farm, dice, record, self.found)
        why_illegal(farm, dice, self.found["moves"][0], record, np.zeros(1, FARM), np.zeros(FACES, np.int8))
        harvest_farm(farm, record, 0, np.zeros(COOKING, np.int64), np.zeros(CATEGORIES, np.int64))

    @cached_property
    def cases(self) -> list[Case]:
        """The positions to ask about."""
        return [*cases(), *self.more]

    def answer(self, case: Case, params: Any = None, soiled: bool = False, watch: bool = False) -> Answer:
        """Return the answers at a position, asked on a copy of it; with `watch`, fail where something is changed."""
        position = np.array([case.position], POSITION)[0]
        rules = np.array([case.rules.record], case.rules.record.dtype)[0]
        mind = np.array(self.params if params is None else params, np.float64)
        cooking, kept = np.zeros(COOKING, np.int64), False

        def put(name: str, into: Any) -> Any:
            if soiled:
                _soil(self.found, position)
            before = fixed(position), rules.tobytes(), mind.tobytes()
            function = getattr(self.policy, name)
            given = self.ask(QUESTIONS[name], lambda: function(position, rules, into, mind, case.stream))
            if watch:
                self.compare(before, (fixed(position), rules.tobytes(), mind.tobytes()))
            return given

        if can_act(position["farms"][position["seat"]], position["dice"], rules, self.found):
            kept = bool(put("keep", self.found))
        if not kept:
            position["dice"] = case.rolled
        self.found["count"] = 0
        move = self._move(int(put("choose", self.found)))
        put("feed", cooking)
        return kept, move, tuple(cooking.tolist())

    def _move(self, place: int) -> bytes:
        listed = int(self.found["count"])
        if not 0 <= place < min(listed, MOST_MOVES):
            raise self.no_place(place, listed, "list_moves(position, rules, Menu.USED, found)")
        return bytes(self.found["moves"][place].tobytes())


QUESTIONS = {"keep": "whether to keep the dice", "choose": "which move to take", "feed": "what to cook"}


# --- The checks ----------------------------------------------------------------------------------------------------


def moves_legal(it: Examiner) -> str:
    """Check that each move chosen is legal."""
    trial_farm, trial_dice = np.zeros(1, FARM), np.zeros(FACES, np.int8)
    for case in it.some_cases():
        kept, move, _ = it.answer(case)
        chosen, dice = np.frombuffer(move, MOVE)[0], case.position["dice"] if kept else case.rolled
        farm = case.position["farms"][case.position["seat"]]
        fault = Fault(why_illegal(farm, dice, chosen, case.rules.record, trial_farm, trial_dice))
        if fault != Fault.LEGAL:
            raise Failed(
                f"it chose an illegal move: {words.FAULT[fault]} ({case.where}): of moves written by hand, compare "
                f"each field with what list_moves_of writes"
            )
    return it.covered()


def feedings_legal(it: Examiner) -> str:
    """Check that what is cooked can be cooked, and is enough if there is enough."""
    points = np.zeros(CATEGORIES, np.int64)
    for case in it.some_cases():
        _, _, cooked = it.answer(case)
        farm = np.array([case.position["farms"][case.position["seat"]]], FARM)[0]
        fault = Feed(harvest_farm(farm, case.rules.record, 1, np.array(cooked, np.int64), points))
        if fault != Feed.LEGAL:
            raise Failed(f"it fed its family illegally: {words.FEED[fault]} ({case.where}): it cooked {cooked}")
    return it.covered()


def games_end(it: Examiner) -> str:
    """Check whole games with 1 to 4 seats, under all rule sets: actions are as many as the family has."""
    end, number, games = time.monotonic() + 2 * ENOUGH_SECONDS, it.affordable(variants.default(), 1), 0
    for rules in rule_sets().values():
        for seats in range(1, 5):
            if time.monotonic() > end:
                return f"{games} games, as far as {seats} seats under the rules {rules.name}"
            _check_rows(it.play([it.policy] * seats, [it.params] * seats, rules, games, number), rules)
            games += number
    return f"{games} games, 1 to 4 seats, {len(rule_sets())} rule sets"


def _check_rows(rows: Any, rules: Rules) -> None:
    games, seats = rows.shape[:2]
    rounds = rows[:, :, facts.ROUNDS :].reshape(games, seats, -1, facts.ROUND_ITEMS)
    actions = rounds[..., facts.ACTIONS]
    fine = (
        (rows[:, :, facts.SCORE] == rows[:, :, facts.POINTS : facts.STATE].sum(axis=2)).all()
        and (rows[:, :, facts.WINS].sum(axis=1) == facts.WIN_PARTS).all()
        and (actions >= rules.record["adults"]).all()
        and (actions == rounds[..., facts.TAKEN :].sum(axis=3)).all()
        and (actions == rounds[..., facts.KEPT] + rounds[..., facts.ROLLED]).all()
    )
    if not fine:
        raise Failed(
            f"a game of {seats} seats under the rules {rules.name} does not add up, which is a mistake of ours"
        )


def games_repeat(it: Examiner) -> str:
    """Check that the same games, played again in another order, end the same."""
    return it.repeats(variants.default(), 1)


def plays_beside_others(it: Examiner) -> str:
    """Check that it plays at one table with other policies, on each seat."""
    others = [random_play.choose, family_first.choose]
    for seat in range(3):
        policies = [*others[:seat], it.policy, *others[seat:]]
        params = [it.params if one is it.policy else one.mind([]) for one in policies]
        _check_rows(it.play(policies, params, variants.default(), 0, 2), variants.default())
    return "3 seats, with random and family-first"


CHECKS: dict[str, Callable[[Examiner], str]] = {
    "says what it is": declared_in_full,
    "chooses legal moves": moves_legal,
    "feeds legally": feedings_legal,
    "changes nothing": changes_nothing,
    "answers firmly": answers_firmly,
    "keeps nothing in mind": forgets,
    "each parameter matters": parameters_matter,
    "ends every game": games_end,
    "plays the same game again": games_repeat,
    "plays beside others": plays_beside_others,
}
"""The checks by what they say of a policy, in the order in which they are made."""
