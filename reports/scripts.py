"""Scored farms and replayed games as text for the terminal: the parts that the game tells, printed one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
from rich.text import Text

from .digits import exact
from .terminal import console, rich_table

STYLES = {"plain": "", "move": "cyan", "aside": "dim"}
"""How lines are shown, by the value of their look."""


def print_told(parts: Iterable[Any]) -> None:
    """Print what a game tells (see `sims/telling.py`): headings, points, lines."""
    out = console()
    for number, part in enumerate(parts):
        if number:
            out.print()
        out.print(Text(part.heading, style="bold"))
        if part.points is not None:
            out.print(rich_table(pd.DataFrame(part.points).map(exact).rename_axis("Category")))
        for line, look in part.lines:
            out.print(Text(line, style=STYLES[look.value]))
