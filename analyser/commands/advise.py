"""The command `advise`: what to take now."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from analyser.command_line import command_line

from . import options, show
from .progress import compiling


@click.command(short_help="What should I take now?")
@options.GAME
@click.argument("position", required=False)
@click.option("--stdin", is_flag=True, help="Read the position from standard input: a file or a line.")
@click.option("--round", "round_", type=int, help="The round, instead of the file's.")
@click.option("--actions-left", type=int, help="The actions left, instead of the file's (Express).")
@click.option("--dice", help="The dice that lie there, instead of the file's (Express).")
@click.option("--roll", help="The dice that were rolled, instead of the file's (Express).")
@options.policies("Who plays on, one for all seats or one for each.  [default: the strongest quick one]")
@click.option(
    "-n", "--games", type=click.IntRange(100, 10**8),
    help="At most so many games of each option, and no clock: the same seed gives the same answer.",
)  # fmt: skip
@click.option(
    "--time", "seconds", type=click.FloatRange(0.1, 86400), default=2.0, show_default=True,
    help="End after so many seconds, clear or not.",
)  # fmt: skip
@click.option(
    "--precision", type=click.FloatRange(0.001, 1000), help="End once all differences are known to so many points."
)
@click.option(
    "--objective", type=click.Choice(["points", "chance"]), default="points", show_default=True,
    help="What is to be high: the final score; or the chance to win, alone that to beat the par.",
)  # fmt: skip
@click.option(
    "--width", type=click.IntRange(1, 1000), default=12, show_default=True,
    help="Play on so many moves, those that look best at a glance.",
)  # fmt: skip
@options.seed()
@options.threads("Threads; they change no number.  [default: all processors]")
@options.RULES
@options.FORM
def advise(
    game: str, position: str | None, stdin: bool, round_: int | None, actions_left: int | None, dice: str | None,
    roll: str | None, policies: tuple[str, ...], games: int | None, seconds: float, precision: float | None,
    objective: str, width: int, seed: int | None, jobs: int | None, rules: Path | None, form: str,
) -> None:  # fmt: skip
    r"""Say what to take in POSITION of GAME: what each move, and a roll, is worth, and how sure that is.

    POSITION is a file (TOML: a position, or a game that stops there, whose last action may lack its move), or for
    Express a line as one types it at the table; see README.

    \b
    Examples:
      analyser advise express "r2 a1 | 1 room 2 field | food 3 grain 2 reed 1 | mayor | dice: house field food wood"
      analyser advise express docs/examples/position.toml --time 10
      analyser advise express game.toml --policy balanced --games 5000 --seed 1
    """
    if (position is None) != stdin:
        raise click.UsageError("name a file with the POSITION, or type it as a line, or give --stdin: one of them")
    from analyser import advise as module
    from analyser.catalogue import scripts

    source = source_of(sys.stdin.read() if stdin else position or "", stdin)
    changes = changes_of(round=round_, actions_left=actions_left, dice=dice, roll=roll)
    with compiling():
        found = module.read_position(game, source, rules, changes)
    advice = module.advise(
        game, found, policies, rules=rules, seed=seed, games=games, seconds=seconds, precision=precision,
        objective=objective, width=width, jobs=jobs,
    )  # fmt: skip
    if form == "json":
        show.as_json(advice.to_dict())
    elif form == "csv":
        show.as_csv(advice.moves)
    else:
        from reports.advice import print_advice

        words = [] if position is None else [position]
        again = command_line(
            "advise", game, *words, round=round_, actions_left=actions_left, dice=dice, roll=roll, policy=policies,
            games=advice.facts["games"], seed=advice.facts["seed"], width=None if width == 12 else width,
            precision=precision, objective=None if objective == "points" else objective, rules=rules,
        )  # fmt: skip
        told = scripts(game).told_position(found, module.load_rules(game, module.own_rules(found, rules)))
        print_advice(advice, told, again + (" --stdin" if stdin else ""))


def source_of(text: str, is_text: bool) -> str | Path:
    """Return a position's file, or its text: whatever has a bar or a space in it and is no file is a typed line."""
    if is_text or (("|" in text or " " in text.strip()) and not Path(text).exists()):
        return text
    return Path(text)


def changes_of(**said: Any) -> dict[str, Any]:
    """Return the keys of a position that options change; `roll` and `dice` take each other's place."""
    changes = {name: value for name, value in said.items() if value is not None}
    if "dice" in changes and "roll" in changes:
        raise click.UsageError("the dice lie there (--dice) or were rolled (--roll): give one of them")
    return changes
