"""Written-down farms and games of the two editions of Agricola, as the command offers them."""

from __future__ import annotations

from .editions import EDITIONS as NAMES
from .farm_file import read_farm, score_farm
from .game import EDITIONS as GAMES
from .replay import replay
from .script import read_game
from .told import told_position, told_replay, told_score
from .transcript import game_so_far, simulated_game


class Scripts:
    """What there is for one edition (see `sims/express/scripts.py`)."""

    game_so_far = staticmethod(game_so_far)
    read_farm = staticmethod(read_farm)
    read_game = staticmethod(read_game)
    replay = staticmethod(replay)
    score_farm = staticmethod(score_farm)
    simulated_game = staticmethod(simulated_game)
    told_position = staticmethod(told_position)
    told_replay = staticmethod(told_replay)
    told_score = staticmethod(told_score)

    def __init__(self, edition: str) -> None:
        self.load_rules = GAMES[edition].load_rules


EDITIONS = {name: Scripts(name) for name in NAMES}
