"""The answers shown: tables, figures, pages and the files that hold them.

`write_report(result, folder)` is the one call that most readers need. It is loaded on first use, so that importing
`reports` costs nothing to a command that only prints a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .files import write_report

__all__ = ["write_report"]


def __getattr__(name: str) -> Any:
    """Load `write_report`, and with it matplotlib and pandas, when it is first asked for."""
    if name == "write_report":
        from .files import write_report

        return write_report
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
