"""What all tests share."""

from __future__ import annotations

import pytest

# First of all: it tells numba where its cache is, which has to happen before numba is imported by anything else.
import sims.jit  # noqa: F401


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option to write golden files anew."""
    parser.addoption("--update-golden", action="store_true", help="write tests/golden anew from what the code does now")


@pytest.fixture(scope="session")
def update_golden(request: pytest.FixtureRequest) -> bool:
    """Say whether golden files are to be written anew."""
    return bool(request.config.getoption("--update-golden"))
