"""What all tests share."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import fuzzing
import pytest

# First of all: it tells numba where its cache is, which has to happen before numba is imported by anything else.
import sims.jit  # noqa: F401
from analyser.catalogue import GAMES, package
from analyser.executors import default_jobs

COMPILE = """
import sys
from analyser import catalogue
for name in catalogue.policy_names(sys.argv[1]):
    catalogue.policy(sys.argv[1], name)
"""
"""The program that compiles a game and its policies into the cache."""


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile each game once before all tests are run on several processors: each would do so by itself else."""
    whole = session.config.args_source == pytest.Config.ArgsSource.TESTPATHS
    if not whole or hasattr(session.config, "workerinput") or not session.config.getoption("numprocesses", None):
        return
    with ThreadPoolExecutor(default_jobs()) as pool:
        for game in reversed({package(name): name for name in GAMES}.values()):
            pool.submit(subprocess.run, [sys.executable, "-c", COMPILE, game], cwd=session.config.rootpath, check=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to write golden files anew, and to measure with more games."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew from what the code does now")
    parser.addoption("--scale", type=int, default=1, help="so many times as many games in the tests that measure")


def pytest_configure(config: pytest.Config) -> None:
    """Tell the tests of files with any content how many to try: they are made when they are collected."""
    fuzzing.SCALE = config.getoption("--scale")


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Say whether golden files are to be written anew."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def scale(request: pytest.FixtureRequest) -> int:
    """Return how many times as many games as usual the tests that measure play."""
    return int(request.config.getoption("--scale"))
