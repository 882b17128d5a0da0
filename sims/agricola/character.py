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
    "fields_points": (0.8, 1.0), "pastures_points": (0.6, 1.0), "grain_points": (0.3, 1.0),
    "vegetables_points": (0.5, 1.0), "sheep_points": (0.4, 1.0), "boar_points": (0.4, 1.0),
    "cattle_points": (0.4, 1.0), "unused_points": (0.5, 1.0), "stables_points": (0.5, 1.0),
    "rooms_points": (0.8, 1.0), "people_points": (4.0, 1.0), "improvements_points": (0.8, 1.0),
    "bonus_points": (0.2, 1.0), "begging_points": (1.0, 1.0),
    "free_room": (6.0, 0.0), "more_free_rooms": (2.5, 0.0), "room_ready": (1.5, 0.0), "renovation_ready": (0.5, 0.0),
    "wood": (0.45, 0.0), "more_wood": (0.25, 0.0), "clay": (0.35, 0.0), "more_clay": (0.1, 0.0),
    "reed": (0.8, 0.0), "more_reed": (0.3, 0.0), "stone": (0.6, 0.0), "more_stone": (0.3, 0.0),
    "grain": (0.8, 0.0), "more_grain": (0.3, 0.0), "vegetables": (1.0, 0.0), "sown_grain": (0.6, 0.0),
    "sown_vegetables": (0.8, 0.0), "empty_fields": (0.4, 0.0), "gap_now": (-2.5, -3.0), "gap_next": (-1.2, -1.5),
    "gap_later": (-0.5, -0.8), "food": (0.35, 0.1), "spare_food": (0.25, 0.05), "cooker": (3.0, 0.0),
    "hearth": (0.8, 0.0), "clay_oven": (1.5, 0.0), "stone_oven": (1.0, 0.0), "crafts": (1.5, 0.0),
    "well": (0.5, 0.3), "animals": (0.25, 0.0), "pairs": (0.8, 0.3), "space": (0.2, 0.1), "marker": (0.8, 0.3),
    "sowable": (0.3, 0.0),
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
            parameters.append(Parameter(f"{key}_{when}", float(value), -20, 20, meaning))
    noise, thrift = float(worths.get("noise", 0.3)), float(worths.get("thrift", 1.0))
    parameters.append(Parameter("noise", noise, 0, 20, "points of chance added to each move, so that games differ"))
    parameters.append(Parameter("thrift", thrift, 0, 10, "times the price of goods that are turned into food"))
    return Policy(name, summary, "sims/agricola/features.py", choose, feed, breed_best, tuple(parameters))
