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
    from analyser.executors import Jobs
    from analyser.plan import RunPlan
    from analyser.result import Result
    from analyser.run import Outcome
    from analyser.saved import SavedRun


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
@options.out("Save the run in this folder, for `report`: it goes on there if it was ended, or with more --games.")
@click.option("--rows", is_flag=True, help="Also save a row for each game and seat (rows.parquet in --out).")
@options.force("Replace an earlier run in --out.")
@options.PROGRESS
@options.FORM
def simulate(
    game: str, policies: tuple[str, ...], players: int | None, games: int, seed: int | None, jobs: Jobs,
    rules: Path | None, out: Path | None, rows: bool, force: bool, shown: str, form: str,
) -> int:  # fmt: skip
    r"""Simulate whole games of GAME and show what they score.

    \b
    Examples:
      analyser simulate express --policy family-first --games 100000 --seed 7
      analyser simulate express -p greedy -p family-first --out run
    """
    from analyser.plan import make_plan

    if rows and out is None:
        raise click.UsageError("--rows writes into the folder of --out, which is not given")
    with compiling():
        plan = make_plan(game, policies, players=players, games=games, seed=_seed(seed, out, force), rules=rules)
    if out is None:
        return _play(plan, jobs, shown, form)
    return _play_into(out, plan, jobs, shown, form, rows=rows, force=force)


def _seed(seed: int | None, out: Path | None, force: bool) -> int | None:
    """Return the seed: the given one, or that of the run in the folder, which then goes on."""
    if seed is not None or out is None or force:
        return seed
    from analyser.begin import seed_in

    return seed_in(out)


def _play(plan: RunPlan, jobs: Jobs, shown: str, form: str) -> int:
    """Play a run that is kept nowhere, and show it."""
    from analyser.run import run
    from analyser.sample import MOST
    from analyser.simulation import make_result

    with progress_bar(plan, shown) as progress:
        outcome = run(plan, jobs, progress=progress, sample=MOST)
    if outcome.tally.games:
        _show(make_result(plan, outcome.tally, outcome.sample, **_facts(plan)), form)
    return _ended(plan, outcome)


def _play_into(out: Path, plan: RunPlan, jobs: Jobs, shown: str, form: str, *, rows: bool, force: bool) -> int:
    """Play a run in its folder, from where it was, and show it; one that is finished is shown."""
    from analyser.begin import begin
    from analyser.errors import AnalyserError
    from analyser.run import run
    from analyser.sample import MOST

    with begin(out, plan, rows=rows, force=force, tell=_tell, facts=_facts(plan)) as saved:
        if saved.finished is not None:
            _tell(f"{out} holds this run, finished; --games goes on with more, --force plays it anew")
            _show(saved.finished, form)
            return DONE
        if saved.ledger.games:
            _tell(f"going on in {out} after {saved.ledger.games:,} of {plan.games:,} games")
        with progress_bar(plan, shown, saved.ledger.games) as progress:
            outcome = run(plan, jobs, progress=progress, sample=MOST, keeper=saved)
        if not outcome.tally.games:
            return _ended(plan, outcome)
        result = saved.result(**_facts(plan))
        try:
            _save(saved, result, outcome, out)
        except AnalyserError:
            _show(result, form)  # what was played is not lost with the disk
            raise
        _show(result, form)
        return _ended(plan, outcome, out)


def _save(saved: SavedRun, result: Result, outcome: Outcome, out: Path) -> None:
    if outcome.trouble:
        return
    if outcome.interrupted:
        saved.stop(result)
    else:
        saved.finish(result)
        _tell(f"saved in {out}; for pictures: analyser report {out} -o report")


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _facts(plan: RunPlan) -> dict[str, str]:
    return {"version": __version__, "command": _command(plan)}


def _ended(plan: RunPlan, outcome: Outcome, out: Path | None = None) -> int:
    if outcome.trouble:
        raise outcome.trouble
    if not outcome.interrupted:
        return DONE
    if not outcome.tally.games:
        _tell("analyser: stopped before the first games were played")
        return STOPPED
    more = "" if out is None else f"; what is played is in {out}, and the same command goes on"
    _tell(f"analyser: stopped after {outcome.tally.games:,} of {plan.games:,} games{more}")
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
