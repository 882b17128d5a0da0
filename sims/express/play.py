"""The game loop: who acts when, the dice, harvests, the winner.

Source: rules/express.md, "Rounds", "One action", "Harvest". A game is a pure function of (seed, game number, rules,
policies): every roll is drawn by (seed, game, round, seat, the seat's count of actions in the round, kind of die).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from ..asking import add_up, remember, report, unchanged
from ..draws import game_key, moment_key, roll_faces
from ..jit import borrow, kernel
from .contract import (
    CHOOSE,
    COUNTS,
    FEED,
    FOUND_TYPE,
    KEEP,
    MOST_SEATS,
    PARAMS,
    POSITION,
    POSITION_TYPE,
    RULES_TYPE,
    Policy,
    can_keep,
)
from .drafts import MOST_MOVES, new_found
from .faces import FACES
from .facts import columns, note_action, note_harvest, note_results
from .harvest import CATEGORIES, COOKING, Feed, harvest_farm
from .moves import MOVE, Fault, apply
from .rules import HARVESTS, StartPlayerTie, actions_of, harvest_of, total_rounds

MOST_ACTIONS = 16
"""No seat takes more actions in a round: 6 adults and 8 babies at most."""


WORDS_SHOWN = POSITION.fields["trial_farm"][1] // 8
"""The 64-bit words of a position that a policy may not change: all before the trial fields."""


class Purpose(IntEnum):
    """What a draw is for; 0 to 5 are the rolls of each kind of die."""

    KEEP = 6
    CHOOSE = 7
    FEED = 8


ACTION = np.dtype(
    [
        ("round", np.int8),
        ("seat", np.int8),
        ("kept", np.int8),
        ("dice", np.int8, (FACES,)),
        ("move", MOVE),
    ],
    align=True,
)
"""One action of a logged game: `dice` as they lay there or fell, before the move."""

FEEDING = np.dtype([("harvest", np.int8), ("seat", np.int8), ("cooking", np.int64, (COOKING,))], align=True)
"""One feeding of a logged game."""


class Players(NamedTuple):
    """The compiled answers and parameters of the policies on `MOST_SEATS` seats (those not played are not asked).

    `guarded` says of each whether the loop checks that it changes nothing, which is for policies from elsewhere.
    """

    keep: Any
    choose: Any
    feed: Any
    params: Any
    guarded: Any


class Table(NamedTuple):
    """The memory of a running game: all of it is written.

    `position` a POSITION record, `words` int64[n] the same memory, `witness` int64[m] a copy of its beginning from
    before a question, `found` a FOUND record, `rows` int64[seats, k] (see facts), `cooking` int64[6],
    `points` int64[15], `log` ACTION[m] and `feedings` FEEDING[m] (length 0: no log), `logged` int64[2], `trouble`
    int64[5], `asked` int64[2] (how many questions were put to policies, the `Purpose` of the last).
    """

    position: Any
    words: Any
    witness: Any
    found: Any
    rows: Any
    cooking: Any
    points: Any
    log: Any
    feedings: Any
    logged: Any
    trouble: Any
    asked: Any


class Trouble(IntEnum):
    """What a policy did wrong.

    `trouble` holds: kind, game, seat, round, and the place, `Fault`, `Feed` or `Purpose`.
    """

    NONE = 0
    NO_SUCH_PLACE = 1
    ILLEGAL_MOVE = 2
    ILLEGAL_FEEDING = 3
    CHANGED_POSITION = 4


TABLE = types.NamedTuple(
    (
        POSITION_TYPE,
        COUNTS,
        COUNTS,
        FOUND_TYPE,
        types.Array(types.int64, 2, "C"),
        COUNTS,
        COUNTS,
        types.Array(from_dtype(ACTION), 1, "C"),
        types.Array(from_dtype(FEEDING), 1, "C"),
        COUNTS,
        COUNTS,
        COUNTS,
    ),
    Table,
)
PLAYERS = types.NamedTuple(
    (
        types.UniTuple(types.FunctionType(KEEP), MOST_SEATS),
        types.UniTuple(types.FunctionType(CHOOSE), MOST_SEATS),
        types.UniTuple(types.FunctionType(FEED), MOST_SEATS),
        types.UniTuple(PARAMS, MOST_SEATS),
        types.UniTuple(types.boolean, MOST_SEATS),
    ),
    Players,
)


@kernel(inline=True)
def roll_all(dice, rules, key, round_, action, seat):
    """Gather all dice and roll them, in place."""
    for face in range(FACES):
        dice[face] = 0
    for kind in range(6):
        word = moment_key(key, round_, action, seat, kind)
        roll_faces(word, rules["faces"][kind], rules["number"][kind], dice)


@kernel(inline=True)
def ask_keep(table, players, rules, key, round_, action, seat):
    """Ask a seat whether it keeps the dice, where it can."""
    if not can_keep(table.position, rules, table.found):
        return False
    stream = moment_key(key, round_, action, seat, Purpose.KEEP)
    return players.keep[seat](table.position, rules, table.found, players.params[seat], stream)


@kernel(inline=True)
def make_move(table, players, rules, key, seat, kept):
    """Let a seat take its move on the dice that lie there, `kept` or not; say whether it was legal."""
    position, found = table.position, table.found
    dice, round_ = position["dice"], position["round"]
    stream = moment_key(key, round_, position["taken"][seat], seat, Purpose.CHOOSE)
    found["count"] = 0
    remember(table, players, seat, Purpose.CHOOSE)
    place = players.choose[seat](position, rules, found, players.params[seat], stream)
    if not unchanged(table, players, seat):
        return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.CHOOSE)
    if place < 0 or place >= min(found["count"], MOST_MOVES):
        return report(table, Trouble.NO_SUCH_PLACE, seat, round_, place)
    move = found["moves"][place]
    log_action(table, round_, seat, kept, move)
    fault = apply(position["farms"][seat], dice, move, rules)
    if fault != Fault.LEGAL:
        return report(table, Trouble.ILLEGAL_MOVE, seat, round_, fault)
    note_action(table.rows[seat], round_, kept, np.int64(move["group"]))
    return True


@kernel(inline=True)
def take_action(table, players, rules, key, round_, seat):
    """Let a seat take one action; say whether it was legal."""
    position = table.position
    position["seat"] = seat
    action = position["taken"][seat]
    remember(table, players, seat, Purpose.KEEP)
    kept = ask_keep(table, players, rules, key, round_, action, seat)
    if not unchanged(table, players, seat):
        return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.KEEP)
    if not kept:
        roll_all(position["dice"], rules, key, round_, action, seat)
    return make_move(table, players, rules, key, seat, kept)


@kernel(inline=True)
def log_action(table, round_, seat, kept, move):
    """Write an action to the log, if there is one."""
    place = table.logged[0]
    if place < len(table.log):
        entry = table.log[place]
        entry["round"], entry["seat"], entry["kept"] = round_, seat, kept
        entry["dice"] = table.position["dice"]
        entry["move"] = move
        table.logged[0] = place + 1


@kernel(inline=True)
def begin_round(position, rules, round_):
    """Give each seat its actions of a round."""
    position["round"], position["seat"] = round_, position["start"]
    for seat in range(position["seats"]):
        position["taken"][seat] = 0
        position["left"][seat] = actions_of(position["farms"][seat], rules)


@kernel(inline=True)
def take_turns(table, players, rules, key):
    """Play a round on from the seat to act: an action each in turn until none is left; say whether all was legal."""
    position = table.position
    farms, taken, left, seats = position["farms"], position["taken"], position["left"], position["seats"]
    seat, waiting = position["seat"], 0
    while waiting < seats:
        if left[seat] > 0:
            waiting = 0
            if not take_action(table, players, rules, key, position["round"], seat):
                return False
            taken[seat] += 1
            left[seat] = actions_of(farms[seat], rules) - taken[seat]
        else:
            waiting += 1
        seat = seat + 1 if seat + 1 < seats else 0
    return True


@kernel(inline=True)
def play_harvest(table, players, rules, key, round_, harvest, first):
    """Feed, breed and score all seats from `first` on. Say whether all feedings were legal."""
    position, cooking = table.position, table.cooking
    for seat in range(first, position["seats"]):
        position["seat"] = seat
        for good in range(COOKING):
            cooking[good] = 0
        stream = moment_key(key, round_, 0, seat, Purpose.FEED)
        remember(table, players, seat, Purpose.FEED)
        players.feed[seat](position, rules, cooking, players.params[seat], stream)
        if not unchanged(table, players, seat):
            return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.FEED)
        log_feeding(table, harvest, seat)
        farm = position["farms"][seat]
        fault = harvest_farm(farm, rules, harvest, cooking, table.points)
        if fault != Feed.LEGAL:
            return report(table, Trouble.ILLEGAL_FEEDING, seat, round_, fault)
        note_harvest(table.rows[seat], harvest, farm, table.points)
    return True


@kernel(inline=True)
def log_feeding(table, harvest, seat):
    """Write a feeding to the log, if there is one."""
    place = table.logged[1]
    if place < len(table.feedings):
        entry = table.feedings[place]
        entry["harvest"], entry["seat"] = harvest, seat
        for good in range(COOKING):
            entry["cooking"][good] = table.cooking[good]
        table.logged[1] = place + 1


@kernel()
def next_start(farms, seats, rules, old):
    """Return the start player after a harvest: the lowest total; of those tied, the first clockwise (R08)."""
    first = old
    if rules["start_player_tie"] == StartPlayerTie.AFTER_OLD:
        first = old + 1
    elif rules["start_player_tie"] == StartPlayerTie.LOWEST_SEAT:
        first = 0
    best = first % seats
    for step in range(1, seats):
        seat = (first + step) % seats
        if farms[seat]["points"] < farms[best]["points"]:
            best = seat
    return best


@kernel(inline=True)
def end_round(table, players, rules, key, first):
    """Hold the harvest that ends the round, if one does, for the seats from `first` on; begin the next round.

    Say whether all feedings were legal. After the last round, `round` is the number of rounds.
    """
    position = table.position
    round_, harvest = position["round"], harvest_of(rules, position["round"])
    if round_ + 1 == total_rounds(rules) or harvest_of(rules, round_ + 1) != harvest:
        if not play_harvest(table, players, rules, key, round_, harvest, first):
            return False
        position["start"] = next_start(position["farms"], position["seats"], rules, position["start"])
    begin_round(position, rules, round_ + 1)
    return True


@kernel(inline=True)
def play_on(table, players, rules, key, until):
    """Play from the position in `table` to the start of round `until`; say whether all went by the rules."""
    while table.position["round"] < until:
        if not take_turns(table, players, rules, key):
            return False
        if not end_round(table, players, rules, key, 0):
            return False
    return True


@kernel(inline=True)
def set_up(position, rules):
    """Put the position at the start of a game."""
    for seat in range(position["seats"]):
        position["farms"][seat] = rules["start"]
    for face in range(FACES):
        position["dice"][face] = 0
    position["start"] = 0
    begin_round(position, rules, 0)


@kernel(inline=True)
def play_game(table, players, rules, seed, game):
    """Play one game, in `table`; say whether all went by the rules (else `table.trouble` says what did not)."""
    table.rows[:] = 0
    table.logged[:] = 0
    table.trouble[1] = np.int64(game)
    set_up(table.position, rules)
    if not play_on(table, players, rules, game_key(seed, game), total_rounds(rules)):
        return False
    note_results(table.rows, table.position["farms"])
    return True


@kernel(
    types.boolean(
        TABLE,
        PLAYERS,
        RULES_TYPE,
        types.uint64,
        types.uint64,
        types.Array(types.int64, 2, "C"),
        types.Array(types.int64, 2, "C"),
        types.Array(types.int32, 3, "C"),
    )
)
def play_chunk(table, players, rules, seed, first, sums, squares, rows):
    """Play `len(rows)` games from number `first` on; add up their rows.

    `sums` and `squares` are int64[seats, k], added to; `rows` int32[games, seats, j] takes the first j columns of each
    game's rows (j = 1: just the scores). Say whether all went by the rules.
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
    for game in range(len(rows)):
        if not play_game(table, players, rules, seed, first + np.uint64(game)):
            return False
        add_up(table.rows, sums, squares, rows[game])
    return True


