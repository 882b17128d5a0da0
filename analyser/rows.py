"""A row for each game and seat, written to Parquet files while a run goes on, and joined to one at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .folders import told
from .plan import RunPlan
from .store import RUN

GROUP = 1 << 16
"""Rows of a row group in the joined file, so that it does not show how its run was cut into parts."""


def schema_of(plan: RunPlan) -> Any:
    """Return the columns of a plan's rows: `game`, `seat` (from 1), then all columns of the game's rows."""
    names = [column.name for column in plan.game.columns(plan.rules)]
    return pa.schema([("game", pa.int64()), ("seat", pa.int8()), *((name, pa.int32()) for name in names)])


class RowFile:
    """A Parquet file under way. It is no Parquet file before it is closed."""

    def __init__(self, plan: RunPlan, path: Path) -> None:
        self.path, self.schema, self.games = path, schema_of(plan), 0
        with told(path.parent, RUN):
            path.parent.mkdir(parents=True, exist_ok=True)
            self.handle = path.open("wb")
            self.writer = pq.ParquetWriter(self.handle, self.schema)

    def write(self, first: int, rows: Any) -> None:
        """Write the rows (int[games, seats, columns]) of the games from number `first` on."""
        games, seats, wide = rows.shape
        numbers = np.repeat(np.arange(first, first + games, dtype=np.int64), seats)
        places = np.tile(np.arange(1, seats + 1, dtype=np.int8), games)
        flat = rows.reshape(games * seats, wide)
        with told(self.path.parent, RUN, "the run ended here; what was saved before is kept"):
            columns = [numbers, places, *(flat[:, place].astype(np.int32) for place in range(wide))]
            self.writer.write_table(pa.table([pa.array(column) for column in columns], schema=self.schema))
        self.games += games

    def close(self) -> None:
        """Finish the file."""
        with told(self.path.parent, RUN, "the run ended here; what was saved before is kept"):
            self.writer.close()
            self.handle.close()

    def abandon(self) -> None:
        """Let go of a file that could not be written."""
        with suppress(OSError, pa.ArrowException):
            self.writer.close()
        with suppress(OSError, pa.ArrowException):
            self.handle.close()
        with suppress(OSError):
            self.path.unlink()


def _tables(parts: Iterable[Path]) -> Iterator[Any]:
    """Yield the rows of files, one after the other, in tables of `GROUP` rows, the last one of what is left."""
    waiting: list[Any] = []
    for part in parts:
        with pq.ParquetFile(part) as file:
            for batch in file.iter_batches(GROUP):
                waiting.append(pa.Table.from_batches([batch]))
                while sum(len(table) for table in waiting) >= GROUP:
                    whole = pa.concat_tables(waiting)
                    yield whole[:GROUP]
                    waiting = [whole[GROUP:]]
    if any(len(table) for table in waiting):
        yield pa.concat_tables(waiting)


def join(parts: Iterable[Path], schema: Any, path: Path) -> None:
    """Write the rows of several files into one, whose bytes depend on the rows alone."""
    with pq.ParquetWriter(path, schema) as writer:
        for table in _tables(parts):
            writer.write_table(table.combine_chunks(), row_group_size=GROUP)
