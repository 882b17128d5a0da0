"""Game files: a game written down as TOML, by hand or by `transcript`, and read here; `replay` plays it.

    game = "express"
    players = 1
    seed = 7                      # rolls that are not written out are those of game 12 of seed 7
    game_number = 12
    [[action]]                    # one for each action, in the order in which they were taken
    round = 1                     # checked where it is written, and so is the seat
    seat = 1
    roll = "House, Field, Mayor, Oven, Food, Food, Grain, Wood, Wood, Reed, Sheep, Sheep, Boar"
    move = "plant a field with a Grain die"
    [[action]]
    keep = true                   # no roll: the action uses the dice that lie there
    move = "collect 2 x Food"
    [[feeding]]                   # one for each harvest and seat; left out: what gives most points
    harvest = 1
    seat = 1
    cook = "2 Grain and 1 Sheep"  # or "nothing"
    withhold = 0                  # Food kept from the family, where the rules allow it

Only the shape is checked here: keys, types, names of faces. Whether the game obeys the rules is for `replay` to say.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import AnalyserError, nearest
from ..toml_file import MOST_NUMBER, Table, read_toml, shown
from .contract import MOST_SEATS
from .faces import Cookable, Face
from .rules import HARVESTS
from .words import FACE_WORD, cooking_named, face_named

MOST_ROUND = 99
MOST_WITHHELD = 9999
NOTHING_COOKED = "nothing"
FILE_KEYS = ("game", "players", "seed", "game_number", "policies", "action", "feeding")
ACTION_KEYS = ("round", "seat", "roll", "keep", "move")
FEEDING_KEYS = ("harvest", "seat", "cook", "withhold")


@dataclass(frozen=True)
class Action:
    """One action as it is written: `round` and `seat` (1-based) are None where they are not checked.

    Dice: `roll` (faces), or `keep`, or neither, for a roll drawn from the seed. `move` is a sentence.
    """

    move: str
    round: int | None = None
    seat: int | None = None
    roll: tuple[Face, ...] | None = None
    keep: bool = False


@dataclass(frozen=True)
class Feeding:
    """What one seat cooks at one harvest (`cooked` None: what gives most points), and the Food it keeps back."""

    cooked: dict[Cookable, int] | None = None
    withhold: int = 0


@dataclass(frozen=True)
class GameFile:
    """A game as it is written. `feedings` by (harvest, seat), both 1-based; `where` names the file in messages.

    `open_action` is a last one whose dice are written but no move yet, in a file that asks for advice.
    """

    where: str
    players: int
    actions: tuple[Action, ...]
    feedings: dict[tuple[int, int], Feeding]
    seed: int | None = None
    game_number: int = 0
    policies: tuple[str, ...] = ()
    open_action: Action | None = None


def read_game(path: Path) -> GameFile:
    """Read a game file and check its shape. Raises AnalyserError."""
    return game_of(read_toml(Path(path), "game file"))


def game_of(file: Table, open_end: bool = False) -> GameFile:
    """Return the game of a file's top table; with `open_end` the last action needs no move. Raises AnalyserError."""
    file.check_keys(FILE_KEYS)
    file.check_game("express")
    players = file.number("players", 1, MOST_SEATS)
    if players is None:
        raise file.error(f"players is missing: write players = 1, or up to {MOST_SEATS}")
    tables = file.tables("action")
    still_open = tables.pop() if open_end and tables and "move" not in tables[-1].values else None
    return GameFile(
        where=file.where,
        players=players,
        actions=tuple(_action_of(table, players) for table in tables),
        feedings=_feedings_of(file.tables("feeding"), players),
        seed=file.number("seed", 0, MOST_NUMBER),
        game_number=file.number("game_number", 0, MOST_NUMBER) or 0,
        policies=tuple(file.texts("policies") or ()),
        open_action=None if still_open is None else _dice_only(still_open, players),
    )


def _action_of(table: Table, players: int) -> Action:
    action = _dice_only(table, players)
    move = table.text("move")
    if move is None:
        raise table.error('move is missing: write what is done, as in move = "collect 2 x Food"')
    return replace(action, move=move)


def _dice_only(table: Table, players: int) -> Action:
    """Return an action without its move."""
    table.check_keys(ACTION_KEYS)
    keep = table.boolean("keep")
    if keep and "roll" in table.values:
        raise table.error("the dice are kept (keep = true) or rolled (roll = ...), not both")
    round_, seat = table.number("round", 1, MOST_ROUND), table.number("seat", 1, players)
    return Action("", round_, seat, dice_of(table, "roll"), keep)


def dice_of(table: Table, key: str) -> tuple[Face, ...] | None:
    """Return the faces of dice, which are written as a list of names or as one text with commas between them."""
    value = table.values.get(key)
    if value is None:
        return None
    if not isinstance(value, str | list):
        raise table.error(
            f"{key} = {shown(value)} is not allowed: it has to be a list of faces, or a text of them with commas"
        )
    names = (table.text(key) or "").split(",") if isinstance(value, str) else table.texts(key) or []
    return tuple(_face_of(name, table, key) for name in names if name.strip() or len(names) > 1)


def _face_of(name: str, table: Table, key: str) -> Face:
    face = face_named(name)
    if face is None:
        raise table.error(f"{key}: unknown face {shown(name.strip())}{nearest(name.strip()[:60], FACE_WORD.values())}")
    return face


def _feedings_of(tables: list[Table], players: int) -> dict[tuple[int, int], Feeding]:
    """Return the feedings by harvest and seat."""
    found: dict[tuple[int, int], Feeding] = {}
    for table in tables:
        table.check_keys(FEEDING_KEYS)
        harvest = table.number("harvest", 1, HARVESTS)
        seat = table.number("seat", 1, players, 1 if players == 1 else None)
        if harvest is None or seat is None:
            raise table.error(f"{'harvest' if harvest is None else 'seat'} is missing: whose feeding is it, and when?")
        if (harvest, seat) in found:
            raise table.error(f"the feeding of seat {seat} at harvest {harvest} is written twice: delete one")
        found[harvest, seat] = Feeding(_cooked_of(table), table.count("withhold", MOST_WITHHELD))
    return found


def _cooked_of(table: Table) -> dict[Cookable, int] | None:
    """Return what a feeding cooks; None where it does not say."""
    text = table.text("cook")
    if text is None:
        return None
    if text.strip().lower() in ("", NOTHING_COOKED):
        return {}
    try:
        return cooking_named(text, text)
    except AnalyserError as error:
        raise table.error(f"cook: {error}") from error
