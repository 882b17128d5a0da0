"""A hash of some games of each quick policy: `python -m creatures.golden` prints them, for other settings of numba."""

from __future__ import annotations

import hashlib

import numpy as np

from .games import SLOW, names, rows_of


def digests() -> dict[str, str]:
    """Return 16 hex digits for all numbers of all rows of two games, by policy."""
    rows = {name: np.ascontiguousarray(rows_of([name, name], 2), "<i4") for name in names() if name not in SLOW}
    return {name: hashlib.sha256(found.tobytes()).hexdigest()[:16] for name, found in rows.items()}


if __name__ == "__main__":
    for name, digest in digests().items():
        print(name, digest)
