"""What goes wrong while a policy's file is imported and compiled, as one line that says where in the user's file.

numba's own messages are pages long and name its own files first; here they are cut down to what the user can mend.
"""

from __future__ import annotations

import ast
import re
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType, TracebackType

from .errors import AnalyserError, nearest
from .sources import Source

LONGEST = 300
NOISE = re.compile(
    r"Failed in \w+ mode pipeline|During: |File \"|def |\s*<source elided>|\s*\^|$|Overload |- (Resol|With)"
)


def complaint(source: Source, error: BaseException) -> AnalyserError:
    """Return the error for what a file raised while it was imported."""
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return AnalyserError(f"{_shown(source, Path(error.filename))}:{error.lineno}: {error.msg}")
    frame, line = _last_frame(source, error.__traceback__)
    path = source.path if frame is None else _shown(source, Path(frame.f_code.co_filename))
    if isinstance(error, AnalyserError):
        return AnalyserError(f"{path}:{getattr(error, 'line', None) or line}: {error}")
    if _of_numba(error):
        return _of_compiler(source, error, path, line, frame)
    words = traceback.format_exception_only(error)[-1].strip()
    return AnalyserError(f"{path}:{line}: the file cannot be imported: {words}")


def _shown(source: Source, path: Path) -> Path:
    """Return a file's path as the user would write it."""
    return source.path if path.resolve() == source.path.resolve() else path


def _last_frame(source: Source, trace: TracebackType | None) -> tuple[FrameType | None, int]:
    """Return the innermost frame in the user's files, and its line."""
    found: tuple[FrameType | None, int] = (None, 1)
    for frame, line in traceback.walk_tb(trace):
        if Path(frame.f_code.co_filename) in source.files:
            found = frame, line
    return found


def _of_numba(error: BaseException) -> bool:
    """Say whether an error arose within numba, which also lets plain KeyErrors and the like through."""
    frames = list(traceback.walk_tb(error.__traceback__))
    return bool(frames) and str(frames[-1][0].f_globals.get("__name__", "")).startswith("numba.")


# --- The compiler's complaints -------------------------------------------------------------------------------------


def _of_compiler(source: Source, error: BaseException, path: Path, line: int, frame: FrameType | None) -> AnalyserError:
    text = str(error)
    names = {} if frame is None else frame.f_globals
    if isinstance(error, KeyError):  # what numba raises where a record has no such attribute
        word = str(error.args[0])
        told = f"there is no attribute {word!r}: a farm's or position's fields are read as farm[{word!r}]"
        return AnalyserError(f"{path}:{_line_of_attribute(source, word) or line}: cannot be compiled: {told}")
    where = _places(source, text) or _loc(source, error) or (path, line)
    return AnalyserError(f"{where[0]}:{where[1]}: cannot be compiled: {in_short(text, names)}")


def _places(source: Source, text: str) -> tuple[Path, int] | None:
    """Return the first place in the user's files that a complaint names, which is the innermost."""
    by_name = {path.name: path for path in reversed(source.files)}
    for match in re.finditer(r'File "([^"\n]+)", line (\d+)|\b(?:at|in) (\S+) \((\d+)\)', text):
        name, line = match[1] or match[3], match[2] or match[4]
        if re.split(r"[\\/]", name)[-1] in by_name:
            return _shown(source, by_name[re.split(r"[\\/]", name)[-1]]), int(line)
    return None


def _loc(source: Source, error: BaseException) -> tuple[Path, int] | None:
    loc = getattr(error, "loc", None)
    if loc is None or Path(loc.filename) not in source.files:
        return None
    return _shown(source, Path(loc.filename)), int(loc.line)


def _line_of_attribute(source: Source, word: str) -> int | None:
    """Return the first line of the file that reads an attribute of this name."""
    found = (node for node in ast.walk(ast.parse(source.contents)) if isinstance(node, ast.Attribute))
    return min((node.lineno for node in found if node.attr == word), default=None)


def in_short(text: str, names: Iterable[str] = ()) -> str:
    """Return what matters of a complaint of numba's, in a line; `names` are those that the file knows."""
    for pattern, tell in KNOWN:
        match = re.search(pattern, text, re.DOTALL)
        if match:
            return tell(match, names)
    lines = [line.strip() for line in text.splitlines() if not NOISE.match(line)]
    told = _without_types(lines[0] if lines else text.strip().splitlines()[0])
    return told if len(told) <= LONGEST else told[:LONGEST].rstrip() + " ..."


def _without_types(text: str) -> str:
    """Return a text with numba's long names of records and arrays cut down."""
    out, depth = [], 0
    for part in re.split(r"(Record\(|\(|\))", text):
        if depth == 0 and part == "Record(":
            out.append("a record")
        elif depth == 0:
            out.append(part)
            continue
        depth += part.endswith("(") - (part == ")")
    told = re.sub(r"Literal\[str\]\((.*?)\)", r"'\1'", "".join(out))
    told = re.sub(r"Literal\[\w+\]\((.*?)\)", r"\1", told).replace("unicode_type", "text").replace("<iv=None>", "")
    return told.removesuffix(". Raised from None")


def _field(match: re.Match[str], _: Iterable[str]) -> str:
    fields = re.findall(r"'(\w+)'", match[2])
    return f"there is no field {match[1]!r}{nearest(match[1], fields)}; fields: {', '.join(fields)}"


def _name(match: re.Match[str], names: Iterable[str]) -> str:
    return f"name {match[1]!r} is not defined{nearest(match[1], names)}"


def _global(match: re.Match[str], _: Iterable[str]) -> str:
    name, kind = match[1], match[2]
    if kind == "function":
        return f"{name} is a plain Python function: write @kernel() above it (from sims.jit import kernel)"
    return (
        f"{name} is a Python {kind.rpartition('.')[2]}, which compiled code cannot read: use a tuple or a numpy array"
    )


def _call(match: re.Match[str], _: Iterable[str]) -> str:
    called = re.search(r"function (\w+) at", match.string)
    return f"{called[1] if called else 'what is called'} takes {match[1]}: {match[2]}"


def _unify(match: re.Match[str], _: Iterable[str]) -> str:
    name = match[3].partition(".")[0]
    kinds = f"{_without_types(match[1])} and {_without_types(match[2])}"
    return f"a value is of two kinds, {kinds}" if name.startswith("$") else f"{name} is of two kinds, {kinds}"


def _method(match: re.Match[str], _: Iterable[str]) -> str:
    owner, given = _without_types(match[2]), _without_types(match[3])
    return f"{match[1]} of a {owner} cannot take ({given})"


def _no_function(match: re.Match[str], _: Iterable[str]) -> str:
    return f"there is no way to compile {_without_types(match[1]).strip()}"


KNOWN: list[tuple[str, Callable[[re.Match[str], Iterable[str]], str]]] = [
    (r"Field '(\w+)' was not found in record with fields \(([^)]*)\)", _field),
    (r"NameError: name '(\w+)' is not defined", _name),
    (r"Untyped global name '(\w+)':? Cannot determine Numba type of <class '([\w.]+)'>", _global),
    (r"to signature '([^']*)' due to \"TypeError: ([^\"]*)\"", _call),
    (r"Invalid use of BoundFunction\((\S+) for (.+?)\) with parameters \((.*?)\)\n", _method),
    (r"Cannot unify (.+?) and (.+?) for '([^']+)'", _unify),
    (r"found for signature:\s*>>> (.+?)\n", _no_function),
]
"""The complaints that people meet most, and how to put each in plain words."""
