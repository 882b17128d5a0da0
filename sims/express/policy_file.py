"""Policies as TOML files: a table of weights, or a policy by name with parameters of its own.

    [weights]                        policy = "greedy"
    fields = [5, 3, 1]               [parameters]
    first_baby = 20                  roll_gain = 4.5

The table on the left is played by `weights`, which knows what may stand there (`features`); the other names any
policy. Both may say what they are: `summary`, `source`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from .. import named_policy
from ..named_policy import NAMED_KEYS, digits, head, named, named_text, policy_of
from ..toml_file import Table, read_toml
from .contract import Policy
from .features import NAMES, Feature, feature_name, limit
from .rules import HARVESTS
from .weights import WEIGHTED

FOLDER = Path(__file__).parent / "policies"
TABLE_KEYS = ("game", "summary", "source", "weights")


def built_in_names() -> list[str]:
    """Return the names of the policies in this game's folder of policies, without loading them."""
    return named_policy.built_in_names(FOLDER)


def built_in(name: str) -> Policy:
    """Return a policy of this game by its name. Raises AnalyserError."""
    found: Policy = named_policy.built_in("express", FOLDER, __package__, name, read_policy)
    return found


def read_policy(path: Path, find: Callable[[str], Policy] = built_in) -> Policy:
    """Return the policy of a TOML file, its numbers as the defaults of its parameters. Raises AnalyserError.

    `find` returns the policy that a file of the second kind names.
    """
    file = read_toml(path, "policy file")
    file.check_game("express")
    if "policy" in file.values:
        file.check_keys(NAMED_KEYS)
        found, values = named(file, find)
    elif "weights" in file.values:
        file.check_keys(TABLE_KEYS)
        found, values = WEIGHTED, _weights(file)
    else:
        raise file.error('it is no policy: it needs a table [weights], or policy = "NAME" and a table [parameters]')
    return policy_of(file, path, found, values)  # type: ignore[no-any-return]


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


def policy_text(
    policy: Policy, label: str, values: Mapping[str, float], comment: Iterable[str], summary: str | None = None
) -> str:
    """Return a TOML file that `read_policy` reads back to a policy with these values of its parameters.

    `label` is how the policy is named where it is no table; `comment` the lines above, without their signs.
    """
    lines = head(comment, summary)
    if policy.choose is WEIGHTED.choose:
        return "\n".join([*lines, "", "[weights]", *_weight_lines(values)]) + "\n"
    return named_text(label, values, lines)


def _weight_lines(values: Mapping[str, float]) -> list[str]:
    lines = []
    for name in NAMES:
        three = [values[f"{name}_{harvest}"] for harvest in range(1, HARVESTS + 1)]
        if any(three):
            lines.append(f"{name} = [{', '.join(map(digits, three))}]")
    return lines
