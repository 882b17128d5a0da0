"""Whatever is wrong with a policy's file is one clear line: where in the file, or which game to replay."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

HEAD = """import numpy as np
from sims.jit import kernel
from sims.draws import below
from sims.express.contract import Parameter, list_moves, own_farm, policy
from sims.express.drafts import Menu


"""
DECLARED = '@policy("name", "test")\n'
CHOOSE = "def choose(position, rules, found, params, stream):\n"
DOC = '    """Take the first move."""\n'
LIST = "    moves = list_moves(position, rules, Menu.USED, found)\n"
LINE = len(HEAD.splitlines()) + 1
"""The line of DECLARED where it follows HEAD."""


def body(*lines: str) -> str:
    """Return a file whose policy `name` does this."""
    return HEAD + DECLARED + CHOOSE + DOC + LIST + "".join(f"    {line}\n" for line in lines)


def keeping(*lines: str, takes: str = "position, rules, found, params, stream", what: str = "keep") -> str:
    """Return a file whose policy has this `keep` or `feed`."""
    asked = f"def {what}({takes}):\n" + "".join(f"    {line}\n" for line in lines)
    declared = f'@policy("name", "test", {what}={what})\n'
    return f"{HEAD}{asked}\n\n{declared}{CHOOSE}{DOC}{LIST}    return 0\n"


def parameter(arguments: str) -> str:
    """Return a file whose policy has one parameter, declared with this."""
    declared = f'@policy("name", "test", parameters=(Parameter({arguments}),))\n'
    return f"{HEAD}{declared}{CHOOSE}{DOC}{LIST}    return 0\n"


REPLAY = ["game ", "seed 7", "round ", "see it with: analyser replay express --seed 7 --game ", "my.py:name"]
BROKEN = {
    "syntax": (HEAD + "def choose(:\n", [f"my.py:{LINE}: ", "invalid syntax"]),
    "indentation": (HEAD + "def choose():\npass\n", [f"my.py:{LINE + 1}: ", "expected an indented block"]),
    "no text": ("x = 1\0\n", ["my.py:1: ", "null bytes"]),
    "takes too little": (
        HEAD + DECLARED + "def choose(position, rules, found):\n" + DOC + "    return 0\n",
        [f"my.py:{LINE + 1}: ", "choose has to take (position, rules, found, params, stream)"],
    ),
    "mixed up": (
        HEAD + DECLARED + "def choose(position, found, rules, params, stream):\n" + DOC + "    return 0\n",
        [f"my.py:{LINE + 1}: ", "choose has to take (position, rules, found, params, stream)"],
    ),
    "keep takes too much": (
        keeping("return True", takes="position, rules, found, params, stream, more"),
        [f"my.py:{LINE}: ", "keep has to take (position, rules, found, params, stream)"],
    ),
    "feed takes too little": (
        keeping("pass", takes="position, rules, cooking, stream", what="feed"),
        [f"my.py:{LINE}: ", "feed has to take (position, rules, cooking, params, stream)"],
    ),
    "no docstring": (HEAD + DECLARED + CHOOSE + "    return 0\n", [f"my.py:{LINE + 1}: ", "docstring"]),
    "unknown attribute": (body('return own_farm(position).wod'), [f"my.py:{LINE + 4}: ", "farm['wod']"]),
    "unknown field": (body('return own_farm(position)["wod"]'), [f"my.py:{LINE + 4}: ", "did you mean 'wood'?"]),
    "list of mixed types": (
        body("mixed = [moves]", 'mixed.append("wood")', "return len(mixed)"), [f"my.py:{LINE + 5}: ", "cannot be compiled"],
    ),
    "name of two kinds": (
        body("if moves > 3:", "    best = 1", "else:", '    best = "no"', "return len(str(best))"),
        [f"my.py:{LINE + 8}: ", "best is of two kinds, 1 and 'no'"],
    ),
    "undefined name": (body("return move"), [f"my.py:{LINE + 4}: ", "name 'move' is not defined"]),
    "misspelt name": (body("return list_mvoes(position)"), [f"my.py:{LINE + 4}: ", "did you mean 'list_moves'?"]),
    "plain function": (
        HEAD + "def helper(farm):\n    return 0\n\n\n" + DECLARED + CHOOSE + DOC + "    return helper(own_farm(position))\n",
        [f"my.py:{LINE + 7}: ", "helper is a plain Python function", "@kernel()"],
    ),
    "global dict": (
        HEAD + "TABLE = {1: 2}\n\n\n" + DECLARED + CHOOSE + DOC + "    return TABLE[1]\n",
        [f"my.py:{LINE + 6}: ", "TABLE is a Python dict"],
    ),
    "in a helper": (
        HEAD + '@kernel()\ndef helper(farm):\n    return farm["wod"]\n\n\n' + DECLARED + CHOOSE + DOC
        + "    return helper(own_farm(position))\n",
        [f"my.py:{LINE + 2}: ", "did you mean 'wood'?"],
    ),
    "wrong call": (
        HEAD + DECLARED + CHOOSE + DOC + "    return list_moves(position, rules, found)\n",
        [f"my.py:{LINE + 3}: ", "list_moves takes (position, rules, menu, found): missing a required argument: 'found'"],
    ),
    "unsupported": (
        body('with open("x") as file:', "    pass", "return 0"), [f"my.py:{LINE}: ", "cannot be compiled", "context manager"]
    ),
    "no operation": (body('return moves + "x"'), [f"my.py:{LINE + 4}: ", "add(int64, "]),
    "returns a float": (body("return moves / 2"), [f"my.py:{LINE + 1}: ", "choose returns a number with a fraction"]),
    "returns nothing": (body("moves += 1"), [f"my.py:{LINE + 1}: ", "choose returns nothing (None)"]),
    "returns nothing sometimes": (body("if moves > 3:", "    return 0"), [f"my.py:{LINE + 1}: ", "None", "on some"]),
    "returns a tuple": (body("return 0, moves"), [f"my.py:{LINE + 1}: ", "the place of a move"]),
    "keeps by a float": (keeping("return 0.5"), [f"my.py:{LINE}: ", "keep returns a number with a fraction"]),
    "feeds with an answer": (
        keeping("return 1", takes="position, rules, cooking, params, stream", what="feed"),
        [f"my.py:{LINE}: ", "feed returns a whole number", "cooking"],
    ),
    "default a text": (parameter('"x", "5", 0, 9, "means x"'), [f"my.py:{LINE}: ", "parameter x", "a number, not '5'"]),
    "low above high": (parameter('"x", 5, 9, 0, "means x"'), [f"my.py:{LINE}: ", "parameter x: low 9 is above high 0"]),
    "default outside": (parameter('"x", 10, 0, 9, "means x"'), [f"my.py:{LINE}: ", "default 10 is outside 0 to 9"]),
    "parameter without range": (parameter('"x", 10'), [f"my.py:{LINE}: ", "missing 3 required"]),
    "two of a name": (
        parameter('"x", 1, 0, 9, "means x"').replace("),))", '), Parameter("x", 1, 0, 9, "too")))'),
        [f"my.py:{LINE}: ", "two parameters are named 'x'"],
    ),
    "forgotten comma": (
        parameter('"x", 1, 0, 9, "means x"').replace("),))", ")))"), [f"my.py:{LINE}: ", "with the comma"]
    ),
    "name with a colon": (body("return 0").replace('"name"', '"a:b"'), [f"my.py:{LINE}: ", "'a:b'"]),
    "error when imported": (HEAD + "x = 1 / 0\n", [f"my.py:{LINE}: ", "ZeroDivisionError: division by zero"]),
    "imports what is not there": ("import nonsense_of_mine\n", ["my.py:1: ", "No module named 'nonsense_of_mine'"]),
    "ends the program": ("import sys\nsys.exit(3)\n", ["my.py:2: ", "SystemExit"]),
    "no policy": (HEAD, ["my.py holds no policy", "policies new"]),
    "another name": (body("return 0").replace('"name"', '"nome"'), ["no policy 'name'", "did you mean 'nome'?"]),
    "returns 999": (body("return 999"), ["policy my.py:name chose place 999", "outside its list of moves (", *REPLAY]),
    "returns -1": (body("return -1"), ["my.py:name chose place -1", "outside its list of moves (", *REPLAY]),
    "no list": (
        HEAD + DECLARED + CHOOSE + DOC + "    return 0\n", ["chose place 0", "outside its list of moves (0 moves)", *REPLAY]
    ),
    "illegal move": (
        body('found["moves"][0]["group"] = 3', 'found["moves"][0]["count"] = 90', "return 0"), ["illegal move: ", *REPLAY]
    ),
    "changes the farm": (
        body('own_farm(position)["food"] += 1', "return 0"), ["changed the position", "which move to take", *REPLAY]
    ),
    "changes the farm to keep": (
        keeping('own_farm(position)["food"] += 1', "return False"), ["changed the position", "keep the dice", *REPLAY]
    ),
    "changes the rules": (body('rules["adults"] = 9', "return 0"), ["changed the rules", "game 0 of seed 7)", REPLAY[3]]),
    "changes the number of rounds": (body('rules["rounds"][0] = 60', "return 0"), ["changed the rules", "game 0 of seed 7)", REPLAY[3]]),
    "raises": (
        body('if position["round"] == 2:', '    raise ValueError("no idea what to do")', "return 0"),
        ["policy my.py:name raised ValueError: no idea what to do, asked which move to take", "round 3", *REPLAY],
    ),
    "raises to keep": (keeping("if stream > 0:", '    raise RuntimeError("why")', "return True"), ["raised RuntimeError: why", "keep the dice", *REPLAY]),
    "index out of bounds": (body('return found["moves"][1 << 40]["what"]'), ["raised IndexError", *REPLAY]),
    "cooks what is not there": (
        keeping("cooking[0] = 99", takes="position, rules, cooking, params, stream", what="feed"),
        ["fed its family illegally", *REPLAY],
    ),
}  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch) -> Path:
    """Go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", BROKEN)
