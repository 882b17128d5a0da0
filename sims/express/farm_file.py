"""Farm files: one farm written by hand, and the points that a harvest gives it.

Source: rules/express.md, "Harvest". The format, all keys of which may be left out:

    game = "express"
    harvest = 2                   # 1 to 3: which harvest is scored
    [farm]
    house = "brick"               # wood, brick or stone
    rooms = 2                     # likewise babies, fields, pastures, and every good
    occupations = ["Mayor"]
    improvements = ["Oven"]
    [cooking]                     # what is cooked; left out: what gives most points
    grain = 1
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..columns import label
from ..errors import AnalyserError, unknown
from ..farm_table import read_farm_table
from ..toml_file import Complainer, Table
from .faces import Animal, Cookable, Face, Good, House, Improvement
from .farm import COUNT_FIELDS, FARM, GOOD_FIELDS
from .harvest import CATEGORIES, COOKING, WITHHELD, Category, Feed, cook_best, cookable, harvest_farm
from .rules import HARVESTS, food_need
from .variants import Rules
from .words import FEED, IMPROVEMENT_WORD, OCCUPATION_WORD, face_named

MOST = 9999
"""The largest number that a farm file may give."""
FARM_KEYS = ("house", *COUNT_FIELDS, *GOOD_FIELDS, "occupations", "improvements")
COOKING_KEYS = (*(good.name.lower() for good in Cookable), "withhold")
FILE_KEYS = ("game", "harvest", "farm", "cooking")


@dataclass(frozen=True)
class FarmSheet:
    """A farm in words and plain numbers: what its score sheet shows. `points` are those of the harvests so far."""

    house: str
    rooms: int
    babies: int
    fields: int
    pastures: int
    goods: dict[str, int]
    occupations: tuple[str, ...]
    improvements: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class FarmFile:
    """A farm file, checked: the farm (a FARM record), the `harvest` (1-3) and what is cooked, where it says so."""

    where: str
    farm: Any
    harvest: int | None = None
    cooked: dict[Cookable, int] | None = None
    withhold: int = 0


@dataclass(frozen=True)
class FarmScore:
    """What one harvest gives one farm. `points` by category, in the score sheet's order; `farm` as it is then."""

    harvest: int
    points: dict[str, int]
    total: int
    food_need: int
    missing: int
    cooked: dict[str, int]
    withheld: int
    newborns: dict[str, int]
    farm: FarmSheet


def sheet_of(farm: Any) -> FarmSheet:
    """Return a FARM record in words."""
    return FarmSheet(
        house=House(farm["house"]).name.lower(),
        **{name: int(farm[name]) for name in COUNT_FIELDS},
        goods={label(good.name): int(farm[name]) for good, name in zip(Good, GOOD_FIELDS, strict=True)},
        occupations=_owned(farm["occupations"], OCCUPATION_WORD),
        improvements=_owned(farm["improvements"], IMPROVEMENT_WORD),
        points=int(farm["points"]),
    )


def _owned(bits: Any, words: dict[Any, str]) -> tuple[str, ...]:
    """Return the words of the cards in a bit set."""
    return tuple(word for card, word in words.items() if int(bits) >> card & 1)


# --- Reading -------------------------------------------------------------------------------------------------------


def read_farm(path: Path, rules: Rules) -> FarmFile:
    """Read a farm file and check that the rules allow such a farm. Raises AnalyserError."""
    file, table = read_farm_table(Path(path), "express", FILE_KEYS, FARM_KEYS)
    farm = farm_of(table)
    check_farm(farm, rules.record, table)
    cooking = file.table("cooking")
    cooked, withhold = (None, 0) if cooking is None else _cooking_of(cooking)
    return FarmFile(file.where, farm, file.number("harvest", 1, HARVESTS), cooked, withhold)


def farm_of(table: Table) -> Any:
    """Return the FARM record of a [farm] table, not yet checked. Raises AnalyserError."""
    farm = np.zeros(1, FARM)[0]
    for name in (*COUNT_FIELDS, *GOOD_FIELDS):
        farm[name] = table.count(name, MOST)
    farm["house"] = _house_of(table)
    farm["occupations"] = _cards_of(table, "occupation", OCCUPATION_WORD, Face.MAYOR)
    farm["improvements"] = _cards_of(table, "improvement", IMPROVEMENT_WORD, Face.OVEN)
    return farm


def _house_of(table: Table) -> House:
    word = table.text("house")
    names = [house.name.lower() for house in House]
    if word is not None and word.lower() not in names:
        raise table.error(str(unknown("house", word[:60], names)))
    return House.WOOD if word is None else House[word.upper()]


def _cards_of(table: Table, what: str, words: dict[Any, str], first: Face) -> int:
    """Return the bit set of a list of cards; the card of number 0 is the face `first`."""
    bits = 0
    for name in table.texts(f"{what}s") or ():
        face = face_named(name)
        card = None if face is None else face - first
        if card not in words:
            raise table.error(str(unknown(what, name[:60], words.values())))
        if bits >> card & 1:
            raise table.error(f"{what}s names {words[card]!r} twice: each is owned once at most")
        bits |= 1 << card
    return bits


