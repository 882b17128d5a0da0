"""The columns of the rows that games write down, and how they are called in files."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """One column of a row: its `table`, the `period` in it (round, 1-based; 0: the game), and its `item`."""

    table: str
    period: int
    item: str

    @property
    def name(self) -> str:
        """The column's name in files."""
        prefix = "" if self.period == 0 else f"{self.table}_r{self.period}_"
        plain = "".join(letter if letter.isalnum() else "_" for letter in self.item.lower())
        return prefix + "_".join(part for part in plain.split("_") if part)


def label(word: str) -> str:
    """Return an enum's name as words."""
    return word.capitalize().replace("_", " ")
