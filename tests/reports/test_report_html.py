"""The page in HTML: complete, in order, and nothing a user wrote is more than text."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from html.parser import HTMLParser
from itertools import pairwise

import pandas as pd
import pytest
from matplotlib.colors import to_hex

from reports import html, write_report
from reports.canvas import FAINT, HARVEST_COLOURS, INK, PAPER, SEAT_COLOURS, dark
from reports.document import Table, document
from reports.night import at_night, oklab
from reports.together import together

EVIL = "<script>alert(1)</script>.py:x"
EVERY = ("html", "md", "csv", "parquet", "png", "svg")
VOID = {"meta", "link", "br"}


class Reader(HTMLParser):
    """Reads a page: its elements in order, the text within each, and whether all are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements, self.open, self.cells, self.words = [], [], [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append((tuple(self.open), data))

    def of(self, tag: str) -> list[str]:
        """Return the texts of the elements with this tag."""
        return [data for opened, data in self.words if opened and opened[-1] == tag and data.strip()]

    def values(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]


@pytest.fixture(scope="module")
def both(several) -> str:
    """The page of two runs."""
    return html.page(several)


def page(subject, *formats):
    """Return the page of a run."""
    return html.page(document(subject), *formats)


@pytest.fixture(scope="module")
def several(make_result):
    """Two runs as one report."""
    return together([make_result(300), make_result(200, ("greedy", EVIL), seed=8)])


def test_parts_come_in_order_and_headings_leave_out_no_level(result):
    heads = re.findall(r"<h(\d)[^>]*>(.*?)</h", page(result))
    assert [title for _, title in heads] == [
        "Agricola Express: family-first",
        *("Scores", "Where the points come from", "What it did, round by round", "Keep or roll"),
        *("The farm at each harvest", "How to make these numbers again", "What the numbers do not say"),
    ]
    assert [level for level, _ in heads] == ["1", *"2222222"]


def test_parts_of_a_report_are_one_level_down(both):
    levels = [int(level) for level in re.findall(r"<h(\d)", both)]
    assert levels[0] == 1
    assert set(levels) == {1, 2, 3}
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_the_page_is_well_formed_and_its_ids_are_its_own(both):
    read = Reader(both)
    ids = Counter(read.values("id"))
    assert max(ids.values()) == 1
    asked = [value[1:] for value in read.values("href") if value.startswith("#")]
    asked += [name for value in read.values("aria-labelledby") for name in value.split()]
    asked += re.findall(r"url\(#([^)]+)\)", both)
    assert asked
    assert set(asked) <= set(ids)


def test_nothing_is_fetched_and_nothing_runs(both):
    tags = {tag for tag, _ in Reader(both).elements}
    assert not tags & {"script", "img", "iframe", "object", "embed", "video", "audio", "form", "base", "image"}
    assert "default-src 'none'" in both
    assert not re.findall(r"https?:|//[a-z]|@import|url\((?!#)", re.sub(r"<text.*?</text>", "", both))


@pytest.mark.parametrize("name", [EVIL, '" onload="alert(1)', "{{ 7 * 7 }}", "a&b\n</style>", "a\x00b"])
def test_what_a_user_wrote_is_text(make_result, name):
    made = make_result(20, (name, "greedy"))
    text = page(made)
    read = Reader(text)
    assert not [tag for tag, _ in read.elements if tag == "script"]
    assert not [key for _, attributes in read.elements for key in attributes if key.startswith("on")]
    assert "49" not in read.of("h1")[0]
    shown = " ".join(
        "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name).split()
    )
    assert name.isprintable() is False or shown in "".join(read.of("h1"))
    text.encode()


def test_pictures_say_what_they_show(result):
    read = Reader(page(result))
    pictures = [attributes for tag, attributes in read.elements if tag == "svg"]
    assert len(pictures) == 3
    assert all(one["role"] == "img" and "viewbox" in one for one in pictures)
    alts = [one.alt for one in document(result).pictures]
    assert read.of("desc") == alts
    assert "Half of family-first's games end between" in read.of("title")[1]
    words = read.of("text")
    assert "Score at the end of the game (points)" in words
    assert not any("Half of" in word for word in words)  # the page has it as text


def test_every_colour_of_the_pictures_has_a_dark_twin(result):
    text = page(result)
    pictures = "".join(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL))
    used = set(re.findall(r"var\(--(c[0-9a-f]{6})\)", pictures))
    assert used
    assert not re.findall(r"#[0-9a-f]{6}\b", pictures)
    day, night = re.findall(r":root\{((?:--c[0-9a-f]{6}:#[0-9a-f]{6};)+)\}", text)
    for scheme in (day, night):
        assert set(re.findall(r"--(c\w+):", scheme)) == used


def test_night_keeps_the_order_of_greys_and_the_hues():
    greys = [oklab(at_night(f"#{level:02x}{level:02x}{level:02x}"))[0] for level in range(0, 256, 15)]
    assert greys == sorted(greys, reverse=True)
    light, a, b = oklab(at_night("#0072b2"))
    assert b < -0.08 < a < 0.08
    assert light > 0.6
    assert oklab(at_night(PAPER.lower()))[0] < 0.3


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_words_in_pictures_stand_out_by_day_and_by_night():
    inks = [INK.lower(), FAINT.lower(), *(to_hex(dark(colour)) for colour in SEAT_COLOURS)]
    for ink in inks:
        assert contrast(at_night(ink), at_night(PAPER.lower())) > 4.5, ink
    assert at_night(PAPER.lower()) in (html.HOME / "page.css").read_text("utf-8")


