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
from .moves import settle
from .pieces import ANIMALS, Space

NOISE = 2 * FEATURES
"""The place of the noise in `params`, after the worths early and late of each feature."""

HERD_WORTH = FEATURES
"""The place among the trial features of what the herd of the farm weighed last is worth."""

BALANCED: dict[str, tuple[float, float]] = {
    "herd": (0.22, 0.53), "sheep": (0.34, -0.14), "types": (1.64, 0.52), "pairs": (0.75, 0.60),
    "room": (0.58, 0.12), "places": (1.62, 0.42), "built": (1.78, 0.71), "stalls": (1.33, 0.01),
    "full": (2.42, 3.44), "expansions": (2.45, 0.53), "used": (0.66, 0.24), "borders": (0.04, 0.01),
    "placed": (-0.05, -0.30), "pastures": (0.43, 0.10), "troughs": (0.03, -0.36), "wood": (0.39, 0.23),
    "more_wood": (-0.13, 0.17), "stone": (0.79, 0.48), "more_stone": (0.18, -0.07), "reed": (0.83, 0.35),
    "more_reed": (0.19, -0.43), "marker": (0.19, -0.30),
}  # fmt: skip
"""The worths of features at the beginning and at the end, in points; found by CMA-ES for the mean in self-play."""


WORTHS = np.array([worth for feature in Feature for worth in BALANCED[feature.name.lower()]] + [0.0])
"""The worths of the balanced character as `params` hold them, without noise."""


@kernel()
def share_left(position, rules):
    """Return the share of the placements that are left after this one."""
    workers = 2 * rules["workers"]
    return 1.0 - (position["round"] * workers + position["placed"] + 1) / (rules["rounds"] * workers)


@kernel()
def worths_now(position, rules, params):
    """Return what one of each feature is worth after this placement: float64[22]."""
    left, worths = share_left(position, rules), np.empty(FEATURES)
    for feature in range(FEATURES):
        early, late = params[2 * feature], params[2 * feature + 1]
        worths[feature] = late + left * (early - late)
    return worths


@kernel(inline=True)
def weighed(found, worths, first, end):
    """Return the sum of the features from `first` to before `end`, each times its worth.

    Two sums side by side: the processor waits less.
    """
    one, other = 0.0, 0.0
    for feature in range(first, end, 2):
        one += found[feature] * worths[feature]
        other += found[feature + 1] * worths[feature + 1]
    return one + other


@kernel(inline=True)
def begin_weighing(position):
    """Forget the farm that was weighed last: to be called before the first `worth` of a decision."""
    position["trial_other"]["capacity"] = -1


@kernel(inline=True)
def is_like_last(farm, last):
    """Say whether herd and containers are those of the farm that was weighed last: so are the herd's features, then."""
    if farm["capacity"] != last["capacity"] or farm["ones"] != last["ones"] or farm["larger"] != last["larger"]:
        return False
    for animal in range(ANIMALS):
        if farm["animals"][animal] != last["animals"][animal]:
            return False
    for place in range(farm["larger"]):
        if farm["capacities"][place] != last["capacities"][place]:
            return False
    return True


@kernel()
def worth(position, rules, worths, move):
    """Return what the own farm after a move is worth, in points, with such worths of features (float64[22])."""
    farm, found, last = try_move(position, rules, move), position["trial_features"], position["trial_other"]
    if not is_like_last(farm, last):
        herd_features(farm, rules, rules["rounds"] - position["round"], position["trial_herd"], found)
        position["trial_other"] = farm
        found[HERD_WORTH] = weighed(found, worths, 0, Feature.BUILT)
    farm_features(farm, rules, found)
    found[Feature.MARKER] = move["space"] == Space.START_PLAYER or position["marker"] == position["seat"]
    return found[HERD_WORTH] + weighed(found, worths, Feature.BUILT, FEATURES)


@kernel(CHOOSE)
def choose(position, rules, found, params, stream):
    """Take the move after which the farm is worth most; a little noise makes games differ."""
    best, most, worths = 0, -1e9, worths_now(position, rules, params)
    begin_weighing(position)
    for place in range(list_moves(position, rules, Menu.PLAIN, found)):
        value = worth(position, rules, worths, found["moves"][place]) + params[NOISE] * chance(stream, place)
        if value > most:
            best, most = place, value
    return best


@kernel(BREED)
def breed(position, rules, herds, params, stream):
    """Keep the herd with which the farm is worth most, with one breeding fewer left."""
    best, most, worths, found = 0, -1e9, worths_now(position, rules, params), position["trial_features"]
    births = rules["rounds"] - position["round"] - 1
    position["trial_farm"] = position["farms"][position["seat"]]
    farm = position["trial_farm"]
    for place in range(herds["count"]):
        settle(farm, herds["herds"][place])
        herd_features(farm, rules, births, position["trial_herd"], found)
        value = weighed(found, worths, 0, Feature.BUILT)
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
