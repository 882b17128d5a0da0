"""The example pages can be made again by their one command, and what the guide shows is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("run", "comparison")
MOST_BYTES = 1_500_000


def test_one_command_makes_the_pages(tmp_path: Path) -> None:
    told = {"ANALYSER": f"{sys.executable} {ROOT / 'cli.py'}", "GAMES": "200", "PYTHONPATH": str(ROOT)}
    command = ["bash", ROOT / "docs" / "example-pages" / "make.sh", tmp_path]
    subprocess.run(command, env={**os.environ, **told}, check=True, timeout=500)
    for name in PAGES:
        assert "What the numbers do not say" in (tmp_path / "example-pages" / name / "report.html").read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_pages_are_small_and_name_no_place_on_a_disk(name: str) -> None:
    page = ROOT / "docs" / "example-pages" / name / "report.html"
    assert page.stat().st_size < MOST_BYTES
    assert not re.findall(r"file:|/tmp/|/home/|/root/|/work/", page.read_text("utf-8"))


@pytest.mark.parametrize("page", ["README.md", "docs/read-your-first-report.md"])
def test_links_to_files_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text("utf-8")):
        assert (ROOT / page).parent.joinpath(link).exists(), link
