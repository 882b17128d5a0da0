"""The command `review`: where the points of played games went."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyser.command_line import command_line

from . import options, show
from .progress import compiling

if TYPE_CHECKING:
    from analyser.executors import Jobs


@click.command(short_help="Where did the points go?")
@options.GAME
@click.argument("file", type=options.PATH, required=False)
@options.seed("Review a simulated game of this seed; of a FILE, the seed of the games played on.  [default: a new one]")
@click.option("--game", "number", type=options.SEEDS, default=0, show_default=True, help="Number of that game.")
@options.policies("Who plays it, as in `simulate`.")
@options.players()
@click.option(
    "-n", "--games", type=click.IntRange(2, 10**6), help="Review so many games: where the policy loses, by kind."
)
@click.option(
    "--reference", metavar=options.LABEL, help="The yardstick, which plays on.  [default: the strongest quick policy]"
)
@click.option(
    "--playouts", type=click.IntRange(1, 10**6), help="Games played on for each step.  [default: 300; with --games 20]"
)
@click.option("--seat", type=click.IntRange(1, 16), default=1, show_default=True, help="Whose game it is.")
@click.option("--width", type=click.IntRange(1, 1000), default=6, show_default=True, help="Other options looked at.")
@options.jobs()
@options.RULES
@options.out("Folder for a page with the timeline, and its tables.")
@options.force("Replace an earlier report in that folder.")
@options.FORM
def review(
    game: str, file: Path | None, seed: int | None, number: int, policies: tuple[str, ...], players: int | None,
    games: int | None, reference: str | None, playouts: int | None, seat: int, width: int, jobs: Jobs,
    rules: Path | None, out: Path | None, force: bool, form: str,
) -> None:  # fmt: skip
    r"""Review the game in FILE (TOML, as `replay` takes it), or a simulated one, or many of a policy.

    Of one game: what each decision lost, with the best that was found, and the luck of each roll; luck and play add up
    to the score. With --games: which kinds of decisions lose how much, beside the difference of the two means.

    \b
    Examples:
      analyser review express docs/examples/game.toml --out review
      analyser review express --seed 7 --game 812 --policy greedy
      analyser review express --policy family-first --games 200 --seed 1
    """
    if games is not None and file is not None:
        raise click.UsageError("a FILE is one game: leave out --games, or the FILE")
    if file is not None and policies:
        raise click.UsageError("a FILE says what was played: name a yardstick by --reference, and no --policy")
    from analyser.catalogue import game as load_game

    with compiling():
        load_game(game)
    again: dict[str, Any] = {"policy": policies, "players": players, "reference": reference, "playouts": playouts}
    again |= {"seat": None if seat == 1 else seat, "rules": rules}
    if games is not None:
        found: Any = _many(game, policies, players, rules, seed, reference, games, seat, playouts, jobs)
        command = command_line("review", game, games=games, seed=found.facts["seed"], **again)
    else:
        found = _one(game, file, policies, players, rules, (seed, number), reference, seat, playouts, width, jobs)
        words = [] if file is None else [str(file)]
        again |= {"game": None if file is not None else number, "width": None if width == 6 else width}
        command = command_line("review", game, *words, seed=found.facts["seed"], **again)
    _show(found, command, form, out, force, games is not None)


def _many(
    game: str, policies: tuple[str, ...], players: int | None, rules: Path | None, seed: int | None,
    reference: str | None, games: int, seat: int, playouts: int | None, jobs: Jobs,
) -> Any:  # fmt: skip
    from analyser.plan import make_plan
    from analyser.reviews import PLAYOUTS, review_games

    plan = make_plan(game, policies, players=players, games=games, seed=seed, rules=rules)
    return review_games(plan, reference, games=games, seat=seat, playouts=playouts or PLAYOUTS, jobs=jobs)


def _one(
    game: str, file: Path | None, policies: tuple[str, ...], players: int | None, rules: Path | None,
    place: tuple[int | None, int], reference: str | None, seat: int, playouts: int | None, width: int,
    jobs: Jobs,
) -> Any:  # fmt: skip
    from analyser.plan import make_plan
    from analyser.review import PLAYOUTS, read_story, simulated_story
    from analyser.review import review as review_game

    seed = place[0]
    if file is not None:
        story = read_story(game, file, rules)
    else:
        plan = make_plan(game, policies, players=players, games=1, seed=seed, rules=rules)
        story, seed = simulated_story(plan, place[1]), plan.seed
    return review_game(
        game, story, reference, seat=seat, rules=rules, playouts=playouts or PLAYOUTS, width=width, seed=seed, jobs=jobs
    )


def _show(found: Any, command: str, form: str, out: Path | None, force: bool, many: bool) -> None:
    """Print what was found, and write the page, if one is asked for."""
    from reports import review as report

    if out is not None:
        from reports import write_report

        made = report.reviews_document(found, command) if many else report.review_document(found, command)
        files = write_report(made, out, force=force)
        click.echo(f"{len(files)} files in {out}; begin with {files[0]}", err=True)
    if form == "json":
        show.as_json({**found.to_dict(), "command": command})
    elif form == "csv":
        show.as_csv(found.kinds if many else found.steps)
    elif many:
        report.print_reviews(found, command)
    else:
        report.print_review(found, command)
