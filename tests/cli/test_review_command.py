"""The command `review`: text, CSV, JSON, the page, and mistakes."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd
import pytest

FILE = "docs/examples/game.toml"
QUICK = ("--reference", "balanced", "--playouts", 10, "--seed", 1)


def test_a_game_file_is_reviewed(say, tmp_path: Path) -> None:
    said = say("review", "express", FILE, *QUICK, "--out", tmp_path / "page")
    assert said.code == 0
    assert "Seat 1 scored 84: " in said.out
    assert "by luck" in said.out
    assert "Round 6" in said.out
    assert "??" in said.out
    names = {str(path.relative_to(tmp_path / "page")) for path in (tmp_path / "page").rglob("*") if path.is_file()}
    assert {"report.html", "figures/timeline.svg", "tables/steps.csv"} <= names
    assert "What lost most" in (tmp_path / "page" / "report.html").read_text("utf-8")


def test_a_simulated_game_is_reviewed(say) -> None:
    words = ["review", "express", "--game", 5, "--policy", "greedy", *QUICK]
    found = json.loads(say(*words, "--format", "json").out)
    assert found["where"] == "game 5 of seed 1"
    assert found["command"].startswith("analyser review express --seed 1 ")
    total = sum(found[name]["mean"] for name in ("start", "luck", "play", "others"))
    assert total == pytest.approx(found["score"])
    frame = pd.read_csv(io.StringIO(say(*words, "--format", "csv").out))
    assert list(frame["step"]) == [row["step"] for row in found["steps"]]


def test_many_games_are_reviewed(say, tmp_path: Path) -> None:
    words = ["review", "express", "--policy", "family-first", "--games", 20, *QUICK]
    said = say(*words, "--out", tmp_path / "page")
    assert said.code == 0
    assert "By its decisions family-first loses" in said.out
    assert "Collect produce" in said.out
    assert "instead of" in said.out
    assert (tmp_path / "page" / "figures" / "kinds.svg").exists()
    found = json.loads(say(*words, "--format", "json").out)
    assert sum(row["lost"] for row in found["kinds"]) == pytest.approx(found["lost"]["mean"])
    frame = pd.read_csv(io.StringIO(say(*words, "--format", "csv").out))
    assert frame["lost"].sum() == pytest.approx(found["lost"]["mean"])


@pytest.mark.parametrize(("words", "code", "told"), [
    (["express", "nowhere.toml"], 1, "cannot read game file nowhere.toml"),
    (["express", FILE, "--games", 5], 2, "a FILE is one game"),
    (["express", FILE, "--policy", "greedy"], 2, "name a yardstick by --reference"),
    (["express", FILE, "--seat", 2], 1, "seat is 2"),
    (["express", FILE, "--reference", "balancd"], 1, "did you mean 'balanced'"),
    (["express", "--games", 2, "--policy", "gredy"], 1, "did you mean 'greedy'"),
])  # fmt: skip
def test_a_mistake_is_one_line(say, words: list[str], code: int, told: str) -> None:
    said = say("review", *words)
    assert said.code == code
    assert told in said.err
    assert said.err.count("\n") == 1
