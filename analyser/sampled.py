"""What the single games of a sample say: good games beside bad ones, what goes with a high score, what came when.

Each function yields the rows of one seat, as plain mappings; `Result` makes frames of them. Intervals cover 95 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import estimates
from .sample import Sample

if TYPE_CHECKING:
    from .result import Columns

Row = dict[str, Any]
FEWEST = 50
"""Below so many games a tenth of them is too few to say anything."""
LEAST_SIDE = 30
"""A marker is told only where so many games have it and so many have not."""


def place_of(columns: Columns, table: str, period: int, item: str) -> int | None:
    """Return the place of a column, None where there is none (a shorter game, another rule set)."""
    return next((place for place, *rest in columns.of(table) if rest == [period, item]), None)


def scores_of(columns: Columns, sample: Sample, seat: int) -> Any:
    """Return a seat's scores, int64[games]."""
    place = place_of(columns, "result", 0, "score")
    assert place is not None
    return sample.column(seat, place)


def tenths_of(scores: Any) -> dict[str, Any]:
    """Return which games are the worst, the middle and the best tenth by score; of equal ones the earlier is lower."""
    games = len(scores)
    if games < FEWEST:
        return {}
    order, size = np.argsort(scores, kind="stable"), games // 10
    middle = (games - size) // 2
    parts = {"worst tenth": order[:size], "middle tenth": order[middle : middle + size]}
    return parts | {"best tenth": order[games - size :]}


def _mean(numbers: Any, unit: float = 1.0) -> Row:
    found = estimates.of_whole(numbers, unit)
    return {"n": found.n, "mean": found.mean, "se": found.se, "lo": found.lo, "hi": found.hi}


def _share(n: int, hits: int) -> Row:
    found = estimates.share(n, hits)
    return {"n": n, "hits": hits, "prob": found.mean, "se": found.se, "lo": found.lo, "hi": found.hi}


def tenths(columns: Columns, sample: Sample, seat: int) -> Iterator[Row]:
    """Yield the scores of each tenth: `part n mean se lo hi min max`."""
    scores = scores_of(columns, sample, seat)
    for part, games in tenths_of(scores).items():
        own = scores[games]
        yield {"part": part, **_mean(own, columns.point), "min": columns.points(int(own.min())),
               "max": columns.points(int(own.max()))}  # fmt: skip


def deciles(columns: Columns, sample: Sample, seat: int) -> Iterator[Row]:
    """Yield the points of each tenth by category and harvest: `part harvest category n mean se lo hi`."""
    parts = tenths_of(scores_of(columns, sample, seat))
    for part, games in parts.items():
        for place, harvest, category in columns.of("points"):
            found = _mean(sample.column(seat, place)[games], columns.point)
            yield {"part": part, "harvest": harvest, "category": category, **found}


def markers(columns: Columns, sample: Sample, seat: int) -> Iterator[Row]:
    """Yield the scores with and without each marker, by difference: `marker harvest n_with mean_with ... diff ...`."""
    scores, found = scores_of(columns, sample, seat), []
    for marker in sample.marks.markers:
        place = place_of(columns, marker.table, marker.period, marker.item)
        if place is None:
            continue
        values = sample.column(seat, place)
        has = (values >= marker.low) & (values <= (marker.high if marker.high is not None else values.max()))
        if LEAST_SIDE <= has.sum() <= len(has) - LEAST_SIDE:
            found.append(
                {
                    "marker": marker.label,
                    "harvest": marker.period,
                    **_compared(scores[has], scores[~has], columns.point),
                }
            )
    yield from sorted(found, key=lambda row: -row["diff"])


def _compared(having: Any, lacking: Any, unit: float) -> Row:
    sides = {"with": estimates.of_whole(having, unit), "without": estimates.of_whole(lacking, unit)}
    row = {f"{name}_{side}": getattr(found, name) for side, found in sides.items() for name in ("n", "mean", "se")}
    diff = estimates.difference(sides["with"], sides["without"])
    return row | {"diff": diff.mean, "se": diff.se, "lo": diff.lo, "hi": diff.hi}


def came(columns: Columns, sample: Sample, seat: int) -> Iterator[Row]:
    """Yield in which share of the games something had come: `item unit number n hits prob se lo hi`."""
    for stone in sample.marks.milestones:
        so_far: Any = 0
        for place, period, item in columns.of(stone.table):
            if item == stone.item:
                values = sample.column(seat, place)
                so_far = so_far + values if stone.summed else values
                unit = "round" if stone.table == "groups" else "harvest"
                hits = int((so_far >= stone.least).sum())
                yield {"item": stone.label, "unit": unit, "number": period, **_share(sample.games, hits)}


