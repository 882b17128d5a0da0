"""When a comparison is over, and which policies need not be played on."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..simultaneous import may_be_best
from .plan import DECIDED, FIXED, PRECISION, ComparePlan
from .standing import Standing

UNDECIDED, BY_HAND = "undecided", "interrupted"


def compared(plan: ComparePlan) -> list[Any]:
    """Return the entrants that are ranked among each other: all of them, or each pair of a comparison in focus."""
    if plan.focus is not None and plan.players > 1:
        return [list(pair) for pair in plan.lineup.pairs]
    return [list(range(len(plan.lineup.policies)))]


def best(plan: ComparePlan, found: Standing) -> Any:
    """Return which entrants may be best among those that they are compared with (bool[k])."""
    may = np.zeros(len(found.n), bool)
    for group in compared(plan):
        may[group] = may_be_best(found.lo[np.ix_(group, group)])
    return may


def is_over(plan: ComparePlan, found: Standing) -> bool:
    """Tell whether the plan's rule for stopping is met."""
    if plan.stop == FIXED:
        return False
    if plan.stop == PRECISION:
        assert plan.precision is not None
        half = [(found.hi - found.lo)[pair] / 2 for pair in plan.lineup.pairs if _in_play(found, *pair)]
        return bool(np.max(half, initial=0.0) <= plan.precision)
    return decided(plan, found)


def _in_play(found: Standing, one: int, other: int) -> bool:
    """Tell whether both are still played."""
    return bool(found.pair_n[one, other] == found.n.max())


def decided(plan: ComparePlan, found: Standing) -> bool:
    """Tell whether the best are known: one alone, or some within the indifference of each other."""
    may = best(plan, found)
    inside = (found.lo >= -plan.indifference) & (found.hi <= plan.indifference)
    return all(not (may[one] and may[other]) or bool(inside[one, other]) for one, other in plan.lineup.pairs)


def still_playing(plan: ComparePlan, found: Standing, playing: list[bool]) -> list[bool]:
    """Return who plays on: with elimination, only those that may be best.

    Valid at every look, since it rests on the intervals that hold at all looks together.
    """
    if not plan.elimination:
        return playing
    may = best(plan, found)
    return [now and bool(may[entrant]) for entrant, now in enumerate(playing)]


def why_over(plan: ComparePlan, found: Standing, interrupted: bool) -> str:
    """Return why it ended: DECIDED, PRECISION, FIXED, UNDECIDED (all games are played) or BY_HAND."""
    if plan.stop != FIXED and is_over(plan, found):
        return plan.stop
    if interrupted:
        return BY_HAND
    return FIXED if plan.stop == FIXED else UNDECIDED


__all__ = ["BY_HAND", "DECIDED", "FIXED", "PRECISION", "UNDECIDED", "best", "decided", "is_over", "why_over"]
