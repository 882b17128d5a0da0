"""The page in a browser: nothing is missing, nothing is fetched, it fits any screen, and all can read it.

Needs Chromium, and for the checks of accessibility axe-core, whose file `ANALYSER_AXE` names; `.ci/run` has both.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from browser.devtools import Browser, browser_path

import analyser
from analyser.compare import compare, make_compare_plan
from reports import write_report
from reports.together import together

CHROMIUM = browser_path()
AXE = os.environ.get("ANALYSER_AXE", "")
EVIL = "<script>alert(1)</script>.py:x"
NAMES = ("run", "comparison", "together", "creatures")
WIDTHS = (360, 1600)
SCHEMES = ("light", "dark")
MOST_BYTES = 3_000_000
REQUEST = "Network.requestWillBeSent"
FAULTS = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded", "Page.javascriptDialogOpening")

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (Debian: apt-get install chromium): the page was not opened"
)


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, Path]:
    """Return the pages of a run, a comparison of three policies, several runs, and a run of another game, by name."""
    run = analyser.simulate("express", policies=["family-first"], games=2000, seed=7)
    plan = make_compare_plan("express", ["family-first", "greedy", "random"], games=200, seed=3)
    subjects = {"run": [run], "comparison": [compare(plan)]}
    subjects["creatures"] = [analyser.simulate("creatures", policies=["balanced", "shepherd"], games=500, seed=7)]
    subjects["together"] = [*subjects["run"], *subjects["comparison"]]
    folder = tmp_path_factory.mktemp("pages")
    for name, results in subjects.items():
        write_report(together(results), folder / name, ("html", "csv", "svg"))
    return {name: folder / name / "report.html" for name in subjects}


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """Return a browser."""
    assert CHROMIUM is not None
    found = Browser(CHROMIUM, tmp_path_factory.mktemp("profile"))
    yield found
    found.close()


@pytest.mark.parametrize("name", NAMES)
def test_the_page_is_small(pages, name):
    assert pages[name].stat().st_size < MOST_BYTES


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_fault_no_request_and_no_overflow(browser, pages, name, wide):
    browser.open(pages[name], wide)
    assert not [event for event in browser.events if event.get("method") in FAULTS]
    asked = [event["params"]["request"]["url"] for event in browser.events if event.get("method") == REQUEST]
    assert asked == [pages[name].as_uri()]
    assert browser.run("document.documentElement.scrollWidth") <= wide


@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_picture_is_drawn(browser, pages, name, wide):
    browser.open(pages[name], wide)
    sizes = browser.run(
        "[...document.querySelectorAll('svg')].map(one => one.getBBox()).map(box => [box.width, box.height])"
    )
    seen = browser.run("[...document.querySelectorAll('svg')].map(one => one.getBoundingClientRect().width)")
    assert len(sizes) == pages[name].read_text("utf-8").count("<svg ") >= 3
    assert all(min(size) > 50 for size in sizes)
    assert all(width > 250 for width in seen)


@pytest.mark.parametrize("name", NAMES)
def test_links_and_anchors_lead_somewhere(browser, pages, name):
    browser.open(pages[name])
    lost = "[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => !document.querySelector(a.hash)).length"
    assert browser.run("document.querySelectorAll('nav a').length") > 5
    assert browser.run(lost) == 0
    files = browser.run("[...document.querySelectorAll('.files a')].map(a => a.getAttribute('href'))")
    assert files
    assert all((pages[name].parent / file).is_file() for file in files)
    browser.run("document.querySelector('nav li:last-child > a').click()")
    assert browser.run("document.querySelector(':target').getBoundingClientRect().top < innerHeight")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_scheme_of_the_reader_is_followed(browser, pages, scheme):
    browser.open(pages["run"], scheme=scheme)
    paper, ink = (
        browser.run(f"getComputedStyle(document.querySelector('{element}')).{style}")
        for element, style in (("main section", "backgroundColor"), ("svg text", "fill"))
    )
    light = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (paper, ink)]
    assert (light[0] > light[1]) == (scheme == "light")


def test_print_is_light_and_whole(browser, pages):
    browser.open(pages["run"], scheme="dark")
    browser.ask(
        "Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}]
    )
    assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.run("getComputedStyle(document.querySelector('svg text')).fill") == "rgb(34, 34, 34)"
    assert browser.run("getComputedStyle(document.querySelector('nav')).display") == "none"
    assert browser.run("getComputedStyle(document.querySelector('figure')).breakInside") == "avoid"
    assert browser.pdf().startswith(b"%PDF")


def test_a_policy_with_a_script_for_a_name_does_no_harm(browser, tmp_path):
    run = analyser.simulate("express", policies=["family-first"], games=50, seed=7)
    write_report(replace(run, plan={**run.plan, "policies": [EVIL]}), tmp_path / "r", ("html",))
    browser.open(tmp_path / "r" / "report.html")
    assert not [event for event in browser.events if event.get("method") in FAULTS]
    assert browser.run("document.scripts.length") == 0
    assert browser.run("document.querySelector('h1').textContent").endswith(EVIL)


@pytest.mark.skipif(not AXE, reason="ANALYSER_AXE names no file of axe-core: accessibility was not checked")
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("wide", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_axe_finds_no_fault(browser, pages, name, wide, scheme):
    browser.open(pages[name], wide, scheme)
    browser.run(Path(AXE).read_text("utf-8"))
    browser.run(
        "document.querySelectorAll('.scroll').forEach(one => one.style.background = 'none')"
    )  # axe measures no text on shades
    faults = browser.run(
        "axe.run().then(found => found.violations.map(one => [one.impact, one.id, one.nodes[0].html]))"
    )
    assert faults == []
