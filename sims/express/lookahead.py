"""Looking ahead: the best few moves are played on by a base policy with common dice, and the best on average is taken.

Which moves: those whose value, by the base's learnt table (for a base without one: by the points that a harvest now
would give), comes nearest to the best. The games are shared out by sequential halving: all moves get a few, the better
half goes on to more. What the table says stays in the score, as if it were the mean of some games (`prior`): it is a
good guess, and a few dozen games are a noisy one. Each game of a decision rolls the same dice for all its moves.

Sources: learning.md, section 4; Karnin, Koren and Somekh 2013 (sequential halving); Tesauro and Galperin 1996
(playing on by a base policy).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import from_dtype, types

from ..draws import game_key, moment_key
from ..jit import kernel, passing
from ..looking_ahead import LookingAhead, late, on_base
from .contract import (
    CHOOSE,
    COUNTS,
    FEED,
    FOUND_TYPE,
    KEEP,
    MOST_SEATS,
    PARAMS,
    POSITION,
    POSITION_TYPE,
    RULES_TYPE,
    Parameter,
    Policy,
    list_moves,
    own_farm,
    table_of,
    try_move,
)
from .drafts import FOUND, Menu
from .facts import beats_all, row_length
from .harvest import CATEGORIES, COOKING, cook_best, harvest_farm, harvest_value
from .moves import MOVE, apply
from .play import ACTION, FEEDING, Players, Purpose, Table, end_round, play_on, roll_all
from .rules import actions_of, harvest_of, total_rounds
from .tables import moment_of
from .value import NEVER, value_after, worth, worth_now

MOST_ARMS = 16


class Aim(IntEnum):
    """What is looked for: see the parameter `objective`."""

    MEAN = 0
    P_ABOVE_PAR = 1
    MARGIN = 2
    WIN = 3


class Own(IntEnum):
    """The places of the parameters; the base's follow."""

    WIDTH = 0
    GAMES = 1
    WITHIN = 2
    PRIOR = 3
    ROUNDS = 4
    OBJECTIVE = 5
    MARK = 6
    BASE_PARAMETERS = 7


OWN = len(Own)

PARAMETERS = (
    Parameter("width", 5, 1, MOST_ARMS, "how many moves are played on"),
    Parameter("games", 500, 1, 100_000, "games played on for each decision"),
    Parameter("within", 3.5, 0, 1000, "points that a move may lie behind the best to be played on"),
    Parameter("prior", 30, 0, 1_000_000, "games that the table's own value counts for, if the base has a table"),
    Parameter("rounds", 2, 0, 6, "rounds played on before the table's value is taken; 0 plays to the end"),
    Parameter("objective", Aim.MEAN, 0, 3, "what is looked for", tuple(aim.name.lower() for aim in Aim)),
    Parameter("mark", 0, 0, 1000, "the score to exceed with objective=p_above_par; 0 means par"),
)

WHOLE, TIE_BREAK = 100.0, 0.05
"""Chances count in hundredths, and a point as much as 0.05 of one: it decides where chances are equal."""
SPREAD = 7.5
"""Standard deviation of a round's points, roughly: that of learnt play, 18 a game."""

SEARCH = np.dtype(
    [
        ("arms", np.int64),
        ("moves", MOVE, (MOST_ARMS,)),
        ("kinds", np.int64, (MOST_ARMS,)),
        ("cookings", np.int64, (MOST_ARMS, COOKING)),
        ("values", np.float64, (MOST_ARMS,)),
        ("order", np.int64, (MOST_ARMS,)),
        ("totals", np.float64, (MOST_ARMS,)),
        ("games", np.int64, (MOST_ARMS,)),
    ],
    align=True,
)
"""What one decision weighs: its arms (a move, the roll of all dice, or a cooking each), what they are worth by the
table, and what they won in how many games; `order` is their order by score."""

ARM_MOVE, ARM_ROLL, ARM_COOKING = 0, 1, 2


class Question(NamedTuple):
    """What a policy is asked, as `contract` says; `found` is nobody's list where it is asked what to cook."""

    position: Any
    rules: Any
    found: Any
    params: Any
    stream: Any


class Study(NamedTuple):
    """The memory of one decision: `scene` POSITION[1] to play on in, `thought` SEARCH[1], and the rest of a `Table`.

    `words` (int64[5]) is where a game writes what nobody reads here.
    """

    scene: Any
    thought: Any
    words: Any
    rows: Any
    cooking: Any
    points: Any
    log: Any
    feedings: Any


