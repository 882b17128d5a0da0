"""Advice: what can be decided in a position, and games played on after each decision.

A position asks one thing: whether to keep the dice and which move to make with them; which move to make with those that
were rolled; or, where no action is left, what to cook (see `cooking`). Moves are those of the menu USED: powers that
only leave better dice lying are not looked at. Moves that lead to the same farm and dice are one; where the game ends
with them, the dice do not count.
Source: rules/express.md, "One action".
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from numba import from_dtype, types

from ..advising import ROLL, Option, PlayingOn, Start, Starts, words_of
from ..columns import label
from ..draws import game_key
from ..jit import kernel
from .contract import FOUND_TYPE, POSITION_TYPE, RULES_TYPE, list_moves, try_move
from .cooking import cooking_options, feeds
from .drafts import MOST_MOVES, Menu, new_found
from .faces import FACES, Group
from .facts import STATE, note_results
from .farm import FARM
from .game import Player
from .luck import value_table
from .moves import apply
from .onward import Next, go_on, pass_turn
from .play import PLAYERS, TABLE, end_round, make_move, roll_all
from .position import Position, has_to_roll
from .rules import total_rounds
from .value import value_after, worth_now
from .variants import Rules
from .words import describe, spoken

PLAYS_ON = "learned"
"""The strongest policy that plays thousands of games a second."""
ROLL_WORDS = "Roll all dice"
VARIANT = 0.75
"""What each further way to the same farm, which leaves other dice, is guessed to be worth less than the first."""


AFTER = np.dtype([("farm", FARM), ("dice", np.int8, (FACES,))], align=True)
"""What a move leads to."""
STARTS = types.NamedTuple((types.Array(types.int64, 2, "C"), types.Array(types.int64, 1, "C")), Starts)


@kernel(
    types.int64(
        POSITION_TYPE,
        RULES_TYPE,
        FOUND_TYPE,
        types.Array(types.float32, 1, "C"),
        types.Array(from_dtype(AFTER), 1, "C"),
        types.Array(types.float64, 1, "C"),
    )
)
def weigh_moves(position, rules, found, table, after, values):
    """List the moves on the dice shown; write what each leads to (AFTER[n]) and is worth by a learnt table.

    `values` is float64[n + 1], the last one written being the worth of a roll. Return the number of moves.
    """
    number = list_moves(position, rules, Menu.USED, found)
    for place in range(number):
        farm = try_move(position, rules, found["moves"][place])
        after[place]["farm"], after[place]["dice"] = farm, position["trial_dice"]
        values[place] = value_after(position, farm, rules, table)
    values[number] = worth_now(position, rules, table)
    return number


@kernel(inline=True)
def begin(table, players, rules, key, then):
    """Do what comes next in the position of `table` (see `Next`), up to the next turn; say whether it was legal."""
    position = table.position
    seat, round_ = position["seat"], position["round"]
    if then == Next.TURN:
        return True
    if then == Next.FEED:
        return end_round(table, players, rules, key, seat)
    if then == Next.ROLL:
        roll_all(position["dice"], rules, key, round_, position["taken"][seat], seat)
    if not make_move(table, players, rules, key, seat, False):
        return False
    position["seat"] = seat
    pass_turn(position, rules)
    return True


@kernel(
    types.boolean(TABLE, PLAYERS, RULES_TYPE, types.UniTuple(types.uint64, 2), STARTS, types.Array(types.int32, 4, "C"))
)
def play_starts(table, players, rules, which, starts, rows):
    """Play each game of a chunk on from each start, and write the beginnings of its rows.

    `which` is (seed, first game), `rows` int32[games, starts, seats, columns]. Say whether all went by the rules.
    """
    games, number, seats, wide = rows.shape
    for game in range(games):
        key = game_key(which[0], which[1] + np.uint64(game))
        for place in range(number):
            table.rows[:] = 0
            table.logged[:] = 0
            table.trouble[1] = np.int64(which[1]) + game
            table.words[:] = starts.scenes[place]
            if not begin(table, players, rules, key, starts.nexts[place]):
                return False
            if not go_on(table, players, rules, key, total_rounds(rules)):
                return False
            note_results(table.rows, table.position["farms"])
            rows[game, place] = table.rows[:seats, :wide]
    return True


class AdvicePlayer(PlayingOn, Player):
    """Memory to play games on from given starts; each thread needs its own."""

    setting = ", played on from the position that was asked about"
    starts_loop = staticmethod(play_starts)
    wide_points = STATE


# --- Options -------------------------------------------------------------------------------------------------------


def options(position: Position, rules: Rules) -> list[Option]:
    """Return what can be decided, the most promising first; the roll, where it may be chosen, last."""
    record = position.record
    if feeds(record):
        return cooking_options(record, rules, value_table())
    if has_to_roll(position, rules):
        return [_roll(position, 0.0)]
    found, after, values = new_found(), np.zeros(MOST_MOVES, AFTER), np.zeros(MOST_MOVES + 1)
    number = weigh_moves(record.copy(), rules.record, found, value_table(), after, values)
    over = is_over(record, rules)
    moves = _distinct(found["moves"][:number], after[:number], values[:number], over)
    listed = [_move(position, rules, found["moves"][place], guess) for place, guess in moves]
    listed.sort(key=lambda option: -option.guess)
    return listed if position.shown else [*listed, _roll(position, float(values[number]))]


def is_over(record: Any, rules: Rules) -> bool:
    """Say whether the next action is the last of the game, unless a baby comes."""
    return bool(record["round"] + 1 == total_rounds(rules.record) and record["left"][: record["seats"]].sum() == 1)


def _distinct(moves: Any, after: Any, values: Any, over: bool) -> list[tuple[int, float]]:
    """Return (place, guess) of moves that lead to different positions; further ways to a farm are guessed lower."""
    seen: set[tuple[bytes, bytes]] = set()
    ways: Counter[bytes] = Counter()
    found = []
    for place in range(len(moves)):
        farm, dice = after["farm"][place].tobytes(), b"" if over else after["dice"][place].tobytes()
        if (farm, dice) not in seen:
            seen.add((farm, dice))
            found.append((place, float(values[place]) - VARIANT * ways[farm]))
            ways[farm] += 1
    return found


def _move(position: Position, rules: Rules, move: Any, guess: float) -> Option:
    record = after_move(position.record, rules, move)
    over = record["round"] + 1 == total_rounds(rules.record) and not record["left"][: record["seats"]].any()
    kind = label(Group(move["group"]).name)
    return Option(spoken(move), describe(move), kind, Start(words_of(record), Next.TURN), guess, bool(over))


def after_move(record: Any, rules: Rules, move: Any) -> Any:
    """Return the position (POSITION) after a legal move of the seat to act, the next seat being to act."""
    after = record.copy()
    apply(after["farms"][after["seat"]], after["dice"], move, rules.record)
    pass_turn(after, rules.record)
    return after


def _roll(position: Position, guess: float) -> Option:
    return Option(ROLL_WORDS, "", ROLL, Start(words_of(position.record), Next.ROLL), guess)
