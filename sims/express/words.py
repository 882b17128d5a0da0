"""Words for people: faces, moves as sentences and back, and why a move is illegal.

A move's sentence has up to three parts, with semicolons between them: what is cooked to pay, the occupation and the
dice it sets, and the dice group with its clauses. For instance `cook 1 Grain; Mayor sets Pasture to House; have a
baby`, or `add 2 rooms, paying 1 Reed with dice, paying 1 Wood with dice and the virtual die`. README gives the whole
list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from ..errors import AnalyserError, nearest
from .drafts import clear
from .faces import NOTHING, Animal, Cookable, Face, Good, Group, House, Improvement, Occupation, Resource
from .harvest import Feed
from .moves import MOVE, Fault, Room

_OWN_WORDS = {
    Face.TWO_FOOD: "2 Food",
    Face.BASKETMAKER: "Basketmaker's Workshop",
    Face.POTTERY: "Pottery Workshop",
    Face.STONECUTTER: "Stonecutter's Workshop",
}
FACE_WORD = {face: _OWN_WORDS.get(face, face.name.capitalize()) for face in Face}
"""How each face is printed."""
OCCUPATION_WORD = {card: FACE_WORD[Face(Face.MAYOR + card)] for card in Occupation if card >= 0}
IMPROVEMENT_WORD = {card: FACE_WORD[Face(Face.OVEN + card)] for card in Improvement}
GROUP_WORD = {group: group.name.capitalize().replace("_", " ") for group in Group}

FAULT = {
    Fault.NO_SUCH_GROUP: "there is no such dice group",
    Fault.OCCUPATION_NOT_OWNED: "that occupation is not owned",
    Fault.NO_POWER: "the Midwife sets no dice",
    Fault.NOTHING_SET: "a power has to set at least one die",
    Fault.TOO_MANY_SET: "that occupation sets only one die",
    Fault.WRONG_FACE_SET: "that occupation cannot set such a die to that face, or the die shows it already",
    Fault.NO_DIE_TO_SET: "no available die shows the face that is to be changed",
    Fault.CANNOT_COOK: "there is not that much to cook, or no Oven (crops) or Hearth (animals) to cook it",
    Fault.MAYOR_UNPAID: "the Mayor's Food cannot be paid so",
    Fault.NO_DIE: "the dice for that group are not available",
    Fault.NO_ROOM_COUNT: "at least one room has to be added",
    Fault.UNPAID: "its cost cannot be paid so: too little on the sheet, or too few dice",
    Fault.PAYS_TOO_MUCH: "the dice pay more than it costs, or do not come out even",
    Fault.NO_WORKSHOP: "no workshop gives a virtual die of that resource",
    Fault.UPGRADE_WRONG: "the house is that good already",
    Fault.NO_FREE_ROOM: "a baby needs a room of its own: there are not more rooms than babies",
    Fault.BABIES_FULL: "there are as many babies as the rules allow",
    Fault.NOT_PLANTABLE: "there is no such Grain or Vegetable to plant",
    Fault.NO_ANIMAL_DIE: "no available die shows that animal",
    Fault.ALREADY_OWNED: "that card is owned already",
    Fault.NOT_SHOWN: "the die does not show that card, and what it shows is not owned yet",
    Fault.NOTHING_COLLECTED: "nothing of one type is collected",
    Fault.NO_PASTURE: "there is no pasture to hold the animals; without one they have to be cooked on a Hearth",
    Fault.NO_SPACE: "there is no room for these animals: say what is cooked or discarded",
    Fault.SPACE_THERE: "there is room for these animals, so that nothing is cooked or discarded",
    Fault.NO_HEARTH: "animals are cooked on a Hearth, and there is none",
    Fault.OTHER_ABSENT: "there are no other animals of that kind to make room",
}
"""Why a move is illegal, as a sentence without its full stop."""

FEED = {
    Feed.NEGATIVE: "a number is negative, or more Food is kept back than there is",
    Feed.NOT_COOKABLE: "there is not that much to cook, or no Oven (crops) or Hearth (animals) to cook it",
    Feed.MUST_PAY: "Food may not be kept from the family (readings.feeding = must_pay)",
}


def face_named(word: str) -> Face | None:
    """Return the face of this name (any case), or None. The short names of workshops serve too."""
    wanted = word.strip().lower().replace("’", "'")
    for face, name in FACE_WORD.items():
        if wanted in (name.lower(), face.name.lower(), name.lower().replace("'s", "")):
            return face
    return {"vegetables": Face.VEGETABLE, "two food": Face.TWO_FOOD, "basketmaker": Face.BASKETMAKER}.get(wanted)


def _joined(parts: Iterable[str]) -> str:
    return " and ".join(parts)


def _dice(counts: Iterable[tuple[int, Face]]) -> str:
    return _joined(f"{count} x {FACE_WORD[face]}" for count, face in counts if count)


def _cooking(move: Any) -> str:
    return _joined(f"{move['cook'][good]} {good.name.capitalize()}" for good in Cookable if move["cook"][good])


def _power(move: Any) -> str:
    name = OCCUPATION_WORD[Occupation(move["power"])]
    paid = _dice([(int(move["power_food"][0]), Face.FOOD), (int(move["power_food"][1]), Face.TWO_FOOD)])
    sets = [
        f"{FACE_WORD[Face(old)]} to {FACE_WORD[Face(new)]}"
        for old, new in zip(move["set_from"], move["set_to"], strict=True)
        if old != NOTHING
    ]
    return f"{name}{f' (paid with {paid})' if paid else ''} sets {_joined(sets)}"


def _payments(move: Any) -> list[str]:
    clauses = []
    for resource in Resource:
        if move["pay"][resource]:
            virtual = " and the virtual die" if move["virtual"] >> resource & 1 else ""
            clauses.append(f"paying {move['pay'][resource]} {resource.name.capitalize()} with dice{virtual}")
    food = _dice([(int(move["pay_food"][0]), Face.FOOD), (int(move["pay_food"][1]), Face.TWO_FOOD)])
    return [*clauses, f"paying with {food}"] if food else clauses


def _planting(move: Any) -> str:
    if move["what"] == NOTHING:
        return "plant a bare field"
    crop = FACE_WORD[Face.GRAIN if move["what"] == Good.GRAIN else Face.VEGETABLE]
    return f"plant a field with {f'a {crop} die' if move['die'] != NOTHING else f'1 {crop} from the sheet'}"


def _building(move: Any) -> str:
    built = Improvement(move["what"])
    text = f"build the {IMPROVEMENT_WORD[built]}"
    if move["material"] != NOTHING:
        text += f" with {Resource(move['material']).name.capitalize()}"
    own_group = Group.BUILD_HEARTH_OR_OVEN if built <= Improvement.HEARTH else Group.BUILD_WORKSHOP
    if move["group"] == own_group:
        return text
    return text + (" on a workshop die" if move["group"] == Group.BUILD_WORKSHOP else " on a Hearth or Oven die")


def _making_room(move: Any) -> list[str]:
    kind = Animal(move["other"]).name.capitalize() if move["other"] != NOTHING else ""
    words = {
        Room.COOK_NEW: "cooking them",
        Room.DISCARD_NEW: "discarding them",
        Room.COOK_OTHER: f"cooking all {kind}",
        Room.DISCARD_OTHER: f"discarding all {kind}",
    }
    return [words[Room(move["room"])]] if move["room"] != Room.KEEP else []


def _group(move: Any) -> str:
    group = Group(move["group"])
    if group == Group.ADD_ROOMS:
        return f"add {move['count']} room{'s' if move['count'] > 1 else ''}"
    if group == Group.UPGRADE_HOUSE:
        return f"upgrade the house to {House(move['what']).name.lower()}"
    if group == Group.HAVE_BABY:
        return "have a baby"
    if group == Group.PLANT_FIELD:
        return _planting(move)
    if group == Group.BUILD_PASTURE:
        return "build a pasture" + (f" with a {FACE_WORD[Face(move['die'])]} die" if move["die"] != NOTHING else "")
    if group == Group.GAIN_OCCUPATION:
        return f"gain the {OCCUPATION_WORD[Occupation(move['what'])]}"
    if group in (Group.BUILD_HEARTH_OR_OVEN, Group.BUILD_WORKSHOP):
        return _building(move)
    return "collect " + _dice([(int(move["count"]), Face(move["what"])), (int(move["twos"]), Face.TWO_FOOD)])


def describe(move: Any) -> str:
    """Return a legal move (a MOVE record) as a sentence, without its full stop; `parse` reads it back."""
    parts = []
    if any(move["cook"]):
        parts.append(f"cook {_cooking(move)}")
    if move["power"] != Occupation.NONE:
        parts.append(_power(move))
    parts.append(", ".join([_group(move), *_payments(move), *_making_room(move)]))
    return "; ".join(parts)


def spoken(move: Any) -> str:
    """Return a legal move (a MOVE record) as one player says it to another; it cannot be read back."""
    group = Group(move["group"])
    text = _group(move).replace("with a ", "with the ").replace(" x ", " ")
    die = " (House die)" if group in (Group.ADD_ROOMS, Group.UPGRADE_HOUSE, Group.HAVE_BABY) else ""
    parts = [text[0].upper() + text[1:] + die, *_payments(move), *_making_room(move)]
    if move["power"] != Occupation.NONE:
        parts.append("using the " + _power(move).replace(" sets ", " to set ", 1))
    if any(move["cook"]):
        parts.append(f"cooking {_cooking(move)} to pay")
    return ", ".join(parts)


_HEADS = (
    "add N rooms", "upgrade the house to brick or stone", "have a baby", "plant a bare field",
    "plant a field with a Grain die", "plant a field with 1 Grain from the sheet", "build a pasture",
    "build a pasture with a Sheep die", "gain the Mayor", "collect N x FACE", "build the Oven with Brick",
    "build the Joinery",
)  # fmt: skip


def _face(word: str, sentence: str) -> Face:
    face = face_named(word)
    if face is None:
        raise AnalyserError(f"in {sentence!r}: unknown face {word!r}{nearest(word, FACE_WORD.values())}")
    return face


def _member(kind: Any, word: str, sentence: str) -> Any:
    name = word.strip().upper()
    name = "VEGETABLES" if name == "VEGETABLE" else name
    if name not in kind.__members__ or kind[name] == NOTHING:
        names = [member.name.capitalize() for member in kind if member != NOTHING]
        raise AnalyserError(f"in {sentence!r}: {word!r} is none of {', '.join(names)}{nearest(word, names)}")
    return kind[name]


def _read_dice(text: str, sentence: str) -> list[tuple[int, Face]]:
    found = []
    for part in text.split(" and "):
        match = re.fullmatch(r"\s*(\d+) x (.+?)\s*", part)
        if not match:
            raise AnalyserError(f"in {sentence!r}: dice are written like '2 x Food', not {part.strip()!r}")
        found.append((_small(match[1], sentence), _face(match[2], sentence)))
    return found


def _small(digits: str, sentence: str) -> int:
    if len(digits) > 3:
        raise AnalyserError(f"in {sentence!r}: {digits} is more than any move can take")
    return _checked(int(digits), sentence)


def _checked(number: int, sentence: str) -> int:
    """Return a number, or a sum of several, that a move's field of 8 bits can hold."""
    if number > 100:
        raise AnalyserError(f"in {sentence!r}: {number} is more than any move can take")
    return number


