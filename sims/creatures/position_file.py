"""Position files: where a game stands, as a player at the table writes it down, and read here.

Two farms as in farm files, and what lies between them; all keys but `round` may be left out:

    game = "creatures"
    round = 5                                # 1 to 8
    seat = 2                                 # who is to act, whose farm is [farm]; left out: 1
    taken = ["3 Wood", "Start Player"]       # the spaces on which workers stand, whoever placed them
    marker = 1                               # who starts the next round, to be said where Start Player is taken
    first = 1                                # who started round 1 and so loses a tie; left out: who starts this round
    [farm]                                   # the seat to act; keys as in a farm file, and
    borders_in_supply = 4                    # left out: what is left of the 9 from the start
    [other]                                  # the other seat, with the same keys
    [spaces]                                 # what lies on spaces that are not taken ...
    "Pigs and Sheep" = "2 sheep and 1 pig"   # ... left out: what comes to a space that was emptied in the last round

All else follows: the workers that are left and who started this round from `taken`, the general supply from what is
on the farms. The numbers of a position that no game can reach are refused where they are easily told: goods on a
space, all borders, and more goods than have come into the game. Source: rules/creatures.md, sections 2 to 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import AnalyserError
from ..toml_file import Table
from .board import POSITION, SEATS, refill, set_up
from .farm import ROWS
from .farm_file import FARM_KEYS, MOST, farm_of
from .pieces import (
    ANIMALS,
    BUILDING_WORD,
    FIRST_ANIMAL,
    FIRST_SPECIAL,
    GOODS,
    SPACE_WORD,
    Building,
    Good,
    Material,
    Space,
)
from .script import FILE_KEYS as GAME_KEYS
from .variants import Rules
from .words import good_words, goods_words, read_goods, space_named

SEAT_KEYS = (*FARM_KEYS, "borders_in_supply")
POSITION_KEYS = ("game", "round", "seat", "taken", "marker", "first", "farm", "other", "spaces")


def is_position(file: Table) -> bool:
    """Say whether a file is a position written from scratch, and no game."""
    return "placement" not in file.values and any(key in POSITION_KEYS for key in file.values.keys() - set(GAME_KEYS))


def position_written(file: Table, rules: Rules) -> Any:
    """Return the POSITION record of a position file's top table, its trial fields empty. Raises AnalyserError."""
    for key in file.values:
        if key in SEAT_KEYS:
            raise file.error(f"{key} belongs to a farm: write it below a line [farm] or [other]")
    file.check_keys(POSITION_KEYS)
    file.check_game("creatures")
    round_ = file.number("round", 1, int(rules.record["rounds"]))
    if round_ is None:
        raise file.error("round is missing: write round = 1, above [farm]")
    fillings = _fillings(round_, rules.record)
    record = fillings[0].copy()
    record["round"] = round_ - 1
    _place_workers(record, file, rules.record)
    _turn(record, file)
    _read_farms(record, file, rules.record)
    _read_spaces(record, file, fillings)
    _count_supply(record, file, rules.record)
    _count_borders(record, file, rules.record, fillings)
    _count_goods(record, file, rules.record)
    return record


def _fillings(round_: int, rules: Any) -> list[Any]:
    """Return positions (POSITION) at the start of a round that differ in when all spaces were last emptied.

    In the first of them in the round before, in the next in the one before that, and so on; in the last never.
    """
    found = []
    for emptied in reversed(range(round_)):
        position = np.zeros(1, POSITION)[0]
        set_up(position, rules, 0)
        for number in range(round_):
            if number <= emptied:
                position["goods"] = 0
            refill(position, rules)
        found.append(position)
    return found


# --- Who has placed workers ----------------------------------------------------------------------------------------


def _space_of(table: Table, name: str) -> Space:
    try:
        return space_named(name.strip())
    except AnalyserError as error:
        raise table.error(str(error)) from error


