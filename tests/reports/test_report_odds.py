"""Odds as they are shown: the numbers of the frames, in tables and on a page to print."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

from analyser.odds import Odds, odds
from reports.canvas import DPI, picture
from reports.digits import half_up
from reports.odds import heading, odds_figure, odds_tables, percent, print_odds
from reports.sheet import HIGH, NEVER, WIDE, per_cent

CARDS = (
    "Mayor", "Builder", "Farmer", "Rancher", "Gatherer", "Midwife",
    "Oven", "Hearth", "Basketmaker's Workshop", "Joinery", "Pottery Workshop", "Stonecutter's Workshop",
)  # fmt: skip
HANDS = ((), ("Farmer", "Joinery"), ("Mayor", "Oven", "Hearth"), CARDS[:11], CARDS)
HEADLINES = ("5/9", "1/9", "7/27", "1/6", "91/216")
FOUR = "\n".join(f"[dice.{kind}]\nnumber = 4" for kind in ("farm", "produce", "resource", "animal"))
NONE = "\n".join(f"[dice.{kind}]\nnumber = 0" for kind in ("farm", "animal", "occupation", "improvement"))


@lru_cache(None)
def asked(hand: tuple[str, ...] = ()) -> Odds:
    return odds("express", with_=hand)


@pytest.mark.parametrize(
    ("prob", "text"),
    [(0, "0"), (1, "100"), (5 / 9, "55.6"), (1 / 216, "0.46"), (1e-6, "< 0.01"), (0.9999, "> 99.9"), (1 / 16, "6.3")],
)
def test_per_cent_has_few_digits_and_is_certain_only_of_what_is(prob, text):
    assert percent(prob) == text


@pytest.mark.parametrize(
    ("prob", "text"),
    [(0, NEVER), (1, "100"), (5 / 9, "56"), (5 / 8, "63"), (1 / 216, "0.5"), (1e-6, "< 0.1"), (0.999, "> 99")],
)
def test_a_small_cell_has_fewer(prob, text):
    assert per_cent(prob) == text


def test_halves_are_rounded_up():
    assert [half_up(value, 0) for value in (0.5, 1.5, 2.5, 62.5)] == ["1", "2", "3", "63"]
    assert half_up(0.25, 1) == "0.3"


def test_fractions_are_printed_where_they_are_asked_for(capsys):
    print_odds(asked(), exact=True)
    exact = capsys.readouterr().out
    print_odds(asked(), exact=False)
    plain = capsys.readouterr().out
    for fraction in HEADLINES:
        assert f" {fraction} " in exact
        assert fraction not in plain
    assert "55.6" in plain
    assert "What lies there" not in plain


def test_tables_hold_every_chance():
    found = asked(("Farmer", "Joinery"))
    tables = odds_tables(found, exact=True)
    assert len(tables) == found.chances["section"].nunique()
    house = tables["Farm dice (2 Farm)"].set_index(["At least", "With"])
    assert house.loc[("House", ""), ["1", "2"]].tolist() == ["55.6\n5/9", "11.1\n1/9"]
    wood = tables["Resource dice (3 Resource)"].set_index("At least").loc["Wood"]
    assert (wood["1"], wood["4"], wood["Mean"]) == ("70.4\n19/27", "3.7\n1/27", "1.70\n46/27")
    pasture = tables["Dice groups, cost from the dice alone"].set_index("What").loc["Build a pasture"]
    assert (pasture["%"], pasture["Exactly"]) == ("39.1", "95/243")
    shown = sum(len(table) for name, table in tables.items() if "dice (" not in name)
    grids = found.chances.groupby("section")["at_least"].transform("max") > 1
    assert shown == (~grids).sum()


def test_what_lies_there_comes_first(capsys):
    found = odds("express", left=["House", "Wood", "Wood"])
    caption, table = next(iter(odds_tables(found, exact=True).items()))
    assert caption == "What lies there (House, Wood and Wood), and what a roll of all dice gives"
    rows = table.set_index("What")
    assert rows.loc["All dice: every face that lies there", "As much or more, %"] == "14.4\n35/243"
    assert rows.loc["Resource dice: Wood"].tolist() == [2, "25.9\n7/27", "3.7\n1/27"]
    print_odds(found, exact=False)
    assert caption in capsys.readouterr().out


def test_the_heading_names_the_hand():
    assert heading(asked(("Farmer", "Joinery"))).endswith("with Farmer and Joinery in hand")


def test_tables_do_without_matplotlib():
    code = "import sys, reports.odds; sys.exit('matplotlib' in sys.modules)"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


# --- The page --------------------------------------------------------------------------------------------------------


def check_page(found: Odds) -> list[str]:
    """Check that all words stand on the page and that none lies upon another; return them."""
    figure = odds_figure(found)
    assert figure.get_size_inches().tolist() == [WIDE, HIGH]
    figure.set_dpi(DPI)  # as it is saved: letters are set in whole dots
    figure.draw_without_rendering()
    whole = figure.bbox
    boxes = [(text.get_text(), text.get_window_extent(), text.get_rotation()) for text in figure.axes[0].texts]
    for words, box, _ in boxes:
        assert whole.x0 <= box.x0 < box.x1 <= whole.x1, words
        assert whole.y0 <= box.y0 < box.y1 <= whole.y1, words
    straight = [(words, box.padded(-1.5)) for words, box, rotation in boxes if not rotation]
    for place, (words, box) in enumerate(straight):
        for others, other in straight[place + 1 :]:
            assert not box.overlaps(other), (words, others)
    return [words for words, _, _ in boxes]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: f"{len(hand)} cards")
def test_the_page_holds_every_number_and_no_word_lies_upon_another(hand):
    found = asked(hand)
    words = check_page(found)
    plain = found.chances[found.chances["added"] == ""]
    groups = plain[plain["section"].str.startswith("Dice groups")]
    for what in groups["what"]:
        assert what in words
    # Of several workshops that help the best set of resources, those that help most are there.
    several = (found.chances["what"] == "resources of one kind") & ~found.chances["added"].isin(["", "Gatherer"])
    for prob in found.chances[~several]["prob"]:
        assert prob == 0 or per_cent(prob) in words


@pytest.mark.parametrize("text", [FOUR, NONE], ids=["four dice", "no dice"])
def test_dice_of_a_variant_fit_the_page(tmp_path, text):
    rules = tmp_path / "rules.toml"
    rules.write_text(text)
    check_page(odds("express", rules=rules))


def test_bars_are_as_long_as_chances():
    figure = odds_figure(asked())
    bars = [patch.get_width() for patch in figure.axes[0].patches]
    full = max(bars[:18])
    assert bars[0] / full == pytest.approx(5 / 9)
    assert bars[1] / full == pytest.approx(1 / 9)


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_the_same_odds_give_the_same_picture(kind):
    assert picture(odds_figure(asked()), kind) == picture(odds_figure(asked()), kind)
