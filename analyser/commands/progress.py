"""What is shown on stderr while something goes on."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from analyser.plan import RunPlan
    from analyser.run import Progress
    from analyser.tally import Tally

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
def thinking(shown: bool) -> Iterator[None]:
    """Show on stderr that games are played on, where somebody waits for it; the line goes away afterwards."""
    if shown and sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status("looking ahead ..."):
            yield
    else:
        yield


@contextmanager
def progress_bar(plan: RunPlan, shown: str = "auto", done: int = 0) -> Iterator[Progress | None]:
    """Yield what shows a run's progress on stderr: a bar on a terminal, else a line about every ten seconds.

    `shown` is "auto", "json" for lines of JSON, or "none"; `done` games were played before.
    """
    if shown == "none":
        yield None
        return
    if shown == "json" or not sys.stderr.isatty():
        yield _run_lines(plan, shown == "json", done)
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


def _run_lines(plan: RunPlan, as_json: bool, done: int) -> Progress:
    """Return what writes a line about a run now and then."""
    from analyser.plan import point_parts
    from analyser.result import plain_row
    from analyser.simulation import running_mean, running_means

    began, tell, point = time.monotonic(), now_and_then(), 1 / point_parts(plan.game)

    def line(tally: Tally) -> str:
        rate = (tally.games - done) / max(time.monotonic() - began, 1e-9)
        left = (plan.games - tally.games) / rate
        if as_json:
            seats = [{"mean": found.mean, "se": found.se} for found in running_means(tally, point)]
            facts = {"games": tally.games, "of": plan.games, "per_second": round(rate, 1), "seconds_left": round(left)}
            return json.dumps(plain_row(facts) | {"seats": [plain_row(seat) for seat in seats]})
        words = running_mean(tally, point)
        return f"{tally.games:,} of {plan.games:,} games, {rate:,.0f} a second, {_time(left)} left, {words}"

    return lambda tally: tell(lambda: line(tally))


def _time(seconds: float) -> str:
    """Return a length of time as people say it: in its greatest unit and the next."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


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


def now_and_then() -> Callable[[str | Callable[[], str]], None]:
    """Return what writes a line (or what makes one) on stderr, but no more often than every `EVERY_SECONDS`."""
    told = time.monotonic()

    def tell(line: str | Callable[[], str]) -> None:
        nonlocal told
        if time.monotonic() >= told + EVERY_SECONDS:
            told = time.monotonic()
            click.echo(line() if callable(line) else line, err=True)

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
