"""The names of what there is: goods, animals, improvements, action spaces and what can be done there.

Source: rules/agricola-2007.md and rules/agricola-revised.md, sections 1, 4 and 9. Both editions share one list of
spaces, because most are the same; `editions` says which a game has.
"""

from __future__ import annotations

from enum import IntEnum

NOTHING = -1
"""No improvement, or no animal."""


class Good(IntEnum):
    """What is in a supply or lies on a space: food, building resources, crops, animals."""

    FOOD = 0
    WOOD = 1
    CLAY = 2
    REED = 3
    STONE = 4
    GRAIN = 5
    VEGETABLE = 6
    SHEEP = 7
    BOAR = 8
    CATTLE = 9


class Animal(IntEnum):
    """The three types, in the order of every herd."""

    SHEEP = 0
    BOAR = 1
    CATTLE = 2


class House(IntEnum):
    """What the rooms are made of."""

    WOOD = 0
    CLAY = 1
    STONE = 2


class Improvement(IntEnum):
    """The major improvements, in the order of rules/agricola-2007.md, section 9."""

    FIREPLACE_2 = 0
    FIREPLACE_3 = 1
    HEARTH_4 = 2
    HEARTH_5 = 3
    CLAY_OVEN = 4
    STONE_OVEN = 5
    JOINERY = 6
    POTTERY = 7
    BASKETMAKER = 8
    WELL = 9


class Space(IntEnum):
    """The action spaces, by the ids of the rules files; one that only plays hand cards is left out."""

    ROOMS = 0
    START = 1
    GRAIN = 2
    PLOW = 3
    STABLE = 4
    DAY = 5
    WOOD3 = 6
    CLAY1 = 7
    REED1 = 8
    FISH = 9
    SOW = 10
    IMPROVE = 11
    SHEEP = 12
    FENCE = 13
    STONE_2 = 14
    RENOVATE = 15
    GROW = 16
    VEGETABLE = 17
    BOAR = 18
    STONE_4 = 19
    CATTLE = 20
    PLOW_SOW = 21
    GROW_5 = 22
    RENOVATE_FENCE = 23
    ONE_RESOURCE = 24
    TWO_RESOURCES = 25
    WOOD2 = 26
    HOLLOW_3 = 27
    HOLLOW_4 = 28
    WOOD1 = 29
    TRAVELING = 30
    MARKET_3 = 31
    MARKET_4 = 32
    WOOD4 = 33
    CLAY3 = 34
    REED_STONE_WOOD = 35
    ANIMALS = 36
    ROOM_OR_FOOD = 37
    RESOURCES_OR_GROWTH = 38


class Effect(IntEnum):
    """What a placement can do, as bits. They happen in this order, but that all goods come first."""

    TAKE = 1
    """Take all that lies on the space."""
    MARKER = 2
    """Take the starting-player marker."""
    CHOOSE = 4
    """Take building resources of one's choice."""
    ANIMAL = 8
    """Take the animal of one's choice from the general supply."""
    RENOVATE = 16
    ROOM = 32
    STABLE = 64
    PLOW = 128
    SOW = 256
    BAKE = 512
    GROW = 1024
    """Family growth, with room."""
    GROW_ANYWAY = 2048
    """Family growth even without room."""
    IMPROVE = 4096
    """Buy a major improvement; an oven bakes at once."""
    FENCE = 8192


GOODS, ANIMALS, IMPROVEMENTS, SPACES = len(Good), len(Animal), len(Improvement), len(Space)
SUPPLY = Good.SHEEP
"""The goods before this one lie in a player's supply; animals are counted apart."""
FIRST_BUILDING, LAST_BUILDING = Good.WOOD, Good.STONE
"""Building resources are the goods from the one to the other."""
RESOURCES = (Good.WOOD, Good.CLAY, Good.REED, Good.STONE)
FIRST_CARD = Space.SOW
CARDS = 14
"""The round cards are the spaces from `FIRST_CARD` on, as many as there are rounds."""
FIREPLACES = 1 << Improvement.FIREPLACE_2 | 1 << Improvement.FIREPLACE_3
HEARTHS = 1 << Improvement.HEARTH_4 | 1 << Improvement.HEARTH_5
