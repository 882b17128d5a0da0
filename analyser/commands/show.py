"""Answers as JSON and CSV on stdout; tables for people are drawn by `reports`."""

from __future__ import annotations

import json
from typing import Any

import click

REPLACED = "\N{REPLACEMENT CHARACTER}"
"""What stands for a sign that cannot be printed."""


def complain(text: object) -> None:
    """Print what is wrong on stderr: one line, without signs that a terminal would obey."""
    line = " ".join(str(text).split())
    click.echo(f"analyser: {''.join(one if one.isprintable() else REPLACED for one in line)}", err=True)


def as_json(answer: Any) -> None:
    """Print plain data as JSON."""
    click.echo(json.dumps(answer, indent=2, allow_nan=False))


def as_csv(frame: Any) -> None:
    """Print a pandas frame as CSV."""
    from analyser import frames

    click.echo(frames.as_csv(frame).decode(), nl=False)
