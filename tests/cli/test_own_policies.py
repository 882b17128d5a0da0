"""Policies of one's own: begun, checked, played, cached, offered by packages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analyser import catalogue
from analyser.labels import parse
from analyser.starter import policy_name

FIRST = '''from sims.express.contract import Parameter, list_moves, policy
from sims.express.drafts import Menu


@policy("{name}", "a test", parameters=(Parameter("place", {place}, 0, 99, "the place of the move"),))
def choose(position, rules, found, params, stream):
    """Take a move of the list by its place."""
    return int(params[0]) % list_moves(position, rules, Menu.USED, found)
'''
PLAY = ["simulate", "express", "-n", 40, "--seed", 7, "-f", "json"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch) -> Path:
    """Go to an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def first(path: Path, place: int, name: str = "first") -> None:
    """Write a policy that takes the move of this place."""
    path.write_text(FIRST.format(name=name, place=place))


def mean(said) -> float:
    """Return the mean score that a run printed."""
    assert said.code == 0, said.err
    return json.loads(said.out)["seats"][0]["mean"]


# --- Begun and checked ---------------------------------------------------------------------------------------------


def test_a_new_policy_runs_plays_sensibly_and_passes_the_checks(say, here: Path) -> None:
    said = say("policies", "new", "my_policy.py")
    assert said.code == 0
    assert "my-policy" in said.out
    for command in ("analyser policies check my_policy.py", "analyser simulate express --policy my_policy.py"):
        assert command in said.out
    text = (here / "my_policy.py").read_text()
    assert "$" not in text
    assert max(map(len, text.splitlines())) <= 120
    assert mean(say(*PLAY, "-p", "my_policy.py:my-policy")) > 40
    checked = say("policies", "check", "my_policy.py", "--games", 50)
    assert checked.code == 0, checked.out
    assert "✗" not in checked.out
    assert checked.out.count("✓") >= 8
    assert "95 % interval" in checked.out
    assert "games a second" in checked.out


def test_a_file_is_not_replaced_unless_it_is_meant(say, here: Path) -> None:
    (here / "my.py").write_text("mine")
    said = say("policies", "new", "my.py")
    assert said.code == 1
    assert "--force" in said.err
    assert (here / "my.py").read_text() == "mine"
    assert say("policies", "new", "my.py", "--force").code == 0
    assert (here / "my.py").read_text() != "mine"


@pytest.mark.parametrize(("name", "words"), [("my.txt", "end in .py"), ("no/my.py", "No such file"), ("_.py", "name")])
def test_a_name_that_is_none_is_refused(say, here: Path, name: str, words: str) -> None:
    said = say("policies", "new", name)
    assert said.code == 1
    assert words in said.err


def test_the_name_is_taken_from_the_file() -> None:
    assert policy_name(Path("a/My Policy_2.py")) == "my-policy-2"


def test_a_bad_policy_fails_its_checks(say, here: Path) -> None:
    first(here / "my.py", 3)
    text = (here / "my.py").read_text()
    (here / "my.py").write_text(text.replace("int(params[0])", "3"))
    said = say("policies", "check", "my.py")
    assert said.code == 1
    assert "✗ each parameter matters" in said.out
    assert "place changes no answer" in said.out
    assert "fails 1 check" in said.err


def test_one_of_ours_is_checked_too(say) -> None:
    said = say("policies", "check", "greedy", "-n", 20)
    assert said.code == 0
    assert "✗" not in said.out


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["check", "my.py"], 1, "no file my.py"),
        (["check", "greedy", "--game", "exprss"], 1, "did you mean 'express'"),
        (["new", "my.py", "--game", "exprss"], 1, "did you mean 'express'"),
        (["chek", "my.py"], 2, "did you mean 'check'"),
        ([], 2, "GAME"),
    ],
)
def test_a_mistake_is_one_clear_line(say, here: Path, words: list[str], code: int, hint: str) -> None:
    said = say("policies", *words)
    assert (said.code, said.err.count("\n")) == (code, 1)
    assert hint in said.err


def test_the_list_takes_its_options_before_and_after(say) -> None:
    one, other = say("policies", "express", "-f", "json"), say("policies", "-f", "json", "express")
    assert one.out == other.out
    assert say("policies", "list", "express", "-f", "csv").out.startswith("name,")


@pytest.mark.parametrize("words", [["--help"], ["simulate", "--help"], ["replay", "--help"], ["policies", "--help"]])
def test_help_shows_its_examples_line_by_line(say, words: list[str]) -> None:
    lines = [line.strip() for line in say(*words).out.splitlines()]
    assert [line for line in lines if line.startswith(("analyser ", "Start with:  analyser "))]
    assert "\\b" not in "".join(lines)


# --- Played --------------------------------------------------------------------------------------------------------


def test_a_policy_is_named_by_its_file_its_name_or_its_variable(say, here: Path) -> None:
    first(here / "my.py", 2)
    whole = mean(say(*PLAY, "-p", "my.py"))
    assert mean(say(*PLAY, "-p", "my.py:first")) == whole
    assert mean(say(*PLAY, "-p", "my.py:choose")) == whole
    assert mean(say(*PLAY, "-p", f"{here}/my.py:first:place=2")) == whole
    assert mean(say(*PLAY, "-p", "my.py:place=5")) != whole
    assert mean(say(*PLAY, "-p", "my.py:first:place=5")) == mean(say(*PLAY, "-p", "my.py:place=5"))


def test_a_run_says_which_source_it_was(say, here: Path) -> None:
    import hashlib

    first(here / "my.py", 2)
    said = say(*PLAY, "-p", "my.py", "-p", "greedy", "--out", "run")
    own = hashlib.sha256((here / "my.py").read_bytes()).hexdigest()[:16]
    assert json.loads((here / "run" / "manifest.json").read_text())["plan"]["policy_hashes"] == [own, None]
    assert json.loads(said.out)["policy_hashes"] == [own, None]
    assert say("report", "run", "-o", "report").code == 0


