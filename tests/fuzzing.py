"""What tests of files with any content share: bad values, good files that are damaged, and the count of what was tried."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from sims.errors import AnalyserError

SCALE = 1
"""So many times as many inputs; the option `--scale` sets it before tests are collected."""
TRIED: Counter[str] = Counter()
"""How many inputs of each kind of file were tried."""
LONGEST = 3000
"""No message is longer: the longest list all keys that a table may have."""

NASTY = (
    "", "x", "''", '""', "true", "-1", "0", "9223372036854775808", "-9223372036854775809", "1e400", "-0.0", "nan", "-inf", "1_0",
    "0x" + "F" * 5000, "9" * 5000, "0b1", "1979-05-27", "07:32:00", "1979-05-27T00:32:00.999999-07:00", "[]", "{}", "[[]]", "[{}]",
    "{a = {b = {c = 1}}}", "[1, 'a', nan, {}]", "{" + ", ".join(f"k{n} = {n}" for n in range(300)) + "}", "[" * 99 + "]" * 99,
    "[" * 6000 + "]" * 6000, "{a=" * 6000 + "1" + "}" * 6000, '"\\u0000"', '"\\u202Eevil"', '"\\uFFFF"', '"\N{ZERO WIDTH SPACE}"',
    '"' + "a" * 10_000 + '"', '"""a\nb"""', "'''\n'''", '"<script>"', '"../../x"', '"1 2 3 \N{ARABIC-INDIC DIGIT THREE}"', '"K"', "'ß'",
)  # fmt: skip
"""What nobody expects behind a key."""
WHOLE = (
    b"", b"\xef\xbb\xbf", b"\xff\xfe\x00", b"\x00", b"\n" * 9, b"=", b"[", b"[[", b"a = 1\na = 2", b"a.b = 1\na = 2", b"[a]\n[a]",
    b"[[a]]\n[a]", b"[a.b]\n[a]\nb = 1", b"a" * 70_000, b"#" * 70_000, "ключ = 1".encode(), '"\N{RIGHT-TO-LEFT OVERRIDE}" = 1'.encode(),
    b'"" = 1', b'"a\\nb" = 1', b"'" + b"k" * 9000 + b"' = 1", ".".join("a" * 3000).encode() + b" = 1",
    b"[" + ".".join("a" * 3000).encode() + b"]", "é = 1".encode("latin-1"), "x = 1".encode("utf-16"), b"\xed\xa0\x80 = 1",
)  # fmt: skip
"""Whole files, or what stands before a good one."""


def many(number: int) -> Any:
    """Return settings for so many inputs, the same ones each time."""
    checks = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.large_base_example]
    return settings(max_examples=number * SCALE, deadline=None, derandomize=True, suppress_health_check=checks)


def tried(kind: str, read: Callable[[Path], Any], path: Path, data: bytes | str) -> bool:
    """Read a file; say whether it was accepted, and check the message where it was not."""
    path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    TRIED[kind] += 1
    try:
        read(path)
    except AnalyserError as error:
        message = str(error)
        assert message.isprintable(), "a message is one line, of signs that can be seen"
        assert len(message) < LONGEST
        return False
    TRIED[f"{kind}, accepted"] += 1
    return True


# --- Files that are made -------------------------------------------------------------------------------------------


def toml(value: Any) -> str:
    """Return a value as TOML, good or bad."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)


def table(head: str, keys: Sequence[str], values: Any, most: int) -> Any:
    """Return tables with some of these keys, and now and then another."""
    names = st.sampled_from([*keys, *keys, *keys, "rond"])
    filled = st.dictionaries(names, values, max_size=most)
    return filled.map(lambda found: f"{head}\n" + "".join(f"{key} = {toml(one)}\n" for key, one in found.items()))


# --- Files that are damaged ----------------------------------------------------------------------------------------


@st.composite
def damaged(draw: Any, text: str, values: Any, words: Any) -> str:
    """Return a good file with a line lost, doubled, or a piece of it replaced."""
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


def nasty(text: str, luck: random.Random) -> bytes:
    """Return a good file in which something nasty stands behind a key, or before all of it."""
    if luck.random() < 0.2:
        return luck.choice(WHOLE) + luck.choice(("\n", "")).encode() + text.encode()
    lines = text.splitlines()
    place = luck.choice([number for number, line in enumerate(lines) if "=" in line])
    lines[place] = f"{lines[place].split('=')[0]}= {luck.choice(NASTY)}"
    return "\n".join(lines).encode()


def mutilated(text: str, luck: random.Random) -> bytes:
    """Return a good file after a few bytes of it were flipped, cut out, doubled or swapped with others."""
    data = bytearray(text.encode())
    for _ in range(luck.choice((1, 1, 1, 2, 5))):
        one, other = sorted(luck.randrange(len(data) + 1) for _ in range(2))
        how = luck.choice(("bit", "bit", "cut", "end", "double", "noise", "swap"))
        if how == "bit" and one < len(data):
            data[one] ^= 1 << luck.randrange(8)
        elif how == "cut":
            del data[one : min(other, one + 9)]
        elif how == "end":
            del data[other:]
        elif how == "double":
            data[one:one] = data[one:other]
        elif how == "noise":
            data[one:one] = luck.randbytes(luck.randrange(4))
        elif how == "swap":
            data = _swapped(bytes(data), luck)
    return bytes(data)


def _swapped(data: bytes, luck: random.Random) -> bytearray:
    """Return a file in which two of its values changed places."""
    lines = data.split(b"\n")
    places = [place for place, line in enumerate(lines) if b"=" in line]
    if len(places) > 1:
        one, other = luck.sample(places, 2)
        (key, _, value), (second, _, more) = lines[one].partition(b"="), lines[other].partition(b"=")
        lines[one], lines[other] = key + b"=" + more, second + b"=" + value
    return bytearray(b"\n".join(lines))
