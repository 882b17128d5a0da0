"""What a par is worth: shares, marks and curves from games that are known, readings paired, bounds on hold-out games."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from analyser.errors import AnalyserError
from analyser.par import SHARES, band, beaten, curve, marks, measure_par

TEN = np.array([10, 20, 20, 30, 40, 50, 60, 70, 80, 90])


@pytest.mark.parametrize(("share", "mark"), [(1.0, 9), (0.9, 19), (0.75, 19), (0.7, 29), (0.5, 49), (0.1, 89), (0, 89)])
def test_a_mark_is_exceeded_by_its_share_of_the_games(share, mark) -> None:
    assert beaten(TEN, share) == mark
    assert (mark < TEN).mean() >= share
    assert share == 0 or (mark + 1 < TEN).mean() < share


def test_the_curve_falls_from_all_to_none() -> None:
    rows = list(curve("x", TEN))
    assert [rows[0]["score"], rows[0]["prob"], rows[-1]["score"], rows[-1]["prob"]] == [9, 1.0, 90, 0.0]
    by_score = {row["score"]: row for row in rows}
    assert by_score[20]["prob"] == pytest.approx(0.7)
    assert by_score[20]["lo"] == pytest.approx(0.7 - band(10))
    assert all(one["prob"] >= other["prob"] for one, other in itertools.pairwise(rows))


def test_the_band_holds_for_the_whole_curve() -> None:
    """DKW: in 2,000 samples of a known law the whole curve stays inside in at least 95 %."""
    rng, inside, n = np.random.default_rng(2), 0, 150
    grid = np.arange(-60, 260)
    law = rng.integers(0, 100, 100_000)
    truth = 1 - np.searchsorted(np.sort(law), grid, side="right") / len(law)
    for _ in range(2_000):
        sample = np.sort(rng.choice(law, n))
        above = 1 - np.searchsorted(sample, grid, side="right") / n
        inside += bool(np.abs(above - truth).max() <= band(n))
    assert inside / 2_000 > 0.945


def test_intervals_of_marks_hold_their_mark() -> None:
    outcomes = np.random.default_rng(1).normal(80, 10, 4_000).astype(int)
    found = list(marks("x", outcomes))
    assert [row["share"] for row in found] == list(SHARES)
    assert all(row["lo"] <= row["mark"] <= row["hi"] for row in found)
    assert all(one["mark"] <= other["mark"] for one, other in itertools.pairwise(found))


@pytest.fixture(scope="module")
def found():
    return measure_par("express", ["random", "rancher", "greedy"], games=1_500, seed=3, readings=True)


def test_policies_stand_in_their_order(found) -> None:
    assert found.policies["policy"].tolist() == ["rancher", "greedy", "random"]
    assert (found.policies["p_above_par"] + found.policies["percentile"]).tolist() == pytest.approx([1, 1, 1])
    row = found.policies.iloc[0]
    own = found.curve[(found.curve["policy"] == "rancher") & (found.curve["score"] == 85)].iloc[0]
    assert own["prob"] == pytest.approx(row["p_above_par"])
    assert row["m50"] == found.marks.query("policy == 'rancher' and share == 0.5")["mark"].iloc[0]


def test_the_scores_are_those_of_simulate(found) -> None:
    import analyser

    other = analyser.simulate("express", "rancher", games=1_500, seed=3).summary.iloc[0]
    assert found.policies.iloc[0]["mean"] == pytest.approx(other["mean"])
    assert found.policies.iloc[0]["se"] == pytest.approx(other["se"])


def test_every_other_reading_is_measured(found) -> None:
    names = set(found.readings["reading"])
    assert names == {
        "two_food_pays = die", "power_paid_from = sheet_or_dice", "free_choice_cost = face", "rearrange = fixed",
        "feeding = may_withhold", "breeding = per_type", "breeding_ties = sheep, boar, cattle",
    }  # fmt: skip
    rancher = found.readings.query("policy == 'rancher'").set_index("reading")
    assert rancher.loc["breeding = per_type", "hi"] < 0
    assert rancher.loc["breeding = per_type", "se"] < 0.2  # paired: the sd of a game is 13, that of its change 3.6
    assert rancher.loc["rearrange = fixed", "diff"] == rancher.loc["breeding = per_type", "diff"]


def test_the_bound_is_that_of_games_which_nothing_was_chosen_by(found) -> None:
    assert found.bound["policy"] == "rancher"
    assert found.bound["seed"] != 3
    assert found.bound["mean"] != found.policies.iloc[0]["mean"]
    assert abs(found.bound["mean"] - found.policies.iloc[0]["mean"]) < 6 * found.bound["se"]


def test_variants_of_the_rules_are_paired(tmp_path) -> None:
    file = tmp_path / "rich.toml"
    file.write_text('name = "rich start"\n[start]\nfood = 9\n')
    found = measure_par("express", ["greedy"], games=800, seed=3, variants=[file])
    row = found.readings.iloc[0]
    assert row["reading"] == "rich start"
    assert row["lo"] > 0
    assert row["diff"] == pytest.approx(row["mean"] - found.policies.iloc[0]["mean"])


def test_with_several_players_the_winner_counts() -> None:
    one = measure_par("express", ["greedy"], games=500, seed=3)
    three = measure_par("express", ["greedy"], games=500, seed=3, players=3)
    assert three.policies.iloc[0]["mean"] > one.policies.iloc[0]["mean"] + 5
    assert three.facts["players"] == 3


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"games": 1}, "games is 1"),
        ({"policies": ["gredy"]}, "did you mean 'greedy'"),
        ({"players": 9}, "players is 9"),
        ({"variants": ["/nowhere.toml"]}, "No such file"),
    ],
)
def test_mistakes_are_named(more, says) -> None:
    with pytest.raises(AnalyserError, match=says):
        measure_par("express", **{"policies": ["greedy"], "seed": 1, **more})