def test_a_policy_may_read_files_beside_it_and_others_may_not_get_in_between(say, here: Path) -> None:
    """Each folder has its own `helper`, and one called like a module of the standard library is not taken."""
    for folder, place in (("a", 1), ("b", 4)):
        (here / folder).mkdir()
        (here / folder / "random.py").write_text("raise ValueError('not this one')\n")
        (here / folder / "helper.py").write_text(f"import deeper.numbers\nPLACE = deeper.numbers.PLACE + {place}\n")
        (here / folder / "deeper").mkdir()
        (here / folder / "deeper" / "__init__.py").write_text("")
        (here / folder / "deeper" / "numbers.py").write_text("PLACE = 0\n")
        text = FIRST.format(name=folder, place=0).replace("int(params[0])", "(PLACE + int(params[0]))")
        (here / folder / "my.py").write_text("import random\nfrom helper import PLACE\n" + text)
    both = [mean(say(*PLAY, "-p", f"{folder}/my.py")) for folder in "ab"]
    assert both[0] != both[1]
    assert both[1] == mean(say(*PLAY, "-p", "a/my.py:place=3"))
    import sys

    assert not {"helper", "deeper", "deeper.numbers"} & set(sys.modules)


def test_what_a_file_prints_is_not_among_the_numbers(say, here: Path) -> None:
    first(here / "my.py", 2)
    (here / "my.py").write_text("print('hello')\n" + (here / "my.py").read_text())
    assert json.loads(say(*PLAY, "-p", "my.py").out)["games"] == 40


# --- Cached --------------------------------------------------------------------------------------------------------


def test_an_edit_is_never_answered_with_old_code(say_alone, here: Path) -> None:
    """Neither one in the file, of the same length and time, nor one in a file beside it, of which numba knows nothing."""
    import os

    (here / "helper.py").write_text("PLACE = 1\n")
    text = FIRST.format(name="first", place=0).replace("int(params[0])", "(PLACE + 1 + int(params[0]))")
    (here / "my.py").write_text("from helper import PLACE\n" + text)
    stamp = (here / "my.py").stat()
    two = mean(say_alone(*PLAY, "-p", "my.py"))
    (here / "helper.py").write_text("PLACE = 4\n")
    five = mean(say_alone(*PLAY, "-p", "my.py"))
    (here / "my.py").write_text((here / "my.py").read_text().replace("PLACE + 1", "PLACE - 2"))
    os.utime(here / "my.py", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert len({two, five}) == 2
    assert mean(say_alone(*PLAY, "-p", "my.py")) == two
    assert mean(say_alone(*PLAY, "-p", "my.py:place=3")) == five


def test_a_second_run_compiles_nothing(say_alone, here: Path) -> None:
    from sims.jit import KERNELS

    first(here / "my.py", 6)
    hashed = catalogue.seat_policy("express", "my.py").hash
    assert hashed is not None

    def compiled() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in (KERNELS / "policies" / hashed).rglob("*.nb?")}

    say_alone(*PLAY, "-p", "my.py")
    before = compiled()
    assert len(before) >= 2
    say_alone(*PLAY, "-p", "my.py")
    assert compiled() == before


def test_our_own_kernels_are_not_compiled_for_the_user(here: Path) -> None:
    from sims.jit import KERNELS

    first(here / "my.py", 8)
    found = catalogue.find_policy("express", parse("my.py"))
    assert found.policy.guarded
    assert found.policy.choose.targetoptions["boundscheck"]
    folder = KERNELS / "policies" / str(found.hash)
    assert not [path for path in folder.rglob("*.nbi") if not path.name.startswith("my.")]


# --- Offered by packages -------------------------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path: Path, monkeypatch):
    """Return a function that installs a package which offers a policy."""
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)

    def install(module: str, text: str, name: str, what: str = "choose") -> None:
        (site / f"{module}.py").write_text(text)
        facts = site / f"{module}-1.0.dist-info"
        facts.mkdir()
        (facts / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (facts / "entry_points.txt").write_text(f"[analyser.policies]\nexpress.{name} = {module}:{what}\n")

    return install


def test_a_package_offers_a_policy(say, here: Path, install) -> None:
    install("wonderful", FIRST.format(name="wonder", place=3), "wonder")
    assert "wonder " in say("policies", "express").out
    said = say(*PLAY, "-p", "wonder:place=1")
    assert mean(said) > -100
    assert json.loads(said.out)["policy_hashes"][0]
    near = say("simulate", "express", "-p", "wondr")
    assert "did you mean 'wonder'?" in near.err


def test_a_package_that_fails_is_named_and_breaks_nothing(say, here: Path, install) -> None:
    install("broken", "import nonsense_of_mine\n", "broken")
    install("sound", FIRST.format(name="sound", place=3), "sound")
    install("empty", "choose = 3\n", "empty")
    install("vain", FIRST.format(name="vain", place=3), "vain", "nothing")
    listed = say("policies", "express", "-f", "json")
    assert listed.code == 0
    assert {"sound", "greedy"} <= {row["name"] for row in json.loads(listed.out)}
    assert listed.err.count("\n") == 3
    assert "package broken offers express.broken, which cannot be used" in listed.err
    assert "No module named 'nonsense_of_mine'" in listed.err
    assert "package empty offers express.empty, but empty:choose is no policy" in listed.err
    assert mean(say(*PLAY, "-p", "greedy")) > 0
    said = say(*PLAY, "-p", "broken")
    assert said.code == 1
    assert said.err.count("\n") == 1
