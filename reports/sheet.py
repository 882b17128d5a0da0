"""A page of small tables to print: blocks of cells, each with a number and a bar as long as the chance that it is.

The number is the message; the bar, in a pale colour that prints as a light grey, lets the eye find what is likely.
Everything is placed in inches from the top left of a page that fits both A4 and Letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from .canvas import FAINT, INK
from .digits import half_up

WIDE, HIGH = 8.27, 11.0
"""The page in inches: as narrow as A4, as short as Letter."""
MARGIN, LINE, HEADS, GAP = 0.47, 0.161, 0.32, 0.13
NOTE, SLANT = 0.8, 0.3
TEXT, SMALL = 7.8, 6.8
RULE = "#C4C4C4"
NEVER = "\N{EN DASH}"

Value = float | str | None
"""A cell: a chance, a text such as a mean, or nothing."""


@dataclass(frozen=True)
class Panel:
    """Columns of a block under one title, in one colour: their heads, the cells of each row, a note after each row."""

    title: str
    heads: Sequence[str]
    cells: Sequence[Sequence[Value]]
    colours: Sequence[Any]
    notes: Sequence[str] = ()

    def wide(self, cell: float) -> float:
        """Return the width in inches."""
        return cell * len(self.heads) + (NOTE if self.notes else 0)


@dataclass(frozen=True)
class Block:
    """A table of the page: its title, the names of its rows, its panels; how wide names and cells are.

    `slanted` turns the heads, which may then be long; a block without `headed` follows one with the same columns.
    """

    title: str
    labels: Sequence[str]
    panels: Sequence[Panel]
    label: float
    cell: float
    slanted: bool = False
    headed: bool = True

    @property
    def wide(self) -> float:
        """The width in inches."""
        return self.label + sum(panel.wide(self.cell) for panel in self.panels) + GAP * (len(self.panels) - 1)

    @property
    def head(self) -> float:
        """The height of what stands above the rows."""
        return (HEADS if self.headed else 0.24) + (SLANT if self.slanted and self.headed else 0)

    @property
    def high(self) -> float:
        """The height in inches."""
        return self.head + LINE * len(self.labels)


def new_page() -> tuple[Figure, Axes]:
    """Return an empty page and its axes, in inches from the top left."""
    figure = Figure(figsize=(WIDE, HIGH))
    axis = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axis.set_xlim(0, WIDE)
    axis.set_ylim(HIGH, 0)
    axis.set_axis_off()
    return figure, axis


def fit(axis: Axes, bottom: float) -> None:
    """Draw what goes down to `bottom` closer together, if that is below the margin of the page."""
    axis.set_ylim(max(HIGH, bottom + MARGIN), 0)


def in_rows(blocks: Sequence[Block]) -> list[list[Block]]:
    """Return the blocks in rows that fit the page: each row takes the next block, and any later one that fits too."""
    waiting, rows = list(blocks), []
    while waiting:
        row = [waiting.pop(0)]
        for block in list(waiting):
            if sum(one.wide + 2 * GAP for one in (*row, block)) - 2 * GAP <= WIDE - 2 * MARGIN + 1e-9:
                row.append(block)
                waiting.remove(block)
        rows.append(row)
    return rows


def draw_blocks(axis: Axes, blocks: Sequence[Block], top: float, space: float = 0.11) -> float:
    """Draw blocks from `top` on, with so much space between rows of them, and return where they end."""
    for row in in_rows(blocks):
        left = MARGIN
        for block in row:
            draw_block(axis, block, left, top)
            left += block.wide + 2 * GAP
        top += max(block.high for block in row) + space
    return top


def draw_block(axis: Axes, block: Block, left: float, top: float) -> None:
    """Draw one block with its top left corner there."""
    first = top + block.head
    axis.text(left, first - 0.05, block.title, fontsize=TEXT + 1, fontweight="bold", va="bottom")
    axis.plot([left, left + block.wide], [first - 0.02] * 2, color=INK, linewidth=0.8)
    for line, label in enumerate(block.labels):
        middle = first + LINE * (line + 0.5)
        axis.text(left, middle, label, fontsize=TEXT, va="center_baseline")
        under = middle + LINE / 2
        axis.plot([left, left + block.wide], [under] * 2, color=RULE, linewidth=0.4, zorder=3)
    left += block.label
    for panel in block.panels:
        draw_panel(axis, block, panel, left, first)
        left += panel.wide(block.cell) + GAP


def draw_panel(axis: Axes, block: Block, panel: Panel, left: float, first: float) -> None:
    """Draw a panel whose first row begins at `first`."""
    if block.headed:
        draw_heads(axis, block, panel, left, first)
    for line, cells in enumerate(panel.cells):
        top = first + LINE * line
        for column, value in enumerate(cells):
            draw_cell(axis, value, (left + block.cell * column, top), block.cell, panel.colours[column])
        if panel.notes and panel.notes[line]:
            place = left + block.cell * len(panel.heads) + 0.06
            axis.text(place, top + LINE / 2, panel.notes[line], fontsize=SMALL, va="center_baseline", color=FAINT)


def draw_heads(axis: Axes, block: Block, panel: Panel, left: float, first: float) -> None:
    """Draw the title and the heads of a panel."""
    if panel.title:
        top = first - HEADS + 0.14 - (SLANT if block.slanted else 0)
        axis.text(left + 0.03, top, panel.title, fontsize=SMALL + 0.4, fontweight="bold", va="bottom")
    for column, head in enumerate(panel.heads):
        middle = left + block.cell * (column + 0.5)
        if block.slanted:
            turn: dict[str, Any] = {"rotation": 38, "ha": "left", "rotation_mode": "anchor"}
            axis.text(middle - 0.08, first - 0.06, head, fontsize=SMALL, va="bottom", **turn)
        else:
            axis.text(middle, first - 0.05, head, fontsize=SMALL, va="bottom", ha="center")


def draw_cell(axis: Axes, value: Value, corner: tuple[float, float], wide: float, colour: Any) -> None:
    """Draw one cell: a chance with its bar, or a text."""
    left, top = corner
    if value is None:
        return
    chance = value if isinstance(value, float) else 0.0
    bar = Rectangle((left + 0.02, top + 0.015), chance * (wide - 0.04), LINE - 0.03, color=colour, linewidth=0)
    axis.add_patch(bar)
    text, italic = (value, "italic") if isinstance(value, str) else (per_cent(value), "normal")
    ink = FAINT if text == NEVER else INK
    weight = "bold" if text == "100" else "normal"
    place = (left + wide / 2, top + LINE / 2)
    axis.text(*place, text, fontsize=TEXT, ha="center", va="center_baseline", style=italic, color=ink, weight=weight)


def per_cent(chance: float) -> str:
    """Return a chance in per cent as short as a small cell needs it: two digits, and a dash for never."""
    share = 100 * chance
    if chance in (0, 1):
        return "100" if chance else NEVER
    if share >= 99.5:
        return "> 99"
    if share < 0.05:
        return "< 0.1"
    return half_up(share, 0 if share >= 9.95 else 1)
