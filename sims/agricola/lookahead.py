"""Looking ahead: the most promising moves are each played on to the end by a base policy, and the best is taken.

Which moves: what the base itself would do, and those after which the farm is worth most by the worths of the balanced
character. All moves of a decision are played on with the same streams, for all seats, and with the same draws of the
round cards to come, so that they differ by the move alone. Source: Tesauro and Galperin 1996 (playing on by a base
policy).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ..declaration import Parameter
from ..draws import mix
from ..jit import kernel, passing
from ..looking_ahead import LookingAhead, late, on_base
from .board import POSITION, deal
from .character import WORTHS, share_left, worth
from .contract import (
    BREED,
    CHOOSE,
    FEED,
    FOUND_TYPE,
    PARAMS,
    PASS,
    POSITION_TYPE,
    RULES_TYPE,
    Policy,
    list_moves,
    try_move,
)
from .drafts import FOUND
from .facts import row_length
from .features import keeps_marker
from .harvest import FEEDING
from .herd import HERDS
from .moves import MOVE, apply
from .pieces import CARDS
from .play import HARVEST, PLACEMENT, Players, Table, play_on
from .scoring import CATEGORIES, score_by_category

MOST_ARMS = 16


class Own(IntEnum):
    """The places of the parameters; the base's follow."""

    WIDTH = 0
    GAMES = 1
    MARGIN = 2


OWN = len(Own)
PARAMETERS = (
    Parameter("width", 6, 1, MOST_ARMS, "how many moves are played on, the base's own among them"),
    Parameter("games", 4, 1, 10_000, "games played on for each move"),
    Parameter("margin", 0, 0, 1, "what a point of the best opponent counts against one of the own"),
)
ASK_CHOOSE = types.int64(
    types.FunctionType(CHOOSE),
    types.FunctionType(FEED),
    types.FunctionType(BREED),
    POSITION_TYPE,
    RULES_TYPE,
    FOUND_TYPE,
    PARAMS,
    types.uint64,
)


@kernel()
def same_move(one, other):
    """Say whether two moves are the same."""
    for place in range(len(one["converted"])):
        if one["converted"][place] != other["converted"][place]:
            return False
    for animal in range(len(one["herd"])):
        if one["herd"][animal] != other["herd"][animal]:
            return False
    return (
        one["space"] == other["space"]
        and one["does"] == other["does"]
        and one["chosen"] == other["chosen"]
        and one["animal"] == other["animal"]
        and one["rooms"] == other["rooms"]
        and one["stables"] == other["stables"]
        and one["plow"] == other["plow"]
        and one["sow_grain"] == other["sow_grain"]
        and one["sow_vegetables"] == other["sow_vegetables"]
        and one["bake"] == other["bake"]
        and one["improvement"] == other["improvement"]
        and one["returned"] == other["returned"]
        and one["oven_bake"] == other["oven_bake"]
        and one["layout"] == other["layout"]
    )


@kernel()
def promising(position, rules, found, arms, values, width):
    """Fill `arms` (MOVE[m]) after its first with the moves that promise most, and return their number.

    `values` float64[m] is written: what they are worth, in falling order.
    """
    left, number = share_left(position, rules), 1
    for place in range(list_moves(position, rules, found)):
        move = found["moves"][place]
        if same_move(move, arms[0]):
            continue
        after = try_move(position, rules, move)
        value = worth(after, position, rules, WORTHS, left, keeps_marker(position, move))
        if number < width:
            number += 1
        elif value <= values[number - 1]:
            continue
        spot = number - 1
        while spot > 1 and values[spot - 1] < value:
            arms[spot], values[spot] = arms[spot - 1], values[spot - 1]
            spot -= 1
        arms[spot], values[spot] = move, value
    return number


class Study(NamedTuple):
    """The memory of games that are played on. Why arrays of one record each: a record alone would not keep it alive."""

    boards: Any
    founds: Any
    feedings: Any
    herds: Any
    rows: Any
    log: Any
    harvests: Any
    words: Any


@kernel()
def new_study(rules, seats):
    """Return the memory of games that are played on."""
    return Study(
        np.zeros(1, POSITION),
        np.empty(1, FOUND),
        np.zeros(1, FEEDING),
        np.empty(1, HERDS),
        np.zeros((seats, row_length(rules)), np.int64),
        np.empty(0, PLACEMENT),
        np.empty(0, HARVEST),
        np.zeros(64, np.int64),
    )


