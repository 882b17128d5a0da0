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
    "fields_points": (0.11, 0.96), "pastures_points": (0.39, 2.09), "grain_points": (1.07, 0.66),
    "vegetables_points": (0.74, 2.12), "sheep_points": (-0.67, 0.89), "boar_points": (0.03, 0.60),
    "cattle_points": (0.50, 0.45), "unused_points": (0.48, 1.05), "stables_points": (0.72, 1.76),
    "rooms_points": (-0.89, 2.33), "people_points": (13.28, 1.61), "improvements_points": (-0.54, 2.38),
    "bonus_points": (0.48, 0.82), "free_room": (24.97, -0.37), "more_free_rooms": (7.36, 0.55),
    "room_ready": (2.96, -0.05), "renovation_ready": (0.43, 1.55), "wood": (-0.62, 0.33),
    "more_wood": (0.38, 0.35), "clay": (0.99, 0.17), "more_clay": (-0.61, 0.36), "reed": (0.47, 0.81),
    "more_reed": (0.89, 0.28), "stone": (0.68, 0.76), "more_stone": (0.50, 0.52), "grain": (0.56, -0.03),
    "more_grain": (0.26, 0.24), "vegetables": (-0.50, -0.12), "sown_grain": (2.20, 0.29),
    "sown_vegetables": (0.96, 0.38), "empty_fields": (1.96, -0.04), "gap_now": (-3.81, -1.09),
    "gap_next": (-3.90, -3.17), "gap_later": (0.80, -1.26), "food": (1.33, 0.11), "spare_food": (0.61, 0.02),
    "cooker": (14.26, 0.22), "hearth": (0.76, 0.53), "clay_oven": (2.44, -0.08), "stone_oven": (0.59, -0.46),
    "crafts": (1.33, 0.32), "well": (0.74, 1.33), "animals": (0.44, 0.15), "pairs": (0.37, 0.76),
    "space": (-0.07, -0.01), "marker": (0.35, 0.24), "sowable": (2.63, 0.64),
}  # fmt: skip
"""The worths of features at the beginning and at the end, in points."""


WORTHS = np.array([one for feature in range(FEATURES) for one in BALANCED[feature_name(feature)]] + [0.0, 1.3])
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
    noise, thrift = float(worths.get("noise", 0.3)), float(worths.get("thrift", 1.3))
    parameters.append(Parameter("noise", noise, 0, 20, "points of chance added to each move, so that games differ"))
    parameters.append(Parameter("thrift", thrift, 0, 10, "times the price of goods that are turned into food"))
    return Policy(name, summary, "sims/agricola/features.py", choose, feed, breed_best, tuple(parameters))
