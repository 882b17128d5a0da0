"""The command `analyser`: reads the options, calls the package, prints the answer. It computes nothing itself.

Heavy imports stand inside the commands, so that help is there at once. Exit codes: 0 done, 1 the user's data is wrong,
2 wrong usage, 130 stopped (Ctrl-C).
"""

from __future__ import annotations

import difflib
import io
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from analyser.plan import RunPlan
    from analyser.result import Result
    from analyser.run import Outcome, Progress

DONE, WRONG_DATA, WRONG_USAGE, STOPPED, PIPE_CLOSED = 0, 1, 2, 130, 141

GAME = click.argument("game")
FORMATS = click.Choice(["table", "json", "csv"])
TEXT_FORMATS = click.Choice(["table", "json"])
RULES = click.option("--rules", type=click.Path(path_type=Path), help="TOML file that changes the rules.")


def _with_marks(text: str | None) -> str | None:
    """Return a help text with the sign that click looks for, where a raw docstring has the two letters for it."""
    return text and text.replace("\\b\n", "\b\n")


class Commands(click.Group):
    """A group of commands that names the nearest one where a name is not known."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, with the lines after a backslash-b as they stand."""
        self.help = _with_marks(self.help)
        super().format_help(ctx, formatter)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, the examples in its help as they stand."""
        cmd.help = _with_marks(cmd.help)
        super().add_command(cmd, name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; raise the usage error with the nearest name and all names."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            near = difflib.get_close_matches(args[0], names, n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise click.UsageError(f"unknown command {args[0]!r}{hint}; commands: {', '.join(names)}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="agricola-analyser", message="%(prog)s %(version)s")
def app() -> None:
    r"""Answer strategy questions about the Agricola games by simulating whole games.

    \b
    Start with:  analyser simulate express --policy family-first --games 100000 --out run
    and then:    analyser report run -o report
    """


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

    from analyser.simulation import running_mean

    words = TextColumn("{task.fields[mean]}")
    bar = Progress(
        BarColumn(20), MofNCompleteColumn(), TimeRemainingColumn(), words, console=Console(stderr=True), transient=True
    )
    with bar:
        task = bar.add_task("", total=plan.games, mean="")
        yield lambda tally: bar.update(task, completed=tally.games, mean=running_mean(tally))


@contextmanager
def steps(doing: str, total: int, words: str) -> Iterator[Callable[..., None]]:
    """Yield what shows how far something long is, on stderr: a bar on a terminal, else a line about every ten seconds.

    It is called with the steps done so far and the values that `words` (a format) shows after done and total.
    """
    if not sys.stderr.isatty():
        told = time.monotonic()

        def tell(done: int, *values: float) -> None:
            nonlocal told
            if time.monotonic() >= told + 10 or done == total:
                told = time.monotonic()
                click.echo(words.format(done, total, *values), err=True)

        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = BarColumn(20), TextColumn("{task.description}"), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=total)
        yield lambda done, *values: bar.update(task, completed=done, description=words.format(done, total, *values))


def _common(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say which games are played."""
    options = [
        GAME,
        click.option("-p", "--policy", "policies", multiple=True, metavar="NAME[:KEY=VALUE,...]",
                     help="Who plays, FILE.py:NAME for your own; repeat it for the seats. One policy fills all seats.  "
                          "[default: family-first]"),
        click.option("--players", type=click.IntRange(1, 16),
                     help="Number of players.  [default: as many as policies]"),
        click.option("-n", "--games", type=click.IntRange(1, 10**12), default=10_000, show_default=True,
                     help="Number of games."),
        click.option("--seed", type=click.IntRange(0, 2**64 - 1),
                     help="Seed of the dice.  [default: a new one, which is shown]"),
        click.option("-j", "--jobs", type=click.IntRange(1, 256),
                     help="Threads; they change no number.  [default: all processors]"),
        RULES,
    ]  # fmt: skip
    for option in reversed(options):
        function = option(function)
    return function


