"""What every policy for Agricola has to keep to: the checks, for policies of ours and of anybody's.

A policy is asked about positions that play reaches, under the usual rules of both editions and under odd ones, and it
plays whole games. A check returns what it covered, or raises `Failed` with what is wrong, where, and how to mend it.
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
from .board import POSITION
from .contract import CHOOSE, Policy
from .drafts import MOST_MOVES, new_found
from .editions import AGRICOLA_2007, AGRICOLA_REVISED, EDITIONS
from .farm_file import edition_of
from .faults import Fault
from .game import EDITIONS as GAMES_OF
from .game import QUESTION, Player
from .harvest import FEEDING, clear_feeding, feed, food_needed, new_feeding
from .herd import new_herds
from .moves import MOVE, why_illegal
from .pieces import ANIMALS
from .play import Purpose
from .policies import greedy
from .policies import random as random_play
from .rules import SEATS
from .scoring import CATEGORIES
from .terms import feeding_words
from .variants import Rules

POSITIONS = 240
STOP = -2
"""No place in a list: so a game is stopped."""
ODD_RULES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "rich and dear": (AGRICOLA_2007.name, "family", {
        "game.first": "drawn", "start.food": 30, "start.food_solo": 30, "family.adult_food": 3, "costs.room_reed": 1,
        "costs.fence_wood": 0, "farm.pets": 3, "farm.pasture_space": 3, "breeding.newborns": 2, "refill.sheep": 3,
        "refill.wood3": 6, "crafts.well_rounds": 14, "score.begging": -1,
    }),
    "poor": (AGRICOLA_REVISED.name, "normal", {
        "start.food": 0, "family.people": 3, "farm.stables": 1, "farm.pets": 0, "farm.grain_sown": 1,
        "breeding.pair": 3, "costs.animal_food_sheep": 2, "cooking.raw_grain": 0, "baking.hearth": 0,
        "game.craft_bonus": "spent",
    }),
}  # fmt: skip
"""Rule sets in which policies have to play beside the usual ones: edition, mode, and the keys that differ."""


@cache
def rule_sets() -> dict[str, Rules]:
    """Return the rule sets of the checks, by name: those of all modes, and the odd ones."""
    usual = [variants.default(edition, mode) for edition in EDITIONS for mode in variants.modes(edition)]
    odd = [
        variants.rule_file(edition, mode).build(name, {"mode": mode, **keys}, name)
        for name, (edition, mode, keys) in ODD_RULES.items()
    ]
    return {rules.name: rules for rules in (*usual, *odd)}


def most_seats(rules: Rules) -> int:
    """Return how many may play by these rules."""
    return EDITIONS[edition_of(rules.record)].most_players


# --- Positions that play reaches -----------------------------------------------------------------------------------

_at_random, _greedily = random_play.choose.choose, greedy.choose.choose


@kernel(CHOOSE)
def stop_or_play(position, rules, found, params, stream):
    """Play at random, or greedily (params[2]), up to the round and the placement of `params`; there, stop."""
    if position["round"] == params[0] and position["placed"] >= params[1]:
        return STOP
    if params[2] > 0:
        return _greedily(position, rules, found, params, stream)
    return _at_random(position, rules, found, params, stream)


STOPS = Policy("stops", "", "", stop_or_play, random_play.choose.feed, random_play.choose.breed)


def cases(number: int = POSITIONS, seed: int = SEED) -> Iterator[Case]:
    """Yield positions in the middle of games, under all rule sets, with each number of seats, half of greedy play."""
    random, sets = Random(seed), list(rule_sets().values())
    for game in range(number):
        rules = sets[game % len(sets)]
        seats = 1 + game // len(sets) % most_seats(rules)
        stop = random.randrange(int(rules.record["rounds"])), random.randrange(2 * seats), random.randrange(2)
        where = f"round {stop[0] + 1}, placement {stop[1] + 1}, {seats} seats, rules {rules.name}"
        yield Case(_stopped(rules, seats, stop, game), rules, np.uint64(random.getrandbits(60)), where)


def _stopped(rules: Rules, seats: int, stop: Sequence[float], game: int) -> Any:
    """Return the position of a game where it was stopped."""
    player = Player(rules, [STOPS] * seats, [np.array(stop, np.float64)] * seats)
    try:
        player.play(SEED, game, 1, 1)
    except Misplay:
        return player.table.position
    raise AssertionError("the game was not stopped")


# --- Asking --------------------------------------------------------------------------------------------------------


def _soil(found: Any, feeding: Any, position: Any) -> None:
    """Fill what a policy may not rely on with rubbish."""
    found["moves"].view(np.int64)[:] = 7
    found["draft"] = found["moves"][9]
    found["count"] = 5
    for name in ("losses", "units", "herd", "newborn"):
        feeding[name][...] = 2
    for name in ("trial_farm", "trial_other"):
        position[name] = position["farms"][(position["seat"] + 1) % SEATS]
    position["trial_herd"][:] = 3
    position["trial_points"][:] = 4
    position["trial_numbers"][:] = 2.5


Answer = tuple[bytes, tuple[int, ...], int]
"""What a policy answers at a position: the move, what it turns into food, the herd that stays."""


class Examiner(GameExaminer):
    """Puts questions to a policy with its `params`, about both editions, and lets it play."""

    def __init__(self, policy: Policy, params: Sequence[float] | None = None, label: str = "") -> None:
        super().__init__(policy, params, label)
        self.found, self.herds, self.feeding = new_found(), new_herds(), new_feeding()

    def game_of(self, rules: Rules) -> Any:
        """Return the edition."""
        return GAMES_OF[edition_of(rules.record)]

    def rules_words(self, rules: Rules) -> list[str] | None:
        """Return the option that names a mode; no command has the odd rules."""
        mode = rules.values["mode"]
        same = variants.default(edition_of(rules.record), mode).hash == rules.hash
        return ["--mode", mode] if same else None

    def warm_up(self) -> None:
        """Find the positions, and compile what the checks call, which must not count as the policy's own time."""
        case = self.cases[0]
        position = np.array([case.position], POSITION)[0]
        why_illegal(position, np.zeros(1, MOVE)[0], case.rules.record)
        self._herds_of(position, case.rules.record)
        clear_feeding(self.feeding)
        fed(case, self.feeding)

    @cached_property
    def cases(self) -> list[Case]:  # type: ignore[override]
        """The positions to ask about."""
        return list(cases())

    def _herds_of(self, position: Any, rules: Any) -> int:
        """List the herds that may stay if the seat's animals bred now; return 0 where all have room."""
        farm, herd = position["farms"][position["seat"]], np.zeros(ANIMALS, np.int64)
        grown(farm["animals"], rules, herd)
        return 0 if fits(farm, herd) else int(list_herds(farm, herd, self.herds))

    def answer(self, case: Case, params: Any = None, soiled: bool = False, watch: bool = False) -> Answer:
        """Return what is chosen, fed and kept at a position, asked on a copy of it."""
        position = np.array([case.position], POSITION)[0]
        rules = np.array([case.rules.record], case.rules.record.dtype)[0]
        mind = np.array(self.params if params is None else params, np.float64)

        def put(purpose: Purpose, function: Any, into: Any) -> Any:
            if soiled:
                _soil(self.found, self.feeding, position)
            before = fixed(position), rules.tobytes(), mind.tobytes()
            given = self.ask(QUESTION[purpose], lambda: function(position, rules, into, mind, case.stream))
            if watch:
                self.compare(before, (fixed(position), rules.tobytes(), mind.tobytes()))
            return given

        self.found["count"] = 0
        move = self._move(int(put(Purpose.CHOOSE, self.policy.choose, self.found)))
        clear_feeding(self.feeding)
        put(Purpose.FEED, self.policy.feed, self.feeding)
        food = (*map(int, self.feeding["converted"]), *map(int, self.feeding["crafts"]))
        number, herd = self._herds_of(position, rules), 0
        if number:
            herd = int(put(Purpose.BREED, self.policy.breed, self.herds))
            if not 0 <= herd < number:
                raise Failed(f"it chose herd {herd} of {number}, {self.at()}: return a place below herds['count']")
        return move, food, herd

    def _move(self, place: int) -> bytes:
        listed = int(self.found["count"])
        if not 0 <= place < min(listed, MOST_MOVES):
            raise self.no_place(place, listed, "list_moves(position, rules, found)")
        return bytes(self.found["moves"][place].tobytes())


