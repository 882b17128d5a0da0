"""Bounds on perfect play from above: somebody who sees all luck beforehand, and pays for it.

A player who knows every draw of a game can do no worse than the best policy, so the mean of what he reaches is an
upper bound, if a loose one. It is made tight by a penalty that takes away what his knowledge is worth: at each
decision, what he knows the next state to be worth less what it is worth on average, by any guess of a state's value.
Whatever the guess, a policy that does not foresee the draws pays 0 on average, so that the bound holds; with the true
value it is the true value in every single scenario.
Source: Brown, Smith and Sun 2010, "Information relaxations and duality in stochastic dynamic programs", Operations
Research 58(4), 785-801.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Generic, TypeVar

State = TypeVar("State", bound=Hashable)
Decision = TypeVar("Decision", bound=Hashable)
Draw = TypeVar("Draw")

Number = Fraction | float
"""Fractions where a bound is to be exact; numbers of one kind are not mixed with the other."""
Penalty = Callable[[int, State, Decision, Draw], Number]
"""What a decision pays for its foresight, by stage, state, decision and the draw that follows."""
Guess = Callable[[int, State], Number]
"""What a state is worth at a stage: the rewards still to come. Any guess is allowed; it has to be 0 at the end."""


@dataclass(frozen=True)
class Problem(Generic[State, Decision, Draw]):
    """A decision problem over a few stages: at each a decision, and then a draw that no decision can change.

    `decisions(state)` are those that can be taken, none where all is over; `step(state, decision, draw)` is the reward
    and the next state; `laws[stage]` lists each draw with its chance, or is empty where draws are only sampled.
    """

    start: State
    decisions: Callable[[State], Iterable[Decision]]
    step: Callable[[State, Decision, Draw], tuple[Number, State]]
    laws: Sequence[Sequence[tuple[Number, Draw]]]


def perfect_information_bound(
    problem: Problem[State, Decision, Draw],
    scenario: Sequence[Draw],
    penalty: Penalty[State, Decision, Draw] | None = None,
) -> Number:
    """Return the most that rewards less penalties can be for one who knows the `scenario`, a draw for each stage.

    The mean over scenarios is an upper bound on the value of every policy that does not foresee the draws.
    """
    known: dict[tuple[int, State], Number] = {}

    def best(stage: int, state: State) -> Number:
        if (stage, state) not in known:
            worths = [worth(stage, state, decision) for decision in problem.decisions(state)]
            known[stage, state] = max(worths, default=0)
        return known[stage, state]

    def worth(stage: int, state: State, decision: Decision) -> Number:
        draw = scenario[stage]
        reward, after = problem.step(state, decision, draw)
        paid = penalty(stage, state, decision, draw) if penalty else 0
        return reward - paid + best(stage + 1, after)

    return best(0, problem.start)


def mean_after(
    problem: Problem[State, Decision, Draw], guess: Guess[State], stage: int, state: State, decision: Decision
) -> Number:
    """Return the mean, over the draws that can follow, of a decision's reward and the guess of the next state."""
    total: Number = 0
    for chance, draw in problem.laws[stage]:
        reward, after = problem.step(state, decision, draw)
        total += chance * (reward + guess(stage + 1, after))
    return total


def penalty_of(problem: Problem[State, Decision, Draw], guess: Guess[State]) -> Penalty[State, Decision, Draw]:
    """Return the penalty that a guess makes: what follows is worth by it, less the mean of that over the draws."""
    means: dict[tuple[int, State, Decision], Number] = {}

    def penalty(stage: int, state: State, decision: Decision, draw: Draw) -> Number:
        key = stage, state, decision
        if key not in means:
            means[key] = mean_after(problem, guess, stage, state, decision)
        reward, after = problem.step(state, decision, draw)
        return reward + guess(stage + 1, after) - means[key]

    return penalty


def value_of(problem: Problem[State, Decision, Draw]) -> Guess[State]:
    """Return the true value of perfect play, by stage and state: the ideal guess. Each is found when it is asked."""
    known: dict[tuple[int, State], Number] = {}

    def value(stage: int, state: State) -> Number:
        if (stage, state) not in known:
            means = [mean_after(problem, value, stage, state, decision) for decision in problem.decisions(state)]
            known[stage, state] = max(means, default=0)
        return known[stage, state]

    return value


def scenarios(problem: Problem[State, Decision, Draw]) -> Iterator[tuple[Number, tuple[Draw, ...]]]:
    """Yield all scenarios of a problem with their chances."""
    for draws in product(*problem.laws):
        chance: Number = 1
        for one, _ in draws:
            chance *= one
        yield chance, tuple(draw for _, draw in draws)


def exact_bound(
    problem: Problem[State, Decision, Draw], penalty: Penalty[State, Decision, Draw] | None = None
) -> Number:
    """Return the mean of `perfect_information_bound` over all scenarios."""
    total: Number = 0
    for chance, scenario in scenarios(problem):
        total += chance * perfect_information_bound(problem, scenario, penalty)
    return total


def sampled_bounds(
    problem: Problem[State, Decision, Draw],
    cases: Iterable[tuple[Sequence[Draw], Penalty[State, Decision, Draw] | None]],
) -> list[float]:
    """Return `perfect_information_bound` for each of some sampled scenarios with its penalty.

    Their mean estimates the upper bound without bias. Where a penalty's means over the draws are sampled too, with
    draws that have nothing to do with the scenario, and fresh ones for each, it can only err upwards on average: the
    maximum over decisions is convex in those means, so the bound still holds.
    """
    return [float(perfect_information_bound(problem, scenario, penalty)) for scenario, penalty in cases]
