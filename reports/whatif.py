"""What one more of a thing is worth, by the round in which it is handed over: words, a picture and a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from analyser.whatif import WhatIf

from .digits import count, exact, fixed, has_error, with_error
from .document import Picture, Section, Table
from .words import listed, rows_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXPORT = "what_if"
MOST_NAMED = 3


def section(found: WhatIf) -> Section:
    """Return the section on what things are worth."""
    caption = (
        f"Points that one more is worth in the final score, handed over at the start of a round, mean ± standard error "
        f"over n = {count(found.base.n)} games (0 where it could not be handed over)"
    )
    words = (
        "The same games played twice, with and without one more of a thing, with the same dice: what differs is its "
        "worth to this policy, and here the thing is the cause. A policy that does not know what to do with a thing "
        "gets little out of it."
    )
    notes = tuple(f"{name}: {said}." for name, said in found.said.items())
    return Section(
        "What one more would be worth", words, (Table(caption, worth_table(found), EXPORT),),
        Picture("what-if", f"Grid of points by thing and round. {worth_words(found)}.", lambda: figure(found)),
        notes, name="what-if",
    )  # fmt: skip


def worth_words(found: WhatIf) -> str:
    """Return what is worth most at the beginning, in words."""
    first = found.frame[found.frame["round"] == found.frame["round"].min()].sort_values("diff", ascending=False)
    named = [f"{row['item']} ({fixed(row['diff'], 1)})" for row in rows_of(first.head(MOST_NAMED))]
    return f"Worth most in points at the start of round {first['round'].min()}: {listed(named)}"


def worth_table(found: WhatIf) -> pd.DataFrame:
    """Return the worths as text: a row for each thing, most in the first round first, and a column for each round."""
    cells = {(row["item"], row["round"]): with_error(row["diff"], row["se"]) for row in rows_of(found.frame)}
    wide = found.table()
    columns = {f"Round {round_}": [cells[item, round_] for item in wide.index] for round_ in wide.columns}
    return pd.DataFrame(columns, index=pd.Index(wide.index, name="One more"))


def figure(found: WhatIf) -> Figure:
    """Answer: what would one more of a thing be worth, and when? Darker is more; grey numbers may be 0."""
    from .whatif_figure import draw

    return draw(found)


def caption(found: WhatIf) -> str:
    """Return how the picture is to be read."""
    base = with_error(found.base.mean, found.base.se) if has_error(found.base.se) else exact(found.base.mean)
    return (
        f"Mean points of the final score that one more is worth, handed over at the start of a round; "
        f"{count(found.base.n)} games with a mean of {base}. Grey: the 95 % interval holds 0."
    )
