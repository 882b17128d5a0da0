"""The commands `score` and `replay`: farms and games that were written down."""

from __future__ import annotations

from pathlib import Path

import click

from . import options, show
from .progress import compiling


@click.command(short_help="The points of a farm.")
@options.GAME
@click.argument("file", type=options.PATH)
@click.option("--harvest", type=click.IntRange(1), help="Which of several harvests.  [default: the file's, if any]")
@options.RULES
@options.TEXT_FORM
def score(game: str, file: Path, harvest: int | None, rules: Path | None, form: str) -> None:
    """Score the farm in FILE (TOML) by the rules of GAME, by category."""
    from dataclasses import asdict

    from analyser.catalogue import scripts

    with compiling():
        module = scripts(game)
    rule_set = module.load_rules(rules)
    found = module.score_farm(module.read_farm(file, rule_set), rule_set, harvest)
    if form == "json":
        show.as_json(asdict(found))
    else:
        from reports.scripts import print_told

        print_told(module.told_score(found))


@click.command(short_help="A game, move by move.")
@options.GAME
@click.argument("file", type=options.PATH, required=False)
@options.seed("Print a simulated game of this seed as such a file.")
@click.option("--game", "number", type=options.SEEDS, default=0, help="Number of that game.  [default: 0]")
@options.policies("Who plays it, as in `simulate`.")
@options.players()
@options.RULES
@options.TEXT_FORM
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
        show.as_json(played)
    else:
        from reports.scripts import print_told

        print_told(module.told_replay(found))


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
