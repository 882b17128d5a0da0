"""Characters: policies that take the move after which a weighted sum of the farm's features is highest.

Each feature has two worths: one for the beginning of the game and one for its end; in between they are mixed by the
rounds that are left. A character is a file with its worths; what it leaves out is that of the balanced one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..declaration import Parameter
from ..draws import chance
from ..jit import kernel
from .contract import CHOOSE, FEED, PASS, Policy, breed_best, feed_cheaply, list_moves, share_left, try_move
from .features import FEATURES, feature_meaning, feature_name, keeps_marker, write_features

NOISE = 2 * FEATURES
"""The place of the noise in `params`, after the worths early and late of each feature."""
THRIFT = NOISE + 1

BALANCED: dict[str, tuple[float, float]] = {
    "fields_points": (0.30, 1.08), "pastures_points": (0.09, 2.17), "grain_points": (0.64, 1.23),
    "vegetables_points": (1.01, 1.87), "sheep_points": (-0.54, 0.95), "boar_points": (0.41, 0.86),
    "cattle_points": (0.59, 0.77), "unused_points": (0.40, 0.90), "stables_points": (0.54, 1.40),
    "rooms_points": (-0.64, 2.42), "people_points": (12.10, 1.56), "improvements_points": (-0.44, 2.30),
    "bonus_points": (0.15, 1.13), "free_room": (20.00, -0.28),
    "more_free_rooms": (7.31, 0.51), "room_ready": (3.21, 0.22), "renovation_ready": (0.70, 0.94),
    "wood": (-0.53, 0.32), "more_wood": (0.31, 0.18), "clay": (0.89, 0.30), "more_clay": (-0.88, 0.53),
    "reed": (0.40, 0.88), "more_reed": (0.35, 0.47), "stone": (0.52, 0.59), "more_stone": (0.43, 0.19),
    "grain": (1.17, -0.33), "more_grain": (0.11, 0.06), "vegetables": (-0.62, -0.10), "sown_grain": (2.10, 0.10),
    "sown_vegetables": (0.80, 0.35), "empty_fields": (1.73, -0.03), "gap_now": (-3.62, -3.01),
    "gap_next": (-3.15, -1.61), "gap_later": (0.50, -1.05), "food": (1.17, 0.20), "spare_food": (0.53, 0.03),
    "cooker": (8.88, 0.56), "hearth": (0.66, 0.48), "clay_oven": (2.04, -0.21), "stone_oven": (1.98, -0.33),
    "crafts": (1.18, 0.11), "well": (0.96, 1.04), "animals": (0.43, 0.10), "pairs": (0.32, 0.68),
    "space": (-0.10, 0.12), "marker": (0.39, -0.02), "sowable": (1.95, 0.62),
}  # fmt: skip
"""The worths of features at the beginning and at the end, in points."""


WORTHS = np.array([one for feature in range(FEATURES) for one in BALANCED[feature_name(feature)]] + [0.0, 1.0])
"""The worths of the balanced character as `params` hold them, without noise."""


@kernel()
def worth(farm, position, rules, params, left, marker):
    """Return what a farm is worth to a character, in points."""
    found, total = position["trial_numbers"], 0.0
    write_features(farm, position, rules, position["trial_points"], marker, found)
    for feature in range(FEATURES):
        early, late = params[2 * feature], params[2 * feature + 1]
        total += found[feature] * (late + left * (early - late))
    return total


@kernel(CHOOSE)
def choose(position, rules, found, params, stream):
    """Take the move after which the farm is worth most; a little noise makes games differ."""
    best, most, left = PASS, -1e9, share_left(position, rules)
    for place in range(list_moves(position, rules, found)):
        move = found["moves"][place]
        after = try_move(position, rules, move)
        value = worth(after, position, rules, params, left, keeps_marker(position, move))
        value += params[NOISE] * chance(stream, place)
        if value > most:
            best, most = place, value
    return best


@kernel(FEED)
def feed(position, rules, feeding, params, stream):
    """Feed the cheapest way, goods at as many times their prices as the character is thrifty."""
    feed_cheaply(position, rules, feeding, params[THRIFT] * share_left(position, rules))


def character(name: str, summary: str, **worths: Any) -> Policy:
    """Return a policy with these worths: (at the beginning, at the end), or one number for both."""
    parameters = []
    for feature in range(FEATURES):
        key = feature_name(feature)
        own = worths.get(key, BALANCED[key])
        early, late = own if isinstance(own, tuple) else (own, own)
        for when, value, words in ((1, early, "at the beginning"), (2, late, "at the end")):
            meaning = f"worth {words} of a {feature_meaning(feature)}"
            parameters.append(Parameter(f"{key}_{when}", float(value), -40, 40, meaning))
    noise, thrift = float(worths.get("noise", 0.3)), float(worths.get("thrift", 1.0))
    parameters.append(Parameter("noise", noise, 0, 20, "points of chance added to each move, so that games differ"))
    parameters.append(Parameter("thrift", thrift, 0, 10, "times the price of goods that are turned into food"))
    return Policy(name, summary, "sims/agricola/features.py", choose, feed, breed_best, tuple(parameters))
