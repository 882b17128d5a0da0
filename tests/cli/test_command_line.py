"""Command lines that are shown and stored, to be typed again."""

from __future__ import annotations

import shlex
from pathlib import Path

from analyser.command_line import command_line


def test_options_are_written_in_their_order() -> None:
    said = command_line("strength", "express", policy=("greedy", "random"), slow_games=5, seed=0, o=Path("a.md"))
    assert said == "analyser strength express --policy greedy --policy random --slow-games 5 --seed 0 -o a.md"


def test_what_is_not_given_is_left_out() -> None:
    assert command_line("tune", "express", against=[], only="", rules=None) == "analyser tune express"


def test_odd_words_are_quoted() -> None:
    label = "lookahead:base=(my policy.py:name)"
    assert shlex.split(command_line("simulate", "express", policy=[label]))[-1] == label
