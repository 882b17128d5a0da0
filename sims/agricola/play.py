"""The game loop: rounds of placements, harvests, who won.

Source: rules/agricola-2007.md, sections 3 and 10. A game is a pure function of (seed, game number, rules, policies);
but for the order of the round cards, and for the seat that starts where the rules draw it, the game draws nothing.
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
from .board import POSITION, begin_round, deal, set_up, to_place
from .contract import (
    BREED,
    CHOOSE,
    COUNTS,
    FEED,
    FEEDING_TYPE,
    FOUND_TYPE,
    HERDS_TYPE,
    PARAMS,
    PASS,
    POSITION_TYPE,
    RULES_TYPE,
    Policy,
)
from .drafts import MOST_MOVES, new_found
from .facts import columns, note_results, note_round, note_space
from .faults import Fault
from .harvest import FEEDING, clear_feeding, food_needed, new_feeding, reap
from .harvest import feed as feed_family
from .herd import new_herds
from .moves import MOVE, apply
from .pieces import ANIMALS, CARDS
from .rules import SEATS, First, is_harvest
from .scoring import CATEGORIES
from .usable import can_do_anything

WORDS_SHOWN = POSITION.fields["trial_farm"][1] // 8
"""The 64-bit words of a position that a policy may not change: all before the trial fields."""


class Purpose(IntEnum):
    """What a draw is for."""

    FIRST = 0
    CARDS = 1
    CHOOSE = 7
    BREED = 8
    FEED = 9


class Trouble(IntEnum):
    """What a policy did wrong. `trouble` holds: kind, game, seat, round, and the place, `Fault` or `Purpose`."""

    NONE = 0
    NO_SUCH_PLACE = 1
    ILLEGAL_MOVE = 2
    NO_SUCH_HERD = 3
    CHANGED_POSITION = 4
    WRONG_FEEDING = 5


PLACEMENT = np.dtype([("round", np.int64), ("seat", np.int64), ("move", MOVE)], align=True)
"""One placement of a logged game."""

HARVEST = np.dtype(
    [("round", np.int64), ("seat", np.int64), ("feeding", FEEDING), ("herd", np.int64, (ANIMALS,))], align=True
)
"""A seat's harvest in a logged game: how it fed its family, and the animals after breeding."""


class Players(NamedTuple):
    """The compiled answers and parameters of the policies on all seats, the last one's again for seats left empty.

    `guarded` says of each whether the loop checks that it changes nothing, which is for policies from elsewhere.
    """

    choose: Any
    feed: Any
    breed: Any
    params: Any
    guarded: Any


class Table(NamedTuple):
    """The memory of a running game: all of it is written.

    `position` a POSITION record, `words` int64[n] the same memory, `witness` int64[m] a copy of its beginning from
    before a question, `found` a FOUND record, `feeding` a FEEDING record, `herds` a HERDS record, `deck` int64[14] all
    round cards, `rows` int64[seats, k] (see facts), `points` int64[14], `log` PLACEMENT[n] and `harvests` HARVEST[n]
    (length 0: no log), `logged` int64[2], `trouble` int64[5], `asked` int64[2] (how many questions were put to
    policies, the `Purpose` of the last).
    """

    position: Any
    words: Any
    witness: Any
    found: Any
    feeding: Any
    herds: Any
    deck: Any
    rows: Any
    points: Any
    log: Any
    harvests: Any
    logged: Any
    trouble: Any
    asked: Any


TABLE = types.NamedTuple(
    (
        POSITION_TYPE,
        COUNTS,
        COUNTS,
        FOUND_TYPE,
        FEEDING_TYPE,
        HERDS_TYPE,
        COUNTS,
        types.Array(types.int64, 2, "C"),
        COUNTS,
        types.Array(from_dtype(PLACEMENT), 1, "C"),
        types.Array(from_dtype(HARVEST), 1, "C"),
        COUNTS,
        COUNTS,
        COUNTS,
    ),
    Table,
)
PLAYERS = types.NamedTuple(
    (
        types.UniTuple(types.FunctionType(CHOOSE), SEATS),
        types.UniTuple(types.FunctionType(FEED), SEATS),
        types.UniTuple(types.FunctionType(BREED), SEATS),
        types.UniTuple(PARAMS, SEATS),
        types.UniTuple(types.boolean, SEATS),
    ),
    Players,
)


