"""The one error for what a user did wrong, as the whole package uses it."""

from sims.errors import AnalyserError, nearest, unknown

__all__ = ["AnalyserError", "nearest", "unknown"]
