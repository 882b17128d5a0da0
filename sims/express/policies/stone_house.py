"""The stone house: the Gatherer early, rooms and a baby in each, then brick and stone; fields when there are hands.

The Gatherer pairs Resource dice, so that most rooms and the upgrades are paid by what lies there. Four babies make six
actions a round in the second half of the game, and score 7 with the Midwife at each harvest; a room of the stone
house scores 3. The price is hunger at harvest 1. With so many actions the Mayor's fields pay even when they come late.

From rules/express-policies.md, Characters: rooms, then brick and stone; Gatherer. The search for its worths counted the
points of the house 1.6 times: by the score alone it would let the house go for the Mayor's fields.
"""

from ..character import character

choose = character(
    "stone-house",
    "Take the Gatherer, add rooms for four babies, and upgrade the house to brick and stone.",
    gatherer=4.5,
    # Rooms that babies live in, and babies, before all else.
    home=5.5,
    baby=9.0,
    # Each step adds a point a room at each harvest; beyond that, rooms of stone are still to come.
    better_house=3.0,
    # What rooms and upgrades cost.
    wood=1.5,
    brick=1.4,
    reed=1.8,
    stone=1.7,
    # Babies score before the last harvest, and eat half, with the Midwife; the Oven feeds them.
    midwife=1.7,
    oven=2.8,
    # Wanted, but after the Gatherer: the fields wait until there are hands to plant them.
    mayor=2.2,
    hunger=1.2,
    winter=1.2,
    roll=11.0,
)
