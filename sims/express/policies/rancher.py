"""The rancher: pastures and the Rancher, who makes cattle of the animal dice, and a Hearth that feeds the family.

Cattle score 1 each, boar half and sheep a third of that, and a Hearth makes most food of cattle, so that the order of
the animals needs no worths of its own. Each pasture with a pair has young at each harvest: the points of a farm are
those after breeding, so that a pair is worth an animal more than two single ones, and a pasture for it, too.

From rules/express-policies.md, Characters: pastures, Rancher, cattle over boar over sheep, Hearth for feeding; breeding
pairs before each harvest. The search for its worths counted the points of pastures and animals one and a half times.
"""

from ..character import character

choose = character(
    "rancher",
    "Build pastures, breed cattle by the Rancher's power, and feed the family from the Hearth.",
    # With the Rancher two or three cattle come with each action.
    rancher=5.0,
    hearth=1.5,
    # Room for the young to come, beyond the pasture's own points; each takes a wood.
    pasture=2.0,
    wood=0.8,
    # The crop farmer's cards are left to him, but for the points that the Mayor brings in the very last action.
    mayor=-10.0,
    oven=-2.0,
    # A field is there for the 3 points of the first, and for a crop that comes with it.
    field=-1.0,
    # One more action each round, and the room that it takes.
    baby=7.0,
    home=2.5,
    # Enough to keep reed for that room, and brick for the Hearth.
    reed=0.2,
    brick=0.2,
    # The herd grows by itself: cook it when the family asks, but have enough for all harvests in view.
    hunger=0.2,
    winter=1.0,
    roll=6.5,
)
