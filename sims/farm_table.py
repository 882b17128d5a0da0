"""What farm files have in common, whatever the game: where the farm stands in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from .toml_file import Table, read_toml


def read_farm_table(path: Path, game: str, file_keys: Sequence[str], farm_keys: Sequence[str]) -> tuple[Table, Table]:
    """Return a farm file's top table, and its [farm], with known keys only. Raises AnalyserError."""
    file = read_toml(path, "farm file")
    for key in file.values:
        if key in farm_keys:
            raise file.error(f"{key} belongs to the farm: write it below a line [farm]")
    file.check_keys(file_keys)
    file.check_game(game)
    table = file.table("farm")
    if table is None:
        raise file.error("there is no farm in it: write [farm] on a line of its own, and its keys below")
    table.check_keys(farm_keys)
    return file, table
