"""Positions: where a game stands, as it is written in a file or typed in a line, and read here.

A file (TOML) is a farm file with the round and the dice; all keys but `round` and `actions_left` may be left out:

    game = "express"
    round = 2                     # 1 to 6
    actions_left = 1              # of the seat to act, the coming action included; 0 at a harvest: what to cook?
    dice = "Food, Wood, Wood"     # what lies there: keep or roll?
    roll = "House, Field ..."     # or what was rolled (all 13): which move?
    start = 1                     # who starts the round: 1 the seat to act, 2 the next clockwise ...
    [farm]                        # the seat to act; as on the score sheet, and `points` of the harvests so far
    rooms = 1
    [[other]]                     # the other seats clockwise, each with the same keys; `actions_left` of theirs
    rooms = 2

A game file (see `script`) is a position too: where it ends. Its last action may then be a roll without a move. A
typed line is read by `line`.
Source: rules/express.md, "Rounds", "One action".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..columns import label
from ..errors import AnalyserError
from ..telling import plural
from ..toml_file import Complainer, Table, read_toml, toml_of
from .contract import MOST_SEATS, POSITION
from .cooking import ends_with_harvest, feeds
from .drafts import new_found
from .faces import FACES, FIRST_FACE, DieKind, Face
from .farm_file import FARM_KEYS, check_farm, farm_of
from .listing import can_act
from .replay import position_after
from .rules import actions_of, total_rounds
from .script import dice_of, game_of
from .variants import Rules
from .words import FACE_WORD

MOST_POINTS = 9999
SEAT_KEYS = (*FARM_KEYS, "points", "actions_left")
POSITION_KEYS = ("game", "round", "actions_left", "start", "dice", "roll", "farm", "other")


@dataclass(frozen=True)
class Position:
    """Where a game stands: `record` (POSITION), whose `seat` is to act.

    `shown` says that its dice have been kept or rolled, so that a move comes next; else the question is whether to
    keep what lies there. `where` names what it was read from.
    """

    where: str
    record: Any
    shown: bool

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.record["seats"])

    @property
    def seat(self) -> int:
        """The seat to act, from 0."""
        return int(self.record["seat"])


@dataclass(frozen=True)
class Seat:
    """One seat as it is written: its farm (FARM), its actions left (None: not said), and where that stands."""

    farm: Any
    left: int | None
    where: Complainer


@dataclass(frozen=True)
class Written:
    """A position as it is written: `seats` clockwise from the one to act, round and start counted from 1."""

    where: str
    round: int
    seats: tuple[Seat, ...]
    dice: tuple[Face, ...] = ()
    rolled: bool = False
    start: int = 1


def read_position(source: Path, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Read a position file or a game file; `changes` (keys of the top table) come before what it says.

    Raises AnalyserError.
    """
    return position_of(read_toml(Path(source), "position file"), rules, changes)


