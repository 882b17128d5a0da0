"""Lists of herds of the four types (see `sims.herds` for which herds fit)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..herds import herds_dtype
from .pieces import ANIMALS

HERDS = herds_dtype(ANIMALS)


def new_herds() -> Any:
    """Return an empty list of herds (a HERDS record)."""
    return np.zeros(1, HERDS)[0]
