"""The exact odds of a roll: what a player asks of the dice, answered without simulation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd

from .catalogue import GAMES, part
from .errors import AnalyserError


@dataclass(frozen=True)
class Odds:
    """Exact odds: every chance is one of a fresh roll of all dice, for a hand of cards.

    - `chances`: `section question what at_least dice added prob numerator denominator`. `added` is a card more than the
      hand holds, '' for the hand as it is; rows with a card are there where it changes the chance.
    - `amounts`: goods that one action collects on average if it takes the best set of a kind:
      `section what added expected numerator denominator gain`, `gain` being what the card adds.
    - `lying`: what the dice that lie there (`left`) offer, with the chances that a roll offers as much, and more:
      `section what lying prob numerator denominator more more_numerator more_denominator`. Without `left` it is empty.

    `cards` names all cards that a hand can hold, in the game's order; `notes` say how its odds are to be read.
    """

    game: str
    title: str
    rules: str
    rules_hash: str
    cards: tuple[str, ...]
    hand: tuple[str, ...]
    left: tuple[str, ...]
    chances: pd.DataFrame
    amounts: pd.DataFrame
    lying: pd.DataFrame
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain data, for JSON."""
        return {
            "game": self.game,
            "rules": {"name": self.rules, "hash": self.rules_hash},
            "with": list(self.hand),
            "left": list(self.left),
            "chances": self.chances.to_dict("records"),
            "amounts": self.amounts.to_dict("records"),
            "lying": self.lying.to_dict("records"),
            "notes": list(self.notes),
        }


def odds(game: str, *, rules: Path | None = None, with_: Sequence[str] = (), left: Sequence[str] | None = None) -> Odds:
    """Return the exact odds of a roll under the rules of a TOML file, with the cards `with_` in hand.

    `left` names the faces of the dice that lie there, which a roll is then compared with. Raises AnalyserError for a
    game without odds, and for unknown cards and faces.
    """
    found = _module(game).answer(rules, with_, left)
    return Odds(
        game,
        GAMES[game].partition(":")[0],
        found.rules.name,
        found.rules.hash,
        found.cards,
        found.hand,
        found.left,
        pd.DataFrame([_chance(row) for row in found.chances]),
        pd.DataFrame(_amounts(found.amounts)),
        pd.DataFrame([_lying(row) for row in found.lying], columns=LYING),
        found.notes,
    )


LYING = [
    "section", "what", "lying", "prob", "numerator", "denominator", "more", "more_numerator", "more_denominator",
]  # fmt: skip


def _module(game: str) -> Any:
    """Return the module of a game that knows its odds. Raises AnalyserError."""
    found = part(game, "odds")
    if found is None:
        raise AnalyserError(f"no odds are known for {game}; analyser simulate {game} estimates what you ask")
    return found


def _fraction(value: Fraction, name: str, before: str = "") -> dict[str, Any]:
    """Return a fraction as columns: the float under `name`, and the two whole numbers."""
    parts = {f"{before}numerator": value.numerator, f"{before}denominator": value.denominator}
    return {name: float(value), **parts}


def _chance(row: Any) -> dict[str, Any]:
    columns = row._asdict()
    chance = columns.pop("chance")
    return {**columns, **_fraction(chance, "prob")}


def _amounts(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the rows of `amounts`; what a card adds is counted from the hand without it."""
    alone = {(row.section, row.what): row.expected for row in rows if not row.added}
    found = []
    for row in rows:
        head = {"section": row.section, "what": row.what, "added": row.added}
        gain = float(row.expected - alone[row.section, row.what])
        found.append({**head, **_fraction(row.expected, "expected"), "gain": gain})
    return found


def _lying(row: Any) -> dict[str, Any]:
    head = {"section": row.section, "what": row.what, "lying": row.lying}
    return {**head, **_fraction(row.at_least, "prob"), **_fraction(row.more, "more", "more_")}
