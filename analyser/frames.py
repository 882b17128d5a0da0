"""Pandas frames as bytes of files."""

from __future__ import annotations

import io

import pandas as pd


def as_csv(frame: pd.DataFrame) -> bytes:
    """Return a frame as CSV; every float is written so that it reads back as the same float."""
    return frame.to_csv(index=False, lineterminator="\n").encode()


def as_parquet(frame: pd.DataFrame) -> bytes:
    """Return a frame as Parquet."""
    buffer = io.BytesIO()
    frame.to_parquet(buffer, index=False, engine="pyarrow")
    return buffer.getvalue()
