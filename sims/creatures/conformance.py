"""What every policy for All Creatures Big and Small has to keep to: the checks, for policies of ours and of anybody's.

A policy is asked about positions that play reaches, under the usual rules and under odd ones, and it plays whole games.
A check returns what it covered, or raises `Failed` with what is wrong, where, and how to mend it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from random import Random
from typing import Any

import numpy as np

from ..conformance import (
    ENOUGH_SECONDS,
    SEED,
    Case,
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
from ..herds import fits, grown, list_herds
from ..jit import kernel
from . import facts, variants, words
from . import game as this_game
from .board import POSITION, SEATS
from .contract import CHOOSE, Policy
from .drafts import MOST_MOVES, new_found
from .game import QUESTION, Player
from .herd import new_herds
from .moves import MOVE, Fault, why_illegal
from .pieces import ANIMALS, SPACES
from .play import Purpose
from .policies import greedy
from .policies import random as random_play
from .scoring import CATEGORIES
from .variants import Rules

POSITIONS = 240
ODD_RULES: dict[str, dict[str, Any]] = {
    "default": {},
    "rich and short": {
        "game.rounds": 3, "game.workers": 4, "game.first": "coin", "start.wood": 9, "start.stone": 9, "start.reed": 3,
        "supply.troughs": 18, "costs.fence_wood": 0, "farm.lone_trough": 2, "breeding.newborns": 2,
    },
    "poor and dear": {
        "start.borders": 4, "supply.borders": 3, "supply.expansions": 1, "supply.stall_tiles": 1, "supply.troughs": 2,
        "costs.wall_stone": 3, "costs.free_walls": 1, "breeding.pair": 3, "buildings.cottage.capacity": 0,
        "buildings.shelter.copies": 0, "score.few_points": -5,
    },
}  # fmt: skip
"""Rule sets in which policies have to play, by name."""


@cache
def rule_sets() -> dict[str, Rules]:
    """Return the rule sets of the checks, by name."""
    odd = {name: variants.build(name, keys, name) for name, keys in ODD_RULES.items() if keys}
    return {"default": variants.default(), **odd}


# --- Positions that play reaches -----------------------------------------------------------------------------------

_at_random, _greedily = random_play.choose.choose, greedy.choose.choose


@kernel(CHOOSE)
def stop_or_play(position, rules, found, params, stream):
    """Play at random, or greedily (params[2]), up to the round and the placement of `params`; there, stop."""
    if position["round"] == params[0] and position["placed"] == params[1]:
        return -1
    if params[2] > 0:
        return _greedily(position, rules, found, params, stream)
    return _at_random(position, rules, found, params, stream)


STOPS = Policy("stops", "", "", stop_or_play, random_play.choose.breed)


def cases(number: int = POSITIONS, seed: int = SEED) -> Iterator[Case]:
    """Yield positions in the middle of games, under all rule sets, half of them of greedy play."""
    random, sets = Random(seed), list(rule_sets().values())
    for game in range(number):
        rules = sets[game % len(sets)]
        rounds, workers = int(rules.record["rounds"]), int(rules.record["workers"])
        stop = random.randrange(rounds), random.randrange(SEATS * workers), random.randrange(2)
        where = f"round {stop[0] + 1}, placement {stop[1] + 1}, rules {rules.name}"
        yield Case(_stopped(rules, stop, game), rules, np.uint64(random.getrandbits(60)), where)


def _stopped(rules: Rules, stop: Sequence[float], game: int) -> Any:
    """Return the position of a game where it was stopped."""
    player = Player(rules, [STOPS] * SEATS, [np.array(stop, np.float64)] * SEATS)
    try:
        player.play(SEED, game, 1, 1)
    except Misplay:
        return player.table.position
    raise AssertionError("the game was not stopped")


# --- Asking --------------------------------------------------------------------------------------------------------


def _soil(found: Any, position: Any) -> None:
    """Fill what a policy may not rely on with rubbish."""
    found["moves"].view(np.int64)[:] = 7
    found["draft"] = found["moves"][9]
    found["count"], found["menu"] = 5, 1
    for name in ("trial_farm", "trial_other"):
        position[name] = position["farms"][1 - position["seat"]]
    position["trial_herd"][:] = 3
    position["trial_features"][:] = 2.5


class Examiner(GameExaminer):
    """Puts questions to a policy with its `params`, and lets it play."""

    def __init__(self, policy: Policy, params: Sequence[float] | None = None, label: str = "") -> None:
        super().__init__(policy, params, label)
        self.found, self.herds = new_found(), new_herds()

    def game_of(self, rules: Rules) -> Any:
        """Return the game's module."""
        return this_game

    def rules_words(self, rules: Rules) -> list[str] | None:
        """Return nothing for the usual rules; no command has the odd ones."""
        return [] if rules.name == variants.DEFAULT_NAME else None

    def warm_up(self) -> None:
        """Find the positions, and compile what the checks call, which must not count as the policy's own time."""
        case = self.cases[0]
        position = np.array([case.position], POSITION)[0]
        why_illegal(position, np.zeros(1, MOVE)[0], case.rules.record)
        self._herds_of(position, case.rules.record)

    @cached_property
    def cases(self) -> list[Case]:  # type: ignore[override]
        """The positions to ask about."""
        return list(cases())

    def _herds_of(self, position: Any, rules: Any) -> int:
        """List the herds that may stay if the seat's animals bred now; return 0 where all have room."""
        farm, herd = position["farms"][position["seat"]], np.zeros(ANIMALS, np.int64)
        grown(farm["animals"], rules, herd)
        return 0 if fits(farm, herd) else int(list_herds(farm, herd, self.herds))

    def answer(self, case: Case, params: Any = None, soiled: bool = False, watch: bool = False) -> tuple[bytes, int]:
        """Return the move and the herd chosen at a position, asked on a copy of it."""
        position = np.array([case.position], POSITION)[0]
        rules = np.array([case.rules.record], case.rules.record.dtype)[0]
        mind = np.array(self.params if params is None else params, np.float64)

        def put(purpose: Purpose, function: Any, into: Any) -> int:
            if soiled:
                _soil(self.found, position)
            before = fixed(position), rules.tobytes(), mind.tobytes()
            given = self.ask(QUESTION[purpose], lambda: function(position, rules, into, mind, case.stream))
            if watch:
                self.compare(before, (fixed(position), rules.tobytes(), mind.tobytes()))
            return int(given)

        self.found["count"] = 0
        move = self._move(put(Purpose.CHOOSE, self.policy.choose, self.found))
        number, herd = self._herds_of(position, rules), 0
        if number:
            herd = put(Purpose.BREED, self.policy.breed, self.herds)
            if not 0 <= herd < number:
                raise Failed(f"it chose herd {herd} of {number}, {self.at()}: return a place below herds['count']")
        return move, herd

    def _move(self, place: int) -> bytes:
        listed = int(self.found["count"])
        if not 0 <= place < min(listed, MOST_MOVES):
            raise self.no_place(place, listed, "list_moves(position, rules, Menu.PLAIN, found)")
        return bytes(self.found["moves"][place].tobytes())


