"""The errors for what a user did wrong, as the whole package uses them."""

from sims.errors import AnalyserError, Misplay, nearest, unknown

__all__ = ["AnalyserError", "Damaged", "Misbehaved", "Misplay", "Stuck", "nearest", "unknown"]


class Misbehaved(AnalyserError):
    """A policy broke the rules in a game, or does not answer: `policy` is its label."""

    def __init__(self, text: str, policy: str = "") -> None:
        super().__init__(text)
        self.policy = policy


class Stuck(Misbehaved):
    """A policy does not answer. The thread that asked it cannot be stopped: it ends with the process."""


class Damaged(AnalyserError):
    """A file is not what was written: cut off, changed, of another kind or a newer version."""