@app.command()
@_common
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Save the run in this new folder, for `report`.")
@click.option("--rows", is_flag=True, help="Also save a row for each game and seat (rows.parquet in --out).")
@click.option("--force", is_flag=True, help="Replace an earlier run in --out.")
@click.option("-f", "--format", "form", type=FORMATS, default="table", show_default=True, help="What is printed.")
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
    result = make_result(plan, outcome.tally, version=_version(), command=_command(plan))
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

    with progress_bar(plan) as progress:
        if rows_for is None:
            return run(plan, jobs, progress=progress), None
        from analyser.rows import RowFile

        with RowFile(plan, rows_for) as file:
            outcome = run(plan, jobs, progress=progress, rows=file.write)
            return outcome, None if outcome.trouble else file.close()


def _ended(plan: RunPlan, outcome: Outcome) -> int:
    if outcome.trouble:
        raise outcome.trouble
    if not outcome.interrupted:
        return DONE
    click.echo(f"analyser: stopped after {outcome.tally.games:,} of {plan.games:,} games", err=True)
    return STOPPED


def _version() -> str:
    from analyser import __version__

    return __version__


def _command(plan: RunPlan) -> str:
    """Return the command that plays the same games again, the seed and the number of players written out."""
    import shlex

    facts = plan.facts()
    policies = [word for label in plan.labels for word in ("--policy", label)]
    words = ["analyser", "simulate", facts["game"], *policies, "--games", str(plan.games), "--seed", str(plan.seed)]
    if plan.rules_file is not None:
        words += ["--rules", str(plan.rules_file)]
    return shlex.join(words)


def _show(result: Result, form: str) -> None:
    if form == "json":
        click.echo(json.dumps(result.to_dict(), indent=2, allow_nan=False))
    elif form == "csv":
        click.echo(result.summary.to_csv(index=False, lineterminator="\n"), nl=False)
    else:
        from reports.terminal import print_result

        print_result(result)


@app.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("-o", "--out", "folder", type=click.Path(path_type=Path), required=True, help="Folder for the report.")
@click.option("--force", is_flag=True, help="Replace an earlier report in that folder.")
@click.option("--format", "formats", default="md,png,svg,csv,parquet", show_default=True, help="What is written.")
def report(run: Path, folder: Path, force: bool, formats: str) -> None:
    """Make a report of a RUN folder: Markdown, pictures (PNG, SVG) and tables (CSV, Parquet)."""
    from analyser.store import load
    from reports import write_report

    files = write_report(load(run), folder, [name.strip() for name in formats.split(",")], force)
    pictures = sum(file.suffix in (".png", ".svg") for file in files)
    click.echo(f"{len(files)} files in {folder}, {pictures} of them pictures; begin with {files[0]}")


@app.command()
def games() -> None:
    """List the games."""
    from analyser.catalogue import GAMES
    from reports.terminal import print_lines

    print_lines(list(GAMES.items()))


class PolicyCommands(Commands):
    """The group `policies`: what is no command of it is the name of a game, whose policies are listed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `list` before the name of a game."""
        near = difflib.get_close_matches(args[0], self.commands, n=1) if len(args) > 1 else []
        known = {*self.commands, *ctx.help_option_names}
        if near and args[0] not in known:
            raise click.UsageError(f"unknown command {args[0]!r} (did you mean {near[0]!r}?)", ctx)
        return super().parse_args(ctx, args if args and args[0] in known else ["list", *args])


@app.group(cls=PolicyCommands)
def policies() -> None:
    r"""List the policies of a game, begin one of your own, check one.

    \b
    Examples:
      analyser policies express
      analyser policies new my_policy.py
      analyser policies check my_policy.py
    """


@policies.command("list")
@GAME
@click.option("--scores", is_flag=True, help="Show what each scores alone, as `analyser strength` has measured it.")
@click.option("-f", "--format", "form", type=FORMATS, default="table", show_default=True, help="What is printed.")
def list_policies(game: str, scores: bool, form: str) -> None:
    """List the policies of GAME, with their parameters and sources."""
    from analyser.catalogue import broken_packages, check_game, policy_table
    from analyser.strength import with_scores

    check_game(game)
    with compiling():
        found = policy_table(game)
    if scores:
        found = with_scores(game, found)
    for line in broken_packages(game):
        click.echo(f"analyser: {' '.join(line.split())}", err=True)
    if form == "table":
        from reports.terminal import print_policies

        print_policies(found)
    elif form == "json":
        click.echo(json.dumps(found, indent=2))
    else:
        import pandas as pd

        flat = [{name: value for name, value in row.items() if name != "parameters"} for row in found]
        click.echo(pd.DataFrame(flat).to_csv(index=False, lineterminator="\n"), nl=False)


