"""A plan's game, rules and policies as they travel to a worker in another process, perhaps on another machine.

Rules travel as text and policies as labels, a user's policy with its source, so that no compiled function, no path of
this machine and no class of a user's file has to be there. Whoever unpacks a parcel makes them anew and compares:
where the program, the rules or a policy are not those of the plan, the worker refuses, since its games would be others.
"""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from . import __version__, catalogue
from .errors import AnalyserError
from .labels import parse
from .sources import Source, read_source

FOLDER = "travelled"
"""Where the sources of policies from elsewhere lie, in the cache folder of the compiled code."""


@dataclass(frozen=True)
class Packed:
    """A policy on its way: its label, the hash of its source, and the files that the label names."""

    label: str
    hash: str | None
    sources: tuple[Source, ...]


@dataclass(frozen=True)
class Parcel:
    """What a plan is made of, as plain data: the game by name, the rules as TOML, the policies by label and source."""

    game: str
    rules: str
    rules_hash: str
    policies: tuple[Packed, ...]
    versions: dict[str, str]


@cache
def versions() -> dict[str, str]:
    """Return what the numbers of a run may depend on beside its plan, by name: other than this is another program."""
    from importlib.metadata import version

    from sims.jit import sources_hash

    return {
        "analyser": f"{__version__} ({sources_hash(Path(__file__).parent)})",
        "games": sources_hash(),
        "numba": version("numba"),
    }


def pack(game: Any, rules: Any, seats: tuple[catalogue.SeatPolicy, ...]) -> Parcel:
    """Return the parcel of a plan's game, rules and policies. Raises AnalyserError where a file was changed since."""
    return Parcel(game.NAME, game.rules_text(rules), rules.hash, tuple(_packed(seat) for seat in seats), versions())


def unpack(parcel: Parcel) -> tuple[Any, Any, tuple[catalogue.SeatPolicy, ...]]:
    """Return the game, rules and policies of a parcel. Raises AnalyserError where they are not what was packed."""
    _check_versions(parcel.versions)
    game = catalogue.game(parcel.game)
    rules = _rules(game, parcel.rules)
    if rules.hash != parcel.rules_hash:
        raise refusal("it reads the rules as others than those of the plan")
    return game, rules, tuple(_unpacked(parcel.game, packed) for packed in parcel.policies)


def refusal(why: str) -> AnalyserError:
    """Return the error of a worker that does not play a plan."""
    return AnalyserError(f"the worker on {platform.node()} (process {os.getpid()}) refuses to play: {why}")


def reduced(plan: Any, seats: str) -> tuple[Any, ...]:
    """Return how a plan is pickled (see `object.__reduce__`); `seats` names its field with the policies."""
    kept = {one.name: getattr(plan, one.name) for one in fields(plan) if one.name not in ("game", "rules", seats)}
    return _rebuilt, (type(plan), seats, pack(plan.game, plan.rules, getattr(plan, seats)), kept)


def _rebuilt(kind: Any, seats: str, parcel: Parcel, kept: dict[str, Any]) -> Any:
    game, rules, policies = unpack(parcel)
    return kind(**{"game": game, "rules": rules, seats: policies, **kept})


def _check_versions(theirs: dict[str, str]) -> None:
    for name, mine in versions().items():
        if theirs[name] != mine:
            raise refusal(f"it has {name} {mine}, the plan was made with {theirs[name]}; install the same on both")


def _rules(game: Any, text: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.toml"
        path.write_text(text, "utf-8")
        return game.load_rules(path)


def _packed(seat: catalogue.SeatPolicy) -> Packed:
    sources = tuple(read_source(path) for path in _files(seat.label))
    if seat.hash is not None and sources and seat.hash not in {one.hash for one in sources}:
        raise AnalyserError(f"the file of policy {seat.label} was changed after it was read: begin again")
    return Packed(seat.label, seat.hash, sources)


def _files(label: str) -> Iterator[Path]:
    """Yield the files that a label names: its own, and those of the labels in its values."""
    said = parse(label)
    if said.path is not None:
        yield said.path
    if "base" in said.values:
        yield from _files(said.values["base"])


def _unpacked(game: str, packed: Packed) -> catalogue.SeatPolicy:
    places = {source.path: _laid_down(source) for source in packed.sources}
    seat = catalogue.seat_policy(game, packed.label, places)
    if seat.hash != packed.hash:
        raise refusal(f"its policy {packed.label} is another one than that of the plan; install the same on both")
    return seat


def _laid_down(source: Source) -> Path:
    """Write a source's files where they are compiled from, once for each state of their contents; return its file."""
    from sims.jit import KERNELS

    from .folders import write_whole

    folder = KERNELS / FOLDER / source.hash
    files = {folder / source.path.name: source.contents}
    files |= {folder / path.relative_to(source.folder): contents for path, contents in source.beside.items()}
    for path, contents in files.items():
        if not path.exists() or path.read_bytes() != contents:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, contents)
    return folder / source.path.name