def _place_workers(record: Any, file: Table, rules: Any) -> None:
    """Put workers on the spaces that are taken, and clear these."""
    names, most = file.texts("taken") or [], SEATS * int(rules["workers"]) - 1
    if len(names) > most:
        raise file.error(f"{len(names)} spaces are taken, but where a worker is left to be placed {most} are at most")
    for name in names:
        space, occupied = _space_of(file, name), int(record["occupied"])
        if space == Space.SPECIAL_BUILDING_A and occupied >> space & 1 and "(a)" not in name.lower():
            space = Space.SPECIAL_BUILDING_B
        if occupied >> space & 1:
            raise file.error(f"taken: {SPACE_WORD[space]} is written twice, but has place for one worker: delete one")
        record["occupied"] = occupied | 1 << space
        record["goods"][space] = 0
    record["placed"] = len(names)


def _turn(record: Any, file: Table) -> None:
    """Write down who is to act, who started the round and the game, and who starts the next round."""
    seat = (file.number("seat", 1, SEATS) or 1) - 1
    start = seat if record["placed"] % SEATS == 0 else 1 - seat
    first = (file.number("first", 1, SEATS) or start + 1) - 1
    if record["round"] == 0 and first != start:
        raise file.error(f"first = {first + 1}, but after {record['placed']} placements of round 1 seat {seat + 1} is "
                         f"to act, so that seat {start + 1} was first: mend first, seat or taken")  # fmt: skip
    record["seat"], record["start"], record["first"] = seat, start, first
    record["marker"] = _marker(record, file)


def _marker(record: Any, file: Table) -> int:
    """Return the seat that starts the next round."""
    marker, start = file.number("marker", 1, SEATS), int(record["start"])
    if not int(record["occupied"]) >> Space.START_PLAYER & 1:
        if marker not in (None, start + 1):
            raise file.error(f"marker = {marker}, but seat {start + 1} started this round, and Start Player is not "
                             f"taken: write marker = {start + 1}, or leave it out")  # fmt: skip
        return start
    if marker is None:
        raise file.error("Start Player is taken, by whom? Write marker = 1 or marker = 2, who starts the next round")
    if record["placed"] == 1 and marker != start + 1:
        raise file.error(f"marker = {marker}, but so far only seat {start + 1} has placed a worker: "
                         f"write marker = {start + 1}")  # fmt: skip
    return marker - 1


# --- What lies where -----------------------------------------------------------------------------------------------


def _read_farms(record: Any, file: Table, rules: Any) -> None:
    seat = int(record["seat"])
    for key, place in (("farm", seat), ("other", 1 - seat)):
        table = file.table(key)
        if table is None:
            whose = "the seat to act" if key == "farm" else "the other seat"
            raise file.error(f"the farm of {whose} is missing: write [{key}] on a line of its own, and its keys below")
        table.check_keys(SEAT_KEYS)
        farm = farm_of(table, rules)
        farm["borders"] = table.number("borders_in_supply", 0, MOST, int(farm["borders"]))
        record["farms"][place] = farm


def _read_spaces(record: Any, file: Table, fillings: list[Any]) -> None:
    """Lay on the spaces what is written: what can lie there in this round."""
    table = file.table("spaces") or Table({}, file.where)
    written: set[Space] = set()
    for name in table.values:
        space = _space_of(table, name)
        if space in written:
            raise table.error(f"{SPACE_WORD[space]} is written twice: delete one")
        written.add(space)
        record["goods"][space] = _goods_on(record, table, name, space, fillings)


def _goods_on(record: Any, table: Table, name: str, space: Space, fillings: list[Any]) -> list[int]:
    try:
        goods = read_goods(table.text(name) or "")
    except AnalyserError as error:
        raise table.error(f"{name}: {error}") from error
    if int(record["occupied"]) >> space & 1:
        raise table.error(f"{name} is taken, so that nothing is left there: delete it here or in taken")
    possible = _possible(space, fillings)
    if goods_words(goods) not in possible:
        raise table.error(f"{goods_words(goods)} cannot lie on {SPACE_WORD[space]} in round {len(fillings)}: it "
                          f"holds {', or '.join(possible)}")  # fmt: skip
    return goods