def parse_position(text: str, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Read a position from a text: a file's (see `read_position`) or a typed line. Raises AnalyserError."""
    from .line import position_of_line

    if "=" in text:
        return position_of(toml_of(text, "the position"), rules, changes)
    if changes:
        raise AnalyserError(f"a typed line says all by itself: write {' and '.join(changes)} into it")
    return position_of_line(text.strip(), rules)


def position_of(file: Table, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Return the position of a file's top table. Raises AnalyserError."""
    file = _changed(file, changes or {})
    if "action" in file.values or "players" in file.values:
        game = game_of(file, open_end=True)
        record, shown = position_after(game, rules)
        return Position(file.where, record, shown)
    for key in file.values:
        if key in SEAT_KEYS and key not in POSITION_KEYS:
            raise file.error(f"{key} belongs to the farm: write it below a line [farm]")
    file.check_keys(POSITION_KEYS)
    file.check_game("express")
    return position_written(_written(file, rules), rules, file)


def _changed(file: Table, changes: Mapping[str, Any]) -> Table:
    """Return a file's top table with changes: dice that lie there and a roll take each other's place."""
    gone = {"dice", "roll"} if changes.keys() & {"dice", "roll"} else set()
    kept = {key: value for key, value in file.values.items() if key not in gone}
    return Table({**kept, **changes}, file.where)


def _written(file: Table, rules: Rules) -> Written:
    round_ = file.number("round", 1, int(total_rounds(rules.record)))
    left = file.number("actions_left", 0, 99)
    if round_ is None or left is None:
        name = "round" if round_ is None else "actions_left"
        raise file.error(f"{name} is missing: write {name} = 1, above [farm]")
    if "dice" in file.values and "roll" in file.values:
        raise file.error("the dice lie there (dice = ...) or were rolled (roll = ...): write one of them")
    own = file.table("farm") or Table({}, f"{file.where}, [farm]")
    others = file.tables("other")
    if len(others) >= MOST_SEATS:
        raise file.error(f"{1 + len(others)} seats are written, but {MOST_SEATS} play at most")
    seats = (_seat(own, left), *(_seat(other, other.number("actions_left", 0, 99)) for other in others))
    rolled = "roll" in file.values
    dice = dice_of(file, "roll" if rolled else "dice") or ()
    start = file.number("start", 1, len(seats), 1)
    return Written(file.where, round_, seats, dice, rolled, start or 1)


def _seat(table: Table, left: int | None) -> Seat:
    table.check_keys(SEAT_KEYS)
    farm = farm_of(table)
    farm["points"] = table.number("points", -MOST_POINTS, MOST_POINTS, 0)
    return Seat(farm, left, table)


# --- Checking ------------------------------------------------------------------------------------------------------


def position_written(written: Written, rules: Rules, where: Complainer) -> Position:
    """Return the position that is written, where the rules allow it; `where` begins messages. Raises AnalyserError."""
    for seat in written.seats:
        check_farm(seat.farm, rules.record, seat.where)
    check_dice(written.dice, rules.record, where, written.rolled)
    record = np.zeros(1, POSITION)[0]
    record["seats"], record["round"], record["start"] = len(written.seats), written.round - 1, written.start - 1
    for place, seat in enumerate(written.seats):
        record["farms"][place] = seat.farm
        record["left"][place] = _left(written, place, rules, where)
        record["taken"][place] = actions_of(seat.farm, rules.record) - record["left"][place]
    for face in written.dice:
        record["dice"][face] += 1
    if record["left"][0] == 0:
        _check_harvest(written, record, rules, where)
    if not written.rolled:
        _check_lying(record, where)
    return Position(written.where, record, written.rolled)


def _left(written: Written, place: int, rules: Rules, where: Complainer) -> int:
    """Return the actions left of a seat: as written, or what taking turns since the round's start leaves it."""
    seat, own = written.seats[place], written.seats[0]
    most, left = int(actions_of(seat.farm, rules.record)), seat.left
    if left is None:
        assert own.left is not None
        taken = int(actions_of(own.farm, rules.record)) - own.left
        acted_before = 1 < written.start <= place + 1
        return max(0, most - taken - int(acted_before))
    if left > most:
        family = f"{int(rules.record['adults'])} adults and {plural(int(seat.farm['babies']), 'baby', 'babies')}"
        raise where.error(f"{left} actions are left, but {family} have {most} a round: write {most} or less")
    return left


def _check_harvest(written: Written, record: Any, rules: Rules, where: Complainer) -> None:
    """Refuse a position in which the seat has no action left, and nothing to cook either."""
    if not feeds(record):
        raise where.error("no action is left to this seat but to others: what it cooks is asked when none is left")
    if not ends_with_harvest(written.round - 1, rules):
        raise where.error(f"no action is left, and no harvest follows round {written.round}: nothing is to be decided")
    if written.rolled:
        raise where.error("no action is left, so that no roll can be used: delete the roll")


def _check_lying(record: Any, where: Complainer) -> None:
    """Refuse dice that cannot lie there: the first action of a game has to roll."""
    if record["round"] == 0 and not record["taken"].any() and record["dice"].any():
        raise where.error("the first action of the game has to roll: write what was rolled, not what lies there")


def check_dice(dice: tuple[Face, ...], record: Any, where: Complainer, rolled: bool) -> None:
    """Refuse dice that the rules do not have; where they were `rolled`, all have to be there. Raises AnalyserError."""
    wrong = []
    for kind in DieKind:
        low, high, number = int(FIRST_FACE[kind]), int(FIRST_FACE[kind + 1]), int(record["number"][kind])
        faces = [face for face in dice if low <= face < high]
        for face in faces:
            if face not in record["faces"][kind]:
                raise where.error(f"no {label(kind.name)} die shows {FACE_WORD[face]} under these rules")
        if len(faces) > number or (rolled and len(faces) < number):
            there = f" ({', '.join(FACE_WORD[face] for face in faces)})" if faces else ""
            are = "is" if number == 1 else "are"
            wrong.append(f"{len(faces)} {label(kind.name)} dice{there} where there {are} {number}")
    if wrong:
        total = int(record["number"].sum())
        count = f"{len(dice)} dice are written, but {total} are rolled: " if rolled and len(dice) != total else ""
        raise where.error(f"{count}{'; '.join(wrong)}")


def has_to_roll(position: Position, rules: Rules) -> bool:
    """Say whether nothing can be done with what lies there, so that the seat to act has to roll."""
    record = position.record
    if position.shown or feeds(record):
        return False
    farm = record["farms"][record["seat"]]
    lying = np.ascontiguousarray(record["dice"]) if record["dice"].any() else np.zeros(FACES, np.int8)
    return not can_act(farm, lying, rules.record, new_found())
