"""Rules by mode, positions by hand, and moves in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from sims.agricola import variants
from sims.agricola.board import POSITION, begin_round, set_up
from sims.agricola.faults import Fault
from sims.agricola.geometry import measure
from sims.agricola.moves import apply, carry_out, why_illegal
from sims.agricola.pieces import Good, Space
from sims.agricola.words import parse
from sims.rule_file import Rules

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
FAMILY = variants.default("agricola-2007", "family")
NORMAL = variants.default("agricola-2007", "normal")
BEGINNER = variants.default("agricola-revised", "beginner")
REVISED = variants.default("agricola-revised", "normal")
ALL_RULES = (FAMILY, NORMAL, BEGINNER, REVISED)


def position(rules: Rules = FAMILY, seats: int = 2, round_: int = 14, **farm: Any) -> Any:
    """Return a position at the start of a round (from 1) that no one has acted in, the cards in their usual order.

    `farm` changes the first seat's: `animals`, `improvements`, `layout` ... and goods by their names.
    """
    found = np.zeros(1, POSITION)[0]
    set_up(found, rules.record, seats, 0)
    for number in range(round_):
        found["round"] = number
        begin_round(found, rules.record, rules.record["cards"][number])
    own = found["farms"][0]
    for name, value in farm.items():
        if name.upper() in Good.__members__ and Good[name.upper()] < Good.SHEEP:
            own["supply"][Good[name.upper()]] = value
        else:
            own[name] = value
    measure(own, rules.record)
    return found


def move_of(where: Any, sentence: str, rules: Rules = FAMILY) -> Any:
    """Return the move of a sentence, with all animals staying where it does not say."""
    move, named = parse(sentence, where, rules.record)
    if not named and carry_out(where, move, rules.record) == Fault.LEGAL:
        move["herd"][:] = where["trial_farm"]["animals"]
    return move


def fault(where: Any, sentence: str, rules: Rules = FAMILY) -> Fault:
    """Return why a move is illegal."""
    return Fault(why_illegal(where, move_of(where, sentence, rules), rules.record))


def play(where: Any, sentence: str, rules: Rules = FAMILY) -> Any:
    """Make a legal move; return the farm of the seat that made it, and free the space again."""
    move = move_of(where, sentence, rules)
    found = Fault(apply(where, move, rules.record))
    assert found == Fault.LEGAL, (sentence, found)
    where["occupied"] &= ~(1 << Space(int(move["space"])))
    return where["farms"][where["seat"]]
