"""The command `bench`: games a second, and what changes them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from . import DONE, options, show
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
@options.threads("Threads of the second figure.  [default: all processors]")
@click.option(
    "--scaling", is_flag=True, help="Measure threads, processes and Dask, what tallies and files cost, and memory."
)
@options.FORM
def bench(
    game: str, policies: tuple[str, ...], players: int | None, rules: Path | None, seconds: float, jobs: int | None,
    scaling: bool, form: str,
) -> int:  # fmt: skip
    r"""Measure how many games of GAME a second each policy plays, with one thread and with all.

    \b
    Examples:
      analyser bench express
      analyser bench express -p family-first --scaling --seconds 10
    """
    from analyser.bench import bench as measure
    from analyser.catalogue import policy_names
    from analyser.frames import stacked

    if scaling:
        _scaling(game, policies, players, rules, seconds, jobs, form)
        return DONE
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


def _scaling(
    game: str, policies: tuple[str, ...], players: int | None, rules: Path | None, seconds: float, jobs: int | None,
    form: str,
) -> None:  # fmt: skip
    """Show what makes runs of one policy (default: the game's own) faster or slower."""
    from analyser import scaling
    from analyser.frames import from_rows
    from analyser.plan import make_plan

    if len(policies) > 1:
        raise click.UsageError("--scaling measures one policy: give --policy once")
    if form == "csv":
        raise click.UsageError("--scaling has three tables: choose --format table or json")
    with compiling():
        plan = make_plan(game, policies, players=players, games=1, seed=1, rules=rules)
    overhead = scaling.overhead(plan, seconds)  # first, while nothing else runs in this process
    found = {"executors": scaling.executors(plan, seconds, jobs), "overhead": overhead}
    found["memory"] = from_rows(scaling.memory(plan, float(found["executors"]["games_per_second"].max())))
    if form == "json":
        show.as_json({name: json.loads(frame.to_json(orient="records")) for name, frame in found.items()})
    else:
        from reports.terminal import print_scaling

        print_scaling(plan.labels[0], found)
