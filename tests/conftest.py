"""What all tests share."""

from __future__ import annotations

import pytest

# First of all: it tells numba where its cache is, which has to happen before numba is imported by anything else.
import sims.jit  # noqa: F401


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to write golden files anew, and to measure with more games."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew from what the code does now")
    parser.addoption("--scale", type=int, default=1, help="so many times as many games in the tests that measure")


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Say whether golden files are to be written anew."""
    return bool(request.config.getoption("--update-golden"))


@pytest.fixture(scope="session")
def scale(request: pytest.FixtureRequest) -> int:
    """Return how many times as many games as usual the tests that measure play."""
    return int(request.config.getoption("--scale"))
