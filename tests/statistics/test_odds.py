"""The odds of Agricola Express: by hand, against a slow count of all ways to roll, and against simulated rolls."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracles.express_moves import DICE
from oracles.express_odds import possible, rolls

from analyser.errors import AnalyserError
from analyser.odds import Odds, odds

ROLLS, CHUNK, SEED = 10_000_000, 1_000_000, 2009
OCCUPATIONS, IMPROVEMENTS = DICE["Occupation"][1], DICE["Improvement"][1]
HANDS: tuple[tuple[str, ...], ...] = (
    (),
    ("Mayor", "Joinery"),
    ("Farmer", "Oven"),
    ("Rancher", "Gatherer", "Basketmaker's Workshop"),
    ("Builder", "Hearth", "Pottery Workshop", "Stonecutter's Workshop"),
    ("Midwife", *IMPROVEMENTS),
    OCCUPATIONS,
)
Thrown = tuple[tuple[str, ...], ...]


@lru_cache(None)
def asked(hand: tuple[str, ...] = ()) -> Odds:
    return odds("express", with_=hand)


def rows_of(found: Odds) -> list[dict[str, Any]]:
    return [{str(key): value for key, value in row.items()} for row in found.chances.to_dict("records")]


def fraction(row: dict[str, Any]) -> Fraction:
    return Fraction(row["numerator"], row["denominator"])


def chance(question: str, added: str = "", section: str = "", found: Odds | None = None) -> Fraction:
    """Return the chance of the one row that asks so."""
    rows = [row for row in rows_of(found or asked()) if row["question"] == question and row["added"] == added]
    (row,) = [row for row in rows if row["section"].endswith(section)]
    return fraction(row)


def kinds_of(row: dict[str, Any]) -> tuple[str, ...]:
    """Return the kinds of dice that a row looks at, as the oracle names them."""
    return tuple(part.split()[1] for part in row["dice"].split(", "))


def verdict(row: dict[str, Any], thrown: Thrown, hand: tuple[str, ...]) -> bool:
    """Return whether a throw answers a row's question, as the oracle reads the rules."""
    cards = {*hand, row["added"]} - {""}
    dice = [face for throw in thrown for face in throw]
    return possible(row["section"], row["what"], row["at_least"], dice, cards)


# --- By hand ---------------------------------------------------------------------------------------------------------

BY_HAND = {
    # A Farm die shows a House on 2 sides of 6: 1 - (2/3)^2, and (1/3)^2; two given faces in either order.
    ("at least 1 House", ""): Fraction(5, 9),
    ("at least 2 House", ""): Fraction(1, 9),
    ("House and Field", ""): 2 * Fraction(1, 3) ** 2,
    # Wood is on 2 sides of 6: 3 (1/3)^2 (2/3) + (1/3)^3.
    ("at least 2 Wood", ""): Fraction(7, 27),
    ("at least 3 Wood", ""): Fraction(1, 27),
    ("at least 1 Reed", ""): 1 - Fraction(5, 6) ** 3,
    ("at least 3 animals of one kind", ""): Fraction(27 + 8 + 1, 216),
    ("at least 1 Cattle", ""): Fraction(91, 216),
    # Food and 2 Food are one type, on 3 sides of 6: (1/2)^3 + (1/3)^3 + (1/6)^3.
    ("at least 3 matching produce dice", ""): Fraction(27 + 8 + 1, 216),
    # Three times 2 Food.
    ("at least 6 Food", ""): Fraction(1, 216),
    # All but no food die, and all but none or one 1 Food and no other: 1 - 1/8 - 3 (1/3) (1/2)^2.
    ("at least 2 Food", ""): 1 - Fraction(1, 8) - Fraction(1, 4),
    # Two dice wanted alike of four faces with chances 1/3 1/3 1/6 1/6: 1 - 3! (sum of products of three of them).
    ("at least 2 resources of one kind", ""): 1 - 6 * (Fraction(2, 54) + Fraction(2, 108)),
    ("Mayor", ""): Fraction(1, 6),
    ("Oven", ""): Fraction(1, 6),
    # A Field and a Vegetable die: both kinds of dice are independent.
    ("Plant a field with a Vegetable die", ""): Fraction(5, 9) * Fraction(91, 216),
    # With a power: the Mayor always makes a House, and two of them if one is there.
    ("at least 1 House", "Mayor"): Fraction(1),
    ("at least 2 House", "Mayor"): Fraction(5, 9),
    # Farmer, Rancher, Gatherer set two dice, so that three alike need one: there always is one of some kind.
    ("at least 3 Grain", "Farmer"): Fraction(19, 27),
    ("at least 3 Cattle", "Rancher"): Fraction(91, 216),
    ("at least 3 animals of one kind", "Rancher"): Fraction(1),
    ("at least 3 Stone", "Gatherer"): Fraction(91, 216),
    ("Oven", "Builder"): Fraction(1),
    # A workshop adds one to what is there: a second Wood needs one Wood die.
    ("at least 2 Wood", "Joinery"): Fraction(19, 27),
    ("at least 4 Wood", "Joinery"): Fraction(1, 27),
}


