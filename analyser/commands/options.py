"""The options that several commands share, each declared once; what differs between commands is an argument.

`more` goes to `click.option`: another default, another type.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyser.executors import TLS, Jobs

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


def threads(words: str) -> Option:
    """Return the option `--jobs` of a command that works in threads alone."""
    return click.option("-j", "--jobs", type=click.IntRange(1, 256), help=words)


def jobs(words: str = "How many play at a time; it changes no number.  [default: all processors]") -> Option:
    """Return the options that say who plays: `--jobs`, `--executor`, `--scheduler` and its TLS files, as one `Jobs`."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_jobs(**given: Any) -> Any:
            tls = given.pop("tls_ca"), given.pop("tls_cert"), given.pop("tls_key")
            jobs = _jobs(given.pop("jobs"), given.pop("executor"), given.pop("scheduler"), tls)
            return command(jobs=jobs, **given)

        wrapped: Callable[..., Any] = with_jobs
        for option in reversed(_jobs_options(words)):
            wrapped = option(wrapped)
        return wrapped

    return add


def _jobs_options(words: str) -> list[Option]:
    executors = click.Choice(["threads", "processes", "dask"])
    return [
        threads(words),
        click.option("--executor", type=executors, help="What plays: threads, processes, or a Dask cluster here.  "
                     "[default: threads]"),
        click.option("--scheduler", metavar="ADDRESS", help="Play on the Dask cluster at tcp://HOST:PORT or tls://."),
        click.option("--tls-ca", metavar="FILE", help="Certificate authority of a tls:// scheduler."),
        click.option("--tls-cert", metavar="FILE", help="Certificate for a tls:// scheduler."),
        click.option("--tls-key", metavar="FILE", help="Key of that certificate."),
    ]  # fmt: skip


def _jobs(number: int | None, executor: str | None, scheduler: str | None, tls: TLS) -> Jobs:
    from analyser.errors import AnalyserError
    from analyser.executors import DASK, THREADS, Jobs

    try:
        return Jobs(number, executor or (DASK if scheduler else THREADS), scheduler, tls)
    except AnalyserError as error:
        raise click.UsageError(str(error)) from error


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
