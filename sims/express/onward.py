"""A game played on from where it stands, for questions that begin in the middle of one.

Why compiled as a function of its own, where `play.play_chunk` holds the whole loop: such questions play many parts of
games, a call costs nothing beside one, and each loop of theirs would else take ten seconds more to compile.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from numba import types

from ..jit import borrow, kernel
from .contract import RULES_TYPE
from .play import PLAYERS, TABLE, Players, Table, play_on, set_up
from .rules import actions_of


class Next(IntEnum):
    """What comes next where a game is played on: a turn, a roll, a move on the dice shown, feeding from a seat on."""

    TURN = 0
    ROLL = 1
    MOVE = 2
    FEED = 3


@kernel(inline=True)
def begin_game(table, rules, game):
    """Put `table` at the start of a game, `game` being the number under which trouble is told."""
    table.rows[:] = 0
    table.logged[:] = 0
    table.trouble[1] = np.int64(game)
    set_up(table.position, rules)


@kernel(inline=True)
def pass_turn(position, rules):
    """Count an action that the seat to act has taken, and pass the turn to the next seat."""
    seat = position["seat"]
    position["taken"][seat] += 1
    position["left"][seat] = actions_of(position["farms"][seat], rules) - position["taken"][seat]
    position["seat"] = seat + 1 if seat + 1 < position["seats"] else 0


@kernel(types.boolean(TABLE, PLAYERS, RULES_TYPE, types.uint64, types.int64))
def go_on(table, players, rules, key, until):
    """Play from the position in `table` to the start of round `until`; say whether all went by the rules.

    `key` is the `game_key` of the game whose rolls come; all of `table` is written.
    """
    table = Table(
        table.position,
        borrow(table.words),
        borrow(table.witness),
        table.found,
        borrow(table.rows),
        borrow(table.cooking),
        borrow(table.points),
        borrow(table.log),
        borrow(table.feedings),
        borrow(table.logged),
        borrow(table.trouble),
        borrow(table.asked),
    )
    params = players.params
    params = (borrow(params[0]), borrow(params[1]), borrow(params[2]), borrow(params[3]))
    players = Players(players.keep, players.choose, players.feed, params, players.guarded)
    return play_on(table, players, rules, key, until)
