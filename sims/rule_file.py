"""Rule sets as TOML, from one table of keys: printing, reading, checking, and the messages about mistakes.

A game declares each key once: where it stands in the file and in its rules record, what it may be, what it means.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .errors import AnalyserError, nearest
from .toml_file import quoted, read_toml, shown


@dataclass(frozen=True)
class Key:
    """One key: `section.name`, the record's `field` (and `index` in it), default, meaning, bounds, kind.

    `kind` is an IntEnum, whose words are then allowed, or `int`; `length` makes it a list.
    """

    section: str
    name: str
    field: str
    default: Any
    meaning: str
    low: int = 0
    high: int = 99
    kind: Any = int
    index: Any = None
    length: int | None = None

    @property
    def path(self) -> str:
        """The key's full name."""
        return f"{self.section}.{self.name}" if self.section else self.name

    @property
    def allowed(self) -> str:
        """What the key may be, in words."""
        if self.kind is int:
            one = f"a whole number from {self.low} to {self.high}"
        else:
            one = "one of " + ", ".join(choice.name.lower() for choice in self.kind)
        return f"a list of {self.length}, each {one}" if self.length else one

    @property
    def choices(self) -> str:
        """What is said behind the meaning: the choices, where there are few."""
        return "" if self.kind is int else f" ({self.allowed})"

    def put(self, record: Any, value: Any, where: str) -> None:
        """Write a value into the record. Raises AnalyserError where it is not allowed."""
        number = self.encode(value, where)
        if self.index is None:
            record[self.field] = number
        else:
            record[self.field][self.index] = number

    def encode(self, value: Any, where: str) -> Any:
        """Return the number, or list of them, that stands for a value in the record. Raises AnalyserError."""
        if self.length is None:
            return self.encode_one(value, where)
        if not isinstance(value, list) or len(value) != self.length:
            raise AnalyserError(f"{where}: {self.path} has to be {self.allowed}")
        return [self.encode_one(one, where) for one in value]

    def encode_one(self, value: Any, where: str) -> int:
        """Return the number that stands for one value. Raises AnalyserError."""
        near = ""
        if self.kind is int:
            if isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high:
                return value
        elif isinstance(value, str):
            if value.upper() in self.kind.__members__:
                return int(self.kind[value.upper()])
            near = nearest(value[:60], [choice.name.lower() for choice in self.kind])
        raise self.refused(value, where, near)

    def refused(self, value: Any, where: str, near: str = "") -> AnalyserError:
        """Return the error for a value that is not allowed."""
        return AnalyserError(f"{where}: {self.path} = {shown(value)} is not allowed: it has to be {self.allowed}{near}")


class Rules(NamedTuple):
    """A rule set: its name, a hash of everything it says, the record for the kernels, and the values by key."""

    name: str
    hash: str
    record: Any
    values: dict[str, Any]


@dataclass(frozen=True)
class RuleFile:
    """How a game's rule sets are written: its `keys`, the `record`'s dtype, and what completes and checks one.

    `finish(record)` fills in what follows from the keys; `faults(record)` returns what is wrong with values that are
    allowed one by one but not together, or ''.
    """

    game: str
    default_name: str
    keys: Sequence[Key]
    record: Any
    finish: Callable[[Any], None]
    faults: Callable[[Any], str]

    def build(self, name: str, values: dict[str, Any], where: str) -> Rules:
        """Make a rule set from values by key; missing ones are the default. Raises AnalyserError."""
        record = np.zeros(1, self.record)[0]
        full = {key.path: values.get(key.path, key.default) for key in self.keys}
        for key in self.keys:
            key.put(record, full[key.path], where)
        fault = self.faults(record)
        if fault:
            raise AnalyserError(f"{where}: {fault}")
        self.finish(record)
        digest = hashlib.sha256(json.dumps(full, sort_keys=True).encode()).hexdigest()[:12]
        return Rules(name, digest, record, full)

    def default(self) -> Rules:
        """Return the rules with every default."""
        return self.build(self.default_name, {}, "default rules")

    def load(self, path: Path) -> Rules:
        """Read a rule set from a TOML file that changes some keys of the default. Raises AnalyserError."""
        if path.suffix == "" and not os.path.exists(path):
            raise AnalyserError(f"{self.game} has no mode {shown(str(path))}, and there is no rules file of that name")
        file = read_toml(path, "rules file")
        name = file.text("name")
        return self.build(path.stem if name is None else name, self._flatten(file.values, str(path)), str(path))

    def _flatten(self, table: dict[str, Any], where: str, prefix: str = "") -> dict[str, Any]:
        """Return the values of a table by their full names; the tables in it are sections."""
        known, sections = {key.path for key in self.keys}, {f"{key.path.rpartition('.')[0]}." for key in self.keys}
        flat: dict[str, Any] = {}
        for name, value in table.items():
            path = f"{prefix}{name}"
            if isinstance(value, dict) and any(section.startswith(f"{path}.") for section in sections):
                flat.update(self._flatten(value, where, path + "."))
            elif path in known:
                flat[path] = value
            elif path != "name":
                told = f"unknown key {shown(path)}{self._near(path)}"
                raise AnalyserError(f"{where}: {told}; `analyser rules {self.game}` lists them all")
        return flat

    def _near(self, path: str) -> str:
        last = path.rsplit(".", 1)[-1]
        same = [key.path for key in self.keys if key.name == last]
        return f" (did you mean {same[0]!r}?)" if len(same) == 1 else nearest(path[:60], [k.path for k in self.keys])

    def to_toml(self, rules: Rules) -> str:
        """Return a rule set as TOML that `load` reads back to the same rules, with what each key means."""
        lines, section = [f"name = {quoted(rules.name)}"], ""
        order = list(dict.fromkeys(key.section for key in self.keys))  # a table may stand in a TOML file once
        for key in sorted(self.keys, key=lambda key: order.index(key.section)):
            if key.section != section:
                section = key.section
                lines += ["", f"[{section}]"]
            lines.append(f"{key.name} = {quoted(rules.values[key.path])}  # {key.meaning}{key.choices}")
        return "\n".join(lines) + "\n"
