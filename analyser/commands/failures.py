"""What is wrong with one of several policies, told while the others go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import DONE, WRONG_DATA
from .show import complain

if TYPE_CHECKING:
    from analyser.errors import AnalyserError


class Failures:
    """Names each failure on stderr, in one line, and knows the exit code that follows."""

    def __init__(self) -> None:
        self.told: set[str] = set()

    def __call__(self, error: AnalyserError) -> None:
        """Name a failure; one that comes again, as with a wrong option, is named once."""
        if str(error) not in self.told:
            complain(error)
        self.told.add(str(error))

    @property
    def code(self) -> int:
        """The exit code."""
        return WRONG_DATA if self.told else DONE
