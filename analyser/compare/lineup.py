"""Who sits where in the games of a block, so that every policy gets each seat, and all the same luck."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations


@dataclass(frozen=True)
class Lineup:
    """The entrants (a policy each, by its place in the plan), the tables of a block, and which entrants are compared.

    Each table is one game of the block, a tuple with the entrant of each seat; all have the same game number.
    """

    policies: tuple[int, ...]
    tables: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[int, int], ...]

    def plays(self, entrant: int) -> Iterator[tuple[int, int]]:
        """Yield (table, seat) of each of an entrant's seats in a block."""
        for table, seats in enumerate(self.tables):
            for seat, sitting in enumerate(seats):
                if sitting == entrant:
                    yield table, seat

    @property
    def counts(self) -> list[int]:
        """The number of each entrant's seats in a block."""
        return [len(list(self.plays(entrant))) for entrant in range(len(self.policies))]

    @property
    def weights(self) -> list[int]:
        """What a seat of each entrant counts, so that all entrants' blocks count the same in whole numbers."""
        return [self.whole // count for count in self.counts]

    @property
    def whole(self) -> int:
        """The weights of an entrant's block together."""
        return math.lcm(*self.counts)

    @property
    def alone(self) -> bool:
        """Whether each plays alone, so that one can leave without touching the others."""
        return all(len(set(seats)) == 1 for seats in self.tables)


def alone(policies: int) -> Lineup:
    """Return the lineup of solo games: each policy plays each game."""
    return Lineup(tuple(range(policies)), tuple((one,) for one in range(policies)), _all_pairs(policies))


def together(policies: int, players: int) -> Lineup:
    """Return the lineup of games of several players, in which every policy takes each seat equally often.

    With no more policies than players they sit in a row, repeated to fill the seats, and move on by one seat; else
    every choice of `players` policies plays all rotations.
    """
    everybody = tuple(range(policies))
    if policies <= players:
        tables = [tuple((seat + shift) % policies for seat in range(players)) for shift in everybody]
    else:
        tables = [_rotated(chosen, shift) for chosen in combinations(everybody, players) for shift in range(players)]
    return Lineup(everybody, tuple(tables), _all_pairs(policies))


def focused(policies: int, players: int, focus: int) -> Lineup:
    """Return the lineup in which one policy takes each seat against copies of each of the others.

    Entrants 2 i and 2 i + 1 are the one in focus, and the i-th of the others.
    """
    entrants: list[int] = []
    tables: list[tuple[int, ...]] = []
    for other in range(policies):
        if other != focus:
            own, their = len(entrants), len(entrants) + 1
            tables += [tuple(own if seat == place else their for seat in range(players)) for place in range(players)]
            entrants += [focus, other]
    return Lineup(tuple(entrants), tuple(tables), tuple((one, one + 1) for one in range(0, len(entrants), 2)))


def _rotated(chosen: Sequence[int], shift: int) -> tuple[int, ...]:
    return tuple(chosen[(seat + shift) % len(chosen)] for seat in range(len(chosen)))


def _all_pairs(policies: int) -> tuple[tuple[int, int], ...]:
    return tuple(combinations(range(policies), 2))
