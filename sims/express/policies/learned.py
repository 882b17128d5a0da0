"""Plays by a value learnt from its own play: forty tables over a farm's facts, for each moment of the game.

Made by `analyser learn express`; the file beside this one says with which seed, and what it scored. The recipe stands
in `sims/express/learn.py`, the facts it looks at in `sims/express/tables.py`.
"""

from ..learned import beside, table_policy

choose = table_policy(
    "learned",
    "Take the move after which most points are to come, by tables learnt from millions of games.",
    "learning.md, section 3; Beal and Smith 1999 (temporal coherence)",
    beside(__file__),
)
