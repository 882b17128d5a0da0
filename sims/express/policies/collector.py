"""The collector: one of everything first, then more of what scores most.

Rooms, fields and pastures score 3 for having any, each crop and each kind of animal 1. The collector holds each of the
eight for worth far more than that (`first`), so that the first of a kind comes before a second of another. Three
pastures are wanted, one for each kind of animal. What actions are left go to more of the same, which by their points
are the Mayor's fields; so late play is the crop farmer's.

From rules/express-policies.md, Characters: one of everything first: each "+3 if any" and "+1 if any" bonus, before more
of the same. `first` and `pasture` were set by hand, the rest by search.
"""

from ..character import character

choose = character(
    "collector",
    "Get one of each thing that scores for having any, then more of what scores most.",
    first=6.0,
    # A pasture is room for a kind of animal that is still missing.
    pasture=2.0,
    # The first room is a bonus, too, and the baby in it one more action each round.
    home=5.5,
    baby=8.5,
    # More of the same is best made of fields, and the family fed of them.
    mayor=5.5,
    oven=5.0,
    farmer=1.2,
    # The start's wood and reed are kept for a pasture and the room.
    wood=0.2,
    reed=0.1,
    hunger=1.0,
    winter=0.6,
    roll=11.5,
)
