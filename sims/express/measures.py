"""What a player asks of the dice, as declared data: each `Measure` is a number that can be read off lying dice.

A question of the table of odds is whether a measure reaches 1, 2, 3 ... A measure says which kinds of dice it looks at,
and how it is read off them by somebody who has certain cards in hand; what an occupation's power makes of the dice
is no part of it (see `odds`). Source: rules/express.md, "Dice groups", "Costs".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .faces import WORKSHOP, DieKind, Face
from .rules import FreeChoiceCost, TwoFoodPays
from .throws import kind_of
from .words import FACE_WORD

Hand = frozenset[Face]
"""The occupations and improvements that a player has, by the faces of their dice."""
Read = Callable[[Mapping[int, int], Hand, Any], int]
"""Reads a measure: from dice (their number by face), the hand and the rules record."""

FARM, OCCUPATION, IMPROVEMENT = "Farm dice", "Occupation die", "Improvement die"
PRODUCE, RESOURCE, ANIMAL = "Produce dice", "Resource dice", "Animal dice"
ON_SHEET, FROM_DICE = "Dice groups, cost on the score sheet", "Dice groups, cost from the dice alone"

FARM_FACES = (Face.HOUSE, Face.FIELD, Face.PASTURE)
CROPS = (Face.GRAIN, Face.VEGETABLE)
FOODS = (Face.FOOD, Face.TWO_FOOD)
RESOURCES = (Face.WOOD, Face.BRICK, Face.REED, Face.STONE)
ANIMALS = (Face.SHEEP, Face.BOAR, Face.CATTLE)
OCCUPATIONS = tuple(face for face in Face if kind_of(face) == DieKind.OCCUPATION)
IMPROVEMENTS = tuple(face for face in Face if kind_of(face) == DieKind.IMPROVEMENT)
OVENS, WORKSHOPS = IMPROVEMENTS[:2], IMPROVEMENTS[2:]
CARDS = OCCUPATIONS + IMPROVEMENTS
WORKSHOP_OF = {face: Face(Face.OVEN + int(card)) for face, card in zip(RESOURCES, WORKSHOP, strict=True)}


@dataclass(frozen=True)
class Measure:
    """A number read off the dice: its `section` in the table, `what` it counts, the `kinds` of dice it looks at.

    `counts` says that it is an amount, of which one may ask for 2 or 3, and not just whether something is there;
    `goods` that it is an amount of goods that one action collects.
    """

    section: str
    what: str
    kinds: tuple[DieKind, ...]
    read: Read
    counts: bool = False
    goods: bool = False


def measures(hand: Hand) -> list[Measure]:
    """Return all measures, in the table's order, for a player with these cards in hand."""
    found = [*farm(), *produce(), *resources(), *animals()]
    found += cards(OCCUPATION, OCCUPATIONS, hand)
    found += cards(IMPROVEMENT, IMPROVEMENTS, hand)
    return [*found, *on_sheet(), *from_dice()]


# --- Dice of one kind ------------------------------------------------------------------------------------------------


def farm() -> Iterator[Measure]:
    """Yield what the Farm dice show: each face, and each pair."""
    for face in FARM_FACES:
        yield Measure(FARM, FACE_WORD[face], (DieKind.FARM,), number_of(face), counts=True)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        pair = FARM_FACES[one], FARM_FACES[other]
        what = f"{FACE_WORD[pair[0]]} and {FACE_WORD[pair[1]]}"
        yield Measure(FARM, what, (DieKind.FARM,), shows([(pair[0],), (pair[1],)]))


def produce() -> Iterator[Measure]:
    """Yield what one action collects of Produce; Food and 2 Food are one type. Source: "Collect produce"."""
    kinds = (DieKind.PRODUCE,)
    crops: list[Read] = [number_of(crop) for crop in CROPS]
    yield Measure(PRODUCE, "Food", kinds, food, counts=True, goods=True)
    for crop, read in zip(CROPS, crops, strict=True):
        yield Measure(PRODUCE, FACE_WORD[crop], kinds, read, counts=True, goods=True)
    yield Measure(PRODUCE, "produce of one type", kinds, most([food, *crops]), counts=True, goods=True)
    yield Measure(PRODUCE, "matching produce dice", kinds, most([number_of(*FOODS), *crops]), counts=True)


