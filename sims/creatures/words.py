"""Moves, cells, edges and faults in words, and words read back.

A move is written as the space, then what is decided there, then the herd that stays where not all animals do:

    3 Wood
    Fences: H(0,1) V(0,1) V(1,1)
    Expand: right
    Stalls: (1,1)
    Feeding Trough: (1,0) (1,1)
    Stables: (1,1) (1,2), 1 for wood
    Special Building (a): Open Stables on (1,1) for stone, 1 cow
    Millpond; keep 2 pigs and 1 cow
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..errors import AnalyserError, nearest, unknown
from .farm import COLUMNS, ORIGIN, ROWS, STEP, place
from .moves import MOVE, Fault
from .pieces import (
    ANIMAL_WORD,
    ANIMALS_WORD,
    BUILDING_WORD,
    FIRST_ANIMAL,
    FIRST_SPECIAL,
    NOTHING,
    SPACE_WORD,
    Animal,
    Building,
    Good,
    Material,
    Side,
    Space,
)

FAULT = {
    Fault.LEGAL: "it is legal",
    Fault.NO_SUCH_SPACE: "there is no such space",
    Fault.OCCUPIED: "a worker stands on that space already",
    Fault.NOTHING_THERE: "nothing can be done on that space: no border lies there and no expansion is left",
    Fault.NO_EDGES: "at least one border has to be placed",
    Fault.NO_SUCH_EDGE: "an edge does not belong to the farm",
    Fault.EDGE_CLOSED: "an edge is closed already, by a border or a building's wall",
    Fault.TOO_FEW_BORDERS: "there are too few borders in the supply",
    Fault.TOO_LITTLE_WOOD: "there is too little wood",
    Fault.TOO_LITTLE_STONE: "there is too little stone",
    Fault.TOO_LITTLE_REED: "there is too little reed",
    Fault.NO_SIDE: "the expansion has to be attached left or right",
    Fault.NO_EXPANSION: "no expansion is left",
    Fault.NO_CELLS: "at least one space of the farm has to be named",
    Fault.NO_SUCH_CELL: "a space does not belong to the farm",
    Fault.NOT_ONE_CELL: "just one space of the farm has to be named",
    Fault.BUILT_OVER: "the building cannot stand there",
    Fault.NO_TILE: "no stall tile is left",
    Fault.TROUGH_THERE: "a trough stands there already",
    Fault.TOO_FEW_TROUGHS: "there are too few troughs left",
    Fault.NOT_A_STALL: "there is no stall of the farm's owner",
    Fault.WRONG_PAYMENT: "it cannot be paid so",
    Fault.NO_SUCH_BUILDING: "there is no such special building",
    Fault.BUILDING_GONE: "that special building is taken",
    Fault.WRONG_ANIMAL: "the animal that comes with the building is none that it may be",
    Fault.HERD_TOO_LARGE: "the farm has not so many animals",
    Fault.NO_ROOM: "the animals that are to stay have no room",
    Fault.NOT_ASKED: "it decides something that the space does not ask for",
}

SPACE_NAMES = {word.lower(): space for space, word in SPACE_WORD.items()} | {
    "special building": Space.SPECIAL_BUILDING_A,
    "feeding troughs": Space.FEEDING_TROUGH,
    "start player and 1 wood": Space.START_PLAYER,
}
EDGE = re.compile(r"([HV])\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)", re.IGNORECASE)
CELL = re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)")


# --- Places --------------------------------------------------------------------------------------------------------


def places(mask: int) -> list[tuple[int, int]]:
    """Return the (column, row) of the places in a mask, column by column."""
    return [(bit // STEP - ORIGIN, bit % STEP) for bit in range(int(mask).bit_length()) if int(mask) >> bit & 1]


def cell_words(mask: int) -> str:
    """Return cells as '(0,1) (1,1)'."""
    return " ".join(f"({column},{row})" for column, row in places(mask))


def edge_words(h_borders: int, v_borders: int) -> str:
    """Return edges as 'H(0,1) V(1,1)'."""
    named = [f"H({column},{row})" for column, row in places(h_borders)]
    return " ".join([*named, *(f"V({column},{row})" for column, row in places(v_borders))])


def _in_frame(column: int, row: int, last_column: int, last_row: int, name: str) -> int:
    if not (-ORIGIN <= column <= last_column and 0 <= row <= last_row):
        raise AnalyserError(f"there is no {name}: columns are {-ORIGIN} to {last_column}, rows 0 to {last_row}")
    return place(column, row)


def read_cells(text: str) -> int:
    """Return the mask of cells written as '(0,1) (1,1)'. Raises AnalyserError."""
    mask = 0
    for match in CELL.finditer(text):
        bit = 1 << _in_frame(int(match[1]), int(match[2]), COLUMNS - ORIGIN - 1, ROWS - 1, f"space {match[0]}")
        if mask & bit:
            raise AnalyserError(f"{match[0]} is written twice")
        mask |= bit
    _all_read(text, CELL, "a space is written as (column,row), such as (1,0)")
    return mask


def read_edges(text: str) -> tuple[int, int]:
    """Return the masks of horizontal and vertical edges written as 'H(0,1) V(1,1)'. Raises AnalyserError."""
    masks = {"H": 0, "V": 0}
    for match in EDGE.finditer(text):
        kind = match[1].upper()
        most = (COLUMNS - ORIGIN - 1, ROWS) if kind == "H" else (COLUMNS - ORIGIN, ROWS - 1)
        bit = 1 << _in_frame(int(match[2]), int(match[3]), *most, f"edge {match[0]}")
        if masks[kind] & bit:
            raise AnalyserError(f"{match[0]} is written twice")
        masks[kind] |= bit
    _all_read(text, EDGE, "an edge is written as H(column,row) or V(column,row), such as H(0,1)")
    return masks["H"], masks["V"]


def _all_read(text: str, pattern: re.Pattern[str], how: str) -> None:
    """Refuse a text that holds more than what matches."""
    rest = re.sub(r"\band\b|[\s,;]+", " ", pattern.sub(" ", text)).strip()
    if rest:
        raise AnalyserError(f"{rest!r} is not understood: {how}")


# --- Herds ---------------------------------------------------------------------------------------------------------


def animal_words(animal: int, number: int) -> str:
    """Return '1 pig' or '3 pigs'."""
    return f"{number} {(ANIMAL_WORD if number == 1 else ANIMALS_WORD)[Animal(animal)]}"


def herd_words(herd: Iterable[int]) -> str:
    """Return a herd as '2 pigs and 1 cow', or 'no animals'."""
    parts = [animal_words(animal, int(number)) for animal, number in enumerate(herd) if number]
    return " and ".join(parts) or "no animals"


def animal_named(word: str) -> Animal:
    """Return the type of a word in one or many. Raises AnalyserError."""
    for names in (ANIMAL_WORD, ANIMALS_WORD):
        for animal, name in names.items():
            if name == word.lower():
                return animal
    raise unknown("animal", word[:60], dict.fromkeys([*ANIMAL_WORD.values(), *ANIMALS_WORD.values()]))


def read_herd(text: str) -> list[int]:
    """Return a herd written as '2 pigs and 1 cow' or 'no animals'. Raises AnalyserError."""
    if text.strip().lower() in ("no animals", "nothing", "none"):
        return [0] * len(Animal)
    return _read_counts(text, len(Animal), animal_named, "no number of animals: write 2 pigs and 1 cow, or no animals")


def _read_counts(text: str, kinds: int, named: Callable[[str], int], wrong: str) -> list[int]:
    """Return how many of each kind a text such as '2 pigs and 1 cow' names; `wrong` says what a part of it is not."""
    counts = [0] * kinds
    for part in re.split(r"\band\b|,", text):
        match = re.fullmatch(r"\s*(\d{1,4})\s+(\w+)\s*", part)
        if match is None:
            raise AnalyserError(f"{part.strip()!r} is {wrong}")
        kind = named(match[2])
        if counts[kind]:
            raise AnalyserError(f"{match[2]} are written twice")
        counts[kind] = int(match[1])
    return counts


# --- Goods on the spaces -------------------------------------------------------------------------------------------


def good_words(good: int, number: int) -> str:
    """Return '1 border', '3 wood' or '2 pigs'."""
    if good >= FIRST_ANIMAL:
        return animal_words(good - FIRST_ANIMAL, number)
    return f"{number} {Good(good).name.lower()}{'s' if good == Good.BORDER and number != 1 else ''}"


def goods_words(goods: Iterable[int]) -> str:
    """Return goods as '1 reed and 2 sheep', or 'nothing'."""
    return " and ".join(good_words(good, int(number)) for good, number in enumerate(goods) if number) or "nothing"


def read_goods(text: str) -> list[int]:
    """Return goods written as '1 reed and 2 sheep' or 'nothing'. Raises AnalyserError."""
    if text.strip().lower() == "nothing":
        return [0] * len(Good)
    return _read_counts(text, len(Good), _good_named, "no number of goods: write 1 reed and 2 sheep, or nothing")


def _good_named(word: str) -> int:
    names = {good_words(good, number).split()[1]: good for good in Good for number in (1, 2)}
    if word.lower() not in names:
        raise unknown("good", word[:60], names)
    return names[word.lower()]


# --- Moves ---------------------------------------------------------------------------------------------------------


def describe(move: Any, all_stay: bool = True) -> str:
    """Return a move in words; the herd that stays is named where not `all_stay`."""
    space = Space(move["space"])
    decided = DECIDED[space](move) if space in DECIDED else ""
    kept = "" if all_stay else f"; keep {herd_words(move['herd'])}"
    return f"{SPACE_WORD[space]}{': ' if decided else ''}{decided}{kept}"


def _edges(move: Any) -> str:
    return edge_words(move["h_borders"], move["v_borders"])


def _side(move: Any) -> str:
    return "" if move["side"] == NOTHING else Side(move["side"]).name.lower()


def _cells(move: Any) -> str:
    return cell_words(move["cells"])


def _stables(move: Any) -> str:
    number, wood = int(move["cells"]).bit_count(), int(move["with_wood"])
    paid = {0: "for stone", number: "for wood"}.get(wood, f"{wood} for wood")
    return f"{_cells(move)}, {paid}"


def _special(move: Any) -> str:
    kind = Building(move["building"])
    paid = f" for {Material(int(move['payment'])).name.lower()}" if kind == Building.OPEN_STABLES else ""
    animal = "" if move["animal"] == NOTHING else f", {animal_words(move['animal'], 1)}"
    return f"{BUILDING_WORD[kind]} on {_cells(move)}{paid}{animal}"


DECIDED = {
    Space.FENCES: _edges,
    Space.WALLS: _edges,
    Space.EXPAND: _side,
    Space.STALLS: _cells,
    Space.FEEDING_TROUGH: _cells,
    Space.STABLES: _stables,
    Space.SPECIAL_BUILDING_A: _special,
    Space.SPECIAL_BUILDING_B: _special,
}
"""What is decided on a space, in words."""


def new_move() -> Any:
    """Return a move (a MOVE record) that decides nothing, with an empty herd."""
    move = np.zeros(1, MOVE)[0]
    for field in ("side", "building", "payment", "animal"):
        move[field] = NOTHING
    return move


def parse(sentence: str) -> tuple[Any, bool]:
    """Return the move (a MOVE record) of a sentence, and whether it names the herd that stays. Raises AnalyserError."""
    action, _, kept = sentence.partition(";")
    name, _, decided = action.partition(":")
    move = new_move()
    move["space"] = space_named(name.strip())
    _read_decided(move, decided.strip())
    kept = kept.strip()
    if not kept:
        return move, False
    if not kept.lower().startswith("keep "):
        raise AnalyserError(f"{kept!r} is not understood: after ';' stands what stays, as in 'keep 2 pigs and 1 cow'")
    move["herd"][:] = read_herd(kept[5:])
    return move, True


def space_named(name: str) -> Space:
    """Return the space of a name; 'Special Building' alone is the first of both. Raises AnalyserError."""
    if name.lower() not in SPACE_NAMES:
        raise AnalyserError(f"there is no space {name[:60]!r}{nearest(name[:60], SPACE_WORD.values())}")
    return SPACE_NAMES[name.lower()]


def _read_decided(move: Any, text: str) -> None:
    """Write into a move what is decided on its space."""
    space = Space(move["space"])
    if space in (Space.FENCES, Space.WALLS):
        move["h_borders"], move["v_borders"] = read_edges(text)
    elif space == Space.EXPAND:
        move["side"] = _side_named(text)
    elif space in (Space.STALLS, Space.FEEDING_TROUGH):
        move["cells"] = read_cells(text)
    elif space == Space.STABLES:
        _read_stables(move, text)
    elif space in (Space.SPECIAL_BUILDING_A, Space.SPECIAL_BUILDING_B):
        _read_special(move, text)
    elif text:
        raise AnalyserError(f"{text!r} is not understood: on {SPACE_WORD[space]} nothing is decided")


def _side_named(text: str) -> int:
    if not text:
        return NOTHING
    if text.upper() not in Side.__members__:
        raise AnalyserError(f"{text!r} is no side: an expansion is attached left or right")
    return Side[text.upper()]


def _read_stables(move: Any, text: str) -> None:
    match = re.fullmatch(r"(.*?),?\s*(?:(\d)\s+)?(?:paid\s+)?(?:for|with)\s+(wood|stone)", text, re.IGNORECASE)
    if match is None:
        raise AnalyserError(f"{text!r} is not understood: write (1,1) for wood, or (1,1) (1,2), 1 for wood")
    move["cells"] = read_cells(match[1])
    number = int(move["cells"]).bit_count()
    named = number if match[2] is None else int(match[2])
    move["with_wood"] = named if match[3].lower() == "wood" else number - named


def _read_special(move: Any, text: str) -> None:
    pattern = r"(.+?)\s+on\s+(\([^()]*\))(?:\s+for\s+(wood|stone))?(?:,?\s*(?:with\s+)?1\s+(\w+))?"
    match = re.fullmatch(pattern, text, re.IGNORECASE)
    if match is None:
        raise AnalyserError(f"{text!r} is not understood: write Shelter on (1,0), 1 pig, or Storage Building on (1,0)")
    names = {word.lower(): kind for kind, word in BUILDING_WORD.items() if kind >= FIRST_SPECIAL}
    if match[1].lower() not in names:
        raise unknown("special building", match[1][:60], [BUILDING_WORD[kind] for kind in names.values()])
    move["building"], move["cells"] = names[match[1].lower()], read_cells(match[2])
    move["payment"] = 1 if (match[3] or "").lower() == "stone" else 0
    move["animal"] = NOTHING if match[4] is None else animal_named(match[4])
