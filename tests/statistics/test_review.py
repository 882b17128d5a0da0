"""Reviews: the parts add up to the score, the reference loses nothing, and what is lost is the gap of the means."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from kernels.games import play_logged

from analyser.errors import AnalyserError
from analyser.plan import make_plan
from analyser.review import read_story, review, simulated_story
from analyser.reviews import review_games
from sims.advising import same_start
from sims.express import story, variants

GAME = Path(__file__).parents[2] / "docs" / "examples" / "game.toml"
RULES = variants.default()


@pytest.fixture(scope="module")
def example():
    return review("express", read_story("express", GAME), "balanced", seed=3, playouts=40)


def test_the_parts_add_up_to_the_score(example) -> None:
    assert example.score == 84
    assert sum(found.mean for found in example.sums.values()) == pytest.approx(84)
    assert example.steps["value"].iloc[-1] == 84
    by_cause = example.steps.groupby("cause")["change"].sum()
    assert by_cause["luck"] == pytest.approx(example.sums["luck"].mean)
    assert by_cause["play"] == pytest.approx(example.sums["play"].mean)
    assert example.sums["others"].mean == 0


def test_each_action_is_told_in_steps(example) -> None:
    steps = example.steps
    assert (steps["kind"] == "Feeding").sum() == 3
    rolls = steps[steps["cause"] == "luck"]
    assert len(rolls) == GAME.read_text().count("roll = ")
    assert (rolls["kind"] == "Roll").all()
    assert rolls["regret"].isna().all()
    decided = steps[steps["cause"] == "play"]
    assert (decided["regret"] >= 0).all()
    assert (decided["regret_lo"] <= decided["regret"]).all()
    assert set(decided.loc[decided["mark"] == "??", "regret"] >= 3) == {True}


def test_the_last_move_is_judged_exactly(example) -> None:
    """The last action of the game: no luck follows, so that nothing is left to chance."""
    move = example.steps[example.steps["kind"] != "Feeding"].iloc[-1]
    assert (move["kind"], move["regret"], move["regret_se"], move["mark"]) == ("Build pasture", 2, 0, "?")
    assert move["best_words"].startswith("Plant a field with the Vegetable die")


def test_threads_change_nothing(example) -> None:
    again = review("express", read_story("express", GAME), "balanced", seed=3, playouts=40, jobs=2)
    alone = review("express", read_story("express", GAME), "balanced", seed=3, playouts=40, jobs=1)
    assert again.to_dict() == alone.to_dict() == example.to_dict()


@pytest.mark.parametrize("players", [1, 3])
def test_the_reference_loses_nothing(players: int) -> None:
    plan = make_plan("express", ["balanced"], players=players, seed=5)
    found = review("express", simulated_story(plan, 4), "balanced", seed=3, playouts=20, width=2)
    assert found.sums["play"].mean == found.sums["play"].sd == 0
    assert (found.sums["others"].mean != 0) == (players > 1)
    assert sum(one.mean for one in found.sums.values()) == pytest.approx(found.score)
    own = found.steps[found.steps["cause"] == "play"]
    said = own[own["reference"] != ""]
    assert (said["reference"] == said["words"]).all()


def test_a_simulated_game_is_told_as_it_was_played() -> None:
    played = play_logged(["greedy"], 3, 6)
    found = simulated_story(make_plan("express", ["greedy"], seed=3), 6)
    assert (found.log == played.log).all()
    start, steps = story.steps(found, RULES)
    assert not same_start(start, steps[0].start)
    after = np.frombuffer(steps[-1].start.words.tobytes(), story.POSITION)[0]
    assert after["farms"][0]["points"] == played.farms[0]["points"]
    rounds = [step.round for step in steps]
    assert rounds == sorted(rounds)


def test_what_is_lost_is_the_gap_of_the_means() -> None:
    plan = make_plan("express", ["family-first"], seed=7)
    found = review_games(plan, "balanced", games=80, playouts=6)
    games = found.games
    assert games["score"].to_numpy() == pytest.approx(games["start"] + games["luck"] - games["lost"] + games["others"])
    assert found.kinds["lost"].sum() == pytest.approx(found.lost.mean)
    assert abs(found.lost.mean - found.gap.mean) < 4 * np.hypot(found.lost.se, found.gap.se)
    assert found.explained.hi > 0.9
    assert abs(found.luck.mean) < 4 * found.luck.se
    assert list(found.kinds["lost"]) == sorted(found.kinds["lost"], reverse=True)
    assert found.kinds["share"].sum() == pytest.approx(1)
    assert found.swaps["lost"].sum() == pytest.approx(found.lost.mean, abs=1)
    assert {("Keep the dice", "Roll all dice")} <= set(zip(found.swaps["kind"], found.swaps["instead"], strict=True))


def test_many_games_do_not_depend_on_threads() -> None:
    plan = make_plan("express", ["greedy"], players=2, seed=7)
    one, two = (review_games(plan, "family-first", games=6, playouts=3, seat=2, jobs=jobs) for jobs in (1, 2))
    assert one.to_dict() == two.to_dict()
    assert one.games.equals(two.games)
    assert one.others.sd > 0


def test_luck_makes_the_mean_firmer() -> None:
    found = review_games(make_plan("express", ["balanced"], seed=7), "balanced", games=60, playouts=20)
    means = found.means.set_index("how")
    assert found.lost.mean == 0
    assert means.loc["luck", "reduction"] > 4
    assert abs(means.loc["luck", "mean"] - found.reference.mean) < 4 * (means.loc["luck", "se"] + found.reference.se)


def test_what_is_asked_for_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text("[[action]]".join(GAME.read_text().split("[[action]]")[:3]))
    with pytest.raises(AnalyserError, match="the game stops before its end, so that it cannot be reviewed"):
        read_story("express", path)
    with pytest.raises(AnalyserError, match="seat is 2"):
        review("express", read_story("express", GAME), seat=2)
    with pytest.raises(AnalyserError, match="playouts is 1"):
        review("express", read_story("express", GAME), playouts=1)
