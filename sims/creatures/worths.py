"""What the balanced character holds each feature of a farm to be worth.

Found by CMA-ES for the mean score against itself, from worths set by hand; `analyser tune` searches on from here.
"""

from __future__ import annotations

import numpy as np

from .features import Feature

WHEN = ("at the beginning", "in the middle", "at the end")
"""When a feature has a worth of its own; in between they are mixed."""
TIMES = len(WHEN)

BALANCED: dict[str, tuple[float, float, float]] = {
    "herd": (0.35, 0.67, 0.76),
    "sheep": (0.31, 0.07, -0.12),
    "types": (3.66, 1.93, 0.47),
    "pairs": (0.76, 1.45, 0.90),
    "singles": (-0.04, 0.04, 0.16),
    "room": (0.27, 0.83, 0.01),
    "places": (2.49, 0.50, 0.59),
    "largest": (-0.07, 0.13, 0.14),
    "built": (1.68, 0.99, 0.97),
    "stalls": (2.71, 1.23, 0.01),
    "full": (1.54, 2.54, 3.57),
    "expansions": (3.83, 1.63, 2.27),
    "used": (1.27, 0.81, 0.50),
    "borders": (0.04, 0.01, 0.23),
    "placed": (0.28, -0.47, -0.24),
    "pastures": (0.27, 0.26, 0.08),
    "troughs": (0.14, -0.46, -0.67),
    "wood": (0.27, 0.41, 0.30),
    "more_wood": (-0.42, 0.21, 0.23),
    "stone": (0.69, 1.04, 0.36),
    "more_stone": (0.55, 0.10, 0.04),
    "reed": (0.82, 1.46, 0.08),
    "more_reed": (-0.06, -0.28, -0.83),
    "marker": (-0.06, -0.15, -0.17),
    "house": (0.19, -0.05, 0.21),
    "stall": (-0.18, 0.03, 0.33),
    "stables": (0.06, 0.23, 0.41),
    "fences": (0.10, -0.03, 0.17),
    "prey": (-0.18, 0.02, -0.26),
    "lure": (-0.28, -0.09, -0.09),
}
"""The worths of the features, in points."""

WORTHS = np.array([worth for feature in Feature for worth in BALANCED[feature.name.lower()]] + [0.0])
"""The same as `params` hold them, without noise."""
