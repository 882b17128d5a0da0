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
from .worths import BALANCED, TIMES, WHEN

NOISE = TIMES * FEATURES
"""The place of the noise in `params`, after the worths of the features."""

HERD_WORTH = FEATURES
"""The place among the trial features of what the herd of the farm weighed last is worth."""


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
    """Return what one of each feature is worth after this placement: float64[30].

    After the last placement that is what it scores.
    """
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
