"""The last round of a solo game, alone: what it can still bring, as a decision problem over the rolls that may come.

Why: its moves and their ends can be listed in full, so that perfect play has bounds on both sides, and few dice even
let it be worked out. A state is a tuple of plain bytes and numbers, which compares and hashes fast; a decision is what
comes of a move, dice kept or rolled, so that moves which come to the same are one. The moves are those of the menu
LEFT, which leaves out none that is ever better (see `listing`); at an action that ends the round, USED.
Source: rules/express.md, "Rounds", "One action", "Harvest".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import factorial, prod
from typing import Any, NamedTuple

import numpy as np

from ..draws import game_key, moment_key
from ..errors import AnalyserError
from ..jit import kernel
from .contract import POSITION, Policy, can_keep, list_moves, try_move
from .drafts import MOST_MOVES, Menu, new_found
from .faces import FACES
from .farm import FARM
from .harvest import LAST_HARVEST, harvest_value
from .listing import can_act
from .moves import apply
from .play import Purpose, roll_all
from .rules import actions_of, total_rounds
from .value import NEVER, value_after

AFTER = np.dtype(
    [("farm", FARM), ("dice", np.int8, (FACES,)), ("left", np.int64), ("points", np.int64), ("able", np.bool_)],
    align=True,
)
"""What a move leads to: farm and dice, the actions left, the points of the harvest now, whether a group is there."""
FARM_BYTES = FARM.itemsize
DICE_AT = AFTER.fields["dice"][1]


class State(NamedTuple):
    """Where the round stands: a farm (FARM) and dice (int8[26]) as bytes, and the actions taken in the round.

    `shown` says that the dice have been kept or rolled, and a move is to come; else the question is whether to keep.
    """

    farm: bytes
    dice: bytes
    taken: int
    shown: bool


class Step(NamedTuple):
    """A decision: the farm after a move, and the dice kept, or none where all are rolled.

    At the round's end it has no farm, and `points` are those of the harvest.
    """

    farm: bytes
    dice: bytes
    taken: int
    points: int

    @property
    def rolls(self) -> bool:
        """Say whether a roll follows."""
        return bool(self.farm) and not self.dice


class Played(NamedTuple):
    """A round as a policy played it: the `points` of the harvest, and each decision to roll with its roll."""

    points: int
    rolled: tuple[tuple[Step, bytes], ...]


OVER = State(b"", b"", 0, True)


@kernel()
def guess_after(position, farm, rules, table):
    """Return a guess of what a farm after a move brings: by a learnt table, or without one by a harvest now."""
    if len(table) == 0:
        return np.float64(harvest_value(farm, rules, LAST_HARVEST))
    return value_after(position, farm, rules, table)


@kernel()
def guess_shown(position, rules, found, table):
    """Return the guess of the best move on the dice shown; where the move ends the round, it is exact."""
    best = NEVER
    for place in range(list_moves(position, rules, Menu.USED, found)):
        after = try_move(position, rules, found["moves"][place])
        best = max(best, guess_after(position, after, rules, table))
    return best


@kernel()
def mean_guess(position, rules, found, table, rolls, weights):
    """Return the mean of `guess_shown` over `rolls` (int8[n, 26]) by their `weights` (float64[n], whose sum is 1).

    The position's dice are written.
    """
    total = 0.0
    for roll in range(len(rolls)):
        for face in range(FACES):
            position["dice"][face] = rolls[roll, face]
        total += weights[roll] * guess_shown(position, rules, found, table)
    return total


@kernel()
def list_after(position, rules, menu, found, after):
    """Write what each move of a menu leads to, to `after` (AFTER[n]), and return the number of moves."""
    number = list_moves(position, rules, menu, found)
    taken = position["taken"][position["seat"]] + 1
    for place in range(number):
        farm, one = try_move(position, rules, found["moves"][place]), after[place]
        one["farm"] = farm
        one["left"] = actions_of(farm, rules) - taken
        one["points"] = harvest_value(farm, rules, LAST_HARVEST) if one["left"] == 0 else 0
        for face in range(FACES):
            one["dice"][face] = position["trial_dice"][face]
    for place in range(number):
        one = after[place]
        one["able"] = one["left"] > 0 and can_act(one["farm"], one["dice"], rules, found)
    return number


@kernel()
def fill_rolls(rules, keys, round_, action, rolls):
    """Roll all dice once for each of `keys` (uint64[n], of games); `rolls` (int8[n, 26]) is written."""
    for place in range(len(keys)):
        roll_all(rolls[place], rules, keys[place], round_, action, 0)


def sides(number: int, faces: Any) -> list[tuple[int, Any]]:
    """Return (ways, counts by face) of each distinct roll of dice of one kind."""
    shown, ways = np.unique(faces, return_counts=True)
    found = []
    for counts in product(range(number + 1), repeat=len(shown)):
        if sum(counts) == number:
            dice = np.zeros(FACES, np.int8)
            dice[shown] = counts
            orders = factorial(number) // prod(map(factorial, counts))
            found.append((orders * prod(int(w) ** c for w, c in zip(ways, counts, strict=True)), dice))
    return found


def all_rolls(rules: Any) -> tuple[Any, Any]:
    """Return every distinct roll of all dice (int8[n, 26]) and in how many ways it falls (int64[n])."""
    rolls, ways = np.zeros((1, FACES), np.int8), np.ones(1, np.int64)
    for number, faces in zip(rules["number"], rules["faces"], strict=True):
        kind = sides(int(number), faces)
        rolls = np.concatenate([rolls + dice for _, dice in kind])
        ways = np.concatenate([ways * way for way, _ in kind])
    return rolls, ways


class LastRound:
    """The last round from a position on: a farm, the dice that lie there, the actions `taken` before.

    `farm` is a FARM record, `dice` int8[26]. `table` (float32[n]) is a learnt table that guesses, with none the
    harvest does. Raises AnalyserError where no action is left.
    """

    def __init__(self, rules: Any, farm: Any, dice: Any, taken: int = 0, table: Any = None) -> None:
        self.rules = rules
        self.table = np.array([] if table is None else table, np.float32)
        self.start = State(farm.tobytes(), np.asarray(dice, np.int8).tobytes(), int(taken), False)
        self.round = int(total_rounds(rules)) - 1
        self._position = np.zeros(1, POSITION)[0]
        self._position["seats"], self._position["round"] = 1, self.round
        self._found = new_found()
        self._after = np.zeros(MOST_MOVES, AFTER)
        self.left = int(actions_of(farm, rules)) - self.start.taken
        """The actions left."""
        if self.left < 1:
            raise AnalyserError("no action is left in this position, so there is nothing to bound")
        self.most_actions = self.left + max(0, int(rules["most_babies"]) - int(farm["babies"]))
        """No play takes more actions than this, babies born on the way included."""

    def _set(self, farm: bytes, dice: bytes, taken: int) -> Any:
        """Write a state into the position and return that."""
        position = self._position
        position["farms"][0] = np.frombuffer(farm, FARM)[0]
        position["dice"] = np.frombuffer(dice, np.int8)
        position["taken"][0] = taken
        position["left"][0] = actions_of(position["farms"][0], self.rules) - taken
        return position

    def _keep_or_roll(self, state: State) -> list[Step]:
        roll = Step(state.farm, b"", state.taken, 0)
        position = self._set(state.farm, state.dice, state.taken)
        if not can_keep(position, self.rules, self._found):
            return [roll]
        return [roll, Step(state.farm, state.dice, state.taken, 0)]

    def _listed(self, menu: Menu, position: Any) -> Any:
        number = list_after(position, self.rules, int(menu), self._found, self._after)
        if number >= MOST_MOVES:
            raise AnalyserError(f"more than {MOST_MOVES - 1} moves in one position: too many for a bound")
        return self._after[:number]

    def decisions(self, state: State) -> list[Step]:
        """Return what can be decided; the moves that end the round are one, the best of them."""
        if not state.farm:
            return []
        if not state.shown:
            return self._keep_or_roll(state)
        position = self._set(state.farm, state.dice, state.taken)
        farm = position["farms"][0]
        baby = farm["babies"] < min(farm["rooms"], self.rules["most_babies"])
        after = self._listed(Menu.LEFT if baby or position["left"][0] > 1 else Menu.USED, position)
        ends = after["points"][after["left"] == 0]
        steps = [Step(b"", b"", 0, int(ends.max()))] if len(ends) else []
        return steps + list(dict.fromkeys(self._going_on(after[after["left"] > 0], state.taken + 1)))

    def _going_on(self, after: Any, taken: int) -> Iterator[Step]:
        raw, able, wide = after.tobytes(), after["able"].tolist(), AFTER.itemsize
        for place, keeps in enumerate(able):
            farm = raw[place * wide : place * wide + FARM_BYTES]
            yield Step(farm, b"", taken, 0)
            if keeps:
                begin = place * wide + DICE_AT
                yield Step(farm, raw[begin : begin + FACES], taken, 0)

    def step(self, state: State, decision: Step, draw: bytes) -> tuple[int, State]:
        """Return the points that a decision brings at once, and the state after it; `draw` is the roll, if it rolls."""
        if not decision.farm:
            return decision.points, OVER
        return 0, State(decision.farm, decision.dice or draw, decision.taken, True)

    def guess(self, decision: Step, draw: bytes) -> float:
        """Return a guess of what a roll is worth to a decision to roll."""
        return float(guess_shown(self._set(decision.farm, draw, decision.taken), self.rules, self._found, self.table))

    def mean_guess(self, decision: Step, rolls: Any, weights: Any) -> float:
        """Return the mean of `guess` over rolls (int8[n, 26]) with weights (float64[n]) whose sum is 1."""
        position = self._set(decision.farm, bytes(FACES), decision.taken)
        return float(mean_guess(position, self.rules, self._found, self.table, rolls, weights))

    def rolls(self, seed: int, game: int) -> list[bytes]:
        """Return the rolls that a game of a seed has for the actions to come, and an empty last one."""
        keys, rolls = np.array([game_key(np.uint64(seed), np.uint64(game))], np.uint64), []
        for action in range(self.start.taken, self.start.taken + self.most_actions):
            roll = np.zeros((1, FACES), np.int8)
            fill_rolls(self.rules, keys, self.round, action, roll)
            rolls.append(roll.tobytes())
        return [*rolls, b""]

    def sample(self, seed: int, first: int, number: int) -> Any:
        """Return one roll (int8[number, 26]) from each of `number` games of a seed, from number `first` on."""
        keys = np.array(
            [game_key(np.uint64(seed), np.uint64(game)) for game in range(first, first + number)], np.uint64
        )
        rolls = np.zeros((number, FACES), np.int8)
        fill_rolls(self.rules, keys, self.round, 0, rolls)
        return rolls

    def play(self, policy: Policy, params: Any, seed: int, game: int) -> Played:
        """Play the round with a policy, with a game's rolls; the family is fed in the best way at the end.

        Raises AnalyserError where a move is illegal.
        """
        position, rolled = self._set(self.start.farm, self.start.dice, self.start.taken), []
        key = np.uint64(game_key(np.uint64(seed), np.uint64(game)))
        for roll in self.rolls(seed, game):
            if position["left"][0] == 0:
                break
            farm = position["farms"][0]
            if not self._keeps(policy, params, key):
                rolled.append((Step(farm.tobytes(), b"", int(position["taken"][0]), 0), roll))
                position["dice"] = np.frombuffer(roll, np.int8)
            self._move(policy, params, key)
        return Played(int(harvest_value(position["farms"][0], self.rules, LAST_HARVEST)), tuple(rolled))

    def _stream(self, key: Any, purpose: Purpose) -> Any:
        return np.uint64(moment_key(key, self.round, int(self._position["taken"][0]), 0, int(purpose)))

    def _keeps(self, policy: Policy, params: Any, key: Any) -> bool:
        position, found, rules = self._position, self._found, self.rules
        if not can_keep(position, rules, found):
            return False
        return bool(policy.keep(position, rules, found, params, self._stream(key, Purpose.KEEP)))

    def _move(self, policy: Policy, params: Any, key: Any) -> None:
        """Let a policy take one action, in place."""
        position, found, rules = self._position, self._found, self.rules
        found["count"] = 0
        place = policy.choose(position, rules, found, params, self._stream(key, Purpose.CHOOSE))
        farm = position["farms"][0]
        if not 0 <= place < found["count"] or apply(farm, position["dice"], found["moves"][place], rules):
            raise AnalyserError(f"policy {policy.name} makes an illegal move in the last round")
        position["taken"][0] += 1
        position["left"][0] = actions_of(farm, rules) - position["taken"][0]
