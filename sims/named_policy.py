"""Policies as TOML files that name a policy and give its parameters other values.

    policy = "greedy"
    [parameters]
    roll_gain = 4.5

A game says how it finds a policy by its name, and may know files of other kinds besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .declaration import Parameter
from .errors import AnalyserError
from .toml_file import Table

NAMED_KEYS = ("game", "summary", "source", "policy", "parameters")


def policy_of(file: Table, path: Path, found: Any, values: Mapping[str, float]) -> Any:
    """Return a policy with what its file says of it: name, summary, source, the defaults of its parameters."""
    return replace(
        found,
        name=path.stem.replace("_", "-"),
        summary=file.text("summary") or f"{found.summary.rstrip('.')}, as {path.name} says.",
        source=file.text("source") or path.name,
        parameters=with_defaults(found.parameters, values),
    )


def with_defaults(parameters: Sequence[Parameter], values: Mapping[str, float]) -> tuple[Parameter, ...]:
    """Return parameters with other defaults, by name."""
    return tuple(replace(one, default=values.get(one.name, one.default)) for one in parameters)


def named(file: Table, find: Callable[[str], Any]) -> tuple[Any, dict[str, float]]:
    """Return the policy that a file names, and its parameters by name."""
    name = file.text("policy")
    assert name is not None
    try:
        found = find(name)
    except AnalyserError as error:
        raise file.error(f"policy = {name!r}: {error}") from error
    table = file.table("parameters") or Table({}, file.where)
    table.check_keys([one.name for one in found.parameters])
    read = {one.name: table.decimal(one.name, one.low, one.high) for one in found.parameters}
    return found, {key: value for key, value in read.items() if value is not None}


def head(comment: Iterable[str], summary: str | None) -> list[str]:
    """Return the first lines of a policy's file: comments, without their signs, and its summary."""
    lines = [f"# {line}".rstrip() for line in comment]
    return lines if summary is None else [*lines, f"summary = {quoted(summary)}"]


def named_text(label: str, values: Mapping[str, float], lines: Sequence[str]) -> str:
    """Return a TOML file that names the policy `label` with these values, after its first `lines`."""
    numbers = [f"{name} = {digits(value)}" for name, value in values.items()]
    return "\n".join([*lines, f"policy = {quoted(label)}", "", "[parameters]", *numbers]) + "\n"


def digits(value: float) -> str:
    """Return a number as TOML writes it."""
    return repr(float(value))


def quoted(text: str) -> str:
    """Return a text as TOML writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
