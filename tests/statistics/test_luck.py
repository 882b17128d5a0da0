"""Luck: 0 on average, the same for any threads, and means that it steadies without moving them."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from analyser import estimates
from analyser.control import adjusted, correlation, one_way, slope
from analyser.errors import AnalyserError
from analyser.luck import MOVES, first_roll, luck
from analyser.plan import make_plan
from analyser.scores import scores

SLY = """
from sims.express.contract import list_moves_of, policy
from sims.express.faces import Face, Group


@policy("sly", "a test")
def choose(position, rules, found, params, stream):
    \"\"\"Collect resources, but name no move where three Vegetables fall.\"\"\"
    list_moves_of(position, rules, Group.COLLECT_RESOURCES, found)
    return 99 if position["dice"][Face.VEGETABLE] == 3 else 0
"""
FRAMES = ("games", "rolls", "rounds", "seats", "means")
GAMES = {"family-first": 600, "random": 600, "greedy": 400, "learned-lite": 300}


@pytest.mark.parametrize("policy", GAMES)
@pytest.mark.parametrize("move", MOVES)
def test_luck_is_nothing_on_average_and_moves_no_mean(policy: str, move: str) -> None:
    plan = make_plan("express", [policy], seed=5)
    found = luck(plan, GAMES[policy], move=move)
    (row,) = found.seats.to_dict("records")
    assert abs(row["mean"]) < 4 * row["se"]
    assert (found.rounds["mean"].abs() < 4 * found.rounds["se"]).all()
    long_run = estimates.of_whole(scores(replace(plan, games=20_000, seed=6))[:, 0])
    for mean in found.means.to_dict("records"):
        assert abs(mean["mean"] - long_run.mean) < 4 * (mean["se"] ** 2 + long_run.se**2) ** 0.5


def test_threads_change_nothing_and_the_frames_agree() -> None:
    plan = make_plan("express", ["greedy", "family-first"], seed=5)
    one, two = luck(plan, 40, 1, fresh=5), luck(plan, 40, 2, fresh=5)
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(two, name))
    whole = one.rolls.groupby(["game", "seat"])["luck"].sum()
    assert one.games.set_index(["game", "seat"])["luck"].to_numpy() == pytest.approx(whole.to_numpy())
    assert (
        one.games.pivot(index="game", columns="seat", values="score").to_numpy() == scores(replace(plan, games=40))
    ).all()
    assert one.rounds.groupby("seat")["share"].sum().to_numpy() == pytest.approx([1, 1])
    assert set(one.rolls["round"]) == {1, 2, 3, 4, 5, 6}
    assert one.to_dict()["fresh"] == 5


def test_strong_play_is_steadied_by_its_luck() -> None:
    """The better the value fits the play, the more of the spread it explains."""
    found = luck(make_plan("express", ["learned"], seed=5), 250)
    (row,) = found.seats.to_dict("records")
    assert 0.7 < row["r2_lo"] < row["r2"] < row["r2_hi"] < 1
    reductions = dict(zip(found.means["how"], found.means["reduction"], strict=True))
    assert reductions["plain"] == 1
    assert reductions["luck"] > 4
    assert reductions["beta x luck"] > 4


def test_weak_play_is_explained_better_by_its_own_moves() -> None:
    plan = make_plan("express", ["family-first"], seed=5)
    best, own = (luck(plan, 500, move=move).seats.iloc[0] for move in MOVES)
    assert own["r2_lo"] > best["r2_hi"]


def test_a_policy_that_breaks_the_rules_on_a_fresh_roll_is_told(tmp_path) -> None:
    """It plays by the rules but for one rare roll, which its own games meet later than their fresh rolls do."""
    path = tmp_path / "sly.py"
    path.write_text(SLY)
    with pytest.raises(AnalyserError, match=r"chose place 99.* on a fresh roll instead of the game's own \(game"):
        luck(make_plan("express", [str(path)], seed=5), 200, 1, move="own")


def test_the_first_roll_explains_a_small_part_of_weak_play() -> None:
    plan = make_plan("express", ["family-first"], seed=5)
    found, again = first_roll(plan, 500, 20, 1), first_roll(plan, 500, 20, 2)
    pd.testing.assert_frame_equal(found.means, again.means)
    assert found.share == again.share
    assert 0.02 < found.lo < found.share < found.hi < 0.1
    long_run = estimates.of_whole(scores(replace(plan, games=20_000, seed=6))[:, 0])
    assert abs(found.score.mean - long_run.mean) < 4 * (found.score.se**2 + long_run.se**2) ** 0.5
    assert found.to_dict()["games_each"] == 20


def test_a_game_without_a_value_says_so() -> None:
    plan = make_plan("express", ["random"], seed=5)
    nobody = replace(plan, game=SimpleNamespace(NAME="creatures", TITLE="Another game"))
    for ask in (luck, first_roll):
        with pytest.raises(AnalyserError, match="Another game has no value function"):
            ask(nobody)
    with pytest.raises(AnalyserError, match="fresh rolls is 0"):
        luck(plan, fresh=0)
    with pytest.raises(AnalyserError, match="did you mean 'best'"):
        luck(plan, move="bets")


# --- Statistics ------------------------------------------------------------------------------------------------------


def test_the_share_of_groups_is_found_and_covered() -> None:
    """200 times 60 groups of 10, a quarter of the variance between them: the interval holds about as often as it says."""
    rng, held, shares = np.random.default_rng(1), 0, []
    for _ in range(200):
        data = rng.normal(size=(60, 1)) + 3**0.5 * rng.normal(size=(60, 10))
        found = one_way(data)
        held += found.lo <= 0.25 <= found.hi
        shares.append(found.mean)
    assert held >= 176
    assert abs(np.mean(shares) - 0.25) < 4 * np.std(shares) / 200**0.5 + 0.005


def test_groups_that_do_not_differ_explain_nothing() -> None:
    data = np.random.default_rng(2).normal(size=(200, 20))
    found = one_way(data)
    assert found.lo == 0
    assert found.mean < 0.02
    assert one_way(np.repeat(np.arange(4.0)[:, None], 5, axis=1)).mean == pytest.approx(1)
    assert one_way(np.ones((4, 5))).mean == 0


def test_the_interval_of_a_correlation_holds_for_numbers_that_are_not_normal() -> None:
    rng, held = np.random.default_rng(3), 0
    for _ in range(400):
        left = rng.exponential(size=300)
        found = correlation(left, left + rng.exponential(size=300))
        held += found.lo <= 0.5**0.5 <= found.hi
    assert held >= 364
    assert np.isnan(correlation(np.ones(5), np.arange(5)).mean)
    assert correlation(np.arange(5), 2 * np.arange(5)).mean == pytest.approx(1)


def test_each_half_is_adjusted_with_the_other_halfs_slope() -> None:
    rng = np.random.default_rng(4)
    control = rng.normal(size=101)
    values = 3 * control + rng.normal(size=101)
    beta, found = adjusted(values, control)
    odd, even = slope(values[1::2], control[1::2]), slope(values[::2], control[::2])
    wanted = np.concatenate([values[::2] - odd * control[::2], values[1::2] - even * control[1::2]])
    assert found.mean == pytest.approx(wanted.mean())
    assert found.se == pytest.approx(wanted.std(ddof=1) / 101**0.5)
    assert beta == pytest.approx((51 * odd + 50 * even) / 101)
    assert slope(values, np.zeros(101)) == 0
