"""TOML files that people write by hand: read whole, then asked key by key, with a message for every mistake.

Why asked and not validated by a schema: each question names the key, what it may be and what is there instead, so that
every message is one line that says where, what and how to mend it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .errors import AnalyserError, nearest

MOST_BYTES = 8_000_000
"""A larger file was not written by a person: it is refused, not read."""
MOST_NUMBER = 2**64 - 1
"""Seeds and numbers of games are 64-bit."""
MOST_LETTERS = 500
"""No text in such a file is longer: the longest move has less than 300 letters."""


def shown(value: Any) -> str:
    """Return a value as it is quoted in a message: on one line, and not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        text = repr(value)
    except ValueError:
        return "a number with thousands of digits"
    except RecursionError:
        return "what is nested too deep"
    return text if len(text) <= 60 else text[:57] + "..."


def quoted(value: Any) -> str:
    """Return a text, a whole number, or a list of them as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)


def _bytes_of(path: Path, what: str) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise AnalyserError(f"cannot read {what} {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise AnalyserError(f"cannot read {what} {str(path)!r}: {error}") from error
    if len(data) > MOST_BYTES:
        raise AnalyserError(f"{path} is no {what}: it holds more than {MOST_BYTES:,} bytes")
    return data


def read_toml(path: Path, what: str) -> Table:
    """Return a TOML file's top table; `what` is what the file is meant to be. Raises AnalyserError."""
    try:
        text = _bytes_of(path, what).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise AnalyserError(f"{path} is no {what}: it is not text in UTF-8 (byte {error.start})") from error
    return toml_of(text, str(path))


def toml_of(text: str, where: str) -> Table:
    """Return the top table of a text in TOML; `where` names it in messages. Raises AnalyserError."""
    try:
        return Table(tomllib.loads(text.replace("\r\n", "\n")), where)
    except tomllib.TOMLDecodeError as error:
        raise AnalyserError(f"{where} is not valid TOML: {' '.join(str(error).split())}") from error
    except (ValueError, RecursionError) as error:
        raise AnalyserError(f"{where} is not valid TOML: a number is too long, or lists are nested too deep") from error


class Complainer(Protocol):
    """Whatever a mistake stands in: it makes the error that names the place."""

    def error(self, message: str) -> AnalyserError:
        """Return the error for a mistake there."""


@dataclass(frozen=True)
class Table:
    """A table of a TOML file; `where` says which, and begins every message about it."""

    values: dict[str, Any]
    where: str

    def error(self, message: str) -> AnalyserError:
        """Return the error that names this table."""
        return AnalyserError(f"{self.where}: {message}")

    def check_keys(self, known: Sequence[str]) -> None:
        """Refuse a key that is not known."""
        for key in self.values:
            if key not in known:
                raise self.error(f"unknown key {shown(key)}{nearest(key[:60], known)}; known: {', '.join(known)}")

    def _wrong(self, key: str, wanted: str) -> AnalyserError:
        return self.error(f"{key} = {shown(self.values[key])} is not allowed: it has to be {wanted}")

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int | None:
        """Return a whole number."""
        value = self.values.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(key, f"a whole number from {low} to {high}")
        return value

    def count(self, key: str, high: int) -> int:
        """Return a whole number from 0 on, 0 where it is left out."""
        return self.number(key, 0, high) or 0

    def decimal(self, key: str, low: float, high: float) -> float | None:
        """Return a number, whole or not."""
        value = self.values.get(key)
        if value is not None and not _is_between(value, low, high):
            raise self._wrong(key, f"a number from {low:g} to {high:g}")
        return None if value is None else float(value)

    def decimals(self, key: str, length: int, low: float, high: float) -> list[float] | None:
        """Return a list of `length` numbers; one number stands for a list of equal ones."""
        value = self.values.get(key)
        if value is None:
            return None
        found = value if isinstance(value, list) else [value] * length
        if len(found) != length or not all(_is_between(one, low, high) for one in found):
            raise self._wrong(key, f"a number from {low:g} to {high:g}, or a list of {length} such numbers")
        return [float(one) for one in found]

    def text(self, key: str) -> str | None:
        """Return a text on one line."""
        value = self.values.get(key)
        if value is not None and not _is_line(value):
            raise self._wrong(key, f"a text on one line, at most {MOST_LETTERS} letters long")
        return value

    def joined(self, key: str) -> str:
        """Return a text, or a list of texts as one; '' where it is left out."""
        if isinstance(self.values.get(key), list):
            return " ".join(self.texts(key) or ())
        return self.text(key) or ""

    def boolean(self, key: str) -> bool:
        """Return true or false, false where it is left out."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false")
        return value

    def texts(self, key: str) -> list[str] | None:
        """Return a list of texts."""
        value = self.values.get(key)
        if value is not None and not (isinstance(value, list) and all(_is_line(one) for one in value)):
            raise self._wrong(key, "a list of texts")
        return value

    def table(self, key: str) -> Table | None:
        """Return a table of this one."""
        value = self.values.get(key)
        if value is not None and not isinstance(value, dict):
            raise self._wrong(key, f"a table: [{key}] on a line of its own, and its keys below")
        return None if value is None else Table(value, f"{self.where}, [{key}]")

    def tables(self, key: str) -> list[Table]:
        """Return a list of tables, numbered from 1."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self._wrong(key, f"a list of tables, each begun by [[{key}]] (two brackets) on a line of its own")
        return [Table(one, f"{self.where}, {key} {number}") for number, one in enumerate(value, 1)]

    def check_game(self, *names: str) -> None:
        """Refuse a file for another game than one of these."""
        found = self.text("game")
        if found is not None and found not in names:
            wanted = " or ".join(map(repr, names))
            raise self.error(f"game = {shown(found)}, but the game asked for is {wanted}")


def _is_between(value: Any, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_LETTERS and value.isprintable()
