"""Learning what a farm is worth by playing: temporal differences on the farms about to roll.

A game is played alone, greedily by the tables learnt so far, but for moves tried at random. The worth of a farm about
to roll is moved towards the best value on a fresh roll; since that is a maximum over all moves, what is played besides
does not bias it. Source: learning.md, section 3, and there Beal and Smith's temporal coherence, by which each weight
has a step size of its own that falls while its errors cancel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from ..draws import below, chance, game_key, moment_key
from ..jit import borrow, kernel
from .contract import FOUND_TYPE, POSITION, POSITION_TYPE, RULES_TYPE, can_keep
from .drafts import new_found
from .faces import FACES, GROUPS
from .harvest import CATEGORIES, COOKING, cook_best, harvest_farm
from .learned import table_policy
from .moves import apply
from .play import Purpose, begin_round, roll_all, set_up
from .rules import actions_of, harvest_of, total_rounds
from .table_file import rounded, table_bytes
from .tables import FULL_TABLES, FULL_WEIGHTS, LITE_TABLES, LITE_WEIGHTS, MOMENTS, MOST_TABLES
from .value import NEVER, best_cooking, best_move, worth_now

__all__ = ["SIZES", "STAGES", "Learner", "rounded", "start_value", "table_bytes", "table_policy"]

MOST_STEPS = 128
"""Decisions of a game beyond these are learnt from at once."""

STEP = np.dtype(
    [
        ("places", np.int32, (MOST_TABLES,)),
        ("roll", np.float64),
        ("gain", np.float64),
        ("next", np.float64),
        ("explored", np.bool_),
        ("kept", np.bool_),
    ],
    align=True,
)
"""One decision of a game: the `places` of its weights, the value of the best move on its fresh `roll`, the points
gained by what was played, the value of the position that came `next`; whether the move was tried at random, or dice
were kept."""

LESSON = np.dtype(
    [
        ("first", np.int64),
        ("games", np.int64),
        ("step", np.float64, (2,)),
        ("explore", np.float64, (2,)),
        ("baby_bonus", np.float64),
        ("bonus_until", np.float64),
        ("delayed", np.bool_),
        ("places", np.int32, (MOST_TABLES,)),
        ("tables", np.int64),
        ("step_now", np.float64),
        ("explore_now", np.float64),
        ("bonus_now", np.float64),
        ("carry", np.float64),
        ("steps", np.int64),
        ("trace", STEP, (MOST_STEPS,)),
        ("gain", np.float64),
        ("lying", np.int8, (FACES,)),
        ("cooking", np.int64, (COOKING,)),
        ("points", np.int64, (CATEGORIES,)),
    ],
    align=True,
)
"""One stage of learning and, from `steps` on, its memory.

