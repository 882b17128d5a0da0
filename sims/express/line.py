"""A position typed as one line at the table, and read here. Words in any case; sections with bars between them.

    r2 a1 | wood house 1 room 0 baby 2 field | food 3 grain 2 reed 1 | mayor | roll: house field midwife oven food
    food grain wood wood reed sheep sheep boar

- `r2`: the round, 1 to 6. `a1`: the actions left to the seat to act, the coming one included; `a0` at a harvest, when
  the question is what to cook. Both have to be there.
- `wood house`, `brick house`, `stone house`; without it the house is of wood.
- A number and a name, in either order: `1 room`, `baby 2`, `field`, `pasture`; `food`, `grain`, `vegetable` (`veg`),
  `wood`, `brick`, `reed`, `stone`, `sheep`, `boar`, `cattle`; `points` of the harvests so far. What is left out is 0.
- Occupations and improvements by their names: `mayor`, `oven`, `pottery` (or `pottery workshop`) ...
- `roll:` and all 13 faces as they fell, when the question is which move; or `dice:` and the faces that lie there,
  when it is whether to keep them. `2food` is the face with two Food, and `3xwood` three dice that show Wood.
- `vs` begins the farm of the next seat clockwise, in the same words, with its own `a` where it is not what taking
  turns leaves; `s2` says that the round was started by the second seat counted from the one to act.

In round 1 a line in which nothing is owned means the farm at the start. The order of sections is free, and so is that
of words within them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import AnalyserError, nearest
from .contract import MOST_SEATS
from .faces import FIRST_FACE, DieKind, Face, House
from .farm import FARM
from .position import MOST_POINTS, Position, Seat, Written, position_written
from .rules import total_rounds
from .variants import Rules
from .words import FACE_WORD, face_named

EXAMPLE = (
    "r2 a1 | wood house 1 room 0 baby 2 field | food 3 grain 2 reed 1 | mayor | "
    "roll: house field midwife oven food food grain wood wood reed sheep sheep boar"
)
MOST = 999
MOST_LENGTH = 2000
COUNTED = {
    "room": "rooms", "baby": "babies", "field": "fields", "pasture": "pastures", "food": "food", "grain": "grain",
    "vegetable": "vegetables", "wood": "wood", "brick": "brick", "reed": "reed", "stone": "stone", "sheep": "sheep",
    "boar": "boar", "cattle": "cattle", "point": "points",
}  # fmt: skip
"""The field of a farm for each word that is counted."""
OTHER_FORMS = {"babies": "baby", "veg": "vegetable", "vegs": "vegetable", "cow": "cattle", "cows": "cattle"}
TWO_FOOD = {"2food", "2-food", "twofood", "two-food", "2f"}
CARDS = {FACE_WORD[Face(face)].split("'")[0].split()[0].lower(): Face(face) for face in range(Face.MAYOR, Face.FOOD)}
"""The face of each card by its first word."""
HOUSES = {house.name.lower(): house for house in House}
DICE_WORDS = ("house", "pasture", "field", *CARDS, "food", "2food", "grain", "vegetable", "wood", "brick", "reed",
              "stone", "sheep", "boar", "cattle")  # fmt: skip
WORDS = (*COUNTED, *CARDS, "house", "vs")
_NUMBER = re.compile(r"\d+")
_LETTERED = re.compile(r"([ras])(-?\d+)")
_DICE = re.compile(r"(roll|rolled|dice|lying)\b\s*:?\s*(.*)")


@dataclass
class _Place:
    """A place in the line, for messages about it."""

    words: str

    def error(self, message: str) -> AnalyserError:
        """Return the error that names this place."""
        return AnalyserError(f"{self.words}: {message}")


@dataclass
class _Seat:
    """What the line says of one seat so far: numbers by field, the house, cards, its actions left."""

    place: _Place
    numbers: dict[str, int] = field(default_factory=dict)
    house: House | None = None
    cards: list[Face] = field(default_factory=list)
    left: int | None = None

    def nothing_owned(self) -> bool:
        """Say whether the line tells of no farm."""
        return not self.numbers and self.house is None and not self.cards


@dataclass
class _Line:
    """What the line says so far."""

    seats: list[_Seat]
    round: int | None = None
    start: int | None = None
    dice: list[Face] = field(default_factory=list)
    dice_word: str = ""


def position_of_line(text: str, rules: Rules) -> Position:
    """Return the position of a typed line. Raises AnalyserError that says what is wrong and what would be right."""
    if len(text) > MOST_LENGTH or not text.isprintable():
        raise AnalyserError("the position is typed in one line, such as: " + EXAMPLE)
    whole = _Place("in the line")
    line = _Line([_Seat(_Place("in the line"))])
    for section in text.lower().split("|"):
        _read_section(section.strip(), line)
    if line.round is None:
        raise whole.error("the round is missing: begin with it, as in r2 a1")
    if line.seats[0].left is None:
        raise whole.error("the actions left are missing: write them after the round, as in r2 a1")
    if line.round > int(total_rounds(rules.record)) or line.round < 1:
        raise whole.error(f"r{line.round} is no round: they go from r1 to r{int(total_rounds(rules.record))}")
    if line.start is not None and not 1 <= line.start <= len(line.seats):
        raise whole.error(f"s{line.start} is no seat: {len(line.seats)} are written, so that it is s1 to the last")
    seats = tuple(Seat(_farm(seat, rules, line.round), seat.left, seat.place) for seat in line.seats)
    rolled = line.dice_word.startswith("roll")
    written = Written("the line", line.round, seats, tuple(line.dice), rolled, line.start or 1)
    return position_written(written, rules, whole)


def _farm(seat: _Seat, rules: Rules, round_: int) -> Any:
    """Return the FARM record of what a line says of a seat."""
    if seat.nothing_owned() and round_ == 1:
        return np.array(rules.record["start"])[()].copy()
    farm = np.zeros(1, FARM)[0]
    farm["house"] = seat.house or House.WOOD
    for name, number in seat.numbers.items():
        farm[name] = number
    for card in seat.cards:
        first, name = (Face.MAYOR, "occupations") if card < Face.OVEN else (Face.OVEN, "improvements")
        farm[name] |= 1 << (card - first)
    return farm


def _read_section(section: str, line: _Line) -> None:
    """Read what stands between two bars into `line`."""
    if not section:
        raise AnalyserError("in the line: nothing stands between two bars, or after the last: delete one")
    if match := _DICE.fullmatch(section):
        _read_dice(match[1], match[2], line)
        return
    words = section.replace(",", " ").split()
    while words:
        words = words[_read_word(words, line) :]


def _read_word(words: list[str], line: _Line) -> int:
    """Read the first word or two into `line`; return how many were read."""
    seat, word, after = line.seats[-1], words[0], words[1] if len(words) > 1 else ""
    if word in ("vs", "vs."):
        return _begin_seat(line)
    if match := _LETTERED.fullmatch(word):
        return _read_lettered(match[1], int(match[2]), line)
    if word in HOUSES and after == "house":
        return _set_house(seat, HOUSES[word])
    if word == "house" and after in HOUSES:
        return _set_house(seat, HOUSES[after])
    if word == "house":
        raise seat.place.error("house: of what is it? Write wood house, brick house or stone house")
    if _NUMBER.fullmatch(word):
        return _count(seat, word, after, f"{word} {after}".strip())
    if _counted(word) and _NUMBER.fullmatch(after):
        return _count(seat, after, word, f"{word} {after}")
    if _counted(word):
        raise seat.place.error(f"{word}: how many? Write a number before or after it, as in {word} 2")
    return _read_card(seat, word, after)


def _begin_seat(line: _Line) -> int:
    if len(line.seats) == MOST_SEATS:
        raise AnalyserError(f"in the line: vs begins a seat too many, {MOST_SEATS} play at most")
    line.seats.append(_Seat(_Place(f"in the line, seat {len(line.seats) + 1}")))
    return 1


def _read_lettered(letter: str, number: int, line: _Line) -> int:
    """Read `r2`, `a1` or `s1`."""
    seat = line.seats[-1]
    if number < 0 or number > 99:
        raise seat.place.error(f"{letter}{number} is not possible: write a small whole number, as in {letter}1")
    if letter == "a":
        if seat.left is not None:
            raise seat.place.error(f"the actions left are written twice, a{seat.left} and a{number}: delete one")
        seat.left = number
        return 1
    name = "round" if letter == "r" else "start"
    before = getattr(line, name)
    if before is not None:
        raise seat.place.error(f"{letter}{before} and {letter}{number} say the same twice: delete one")
    setattr(line, name, number)
    return 1


def _set_house(seat: _Seat, house: House) -> int:
    if seat.house is not None:
        raise seat.place.error("the house is written twice: delete one")
    seat.house = house
    return 2


def _singular(word: str) -> str:
    word = OTHER_FORMS.get(word, word)
    return word[:-1] if word not in COUNTED and word.endswith("s") and word[:-1] in COUNTED else word


def _counted(word: str) -> str:
    """Return the field of a word that is counted, or ''."""
    return COUNTED.get(_singular(word), "")


def _count(seat: _Seat, number: str, word: str, written: str) -> int:
    """Set what is counted."""
    name = _counted(word)
    if not word:
        raise seat.place.error(f"{number} of what? Write a name after it, as in {number} food")
    if not name:
        raise seat.place.error(f"{written}: {word!r} is not counted{nearest(word, COUNTED)}")
    if len(number) > 4 or int(number) > (MOST_POINTS if name == "points" else MOST):
        raise seat.place.error(f"{written} is more than any farm has: write at most {MOST}")
    if name in seat.numbers:
        raise seat.place.error(f"{word} is written twice: delete one")
    seat.numbers[name] = int(number)
    return 2


def _read_card(seat: _Seat, word: str, after: str) -> int:
    """Read an occupation or an improvement."""
    first = word.replace("’", "'").removesuffix("'s")
    first = first if first in CARDS else first.removesuffix("s")
    if first not in CARDS:
        if face_named(word) is not None or word in TWO_FOOD:
            raise seat.place.error(f"{word} is a die: write dice after roll: or dice:")
        if word.startswith(("-", "+")) or word[0].isdigit():
            raise seat.place.error(f"{word} is no number that can be read: write a whole number from 0, then its name")
        raise seat.place.error(f"unknown word {word!r}{nearest(word, WORDS)}")
    if CARDS[first] in seat.cards:
        raise seat.place.error(f"{FACE_WORD[CARDS[first]]} is written twice: each card is owned once at most")
    seat.cards.append(CARDS[first])
    return 2 if after == "workshop" else 1


# --- Dice ----------------------------------------------------------------------------------------------------------


def _read_dice(word: str, text: str, line: _Line) -> None:
    """Read a section of dice into `line`."""
    place = _Place(f"in the line, {word}")
    if line.dice_word:
        raise place.error(f"dice are written before, after {line.dice_word}: either lie there (dice:) or fell (roll:)")
    line.dice_word = word
    words = [one for one in text.replace(",", " ").replace("'s", "").split() if one != "workshop"]
    if not words and word.startswith("roll"):
        raise place.error("no dice are written: write the 13 faces that fell")
    while words:
        words = words[_read_die(words, line.dice, place) :]


def read_roll(text: str, record: Any) -> tuple[Face, ...]:
    """Return the dice of a typed roll: in the order of the score sheet each by its first letters, or by names.

    That order is Farm, Occupation, Improvement, Produce, Resource, Animal dice: `h f ma o f 2f g w w r s b c`. Raises
    AnalyserError.
    """
    kinds = [kind for kind in DieKind for _ in range(int(record["number"][kind]))]
    words = [word for one in text.lower().replace(",", " ").split() for word in _repeated(one)]
    if len(words) == len(kinds):
        found = [_of_kind(word, kind) for word, kind in zip(words, kinds, strict=True)]
        if None not in found:
            return tuple(face for face in found if face is not None)
    return read_dice(text)


def _repeated(word: str) -> list[str]:
    """Return `w w w` for `3xw`."""
    match = re.fullmatch(r"(\d)x(.+)", word)
    return [match[2]] * int(match[1]) if match else [word]


def _of_kind(word: str, kind: DieKind) -> Face | None:
    """Return the one face of a kind of dice that begins so, or None."""
    faces = [Face(face) for face in range(FIRST_FACE[kind], FIRST_FACE[kind + 1])]
    begun = [face for face in faces if FACE_WORD[face].lower().replace(" ", "").startswith(word)]
    return begun[0] if len(begun) == 1 else None


def read_dice(text: str) -> tuple[Face, ...]:
    """Return the dice of a typed list: faces with commas or blanks between them, also `3xwood`, and short forms.

    Raises AnalyserError.
    """
    dice: list[Face] = []
    for part in text.lower().split(","):
        face = face_named(part) if "," in text else None  # a part between commas may be 2 Food
        dice += [] if face is None else [face]
        words = [one for one in part.replace("'s", "").split() if one != "workshop"] if face is None else []
        while words:
            words = words[_read_die(words, dice, _Place("in the dice")) :]
    return tuple(dice)


def _read_die(words: list[str], dice: list[Face], place: _Place) -> int:
    """Read one die, or several of one face, from the first words; return how many words were read."""
    match = re.fullmatch(r"(\d+)x(.+)", words[0])
    number, word = (int(match[1]), match[2]) if match else (1, words[0])
    if _NUMBER.fullmatch(word):
        after = words[1] if len(words) > 1 else "food"
        hint = "2food is the face with two Food, " if _singular(after) == "food" else ""
        raise place.error(f"{word} {after}: {hint}{word}x{after} means {word} dice that show it")
    face = _face(word)
    if face is None:
        raise place.error(_no_face(word))
    if number > 13:
        raise place.error(f"{words[0]}: there are not that many dice")
    dice += [face] * number
    return 1


def _face(word: str) -> Face | None:
    """Return the face of a word, in the singular or the plural."""
    if word in TWO_FOOD:
        return Face.TWO_FOOD
    if word in CARDS:
        return CARDS[word]
    if face_named(word) is not None:
        return face_named(word)
    begun = _begun(_singular(word))
    return _face(begun[0]) if len(begun) == 1 else face_named(_singular(word))


def _begun(word: str) -> list[str]:
    """Return the faces whose names begin so, where they are cut short: `veg`, `mid`, `boa`."""
    return [name for name in DICE_WORDS if name.startswith(word) and name != word]


def _no_face(word: str) -> str:
    """Return why a word names no face: it is none, or the beginning of several."""
    begun = _begun(word)
    if begun:
        return f"{word!r} may be {' or '.join(begun)}: write more of it"
    return f"no die shows {word!r}{nearest(word, DICE_WORDS)}"
