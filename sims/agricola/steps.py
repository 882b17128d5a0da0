"""The steps of a game at the table, from a game file and back to one.

A step is a placement, a feeding, or the herd that stays after breeding, in the words of game files (see `script`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..sitting import Ask, Step
from .farm_file import edition_of
from .replay import PASSES, RoundPlayed, replay, rules_of
from .script import Feeding, GameFile, Placement
from .terms import read_feeding, read_herd
from .variants import Rules

__all__ = ["feeding_of", "file_of", "new_file", "players_of", "rules_of", "steps_of"]


def new_file(players: int, seed: int, policies: Sequence[str], rules: Rules) -> GameFile:
    """Return the file of a game in which nothing has happened yet."""
    game, mode = edition_of(rules.record), rules.values["mode"]
    where, labels = f"game 0 of seed {seed}", tuple(policies)
    return GameFile(where, players, (), {}, {}, game, mode, seed=seed, policies=labels)


def players_of(file: GameFile) -> int:
    """Return how many play a game file."""
    return file.players


def steps_of(file: GameFile, rules: Rules) -> list[Step]:
    """Return the steps of a game file, which is played for it. Raises AnalyserError.

    Of a harvest at its end, what is written is steps, up to the first that is not: that is still to be asked.
    """
    played, found = replay(file, rules), []
    ended = {one.round: one for one in played.rounds}
    for place, one in enumerate(played.placements):
        found += [Step(one.seat - 1, one.round, Ask.MOVE, one.move)] if one.move != PASSES else []
        last = place + 1 == len(played.placements) or played.placements[place + 1].round != one.round
        if last and one.round in ended:
            found += _harvest_steps(file, ended[one.round], place + 1 == len(played.placements))
    return found


def _harvest_steps(file: GameFile, played: RoundPlayed, at_end: bool) -> Iterator[Step]:
    """Yield feedings and breedings of a round; at the end of the file, those before the first that is not written."""
    for harvest in played.harvests:
        when = (played.round, harvest.seat)
        if at_end and when not in file.feedings:
            return
        yield Step(harvest.seat - 1, played.round, Ask.FEED, harvest.fed)
        if harvest.kept and at_end and when not in file.births:
            return
        if harvest.kept:
            yield Step(harvest.seat - 1, played.round, Ask.BREED, harvest.kept)


def file_of(head: GameFile, steps: Sequence[Step]) -> GameFile:
    """Return the game file of these steps."""
    placements = tuple(Placement(one.words, one.round, one.seat + 1) for one in steps if one.kind == Ask.MOVE)
    feedings = {(one.round, one.seat + 1): feeding_of(one.words) for one in steps if one.kind == Ask.FEED}
    births = {(one.round, one.seat + 1): tuple(read_herd(one.words)) for one in steps if one.kind == Ask.BREED}
    return replace(head, placements=placements, feedings=feedings, births=births)


def feeding_of(words: str) -> Feeding:
    """Return a feeding from words. Raises AnalyserError."""
    converted, crafts = read_feeding(words)
    return Feeding(tuple(converted), tuple(crafts))