def fed(case: Case, feeding: Any) -> Fault:
    """Return what is wrong with a feeding of the family of the seat to act, tried on a copy of its farm."""
    position = np.array([case.position], POSITION)[0]
    farm, rules = position["farms"][position["seat"]], case.rules.record
    return Fault(feed(farm, rules, food_needed(farm, rules, position["seats"]), feeding))


# --- The checks ----------------------------------------------------------------------------------------------------


def moves_legal(it: Examiner) -> str:
    """Check that each move chosen is legal."""
    for case in it.some_cases():
        chosen = np.frombuffer(it.answer(case)[0], MOVE)[0]
        fault = Fault(why_illegal(np.array([case.position], POSITION)[0], chosen, case.rules.record))
        if fault != Fault.LEGAL:
            raise Failed(
                f"it chose an illegal move: {words.FAULT[fault]} ({case.where}): of moves written by hand, compare "
                f"each field with what list_moves_of writes"
            )
    return it.covered()


def feedings_legal(it: Examiner) -> str:
    """Check that what is turned into food is there and can be."""
    for case in it.some_cases():
        food = it.answer(case)[1]
        feeding = np.zeros(1, FEEDING)[0]
        feeding["converted"][:], feeding["crafts"][:] = food[:-3], food[-3:]
        fault = fed(case, feeding)
        if fault != Fault.LEGAL:
            raise Failed(
                f"it fed its family against the rules: {words.FAULT[fault]} ({case.where}): it turned "
                f"{feeding_words(feeding)} into food"
            )
    return it.covered()


