"""An independent, slow, obvious engine of Agricola Express, used by tests only.

Written from `rules/express.md` without a look at the compiled engine, so that an error would have to be made twice
to go unseen. Standard library only. The parts: `express_moves` (dice, options, farm, outcomes of an action),
`express_harvest` (feeding, breeding, scoring), `express_game` (a whole game, and the policy family-first).
"""

from .express_game import (
    Decide,
    Moment,
    Result,
    family_first,
    family_first_cooking,
    family_first_keep,
    family_first_move,
    next_start_player,
    play,
    roll_with,
    winners,
)
from .express_harvest import best_harvest_points, breed, food_need, harvest, score
from .express_moves import DICE, IMPROVEMENTS, OCCUPATIONS, Farm, Options, cook, legal_outcomes

__all__ = [
    "DICE",
    "IMPROVEMENTS",
    "OCCUPATIONS",
    "Decide",
    "Farm",
    "Moment",
    "Options",
    "Result",
    "best_harvest_points",
    "breed",
    "cook",
    "family_first",
    "family_first_cooking",
    "family_first_keep",
    "family_first_move",
    "food_need",
    "harvest",
    "legal_outcomes",
    "next_start_player",
    "play",
    "roll_with",
    "score",
    "winners",
]