@pytest.mark.parametrize(("question", "added"), BY_HAND)
def test_chances_are_those_derived_by_hand(question, added):
    section = "score sheet" if question.startswith("Plant") else ""
    assert chance(question, added, section) == BY_HAND[question, added]


GROUPS_BY_HAND = {
    # A Pasture die, and two Wood dice; one of them with the Joinery; always with the Gatherer.
    ("Build a pasture", ""): Fraction(5, 9) * Fraction(7, 27),
    ("Build a pasture", "Joinery"): Fraction(5, 9) * Fraction(19, 27),
    ("Build a pasture", "Gatherer"): Fraction(5, 9),
    ("Build a pasture", "Mayor"): Fraction(7, 27),
    # 1 Reed and 1 Wood would take four dice. With the Basketmaker's Workshop: one Reed and two Wood, in 3 orders.
    ("Add a room, wood house", ""): Fraction(0),
    ("Add a room, wood house", "Basketmaker's Workshop"): Fraction(5, 9) * 3 * Fraction(1, 6) * Fraction(1, 9),
    ("Upgrade to a brick house", "Pottery Workshop"): Fraction(5, 9) * Fraction(1, 27),
    ("Gain an occupation", ""): Fraction(5, 8),
    ("Gain an occupation", "Farmer"): Fraction(1),
    # Oven or Hearth on 2 sides of 6, and two Brick (7/27) or two Stone (2/27) dice; three dice cannot show both.
    ("Build a Hearth or Oven", ""): Fraction(1, 3) * (Fraction(7, 27) + Fraction(2, 27)),
    ("Build a workshop", ""): Fraction(2, 3) * Fraction(7, 27),
}


@pytest.mark.parametrize(("question", "added"), GROUPS_BY_HAND)
def test_groups_that_dice_pay_are_those_derived_by_hand(question, added):
    assert chance(question, added, "dice alone") == GROUPS_BY_HAND[question, added]


def test_a_card_in_hand_makes_the_die_that_shows_it_a_free_choice():
    found = asked(("Farmer", "Oven"))
    assert chance("Mayor", found=found) == Fraction(2, 6)
    assert chance("Hearth", found=found) == Fraction(2, 6)
    assert chance("free choice", section="Occupation die", found=found) == Fraction(1, 6)
    assert "Farmer" not in set(found.chances.query("section == 'Occupation die'")["what"])


def test_only_one_occupation_is_used_for_a_roll():
    # The Mayor makes the Pasture, or the Gatherer the Wood: not both.
    found = asked(("Gatherer", "Mayor"))
    either = Fraction(5, 9) + Fraction(4, 9) * Fraction(7, 27)
    assert chance("Build a pasture", section="dice alone", found=found) == either


