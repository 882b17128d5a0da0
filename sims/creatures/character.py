"""Characters: policies that take the move after which a weighted sum of the farm's features is highest.

Each feature has two worths: one for the beginning of the game and one for its end; in between they are mixed by the
placements that are left. A character is a file with its worths; what it leaves out is that of the balanced one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..declaration import Parameter
from ..draws import chance
from ..jit import kernel
from .contract import BREED, CHOOSE, Policy, list_moves, try_move
from .drafts import Menu
from .features import FEATURES, MEANING, Feature, farm_features, herd_features
from .pieces import Space

NOISE = 2 * FEATURES
"""The place of the noise in `params`, after the worths early and late of each feature."""

BALANCED: dict[str, tuple[float, float]] = {
    "herd": (1.0, 1.0), "sheep": (0.0, 0.0), "types": (1.0, 0.5), "pairs": (1.0, 0.0), "room": (0.5, 0.1),
    "places": (0.8, 0.2), "built": (1.0, 1.0), "stalls": (1.0, 0.5), "full": (4.0, 4.0), "expansions": (1.5, 0.2),
    "used": (0.5, 0.3), "borders": (0.15, 0.02), "placed": (0.35, 0.1), "pastures": (0.2, 0.0),
    "troughs": (0.3, 0.0), "wood": (0.5, 0.1), "more_wood": (0.25, 0.05), "stone": (0.5, 0.1),
    "more_stone": (0.25, 0.05), "reed": (1.0, 0.1), "more_reed": (0.3, 0.05), "marker": (0.3, 0.0),
}  # fmt: skip
"""The worths of features at the beginning and at the end, in points."""


WORTHS = np.array([worth for feature in Feature for worth in BALANCED[feature.name.lower()]] + [0.0])
"""The worths of the balanced character as `params` hold them, without noise."""


@kernel()
def share_left(position, rules):
    """Return the share of the placements that are left after this one."""
    workers = 2 * rules["workers"]
    return 1.0 - (position["round"] * workers + position["placed"] + 1) / (rules["rounds"] * workers)


@kernel()
def worth(farm, position, rules, params, left, marker):
    """Return what a farm is worth to a character, in points."""
    total, births = 0.0, rules["rounds"] - position["round"]
    found = position["trial_features"]
    herd_features(farm, rules, births, position["trial_herd"], found)
    farm_features(farm, rules, found)
    found[Feature.MARKER] = marker
    for feature in range(FEATURES):
        early, late = params[2 * feature], params[2 * feature + 1]
        total += found[feature] * (late + left * (early - late))
    return total


@kernel(CHOOSE)
def choose(position, rules, found, params, stream):
    """Take the move after which the farm is worth most; a little noise makes games differ."""
    best, most, left = 0, -1e9, share_left(position, rules)
    held = int(position["marker"] == position["seat"])
    for place in range(list_moves(position, rules, Menu.PLAIN, found)):
        move = found["moves"][place]
        after = try_move(position, rules, move)
        marker = 1 if move["space"] == Space.START_PLAYER else held
        value = worth(after, position, rules, params, left, marker) + params[NOISE] * chance(stream, place)
        if value > most:
            best, most = place, value
    return best


@kernel()
def worth_after_breeding(farm, position, rules, params, left):
    """Return what the herd that stays is worth: one breeding fewer is left."""
    found = position["trial_features"]
    herd_features(farm, rules, rules["rounds"] - position["round"] - 1, position["trial_herd"], found)
    total = 0.0
    for feature in range(Feature.BUILT):
        early, late = params[2 * feature], params[2 * feature + 1]
        total += found[feature] * (late + left * (early - late))
    return total


@kernel(BREED)
def breed(position, rules, herds, params, stream):
    """Keep the herd with which the farm is worth most."""
    best, most, left = 0, -1e9, share_left(position, rules)
    position["trial_farm"] = position["farms"][position["seat"]]
    farm = position["trial_farm"]
    for place in range(herds["count"]):
        for animal in range(4):
            farm["animals"][animal] = herds["herds"][place, animal]
        value = worth_after_breeding(farm, position, rules, params, left)
        if value > most:
            best, most = place, value
    return best


def character(name: str, summary: str, **worths: Any) -> Policy:
    """Return a policy with these worths: (at the beginning, at the end), or one number for both."""
    parameters = []
    for feature in Feature:
        own = worths.get(feature.name.lower(), BALANCED[feature.name.lower()])
        early, late = own if isinstance(own, tuple) else (own, own)
        for when, value, words in ((1, early, "at the beginning"), (2, late, "at the end")):
            meaning = f"worth {words} of a {MEANING[feature]}"
            parameters.append(Parameter(f"{feature.name.lower()}_{when}", float(value), -20, 20, meaning))
    noise = float(worths.get("noise", 0.3))
    parameters.append(Parameter("noise", noise, 0, 20, "points of chance added to each move, so that games differ"))
    return Policy(name, summary, "sims/creatures/features.py", choose, breed, tuple(parameters))
