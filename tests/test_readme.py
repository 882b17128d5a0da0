"""The README's examples do what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sims.express import scripts, variants, words
from sims.express.features import FEATURES
from sims.express.game import weights_policy

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def write(folder: Path, start: str) -> Path:
    """Write the README's TOML block that begins with `start` to a file."""
    (text,) = [block for block in blocks("toml") if block.startswith(start)]
    path = folder / "example.toml"
    path.write_text(text)
    return path


def test_the_python_example_runs(capsys) -> None:
    (code,) = blocks("python")
    exec(code, {})
    assert "family-first" in capsys.readouterr().out


def test_the_rules_example_is_read(tmp_path: Path) -> None:
    rules = variants.load(write(tmp_path, 'name = "poor start"'))
    assert rules.values["start.food"] == 0
    assert rules.values["readings.breeding"] == "per_type"


def test_the_farm_example_scores_what_it_says(tmp_path: Path) -> None:
    rules = variants.default()
    found = scripts.score_farm(scripts.read_farm(write(tmp_path, 'game = "express"\nharvest'), rules), rules)
    assert found.total == 28
    assert "gives 28 points" in README


def test_the_game_example_is_legal(tmp_path: Path) -> None:
    played = scripts.replay(scripts.read_game(write(tmp_path, 'game = "express"\nplayers')), variants.default())
    assert len(played.actions) == 2


def test_the_table_of_weights_is_a_policy(tmp_path: Path) -> None:
    found = weights_policy(write(tmp_path, 'summary = "Fields'))
    assert len([one for one in found.parameters if one.default]) == 19
    assert f"all {FEATURES} features" in README


def sentences() -> list[str]:
    """Return the moves that the table of sentences shows."""
    (table,) = re.findall(r"\| move \| sentence \|\n(.*?)\n\n", README, re.DOTALL)
    return [text for text in re.findall(r"`([^`]+)`", table) if not text.startswith(("on ", "stone"))]


@pytest.mark.parametrize("sentence", sentences())
def test_each_sentence_of_the_table_is_read(sentence: str) -> None:
    whole = sentence.replace("...,", "collect 1 x Sheep,").replace("; ...", "; have a baby")
    assert words.describe(words.parse(whole)) == whole


def test_every_command_is_in_the_table() -> None:
    import cli

    for name in [*cli.app.commands, *(f"policies {name}" for name in cli.policies.commands if name != "list")]:
        assert f"| `analyser {name} " in README or f"| `analyser {name}`" in README
