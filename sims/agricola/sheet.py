"""A farm in words and plain numbers: what one sees on the table, and its points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..telling import plural
from .farm import empty_fields
from .layouts import pastures_of
from .names import ANIMAL_WORD, GOOD_WORD, HOUSE_WORD, IMPROVEMENT_WORD
from .pieces import SUPPLY, Good
from .scoring import CATEGORIES, score_by_category
from .terms import cell_words, counted, counted_words, herd_words, pasture_words

NO_CROPS = "empty"


@dataclass(frozen=True)
class FarmSheet:
    """A farm: the family, the house, the supply by good, what stands where, the herd, and the points if it ended now.

    Cells and pastures are written as in game files. `crops` is what lies on each field; `room` what its containers
    hold, the largest first.
    """

    people: int
    newborns: int
    house: str
    rooms: str
    supply: dict[str, int]
    fields: str
    crops: tuple[str, ...]
    stables: str
    pastures: str
    room: tuple[int, ...]
    herd: dict[str, int]
    improvements: tuple[str, ...]
    begging: int
    points: int


def sheet_of(farm: Any, record: Any) -> FarmSheet:
    """Return a FARM record in words, with its points under a rules record."""
    return FarmSheet(
        people=int(farm["people"]),
        newborns=int(farm["newborns"]),
        house=HOUSE_WORD[int(farm["house"])],
        rooms=cell_words(farm["rooms"]),
        supply={GOOD_WORD[Good(good)]: int(farm["supply"][good]) for good in range(SUPPLY)},
        fields=cell_words(farm["fields"]),
        crops=tuple(_crops(farm)),
        stables=cell_words(farm["stables"]),
        pastures=pasture_words(pastures_of(int(farm["layout"]))),
        room=tuple(int(one) for one in farm["capacities"][: farm["larger"]]) + (1,) * int(farm["ones"]),
        herd={word: int(farm["animals"][animal]) for animal, word in ANIMAL_WORD.items()},
        improvements=tuple(word for one, word in IMPROVEMENT_WORD.items() if int(farm["improvements"]) >> one & 1),
        begging=int(farm["begging"]),
        points=int(score_by_category(farm, record, np.zeros(CATEGORIES, np.int64))),
    )


def _crops(farm: Any) -> list[str]:
    """Return what lies on each field: '3 grain', '1 vegetable', 'empty'."""
    found = []
    for good, fields in ((Good.GRAIN, farm["grain_fields"]), (Good.VEGETABLE, farm["vegetable_fields"])):
        for left in reversed(range(len(fields))):
            found += [counted_words({good: left + 1}, GOOD_WORD)] * int(fields[left])
    return found + [NO_CROPS] * int(empty_fields(farm))


def farm_words(farm: FarmSheet) -> str:
    """Return a farm in one line."""
    rooms = farm.rooms.count("(")
    parts = [f"{plural(farm.people, 'person', 'people')} in a {farm.house} house of {plural(rooms, 'room')}"]
    parts += [", ".join(counted(number, good) for good, number in farm.supply.items() if number) or "no goods"]
    parts += [herd_words(farm.herd.values())]
    parts += [f"fields: {', '.join(farm.crops)}"] if farm.crops else []
    parts += [f"pastures {farm.pastures}"] if farm.pastures else []
    parts += [f"stables {farm.stables}"] if farm.stables else []
    parts += [", ".join(farm.improvements)] if farm.improvements else []
    parts += [plural(farm.begging, "begging card")] if farm.begging else []
    return "; ".join(parts)
