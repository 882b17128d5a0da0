"""Advice: what to take now, how much each option is worth, and how sure that is.

Each option of a position is played on by a policy, with common luck (see `race`). Options that look far worse by the
game's own quick guess are not played on. Where nothing but the last feeding follows, one game each is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from . import catalogue, estimates
from .errors import AnalyserError
from .frames import from_rows
from .plan import RunPlan, check_number, make_plan
from .race import POINTS, Limits, Race, advice_module
from .result import plain_row

WIDTH = 12
"""So many options are played on, those that promise most by a quick guess."""
SECONDS = 2.0
FEWEST = 100
TOLD_CATEGORIES = 4
"""So many categories are named of those in which an option differs."""


@dataclass(frozen=True)
class Advice:
    """What is known about the options of a position, best first.

    `moves` has a row for each option that was played on: `rank words move kind n mean se lo hi` (its final score),
    `diff diff_se diff_lo diff_hi` (what it is worth beside the best by the objective, 0 or below but for chance; all
    these intervals hold together, however long one watches), `best` (whether it may be best), `chance chance_lo
    chance_hi` (to beat the par; with several players, to win; NaN where the game has neither), `exact` (no luck
    follows) and `why` (the categories in which it differs from the best; of the best: from the second). `categories`
    has the same differences as numbers: `rank category n diff se`. `unplayed` are the words of options that were not
    played on.

    `keep` compares keeping the dice with rolling them, where one may do both: `keep roll diff se lo hi`, of the best
    move on the dice that lie there and of a roll. `why` says what ended it: exact, clear, equal, precision, games, time
    or only (one option).
    """

    facts: dict[str, Any]
    position: Any
    moves: pd.DataFrame
    categories: pd.DataFrame
    unplayed: tuple[str, ...]
    keep: dict[str, float] | None
    why: str

    @property
    def best(self) -> str:
        """The words of the best option."""
        return str(self.moves["words"].iloc[0])

    def to_dict(self) -> dict[str, Any]:
        """Return all as plain data, for JSON."""
        rows: list[Any] = self.moves.to_dict("records")
        differences: list[Any] = self.categories.to_dict("records")
        return {
            **self.facts,
            "why": self.why,
            "keep": None if self.keep is None else plain_row(self.keep),
            "moves": [plain_row(row) for row in rows],
            "categories": [plain_row(row) for row in differences],
            "unplayed": list(self.unplayed),
        }


def load_rules(game: str, rules: str | Path | None = None) -> Any:
    """Return the rules of a game: those of a file or a mode, or the usual ones. Raises AnalyserError."""
    return catalogue.game(game).load_rules(None if rules is None else Path(rules))


def own_rules(found: Any, rules: str | Path | None) -> str | Path | None:
    """Return the rules asked for; where none are, the mode that a position or a game names itself, if any."""
    return getattr(found, "mode", None) if rules is None else rules


def read_position(
    game: str,
    source: str | Path,
    rules: str | Path | None = None,
    changes: Mapping[str, Any] | None = None,
) -> Any:
    """Return the position of a game in a file (a Path), or in a text: that of a file, or a typed line.

    `changes` are keys of the file with other values. Raises AnalyserError.
    """
    module = catalogue.part(game, "position")
    if module is None:
        raise AnalyserError(f"{catalogue.game(game).TITLE} has no advice yet")
    read = module.read_position if isinstance(source, Path) else module.parse_position
    return read(source, load_rules(game, rules), changes)


def options(game: str, position: Any, rules: str | Path | None = None) -> list[Any]:
    """Return what can be decided in a position (`sims.advising.Option`), the most promising first."""
    found: list[Any] = advice_module(game).options(position, load_rules(game, own_rules(position, rules)))
    return found


def advise(
    game: str,
    position: Any,
    policies: Sequence[str] = (),
    *,
    rules: str | Path | None = None,
    seed: int | None = None,
    games: int | None = None,
    seconds: float | None = SECONDS,
    precision: float | None = None,
    objective: str = POINTS,
    width: int = WIDTH,
    jobs: int | None = None,
) -> Advice:
    """Return advice for a position that `read_position` gave.

    Afterwards `policies` play on, one for all seats or one for each (default: the strongest quick one). With `games`
    no clock is looked at, so that the same seed gives the same answer to the last bit, whatever `jobs`; else it ends
    after `seconds` at the latest. `precision` ends it once all differences are known to so much to either side. The
    `objective` is points, or the chance to win (alone: to beat the par). Raises AnalyserError.
    """
    module = advice_module(game)
    most = Limits.games if games is None else check_number("games", games, FEWEST, 10**8)
    check_number("width", width, 1, 1000)
    plan = advice_plan(game, position, policies, rules=rules, seed=seed, games=most)
    played, rest = _screened(module.options(position, plan.rules), width)
    certain = [option.certain for option in played]
    race = Race(plan, [option.start for option in played], position.seat, jobs, certain, objective)
    race.run(Limits.of(objective, most, None if games else seconds, precision))
    return _answer(race, position, played, rest)


def advice_plan(
    game: str, position: Any, policies: Sequence[str] = (), *, rules: str | Path | None, seed: int | None, games: int
) -> RunPlan:
    """Return the plan by which a position is played on. Raises AnalyserError."""
    said = [policies] if isinstance(policies, str) else list(policies)
    labels = said or [advice_module(game).PLAYS_ON]
    asked = own_rules(position, rules)
    return make_plan(game, labels, players=position.players, games=games, seed=seed, rules=asked)


def _screened(options: Sequence[Any], width: int) -> tuple[list[Any], tuple[str, ...]]:
    """Return the options that are played on, and the words of the others; a roll is always played on."""
    from sims.advising import ROLL

    if all(option.certain for option in options):
        return list(options), ()
    rolls = [option for option in options if option.kind == ROLL]
    moves = [option for option in options if option.kind != ROLL]
    return moves[:width] + rolls, tuple(option.words for option in moves[width:])


def _answer(race: Race, position: Any, options: Sequence[Any], rest: tuple[str, ...]) -> Advice:
    best = race.best()
    order = sorted(
        range(len(options)), key=lambda option: (option != best, -race.pair(option, best)[0], -_mean(race, option))
    )
    rows, differences = [], []
    for rank, option in enumerate(order, 1):
        other = best if option != best else order[1] if len(order) > 1 else best
        gains = _gains(race, option, other)
        rows.append({"rank": rank, **_row(race, options[option], option, best), "why": _why(gains)})
        differences += [{"rank": rank, **gain} for gain in gains]
    facts = {**replace(race.plan, games=race.played).facts(), "seat": position.seat + 1, "where": position.where}
    facts["objective"] = race.objective
    why = "only" if len(options) == 1 else race.why
    return Advice(
        facts, position, from_rows(rows), from_rows(differences), rest, _keep(race, options, order), why
    )  # fmt: skip


def _mean(race: Race, option: int) -> float:
    return float(race.scores(option).mean())


def _row(race: Race, option: Any, place: int, best: int) -> dict[str, Any]:
    row: dict[str, Any] = {"words": option.words, "move": option.move, "kind": option.kind}
    score = estimates.of_whole(race.counted(place)[:, 0], race.sheet.point)
    if option.certain:
        score = score._replace(sd=0.0, se=0.0, lo=score.mean, hi=score.mean)
    row |= {name: getattr(score, name) for name in ("n", "mean", "se", "lo", "hi")}
    diff, se, half = race.pair(place, best)
    row |= {"diff": diff, "diff_se": se, "diff_lo": diff - half, "diff_hi": diff + half}
    row |= {"best": place in race.playing, **_chance(race, place, option.certain), "exact": option.certain}
    return row


def _chance(race: Race, place: int, exact: bool) -> dict[str, float]:
    """Return the chance to win, or alone to beat the par, of an option."""
    counted, par = race.counted(place), race.plan.game.par(race.plan.rules)
    if race.plan.players > 1:
        found = estimates.of_whole(counted[:, 1], race.sheet.win)
        lo, hi = max(0.0, found.lo), min(1.0, found.hi)
    elif par is None:
        return dict.fromkeys(("chance", "chance_lo", "chance_hi"), np.nan)
    else:
        found = estimates.share(len(counted), int((counted[:, 0] * race.sheet.point > par).sum()))
        lo, hi = found.lo, found.hi
    return {"chance": found.mean, "chance_lo": found.mean if exact else lo, "chance_hi": found.mean if exact else hi}


def _gains(race: Race, one: int, other: int) -> list[dict[str, Any]]:
    """Return by how much an option exceeds another in each category, with standard errors."""
    n = min(len(race.counted(one)), len(race.counted(other)))
    diffs = (race.counted(one, n)[:, 2:] - race.counted(other, n)[:, 2:]) * race.sheet.point
    se = diffs.std(axis=0, ddof=1) / np.sqrt(n) if n > 1 else np.zeros(diffs.shape[1])
    numbers = zip(race.sheet.categories, diffs.mean(axis=0).tolist(), se.tolist(), strict=True)
    return [{"category": name, "n": n, "diff": diff, "se": one} for name, diff, one in numbers]


def _why(gains: Sequence[Mapping[str, Any]]) -> str:
    """Return the categories that differ most, in words; those that chance may explain are left out."""
    firm = [gain for gain in gains if abs(gain["diff"]) >= max(0.05, 2 * gain["se"])]
    firm.sort(key=lambda gain: -abs(gain["diff"]))
    return ", ".join(f"{gain['category']} {gain['diff']:+.1f}" for gain in firm[:TOLD_CATEGORIES])


def _keep(race: Race, options: Sequence[Any], order: Sequence[int]) -> dict[str, float] | None:
    """Return what keeping is worth beside rolling, where both may be done."""
    from sims.advising import ROLL

    rolls = [option for option in order if options[option].kind == ROLL]
    moves = [option for option in order if options[option].kind != ROLL]
    if not rolls or not moves:
        return None
    keep, roll = moves[0], rolls[0]
    diff, se, half = race.pair(keep, roll)
    means = {"keep": float(race.values(keep).mean()), "roll": float(race.values(roll).mean())}
    return means | {"diff": diff, "se": se, "lo": diff - half, "hi": diff + half}
