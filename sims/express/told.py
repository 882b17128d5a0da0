"""Scored farms and replayed games of Agricola Express in words (see `sims.telling`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..telling import Look, Part, plural, with_total
from .faces import Face
from .farm_file import sheet_of
from .words import FACE_WORD


def _counted(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in numbers.items() if number) or "nothing"


def farm_words(farm: Any) -> str:
    """Return a farm (a FarmSheet) in one line."""
    parts = [f"{farm.house} house", plural(farm.rooms, "room"), plural(farm.babies, "baby", "babies")]
    parts += [plural(farm.fields, "field"), plural(farm.pastures, "pasture")]
    goods = _counted(farm.goods)
    parts += [goods] if goods != "nothing" else ["no goods"]
    return ", ".join([*parts, *farm.occupations, *farm.improvements])


def feeding_words(score: Any) -> str:
    """Return what was eaten, cooked, kept back and born at a harvest (a FarmScore), in one line."""
    parts = [f"Food needed {score.food_need}, missing {score.missing}", f"cooked {_counted(score.cooked)}"]
    if score.withheld:
        parts.append(f"kept back {score.withheld} Food")
    return "; ".join([*parts, f"born {_counted(score.newborns)}"])


def told_score(score: Any) -> Iterator[Part]:
    """Yield the points of one farm at a harvest, and what happened to it."""
    words = (feeding_words(score), f"Farm then: {farm_words(score.farm)}")
    points = {"Points": with_total(score.points, score.total)}
    yield Part(f"Harvest {score.harvest}: {score.total} points", tuple((line, Look.PLAIN) for line in words), points)


def told_replay(replay: Any) -> Iterator[Part]:
    """Yield each action of a replayed game, the farms after each round, the points of each harvest, and the end."""
    names = [f"Seat {seat + 1}" for seat in range(replay.file.players)]
    yield Part(f"{replay.file.where}, rules {replay.rules}, {plural(len(names), 'player')}")
    for played in replay.rounds:
        yield _round(replay, played.round, played.farms, names)
        for harvest in (one for one in replay.harvests if one.round == played.round):
            yield _harvest(harvest, names)
    if replay.complete:
        yield Part(end_words(replay, names))
        return
    yield _round(replay, replay.next_turn[0], replay.farms, names)
    lying = f"Lying there: {', '.join(replay.lying) or 'no dice'}"
    turn = f"The file ends here. Next: round {replay.next_turn[0]}, seat {replay.next_turn[1]}."
    yield Part(turn, ((lying, Look.PLAIN),))


def end_words(replay: Any, names: list[str]) -> str:
    """Return how a finished game ended, in a sentence."""
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, replay.totals, strict=True))
    if len(names) == 1:
        return f"Final score: {replay.totals[0]}."
    won = " and ".join(names[seat - 1] for seat in replay.winners)
    return f"Final scores: {totals}. {won} {'win' if len(replay.winners) > 1 else 'wins'}."


def _round(replay: Any, round_: int, farms: Iterable[Any], names: list[str]) -> Part:
    lines = []
    verbs = {"kept": "keeps", "written": "rolls", "drawn": "rolls"}
    for action in (one for one in replay.actions if one.round == round_):
        rolled = f"  {action.number}. Seat {action.seat} {verbs[action.source]} {', '.join(action.dice)}"
        lines += [(rolled, Look.PLAIN), (f"     {action.move}", Look.MOVE)]
    lines += [(f"  {name} has {farm_words(farm)}", Look.ASIDE) for name, farm in zip(names, farms, strict=True)]
    return Part(f"Round {round_}", tuple(lines))


def _harvest(harvest: Any, names: list[str]) -> Part:
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, harvest.totals, strict=True))
    scores = dict(zip(names, harvest.scores, strict=True))
    lines = tuple((f"  {name}: {feeding_words(score)}", Look.PLAIN) for name, score in scores.items())
    points = {name: with_total(score.points, score.total) for name, score in scores.items()}
    return Part(f"Harvest {harvest.harvest}; points so far: {totals}", lines, points)


def told_position(position: Any, rules: Any) -> Iterator[Part]:
    """Yield where a game stands (a Position), under whatever rules: round, actions left, farms, dice."""
    record = position.record
    seats, seat = int(record["seats"]), int(record["seat"])
    order = [(seat + step) % seats for step in range(seats)]
    names = {one: "You" if seats == 1 else f"Seat {one + 1}" for one in order}
    left = f"{plural(int(record['left'][seat]), 'action')} left" if record["left"][seat] else "harvest"
    dice = ", ".join(FACE_WORD[face] for face in Face for _ in range(record["dice"][face])) or "no dice"
    lines = [f"{names[one]}: {farm_words(sheet_of(record['farms'][one]))}" for one in order]
    lines = [f"{line}; {sheet_of(record['farms'][one]).points} points" for line, one in zip(lines, order, strict=True)]
    if record["left"][seat]:
        lines.append(f"{'To be used' if position.shown else 'Lying there'}: {dice}")
    whose = "" if seats == 1 else f", seat {seat + 1} to act"
    yield Part(f"Round {int(record['round']) + 1}{whose}, {left}", tuple((line, Look.PLAIN) for line in lines))
