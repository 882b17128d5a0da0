"""Policies as TOML files: a policy by name, with parameters of its own (see `sims.named_policy`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from .. import named_policy
from ..named_policy import head, named_text
from .contract import Policy

FOLDER = Path(__file__).parent / "policies"


def built_in_names() -> list[str]:
    """Return the names of the policies in this game's folder of policies, without loading them."""
    return named_policy.built_in_names(FOLDER)


def built_in(name: str) -> Policy:
    """Return a policy of this game by its name. Raises AnalyserError."""
    found: Policy = named_policy.built_in("creatures", FOLDER, __package__, name, read_policy)
    return found


def read_policy(path: Path, find: Callable[[str], Policy] = built_in) -> Policy:
    """Return the policy of a TOML file, its numbers as the defaults of its parameters. Raises AnalyserError."""
    found: Policy = named_policy.read_named(path, ["creatures"], find)
    return found


def policy_text(
    policy: Policy, label: str, values: Mapping[str, float], comment: Iterable[str], summary: str | None = None
) -> str:
    """Return a TOML file that `read_policy` reads back to a policy with these values of its parameters."""
    return named_text(label, values, head(comment, summary))