def _possible(space: Space, fillings: list[Any]) -> list[str]:
    """Return in words what can lie on a space in a round."""
    if space != Space.EXPAND:
        return list(dict.fromkeys(goods_words(filling["goods"][space]) for filling in fillings))
    # How far the stock of borders has gone can depend on all rounds so far: any number between.
    borders = [int(filling["goods"][space, Good.BORDER]) for filling in fillings]
    numbers = range(min(borders), max(borders) + 1)
    return [good_words(Good.BORDER, number) if number else goods_words([]) for number in numbers]


# --- What there is in all ------------------------------------------------------------------------------------------


def _count_supply(record: Any, file: Table, rules: Any) -> None:
    """Write down what the farms leave in the general supply."""
    farms = record["farms"]

    def left(there: int, used: int, what: str) -> int:
        if used > there:
            raise file.error(
                f"both farms together have {used} {what}, but there {'is' if there == 1 else 'are'} {there}"
            )
        return there - used

    buildings = [sum(int(farm["buildings"][kind]).bit_count() for farm in farms) for kind in Building]
    columns = sum(int(farm["cells"]).bit_count() // ROWS - 2 for farm in farms)
    troughs = sum(int(farm["troughs"]).bit_count() for farm in farms)
    record["troughs"] = left(int(rules["troughs"]), troughs, "troughs")
    tiles = buildings[Building.STALL] + buildings[Building.STABLES]
    record["stall_tiles"] = left(int(rules["stall_tiles"]), tiles, "stalls and stables")
    record["expansions"] = left(int(rules["expansions"]), columns, "expansions")
    for kind in [kind for kind in Building if kind >= FIRST_SPECIAL]:
        record["copies"][kind] = left(int(rules["copies"][kind]), buildings[kind], BUILDING_WORD[kind])


def _count_borders(record: Any, file: Table, rules: Any, fillings: list[Any]) -> None:
    """Find the stock of borders beside Expand, which gives some each round, so that all others are at hand."""
    farms, lying = record["farms"], int(record["goods"][Space.EXPAND, Good.BORDER])
    supplies = [int(farm["borders"]) for farm in farms]
    placed = sum(int(farm["h_borders"]).bit_count() + int(farm["v_borders"]).bit_count() for farm in farms)
    total = SEATS * int(rules["start_goods"][Good.BORDER]) + int(rules["border_stock"])
    stock, counted = total - sum(supplies) - placed - lying, sum(supplies) + placed + lying
    lowest, highest = sorted(int(filling["border_stock"]) for filling in (fillings[0], fillings[-1]))
    if not lowest <= stock <= highest:
        due = f"{total - highest}" if lowest == highest else f"{total - highest} to {total - lowest}"
        raise file.error(f"{counted} borders are written ({supplies[0]} and {supplies[1]} in supply, {placed} on the "
                         f"farms, {lying} on Expand), but in round {len(fillings)} there are {due}: mend "
                         "borders_in_supply, or what lies on Expand")  # fmt: skip
    record["border_stock"] = stock


def _count_goods(record: Any, file: Table, rules: Any) -> None:
    """Refuse more materials and animals than the spaces, the buildings and breeding can have brought by now."""
    round_, comes = int(record["round"]) + 1, np.maximum(rules["first_refill"], rules["next_refill"]).sum(axis=0)
    have = record["goods"].sum(axis=0)
    most = round_ * comes + SEATS * rules["start_goods"]
    for material in Material:
        have[material] += record["farms"][material.name.lower()].sum()
        most[material] += round_ * rules["materials"][material]
    for animal in range(ANIMALS):
        gifts = sum(int(rules["copies"][kind]) for kind in Building if rules["gifts"][kind] >> animal & 1)
        have[FIRST_ANIMAL + animal] += record["farms"]["animals"][:, animal].sum()
        most[FIRST_ANIMAL + animal] += gifts + (round_ - 1) * SEATS * rules["newborns"]
    for good in [good for good in range(GOODS) if good != Good.BORDER]:
        if have[good] > most[good]:
            raise file.error(f"both farms and the spaces hold {good_words(good, have[good])}, but by round {round_} no "
                             f"more than {most[good]} can have come into the game")  # fmt: skip
