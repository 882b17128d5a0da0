"""What every policy for All Creatures Big and Small has to keep to; each one of the game is picked up by itself."""

from __future__ import annotations

import pytest
from creatures.games import names

from analyser import catalogue
from sims.creatures.conformance import CHECKS, Examiner, Failed
from sims.creatures.contract import list_moves, policy
from sims.creatures.drafts import Menu

CASES = 60
"""Positions of a check here; `analyser policies check` takes more."""


@pytest.fixture(scope="module")
def examiners() -> dict[str, Examiner]:
    """Return the examiners of policies, kept for all checks."""
    return {}


def examiner(kept: dict[str, Examiner], name: str) -> Examiner:
    """Return the examiner of a policy."""
    if name not in kept:
        seat = catalogue.seat_policy("creatures", name)
        kept[name] = Examiner(seat.policy, seat.params, name)
        kept[name].__dict__["cases"] = kept[name].cases[: 6 if name == "lookahead" else CASES]
    return kept[name]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("name", names())
def test_the_policy_keeps_to_the_rules(examiners: dict[str, Examiner], name: str, check: str) -> None:
    if name == "lookahead" and check == "each parameter matters":
        pytest.skip("a few positions cannot show that, and more take minutes")
    if check == "each parameter matters":
        seat = catalogue.seat_policy("creatures", name)
        assert CHECKS[check](Examiner(seat.policy, seat.params, name))
        return
    assert CHECKS[check](examiner(examiners, name))


@policy("past", "a test")
def past(position, rules, found, params, stream):
    """Name a place that is not in the list."""
    return list_moves(position, rules, Menu.PLAIN, found)


@policy("meddler", "a test")
def meddler(position, rules, found, params, stream):
    """Take wood from the other seat."""
    position["farms"][1 - position["seat"]]["wood"] = 0
    return list_moves(position, rules, Menu.PLAIN, found) - 1


@policy("cheat", "a test")
def cheat(position, rules, found, params, stream):
    """Build for nothing."""
    place = list_moves(position, rules, Menu.PLAIN, found) - 1
    found["moves"][place]["space"] = 8
    return place


@pytest.mark.parametrize(
    ("bad", "check", "words"),
    [
        (past, "chooses legal moves", "outside its list"),
        (meddler, "changes nothing", "changed the position"),
        (cheat, "chooses legal moves", "illegal move"),
    ],
)
def test_what_is_wrong_is_found(bad: object, check: str, words: str) -> None:
    with pytest.raises(Failed, match=words):
        CHECKS[check](Examiner(bad))  # type: ignore[arg-type]
