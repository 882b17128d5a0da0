"""The command `simulate`: whole games, and what they score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyser import __version__
from analyser.command_line import command_line

from . import DONE, STOPPED, options, show
from .progress import compiling, progress_bar

if TYPE_CHECKING:
    from analyser.plan import RunPlan
    from analyser.result import Result
    from analyser.run import Outcome


@click.command(short_help="What does a policy score?")
@options.GAME
@options.policies(
    "Who plays, FILE.py:NAME for your own; repeat it for the seats. One policy fills all seats.  "
    "[default: family-first]",
    metavar=options.LABEL,
)
@options.players("Number of players.  [default: as many as policies]")
@options.games(1, 10**12, default=10_000)
@options.seed()
@options.jobs()
@options.RULES
@options.out("Save the run in this new folder, for `report`.")
@click.option("--rows", is_flag=True, help="Also save a row for each game and seat (rows.parquet in --out).")
@options.force("Replace an earlier run in --out.")
@options.FORM
def simulate(
    game: str, policies: tuple[str, ...], players: int | None, games: int, seed: int | None, jobs: int | None,
    rules: Path | None, out: Path | None, rows: bool, force: bool, form: str,
) -> int:  # fmt: skip
    r"""Simulate whole games of GAME and show what they score.

    \b
    Examples:
      analyser simulate express --policy family-first --games 100000 --seed 7
      analyser simulate express -p greedy -p family-first --out run
    """
    from analyser.errors import AnalyserError
    from analyser.plan import make_plan
    from analyser.simulation import make_result
    from analyser.store import check_run_folder, save

    if rows and out is None:
        raise click.UsageError("--rows writes into the folder of --out, which is not given")
    if out is not None:
        check_run_folder(out, force)
    with compiling():
        plan = make_plan(game, policies, players=players, games=games, seed=seed, rules=rules)
    outcome, row_path = _run(plan, jobs, out if rows else None)
    if outcome.tally.games == 0 and outcome.trouble:
        raise outcome.trouble
    if outcome.tally.games == 0:
        click.echo("analyser: stopped before the first games were played", err=True)
        return STOPPED
    result = make_result(plan, outcome.tally, outcome.sample, version=__version__, command=_command(plan))
    if out is not None:
        try:
            save(result, out, force=force, rows=row_path)
        except AnalyserError:
            _show(result, form)  # what was played is not lost with the disk
            raise
        click.echo(f"saved in {out}; for pictures: analyser report {out} -o report", err=True)
    _show(result, form)
    return _ended(plan, outcome)


def _run(plan: RunPlan, jobs: int | None, rows_for: Path | None) -> tuple[Outcome, Path | None]:
    from analyser.run import run
    from analyser.sample import MOST

    with progress_bar(plan) as progress:
        if rows_for is None:
            return run(plan, jobs, progress=progress, sample=MOST), None
        from analyser.rows import RowFile

        with RowFile(plan, rows_for) as file:
            outcome = run(plan, jobs, progress=progress, rows=file.write, sample=MOST)
            return outcome, None if outcome.trouble else file.close()


def _ended(plan: RunPlan, outcome: Outcome) -> int:
    if outcome.trouble:
        raise outcome.trouble
    if not outcome.interrupted:
        return DONE
    click.echo(f"analyser: stopped after {outcome.tally.games:,} of {plan.games:,} games", err=True)
    return STOPPED


def _command(plan: RunPlan) -> str:
    """Return the command that plays the same games again, the seed and a policy for each seat written out."""
    game = plan.facts()["game"]
    return command_line("simulate", game, policy=plan.labels, games=plan.games, seed=plan.seed, rules=plan.rules_file)


def _show(result: Result, form: str) -> None:
    if form == "json":
        show.as_json(result.to_dict())
    elif form == "csv":
        show.as_csv(result.summary)
    else:
        from reports.terminal import print_result

        print_result(result)
