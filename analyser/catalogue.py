"""The catalogue: which games there are, which policies each has, and what a policy's name with parameters means."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import AnalyserError, unknown

GAMES = {"express": "Agricola Express: 13 dice, 1-4 players, three harvests, a solo par of 85"}
"""The games and what each is, in a line. The game `name` is the module `sims.<name>.game`."""

TABLE = ".toml"
"""How the name of a file ends that is a policy: a table of weights, or a named policy with parameters."""


@dataclass(frozen=True)
class SeatPolicy:
    """A policy as one seat plays it: how a user writes it, and what its functions are passed (see `Policy.mind`)."""

    label: str
    policy: Any
    params: Any


def check_game(name: str) -> str:
    """Return a game's name, or raise AnalyserError with the nearest known one."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return name


def game(name: str) -> Any:
    """Return a game's module (`sims/express/game.py` shows what one offers). The first time of all, it compiles."""
    return importlib.import_module(f"sims.{check_game(name)}.game")


def scripts(name: str) -> Any:
    """Return the module with which a game scores farms and replays games (see `sims/express/scripts.py`)."""
    return importlib.import_module(f"sims.{check_game(name)}.scripts")


def policy_names(game_name: str) -> list[str]:
    """Return the names of a game's policies, without loading them."""
    files = [path for path in _folder(game_name).iterdir() if path.suffix in (".py", TABLE)]
    return sorted(path.stem.replace("_", "-") for path in files if path.stem != "__init__")


def _folder(game_name: str) -> Path:
    """Return the folder of a game's policies: modules, and tables of weights."""
    package = importlib.import_module(f"sims.{check_game(game_name)}.policies")
    return Path(package.__path__[0])


def policy(game_name: str, name: str) -> Any:
    """Return one policy (a `Policy`, compiled) by its name, or of a TOML file."""
    if name.endswith(TABLE):
        return game(game_name).weights_policy(Path(name), lambda other: policy(game_name, other))
    names = policy_names(game_name)
    if name not in names:
        raise unknown(f"policy for {game_name}", name, names)
    stem = name.replace("-", "_")
    table = _folder(game_name) / f"{stem}{TABLE}"
    if table.exists():
        return game(game_name).weights_policy(table)
    return importlib.import_module(f"sims.{game_name}.policies.{stem}").choose


def _parameter_values(label: str, text: str, policy: Any) -> dict[str, float]:
    known = {parameter.name: parameter for parameter in policy.parameters}
    values: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        key, equals, number = part.partition("=")
        if key not in known:
            if not known:
                raise AnalyserError(f"policy {policy.name} has no parameters, but {label!r} gives it {key!r}")
            raise unknown(f"parameter of policy {policy.name}", key, known)
        values[key] = _number(label, known[key], number if equals else "")
    return values


def _number(label: str, parameter: Any, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise AnalyserError(
            f"in {label!r}: {parameter.name} has to be a number, like {parameter.name}={parameter.default:g}"
        ) from None
    if not parameter.low <= value <= parameter.high:
        raise AnalyserError(
            f"in {label!r}: {parameter.name} has to lie between {parameter.low:g} and {parameter.high:g}"
        )
    return value


def seat_policy(game_name: str, label: str) -> SeatPolicy:
    """Return the policy that a user writes as `name` or `name:key=value,key=value`. Raises AnalyserError."""
    name, _, text = label.partition(":")
    found = policy(game_name, name)
    values = _parameter_values(label, text, found)
    params = [values.get(parameter.name, parameter.default) for parameter in found.parameters]
    return SeatPolicy(label, found, found.mind(params))


def policy_table(game_name: str) -> list[dict[str, Any]]:
    """Return what there is to say of each policy of a game: `name summary source parameters`."""
    return [
        {
            "name": found.name,
            "summary": found.summary,
            "source": found.source,
            "parameters": [vars(parameter) for parameter in found.parameters],
        }
        for found in (policy(game_name, name) for name in policy_names(game_name))
    ]
