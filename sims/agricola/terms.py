"""The words of moves and farms, one by one: cells, pastures, numbers of goods and animals, improvements, feedings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import AnalyserError, nearest, unknown
from .farm import COLUMNS, ROWS, cell
from .names import ANIMAL_WORD, GOOD_WORD, IMPROVEMENT_WORD
from .pieces import NOTHING, SUPPLY, Animal, Good, Improvement
from .rules import CRAFTS, FIRST_CRAFT

CELL = re.compile(r"\(\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*\)")
PASTURE = re.compile(r"\{([^{}]*)\}")
COUNTED = re.compile(r"\s*(\d{1,4})?\s*([a-z]+(?: boars?)?)\s*", re.IGNORECASE)
NONE = ("no animals", "nothing", "none")
ANIMAL_NAMES = {
    "sheep": Animal.SHEEP, "boar": Animal.BOAR, "boars": Animal.BOAR, "wild boar": Animal.BOAR,
    "wild boars": Animal.BOAR, "cattle": Animal.CATTLE,
}  # fmt: skip
CROP_NAMES = {"grain": Good.GRAIN, "vegetable": Good.VEGETABLE, "vegetables": Good.VEGETABLE}
EATEN_NAMES = CROP_NAMES | {name: Good(SUPPLY + animal) for name, animal in ANIMAL_NAMES.items()}


# --- Cells and pastures --------------------------------------------------------------------------------------------


def places(mask: int) -> list[tuple[int, int]]:
    """Return the (row, column) of the cells in a mask, row by row."""
    return [(bit // COLUMNS, bit % COLUMNS) for bit in range(ROWS * COLUMNS) if int(mask) >> bit & 1]


def cell_words(mask: int) -> str:
    """Return cells as '(0,1) (1,1)'."""
    return " ".join(f"({row},{column})" for row, column in places(mask))


def pasture_words(masks: Iterable[int]) -> str:
    """Return pastures as '{(0,3)(0,4)} {(1,4)}'."""
    return " ".join("{" + cell_words(mask).replace(" ", "") + "}" for mask in masks)


def read_cells(text: str) -> int:
    """Return the mask of cells written as '(0,1) (1,1)'. Raises AnalyserError."""
    mask = 0
    for match in CELL.finditer(text):
        row, column = int(match[1]), int(match[2])
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            raise AnalyserError(f"there is no cell {match[0]}: rows are 0 to {ROWS - 1}, columns 0 to {COLUMNS - 1}")
        if mask & cell(row, column):
            raise AnalyserError(f"{match[0]} is written twice")
        mask |= cell(row, column)
    _all_read(text, CELL, "a cell is written as (row,column), such as (2,0)")
    return mask


def read_pastures(text: str) -> list[int]:
    """Return the masks of pastures written as '{(0,3)(0,4)} {(1,4)}'. Raises AnalyserError."""
    found = [read_cells(match[1]) for match in PASTURE.finditer(text)]
    _all_read(text, PASTURE, "a pasture is written as its cells in braces, such as {(0,3)(0,4)}")
    if 0 in found:
        raise AnalyserError("{} is no pasture: write its cells between the braces")
    return found


def _all_read(text: str, pattern: re.Pattern[str], how: str) -> None:
    """Refuse a text that holds more than what matches."""
    rest = re.sub(r"\band\b|[\s,;]+", " ", pattern.sub(" ", text)).strip()
    if rest:
        raise AnalyserError(f"{rest!r} is not understood: {how}")


# --- Numbers of things ---------------------------------------------------------------------------------------------


def counted(number: int, word: str) -> str:
    """Return '2 grain', '2 vegetables' or '1 vegetable'."""
    return f"{int(number)} {word.removesuffix('s') if number == 1 and word == 'vegetables' else word}"


def counted_words(numbers: Mapping[Any, int], names: Mapping[Any, str], none: str = "nothing") -> str:
    """Return numbers of things as '2 grain and 1 vegetable'."""
    return " and ".join(counted(number, names[one]) for one, number in numbers.items() if number) or none


def read_counted(text: str, names: Mapping[str, Any], what: str) -> dict[Any, int]:
    """Return numbers of things written as '2 grain and 1 vegetable', or 'nothing'. Raises AnalyserError."""
    found: dict[Any, int] = {}
    if text.strip().lower() in NONE:
        return found
    for part in re.split(r"\band\b|,", text):
        match = COUNTED.fullmatch(part)
        if match is None:
            raise AnalyserError(f"{part.strip()!r} is not understood: write {what}")
        word = " ".join(match[2].lower().split())
        if word not in names:
            raise AnalyserError(f"{word[:60]!r} is not understood{nearest(word[:60], names)}: write {what}")
        if names[word] in found:
            raise AnalyserError(f"{word} is written twice")
        found[names[word]] = 1 if match[1] is None else int(match[1])
    return found


def herd_words(herd: Iterable[int]) -> str:
    """Return a herd as '2 sheep and 1 boar', or 'no animals'."""
    return counted_words(dict(zip(Animal, herd, strict=True)), ANIMAL_WORD, "no animals")


def read_herd(text: str) -> list[int]:
    """Return a herd written as '2 sheep and 1 boar' or 'no animals'. Raises AnalyserError."""
    found = read_counted(text, ANIMAL_NAMES, "2 sheep and 1 boar, or no animals")
    return [found.get(animal, 0) for animal in Animal]


EATEN_WORD = {good: GOOD_WORD.get(good) or ANIMAL_WORD[Animal(good - SUPPLY)] for good in EATEN_NAMES.values()}


def eaten_words(converted: Iterable[int]) -> str:
    """Return what is turned into food (int64[5]) as '1 grain and 2 sheep', or 'nothing'."""
    return counted_words(dict(enumerate(converted, Good.GRAIN)), EATEN_WORD)


def read_eaten(text: str) -> list[int]:
    """Return what is turned into food: grain, vegetables, sheep, boar, cattle. Raises AnalyserError."""
    found = read_counted(text, EATEN_NAMES, "1 grain and 2 sheep, or nothing")
    return [found.get(good, 0) for good in list(Good)[Good.GRAIN :]]


GOODS_WORD = GOOD_WORD | EATEN_WORD
GOODS_NAMES = {word: good for good, word in GOOD_WORD.items()} | EATEN_NAMES


def goods_words(goods: Iterable[int]) -> str:
    """Return what lies on a space (int64[10]) as '6 wood', or 'nothing'."""
    return counted_words(dict(zip(Good, goods, strict=True)), GOODS_WORD)


def read_goods(text: str) -> list[int]:
    """Return what lies on a space, by `Good`, written as '6 wood', or 'nothing'. Raises AnalyserError."""
    found = read_counted(text, GOODS_NAMES, "6 wood, or nothing")
    return [found.get(good, 0) for good in Good]


# --- Improvements --------------------------------------------------------------------------------------------------


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


PLAIN_IMPROVEMENTS = {_plain(word): improvement for improvement, word in IMPROVEMENT_WORD.items()} | {
    "fireplace2": Improvement.FIREPLACE_2, "fireplace3": Improvement.FIREPLACE_3, "hearth4": Improvement.HEARTH_4,
    "hearth5": Improvement.HEARTH_5, "cookinghearth4": Improvement.HEARTH_4, "cookinghearth5": Improvement.HEARTH_5,
    "hearth4clay": Improvement.HEARTH_4, "hearth5clay": Improvement.HEARTH_5, "basketmaker": Improvement.BASKETMAKER,
    "basketmakers": Improvement.BASKETMAKER, "basketmakerworkshop": Improvement.BASKETMAKER,
}  # fmt: skip
PAIRS = {
    "fireplace": (Improvement.FIREPLACE_2, Improvement.FIREPLACE_3),
    "cookinghearth": (Improvement.HEARTH_4, Improvement.HEARTH_5),
    "hearth": (Improvement.HEARTH_4, Improvement.HEARTH_5),
}
"""Names of two cards alike: the cheaper is meant, or the one that is there."""


def is_pair(name: str) -> bool:
    """Say whether a name is that of two cards alike."""
    return _plain(name) in PAIRS


def improvement_named(name: str, there: int = 0) -> Improvement:
    """Return an improvement by its name; of two alike the first that is `there` (bits). Raises AnalyserError."""
    plain = _plain(name)
    if plain in PAIRS:
        return next((one for one in PAIRS[plain] if there >> one & 1), PAIRS[plain][0])
    if plain not in PLAIN_IMPROVEMENTS:
        raise unknown("improvement", name.strip()[:60], IMPROVEMENT_WORD.values())
    return PLAIN_IMPROVEMENTS[plain]


# --- Harvests ------------------------------------------------------------------------------------------------------


def feeding_words(feeding: Any) -> str:
    """Return what is turned into food at a harvest, as '2 grain, 1 sheep, Joinery', or 'nothing'."""
    eaten = eaten_words(feeding["converted"]) if any(feeding["converted"]) else ""
    crafts = [IMPROVEMENT_WORD[Improvement(FIRST_CRAFT + craft)] for craft in range(CRAFTS) if feeding["crafts"][craft]]
    return ", ".join([*filter(None, [eaten.replace(" and ", ", ")]), *crafts]) or NONE[1]


def read_feeding(text: str) -> tuple[list[int], list[int]]:
    """Return what is turned into food (5 numbers) and by which crafts (3 times 0 or 1). Raises AnalyserError."""
    crafts, eaten = [0] * CRAFTS, []
    for part in filter(None, map(str.strip, re.split(r",|\band\b", text))):
        improvement = PLAIN_IMPROVEMENTS.get(_plain(part), NOTHING)
        if FIRST_CRAFT <= improvement < FIRST_CRAFT + CRAFTS:
            if crafts[improvement - FIRST_CRAFT]:
                raise AnalyserError(f"{part} is written twice: it is used once in a harvest")
            crafts[improvement - FIRST_CRAFT] = 1
        elif part[0].isdigit() or part.lower() in (*EATEN_NAMES, *NONE):
            eaten.append(part)
        else:
            names = [*EATEN_NAMES, *(IMPROVEMENT_WORD[Improvement(FIRST_CRAFT + craft)] for craft in range(CRAFTS))]
            raise AnalyserError(
                f"{part!r} is not understood{nearest(part[:60], names)}: write 2 grain, 1 sheep, Joinery"
            )
    return read_eaten(", ".join(eaten) or NONE[1]), crafts