def new_table(seats: int, rules: Any, log: bool = False) -> Table:
    """Return the memory for games of `seats` players, with a log if asked for."""
    wide = len(columns(rules))
    most = int(total_rounds(rules)) * seats * MOST_ACTIONS if log else 0
    positions = np.zeros(1, POSITION)
    position, words = positions[0], positions.view(np.int64)
    position["seats"] = seats
    return Table(
        position=position,
        words=words,
        witness=np.zeros(WORDS_SHOWN, np.int64),
        found=new_found(),
        rows=np.zeros((seats, wide), np.int64),
        cooking=np.zeros(COOKING, np.int64),
        points=np.zeros(CATEGORIES, np.int64),
        log=np.zeros(most, ACTION),
        feedings=np.zeros(HARVESTS * seats if log else 0, FEEDING),
        logged=np.zeros(2, np.int64),
        trouble=np.zeros(5, np.int64),
        asked=np.zeros(2, np.int64),
    )


def seat_players(policies: Sequence[Policy], params: Sequence[Any]) -> Players:
    """Return the players for these policies, one a seat, with their parameters (float64 arrays)."""
    fill = [min(seat, len(policies) - 1) for seat in range(MOST_SEATS)]
    return Players(
        keep=tuple(policies[seat].keep for seat in fill),
        choose=tuple(policies[seat].choose for seat in fill),
        feed=tuple(policies[seat].feed for seat in fill),
        params=tuple(np.asarray(params[seat], np.float64) for seat in fill),
        guarded=tuple(policies[seat].guarded for seat in fill),
    )
