"""What a par is worth: how often each policy beats it, which marks it beats how often, and what the rules change.

All policies play the same games (common random numbers), so do all readings of the rules. With several players the
score is that of the winner: the highest of the table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from . import catalogue, estimates
from .bench import rate
from .errors import AnalyserError
from .estimates import Estimate, band
from .executors import Jobs
from .frames import from_rows
from .plan import RunPlan, check_number, make_plan, seed_of
from .result import GameWords, plain_row
from .scores import SLOW, scores
from .simulation import game_words

GAMES, SLOW_GAMES = 20_000, 100
SHARES = (0.9, 0.75, 0.5, 0.25, 0.1)
"""The shares of games for which a mark is given that so many of them beat."""
Told = Callable[[str], None]


@dataclass(frozen=True)
class Par:
    """What a par is worth.

    `policies`, best first: `policy n mean se lo hi sd p_above_par p_above_par_se .._lo .._hi percentile m90 m75 m50 m25
    m10`: `percentile` is the share of games that do not beat the par, `m75` the highest score that 75 % of the games
    exceed. `marks`: these with their intervals, `policy share mark lo hi`. `curve`: `policy score n prob lo hi`, the
    share of games above each score, with a band that holds for the whole curve (95 %; Dvoretzky, Kiefer and Wolfowitz,
    with Massart's constant). `readings`: `policy reading n mean p_above_par diff se lo hi p_diff p_se p_lo p_hi`, what
    another rule changes in mean score and share above par, paired by game. `bound`: the policy with the highest lower
    limit, and its mean on hold-out games: perfect play scores no less.
    """

    game: GameWords
    facts: dict[str, Any]
    policies: pd.DataFrame
    marks: pd.DataFrame
    curve: pd.DataFrame
    readings: pd.DataFrame
    bound: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain data, for JSON."""
        frames = {name: getattr(self, name).to_dict("records") for name in ("policies", "marks", "readings", "curve")}
        plain = {name: [plain_row(row) for row in rows] for name, rows in frames.items()}
        return {**self.facts, "par": self.game.par, "bound": plain_row(self.bound), **plain}


@dataclass(frozen=True)
class _Played:
    """A policy's plan, and the outcome of each of its games (int64[games])."""

    plan: RunPlan
    outcomes: Any
    slow: bool

    @property
    def label(self) -> str:
        return self.plan.labels[0]


def measure_par(
    game: str,
    policies: Sequence[str] = (),
    *,
    players: int | None = None,
    games: int = GAMES,
    slow_games: int = SLOW_GAMES,
    seed: int | None = None,
    jobs: int | Jobs | None = None,
    rules: str | Path | None = None,
    variants: Sequence[str | Path] = (),
    readings: bool = False,
    told: Told = lambda line: None,
) -> Par:
    """Return what the par of a game is worth to policies (default: all of the game).

    `players` sit at a table, all with the same policy (default: the fewest that the game allows). Policies below 200
    games a second play `slow_games`. `variants` are rule files, and `readings` asks for every other reading of the
    rules: what each changes, paired, for all policies that are not slow. `told` is called with a line on each step.
    Raises AnalyserError.
    """
    for name, number in (("games", games), ("slow games", slow_games)):
        check_number(name, number, 2, 10**8)
    module = catalogue.game(game)
    seats = module.SEATS[0] if players is None else check_number("players", players, *module.SEATS)
    plan = make_plan(game, [module.DEFAULT_POLICY], players=seats, games=games, seed=seed, rules=rules)
    if module.par(plan.rules) is None:
        raise AnalyserError(f"{module.TITLE} has no par: ask `analyser compare` which policy is better")
    others = _others(module, plan, variants, readings)
    played = []
    for label in policies or catalogue.policy_names(game):
        own = _sit(game, plan, label)
        slow = rate(own, 1, 0.2) < SLOW
        own = replace(own, games=min(slow_games, games)) if slow else own
        told(f"{label}: {own.games:,} games" + (" (slow)" if slow else ""))
        played.append(_Played(own, outcomes(own, jobs), slow))
    changed = list(_changes(played, others, jobs, told))
    return _answer(plan, played, changed, jobs)


def _sit(game: str, plan: RunPlan, label: str) -> RunPlan:
    seat = catalogue.seat_policy(game, label)
    return replace(plan, seats=(seat,) * len(plan.seats))


def _others(
    module: Any, plan: RunPlan, variants: Sequence[str | Path], readings: bool
) -> list[tuple[str, Any, Path | None]]:
    """Return the other rules: name, rule set, and its file."""
    found: list[tuple[str, Any, Path | None]] = []
    if readings:
        found += [(name, rules, None) for name, rules in module.readings(plan.rules, len(plan.seats))]
    for file in variants:
        rules = module.load_rules(Path(file))
        found.append((rules.name, rules, Path(file)))
    return found


def outcomes(plan: RunPlan, jobs: int | Jobs | None) -> Any:
    """Return the score of each game (int64[games]): with several players, the winner's."""
    return scores(plan, jobs).max(axis=1)


def _changes(
    played: Sequence[_Played], others: Sequence[tuple[str, Any, Path | None]], jobs: int | Jobs | None, told: Told
) -> Iterator[dict[str, Any]]:
    for name, rules, file in others:
        for one in played:
            if not one.slow:
                told(f"{one.label} with {name}")
                plan = replace(one.plan, rules=rules, rules_file=file)
                yield _change(one, name, rules, outcomes(plan, jobs))


def _change(one: _Played, name: str, rules: Any, changed: Any) -> dict[str, Any]:
    """Return what other rules change for a policy; the par stays that of the first rules."""
    par = one.plan.game.par(one.plan.rules)
    points = estimates.of_whole(changed - one.outcomes)
    share = estimates.of_whole((changed > par).astype(int) - (one.outcomes > par))
    row = {"policy": one.label, "reading": name, "rules_hash": rules.hash, "n": points.n, "mean": float(changed.mean())}
    row |= {"p_above_par": float((changed > par).mean()), "diff": points.mean}
    row |= {"se": points.se, "lo": points.lo, "hi": points.hi}
    return row | {"p_diff": share.mean, "p_se": share.se, "p_lo": share.lo, "p_hi": share.hi}


def _answer(plan: RunPlan, played: Sequence[_Played], changed: list[dict[str, Any]], jobs: int | Jobs | None) -> Par:
    par = plan.game.par(plan.rules)
    rows = from_rows(_row(one, par) for one in played).sort_values("mean", ascending=False, ignore_index=True)
    order = {label: place for place, label in enumerate(rows["policy"])}
    ordered = sorted(played, key=lambda one: order[one.label])
    facts = {key: value for key, value in plan.facts().items() if key not in ("policies", "policy_hashes")}
    return Par(
        game_words(plan),
        {**facts, "policies": [one.label for one in ordered]},
        rows,
        from_rows(row for one in ordered for row in marks(one.label, one.outcomes)),
        from_rows(row for one in ordered for row in curve(one.label, one.outcomes)),
        from_rows(sorted(changed, key=lambda row: (row["reading"], order[row["policy"]]))),
        _bound(ordered, jobs),
    )


def _row(one: _Played, par: int) -> dict[str, Any]:
    mean, above = estimates.of_whole(one.outcomes), estimates.share(len(one.outcomes), int((one.outcomes > par).sum()))
    row: dict[str, Any] = {"policy": one.label, "n": mean.n}
    row |= {name: getattr(mean, name) for name in ("mean", "se", "lo", "hi", "sd")}
    row |= {"p_above_par": above.mean}
    row |= {f"p_above_par_{name}": getattr(above, name) for name in ("se", "lo", "hi")}
    row |= {"percentile": 1 - above.mean}
    return row | {f"m{100 * mark['share']:.0f}": mark["mark"] for mark in marks(one.label, one.outcomes)}


def beaten(outcomes: Any, share: float) -> int:
    """Return the highest score that at least this share of the games exceed: the smallest less 1, if need be."""
    ascending = np.sort(outcomes)
    wanted = max(1, math.ceil(share * len(ascending) - 1e-9))
    return int(ascending[len(ascending) - min(wanted, len(ascending))]) - 1


def marks(label: str, outcomes: Any) -> Iterator[dict[str, Any]]:
    """Yield the marks that a policy beats in each of SHARES of its games, with intervals from the band."""
    wide = band(len(outcomes))
    for share in SHARES:
        lo, hi = beaten(outcomes, min(1.0, share + wide)), beaten(outcomes, max(0.0, share - wide))
        yield {"policy": label, "share": share, "mark": beaten(outcomes, share), "lo": lo, "hi": hi}


def curve(label: str, outcomes: Any) -> Iterator[dict[str, Any]]:
    """Yield the share of games above each score, from the lowest less 1 to the highest."""
    n, wide = len(outcomes), band(len(outcomes))
    values = np.arange(outcomes.min() - 1, outcomes.max() + 1)
    above = 1 - np.searchsorted(np.sort(outcomes), values, side="right") / n
    for score, prob in zip(values.tolist(), above.tolist(), strict=True):
        lo, hi = max(0.0, prob - wide), min(1.0, prob + wide)
        yield {"policy": label, "score": score, "n": n, "prob": prob, "lo": lo, "hi": hi}


def _bound(played: Sequence[_Played], jobs: int | Jobs | None) -> dict[str, Any]:
    """Return the mean, on games of another seed, of the policy with the highest lower limit: perfect play has more.

    Why not the highest mean: a slow policy's mean of few games would prove less.
    """
    best = max(played, key=lambda one: estimates.of_whole(one.outcomes).lo)
    again = replace(best.plan, seed=seed_of(best.plan.seed, "holdout"))
    found: Estimate = estimates.of_whole(outcomes(again, jobs))
    return {"policy": best.label, "seed": again.seed, "n": found.n, "mean": found.mean, "se": found.se,
            "lo": found.lo, "hi": found.hi}  # fmt: skip
