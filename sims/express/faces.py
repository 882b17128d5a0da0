"""The names of the game: dice and their faces, goods, dice groups, occupations, improvements.

All are `IntEnum`, so that they index arrays in compiled code and print their names in Python.
Source: rules/express.md, "Dice" and "Dice groups".
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ..jit import kernel


class DieKind(IntEnum):
    """The six kinds of dice."""

    FARM = 0
    OCCUPATION = 1
    IMPROVEMENT = 2
    PRODUCE = 3
    RESOURCE = 4
    ANIMAL = 5


class Face(IntEnum):
    """Every face of every die; faces of one kind stand together, occupations and goods in their enums' order."""

    HOUSE = 0
    PASTURE = 1
    FIELD = 2
    MAYOR = 3
    BUILDER = 4
    FARMER = 5
    RANCHER = 6
    GATHERER = 7
    MIDWIFE = 8
    OVEN = 9
    HEARTH = 10
    BASKETMAKER = 11
    JOINERY = 12
    POTTERY = 13
    STONECUTTER = 14
    FOOD = 15
    TWO_FOOD = 16
    GRAIN = 17
    VEGETABLE = 18
    WOOD = 19
    BRICK = 20
    REED = 21
    STONE = 22
    SHEEP = 23
    BOAR = 24
    CATTLE = 25


FACES = len(Face)
FIRST_FACE = np.array([Face.HOUSE, Face.MAYOR, Face.OVEN, Face.FOOD, Face.WOOD, Face.SHEEP, FACES])
"""Faces of kind k are FIRST_FACE[k] up to, not including, FIRST_FACE[k + 1]."""


class Good(IntEnum):
    """What a farm can hold in numbers, in the order of the score sheet's fields."""

    FOOD = 0
    GRAIN = 1
    VEGETABLES = 2
    WOOD = 3
    BRICK = 4
    REED = 5
    STONE = 6
    SHEEP = 7
    BOAR = 8
    CATTLE = 9


class Resource(IntEnum):
    """The four building resources, in the order of their faces and goods."""

    WOOD = 0
    BRICK = 1
    REED = 2
    STONE = 3


class Animal(IntEnum):
    """The three animals, in the order of their faces and goods."""

    SHEEP = 0
    BOAR = 1
    CATTLE = 2


class Cookable(IntEnum):
    """What can be cooked: the first two in an Oven, the others on a Hearth."""

    GRAIN = 0
    VEGETABLES = 1
    SHEEP = 2
    BOAR = 3
    CATTLE = 4


class House(IntEnum):
    """What the house is built of."""

    WOOD = 0
    BRICK = 1
    STONE = 2


class Occupation(IntEnum):
    """The occupations, in the order of their faces; an occupation's power sets dice (the Midwife's does not)."""

    NONE = -1
    MAYOR = 0
    BUILDER = 1
    FARMER = 2
    RANCHER = 3
    GATHERER = 4
    MIDWIFE = 5


class Improvement(IntEnum):
    """The improvements, in the order of their faces."""

    OVEN = 0
    HEARTH = 1
    BASKETMAKER = 2
    JOINERY = 3
    POTTERY = 4
    STONECUTTER = 5


class Group(IntEnum):
    """The eleven dice groups."""

    ADD_ROOMS = 0
    UPGRADE_HOUSE = 1
    HAVE_BABY = 2
    PLANT_FIELD = 3
    BUILD_PASTURE = 4
    GAIN_OCCUPATION = 5
    COLLECT_PRODUCE = 6
    COLLECT_ANIMALS = 7
    COLLECT_RESOURCES = 8
    BUILD_HEARTH_OR_OVEN = 9
    BUILD_WORKSHOP = 10


GROUPS = len(Group)
GOODS = len(Good)
COOKABLES = len(Cookable)
RESOURCES = len(Resource)
ANIMALS = len(Animal)
OCCUPATIONS = 6
IMPROVEMENTS = 6
NOTHING = -1
"""In a field that names a face, a good or a die: none."""

POWER_KIND = np.array([DieKind.FARM, DieKind.IMPROVEMENT, DieKind.PRODUCE, DieKind.ANIMAL, DieKind.RESOURCE])
"""The kind of dice that each occupation's power sets, by occupation (Mayor to Gatherer)."""
POWER_DICE = np.array([1, 1, 2, 2, 2])
"""How many dice it may set."""

WORKSHOP = np.array([Improvement.JOINERY, Improvement.POTTERY, Improvement.BASKETMAKER, Improvement.STONECUTTER])
"""The workshop of each resource, by resource."""
HOUSE_RESOURCE = np.array([Resource.WOOD, Resource.BRICK, Resource.STONE])
"""What a room costs beside reed, by house."""


@kernel()
def lying(dice):
    """Return how many dice lie there; `dice` is int8[26], counts by face."""
    total = 0
    for face in range(FACES):
        total += dice[face]
    return total
