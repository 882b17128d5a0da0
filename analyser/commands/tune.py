"""The command `tune`: better parameters for a policy."""

from __future__ import annotations

from pathlib import Path

import click

from . import DONE, STOPPED, options, show
from .progress import compiling, steps


@click.command(short_help="Search better parameters for a policy.")
@options.GAME
@options.policy("Whose parameters are searched.")
@options.games(2, 10**7, "Games that each candidate of a generation plays.", default=4_000)
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
    metavar=options.LABEL,
    help="An opponent; repeat it for more. The policies play every rotation of the seats.",
)
@options.players("Number of players.  [default: 1, and the opponents]")
@options.holdout("Games, never seen by the search, that score the result.")
@options.seed("Seed.  [default: a new one, which is shown]")
@options.threads("Threads; they change no number.  [default: all processors]")
@options.RULES
@options.out("The result, a file for --policy.", required=True)
@options.force("Replace an earlier result, and an unfinished search with other settings.")
@options.TEXT_FORM
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
    from analyser.catalogue import TABLE
    from analyser.outputs import check_output, state_path
    from analyser.tune import save
    from analyser.tune import tune as search
    from analyser.tune_plan import make_tune_plan

    check_output(out, TABLE, force)
    with compiling():
        plan = make_tune_plan(
            game, policy, against=against, players=players, objective=objective, games=games, generations=generations,
            holdout=holdout, population=population, only=options.names(only), seed=seed, rules=rules,
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
        show.as_json(result.to_dict())
    else:
        from reports.terminal import print_tuning

        print_tuning(result, str(out))
    return DONE