def _food_dice(text: str, sentence: str) -> tuple[int, int]:
    counts = {Face.FOOD: 0, Face.TWO_FOOD: 0}
    for count, face in _read_dice(text, sentence):
        if face not in counts:
            raise AnalyserError(f"in {sentence!r}: Food is paid with Food and 2 Food dice, not with {FACE_WORD[face]}")
        counts[face] = _checked(counts[face] + count, sentence)
    return counts[Face.FOOD], counts[Face.TWO_FOOD]


def _read_cooking(move: Any, text: str, sentence: str) -> None:
    for good, count in cooking_named(text, sentence).items():
        move["cook"][good] = count


def cooking_named(text: str, sentence: str) -> dict[Cookable, int]:
    """Return what a text like '2 Grain and 1 Sheep' cooks. Raises AnalyserError."""
    found: dict[Cookable, int] = {}
    for part in re.split(r" and |,", text):
        match = re.fullmatch(r"\s*(\d+) (\w+)\s*", part)
        if not match:
            raise AnalyserError(f"in {sentence!r}: cooking is written like '2 Grain and 1 Sheep', not {part.strip()!r}")
        good = _member(Cookable, match[2], sentence)
        found[good] = _checked(found.get(good, 0) + _small(match[1], sentence), sentence)
    return found


