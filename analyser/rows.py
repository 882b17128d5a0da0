"""A row for each game and seat, written to a Parquet file while a run goes on."""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from .folders import STAGING, told
from .plan import RunPlan
from .store import RUN


class RowFile:
    """A Parquet file beside a run folder's place: columns `game`, `seat` (from 1), then all columns of the game's rows.

    A context manager: a file that was not closed by `close` is removed at its end.
    """

    def __init__(self, plan: RunPlan, folder: Path) -> None:
        self.place = folder.resolve()
        self.path = self.place.parent / f"{STAGING}rows-{uuid.uuid4().hex[:12]}.parquet"
        names = [column.name for column in plan.game.columns(plan.rules)]
        fields = [("game", pa.int64()), ("seat", pa.int8()), *((name, pa.int32()) for name in names)]
        self.schema = pa.schema(fields)
        self.finished = False

    def __enter__(self) -> RowFile:
        with told(self.place, RUN):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.writer = pq.ParquetWriter(self.path, self.schema)
        return self

    def write(self, first: int, rows: Any) -> None:
        """Write the rows (int32[games, seats, columns]) of the games from number `first` on."""
        games, seats, wide = rows.shape
        numbers = np.repeat(np.arange(first, first + games, dtype=np.int64), seats)
        places = np.tile(np.arange(1, seats + 1, dtype=np.int8), games)
        flat = rows.reshape(games * seats, wide)
        with told(self.place, RUN, "the rows are not saved, and the run ended here"):
            columns = [numbers, places, *(flat[:, place] for place in range(wide))]
            self.writer.write_table(pa.table([pa.array(column) for column in columns], schema=self.schema))

    def close(self) -> Path:
        """Finish the file and return its path."""
        with told(self.place, RUN):
            self.writer.close()
        self.finished = True
        return self.path

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self.finished:
            with suppress(OSError):
                self.writer.close()
            self.path.unlink(missing_ok=True)
