"""The game loop: rounds of placements, breeding, the winner.

Source: rules/creatures.md, section 4. A game is a pure function of (seed, game number, rules, policies); but for the
seat that starts, where the rules toss for it, the game draws nothing: seed and number only reach the policies' own
streams.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from ..asking import add_up, remember, report, unchanged
from ..draws import below, game_key, moment_key
from ..herds import fits, grown, list_herds
from ..jit import borrow, kernel
from .board import POSITION, SEATS, refill, set_up
from .contract import (
    BREED,
    CHOOSE,
    COUNTS,
    FOUND_TYPE,
    HERDS_TYPE,
    PARAMS,
    POSITION_TYPE,
    RULES_TYPE,
    Policy,
)
from .drafts import MOST_MOVES, new_found
from .facts import columns, note_results, note_round, note_space
from .herd import new_herds
from .moves import MOVE, Fault, apply, settle
from .pieces import ANIMALS
from .rules import First
from .scoring import CATEGORIES

WORDS_SHOWN = POSITION.fields["trial_farm"][1] // 8
"""The 64-bit words of a position that a policy may not change: all before the trial fields."""


class Purpose(IntEnum):
    """What a draw is for."""

    FIRST = 0
    CHOOSE = 7
    BREED = 8


class Trouble(IntEnum):
    """What a policy did wrong. `trouble` holds: kind, game, seat, round, and the place, `Fault` or `Purpose`."""

    NONE = 0
    NO_SUCH_PLACE = 1
    ILLEGAL_MOVE = 2
    NO_SUCH_HERD = 3
    CHANGED_POSITION = 4


PLACEMENT = np.dtype([("round", np.int64), ("seat", np.int64), ("move", MOVE)], align=True)
"""One placement of a logged game."""

BIRTH = np.dtype([("round", np.int64), ("seat", np.int64), ("herd", np.int64, (ANIMALS,))], align=True)
"""What stayed at a breeding of a logged game where not all did."""


class Players(NamedTuple):
    """The compiled answers and parameters of the policies on both seats.

    `guarded` says of each whether the loop checks that it changes nothing, which is for policies from elsewhere.
    """

    choose: Any
    breed: Any
    params: Any
    guarded: Any


class Table(NamedTuple):
    """The memory of a running game: all of it is written.

    `position` a POSITION record, `words` int64[n] the same memory, `witness` int64[m] a copy of its beginning from
    before a question, `found` a FOUND record, `herds` a HERDS record, `rows` int64[2, k] (see facts),
    `points` int64[12], `scores` int64[2], `log` PLACEMENT[m] and `births` BIRTH[m] (length 0: no log), `logged`
    int64[2], `trouble` int64[5], `asked` int64[2] (how many questions were put to policies, the `Purpose` of the last).
    """

    position: Any
    words: Any
    witness: Any
    found: Any
    herds: Any
    rows: Any
    points: Any
    scores: Any
    log: Any
    births: Any
    logged: Any
    trouble: Any
    asked: Any


TABLE = types.NamedTuple(
    (
        POSITION_TYPE,
        COUNTS,
        COUNTS,
        FOUND_TYPE,
        HERDS_TYPE,
        types.Array(types.int64, 2, "C"),
        COUNTS,
        COUNTS,
        types.Array(from_dtype(PLACEMENT), 1, "C"),
        types.Array(from_dtype(BIRTH), 1, "C"),
        COUNTS,
        COUNTS,
        COUNTS,
    ),
    Table,
)
PLAYERS = types.NamedTuple(
    (
        types.UniTuple(types.FunctionType(CHOOSE), SEATS),
        types.UniTuple(types.FunctionType(BREED), SEATS),
        types.UniTuple(PARAMS, SEATS),
        types.UniTuple(types.boolean, SEATS),
    ),
    Players,
)


@kernel(inline=True)
def place_worker(table, players, rules, key):
    """Let the seat to act place a worker; say whether it was legal."""
    position, found = table.position, table.found
    seat, round_ = position["seat"], position["round"]
    found["count"] = 0
    remember(table, players, seat, Purpose.CHOOSE)
    stream = moment_key(key, round_, position["placed"], seat, Purpose.CHOOSE)
    place = players.choose[seat](position, rules, found, players.params[seat], stream)
    if not unchanged(table, players, seat):
        return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.CHOOSE)
    if place < 0 or place >= min(found["count"], MOST_MOVES):
        return report(table, Trouble.NO_SUCH_PLACE, seat, round_, place)
    move = found["moves"][place]
    log_placement(table, round_, seat, move)
    fault = apply(position, move, rules)
    if fault != Fault.LEGAL:
        return report(table, Trouble.ILLEGAL_MOVE, seat, round_, fault)
    note_space(table.rows[seat], round_, move["space"])
    return True


@kernel(inline=True)
def log_placement(table, round_, seat, move):
    """Write a placement to the log, if there is one."""
    place = table.logged[0]
    if place < len(table.log):
        entry = table.log[place]
        entry["round"], entry["seat"] = round_, seat
        entry["move"] = move
        table.logged[0] = place + 1


@kernel(inline=True)
def work(table, players, rules, key):
    """Play the placements of a round that are left, in turn; say whether all were legal."""
    position = table.position
    while position["placed"] < SEATS * rules["workers"]:
        if not place_worker(table, players, rules, key):
            return False
        position["placed"] += 1
        position["seat"] = 1 - position["seat"]
    return True


@kernel(inline=True)
def breed_herd(table, players, rules, key, seat):
    """Let one seat's animals breed; where not all have room the policy says which stay. Say whether it did."""
    position, herds = table.position, table.herds
    farm, herd = position["farms"][seat], position["trial_herd"]
    grown(farm["animals"], rules, herd)
    if fits(farm, herd):
        settle(farm, herd)
        return True
    position["seat"], round_ = seat, position["round"]
    number = list_herds(farm, herd, herds)
    remember(table, players, seat, Purpose.BREED)
    stream = moment_key(key, round_, position["placed"], seat, Purpose.BREED)
    place = players.breed[seat](position, rules, herds, players.params[seat], stream)
    if not unchanged(table, players, seat):
        return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.BREED)
    if place < 0 or place >= number:
        return report(table, Trouble.NO_SUCH_HERD, seat, round_, place)
    # The policy may have written into the list: what stays is listed anew.
    grown(farm["animals"], rules, herd)
    list_herds(farm, herd, herds)
    settle(farm, herds["herds"][place])
    log_birth(table, round_, seat, farm["animals"])
    return True


