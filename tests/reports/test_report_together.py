"""Several results in one report, and reports with some of their sections."""

from __future__ import annotations

import dataclasses

import pytest

from reports import markdown, write_report
from reports.document import document, with_sections
from reports.together import PAIRED, UNPAIRED, side_by_side_table, together
from sims.errors import AnalyserError


def test_one_result_is_its_own_report(result):
    assert together([result]).title == document(result).title


def test_the_same_dice_are_said_to_be_the_same(make_result):
    one, other = make_result(50), make_result(50, ("greedy",))
    assert PAIRED.format(draws="dice") in together([one, other]).lead
    for changed in (make_result(60), make_result(50, seed=8), make_result(50, ("a", "b"))):
        assert UNPAIRED.format(draws="dice") in together([one, changed]).lead
    rules = dataclasses.replace(other, plan={**other.plan, "rules_hash": "other"})
    assert UNPAIRED.format(draws="dice") in together([one, rules]).lead


def test_a_row_for_each_seat(make_result):
    report = together([make_result(50), make_result(60, ("a", "b"))])
    frame = report.exports["side-by-side"]
    assert frame[["part", "seat", "n"]].to_numpy().tolist() == [[1, 1, 50], [2, 1, 60], [2, 2, 60]]
    shown = side_by_side_table(frame)
    assert list(shown.index) == ["1. family-first", "2. a", "2. b"]
    assert list(shown["Seat"]) == ["1", "1", "2"]
    assert "Seat" not in side_by_side_table(frame[frame["seat"] == 1])


def test_files_of_the_parts_do_not_meet(make_result, tmp_path):
    names = {path.name for path in write_report(together([make_result(50), make_result(60)]), tmp_path / "r")}
    assert {"1-scores.svg", "2-scores.svg", "1-summary.csv", "2-summary.csv", "side-by-side.csv"} <= names
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    assert "## 2. Agricola Express: family-first" in text
    assert text.count("### Scores") == 2
    assert text.count("## What the numbers do not say") == 1


def test_different_games_are_refused(make_result):
    with pytest.raises(AnalyserError, match="different games"):
        together([make_result(50), make_result(50, title="Agricola")])


def test_sections_are_chosen_by_name(make_result):
    report = together([make_result(50), make_result(60)])
    chosen = with_sections(report, ["side-by-side", "points"])
    assert list(chosen.keys()) == ["side-by-side", "points", "points"]
    assert "How to make these numbers again" in markdown.page(chosen)
    with pytest.raises(AnalyserError, match=r"unknown section 'score' \(did you mean 'scores'\?\)"):
        with_sections(report, ["score"])


def test_names_of_sections_stay(result):
    names = ["look", "scores", "reach", "points", "tenths", "groups", "kept", "first", "came", "state", "markers"]
    assert list(document(result).keys()) == names
