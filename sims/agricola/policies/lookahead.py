"""Plays the most promising moves on to the end of the game, and takes the best: stronger than its base, and slower.

`base` is any policy (`lookahead:base=greedy`).
"""

from ..lookahead import looking_ahead
from . import balanced

choose = looking_ahead(
    "lookahead",
    "Play the most promising moves on by a base policy to the end, and take the best.",
    "playing on by a base policy: Tesauro and Galperin 1996",
    balanced.choose,
)