def _read_power(move: Any, text: str, sentence: str) -> None:
    match = re.fullmatch(r"\s*(\w+)(?: \(paid with (.+?)\))? sets (.+?)\s*", text, re.IGNORECASE)
    if not match:
        raise AnalyserError(
            f"in {sentence!r}: a power is written like 'Farmer sets Grain to 2 Food', not {text.strip()!r}"
        )
    move["power"] = _member(Occupation, match[1], sentence)
    if match[2]:
        move["power_food"] = _food_dice(match[2], sentence)
    settings = match[3].split(" and ")
    if len(settings) > 2:
        raise AnalyserError(f"in {sentence!r}: no occupation sets more than two dice")
    for place, setting in enumerate(settings):
        faces = setting.split(" to ")
        if len(faces) != 2:
            raise AnalyserError(f"in {sentence!r}: a die is set like 'Grain to 2 Food', not {setting!r}")
        move["set_from"][place], move["set_to"][place] = (_face(word, sentence) for word in faces)


def _read_clause(move: Any, clause: str, sentence: str) -> None:
    paid = re.fullmatch(r"paying (\d+) (\w+) with dice( and the virtual die)?", clause, re.IGNORECASE)
    room = re.fullmatch(r"(cooking|discarding) (them|all (\w+))", clause, re.IGNORECASE)
    if paid:
        resource = _member(Resource, paid[2], sentence)
        move["pay"][resource] = _small(paid[1], sentence)
        move["virtual"] |= (1 if paid[3] else 0) << resource
    elif clause.lower().startswith("paying with "):
        move["pay_food"] = _food_dice(clause[len("paying with ") :], sentence)
    elif room:
        cooked = room[1].lower() == "cooking"
        if room[3] is None:
            move["room"] = Room.COOK_NEW if cooked else Room.DISCARD_NEW
        else:
            move["room"] = Room.COOK_OTHER if cooked else Room.DISCARD_OTHER
            move["other"] = _member(Animal, room[3], sentence)
    else:
        raise AnalyserError(
            f"in {sentence!r}: cannot read {clause!r}; a clause is like 'paying 1 Wood with dice', "
            "'paying with 2 x Food', 'cooking them' or 'discarding all Sheep'"
        )


