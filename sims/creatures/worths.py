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
    "herd": (0.23, 0.75, 0.53),
    "sheep": (0.56, 0.06, -0.16),
    "types": (2.04, 0.95, 0.63),
    "pairs": (0.50, 1.81, 1.38),
    "singles": (-0.01, 0.30, 0.28),
    "room": (0.65, 0.80, 0.18),
    "places": (3.52, 0.45, 0.45),
    "largest": (0.00, 0.31, 0.23),
    "built": (0.64, 1.71, 0.59),
    "stalls": (2.26, 0.68, 0.00),
    "full": (3.35, 3.18, 4.11),
    "expansions": (4.77, 1.36, 0.70),
    "used": (1.41, 0.88, 0.38),
    "borders": (0.15, 0.36, 0.08),
    "placed": (0.04, -0.03, -0.31),
    "pastures": (-0.09, 0.20, 0.06),
    "troughs": (0.15, -0.88, -0.64),
    "wood": (0.25, 0.08, 0.26),
    "more_wood": (-0.55, -0.02, 0.25),
    "stone": (0.89, 1.09, 0.13),
    "more_stone": (0.57, -0.12, 0.17),
    "reed": (0.78, 1.18, 0.38),
    "more_reed": (0.04, -0.43, -0.17),
    "marker": (0.16, -0.23, -0.41),
    "house": (-0.04, -0.39, 0.39),
    "stall": (-0.11, 0.12, -0.02),
    "stables": (0.11, -0.08, 0.18),
    "fences": (0.28, 0.20, 0.07),
    "prey": (0.20, 0.27, -0.13),
    "lure": (-0.25, 0.24, 0.13),
}
"""The worths of the features, in points."""

WORTHS = np.array([worth for feature in Feature for worth in BALANCED[feature.name.lower()]] + [0.0])
"""The same as `params` hold them, without noise."""