OF_GAME = click.option("--game", default="express", show_default=True, help="The game that it is for.")


@policies.command("new")
@click.argument("file", type=click.Path(path_type=Path))
@OF_GAME
@click.option("--force", is_flag=True, help="Replace the file, if there is one.")
def new_policy(file: Path, game: str, force: bool) -> None:
    """Write a policy to begin with: a short Python FILE that runs as it is."""
    from analyser.starter import write_starter

    name = write_starter(game, file, force)
    click.echo(f"{file} holds the policy {name}; change it, and try:")
    click.echo(f"  analyser policies check {file}\n  analyser simulate {game} --policy {file}")


@policies.command("check")
@click.argument("label", metavar="FILE.py[:NAME]")
@OF_GAME
@click.option("-n", "--games", type=click.IntRange(2, 10**9), help="Games of the first score.  [default: about 5 s]")
@click.option("-j", "--jobs", type=click.IntRange(1, 256), help="Threads.  [default: all processors]")
def check_policy(label: str, game: str, games: int | None, jobs: int | None) -> int:
    """Check that a policy plays by the rules, changes nothing and answers firmly; show its speed and first score."""
    from analyser.check import check, first_score

    with compiling():
        checks = check(game, label)
    from reports.terminal import print_check, print_first_score

    failed = sum(not print_check(one) for one in checks)
    if not failed:
        print_first_score(first_score(game, label, games, jobs))
        return DONE
    click.echo(f"analyser: {label} fails {failed} {'check' if failed == 1 else 'checks'}", err=True)
    return WRONG_DATA


@app.command()
@GAME
@click.option(
    "--file", "path", type=click.Path(path_type=Path), help="Print these rules, completed, instead of the default."
)
def rules(game: str, path: Path | None) -> None:
    """Print the rules of GAME as TOML, to be edited and passed back with --rules."""
    from analyser.catalogue import game as load_game

    with compiling():
        found = load_game(game)
    click.echo(found.rules_text(found.load_rules(path)), nl=False)


