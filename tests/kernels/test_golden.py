"""Games as they have always been: a change of results has to be meant, and compiled code must not matter.

After a change that is meant: `pytest tests/kernels/test_golden.py --update-golden`, and a look at the diff.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .games import policies
from .golden import describe, names_of

FOLDER = Path(__file__).parents[1] / "golden"
ROOT = Path(__file__).parents[2]
NAMES = sorted(policies())


def file_of(name: str) -> Path:
    """Return the golden file of a policy."""
    return FOLDER / f"express-{name}.txt"


def kept_hash(name: str, size: str) -> str:
    """Return the hash in a golden file."""
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    return next(line.split()[1] for line in lines if line.startswith(f"{size} "))


@pytest.mark.parametrize("name", NAMES)
def test_games_are_as_they_were(name, update_golden):
    text = describe(name)
    if update_golden:
        file_of(name).write_text(text, encoding="utf-8")
    assert file_of(name).exists(), "a new policy: run with --update-golden and look at what it wrote"
    assert text.splitlines() == file_of(name).read_text(encoding="utf-8").splitlines()


def test_no_golden_file_is_left_over(update_golden):
    spare = {path.name for path in FOLDER.glob("express-*.txt")} - {file_of(name).name for name in NAMES}
    if update_golden:
        for name in spare:
            (FOLDER / name).unlink()
    else:
        assert not spare


@pytest.mark.parametrize(("setting", "size"), [("NUMBA_BOUNDSCHECK", "many"), ("NUMBA_DISABLE_JIT", "few")])
def test_games_are_the_same_however_they_are_run(setting, size):
    """With bounds checked no index is out of its array; without compilation plain Python plays the same games.

    Warnings are errors there, too; `sims.jit` itself ignores the class that first-class functions raise.
    """
    search = os.pathsep.join([str(ROOT), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-W", "error", "-m", "kernels.golden", size],
        env={**os.environ, "PYTHONPATH": search, setting: "1"},
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-3000:]
    found = dict(line.split() for line in run.stdout.splitlines())
    assert found == {name: kept_hash(name, size) for name in names_of(size)}
