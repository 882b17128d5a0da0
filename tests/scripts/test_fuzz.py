"""Whatever a file of rules, of a game, a farm or a policy holds: it is read, or refused with one line. Nothing else comes out.

`--scale 10` tries more than 10,000 of each kind.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import fuzzing
import pytest
from fuzzing import TRIED, damaged, many, mutilated, nasty, tried
from hypothesis import given
from hypothesis import strategies as st
from tongues import KINDS, TONGUES, Tongue

SIGNS = "[]{}=\"'#.,\n\\ ab1-_:TZ\0\ud800é"
OF_ALL = pytest.mark.parametrize("kind", KINDS)
OF_GAMES = pytest.mark.parametrize("tongue", TONGUES, ids=lambda tongue: tongue.game)


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "file.toml"


@pytest.fixture(scope="module", autouse=True)
def told() -> Iterator[None]:
    """Say in the end how many were tried."""
    yield
    print(f"tried: {dict(TRIED)}")


def put(tongue: Tongue, kind: str, file: Path, data: bytes | str) -> bool:
    return tried(kind, partial(tongue.read, kind), file, data)


@OF_GAMES
@OF_ALL
def test_the_good_files_are_accepted(file: Path, tongue: Tongue, kind: str) -> None:
    assert all(put(tongue, kind, file, text) for text in tongue.good[kind])


@OF_GAMES
@OF_ALL
@pytest.mark.parametrize("spoil", [nasty, mutilated])
def test_good_files_spoilt(file: Path, tongue: Tongue, kind: str, spoil: Any) -> None:
    luck = random.Random(f"{spoil.__name__} {tongue.game} {kind}")
    for _ in range(100 * fuzzing.SCALE):
        put(tongue, kind, file, spoil(luck.choice(tongue.good[kind]), luck))


@OF_GAMES
@OF_ALL
@many(60)
@given(data=st.data())
def test_good_files_with_lines_lost_and_changed(file: Path, tongue: Tongue, kind: str, data: Any) -> None:
    put(tongue, kind, file, data.draw(damaged(tongue.good[kind][0], tongue.values, tongue.words)))


@OF_GAMES
@OF_ALL
@many(60)
@given(data=st.data())
def test_files_with_any_values(file: Path, tongue: Tongue, kind: str, data: Any) -> None:
    put(tongue, kind, file, data.draw(tongue.files(kind)))


@OF_ALL
@many(40)
@given(data=st.one_of(st.binary(max_size=60), st.text(alphabet=st.sampled_from(SIGNS), max_size=40)))
def test_any_content(file: Path, kind: str, data: bytes | str) -> None:
    for tongue in TONGUES:
        put(tongue, kind, file, data)