# --- Work ----------------------------------------------------------------------------------------------------------


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
def place_person(table, players, rules, key):
    """Let the seat to act place a person, or pass where it can do nothing (R11); say whether that was legal."""
    position, found = table.position, table.found
    seat, round_ = position["seat"], position["round"]
    found["count"] = 0
    remember(table, players, seat, Purpose.CHOOSE)
    stream = moment_key(key, round_, position["placed"], seat, Purpose.CHOOSE)
    place = players.choose[seat](position, rules, found, players.params[seat], stream)
    if not unchanged(table, players, seat):
        return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.CHOOSE)
    if place == PASS and not can_do_anything(position, rules, found):
        position["farms"][seat]["at_home"] = 0
        return True
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
def work(table, players, rules, key):
    """Play the placements of a round that are left, in turn; say whether all were legal."""
    position = table.position
    seat = to_place(position)
    while seat >= 0:
        position["seat"] = seat
        if not place_person(table, players, rules, key):
            return False
        position["placed"] += 1
        position["seat"] = seat + 1 if seat + 1 < position["seats"] else 0
        seat = to_place(position)
    return True


# --- Harvest -------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def feed(table, players, rules, key, seat):
    """Let a seat feed its family; say whether it did so by the rules."""
    position, feeding = table.position, table.feeding
    position["seat"], round_ = seat, position["round"]
    farm = position["farms"][seat]
    clear_feeding(feeding)
    remember(table, players, seat, Purpose.FEED)
    stream = moment_key(key, round_, position["placed"], seat, Purpose.FEED)
    players.feed[seat](position, rules, feeding, players.params[seat], stream)
    if not unchanged(table, players, seat):
        return report(table, Trouble.CHANGED_POSITION, seat, round_, Purpose.FEED)
    fault = feed_family(farm, rules, food_needed(farm, rules, position["seats"]), feeding)
    if fault != Fault.LEGAL:
        return report(table, Trouble.WRONG_FEEDING, seat, round_, fault)
    return True


@kernel(inline=True)
def breed(table, players, rules, key, seat):
    """Let a seat's animals breed; where not all have room the policy says which stay. Say whether it did."""
    position, herds = table.position, table.herds
    position["seat"], round_ = seat, position["round"]
    farm, herd = position["farms"][seat], position["trial_herd"]
    grown(farm["animals"], rules, herd)
    if fits(farm, herd):
        for animal in range(ANIMALS):
            farm["animals"][animal] = herd[animal]
        return True
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
    for animal in range(ANIMALS):
        farm["animals"][animal] = herds["herds"][place, animal]
    return True


@kernel(inline=True)
def log_harvest(table, round_, seat):
    """Write a seat's harvest to the log, if there is one."""
    place = table.logged[1]
    if place < len(table.harvests):
        entry, animals = table.harvests[place], table.position["farms"][seat]["animals"]
        entry["round"], entry["seat"] = round_, seat
        entry["feeding"] = table.feeding
        for animal in range(ANIMALS):
            entry["herd"][animal] = animals[animal]
        table.logged[1] = place + 1


@kernel(inline=True)
def harvest(table, players, rules, key, first):
    """Play a harvest: the crops of all, then feeding and breeding of the seats from `first` on.

    Where `first` is not the first seat, the crops are in already. Without hand cards players do not touch each other
    here, so that each may go through both in one. Say whether all went by the rules.
    """
    position = table.position
    for seat in range(position["seats"] if first == 0 else 0):
        reap(position["farms"][seat])
    for seat in range(first, position["seats"]):
        if not feed(table, players, rules, key, seat) or not breed(table, players, rules, key, seat):
            return False
        log_harvest(table, position["round"], seat)
    return True


