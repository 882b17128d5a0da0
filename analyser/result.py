"""A finished run as pandas frames with named columns.

Every frame has `seat` (from 1) and `policy`. Means and shares come with `n` (games), their standard error `se`, and the
bounds `lo` and `hi` of a 95 % interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import pandas as pd

from . import estimates, sampled
from .sample import Sample
from .tally import Tally

LEVELS = {"q05": 0.05, "q25": 0.25, "q50": 0.5, "q75": 0.75, "q95": 0.95}


@dataclass(frozen=True)
class GameWords:
    """What a report has to know of a game.

    `harvests` are the labels of the times at which points and farms are written down, each of which is a `period`, all
    of them `periods`; `when` says whether that is at one or after it. A `group` is what is chosen again and again.
    `luck` is what an interval covers, `draws` are what two policies may share. `sheet` names parts of the score and the
    categories of each, `lines` groups of what is owned that are drawn over time, `shown` the
    numbers of the periods that tables of many show (none: all of them; files hold all), `absent` the
    groups that nobody can choose with so many players. Scores and points are kept as whole numbers of parts, of which a
    point has `point_parts`. The defaults hold for the games of the first folders.
    """

    title: str
    par: int | None
    harvests: Sequence[str]
    categories: Sequence[str]
    groups: Sequence[str]
    period: str = "harvest"
    periods: str = "All harvests"
    group: str = "dice group"
    when: str = "at"
    luck: str = "the luck of the dice"
    draws: str = "dice"
    sheet: Mapping[str, Sequence[str]] = field(default_factory=dict)
    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    shown: Sequence[int] = ()
    absent: Sequence[str] = ()
    point_parts: int = 1

    def points(self, parts: int) -> float:
        """Return parts as points: whole where they are kept whole."""
        return parts if self.point_parts == 1 else parts / self.point_parts


@dataclass(frozen=True)
class Columns:
    """What the columns of a tally are: (table, period, item) of each, and how many parts a win and a point have."""

    names: Sequence[tuple[str, int, str]]
    win_parts: int
    point_parts: int = 1

    @property
    def point(self) -> float:
        """What a part is worth in points."""
        return 1 / self.point_parts

    def points(self, parts: int) -> float:
        """Return parts as points: whole where they are kept whole."""
        return parts if self.point_parts == 1 else parts / self.point_parts

    def of(self, table: str) -> Iterator[tuple[int, int, str]]:
        """Yield (place, period, item) of a table's columns, in order."""
        for place, (name, period, item) in enumerate(self.names):
            if name == table:
                yield place, period, item