def resources() -> Iterator[Measure]:
    """Yield what one action collects of resources, with one more from a workshop. Source: "Collect resources"."""
    reads = [resource(face) for face in RESOURCES]
    for face, read in zip(RESOURCES, reads, strict=True):
        yield Measure(RESOURCE, FACE_WORD[face], (DieKind.RESOURCE,), read, counts=True, goods=True)
    yield Measure(RESOURCE, "resources of one kind", (DieKind.RESOURCE,), most(reads), counts=True, goods=True)


def animals() -> Iterator[Measure]:
    """Yield what one action collects of animals. Source: "Collect animals"."""
    reads = [number_of(face) for face in ANIMALS]
    for face, read in zip(ANIMALS, reads, strict=True):
        yield Measure(ANIMAL, FACE_WORD[face], (DieKind.ANIMAL,), read, counts=True, goods=True)
    yield Measure(ANIMAL, "animals of one kind", (DieKind.ANIMAL,), most(reads), counts=True, goods=True)


def cards(section: str, faces: tuple[Face, ...], hand: Hand) -> Iterator[Measure]:
    """Yield for each card not in hand whether it can be taken, shown or by the free choice, and whether that is there.

    Source: "Gain occupation", "Build hearth or oven", "Build workshop": a die that shows a card which is there
    already gives the choice of any other.
    """
    kinds = (kind_of(faces[0]),)
    owned = tuple(face for face in faces if face in hand)
    for face in faces:
        if face not in hand:
            yield Measure(section, FACE_WORD[face], kinds, shows([(face, *owned)]))
    if 0 < len(owned) < len(faces):
        yield Measure(section, "free choice", kinds, shows([owned]))


def number_of(*faces: Face) -> Read:
    """Return the reading of how many dice show one of these faces."""
    return lambda dice, hand, rules: sum(dice[face] for face in faces)


def food(dice: Mapping[int, int], hand: Hand, rules: Any) -> int:
    """Return the Food on Food and 2 Food dice."""
    return dice[Face.FOOD] + 2 * dice[Face.TWO_FOOD]


def resource(face: Face) -> Read:
    """Return the reading of how much of a resource is collected: one more with its workshop, but never that alone."""
    return lambda dice, hand, rules: dice[face] + (dice[face] > 0 and WORKSHOP_OF[face] in hand)


def most(reads: list[Read]) -> Read:
    """Return the reading of the largest of several."""
    return lambda dice, hand, rules: max(read(dice, hand, rules) for read in reads)


def shows(wanted: list[tuple[Face, ...]]) -> Read:
    """Return the reading of whether for each of some sets of faces a die shows one of them; the sets are disjoint."""
    return lambda dice, hand, rules: int(all(any(dice[face] for face in faces) for faces in wanted))


# --- Dice groups -----------------------------------------------------------------------------------------------------

Bill = Mapping[Face, str]
"""What a group costs: for each resource the field of the rules record that says how much."""


def on_sheet() -> Iterator[Measure]:
    """Yield whether each group is there, where the score sheet pays what it costs."""
    yield group("Add rooms, upgrade or have a baby", [(Face.HOUSE,)])
    yield group("Plant a field", [(Face.FIELD,)])
    for words, crops in (("a Grain die", CROPS[:1]), ("a Vegetable die", CROPS[1:]), ("either die", CROPS)):
        yield group(f"Plant a field with {words}", [(Face.FIELD,), crops])
    for words, stock in PASTURES:
        yield group(f"Build a pasture{words}", [(Face.PASTURE,), *stock])
    yield Measure(ON_SHEET, "Gain an occupation", (DieKind.OCCUPATION,), can_gain)
    yield Measure(ON_SHEET, "Build a Hearth or Oven", (DieKind.IMPROVEMENT,), can_build(OVENS, paid=False))
    yield Measure(ON_SHEET, "Build a workshop", (DieKind.IMPROVEMENT,), can_build(WORKSHOPS, paid=False))


