"""The one place that compiles kernels.

Why a cache folder of our own: numba caches each compiled function by the stamp of the file it stands in,
so an edit in *another* file (a cost, a score table) is not seen and gives wrong scores in silence. The
folder's name is therefore a hash of every source file of `sims`, and of the settings that change the code.
It has to be set before numba is imported, which is why nothing else may import numba first.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

SOURCES = Path(__file__).parent
KEPT_FOLDERS = 4
KEPT_POLICIES = 40
DISABLED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")


def sources_hash(folder: Path = SOURCES) -> str:
    """Return a hash (16 hex digits) of the names and contents of all Python files below `folder`."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(str(path.relative_to(folder)).encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled code of exactly these sources and compile settings."""
    base = os.environ.get("ANALYSER_CACHE_DIR")
    root = Path(base) if base else user_cache_path("agricola-analyser", appauthor=False)
    checks = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
    return root / "kernels" / f"{sources_hash()}{checks}"


def _prepare(folder: Path) -> Path:
    """Make `folder` (or one in the temporary folder where that cannot be written) and drop the oldest others."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return Path(tempfile.mkdtemp(prefix="agricola-analyser-"))
    folder.touch()
    _drop_oldest(folder.parent, KEPT_FOLDERS)
    return folder


def _drop_oldest(folder: Path, kept: int) -> None:
    """Remove the folders in `folder` but for the `kept` newest."""
    others = sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in others[kept:]:
        shutil.rmtree(old, ignore_errors=True)


# Measured: game loops of many short functions run a fifth faster without vectorised loops, and compile in two thirds of
# the time at level 2, with no loss of speed.
for _name, _value in (("NUMBA_OPT", "2"), ("NUMBA_LOOP_VECTORIZE", "0"), ("NUMBA_SLP_VECTORIZE", "0")):
    os.environ.setdefault(_name, _value)
os.environ["NUMBA_CACHE_DIR"] = str(_prepare(cache_folder()))

import numba  # noqa: E402  (the settings above have to stand first)

numba.config.reload_config()  # where another package has loaded numba before, it takes the settings now
import numpy as np  # noqa: E402  (numba has to find its cache folder first)
from llvmlite.ir import Constant  # noqa: E402
from numba import types  # noqa: E402
from numba.core.errors import NumbaExperimentalFeatureWarning  # noqa: E402
from numba.extending import intrinsic  # noqa: E402
from numba.np.arrayobj import make_array, populate_array  # noqa: E402

# Policies are numba's first-class functions, which numba calls experimental at every use.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

if DISABLED:
    # Without compilation the mixer's unsigned arithmetic is numpy's, which warns where it is meant to wrap.
    np.seterr(over="ignore")


def compiled(folder: Path | None = None) -> bool:
    """Say whether compiled code for these sources lies in the cache (else the next call compiles)."""
    if DISABLED:
        return True
    return any(Path(folder or numba.config.CACHE_DIR).rglob("*.nbc"))


KERNELS = Path(numba.config.CACHE_DIR)
_foreign = False


def foreign_folder(digest: str) -> Path:
    """Return the cache folder for the compiled code of a user's file with this digest."""
    return KERNELS / "policies" / digest


@contextmanager
def foreign_kernels(digest: str) -> Iterator[Path]:
    """Compile what is declared in here, a user's file with this `digest`, for a cache folder of its own; yield that.

    The digest is of all that the compiled code is made from, so that an edit is never answered with old code. The
    kernels check the bounds of arrays: a wrong index in a user's file is to be an error, and no crash.
    """
    global _foreign
    folder = foreign_folder(digest)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _drop_oldest(folder.parent, KEPT_POLICIES)
    except OSError:
        folder = Path(tempfile.mkdtemp(prefix="agricola-analyser-"))
    before = numba.config.CACHE_DIR, _foreign
    numba.config.CACHE_DIR, _foreign = str(folder), True
    try:
        yield folder
    finally:
        numba.config.CACHE_DIR, _foreign = before


@contextmanager
def _place_of(function: Callable[..., Any]) -> Iterator[bool]:
    """Yield whether a function is foreign; one of our own goes to our folder, whoever imports it first."""
    if not _foreign or not Path(function.__code__.co_filename).resolve().is_relative_to(SOURCES.resolve()):
        yield _foreign
        return
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(KERNELS)
    try:
        yield False
    finally:
        numba.config.CACHE_DIR = before


