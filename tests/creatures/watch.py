"""Games watched by compiled code: every invariant of section 11.7 of the rules file, after each placement.

What is checked is worked out anew (`recount`) and compared with the numbers of the rules file, not with the game's own.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from sims.creatures.board import POSITION, SEATS, refill, set_up
from sims.creatures.facts import note_results
from sims.creatures.farm import MOST_CELLS
from sims.creatures.pieces import ANIMALS, FIRST_ANIMAL, GOODS, KINDS, SPACES, Building, Good, Space
from sims.creatures.play import end_round, first_seat, place_worker
from sims.draws import game_key
from sims.herds import fits
from sims.jit import kernel

from .recount import PLACES, ROWS, any_building, bits, containers_right, doubled_score, own_building_points


class Broken(IntEnum):
    """What a game can break."""

    NOTHING = 0
    RULES = 1
    BORDERS = 2
    TROUGHS = 3
    TILES = 4
    EXPANSIONS = 5
    SPECIALS = 6
    BORDER_STOCK = 7
    EMPTY_SPACE = 8
    WORKERS = 9
    GOODS = 10
    MATERIALS = 11
    SHRUNK = 12
    BUILDING_POINTS = 13
    ANIMALS = 14
    CONTAINERS = 15
    HERD = 16
    OTHER_FARM = 17
    BREEDING = 18
    SCORE = 19
    WINNER = 20


@kernel()
def borders_of(farm):
    """Return how many borders stand on a farm."""
    return bits(farm["h_borders"]) + bits(farm["v_borders"])


@kernel()
def supply_broken(position):
    """Return which count of pieces is not what it was at the start (2, 11.7)."""
    one, other = position["farms"][0], position["farms"][1]
    lying = position["goods"][Space.EXPAND, Good.BORDER] + position["border_stock"]
    if borders_of(one) + borders_of(other) + one["borders"] + other["borders"] + lying != 26:
        return Broken.BORDERS
    if bits(one["troughs"]) + bits(other["troughs"]) + position["troughs"] != 10 or position["troughs"] < 0:
        return Broken.TROUGHS
    tiles = position["stall_tiles"]
    for kind in range(Building.STALL, Building.STABLES + 1):
        tiles += bits(one["buildings"][kind]) + bits(other["buildings"][kind])
    if tiles != 4 or position["stall_tiles"] < 0:
        return Broken.TILES
    left = position["expansions"]
    if bits(one["cells"]) + bits(other["cells"]) - 12 + ROWS * left != 12 or left < 0:
        return Broken.EXPANSIONS
    for kind in range(Building.HALF_TIMBERED_HOUSE, KINDS):
        mine, theirs = bits(one["buildings"][kind]), bits(other["buildings"][kind])
        if mine + theirs + position["copies"][kind] != 1 or position["copies"][kind] < 0:
            return Broken.SPECIALS
    return Broken.NOTHING


@kernel()
def shrunk(was, farm):
    """Say whether cells, borders, troughs or used cells went away (11.7)."""
    used = any_building(was) | was["troughs"] | was["pasture_cells"]
    now = any_building(farm) | farm["troughs"] | farm["pasture_cells"]
    gone = (was["cells"] & ~farm["cells"]) | (was["troughs"] & ~farm["troughs"]) | (used & ~now)
    return gone | (was["h_borders"] & ~farm["h_borders"]) | (was["v_borders"] & ~farm["v_borders"]) != 0


@kernel()
def same_but_animals(was, farm):
    """Say whether nothing but the animals of a farm has changed."""
    same = was["wood"] == farm["wood"] and was["stone"] == farm["stone"] and was["reed"] == farm["reed"]
    same = same and was["borders"] == farm["borders"] and was["cells"] == farm["cells"]
    for kind in range(KINDS):
        same = same and was["buildings"][kind] == farm["buildings"][kind]
    return same and not shrunk(was, farm) and not shrunk(farm, was)


@kernel()
def special_paid(was, farm, wood, stone, reed):
    """Say whether one special building was built, and its cost paid (7.2)."""
    for kind in range(Building.HALF_TIMBERED_HOUSE, KINDS):
        if was["buildings"][kind] != farm["buildings"][kind]:
            if kind == Building.HALF_TIMBERED_HOUSE:
                return wood == 3 and stone == 2 and reed == 1
            if kind == Building.STORAGE_BUILDING:
                return wood == 2 and stone == 0 and reed == 1
            if kind == Building.SHELTER:
                return wood == 2 and stone == 1 and reed == 0
            return wood + stone == 3 and wood * stone == 0 and reed == 0
    return False


@kernel()
def paid_right(was, farm, space, lying):
    """Say whether a farm took what lay on a space and paid what its action costs (5)."""
    wood, stone = was["wood"] + lying[Good.WOOD] - farm["wood"], was["stone"] + lying[Good.STONE] - farm["stone"]
    reed, placed = was["reed"] + lying[Good.REED] - farm["reed"], borders_of(farm) - borders_of(was)
    if farm["borders"] != was["borders"] + lying[Good.BORDER] - placed or min(farm["wood"], farm["stone"]) < 0:
        return False
    if farm["reed"] < 0 or farm["borders"] < 0 or (placed > 0) != (space == Space.FENCES or space == Space.WALLS):
        return False
    if space == Space.BUILDING_MATERIALS:
        return wood == -1 and stone == -1 and reed == -1
    if space == Space.FENCES:
        return wood == placed and stone == 0 and reed == 0
    if space == Space.WALLS:
        return wood == 0 and stone == 2 * max(0, placed - 2) and reed == 0
    if space == Space.STALLS:
        return wood == 0 and stone == 3 and reed == 1
    if space == Space.FEEDING_TROUGH:
        troughs = bits(farm["troughs"]) - bits(was["troughs"])
        return troughs > 0 and wood == 3 * (troughs - 1) and stone == 0 and reed == 0
    if space == Space.STABLES:
        made = bits(farm["buildings"][Building.STABLES]) - bits(was["buildings"][Building.STABLES])
        return made > 0 and wood + stone == 5 * made and wood % 5 == 0 and min(wood, stone) >= 0 and reed == 0
    if space == Space.SPECIAL_BUILDING_A or space == Space.SPECIAL_BUILDING_B:
        return special_paid(was, farm, wood, stone, reed)
    return wood == 0 and stone == 0 and reed == 0


@kernel()
def animals_right(was, farm, space, lying):
    """Say whether no animal came that was not there, lay on the space, or came with a building (7.3, 7.4)."""
    special = space == Space.SPECIAL_BUILDING_A or space == Space.SPECIAL_BUILDING_B
    gifts = 0
    for animal in range(ANIMALS):
        more = farm["animals"][animal] - was["animals"][animal] - lying[FIRST_ANIMAL + animal]
        if farm["animals"][animal] < 0 or more > int(special):
            return False
        gifts += max(0, more)
    return gifts <= 1


@kernel()
def used_space(was, position):
    """Return the space that was occupied by a placement, or -1 if not just one was, or what lies there is wrong."""
    changed = was["occupied"] ^ position["occupied"]
    if bits(changed) != 1 or changed & was["occupied"]:
        return -1
    space = 0
    while (changed >> space) & 1 == 0:
        space += 1
    for other in range(SPACES):
        for good in range(GOODS):
            left = 0 if other == space else was["goods"][other, good]
            if position["goods"][other, good] != left:
                return -1
    return space


@kernel()
def placement_broken(was, position, seat, left, seen, stack):
    """Return what a placement of a seat has broken; `was` is the position before it, the last three are written."""
    space = used_space(was, position)
    if space < 0:
        return Broken.GOODS
    before, farm, lying = was["farms"][seat], position["farms"][seat], was["goods"][space]
    if not paid_right(before, farm, space, lying):
        return Broken.MATERIALS
    if not animals_right(before, farm, space, lying):
        return Broken.ANIMALS
    if shrunk(before, farm):
        return Broken.SHRUNK
    if own_building_points(farm) < own_building_points(before):
        return Broken.BUILDING_POINTS
    if not containers_right(farm, left, seen, stack):
        return Broken.CONTAINERS
    if not fits(farm, farm["animals"]):
        return Broken.HERD
    if not same_but_animals(was["farms"][1 - seat], position["farms"][1 - seat]):
        return Broken.OTHER_FARM
    return supply_broken(position)


@kernel()
def bred_right(was, farm, herd):
    """Say whether a farm's animals bred by 4.4: all that have room stay, and no more; `herd` is written."""
    for animal in range(ANIMALS):
        herd[animal] = was["animals"][animal] + int(was["animals"][animal] >= 2)
        if not 0 <= farm["animals"][animal] <= herd[animal]:
            return False
    whole = fits(farm, herd)
    for animal in range(ANIMALS):
        if farm["animals"][animal] < herd[animal]:
            if whole:
                return False
            farm["animals"][animal] += 1
            more = fits(farm, farm["animals"])
            farm["animals"][animal] -= 1
            if more:
                return False
    return fits(farm, farm["animals"]) and same_but_animals(was, farm)


