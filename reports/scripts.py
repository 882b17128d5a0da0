"""Scored farms and replayed games as text for the terminal.

What is shown are plain values (see `sims/express/farm_file.py` and `replay.py`): words and whole numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd
from rich.console import Console
from rich.text import Text

from .terminal import console, rich_table


def _counted(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number) or "nothing"


def farm_words(farm: Any) -> str:
    """Return a farm in one line."""
    parts = [f"{farm.house} house", _plural(farm.rooms, "room"), _plural(farm.babies, "baby", "babies")]
    parts += [_plural(farm.fields, "field"), _plural(farm.pastures, "pasture")]
    goods = _counted(farm.goods)
    parts += [goods] if goods != "nothing" else ["no goods"]
    cards = [*farm.occupations, *farm.improvements]
    return ", ".join([*parts, *cards])


def _plural(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def feeding_words(score: Any) -> str:
    """Return what was eaten, cooked, kept back and born at a harvest, in one line."""
    parts = [f"Food needed {score.food_need}, missing {score.missing}", f"cooked {_counted(score.cooked)}"]
    if score.withheld:
        parts.append(f"kept back {score.withheld} Food")
    return "; ".join([*parts, f"born {_counted(score.newborns)}"])


def points_frame(scores: Iterable[Any], names: Iterable[str]) -> pd.DataFrame:
    """Return the points by category (rows, the last their total) of several scored farms (columns)."""
    columns = {name: {**score.points, "Total": score.total} for name, score in zip(names, scores, strict=True)}
    return pd.DataFrame(columns).rename_axis("Category")


def print_score(score: Any) -> None:
    """Print the points of one farm at a harvest, and what happened to it."""
    out = console()
    out.print(Text(f"Harvest {score.harvest}: {score.total} points", style="bold"))
    out.print(rich_table(points_frame([score], ["Points"])))
    out.print(Text(feeding_words(score)))
    out.print(Text(f"Farm then: {farm_words(score.farm)}"))


def print_replay(replay: Any) -> None:
    """Print a replayed game: each action, the farms after each round, the points of each harvest, and the end."""
    out = console()
    names = [f"Seat {seat + 1}" for seat in range(replay.file.players)]
    out.print(Text(f"{replay.file.where}, rules {replay.rules}, {_plural(len(names), 'player')}", style="bold"))
    for played in replay.rounds:
        _print_round(out, replay, played.round, played.farms, names)
        for harvest in (one for one in replay.harvests if one.round == played.round):
            _print_harvest(out, harvest, names)
    if not replay.complete:
        _print_round(out, replay, replay.next_turn[0], replay.farms, names)
        out.print(
            Text(f"The file ends here. Next: round {replay.next_turn[0]}, seat {replay.next_turn[1]}.", style="bold")
        )
        out.print(Text(f"Lying there: {', '.join(replay.lying) or 'no dice'}"))
        return
    out.print(Text(end_words(replay, names), style="bold"))


def end_words(replay: Any, names: list[str]) -> str:
    """Return how a finished game ended, in a sentence."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, replay.totals, strict=True))
    if len(names) == 1:
        return f"Final score: {replay.totals[0]}."
    won = " and ".join(names[seat - 1] for seat in replay.winners)
    return f"Final scores: {totals}. {won} {'win' if len(replay.winners) > 1 else 'wins'}."


def _print_round(out: Console, replay: Any, round_: int, farms: Iterable[Any], names: list[str]) -> None:
    out.print()
    out.print(Text(f"Round {round_}", style="bold"))
    verbs = {"kept": "keeps", "written": "rolls", "drawn": "rolls"}
    for action in (one for one in replay.actions if one.round == round_):
        out.print(Text(f"  {action.number}. Seat {action.seat} {verbs[action.source]} {', '.join(action.dice)}"))
        out.print(Text(f"     {action.move}", style="cyan"))
    for name, farm in zip(names, farms, strict=True):
        out.print(Text(f"  {name} has {farm_words(farm)}", style="dim"))


def _print_harvest(out: Console, harvest: Any, names: list[str]) -> None:
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, harvest.totals, strict=True))
    out.print()
    out.print(Text(f"Harvest {harvest.harvest}; points so far: {totals}", style="bold"))
    out.print(rich_table(points_frame(harvest.scores, names)))
    for name, score in zip(names, harvest.scores, strict=True):
        out.print(Text(f"  {name}: {feeding_words(score)}"))