def first_action(columns: Columns, sample: Sample, seat: int) -> Iterator[Row]:
    """Yield how often each dice group was the first taken, and what these games scored."""
    item = sample.marks.first_action
    place = place_of(columns, "result", 0, item) if item else None
    if place is None:
        return
    first, scores = sample.column(seat, place), scores_of(columns, sample, seat)
    for number, group in enumerate(dict.fromkeys(item for _, _, item in columns.of("groups")), start=1):
        own = scores[first == number]
        after = {f"{name}_score": value for name, value in _mean(own, columns.point).items() if name != "n"}
        yield {"group": group, **_share(sample.games, len(own)), **after}


def sheet(parts: Mapping[str, Sequence[str]], columns: Columns, sample: Sample, seat: int) -> Iterator[Row]:
    """Yield the points of each of the score's parts, which are named with their categories: `part n mean se lo hi`."""
    for part, categories in parts.items():
        places = [place for place, _, category in columns.of("points") if category in categories]
        yield {"part": part, **_mean(sum(sample.column(seat, place) for place in places), columns.point)}


def start(columns: Columns, sample: Sample) -> Iterator[Row]:
    """Yield what starting was worth, by the seat that started and (seat 0) in all: see `Result.start`."""
    item = sample.marks.started
    place = place_of(columns, "result", 0, item) if item else None
    if place is None:
        return
    began = sample.rows[:, :, place].argmax(axis=1)
    rows = [_started(columns, sample, seat, began == seat) for seat in np.unique(began).tolist()]
    yield from rows
    yield {"seat": 0, **_over_seats(rows)}


def _started(columns: Columns, sample: Sample, seat: int, chosen: Any) -> Row:
    """Return what starting was worth to a seat in the games (bool[games]) that it started."""
    seats, place = sample.rows.shape[1], place_of(columns, "result", 0, "wins")
    scores = np.stack([scores_of(columns, sample, one)[chosen] for one in range(seats)])
    own, others = scores[seat], scores.sum(axis=0) - scores[seat]
    # In parts of (seats - 1) times as many, so that the mean of the others is a whole number.
    found = estimates.of_whole((seats - 1) * own - others, columns.point / (seats - 1))
    assert place is not None
    won = estimates.of_whole(sample.column(seat, place)[chosen], 1 / columns.win_parts)
    means = {"mean": own.mean() * columns.point, "others": others.mean() * columns.point / (seats - 1)}
    row = {"seat": seat + 1, "n": found.n, **means, "diff": found.mean, "se": found.se, "lo": found.lo, "hi": found.hi}
    ends = {"wins_lo": max(0.0, won.lo), "wins_hi": min(1.0, won.hi)}
    return row | {"wins": won.mean, "wins_se": won.se, **ends}


def _over_seats(rows: Sequence[Row]) -> Row:
    """Return the plain mean of the rows of independent games, one for each seat, with its errors."""
    number, fewest = len(rows), min(row["n"] for row in rows)
    means = {name: sum(row[name] for row in rows) / number for name in ("mean", "others", "diff", "wins")}
    found: Row = {"n": sum(row["n"] for row in rows), **means}
    for name, ends in (("diff", ("se", "lo", "hi")), ("wins", ("wins_se", "wins_lo", "wins_hi"))):
        se = float(np.sqrt(sum(row[ends[0]] ** 2 for row in rows))) / number
        half = estimates.quantile_of_t(fewest) * se if fewest > 1 else float("nan")
        found |= dict(zip(ends, (se, means[name] - half, means[name] + half), strict=True))
    found |= {"wins_lo": max(0.0, found["wins_lo"]), "wins_hi": min(1.0, found["wins_hi"])}
    return {name: found[name] for name in rows[0] if name != "seat"}


def curve(scores: list[int], hits: list[int]) -> Iterator[Row]:
    """Yield the chance to reach at least each score, in a band for the whole curve: `score n prob lo hi`."""
    games = sum(hits)
    wide, left = estimates.band(games), games
    counts = dict(zip(scores, hits, strict=True))
    for score in range(scores[0], scores[-1] + 1):
        prob = left / games
        yield {"score": score, "n": games, "prob": prob, "lo": max(0.0, prob - wide), "hi": min(1.0, prob + wide)}
        left -= counts.get(score, 0)


LEVELS = (0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95)


def quantiles(scores: list[int], hits: list[int]) -> Iterator[Row]:
    """Yield the scores that shares of the games do not exceed, in the same band: `level n score lo hi`."""
    games = sum(hits)
    wide = estimates.band(games)
    for level in LEVELS:
        at = {"score": level, "lo": level - wide, "hi": level + wide}
        found = {name: float(estimates.quantile(scores, hits, where)) if 0 < where < 1 else float("nan")
                 for name, where in at.items()}  # fmt: skip
        yield {"level": level, "n": games, **found}
