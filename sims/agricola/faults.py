"""Why a move is illegal."""

from __future__ import annotations

from enum import IntEnum


class Fault(IntEnum):
    """Why a move is illegal."""

    LEGAL = 0
    NO_SUCH_SPACE = 1
    NOT_OPEN = 2
    OCCUPIED = 3
    NOT_HERE = 4
    LEFT_OUT = 5
    NOTHING_DONE = 6
    NOT_JUST_ONE = 7
    NOT_ASKED = 8
    TOO_LITTLE_FOOD = 9
    TOO_LITTLE_WOOD = 10
    TOO_LITTLE_CLAY = 11
    TOO_LITTLE_REED = 12
    TOO_LITTLE_STONE = 13
    TOO_LITTLE_GRAIN = 14
    TOO_FEW_VEGETABLES = 15
    WRONG_CHOICE = 16
    WRONG_ANIMAL = 17
    HOUSE_OF_STONE = 18
    NO_CELL = 19
    CELL_TAKEN = 20
    TOO_MANY_ROOMS = 21
    ROOM_APART = 22
    TOO_MANY_STABLES = 23
    NOT_ONE_FIELD = 24
    FIELD_APART = 25
    TOO_FEW_FIELDS = 26
    CANNOT_BAKE = 27
    TOO_EARLY = 28
    NO_ROOM_FREE = 29
    TOO_MANY_PEOPLE = 30
    NO_SUCH_IMPROVEMENT = 31
    IMPROVEMENT_GONE = 32
    WRONG_RETURN = 33
    NO_SUCH_LAYOUT = 34
    FENCES_STAY = 35
    ENCLOSES = 36
    CANNOT_COOK = 37
    TOO_FEW_ANIMALS = 38
    HERD_TOO_LARGE = 39
    NO_ROOM = 40
    NO_CRAFT = 41
