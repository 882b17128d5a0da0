"""The commands `policies`: listing them, beginning one, checking one."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import DONE, WRONG_DATA, options, show
from .group import Commands
from .progress import compiling

OF_GAME = click.option("--game", default="express", show_default=True, help="The game that it is for.")

if TYPE_CHECKING:
    from analyser.executors import Jobs


class PolicyCommands(Commands):
    """The group `policies`: what is no command of it is the name of a game, whose policies are listed."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `list` before the name of a game."""
        near = difflib.get_close_matches(args[0], self.commands, n=1) if len(args) > 1 else []
        known = {*self.commands, *ctx.help_option_names}
        if near and args[0] not in known:
            raise click.UsageError(f"unknown command {args[0]!r} (did you mean {near[0]!r}?)", ctx)
        return super().parse_args(ctx, args if args and args[0] in known else ["list", *args])


@click.group(cls=PolicyCommands, short_help="Who can play? List, begin, check policies.")
def policies() -> None:
    r"""List the policies of a game, begin one of your own, check one.

    \b
    Examples:
      analyser policies express
      analyser policies new my_policy.py
      analyser policies check my_policy.py
    """


@policies.command("list")
@options.GAME
@click.option("--scores", is_flag=True, help="Show what each scores by itself, as `analyser strength` has measured it.")
@options.FORM
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
    if form == "json":
        show.as_json(found)
    elif form == "csv":
        from analyser.frames import from_rows

        show.as_csv(from_rows(found).drop(columns="parameters"))
    else:
        from reports.terminal import print_policies

        print_policies(found)


@policies.command("new")
@click.argument("file", type=options.PATH)
@OF_GAME
@options.force("Replace the file, if there is one.")
def new_policy(file: Path, game: str, force: bool) -> None:
    """Write a policy to begin with: a short Python FILE that runs as it is."""
    from analyser.starter import write_starter

    name = write_starter(game, file, force)
    click.echo(f"{file} holds the policy {name}; change it, and try:")
    of_game = "" if game == "express" else f" --game {game}"
    click.echo(f"  analyser policies check {file}{of_game}\n  analyser simulate {game} --policy {file}")


@policies.command("check")
@click.argument("label", metavar="FILE.py[:NAME]")
@OF_GAME
@options.games(2, 10**9, "Games of the first score.  [default: about 5 s]")
@options.jobs()
def check_policy(label: str, game: str, games: int | None, jobs: Jobs) -> int:
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
