"""The errors for what a user did wrong, as the whole package uses them."""

from sims.errors import AnalyserError, Misplay, nearest, unknown

__all__ = ["AnalyserError", "Damaged", "Misplay", "Stuck", "nearest", "unknown"]


class Stuck(AnalyserError):
    """A policy does not answer. The thread that asked it cannot be stopped: it ends with the process."""


class Damaged(AnalyserError):
    """A file is not what was written: cut off, changed, of another kind or a newer version."""
