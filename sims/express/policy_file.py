"""Policies as TOML files: a table of weights, or a policy by name with parameters of its own.

    [weights]                        policy = "greedy"
    fields = [5, 3, 1]               [parameters]
    first_baby = 20                  roll_gain = 4.5

The table on the left is played by `weights`, which knows what may stand there (`features`); the other names any
policy. Both may say what they are: `summary`, `source`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path

from ..errors import AnalyserError, unknown
from ..toml_file import Table, read_toml
from .contract import Parameter, Policy
from .features import NAMES, Feature, feature_name, limit
from .rules import HARVESTS
from .weights import WEIGHTED

SUFFIX = ".toml"
FOLDER = Path(__file__).parent / "policies"
TABLE_KEYS = ("game", "summary", "source", "weights")
NAMED_KEYS = ("game", "summary", "source", "policy", "parameters")


def built_in_names() -> list[str]:
    """Return the names of the policies in this game's folder of policies, without loading them."""
    files = [path for path in FOLDER.iterdir() if path.suffix in (".py", SUFFIX) and path.stem != "__init__"]
    return sorted(path.stem.replace("_", "-") for path in files)


def built_in(name: str) -> Policy:
    """Return a policy of this game by its name. Raises AnalyserError."""
    names = built_in_names()
    if name not in names:
        raise unknown("policy for express", name, names)
    stem = name.replace("-", "_")
    table = FOLDER / f"{stem}{SUFFIX}"
    if table.exists():
        return read_policy(table)
    found: Policy = import_module(f"{__package__}.policies.{stem}").choose
    return found


def read_policy(path: Path, find: Callable[[str], Policy] = built_in) -> Policy:
    """Return the policy of a TOML file, its numbers as the defaults of its parameters. Raises AnalyserError.

    `find` returns the policy that a file of the second kind names.
    """
    file = read_toml(path, "policy file")
    file.check_game("express")
    if "policy" in file.values:
        file.check_keys(NAMED_KEYS)
        found, values = _named(file, find)
    elif "weights" in file.values:
        file.check_keys(TABLE_KEYS)
        found, values = WEIGHTED, _weights(file)
    else:
        raise file.error('it is no policy: it needs a table [weights], or policy = "NAME" and a table [parameters]')
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


def _weights(file: Table) -> dict[str, float]:
    """Return the weights of a table by the names of their parameters."""
    table = file.table("weights")
    assert table is not None
    table.check_keys(NAMES)
    values: dict[str, float] = {}
    for feature in Feature:
        name, most = feature_name(feature), limit(feature)
        for harvest, weight in enumerate(table.decimals(name, HARVESTS, -most, most) or (), 1):
            values[f"{name}_{harvest}"] = weight
    return values


def _named(file: Table, find: Callable[[str], Policy]) -> tuple[Policy, dict[str, float]]:
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


def policy_text(
    policy: Policy, label: str, values: Mapping[str, float], comment: Iterable[str], summary: str | None = None
) -> str:
    """Return a TOML file that `read_policy` reads back to a policy with these values of its parameters.

    `label` is how the policy is named where it is no table; `comment` the lines above, without their signs.
    """
    lines = [f"# {line}".rstrip() for line in comment]
    if summary is not None:
        lines.append(f"summary = {_quoted(summary)}")
    if policy.choose is WEIGHTED.choose:
        return "\n".join([*lines, "", "[weights]", *_weight_lines(values)]) + "\n"
    numbers = [f"{name} = {_digits(value)}" for name, value in values.items()]
    return "\n".join([*lines, f"policy = {_quoted(label)}", "", "[parameters]", *numbers]) + "\n"


def _weight_lines(values: Mapping[str, float]) -> list[str]:
    lines = []
    for name in NAMES:
        three = [values[f"{name}_{harvest}"] for harvest in range(1, HARVESTS + 1)]
        if any(three):
            lines.append(f"{name} = [{', '.join(map(_digits, three))}]")
    return lines


def _digits(value: float) -> str:
    return repr(float(value))


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
