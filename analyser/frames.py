"""Pandas frames: made of rows and of other frames, and as bytes of files."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd


def from_rows(rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Return a frame with a row for each mapping."""
    return pd.DataFrame(list(rows))


def stacked(frames: Iterable[pd.DataFrame]) -> pd.DataFrame:
    """Return the rows of all frames in one."""
    return pd.concat(frames, ignore_index=True)


def as_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV; every float is written so that it reads back as the same float."""
    return frame.to_csv(index=False, lineterminator="\n").encode()


def as_parquet(frame: pd.DataFrame) -> bytes:
    """Return a frame as Parquet."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False, engine="pyarrow")
    return buffer.getvalue()
