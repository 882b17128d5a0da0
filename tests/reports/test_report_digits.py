"""Shown digits follow the standard error."""

from __future__ import annotations

import math

import pytest

from reports.digits import between, exact, of_games, rough, shown, with_bound, with_error
from reports.words import short


@pytest.mark.parametrize(
    ("value", "se", "text"),
    [
        (69.2213, 0.12, "69.22 ± 0.12"),
        (69.2213, 0.0379, "69.221 ± 0.038"),
        (69.2213, 0.0996, "69.22 ± 0.10"),
        (69.2213, 1.26, "69.2 ± 1.3"),
        (69.2213, 12.6, "69 ± 13"),
        (1234.5, 260.0, "1234 ± 260"),
        (-0.0004, 0.012, "0.000 ± 0.012"),
        (-6.004, 0.013, "-6.004 ± 0.013"),
        (72.0, math.nan, "72"),
        (2.5, 0.0, "2.5"),
        (0.0, 0.0, "0"),
        (math.nan, 0.1, "-"),
    ],
)
def test_value_with_error(value: float, se: float, text: str) -> None:
    assert with_error(value, se) == text
    assert shown(value, se) == text.split(" ± ")[0]


def test_interval_and_bound_are_cut_like_the_value() -> None:
    assert between(69.147, 69.2957, 0.0379) == "69.147 to 69.296"
    assert between(1, 1, 0.0) == "-"
    assert with_bound(9.8143, 0.116) == "9.81 (se ≤ 0.12)"


def test_a_sentence_keeps_only_certain_digits() -> None:
    assert rough(69.2213, 69.147, 69.2957) == ("69.2", "69.1", "69.3")
    assert rough(69.2, 64.9, 73.5) == ("69", "65", "74")
    assert rough(72.0, math.nan, math.nan) == ("72", "-", "-")


@pytest.mark.parametrize(
    ("prob", "n", "text"),
    [
        (0.12, 100_000, "about 12 of 100 games"),
        (0.0151, 100_000, "about 15 of 1,000 games"),
        (0.00003, 100_000, "3 of 100,000 games"),
        (0.15, 20, "3 of 20 games"),
        (0.0, 500, "none of 500 games"),
        (1.0, 500, "all of 500 games"),
        (0.998, 100_000, "about 998 of 1,000 games"),
        (0.9985, 5000, "4,992 of 5,000 games"),
        (1.0, 1, "its one game"),
    ],
)
def test_share_as_people_say_it(prob: float, n: int, text: str) -> None:
    assert of_games(prob, n) == text


def test_exact_numbers_have_no_zeros_at_the_end() -> None:
    assert [exact(value) for value in (85, 85.5, 100.0, 1 / 3, -0.0)] == ["85", "85.5", "100", "0.3333", "0"]


def test_a_long_name_keeps_both_ends() -> None:
    assert short("greedy:first=1,second=2,third=3,last=4", 21) == "greedy:fir…d=3,last=4"
    assert short("family-first") == "family-first"
    assert short("two\nlines\x00") == "two lines\N{REPLACEMENT CHARACTER}"
