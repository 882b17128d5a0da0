"""Whatever policies, rules and files are called: a report shows it as text, and writes its own files and no other."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_report_html import Reader

from analyser.odds import odds
from reports import write_report
from reports.canvas import picture
from reports.document import Document, document
from reports.odds import odds_figure
from reports.together import together

NAMES = {
    "script": "<script>alert(1)</script>.py:x",
    "attribute": "\"'><img src=x onerror=alert(1)>.py",
    "path": "../../../tmp/x.py:../../y",
    "root": "/etc/passwd",
    "windows": "..\\..\\CON:x|y*?",
    "link": "javascript:alert(1)",
    "data": "data:text/html,<b>x</b>",
    "lines": "one\ntwo\r\n\u2028three\x85four.py",
    "long": "n" * 5000 + ".py",
    "override": "\u202egnp.yp\u2066.py",
    "signs": "\x00\x07\x1b[31mred\x1b[0m\x9b\x7f\ufeff\u200b",
    "template": "{{ 7 * 7 }}{% raw %}{# x #}",
    "entities": "&lt;b&gt;&#60;</style></title>-->]]>",
    "markdown": "[x](javascript:y) ![z](//w) `c` **d** | e | <f>",
    "mathematics": "$\\frac{1}{0}$ $x_{",
    "alphabets": "策略 سياسة 🎲 e\u0301\u0301\u0301",
    "nothing": "",
    "dots": "..",
}
TAGS = {"script", "img", "iframe", "object", "embed", "form", "base", "input", "b", "f", "image"}
OWN_FILE = re.compile(r"report\.(html|md|json)|(figures|tables)/[a-z0-9][a-z0-9_-]*\.(png|svg|csv|parquet)")


GROUPS = [list(NAMES.values())[first : first + 4] for first in range(0, len(NAMES), 4)]


def named(subject, names: list[str]):
    """Return a result or a comparison with these names wherever a user's words may stand beside the policies."""
    facts = dict(zip(("rules", "rules_file", "command", "rules_hash"), names, strict=False))
    return dataclasses.replace(subject, plan={**subject.plan, **facts})


def of_run(made, names: list[str]) -> Document:
    return document(named(made["result"](60, tuple(names)), names[::-1]))


def of_comparison(made, names: list[str]) -> Document:
    policies = ("greedy", "random", "rancher", "collector")
    one = made["rename"](made["comparison"](policies[: len(names)]), dict(zip(policies, names, strict=False)))
    return document(named(one, names[::-1]))


def of_several(made, names: list[str]) -> Document:
    run, title = named(made["result"](60, tuple(names[:1])), names), names[-1]
    return dataclasses.replace(together([run, named(made["comparison"](), names)]), title=title)


@pytest.fixture(scope="module")
def made(make_result, make_comparison, rename):
    return {"result": make_result, "comparison": make_comparison, "rename": rename}


@pytest.mark.parametrize("names", GROUPS, ids=["-".join(list(NAMES)[4 * place :][:4]) for place in range(len(GROUPS))])
@pytest.mark.parametrize("of", [of_run, of_comparison, of_several])
def test_names_are_text_and_no_places(made, tmp_path: Path, of, names: list[str]) -> None:
    before, folder = set(tmp_path.parent.rglob("*")), tmp_path / "deep" / "report"
    files = write_report(of(made, names), folder, ("html", "md", "csv", "svg"))
    written = {path for path in set(tmp_path.parent.rglob("*")) - before if path.is_file()}
    assert written == set(files)
    assert all(OWN_FILE.fullmatch(path.relative_to(folder).as_posix()) for path in files)
    check_page((folder / "report.html").read_bytes().decode("utf-8"))
    check_markdown((folder / "report.md").read_bytes().decode("utf-8"))
    assert NAMES["template"] not in names or "{{ 7 * 7 }}" in (folder / "report.html").read_text("utf-8")
    for path in files:
        if path.suffix == ".svg":
            check_svg(path.read_text("utf-8"))


def check_svg(text: str) -> None:
    """Check that a picture holds no element that runs or fetches anything."""
    elements = list(ElementTree.fromstring(text).iter())
    assert len(elements) > 50
    assert not TAGS & {element.tag.rpartition("}")[2].lower() for element in elements}
    links = [value for one in elements for key, value in one.attrib.items() if key.rpartition("}")[2] == "href"]
    assert all(link.startswith("#") for link in links)


def check_page(text: str) -> None:
    """Check that a page holds nothing but what ours do, and no sign that changes how the rest is shown."""
    read = Reader(text)
    assert not TAGS & {tag for tag, _ in read.elements}
    names = [name for _, attributes in read.elements for name in attributes]
    assert not [name for name in names if name.startswith("on") or name in ("src", "srcdoc", "action")]
    links = read.values("href")
    assert all(re.fullmatch(r"#[a-z0-9-]+|data:,|(figures|tables)/[a-z0-9_/.-]+", link) for link in links)
    assert not {letter for letter in text if not letter.isprintable()} - {"\n", "\N{NO-BREAK SPACE}"}


def check_markdown(text: str) -> None:
    """Check that Markdown outside of code holds no HTML, and only links to the report's own files."""
    words = re.sub(r"^(`{3,})sh\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert not re.search(r"<[a-zA-Z/!]", words)
    targets = re.findall(r"(?<!\\)\]\(([^)]*)\)", words)
    assert all(re.fullmatch(r"(figures|tables)/[a-z0-9_.-]+", target) for target in targets)
    assert not {letter for letter in text if not letter.isprintable()} - {"\n", "\N{NO-BREAK SPACE}"}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_the_page_of_odds_shows_names_as_text(name: str) -> None:
    found = dataclasses.replace(odds("express"), rules=name, rules_hash=name)
    check_svg(picture(odds_figure(found), "svg").decode())
    assert picture(odds_figure(found), "pdf").startswith(b"%PDF")
