"""Reports of a game without dice, harvests and par, that is scored once and has a seat that starts."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

import analyser
from analyser.compare import compare, make_compare_plan
from reports import markdown
from reports.canvas import picture
from reports.comparison.tables import counted_once
from reports.digits import has_error
from reports.document import document
from reports.events import first_lines, first_table
from reports.figures import FIGURES, lines_over_time, points_by_category, worth_of_starting
from reports.figures.markers import dot_colours
from reports.run_document import run_document
from reports.start import MIXED, SAME, TURNS, measured, start_rows, start_words
from reports.state_lines import drawn, line_of
from reports.tables import exports, group_table, points_table, scored_once
from reports.terminal import fitting, rich_table
from reports.together import together

STRANGE = re.compile(
    r"\b(dice|die|dies|rolls?|rolled|lying|harvests?|par|bab(y|ies)|food|cards?|occupations?|improvements?)\b",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def run():
    """Return a run of two policies."""
    return analyser.simulate("creatures", ["balanced", "shepherd"], games=300, seed=7)


@pytest.fixture(scope="module")
def alike():
    """Return a run of one policy on both seats."""
    return analyser.simulate("creatures", ["homesteader"], games=300, seed=7)


@pytest.fixture(scope="module")
def tossed(tmp_path_factory):
    """Return a run of two policies in which a coin says who starts."""
    file = tmp_path_factory.mktemp("rules") / "coin.toml"
    file.write_text(rules_with_a_coin())
    return analyser.simulate("creatures", ["balanced", "homesteader"], games=400, seed=7, rules=file)


def rules_with_a_coin() -> str:
    """Return the rules with a coin for the start, as TOML."""
    from sims.creatures import variants

    return variants.to_toml(variants.build("coin", {"game.first": "coin"}, "coin"))


@pytest.fixture(scope="module")
def comparison():
    """Return a comparison of three."""
    return compare(make_compare_plan("creatures", ["balanced", "homesteader", "random"], games=400, seed=3))


def test_no_word_of_another_game(run, alike, comparison):
    for subject in (run, alike, comparison):
        assert not STRANGE.findall(markdown.page(document(subject)))
    assert not STRANGE.findall(markdown.page(together([run, alike, comparison])))


def test_figures_have_no_word_of_another_game(run):
    for name, draw in FIGURES.items():
        if name != "kept":
            image = ElementTree.fromstring(picture(draw(run), "svg"))
            words = " ".join("".join(node.itertext()) for node in image.iter("{http://www.w3.org/2000/svg}text"))
            assert not STRANGE.findall(words), name


def test_sections_in_their_order(run):
    assert [section.title for section in run_document(run).sections] == [
        "In one look",
        "Scores",
        "The chance to reach a score",
        "The start player",
        "Where the points come from",
        "Good games and bad games",
        "What it did, round by round",
        "The first action",
        "When things came",
        "The farm after each round",
        "What goes with a high score",
    ]


@pytest.mark.parametrize("name", ["run", "tossed"])
def test_every_cell_shown_comes_from_its_export(request, name):
    result = request.getfixturevalue(name)
    raw = exports(result)
    for section in run_document(result).sections:
        for table in section.tables:
            if table.export in ("deciles", "summary", "curve", "quantiles"):
                continue  # as in a run of any game
            frames = [raw[table.export], raw["summary"]]
            numbers = pd.concat(frames).select_dtypes("number").to_numpy().ravel()
            numbers = np.concatenate([numbers, 100 * numbers])
            for cell in table.frame.to_numpy().ravel():
                if "≤" not in str(cell):
                    for found in re.findall(r"(?<![\w.])-?\d[\d,]*\.?\d*", str(cell)):
                        value, decimals = float(found.replace(",", "")), len(found.partition(".")[2])
                        near = np.nanmin(np.abs(numbers - value))
                        assert near <= 0.5001 * 10**-decimals, (section.title, cell)


def test_the_score_is_counted_once_and_its_parts_add_up(run):
    assert scored_once(run)
    assert list(points_table(run).columns) == ["Seat 1: balanced", "Seat 2: shepherd"]
    sums = run.sheet.groupby("seat")["mean"].sum()
    assert sums.tolist() == pytest.approx(run.summary["mean"].tolist())
    animals = run.categories.query("seat == 2 and category in ['Sheep', 'Pigs', 'Cows', 'Horses']")["mean"].sum()
    assert run.sheet.query("seat == 2 and part == 'Animals'")["mean"].iloc[0] == pytest.approx(animals)


def test_a_part_has_the_error_of_its_sum(run):
    rows = run.sample.rows[:, 0, :].astype(float)
    places = [place for place, _, item in run.columns.of("points") if item.endswith("bonus")]
    bonus = rows[:, places].sum(axis=1) / 2
    row = run.sheet.query("seat == 1 and part == 'Bonuses'").iloc[0]
    assert row["se"] == pytest.approx(bonus.std(ddof=1) / len(bonus) ** 0.5)


def test_starting_is_paired_within_each_game(alike):
    scores = alike.sample.rows[:, :, 0].astype(float) / 2
    ahead, row = scores[:, 0] - scores[:, 1], alike.start.query("seat == 0").iloc[0]
    assert measured(alike) == SAME
    assert (row["diff"], row["se"]) == pytest.approx((ahead.mean(), ahead.std(ddof=1) / len(ahead) ** 0.5))
    assert row["wins"] == alike.summary["wins"].iloc[0]
    assert row["mean"] - row["others"] == pytest.approx(row["diff"])
    assert [row["seat"] for row in start_rows(alike)] == [1]


def test_two_policies_of_which_one_always_starts_are_told_apart_from_starting(run):
    assert measured(run) == MIXED
    assert "Seat 1 (balanced), which starts every game," in start_words(run)
    assert "that of the policies as much as" in markdown.page(run_document(run))


def test_where_all_start_in_turn_the_policies_drop_out(tossed):
    assert measured(tossed) == TURNS
    rows = tossed.start.set_index("seat")
    assert rows["n"].loc[[1, 2]].sum() == rows["n"][0] == 400
    assert rows["diff"][0] == pytest.approx(rows["diff"].loc[[1, 2]].mean())
    assert rows["se"][0] == pytest.approx(np.hypot(rows["se"][1], rows["se"][2]) / 2)
    assert rows["diff"][1] > 0 > rows["diff"][2]  # balanced is ahead, whoever starts
    assert abs(rows["diff"][0]) < min(rows["diff"][1], -rows["diff"][2])


def test_the_picture_of_starting_holds_the_table(tossed):
    left, right = worth_of_starting(tossed).axes
    rows = tossed.start
    for axis, column, unit in ((left, "diff", 1), (right, "wins", 100)):
        found = [line.get_xdata()[0] for line in axis.lines if line.get_marker() == "D"]
        assert [float(np.ravel(value)[0]) for value in found] == pytest.approx((unit * rows[column]).tolist())


def test_lines_are_the_means_of_what_is_owned(run):
    figure, groups = lines_over_time(run), list(drawn(run))
    assert [group for group, _ in groups] == ["Animals", "Land", "Materials"]
    panels = {axis.get_title("left"): axis for axis in figure.axes if axis.get_title("left")}
    for item in (item for _, items in groups for item in items):
        lines = panels[item].get_lines()
        for seat in (1, 2):
            assert list(lines[seat - 1].get_ydata()) == pytest.approx(line_of(run, seat, item)["mean"].tolist())


def test_names_are_no_formulas_in_these_pictures_either(run):
    named = replace(run, plan={**run.plan, "policies": ["a$b$c|<x>&`*_", "greedy"]})
    for draw in (lines_over_time, worth_of_starting):
        image = ElementTree.fromstring(picture(draw(named), "svg"))
        words = ["".join(node.itertext()) for node in image.iter("{http://www.w3.org/2000/svg}text")]
        assert any("a$b$c|<x>&`*" in word for word in words)


def test_a_wide_table_comes_in_parts_that_fit_a_terminal(run):
    shown = group_table(run, 1).reset_index()
    groups = fitting(shown, 100)
    assert [place for group in groups for place in group[1:]] == list(range(1, len(shown.columns)))
    assert len(groups) > 1
    for places in groups:
        out = Console(width=100, file=StringIO())
        out.print(rich_table(shown.iloc[:, places], index=False))
        text = out.file.getvalue()
        assert "…" not in text
        assert "Special Building (a)" in text
    assert fitting(shown, 1000) == [list(range(len(shown.columns)))]


def test_a_comparison_of_a_game_that_is_scored_once_shows_points_once(comparison):
    assert counted_once(comparison)
    assert "| Category | Points |" in markdown.page(document(comparison))


def test_no_row_is_shown_of_a_space_that_no_game_began_with(run):
    shown = first_lines(run)
    begun = run.first_action[run.first_action["hits"] > 0]["group"]
    assert set(shown) == set(begun)
    assert list(first_table(run, 1).index) == shown


def test_what_is_marked_at_two_rounds_has_two_colours(run):
    assert len(set(dot_colours(run).values())) == len(dot_colours(run)) > 2


def test_bars_have_the_colours_of_the_parts_of_the_score(run):
    bars = points_by_category(run).axes[0].patches
    colours = [bar.get_facecolor() for bar in bars[:12]]
    assert len(set(colours)) == 4
    assert len(set(colours[:4])) == len(set(colours[4:8])) == len(set(colours[9:])) == 1


def test_a_saved_run_tells_the_same(run, tmp_path):
    from analyser.store import save

    save(run, tmp_path / "run")
    again = analyser.load(tmp_path / "run")
    assert markdown.page(run_document(again)) == markdown.page(run_document(run))
    for name in ("start", "sheet"):
        pd.testing.assert_frame_equal(getattr(again, name), getattr(run, name), check_exact=True)


def test_one_game_has_no_errors_and_no_complaint():
    result = analyser.simulate("creatures", ["homesteader", "random"], games=1, seed=3)
    assert not has_error(result.start["se"].iloc[0])
    text = markdown.page(run_document(result))
    assert "nan" not in text.lower()
    for section in run_document(result).sections:
        if section.picture is not None:
            picture(section.picture.draw(), "svg")
