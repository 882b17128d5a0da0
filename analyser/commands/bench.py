"""The command `bench`: games a second."""

from __future__ import annotations

from pathlib import Path

import click

from . import options, show
from .failures import Failures
from .progress import compiling


@click.command(short_help="How many games a second?")
@options.GAME
@options.policies("Only these policies.  [default: all]")
@options.players("Number of players.  [default: the fewest]", type=int)
@options.RULES
@click.option(
    "--seconds", type=click.FloatRange(0.05, 600), default=2.0, show_default=True, help="Time for each figure."
)
@options.jobs("Threads of the second figure.  [default: all processors]")
@options.FORM
def bench(
    game: str, policies: tuple[str, ...], players: int | None, rules: Path | None, seconds: float, jobs: int | None,
    form: str,
) -> int:  # fmt: skip
    """Measure how many games of GAME a second each policy plays, with one thread and with all."""
    from analyser.bench import bench as measure
    from analyser.catalogue import policy_names
    from analyser.frames import stacked

    chosen, failed = list(policies) or policy_names(game), Failures()
    with compiling():
        rows = list(measure(game, chosen, players=players, rules=rules, seconds=seconds, jobs=jobs, failed=failed))
    if not rows:
        return failed.code
    frame = stacked(rows)
    if form == "json":
        click.echo(frame.to_json(orient="records", indent=2))
    elif form == "csv":
        show.as_csv(frame)
    else:
        from reports.terminal import print_bench

        print_bench(frame)
    return failed.code