@kernel()
def best_other(board, rules, seat, points):
    """Return the score of the best opponent of a seat, 0 where there is none."""
    best, found = 0, False
    for other in range(board["seats"]):
        if other != seat:
            score = score_by_category(board["farms"][other], rules, points)
            if not found or score > best:
                best, found = score, True
    return best


@kernel()
def outcome(study, players, position, rules, move, margin, key):
    """Return what a seat ends with when it makes a move and all play on."""
    seat, words = position["seat"], study.words
    study.boards[0] = position
    board, deck, points = study.boards[0], words[:CARDS], words[16 : 16 + CATEGORIES]
    table = Table(
        board, words, words[:0], study.founds[0], study.feedings[0], study.herds[0], deck, study.rows, points,
        study.log, study.harvests, words[32:34], words[40:45], words[48:50],
    )  # fmt: skip
    deal(board, rules, key, deck)
    apply(board, move, rules)
    board["placed"] += 1
    board["seat"] = seat + 1 if seat + 1 < board["seats"] else 0
    if not play_on(table, players, rules, key, rules["rounds"]):
        return -1e9
    score = score_by_category(board["farms"][seat], rules, points)
    return score - margin * best_other(board, rules, seat, points) if margin > 0 else float(score)


@kernel(ASK_CHOOSE)
def ahead(base_choose, base_feed, base_breed, position, rules, found, params, stream):
    """Take the move that ends best."""
    base_params = params[OWN:]
    place = base_choose(position, rules, found, base_params, stream)
    if place == PASS:
        return PASS
    arms, values = np.zeros(MOST_ARMS, MOVE), np.zeros(MOST_ARMS, np.float64)
    arms[0] = found["moves"][place]
    number = promising(position, rules, found, arms, values, np.int64(params[Own.WIDTH]))
    study = new_study(rules, position["seats"])
    players = Players(
        (base_choose, base_choose, base_choose, base_choose, base_choose),
        (base_feed, base_feed, base_feed, base_feed, base_feed),
        (base_breed, base_breed, base_breed, base_breed, base_breed),
        (base_params, base_params, base_params, base_params, base_params),
        (False, False, False, False, False),
    )
    best, most = 0, -1e12
    for arm in range(number):
        total = 0.0
        for game in range(np.int64(params[Own.GAMES])):
            key = mix(stream + np.uint64(game + 1))
            total += outcome(study, players, position, rules, arms[arm], params[Own.MARGIN], key)
        if total > most:
            best, most = arm, total
    found["moves"][0] = arms[best]
    found["count"] = 1
    return 0


@dataclass(frozen=True)
class Ahead(LookingAhead, Policy):
    """A policy that looks ahead with a base."""

    choose: Any = late("choose")  # noqa: RUF009  (it returns a field)
    feed: Any = late("feed")  # noqa: RUF009
    breed: Any = late("breed")  # noqa: RUF009
    base: Any = None
    base_params: Any = None

    def answers_on(self) -> dict[str, Any]:
        """Return the compiled answers with the functions of the base, by name."""
        return answers_on(self.base.choose, self.base.feed, self.base.breed)


@cache
def answers_on(base_choose: Any, base_feed: Any, base_breed: Any) -> dict[str, Any]:
    """Return the answers of the policy that looks ahead with these of its base.

    numba keeps no compiled function that takes others, so this costs some seconds at each run.
    """

    def choose(position, rules, found, params, stream):  # type: ignore[no-untyped-def]
        return ahead(base_choose, base_feed, base_breed, position, rules, found, params, stream)

    def feed(position, rules, feeding, params, stream):  # type: ignore[no-untyped-def]
        base_feed(position, rules, feeding, params[OWN:], stream)

    def breed(position, rules, herds, params, stream):  # type: ignore[no-untyped-def]
        return base_breed(position, rules, herds, params[OWN:], stream)

    return {"choose": passing(CHOOSE)(choose), "feed": passing(FEED)(feed), "breed": passing(BREED)(breed)}


def looking_ahead(name: str, summary: str, source: str, base: Policy) -> Ahead:
    """Return the policy that looks ahead with a base."""
    return on_base(Ahead, name, summary, source, PARAMETERS, base=base)
