"""The source of a user's policy: its file and the files beside it that it imports, read but not run."""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import AnalyserError, nearest

NEAR_FILES = 200
"""No more files than this are looked through for the name that a user may have meant."""


@dataclass(frozen=True)
class Source:
    """A policy file: its path as the user wrote it, its contents, and those of the files beside it that it imports.

    `beside` maps the path of each such file to its contents, in a fixed order.
    """

    path: Path
    contents: bytes
    beside: dict[Path, bytes]

    @cached_property
    def hash(self) -> str:
        """16 hex digits of the sha256 of the file's contents, and of those beside it, if it imports any."""
        digest = hashlib.sha256(self.contents)
        for path, contents in self.beside.items():
            digest.update(f"\0{path.relative_to(self.folder).as_posix()}\0".encode() + contents)
        return digest.hexdigest()[:16]

    @property
    def folder(self) -> Path:
        """The folder of the file."""
        return self.path.resolve().parent

    @property
    def files(self) -> list[Path]:
        """All its files, the policy's own first."""
        return [self.path.resolve(), *self.beside]


def read_source(path: Path) -> Source:
    """Read a policy file and what it imports from beside it. Raises AnalyserError where the file cannot be read."""
    try:
        contents = path.read_bytes()
    except FileNotFoundError:
        folder = path.parent
        names = [one.name for one in sorted(folder.glob("*.py"))[:NEAR_FILES]] if folder.is_dir() else []
        raise AnalyserError(f"there is no file {path}{nearest(path.name, names)}") from None
    except OSError as error:
        raise AnalyserError(f"cannot read {path}: {error.strerror or error}") from None
    folder, beside = path.resolve().parent, dict[Path, bytes]()
    waiting = [contents]
    while waiting:
        for found in _imported_beside(waiting.pop(), folder):
            if found not in beside and found != path.resolve():
                beside[found] = found.read_bytes()
                waiting.append(beside[found])
    return Source(path, contents, dict(sorted(beside.items())))


def _imported_beside(contents: bytes, folder: Path) -> Iterator[Path]:
    """Yield the files in `folder` that a source imports: modules, and all files of a package."""
    try:
        tree = ast.parse(contents)
    except (SyntaxError, ValueError):
        return  # it is told where it stands when the file is run
    for node in ast.walk(tree):
        names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        for top in {name.partition(".")[0] for name in names} - sys.stdlib_module_names - {""}:
            if (folder / f"{top}.py").is_file():
                yield folder / f"{top}.py"
            elif (folder / top / "__init__.py").is_file():
                yield from sorted((folder / top).rglob("*.py"))


def declared_names(contents: bytes) -> list[str]:
    """Return the names of the policies that a source declares by `@policy("name", ...)`, without running it."""
    try:
        tree = ast.parse(contents)
    except (SyntaxError, ValueError):
        return []
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    named = [call.args[0] for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == "policy"]
    return [one.value for one in named if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def labels_here(folder: Path | None = None) -> dict[str, str]:
    """Return the labels of the policies that the Python files of a folder (default: this one) declare, by name."""
    found: dict[str, str] = {}
    for path in sorted((folder or Path()).glob("*.py"))[:NEAR_FILES]:
        try:
            found |= {name: f"{path}:{name}" for name in declared_names(path.read_bytes())}
        except OSError:
            continue
    return found


class _Beside:
    """Finds the modules beside a policy file, for as long as the file is imported."""

    def __init__(self, source: Source) -> None:
        modules = {path.stem: path for path in source.beside if path.parent == source.folder}
        packages = {path.parent.name: path for path in source.beside if path.name == "__init__.py"}
        own = {name: path for name, path in packages.items() if path.parent.parent == source.folder}
        self.places = modules | own

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Return how to load a module beside the file, or None for any other."""
        place = self.places.get(name) if path is None else None
        return importlib.util.spec_from_file_location(name, place) if place else None


@contextmanager
def files_beside(source: Source) -> Iterator[None]:
    """Let imports find the files beside a policy file, and forget them afterwards.

    Why not by `sys.path`: two policies may each have a `helpers.py` beside them, and a file called like a module of
    ours, or of the standard library, must not come before it.
    """
    finder: Any = _Beside(source)
    names = set(finder.places)

    def take_out() -> dict[str, ModuleType]:
        mine = [name for name in sys.modules if name.partition(".")[0] in names]
        return {name: sys.modules.pop(name) for name in mine}

    kept = take_out()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        take_out()
        sys.modules.update(kept)