def games_end(it: Examiner) -> str:
    """Check whole games under all rule sets, with each number of seats."""
    usual = variants.default(AGRICOLA_2007.name)
    end, number, games = time.monotonic() + 2 * ENOUGH_SECONDS, it.affordable(usual, 2), 0
    for rules in rule_sets().values():
        for seats in range(1, most_seats(rules) + 1):
            if time.monotonic() > end:
                return f"{games} games, as far as {seats} seats under the rules {rules.name}"
            _check_rows(it.play([it.policy] * seats, [it.params] * seats, rules, games, number), rules)
            games += number
    return f"{games} games, {len(rule_sets())} rule sets"


def _check_rows(rows: Any, rules: Rules) -> None:
    games, seats = rows.shape[:2]
    rounds = rows[:, :, facts.STATE :].reshape(games, seats, -1, facts.ROUND_ITEMS)
    used = rounds[..., facts.STATE_ITEMS :]
    points = rows[:, :, facts.POINTS : facts.POINTS + CATEGORIES].sum(axis=2)
    people = rounds[..., 0]
    fine = (
        (rows[:, :, facts.SCORE] == points).all()
        and (rows[:, :, facts.WINS].sum(axis=1) == facts.WIN_PARTS).all()
        and (used.sum(axis=3)[:, :, 1:] <= people[:, :, :-1]).all()
        and (used.sum(axis=1) <= 1).all()
        and (people >= 2).all()
        and (people <= rules.record["people"]).all()
    )
    if not fine:
        raise Failed(
            f"a game of {seats} seats under the rules {rules.name} does not add up, which is a mistake of ours"
        )


def games_repeat(it: Examiner) -> str:
    """Check that the same games, played again in another order, end the same."""
    return it.repeats(variants.default(AGRICOLA_2007.name), 2)


def plays_beside_others(it: Examiner) -> str:
    """Check that it plays at one table with other policies, on each seat."""
    others, rules = (random_play.choose, greedy.choose), variants.default(AGRICOLA_REVISED.name)
    for seat in range(3):
        policies = [*others[:seat], it.policy, *others[seat:]]
        params = [it.params if one is it.policy else one.mind(defaults(one)) for one in policies]
        _check_rows(it.play(policies, params, rules, 0, 2), rules)
    return "3 seats, with random and greedy"


def defaults(policy: Policy) -> list[float]:
    """Return the usual values of a policy's parameters."""
    return [parameter.default for parameter in policy.parameters]


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
