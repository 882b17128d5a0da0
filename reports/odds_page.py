"""The odds as one page to print: blocks of `sheet`, made of the frames of an `Odds`."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pandas as pd
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyser.odds import Odds

from .canvas import FAINT, SEAT_COLOURS, STYLE, pale
from .digits import fixed
from .sheet import GAP, MARGIN, WIDE, Block, Panel, Value, draw_blocks, fit, new_page
from .words import listed, plain

ALONE, CARD = pale(SEAT_COLOURS[0], 0.34), pale(SEAT_COLOURS[5], 0.5)
LETTER, LIST_NAMES = 0.061, 2.3
"""How wide names of rows are, in inches: in grids for each letter, and in lists."""
GRID_CELL, LIST_CELL = 0.36, 0.47
"""How wide cells are where there is room."""
BRIEF, JOINED = 23, 46
"""Names up to the one length are merged where rows are alike, as long as all together have no more than the other."""

Key = tuple[str, str]
Chances = dict[Key, dict[int, float]]
"""By what is asked and the card added: the chance of each number."""


def odds_page(found: Odds) -> Figure:
    """Return the page."""
    with style.context(["default", STYLE]):
        figure, axis = new_page()
        top = draw_head(axis, found)
        sections = dict(list(found.chances.groupby("section", sort=False)))
        grids = {name: rows for name, rows in sections.items() if rows["at_least"].max() > 1}
        lists = {name: rows for name, rows in sections.items() if name not in grids}
        top = draw_blocks(axis, [grid_block(found, str(name), rows) for name, rows in grids.items()], top)
        top = draw_blocks(axis, list_blocks(found, lists), top + 0.05, space=0.03)
        fit(axis, draw_foot(axis, found, top + 0.08))
    return figure


def draw_head(axis: Axes, found: Odds) -> float:
    """Draw the title and how to read the page; return where the blocks begin."""
    hand = f", with {listed(found.hand)} in hand" if found.hand else ""
    axis.text(MARGIN, 0.6, f"{found.title}: what a roll brings", fontsize=15, fontweight="bold", va="bottom")
    lead = f"Chances in % when all dice are rolled{hand}. {MEANS}"
    lines = textwrap.wrap(lead, 118)
    for line, text in enumerate(lines):
        axis.text(MARGIN, 0.77 + 0.14 * line, text, fontsize=8.2, va="baseline", color=FAINT)
    return 0.77 + 0.14 * len(lines)


MEANS = (
    "2+ means at least two; the bar in a cell is as long as the chance; – is never; Ø the goods that one action "
    "collects on average."
)


def draw_foot(axis: Axes, found: Odds, top: float) -> float:
    """Draw what has to be known of the numbers, and return where that ends."""
    first = "Under a card: the chance with that card as well; where nothing stands, the card changes nothing."
    text = " ".join([first, *found.notes, f"All numbers are exact. Rules: {plain(found.rules)}."])
    lines = textwrap.wrap(text, 128)
    for line, words in enumerate(lines):
        axis.text(MARGIN, top + 0.13 * line, words, fontsize=7.4, va="top", color=FAINT)
    return top + 0.13 * len(lines)


# --- Sections in which one asks for 1, 2, 3 ... ----------------------------------------------------------------------


def chances_of(rows: pd.DataFrame) -> Chances:
    """Return the chances of a section; those with a card hold also what it does not change."""
    found: Chances = {}
    for row in rows.to_dict("records"):
        found.setdefault((row["what"], row["added"]), {})[row["at_least"]] = row["prob"]
    return {(what, card): {**found[what, ""], **chances} for (what, card), chances in found.items()}


def grid_block(found: Odds, title: str, rows: pd.DataFrame) -> Block:
    """Return a section as a block: a panel without cards, one for each card that changes all, one for the others."""
    chances = chances_of(rows)
    what = list(dict.fromkeys(rows["what"]))
    cards = [card for card in found.cards if any((name, card) in chances for name in what)]
    general = [card for card in cards if all((name, card) in chances for name in what)]
    panels = [grid_panel(found, "", dict.fromkeys(what, ""), chances)]
    panels += [grid_panel(found, f"+ {card}", dict.fromkeys(what, card), chances) for card in general]
    own = {name: [card for card in cards if card not in general and (name, card) in chances] for name in what}
    if any(own.values()):
        panels.append(own_panel(found, own, chances))
    label = LETTER * max(map(len, what)) + 0.1
    columns = sum(len(panel.heads) for panel in panels)
    notes = sum(panel.wide(0) for panel in panels)
    room = WIDE - 2 * MARGIN - label - GAP * (len(panels) - 1) - notes
    return Block(title, what, panels, label, min(GRID_CELL, room / columns))


def own_panel(found: Odds, own: dict[str, list[str]], chances: Chances) -> Panel:
    """Return the panel of cards that change some rows, named beside each row; of several, those that do most."""
    best = {name: helping_most(name, cards, chances) for name, cards in own.items()}
    first = {name: cards[0] if cards else None for name, cards in best.items()}
    notes = [", ".join(map(short, cards)) for cards in best.values()]
    return grid_panel(found, "+ one card", first, chances, notes)


def helping_most(name: str, cards: Sequence[str], chances: Chances) -> list[str]:
    """Return those of the cards that raise the chances of a row most."""
    sums = {card: sum(chances[name, card].values()) for card in cards}
    return [card for card in cards if sums[card] == max(sums.values())]


def short(card: str) -> str:
    """Return a card's name without what all of its kind have in theirs."""
    return card.removesuffix(" Workshop")