@app.command()
@GAME
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--harvest", type=click.IntRange(1), help="Which harvest scores.  [default: the file's]")
@RULES
@click.option("-f", "--format", "form", type=TEXT_FORMATS, default="table", show_default=True, help="What is printed.")
def score(game: str, file: Path, harvest: int | None, rules: Path | None, form: str) -> None:
    """Score the farm in FILE (TOML) at a harvest of GAME, by category."""
    from dataclasses import asdict

    from analyser.catalogue import scripts

    with compiling():
        module = scripts(game)
    rule_set = module.load_rules(rules)
    found = module.score_farm(module.read_farm(file, rule_set), rule_set, harvest)
    if form == "json":
        click.echo(json.dumps(asdict(found), indent=2))
    else:
        from reports.scripts import print_score

        print_score(found)


@app.command()
@GAME
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Print a simulated game of this seed as such a file.")
@click.option(
    "--game", "number", type=click.IntRange(0, 2**64 - 1), default=0, help="Number of that game.  [default: 0]"
)
@click.option("-p", "--policy", "policies", multiple=True, help="Who plays it, as in `simulate`.")
@click.option("--players", type=click.IntRange(1, 16), help="Number of players.")
@RULES
@click.option("-f", "--format", "form", type=TEXT_FORMATS, default="table", show_default=True, help="What is printed.")
def replay(
    game: str, file: Path | None, seed: int | None, number: int, policies: tuple[str, ...], players: int | None,
    rules: Path | None, form: str,
) -> None:  # fmt: skip
    r"""Play a written-down game of GAME (TOML) and check each move, or write a simulated game down.

    \b
    Examples:
      analyser replay express docs/examples/game.toml
      analyser replay express --seed 7 --game 812 --policy greedy > game.toml
    """
    if (file is None) == (seed is None):
        raise click.UsageError("name a FILE to play, or a --seed (and --game, --policy) to write a simulated game down")
    from dataclasses import asdict

    from analyser.catalogue import scripts

    with compiling():
        module = scripts(game)
    if file is None:
        _write_game(game, policies, players, rules, seed, number)
        return
    found = module.replay(module.read_game(file), module.load_rules(rules))
    if form == "json":
        played = asdict(found)
        del played["file"]  # it is what was read
        click.echo(json.dumps(played, indent=2))
    else:
        from reports.scripts import print_replay

        print_replay(found)


def _write_game(
    game: str, policies: tuple[str, ...], players: int | None, rules: Path | None, seed: int | None, number: int
) -> None:
    from analyser.plan import make_plan
    from analyser.written import write_game

    plan = make_plan(game, policies, players=players, games=1, seed=seed, rules=rules)
    text, trouble = write_game(plan, number)
    click.echo(text, nl=False)
    if trouble:
        raise trouble


@app.command()
@GAME
@click.option("-p", "--policy", "names", multiple=True, help="Only these policies.  [default: all]")
@click.option("--players", type=int, default=1, show_default=True, help="Number of players.")
@click.option(
    "--seconds", type=click.FloatRange(0.05, 600), default=2.0, show_default=True, help="Time for each figure."
)
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="Threads of the second figure.  [default: all processors]"
)
@click.option("-f", "--format", "form", type=FORMATS, default="table", show_default=True, help="What is printed.")
def bench(game: str, names: tuple[str, ...], players: int, seconds: float, jobs: int | None, form: str) -> None:
    """Measure how many games of GAME a second each policy plays, with one thread and with all."""
    import pandas as pd

    from analyser.bench import bench as measure
    from analyser.catalogue import policy_names

    chosen = list(names) or policy_names(game)
    with compiling():
        frame = pd.concat(measure(game, chosen, players=players, seconds=seconds, jobs=jobs), ignore_index=True)
    if form == "json":
        click.echo(frame.to_json(orient="records", indent=2))
    elif form == "csv":
        click.echo(frame.to_csv(index=False, lineterminator="\n"), nl=False)
    else:
        from reports.terminal import print_bench

        print_bench(frame)


@app.command()
@GAME
@click.option("-p", "--policy", required=True, metavar="NAME[:KEY=VALUE,...]", help="Whose parameters are searched.")
@click.option(
    "-n",
    "--games",
    type=click.IntRange(2, 10**7),
    default=4_000,
    show_default=True,
    help="Games that each candidate of a generation plays.",
)
@click.option("--generations", type=click.IntRange(1, 10**6), default=60, show_default=True, help="How long to search.")
@click.option(
    "--population",
    type=click.IntRange(4, 10_000),
    help="Candidates in a generation.  [default: by the number of parameters]",
)
@click.option("--only", metavar="NAME,...", help="Search these parameters only; * stands for any letters (fields_*).")
@click.option(
    "--objective", default="mean", show_default=True, help="What is to be high: mean, p_above_par, quantile:0.1, win."
)
@click.option(
    "--against",
    multiple=True,
    metavar="NAME[:KEY=VALUE,...]",
    help="An opponent; repeat it for more. The policies play every rotation of the seats.",
)
@click.option("--players", type=click.IntRange(1, 16), help="Number of players.  [default: 1, and the opponents]")
@click.option(
    "--holdout",
    type=click.IntRange(2, 10**9),
    default=100_000,
    show_default=True,
    help="Games, never seen by the search, that score the result.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Seed.  [default: a new one, which is shown]")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="Threads; they change no number.  [default: all processors]"
)
@RULES
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="The result, a file for --policy.")
@click.option("--force", is_flag=True, help="Replace an earlier result, and an unfinished search with other settings.")
@click.option("-f", "--format", "form", type=TEXT_FORMATS, default="table", show_default=True, help="What is printed.")
def tune(
    game: str, policy: str, games: int, generations: int, population: int | None, only: str | None, objective: str,
    against: tuple[str, ...], players: int | None, holdout: int, seed: int | None, jobs: int | None,
    rules: Path | None, out: Path, force: bool, form: str,
) -> int:  # fmt: skip
    r"""Search better parameters for a policy of GAME, and score them on games that the search never saw.

    Ctrl-C keeps the search; the same command, with its --seed, goes on.

    \b
    Examples:
      analyser tune express --policy greedy --games 2000 --generations 20 --seed 1 -o best.toml
      analyser tune express --policy balanced --only 'fields_*,mayor_*' --seed 1 -o best.toml
    """
    from analyser.tune import check_output, save, state_path
    from analyser.tune import tune as search
    from analyser.tune_plan import make_tune_plan

    check_output(out, force)
    with compiling():
        plan = make_tune_plan(
            game, policy, against=against, players=players, objective=objective, games=games, generations=generations,
            holdout=holdout, population=population, only=_names(only), seed=seed, rules=rules,
        )  # fmt: skip
    state = state_path(out)
    if seed is None:
        click.echo(f"seed {plan.seed}", err=True)
    try:
        with steps("searching", generations, "generation {:,} of {:,}: best {:.2f}, median {:.2f}") as progress:
            result = search(plan, jobs=jobs, state=state, anew=force, progress=progress)
    except KeyboardInterrupt:
        click.echo(f"analyser: stopped; what is done is in {state}; to go on: {plan.command(str(out))}", err=True)
        return STOPPED
    save(result, out)
    if form == "json":
        click.echo(json.dumps(result.to_dict(), indent=2, allow_nan=False))
    else:
        from reports.terminal import print_tuning

        print_tuning(result, str(out))
    return DONE


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