# --- Against every way to roll, and simulated rolls ------------------------------------------------------------------


@pytest.mark.parametrize("hand", HANDS, ids=" ".join)
def test_every_chance_is_the_share_of_all_ways_to_roll(hand):
    for row in rows_of(asked(hand)):
        thrown = [rolls(kind) for kind in kinds_of(row)]
        hits = sum(
            prod(ways[throw] for ways, throw in zip(thrown, one, strict=True))
            for one in product(*thrown)
            if verdict(row, one, hand)
        )
        assert fraction(row) == Fraction(hits, prod(ways.total() for ways in thrown)), row


def codes(rng: np.random.Generator, kind: str) -> tuple[np.ndarray, list[tuple[str, ...]]]:
    """Roll the dice of a kind `CHUNK` times; return the number of each throw, and the throws by number."""
    number, faces = DICE[kind]
    throws = sorted(rolls(kind))
    names = [tuple(sorted(sides)) for sides in product(faces, repeat=number)]
    lookup = np.array([throws.index(name) for name in names])
    sides = rng.integers(0, 6, (CHUNK, number))
    return lookup[(sides * 6 ** np.arange(number - 1, -1, -1)).sum(axis=1)], throws


@pytest.fixture(scope="module")
def simulated() -> dict[tuple[str, ...], Counter[Thrown]]:
    """Return how often each throw came in all rolls, for each set of kinds of dice that any row looks at."""
    rng = np.random.default_rng(SEED)
    wanted = {kinds_of(row) for hand in HANDS for row in rows_of(asked(hand))}
    found: dict[tuple[str, ...], Counter[Thrown]] = {kinds: Counter() for kinds in wanted}
    for _ in range(ROLLS // CHUNK):
        rolled = {kind: codes(rng, kind) for kind in DICE}
        for kinds in wanted:
            shape = [len(rolled[kind][1]) for kind in kinds]
            joint = np.ravel_multi_index([rolled[kind][0] for kind in kinds], shape)
            counts = np.bincount(joint, minlength=prod(shape)).tolist()
            thrown = product(*(rolled[kind][1] for kind in kinds))
            found[kinds].update(dict(zip(thrown, counts, strict=True)))
    return found


@pytest.mark.parametrize("hand", HANDS[:4], ids=" ".join)
def test_every_chance_is_met_by_ten_million_rolls(hand, simulated):
    for row in rows_of(asked(hand)):
        counts = simulated[kinds_of(row)]
        assert counts.total() == ROLLS
        hits = sum(count for thrown, count in counts.items() if verdict(row, thrown, hand))
        prob = row["prob"]
        if prob in (0, 1):
            assert hits == prob * ROLLS, row
        else:
            assert abs(hits - ROLLS * prob) < 4 * sqrt(ROLLS * prob * (1 - prob)), row


@pytest.mark.parametrize("hand", HANDS, ids=" ".join)
def test_means_are_those_of_all_ways_to_roll(hand):
    for row in asked(hand).amounts.to_dict("records"):
        kind = row["section"].split()[0]
        ways = rolls(kind)
        cards = {*hand, row["added"]} - {""}
        total = sum(
            count * sum(possible(row["section"], row["what"], number, throw, cards) for number in range(1, 10))
            for throw, count in ways.items()
        )
        assert Fraction(row["numerator"], row["denominator"]) == Fraction(total, ways.total()), row


def test_means_by_hand_and_what_a_card_adds():
    means = asked().amounts.set_index(["what", "added"])
    # Three dice with 1, 1, 2 Food on three of six sides; a third of three Wood dice; each adds to 27 * 2 + ... = 36/216.
    assert means.loc[("Food", ""), "expected"] == 3 * Fraction(1 + 1 + 2, 6)
    assert means.loc[("Wood", ""), "expected"] == 1
    assert means.loc[("Wood", "Joinery"), "gain"] == pytest.approx(19 / 27)
    assert means.loc[("animals of one kind", ""), "expected"] == float(1 + Fraction(5, 6) + Fraction(1, 6))
    assert means.loc[("animals of one kind", "Rancher"), "gain"] == 1
    assert (means["gain"] >= 0).all()


# --- What lies there -------------------------------------------------------------------------------------------------

LEFT = ("House", "2 Food", "Food", "Wood", "Wood", "Cattle", "Mayor", "Joinery")


@pytest.mark.parametrize("hand", HANDS[:5], ids=" ".join)
def test_what_lies_there_is_compared_with_a_roll(hand):
    found = odds("express", with_=hand, left=LEFT)
    by_row = {(row["section"], row["what"], row["at_least"]): row for row in rows_of(found) if not row["added"]}
    named = set()
    for row in found.lying.to_dict("records")[1:]:
        section, what, number = row["section"], row["what"], row["lying"]
        assert possible(section, what, number, LEFT, hand)
        counted = f"at least {number} {what}" == by_row[section, what, number]["question"]
        assert number == 1 or counted
        assert not (counted and possible(section, what, number + 1, LEFT, hand))
        assert Fraction(row["numerator"], row["denominator"]) == fraction(by_row[section, what, number])
        more = by_row.get((section, what, number + 1))
        assert Fraction(row["more_numerator"], row["more_denominator"]) == (fraction(more) if more else 0)
        named.add((section, what))
    for section, what, _ in by_row:
        assert possible(section, what, 1, LEFT, hand) == ((section, what) in named)


def test_the_chance_of_every_face_that_lies_there():
    found = odds("express", left=["house", "food", "food", "wood"])
    first = found.lying.iloc[0]
    assert (first["what"], first["lying"]) == ("every face that lies there", 4)
    expected = Fraction(5, 9) * Fraction(7, 27) * Fraction(19, 27)
    assert Fraction(int(first["numerator"]), int(first["denominator"])) == expected


def test_faces_are_read_in_any_case_and_spaces():
    found = odds("express", left=[" house", "2 FOOD", "pottery workshop "], with_=["joinery"])
    assert found.left == ("House", "Pottery Workshop", "2 Food")
    assert found.hand == ("Joinery",)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"left": ["hose"]}, "unknown die face 'hose' (did you mean 'house'?)"),
        ({"left": ["xyzzy"]}, "unknown die face 'xyzzy'; known: House, Pasture, Field, Mayor"),
        ({"left": ["house"] * 3}, "3 Farm dice are left (House, House, House), but the game has 2 Farm dice"),
        ({"left": ["Mayor", "Oven", "Builder"]}, "2 Occupation dice are left (Mayor, Builder), but the game has 1"),
        ({"left": []}, "no dice are named as left"),
        ({"with_": ["framer"]}, "unknown occupation or improvement 'framer' (did you mean 'farmer'?)"),
        ({"with_": ["House"]}, "unknown occupation or improvement 'House'"),
    ],
)
def test_wrong_names_are_answered_with_what_is_wrong(given, words):
    with pytest.raises(AnalyserError) as caught:
        odds("express", **given)
    assert words in str(caught.value)


