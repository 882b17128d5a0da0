"""Plays by a small learnt value: one weight for each count of a good, or card owned, at each moment of the game.

Made by `analyser learn express --size lite`, as `learned` is by the whole set of tables.
"""

from ..learned import beside, table_policy

choose = table_policy(
    "learned-lite",
    "Take the move after which most points are to come, by 397 weights a moment learnt from play.",
    "learning.md, section 3: one-hot features",
    beside(__file__),
)
