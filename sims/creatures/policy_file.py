"""Policies as TOML files: a policy by name, with parameters of its own (see `sims.named_policy`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path

from ..errors import unknown
from ..named_policy import NAMED_KEYS, head, named, named_text, policy_of
from ..toml_file import read_toml
from .contract import Policy

SUFFIX = ".toml"
FOLDER = Path(__file__).parent / "policies"


def built_in_names() -> list[str]:
    """Return the names of the policies in this game's folder of policies, without loading them."""
    files = [path for path in FOLDER.iterdir() if path.suffix in (".py", SUFFIX) and path.stem != "__init__"]
    return sorted(path.stem.replace("_", "-") for path in files)


def built_in(name: str) -> Policy:
    """Return a policy of this game by its name. Raises AnalyserError."""
    names = built_in_names()
    if name not in names:
        raise unknown("policy for creatures", name, names)
    stem = name.replace("-", "_")
    table = FOLDER / f"{stem}{SUFFIX}"
    if table.exists():
        return read_policy(table)
    found: Policy = import_module(f"{__package__}.policies.{stem}").choose
    return found


def read_policy(path: Path, find: Callable[[str], Policy] = built_in) -> Policy:
    """Return the policy of a TOML file, its numbers as the defaults of its parameters. Raises AnalyserError."""
    file = read_toml(path, "policy file")
    file.check_game("creatures")
    if "policy" not in file.values:
        raise file.error('it is no policy: it needs policy = "NAME" and a table [parameters]')
    file.check_keys(NAMED_KEYS)
    found, values = named(file, find)
    policy: Policy = policy_of(file, path, found, values)
    return policy


def policy_text(
    policy: Policy, label: str, values: Mapping[str, float], comment: Iterable[str], summary: str | None = None
) -> str:
    """Return a TOML file that `read_policy` reads back to a policy with these values of its parameters."""
    return named_text(label, values, head(comment, summary))
