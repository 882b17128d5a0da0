"""The parts of a report for which its games are played on: luck, and what one more of a thing would be worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from .progress import now_and_then

if TYPE_CHECKING:
    from analyser.plan import RunPlan
    from reports.document import Document, Section

LUCK_GAMES, FIRST_ROLLS, GAMES_EACH = 250, 500, 10
"""Enough games for the report's luck to be known to a few per cent, in a second or two."""


def with_played_on(subject: Any, luck: bool | None, what_if_games: int) -> Document:
    """Return the report of a run or comparison, with the parts that have to be played.

    `luck` None asks for it where that is quick: for a solo run whose policy is not slow and still what it was; else a
    line on stderr says what is left out. `what_if_games` 0 leaves out what one more would be worth.
    Raises AnalyserError.
    """
    from analyser.errors import AnalyserError
    from analyser.plan import plan_again
    from reports.document import document, with_more

    report = document(subject)
    if hasattr(subject, "differences"):
        if what_if_games or luck:
            raise AnalyserError("luck and what-if are told of a run, not of a comparison: report a run as well")
        return report
    if luck is False and not what_if_games:
        return report
    try:
        plan = plan_again(subject.plan)
        sections, exports = _luck(plan, luck)
    except AnalyserError as error:
        if luck or what_if_games:
            raise
        click.echo(f"luck is left out: {error}", err=True)
        return report
    if what_if_games:
        more, frames = _what_if(plan, what_if_games)
        sections, exports = (*more, *sections), {**frames, **exports}
    return with_more(report, sections, exports)


def _luck(plan: RunPlan, asked: bool | None) -> tuple[tuple[Section, ...], Mapping[str, Any]]:
    from analyser.bench import rate
    from analyser.errors import AnalyserError
    from analyser.luck import first_roll, luck
    from analyser.scores import SLOW
    from reports.luck import exports, section

    if asked is False or (asked is None and len(plan.seats) > 1):
        return (), {}
    if asked is None and rate(plan, 1, 0.1) < SLOW:
        raise AnalyserError(f"{plan.labels[0]} is slow; --luck measures it all the same")
    found, first = luck(plan, LUCK_GAMES, move="own"), first_roll(plan, FIRST_ROLLS, GAMES_EACH)
    return (section(found, first),), exports(found, first)


def _what_if(plan: RunPlan, games: int) -> tuple[tuple[Section, ...], Mapping[str, Any]]:
    from analyser.whatif import what_if
    from reports.whatif import EXPORT, section

    found = what_if(plan, games=games, told=now_and_then())
    return (section(found),), {EXPORT: found.frame}
