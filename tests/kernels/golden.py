"""Games of every policy as short text and a hash, for tests/golden; and a program for other settings of numba.

`python -m kernels.golden few` prints one line a policy; the tests run it with the JIT off and with bounds checked.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from .games import QUICK, policies, rows_of

SEED = 7
GAMES = {"many": (40, 10), "few": (8, 3)}
"""How many solo and three-player games; the few are for Python without compiled code, which takes seconds for one."""


def games_of(name: str, size: str) -> list[np.ndarray]:
    """Return the rows of solo and of three-player games, int32[games, seats, k]."""
    solo, three = GAMES[size]
    return [rows_of([name], solo, SEED), rows_of([name] * 3, three, SEED)]


def digest(games: list[np.ndarray]) -> str:
    """Return 16 hex digits for all numbers of all rows."""
    found = hashlib.sha256()
    for rows in games:
        found.update(np.ascontiguousarray(rows, "<i4").tobytes())
    return found.hexdigest()[:16]


def describe(name: str) -> str:
    """Return the golden text of a policy: hashes, and the scores for people who look for what has changed."""
    many = games_of(name, "many")
    lines = [f"policy {name}, seed {SEED}", f"few {digest(games_of(name, 'few'))}", f"many {digest(many)}"]
    for rows in many:
        lines += ["", f"scores with {rows.shape[1]} seat{'s' * (rows.shape[1] > 1)}"]
        lines += [f"game {game}: {' '.join(map(str, scores))}" for game, scores in enumerate(rows[:, :, 0])]
    return "\n".join(lines) + "\n"


def names_of(size: str) -> list[str]:
    """Return the policies that play so many games: the few are not for those that are slow even when compiled."""
    return [name for name in sorted(policies()) if size == "many" or name not in QUICK]


def main() -> None:
    """Print a hash for each policy."""
    for name in names_of(sys.argv[1]):
        print(name, digest(games_of(name, sys.argv[1])))


if __name__ == "__main__":
    main()
