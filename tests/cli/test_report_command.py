"""The command report: several runs, sections, title, formats, and the page opened."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest


@pytest.fixture
def run(say, tmp_path: Path) -> Path:
    assert say("simulate", "express", "-n", 50, "--seed", 5, "--out", tmp_path / "run").code == 0
    return tmp_path / "run"


def test_the_page_comes_first(say, run: Path, tmp_path: Path) -> None:
    said = say("report", run, "-o", tmp_path / "report")
    assert said.code == 0
    assert said.out.strip().endswith(f"begin with {tmp_path / 'report' / 'report.html'}")
    assert (tmp_path / "report" / "report.md").is_file()


def test_several_runs_become_one_page(say, run: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    assert say("simulate", "express", "-p", "greedy", "-n", 50, "--seed", 5, "--out", other).code == 0
    words = ["--format", "html,csv", "--title", "Fields <or> animals?"]
    assert say("report", run, other, "-o", tmp_path / "both", *words).code == 0
    text = (tmp_path / "both" / "report.html").read_text("utf-8")
    assert "<h1>Fields &lt;or&gt; animals?</h1>" in text
    assert "all met the same dice" in text
    assert (tmp_path / "both" / "tables" / "side-by-side.csv").read_text().count("\n") == 3


def test_a_run_and_a_comparison_go_together(say, run: Path, tmp_path: Path) -> None:
    duel = tmp_path / "duel"
    words = ["-p", "family-first", "-p", "greedy", "-n", 120, "--fixed", "--seed", 5, "--out", duel]
    assert say("compare", "express", *words).code == 0
    assert say("report", run, duel, "-o", tmp_path / "both", "--format", "md").code == 0
    text = (tmp_path / "both" / "report.md").read_text("utf-8")
    assert "They did not meet the same dice" in text
    assert "### Who is best" in text


def test_sections_are_named(say, run: Path, tmp_path: Path) -> None:
    assert say("report", run, "-o", tmp_path / "r", "--sections", "scores, dice", "--format", "html").code == 0
    text = (tmp_path / "r" / "report.html").read_text("utf-8")
    assert 'id="scores"' in text
    assert 'id="dice"' in text
    assert 'id="points"' not in text
    assert not (tmp_path / "r" / "tables").exists()


MISTAKES = [
    (["--sections", "score"], 1, "unknown section 'score' (did you mean 'scores'?)"),
    (["--sections", ""], 1, "no section"),
    (["--format", "htm"], 1, "did you mean 'html'"),
    (["--format", "md", "--open"], 2, "--open shows the page"),
]


@pytest.mark.parametrize(("words", "code", "hint"), MISTAKES, ids=lambda value: str(value))
def test_a_mistake_is_one_line(say, run: Path, tmp_path: Path, words: list[str], code: int, hint: str) -> None:
    said = say("report", run, "-o", tmp_path / "r", *words)
    assert said.code == code
    assert hint in said.err
    assert said.err.count("\n") == 1
    assert not (tmp_path / "r").exists()


def test_the_page_is_opened_where_it_is_asked_for(say, run: Path, tmp_path: Path, monkeypatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    assert say("report", run, "-o", tmp_path / "r", "--format", "html").code == 0
    assert not opened
    assert say("report", run, "-o", tmp_path / "r", "--format", "html", "--open", "--force").code == 0
    assert opened == [(tmp_path / "r" / "report.html").resolve().as_uri()]


def test_no_run_is_wrong_usage(say, tmp_path: Path) -> None:
    said = say("report", "-o", tmp_path / "r")
    assert said.code == 2
    assert "RUN" in said.err