def test_an_unknown_game_and_one_without_odds(monkeypatch):
    with pytest.raises(AnalyserError, match="unknown game"):
        odds("expres")
    monkeypatch.setattr("analyser.odds.part", lambda game, what: None)
    with pytest.raises(AnalyserError, match="no odds are known for express"):
        odds("express")


# --- Properties ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", HANDS, ids=" ".join)
def test_chances_lie_between_0_and_1_fall_with_the_number_and_rise_with_a_card(hand):
    frame = asked(hand).chances
    assert frame["prob"].between(0, 1).all()
    assert (frame["prob"] == frame["numerator"] / frame["denominator"]).all()
    for _, rows in frame[frame["added"] == ""].groupby(["section", "what"]):
        assert rows["at_least"].tolist() == list(range(1, len(rows) + 1))
        assert rows["prob"].is_monotonic_decreasing
    keys = ["section", "what", "at_least"]
    alone = frame[frame["added"] == ""].set_index(keys)["prob"]
    more = frame[frame["added"] != ""].set_index(keys)["prob"]
    assert (more > alone.loc[more.index].to_numpy()).all()


def test_chances_of_exact_numbers_add_up_to_1():
    from sims.express import variants
    from sims.express.measures import CARDS, measures
    from sims.express.odds import spread_of

    record = variants.default().record
    for hand in (frozenset(), frozenset(CARDS[:5])):
        for measure in measures(hand):
            assert sum(spread_of(measure, hand, record).values()) == 1


