"""Files of learnt tables (`.npz`): the weights as they are played with, and how they came about."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import AnalyserError
from .tables import FULL_WEIGHTS, LITE_WEIGHTS, MOMENTS

FORMAT = "analyser table 1"
LENGTHS = {MOMENTS * FULL_WEIGHTS: "full", MOMENTS * LITE_WEIGHTS: "lite"}
"""The number of weights of each set of features."""


def table_bytes(weights: Any, facts: dict[str, Any]) -> bytes:
    """Return the content of a file of weights (float32[n], kept as float16) and plain `facts` about them."""
    content = io.BytesIO()
    text = json.dumps({"format": FORMAT, **facts})
    np.savez_compressed(content, weights=weights.astype(np.float16), facts=np.array(text))
    return content.getvalue()


def rounded(weights: Any) -> Any:
    """Return weights (float32[n]) as a file gives them back."""
    return weights.astype(np.float16).astype(np.float32)


def read_table(path: Path) -> tuple[Any, dict[str, Any]]:
    """Return the weights (float32[n]) and the facts of a file. Raises AnalyserError where it is none, or an old one."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            weights, facts = file["weights"].astype(np.float32), json.loads(str(file["facts"]))
    except FileNotFoundError:
        raise AnalyserError(f"{path} does not exist") from None
    except OSError as error:
        raise AnalyserError(f"cannot read {path}: {error.strerror or error}") from None
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile):
        raise AnalyserError(f"{path} is not a table made by `analyser learn`") from None
    if not isinstance(facts, dict) or facts.get("format") != FORMAT or weights.ndim != 1 or len(weights) not in LENGTHS:
        raise AnalyserError(f"{path} was made by another version of analyser: make it again with `analyser learn`")
    if not np.isfinite(weights).all():
        raise AnalyserError(f"{path} holds weights that are no numbers: make it again with `analyser learn`")
    return weights, facts
