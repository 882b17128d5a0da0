"""The command `advise` as people use it at the table."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest

LINE = "r6 a1 | wood house 1 room 2 field | food 3 grain 2 | roll: house field midwife oven food food grain wood wood reed sheep sheep boar"
FILE = "docs/examples/position.toml"


def test_a_typed_line_is_answered(say) -> None:
    said = say("advise", "express", LINE, "--games", 100, "--seed", 1)
    assert said.code == 0
    assert "You: wood house, 1 room, 0 babies, 2 fields, 0 pastures, 3 Food, 2 Grain; 0 points" in said.out
    assert "To be used: House, Field, Midwife" in said.out
    assert " 1. " in said.out
    assert "seed 1: analyser advise express" in said.out


def test_a_file_is_answered_and_options_change_it(say) -> None:
    words = ["advise", "express", FILE, "--games", 100, "--seed", 1, "--format", "json"]
    found = json.loads(say(*words).out)
    assert found["keep"]["roll"] > 100
    assert [row["rank"] for row in found["moves"]] == list(range(1, 1 + len(found["moves"])))
    changed = json.loads(say(*words, "--dice", "Wood").out)
    assert [row["move"] for row in changed["moves"]] == ["", "collect 1 x Wood"]
    last = json.loads(say(*words, "--round", 6, "--actions-left", 1, "--dice", "Wood, Grain").out)
    assert {row["exact"] for row in last["moves"]} == {True, False}
    roll = "House, House, Mayor, Oven, Food, Food, Food, Wood, Wood, Wood, Boar, Boar, Boar"
    assert json.loads(say(*words, "--roll", roll).out)["keep"] is None


def test_csv_holds_the_moves_and_stdin_is_read(say, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{LINE}\n"))
    said = say("advise", "express", "--stdin", "--games", 100, "--seed", 1, "--format", "csv")
    frame = pd.read_csv(io.StringIO(said.out))
    assert {"rank", "words", "move", "n", "mean", "se", "lo", "hi", "diff", "best", "chance", "why"} <= set(frame)
    monkeypatch.setattr("sys.stdin", io.StringIO('round = 6\nactions_left = 1\ndice = "Wood"\n[farm]\nfood = 1'))
    assert say("advise", "express", "--stdin", "--games", 100, "--format", "csv").code == 0


@pytest.mark.parametrize(("words", "code", "told"), [
    (["express", "r2 a1 | feild 2"], 1, "in the line: unknown word 'feild' (did you mean 'field'?)"),
    (["express", "nowhere.toml"], 1, "cannot read position file nowhere.toml"),
    (["express", LINE, "--policy", "famly-first"], 1, "did you mean 'family-first'"),
    (["expres", LINE], 1, "did you mean 'express'"),
    (["express"], 2, "name a file with the POSITION"),
    (["express", LINE, "--stdin"], 2, "name a file with the POSITION"),
    (["express", FILE, "--dice", "Wood", "--roll", "Wood"], 2, "give one of them"),
    (["express", LINE, "--games", 5], 2, "--games"),
])  # fmt: skip
def test_a_mistake_is_one_line(say, words: list[str], code: int, told: str) -> None:
    said = say("advise", *words)
    assert said.code == code
    assert told in said.err
    assert said.err.count("\n") == 1
