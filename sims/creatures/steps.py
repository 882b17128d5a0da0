"""The steps of a game at the table, from a game file and back to one.

A step is a placement, or the herd that stays after breeding, in the words of game files (see `script`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..sitting import Ask, Step
from .board import SEATS
from .replay import replay
from .script import GameFile, Placement
from .variants import Rules
from .words import read_herd


def new_file(players: int, seed: int, policies: Sequence[str], rules: Rules) -> GameFile:
    """Return the file of a game in which nothing has happened yet."""
    return GameFile(f"game 0 of seed {seed}", (), {}, None, seed, 0, tuple(policies))


def players_of(file: GameFile) -> int:
    """Return how many play a game file."""
    return SEATS


def rules_of(file: GameFile, rules: Rules) -> Rules:
    """Return the rules that a game file is played by: those that were asked for."""
    return rules


def steps_of(file: GameFile, rules: Rules) -> list[Step]:
    """Return the steps of a game file, which is played for it. Raises AnalyserError.

    Of a breeding at its end, what stays is a step where it is written: else that is still to be asked.
    """
    played, found = replay(file, rules), []
    ended = {one.round: one for one in played.rounds}
    for place, one in enumerate(played.placements):
        found.append(Step(one.seat - 1, one.round, Ask.MOVE, one.move))
        last = place + 1 == len(played.placements) or played.placements[place + 1].round != one.round
        kept = ended[one.round].kept if last and one.round in ended else {}
        for seat, herd in kept.items():
            if place + 1 == len(played.placements) and (one.round, seat) not in file.births:
                break
            found.append(Step(seat - 1, one.round, Ask.BREED, herd))
    return found


def file_of(head: GameFile, steps: Sequence[Step]) -> GameFile:
    """Return the game file of these steps."""
    placements = tuple(Placement(one.words, one.round, one.seat + 1) for one in steps if one.kind == Ask.MOVE)
    births = {(one.round, one.seat + 1): tuple(read_herd(one.words)) for one in steps if one.kind == Ask.BREED}
    return replace(head, placements=placements, births=births)
