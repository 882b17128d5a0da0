"""Whole games of the kernels for tests: played with a log, and their rows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

import numpy as np

from sims.express import policies as policies_folder
from sims.express import variants
from sims.express.contract import Policy
from sims.express.facts import columns
from sims.express.game import weights_policy
from sims.express.play import new_table, play_chunk, seat_players

DEFAULT = variants.default().record


class Played(NamedTuple):
    """One game: its actions (ACTION[n]), feedings (FEEDING[m]), rows (int64[seats, k]) and the final farms."""

    log: Any
    feedings: Any
    rows: Any
    farms: Any


@lru_cache(None)
def modules() -> dict[str, Any]:
    """Return the modules in `sims/express/policies`, by name."""
    names = sorted(found.name for found in iter_modules(policies_folder.__path__))
    return {name: import_module(f"{policies_folder.__name__}.{name}") for name in names}


def own_policies(module: Any) -> list[Policy]:
    """Return the policies that a module declares."""
    return [value for value in vars(module).values() if isinstance(value, Policy)]


@lru_cache(None)
def tables() -> dict[str, Policy]:
    """Return the tables of weights in `sims/express/policies`, by name."""
    (folder,) = policies_folder.__path__
    return {path.stem.replace("_", "-"): weights_policy(path) for path in sorted(Path(folder).glob("*.toml"))}


@lru_cache(None)
def policies() -> dict[str, Policy]:
    """Return the policies in `sims/express/policies`, by name: modules and tables."""
    own = {policy.name: policy for module in modules().values() for policy in own_policies(module)[:1]}
    return own | tables()


QUICK = {"lookahead": {"games": 8, "width": 2, "rounds": 1}}
"""Settings in which a slow policy is quick enough for tests."""


def quick(policy: Policy) -> list[float]:
    """Return a policy's parameters as they are by default, but for those in `QUICK`."""
    settings = QUICK.get(policy.name, {})
    return [settings.get(parameter.name, parameter.default) for parameter in policy.parameters]


def players_of(seats: Sequence[Policy]) -> Any:
    """Return players with default parameters."""
    return seat_players(seats, [policy.mind(quick(policy)) for policy in seats])


def rows_of(names: Sequence[str], games: int, seed: int, rules: Any = DEFAULT, first: int = 0) -> Any:
    """Play games, a policy a seat, and return all columns of all rows, int32[games, seats, k]."""
    seats, wide = len(names), len(columns(rules))
    rows = np.zeros((games, seats, wide), np.int32)
    sums, squares = np.zeros((seats, wide), np.int64), np.zeros((seats, wide), np.int64)
    table = new_table(seats, rules)
    players = players_of([policies()[name] for name in names])
    fine = play_chunk(table, players, rules, np.uint64(seed), np.uint64(first), sums, squares, rows)
    assert fine, f"trouble {table.trouble}"
    assert (sums == rows.sum(axis=0)).all()
    assert (squares == (rows.astype(np.int64) ** 2).sum(axis=0)).all()
    return rows


def play_logged(names: Sequence[str], seed: int, game: int, rules: Any = DEFAULT) -> Played:
    """Play one game with a log."""
    seats = len(names)
    table = new_table(seats, rules, log=True)
    wide = len(columns(rules))
    sums, squares = np.zeros((seats, wide), np.int64), np.zeros((seats, wide), np.int64)
    rows = np.zeros((1, seats, 1), np.int32)
    players = players_of([policies()[name] for name in names])
    fine = play_chunk(table, players, rules, np.uint64(seed), np.uint64(game), sums, squares, rows)
    assert fine, f"trouble {table.trouble}"
    acted, fed = table.logged
    farms = table.position["farms"][:seats].copy()
    return Played(table.log[:acted].copy(), table.feedings[:fed].copy(), table.rows.copy(), farms)
