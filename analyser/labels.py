r"""The label grammar: how a user names a policy, wherever one is named.

- `NAME[:KEY=VALUE,...]` a policy of the game, or one that an installed package offers;
- `FILE.py:NAME[:KEY=VALUE,...]` a policy of a Python file; `FILE.py[:KEY=VALUE,...]` where it holds exactly one;
- `FILE.toml[:KEY=VALUE,...]` a table of weights;
- `FILE.npz` a learnt table.

Values are split at commas outside parentheses and each at its first `=`, so that a value may itself be a label:
`lookahead:base=my.py:name,width=8`, `lookahead:base=(greedy:roll_gain=4,x=1),width=8`. A file's path holds no colon but
that of a drive, as in `C:\x\my.py:name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .errors import AnalyserError

FILE = re.compile(r"(?P<path>(?:[A-Za-z]:(?=[\\/]))?[^:]*\.(?P<ending>py|toml|npz))(?::(?P<rest>.*))?", re.DOTALL)


@dataclass(frozen=True)
class Label:
    """What a label says: the text itself, the file (None: a policy by name alone), the name, the values as text."""

    text: str
    path: Path | None
    name: str | None
    values: dict[str, str] = field(default_factory=dict)


def parse(text: str) -> Label:
    """Return what a label says. Raises AnalyserError where it is none."""
    found = FILE.fullmatch(text)
    if found is None:
        name, _, rest = text.partition(":")
        if not name.strip():
            raise AnalyserError(f"{text!r} names no policy: write NAME, NAME:KEY=VALUE,... or FILE.py:NAME")
        return Label(text, None, name, values_of(text, rest))
    path, rest = Path(found["path"]), found["rest"] or ""
    if found["ending"] != "py" or "=" in rest.partition(":")[0]:
        return Label(text, path, None, values_of(text, rest))
    name, _, rest = rest.partition(":")
    return Label(text, path, name or None, values_of(text, rest))


def values_of(label: str, text: str) -> dict[str, str]:
    """Return the values (as text) that follow a name, `KEY=VALUE,...`; one without `=` is empty."""
    values: dict[str, str] = {}
    for part in filter(None, _parts(label, text)):
        key, _, value = part.partition("=")
        if key in values:
            raise AnalyserError(f"{label!r} gives {key} twice")
        values[key] = _without_parentheses(value)
    return values


def _parts(label: str, text: str) -> Iterator[str]:
    """Yield the parts of a text between commas outside parentheses."""
    depth, start = 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
        if sign == "," and depth == 0:
            yield text[start:place]
            start = place + 1
    if depth != 0:
        raise AnalyserError(f"{label!r} has a parenthesis without its partner")
    yield text[start:]


def _without_parentheses(value: str) -> str:
    """Return a value without the one pair of parentheses that encloses it all, if one does."""
    if not (value.startswith("(") and value.endswith(")")):
        return value
    depth = 0
    for place, sign in enumerate(value):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and place < len(value) - 1:
            return value
    return value[1:-1]