def test_a_bad_policy_is_one_clear_line(say, here: Path, case: str) -> None:
    text, words = BROKEN[case]
    (here / "my.py").write_text(text)
    said = say("simulate", "express", "--policy", "my.py:name", "-n", 500, "--seed", 7)
    assert said.code == 1
    assert said.err.startswith("analyser: ")
    assert said.err.count("\n") == 1
    assert not [word for word in words if word not in said.err]
    assert "Traceback" not in said.err
    assert len(said.err) < 500
    assert not said.out


GOOD = body("return 0")
MISTAKES = {
    "no file": ("mi.py:name", ["no file mi.py", "did you mean 'my.py'?"]),
    "no folder": ("nowhere/my.py", ["no file nowhere/my.py"]),
    "a folder": ("folder.py", ["cannot read folder.py"]),
    "no such name": ("my.py:nome", ["my.py has no policy 'nome'", "did you mean 'name'?", "it has: name"]),
    "no such name among two": ("two.py:othr", ["did you mean 'other'?", "it has: other, one"]),
    "two policies": ("two.py", ["two.py holds 2 policies", "two.py:one", "one, other"]),
    "a built-in name": ("my.py:greedy", ["write greedy alone"]),
    "not a number": ("two.py:other:x=abc", ["two.py:other:x=abc", "x has to be a number, like x=1"]),
    "without value": ("two.py:other:x", ["x has to be a number"]),
    "out of range": ("two.py:other:x=10", ["between 0 and 9"]),
    "unknown parameter": ("two.py:other:y=1", ["unknown parameter of policy other 'y'", "known: x"]),
    "no parameters": ("my.py:name:x=1", ["policy name has no parameters"]),
    "given twice": ("two.py:other:x=1,x=2", ["gives x twice"]),
    "open parenthesis": ("two.py:other:x=(1", ["parenthesis"]),
    "in a file": ("other", ["policy 'other' is in a file: write two.py:other"]),
    "near one in a file": ("othr", ["did you mean 'two.py:other'?"]),
    "without its ending": ("two", ["two.py"]),
    "nothing": (":x=1", ["names no policy"]),
}