def _read_collecting(move: Any, text: str, sentence: str) -> None:
    for count, face in _read_dice(text, sentence):
        if face == Face.TWO_FOOD:
            move["twos"] = _checked(int(move["twos"]) + count, sentence)
        else:
            if move["what"] not in (NOTHING, face):
                raise AnalyserError(f"in {sentence!r}: only dice of one type are collected together")
            move["what"], move["count"] = face, _checked(int(move["count"]) + count, sentence)
    if move["what"] == NOTHING:
        move["what"] = Face.FOOD
    kinds = (
        (Face.SHEEP, Group.COLLECT_ANIMALS),
        (Face.WOOD, Group.COLLECT_RESOURCES),
        (Face.FOOD, Group.COLLECT_PRODUCE),
    )
    for first, group in kinds:
        if move["what"] >= first:
            move["group"] = group
            return
    raise AnalyserError(f"in {sentence!r}: {FACE_WORD[Face(move['what'])]} dice are not collected")


def _read_building(move: Any, match: re.Match[str], sentence: str) -> None:
    face = _face(match[1], sentence)
    if not Face.OVEN <= face <= Face.STONECUTTER:
        raise AnalyserError(f"in {sentence!r}: {match[1]!r} is no improvement")
    move["what"] = face - Face.OVEN
    oven = face <= Face.HEARTH
    if match[2]:
        move["material"] = _member(Resource, match[2], sentence)
    if match[3]:
        oven = match[3].lower() != "workshop"
    move["group"] = Group.BUILD_HEARTH_OR_OVEN if oven else Group.BUILD_WORKSHOP


