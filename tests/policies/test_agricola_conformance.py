"""What every policy for Agricola has to keep to; each one of the game is picked up by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from agricola.games import SLOW, names

from analyser import catalogue
from analyser.starter import write_starter
from sims.agricola.conformance import CHECKS, Examiner, Failed
from sims.agricola.contract import list_moves, policy
from sims.agricola.pieces import Good

CASES = 60
"""Positions of a check here; `analyser policies check` takes more."""


@pytest.fixture(scope="module")
def examiners() -> dict[str, Examiner]:
    """Return the examiners of policies, kept for all checks."""
    return {}


def examiner(kept: dict[str, Examiner], name: str) -> Examiner:
    """Return the examiner of a policy."""
    if name not in kept:
        seat = catalogue.seat_policy("agricola-2007", name)
        kept[name] = Examiner(seat.policy, seat.params, name)
        kept[name].__dict__["cases"] = kept[name].cases[: 6 if name in SLOW else CASES]
    return kept[name]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", names())
def test_the_policy_keeps_to_the_rules(examiners: dict[str, Examiner], name: str, check: str) -> None:
    if name in SLOW and check == "each parameter matters":
        pytest.skip("a few positions cannot show that, and more take minutes")
    if check == "each parameter matters":
        seat = catalogue.seat_policy("agricola-2007", name)
        assert CHECKS[check](Examiner(seat.policy, seat.params, name))
        return
    assert CHECKS[check](examiner(examiners, name))


def test_the_starter_keeps_to_the_rules(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    name = write_starter("agricola-revised", path)
    seat = catalogue.seat_policy("agricola-revised", f"{path}:{name}")
    it = Examiner(seat.policy, seat.params, "mine")
    for check in CHECKS.values():
        assert check(it)


@policy("past", "a test")
def past(position, rules, found, params, stream):
    """Name a place that is not in the list."""
    return list_moves(position, rules, found)


@policy("meddler", "a test")
def meddler(position, rules, found, params, stream):
    """Take wood from the other seats."""
    position["farms"][(position["seat"] + 1) % 5]["supply"][Good.WOOD] = 77
    return list_moves(position, rules, found) - 1


@policy("cheat", "a test")
def cheat(position, rules, found, params, stream):
    """Take more than there is."""
    place = list_moves(position, rules, found) - 1
    found["moves"][place]["herd"][0] = 40
    return place


def feed_twice(position, rules, feeding, params, stream):
    """Eat grain that is not there."""
    feeding["converted"][0] = 99


@policy("glutton", "a test", feed=feed_twice)
def glutton(position, rules, found, params, stream):
    """Play anything."""
    return list_moves(position, rules, found) - 1


def keep_none(position, rules, herds, params, stream):
    """Name a herd that is not in the list."""
    return herds["count"]


@policy("shepherd", "a test", breed=keep_none)
def shepherd(position, rules, found, params, stream):
    """Play anything."""
    return list_moves(position, rules, found) - 1


@pytest.mark.parametrize(
    ("bad", "check", "words"),
    [
        (past, "chooses legal moves", "outside its list"),
        (meddler, "changes nothing", "changed the position"),
        (cheat, "chooses legal moves", "illegal move: the farm has not so many animals"),
        (glutton, "feeds legally", "too little grain in supply .*: it turned 99 grain into food"),
        (shepherd, "chooses legal moves", "it chose herd . of ., asked which animals stay"),
        (
            glutton,
            "ends every game",
            "on seat 1 of 2 .*see it with: analyser replay agricola-2007 --mode family --seed 11",
        ),
    ],
)
def test_what_is_wrong_is_found(bad: object, check: str, words: str) -> None:
    with pytest.raises(Failed, match=words):
        CHECKS[check](Examiner(bad))  # type: ignore[arg-type]
