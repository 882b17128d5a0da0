"""The command `verify`: is a saved run or comparison what was written?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import options

if TYPE_CHECKING:
    from analyser.executors import Jobs


@click.command(short_help="Is a saved run whole and sound?")
@click.argument("runs", nargs=-1, required=True, type=options.PATH, metavar="RUN...")
@click.option("--replay", "again", type=click.IntRange(1), help="Play so many chunks of games again, and compare.")
@options.jobs()
def verify(runs: tuple[Path, ...], again: int | None, jobs: Jobs) -> None:
    r"""Check RUN folders: manifest, checksums, the log of chunks, and whether summary and tally agree.

    Exit code 0 where all is sound, 1 with the first problem named.

    \b
    Examples:
      analyser verify run
      analyser verify run --replay 20
    """
    from analyser.verify import verify as check

    from .progress import compiling

    for run in runs:
        if again:
            with compiling():
                pass
        for line in check(run, again or 0, jobs):
            click.echo(f"  {line}")
        click.echo(f"{run} is sound")
