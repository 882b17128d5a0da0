"""The report of a comparison: its numbers are those of the frames, and what is not decided is said to be so."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from reports import write_report
from reports.canvas import PAPER, picture
from reports.comparison.figures import BLUE, ORANGE, difference_by_category, forest, matrix, matrix_values, wrapped
from reports.comparison.pairs import ABOVE, ALIKE, BELOW, OPEN, all_pairs, leading
from reports.comparison.tables import games_table, matrix_table, part_rows, policies_table, total_row, whole_game
from reports.comparison.words import lead
from reports.digits import shown
from reports.document import Document, document
from reports.markdown import page
from reports.terminal import print_comparison

EVIL = "<script>alert(1)</script>|`a`*b*"
LONG = "lookahead:games=240,rounds=2,base=learned"
NINE = (
    "greedy",
    "family-first",
    "random",
    "balanced",
    "rancher",
    "collector",
    "craftsman",
    "stone-house",
    "crop-farmer",
)
CASES = {
    "two": {"policies": ("greedy", "family-first")},
    "three": {},
    "nine": {"policies": NINE},
    "share": {"objective": "p_above_par"},
    "quantile": {"objective": "quantile:0.1"},
    "wins": {"players": 2, "objective": "win", "policies": ("greedy", "family-first", "balanced")},
    "focus": {"players": 3, "objective": "win", "focus": "greedy"},
    "fixed": {"fixed": True, "games": 200},
    "same": {"policies": ("greedy", "greedy"), "blocks": 120},
}


@pytest.fixture(params=list(CASES))
def any_comparison(request, make_comparison):
    return make_comparison(**CASES[request.param])


def with_differences(result, **changes):
    """Return a comparison whose first pair has other numbers."""
    frame = result.differences.copy()
    for name, value in changes.items():
        frame.loc[0, name] = value
    return dataclasses.replace(result, differences=frame)


def raw_numbers(result) -> np.ndarray:
    """Return every number of the frames, of either side of a pair, in points and in per cent, and the small ones."""
    frames = [result.policies, result.differences, result.parts, result.far]
    numbers = np.concatenate([frame.select_dtypes("number").to_numpy(float).ravel() for frame in frames])
    shares = result.differences[["p_more", "p_equal", "p_less"]].to_numpy(float).ravel()
    saved = (result.differences["games_unpaired"] - result.differences["n"]).clip(lower=0).to_numpy(float)
    known = np.concatenate([numbers, 100 * numbers, 100 * shares, saved, [100.0, 0.0], np.arange(10)])
    return np.concatenate([known, -known])


def test_every_number_of_the_tables_is_in_the_frames(any_comparison):
    numbers = raw_numbers(any_comparison)
    for section in document(any_comparison).sections:
        for table in section.tables:
            for cell in table.frame.to_numpy().ravel():
                if not re.search("[a-z]{2}", re.sub(r"\bto\b|\byes\b|\bno\b", "", str(cell))):
                    for part in re.findall(r"(?<![\d.])-?[\d,]+\.?\d*", re.sub(r"(\d)-(\d)", r"\1 \2", cell)):
                        text = part.replace(",", "")
                        half = 0.5 * 10.0 ** -len(text.partition(".")[2]) * 1.0001
                        assert np.nanmin(np.abs(numbers - float(text))) <= half, (table.caption, cell)


def test_numbers_of_the_lead_are_those_of_the_frames(comparison):
    row = comparison.differences.iloc[0]  # family-first minus greedy
    text = lead(comparison)
    assert text.startswith(
        f"greedy is best: it averages {shown(-row['diff'], row['se'])} points more than family-first"
    )
    assert f"(95 % interval {shown(-row['hi'], row['se'])} to {shown(-row['lo'], row['se'])})" in text
    assert "It is ahead of random too." in text
    assert "Decided after 200 games each of seed 1." in text


def test_what_is_not_decided_is_no_ranking(make_comparison):
    open_ = make_comparison(("greedy", "balanced", "random"), blocks=150, games=150)
    text = lead(open_)
    assert text.startswith("Not decided after 150 games each of seed 1, the most that were allowed")
    assert "may both be best" in text
    assert "random is known to be worse." in text
    assert "is best" not in text.replace("be best", "")
    stopped = dataclasses.replace(open_, plan={**open_.plan, "why": "interrupted"})
    assert lead(stopped).startswith("Not decided when it was stopped, after 150 games")
    fixed = make_comparison(("greedy", "balanced"), fixed=True, games=200)
    assert lead(fixed).startswith("Not decided by 200 games each of seed 1, a number that was fixed beforehand")


def test_two_within_the_indifference_cannot_be_told_apart(make_comparison):
    made = make_comparison(("greedy", "balanced"), indifference=50.0)
    assert made.is_decided
    text = lead(made)
    assert "cannot be told apart by more than 50 points: either may be best." in text
    assert "is best:" not in text
    same = make_comparison(("greedy", "greedy"))
    nothing = {"diff": 0.0, "se": 0.0, "lo": 0.0, "hi": 0.0, "p_equal": 1.0, "p_more": 0.0, "p_less": 0.0}
    plan = {**same.plan, "decided": True}
    assert "come out the same in every game" in lead(with_differences(dataclasses.replace(same, plan=plan), **nothing))


@pytest.mark.parametrize("objective", ["p_above_par", "win"])
def test_shares_are_told_in_per_cent(make_comparison, objective):
    options = {"players": 2} if objective == "win" else {}
    made = make_comparison(objective=objective, **options)
    row = made.differences.iloc[0]
    assert f"{shown(100 * abs(row['diff']), 100 * row['se'])} percentage points more than" in lead(made)
    head = "Wins, %" if objective == "win" else "Above par (85), %"
    assert head in policies_table(made).columns


def test_a_policy_in_focus_hears_of_each_opponent(make_comparison):
    text = lead(make_comparison(("greedy", "family-first", "balanced"), players=3, focus="greedy", objective="win"))
    assert text.startswith("greedy, alone at a table with copies of another policy, is better than family-first (by ")
    assert "it may be better or worse (not decided) than balanced (so far " in text


def test_few_games_are_called_few(make_comparison):
    assert "first impression" in lead(make_comparison(blocks=12, fixed=True, games=12))
    assert "first impression" not in lead(make_comparison())


def test_a_pair_from_the_other_side(comparison):
    for pair in all_pairs(comparison):
        back = pair.turned
        assert (back.diff, back.lo, back.hi) == (-pair.diff, -pair.hi, -pair.lo)
        assert (back.more, back.less) == (pair.less, pair.more)
        assert back.turned == pair
    first = leading(comparison)[0]
    row = comparison.differences.iloc[0]
    assert (first.first, first.second) == ("greedy", "family-first")
    assert (first.diff, first.lo, first.hi) == (-row["diff"], -row["hi"], -row["lo"])


def test_what_is_known_of_a_pair(comparison):
    pair = dataclasses.replace(all_pairs(comparison)[0], lo=-0.2, hi=0.1)
    assert pair.verdict(0.1) == OPEN
    assert pair.verdict(0.2) == ALIKE
    assert dataclasses.replace(pair, lo=0.01).verdict(0.2) == ABOVE
    assert dataclasses.replace(pair, hi=-0.01).verdict(0.2) == BELOW


def test_the_matrix_is_antisymmetric_and_up_to_eight(make_comparison, comparison):
    table = matrix_table(comparison)
    assert table.iloc[0, 1].startswith("+")
    assert table.iloc[1, 0] == "-" + table.iloc[0, 1].split(" (")[0][1:] + " (" + table.iloc[1, 0].split(" (")[1]
    captions = [one.caption for one in document(make_comparison(NINE)).sections[1].tables]
    assert captions == ["Difference of each pair in points, with 95 % intervals"]
    assert [one.name for one in document(make_comparison(NINE)).pictures] == ["best", "pairs", "parts"]
    assert [one.name for one in document(make_comparison(("greedy", "random"))).pictures] == ["best", "parts"]


def test_parts_add_up_and_are_turned(comparison):
    pair = leading(comparison)[0]
    rows, total = whole_game(comparison, pair), total_row(comparison, pair)
    assert rows["diff"].sum() == pytest.approx(total["diff"]) == pytest.approx(pair.diff)
    assert list(rows["category"]) == list(comparison.game.categories)
    raw = comparison.parts.query("policy == 'family-first' and other == 'greedy'").reset_index(drop=True)
    np.testing.assert_array_equal(part_rows(comparison, pair)["lo"], -raw["hi"])


def test_games_that_pairing_saved(comparison):
    row = comparison.differences.iloc[0]
    table = games_table(comparison)
    assert table["Games saved"].iloc[0] == f"{round(row['games_unpaired'] - row['n']):,}"
    assert table["First has more, %"].iloc[0] == shown(
        100 * row["p_less"], 100 * np.sqrt(row["p_less"] * (1 - row["p_less"]) / row["n"])
    )


def drawn_points(axis):
    """Return each point of a forest plot with the ends of its bar."""
    found = []
    for container in axis.containers:
        (point,), ((low, high),) = container.lines[0].get_xdata(), [container.lines[2][0].get_segments()[0][:, 0]]
        found.append((point, low, high))
    return np.array(found)


def test_the_forest_shows_the_intervals_and_their_verdicts(make_comparison):
    made = make_comparison(("greedy", "balanced", "random"), blocks=150, games=150)
    axis = forest(made).axes[0]
    pairs = [pair.turned for pair in leading(made)]
    np.testing.assert_allclose(drawn_points(axis), [(pair.diff, pair.lo, pair.hi) for pair in pairs])
    looks = [(c.lines[0].get_marker(), to_hex(c.lines[0].get_color()).upper()) for c in axis.containers]
    assert looks == [("D", ORANGE), ("o", BLUE)]
    assert to_hex(axis.containers[0].lines[0].get_markerfacecolor()).upper() == PAPER
    zone = axis.patches[0].get_extents().transformed(axis.transData.inverted())
    assert (zone.x0, zone.x1) == pytest.approx((-0.1, 0.1))


def test_the_forest_of_shares_is_in_percentage_points(make_comparison):
    made = make_comparison(objective="p_above_par")
    np.testing.assert_allclose(drawn_points(forest(made).axes[0])[:, 0], [-pair.diff for pair in leading(made)])
    assert "percentage points" in forest(made).axes[0].get_xlabel()


def test_the_matrix_shows_the_differences(make_comparison):
    made = make_comparison(("greedy", "balanced", "random"), blocks=150, games=150)
    axis = matrix(made).axes[0]
    values = axis.collections[0].get_array().reshape(3, 3)
    np.testing.assert_allclose(values, matrix_values(made))
    np.testing.assert_allclose(values, -np.asarray(values).T)
    assert [patch.get_hatch() for patch in axis.patches] == ["///", "///"]
    first = all_pairs(made)[1]
    assert values[0, 2] == pytest.approx(first.diff)


def test_bars_of_categories_are_the_parts(comparison):
    axis = difference_by_category(comparison).axes[0]
    pair = leading(comparison)[0]
    widths = [bar.get_width() for bar in axis.patches]
    expected = [*whole_game(comparison, pair)["diff"], total_row(comparison, pair)["diff"]]
    assert widths == pytest.approx(expected)


def test_pictures_are_drawn_twice_alike(any_comparison):
    for one in document(any_comparison).pictures:
        assert one.alt
        assert picture(one.draw(), "svg") == picture(one.draw(), "svg")


def test_names_are_broken_where_they_read_well():
    assert wrapped(LONG) == "lookahead:games=240,\nrounds=2,base=learned"
    assert wrapped("greedy") == "greedy"
    assert all(len(line) <= 26 for line in wrapped("x" * 90).split("\n"))


@pytest.mark.parametrize("name", [EVIL, "a|b", "a$b$c", LONG, "\N{SNOWMAN} \u4e2d"])
def test_names_stay_names(comparison, rename, tmp_path, name):
    made = rename(comparison, {"family-first": name})
    text = page(document(made))
    outside = re.sub(r"```sh\n.*?\n```", "", text, flags=re.DOTALL)
    assert "<script" not in outside
    for block in re.findall(r"(?:^\|.*\n)+", outside, flags=re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}) == 1
    files = write_report(made, tmp_path / "r")
    assert (tmp_path / "r" / "figures" / "best.svg") in files


def test_a_report_of_a_comparison_is_whole(comparison, tmp_path):
    write_report(comparison, tmp_path / "r")
    text = (tmp_path / "r" / "report.md").read_text("utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert all((tmp_path / "r" / link).is_file() for link in links)
    marker = json.loads((tmp_path / "r" / "report.json").read_text())
    assert marker["plan"]["policies"] == ["family-first", "greedy", "random"]
    for name in ("policies", "differences", "parts", "far", "histogram"):
        raw = getattr(comparison, name)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "r" / "tables" / f"{name}.parquet"), raw)
    assert str(comparison.plan["command"]) in text
    heads = re.findall(r"^## (.*)$", text, flags=re.MULTILINE)
    assert heads == [
        "Who is best",
        "Each pair",
        "Game by game, on the same dice",
        "Where the difference comes from",
        "Games to look at",
        "What the intervals cover",
        "How to make these numbers again",
        "What the numbers do not say",
    ]


def test_a_document_is_written_as_it_is(comparison, tmp_path):
    made = document(comparison)
    assert isinstance(made, Document)
    assert document(made) is made
    other = dataclasses.replace(made, title="My own", sections=made.sections[:1])
    write_report(other, tmp_path / "r", ("md",))
    assert (tmp_path / "r" / "report.md").read_text().startswith("# My own\n")


def test_what_the_intervals_cover_depends_on_how_it_ended(make_comparison):
    watched, fixed = page(document(make_comparison())), page(document(make_comparison(fixed=True, games=200)))
    assert "Sidak" in watched
    assert "fixed\\_lo" in watched
    assert "Sidak" not in fixed
    assert "number of games was fixed beforehand" in fixed


def test_games_to_look_at_come_with_their_commands(comparison):
    section = next(one for one in document(comparison).sections if one.title == "Games to look at")
    game = section.tables[0].frame.index[0]
    row = comparison.far.iloc[0]
    assert game == str(row["game"])
    assert row["see_policy"] in section.commands
    assert row["see_other"] in section.commands


@pytest.mark.parametrize("width", ["80", "100", "200"])
def test_the_terminal_shows_it_all_within_the_width(any_comparison, capsys, monkeypatch, width):
    monkeypatch.setattr("reports.terminal.WIDE", int(width))
    print_comparison(any_comparison)
    shown_ = capsys.readouterr().out
    lines = [line for line in shown_.splitlines() if "analyser replay" not in line and not line.startswith("Game ")]
    assert max(map(len, lines)) <= int(width)
    words = " ".join(shown_.split())
    assert lead(any_comparison)[:60] in words
    assert "95 % interval" in words
    assert f"seed {any_comparison.plan['seed']}" in words


def test_the_terminal_prints_markup_as_text(comparison, rename, capsys):
    print_comparison(rename(comparison, {"family-first": "[bold]x[/bold]"}))
    assert "[bold]x[/bold]" in capsys.readouterr().out
