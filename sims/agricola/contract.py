"""What a policy is given, what it answers, and how it is declared.

A policy is up to three functions, compiled with the signatures below, so that the game loop compiles once for all
policies and seats may mix them:

- `choose(position, rules, found, params, stream) -> int`: which move. The policy writes moves into the list `found`
  (a FOUND record, empty before), with `list_moves`, with `list_moves_of` or by its own hand, and returns the place of
  the one it wants, below `found["count"]`; or PASS where there is no legal move at all. The loop carries the move out
  if it is legal and stops the run if it is not.
- `feed(position, rules, feeding, params, stream)`: what is turned into food at a harvest. The policy writes `crafts`
  and `converted` of `feeding` (a FEEDING record, all 0 before); whatever is then missing is begged for. By default the
  cheapest way: see `harvest.cheapest_feeding`.
- `breed(position, rules, herds, params, stream) -> int`: which animals stay, asked at a harvest where the herd with its
  newborns has no room. `herds` (a HERDS record) lists the largest herds that do; the answer is the place of one, below
  `herds["count"]`. By default the one with most points, of equal ones the one with most animals.

`params` is float64[k], the policy's parameters in the order declared. `stream` (uint64) is the key of the policy's
own random numbers for this question: `draws.below(stream, 0, n)`, `draws.chance(stream, 1)` ... A policy changes
nothing but what it is told to write, and the trial fields of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from numba import from_dtype, types

from ..declaration import Parameter, Question, answer, check_name, check_parameters, check_takes, mind_of, summary_of
from ..jit import kernel
from .board import POSITION
from .drafts import FOUND
from .harvest import FEEDING, cheapest_feeding, food_needed, herd_points
from .herd import HERDS
from .listing import legal_moves, space_moves
from .moves import carry_out, settle
from .pieces import GOODS, Good
from .rules import RULES

COUNTS = types.Array(types.int64, 1, "C")
PARAMS = types.Array(types.float64, 1, "C")
FOUND_TYPE, HERDS_TYPE, FEEDING_TYPE = from_dtype(FOUND), from_dtype(HERDS), from_dtype(FEEDING)
RULES_TYPE, POSITION_TYPE = from_dtype(RULES), from_dtype(POSITION)

CHOOSE = types.int64(POSITION_TYPE, RULES_TYPE, FOUND_TYPE, PARAMS, types.uint64)
FEED = types.void(POSITION_TYPE, RULES_TYPE, FEEDING_TYPE, PARAMS, types.uint64)
BREED = types.int64(POSITION_TYPE, RULES_TYPE, HERDS_TYPE, PARAMS, types.uint64)

CHOOSE_QUESTION = Question(
    "choose", ("position", "rules", "found", "params", "stream"), CHOOSE,
    "the place of a move in its list (a whole number)",
)  # fmt: skip
FEED_QUESTION = Question(
    "feed", ("position", "rules", "feeding", "params", "stream"), FEED, "nothing: it writes into feeding"
)
BREED_QUESTION = Question(
    "breed", ("position", "rules", "herds", "params", "stream"), BREED,
    "the place of a herd in the list (a whole number)",
)  # fmt: skip

PASS = -1
"""The answer where no move is legal."""

PRICES = {
    Good.WOOD: 0.3, Good.CLAY: 0.3, Good.REED: 0.6, Good.STONE: 0.6, Good.GRAIN: 0.8, Good.VEGETABLE: 1.2,
    Good.SHEEP: 0.5, Good.BOAR: 0.7, Good.CATTLE: 0.9,
}  # fmt: skip
"""What a good that is turned into food is worth beside its points, at the beginning of a game; at its end nothing."""
PRICE_OF = tuple(PRICES.get(good, 0.0) for good in Good)


@dataclass(frozen=True)
class Policy:
    """A policy, compiled. `parameters` are in the order in which the functions read them.

    `table` is None here: it is what `mind` would add to the parameters. The game loop checks of a `guarded` policy
    that it changes nothing.
    """

    name: str
    summary: str
    source: str
    choose: Any
    feed: Any
    breed: Any
    parameters: tuple[Parameter, ...] = ()
    table: Any = None
    guarded: bool = False

    def mind(self, values: Sequence[float]) -> Any:
        """Return what its functions are passed as `params`: these values (float64[k])."""
        return mind_of(values, self.table)


@kernel(inline=True)
def own_farm(position):
    """Return the farm (a record) of the seat that is asked."""
    return position["farms"][position["seat"]]


@kernel(inline=True)
def share_left(position, rules):
    """Return the share of the rounds that are left after this one."""
    return 1.0 - (position["round"] + 1) / rules["rounds"]


@kernel()
def feed_cheaply(position, rules, feeding, scale):
    """Write the cheapest feeding of the seat that is asked, goods at `scale` times their prices."""
    prices = position["trial_numbers"]
    for good in range(GOODS):
        prices[good] = scale * PRICE_OF[good]
    farm = own_farm(position)
    cheapest_feeding(farm, rules, food_needed(farm, rules, position["seats"]), prices, feeding)


@kernel(FEED)
def feed_best(position, rules, feeding, params, stream):
    """Feed the cheapest way: what a policy does that does not say otherwise."""
    feed_cheaply(position, rules, feeding, share_left(position, rules))


@kernel()
def best_herd(herds, rules):
    """Return the place of the herd with most points, of equal ones the one with most animals."""
    best, most = 0, -1
    for place in range(herds["count"]):
        herd = herds["herds"][place]
        worth = 1000 * (herd_points(rules, herd) + 3) + herd[0] + herd[1] + herd[2]
        if worth > most:
            best, most = place, worth
    return best


@kernel(BREED)
def breed_best(position, rules, herds, params, stream):
    """Keep the herd with most points: what a policy does that does not say otherwise."""
    return best_herd(herds, rules)


def policy(
    name: str,
    source: str,
    *,
    feed: Callable[..., Any] | None = None,
    breed: Callable[..., Any] | None = None,
    parameters: tuple[Parameter, ...] = (),
) -> Callable[[Callable[..., Any]], Policy]:
    """Declare the decorated function as the `choose` of a policy, and compile its parts.

    The first line of the docstring of `choose` is the policy's summary. Raises DeclarationError.
    """
    check_name(name)
    declared = check_parameters(parameters)

    def declare(choose: Callable[..., Any]) -> Policy:
        check_takes(CHOOSE_QUESTION, choose)
        if feed is not None:
            check_takes(FEED_QUESTION, feed)
        if breed is not None:
            check_takes(BREED_QUESTION, breed)
        return Policy(
            name,
            summary_of(choose),
            source,
            answer(CHOOSE_QUESTION, choose),
            answer(FEED_QUESTION, feed) if feed else feed_best,
            answer(BREED_QUESTION, breed) if breed else breed_best,
            declared,
        )

    return declare


list_moves = legal_moves
"""`list_moves(position, rules, found)` lists the moves worth doing in `found` and returns their number."""
list_moves_of = space_moves
"""`list_moves_of(position, rules, space, found)` lists those on one `Space`: 0 where it is not open or occupied."""


@kernel(inline=True)
def try_move(position, rules, move):
    """Return the farm (a record, overwritten by the next call) that a legal move makes of the seat's own."""
    carry_out(position, move, rules)
    after = position["trial_farm"]
    settle(after, rules, move["herd"])
    return after