@app.command()
@GAME
@click.option(
    "--size",
    default="full",
    show_default=True,
    help="Which tables: full, over pairs and triples of facts; lite, one weight for each fact.",
)
@click.option(
    "-n", "--games", type=click.IntRange(1000, 10**9), help="Games to learn from.  [default: 4.8 million, lite 1.6]"
)
@click.option(
    "--holdout",
    type=click.IntRange(2, 10**9),
    default=100_000,
    show_default=True,
    help="Games, of another seed, that score the result.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), help="Seed.  [default: a new one, which is shown]")
@click.option("-j", "--jobs", type=click.IntRange(1, 256), help="Threads for the hold-out; learning takes one.")
@RULES
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="The table (.npz), for --policy.")
@click.option("--force", is_flag=True, help="Replace an earlier table.")
@click.option("-f", "--format", "form", type=TEXT_FORMATS, default="table", show_default=True, help="What is printed.")
def learn(
    game: str,
    size: str,
    games: int | None,
    holdout: int,
    seed: int | None,
    jobs: int | None,
    rules: Path | None,
    out: Path,
    force: bool,
    form: str,
) -> int:
    r"""Learn by playing what a farm of GAME is worth, and score the play that comes of it on new games.

    Takes some ten minutes with the default number of games. Ctrl-C keeps what is learnt so far; the same command, with
    its --seed, goes on.

    \b
    Examples:
      analyser learn express --seed 1 -o my-table.npz
      analyser simulate express --policy my-table.npz
    """
    from analyser.learn import check_output, make_learn_plan, save, state_path
    from analyser.learn import learn as learn_table

    check_output(out, force)
    with compiling():
        plan = make_learn_plan(game, size=size, games=games, holdout=holdout, seed=seed, rules=rules)
    if seed is None:
        click.echo(f"seed {plan.seed}", err=True)
    state = state_path(out)
    try:
        with steps("learning", plan.games, "{:,} of {:,} games, mean of late {:.1f}") as progress:
            result = learn_table(plan, jobs=jobs, state=state, progress=progress)
    except KeyboardInterrupt:
        click.echo(f"analyser: stopped; what is learnt is in {state}; to go on: {plan.command(str(out))}", err=True)
        return STOPPED
    save(result, out)
    if form == "json":
        click.echo(json.dumps(result.to_dict(), indent=2, allow_nan=False))
    else:
        from reports.terminal import print_learning

        print_learning(result, str(out))
    return DONE


