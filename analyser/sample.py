"""The sample of a run: the whole rows of its first games, for questions that sums over games cannot answer.

Why the first games and no random ones: games are drawn by their number, so that the first are as good as any, and the
same for any number of threads, chunks or games. A row is one seat in one game; its columns are those of the tally.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sims.marks import Marker, Milestone

from .errors import AnalyserError

MOST = 20_000
"""So many games of a run are kept whole, at most."""
TYPES = (np.int8, np.int16, np.int32, np.int64)


@dataclass(frozen=True)
class Marks:
    """What a game says to look for in single games (sims/marks.py).

    `first_action` and `started` are items of the table `result`: the group that a seat took first, whether it started.
    """

    markers: Sequence[Marker] = ()
    milestones: Sequence[Milestone] = ()
    first_action: str | None = None
    started: str | None = None

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Marks:
        """Return what `vars` of another gave, read back from JSON."""
        markers, milestones = plain["markers"], plain["milestones"]
        items = plain["first_action"], plain.get("started")
        return cls([Marker(*one) for one in markers], [Milestone(*one) for one in milestones], *items)


@dataclass(frozen=True)
class Sample:
    """The first games of a run: `rows` (int[games, seats, columns]), their names in files, and what to look for."""

    rows: Any
    names: Sequence[str]
    marks: Marks

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.rows)

    def column(self, seat: int, place: int) -> Any:
        """Return one column of one seat (0-based) for all games, int64[games]."""
        return self.rows[:, seat, place].astype(np.int64)


def small(numbers: Any) -> Any:
    """Return whole numbers in the smallest type that holds them all."""
    low, high = (int(numbers.min()), int(numbers.max())) if numbers.size else (0, 0)
    kind = next(one for one in TYPES if np.iinfo(one).min <= low and high <= np.iinfo(one).max)
    return numbers.astype(kind)


def as_bytes(sample: Sample, first: int = 0) -> bytes:
    """Return a sample as Parquet: `game`, `seat` (from 1), then a column each, in the smallest types, well packed.

    `first` is the number of its first game, for a part of a sample.
    """
    games, seats, _ = sample.rows.shape
    columns = {
        "game": np.repeat(np.arange(first, first + games), seats),
        "seat": np.tile(np.arange(1, seats + 1), games),
    }
    columns |= {name: sample.rows[:, :, place].ravel() for place, name in enumerate(sample.names)}
    buffer = io.BytesIO()
    table = pa.table({name: pa.array(small(column)) for name, column in columns.items()})
    pq.write_table(table, buffer, compression="zstd", compression_level=9)
    return buffer.getvalue()


def read_rows(content: bytes, seats: int, wide: int) -> tuple[Any, list[str]]:
    """Return the rows and the names of their columns from what `as_bytes` gave. Raises AnalyserError."""
    try:
        table = pq.read_table(io.BytesIO(content))
    except (OSError, pa.ArrowException) as error:
        raise AnalyserError(f"is damaged: {error}") from error
    names = table.column_names[2:]
    if table.column_names[:2] != ["game", "seat"] or len(names) != wide or table.num_rows % seats:
        raise AnalyserError("is damaged: it does not hold the columns or the seats of its run")
    rows = np.stack([small(table[name].to_numpy()) for name in names], axis=-1)
    return rows.reshape(-1, seats, wide), names
