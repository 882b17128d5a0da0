"""Advice: what can be decided in a position, and games played on after each decision.

Moves are those of the menu PLAIN, sorted by what the farm after them is worth to the balanced character. Moves that
lead to the same position are one. The game itself draws nothing more: what differs between games played on are the
draws of the policies.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numba import types

from ..advising import Option, PlayingOn, Start, Starts, distinct, words_of
from ..draws import game_key
from ..jit import kernel
from .board import SEATS
from .character import begin_weighing, worth, worths_now
from .contract import FOUND_TYPE, POSITION_TYPE, RULES_TYPE, list_moves
from .drafts import MOST_MOVES, Menu, new_found
from .facts import STATE, note_results
from .game import Player
from .moves import act, apply
from .pieces import SPACE_WORD, Space
from .play import PLAYERS, TABLE, end_round, play_on
from .position import Position
from .variants import Rules
from .words import describe
from .worths import WORTHS

PLAYS_ON = "balanced"
"""The strongest policy that plays a thousand games a second."""


class Next(IntEnum):
    """What comes next where a game is played on: a placement, or breeding from a seat on."""

    TURN = 0
    BREED = 1


STARTS = types.NamedTuple((types.Array(types.int64, 2, "C"), types.Array(types.int64, 1, "C")), Starts)


@kernel(types.int64(POSITION_TYPE, RULES_TYPE, FOUND_TYPE, types.Array(types.float64, 1, "C")))
def weigh_moves(position, rules, found, values):
    """List the moves and write what each is worth to the balanced character (float64[n]); return their number."""
    worths = worths_now(position, rules, WORTHS)
    begin_weighing(position)
    number = list_moves(position, rules, Menu.PLAIN, found)
    for place in range(number):
        values[place] = worth(position, rules, worths, found["moves"][place])
    return number


@kernel(
    types.boolean(TABLE, PLAYERS, RULES_TYPE, types.UniTuple(types.uint64, 2), STARTS, types.Array(types.int32, 4, "C"))
)
def play_starts(table, players, rules, which, starts, rows):
    """Play each game of a chunk on from each start, and write the beginnings of its rows.

    `which` is (seed, first game), `rows` int32[games, starts, 2, columns]. Say whether all went by the rules.
    """
    games, number, seats, wide = rows.shape
    position = table.position
    for game in range(games):
        key = game_key(which[0], which[1] + np.uint64(game))
        for place in range(number):
            table.rows[:] = 0
            table.logged[:] = 0
            table.trouble[1] = np.int64(which[1]) + game
            table.words[:] = starts.scenes[place]
            fine = True
            if starts.nexts[place] == Next.BREED:
                fine = end_round(table, players, rules, key, position["seat"])
            if not fine or not play_on(table, players, rules, key, rules["rounds"]):
                return False
            note_results(table.rows, position["farms"], rules, position["first"], table.points, table.scores)
            rows[game, place] = table.rows[:seats, :wide]
    return True


class AdvicePlayer(PlayingOn, Player):
    """Memory to play games on from given starts; each thread needs its own."""

    setting = ", played on from the position that was asked about"
    starts_loop = staticmethod(play_starts)
    wide_points = STATE


# --- Options -------------------------------------------------------------------------------------------------------


def options(position: Position, rules: Rules) -> list[Option]:
    """Return what can be decided, the most promising first."""
    found, values, record = new_found(), np.zeros(MOST_MOVES), position.record
    number = weigh_moves(record.copy(), rules.record, found, values)
    order = np.argsort(-values[:number], kind="stable")
    return distinct(move_option(record, rules, found["moves"][place], float(values[place])) for place in order)


def move_option(record: Any, rules: Rules, move: Any, guess: float = 0.0) -> Option:
    """Return a legal move of the seat to act as an option."""
    all_stay = bool(np.all(act(record.copy(), move, rules.record)["animals"] == move["herd"]))
    after, words = after_move(record, rules, move), describe(move, all_stay)
    over = after["round"] + 1 == rules.record["rounds"] and after["placed"] == SEATS * rules.record["workers"]
    return Option(words, words, SPACE_WORD[Space(move["space"])], Start(words_of(after), Next.TURN), guess, bool(over))


def after_move(record: Any, rules: Rules, move: Any) -> Any:
    """Return the position (POSITION) after a legal move of the seat to act, the other seat being to act."""
    after = record.copy()
    apply(after, move, rules.record)
    after["placed"] += 1
    after["seat"] = 1 - after["seat"]
    return after