The number of the `first` of the stage's `games`; `step`: the first and last step size, falling geometrically (first 0:
temporal coherence); `explore`: the first and last share of moves tried at random, falling linearly; `baby_bonus`: the
points that a baby is worth at the end of a game, in targets alone, falling to 0 at the share `bonus_until` of the
stage; `delayed`: a game is learnt from when it is over, last decision first, each target made of what was scored after
the decision and, in the share `carry`, of the next one's target in place of its worth. That takes the optimism of a
maximum out of the worths.
"""

BONUS_UNTIL = 0.7


class Weights(NamedTuple):
    """What is learnt: the `table`, and of each of its weights the sum of its `errors` and of their `sizes`.

    All are float32[n], read and written.
    """

    table: Any
    errors: Any
    sizes: Any


FLOATS = types.Array(types.float32, 1, "C")
LESSON_TYPE = from_dtype(LESSON)
WEIGHTS = types.NamedUniTuple(FLOATS, 3, Weights)
BLOCK = types.Tuple((types.uint64, types.int64, types.int64))


@kernel(inline=True)
def set_pace(lesson, share):
    """Set step size, exploration and bonus for a game at this share of the stage."""
    lesson["step_now"] = 0.0
    if lesson["step"][0] > 0:
        lesson["step_now"] = lesson["step"][0] * (lesson["step"][1] / lesson["step"][0]) ** share
    lesson["explore_now"] = lesson["explore"][0] + (lesson["explore"][1] - lesson["explore"][0]) * share
    lesson["bonus_now"] = lesson["baby_bonus"] * max(0.0, 1.0 - share / lesson["bonus_until"])


@kernel(inline=True)
def note_places(position, lesson, rules, table):
    """Note the places of the weights of the asked farm as it is, and return its worth."""
    value = worth_now(position, rules, table)
    for k in range(MOST_TABLES):
        lesson["places"][k] = position["trial_places"][k]
    return value


@kernel(inline=True)
def noted_worth(lesson, table):
    """Return the worth at the places noted."""
    total = np.float32(0.0)
    for k in range(lesson["tables"]):
        total += table[lesson["places"][k]]
    return np.float64(total)


@kernel(inline=True)
def correct(lesson, weights, target):
    """Move the weights at the noted places so that their sum comes nearer to `target`."""
    table, errors, sizes = weights.table, weights.errors, weights.sizes
    error = np.float32(target - noted_worth(lesson, table))
    share = error / np.float32(lesson["tables"])
    for k in range(lesson["tables"]):
        place = lesson["places"][k]
        if lesson["step_now"] > 0.0:
            table[place] += np.float32(lesson["step_now"]) * share
        else:
            size = sizes[place]
            table[place] += share * (abs(errors[place]) / size if size > 0 else np.float32(1.0))
        errors[place] += error
        sizes[place] += abs(error)


@kernel(inline=True)
def any_move(found, stream):
    """Return the place of a random move: first a group is drawn, then one of its moves (or of all, if it has none)."""
    group, number, count = below(stream, 1, GROUPS), 0, found["count"]
    for place in range(count):
        number += int(found["moves"][place]["group"] == group)
    pick = below(stream, 2, number if number > 0 else count)
    if number == 0:
        return pick
    for place in range(count):
        if found["moves"][place]["group"] == group:
            if pick == 0:
                return place
            pick -= 1
    return 0


@kernel(inline=True)
def value_with_bonus(position, rules, found, table, bonus):
    """Return (place, value) of the best move, a baby counting `bonus` points more after a game's last action."""
    farm, seat = position["farms"][0], position["seat"]
    place, value = best_move(position, rules, found, table)
    ends = position["round"] + 1 == total_rounds(rules) and position["left"][seat] == 1
    return place, value + bonus * farm["babies"] if ends else value


@kernel(inline=True)
def decide(position, found, lesson, rules, weights, key):
    """Learn from one decision and leave its dice in the position; return the place of the move to be played."""
    table = weights.table
    dice, round_, action = position["dice"], position["round"], position["taken"][0]
    bonus, kept = lesson["bonus_now"], NEVER
    if can_keep(position, rules, found):
        kept = value_with_bonus(position, rules, found, table, bonus)[1]
    value = note_places(position, lesson, rules, table)
    steps = lesson["steps"]
    if lesson["delayed"] and steps > 0:
        lesson["trace"][steps - 1]["gain"] = lesson["gain"]
        lesson["trace"][steps - 1]["next"] = max(kept, value)
    lesson["lying"] = dice
    roll_all(dice, rules, key, round_, action, 0)
    place, target = value_with_bonus(position, rules, found, table, bonus)
    stream = moment_key(key, round_, action, 0, Purpose.CHOOSE)
    explores = chance(stream, 0) < lesson["explore_now"]
    keeps = kept > value and not explores
    if lesson["delayed"] and steps < MOST_STEPS:
        step = lesson["trace"][steps]
        step["places"] = lesson["places"]
        step["roll"], step["next"], step["explored"], step["kept"] = target, 0.0, explores, keeps
        lesson["steps"] = steps + 1
    else:
        correct(lesson, weights, target)
    if keeps:
        position["dice"] = lesson["lying"]
        return best_move(position, rules, found, table)[0]
    return any_move(found, stream) if explores else place


