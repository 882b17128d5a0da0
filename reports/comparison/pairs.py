"""A comparison's differences seen from either side, in the unit in which people read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..contract import Comparison
from ..digits import exact

ABOVE, BELOW, ALIKE, OPEN = "above", "below", "alike", "open"
"""What is known of a difference: more, less, not worth minding (the indifference), or nothing of these yet."""
SHARES = ("p_above_par", "win")
WHOLE = 100.0


@dataclass(frozen=True)
class Unit:
    """How an objective's numbers are shown: times `scale`, and the words for an amount and for a table's head."""

    scale: float
    amount: str
    head: str


@dataclass(frozen=True)
class Pair:
    """The first policy's value minus the second's, in the unit shown; `more equal less` are shares of the blocks."""

    first: str
    second: str
    n: int
    diff: float
    se: float
    lo: float
    hi: float
    fixed_lo: float
    fixed_hi: float
    more: float
    equal: float
    less: float
    reduction: float
    unpaired: float

    @property
    def turned(self) -> Pair:
        """The second policy's value minus the first's."""
        ends: Any = {"lo": -self.hi, "hi": -self.lo, "fixed_lo": -self.fixed_hi, "fixed_hi": -self.fixed_lo}
        return replace(
            self, first=self.second, second=self.first, diff=-self.diff, more=self.less, less=self.more, **ends
        )  # fmt: skip

    def verdict(self, indifference: float) -> str:
        """Return what is known of the difference: ABOVE, BELOW, ALIKE or OPEN."""
        if self.lo > 0:
            return ABOVE
        if self.hi < 0:
            return BELOW
        return ALIKE if -indifference <= self.lo and self.hi <= indifference else OPEN


def unit(result: Comparison) -> Unit:
    """Return how the objective's numbers are shown: points, or shares in per cent."""
    if result.plan["objective"] in SHARES:
        return Unit(WHOLE, "percentage points", "%")
    return Unit(1.0, "points", "points")


def indifference(result: Comparison) -> float:
    """Return the difference that nobody minds, in the unit shown."""
    return float(result.plan["indifference"]) * unit(result).scale


def amount(result: Comparison, value: float) -> str:
    """Return an amount in the unit shown, as '0.1 points'."""
    words = unit(result).amount
    return f"{exact(value)} {words if value != 1 else words.removesuffix('s')}"


def order(result: Comparison) -> list[str]:
    """Return the names of the policies, best first."""
    return [str(name) for name in result.policies["policy"]]


def focused(result: Comparison) -> bool:
    """Tell whether one policy plays among copies of each other one, so that only these pairs are compared."""
    return result.plan.get("focus") is not None and int(result.plan["players"]) > 1


def all_pairs(result: Comparison) -> list[Pair]:
    """Return every compared pair, best first: the better of a pair first, or the one in focus."""
    places = {name: place for place, name in enumerate(order(result))}
    found = [_pair(result, row) for row in result.differences.to_dict("records")]
    if focused(result):
        return sorted(found, key=lambda one: -one.diff)
    found = [one if places[one.first] < places[one.second] else one.turned for one in found]
    return sorted(found, key=lambda one: (places[one.first], places[one.second]))


def leading(result: Comparison) -> list[Pair]:
    """Return the pairs of the leader and each other policy in their order; in focus, all pairs."""
    if focused(result):
        return all_pairs(result)
    first = leader(result)
    sides = [one if one.first == first else one.turned for one in all_pairs(result) if first in (one.first, one.second)]
    return sides


def leader(result: Comparison) -> str:
    """Return the first of those that may be best."""
    return next(iter([name for name in order(result) if name in result.best]), order(result)[0])


def telling(result: Comparison) -> Pair:
    """Return the first of the leading pairs that differ in some game; the first of all where none does."""
    pairs = leading(result)
    return next((pair for pair in pairs if pair.equal < 1), pairs[0])


def _pair(result: Comparison, row: Mapping[Any, Any]) -> Pair:
    scale, values = unit(result).scale, {}
    for name in ("diff", "se", "lo", "hi", "fixed_lo", "fixed_hi"):
        values[name] = scale * float(row[name])
    if scale == WHOLE:  # no share differs from another by more than all
        values |= {name: min(max(value, -WHOLE), WHOLE) for name, value in values.items()}
    shares = {name: float(row[f"p_{name}"]) for name in ("more", "equal", "less")}
    saved = {"reduction": float(row["variance_reduction"]), "unpaired": float(row["games_unpaired"])}
    return Pair(str(row["policy"]), str(row["other"]), int(row["n"]), **values, **shares, **saved)
