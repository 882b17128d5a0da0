"""The catalogue: which games there are, which policies each has, and what a policy's name with parameters means."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from . import packages
from .errors import AnalyserError, nearest, unknown
from .labels import Label, parse
from .loading import Found, file_policy
from .sources import labels_here, read_source

GAMES = {
    "express": "Agricola Express: 13 dice, 1-4 players, three harvests, a solo par of 85",
    "creatures": "All Creatures Big and Small: 2 players, 8 rounds, pastures, buildings and four types of animals",
    "agricola-2007": "Agricola, 2007: 1-5 players, 14 rounds, without hand cards; modes family, normal",
    "agricola-revised": "Agricola, Revised Edition: 1-4 players, 14 rounds, without hand cards; modes beginner, normal",
}
"""The games and what each is, in a line."""
PACKAGES = {"agricola-2007": "agricola", "agricola-revised": "agricola"}
"""The package in `sims` of the games that are editions of one: its `game` module has one `EDITIONS[name]` for each."""

TABLE = ".toml"
"""How the name of a file ends that is a policy: a table of weights, or a named policy with parameters."""


@dataclass(frozen=True)
class SeatPolicy:
    """A policy as one seat plays it: how a user writes it, and what its functions are passed (see `Policy.mind`).

    `hash` is of the source of a policy from a file or a package (16 hex digits), None for one of the game's own.
    """

    label: str
    policy: Any
    params: Any
    hash: str | None = None


def check_game(name: str) -> str:
    """Return a game's name, or raise AnalyserError with the nearest known one."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    return name


def package(name: str) -> str:
    """Return the name of the package that a game is in. Raises AnalyserError."""
    return f"sims.{PACKAGES.get(check_game(name), name)}"


def part(name: str, what: str) -> Any:
    """Return a module of a game's package, or None where it has none of that name. Raises AnalyserError."""
    module = f"{package(name)}.{what}"
    return importlib.import_module(module) if importlib.util.find_spec(module) else None


def game(name: str) -> Any:
    """Return a game (the module `sims/express/game.py` shows what one offers). The first time of all, it compiles."""
    module = part(name, "game")
    return module.EDITIONS[name] if name in PACKAGES else module


def scripts(name: str) -> Any:
    """Return the module with which a game scores farms and replays games (see `sims/express/scripts.py`)."""
    module = part(name, "scripts")
    return module.EDITIONS[name] if name in PACKAGES else module


def policy_names(game_name: str) -> list[str]:
    """Return the names of a game's policies, without loading them."""
    files = [path for path in _folder(game_name).iterdir() if path.suffix in (".py", TABLE)]
    return sorted(path.stem.replace("_", "-") for path in files if path.stem != "__init__")


def _folder(game_name: str) -> Path:
    """Return the folder of a game's policies: modules, and tables of weights."""
    package = part(game_name, "policies")
    return Path(package.__path__[0])


def policy(game_name: str, name: str) -> Any:
    """Return one policy by its name (a `Policy`, compiled): the game's own, or one of an installed package."""
    return _named(game_name, name).policy


def _named(game_name: str, name: str) -> Found:
    names = policy_names(game_name)
    if name in names:
        stem = name.replace("-", "_")
        table = _folder(game_name) / f"{stem}{TABLE}"
        if table.exists():
            return Found(game(game_name).weights_policy(table))
        return Found(part(game_name, f"policies.{stem}").choose)
    offered = packages.offered(game_name)
    if name in offered:
        return packages.package_policy(offered[name], _policy_kind(game_name))
    raise _unknown_policy(game_name, name, [*names, *offered])


def _unknown_policy(game_name: str, name: str, names: list[str]) -> AnalyserError:
    """Return the error for a policy that is not there, with the nearest name, be it in a file of this folder."""
    here = labels_here()
    if name in here:
        return AnalyserError(f"policy {name!r} is in a file: write {here[name]}")
    if Path(f"{name}.py").is_file():
        return AnalyserError(f"unknown policy for {game_name} {name!r}; the file is named with its ending: {name}.py")
    near = nearest(name, [*names, *here])
    for found, label in here.items():
        near = near.replace(repr(found), repr(label)) if found not in names else near
    return AnalyserError(f"unknown policy for {game_name} {name!r}{near}; known: {', '.join(names)}; or FILE.py:NAME")


def _policy_kind(game_name: str) -> type:
    """Return the class `Policy` of a game."""
    kind: type = part(game_name, "contract").Policy
    return kind