@kernel(inline=True)
def end_round(position, lesson, rules, table):
    """Hold the harvest that ends the round, if one does, and begin the next; the points go to `lesson["gain"]`."""
    farm, round_ = position["farms"][0], position["round"]
    harvest, last = harvest_of(rules, round_), round_ + 1 == total_rounds(rules)
    if last or harvest_of(rules, round_ + 1) != harvest:
        cooking, before = lesson["cooking"], farm["points"]
        if last:
            cook_best(farm, rules, cooking)
            lesson["gain"] += lesson["bonus_now"] * farm["babies"]
        else:
            best_cooking(position, farm, rules, table)
            position["trial_cooking"][COOKING - 1] = 0
            lesson["cooking"] = position["trial_cooking"]
        harvest_farm(farm, rules, harvest, cooking, lesson["points"])
        lesson["gain"] += farm["points"] - before
    if last:
        position["round"] = round_ + 1
    else:
        begin_round(position, rules, round_ + 1)


@kernel(inline=True)
def look_back(lesson, weights):
    """Learn from a game's decisions, last one first.

    What was played after dice were kept, or after a random move, says nothing of the worth about to roll: there the
    value of the best move on the fresh roll is the target.
    """
    found = 0.0
    for place in range(lesson["steps"] - 1, -1, -1):
        step = lesson["trace"][place]
        carry = lesson["carry"] if place < lesson["steps"] - 1 else 0.0
        if step["explored"]:
            found = step["roll"]
        else:
            found = step["gain"] + (1.0 - carry) * step["next"] + carry * found
        lesson["places"] = step["places"]
        correct(lesson, weights, step["roll"] if step["kept"] else found)


@kernel(inline=True)
def play_lesson(position, found, lesson, rules, weights, key):
    """Play one game and learn from it; return its score."""
    farm = position["farms"][0]
    set_up(position, rules)
    lesson["steps"] = 0
    while position["round"] < total_rounds(rules):
        place = decide(position, found, lesson, rules, weights, key)
        apply(farm, position["dice"], found["moves"][place], rules)
        lesson["gain"] = 0.0
        position["taken"][0] += 1
        position["left"][0] = actions_of(farm, rules) - position["taken"][0]
        if position["left"][0] == 0:
            end_round(position, lesson, rules, weights.table)
    if lesson["steps"] > 0:
        lesson["trace"][lesson["steps"] - 1]["gain"] = lesson["gain"]
        look_back(lesson, weights)
    return farm["points"]


@kernel(types.int64(POSITION_TYPE, FOUND_TYPE, LESSON_TYPE, RULES_TYPE, WEIGHTS, BLOCK))
def learn_chunk(position, found, lesson, rules, weights, block):
    """Play a block of games and learn from them; return the sum of their scores.

    The block (seed, first, games) is of the games `first` to `first + games - 1` of a seed.
    """
    position["seats"], position["seat"] = 1, 0
    weights = Weights(borrow(weights.table), borrow(weights.errors), borrow(weights.sizes))
    seed, first, games = block
    total = 0
    for game in range(first, first + games):
        set_pace(lesson, (game - lesson["first"]) / lesson["games"])
        total += play_lesson(position, found, lesson, rules, weights, game_key(seed, np.uint64(game)))
    return total


@dataclass(frozen=True)
class Stage:
    """One stage of learning: its share of all games, and the numbers of its `LESSON`."""

    share: float
    step: tuple[float, float] = (0.0, 0.0)
    explore: tuple[float, float] = (0.3, 0.0)
    baby_bonus: float = 0.0
    delayed: bool = False
    carry: float = 0.7


