"""What a policy is given, what it answers, and how it is declared.

A policy is up to two functions, compiled with the signatures below, so that the game loop compiles once for all
policies and seats may mix them:

- `choose(position, rules, found, params, stream) -> int`: which move. The policy writes moves into the list `found`
  (a FOUND record, empty before), with `list_moves`, with `list_moves_of` or by its own hand, and returns the place of
  the one it wants, below `found["count"]`. The loop carries it out if it is legal and stops the run if it is not.
- `breed(position, rules, herds, params, stream) -> int`: which animals stay, asked after a round where the herd with
  its newborns has no room. `herds` (a HERDS record) lists the largest herds that do; the answer is the place of one,
  below `herds["count"]`. By default the one with most points, of equal ones that with most pairs to breed.

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
from .herd import HERDS
from .listing import legal_moves, space_moves
from .moves import act, settle
from .pieces import ANIMALS
from .rules import RULES, animal_value

COUNTS = types.Array(types.int64, 1, "C")
PARAMS = types.Array(types.float64, 1, "C")
FOUND_TYPE, HERDS_TYPE = from_dtype(FOUND), from_dtype(HERDS)
RULES_TYPE, POSITION_TYPE = from_dtype(RULES), from_dtype(POSITION)

CHOOSE = types.int64(POSITION_TYPE, RULES_TYPE, FOUND_TYPE, PARAMS, types.uint64)
BREED = types.int64(POSITION_TYPE, RULES_TYPE, HERDS_TYPE, PARAMS, types.uint64)

CHOOSE_QUESTION = Question(
    "choose", ("position", "rules", "found", "params", "stream"), CHOOSE,
    "the place of a move in its list (a whole number)",
)  # fmt: skip
BREED_QUESTION = Question(
    "breed", ("position", "rules", "herds", "params", "stream"), BREED,
    "the place of a herd in the list (a whole number)",
)  # fmt: skip


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
def herd_worth(herd, rules):
    """Return the doubled points of a herd (int64[4]) as hundreds, and the number of pairs in it as ones."""
    points, pairs = 0, 0
    for animal in range(ANIMALS):
        points += animal_value(rules, animal, herd[animal])
        pairs += int(herd[animal] >= rules["pair"])
    return 100 * points + pairs


@kernel()
def best_herd(herds, rules):
    """Return the place of the herd with most points, of equal ones that with most pairs to breed."""
    best, most = 0, -(1 << 40)
    for place in range(herds["count"]):
        worth = herd_worth(herds["herds"][place], rules)
        if worth > most:
            best, most = place, worth
    return best


@kernel(BREED)
def breed_best(position, rules, herds, params, stream):
    """Keep the herd with most points: what a policy does that does not say otherwise."""
    return best_herd(herds, rules)


def policy(
    name: str, source: str, *, breed: Callable[..., Any] | None = None, parameters: tuple[Parameter, ...] = ()
) -> Callable[[Callable[..., Any]], Policy]:
    """Declare the decorated function as the `choose` of a policy, and compile its parts.

    The first line of the docstring of `choose` is the policy's summary. Raises DeclarationError.
    """
    check_name(name)
    declared = check_parameters(parameters)

    def declare(choose: Callable[..., Any]) -> Policy:
        check_takes(CHOOSE_QUESTION, choose)
        if breed is not None:
            check_takes(BREED_QUESTION, breed)
        return Policy(
            name,
            summary_of(choose),
            source,
            answer(CHOOSE_QUESTION, choose),
            answer(BREED_QUESTION, breed) if breed else breed_best,
            declared,
        )

    return declare


@kernel(inline=True)
def list_moves(position, rules, menu, found):
    """List the legal moves of a `Menu` in `found` and return their number."""
    return legal_moves(position, rules, menu, found)


@kernel(inline=True)
def list_moves_of(position, rules, menu, space, found):
    """List the moves of a `Menu` on one `Space` in `found` and return their number: 0 where it is occupied."""
    return space_moves(position, rules, menu, space, found)


@kernel(inline=True)
def try_move(position, rules, move):
    """Return the farm (a record, overwritten by the next call) that a legal move makes of the seat's own."""
    after = act(position, move, rules)
    settle(after, move["herd"])
    return after
