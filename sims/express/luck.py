"""Luck: what each roll of a game was worth beside what a roll is worth there on average, and games with equal starts.

The luck of a roll is V(the roll) less the mean of V over some fresh rolls at the same place, where V is the value of
a move on the dice by the shipped table `learned`: of the best move, or of the one that the policy takes itself. Both
kinds of rolls fall alike, so that luck is 0 on average for any policy, whatever V is; a good V makes it explain more. V
stands before the data: the table is never learnt from the games that are measured. Dice that are kept are no roll and
no luck.
Source: Zinkevich et al. 2006 ("Optimal unbiased estimators for evaluating agent performance").
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from ..draws import game_key, moment_key
from ..jit import kernel
from .contract import COUNTS, FOUND_TYPE, POSITION, POSITION_TYPE, RULES_TYPE, Policy, try_move
from .drafts import MOST_MOVES, new_found
from .facts import SCORE
from .game import Player
from .harvest import CATEGORIES, harvest_farm
from .moves import Fault, apply
from .onward import begin_game, go_on, pass_turn
from .play import (
    PLAYERS,
    TABLE,
    Purpose,
    Trouble,
    begin_round,
    make_move,
    next_start,
    report,
    roll_all,
    set_up,
)
from .rules import harvest_of, total_rounds
from .table_file import read_table
from .value import best_move, value_after
from .variants import Rules

VALUE = "learned"
"""The policy whose table says what dice are worth."""

ROLL = np.dtype([("game", np.int64), ("seat", np.int8), ("round", np.int8), ("action", np.int8), ("luck", np.float64)])
"""One roll and its luck in points; seat, round and action (the seat's own in the round) count from 0."""


@cache
def value_table() -> Any:
    """Return the table (float32[n]) that says what dice are worth."""
    return read_table(Path(__file__).parent / "policies" / f"{VALUE}.npz")[0]


def rounds(rules: Rules) -> int:
    """Return the number of rounds of a game."""
    return int(total_rounds(rules.record))


class Sight(NamedTuple):
    """What luck is measured with, all but the table written: a POSITION record in which a game is told again.

    `found` a FOUND record, `points` int64[15], `table` float32[n], `keys` uint64[k]: as many fresh rolls are taken.
    `own` says that a roll is worth what the policy's own move makes of it; else what the best move makes.
    """

    position: Any
    found: Any
    points: Any
    table: Any
    keys: Any
    own: Any


SIGHT = types.NamedTuple(
    (
        POSITION_TYPE,
        FOUND_TYPE,
        COUNTS,
        types.Array(types.float32, 1, "C"),
        types.Array(types.uint64, 1, "C"),
        types.boolean,
    ),
    Sight,
)


@kernel(inline=True)
def value_of_own(table, players, rules, sight, key):
    """Return the value of the move that the seat to act takes itself on the dice of the position; NaN for trouble.

    `key` (uint64) is that of the policy's own draws. In `table` it is written who is asked and what went wrong.
    """
    position, found = sight.position, sight.found
    seat, round_ = position["seat"], position["round"]
    table.position["seat"], table.position["round"] = seat, round_
    table.asked[0] += 1
    table.asked[1] = Purpose.CHOOSE
    stream = moment_key(key, round_, position["taken"][seat], seat, Purpose.CHOOSE)
    found["count"] = 0
    place = players.choose[seat](position, rules, found, players.params[seat], stream)
    if place < 0 or place >= min(found["count"], MOST_MOVES):
        report(table, Trouble.NO_SUCH_PLACE, seat, round_, place)
        return np.nan
    position["trial_farm"], position["trial_dice"] = position["farms"][seat], position["dice"]
    fault = apply(position["trial_farm"], position["trial_dice"], found["moves"][place], rules)
    if fault != Fault.LEGAL:
        report(table, Trouble.ILLEGAL_MOVE, seat, round_, fault)
        return np.nan
    return value_after(position, position["trial_farm"], rules, sight.table)


@kernel(inline=True)
def luck_of_roll(table, players, rules, sight, entry):
    """Return the luck of a roll (an ACTION) of the seat to act, whose dice then lie there; NaN for trouble."""
    position, found, total = sight.position, sight.found, 0.0
    seat = position["seat"]
    for key in sight.keys:
        roll_all(position["dice"], rules, key, position["round"], position["taken"][seat], seat)
        if sight.own:
            total += value_of_own(table, players, rules, sight, key)
        else:
            total += best_move(position, rules, found, sight.table)[1]
    position["dice"] = entry["dice"]
    if sight.own:
        value = value_after(position, try_move(position, rules, entry["move"]), rules, sight.table)
    else:
        value = best_move(position, rules, found, sight.table)[1]
    return value - total / len(sight.keys)


@kernel(inline=True)
def tell_round_end(sight, rules, feedings, fed):
    """Hold the harvest that ends the round, if one does, with the feedings from number `fed` on; begin the next round.

    Return the number of the next feeding.
    """
    position = sight.position
    harvest = harvest_of(rules, position["round"])
    if harvest_of(rules, position["round"] + 1) != harvest:
        for seat in range(position["seats"]):
            harvest_farm(position["farms"][seat], rules, harvest, feedings[fed]["cooking"], sight.points)
            fed += 1
        position["start"] = next_start(position["farms"], position["seats"], rules, position["start"])
    begin_round(position, rules, position["round"] + 1)
    return fed


@kernel(types.boolean(TABLE, PLAYERS, RULES_TYPE, SIGHT, types.uint64, types.Array(from_dtype(ROLL), 1, "C")))
def weigh(table, players, rules, sight, key, rolls):
    """Tell the logged game of `table` again and write what each of its actions is, and its roll's luck, to `rolls`.

    `rolls` is ROLL[n], n being the actions; one with kept dice has luck NaN. The fresh rolls are those of `key`
    (uint64), the same for each game that has it. Say whether all went by the rules.
    """
    position, fed = sight.position, 0
    for place in range(len(sight.keys)):
        sight.keys[place] = game_key(key, np.uint64(place))
    set_up(position, rules)
    for place in range(len(rolls)):
        entry, roll = table.log[place], rolls[place]
        while position["round"] < entry["round"]:
            fed = tell_round_end(sight, rules, table.feedings, fed)
        seat = entry["seat"]
        position["seat"] = seat
        roll["seat"], roll["round"], roll["action"] = seat, entry["round"], position["taken"][seat]
        roll["luck"] = np.nan if entry["kept"] else luck_of_roll(table, players, rules, sight, entry)
        if table.trouble[0] != Trouble.NONE:
            return False
        position["dice"] = entry["dice"]
        apply(position["farms"][seat], position["dice"], entry["move"], rules)
        pass_turn(position, rules)
    return True


@kernel(
    types.boolean(
        TABLE, PLAYERS, RULES_TYPE, types.UniTuple(types.uint64, 2), types.uint64, types.Array(types.int32, 2, "C")
    )
)
def play_nested(table, players, rules, seeds, first, scores):
    """Play games in groups that share the first roll, and write seat 1's `scores` (int32[groups, games]).

    `seeds` is (that of the first rolls, that of all later draws); group g has the first roll of game `first` + g of
    the one, and each of its games a number of its own in the other. Say whether all went by the rules.
    """
    position, games = table.position, scores.shape[1]
    for group in range(len(scores)):
        number = first + np.uint64(group)
        for game in range(games):
            key = game_key(seeds[1], number * np.uint64(games) + np.uint64(game))
            begin_game(table, rules, number)
            roll_all(position["dice"], rules, game_key(seeds[0], number), 0, 0, 0)
            if not make_move(table, players, rules, key, 0, False):
                return False
            pass_turn(position, rules)
            if not go_on(table, players, rules, key, total_rounds(rules)):
                return False
            scores[group, game] = position["farms"][0]["points"]
    return True


class LuckPlayer(Player):
    """Memory to play games and to measure their luck; each thread needs its own."""

    def __init__(self, rules: Rules, policies: list[Policy], params: list[Any]) -> None:
        super().__init__(rules, policies, params, log=True)
        self.position = np.zeros(1, POSITION)[0]
        self.position["seats"] = self.seats
        self.found, self.points = new_found(), np.zeros(CATEGORIES, np.int64)

    def lucks(self, seed: int, first: int, games: int, fresh: int, fresh_seed: int, own: bool) -> tuple[Any, Any]:
        """Play games of a seed; return their scores (int32[games, seats]) and their rolls (ROLL[n]), game by game.

        `fresh` rolls of `fresh_seed` are averaged for each roll; for `own` see `Sight`. Raises Misplay where a policy
        breaks the rules.
        """
        sight = Sight(self.position, self.found, self.points, value_table(), np.zeros(fresh, np.uint64), own)
        scores, rolls = np.zeros((games, self.seats), np.int32), []
        for game in range(first, first + games):
            scores[game - first] = self.play(seed, game, 1, SCORE + 1)[2][0, :, SCORE]
            found = np.zeros(self.table.logged[0], ROLL)
            self.setting = ", on a fresh roll instead of the game's own"
            self.go(seed, weigh, sight, np.uint64(game_key(np.uint64(fresh_seed), np.uint64(game))), found)
            self.setting = ""
            found["game"] = game
            rolls.append(found[~np.isnan(found["luck"])])
        return scores, np.concatenate(rolls)

    def nested(self, seeds: tuple[int, int], first: int, groups: int, games: int) -> Any:
        """Play groups of games that share the first roll; return seat 1's scores (int32[groups, games]).

        `seeds` are those of the first rolls and of the later draws. Raises Misplay where a policy breaks the rules.
        """
        scores = np.zeros((groups, games), np.int32)
        numbers = (np.uint64(seeds[0]), np.uint64(seeds[1])), np.uint64(first)
        self.setting = ", with the first roll of this game and others after it"
        self.go(seeds[0], play_nested, *numbers, scores)
        self.setting = ""
        self.check_given(seeds[0], first, groups)
        return scores