@kernel()
def round_begun(position, round_):
    """Return what is wrong at the start of a round (4.1, 11.7)."""
    if position["border_stock"] != 7 - round_:
        return Broken.BORDER_STOCK
    for space in (0, 1, 2, 3, 7, 13, 14, 15, 16):
        if position["goods"][space].sum() < 1:
            return Broken.EMPTY_SPACE
    return Broken.WORKERS if position["occupied"] != 0 else supply_broken(position)


@kernel()
def end_broken(table, first):
    """Return what is wrong at the end of a game (9): scores, and who won."""
    scores, rows = table.scores, table.rows
    for seat in range(SEATS):
        farm = table.position["farms"][seat]
        if not doubled_score(farm) == scores[seat] == rows[seat, 0] == rows[seat, 4:16].sum() or scores[seat] < -24:
            return Broken.SCORE
    ahead = scores[0] > scores[1] or (scores[0] == scores[1] and first == 1)
    return Broken.NOTHING if rows[0, 1] == int(ahead) == 1 - rows[1, 1] else Broken.WINNER


@kernel()
def watch_round(table, players, rules, key, was, left, seen, stack, herd):
    """Play a round; return what it broke. The last five are written: a position, and room to work things out."""
    position, placed = table.position, [0, 0]
    for _ in range(6):
        was[0] = position
        seat = position["seat"]
        if not place_worker(table, players, rules, key):
            return Broken.RULES
        placed[seat] += 1
        broken = placement_broken(was[0], position, seat, left, seen, stack)
        if broken != Broken.NOTHING:
            return broken
        position["placed"] += 1
        position["seat"] = 1 - seat
    if bits(position["occupied"]) != 6 or placed[0] != 3 or placed[1] != 3:
        return Broken.WORKERS
    was[0] = position
    if not end_round(table, players, rules, key, 0):
        return Broken.RULES
    for seat in range(SEATS):
        if not bred_right(was[0]["farms"][seat], position["farms"][seat], herd):
            return Broken.BREEDING
    return Broken.NOTHING


