"""Games of Agricola watched by compiled code: what holds after every placement and every round of any game.

What is checked is counted anew with the numbers of the rules files, sections 1 to 12, not with the game's own.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from sims.agricola.board import POSITION, to_place
from sims.agricola.facts import POINTS, SCORE, note_results
from sims.agricola.geometry import measure
from sims.agricola.pieces import ANIMALS, GOODS, IMPROVEMENTS, SPACES, SUPPLY, Good, Improvement
from sims.agricola.play import begin_game, end_round, place_person
from sims.agricola.scoring import CATEGORIES
from sims.bits import count
from sims.draws import game_key
from sims.herds import fits
from sims.jit import kernel

from .loops import Games

YARD = (1 << 15) - 1
MOST_FENCES, MOST_STABLES, MOST_PEOPLE, ROUNDS = 15, 4, 5, 14


class Broken(IntEnum):
    """What a game can break."""

    NOTHING = 0
    RULES = 1
    NEGATIVE = 2
    PIECES = 3
    CELLS = 4
    APART = 5
    FIELDS = 6
    ROOM = 7
    HERD = 8
    IMPROVEMENTS = 9
    PILES = 10
    PEOPLE = 11
    OTHER_FARM = 12
    SHRUNK = 13
    SCORE = 14


@kernel()
def in_one_piece(cells):
    """Say whether cells hang together over their edges."""
    reached = cells & -cells
    for _ in range(15):
        right, left = (reached & ~0b10000_10000_10000) << 1, (reached & ~0b00001_00001_00001) >> 1
        reached |= (right | left | reached << 5 | reached >> 5) & cells
    return reached == cells


@kernel()
def least_good(position, seats):
    """Return the least of all numbers of goods, animals and crops on farms and spaces."""
    least = 0
    for seat in range(seats):
        farm = position["farms"][seat]
        for good in range(SUPPLY):
            least = min(least, farm["supply"][good])
        for animal in range(ANIMALS):
            least = min(least, farm["animals"][animal], farm["grain_fields"][animal])
        least = min(least, farm["vegetable_fields"][0], farm["vegetable_fields"][1], farm["begging"])
    for space in range(SPACES):
        for good in range(GOODS):
            least = min(least, position["goods"][space, good])
    return least


@kernel()
def farm_broken(farm, rules, other):
    """Return what is wrong with a farm; `other` (a FARM record) is written."""
    fences, cells = rules["layouts"]["number"][farm["layout"]], np.int64(rules["layouts"]["cells"][farm["layout"]])
    if fences > MOST_FENCES or count(farm["stables"]) > MOST_STABLES or not 2 <= farm["people"] <= MOST_PEOPLE:
        return Broken.PIECES
    rooms, fields, stables = farm["rooms"], farm["fields"], farm["stables"]
    twice = rooms & fields | (rooms | fields) & (stables | cells)
    if twice or (rooms | fields | stables | cells) & ~YARD:
        return Broken.CELLS
    if not in_one_piece(rooms) or not in_one_piece(fields) or not in_one_piece(cells):
        return Broken.APART
    planted = farm["vegetable_fields"].sum() + farm["grain_fields"].sum()
    if planted > count(fields):
        return Broken.FIELDS
    other["layout"], other["stables"] = farm["layout"], stables
    measure(other, rules)
    same = other["ones"] == farm["ones"] == 1 + count(stables & ~cells) and other["larger"] == farm["larger"]
    room = farm["ones"]
    for pasture in range(farm["larger"]):
        same = same and other["capacities"][pasture] == farm["capacities"][pasture]
        room += farm["capacities"][pasture]
    if not same or room != farm["capacity"] or farm["pasture_cells"] != cells:
        return Broken.ROOM
    return Broken.NOTHING if fits(farm, farm["animals"]) else Broken.HERD


@kernel()
def shrunk(was, farm):
    """Say whether something that is never given up has gone: cells in use, the house, people."""
    gone = was["rooms"] & ~farm["rooms"] | was["fields"] & ~farm["fields"] | was["stables"] & ~farm["stables"]
    gone |= was["pasture_cells"] & ~farm["pasture_cells"]
    less = farm["people"] < was["people"] or farm["house"] < was["house"] or farm["begging"] < was["begging"]
    return gone != 0 or less or farm["layout"] < was["layout"]


@kernel()
def all_sold_once(position, seats):
    """Say whether each improvement is on the board or with one player."""
    seen = position["improvements"]
    for seat in range(seats):
        owned = position["farms"][seat]["improvements"]
        if seen & owned:
            return False
        seen |= owned
    return seen == (1 << IMPROVEMENTS) - 1


@kernel()
def position_broken(position, rules, seats, other):
    """Return what is wrong with a position; `other` (a FARM record) is written."""
    if least_good(position, seats) < 0:
        return Broken.NEGATIVE
    if not all_sold_once(position, seats):
        return Broken.IMPROVEMENTS
    for seat in range(seats):
        broken = farm_broken(position["farms"][seat], rules, other)
        if broken != Broken.NOTHING:
            return broken
    return Broken.NOTHING


@kernel()
def placement_broken(was, position, seat, seats, taken):
    """Return what is wrong with what a placement changed; what was taken from the spaces is added up in `taken`."""
    for other in range(seats):
        before, after = was["farms"][other], position["farms"][other]
        if other != seat and (before["people"] != after["people"] or shrunk(after, before)):
            return Broken.OTHER_FARM
        if shrunk(before, after):
            return Broken.SHRUNK
    used = position["occupied"] & ~was["occupied"]
    if count(used) != 1 or was["occupied"] & ~position["occupied"] or used & ~position["open"]:
        return Broken.PEOPLE
    if position["farms"][seat]["at_home"] != was["farms"][seat]["at_home"] - 1:
        return Broken.PEOPLE
    for space in range(SPACES):
        for good in range(GOODS):
            gone = was["goods"][space, good] - position["goods"][space, good]
            if gone and (not (used >> space) & 1 or position["goods"][space, good] != 0):
                return Broken.PILES
            taken[space, good] += gone
    return Broken.NOTHING


@kernel()
def piles_wrong(position, rates, since, taken):
    """Say whether on some space what was taken and what lies there are not its goods of all its rounds."""
    for space in range(SPACES):
        rounds = position["round"] + 1 - since[space] if (position["open"] >> space) & 1 else 0
        for good in range(GOODS):
            if taken[space, good] + position["goods"][space, good] != rates[space, good] * rounds:
                return True
    return False


# --- Scores ---------------------------------------------------------------------------------------------------------


@kernel()
def steps(number, one, two, three, four):
    """Return the points of a number of things, from so many on."""
    reached = int(number >= one) + int(number >= two) + int(number >= three) + int(number >= four)
    return reached if reached else -1


@kernel()
def points_of(farm, rules):
    """Return the points of a farm (section 12)."""
    supply, animals, cells = farm["supply"], farm["animals"], farm["pasture_cells"]
    grain, vegetables = supply[Good.GRAIN], supply[Good.VEGETABLE]
    for number in range(3):
        grain += (number + 1) * farm["grain_fields"][number]
    vegetables += farm["vegetable_fields"][0] + 2 * farm["vegetable_fields"][1]
    pastures = rules["layouts"]["pastures"][farm["layout"]]
    total = steps(count(farm["fields"]), 2, 3, 4, 5) + steps(pastures, 1, 2, 3, 4) + steps(grain, 1, 4, 6, 8)
    total += steps(vegetables, 1, 2, 3, 4) + steps(animals[0], 1, 4, 6, 8) + steps(animals[1], 1, 3, 5, 7)
    total += steps(animals[2], 1, 2, 4, 6) + count(farm["stables"] & cells) + farm["house"] * count(farm["rooms"])
    total -= 15 - count(farm["rooms"] | farm["fields"] | farm["stables"] | cells)
    total += 3 * farm["people"] - 3 * farm["begging"]
    for improvement, printed in ((0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3), (6, 2), (7, 2), (8, 2), (9, 4)):
        total += printed * ((farm["improvements"] >> improvement) & 1)
    if (farm["improvements"] >> Improvement.JOINERY) & 1:
        total += max(0, steps(supply[Good.WOOD], 3, 5, 7, 1000))
    if (farm["improvements"] >> Improvement.POTTERY) & 1:
        total += max(0, steps(supply[Good.CLAY], 3, 5, 7, 1000))
    if (farm["improvements"] >> Improvement.BASKETMAKER) & 1:
        total += max(0, steps(supply[Good.REED], 2, 4, 5, 1000))
    return total


@kernel()
def scores_broken(position, rules, rows, points):
    """Say whether a score is not the sum of its categories, or not what a new count gives."""
    note_results(rows, position, rules, points)
    for seat in range(len(rows)):
        score = points_of(position["farms"][seat], rules)
        if rows[seat, SCORE] != score or rows[seat, POINTS : POINTS + CATEGORIES].sum() != score:
            return True
    return False


# --- Games ----------------------------------------------------------------------------------------------------------


@kernel()
def all_placed(placed, people):
    """Say whether each seat has placed all people that it had when the round began (both int64[seats])."""
    missing = 0
    for seat in range(len(placed)):
        missing |= placed[seat] ^ people[seat]
    return missing == 0


@kernel()
def watch_round(table, players, rules, key, was, taken, placed, before):
    """Play the placements of a round; return what they broke."""
    position, seats = table.position, len(table.rows)
    for seat in range(seats):
        placed[seat], before[seat] = 0, position["farms"][seat]["people"]
        if position["farms"][seat]["newborns"] != 0:
            return Broken.PEOPLE
    seat = to_place(position)
    while seat >= 0:
        position["seat"] = seat
        was[0] = position
        if not place_person(table, players, rules, key):
            return Broken.RULES
        broken = placement_broken(was[0], position, seat, seats, taken)
        if broken == Broken.NOTHING:
            broken = position_broken(position, rules, seats, was[1]["farms"][0])
        if broken != Broken.NOTHING:
            return broken
        placed[seat] += 1
        position["placed"] += 1
        position["seat"] = seat + 1 if seat + 1 < seats else 0
        seat = to_place(position)
    return Broken.NOTHING if all_placed(placed, before) else Broken.PEOPLE


@kernel()
def watch_game(table, players, rules, key, was, rates):
    """Play a game; return (what it broke, how many people were placed)."""
    position, seats = table.position, len(table.rows)
    taken, since = np.zeros((SPACES, GOODS), np.int64), np.zeros(SPACES, np.int64)
    placed, before, placements = np.zeros(seats, np.int64), np.zeros(seats, np.int64), 0
    begin_game(position, rules, key, seats, table.deck)
    for round_ in range(ROUNDS):
        since[table.deck[round_]] = round_
        if piles_wrong(position, rates, since, taken):
            return Broken.PILES, placements
        broken = watch_round(table, players, rules, key, was, taken, placed, before)
        if broken != Broken.NOTHING:
            return broken, placements
        placements += placed.sum()
        if not end_round(table, players, rules, key, 0):
            return Broken.RULES, placements
        broken = position_broken(position, rules, seats, was[1]["farms"][0])
        if broken != Broken.NOTHING:
            return broken, placements
    return Broken.SCORE if scores_broken(position, rules, table.rows, table.points) else Broken.NOTHING, placements


@kernel()
def watch_games(table, players, rules, seed, first, games, was, rates):
    """Play games with all checks; return (the first that broke something, or -1; what; people placed in all)."""
    placements = 0
    for game in range(games):
        table.rows[:] = 0
        broken, placed = watch_game(table, players, rules, game_key(seed, first + np.uint64(game)), was, rates)
        placements += placed
        if broken != Broken.NOTHING:
            return game, broken, placements
    return -1, Broken.NOTHING, placements


def watched(one: Games, rates: Any, seed: int, first: int, games: int) -> tuple[int, Broken, int]:
    """Play games with all checks; `rates` (int64[spaces, goods]) is what each space gets in a round."""
    room, start = np.zeros(2, POSITION), (np.uint64(seed), np.uint64(first), games)
    game, broken, placements = watch_games(one.table, one.players, one.rules, *start, room, rates)
    return int(game), Broken(int(broken)), int(placements)
