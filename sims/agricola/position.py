"""Positions: where a game stands, written from scratch (see `position_file`) or where a game file ends (`script`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..toml_file import Table, read_toml, toml_of
from .position_file import is_position, record_of
from .replay import position_after
from .script import game_of
from .variants import Rules


@dataclass(frozen=True)
class Position:
    """Where a game stands: `record` (POSITION), whose `seat` is to act; `where` names what it was read from.

    `mode` is that of the file's rules, where it names one.
    """

    where: str
    record: Any
    mode: str | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.record["seats"])

    @property
    def seat(self) -> int:
        """The seat to act, from 0."""
        return int(self.record["seat"])


def read_position(source: Path, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Read a position file, or a game file that stops where advice is wanted. Raises AnalyserError."""
    return position_of(read_toml(Path(source), "position file"), rules, changes)


def parse_position(text: str, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Read the text of such a file. Raises AnalyserError."""
    return position_of(toml_of(text, "the position"), rules, changes)


def position_of(file: Table, rules: Rules, changes: Mapping[str, Any] | None = None) -> Position:
    """Return the position of a file's top table. Raises AnalyserError."""
    written = is_position(file)
    if changes and written:
        raise file.error(f"{' and '.join(changes)} cannot be changed here: change the file, which has to fit together")
    if changes:
        raise file.error(f"{' and '.join(changes)} cannot be changed: a position is where a game file ends")
    if written:
        return Position(file.where, *record_of(file, rules))
    game = game_of(file)
    return Position(file.where, position_after(game, rules), game.mode)
