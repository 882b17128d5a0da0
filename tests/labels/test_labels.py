"""How a policy is named: the grammar of labels."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyser.errors import AnalyserError
from analyser.labels import parse

SAYS = {
    "greedy": (None, "greedy", {}),
    "greedy:roll_gain=4": (None, "greedy", {"roll_gain": "4"}),
    "greedy:": (None, "greedy", {}),
    "greedy:a=1,b=2": (None, "greedy", {"a": "1", "b": "2"}),
    "my.py": ("my.py", None, {}),
    "my.py:name": ("my.py", "name", {}),
    "my.py:a.name-1:x=1": ("my.py", "a.name-1", {"x": "1"}),
    "my.py:x=1,y=2": ("my.py", None, {"x": "1", "y": "2"}),
    "../a b/my.py:name:x=-1e3": ("../a b/my.py", "name", {"x": "-1e3"}),
    r"C:\x\my.py:name": (r"C:\x\my.py", "name", {}),
    "C:/x/my.py": ("C:/x/my.py", None, {}),
    r"C:\x\my.py:name:a=1": (r"C:\x\my.py", "name", {"a": "1"}),
    r"\\host\x\my.py:name": (r"\\host\x\my.py", "name", {}),
    "my.py.py:name": ("my.py.py", "name", {}),
    "weights.toml": ("weights.toml", None, {}),
    "a/weights.toml:x=1": ("a/weights.toml", None, {"x": "1"}),
    "lookahead:base=my.py:name,width=8": (None, "lookahead", {"base": "my.py:name", "width": "8"}),
    "lookahead:base=my.py:name": (None, "lookahead", {"base": "my.py:name"}),
    r"lookahead:base=C:\x\my.py:name": (None, "lookahead", {"base": r"C:\x\my.py:name"}),
    "lookahead:base=(my.py:name:a=1,b=2),width=8": (None, "lookahead", {"base": "my.py:name:a=1,b=2", "width": "8"}),
    "lookahead:base=(lookahead:base=(greedy:a=1,b=2),width=2)": (
        None, "lookahead", {"base": "lookahead:base=(greedy:a=1,b=2),width=2"},
    ),
    "x:a=(1)(2)": (None, "x", {"a": "(1)(2)"}),
    "my.pyc": (None, "my.pyc", {}),
}  # fmt: skip


@pytest.mark.parametrize("text", SAYS)
def test_a_label_says(text: str) -> None:
    path, name, values = SAYS[text]
    label = parse(text)
    assert label.text == text
    assert label.path == (None if path is None else Path(path))
    assert (label.name, label.values) == (name, values)


@pytest.mark.parametrize("text", ["", ":a=1", " ", "x:a=(1", "x:a=1)", "x:a=1,a=2", "x:a=)("])
def test_what_is_no_label_is_refused(text: str) -> None:
    with pytest.raises(AnalyserError):
        parse(text)