def test_harvests_are_told_apart_by_night():
    lights = [oklab(at_night(colour.lower()))[0] for colour in HARVEST_COLOURS]
    assert all(after - before > 0.07 for before, after in pairwise(lights))


def test_tables_have_captions_scopes_and_numbers_to_the_right(result):
    text = page(result)
    tables = re.findall(r"<table.*?</table>", text, flags=re.DOTALL)
    assert len(tables) == 6
    for table in tables:
        assert table.count("<caption>") == 1
        assert table.count('scope="col"') == len(re.findall("<th ", table.split("</thead>")[0]))
        assert table.count('scope="row"') == table.count("<tr>") - 1
    numbers = re.findall(r"<td([^>]*)>([^<]*)</td>", "".join(tables[:5]))
    assert all('class="n"' in attributes for attributes, _ in numbers)


def test_cells_of_words_stay_left():
    frame = pd.DataFrame({"minus": ["greedy", "3 wise men"], "Points": ["+4", "-1.5"]}, index=["a", "b"])
    assert html._grid(Table("x", frame, "x")).numeric == [False, False, True]


def numbers_of(frames) -> list[float]:
    """Return all numbers of some raw tables, and what they are in per cent."""
    columns = [frame.select_dtypes("number").to_numpy().ravel() for frame in frames]
    found = [float(number) for column in columns for number in column]
    return [*found, *(100 * number for number in found)]


def is_one_of(part: str, numbers: list[float]) -> bool:
    text = part.replace(",", "")
    half = 0.5 * 10.0 ** -len(text.partition(".")[2]) * 1.0001
    return any(abs(float(text) - number) <= half for number in numbers)


def check_numbers(text: str, frames) -> int:
    """Check that each number in the cells and in the tiles of a page is in the raw tables; return how many."""
    raw, read = numbers_of(frames), Reader(text)
    raw += [-number for number in raw]  # a pair may be seen from its second policy
    facts = text.count('class="words"')
    body = [data for opened, data in read.words if opened and opened[-1] in ("td", "dd") and data.strip()]
    assert facts
    shown = [part for data in body if "≤" not in data for part in re.findall(r"(?<![\w.-])-?[\d,]*\d\.?\d*", data)]
    for part in shown:
        assert is_one_of(part, raw), part
    return len(shown)


def without_facts(subject):
    """Return a document without what is no measured number: seed, hashes, version."""
    return dataclasses.replace(subject, facts={"seed": "one"})


@pytest.mark.parametrize("players", [1, 2])
def test_numbers_of_the_page_are_in_the_raw_tables(make_result, players):
    report = without_facts(document(make_result(400, ("a", "b")[:players])))
    text = html.page(report).replace("95 % interval", "interval")
    assert check_numbers(text, report.tables.values()) > 250


def test_numbers_of_several_runs_are_in_the_raw_tables(make_result):
    runs = together([make_result(400), make_result(300, seed=8)])
    report = dataclasses.replace(runs, parts=tuple(map(without_facts, runs.parts)))
    text = html.page(report).replace("95 % interval", "interval")
    assert check_numbers(text, report.tables.values()) > 500


def test_numbers_of_a_comparison_are_in_the_raw_tables():
    from analyser.compare import compare, make_compare_plan

    found = compare(make_compare_plan("express", ["family-first", "greedy", "random"], games=200, seed=3, fixed=True))
    report = without_facts(document(found))
    sections = tuple(section for section in report.sections if section.key != "games")  # counts of games saved
    text = html.page(dataclasses.replace(report, sections=sections))
    assert check_numbers(text.replace("95 % interval", "interval"), report.tables.values()) > 150


def test_links_lead_to_files_that_are_written(several, tmp_path):
    for formats in (EVERY, ("html",)):
        folder = tmp_path / "-".join(formats)
        write_report(several, folder, formats)
        links = Reader((folder / "report.html").read_text("utf-8")).values("href")
        files = [link for link in links if not link.startswith(("#", "data:"))]
        assert bool(files) == (len(formats) > 1)
        assert all((folder / link).is_file() for link in files)


def test_the_page_is_the_same_with_other_files_and_without(result, tmp_path):
    write_report(result, tmp_path / "all", ("html", "png", "svg"))
    write_report(result, tmp_path / "page", ("html",))
    both = [(tmp_path / name / "report.html").read_text("utf-8") for name in ("all", "page")]
    bare = [re.sub(r'<p class="files">.*?</p>\n', "", text) for text in both]
    assert bare[0] == bare[1]


def test_the_page_takes_no_title_out_of_the_picture_files(result, tmp_path):
    write_report(result, tmp_path / "with", ("html", "svg"))
    write_report(result, tmp_path / "without", ("svg",))
    for name in ("scores", "points", "groups"):
        one, other = (tmp_path / folder / "figures" / f"{name}.svg" for folder in ("with", "without"))
        assert one.read_bytes() == other.read_bytes()


def test_few_games_make_a_page_too(make_result):
    for games in (1, 2):
        assert "What the numbers do not say" in page(make_result(games))