def find_policy(game_name: str, label: Label) -> Found:
    """Return the policy that a label names. Raises AnalyserError."""
    if label.path is None:
        assert label.name is not None
        return _named(game_name, label.name)
    if label.path.suffix == ".py":
        return _in_file(game_name, label)
    module = game(game_name)
    if label.path.suffix == ".npz":
        return Found(module.learnt_policy(label.path), read_source(label.path).hash)
    if not hasattr(module, "weights_policy"):
        raise AnalyserError(f"{module.TITLE} has no policies by tables of weights, as {label.path} would be")
    return Found(
        module.weights_policy(label.path, lambda other: policy(game_name, other)), read_source(label.path).hash
    )


def _in_file(game_name: str, label: Label) -> Found:
    assert label.path is not None
    try:
        return file_policy(label.path, label.name, _policy_kind(game_name))
    except AnalyserError as error:
        if label.name in policy_names(game_name):
            raise AnalyserError(f"{error}; {label.name} is a policy of the game: write {label.name} alone") from error
        raise


def _parameter_values(label: Label, policy: Any) -> dict[str, float]:
    known = {parameter.name: parameter for parameter in policy.parameters}
    values: dict[str, float] = {}
    for key, text in label.values.items():
        if key not in known:
            if not known:
                raise AnalyserError(f"policy {policy.name} has no parameters, but {label.text!r} gives it {key!r}")
            raise unknown(f"parameter of policy {policy.name}", key, known)
        values[key] = _number(label.text, known[key], text)
    return values


def _number(label: str, parameter: Any, text: str) -> float:
    if parameter.choices:
        if text not in parameter.choices:
            raise unknown(f"{parameter.name} in {label!r}:", text, parameter.choices)
        return float(parameter.choices.index(text))
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


def seat_policy(game_name: str, label: str, places: Mapping[Path, Path] | None = None) -> SeatPolicy:
    """Return the policy of a label, as `labels` says what that is, with its values.

    `places` says where files lie, by the path in the label, that have travelled. Raises AnalyserError.
    """
    said = parse(label)
    if places and said.path is not None:
        said = replace(said, path=places[said.path])
    found = _on_base(game_name, said, find_policy(game_name, said), places)
    values = _parameter_values(said, found.policy)
    params = [values.get(parameter.name, parameter.default) for parameter in found.policy.parameters]
    return SeatPolicy(label, found.policy, found.policy.mind(params), found.hash)


def _on_base(game_name: str, said: Label, found: Found, places: Mapping[Path, Path] | None) -> Found:
    """Return a policy that is made of another with the one that its label names as `base`, if it names one."""
    if not hasattr(found.policy, "with_base") or "base" not in said.values:
        return found
    base = seat_policy(game_name, said.values.pop("base"), places)
    if hasattr(base.policy, "with_base"):
        raise AnalyserError(f"in {said.text!r}: {base.policy.name} cannot be the base, since it looks ahead itself")
    return Found(found.policy.with_base(base.policy, base.params), found.hash or base.hash)


def policy_table(game_name: str) -> list[dict[str, Any]]:
    """Return what there is to say of each policy of a game: `name summary source parameters`.

    First the game's own, then those of installed packages, but for packages that fail (see `broken_packages`).
    """
    own = [_row(name, policy(game_name, name)) for name in policy_names(game_name)]
    offered, kind = _offered(game_name), _policy_kind(game_name)
    return own + [_row(name, found) for name, found in _working(offered, kind).items()]


def _offered(game_name: str) -> dict[str, Any]:
    names = policy_names(game_name)
    return {name: entry for name, entry in packages.offered(game_name).items() if name not in names}


def _working(offered: dict[str, Any], kind: type) -> dict[str, Any]:
    found = {}
    for name, entry in offered.items():
        try:
            found[name] = packages.package_policy(entry, kind).policy
        except AnalyserError:
            continue
    return found


def _row(name: str, found: Any) -> dict[str, Any]:
    parameters = [vars(parameter) for parameter in found.parameters]
    return {"name": name, "summary": found.summary, "source": found.source, "parameters": parameters}


def broken_packages(game_name: str) -> list[str]:
    """Return a line for each policy of an installed package that cannot be used."""
    lines = []
    for entry in _offered(game_name).values():
        try:
            packages.package_policy(entry, _policy_kind(game_name))
        except AnalyserError as error:
            lines.append(str(error))
    return lines