def from_dice() -> Iterator[Measure]:
    """Yield whether each group that costs something is there with dice that pay all of it, and an empty sheet."""
    for house, material in (("wood", Face.WOOD), ("brick", Face.BRICK), ("stone", Face.STONE)):
        bill = {Face.REED: "room_reed", material: "room_resource"}
        yield group(f"Add a room, {house} house", [(Face.HOUSE,)], bill)
    yield group("Upgrade to a brick house", [(Face.HOUSE,)], {Face.BRICK: "brick_house"})
    yield group("Upgrade to a stone house", [(Face.HOUSE,)], {Face.STONE: "stone_house"})
    for words, stock in PASTURES:
        yield group(f"Build a pasture{words}", [(Face.PASTURE,), *stock], {Face.WOOD: "pasture_wood"})
    yield Measure(FROM_DICE, "Gain an occupation", (DieKind.OCCUPATION, DieKind.PRODUCE), can_gain_paid)
    kinds = (DieKind.IMPROVEMENT, DieKind.RESOURCE)
    yield Measure(FROM_DICE, "Build a Hearth or Oven", kinds, can_build(OVENS, paid=True))
    yield Measure(FROM_DICE, "Build a workshop", kinds, can_build(WORKSHOPS, paid=True))


PASTURES: tuple[tuple[str, list[tuple[Face, ...]]], ...] = (
    ("", []),
    *((f" with a {FACE_WORD[face]} die", [(face,)]) for face in ANIMALS),
)
"""A pasture alone or with a die to stock it: words, and the faces that serve. With any animal it is as without."""


def group(what: str, wanted: list[tuple[Face, ...]], bill: Bill | None = None) -> Measure:
    """Return the measure of whether dice show a group, and pay its bill if one is given."""
    faces = [one[0] for one in wanted] + list(bill or {})
    kinds = tuple(sorted({kind_of(face) for face in faces}))
    section = ON_SHEET if bill is None else FROM_DICE
    shown = shows(wanted)
    if bill is None:
        return Measure(section, what, kinds, shown)
    return Measure(
        section, what, kinds, lambda dice, hand, rules: shown(dice, hand, rules) * pays(dice, hand, bill, rules)
    )


def pays(dice: Mapping[int, int], hand: Hand, bill: Bill, rules: Any) -> int:
    """Return whether dice pay a bill: two for each unit, of which a workshop's virtual die is one. Source: "Costs"."""
    return int(all((dice[face] + (WORKSHOP_OF[face] in hand)) // 2 >= rules[field] for face, field in bill.items()))


def pays_food(dice: Mapping[int, int], cost: int, rules: Any) -> bool:
    """Return whether food dice pay a cost at double, none of them in part (readings R01, R10)."""
    worth = 2 if rules["two_food_pays"] == TwoFoodPays.VALUE else 1
    ones, twos = range(dice[Face.FOOD] + 1), range(dice[Face.TWO_FOOD] + 1)
    return any(one + worth * two == 2 * cost for one in ones for two in twos)


def can_gain(dice: Mapping[int, int], hand: Hand, rules: Any) -> int:
    """Return whether the Occupation die gives one: the face shown, or any not in hand where that one is."""
    lacking = [face for face in OCCUPATIONS if face not in hand]
    return int(any(dice[face] and (face in lacking or lacking) for face in OCCUPATIONS))


def can_gain_paid(dice: Mapping[int, int], hand: Hand, rules: Any) -> int:
    """Return whether it gives one, and dice pay for it."""
    return can_gain(dice, hand, rules) * pays_food(dice, int(rules["occupation_food"]), rules)


def can_build(group: tuple[Face, ...], paid: bool) -> Read:
    """Return the reading of whether a die that shows one of a group's faces builds anything, with dice to pay if so.

    Where what it shows is built already, anything else can be built.
    """

    def read(dice: Mapping[int, int], hand: Hand, rules: Any) -> int:
        return int(any(dice[face] and _builds(face, dice, hand, rules, paid) for face in group))

    return read


def _builds(shown: Face, dice: Mapping[int, int], hand: Hand, rules: Any, paid: bool) -> bool:
    choice = [face for face in IMPROVEMENTS if face not in hand] if shown in hand else [shown]
    if not paid:
        return bool(choice)
    bills = [bill for built in choice for bill in building_bills(shown, built, rules)]
    return any(pays(dice, hand, bill, rules) for bill in bills)


def building_bills(shown: Face, built: Face, rules: Any) -> list[Bill]:
    """Return the bills, any of which may be paid, of what is built with the die that shows a face (reading R03)."""
    priced = built if rules["free_choice_cost"] == FreeChoiceCost.BUILT else shown
    if priced in OVENS:
        return [{Face.BRICK: "hearth_or_oven"}, {Face.STONE: "hearth_or_oven"}]
    return [{Face.WOOD: "workshop_wood"}]
