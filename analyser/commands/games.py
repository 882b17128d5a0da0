"""The commands `games` and `rules`: which games there are, and a game's rules as a text file."""

from __future__ import annotations

from pathlib import Path

import click

from . import options
from .progress import compiling


@click.command(short_help="Which games are there?")
def games() -> None:
    """List the games."""
    from analyser.catalogue import GAMES
    from reports.terminal import print_lines

    print_lines(list(GAMES.items()))


@click.command(short_help="The rules as a text file, to be edited.")
@options.GAME
@click.option(
    "--file", "--mode", "path", type=options.PATH, metavar="FILE|MODE",
    help="Print these rules, completed, or those of a mode, instead of the default.",
)  # fmt: skip
def rules(game: str, path: Path | None) -> None:
    """Print the rules of GAME as TOML, to be edited and passed back with --rules."""
    from analyser.catalogue import game as load_game

    with compiling():
        found = load_game(game)
    click.echo(found.rules_text(found.load_rules(path)), nl=False)
