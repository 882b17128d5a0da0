"""The rooms of the house: who may import whom, and what every game offers."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from analyser import catalogue

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "sims": {"sims", "numba", "numpy", "llvmlite", "platformdirs"},
    "analyser": {"analyser", "sims", "numpy", "pandas", "scipy", "pyarrow", "cma", "loky", "distributed"},
    "reports": {"reports", "analyser", "numpy", "pandas", "matplotlib", "rich", "jinja2", "markupsafe"},
    "cli": {"analyser", "reports", "sims", "click", "rich"},
}
COMMANDS = ROOT / "analyser" / "commands"
"""The commands belong to the room of `cli.py`."""


def files(room: str) -> list[Path]:
    """Return the Python files of a room."""
    if room == "cli":
        return [ROOT / "cli.py", *COMMANDS.rglob("*.py")]
    return [path for path in (ROOT / room).rglob("*.py") if not path.is_relative_to(COMMANDS)]


def modules(path: Path) -> set[str]:
    """Return what a file imports, by full names: modules, and what is taken from them."""
    package = path.relative_to(ROOT).parent.parts
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            home = ".".join([*above, *([node.module] if node.module else [])])
            names |= {home, *(f"{home}.{alias.name}" for alias in node.names)}
    return names


def imported(path: Path) -> set[str]:
    """Return the top names of the modules that a file imports."""
    return {name.split(".")[0] for name in modules(path)}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_a_room_imports_only_what_the_arrows_allow(room: str) -> None:
    assert len(files(room)) > 1
    for path in files(room):
        strange = imported(path) - MAY_IMPORT[room] - set(sys.stdlib_module_names)
        assert not strange, f"{path.relative_to(ROOT)} imports {strange}"


@pytest.mark.parametrize("room", [room for room in MAY_IMPORT if room != "cli"])
def test_the_commands_are_imported_by_the_command_alone(room: str) -> None:
    for path in files(room):
        strange = {name for name in modules(path) if f"{name}.".startswith("analyser.commands.")}
        assert not strange, f"{path.relative_to(ROOT)} imports {strange}"


def test_numba_is_imported_by_way_of_jit_alone() -> None:
    for path in files("sims"):
        if "numba" in imported(path) and path.name != "jit.py":
            text = path.read_text()
            assert "njit" not in text, path


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_every_game_offers_what_the_catalogue_needs(name: str) -> None:
    game = catalogue.game(name)
    wanted = "NAME TITLE SEATS SOURCE DEFAULT_POLICY PERIODS WIN_PARTS load_rules rules_text columns par items Player"
    assert not [word for word in wanted.split() if not hasattr(game, word)]
    assert name == game.NAME
    assert game.DEFAULT_POLICY in catalogue.policy_names(name)
    tables = {column.table for column in game.columns(game.load_rules(None))}
    assert tables - {"dice"} == {"result", "points", "state", "groups"}


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_every_game_gives_advice(name: str) -> None:
    offered = {
        "position": "read_position parse_position",
        "advice": "PLAYS_ON AdvicePlayer options",
        "story": "StoryPlayer story_of steps choices answer",
    }
    for module, words in offered.items():
        assert not [word for word in words.split() if not hasattr(catalogue.part(name, module), word)]
    assert catalogue.part(name, "advice").PLAYS_ON in catalogue.policy_names(name)
    assert catalogue.scripts(name).told_position


@pytest.mark.parametrize("name", catalogue.GAMES)
def test_every_policy_is_declared_in_full(name: str) -> None:
    for row in catalogue.policy_table(name):
        assert row["summary"].endswith(".")
        assert row["source"]
        for parameter in row["parameters"]:
            assert parameter["low"] <= parameter["default"] <= parameter["high"]
            assert parameter["meaning"]


@pytest.mark.parametrize("package", ["express", "creatures", "agricola"])
def test_a_game_loads_no_other(package: str) -> None:
    """Compiled code that several games share must not drag their classes in where it is loaded from the cache."""
    program = (
        f"import sys, sims.{package}.game as game; "
        "print(*sorted({name.split('.')[1] for name in sys.modules if name.startswith('sims.') and name.count('.') > 1}))"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.split() == [package]
