"""Scored farms and replayed games in words (see `sims.telling`)."""

from __future__ import annotations

from collections.abc import Iterator

from ..telling import Look, Part, plural, with_total
from .farm_file import FarmScore
from .pieces import Good, Space
from .position import Position
from .replay import HarvestPlayed, Replay
from .sheet import FarmSheet, farm_words, sheet_of
from .variants import Rules
from .words import space_word


def told_score(score: FarmScore) -> Iterator[Part]:
    """Yield the points of one farm."""
    points = {"Points": with_total(score.points, score.total)}
    yield Part(plural(score.total, "point"), ((f"Farm: {farm_words(score.farm)}", Look.PLAIN),), points)


def told_replay(replay: Replay) -> Iterator[Part]:
    """Yield each placement of a replayed game, the farms and their points after each round, and the end."""
    names = [f"Seat {seat + 1}" for seat in range(replay.file.players)]
    yield Part(f"{replay.file.where}, rules {replay.rules}, {plural(len(names), 'player')}")
    for played in replay.rounds:
        yield _round(replay, played.round, played.card, played.farms, played.harvests)
    points = {name: with_total(one.points, one.total) for name, one in zip(names, replay.scores, strict=True)}
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, replay.totals, strict=True))
    if replay.next_turn is None:
        won = " and ".join(names[seat - 1] for seat in replay.winners)
        end = f" {won} {'win' if len(replay.winners) > 1 else 'wins'}." if len(names) > 1 else ""
        yield Part(f"Final score: {totals}.{end}", (), points)
        return
    round_, seat = replay.next_turn
    if any(one.round == round_ for one in replay.placements):
        yield _round(replay, round_, replay.cards[round_ - 1], replay.farms, ())
    yield Part(f"The file ends here. Next: round {round_}, seat {seat}. Points if it ended now: {totals}", (), points)


def harvest_words(harvest: HarvestPlayed) -> str:
    """Return a seat's harvest in one line."""
    how = " (not written down: the cheapest way)" if harvest.by_default else ""
    parts = [f"needs {harvest.needed} food", f"turns into food: {harvest.fed}{how}"]
    parts += [f"begs for {harvest.begged}"] if harvest.begged else []
    parts += [f"keeps of its animals {harvest.kept}"] if harvest.kept else []
    return "; ".join(parts)


def _round(
    replay: Replay, round_: int, card: str, farms: tuple[FarmSheet, ...], harvests: tuple[HarvestPlayed, ...]
) -> Part:
    lines = [
        (f"  {one.number}. Seat {one.seat}: {one.move}", Look.MOVE) for one in replay.placements if one.round == round_
    ]
    lines += [(f"  Harvest: seat {one.seat} {harvest_words(one)}", Look.PLAIN) for one in harvests]
    for seat, farm in enumerate(farms, 1):
        lines.append((f"  Seat {seat}, {plural(farm.points, 'point')}: {farm_words(farm)}", Look.ASIDE))
    return Part(f"Round {round_}: {card}", tuple(lines))


def told_position(position: Position, rules: Rules) -> Iterator[Part]:
    """Yield where a game stands under such rules: round, farms, and what lies on the spaces that are free."""
    record, lines = position.record, []
    for seat in range(position.players):
        sheet = sheet_of(record["farms"][seat], rules.record)
        home = plural(int(record["farms"][seat]["at_home"]), "person", "people")
        lines.append(f"Seat {seat + 1}, {home} to place, {plural(sheet.points, 'point')}: {farm_words(sheet)}")
    for space in (space for space in Space if (int(record["open"]) & ~int(record["occupied"])) >> space & 1):
        lying = zip(Good, record["goods"][space], strict=True)
        goods = [f"{number} {good.name.lower()}" for good, number in lying if number]
        lines += [f"{space_word(space, rules.record)}: {', '.join(goods)}"] if goods else []
    heading = f"Round {int(record['round']) + 1}, seat {position.seat + 1} to act"
    yield Part(heading, tuple((line, Look.PLAIN) for line in lines))