STAGES = (
    Stage(1 / 8, step=(0.5, 0.01), baby_bonus=8.0),
    Stage(1 / 8, explore=(0.2, 0.0)),
    Stage(1 / 8, explore=(0.3, 0.0), delayed=True),
    Stage(1 / 8, explore=(0.2, 0.0), delayed=True),
    Stage(1 / 8, explore=(0.2, 0.0), delayed=True),
    Stage(1 / 8, explore=(0.2, 0.0), delayed=True),
    Stage(1 / 8, explore=(0.1, 0.0), delayed=True),
    Stage(1 / 8, explore=(0.1, 0.0), delayed=True),
)
"""The recipe: first large steps, hopes that are too high and a bonus that shows what babies are worth; then each weight
at its own pace, begun anew stage by stage, which finds more each time; most of it with the delayed target, which makes
the worths honest."""

HOPE = 170.0
"""What every farm is worth before anything is learnt: more than can be had, so that everything is tried."""


SIZES = {"full": (FULL_TABLES, FULL_WEIGHTS), "lite": (LITE_TABLES, LITE_WEIGHTS)}
"""The sets of tables by name: how many tables, and how many weights for each moment (see `tables`)."""


class Learner:
    """Memory to learn in.

    `table` (float32[n]) holds the weights. Of each weight: `errors` and `sizes`, the sums of its errors and of their
    sizes, and whether it was ever `met`.
    """

    def __init__(self, rules: Any, size: str) -> None:
        self.rules = rules
        self.tables, weights = SIZES[size]
        self.table = np.full(MOMENTS * weights, HOPE / self.tables, np.float32)
        self.errors, self.sizes = np.zeros_like(self.table), np.zeros_like(self.table)
        self.met = np.zeros(len(self.table), np.bool_)
        self.position, self.found = np.zeros(1, POSITION)[0], new_found()
        self.lesson = np.zeros(1, LESSON)[0]

    def begin(self, stage: Stage, first: int, games: int) -> None:
        """Begin a stage of `games` games, the first of which has the number `first`."""
        lesson = self.lesson
        lesson["first"], lesson["games"], lesson["tables"] = first, games, self.tables
        lesson["step"], lesson["explore"] = stage.step, stage.explore
        lesson["baby_bonus"], lesson["bonus_until"], lesson["delayed"] = stage.baby_bonus, BONUS_UNTIL, stage.delayed
        lesson["carry"] = stage.carry
        self.errors[:] = 0
        self.sizes[:] = 0

    def play(self, seed: int, first: int, games: int) -> float:
        """Learn from some games of the stage and return their mean score."""
        weights, block = Weights(self.table, self.errors, self.sizes), (np.uint64(seed), first, games)
        total = learn_chunk(self.position, self.found, self.lesson, self.rules, weights, block)
        self.met |= self.sizes > 0
        return float(total) / games

    def finished(self) -> Any:
        """Return the table (float32[n]) for play.

        Weights that learning never met still hold its hopes; they get the mean of those met at the same moment, or,
        where a moment was never met, those of the moment before.
        """
        table = self.table.reshape(MOMENTS, -1).copy()
        met = self.met.reshape(MOMENTS, -1)
        for moment in range(MOMENTS):
            if met[moment].any():
                table[moment, ~met[moment]] = table[moment, met[moment]].mean()
            elif moment > 0:
                table[moment] = table[moment - 1]
        return table.ravel()

    def state(self) -> dict[str, Any]:
        """Return all that the games to come depend on, as arrays by name."""
        lesson = np.frombuffer(self.lesson.tobytes(), np.uint8)
        return {"table": self.table, "errors": self.errors, "sizes": self.sizes, "met": self.met, "lesson": lesson}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Go back to a state."""
        for name in ("table", "errors", "sizes", "met"):
            getattr(self, name)[:] = arrays[name]
        self.lesson = np.frombuffer(arrays["lesson"].tobytes(), LESSON)[0].copy()


def start_value(rules: Any, table: Any) -> float:
    """Return what a table (float32[n]) says that a game is worth at its start."""
    position = np.zeros(1, POSITION)[0]
    position["seats"] = 1
    set_up(position, rules)
    return float(worth_now(position, rules, table))
