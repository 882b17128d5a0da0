"""Looking ahead: the most promising moves are each played on to the end by a base policy, and the best is taken.

Which moves: what the base itself would do, and those after which the farm is worth most by the worths of the balanced
character. All moves of a decision are played on with the same streams, for both seats, so that they differ by the move
alone. Source: Tesauro and Galperin 1996 (playing on by a base policy).
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
from .board import POSITION, SEATS
from .character import begin_weighing, worth, worths_now
from .contract import (
    BREED,
    CHOOSE,
    FOUND_TYPE,
    PARAMS,
    POSITION_TYPE,
    RULES_TYPE,
    Policy,
    list_moves,
)
from .drafts import FOUND, Menu
from .facts import row_length
from .herd import HERDS
from .moves import MOVE, apply
from .play import BIRTH, PLACEMENT, Players, Table, play_on
from .scoring import CATEGORIES, score
from .worths import WORTHS

MOST_ARMS = 16


class Own(IntEnum):
    """The places of the parameters; the base's follow."""

    WIDTH = 0
    GAMES = 1
    MARGIN = 2


OWN = len(Own)
PARAMETERS = (
    Parameter("width", 6, 1, MOST_ARMS, "how many moves are played on, the base's own among them"),
    Parameter("games", 2, 1, 10_000, "games played on for each move"),
    Parameter("margin", 0, 0, 1, "what a point of the opponent counts against one of the own"),
)
ASK_CHOOSE = types.int64(
    types.FunctionType(CHOOSE), types.FunctionType(BREED), POSITION_TYPE, RULES_TYPE, FOUND_TYPE, PARAMS, types.uint64
)


@kernel()
def same_move(one, other):
    """Say whether two moves are the same."""
    for animal in range(4):
        if one["herd"][animal] != other["herd"][animal]:
            return False
    return (
        one["space"] == other["space"]
        and one["h_borders"] == other["h_borders"]
        and one["v_borders"] == other["v_borders"]
        and one["side"] == other["side"]
        and one["cells"] == other["cells"]
        and one["with_wood"] == other["with_wood"]
        and one["building"] == other["building"]
        and one["payment"] == other["payment"]
        and one["animal"] == other["animal"]
    )


@kernel()
def promising(position, rules, found, arms, values, width):
    """Fill `arms` (MOVE[m]) after its first with the moves that promise most, and return their number.

    `values` float64[m] is written: what they are worth, in falling order.
    """
    worths, number = worths_now(position, rules, WORTHS), 1
    begin_weighing(position)
    for place in range(list_moves(position, rules, Menu.PLAIN, found)):
        move = found["moves"][place]
        if same_move(move, arms[0]):
            continue
        value = worth(position, rules, worths, move)
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
    herds: Any
    rows: Any
    log: Any
    births: Any
    words: Any


@kernel()
def new_study(rules):
    """Return the memory of games that are played on."""
    return Study(
        np.zeros(1, POSITION),
        np.empty(1, FOUND),
        np.empty(1, HERDS),
        np.zeros((SEATS, row_length(rules)), np.int64),
        np.empty(0, PLACEMENT),
        np.empty(0, BIRTH),
        np.zeros(64, np.int64),
    )


@kernel()
def outcome(study, players, position, rules, move, margin, key):
    """Return what a seat ends with, in doubled points, when it makes a move and both play on."""
    seat, words = position["seat"], study.words
    study.boards[0] = position
    board = study.boards[0]
    table = Table(
        board, words, words, study.founds[0], study.herds[0], study.rows, words[:CATEGORIES], words[:SEATS],
        study.log, study.births, words[16:18], words[24:29], words[32:34],
    )  # fmt: skip
    apply(board, move, rules)
    board["placed"] += 1
    board["seat"] = 1 - seat
    if not play_on(table, players, rules, key, rules["rounds"]):
        return -1e9
    return score(board["farms"][seat], rules) - margin * score(board["farms"][1 - seat], rules)


@kernel(ASK_CHOOSE)
def ahead(base_choose, base_breed, position, rules, found, params, stream):
    """Take the move that ends best."""
    base_params = params[OWN:]
    place = base_choose(position, rules, found, base_params, stream)
    arms, values = np.zeros(MOST_ARMS, MOVE), np.zeros(MOST_ARMS, np.float64)
    arms[0] = found["moves"][place]
    number = promising(position, rules, found, arms, values, np.int64(params[Own.WIDTH]))
    both = (base_choose, base_choose), (base_breed, base_breed)
    study, players = new_study(rules), Players(both[0], both[1], (base_params, base_params), (False, False))
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
    breed: Any = late("breed")  # noqa: RUF009
    base: Any = None
    base_params: Any = None

    def answers_on(self) -> dict[str, Any]:
        """Return the compiled answers with the functions of the base, by name."""
        return answers_on(self.base.choose, self.base.breed)


@cache
def answers_on(base_choose: Any, base_breed: Any) -> dict[str, Any]:
    """Return the answers of the policy that looks ahead with these of its base.

    numba keeps no compiled function that takes others, so this costs some seconds at each run.
    """

    def choose(position, rules, found, params, stream):  # type: ignore[no-untyped-def]
        return ahead(base_choose, base_breed, position, rules, found, params, stream)

    def breed(position, rules, herds, params, stream):  # type: ignore[no-untyped-def]
        return base_breed(position, rules, herds, params[OWN:], stream)

    return {"choose": passing(CHOOSE)(choose), "breed": passing(BREED)(breed)}


def looking_ahead(name: str, summary: str, source: str, base: Policy) -> Ahead:
    """Return the policy that looks ahead with a base."""
    return on_base(Ahead, name, summary, source, PARAMETERS, base=base)
