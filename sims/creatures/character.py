"""Characters: policies that take the move after which a weighted sum of the farm's features is highest.

Each feature has three worths: for the beginning of the game, its middle and its end; in between they are mixed by the
placements that are left. The last placement is judged by points alone. A character is a file with its worths; what it
leaves out is that of the balanced one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..declaration import Parameter
from ..draws import chance
from ..jit import kernel
from .contract import BREED, CHOOSE, Policy, list_moves, try_move
from .drafts import Menu
from .features import FEATURES, MEANING, Feature, animal_features, building_features, farm_features, herd_features
from .moves import settle
from .pieces import ANIMALS, Space

WHEN = ("at the beginning", "in the middle", "at the end")
TIMES = len(WHEN)
NOISE = TIMES * FEATURES
"""The place of the noise in `params`, after the worths of the features."""

HERD_WORTH = FEATURES
"""The place among the trial features of what the herd of the farm weighed last is worth."""

BALANCED: dict[str, tuple[float, float, float]] = {
    "herd": (0.22, 0.375, 0.53),
    "sheep": (0.34, 0.1, -0.14),
    "types": (1.64, 1.08, 0.52),
    "pairs": (0.75, 0.675, 0.6),
    "singles": (0, 0.0, 0),
    "room": (0.58, 0.35, 0.12),
    "places": (1.62, 1.02, 0.42),
    "largest": (0, 0.0, 0),
    "built": (1.78, 1.245, 0.71),
    "stalls": (1.33, 0.67, 0.01),
    "full": (2.42, 2.93, 3.44),
    "expansions": (2.45, 1.49, 0.53),
    "used": (0.66, 0.45, 0.24),
    "borders": (0.04, 0.025, 0.01),
    "placed": (-0.05, -0.175, -0.3),
    "pastures": (0.43, 0.265, 0.1),
    "troughs": (0.03, -0.165, -0.36),
    "wood": (0.39, 0.31, 0.23),
    "more_wood": (-0.13, 0.02, 0.17),
    "stone": (0.79, 0.635, 0.48),
    "more_stone": (0.18, 0.055, -0.07),
    "reed": (0.83, 0.59, 0.35),
    "more_reed": (0.19, -0.12, -0.43),
    "marker": (0.19, -0.055, -0.3),
    "house": (0, 0.0, 0),
    "stall": (0, 0.0, 0),
    "stables": (0, 0.0, 0),
    "fences": (0, 0.0, 0),
    "prey": (0, 0.0, 0),
    "lure": (0, 0.0, 0),
}  # fmt: skip
"""The worths of features at the beginning, in the middle and at the end, in points; found by CMA-ES (`analyser tune`)
for the mean in self-play."""

WORTHS = np.array([worth for feature in Feature for worth in BALANCED[feature.name.lower()]] + [0.0])
"""The worths of the balanced character as `params` hold them, without noise."""


@kernel()
def share_left(position, rules):
    """Return the share of the placements that are left after this one."""
    workers = 2 * rules["workers"]
    return 1.0 - (position["round"] * workers + position["placed"] + 1) / (rules["rounds"] * workers)


@kernel(inline=True)
def is_last_placement(position, rules):
    """Say whether the seat that is asked places its last worker of the game, or has placed it."""
    return position["round"] == rules["rounds"] - 1 and position["placed"] >= 2 * (rules["workers"] - 1)


@kernel()
def worths_now(position, rules, params):
    """Return what one of each feature is worth after this placement: float64[30]; after the last one just its points."""
    worths, time = np.zeros(FEATURES), (TIMES - 1) * (1.0 - share_left(position, rules))
    if is_last_placement(position, rules):
        worths[Feature.HERD] = worths[Feature.BUILT] = 1.0
        worths[Feature.FULL] = rules["expansion_points"] / 2
        return worths
    before = min(int(time), TIMES - 2)
    for feature in range(FEATURES):
        one, next_ = params[TIMES * feature + before], params[TIMES * feature + before + 1]
        worths[feature] = one + (time - before) * (next_ - one)
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
    """Return what the own farm after a move is worth, in points, with such worths of features (float64[30])."""
    farm, found, last = try_move(position, rules, move), position["trial_features"], position["trial_other"]
    if not is_like_last(farm, last):
        herd_features(farm, rules, rules["rounds"] - position["round"], position["trial_herd"], found)
        position["trial_other"] = farm
        found[HERD_WORTH] = weighed(found, worths, 0, Feature.BUILT)
    farm_features(farm, rules, found)
    building_features(farm, position, rules, found)
    animal_features(farm, position, move["space"], found)
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
    """Return a policy with these worths: (at the beginning, in the middle, at the end), or one number for all."""
    parameters = []
    for feature in Feature:
        own = worths.get(feature.name.lower(), BALANCED[feature.name.lower()])
        values = own if isinstance(own, tuple) else (own,) * TIMES
        for time, (value, words) in enumerate(zip(values, WHEN, strict=True), start=1):
            meaning = f"worth {words} of a {MEANING[feature]}"
            parameters.append(Parameter(f"{feature.name.lower()}_{time}", float(value), -20, 20, meaning))
    noise = float(worths.get("noise", 0.3))
    parameters.append(Parameter("noise", noise, 0, 20, "points of chance added to each move, so that games differ"))
    return Policy(name, summary, "sims/creatures/features.py", choose, breed, tuple(parameters))
