"""The command `odds`: the exact chances of a roll."""

from __future__ import annotations

from pathlib import Path

import click

from . import options, show
from .figure import FIGURE, save_figure


@click.command(short_help="The exact chances of a roll, in a game with dice.")
@options.GAME
@click.option("--with", "cards", metavar="CARD,...", help="Occupations and improvements in hand.")
@click.option("--left", metavar="FACE,...", help="The dice that lie there: how likely is a roll to offer as much?")
@click.option("--exact", is_flag=True, help="Show the fractions too.")
@options.RULES
@FIGURE
@options.FORM
def odds(
    game: str, cards: str | None, left: str | None, exact: bool, rules: Path | None, figure: Path | None, form: str
) -> None:
    r"""Show the exact chances of a roll of GAME: each die face, set of dice and dice group, with each card.

    Nothing is simulated. CSV holds the table of chances; JSON holds all.

    \b
    Examples:
      analyser odds express --exact
      analyser odds express --with farmer,mayor --left house,food,food,wood
      analyser odds express --figure odds.pdf
    """
    from analyser.odds import odds as exact_odds

    found = exact_odds(
        game, rules=rules, with_=options.names(cards), left=None if left is None else options.names(left)
    )
    if figure is not None:
        from reports.odds import odds_figure

        save_figure(odds_figure(found), figure)
    if form == "json":
        show.as_json(found.to_dict())
    elif form == "csv":
        show.as_csv(found.chances)
    else:
        from reports.odds import print_odds

        print_odds(found, exact)
