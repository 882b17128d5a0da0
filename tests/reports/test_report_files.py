"""A report is written whole or not at all, and only where it may be."""

from __future__ import annotations

import dataclasses
import errno
import json
from pathlib import Path

import pandas as pd
import pytest

from reports import figures, write_report
from reports.tables import EXPORTS
from sims.errors import AnalyserError

FIGURES = sorted({*figures.FIGURES} - {"start", "lines"})  # of a game that names no start, no lines and no parts
TABLES = [name for name in EXPORTS if name not in ("start", "sheet")]


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its bytes."""
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def fail_after(monkeypatch, method: str, calls: int, code: int) -> None:
    """Let a method of Path fail with an error code from the given call on."""
    real, done = getattr(Path, method), []

    def broken(self, *args, **kwargs):
        done.append(self)
        # What is moved back after a failure must work, so that just one call fails.
        if len(done) == calls:
            raise OSError(code, "broken for the test")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Path, method, broken)


@pytest.fixture
def written(result, tmp_path):
    write_report(result, tmp_path / "report", ("md", "csv"))
    return tmp_path / "report"


def test_all_files_are_there_and_listed(result, tmp_path):
    paths = write_report(result, tmp_path / "new" / "report")
    expected = {"report.html", "report.md", "report.json"}
    expected |= {f"figures/{name}.{kind}" for name in FIGURES for kind in ("png", "svg")}
    expected |= {f"tables/{name}.{kind}" for name in TABLES for kind in ("csv", "parquet")}
    assert set(tree(tmp_path / "new" / "report")) == expected
    assert {p.relative_to(tmp_path / "new" / "report").as_posix() for p in paths} == expected
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["report"]
    marker = json.loads((tmp_path / "new" / "report" / "report.json").read_text())
    assert set(marker["files"]) == expected
    assert marker["plan"]["seed"] == 7


def test_tables_read_back_as_they_were(result, tmp_path):
    write_report(result, tmp_path / "r", ("csv", "parquet"))
    for name in TABLES:
        raw = getattr(result, name)
        csv = pd.read_csv(tmp_path / "r" / "tables" / f"{name}.csv", dtype=str, keep_default_na=False)
        csv = csv.mask(csv == "", "nan")  # the mean score after a first action that never was
        pd.testing.assert_frame_equal(csv.astype(raw.dtypes.to_dict()), raw, check_exact=True)
        parquet = pd.read_parquet(tmp_path / "r" / "tables" / f"{name}.parquet")
        pd.testing.assert_frame_equal(parquet, raw, check_exact=True)


def test_links_of_the_page_lead_to_files(result, tmp_path):
    import re

    write_report(result, tmp_path / "r")
    links = re.findall(r"\]\(([^)]+)\)", (tmp_path / "r" / "report.md").read_text("utf-8"))
    assert links
    assert all((tmp_path / "r" / link).is_file() for link in links)


def test_two_writes_give_the_same_bytes(make_result, tmp_path):
    for name in ("one", "two"):
        write_report(make_result(300, ("a$b", "greedy")), tmp_path / name)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


@pytest.mark.parametrize("force", [False, True])
def test_a_foreign_folder_is_refused(result, tmp_path, force):
    (tmp_path / "holiday.jpg").write_text("x")
    with pytest.raises(AnalyserError, match=r"holds 'holiday.jpg', which is no part of a report"):
        write_report(result, tmp_path, force=force)
    assert tree(tmp_path) == {"holiday.jpg": b"x"}


@pytest.mark.parametrize("stranger", ["notes.txt", "figures/mine.png", "drafts"])
def test_a_report_with_something_of_the_users_is_refused_even_with_force(written, result, stranger):
    (written / stranger).mkdir(parents=True)
    before = tree(written)
    with pytest.raises(AnalyserError, match="no part of a report"):
        write_report(result, written, force=True)
    assert tree(written) == before


def test_somebody_elses_report_json_makes_no_report(result, tmp_path):
    for text in ('{"files": ["report.json"]}', "[1]", "not json", "\xff"):
        (tmp_path / "report.json").write_text(text, "latin-1")
        with pytest.raises(AnalyserError, match="no part of a report"):
            write_report(result, tmp_path, force=True)


def test_an_earlier_report_is_replaced_only_with_force(written, make_result):
    before = tree(written)
    with pytest.raises(AnalyserError, match="--force"):
        write_report(make_result(50), written)
    assert tree(written) == before
    write_report(make_result(50), written, ("md",), force=True)
    assert set(tree(written)) == {"report.md", "report.json"}
    assert tree(written)["report.md"] != before["report.md"]
    assert not [p for p in written.iterdir() if p.name not in ("report.md", "report.json")]


def test_an_empty_folder_is_used(result, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_report(result, Path("."), ("md",))
    assert set(tree(tmp_path)) == {"report.md", "report.json"}


def test_a_file_in_the_way_is_named(result, tmp_path):
    (tmp_path / "report").write_text("mine")
    with pytest.raises(AnalyserError, match="is a file"):
        write_report(result, tmp_path / "report")
    with pytest.raises(AnalyserError, match="nothing was written"):
        write_report(result, tmp_path / "report" / "inside", ("md",))
    assert tree(tmp_path) == {"report": b"mine"}


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "no space left"),
        (errno.EACCES, "may not write"),
        (errno.EROFS, "may not write"),
        (errno.EIO, "cannot"),
    ],
)
def test_a_failing_disk_leaves_nothing(result, tmp_path, monkeypatch, code, words):
    fail_after(monkeypatch, "write_bytes", 3, code)
    with pytest.raises(AnalyserError, match=f"{words}.*nothing was written") as caught:
        write_report(result, tmp_path / "deep" / "er", ("md", "csv"))
    assert "\n" not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("method", ["write_bytes", "rename"])
@pytest.mark.parametrize("call", [1, 2, 3, 5])
def test_a_failing_replacement_leaves_the_earlier_report(written, make_result, monkeypatch, method, call):
    before = tree(written)
    fail_after(monkeypatch, method, call, errno.ENOSPC)
    with pytest.raises(AnalyserError, match="no space left"):
        write_report(make_result(50), written, ("md", "csv"), force=True)
    assert tree(written) == before


def test_an_interruption_leaves_nothing_either(result, tmp_path, monkeypatch):
    def stop(self, data):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", stop)
    with pytest.raises(KeyboardInterrupt):
        write_report(result, tmp_path / "r", ("md",))
    assert list(tmp_path.iterdir()) == []


def test_a_bug_in_a_figure_touches_no_disk(result, tmp_path, monkeypatch):
    monkeypatch.setitem(figures.FIGURES, "scores", lambda result: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        write_report(result, tmp_path / "r")
    assert list(tmp_path.iterdir()) == []


def test_unknown_formats_are_told(result, tmp_path):
    with pytest.raises(AnalyserError, match=r"unknown report format 'pgn' \(did you mean 'png'\?\)"):
        write_report(result, tmp_path / "r", ("md", "pgn"))
    with pytest.raises(AnalyserError, match="no format"):
        write_report(result, tmp_path / "r", ())


def test_a_command_that_is_no_unicode_is_shown_replaced(result, tmp_path):
    plan = {**result.plan, "command": "analyser simulate express --policy bad\udcff.py:x"}
    write_report(dataclasses.replace(result, plan=plan), tmp_path / "r", ("md",))
    assert "bad\N{REPLACEMENT CHARACTER}.py:x" in (tmp_path / "r" / "report.md").read_text("utf-8")
