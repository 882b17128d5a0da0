"""Plays the best few moves on with common dice, and takes the best: stronger than its base, and far slower.

`base` is any policy (`lookahead:base=greedy`); one with a learnt table also says which moves are worth a look, how much
they are worth beforehand, and what a farm is worth where the playing on ends. What each cost buys stands in
docs/strength.md.
"""

from ..lookahead import looking_ahead
from . import learned

choose = looking_ahead(
    "lookahead",
    "Play the best few moves on by a base policy with common dice, and take the best.",
    "learning.md, section 4; sequential halving: Karnin, Koren and Somekh 2013",
    learned.choose,
)
