"""What a policy is given, what it answers, and how it is declared.

A policy is up to three functions, compiled with the signatures below, so that the game loop compiles once for all
policies and seats may mix them:

- `keep(position, rules, found, params, stream) -> bool`: keep the dice that lie there (True), or roll all 13? Asked
  only where dice lie there with which something can be done.
- `choose(position, rules, found, params, stream) -> int`: which move. The policy writes moves into the list `found`
  (a FOUND record, empty before), with `list_moves`, with `list_moves_of` or by its own hand, and returns the place of
  the one it wants, below `found["count"]`. The loop carries it out if it is legal and stops the run if it is not. So a
  policy that needs only a few groups does not pay for the listing of all moves.
- `feed(position, rules, cooking, params, stream)`: what to cook at a harvest; writes `cooking` (int64[6], all 0
  before).

`params` is float64[k], the policy's parameters in the order declared, and after them its table of weights, if any (see
`table_of`). `stream` (uint64) is the key of the policy's own random numbers for this question:
`draws.below(stream, 0, n)`, `draws.below(stream, 1, n)` ... A policy changes nothing but what it is told to write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import from_dtype, types

from ..declaration import Parameter, Question, answer, check_name, check_parameters, check_takes, mind_of, summary_of
from ..jit import kernel
from .drafts import FOUND
from .faces import FACES
from .farm import FARM
from .harvest import COOKING, cook_best
from .listing import can_act, group_moves, legal_moves
from .moves import apply
from .rules import RULES
from .tables import MOST_TABLES

MOST_SEATS = 4

POSITION = np.dtype(
    [
        ("farms", FARM, (MOST_SEATS,)),
        ("dice", np.int8, (FACES,)),
        ("seats", np.int64),
        ("seat", np.int64),
        ("round", np.int64),
        ("start", np.int64),
        ("taken", np.int64, (MOST_SEATS,)),
        ("left", np.int64, (MOST_SEATS,)),
        ("trial_farm", FARM),
        ("trial_dice", np.int8, (FACES,)),
        ("trial_fed", FARM),
        ("trial_cooking", np.int64, (COOKING,)),
        ("trial_tried", np.int64, (COOKING,)),
        ("trial_places", np.int32, (MOST_TABLES,)),
    ],
    align=True,
)
"""Where a game stands when a policy is asked: to be read only, but for the trial fields, made to try things out in.

`farms` of the first `seats` seats; `dice`: counts by face of what lies there or was rolled; the `seat` that is asked;
the `round` and the `start` player of it; how many actions each seat has `taken` in it and has `left`. Seats and rounds
count from 0.
"""

COUNTS = types.Array(types.int64, 1, "C")
PARAMS = types.Array(types.float64, 1, "C")
FOUND_TYPE = from_dtype(FOUND)
RULES_TYPE = from_dtype(RULES)
POSITION_TYPE = from_dtype(POSITION)

KEEP = types.boolean(POSITION_TYPE, RULES_TYPE, FOUND_TYPE, PARAMS, types.uint64)
CHOOSE = types.int64(POSITION_TYPE, RULES_TYPE, FOUND_TYPE, PARAMS, types.uint64)
FEED = types.void(POSITION_TYPE, RULES_TYPE, COUNTS, PARAMS, types.uint64)

_LISTED = ("position", "rules", "found", "params", "stream")
_COOKED = ("position", "rules", "cooking", "params", "stream")
KEEP_QUESTION = Question("keep", _LISTED, KEEP, "whether to keep the dice (True or False)")
CHOOSE_QUESTION = Question("choose", _LISTED, CHOOSE, "the place of a move in its list (a whole number)")
FEED_QUESTION = Question("feed", _COOKED, FEED, "nothing: it writes what is cooked into `cooking`")


@dataclass(frozen=True)
class Policy:
    """A policy, compiled. `parameters` are in the order in which the functions read them.

    `table` holds the weights (float32[n]) of a policy that has more of them than one can name, or None. The
    game loop checks of a `guarded` policy that it changes nothing.
    """

    name: str
    summary: str
    source: str
    keep: Any
    choose: Any
    feed: Any
    parameters: tuple[Parameter, ...] = ()
    table: Any = None
    guarded: bool = False

    def mind(self, values: Sequence[float]) -> Any:
        """Return what its functions are passed as `params`: these values (float64[k]), and the table after them."""
        return mind_of(values, self.table)


@kernel(inline=True)
def table_of(params, parameters):
    """Return the table (float32[n]) that follows a policy's `parameters` numbers in `params`."""
    return params[parameters:].view(np.float32)


@kernel(inline=True)
def own_farm(position):
    """Return the farm (a record) of the seat that is asked."""
    return position["farms"][position["seat"]]


@kernel(FEED)
def feed_best(position, rules, cooking, params, stream):
    """Cook what gives this harvest most points: what a policy does that does not say otherwise."""
    cook_best(own_farm(position), rules, cooking)


@kernel(KEEP)
def never_keep(position, rules, found, params, stream):
    """Roll always: what a policy does that does not say otherwise."""
    return False


def policy(
    name: str,
    source: str,
    *,
    keep: Callable[..., Any] | None = None,
    feed: Callable[..., Any] | None = None,
    parameters: tuple[Parameter, ...] = (),
    table: Any = None,
) -> Callable[[Callable[..., Any]], Policy]:
    """Declare the decorated function as the `choose` of a policy, and compile its parts.

    The first line of the docstring of `choose` is the policy's summary. Raises DeclarationError.
    """
    check_name(name)
    declared = check_parameters(parameters)

    def declare(choose: Callable[..., Any]) -> Policy:
        for question, function in ((CHOOSE_QUESTION, choose), (KEEP_QUESTION, keep), (FEED_QUESTION, feed)):
            if function is not None:
                check_takes(question, function)
        return Policy(
            name,
            summary_of(choose),
            source,
            answer(KEEP_QUESTION, keep) if keep else never_keep,
            answer(CHOOSE_QUESTION, choose),
            answer(FEED_QUESTION, feed) if feed else feed_best,
            declared,
            table,
        )

    return declare


@kernel(inline=True)
def list_moves(position, rules, menu, found):
    """List the legal moves of a `Menu` in `found` and return their number."""
    return legal_moves(own_farm(position), position["dice"], rules, menu, found)


@kernel(inline=True)
def list_moves_of(position, rules, group, found):
    """List the PLAIN moves of one `Group` in `found`, cheapest first, and return their number."""
    return group_moves(own_farm(position), position["dice"], rules, group, found)


@kernel(inline=True)
def try_move(position, rules, move):
    """Return the farm (a record, overwritten by the next call) that a legal move makes of the seat's own."""
    position["trial_farm"] = own_farm(position)
    position["trial_dice"] = position["dice"]
    farm = position["trial_farm"]
    apply(farm, position["trial_dice"], move, rules)
    return farm


@kernel(inline=True)
def can_keep(position, rules, found):
    """Say whether what lies there leaves anything to do."""
    return can_act(own_farm(position), position["dice"], rules, found)
