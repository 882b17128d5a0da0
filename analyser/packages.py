"""Policies that installed packages offer, by entry points of the group `analyser.policies`.

The entry point `express.NAME` of a package names a `Policy` of `express`; it is then called NAME.
"""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from .errors import AnalyserError
from .loading import Found, compiled_alone
from .sources import Source

GROUP = "analyser.policies"


def offered(game: str) -> dict[str, EntryPoint]:
    """Return the entry points of a game's policies by the name of the policy, without importing a package."""
    prefix = f"{game}."
    return {
        one.name.removeprefix(prefix): one for one in sorted(entry_points(group=GROUP)) if one.name.startswith(prefix)
    }


def package_policy(entry: EntryPoint, kind: Any) -> Found:
    """Import what an entry point names. Raises AnalyserError, naming the package, where it is no policy or fails."""
    owner = f"package {entry.dist.name}" if entry.dist else f"module {entry.module}"
    try:
        source = _source(entry)
        loaded: Any = compiled_alone(source, entry.load)
    except Exception as error:
        raise AnalyserError(f"{owner} offers {entry.name}, which cannot be used: {error}") from error
    if not isinstance(loaded, kind):
        raise AnalyserError(f"{owner} offers {entry.name}, but {entry.value} is no policy")
    return Found(replace(loaded, guarded=True), source.hash)


def _source(entry: EntryPoint) -> Source:
    """Return all the source of the package that an entry point is in."""
    spec = importlib.util.find_spec(entry.module.partition(".")[0])
    if spec is None or not spec.origin:
        raise AnalyserError(f"there is no module {entry.module}")
    origin = Path(spec.origin).resolve()
    files = sorted(origin.parent.rglob("*.py")) if spec.submodule_search_locations else []
    return Source(origin, origin.read_bytes(), {path: path.read_bytes() for path in files if path != origin})