@kernel()
def watch_games(table, players, rules, seed, first, games, was):
    """Play games with all checks; return (the first game that broke something, or -1; what; positions checked)."""
    left, seen, stack = np.zeros(MOST_CELLS, np.int64), np.zeros(PLACES, np.bool_), np.zeros(PLACES, np.int64)
    herd, positions, position = np.zeros(ANIMALS, np.int64), 0, table.position
    for game in range(games):
        key = game_key(seed, first + np.uint64(game))
        table.rows[:] = 0
        set_up(position, rules, first_seat(rules, key))
        refill(position, rules)
        for round_ in range(8):
            broken = round_begun(position, round_)
            if broken == Broken.NOTHING:
                broken = watch_round(table, players, rules, key, was, left, seen, stack, herd)
            if broken != Broken.NOTHING:
                return game, broken, positions
            positions += 6
        note_results(table.rows, position["farms"], rules, position["first"], table.points, table.scores)
        broken = end_broken(table, position["first"])
        if broken != Broken.NOTHING:
            return game, broken, positions
    return -1, Broken.NOTHING, positions


def watched(player: Any, seed: int, first: int, games: int) -> tuple[int, Broken, int]:
    """Play games of a `Player` with all checks: the first that broke something (or -1), what, placements checked."""
    start, room = (np.uint64(seed), np.uint64(first), games), np.zeros(1, POSITION)
    game, broken, checked = watch_games(player.table, player.players, player.record, *start, room)
    return int(game), Broken(int(broken)), int(checked)