@dataclass(frozen=True)
class Result:
    """A finished run: its plan as plain data, its tally, and its first games one by one (None in old run folders)."""

    game: GameWords
    plan: Mapping[str, Any]
    columns: Columns
    tally: Tally
    sample: Sample | None = field(default=None, compare=False, repr=False)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.tally.games

    @property
    def unfinished(self) -> str:
        """What is still to be played, in words: "unfinished: 400 of 1,000 games"; empty for a finished run."""
        planned = self.plan.get("games", self.games)
        return f"unfinished: {self.games:,} of {planned:,} games" if self.games < planned else ""

    @property
    def seed(self) -> int:
        """The seed that the games were drawn from."""
        return int(self.plan["seed"])

    @property
    def sampled(self) -> int:
        """The number of games that were kept one by one, the first of the run."""
        return 0 if self.sample is None else self.sample.games

    def _seats(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for seat, policy in enumerate(self.plan["policies"]):
            yield seat, {"seat": seat + 1, "policy": policy}

    def _means(self, table: str, period_name: str, item_name: str, unit: float = 1.0) -> pd.DataFrame:
        rows = []
        for seat, head in self._seats():
            for place, period, item in self.columns.of(table):
                found = estimates.mean(self.games, *self.tally.column(seat, place), unit)
                row = {**head, period_name: period, item_name: item}
                rows.append({**row, "n": found.n, "mean": found.mean, "se": found.se, "lo": found.lo, "hi": found.hi})
        return pd.DataFrame(rows)

    def _wins(self, seat: int) -> dict[str, float]:
        place = next(place for place, _, item in self.columns.of("result") if item == "wins")
        won = estimates.mean(self.games, *self.tally.column(seat, place), 1 / self.columns.win_parts)
        return {
            "wins": won.mean,
            "wins_se": won.se,
            "wins_lo": max(0.0, won.lo),
            "wins_hi": min(1.0, won.hi),
        }

    def _above_par(self, seat: int) -> dict[str, float]:
        assert self.game.par is not None
        found = estimates.share(self.games, self.tally.above(seat, self.game.par * self.columns.point_parts))
        return {
            "p_above_par": found.mean,
            "p_above_par_se": found.se,
            "p_above_par_lo": found.lo,
            "p_above_par_hi": found.hi,
        }

    def _summary_row(self, seat: int) -> dict[str, Any]:
        scores, hits = self.tally.sorted_scores(seat)
        total = sum(score * count for score, count in zip(scores, hits, strict=True))
        squares = sum(score * score * count for score, count in zip(scores, hits, strict=True))
        found, points = estimates.mean(self.games, total, squares, self.columns.point), self.columns.points
        row: dict[str, Any] = {**found._asdict(), "min": points(scores[0])}
        row |= {name: points(estimates.quantile(scores, hits, level)) for name, level in LEVELS.items()}
        row["max"] = points(scores[-1])
        if self.game.par is not None:
            row |= self._above_par(seat)
        return row | (self._wins(seat) if len(self.plan["policies"]) > 1 else {})

    @cached_property
    def summary(self) -> pd.DataFrame:
        """A row a seat: `n mean se lo hi sd min q05 q25 q50 q75 q95 max p_above_par...`, for several players `wins...`.

        `p_above_par` is the share of games above the par, `wins` the share won (ties as the game breaks them, shared
        where they stand), each with `_se _lo _hi`. A quantile is the smallest score that this share of games does not
        exceed.
        """
        order = ["n", "mean", "se", "lo", "hi", "sd"]
        frame = pd.DataFrame([{**head, **self._summary_row(seat)} for seat, head in self._seats()])
        return frame[["seat", "policy", *order, *(name for name in frame.columns[2:] if name not in order)]]

    @cached_property
    def categories(self) -> pd.DataFrame:
        """Points: `harvest category n mean se lo hi`."""
        return self._means("points", "harvest", "category", self.columns.point)

    @cached_property
    def state(self) -> pd.DataFrame:
        """What a farm is when a harvest is scored: `harvest item n mean se lo hi` (cards: the share of games)."""
        return self._means("state", "harvest", "item")

    @cached_property
    def groups(self) -> pd.DataFrame:
        """How often each dice group is taken in a game: `round group n mean se lo hi`."""
        return self._present(self._means("groups", "round", "group"))

    def _present(self, frame: pd.DataFrame) -> pd.DataFrame:
        """Return the rows of groups that can be chosen with so many players."""
        return frame[~frame["group"].isin(self.game.absent)].reset_index(drop=True) if self.game.absent else frame

    @cached_property
    def dice(self) -> pd.DataFrame:
        """Share of the actions of a round for which the lying dice were kept: `round n kept rolled prob se lo hi`."""
        rows = []
        for seat, head in self._seats():
            places = {(period, item): place for place, period, item in self.columns.of("dice")}
            for round_ in sorted({period for period, _ in places}):
                kept, rolled, actions = (
                    self.tally.column(seat, places[round_, item]) for item in ("kept", "rolled", "actions")
                )
                found = estimates.ratio(self.games, kept, actions, rolled[1])
                row = {"round": round_, "n": self.games, "kept": kept[0], "rolled": rolled[0], "prob": found.mean}
                rows.append({**head, **row, "se": found.se, "lo": found.lo, "hi": found.hi})
        return pd.DataFrame(rows, columns=["seat", "policy", "round", "n", "kept", "rolled", "prob", "se", "lo", "hi"])

    @cached_property
    def histogram(self) -> pd.DataFrame:
        """Games by score, all scores from the smallest to the largest: `score n hits prob se lo hi`."""
        rows = []
        for seat, head in self._seats():
            scores, _ = self.tally.sorted_scores(seat)
            for score in range(scores[0], scores[-1] + 1):
                hits = self.tally.scores[seat].get(score, 0)
                found = estimates.share(self.games, hits)
                row = {"score": self.columns.points(score), "n": self.games, "hits": hits, "prob": found.mean}
                rows.append({**head, **row, "se": found.se, "lo": found.lo, "hi": found.hi})
        return pd.DataFrame(rows)

    def _from_scores(
        self, make: Callable[[list[int], list[int]], Iterable[dict[str, Any]]], *places: str
    ) -> pd.DataFrame:
        """Return what is made of each seat's scores; the columns `places` hold scores."""
        rows = ((head, make(*self.tally.sorted_scores(seat))) for seat, head in self._seats())
        frame = pd.DataFrame([{**head, **row} for head, found in rows for row in found])
        if self.columns.point_parts > 1:
            points = [name for name in places if name in frame]
            frame[points] = frame[points] * self.columns.point
        return frame

    @cached_property
    def curve(self) -> pd.DataFrame:
        """Chance to reach at least each score, with a band for the whole curve (DKW): `score n prob lo hi`."""
        return self._from_scores(sampled.curve, "score")

    @cached_property
    def quantiles(self) -> pd.DataFrame:
        """Scores that shares of the games do not exceed: `level n score lo hi`, NaN where the band leaves it open."""
        return self._from_scores(sampled.quantiles, "score", "lo", "hi")

    def _from_sample(self, make: Callable[[Columns, Sample, int], Iterable[dict[str, Any]]]) -> pd.DataFrame:
        if self.sample is None:
            return pd.DataFrame()
        rows = ((head, make(self.columns, self.sample, seat)) for seat, head in self._seats())
        return pd.DataFrame([{**head, **row} for head, found in rows for row in found])

    @cached_property
    def tenths(self) -> pd.DataFrame:
        """Scores of the worst, middle and best tenth of the sample's games: `part n mean se lo hi min max`."""
        return self._from_sample(sampled.tenths)

    @cached_property
    def deciles(self) -> pd.DataFrame:
        """Points of these tenths: `part harvest category n mean se lo hi`."""
        return self._from_sample(sampled.deciles)

    @cached_property
    def sheet(self) -> pd.DataFrame:
        """Points by the parts of the score that the game names, of the sample's games: `part n mean se lo hi`."""
        return self._from_sample(partial(sampled.sheet, self.game.sheet))

    @cached_property
    def start(self) -> pd.DataFrame:
        """What starting was worth in the sample's games: a row for each seat that started, then one for all (seat 0).

        `n` games, the starter's mean score `mean` and that of the other seats `others`, `diff se lo hi` of the two
        within each game, and the starter's `wins wins_se wins_lo wins_hi`. Where every seat started, the last row is
        the plain mean of the others, in which what the seats' policies differ by drops out. Empty for a game that
        names no start, and for a solo run.
        """
        if self.sample is None or len(self.plan["policies"]) < 2:
            return pd.DataFrame()
        names = [*self.plan["policies"], ""]
        rows = [{"seat": row.pop("seat"), **row} for row in sampled.start(self.columns, self.sample)]
        return pd.DataFrame([{"seat": row["seat"], "policy": names[row["seat"] - 1], **row} for row in rows])

    @cached_property
    def markers(self) -> pd.DataFrame:
        """Scores with and without each marker, highest difference first, of the sample's games.

        `marker harvest n_with mean_with se_with n_without mean_without se_without diff se lo hi`; markers that fewer
        than 30 games have, or lack, are left out. This is association under the policy, not cause.
        """
        return self._from_sample(sampled.markers)

    @cached_property
    def came(self) -> pd.DataFrame:
        """Share of the sample's games in which something had come by a round or harvest.

        `item unit number n hits prob se lo hi`; `unit` is `round` or `harvest`.
        """
        return self._from_sample(sampled.came)

    @cached_property
    def first_action(self) -> pd.DataFrame:
        """Share of the sample's games that began with each dice group, and the scores of those games.

        `group n hits prob se lo hi mean_score se_score lo_score hi_score`.
        """
        return self._present(self._from_sample(sampled.first_action))

    def to_dict(self) -> dict[str, Any]:
        """Return the run as one plain object for JSON; a number that does not exist (an error of one game) is None."""
        plan = dict(self.plan)
        rules = {"name": plan.pop("rules"), "hash": plan.pop("rules_hash")}
        head = {"game": plan.pop("game"), "rules": rules, "seed": plan.pop("seed"), "games": self.games}
        return (
            head
            | ({"unfinished": self.unfinished} if self.unfinished else {})
            | {"par": self.game.par}
            | _without(plan, "games", "command", "rules_file")
            | {"seats": self._seat_dicts()}
        )

    def _seat_dicts(self) -> list[dict[str, Any]]:
        seats = []
        for _, head in self._seats():
            own = [frame[frame["seat"] == head["seat"]] for frame in (self.summary, self.categories, self.state)]
            seat = plain_row(own[0].iloc[0].to_dict())
            seat["categories"] = _by_period(own[1], "harvest", "category")
            seat["state"] = _by_period(own[2], "harvest", "item")
            groups = self.groups[self.groups["seat"] == head["seat"]]
            seat["groups"] = _by_period(groups, "round", "group")
            kept = self.dice[self.dice["seat"] == head["seat"]]
            seat["kept"] = [plain_row({"prob": row["prob"], "se": row["se"]}) for _, row in kept.iterrows()]
            seats.append(seat)
        return seats


def _without(table: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name not in names}


def plain_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row's values as plain Python ones, None for a number that does not exist."""
    plain: dict[str, Any] = {}
    for name, value in row.items():
        value = value.item() if hasattr(value, "item") else value
        plain[name] = None if isinstance(value, float) and math.isnan(value) else value
    return plain


def _by_period(frame: pd.DataFrame, period: str, item: str) -> list[dict[str, float]]:
    """Return for each period a mapping of item to mean."""
    return [
        {str(name): float(mean) for name, mean in zip(part[item], part["mean"], strict=True)}
        for _, part in frame.groupby(period, sort=True)
    ]
