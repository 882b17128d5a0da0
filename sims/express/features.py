"""The features of a farm that a table of weights may weigh: their names, what they mean, how far a weight may go.

Every feature has a weight for each of the three harvests, which counts in the rounds before that harvest. The order of
`Feature` is the order of a policy's parameters: the three weights of the first feature, of the second, and so on.
`weights` computes them; `policy_file` reads tables of them.
"""

from __future__ import annotations

from enum import IntEnum

from .contract import Parameter
from .rules import HARVESTS

MOST_SPARE, MOST_POT, MOST_MAYOR_USES, MOST_GOODS, MOST_ROOM_KITS = 6, 9, 2, 2, 3
"""What is counted no further: spare Food, cookable Food, uses of the Mayor, units of a resource, rooms to be paid."""


class Feature(IntEnum):
    """All features; the last ones weigh no farm but say when to roll and what to cook."""

    POINTS = 0
    FOOD_MISSING = 1
    HUNGRY = 2
    SPARE_FOOD = 3
    POT = 4
    MAYOR_USES = 5
    FIRST_BABY = 6
    SECOND_BABY = 7
    MORE_BABIES = 8
    BABY_ROUNDS = 9
    FREE_ROOM = 10
    ROOMS = 11
    HOUSE_STEPS = 12
    MIDWIFE_BABIES = 13
    GATHERER_BABIES = 14
    MAYOR_BABIES = 15
    FIELDS = 16
    MAYOR_FIELDS = 17
    GRAIN = 18
    VEGETABLES = 19
    PASTURES = 20
    FREE_PASTURES = 21
    SHEEP = 22
    BOAR = 23
    CATTLE = 24
    PAIRS = 25
    WOOD = 26
    BRICK = 27
    REED = 28
    STONE = 29
    ROOM_KITS = 30
    HOUSE_KITS = 31
    OVEN_KIT = 32
    MAYOR = 33
    BUILDER = 34
    FARMER = 35
    RANCHER = 36
    GATHERER = 37
    MIDWIFE = 38
    OVEN = 39
    HEARTH = 40
    WORKSHOPS = 41
    FRESH_ROLL = 42
    FRESH_ROLL_ROOM = 43
    SAVED_GRAIN = 44
    SAVED_VEGETABLES = 45


FEATURES = len(Feature)
WEIGHTS = FEATURES * HARVESTS

MEANING = {
    Feature.POINTS: "each point that the coming harvest would give for the farm, but for missing Food",
    Feature.FOOD_MISSING: "each Food that lacks for the coming harvest if nothing is cooked",
    Feature.HUNGRY: "each Food that lacks even if all that can be cooked is",
    Feature.SPARE_FOOD: f"each Food beyond what the coming harvest takes, up to {MOST_SPARE}",
    Feature.POT: f"each Food that the Oven and the Hearth could cook, up to {MOST_POT}",
    Feature.MAYOR_USES: f"each time that the Mayor could be paid, cooking included, up to {MOST_MAYOR_USES}",
    Feature.FIRST_BABY: "the first baby",
    Feature.SECOND_BABY: "the second baby",
    Feature.MORE_BABIES: "each baby after the second",
    Feature.BABY_ROUNDS: "each action that the babies have in the rounds after this one",
    Feature.FREE_ROOM: "a room for one more baby",
    Feature.ROOMS: "each room",
    Feature.HOUSE_STEPS: "each step of the house: 1 for brick, 2 for stone",
    Feature.MIDWIFE_BABIES: "each baby with the Midwife",
    Feature.GATHERER_BABIES: "each baby with the Gatherer",
    Feature.MAYOR_BABIES: "each baby with the Mayor",
    Feature.FIELDS: "each field",
    Feature.MAYOR_FIELDS: "each field with the Mayor",
    Feature.GRAIN: "each grain",
    Feature.VEGETABLES: "each vegetable",
    Feature.PASTURES: "each pasture",
    Feature.FREE_PASTURES: "each pasture without animals",
    Feature.SHEEP: "each sheep",
    Feature.BOAR: "each boar",
    Feature.CATTLE: "each cattle",
    Feature.PAIRS: "each kind of animal with two or more, which breeds",
    Feature.WOOD: f"each wood, up to {MOST_GOODS}",
    Feature.BRICK: f"each brick, up to {MOST_GOODS}",
    Feature.REED: f"each reed, up to {MOST_GOODS}",
    Feature.STONE: f"each stone, up to {MOST_GOODS}",
    Feature.ROOM_KITS: f"each room that reed and the house's resource could pay, up to {MOST_ROOM_KITS}",
    Feature.HOUSE_KITS: "brick for a brick house, and stone for a stone house (1 each)",
    Feature.OVEN_KIT: "a brick or a stone while there is no Oven",
    Feature.MAYOR: "the Mayor",
    Feature.BUILDER: "the Builder",
    Feature.FARMER: "the Farmer",
    Feature.RANCHER: "the Rancher",
    Feature.GATHERER: "the Gatherer",
    Feature.MIDWIFE: "the Midwife",
    Feature.OVEN: "the Oven",
    Feature.HEARTH: "the Hearth",
    Feature.WORKSHOPS: "each workshop",
    Feature.FRESH_ROLL: "a fresh roll, as expected: dice are kept for a move without a power that gains more",
    Feature.FRESH_ROLL_ROOM: "a fresh roll, added while there is a room for one more baby",
    Feature.SAVED_GRAIN: "each grain left by the feeding at this harvest, beside its points",
    Feature.SAVED_VEGETABLES: "each vegetable left by the feeding at this harvest, beside its points",
}
"""What a feature counts: "points for ..."."""

ONCE = 100.0
"""How far the weight of something that a farm has once may go either way."""
EACH = 20.0
"""How far the weight of something that a farm has several of may go either way."""
_SINGLE = {
    Feature.FIRST_BABY, Feature.SECOND_BABY, Feature.MORE_BABIES, Feature.FREE_ROOM, Feature.FRESH_ROLL,
    Feature.FRESH_ROLL_ROOM, *(Feature(card) for card in range(Feature.MAYOR, Feature.WORKSHOPS)),
}  # fmt: skip


def feature_name(feature: Feature) -> str:
    """Return a feature's name in files."""
    return feature.name.lower()


NAMES = tuple(feature_name(feature) for feature in Feature)


def limit(feature: Feature) -> float:
    """Return how far a feature's weight may go either way."""
    return ONCE if feature in _SINGLE else EACH


def default_weight(feature: Feature) -> float:
    """Return the weight of a feature that a table does not name: 0, but a fresh roll that is always better."""
    return ONCE if feature == Feature.FRESH_ROLL else 0.0


def parameters() -> tuple[Parameter, ...]:
    """Return the parameters of a policy that is a table of weights, with what a table has that names no feature."""
    return tuple(
        Parameter(
            f"{feature_name(feature)}_{harvest}",
            default_weight(feature),
            -limit(feature),
            limit(feature),
            f"points for {MEANING[feature]} (before harvest {harvest})",
        )
        for feature in Feature
        for harvest in range(1, HARVESTS + 1)
    )