@pytest.mark.parametrize("case", MISTAKES)
def test_a_wrong_label_is_one_clear_line(say, here: Path, case: str) -> None:
    (here / "my.py").write_text(GOOD)
    (here / "folder.py").mkdir()
    more = (
        parameter('"x", 1, 0, 9, "means x"').removeprefix(HEAD).replace('"name"', '"other"').replace("choose", "more")
    )
    (here / "two.py").write_text(GOOD.replace('"name"', '"one"') + more)
    label, words = MISTAKES[case]
    said = say("simulate", "express", "--policy", label, "-n", 50, "--seed", 7)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert not [word for word in words if word not in said.err]


@pytest.mark.parametrize("label", ["\x1b[31mred\x1b[0m.py", "\u202egnp.py", "a\nb.py", "<script>.py"])
def test_a_file_of_any_name_is_told_in_one_line_that_can_be_printed(say, here: Path, label: str) -> None:
    (here / label).write_text("x = 1 / 0\n")
    for name in (label, f"no-{label}"):
        said = say("simulate", "express", "--policy", name, "-n", 50)
        assert said.code == 1
        assert said.err.startswith("analyser: ")
        assert said.err.endswith("\n")
        assert said.err[:-1].isprintable()


def test_the_game_is_shown_up_to_what_went_wrong(say, here: Path) -> None:
    (here / "my.py").write_text(body('return 999 if position["round"] == 2 else 0'))
    said = say("simulate", "express", "--policy", "my.py:name", "-n", 50, "--seed", 7)
    words = said.err.partition("see it with: analyser ")[2].split()
    shown = say(*words)
    assert shown.code == 1
    assert shown.err.removeprefix("analyser: ") == said.err.removeprefix("analyser: ")
    assert shown.out.count("[[action]]") >= 4
    assert "Here the file stops" in shown.out


