"""A hash of some games of each quick policy: `python -m agricola.golden` prints them, for other settings of numba."""

from __future__ import annotations

import hashlib

import numpy as np

from .ask import BEGINNER, FAMILY
from .games import SLOW, names, rows_of

KINDS = ((FAMILY, 2), (BEGINNER, 3))
"""Rules, and how many play."""


def digests() -> dict[str, str]:
    """Return 16 hex digits for all numbers of all rows of a game of each kind, by policy."""
    found = {}
    for name in names():
        if name not in SLOW:
            rows = [rows_of([name] * players, 1, rules=rules) for rules, players in KINDS]
            found[name] = hashlib.sha256(b"".join(np.ascontiguousarray(one, "<i4").tobytes() for one in rows))
    return {name: digest.hexdigest()[:16] for name, digest in found.items()}


if __name__ == "__main__":
    for name, digest in digests().items():
        print(name, digest)
