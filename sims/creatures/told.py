"""Scored farms and replayed games in words (see `sims.telling`)."""

from __future__ import annotations

from collections.abc import Iterator

from ..telling import Look, Part, with_total
from .farm_file import FarmScore
from .pieces import SPACE_WORD, Space
from .position import Position
from .replay import Replay
from .sheet import FarmSheet, farm_words, sheet_of
from .variants import Rules
from .words import goods_words


def told_score(score: FarmScore) -> Iterator[Part]:
    """Yield the points of one farm."""
    points = {"Points": with_total(score.points, score.total)}
    yield Part(f"{score.total:g} points", ((f"Farm: {farm_words(score.farm)}", Look.PLAIN),), points)


def told_replay(replay: Replay) -> Iterator[Part]:
    """Yield each placement of a replayed game, the farms after each round, and the end with its points."""
    yield Part(f"{replay.file.where}, rules {replay.rules}, 2 players")
    for played in replay.rounds:
        yield _round(replay, played.round, played.farms, played.kept)
    names = ["Seat 1", "Seat 2"]
    columns = zip(names, replay.scores, strict=True)
    points = {name: with_total(score.points, score.total) for name, score in columns}
    totals = ", ".join(f"{name} {total:g}" for name, total in zip(names, replay.totals, strict=True))
    if replay.next_turn is None:
        yield Part(f"Final scores: {totals}. Seat {replay.winner} wins.", (), points)
        return
    round_, seat = replay.next_turn
    if any(one.round == round_ for one in replay.placements):
        yield _round(replay, round_, replay.farms, {})
    yield Part(f"The file ends here. Next: round {round_}, seat {seat}. Points if it ended now: {totals}", (), points)


def _round(replay: Replay, round_: int, farms: tuple[FarmSheet, ...], kept: dict[int, str]) -> Part:
    lines = [
        (f"  {one.number}. Seat {one.seat}: {one.move}", Look.MOVE) for one in replay.placements if one.round == round_
    ]
    births = (f"  Breeding: seat {seat} has no room for all and keeps {herd}" for seat, herd in kept.items())
    lines += [(line, Look.PLAIN) for line in births]
    lines += [(f"  Seat {seat} has {farm_words(farm)}", Look.ASIDE) for seat, farm in enumerate(farms, 1)]
    return Part(f"Round {round_}", tuple(lines))


def told_position(position: Position, rules: Rules) -> Iterator[Part]:
    """Yield where a game stands, under whatever rules: round, farms, and what lies on the spaces that are free."""
    record, names = position.record, ("Seat 1", "Seat 2")
    lines = [f"{name} has {farm_words(sheet_of(farm))}" for name, farm in zip(names, record["farms"], strict=True)]
    free = [space for space in Space if not int(record["occupied"]) >> space & 1]
    for space in free:
        goods = record["goods"][space]
        lines.append(f"{SPACE_WORD[space]}: {goods_words(goods) if goods.any() else 'free'}")
    heading = f"Round {int(record['round']) + 1}, seat {position.seat + 1} to act"
    yield Part(heading, tuple((line, Look.PLAIN) for line in lines))
