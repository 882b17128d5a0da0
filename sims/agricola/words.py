"""Moves, feedings, cells, herds and faults in words, and words read back.

A move is written as the space, by its name in either edition, then what is decided there, then the animals that stay:

    Plow 1 Field: (2,2)
    2 Building Resources: clay, reed
    Sow and Bake Bread: sow 2 grain and 1 vegetable, bake 1
    Rooms and Stables: rooms (0,0) (0,1), stables (0,4)
    Improvement: Cooking Hearth (4 clay) for Fireplace (2 clay)
    Renovation and Fences: {(0,4)} {(0,3)}
    Animal of Choice: cattle, eating 1 grain
    Sheep; keep 1 sheep

Fences are written as the pastures that they make: new ones, or the parts of one that is divided. Which words make up
what is decided stands in `CLAUSES`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ..errors import AnalyserError, nearest
from .faults import Fault
from .fencing import fenced, why_no_layout
from .layouts import pastures_of, place_of
from .moves import MOVE, carry_out
from .names import ANIMAL_WORD, GOOD_WORD, IMPROVEMENT_WORD, SPACE_WORDS
from .pieces import FIREPLACES, NOTHING, RESOURCES, SUPPLY, Animal, Effect, Good, Improvement, Space
from .rules import cooker
from .terms import (
    ANIMAL_NAMES,
    CROP_NAMES,
    cell_words,
    counted_words,
    eaten_words,
    herd_words,
    improvement_named,
    is_pair,
    pasture_words,
    read_cells,
    read_counted,
    read_eaten,
    read_herd,
    read_pastures,
)

FAULT = {
    Fault.LEGAL: "it is legal",
    Fault.NO_SUCH_SPACE: "there is no such space",
    Fault.NOT_OPEN: "that space is not on the table, or its card is not turned up yet",
    Fault.OCCUPIED: "a person stands on that space already",
    Fault.NOT_HERE: "something of it cannot be done on that space",
    Fault.LEFT_OUT: "something that the space asks for is left out",
    Fault.NOTHING_DONE: "nothing is done there: say what",
    Fault.NOT_JUST_ONE: "just one of the two that the space offers has to be chosen",
    Fault.NOT_ASKED: "it decides something that is not asked for",
    Fault.TOO_LITTLE_FOOD: "there is too little food",
    Fault.TOO_LITTLE_WOOD: "there is too little wood",
    Fault.TOO_LITTLE_CLAY: "there is too little clay",
    Fault.TOO_LITTLE_REED: "there is too little reed",
    Fault.TOO_LITTLE_STONE: "there is too little stone",
    Fault.TOO_LITTLE_GRAIN: "there is too little grain in supply",
    Fault.TOO_FEW_VEGETABLES: "there are too few vegetables in supply",
    Fault.WRONG_CHOICE: "those are not the building resources that may be chosen there",
    Fault.WRONG_ANIMAL: "one animal has to be chosen: sheep, boar or cattle",
    Fault.HOUSE_OF_STONE: "the house is of stone already",
    Fault.NO_CELL: "no cell is named for it",
    Fault.CELL_TAKEN: "a cell of it is not free",
    Fault.TOO_MANY_ROOMS: "so many rooms cannot be built there",
    Fault.ROOM_APART: "a room has to share an edge with another room",
    Fault.TOO_MANY_STABLES: "so many stables cannot be built: those that the space allows, and 4 in the whole game",
    Fault.NOT_ONE_FIELD: "just one cell has to be named for the field",
    Fault.FIELD_APART: "a field has to share an edge with another field",
    Fault.TOO_FEW_FIELDS: "there are too few empty fields",
    Fault.CANNOT_BAKE: "so much grain cannot be baked with these improvements",
    Fault.TOO_EARLY: "the family cannot grow there before round 5",
    Fault.NO_ROOM_FREE: "there have to be more rooms than people",
    Fault.TOO_MANY_PEOPLE: "there are 5 people already",
    Fault.NO_SUCH_IMPROVEMENT: "no improvement is named",
    Fault.IMPROVEMENT_GONE: "that improvement is taken",
    Fault.WRONG_RETURN: "only a Fireplace of one's own can be returned, and only for a Cooking Hearth",
    Fault.NO_SUCH_LAYOUT: "no pasture is named",
    Fault.FENCES_STAY: "fences have to be added, and those that stand stay",
    Fault.ENCLOSES: "a room or a field would be fenced in",
    Fault.CANNOT_COOK: "there is nothing to cook on",
    Fault.TOO_FEW_ANIMALS: "there are too few animals",
    Fault.HERD_TOO_LARGE: "the farm has not so many animals",
    Fault.NO_ROOM: "the animals that are to stay have no room",
    Fault.NO_CRAFT: "the farm has not the improvement for that",
}

ALIASES = {
    "plow": Space.PLOW, "farm land": Space.PLOW, "grain": Space.GRAIN, "vegetable": Space.VEGETABLE,
    "start player": Space.START, "boar": Space.BOAR, "rooms": Space.ROOMS, "renovation": Space.RENOVATE,
    "major or minor improvement": Space.IMPROVE, "quarry": Space.STONE_2, "travelling players": Space.TRAVELING,
}  # fmt: skip
SPACE_NAMES = {word.lower(): space for words in SPACE_WORDS for space, word in words.items()} | ALIASES
"""Spaces by what either edition calls them, and some other names."""


# --- Moves in words ------------------------------------------------------------------------------------------------


def space_word(space: int, rules: Any) -> str:
    """Return what the edition of a rules record calls a space."""
    return SPACE_WORDS[int(rules["edition"])][Space(space)]


def describe(move: Any, rules: Any, layout: int = 0, all_stay: bool = True) -> str:
    """Return a move in words; `layout` is that of the farm before it; the herd is named where not `all_stay`."""
    decided = ", ".join(part for part in _decided(move, rules, layout) if part)
    kept = "" if all_stay else f"; keep {herd_words(move['herd'])}"
    return f"{space_word(move['space'], rules)}{': ' if decided else ''}{decided}{kept}"


def _decided(move: Any, rules: Any, layout: int) -> Iterable[str]:
    """Yield the clauses of a move, in the order of `Effect`."""
    does = int(move["does"])
    if does & Effect.TAKE & rules["one_of"][move["space"]]:
        yield "food"
    yield ", ".join(GOOD_WORD[good] for good in RESOURCES if int(move["chosen"]) >> good & 1)
    yield "" if move["animal"] == NOTHING else ANIMAL_WORD[Animal(move["animal"])]
    yield _cells("room", move["rooms"])
    yield _cells("stable", move["stables"])
    yield cell_words(move["plow"])
    if does & Effect.SOW:
        sown = {Good.GRAIN: move["sow_grain"], Good.VEGETABLE: move["sow_vegetables"]}
        yield f"sow {counted_words(sown, GOOD_WORD)}"
    yield f"bake {move['bake']}" if does & Effect.BAKE else ""
    yield "family growth" if does & Effect.GROW & rules["one_of"][move["space"]] else ""
    if does & Effect.IMPROVE:
        yield IMPROVEMENT_WORD[Improvement(move["improvement"])] + _returned(move["returned"])
        yield f"bake {move['oven_bake']}" if move["oven_bake"] else ""
    if does & Effect.FENCE:
        before = pastures_of(layout)
        yield pasture_words(mask for mask in pastures_of(move["layout"]) if mask not in before)
    yield f"eating {eaten_words(move['converted'])}" if any(move["converted"]) else ""


def _cells(name: str, mask: int) -> str:
    number = int(mask).bit_count()
    return f"{name}{'s' * (number > 1)} {cell_words(mask)}" if number else ""


def _returned(improvement: int) -> str:
    return "" if improvement == NOTHING else f" for {IMPROVEMENT_WORD[Improvement(improvement)]}"


# --- Moves read back -----------------------------------------------------------------------------------------------


def new_move() -> Any:
    """Return a move (a MOVE record) that decides nothing, with an empty herd."""
    move = np.zeros(1, MOVE)[0]
    for field in ("animal", "improvement", "returned"):
        move[field] = NOTHING
    return move


def parse(sentence: str, position: Any, rules: Any) -> tuple[Any, bool]:
    """Return the move (a MOVE record) of a sentence, and whether it says which animals stay.

    It is one of the seat to act: fences are added to those that it has. Writes the trial farm. Raises AnalyserError.
    """
    action, *rest = sentence.split(";")
    name, _, decided = action.partition(":")
    move = new_move()
    move["space"] = space_named(name.strip(), position, rules)
    move["does"] = rules["must"][move["space"]]
    for clause in _clauses(decided):
        _read_clause(move, clause, position, rules)
    named = False
    for clause in filter(None, map(str.strip, rest)):
        named = _read_after(move, clause, position, rules) or named
    return move, named


def space_named(name: str, position: Any, rules: Any) -> Space:
    """Return a space by its name; of two of one name the one that is open. Raises AnalyserError."""
    plain = " ".join(name.lower().split())
    if plain not in SPACE_NAMES:
        there = [space for space in Space if int(rules["players"][space]) >> int(position["seats"]) & 1]
        known = [words[space] for words in SPACE_WORDS for space in there]
        raise AnalyserError(f"there is no space {name[:60]!r}{nearest(name[:60], known)}")
    space = SPACE_NAMES[plain]
    alike = SMALLER.get(space, space)
    return space if int(position["open"]) >> space & 1 or not int(position["open"]) >> alike & 1 else alike


SMALLER = {Space.MARKET_4: Space.MARKET_3, Space.HOLLOW_4: Space.HOLLOW_3}
"""Spaces whose name is also that of another with fewer players."""


def _clauses(text: str) -> list[str]:
    """Return the parts of a text between commas, but for those in brackets and from one bracket to the next."""
    found, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "({") - (letter in ")}")
        listed = text[:place].rstrip()[-1:] in (")", "}") and text[place + 1 :].lstrip()[:1] in ("(", "{")
        if letter == "," and depth <= 0 and not listed:
            found.append(text[start:place])
            start = place + 1
    return [part for part in map(str.strip, [*found, text[start:]]) if part]


def _read_clause(move: Any, clause: str, position: Any, rules: Any) -> None:
    """Write into a move what one clause decides."""
    for pattern, read in CLAUSES:
        match = re.fullmatch(pattern, clause, re.IGNORECASE)
        if match:
            read(move, match, position, rules)
            return
    space = move["space"]
    if _offers(rules, space) & Effect.IMPROVE:
        _read_improvement(move, clause, position)
        return
    offers = [how for effect, how in HOW.items() if _offers(rules, space) & effect]
    how = f"one writes {', or '.join(offers)}" if offers else "nothing is decided"
    raise AnalyserError(f"{clause!r} is not understood: on {space_word(space, rules)} {how}")


def _offers(rules: Any, space: int) -> int:
    """Return all effects (bits) that a space has."""
    return int(rules["must"][space] | rules["any_of"][space] | rules["one_of"][space] | rules["may"][space])


def _set(move: Any, effect: Effect, field: str, value: int) -> None:
    """Write what is decided for an effect, which may be decided once."""
    empty = NOTHING if field in ("animal", "improvement") else 0
    if field and move[field] != empty:
        raise AnalyserError(f"{field.replace('_', ' ')} is decided twice: write each thing once")
    move["does"] |= effect
    if field:
        move[field] = value


def _read_rooms(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    _set(move, Effect.ROOM, "rooms", read_cells(match[1]))


def _read_stables(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    _set(move, Effect.STABLE, "stables", read_cells(match[1]))


def _read_plow(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    _set(move, Effect.PLOW, "plow", read_cells(match[1]))


def _read_bare_cells(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    """Read cells without a word: of the one thing that the space puts on cells."""
    for effect, field in ((Effect.PLOW, "plow"), (Effect.ROOM, "rooms"), (Effect.STABLE, "stables")):
        offers = _offers(rules, move["space"])
        if offers & effect:
            if effect == Effect.ROOM and offers & Effect.STABLE:
                raise AnalyserError(f"rooms or stables? Write rooms {match[0]}, or stables {match[0]}")
            _set(move, effect, field, read_cells(match[0]))
            return
    raise AnalyserError(f"{match[0]!r} is not understood: on {space_word(move['space'], rules)} no cells are named")


def _read_sowing(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    sown = read_counted(match[1], CROP_NAMES, "sow 2 grain and 1 vegetable")
    if int(move["does"]) & Effect.SOW:
        raise AnalyserError("sowing is decided twice: write sow 2 grain and 1 vegetable")
    move["does"] |= Effect.SOW
    move["sow_grain"], move["sow_vegetables"] = sown.get(Good.GRAIN, 0), sown.get(Good.VEGETABLE, 0)


def _read_baking(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    """Read baking: in a new oven where one is bought."""
    if int(move["does"]) & Effect.IMPROVE:
        _set(move, Effect.IMPROVE, "oven_bake", int(match[1]))
    else:
        _set(move, Effect.BAKE, "bake", int(match[1]))


def _read_resource(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    good = next(good for good in RESOURCES if GOOD_WORD[good] == match[1].lower())
    if int(move["chosen"]) >> good & 1:
        raise AnalyserError(f"{GOOD_WORD[good]} is chosen twice: the building resources have to be different")
    move["does"] |= Effect.CHOOSE
    move["chosen"] |= 1 << good


def _read_animal(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    _set(move, Effect.ANIMAL, "animal", ANIMAL_NAMES[" ".join(match[1].lower().split())])


def _read_growth(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    _set(move, Effect.GROW, "", 0)


def _read_food(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    _set(move, Effect.TAKE, "", 0)


def _read_eaten(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    move["converted"][:] = read_eaten(match[1])


def _read_fences(move: Any, match: re.Match[str], position: Any, rules: Any) -> None:
    layout = int(position["farms"][position["seat"]]["layout"])
    pastures = fenced(pastures_of(layout), read_pastures(match[0]))
    place = place_of(pastures)
    if place is None:
        raise AnalyserError(why_no_layout(pastures))
    _set(move, Effect.FENCE, "layout", place)


def _read_improvement(move: Any, clause: str, position: Any) -> None:
    name, *returned = re.split(r"\s+(?:for|by returning|returning)\s+", clause, maxsplit=1, flags=re.IGNORECASE)
    _set(move, Effect.IMPROVE, "improvement", improvement_named(name, int(position["improvements"])))
    if returned:
        owned = int(position["farms"][position["seat"]]["improvements"])
        found = improvement_named(returned[0], owned)
        if is_pair(returned[0]) and owned & FIREPLACES == FIREPLACES:
            found = Improvement.FIREPLACE_3
        move["returned"] = found


CLAUSES: tuple[tuple[str, Callable[[Any, re.Match[str], Any, Any], None]], ...] = (
    (r"rooms?\b\s*(.*)", _read_rooms),
    (r"stables?\b\s*(.*)", _read_stables),
    (r"(?:plow|field)\b\s*(.*)", _read_plow),
    (r"\(.*", _read_bare_cells),
    (r"sow\b\s*(.*)", _read_sowing),
    (r"bake\s+(\d{1,4})(?:\s+grain)?", _read_baking),
    (r"(?:1\s+)?(wood|clay|reed|stone)", _read_resource),
    (r"(?:1\s+)?(sheep|(?:wild\s+)?boars?|cattle)", _read_animal),
    (r"(?:family\s+)?growth", _read_growth),
    (r"food", _read_food),
    (r"eating\s+(.*)", _read_eaten),
    (r"\{.*", _read_fences),
)
"""How the clauses of a move begin, and what reads them; an improvement is what is left where one can be bought."""
HOW = {
    Effect.CHOOSE: "clay",
    Effect.ANIMAL: "cattle",
    Effect.ROOM: "room (0,0)",
    Effect.STABLE: "stable (0,4)",
    Effect.PLOW: "(2,1)",
    Effect.SOW: "sow 2 grain and 1 vegetable",
    Effect.BAKE: "bake 1",
    Effect.IMPROVE: "Clay Oven",
    Effect.FENCE: "{(0,3)(0,4)} {(1,4)}",
}
"""How what is decided for an effect is written."""


# --- The animals that stay -----------------------------------------------------------------------------------------


def _read_after(move: Any, clause: str, position: Any, rules: Any) -> bool:
    """Read what stands after ';'; say whether it names the animals that stay."""
    word, _, rest = clause.partition(" ")
    if word.lower() == "keep":
        move["herd"][:] = read_herd(rest)
    elif word.lower() == "cook":
        move["herd"][:] = _uncooked(move, rest, position, rules)
    elif word.lower() == "eating":
        move["converted"][:] = read_eaten(rest)
        return False
    else:
        raise AnalyserError(f"{clause!r} is not understood: after ';' stands what stays, as in 'keep 2 sheep'")
    return True


def _uncooked(move: Any, text: str, position: Any, rules: Any) -> list[int]:
    """Return the herd that is left when some animals of a farm after a move are cooked."""
    if re.fullmatch(r"\d{1,4}", text.strip()):
        coming = [int(position["goods"][move["space"], SUPPLY + animal]) > 0 for animal in Animal]
        if sum(coming) != 1:
            raise AnalyserError(f"cook {text.strip()} of what? Write cook {text.strip()} sheep")
        text = f"{text} {ANIMAL_WORD[Animal(coming.index(True))]}"
    cooked = read_herd(text)
    if carry_out(position, move, rules) != Fault.LEGAL:
        return [0] * len(Animal)  # what is wrong with the move is said where it is carried out
    farm = position["trial_farm"]
    left = [int(number) - gone for number, gone in zip(farm["animals"], cooked, strict=True)]
    if min(left) < 0:
        raise AnalyserError(f"{herd_words(cooked)} cannot be cooked of {herd_words(farm['animals'])}")
    if cooker(farm["improvements"]) == 0:
        raise AnalyserError(FAULT[Fault.CANNOT_COOK])
    return left
