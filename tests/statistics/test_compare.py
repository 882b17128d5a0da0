"""Comparisons: the same numbers however they are played, known truths, and stops that say what is known."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import analyser
from analyser.compare import compare, make_compare_plan
from analyser.compare.decision import still_playing
from analyser.compare.lineup import alone, focused, together
from analyser.compare.result import FRAMES, make_result
from analyser.compare.standing import standing
from analyser.compare.tally import CompareTally, tally_blocks
from analyser.errors import AnalyserError

TRIO = ["family-first", "greedy", "random"]


def plan_of(policies=TRIO, **more):
    return make_compare_plan("express", list(policies), **{"seed": 5, "games": 2_000, **more})


def same(one, other) -> bool:
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(one, name), getattr(other, name))
    return True


@pytest.mark.parametrize(
    "more",
    [
        {"fixed": True, "games": 700},
        {"players": 2, "fixed": True, "games": 600, "objective": "win"},
        {"players": 3, "focus": "greedy", "fixed": True, "games": 300},
        {"elimination": True, "indifference": 0},
        {"objective": "quantile:0.1", "precision": 3},
    ],
)
def test_threads_and_chunks_change_nothing(more) -> None:
    first = compare(plan_of(**more), 1)
    assert same(first, compare(plan_of(**more), 3, chunk=37))
    assert same(first, compare(plan_of(**more), 2, chunk=1000))


def test_a_policy_and_itself_differ_by_exactly_nothing() -> None:
    found = compare(plan_of(["family-first", "family-first"]))
    row = found.differences.iloc[0]
    assert [row["diff"], row["lo"], row["hi"], row["p_equal"]] == [0, 0, 0, 1]
    assert found.is_decided
    assert found.best == ["family-first (1)", "family-first (2)"]
    assert not len(found.far)


def test_differences_are_those_of_the_games() -> None:
    found = compare(plan_of(fixed=True, games=500))
    scores = {}
    for policy in TRIO:
        kept = []
        from analyser.plan import make_plan
        from analyser.run import run

        run(make_plan("express", [policy], games=500, seed=5), rows=lambda first, rows, kept=kept: kept.append(rows))
        scores[policy] = np.concatenate(kept)[:, 0, 0].astype(float)
    for row in found.differences.to_dict("records"):
        difference = scores[row["policy"]] - scores[row["other"]]
        assert row["diff"] == pytest.approx(difference.mean())
        assert row["sd"] == pytest.approx(difference.std(ddof=1), rel=0.01)
        assert row["p_more"] == (difference > 0).mean()
        far = found.far.query(f"policy == {row['policy']!r} and other == {row['other']!r}")
        assert far["diff"].abs().tolist() == sorted(np.abs(difference), reverse=True)[: len(far)]
        assert all(difference[game] == value for game, value in zip(far["game"], far["diff"], strict=True))
        own = found.parts.query(f"policy == {row['policy']!r} and other == {row['other']!r}")
        assert own.query("harvest == 0 and category != ''")["diff"].sum() == pytest.approx(row["diff"])
        assert own.query("harvest > 0 and category == ''")["diff"].sum() == pytest.approx(row["diff"])
        assert own.query("harvest > 0 and category != ''")["diff"].sum() == pytest.approx(row["diff"])


def test_a_small_change_needs_ten_times_fewer_games_than_unpaired_play() -> None:
    """Common random numbers: most games of two nearly equal policies go the same way."""
    found = compare(plan_of(["balanced", "balanced:cattle_1=2.1"], fixed=True, games=4_000))
    row = found.differences.iloc[0]
    print(f"variance {row['variance_reduction']:.1f} times smaller, difference {row['diff']:.3f} (se {row['se']:.3f})")
    assert row["variance_reduction"] > 10
    assert row["games_unpaired"] > 10 * row["n"]
    assert row["diff"] != 0


def test_every_policy_gets_every_seat_equally() -> None:
    for lineup in [alone(3), together(2, 2), together(2, 3), together(3, 3), together(2, 4), together(4, 2),
                   together(5, 4), together(3, 4)]:  # fmt: skip
        seats = [sorted(seat for _, seat in lineup.plays(one)) for one in range(len(lineup.policies))]
        assert all(own == seats[0] for own in seats)
    found = focused(3, 4, 1)
    assert found.policies == (1, 0, 1, 2)
    assert found.counts == [4, 12, 4, 12]
    assert found.weights == [3, 1, 3, 1]
    assert found.pairs == ((0, 1), (2, 3))


def test_equal_policies_in_all_seats_win_equally() -> None:
    found = compare(plan_of(["greedy", "greedy:roll_gain=5"], players=3, objective="win", fixed=True, games=900))
    assert found.differences["diff"].abs().max() < 0.05
    assert found.policies["wins"].mean() == pytest.approx(1 / 3, abs=1e-9)


def test_elimination_plays_losers_no_further_and_keeps_the_winner() -> None:
    names = ["random", "greedy", "greedy:roll_gain=8", "family-first"]
    cut = compare(plan_of(names, games=1_000, indifference=0, elimination=True))
    assert cut.policies["n"].tolist() == [1_000, 1_000, 100, 100]
    assert sorted(cut.best) == ["greedy", "greedy:roll_gain=8"]
    whole = compare(plan_of(names, games=1_000, fixed=True))
    own = cut.differences.query("other == 'greedy:roll_gain=8' and policy == 'greedy'").iloc[0]
    assert (
        own["diff"] == whole.differences.query("other == 'greedy:roll_gain=8' and policy == 'greedy'").iloc[0]["diff"]
    )


def test_shares_and_quantiles_of_the_extreme_are_sane() -> None:
    found = compare(plan_of(["random", "rancher"], objective="p_above_par", precision=0.05))
    assert found.policies.iloc[1]["p_above_par"] == 0
    assert 0 < found.policies.iloc[1]["p_above_par_hi"] < 0.05
    assert found.why == "precision"


def test_all_wins_are_no_certainty_after_few_games() -> None:
    found = compare(plan_of(["rancher", "random"], players=2, objective="win", games=400))
    row = found.differences.iloc[0]
    assert row["diff"] == pytest.approx(1)
    assert 0.9 < row["lo"] < 1
    assert found.best == ["rancher"]


def test_too_small_a_cap_is_not_dressed_up_as_a_ranking() -> None:
    found = compare(plan_of(["balanced", "learned-lite"], games=150))
    assert found.why == "undecided"
    assert not found.is_decided
    assert sorted(found.best) == ["balanced", "learned-lite"]
    assert found.policies["rank_lo"].tolist() == [1, 1]
    assert found.policies["rank_hi"].tolist() == [2, 2]


def fake(plan, first, games, values):
    """Return the tally of made-up solo scores (int[games, policies])."""
    rows = []
    for place in range(values.shape[1]):
        row = np.zeros((games, 1, plan.width), np.int32)
        row[:, 0, 0] = values[:, place]
        rows.append(row)
    return tally_blocks(plan, first, rows, [True] * values.shape[1])


def test_a_null_comparison_is_rarely_decided_wrongly() -> None:
    """Of 300 comparisons of three equal policies, watched for forty looks, at most a few name a best."""
    plan, rng, wrong = plan_of(indifference=0, games=4_000), np.random.default_rng(1), 0
    for _ in range(300):
        tally, done = CompareTally.empty(plan), 0
        for look in range(100, 4_001, 100):
            tally.add(fake(plan, done, look - done, np.rint(rng.normal(80, 9, (look - done, 3))).astype(int)))
            done = look
            found = standing(plan, tally)
            if sum(still_playing(plan, found, [True] * 3)) < 3 or (found.lo > 0).any():
                wrong += 1
                break
    print(f"{wrong} of 300 null comparisons raised an alarm")
    assert wrong <= 15 + 4 * np.sqrt(300 * 0.05 * 0.95)


def test_quantiles_and_their_differences_cover_the_truth() -> None:
    plan = plan_of(["greedy", "family-first"], objective="quantile:0.25", fixed=True)
    rng, inside = np.random.default_rng(4), 0
    for _ in range(400):
        luck = rng.normal(0, 8, 800)
        values = np.stack([80 + luck + rng.normal(0, 6, 800), 77 + luck + rng.normal(0, 6, 800)], axis=1)
        found = make_result(plan, _added(plan, np.rint(values).astype(int)))
        row = found.differences.iloc[0]
        inside += row["fixed_lo"] <= 3 <= row["fixed_hi"]
    print(f"coverage of the difference of two lower quartiles: {inside / 4:.1f} %")
    assert 0.91 < inside / 400 <= 0.99


def _added(plan, values):
    tally = CompareTally.empty(plan)
    tally.add(fake(plan, 0, len(values), values))
    return tally


@pytest.mark.parametrize(
    ("policies", "more", "says"),
    [
        (["greedy"], {}, "greedy alone cannot be compared"),
        ([], {}, "no policy cannot be compared|name two policies"),
        (["greedy", "gredy"], {}, "did you mean 'greedy'"),
        (["greedy", "random"], {"precision": 0}, "precision is 0"),
        (["greedy", "random"], {"precision": float("nan")}, "precision is nan"),
        (["greedy", "random"], {"indifference": -1}, "indifference is -1"),
        (["greedy", "random"], {"games": 50}, "first look is after 100"),
        (["greedy", "random"], {"games": 150, "players": 2, "objective": "win"}, "first look is after 200"),
        (["greedy", "random"], {"objective": "win"}, "needs opponents"),
        (["greedy", "random"], {"objective": "meen"}, "did you mean 'mean'"),
        (["greedy", "random"], {"objective": "quantile:0.1", "players": 2}, "compares solo games"),
        (["greedy", "random"], {"focus": "greedy"}, "give --players 2 or more"),
        (["greedy", "random"], {"focus": "gredy", "players": 2}, "did you mean 'greedy'"),
        (["greedy", "random"], {"elimination": True, "fixed": True}, "choose one of the two"),
        (["greedy", "random"], {"elimination": True, "players": 2}, "needs solo games"),
    ],
)
def test_mistakes_are_named(policies, more, says) -> None:
    with pytest.raises(AnalyserError, match=says):
        plan_of(policies, **more)


def test_a_comparison_that_was_ended_goes_on_to_the_same_result(tmp_path) -> None:
    plan, state = plan_of(games=1_500, precision=0.001), tmp_path / "state.npz"
    whole = compare(plan)

    def stop(tally, alive, at=[0]) -> None:  # noqa: B006
        at[0] += 1
        if at[0] == 4:
            raise KeyboardInterrupt

    part = compare(plan, state=state, progress=stop, chunk=50)
    assert part.why == "interrupted"
    assert 0 < part.games < 1_500
    assert same(compare(plan, state=state, chunk=64), whole)
    other = plan_of(games=1_500, precision=0.002)
    with pytest.raises(AnalyserError, match="another comparison"):
        compare(other, state=state)
    state.write_bytes(state.read_bytes()[:200])
    with pytest.raises(analyser.AnalyserError, match="cannot read"):
        compare(plan, state=state)