# --- The whole -----------------------------------------------------------------------------------------------------


@kernel(inline=True)
def end_round(table, players, rules, key, first):
    """Harvest where it is time, from seat `first` on (see `harvest`), and begin the next round, if there is one.

    Say whether all went by the rules.
    """
    position = table.position
    round_ = position["round"]
    if is_harvest(rules, round_) and not harvest(table, players, rules, key, first):
        return False
    for seat in range(position["seats"]):
        note_round(table.rows[seat], round_, position["farms"][seat], rules)
    position["round"] = round_ + 1
    if round_ + 1 < rules["rounds"]:
        begin_round(position, rules, table.deck[round_ + 1])
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
def first_seat(rules, key, seats):
    """Return the seat that starts round 1 (R01)."""
    if rules["first"] == First.DRAWN:
        return below(moment_key(key, 0, 0, 0, Purpose.FIRST), 0, seats)
    return 0


@kernel()
def begin_game(position, rules, key, seats, deck):
    """Put a position at the first placement of the game of a key; `deck` (int64[14]) is written."""
    set_up(position, rules, seats, first_seat(rules, key, seats))
    deal(position, rules, moment_key(key, 0, 0, 0, Purpose.CARDS), deck)
    begin_round(position, rules, deck[0])


@kernel(inline=True)
def play_game(table, players, rules, seed, game):
    """Play one game, in `table`; say whether all went by the rules (else `table.trouble` says what did not)."""
    table.rows[:] = 0
    table.logged[:] = 0
    table.trouble[1] = np.int64(game)
    key = game_key(seed, game)
    begin_game(table.position, rules, key, len(table.rows), table.deck)
    if not play_on(table, players, rules, key, rules["rounds"]):
        return False
    note_results(table.rows, table.position, rules, table.points)
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
        table.feeding,
        table.herds,
        borrow(table.deck),
        borrow(table.rows),
        borrow(table.points),
        borrow(table.log),
        borrow(table.harvests),
        borrow(table.logged),
        borrow(table.trouble),
        borrow(table.asked),
    )
    params = players.params
    kept = (borrow(params[0]), borrow(params[1]), borrow(params[2]), borrow(params[3]), borrow(params[4]))
    players = Players(players.choose, players.feed, players.breed, kept, players.guarded)
    for game in range(len(rows)):
        if not play_game(table, players, rules, seed, first + np.uint64(game)):
            return False
        add_up(table.rows, sums, squares, rows[game])
    return True


def new_table(rules: Any, seats: int, log: bool = False) -> Table:
    """Return the memory for games of so many seats, with a log if asked for."""
    rounds = int(rules["rounds"]) if log else 0
    positions = np.zeros(1, POSITION)
    return Table(
        position=positions[0],
        words=positions.view(np.int64),
        witness=np.zeros(WORDS_SHOWN, np.int64),
        found=new_found(),
        feeding=new_feeding(),
        herds=new_herds(),
        deck=np.zeros(CARDS, np.int64),
        rows=np.zeros((seats, len(columns(rules))), np.int64),
        points=np.zeros(CATEGORIES, np.int64),
        log=np.zeros(rounds * seats * int(rules["people"]), PLACEMENT),
        harvests=np.zeros(rounds * seats, HARVEST),
        logged=np.zeros(2, np.int64),
        trouble=np.zeros(5, np.int64),
        asked=np.zeros(2, np.int64),
    )


def seat_players(policies: Sequence[Policy], params: Sequence[Any]) -> Players:
    """Return the players for these policies, one a seat, with their parameters (float64 arrays)."""
    full = [*policies, *[policies[-1]] * (SEATS - len(policies))]
    minds = [np.asarray(one, np.float64) for one in params]
    minds += [minds[-1]] * (SEATS - len(minds))
    return Players(
        choose=tuple(policy.choose for policy in full),
        feed=tuple(policy.feed for policy in full),
        breed=tuple(policy.breed for policy in full),
        params=tuple(minds),
        guarded=tuple(policy.guarded for policy in full),
    )
