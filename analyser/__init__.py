"""Answers strategy questions about the Agricola family of games by simulating whole games, with honest statistics.

    import analyser
    run = analyser.simulate("express", policies=["family-first"], games=100_000, seed=7)
    run.summary

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .errors import AnalyserError as AnalyserError
    from .errors import Stuck as Stuck
    from .result import Result as Result
    from .simulation import simulate as simulate
    from .store import load as load

__version__ = "0.1.0"

_HOMES = {"AnalyserError": "errors", "Stuck": "errors", "Result": "result", "simulate": "simulation", "load": "store"}
__all__ = ["AnalyserError", "Result", "Stuck", "load", "simulate"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
