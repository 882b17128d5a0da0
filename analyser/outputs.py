"""The file that a long search or learning makes, and beside it the state from which it goes on until it is done."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import AnalyserError
from .folders import write_whole


def state_path(out: Path) -> Path:
    """Return the file beside an output in which its state is kept until it is done."""
    return out.with_name(f"{out.name}.state")


def check_output(out: Path, ending: str, force: bool) -> None:
    """Raise AnalyserError where a result may not or cannot be written: better before the work than after.

    An earlier result is replaced with `force`, and where a state lies beside it: that it may go was said when the work
    was begun.
    """
    if out.suffix != ending:
        raise AnalyserError(f"{out} has to end in {ending}, so that --policy plays it")
    if out.exists() and not force and not state_path(out).exists():
        raise AnalyserError(f"{out} is there already: choose another name, or replace it with --force")
    if not out.parent.is_dir():
        raise AnalyserError(f"{out.parent} is no folder: make it, or choose another place for the result")
    if not os.access(out.parent, os.W_OK):
        raise AnalyserError(f"may not write to {out.parent}: choose a folder that you may write to")


def finish(out: Path, content: bytes) -> None:
    """Write the result, and remove the state beside it. Raises AnalyserError."""
    write_whole(out, content)
    state_path(out).unlink(missing_ok=True)
