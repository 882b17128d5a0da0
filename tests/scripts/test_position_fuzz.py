"""Whatever a position holds, as a file or a typed line: it is read, or refused with one line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from fuzzing import damaged, many, table, tried
from hypothesis import given
from hypothesis import strategies as st
from tongues import EXAMPLES, EXPRESS, TONGUES, Tongue

from analyser import advise
from sims.express import variants
from sims.express.advice import options
from sims.express.line import CARDS, COUNTED, DICE_WORDS, EXAMPLE, position_of_line
from sims.express.position import POSITION_KEYS, SEAT_KEYS

RULES = variants.default()
TEXT = (EXAMPLES / "position.toml").read_text(encoding="utf-8")
LINE_WORDS = ["|", "|", "vs", "house", "r2", "a1", "a0", "s2", "r9", "roll:", "dice:", "3xwood", "2", "0", "7", "-1"]
line_words = st.sampled_from([*LINE_WORDS, "", *COUNTED, *CARDS, *DICE_WORDS])


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "file.toml"


def read(game: str, path: Path) -> None:
    found = advise.read_position(game, path)
    assert found.record["left"].any() or found.record["round"] > 0


def read_line(path: Path) -> None:
    found = position_of_line(path.read_text(encoding="utf-8", errors="replace").replace("\n", " "), RULES)
    assert options(found, RULES)


@many(300)
@given(text=damaged(TEXT, EXPRESS.values, EXPRESS.words))
def test_a_damaged_position_file_is_read_or_refused(file: Path, text: str) -> None:
    tried("position", partial(read, "express"), file, text)


@many(300)
@given(top=table("", POSITION_KEYS, EXPRESS.values, 5), farm=table("[farm]", SEAT_KEYS, EXPRESS.values, 8))
def test_any_position_file_is_read_or_refused(file: Path, top: str, farm: str) -> None:
    tried("position", partial(read, "express"), file, f"{top}\n{farm}")


@pytest.mark.parametrize("tongue", TONGUES[1:], ids=lambda tongue: tongue.game)
@many(60)
@given(data=st.data())
def test_a_damaged_game_file_is_no_worse_as_a_position(file: Path, tongue: Tongue, data) -> None:
    text = data.draw(damaged(tongue.good["script"][0], tongue.values, tongue.words))
    tried("position", partial(advise.read_position, tongue.game), file, text)


@many(400)
@given(words=st.lists(st.one_of(line_words, line_words, line_words, st.text(max_size=4)), max_size=25))
def test_any_line_is_read_or_refused(file: Path, words: list[str]) -> None:
    tried("line", read_line, file, " ".join(["r2 a1", *words]))


@many(400)
@given(place=st.integers(0, 40), word=st.one_of(line_words, st.text(max_size=4)), lost=st.integers(0, 2))
def test_a_damaged_line_is_read_or_refused(file: Path, place: int, word: str, lost: int) -> None:
    known = EXAMPLE.split()
    tried("line", read_line, file, " ".join([*known[:place], word, *known[place + lost :]]))


@many(150)
@given(
    numbers=st.dictionaries(st.sampled_from(list(COUNTED)), st.sampled_from([0, 1, 2, 3, 5, 17, 60, 999]), max_size=9),
    cards=st.sets(st.sampled_from(list(CARDS)), max_size=6), round_=st.integers(1, 6), left=st.integers(0, 2),
)  # fmt: skip
def test_rich_and_poor_farms_have_options(file: Path, numbers, cards, round_: int, left: int) -> None:
    """Far more than play ever brings: nothing breaks."""
    facts = " ".join(f"{number} {name}" for name, number in numbers.items())
    dice = "roll: " + EXAMPLE.split("roll: ")[1] if left else "dice: wood"
    tried(
        "line", read_line, file, f"r{round_} a{left} | {facts or 'wood house'} | {' '.join(cards) or 'reed 0'} | {dice}"
    )
