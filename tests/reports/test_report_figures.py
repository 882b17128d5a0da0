"""What is drawn equals the tables."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.colors import to_hex

from reports.canvas import SEAT_COLOURS, contrasting, picture
from reports.figures import FIGURES, groups_by_round, points_by_category, score_distribution
from reports.tables import category_means, group_means, score_bins

NASTY = "a$b$c|<x>&`*_{}\\ \N{SNOWMAN} \u4e2d"


def texts(figure):
    """Return every text of a figure's panels."""
    return [text.get_text() for axis in figure.axes for text in axis.texts]


@pytest.mark.parametrize("games", [1, 12, 400, 5000])
def test_score_bars_are_the_bins(make_result, games):
    made = make_result(games)
    axis = score_distribution(made).axes[0]
    bins = score_bins(made, 1)
    share = bins["hits"] if games < 300 else 100 * bins["prob"]
    assert [bar.get_height() for bar in axis.patches] == pytest.approx(share.tolist())
    assert [bar.get_x() - 0.5 for bar in axis.patches] == pytest.approx(bins["first"].tolist())
    full = [to_hex(bar.get_facecolor()).upper() == SEAT_COLOURS[0] for bar in axis.patches]
    assert full == bins["above"].tolist()


def test_par_is_marked_between_its_bar_and_the_next(make_result):
    made = make_result(5000)
    axis = score_distribution(made).axes[0]
    assert any(list(line.get_xdata()) == [85.5, 85.5] for line in axis.lines)
    share = 100 * made.summary["p_above_par"].iloc[0]
    assert any(f"above par 85: {share:.0f}" in text for text in texts(score_distribution(made)))


def test_short_runs_count_the_games_above_par(make_result):
    made = make_result(250)
    above = score_bins(made, 1).query("above")["hits"].sum()
    assert texts(score_distribution(made)) == [f"above par 85: {above} of 250 games"]


def test_no_par_no_mark(make_result):
    assert texts(score_distribution(make_result(50, par=None))) == []


def test_every_seat_has_its_panel_and_its_colour(make_result):
    made = make_result(1000, ("a", "b", "c"))
    for draw in (score_distribution, points_by_category, groups_by_round):
        assert [axis.get_title("left")[:6] for axis in draw(made).axes] == ["Seat 1", "Seat 2", "Seat 3"]
    drawn = [{to_hex(bar.get_facecolor()).upper() for bar in axis.patches} for axis in score_distribution(made).axes]
    assert all(colour in found for colour, found in zip(SEAT_COLOURS, drawn, strict=False))


@pytest.mark.parametrize("games", [1, 12, 400])
def test_category_bars_are_the_means(make_result, games):
    made = make_result(games)
    means = category_means(made, 1)
    axis = points_by_category(made).axes[0]
    widths = np.array([[bar.get_width() for bar in bars] for bars in axis.containers[: len(means.columns)]])
    np.testing.assert_allclose(widths.T, means.to_numpy())
    labels = [label.get_text() for label in axis.get_yticklabels()]
    assert labels == list(made.game.categories)


def test_stacked_parts_touch_and_losses_go_left(result):
    means = category_means(result, 1)
    bars = [list(container) for container in points_by_category(result).axes[0].containers[:3]]
    house, missing = 0, list(means.index).index("Missing food")
    assert bars[1][house].get_x() == pytest.approx(means.loc["House", 1])
    assert bars[2][missing].get_x() == pytest.approx(means.loc["Missing food", [1, 2]].sum())
    assert bars[2][missing].get_width() < 0
    assert bars[2][missing].get_hatch()
    assert not bars[2][house].get_hatch()


def test_category_errors_are_drawn_or_stated(make_result):
    few, many = points_by_category(make_result(12)), points_by_category(make_result(20000))
    assert len(few.axes[0].containers) == 6  # three harvests' bars and three harvests' error bars
    assert len(many.axes[0].containers) == 3
    assert "too narrow to draw" in many.get_supxlabel()
    segments = few.axes[0].containers[3].lines[2][0].get_segments()
    frame = make_result(12).categories.query("harvest == 1 and se > 0")
    assert [end[0] - start[0] for start, end in segments] == pytest.approx((frame["hi"] - frame["lo"]).tolist())


def test_group_cells_are_the_means(make_result):
    made = make_result(200, ("a", "b"))
    for seat, axis in enumerate(groups_by_round(made).axes, start=1):
        means = group_means(made, seat)
        np.testing.assert_allclose(axis.collections[0].get_array().reshape(means.shape), means.to_numpy())
    assert [label.get_text() for label in groups_by_round(made).axes[0].get_yticklabels()] == list(made.game.groups)


def test_text_on_any_cell_has_contrast():
    assert contrasting((1, 1, 1, 1)) != contrasting((0, 0, 0, 1))


def test_svg_text_is_text_and_names_are_no_formulas(make_result):
    made = make_result(200, (NASTY, "greedy"))
    for name, draw in FIGURES.items():
        if name in ("start", "lines"):
            continue  # `test_names_are_no_formulas_in_these_pictures_either`
        image = ElementTree.fromstring(picture(draw(made), "svg"))
        words = ["".join(node.itertext()) for node in image.iter("{http://www.w3.org/2000/svg}text")]
        assert any("a$b$c|<x>&`*" in word for word in words)
        assert b"<dc:date>" not in picture(draw(made), "svg")


def test_readers_own_settings_change_nothing(result):
    import matplotlib

    plain = picture(score_distribution(result), "png")
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "black"}):
        assert picture(score_distribution(result), "png") == plain


def test_titles_say_what_is_seen(result):
    row = result.summary.iloc[0]
    title = score_distribution(result).get_suptitle().replace("\n", " ")
    assert f"end between {row['q25']:.0f} and {row['q75']:.0f}" in title
    assert "House (" in points_by_category(result).get_suptitle()
    assert "Collect produce (" in groups_by_round(result).get_suptitle()


def test_many_rounds_get_no_numbers_in_their_cells(result):
    rounds = [result.groups.assign(round=result.groups["round"] + 6 * turn) for turn in range(5)]
    import pandas as pd

    long = dataclasses.replace(result, groups=pd.concat(rounds, ignore_index=True))
    assert len(texts(groups_by_round(long))) == len(result.game.groups)


def test_pyplot_is_never_loaded():
    code = "import sys, reports.files; sys.exit('matplotlib.pyplot' in sys.modules)"
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)
