"""The command `strength`: how strong each policy is alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyser.command_line import command_line

from . import options, show
from .failures import Failures
from .progress import compiling

if TYPE_CHECKING:
    from analyser.executors import Jobs


@click.command(short_help="How strong is each policy?")
@options.GAME
@options.policies("Only these.  [default: all]", metavar=options.LABEL)
@click.option("--also", multiple=True, metavar=options.LABEL, help="These as well.")
@click.option("--over", help="The policy that the differences are to.  [default: the game's default policy]")
@options.games(2, 10**8, default=100_000)
@click.option(
    "--slow-games",
    type=click.IntRange(2, 10**8),
    default=2_000,
    show_default=True,
    help="Number of games of policies below 200 games a second.",
)
@options.players("Number of players; the policy plays all of them.  [default: as few as the game has]")
@options.RULES
@options.seed("Seed of all that is drawn.", default=1)
@options.jobs()
@options.out("Write the page (Markdown) to this file.")
@click.option("--scores", type=options.PATH, help="Write the rows (JSON) to this file.")
@options.FORM
def strength(
    game: str, policies: tuple[str, ...], also: tuple[str, ...], over: str | None, games: int, slow_games: int,
    players: int | None, rules: Path | None, seed: int, jobs: Jobs, out: Path | None, scores: Path | None,
    form: str,
) -> int:  # fmt: skip
    """Measure how strong the policies of GAME are, alone or against themselves: mean score, speed, share above par.

    A policy plays all seats of a game that has several; `--over random` shows how far each is ahead of random play.
    """
    from analyser import strength as module
    from analyser.folders import write_whole
    from reports.strength import shown, strength_page

    rows, failed = [], Failures()
    with compiling():
        about = module.facts(game, over, seed, players, rules)
    for row in module.strength(
        game,
        policies,
        also=also,
        over=over,
        games=games,
        slow_games=slow_games,
        players=players,
        rules=rules,
        seed=seed,
        jobs=jobs,
        failed=failed,
    ):
        click.echo(f"{row['policy']}: {row['mean']:.2f} ± {row['se']:.2f}", err=True)
        rows.append(row)
    if not rows:
        return failed.code
    found = module.frame(rows)
    if out is not None:
        again = command_line(
            "strength", game, policy=policies, also=also, over=over, games=games, slow_games=slow_games,
            players=players, rules=rules, seed=seed, out=out, scores=scores,
        )  # fmt: skip
        write_whole(out, strength_page(found, about, [again]).encode())
    if scores is not None:
        write_whole(scores, module.to_json(rows, about).encode())
    if form == "json":
        click.echo(module.to_json(rows, about), nl=False)
    elif form == "csv":
        show.as_csv(found)
    else:
        from reports.terminal import print_frame

        print_frame(shown(found).reset_index())
    return failed.code
