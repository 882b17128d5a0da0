"""Game files: a game written down as TOML, by hand or by `transcript`, and read here; `replay` plays it.

    game = "creatures"
    first = 1                     # the seat that starts round 1; left out: as the rules say
    seed = 7                      # where the game is from; only where the rules toss for the start it matters
    game_number = 12
    [[placement]]                 # one for each worker, in the order in which they were placed
    round = 1                     # checked where it is written, and so is the seat
    seat = 1
    move = "Walls: V(2,2) H(1,3)"
    [[birth]]                     # where not all newborns had room; left out: the herd with most points stays
    round = 2
    seat = 2
    keep = "2 pigs and 1 cow"

Only the shape is checked here. Whether the game obeys the rules is for `replay` to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..errors import AnalyserError
from ..toml_file import MOST_NUMBER, Table, read_toml
from .board import SEATS
from .rules import MOST_ROUNDS
from .words import read_herd

FILE_KEYS = ("game", "players", "first", "seed", "game_number", "policies", "placement", "birth")


@dataclass(frozen=True)
class Placement:
    """One placement as it is written: a sentence, `round` and `seat` (1-based), None where they are not checked."""

    move: str
    round: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class GameFile:
    """A game as it is written. `births` by (round, seat), both 1-based; `where` names the file in messages."""

    where: str
    placements: tuple[Placement, ...]
    births: dict[tuple[int, int], tuple[int, ...]]
    first: int | None = None
    seed: int | None = None
    game_number: int = 0
    policies: tuple[str, ...] = ()


def read_game(path: Path) -> GameFile:
    """Read a game file and check its shape. Raises AnalyserError."""
    return game_of(read_toml(Path(path), "game file"))


def game_of(file: Table) -> GameFile:
    """Return the game of a file's top table. Raises AnalyserError."""
    file.check_keys(FILE_KEYS)
    file.check_game("creatures")
    file.number("players", SEATS, SEATS)
    return GameFile(
        where=file.where,
        placements=tuple(_placement_of(table) for table in file.tables("placement")),
        births=_births_of(file.tables("birth")),
        first=file.number("first", 1, SEATS),
        seed=file.number("seed", 0, MOST_NUMBER),
        game_number=file.number("game_number", 0, MOST_NUMBER) or 0,
        policies=tuple(file.texts("policies") or ()),
    )


def _placement_of(table: Table) -> Placement:
    table.check_keys(("round", "seat", "move"))
    move = table.text("move")
    if move is None:
        raise table.error('move is missing: write what is done, as in move = "3 Wood"')
    return Placement(move, table.number("round", 1, MOST_ROUNDS), table.number("seat", 1, SEATS))


def _births_of(tables: list[Table]) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the herds that stay by round and seat."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for table in tables:
        table.check_keys(("round", "seat", "keep"))
        round_, seat = table.number("round", 1, MOST_ROUNDS), table.number("seat", 1, SEATS)
        keep = table.text("keep")
        if round_ is None or seat is None or keep is None:
            lacking = "round" if round_ is None else "seat" if seat is None else "keep"
            raise table.error(f"{lacking} is missing: when, whose herd, and what stays of it?")
        if (round_, seat) in found:
            raise table.error(f"the birth of seat {seat} in round {round_} is written twice: delete one")
        try:
            found[round_, seat] = tuple(read_herd(keep))
        except AnalyserError as error:
            raise table.error(f"keep: {error}") from error
    return found
