"""Handouts: one good, part of the farm, or card given to a seat at the start of a round, and the games that follow.

The same game is played on with and without the handout. Every later roll is drawn by its own moment, so that both
meet the same dice, and what differs is what the handout and the decisions after it have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numba import types

from ..columns import label
from ..draws import game_key
from ..jit import kernel
from .contract import COUNTS, RULES_TYPE
from .faces import NOTHING, Good, House
from .farm import add, has_improvement, has_occupation, has_room_for
from .game import Player
from .onward import begin_game, go_on
from .play import PLAYERS, TABLE
from .rules import actions_of, total_rounds
from .variants import Rules


class Handout(IntEnum):
    """What can be handed over: each `Good`, parts of a farm, each `Occupation`, each `Improvement`, in their orders."""

    FOOD = 0
    GRAIN = 1
    VEGETABLES = 2
    WOOD = 3
    BRICK = 4
    REED = 5
    STONE = 6
    SHEEP = 7
    BOAR = 8
    CATTLE = 9
    FIELD = 10
    PASTURE = 11
    ROOM = 12
    HOUSE_STEP = 13
    BABY = 14
    MAYOR = 15
    BUILDER = 16
    FARMER = 17
    RANCHER = 18
    GATHERER = 19
    MIDWIFE = 20
    OVEN = 21
    HEARTH = 22
    BASKETMAKER = 23
    JOINERY = 24
    POTTERY = 25
    STONECUTTER = 26


ITEM = {label(handout.name): int(handout) for handout in Handout}
"""The number of each handout, by its name for people."""
SAID = {
    "Food": "1 Food; so are all goods that are no animals",
    "Sheep": "1 animal, where a pasture of its kind or a free one is there; so are Boar and Cattle",
    "Field": "a bare field",
    "Pasture": "an empty pasture",
    "Room": "a room of what the house is built of",
    "House step": "the house is one step better: brick for wood, stone for brick",
    "Baby": "a baby that acts from this round on, where a room is free",
    "Mayor": "the occupation, where it is not owned; so are all occupations",
    "Oven": "the improvement, where it is not built; so are all improvements",
}
"""What is handed over, where the name leaves a question."""


def kind(name: str) -> str:
    """Return the kind of a handout by its name: good, farm, occupation or improvement."""
    item = ITEM[name]
    if item <= Handout.CATTLE:
        return "good"
    if item <= Handout.BABY:
        return "farm"
    return "occupation" if item <= Handout.MIDWIFE else "improvement"


def rounds(rules: Rules) -> int:
    """Return the number of rounds at whose start something can be handed over."""
    return int(total_rounds(rules.record))


@kernel()
def hand_good(farm, good):
    """Add one `Good` to a farm, in place, an animal only where there is room; say whether it was added."""
    if good >= Good.SHEEP and not has_room_for(farm, good - Good.SHEEP):
        return False
    add(farm, good, 1)
    return True


@kernel()
def hand_part(farm, item, rules):
    """Add a field, pasture, room, step of the house or baby to a farm, in place; say whether it could be added."""
    if item == Handout.FIELD:
        farm["fields"] += 1
    elif item == Handout.PASTURE:
        farm["pastures"] += 1
    elif item == Handout.ROOM:
        farm["rooms"] += 1
    elif item == Handout.HOUSE_STEP:
        if farm["house"] == House.STONE:
            return False
        farm["house"] += 1
    else:
        if farm["babies"] >= min(farm["rooms"], rules["most_babies"]):
            return False
        farm["babies"] += 1
    return True


@kernel()
def hand_card(farm, item):
    """Add an occupation or an improvement to a farm, in place; say whether it was not there before."""
    if item <= Handout.MIDWIFE:
        card = item - Handout.MAYOR
        if has_occupation(farm, card):
            return False
        farm["occupations"] |= 1 << card
    else:
        card = item - Handout.OVEN
        if has_improvement(farm, card):
            return False
        farm["improvements"] |= 1 << card
    return True


@kernel()
def hand_over(farm, item, rules):
    """Hand a `Handout` (or NOTHING) to a farm (FARM), in place; say whether it could be handed over.

    Where it could not (no room, owned already, no more allowed) the farm is as it was.
    """
    if item == NOTHING:
        return True
    if item <= Handout.CATTLE:
        return hand_good(farm, item)
    if item <= Handout.BABY:
        return hand_part(farm, item, rules)
    return hand_card(farm, item)


class Gifts(NamedTuple):
    """What is handed over: to which `seat`, which `items` (int64[k], see `Handout`), at the start of which `rounds`.

    `rounds` is int64[r], from 0 and ascending; each item is handed over in each of them, in a game of its own.
    """

    seat: Any
    items: Any
    rounds: Any


class Replays(NamedTuple):
    """What came of it, all written: the seat's scores with nothing handed over, `base` (int32[games]), and with it.

    `scores` int32[games, r, k]; `handed` bool[games, r, k] says where the item could be handed over (elsewhere the
    score is the base's); `scenes` int64[r, words] is memory for the positions at the starts of the rounds.
    """

    base: Any
    scores: Any
    handed: Any
    scenes: Any


GIFTS = types.NamedTuple((types.int64, COUNTS, COUNTS), Gifts)
REPLAYS = types.NamedTuple(
    (
        types.Array(types.int32, 1, "C"),
        types.Array(types.int32, 3, "C"),
        types.Array(types.boolean, 3, "C"),
        types.Array(types.int64, 2, "C"),
    ),
    Replays,
)


@kernel()
def play_base(table, players, rules, key, gifts, scenes):
    """Play a game from its start, with nothing handed over, and keep the positions at the starts of the rounds.

    `scenes` (int64[r, words]) is written. Say whether all went by the rules.
    """
    for place in range(len(gifts.rounds)):
        if not go_on(table, players, rules, key, gifts.rounds[place]):
            return False
        scenes[place, :] = table.words
    return go_on(table, players, rules, key, total_rounds(rules))


@kernel()
def play_gift(table, players, rules, key, gifts, item):
    """Hand an item over in the position of `table` and play on; return (whether all was legal, was it handed over)."""
    position, seat = table.position, gifts.seat
    farm = position["farms"][seat]
    if not hand_over(farm, item, rules):
        return True, False
    position["left"][seat] = actions_of(farm, rules) - position["taken"][seat]
    return go_on(table, players, rules, key, total_rounds(rules)), True


@kernel(types.boolean(TABLE, PLAYERS, RULES_TYPE, types.UniTuple(types.uint64, 2), GIFTS, REPLAYS))
def play_gifts(table, players, rules, which, gifts, replays):
    """Play each game of a chunk once as it is, and once for each item and round; say whether all went by the rules.

    `which` is (seed, first game).
    """
    farm = table.position["farms"][gifts.seat]
    for game in range(len(replays.base)):
        number = which[1] + np.uint64(game)
        key = game_key(which[0], number)
        begin_game(table, rules, number)
        if not play_base(table, players, rules, key, gifts, replays.scenes):
            return False
        base = farm["points"]
        replays.base[game] = base
        for round_ in range(len(gifts.rounds)):
            for place in range(len(gifts.items)):
                table.words[:] = replays.scenes[round_]
                fine, handed = play_gift(table, players, rules, key, gifts, gifts.items[place])
                if not fine:
                    return False
                replays.handed[game, round_, place] = handed
                replays.scores[game, round_, place] = farm["points"] if handed else base
    return True


class HandoutPlayer(Player):
    """Memory to play games with and without handouts; each thread needs its own."""

    setting = ", where something may have been handed over"

    def play_with(
        self, seed: int, first: int, games: int, seat: int, items: Sequence[int], rounds: Sequence[int]
    ) -> Replays:
        """Play games of a seed once as they are and once with each item handed to a seat at the start of each round.

        `seat` and `rounds` (ascending) count from 0. Raises Misplay where a policy breaks the rules.
        """
        gifts = Gifts(seat, np.array(items, np.int64), np.array(rounds, np.int64))
        shape = games, len(rounds), len(items)
        scenes = np.zeros((len(rounds), len(self.table.words)), np.int64)
        replays = Replays(np.zeros(games, np.int32), np.zeros(shape, np.int32), np.zeros(shape, np.bool_), scenes)
        self.go(seed, play_gifts, (np.uint64(seed), np.uint64(first)), gifts, replays)
        self.check_given(seed, first, games)
        return replays
