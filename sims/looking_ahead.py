"""Policies that look ahead with a base policy: what they share, whatever the game.

A game's own class is a dataclass of this and of its `Policy`, with each answer a `late` field, and says in
`answers_on` how they are compiled: see `sims/agricola/lookahead.py`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, Self, TypeVar

import numpy as np

COMPILING = threading.Lock()
Ahead = TypeVar("Ahead")


def late(name: str) -> Any:
    """Return the dataclass field of an answer that is compiled when it is first read.

    So it costs nothing to name such a policy or to list it.
    """
    answer = cached_property(lambda ahead: ahead.answers()[name])
    return field(default=answer, init=False, repr=False, compare=False)


class LookingAhead:
    """A policy that looks ahead with a `base`; its `params` are its own and then the base's."""

    name: str
    base: Any
    base_params: Any

    def answers_on(self) -> dict[str, Any]:
        """Return the compiled answers with the functions of the base, by name."""
        raise NotImplementedError

    def with_base(self, base: Any, base_params: Any) -> Self:
        """Return the policy that looks ahead with another base, and these `params` of it."""
        return replace(self, base=base, base_params=base_params, guarded=base.guarded)  # type: ignore[type-var]

    def answers(self) -> dict[str, Any]:
        """Return the answers by name, compiled once however many threads ask."""
        with COMPILING:
            return self.answers_on()

    def own_values(self, values: Sequence[float]) -> Sequence[float]:
        """Return what stands before the base's `params`: these values of its own parameters."""
        return values

    def mind(self, values: Sequence[float]) -> Any:
        """Return what its functions are passed as `params`, with these values of its own parameters."""
        return np.concatenate([np.asarray(self.own_values(values), np.float64), self.base_params])


def on_base(kind: Callable[..., Ahead], *facts: Any, base: Any) -> Ahead:
    """Return the policy of a `kind` with these facts (name, summary ...) that looks ahead with a base as it is."""
    params = base.mind([parameter.default for parameter in base.parameters])
    return kind(*facts, guarded=base.guarded, base=base, base_params=params)
