"""What is shown on stderr while something goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from analyser.plan import RunPlan
    from analyser.run import Progress

EVERY_SECONDS = 10
"""How often a line is written where there is no terminal to draw a bar on."""


@contextmanager
def compiling() -> Iterator[None]:
    """Say on stderr that the game is being compiled, where it is for the first time; on a terminal, a policy too."""
    from sims.jit import compiled

    if sys.stderr.isatty():
        import analyser.loading

        analyser.loading.announce = lambda path: click.echo(f"compiling {path} ...", err=True)
    first = not compiled()
    if first:
        click.echo(
            "compiling the game for this machine, once after an installation or a change (up to a minute) ...", err=True
        )
    yield
    if first:
        click.echo("compiled", err=True)


@contextmanager
def progress_bar(plan: RunPlan) -> Iterator[Progress | None]:
    """Yield what shows a run's progress on stderr, or None where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from analyser.plan import point_parts
    from analyser.simulation import running_mean

    words = TextColumn("{task.fields[mean]}")
    bar = Progress(
        BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), words, console=Console(stderr=True), transient=True
    )
    point = 1 / point_parts(plan.game)
    with bar:
        task = bar.add_task("", total=plan.games, mean="")
        yield lambda tally: bar.update(task, completed=tally.games, mean=running_mean(tally, point))


@contextmanager
def steps(doing: str, total: int, words: str) -> Iterator[Callable[..., None]]:
    """Yield what shows how far something long is, on stderr: a bar on a terminal, else a line about every ten seconds.

    It is called with the steps done so far and the values that `words` (a format) shows after done and total.
    """
    if not sys.stderr.isatty():
        yield _lines(total, words)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = BarColumn(20), TextColumn("{task.description}"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda done, *values: bar.update(task, completed=done, description=words.format(done, total, *values))


def now_and_then() -> Callable[[str], None]:
    """Return what writes a line on stderr, but no more often than every `EVERY_SECONDS`."""
    told = time.monotonic()

    def tell(line: str) -> None:
        nonlocal told
        if time.monotonic() >= told + EVERY_SECONDS:
            told = time.monotonic()
            click.echo(line, err=True)

    return tell


def _lines(total: int, words: str) -> Callable[..., None]:
    """Return what writes a line now and then, and at the end."""
    told = time.monotonic()

    def tell(done: int, *values: float) -> None:
        nonlocal told
        if time.monotonic() >= told + EVERY_SECONDS or done == total:
            told = time.monotonic()
            click.echo(words.format(done, total, *values), err=True)

    return tell