def grid_panel(
    found: Odds, title: str, cards: dict[str, str | None], chances: Chances, notes: Sequence[str] = ()
) -> Panel:
    """Return a panel of a grid: each row with the card that is named for it ('': none, None: an empty row)."""
    lines = {name: chances[name, card] if card is not None else {} for name, card in cards.items()}
    most = max(number for line in lines.values() for number, prob in line.items() if prob > 0)
    means = {(row["what"], row["added"]): row["expected"] for row in found.amounts.to_dict("records")}
    counted = any((name, "") in means for name in lines)
    heads = [f"{number}+" if number < most else f"{number}" for number in range(1, most + 1)]
    cells: list[list[Value]] = [[line.get(number) for number in range(1, most + 1)] for line in lines.values()]
    if counted:
        heads.append("Ø")
        for line, (name, card) in zip(cells, cards.items(), strict=True):
            mean = means.get((name, card or ""), means.get((name, ""))) if card is not None else None
            line.append(fixed(mean, 2) if mean is not None else None)
    colour = ALONE if not any(cards.values()) else CARD
    return Panel(title, heads, cells, [colour] * len(heads), notes)


# --- Sections that ask whether something is there --------------------------------------------------------------------


def list_blocks(found: Odds, sections: dict[Any, pd.DataFrame]) -> list[Block]:
    """Return the lists as blocks with the same columns: the hand alone, then each card that changes any row."""
    changing = {card for rows in sections.values() for card in rows["added"]}
    cards = ["", *(card for card in found.cards if card in changing)]
    cell = min(LIST_CELL, (WIDE - 2 * MARGIN - LIST_NAMES) / len(cards))
    blocks = []
    for place, (title, rows) in enumerate(sections.items()):
        lines = merged(chances_of(rows), cards)
        heads = [short(card) or ("in hand" if found.hand else "alone") for card in cards]
        colours = [ALONE, *[CARD] * (len(cards) - 1)]
        panel = Panel("", heads, list(lines.values()), colours)
        first = place == 0 and len(cards) > 1
        blocks.append(Block(str(title), list(lines), [panel], LIST_NAMES, cell, slanted=True, headed=first))
    return blocks


def merged(chances: Chances, cards: Sequence[str]) -> dict[str, list[Value]]:
    """Return the cells of each row by its name; rows with brief names that follow each other and are alike are one."""
    lines: dict[str, list[Value]] = {
        what: [chances.get((what, card), {}).get(1) for card in cards]
        for what in dict.fromkeys(name for name, _ in chances)
    }
    if max(map(len, lines)) > BRIEF:
        return lines
    runs = [list(run) for _, run in groupby(lines, key=lambda what: lines[what])]
    if len(runs) == 1 and len(lines) > 2:
        return {f"each of the {len(lines)}": lines[runs[0][0]]}
    return {label: lines[run[0]] for run in runs for label in labels_of(run)}


def labels_of(names: Sequence[str]) -> list[str]:
    """Return the names of rows that are alike as few labels that fit."""
    labels = [short(names[0])]
    for name in map(short, names[1:]):
        fits = len(labels[-1]) + 2 + len(name) <= JOINED
        labels[-1:] = [f"{labels[-1]}, {name}"] if fits else [f"{labels[-1]},", name]
    return labels
