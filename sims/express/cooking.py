"""What a seat can cook at a harvest: the ways worth a look, in words, and where they lead.

Looked at are cookings with no item too many: without any one of them more Food would be missing. Source:
rules/express.md, "Cooking", "Harvest".
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
from numba import from_dtype, types

from ..advising import Option, Start, distinct, words_of
from ..columns import label
from ..jit import kernel
from .contract import POSITION_TYPE, RULES_TYPE
from .faces import COOKABLES, Cookable
from .farm import FARM
from .harvest import CATEGORIES, COOKING, cookable, harvest_farm
from .onward import Next
from .rules import food_need, harvest_of, total_rounds
from .value import worth_next_round
from .variants import Rules

FED = "Feeding"


@kernel(types.float64(POSITION_TYPE, from_dtype(FARM), RULES_TYPE, types.Array(types.float32, 1, "C")))
def worth_fed(position, farm, rules, table):
    """Return what a farm that was fed is worth at the start of the next round, by a learnt table."""
    return worth_next_round(position, farm, rules, position["round"], table)


def feeds(record: Any) -> bool:
    """Say whether no seat has an action left in a position, so that a harvest or a new round comes next."""
    return not record["left"][: record["seats"]].any()


def ends_with_harvest(round_: int, rules: Rules) -> bool:
    """Say whether a harvest follows a round (from 0)."""
    return bool(
        round_ + 1 == total_rounds(rules.record)
        or harvest_of(rules.record, round_ + 1) != harvest_of(rules.record, round_)
    )


def cooked_words(cooking: Any) -> str:
    """Return what a cooking (int64[6]) takes as game files write it: '2 Grain and 1 Sheep', or 'nothing'."""
    return " and ".join(f"{cooking[good]} {label(good.name)}" for good in Cookable if cooking[good]) or "nothing"


def cooking_words(cooking: Any) -> str:
    """Return a cooking as one player says it to another."""
    return f"Cook {cooked_words(cooking)}"


def cookings(farm: Any, record: Any) -> Iterator[Any]:
    """Yield the cookings (int64[6]) of a farm with no item too many, under a rules record."""
    food = [int(record["cook"][good]) for good in Cookable]
    short = max(0, int(food_need(farm, record)) - int(farm["food"]))
    most = [min(int(cookable(farm, int(good))), -(-short // max(1, food[good]))) for good in Cookable]
    for counts in product(*(range(number + 1) for number in most)):
        used = [food[good] for good in Cookable if counts[good]]
        if not used or sum(map(int.__mul__, counts, food)) - min(used) < short:
            cooking = np.zeros(COOKING, np.int64)
            cooking[:COOKABLES] = counts
            yield cooking


def after_feeding(record: Any, rules: Rules, cooking: Any) -> Any:
    """Return the position (POSITION) after the seat's feeding, the next seat being to be fed."""
    after, harvest = record.copy(), harvest_of(rules.record, record["round"])
    harvest_farm(after["farms"][after["seat"]], rules.record, harvest, cooking.copy(), np.zeros(CATEGORIES, np.int64))
    after["seat"] += 1
    return after


def cooking_options(record: Any, rules: Rules, table: Any) -> list[Option]:
    """Return what the seat to be fed can cook, the most promising by a learnt table (float32[n]) first."""
    every = cookings(record["farms"][record["seat"]], rules.record)
    found = distinct(_option(record, rules, cooking, table) for cooking in every)
    return sorted(found, key=lambda option: -option.guess)


def _option(record: Any, rules: Rules, cooking: Any, table: Any) -> Option:
    after, seat = after_feeding(record, rules, cooking), int(record["seat"])
    last = bool(record["round"] + 1 == total_rounds(rules.record))
    farm = after["farms"][seat]
    guess = float(farm["points"]) + (0.0 if last else worth_fed(record.copy(), farm, rules.record, table))
    over = last and seat + 1 == record["seats"]
    return Option(cooking_words(cooking), cooked_words(cooking), FED, Start(words_of(after), Next.FEED), guess, over)