def test_the_one_who_did_wrong_is_named_among_several(say, here: Path) -> None:
    (here / "my.py").write_text(body('return 999 if position["round"] == 2 else 0'))
    said = say("simulate", "express", "-p", "greedy", "-p", "my.py:name", "-n", 50, "--seed", 7)
    assert "policy my.py:name on seat 2 chose place 999" in said.err
    assert "--policy greedy --policy my.py:name" in said.err


LOOP = body('while position["round"] == 1:', "    moves += 1", "return 0 * moves")


@pytest.mark.parametrize("command", ["simulate", "replay", "policies check", "bench"])
def test_a_policy_that_never_answers_is_given_up(say_alone, here: Path, command: str) -> None:
    (here / "my.py").write_text(LOOP.replace("moves += 1", "moves = (moves * 5 + below(stream, moves, 7)) % 1001"))
    words = {
        "simulate": ["simulate", "express", "-p", "my.py:name", "-n", 1000, "--seed", 7],
        "replay": ["replay", "express", "-p", "my.py:name", "--seed", 7],
        "policies check": ["policies", "check", "my.py:name"],
        "bench": ["bench", "express", "-p", "my.py:name"],
    }
    said = say_alone(*words[command], ANALYSER_PATIENCE="1.5")
    assert said.code == 1
    assert "Traceback" not in said.err
    told = said.out if command == "policies check" else said.err
    assert "has not answered for 1.5 s, asked which move to take" in told
    if command != "policies check":
        assert not [word for word in ("policy my.py:name", "seed ", "round 2", "--game ") if word not in told]
        assert said.err.splitlines()[-1].startswith("analyser: ")
    if command == "replay":
        assert "Here the file stops" in said.out


def test_a_slow_policy_is_waited_for(say_alone, here: Path) -> None:
    """It needs more than the patience for its game, and less for each answer."""
    work = ["place = 1", "for draw in range(20_000_000):", "    place = (place * 5 + below(stream, draw, 7)) % 1001"]
    (here / "my.py").write_text(body(*work, "return place % moves"))
    started = time.monotonic()
    said = say_alone("simulate", "express", "-p", "my.py:name", "-n", 1, "--seed", 7, ANALYSER_PATIENCE="1.5")
    assert said.code == 0, said.err
    assert time.monotonic() - started > 1.5


def test_patience_is_a_number(say, here: Path, monkeypatch) -> None:
    monkeypatch.setenv("ANALYSER_PATIENCE", "long")
    said = say("simulate", "express", "-n", 5)
    assert said.code == 1
    assert "ANALYSER_PATIENCE is 'long'" in said.err