@kernel(inline=True)
def log_birth(table, round_, seat, herd):
    """Write to the log what stayed at a breeding, if there is one."""
    place = table.logged[1]
    if place < len(table.births):
        entry = table.births[place]
        entry["round"], entry["seat"] = round_, seat
        for animal in range(ANIMALS):
            entry["herd"][animal] = herd[animal]
        table.logged[1] = place + 1


@kernel(inline=True)
def end_round(table, players, rules, key, first):
    """Breed on the farms from seat `first` on and begin the next round, if there is one.

    Say whether all went by the rules.
    """
    position = table.position
    round_ = position["round"]
    for seat in range(first, SEATS):
        if not breed_herd(table, players, rules, key, seat):
            return False
        note_round(table.rows[seat], round_, position["farms"][seat])
    position["round"] = round_ + 1
    if round_ + 1 < rules["rounds"]:
        refill(position, rules)
    return True


@kernel(inline=True)
def play_on(table, players, rules, key, until):
    """Play from the position in `table` to the start of round `until`; say whether all went by the rules."""
    while table.position["round"] < until:
        if not work(table, players, rules, key):
            return False
        if not end_round(table, players, rules, key, 0):
            return False
    return True


@kernel()
def first_seat(rules, key):
    """Return the seat that starts round 1 (R01)."""
    if rules["first"] == First.COIN:
        return below(moment_key(key, 0, 0, 0, Purpose.FIRST), 0, 2)
    return 0


@kernel(inline=True)
def play_game(table, players, rules, seed, game):
    """Play one game, in `table`; say whether all went by the rules (else `table.trouble` says what did not)."""
    table.rows[:] = 0
    table.logged[:] = 0
    table.trouble[1] = np.int64(game)
    key = game_key(seed, game)
    set_up(table.position, rules, first_seat(rules, key))
    refill(table.position, rules)
    if not play_on(table, players, rules, key, rules["rounds"]):
        return False
    note_results(table.rows, table.position["farms"], rules, table.position["first"], table.points, table.scores)
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

    `sums` and `squares` are int64[2, k], added to; `rows` int32[games, 2, j] takes the first j columns of each game's
    rows (j = 1: just the scores). Say whether all went by the rules.
    """
    table = Table(
        table.position,
        borrow(table.words),
        borrow(table.witness),
        table.found,
        table.herds,
        borrow(table.rows),
        borrow(table.points),
        borrow(table.scores),
        borrow(table.log),
        borrow(table.births),
        borrow(table.logged),
        borrow(table.trouble),
        borrow(table.asked),
    )
    params = (borrow(players.params[0]), borrow(players.params[1]))
    players = Players(players.choose, players.breed, params, players.guarded)
    for game in range(len(rows)):
        if not play_game(table, players, rules, seed, first + np.uint64(game)):
            return False
        add_up(table.rows, sums, squares, rows[game])
    return True


def new_table(rules: Any, log: bool = False) -> Table:
    """Return the memory for games, with a log if asked for."""
    rounds = int(rules["rounds"]) if log else 0
    positions = np.zeros(1, POSITION)
    position, words = positions[0], positions.view(np.int64)
    return Table(
        position=position,
        words=words,
        witness=np.zeros(WORDS_SHOWN, np.int64),
        found=new_found(),
        herds=new_herds(),
        rows=np.zeros((SEATS, len(columns(rules))), np.int64),
        points=np.zeros(CATEGORIES, np.int64),
        scores=np.zeros(SEATS, np.int64),
        log=np.zeros(rounds * SEATS * int(rules["workers"]), PLACEMENT),
        births=np.zeros(rounds * SEATS, BIRTH),
        logged=np.zeros(2, np.int64),
        trouble=np.zeros(5, np.int64),
        asked=np.zeros(2, np.int64),
    )


def seat_players(policies: Sequence[Policy], params: Sequence[Any]) -> Players:
    """Return the players for these policies, one a seat, with their parameters (float64 arrays)."""
    return Players(
        choose=tuple(policy.choose for policy in policies),
        breed=tuple(policy.breed for policy in policies),
        params=tuple(np.asarray(one, np.float64) for one in params),
        guarded=tuple(policy.guarded for policy in policies),
    )