# --- The checks ----------------------------------------------------------------------------------------------------


def moves_legal(it: Examiner) -> str:
    """Check that each move chosen is legal."""
    for case in it.some_cases():
        move, _ = it.answer(case)
        chosen = np.frombuffer(move, MOVE)[0]
        fault = Fault(why_illegal(np.array([case.position], POSITION)[0], chosen, case.rules.record))
        if fault != Fault.LEGAL:
            raise Failed(
                f"it chose an illegal move: {words.FAULT[fault]} ({case.where}): of moves written by hand, compare "
                f"each field with what list_moves_of writes"
            )
    return it.covered()


def games_end(it: Examiner) -> str:
    """Check whole games under all rule sets: each seat places all its workers."""
    end, number, games = time.monotonic() + 2 * ENOUGH_SECONDS, it.affordable(variants.default(), SEATS), 0
    for rules in rule_sets().values():
        if time.monotonic() > end:
            return f"{games} games"
        _check_rows(it.play([it.policy] * SEATS, [it.params] * SEATS, rules, games, number), rules)
        games += number
    return f"{games} games, {len(rule_sets())} rule sets"


def _check_rows(rows: Any, rules: Rules) -> None:
    games = len(rows)
    rounds = rows[:, :, facts.STATE :].reshape(games, SEATS, -1, facts.ROUND_ITEMS)
    used = rounds[..., facts.STATE_ITEMS :]
    points = rows[:, :, facts.POINTS : facts.POINTS + CATEGORIES].sum(axis=2)
    fine = (
        (rows[:, :, facts.SCORE] == points).all()
        and (rows[:, :, facts.WINS].sum(axis=1) == facts.WIN_PARTS).all()
        and (used.sum(axis=3) == rules.record["workers"]).all()
        and (used.sum(axis=1) <= 1).all()
        and used.shape[3] == SPACES
    )
    if not fine:
        raise Failed(f"a game under the rules {rules.name} does not add up, which is a mistake of ours")


def games_repeat(it: Examiner) -> str:
    """Check that the same games, played again in another order, end the same."""
    return it.repeats(variants.default(), SEATS)


def plays_beside_others(it: Examiner) -> str:
    """Check that it plays against other policies, on each seat."""
    for other in (random_play.choose, greedy.choose):
        for seat in range(SEATS):
            policies = [it.policy, other] if seat == 0 else [other, it.policy]
            params = [it.params if one is it.policy else one.mind([]) for one in policies]
            _check_rows(it.play(policies, params, variants.default(), 0, 2), variants.default())
    return "both seats, against random and greedy"


CHECKS: dict[str, Callable[[Examiner], str]] = {
    "says what it is": declared_in_full,
    "chooses legal moves": moves_legal,
    "changes nothing": changes_nothing,
    "answers firmly": answers_firmly,
    "keeps nothing in mind": forgets,
    "each parameter matters": parameters_matter,
    "ends every game": games_end,
    "plays the same game again": games_repeat,
    "plays beside others": plays_beside_others,
}
"""The checks by what they say of a policy, in the order in which they are made."""
