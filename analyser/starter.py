"""A policy to begin with, written into a new file."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from string import Template

from .catalogue import package
from .errors import AnalyserError
from .folders import write_whole

STARTER = "starter.py.txt"


def policy_name(path: Path) -> str:
    """Return the name that a policy takes from its file's name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", path.stem).strip("-").lower()


def write_starter(game: str, path: Path, force: bool = False) -> str:
    """Write a policy of a game into a file and return its name. Raises AnalyserError."""
    template = files(package(game)) / STARTER
    name = policy_name(path)
    if path.suffix != ".py" or not name:
        raise AnalyserError(f"{path} is no name for a policy's file: it has to end in .py, as my_policy.py")
    if path.exists() and not force:
        raise AnalyserError(f"{path} is there already: give another name, or --force to replace it")
    write_whole(path, Template(template.read_text("utf-8")).substitute(name=name, file=path.name).encode())
    return name