def check_farm(farm: Any, record: Any, table: Complainer) -> None:
    """Refuse a farm that no play can reach. Source: rules/express.md, "Dice groups", "Animals"."""
    babies, rooms, most = int(farm["babies"]), int(farm["rooms"]), int(record["most_babies"])
    if babies > most:
        raise table.error(f"babies = {babies}, but the rules allow {most} at most")
    if babies > max(rooms, int(record["start"]["babies"])):
        raise table.error(f"babies = {babies}, but rooms = {rooms}: each baby needs a room of its own")
    kept = [animal.name.lower() for animal in Animal if farm[animal.name.lower()] > 0]
    if len(kept) > farm["pastures"]:
        needed = f"{' and '.join(kept)} need a pasture for each kind ({len(kept)})"
        raise table.error(f"{needed}, but pastures = {int(farm['pastures'])}")


def _cooking_of(table: Table) -> tuple[dict[Cookable, int], int]:
    """Return what a [cooking] table cooks, and the Food kept from the family."""
    table.check_keys(COOKING_KEYS)
    return {good: table.count(good.name.lower(), MOST) for good in Cookable}, table.count("withhold", MOST)


# --- Scoring -------------------------------------------------------------------------------------------------------


def score_farm(file: FarmFile, rules: Rules, harvest: int | None = None) -> FarmScore:
    """Return the points of a farm at a `harvest` (1-3, that of the file where it is left out). Raises AnalyserError."""
    number = file.harvest if harvest is None else harvest
    if number is None:
        raise AnalyserError(f"{file.where}: which harvest is scored? Write harvest = 1, 2 or 3 above [farm]")
    if not 1 <= number <= HARVESTS:
        raise AnalyserError(f"harvest {number} is not allowed: it has to be 1, 2 or 3")
    farm = np.array([file.farm], FARM)[0]
    return score_harvest(farm, rules, number, file.cooked, file.withhold, f"{file.where}, [cooking]")


def score_harvest(
    farm: Any, rules: Rules, harvest: int, cooked: dict[Cookable, int] | None, withhold: int, where: str
) -> FarmScore:
    """Feed, breed and score a FARM record, in place; `cooked` None: what gives most points. Raises AnalyserError."""
    record, before = rules.record, sheet_of(farm)
    cooking, points = _cooking_array(farm, record, cooked, withhold), np.zeros(CATEGORIES, np.int64)
    need = int(food_need(farm, record))
    fault = Feed(harvest_farm(farm, record, harvest - 1, cooking, points))
    if fault != Feed.LEGAL:
        raise AnalyserError(f"{where}: {_why_not(farm, cooking, fault)}")
    return _score(before, sheet_of(farm), cooking, points, record, harvest, need)


def _cooking_array(farm: Any, record: Any, cooked: dict[Cookable, int] | None, withhold: int) -> Any:
    """Return a cooking as the kernels take it, int64[6]."""
    cooking = np.zeros(COOKING, np.int64)
    if cooked is None:
        cook_best(farm, record, cooking)
    else:
        for good, number in cooked.items():
            cooking[good] = number
    cooking[WITHHELD] = withhold
    return cooking


def _why_not(farm: Any, cooking: Any, fault: Feed) -> str:
    """Return why a cooking is refused: which good, how many there are, what is missing to cook it."""
    for good in Cookable:
        most = int(cookable(farm, int(good)))
        if fault == Feed.NOT_COOKABLE and cooking[good] > most:
            tool = Improvement.OVEN if good <= Cookable.VEGETABLES else Improvement.HEARTH
            there = f"the farm has {int(farm[good.name.lower()])}"
            why = there if farm["improvements"] >> tool & 1 else f"there is no {IMPROVEMENT_WORD[tool]}"
            return f"{int(cooking[good])} {label(good.name)} cannot be cooked: {why}"
    return FEED[fault]


def _score(
    before: FarmSheet, after: FarmSheet, cooking: Any, points: Any, record: Any, harvest: int, need: int
) -> FarmScore:
    """Return what a harvest has done, from the farm before and after it."""
    cooked = {label(good.name): int(cooking[good]) for good in Cookable}
    pot = sum(int(cooking[good]) * int(record["cook"][good]) for good in Cookable)
    paid = before.goods["Food"] + pot - after.goods["Food"]
    names = [label(animal.name) for animal in Animal]
    return FarmScore(
        harvest=harvest,
        points={label(category.name): int(points[category]) for category in Category},
        total=after.points - before.points,
        food_need=need,
        missing=need - paid,
        cooked={name: number for name, number in cooked.items() if number},
        withheld=int(cooking[WITHHELD]),
        newborns={name: after.goods[name] - before.goods[name] + cooked[name] for name in names},
        farm=after,
    )
