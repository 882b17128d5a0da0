"""Positions: where a game stands, written from scratch (`position_file`) or where a game file ends (`script`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..toml_file import Table, read_toml, toml_of
from .board import SEATS
from .position_file import is_position, position_written
from .replay import position_after
from .script import game_of
from .variants import Rules


@dataclass(frozen=True)
class Position:
    """Where a game stands: `record` (POSITION), whose `seat` is to act; `where` names what it was read from."""

    where: str
    record: Any

    @property
    def players(self) -> int:
        """How many play."""
        return SEATS

    @property
    def seat(self) -> int:
        """The seat to act, from 0."""
        return int(self.record["seat"])


def read_position(source: Path, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Read a position file or a game file that stops; `changes` (keys of the former) come before what it says.

    Raises AnalyserError.
    """
    return position_of(read_toml(Path(source), "position file"), rules, changes)


def parse_position(text: str, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Read a position from the text of a file (see `read_position`). Raises AnalyserError."""
    return position_of(toml_of(text, "the position"), rules, changes)


def position_of(file: Table, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Return the position of a file's top table. Raises AnalyserError."""
    if is_position(file):
        return Position(file.where, position_written(Table({**file.values, **(changes or {})}, file.where), rules))
    if changes:
        raise file.error(f"{' and '.join(changes)} cannot be changed: a position is where a game file ends")
    return Position(file.where, position_after(game_of(file), rules))
