"""Tables hold the result's numbers, in the game's order, and nothing that belongs to one game only."""

from __future__ import annotations

import dataclasses

import pandas as pd
import pytest

from reports.digits import with_error
from reports.tables import (
    bin_width,
    category_means,
    category_table,
    exports,
    group_table,
    kept_table,
    nice,
    score_bins,
    state_table,
    summary_table,
)


def one(frame: pd.DataFrame, **where: object) -> pd.Series:
    """Return the single row with these values."""
    for column, value in where.items():
        frame = frame[frame[column] == value]
    assert len(frame) == 1
    return frame.iloc[0]


def test_category_cells_and_totals(result):
    table = category_table(result, 1)
    assert list(table.index) == [*result.game.categories, "Total"]
    assert list(table.columns) == [*result.game.harvests, "All harvests"]
    row = one(result.categories, seat=1, harvest=2, category="House")
    assert table.loc["House", "Harvest 2"] == with_error(row["mean"], row["se"])
    score = result.summary.iloc[0]
    assert table.loc["Total", "All harvests"] == with_error(score["mean"], score["se"])
    assert category_means(result, 1).to_numpy().sum() == pytest.approx(score["mean"])
    assert table.loc["House", "All harvests"].startswith(f"{category_means(result, 1).loc['House'].sum():.1f}"[:3])


def test_unknown_labels_come_last_and_other_harvests_get_names(result):
    game = dataclasses.replace(result.game, categories=("Cattle", "House"), harvests=("Spring",))
    table = category_table(dataclasses.replace(result, game=game), 1)
    assert list(table.index[:3]) == ["Cattle", "House", "Fields"]
    assert list(table.columns[:3]) == ["Spring", "Harvest 2", "Harvest 3"]


def test_categorical_columns_do_as_well(result):
    frame = result.categories.astype({"category": "category", "policy": "category"})
    pd.testing.assert_frame_equal(
        category_table(dataclasses.replace(result, categories=frame), 1), category_table(result, 1)
    )


def test_state_groups_and_dice(make_result):
    two = make_result(60, ("family-first", "greedy"))
    row = one(two.state, seat=2, harvest=3, item="Mayor")
    assert state_table(two, 2).loc["Mayor", "Harvest 3"] == with_error(row["mean"], row["se"])
    row = one(two.groups, seat=2, round=4, group="Have baby")
    assert group_table(two, 2).loc["Have baby", "Round 4"] == with_error(row["mean"], row["se"])
    assert group_table(two, 1).columns[-1] == "Per game"
    row = one(two.dice, seat=2, round=6)
    assert kept_table(two).loc[6, "Seat 2: greedy: Dice kept (%)"] == with_error(100 * row["prob"], 100 * row["se"])
    assert kept_table(two).loc[6, "Seat 2: greedy: Actions (n)"] == "180"


def test_summary_has_wins_only_with_several_players_and_par_only_where_there_is_one(make_result):
    alone, two, no_par = make_result(60), make_result(60, ("a", "a")), make_result(60, par=None)
    assert "Games above par (85), %" in summary_table(alone).index
    assert "Games won, %" not in summary_table(alone).index
    assert "Games won, %" in summary_table(two).index
    assert list(summary_table(two).columns) == ["Seat 1: a", "Seat 2: a"]
    assert not [label for label in summary_table(no_par).index if "par" in label]


def test_one_game_has_no_error(make_result):
    table = summary_table(make_result(1))
    assert table.loc["Mean ± standard error"].iloc[0] == str(int(make_result(1).summary["mean"].iloc[0]))
    assert table.loc["95 % interval of the mean"].iloc[0] == "-"


@pytest.mark.parametrize(
    ("width", "bar"), [(0.3, 1), (1.9, 1), (2.0, 2), (4.9, 2), (5, 5), (19, 10), (37, 20), (float("nan"), 1)]
)
def test_bars_have_nice_widths(width, bar):
    assert nice(width) == bar


@pytest.mark.parametrize("games", [1, 2, 12, 400, 5000])
def test_bins_keep_every_game_and_never_straddle_par(make_result, games):
    made = make_result(games)
    bins = score_bins(made, 1)
    assert bins["hits"].sum() == games
    assert bins["prob"].sum() == pytest.approx(1)
    assert bins.loc[bins["above"], "prob"].sum() == pytest.approx(made.summary["p_above_par"].iloc[0])
    assert ((bins["last"] - made.game.par) % bin_width(made) == 0).all()


def test_fractional_scores_fall_on_the_right_side_of_par(result):
    rows = {"seat": 1, "policy": "a", "n": 3, "score": [84.5, 85.0, 85.5], "hits": 1, "prob": 1 / 3}
    summary = result.summary.assign(n=3, q25=84.5, q75=85.5, min=84.5, max=85.5)
    bins = score_bins(dataclasses.replace(result, histogram=pd.DataFrame(rows), summary=summary), 1)
    assert bins["hits"].tolist() == [2, 1]
    assert bins["above"].tolist() == [False, True]


def test_very_wide_scores_get_wider_bars(make_result):
    made = make_result(3000, spread=150.0)
    assert len(score_bins(made, 1)) <= 241


def test_exports_are_raw_and_leave_out_what_is_empty(result):
    assert exports(result)["categories"] is result.categories
    assert "groups" not in exports(dataclasses.replace(result, groups=result.groups.iloc[:0]))