def kernel(
    signature: Any = None, *, inline: bool = False, kept: bool = True
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function with the project's options; with a `signature` at once, else at the first call.

    `nogil`: chunks of games run side by side on threads. `cache`: see the module's docstring. `inline`: put the code
    where it is called, for functions that are passed whole tables and called from one or two places. `kept`: keep the
    compiled code in the cache folder; not so for functions that several games call with tables of their own, since
    numba would load the classes of all those tables, and so all those games, wherever one of them is loaded.
    """
    options = {"cache": kept, "nogil": True, "error_model": "numpy", "forceinline": inline}

    def compile_(function: Callable[..., Any]) -> Any:
        with _place_of(function) as foreign:
            if signature is not None or DISABLED:
                return numba.njit(signature, boundscheck=foreign or None, **options)(function)
            return _with_plain_numbers(numba.njit(boundscheck=foreign or None, **options)(function))

    return compile_


def passing(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile a function made at run time, which only passes its arguments on, and keep it out of the cache.

    Why: numba's cache knows a function by its file and line, and would keep one more copy at each run.
    """
    return numba.njit(signature, nogil=True, error_model="numpy")  # type: ignore[no-any-return]


def _plain(kind: Any) -> Any:
    """Return int64 for the type of any signed number, constant or enum member, and other types as they are."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.IntEnumMember) or (isinstance(kind, types.Integer) and kind.signed):
        return types.int64
    return kind


def _with_plain_numbers(dispatcher: Any) -> Any:
    """Let compiled callers pass every signed number as int64.

    Why: numba compiles a function once more for each constant, enum and width of number that it is called with, which
    trebled the time that the first run spends on compiling.
    """
    resolve = dispatcher.get_call_template

    def resolve_plainly(arguments: Any, named: Any) -> Any:
        return resolve(tuple(map(_plain, arguments)), {name: _plain(kind) for name, kind in dict(named).items()})

    dispatcher.get_call_template = resolve_plainly
    return dispatcher


if DISABLED:

    class numbers:  # noqa: N801  (it stands for the compiled function below)
        """The int32 fields of a record from field `first` on, by number."""

        def __init__(self, record: Any, first: str, count: int) -> None:
            start = record.dtype.names.index(first)
            self.record, self.names = record, record.dtype.names[start : start + count]

        def __getitem__(self, place: int) -> Any:
            return self.record[self.names[place]]

        def __setitem__(self, place: int, value: Any) -> None:
            self.record[self.names[place]] = value

    def borrow(array: Any) -> Any:
        """Return the array itself."""
        return array

    def popcount(mask: int) -> int:
        """Return the number of ones in an int64."""
        return (int(mask) & 0xFFFFFFFFFFFFFFFF).bit_count()

else:

    @intrinsic(prefer_literal=True)
    def numbers(_typing: Any, record: Any, first: Any, count: Any) -> Any:
        """Return `count` int32 fields of a record from field `first` on as an array on the same memory.

        Why: a field that is chosen by number would else take a chain of comparisons, which the processor guesses wrong.
        """
        array = types.Array(types.int32, 1, "C")

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = builder.bitcast(arguments[0], context.get_value_type(types.voidptr))
            data = builder.gep(data, [context.get_constant(types.intp, record.offset(first.literal_value))])
            view = make_array(array)(context, builder)
            populate_array(
                view,
                data=builder.bitcast(data, view.data.type),
                shape=[context.get_constant(types.intp, count.literal_value)],
                strides=[context.get_constant(types.intp, 4)],
                itemsize=context.get_constant(types.intp, 4),
                meminfo=None,
            )
            return view._getvalue()

        return array(record, first, count), build

    @intrinsic
    def borrow(_typing: Any, array: Any) -> Any:
        """Return the same memory as an array whose references are not counted.

        Why: numba counts the references to an array, with atomic steps, at each function that it is passed to; in a
        game loop of small functions that took most of the time. The caller has to keep the array alive.
        """

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            make = make_array(array)
            owned, borrowed = make(context, builder, arguments[0]), make(context, builder)
            for part in ("data", "shape", "strides", "itemsize", "nitems"):
                setattr(borrowed, part, getattr(owned, part))
            borrowed.meminfo = Constant(borrowed.meminfo.type, None)
            borrowed.parent = Constant(borrowed.parent.type, None)
            return borrowed._getvalue()

        return array(array), build

    @intrinsic
    def popcount(_typing: Any, mask: Any) -> Any:
        """Return the number of ones in an int64, by the processor's own instruction."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), build
