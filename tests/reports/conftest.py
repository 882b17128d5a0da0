"""A made-up result with the shape that `analyser` delivers, from games drawn at random: no engine is needed here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pytest
from made_sample import SAMPLE_FRAMES, fill_curve, fill_events, fill_markers, fill_tenths

POINTS = {
    "House": 15,
    "Fields": 12,
    "Pastures": 10,
    "Babies": 5,
    "Missing food": -6,
    "Grain": 3,
    "Vegetables": 3,
    "Wood": 0,
    "Brick": 0.4,
    "Reed": 0.02,
    "Stone": 0,
    "Sheep": 7.5,
    "Boar": 9.1,
    "Cattle": 10.2,
    "Improvements": 0,
}
GROUPS = {
    "Add rooms": (0.35, 0.4, 0.3, 0.2, 0.15, 0.1),
    "Upgrade house": (0, 0.02, 0.1, 0.2, 0.3, 0.35),
    "Have baby": (0.1, 0.35, 0.6, 0.4, 0.2, 0.1),
    "Plant field": (0.6, 0.5, 0.5, 0.6, 0.7, 0.7),
    "Build pasture": (0.1, 0.2, 0.3, 0.4, 0.4, 0.5),
    "Gain occupation": (0.3, 0.2, 0.1, 0.05, 0.02, 0.001),
    "Collect produce": (0.5, 0.6, 0.9, 1.2, 1.3, 1.5),
    "Collect animals": (0, 0.1, 0.3, 0.5, 0.6, 0.8),
    "Collect resources": (0.9, 1.1, 1.0, 0.8, 0.6, 0.3),
    "Build hearth or oven": (0.05, 0.1, 0.2, 0.1, 0.05, 0.02),
    "Build workshop": (0, 0, 0, 0, 0, 0),
}
SHARES = (0.16, 0.36, 0.48)
BY_HARVEST = {"Babies": (0, 0, 1), "Missing food": (0.65, 0.25, 0.1)}
STATE = ("rooms", "babies", "fields", "food", "Mayor", "Oven")


@dataclass(frozen=True)
class FakeGame:
    """The words of a game."""

    title: str = "Agricola Express"
    par: int | None = 85
    harvests: Sequence[str] = ("Harvest 1", "Harvest 2", "Harvest 3")
    period: str = "harvest"
    periods: str = "All harvests"
    group: str = "dice group"
    when: str = "at"
    luck: str = "the luck of the dice"
    draws: str = "dice"
    sheet: Mapping[str, Sequence[str]] = field(default_factory=dict)
    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    shown: Sequence[int] = ()
    categories: Sequence[str] = tuple(POINTS)
    groups: Sequence[str] = tuple(GROUPS)


@dataclass(frozen=True)
class FakeResult:
    """What a run leaves behind."""

    game: FakeGame
    plan: Mapping[str, Any]
    games: int
    seed: int
    summary: pd.DataFrame
    categories: pd.DataFrame
    state: pd.DataFrame
    groups: pd.DataFrame
    dice: pd.DataFrame
    histogram: pd.DataFrame
    sampled: int = 0
    unfinished: str = ""
    curve: pd.DataFrame = field(default_factory=pd.DataFrame)
    quantiles: pd.DataFrame = field(default_factory=pd.DataFrame)
    tenths: pd.DataFrame = field(default_factory=pd.DataFrame)
    deciles: pd.DataFrame = field(default_factory=pd.DataFrame)
    markers: pd.DataFrame = field(default_factory=pd.DataFrame)
    came: pd.DataFrame = field(default_factory=pd.DataFrame)
    first_action: pd.DataFrame = field(default_factory=pd.DataFrame)
    sheet: pd.DataFrame = field(default_factory=pd.DataFrame)
    start: pd.DataFrame = field(default_factory=pd.DataFrame)


def estimate(values: np.ndarray) -> dict[str, float]:
    """Return `n mean se lo hi` of one value a game."""
    n = len(values)
    se = float(values.std(ddof=1) / np.sqrt(n)) if n > 1 else np.nan
    mean = float(values.mean())
    return {"n": n, "mean": mean, "se": se, "lo": mean - 1.96 * se, "hi": mean + 1.96 * se}


def proportion(hits: int, n: int, name: str) -> dict[str, float]:
    """Return a share with its Wilson interval under the given column names."""
    p, z = hits / n, 1.96
    middle, half = (
        (p + z * z / (2 * n)) / (1 + z * z / n),
        z / (1 + z * z / n) * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n)),
    )
    return {name: p, f"{name}_se": np.sqrt(p * (1 - p) / n), f"{name}_lo": middle - half, f"{name}_hi": middle + half}


def draw_points(rng: np.random.Generator, games: int, strength: float) -> dict[tuple[str, int], np.ndarray]:
    """Draw whole points for each game, by category and harvest; a game's luck moves all its categories."""
    luck = rng.normal(strength, 0.13, games)
    drawn = {}
    for category, points in POINTS.items():
        for harvest, share in enumerate(BY_HARVEST.get(category, SHARES), start=1):
            mean = abs(points) * share * np.clip(luck, 0.05, None)
            drawn[category, harvest] = np.sign(points) * rng.poisson(mean)
    return drawn