BASE = types.Tuple([types.FunctionType(kind) for kind in (KEEP, CHOOSE, FEED)])
"""The answers of the base: (keep, choose, feed)."""
ASK_KEEP = types.boolean(BASE, *KEEP.args)
ASK_CHOOSE = types.int64(BASE, *CHOOSE.args)
ASK_FEED = types.void(BASE, *FEED.args)
QUESTION = types.NamedTuple((POSITION_TYPE, RULES_TYPE, FOUND_TYPE, PARAMS, types.uint64), Question)
STUDY = types.NamedTuple(
    (
        types.Array(POSITION_TYPE, 1, "C"),
        types.Array(from_dtype(SEARCH), 1, "C"),
        COUNTS,
        types.Array(types.int64, 2, "C"),
        COUNTS,
        COUNTS,
        types.Array(from_dtype(ACTION), 1, "C"),
        types.Array(from_dtype(FEEDING), 1, "C"),
    ),
    Study,
)
PLAY_ARM = types.float64(BASE, QUESTION, STUDY, types.int64, types.int64)
SEARCH_ARMS = types.int64(BASE, QUESTION, STUDY)


@kernel(inline=True)
def new_study(seats, rules):
    """Return the memory for one decision."""
    return Study(
        np.zeros(1, POSITION),
        np.zeros(1, SEARCH),
        np.zeros(5, np.int64),
        np.zeros((seats, row_length(rules)), np.int64),
        np.zeros(COOKING, np.int64),
        np.zeros(CATEGORIES, np.int64),
        np.zeros(0, ACTION),
        np.zeros(0, FEEDING),
    )


@kernel(inline=True)
def base_table(params):
    """Return the base's table of weights (float32[n], length 0: it has none)."""
    return table_of(params, OWN + np.int64(params[Own.BASE_PARAMETERS]))


@kernel(inline=True)
def add_arm(thought, kind, value, width):
    """Put an arm of this value in its place among the best `width`; return the place, or -1 where it is not among them.

    Arms stand in the order of their values, those of equal value in the order of their coming.
    """
    arms = thought["arms"]
    place = arms
    while place > 0 and thought["values"][place - 1] < value:
        place -= 1
    if place >= width:
        return -1
    thought["arms"] = min(arms + 1, width)
    for later in range(thought["arms"] - 1, place, -1):
        thought["moves"][later] = thought["moves"][later - 1]
        thought["kinds"][later] = thought["kinds"][later - 1]
        thought["values"][later] = thought["values"][later - 1]
        thought["cookings"][later] = thought["cookings"][later - 1]
    thought["kinds"][place], thought["values"][place] = kind, value
    return place


@kernel(inline=True)
def drop_far(thought, within):
    """Drop the arms whose value lies further than `within` behind the best."""
    while thought["values"][thought["arms"] - 1] < thought["values"][0] - within:
        thought["arms"] -= 1


@kernel()
def add_moves(thought, position, rules, found, params):
    """Add the best moves on the dice that lie there as arms."""
    table, width = base_table(params), np.int64(params[Own.WIDTH])
    harvest = harvest_of(rules, position["round"])
    for place in range(list_moves(position, rules, Menu.USED, found)):
        after = try_move(position, rules, found["moves"][place])
        if len(table) > 0:
            value = value_after(position, after, rules, table)
        else:
            value = np.float64(harvest_value(after, rules, harvest))
        arm = add_arm(thought, ARM_MOVE, value, width)
        if arm >= 0:
            thought["moves"][arm] = found["moves"][place]


@kernel(inline=True)
def chance_above(mean, spread, mark):
    """Return the chance that a normal variable exceeds `mark` (a whole number) when it is rounded."""
    if spread <= 0:
        return np.float64(mean > mark)
    return 0.5 * math.erfc((mark + 0.5 - mean) / (spread * math.sqrt(2.0)))


@kernel()
def judge(position, rules, params, seat, coming):
    """Return what a position is worth to a seat by the objective; `coming` (float64[4]): what each will still score."""
    farms, aim = position["farms"], np.int64(params[Own.OBJECTIVE])
    own, left = farms[seat]["points"] + coming[seat], total_rounds(rules) - position["round"]
    if aim == Aim.MEAN or (aim >= Aim.MARGIN and position["seats"] == 1):
        return own
    if aim == Aim.P_ABOVE_PAR:
        mark = params[Own.MARK] if params[Own.MARK] > 0 else np.float64(rules["par"])
        return WHOLE * chance_above(own, SPREAD * math.sqrt(left), mark) + TIE_BREAK * own
    best = NEVER
    for other in range(position["seats"]):
        if other != seat:
            best = max(best, farms[other]["points"] + coming[other])
    if aim == Aim.MARGIN:
        return own - best
    if left == 0:
        return WHOLE * int(beats_all(farms, position["seats"], seat)) + TIE_BREAK * (own - best)
    return WHOLE * chance_above(own - best, SPREAD * math.sqrt(2.0 * left), -0.5) + TIE_BREAK * (own - best)