def variant(folder: Path, text: str) -> Path:
    path = folder / "rules.toml"
    path.write_text(text)
    return path


def test_dice_of_a_variant_change_the_odds(tmp_path):
    rules = variant(
        tmp_path, '[dice.farm]\nnumber = 3\nfaces = ["House", "House", "House", "Pasture", "Field", "Field"]'
    )
    found = odds("express", rules=rules)
    assert chance("at least 1 House", found=found) == Fraction(7, 8)
    assert chance("at least 3 House", found=found) == Fraction(1, 8)
    assert chance("at least 1 Pasture", found=found) == 1 - Fraction(5, 6) ** 3
    assert (found.rules, found.chances["dice"].iloc[0]) == ("rules", "3 Farm")
    assert found.rules_hash != asked().rules_hash


def test_a_variant_without_some_dice_or_faces(tmp_path):
    faces = '["Wood", "Wood", "Wood", "Wood", "Brick", "Brick"]'
    text = f"[dice.farm]\nnumber = 0\n[dice.animal]\nnumber = 0\n[dice.resource]\nfaces = {faces}"
    rules = variant(tmp_path, text)
    found = odds("express", rules=rules, with_=["Mayor", "Gatherer"])
    assert chance("at least 1 House", found=found) == 0
    # What is on no die cannot be set either.
    assert chance("at least 1 Reed", found=found) == 0
    assert chance("at least 3 Wood", found=found) == 1 - Fraction(1, 27)
    for left, words in (
        (["House"], "the game has 0 Farm dice"),
        (["Reed"], "no Resource die of these rules shows Reed"),
    ):
        with pytest.raises(AnalyserError, match=words):
            odds("express", rules=rules, left=left)


def test_costs_and_readings_of_a_variant_count(tmp_path):
    paid = {"section": "dice alone"}
    by_die = odds("express", rules=variant(tmp_path, '[readings]\ntwo_food_pays = "die"'))
    # Any two food dice, each on half of the sides.
    assert chance("Gain an occupation", found=by_die, **paid) == Fraction(1, 2)
    free = odds("express", rules=variant(tmp_path, "[costs]\npasture_wood = 0\noccupation_food = 0"))
    assert chance("Build a pasture", found=free, **paid) == Fraction(5, 9)
    assert chance("Gain an occupation", found=free, **paid) == 1
    as_face = odds("express", rules=variant(tmp_path, '[readings]\nfree_choice_cost = "face"'), with_=["Oven"])
    # The Oven's free choice costs Brick or Stone, whatever is built; else the Hearth's: all the same chance.
    assert chance("Build a Hearth or Oven", found=as_face, **paid) == Fraction(1, 9)


def test_all_is_plain_data_for_json():
    found = odds("express", with_=["Joinery"], left=["Wood"])
    data = json.loads(json.dumps(found.to_dict()))
    assert data["with"] == ["Joinery"]
    assert data["left"] == ["Wood"]
    assert len(data["chances"]) == len(found.chances)
    assert data["lying"][0]["prob"] == pytest.approx(19 / 27)
