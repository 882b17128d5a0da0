"""What the tests of the command share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import cli

ROOT = Path(__file__).parents[2]


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


@pytest.fixture
def say(capsys, monkeypatch) -> Callable[..., Said]:
    """Return a function that runs the command in this process."""

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["analyser", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        code = stop.value.code
        return Said(code if isinstance(code, int) else 0, *capsys.readouterr())

    return run


@pytest.fixture
def say_alone() -> Callable[..., Said]:
    """Return a function that runs the command in a process of its own."""

    def run(*words: object, **environment: str) -> Said:
        command = [sys.executable, str(ROOT / "cli.py"), *map(str, words)]
        folders = {"PYTHONPATH": os.pathsep.join([str(ROOT), environment.pop("PYTHONPATH", "")])}
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            env={**os.environ, **folders, **environment},
        )
        return Said(done.returncode, done.stdout, done.stderr)

    return run
