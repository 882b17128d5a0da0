"""Policies from a user's file: imported, compiled under a cache of their own, marked as not to be trusted."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Iterable
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any

from .complaints import complaint
from .errors import AnalyserError, nearest
from .sources import Source, files_beside, read_source


@dataclass(frozen=True)
class Found:
    """A policy (its game's `Policy`, compiled) and the hash of its source: None for one of the game's own."""

    policy: Any
    hash: str | None = None


announce: Callable[[Path], None] | None = None
"""Who is told of each file that is compiled for the first time, which takes seconds, if anybody."""

_modules: dict[tuple[Path, str], ModuleType] = {}


def load_file(source: Source) -> ModuleType:
    """Import a policy file, once for each state of its contents. Raises AnalyserError with file and line."""
    key = source.path.resolve(), source.hash
    if key not in _modules:
        _modules[key] = compiled_alone(source, lambda: _import(source))
    return _modules[key]


def compiled_alone(source: Source, load: Callable[[], ModuleType]) -> ModuleType:
    """Return what `load` imports from a source, compiled into a cache folder of the source's own.

    Raises AnalyserError for whatever goes wrong in there.
    """
    from sims.jit import compiled, foreign_folder, foreign_kernels

    if announce is not None and not compiled(foreign_folder(source.hash)):
        announce(source.path)
    try:
        # What a file prints must not come between the numbers on stdout.
        with foreign_kernels(source.hash), redirect_stdout(sys.stderr):
            return load()
    except (Exception, SystemExit) as error:
        raise complaint(source, error) from error


def _import(source: Source) -> ModuleType:
    # The name is fixed by the contents, since numba puts it into the names of the compiled functions that it keeps.
    name = f"analyser_policy_{source.path.stem}_{source.hash}"
    spec = importlib.util.spec_from_file_location(name, source.path.resolve())
    if spec is None or spec.loader is None:
        raise AnalyserError(f"{source.path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        code = compile(source.contents, source.path.resolve(), "exec", dont_inherit=True)
        with files_beside(source):
            exec(code, vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def policies_in(module: ModuleType, kind: type) -> dict[str, Any]:
    """Return the policies (of a game's class `Policy`) of a module by declared name: those that it declares itself.

    Where it declares none, those that it has from elsewhere.
    """
    found: list[Any] = [value for value in vars(module).values() if isinstance(value, kind)]
    own = [one for one in found if getattr(one.choose, "__module__", None) == module.__name__]
    return {one.name: one for one in own or found}


def file_policy(path: Path, name: str | None, kind: type) -> Found:
    """Return the policy of this name, declared or the variable's, in a file; without a name, the only one.

    Raises AnalyserError.
    """
    source = read_source(path)
    module = load_file(source)
    known = policies_in(module, kind)
    policy = _chosen(path, name, known, module, kind)
    return Found(replace(policy, guarded=True), source.hash)


def _chosen(path: Path, name: str | None, known: dict[str, Any], module: ModuleType, kind: type) -> Any:
    if not known:
        raise AnalyserError(
            f"{path} holds no policy: declare one with @policy(...); `analyser policies new FILE.py` writes an example"
        )
    if name is None and len(known) == 1:
        return next(iter(known.values()))
    if name is None:
        raise AnalyserError(
            f"{path} holds {len(known)} policies: name one, as {path}:{next(iter(known))}; {_all(known)}"
        )
    variable = getattr(module, name, None)
    if name not in known and not isinstance(variable, kind):
        nearest_first = get_close_matches(name, known, n=len(known), cutoff=0.0)
        raise AnalyserError(f"{path} has no policy {name!r}{nearest(name, known)}; {_all(nearest_first)}")
    return known.get(name, variable)


def _all(known: Iterable[str]) -> str:
    return f"it has: {', '.join(known)}"