def summary_row(scores: np.ndarray, par: int | None) -> dict[str, float]:
    """Return one seat's row of the summary."""
    shares = {"min": 0, "q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95, "max": 1}
    quantiles = {name: np.quantile(scores, at, method="inverted_cdf") for name, at in shares.items()}
    sd = float(scores.std(ddof=1)) if len(scores) > 1 else np.nan
    above = proportion(int((scores > par).sum()), len(scores), "p_above_par") if par is not None else {}
    return estimate(scores) | {"sd": sd} | quantiles | above


FRAMES = ("summary", "categories", "state", "groups", "dice", "histogram", *SAMPLE_FRAMES)
Rows = dict[str, list[dict[str, Any]]]


def share(hits: int, n: int) -> dict[str, float]:
    """Return `prob se lo hi`."""
    return {name.removeprefix("prob_"): value for name, value in proportion(hits, n, "prob").items()}


def fill_points(rows: Rows, who: dict[str, Any], points: dict[tuple[str, int], np.ndarray], scores: np.ndarray) -> None:
    """Add one seat's categories and histogram."""
    rows["categories"] += [who | {"harvest": h, "category": c} | estimate(v) for (c, h), v in points.items()]
    for score, hits in zip(*np.unique(scores, return_counts=True), strict=True):
        counts = {"score": score, "n": len(scores), "hits": int(hits)}
        rows["histogram"].append(who | counts | share(int(hits), len(scores)))


def fill_rounds(rows: Rows, who: dict[str, Any], rng: np.random.Generator, games: int) -> None:
    """Add one seat's dice groups and kept dice."""
    for number in range(1, 7):
        for group, means in GROUPS.items():
            taken = estimate(rng.poisson(means[number - 1], games))
            rows["groups"].append(who | {"round": number, "group": group} | taken)
        n = 3 * games
        kept = int(rng.binomial(n, 0.6))
        counts = {"round": number, "n": n, "kept": kept, "rolled": n - kept}
        rows["dice"].append(who | counts | share(kept, n))


def fill_state(rows: Rows, who: dict[str, Any], rng: np.random.Generator, games: int) -> None:
    """Add what one seat owned; a card is there or not."""
    for harvest in (1, 2, 3):
        for item in STATE:
            values = rng.random(games) < 0.3 if item[0].isupper() else rng.poisson(harvest, games)
            rows["state"].append(who | {"harvest": harvest, "item": item} | estimate(values.astype(float)))


def add_wins(rows: Rows, scores: Sequence[np.ndarray]) -> None:
    """Add each seat's share of wins; the first of equal scores wins."""
    winners = np.argmax(np.array(scores), axis=0)
    for seat, row in enumerate(rows["summary"]):
        row |= proportion(int((winners == seat).sum()), len(winners), "wins")


def make_plan(games: int, policies: Sequence[str], seed: int) -> dict[str, Any]:
    """Return the provenance of a run."""
    facts = {"game": "express", "rules": "express 1.3", "rules_hash": "3f9ac2", "seed": seed, "games": games}
    command = f"analyser simulate express --policy {policies[0]} --games {games} --seed {seed}"
    return facts | {"players": len(policies), "policies": list(policies), "version": "0.1.0", "command": command}


def build(
    games: int = 400, policies: Sequence[str] = ("family-first",), seed: int = 7, spread: float = 0.0, **game: Any
) -> FakeResult:
    """Make a result of so many games; `game` changes FakeGame.

    `spread` adds noise to the scores, which then are no longer the sum of their categories.
    """
    rng, made = np.random.default_rng(seed), FakeGame(**game)
    rows: Rows = {name: [] for name in FRAMES}
    all_scores = []
    for seat, policy in enumerate(policies, start=1):
        who = {"seat": seat, "policy": policy}
        points = draw_points(rng, games, 1.08 - 0.08 * seat)
        scores = sum(points.values()) + np.round(spread * rng.normal(size=games)).astype(int)
        rows["summary"].append(who | summary_row(scores, made.par))
        fill_points(rows, who, points, scores)
        fill_rounds(rows, who, rng, games)
        fill_state(rows, who, rng, games)
        fill_curve(rows, who, scores)
        fill_tenths(rows, who, points, scores)
        fill_markers(rows, who, rng, scores)
        fill_events(rows, who, list(made.groups), rng, games)
        all_scores.append(scores)
    if len(policies) > 1:
        add_wins(rows, all_scores)
    frames = {name: pd.DataFrame(lines) for name, lines in rows.items()}
    return FakeResult(made, make_plan(games, policies, seed), games, seed, sampled=games, **frames)


@pytest.fixture(scope="session")
def make_result() -> Callable[..., FakeResult]:
    """Give tests the maker of results."""
    return build


@pytest.fixture(scope="session")
def result() -> FakeResult:
    """Give tests an ordinary solo result."""
    return build()


def draw_tables(plan: Any, blocks: int, strength: Mapping[str, float]) -> list[np.ndarray]:
    """Draw the rows (int32[blocks, seats, columns]) of each table of a comparison: all luck is common to a block."""
    columns = plan.game.columns(plan.rules)
    rng = np.random.default_rng(plan.seed)
    luck = rng.normal(0, 1, blocks)
    tables = []
    for seats in plan.lineup.tables:
        rows = np.zeros((blocks, len(seats), len(columns)), np.int32)
        for seat, entrant in enumerate(seats):
            level = strength[plan.policies[plan.lineup.policies[entrant]].label]
            for place, column in enumerate(columns):
                if column.table == "points":
                    rows[:, seat, place] = np.round(level / 45 + 0.2 * luck + rng.normal(0, 0.5, blocks))
        score_table(columns, rows, plan.game.WIN_PARTS)
        tables.append(rows)
    return tables


def score_table(columns: Sequence[Any], rows: np.ndarray, win_parts: int) -> None:
    """Fill in a table's scores and wins; the first of equal scores wins."""
    places = {column.item: place for place, column in enumerate(columns) if column.table == "result"}
    points = [place for place, column in enumerate(columns) if column.table == "points"]
    scores = rows[:, :, points].sum(axis=2)
    rows[:, :, places["score"]] = scores
    rows[np.arange(len(rows)), scores.argmax(axis=1), places["wins"]] = win_parts


STRENGTHS = {
    "greedy": 90.0,
    "family-first": 78.0,
    "random": 12.0,
    "balanced": 90.5,
    "rancher": 70.0,
    "collector": 60.0,
    "craftsman": 50.0,
    "stone-house": 45.0,
    "crop-farmer": 40.0,
}


def build_comparison(
    policies: Sequence[str] = ("family-first", "greedy", "random"), blocks: int = 200, **options: Any
) -> Any:
    """Make a comparison from drawn games: the real plan, tally and frames, but nothing is played."""
    from analyser.compare import make_compare_plan
    from analyser.compare.result import make_result
    from analyser.compare.tally import tally_blocks

    plan = make_compare_plan("express", list(policies), seed=options.pop("seed", 1), **options)
    strength = {name: STRENGTHS.get(name, 60.0) for name in policies}
    tally = tally_blocks(plan, 0, draw_tables(plan, blocks, strength), [True] * len(plan.lineup.policies))
    return make_result(plan, tally, command=plan.command())


def renamed(result: Any, names: Mapping[str, str]) -> Any:
    """Return a comparison with other names of policies, as a user may have written them."""
    frames = {
        name: getattr(result, name).replace({"policy": names, "other": names})
        for name in ("policies", "differences", "parts", "far", "histogram")
    }
    lists = {key: [names.get(name, name) for name in result.plan[key]] for key in ("names", "policies")}
    return type(result)(result.game, {**result.plan, **lists}, **frames)


@pytest.fixture(scope="session")
def make_comparison() -> Callable[..., Any]:
    """Give tests the maker of comparisons."""
    return build_comparison


@pytest.fixture(scope="session")
def rename() -> Callable[..., Any]:
    """Give tests what renames policies."""
    return renamed


@pytest.fixture(scope="session")
def comparison() -> Any:
    """Give tests an ordinary comparison of three."""
    return build_comparison()