@kernel()
def judge_end(position, rules, params, seat):
    """Return what a position at the start of a round, or at the game's end, is worth to a seat."""
    coming = np.zeros(MOST_SEATS)
    if position["round"] < total_rounds(rules):
        for other in range(position["seats"]):
            farm = position["farms"][other]
            moment = moment_of(rules, position["round"], actions_of(farm, rules))
            coming[other] = worth(position, farm, rules, moment, base_table(params))
    return judge(position, rules, params, seat, coming)


@kernel()
def judge_arms(thought, position, rules, params):
    """Turn the arms' values, points still to come, into what they are worth by the objective."""
    seat, coming = position["seat"], np.zeros(MOST_SEATS)
    for other in range(position["seats"]):
        farm = position["farms"][other]
        moment = moment_of(rules, position["round"], position["left"][other])
        if other != seat and len(base_table(params)) > 0:
            coming[other] = worth(position, farm, rules, moment, base_table(params))
    for arm in range(thought["arms"]):
        coming[seat] = thought["values"][arm]
        thought["values"][arm] = judge(position, rules, params, seat, coming)


@kernel(inline=True)
def begin_arm(choose, here, question, thought, arm, key):
    """Take the action of an arm, its move or the base's on a roll; the next seat is then to act."""
    rules, found, seat = question.rules, question.found, here["seat"]
    farm, taken = here["farms"][seat], here["taken"]
    if thought["kinds"][arm] == ARM_ROLL:
        roll_all(here["dice"], rules, key, here["round"], taken[seat], seat)
        found["count"] = 0
        stream = moment_key(key, here["round"], taken[seat], seat, Purpose.CHOOSE)
        place = choose(here, rules, found, question.params[OWN:], stream)
        apply(farm, here["dice"], found["moves"][place], rules)
    else:
        apply(farm, here["dice"], thought["moves"][arm], rules)
    taken[seat] += 1
    here["left"][seat] = actions_of(farm, rules) - taken[seat]
    here["seat"] = seat + 1 if seat + 1 < here["seats"] else 0


@kernel(PLAY_ARM)
def play_arm(base, question, study, arm, number):
    """Play one arm on with the dice of game `number`, and return what its end is worth."""
    keep, choose, feed = base
    rules, params, own = question.rules, question.params, question.params[OWN:]
    scene, thought = study.scene, study.thought[0]
    scene[0] = question.position
    table = Table(
        scene[0], study.words, study.words, question.found, study.rows, study.cooking, study.points, study.log,
        study.feedings, study.words, study.words, study.words,
    )  # fmt: skip
    players = Players(
        (keep, keep, keep, keep),
        (choose, choose, choose, choose),
        (feed, feed, feed, feed),
        (own, own, own, own),
        (False, False, False, False),
    )
    here, seat, round_ = scene[0], question.position["seat"], question.position["round"]
    key = game_key(question.stream, np.uint64(number))
    rounds, horizon = total_rounds(rules), np.int64(params[Own.ROUNDS])
    until = rounds
    if horizon > 0 and len(base_table(params)) > 0:
        until = min(rounds, round_ + horizon)
    fine = True
    if thought["kinds"][arm] == ARM_COOKING:
        harvest_farm(here["farms"][seat], rules, harvest_of(rules, round_), thought["cookings"][arm], study.points)
        fine = end_round(table, players, rules, key, seat + 1)
    else:
        begin_arm(choose, here, question, thought, arm, key)
    if not fine or not play_on(table, players, rules, key, until):
        return NEVER
    return judge_end(here, rules, params, seat)


@kernel(inline=True)
def score_of(thought, arm, prior):
    """Return an arm's mean, its value beforehand counting as `prior` games."""
    weight = thought["games"][arm] + prior
    return (thought["totals"][arm] + prior * thought["values"][arm]) / weight if weight > 0 else 0.0


@kernel()
def best_first(thought, arms, prior):
    """Sort the first `arms` of the arms' `order` by score, best first, equal ones as they are."""
    order = thought["order"]
    for step in range(1, arms):
        arm, place = order[step], step
        while place > 0 and score_of(thought, order[place - 1], prior) < score_of(thought, arm, prior):
            order[place] = order[place - 1]
            place -= 1
        order[place] = arm


