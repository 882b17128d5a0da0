"""The options that several commands share, each declared once; what differs between commands is an argument.

`more` goes to `click.option`: another default, another type.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Option = Callable[[Callable[..., Any]], Callable[..., Any]]

LABEL = "NAME[:KEY=VALUE,...]"
"""How a policy is named, in help."""
PATH = click.Path(path_type=Path)
SEEDS = click.IntRange(0, 2**64 - 1)

GAME: Option = click.argument("game")
RULES: Option = click.option(
    "--rules", "--mode", "rules", type=PATH, metavar="FILE|MODE",
    help="TOML file that changes the rules, or a mode by its name.",
)  # fmt: skip


def policies(words: str, **more: Any) -> Option:
    """Return the option `--policy`, given any number of times, as the argument `policies`."""
    return click.option("-p", "--policy", "policies", multiple=True, help=words, **more)


def policy(words: str, **more: Any) -> Option:
    """Return the option `--policy`, given once."""
    return click.option("-p", "--policy", required=True, metavar=LABEL, help=words, **more)


def players(words: str = "Number of players.", **more: Any) -> Option:
    """Return the option `--players`."""
    return click.option("--players", help=words, **{"type": click.IntRange(1, 16), **more})


def games(low: int, high: int, words: str = "Number of games.", **more: Any) -> Option:
    """Return the option `--games`, from `low` to `high`."""
    return click.option("-n", "--games", type=click.IntRange(low, high), show_default=True, help=words, **more)


def seed(words: str = "Seed of all that is drawn.  [default: a new one, which is shown]", **more: Any) -> Option:
    """Return the option `--seed`."""
    return click.option("--seed", type=SEEDS, show_default=True, help=words, **more)


def jobs(words: str = "Threads; they change no number.  [default: all processors]") -> Option:
    """Return the option `--jobs`."""
    return click.option("-j", "--jobs", type=click.IntRange(1, 256), help=words)


def holdout(words: str) -> Option:
    """Return the option `--holdout`."""
    return click.option("--holdout", type=click.IntRange(2, 10**9), default=100_000, show_default=True, help=words)


def out(words: str, **more: Any) -> Option:
    """Return the option `--out`, a file or a folder."""
    return click.option("-o", "--out", type=PATH, help=words, **more)


def force(words: str) -> Option:
    """Return the flag `--force`."""
    return click.option("--force", is_flag=True, help=words)


def form(*choices: str) -> Option:
    """Return the option `--format` as the argument `form`; the first choice is the default."""
    return click.option(
        "-f", "--format", "form", type=click.Choice(choices), default=choices[0], show_default=True,
        help="What is printed.",
    )  # fmt: skip


def names(text: str | None) -> list[str]:
    """Return the names in a list that a user wrote with commas."""
    return [name.strip() for name in (text or "").split(",") if name.strip()]


FORM = form("table", "json", "csv")
TEXT_FORM = form("table", "json")
PROGRESS: Option = click.option(
    "--progress", "shown", type=click.Choice(["auto", "json", "none"]), default="auto", show_default=True,
    help="On stderr: a bar, or lines where it is no terminal; lines of JSON; nothing.",
)  # fmt: skip
