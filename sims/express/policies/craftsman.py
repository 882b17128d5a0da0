"""The craftsman: workshops, the Builder who is paid for them, and the Gatherer who fills them.

A workshop adds one to each collection of its resource. With the Gatherer's two dice an action so brings three or four
reed for the Basketmaker or stone for the Stonecutter, a point each at every harvest to come; wood and brick take three
for two points, so that Joinery and Pottery come last. Reed and stone are what rooms are made of, too: this family has
many babies, and the Midwife to make them cheap. The Builder chooses which improvement the die shows.

From rules/express-policies.md, Characters: Builder, workshops, the resources that they score. The search for its worths
counted the points of resources and improvements 1.7 times.
"""

from ..character import character

choose = character(
    "craftsman",
    "Build workshops with the Builder, and collect the reed and stone that they score with the Gatherer.",
    builder=2.0,
    # The Gatherer makes any two Resource dice what the workshop takes; he is the plan's hands.
    gatherer=4.0,
    # Reed and stone score a point each, and a room takes reed: the Basketmaker first.
    basketmaker=3.0,
    stonecutter=2.0,
    joinery=0.5,
    # Kept for rooms and workshops, until a workshop scores them.
    wood=1.0,
    reed=1.0,
    stone=0.75,
    # One more action each round, and one mouth, which the Midwife halves and the Oven feeds.
    baby=4.5,
    home=3.5,
    midwife=1.5,
    oven=1.5,
    # The crop farmer's card is left to him, but for the points that it brings in the very last action.
    mayor=-10.0,
    # A field is there for the 3 points of the first, and for the vegetables that feed the babies.
    field=-1.0,
    hunger=1.0,
    winter=0.5,
    roll=8.5,
)