@kernel(SEARCH_ARMS)
def search(base, question, study):
    """Play the arms on, by sequential halving, and return the best."""
    params, thought = question.params, study.thought[0]
    prior = params[Own.PRIOR] if len(base_table(params)) > 0 else 0.0
    arms, number = thought["arms"], 0
    if arms == 1:
        return 0
    judge_arms(thought, question.position, question.rules, params)
    for arm in range(arms):
        thought["order"][arm] = arm
    halvings = np.int64(math.ceil(math.log2(arms)))
    while arms > 1:
        games = max(1, np.int64(params[Own.GAMES]) // (halvings * arms))
        for place in range(arms):
            arm = thought["order"][place]
            for game in range(number, number + games):
                thought["totals"][arm] += play_arm(base, question, study, arm, game)
            thought["games"][arm] += games
        number += games
        best_first(thought, arms, prior)
        arms = (arms + 1) // 2
    return thought["order"][0]


@kernel(ASK_KEEP)
def ahead_keep(base, position, rules, found, params, stream):
    """Say whether a move on the dice that lie there does better than rolling them."""
    study = new_study(position["seats"], rules)
    thought, table = study.thought[0], base_table(params)
    add_moves(thought, position, rules, found, params)
    value = worth_now(position, rules, table) if len(table) > 0 else thought["values"][0]
    add_arm(thought, ARM_ROLL, value, MOST_ARMS)
    if len(table) > 0:
        drop_far(thought, params[Own.WITHIN])
    return thought["kinds"][search(base, Question(position, rules, found, params, stream), study)] != ARM_ROLL


@kernel(ASK_CHOOSE)
def ahead_choose(base, position, rules, found, params, stream):
    """Take the move that does best."""
    study = new_study(position["seats"], rules)
    add_moves(study.thought[0], position, rules, found, params)
    if len(base_table(params)) > 0:
        drop_far(study.thought[0], params[Own.WITHIN])
    arm = search(base, Question(position, rules, found, params, stream), study)
    found["moves"][0] = study.thought[0]["moves"][arm]
    found["count"] = 1
    return 0


@kernel(ASK_FEED)
def ahead_feed(base, position, rules, cooking, params, stream):
    """Cook as the base would, or for most points now, whichever does better."""
    study, feed = new_study(position["seats"], rules), base[2]
    thought = study.thought[0]
    feed(position, rules, cooking, params[OWN:], stream)
    if position["round"] + 1 == total_rounds(rules):
        return
    for good in range(COOKING):
        thought["cookings"][0][good] = cooking[good]
        cooking[good] = 0
    cook_best(own_farm(position), rules, cooking)
    for good in range(COOKING):
        thought["cookings"][1][good] = cooking[good]
    thought["kinds"][0] = thought["kinds"][1] = ARM_COOKING
    thought["arms"] = 2
    found = np.zeros(1, FOUND)
    arm = search(base, Question(position, rules, found[0], params, stream), study)
    for good in range(COOKING):
        cooking[good] = thought["cookings"][arm][good]


@dataclass(frozen=True)
class Ahead(LookingAhead, Policy):
    """A policy that looks ahead with a base; its `params` are its own, how many the base has, and the base's."""

    keep: Any = late("keep")  # noqa: RUF009  (it returns a field)
    choose: Any = late("choose")  # noqa: RUF009
    feed: Any = late("feed")  # noqa: RUF009
    base: Any = None
    base_params: Any = None

    def answers_on(self) -> dict[str, Any]:
        """Return the compiled answers with the functions of the base, by name."""
        return answers_on(self.base.keep, self.base.choose, self.base.feed)

    def own_values(self, values: Sequence[float]) -> Sequence[float]:
        """Return what stands before the base's `params`: also how many parameters the base has."""
        return [*values, len(self.base.parameters)]


@cache
def answers_on(base_keep: Any, base_choose: Any, base_feed: Any) -> dict[str, Any]:
    """Return the answers of the policy that looks ahead with these of its base.

    numba keeps no compiled function that takes others, so this costs some seconds at each run.
    """
    base = base_keep, base_choose, base_feed

    def keep(position, rules, found, params, stream):  # type: ignore[no-untyped-def]
        return ahead_keep(base, position, rules, found, params, stream)

    def choose(position, rules, found, params, stream):  # type: ignore[no-untyped-def]
        return ahead_choose(base, position, rules, found, params, stream)

    def feed(position, rules, cooking, params, stream):  # type: ignore[no-untyped-def]
        ahead_feed(base, position, rules, cooking, params, stream)

    return {"keep": passing(KEEP)(keep), "choose": passing(CHOOSE)(choose), "feed": passing(FEED)(feed)}


def looking_ahead(name: str, summary: str, source: str, base: Policy) -> Ahead:
    """Return the policy that looks ahead with a base."""
    return on_base(Ahead, name, summary, source, PARAMETERS, base=base)
