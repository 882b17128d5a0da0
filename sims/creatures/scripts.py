"""Written-down farms and games of All Creatures Big and Small, as the command offers them."""

from .farm_file import read_farm, score_farm
from .game import load_rules
from .replay import replay
from .script import read_game
from .told import told_position, told_replay, told_score
from .transcript import game_so_far, simulated_game

__all__ = [
    "game_so_far",
    "load_rules",
    "read_farm",
    "read_game",
    "replay",
    "score_farm",
    "simulated_game",
    "told_position",
    "told_replay",
    "told_score",
]