def _read_planting(move: Any, text: str | None, sentence: str) -> None:
    move["group"] = Group.PLANT_FIELD
    if text is None:
        return
    match = re.fullmatch(r"(?:an? (\w+) die|1 (\w+) from the sheet)", text, re.IGNORECASE)
    crop = _face(match[1] or match[2], sentence) if match else None
    if match is None or crop not in (Face.GRAIN, Face.VEGETABLE):
        raise AnalyserError(
            f"in {sentence!r}: a field is planted with 'a Grain die' or '1 Grain from the sheet', or Vegetable"
        )
    move["what"] = Good.GRAIN if crop == Face.GRAIN else Good.VEGETABLES
    if match[1]:
        move["die"] = crop


def _read_head(move: Any, head: str, sentence: str) -> None:
    def matches(pattern: str) -> re.Match[str] | None:
        return re.fullmatch(pattern, head, re.IGNORECASE)

    if match := matches(r"add (\d+|a) rooms?"):
        move["group"] = Group.ADD_ROOMS
        move["count"] = 1 if match[1] == "a" else _small(match[1], sentence)
    elif match := matches(r"upgrade(?: the)? house to (\w+)"):
        move["group"], move["what"] = Group.UPGRADE_HOUSE, _member(House, match[1], sentence)
    elif matches(r"have a baby"):
        move["group"] = Group.HAVE_BABY
    elif match := matches(r"plant a (?:bare )?field(?: with (.+))?"):
        _read_planting(move, match[1], sentence)
    elif match := matches(r"build a pasture(?: with an? (\w+) die)?"):
        move["group"] = Group.BUILD_PASTURE
        if match[1]:
            move["die"] = _face(match[1], sentence)
    elif match := matches(r"gain (?:the )?(\w+)"):
        move["group"], move["what"] = Group.GAIN_OCCUPATION, _member(Occupation, match[1], sentence)
    elif match := matches(r"collect (.+)"):
        _read_collecting(move, match[1], sentence)
    elif match := matches(r"build (?:the )?(.+?)(?: with (\w+))?(?: on an? (workshop|hearth or oven) die)?"):
        _read_building(move, match, sentence)
    else:
        raise AnalyserError(f"cannot read the move {sentence!r}{nearest(head, _HEADS)}; moves: {'; '.join(_HEADS)}")


def parse(sentence: str) -> Any:
    """Return the MOVE record of a sentence such as `describe` writes. Raises AnalyserError for what it cannot read."""
    move = np.zeros(1, MOVE)[0]
    clear(move)
    parts = [part.strip() for part in sentence.strip().rstrip(".").split(";")]
    if sum(part.lower().startswith("cook ") for part in parts) > 1:
        raise AnalyserError(f"in {sentence!r}: what is cooked is written once, like 'cook 2 Grain and 1 Sheep'")
    if sum(" sets " in part.lower() for part in parts) > 1:
        raise AnalyserError(f"in {sentence!r}: an action uses one occupation at most")
    for part in parts[:-1]:
        if part.lower().startswith("cook "):
            _read_cooking(move, part[len("cook ") :], sentence)
        else:
            _read_power(move, part, sentence)
    head, *clauses = (clause.strip() for clause in parts[-1].split(","))
    _read_head(move, head, sentence)
    for clause in clauses:
        _read_clause(move, clause, sentence)
    return move
