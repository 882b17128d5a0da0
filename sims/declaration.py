"""What a policy's declaration has to keep to: checked before it is compiled, and told in plain words."""

from __future__ import annotations

import ast
import inspect
import math
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import types

from .errors import DeclarationError
from .jit import DISABLED, kernel

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class Question:
    """A question that a game puts to policies: its name, what it takes, the signature, the answer in words."""

    name: str
    takes: tuple[str, ...]
    signature: Any
    gives: str


@dataclass(frozen=True)
class Parameter:
    """A number of a policy that can be changed: its default, the range allowed, and what it means.

    One with `choices` is written by their names, and is the place (0 ...) of the one chosen.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_parameter(self.name, self.default, self.low, self.high)


def line_of(function: Callable[..., Any]) -> int:
    """Return the line of a function's `def`, which is below its decorators."""
    first = function.__code__.co_firstlineno
    try:
        (node,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    except (OSError, SyntaxError, ValueError):
        return first
    return first + node.lineno - 1


def check_name(name: Any) -> None:
    """Raise DeclarationError unless a policy's name can be written in a label."""
    if not isinstance(name, str) or not NAME.fullmatch(name) or name.endswith((".py", ".toml")):
        raise DeclarationError(f"a policy's name is made of letters, digits, '-', '_' and '.', which {name!r} is not")


def check_takes(question: Question, function: Any) -> None:
    """Raise DeclarationError unless the function for a `question` takes what the game loop passes to it."""
    wanted, name = question.takes, question.name
    if not inspect.isfunction(function):
        what = "a compiled function" if hasattr(function, "py_func") else f"{function!r}"
        raise DeclarationError(f"{name} has to be a plain function, not {what}; `policy` compiles it")
    found = tuple(inspect.signature(function).parameters.values())
    plain = all(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in found)
    names = tuple(one.name for one in found)
    mixed_up = sorted(names) == sorted(wanted) and names != wanted
    if not plain or len(names) != len(wanted) or mixed_up:
        takes = f"{function.__name__}({', '.join(str(one) for one in found)})"
        raise DeclarationError(f"{takes}: {name} has to take ({', '.join(wanted)})", line_of(function))


def summary_of(choose: Callable[..., Any]) -> str:
    """Return the first line of the docstring of `choose`, or raise DeclarationError where it has none."""
    lines = (choose.__doc__ or "").strip().splitlines()
    if not lines:
        raise DeclarationError("choose needs a docstring: its first line is the policy's summary", line_of(choose))
    return lines[0]


def check_parameters(parameters: Sequence[Any]) -> tuple[Parameter, ...]:
    """Return a policy's parameters, or raise DeclarationError unless they are such, and named once each."""
    if isinstance(parameters, Parameter) or not isinstance(parameters, Sequence):
        raise DeclarationError("parameters has to be a tuple: (Parameter(...),), with the comma for a single one")
    strange = next((one for one in parameters if not isinstance(one, Parameter)), None)
    if strange is not None:
        raise DeclarationError(
            f"parameters holds {strange!r}, which is no Parameter(name, default, low, high, meaning)"
        )
    names = [one.name for one in parameters]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise DeclarationError(f"two parameters are named {twice!r}")
    return tuple(parameters)


def check_number(name: str, what: str, value: Any) -> None:
    """Raise DeclarationError unless a parameter's `default`, `low` or `high` is a number."""
    real = hasattr(value, "__float__") and not isinstance(value, (str, bytes))
    if not real or math.isnan(float(value)):
        raise DeclarationError(f"parameter {name}: its {what} has to be a number, not {value!r}")


def check_parameter(name: Any, default: Any, low: Any, high: Any) -> None:
    """Raise DeclarationError unless a parameter has a name that can be written, and a default within its range."""
    if not isinstance(name, str) or not name.isidentifier():
        raise DeclarationError(f"a parameter's name is made of letters, digits and '_', which {name!r} is not")
    for what, value in (("default", default), ("low", low), ("high", high)):
        check_number(name, what, value)
    if low > high:
        raise DeclarationError(f"parameter {name}: low {low:g} is above high {high:g}")
    if not low <= default <= high:
        raise DeclarationError(f"parameter {name}: its default {default:g} is outside {low:g} to {high:g}")


def answer(question: Question, function: Callable[..., Any]) -> Any:
    """Compile a function that answers a `question`, and raise DeclarationError where it answers something else.

    Why not at once with the whole signature: numba would then cut a fraction down to a whole number in silence.
    """
    signature = question.signature
    if DISABLED:
        return kernel(signature)(function)
    found = kernel(signature.args)(function)
    (kind,) = (one.return_type for one in found.nopython_signatures)
    if kind == signature.return_type:
        return found
    whole = isinstance(kind, (types.Integer, types.Boolean, types.IntEnumMember))
    if whole and signature.return_type != types.void:
        return kernel(signature)(function)
    where = line_of(function)
    raise DeclarationError(f"{question.name} returns {_in_words(kind)}; it has to return {question.gives}", where)


def mind_of(values: Sequence[float], table: Any = None) -> Any:
    """Return what a policy's functions are passed as `params`: these values, and its table (float32[n]) after them."""
    weights = np.zeros(0, np.float32) if table is None else table
    padded = np.zeros(len(weights) + len(weights) % 2, np.float32)
    padded[: len(weights)] = weights
    return np.concatenate([np.asarray(values, np.float64), padded.view(np.float64)])


def _in_words(kind: Any) -> str:
    if kind == types.none:
        return "nothing (None)"
    if isinstance(kind, types.Optional):
        return "nothing (None) on some of its ways"
    if isinstance(kind, types.Float):
        return "a number with a fraction (float)"
    return "a whole number" if isinstance(kind, types.Integer) else f"{type(kind).__name__.lower()}"
