"""The page in Markdown: its numbers are the tables' numbers, and user text stays text."""

from __future__ import annotations

import dataclasses
import math
import re

import pandas as pd
import pytest

from reports import markdown
from reports.markdown import code_block, escape, paragraph
from reports.run_document import run_document

EVIL = "<script>alert(1)</script>|`a`*b*[c](d)!\n# head\\"


def page(result, *formats):
    """Return the page of a run."""
    return markdown.page(run_document(result), *formats)


def test_first_paragraph_is_what_a_player_asks(make_result):
    made = make_result(5000)
    row = made.summary.iloc[0]
    first = page(made).split("\n\n")[1]
    assert f"averages {row['mean']:.1f}"[:11] in first
    assert f"beats the par of 85 in about {100 * row['p_above_par']:.0f} of 100 games" in first
    assert f"Half of its games end between {row['q25']:.0f} and {row['q75']:.0f}" in first
    assert "95 % interval" in first


def test_numbers_of_the_page_are_in_the_raw_tables(result):
    text = page(result)
    for frame in (result.categories, result.groups, result.state):
        for mean, se in zip(frame["mean"], frame["se"], strict=True):
            if se > 0:
                found = [cell for cell in re.findall(r"(-?[\d.]+) ± ([\d.]+)", text) if _is(cell, mean, se)]
                assert found, (mean, se)


def _is(cell: tuple[str, str], mean: float, se: float) -> bool:
    decimals = len(cell[0].partition(".")[2])
    return cell == (f"{mean:.{decimals}f}", f"{se:.{decimals}f}")


def test_every_cell_shown_comes_from_its_export(result):
    for section in run_document(result).sections:
        for table in section.tables:
            if section.title == "In one look":
                continue  # words: `test_one_look_says_what_was_played`
            raw = getattr(result, table.export)
            numbers = pd.concat([raw, result.summary]).select_dtypes("number").to_numpy().ravel().tolist()
            numbers += [100 * number for number in numbers]
            if table.export == "deciles":
                worst, _, best = result.tenths.to_dict("records")
                numbers += result.tenths[["mean", "se"]].to_numpy().ravel().tolist()
                numbers += [best["mean"] - worst["mean"], math.hypot(best["se"], worst["se"])]
            for cell in table.frame.to_numpy().ravel():
                if "≤" not in cell and cell != "-":
                    assert all(_rounded(part, numbers) for part in re.findall(r"-?[\d,]+\.?\d*", cell)), cell


def _rounded(part: str, numbers: list[float]) -> bool:
    text = part.replace(",", "")
    half = 0.5 * 10.0 ** -len(text.partition(".")[2]) * 1.0001
    return any(abs(float(text) - number) <= half for number in numbers)


def test_parts_come_in_order(result):
    heads = re.findall(r"^#+ (.*)$", page(result), flags=re.MULTILINE)
    assert heads == [
        "Agricola Express: family-first",
        "In one look",
        "Scores",
        "The chance to reach a score",
        "Where the points come from",
        "Good games and bad games",
        "What it did, round by round",
        "Keep or roll",
        "The first action",
        "When things came",
        "The farm at each harvest",
        "What goes with a high score",
        "How to make these numbers again",
        "What the numbers do not say",
    ]
    assert "analyser simulate express --policy family-first" in page(result)
    assert "| hash of the rules | 3f9ac2 |" in page(result)


def test_pictures_have_alt_texts_that_say_what_they_show(result):
    alts = dict(re.findall(r"!\[(.*)\]\((.*)\)", page(result))[::-1])
    assert len(alts) == 10
    assert any("House (" in alt for alt in alts)
    assert any("Half of family-first's games end between" in alt for alt in alts)


def test_one_look_says_what_was_played(make_result):
    text = page(make_result(5000)).partition("## In one look")[2].partition("\n## ")[0]
    assert "family-first beats the par of 85 in about" in text
    assert "half of its games end between" in text
    for cell in ("Agricola Express", "express 1.3", "family-first", "5,000"):
        assert f"| {cell} |" in text


def test_association_is_called_no_cause_and_misses_are_counted(result):
    text = page(result).partition("## What goes with a high score")[2]
    assert "association and not cause" in text
    assert "one in twenty misses" in text


def test_a_run_without_single_games_leaves_their_sections_out(result):
    empty = pd.DataFrame()
    names = ("tenths", "deciles", "markers", "came", "first_action")
    text = page(dataclasses.replace(result, sampled=0, **dict.fromkeys(names, empty)))
    assert "The chance to reach a score" in text
    for title in ("Good games and bad games", "The first action", "When things came", "What goes with a high score"):
        assert title not in text


def test_links_only_to_what_is_there(result):
    bare = page(result, ("md",))
    assert "figures/" not in bare
    assert "tables/" not in bare
    assert "figures/scores.svg)" in page(result, ("md", "svg"))
    assert ".png" not in page(result, ("md", "svg"))


def test_user_text_is_escaped(make_result):
    text = page(make_result(20, (EVIL, "greedy")))
    outside = re.sub(r"```sh\n.*?\n```", "", text, flags=re.DOTALL)
    assert "<script" not in outside
    assert "\n# head" not in text
    widths = {}
    for block in re.findall(r"(?:^\|.*\n)+", outside, flags=re.MULTILINE):
        widths[block] = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
    assert widths
    assert all(len(found) == 1 for found in widths.values())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<b>", "&lt;b&gt;"),
        ("`x`", "\\`x\\`"),
        ("a\nb", "a b"),
        ("family-first", "family-first"),
        ("\\", "\\\\"),
    ],
)
def test_escape(text, shown):
    assert escape(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"), [("- a", "\\- a"), ("1. a", "1\\. a"), ("# a", "\\# a"), ("69.2 a", "69\\.2 a")]
)
def test_paragraph_starts_no_list_or_heading(text, shown):
    assert paragraph(text) == shown


def test_code_fence_is_longer_than_any_inside():
    assert code_block("a ```` b").startswith("`````sh\n")


def test_few_games_are_called_few(make_result):
    assert "first impression" in page(make_result(12))
    assert "first impression" not in page(make_result(400))
    assert "scored" in page(make_result(1)).split("\n\n")[1]


def test_several_players_hear_who_wins(make_result):
    first = page(make_result(2000, ("a", "b"))).split("\n\n")[1]
    assert "Agricola Express, 2 players." in first
    assert "Seat 1 (a) wins most often" in first
    even = page(make_result(4, ("a", "b"))).split("\n\n")[1]
    assert "No seat wins clearly more often" in even


def test_a_game_without_dice_groups_has_no_such_section(result):
    bare = dataclasses.replace(result, groups=result.groups.iloc[:0], dice=result.dice.iloc[:0])
    text = page(bare)
    assert "round by round" not in text
    assert "Keep or roll" not in text
