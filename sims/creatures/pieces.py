"""The names of what there is: materials, animals, action spaces, buildings, and the names that people write for them.

Source: rules/creatures.md, sections 1, 2, 5 and 7.
"""

from __future__ import annotations

from enum import IntEnum

NOTHING = -1
"""No side, building, payment or animal."""


class Material(IntEnum):
    """Building materials, in the order of the farm's fields."""

    WOOD = 0
    STONE = 1
    REED = 2


class Animal(IntEnum):
    """The four types, in the order of every herd."""

    SHEEP = 0
    PIG = 1
    COW = 2
    HORSE = 3


class Space(IntEnum):
    """The 17 action spaces."""

    START_PLAYER = 0
    THREE_WOOD = 1
    ONE_STONE = 2
    TWO_STONE = 3
    BUILDING_MATERIALS = 4
    FENCES = 5
    WALLS = 6
    EXPAND = 7
    STALLS = 8
    FEEDING_TROUGH = 9
    STABLES = 10
    SPECIAL_BUILDING_A = 11
    SPECIAL_BUILDING_B = 12
    MILLPOND = 13
    PIGS_SHEEP = 14
    COWS_PIGS = 15
    HORSES_SHEEP = 16


class Building(IntEnum):
    """The kinds of buildings; those from `FIRST_SPECIAL` on are special buildings, a row of the rules' table each."""

    COTTAGE = 0
    STALL = 1
    STABLES = 2
    HALF_TIMBERED_HOUSE = 3
    STORAGE_BUILDING = 4
    SHELTER = 5
    OPEN_STABLES = 6


class Site(IntEnum):
    """Where a special building may stand: on a space without a building, on the cottage, or on a stall."""

    FREE = 0
    COTTAGE = 1
    STALL = 2


class Side(IntEnum):
    """Where an expansion is attached."""

    LEFT = 0
    RIGHT = 1


class Good(IntEnum):
    """What can lie on an action space: materials, then borders, then animals."""

    WOOD = 0
    STONE = 1
    REED = 2
    BORDER = 3
    SHEEP = 4
    PIG = 5
    COW = 6
    HORSE = 7


MATERIALS, ANIMALS, SPACES, KINDS, GOODS = len(Material), len(Animal), len(Space), len(Building), len(Good)
FIRST_SPECIAL = Building.HALF_TIMBERED_HOUSE
FIRST_ANIMAL = Good.SHEEP
WAYS = 2
"""No building has more ways to be paid."""

ANIMAL_WORD = {Animal.SHEEP: "sheep", Animal.PIG: "pig", Animal.COW: "cow", Animal.HORSE: "horse"}
ANIMALS_WORD = {Animal.SHEEP: "sheep", Animal.PIG: "pigs", Animal.COW: "cows", Animal.HORSE: "horses"}
MATERIAL_WORD = {material: material.name.lower() for material in Material}
SPACE_WORD = {
    Space.START_PLAYER: "Start Player",
    Space.THREE_WOOD: "3 Wood",
    Space.ONE_STONE: "1 Stone",
    Space.TWO_STONE: "2 Stone",
    Space.BUILDING_MATERIALS: "Building Materials",
    Space.FENCES: "Fences",
    Space.WALLS: "Walls",
    Space.EXPAND: "Expand",
    Space.STALLS: "Stalls",
    Space.FEEDING_TROUGH: "Feeding Trough",
    Space.STABLES: "Stables",
    Space.SPECIAL_BUILDING_A: "Special Building (a)",
    Space.SPECIAL_BUILDING_B: "Special Building (b)",
    Space.MILLPOND: "Millpond",
    Space.PIGS_SHEEP: "Pigs and Sheep",
    Space.COWS_PIGS: "Cows and Pigs",
    Space.HORSES_SHEEP: "Horses and Sheep",
}
BUILDING_WORD = {
    Building.COTTAGE: "Cottage",
    Building.STALL: "Stall",
    Building.STABLES: "Stables",
    Building.HALF_TIMBERED_HOUSE: "Half-Timbered House",
    Building.STORAGE_BUILDING: "Storage Building",
    Building.SHELTER: "Shelter",
    Building.OPEN_STABLES: "Open Stables",
}
