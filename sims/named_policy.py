"""Policies as TOML files that name a policy and give its parameters other values.

    policy = "greedy"
    [parameters]
    roll_gain = 4.5

A game says how it finds a policy by its name, and may know files of other kinds besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from .declaration import Parameter
from .errors import AnalyserError, unknown
from .toml_file import Table, quoted, read_toml

NAMED_KEYS = ("game", "summary", "source", "policy", "parameters")
SUFFIX = ".toml"
"""How the name of a file ends that is a policy of this kind."""


def built_in_names(folder: Path) -> list[str]:
    """Return the names of the policies in a game's folder of policies, without loading them."""
    files = [path for path in folder.iterdir() if path.suffix in (".py", SUFFIX) and path.stem != "__init__"]
    return sorted(path.stem.replace("_", "-") for path in files)


def built_in(game: str, folder: Path, package: str, name: str, read: Callable[[Path], Any]) -> Any:
    """Return a policy of a game by its name: of a file that `read` understands, or a module. Raises AnalyserError."""
    names = built_in_names(folder)
    if name not in names:
        raise unknown(f"policy for {game}", name, names)
    stem = name.replace("-", "_")
    table = folder / f"{stem}{SUFFIX}"
    return read(table) if table.exists() else import_module(f"{package}.policies.{stem}").choose


def read_named(path: Path, games: Sequence[str], find: Callable[[str], Any]) -> Any:
    """Return the policy of a TOML file that names one of a game, or of several (`games`). Raises AnalyserError."""
    file = read_toml(path, "policy file")
    file.check_game(*games)
    if "policy" not in file.values:
        raise file.error('it is no policy: it needs policy = "NAME" and a table [parameters]')
    file.check_keys(NAMED_KEYS)
    found, values = named(file, find)
    return policy_of(file, path, found, values)


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
