"""What tests of files with any content share: good and bad values as TOML, and good files that are damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sims.errors import AnalyserError


def many(number: int) -> Any:
    """Return settings for so many inputs, the same ones each time."""
    checks = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.large_base_example]
    return settings(max_examples=number, deadline=None, derandomize=True, suppress_health_check=checks)


def tried(read: Any, path: Path, data: bytes | str) -> bool:
    """Read a file; say whether it was accepted, and check the message where it was not."""
    path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    message = ""
    try:
        read(path)
    except AnalyserError as error:
        message = str(error)
    assert message.isprintable()
    assert len(message) < 6000
    return not message


def toml(value: Any) -> str:
    """Return a value as TOML, good or bad."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)


def table(head: str, keys: Any, values: Any, most: int) -> Any:
    """Return tables with some of these keys, and now and then another."""
    names = st.sampled_from([*keys, *keys, *keys, "rond"])
    filled = st.dictionaries(names, values, max_size=most)
    return filled.map(lambda found: f"{head}\n" + "".join(f"{key} = {toml(one)}\n" for key, one in found.items()))


@st.composite
def damaged(draw: Any, text: str, values: Any, words: Any) -> str:
    """Return a good file with a line lost, doubled, moved, or a piece of it replaced."""
    lines = text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(lines) - 1))
        kind = draw(st.integers(0, 3))
        if kind == 0:
            del lines[place]
        elif kind == 1:
            lines.insert(draw(st.integers(0, len(lines))), lines[place])
        elif kind == 2:
            lines[place] = lines[place].split("=")[0] + "= " + toml(draw(values))
        else:
            middle = draw(st.integers(0, len(lines[place])))
            lines[place] = (
                lines[place][:middle] + draw(st.one_of(words, st.text(max_size=2))) + lines[place][middle + 1 :]
            )
    return "\n".join(lines)
