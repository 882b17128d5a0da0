"""The command `learn`: a table of what a farm is worth."""

from __future__ import annotations

from pathlib import Path

import click

from . import DONE, STOPPED, options, show
from .progress import compiling, steps


@click.command(short_help="Learn what a farm is worth, by playing.")
@options.GAME
@click.option(
    "--size",
    default="full",
    show_default=True,
    help="Which tables: full, over pairs and triples of facts; lite, one weight for each fact.",
)
@options.games(1000, 10**9, "Games to learn from.  [default: 4.8 million, lite 1.6]")
@options.holdout("Games, of another seed, that score the result.")
@options.seed("Seed.  [default: a new one, which is shown]")
@options.threads("Threads for the hold-out; learning takes one.")
@options.RULES
@options.out("The table (.npz), for --policy.", required=True)
@options.force("Replace an earlier table.")
@options.TEXT_FORM
def learn(
    game: str, size: str, games: int | None, holdout: int, seed: int | None, jobs: int | None, rules: Path | None,
    out: Path, force: bool, form: str,
) -> int:  # fmt: skip
    r"""Learn by playing what a farm of GAME is worth, and score the play that comes of it on new games.

    Takes some ten minutes with the default number of games. Ctrl-C keeps what is learnt so far; the same command, with
    its --seed, goes on.

    \b
    Examples:
      analyser learn express --seed 1 -o my-table.npz
      analyser simulate express --policy my-table.npz
    """
    from analyser.learn import ENDING, make_learn_plan, save
    from analyser.learn import learn as learn_table
    from analyser.outputs import check_output, state_path

    check_output(out, ENDING, force)
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
        show.as_json(result.to_dict())
    else:
        from reports.terminal import print_learning

        print_learning(result, str(out))
    return DONE
