"""The command `par`: what the par of a game is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyser import __version__
from analyser.command_line import command_line

from . import options, show
from .figure import FIGURE, save_figure
from .progress import compiling

if TYPE_CHECKING:
    from analyser.executors import Jobs


@click.command(short_help="What is the par worth, in a game that has one?")
@options.GAME
@options.policies("Whose play; repeat it for more.  [default: all policies of the game]", metavar=options.LABEL)
@options.players("Number of players, all with one policy; above 1 the winner's score counts.  [default: the fewest]")
@options.games(2, 10**8, "Number of games of each policy.", default=20_000)
@click.option(
    "--slow-games",
    type=click.IntRange(2, 10**8),
    default=100,
    show_default=True,
    help="Number of games of policies below 200 games a second.",
)
@click.option("--readings", is_flag=True, help="What each other reading of the rules is worth (takes minutes).")
@click.option(
    "--variant", "variants", multiple=True, type=options.PATH, help="What these rules (a TOML file) change; repeat it."
)
@options.seed()
@options.jobs()
@options.RULES
@FIGURE
@options.FORM
def par(
    game: str, policies: tuple[str, ...], players: int | None, games: int, slow_games: int, readings: bool,
    variants: tuple[Path, ...], seed: int | None, jobs: Jobs, rules: Path | None, figure: Path | None, form: str,
) -> None:  # fmt: skip
    r"""Show what the par of GAME is worth: how often each policy beats it, and which marks it beats how often.

    CSV holds a row for each policy; JSON holds all.

    \b
    Examples:
      analyser par express --seed 1
      analyser par express -p rancher -p greedy --readings --figure par.png
      analyser par express -p greedy --players 3
    """
    from analyser.catalogue import game as load_game
    from analyser.par import measure_par

    with compiling():
        load_game(game)
    found = measure_par(
        game, policies, players=players, games=games, slow_games=slow_games, seed=seed, jobs=jobs, rules=rules,
        variants=variants, readings=readings, told=lambda line: click.echo(line, err=True),
    )  # fmt: skip
    again = command_line(
        "par", game, policy=policies, players=players, games=games, slow_games=slow_games, variant=variants,
        seed=found.facts["seed"], rules=rules,
    )  # fmt: skip
    found.facts.update(version=__version__, command=again + (" --readings" if readings else ""))
    if figure is not None:
        from reports.par import par_figure

        save_figure(par_figure(found), figure)
    if form == "json":
        show.as_json(found.to_dict())
    elif form == "csv":
        show.as_csv(found.policies)
    else:
        from reports.par import print_par

        print_par(found)