@app.command()
@GAME
@click.option(
    "-p", "--policy", "names", multiple=True, metavar="NAME[:KEY=VALUE,...]", help="Only these.  [default: all]"
)
@click.option("--also", multiple=True, metavar="NAME[:KEY=VALUE,...]", help="These as well.")
@click.option("--over", help="The policy that the differences are to.  [default: the game's default policy]")
@click.option(
    "-n", "--games", type=click.IntRange(2, 10**8), default=100_000, show_default=True, help="Number of games."
)
@click.option(
    "--slow-games",
    type=click.IntRange(2, 10**8),
    default=2_000,
    show_default=True,
    help="Number of games of policies below 200 games a second.",
)
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Seed of the dice.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), help="Threads; they change no score.  [default: all processors]"
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Write the page (Markdown) to this file.")
@click.option("--scores", type=click.Path(path_type=Path), help="Write the rows (JSON) to this file.")
@click.option("-f", "--format", "form", type=FORMATS, default="table", show_default=True, help="What is printed.")
def strength(
    game: str,
    names: tuple[str, ...],
    also: tuple[str, ...],
    over: str | None,
    games: int,
    slow_games: int,
    seed: int,
    jobs: int | None,
    out: Path | None,
    scores: Path | None,
    form: str,
) -> None:
    """Measure how strong the policies of GAME are alone: mean score, chance to beat par, speed."""
    from analyser import strength as module

    rows = []
    with compiling():
        about = module.facts(game, over, seed)
    for row in module.strength(
        game, names, also=also, over=over, games=games, slow_games=slow_games, seed=seed, jobs=jobs
    ):
        click.echo(f"{row['policy']}: {row['mean']:.2f} ± {row['se']:.2f}", err=True)
        rows.append(row)
    found = module.frame(rows)
    if out is not None:
        from analyser.folders import write_whole
        from reports.strength import strength_page

        page = strength_page(found, about, [_strength_command(click.get_current_context().params)])
        write_whole(out, page.encode())
    if scores is not None:
        from analyser.folders import write_whole

        write_whole(scores, module.to_json(rows, about).encode())
    if form == "json":
        click.echo(module.to_json(rows, about), nl=False)
    elif form == "csv":
        click.echo(found.to_csv(index=False, lineterminator="\n"), nl=False)
    else:
        from reports.strength import shown
        from reports.terminal import print_frame

        print_frame(shown(found).reset_index())


def _strength_command(given: dict[str, Any]) -> str:
    """Return the command that measures the same again."""
    import shlex

    words = ["analyser", "strength", given["game"]]
    words += [word for name in given["names"] for word in ("--policy", name)]
    words += [word for name in given["also"] for word in ("--also", name)]
    words += ["--over", given["over"]] if given["over"] else []
    words += ["--games", str(given["games"]), "--slow-games", str(given["slow_games"]), "--seed", str(given["seed"])]
    for option in ("out", "scores"):
        words += [f"--{option}", str(given[option])] if given[option] else []
    return shlex.join(words)


def main() -> None:
    """Run the command and turn what a user did wrong into one line on stderr and an exit code."""
    signal.signal(
        signal.SIGTERM, signal.default_int_handler
    )  # a run that is told to end keeps what is done, as by Ctrl-C
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows a question mark
    try:
        code = app.main(standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as help_page:
        help_page.show()
        code = WRONG_USAGE
    except click.ClickException as error:
        where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "analyser"
        click.echo(f"{where}: {' '.join(error.format_message().split())}", err=True)
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("analyser: stopped", err=True)
        code = STOPPED
    except BrokenPipeError:
        # Whoever read the output has seen enough; nothing more can be printed, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = PIPE_CLOSED
    except Exception as error:
        code = _told(error)
    _leave(code)


def _leave(code: int | None) -> None:
    """End the process; at once where a policy that never answers holds a thread, which nothing else can end."""
    if not any(thread.name == "analyser-worker" for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code or DONE)


def _told(error: Exception) -> int:
    """Print a user's mistake, or a full disk behind stdout, as one line; raise anything else, which is a bug."""
    from sims.errors import AnalyserError

    if isinstance(error, AnalyserError):
        click.echo(f"analyser: {' '.join(str(error).split())}", err=True)
    elif isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
        click.echo(f"analyser: cannot write the output: {error.strerror or error}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    else:
        raise error
    return WRONG_DATA


if __name__ == "__main__":
    main()
