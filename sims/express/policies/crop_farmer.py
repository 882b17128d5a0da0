"""The crop farmer: a baby, the Mayor and the Oven early, then a field with almost every action.

With the Mayor a field scores 3 at each harvest to come, and its vegetables score 1 each or feed three in the Oven, so
that few other actions bring as much again and again. Vegetables come before grain by their points alone. The family
stays small, with one baby in most games: room, wood and reed for a second would take actions from the fields.

From rules/express-policies.md, Characters: fields early, Mayor, vegetables over grain, Oven for feeding.
"""

from ..character import character

choose = character(
    "crop-farmer",
    "Take the Mayor and build the Oven early, then plant a field with nearly each action, vegetables before grain.",
    # The Mayor makes fields of other Farm dice and trebles their points; the Oven makes food of what they bear.
    mayor=3.5,
    oven=3.5,
    # The Farmer turns produce dice to the vegetable that a field is planted with.
    farmer=1.5,
    # Fields are the plan: a little more than their points, so that they come before other things of equal points.
    field=1.0,
    # One more action each round; the room for it is half of the way.
    baby=4.5,
    home=4.5,
    # The start's wood and reed are kept for the first room, not for a workshop or a second pasture.
    wood=0.5,
    reed=0.2,
    # Food can wait until crops stand in the fields; what is missing then costs 3 each.
    hunger=1.5,
    winter=0.6,
    roll=9.5,
)
