"""How much of the spread of scores is luck: the share of the first roll, and the luck of every roll of a game.

The luck of a roll is what it was worth beside the mean of fresh rolls at the same place, by a value that the game fixes
beforehand (see `luck` in the game's folder). It is 0 on average for every policy. So the luck of a game can be taken
off its score without changing the mean, and what is left spreads less. A roll is worth what the best move makes of it,
which is one yardstick for all policies, or what the policy's own move makes of it, which goes closer with weak play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from . import catalogue, estimates
from .control import adjusted, correlation, one_way
from .crew import asked
from .errors import AnalyserError, unknown
from .estimates import Estimate
from .executors import Jobs
from .frames import from_rows
from .plan import RunPlan, check_number, seed_of
from .result import plain_row

GAMES, FRESH = 1_000, 20
FIRST_ROLLS, GAMES_EACH = 1_000, 20
MOST = 10**7
MOVES = ("best", "own")
"""The moves by which a roll can be valued."""


@dataclass(frozen=True)
class Luck:
    """The luck of a plan's games, in points; seats, rounds and actions count from 1, games from 0.

    - `games`: `game seat score luck`, the luck of a game being the sum over its rolls.
    - `rolls`: `game seat round action luck`, one row for each roll; dice that were kept are no roll.
    - `rounds`: `seat round n mean se sd share explained`, the luck of a round in a game: `share` is its part of the
      luck's variance (rounds are uncorrelated), `explained` the part of the score's variance that goes with it.
    - `seats`: `seat policy n mean se sd score_sd correlation correlation_lo .._hi r2 r2_lo r2_hi`: mean luck (0 but for
      chance), and how much of the score's variance luck explains.
    - `means`: `seat policy how n mean se lo hi beta reduction`: the mean score as it is (`plain`), less the luck of
      each game (`luck`), and less beta x luck, with beta taken from the other half of the games (`beta x luck`: even
      and odd game numbers). None of them is biased. `reduction` is the plain variance divided by the remaining one:
      so many times the games would be needed without.
    """

    facts: dict[str, Any]
    games: pd.DataFrame
    rolls: pd.DataFrame
    rounds: pd.DataFrame
    seats: pd.DataFrame
    means: pd.DataFrame

    def to_dict(self) -> dict[str, Any]:
        """Return the summaries as plain data, for JSON (games and rolls stay in their frames)."""
        names = ("seats", "rounds", "means")
        return self.facts | {name: [plain_row(row) for row in getattr(self, name).to_dict("records")] for name in names}


@dataclass(frozen=True)
class FirstRoll:
    """How much of the variance of seat 1's score the first roll explains.

    `share` is Var(E[score | first roll]) / Var(score), by a one-way analysis of variance of `rolls` first rolls with
    `games` games each; `se`, `lo`, `hi` come from drawing the first rolls anew. `score` is the mean score, with the
    error that its first rolls leave it; `means` has `first n mean se` for each first roll, that of game `first`.
    """

    facts: dict[str, Any]
    rolls: int
    games: int
    share: float
    se: float
    lo: float
    hi: float
    score: Estimate
    means: pd.DataFrame

    def to_dict(self) -> dict[str, Any]:
        """Return all but the single first rolls as plain data, for JSON."""
        numbers = {name: getattr(self, name) for name in ("share", "se", "lo", "hi")}
        counts = {"rolls": self.rolls, "games_each": self.games}
        return {**self.facts, **counts, **plain_row(numbers), "score": plain_row(self.score._asdict())}


def _module(plan: RunPlan) -> Any:
    """Return the module of a game that measures luck. Raises AnalyserError."""
    found = catalogue.part(plan.game.NAME, "luck")
    if found is None:
        raise AnalyserError(
            f"{plan.game.TITLE} has no value function, so that nobody knows what luck in it is worth: "
            "its luck cannot be measured"
        )
    return found


def luck(
    plan: RunPlan, games: int = GAMES, jobs: int | Jobs | None = None, *, fresh: int = FRESH, move: str = "best"
) -> Luck:
    """Return the luck of the first `games` games of the plan's seed, each roll beside `fresh` fresh ones.

    A roll is worth what the `best` move makes of it, or what the policy's `own` move does; then the policy is asked for
    each fresh roll, which takes long where it thinks long. The numbers do not depend on `jobs`. Ctrl-C raises
    KeyboardInterrupt. Raises AnalyserError.
    """
    module = _module(plan)
    check_number("games", games, 4, MOST)
    check_number("fresh rolls", fresh, 1, 100_000)
    if move not in MOVES:
        raise unknown("move to value a roll by", move, MOVES)
    seed = seed_of(plan.seed, "fresh rolls")

    question = partial(_lucks, (plan.seed, seed), fresh, move == "own")
    parts = [chunk.value for chunk in asked(plan, games, jobs, module.LuckPlayer, question)]
    scores, rolls = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    facts = {**replace(plan, games=games).facts(), "fresh": fresh, "move": move}
    return _answer(facts, scores, rolls, module.rounds(plan.rules))


def _lucks(seeds: tuple[int, int], fresh: int, own: bool, player: Any, first: int, games: int) -> tuple[Any, Any]:
    found: tuple[Any, Any] = player.lucks(seeds[0], first, games, fresh, seeds[1], own)
    return found


def _nested(seeds: tuple[int, int], each: int, player: Any, first: int, rolls: int) -> Any:
    return player.nested(seeds, first, rolls, each)


def _answer(facts: dict[str, Any], scores: Any, rolls: Any, rounds: int) -> Luck:
    """Return what scores (int[games, seats]) and rolls (records with game, seat, round, action, luck) say."""
    games, seats = scores.shape
    lucks = np.zeros((games, seats, rounds))
    np.add.at(lucks, (rolls["game"], rolls["seat"], rolls["round"]), rolls["luck"])
    whole = lucks.sum(axis=2)
    number, seat = np.indices(scores.shape)
    columns = {"game": number, "seat": seat + 1, "score": scores, "luck": whole}
    each = {name: rolls[name].astype(np.int64) + 1 for name in ("seat", "round", "action")}
    seated = list(zip(range(seats), facts["policies"], strict=True))
    return Luck(
        facts,
        pd.DataFrame({name: values.ravel() for name, values in columns.items()}),
        pd.DataFrame({"game": rolls["game"], **each, "luck": rolls["luck"]}),
        from_rows(row for seat, _ in seated for row in _round_rows(seat, scores[:, seat], lucks[:, seat])),
        from_rows(_seat_row(seat, label, scores[:, seat], whole[:, seat]) for seat, label in seated),
        from_rows(row for one in seated for row in mean_rows(one, scores[:, one[0]], whole[:, one[0]])),
    )


def _round_rows(seat: int, scores: Any, lucks: Any) -> Iterator[dict[str, Any]]:
    variances = lucks.var(axis=0, ddof=1)
    for place, variance in enumerate(variances.tolist()):
        found = estimates.of_numbers(lucks[:, place].tolist())
        row = {"seat": seat + 1, "round": place + 1, "n": found.n, "mean": found.mean, "se": found.se, "sd": found.sd}
        share = variance / variances.sum() if variances.sum() > 0 else np.nan
        yield row | {"share": share, "explained": correlation(scores, lucks[:, place]).mean ** 2}


def _seat_row(seat: int, label: str, scores: Any, lucks: Any) -> dict[str, Any]:
    found, score, r = estimates.of_numbers(lucks.tolist()), estimates.of_whole(scores), correlation(scores, lucks)
    row: dict[str, Any] = {"seat": seat + 1, "policy": label, "n": found.n, "mean": found.mean, "se": found.se}
    row |= {"sd": found.sd, "score_sd": score.sd}
    row |= {"correlation": r.mean, "correlation_lo": r.lo, "correlation_hi": r.hi, "r2": r.mean**2}
    ends = sorted((r.lo**2, r.hi**2))
    return row | {"r2_lo": 0.0 if r.lo < 0 < r.hi else ends[0], "r2_hi": ends[1]}


def mean_rows(seated: tuple[int, str], scores: Any, lucks: Any) -> Iterator[dict[str, Any]]:
    """Yield the rows of `Luck.means` of a seat (its place and policy), from scores and luck (both [n])."""
    plain = estimates.of_numbers(scores.tolist())
    ways = [("plain", 0.0, plain), ("luck", 1.0, estimates.of_numbers((scores - lucks).tolist()))]
    for how, beta, found in [*ways, ("beta x luck", *adjusted(scores, lucks))]:
        row: dict[str, Any] = {"seat": seated[0] + 1, "policy": seated[1], "how": how, "n": found.n}
        row |= {name: getattr(found, name) for name in ("mean", "se", "lo", "hi")}
        yield row | {"beta": beta, "reduction": (plain.sd / found.sd) ** 2 if found.sd > 0 else np.nan}


def first_roll(
    plan: RunPlan, rolls: int = FIRST_ROLLS, games: int = GAMES_EACH, jobs: int | Jobs | None = None
) -> FirstRoll:
    """Return how much of the variance of seat 1's score the first roll explains.

    `rolls` first rolls are drawn, and `games` games played with each, whose later rolls are all fresh. The numbers do
    not depend on `jobs`. Ctrl-C raises KeyboardInterrupt. Raises AnalyserError.
    """
    module = _module(plan)
    check_number("first rolls", rolls, 2, MOST)
    check_number("games of each first roll", games, 2, MOST)
    seeds = plan.seed, seed_of(plan.seed, "later rolls")

    question = partial(_nested, seeds, games)
    parts: Sequence[Any] = [chunk.value for chunk in asked(plan, rolls, jobs, module.LuckPlayer, question)]
    scores = np.concatenate(parts)
    share = one_way(scores)
    means = scores.mean(axis=1)
    se = scores.std(axis=1, ddof=1) / games**0.5
    frame = pd.DataFrame({"first": np.arange(rolls), "n": games, "mean": means, "se": se})
    facts = replace(plan, games=rolls * games).facts()
    score = estimates.of_numbers(means.tolist())
    return FirstRoll(facts, rolls, games, share.mean, share.se, share.lo, share.hi, score, frame)
