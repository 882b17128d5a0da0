"""The learnt value of a farm: the points still to come, and with it the best move and the best cooking.

A table (float32[36 k], see `tables`) says what a farm is worth at the moment when its seat is about to roll. The
value of a move is the points that it scores at once (where a harvest follows) and the worth of the farm after it.
Source: learning.md, section 3. Positions' trial fields are written; dice left lying are not counted.
"""

from __future__ import annotations

import numpy as np

from ..jit import kernel
from .contract import list_moves, try_move
from .drafts import Menu
from .faces import COOKABLES, Cookable, Good, Improvement
from .farm import has_improvement
from .harvest import (
    cookable,
    crops_left_points,
    feeding_value,
    fixed_points,
    newborns,
    tries,
    useful,
)
from .rules import actions_of, food_need, good_score, harvest_of, total_rounds
from .tables import moment_of, write_places

NEVER = -1e30
"""Below any value."""


@kernel()
def worth(position, farm, rules, moment, table):
    """Return the points that a farm is expected to score from `moment` on, when its seat rolls next."""
    places = position["trial_places"]
    total = np.float32(0.0)
    for k in range(write_places(farm, rules, moment, table, places)):
        total += table[places[k]]
    return np.float64(total)


@kernel(inline=True)
def worth_next_round(position, farm, rules, round_, table):
    """Return the worth of a farm at the start of the round after `round_`."""
    return worth(position, farm, rules, moment_of(rules, round_ + 1, actions_of(farm, rules)), table)


@kernel(inline=True)
def feed_and_breed(farm, rules, cooking, fed):
    """Write what feeding and breeding leave of food, crops and animals to `fed`, a copy of `farm`; return the points.

    `cooking` says how many of each good go into the pot.
    """
    food = np.int64(farm["food"])
    for good in range(COOKABLES):
        food += cooking[good] * rules["cook"][good]
    need = food_need(farm, rules)
    fed["food"] = max(0, food - need)
    fed["grain"] = farm["grain"] - cooking[Cookable.GRAIN]
    fed["vegetables"] = farm["vegetables"] - cooking[Cookable.VEGETABLES]
    sheep, boar = farm["sheep"] - cooking[Cookable.SHEEP], farm["boar"] - cooking[Cookable.BOAR]
    cattle = farm["cattle"] - cooking[Cookable.CATTLE]
    if sheep + boar + cattle > 0:
        lambs, piglets, calves = newborns(sheep, boar, cattle, farm["pastures"], rules)
        sheep, boar, cattle = sheep + lambs, boar + piglets, cattle + calves
    fed["sheep"], fed["boar"], fed["cattle"] = sheep, boar, cattle
    points = good_score(rules, Good.SHEEP, sheep) + good_score(rules, Good.BOAR, boar)
    points += good_score(rules, Good.CATTLE, cattle) + crops_left_points(fed, rules, 0, 0)
    return points + rules["missing_food"] * max(0, need - food)


@kernel()
def try_vegetables(position, farm, rules, cooking, short, enough, table, best):
    """Complete a cooking with vegetables in the ways worth trying; return the best value, at least `best`.

    `cooking` holds the other goods, which leave `short` Food missing; ways that leave more than `enough` of it missing
    are not tried. A better way is written to `position["trial_cooking"]`.
    """
    food, here, round_ = rules["cook"][Cookable.VEGETABLES], cookable(farm, Cookable.VEGETABLES), position["round"]
    most, least = useful(here, food, max(short, 0)), useful(here, food, max(short - enough, 0))
    for vegetables in range(least, most + 1):
        if short - vegetables * food <= enough:
            cooking[Cookable.VEGETABLES] = vegetables
            value = feed_and_breed(farm, rules, cooking, position["trial_fed"])
            value += worth_next_round(position, position["trial_fed"], rules, round_, table)
            if value > best:
                best = value
                for good in range(COOKABLES):
                    position["trial_cooking"][good] = cooking[good]
    return best


@kernel()
def best_cooking(position, farm, rules, table):
    """Return the value of the best cooking at the harvest after this round, in points of goods and the worth after it.

    Writes the cooking to `position["trial_cooking"]`. Tried are cookings with no item too many that leave at most one
    Food missing (or as little as can be), and all of a kind of animal where that frees a pasture.
    """
    cook, short = rules["cook"], max(0, food_need(farm, rules) - farm["food"])
    position["trial_fed"] = farm
    hearth = int(has_improvement(farm, Improvement.HEARTH))
    sheep, boar, cattle = farm["sheep"] * hearth, farm["boar"] * hearth, farm["cattle"] * hearth
    kinds = int(sheep > 0) + int(boar > 0) + int(cattle > 0)
    clears = kinds > 1 and kinds >= farm["pastures"]
    pot = np.int64(0)
    for good in range(COOKABLES):
        pot += cookable(farm, good) * cook[good]
    enough, best = max(1, short - pot), NEVER
    most_sheep, most_boar = useful(sheep, cook[Cookable.SHEEP], short), useful(boar, cook[Cookable.BOAR], short)
    most_cattle = useful(cattle, cook[Cookable.CATTLE], short)
    cooking = position["trial_tried"]
    for grain in range(useful(cookable(farm, Cookable.GRAIN), cook[Cookable.GRAIN], short) + 1):
        cooking[Cookable.GRAIN] = grain
        for i in range(tries(sheep, most_sheep, clears)):
            cooking[Cookable.SHEEP] = i if i <= most_sheep else sheep
            for j in range(tries(boar, most_boar, clears)):
                cooking[Cookable.BOAR] = j if j <= most_boar else boar
                for k in range(tries(cattle, most_cattle, clears)):
                    cooking[Cookable.CATTLE] = k if k <= most_cattle else cattle
                    rest = short - grain * cook[Cookable.GRAIN] - cooking[Cookable.SHEEP] * cook[Cookable.SHEEP]
                    rest -= (
                        cooking[Cookable.BOAR] * cook[Cookable.BOAR] + cooking[Cookable.CATTLE] * cook[Cookable.CATTLE]
                    )
                    best = try_vegetables(position, farm, rules, cooking, rest, enough, table, best)
    return best


@kernel()
def value_after(position, farm, rules, table):
    """Return the value of the farm that a move of the asked seat made: points scored at once, and its worth then."""
    round_, harvest = position["round"], harvest_of(rules, position["round"])
    left = actions_of(farm, rules) - position["taken"][position["seat"]] - 1
    if left > 0:
        return worth(position, farm, rules, moment_of(rules, round_, left), table)
    if round_ + 1 == total_rounds(rules):
        return np.float64(fixed_points(farm, rules, harvest) + feeding_value(farm, rules))
    if harvest_of(rules, round_ + 1) == harvest:
        return worth_next_round(position, farm, rules, round_, table)
    return fixed_points(farm, rules, harvest) + best_cooking(position, farm, rules, table)


@kernel()
def best_move(position, rules, found, table):
    """Return (place, value) of the move of most value on the dice that lie there; the first of equals."""
    best, best_value = 0, NEVER
    for place in range(list_moves(position, rules, Menu.USED, found)):
        value = value_after(position, try_move(position, rules, found["moves"][place]), rules, table)
        if value > best_value:
            best, best_value = place, value
    return best, best_value


@kernel(inline=True)
def worth_now(position, rules, table):
    """Return the worth of the asked seat's farm as it is, about to roll."""
    seat = position["seat"]
    moment = moment_of(rules, position["round"], position["left"][seat])
    return worth(position, position["farms"][seat], rules, moment, table)
