"""Pictures within a web page: a matplotlib figure as SVG whose text stays text, and whose colours follow the page.

The figure's own title and caption are taken out of it: the page sets them as text, which folds on a small screen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from markupsafe import Markup
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from .canvas import PAPER, picture

POINT = 4 / 3
"""A point in a browser's pixels."""
FONT = "'DejaVu Sans', Verdana, sans-serif"
"""Verdana is as wide as the font that the figures are laid out with."""
TITLE_LINE, CAPTION_LINE = 0.22, 0.14
"""Height of a line of a figure's title and caption, in inches."""
COLOUR = re.compile(r"(?<!\()#([0-9a-f]{6})\b")
NUMBER = re.compile(r"-?\d+\.\d{3,}")
PAINTS = ("fill", "stroke")
UNSEEN = ("metadata", "style")


@dataclass(frozen=True)
class Inline:
    """A picture for a page: its title and caption as text, its SVG, and the colours that the page has to define."""

    title: str
    caption: str
    svg: Markup
    colours: frozenset[str]


def inline(figure: Figure, name: str, alt: str) -> Inline:
    """Return a figure for a page; its title and caption are taken out of it. `name` begins all ids in the SVG."""
    title, caption = _unheaded(figure)
    root = ElementTree.fromstring(picture(figure, "svg"))
    _clean(root)
    _rename_ids(root, name)
    colours = _recolour(root)
    _describe(root, name, title or alt, alt)
    return Inline(title, caption, Markup(ElementTree.tostring(root, encoding="unicode")), frozenset(colours))


def _unheaded(figure: Figure) -> tuple[str, str]:
    """Take title and caption out of a figure, the room that they took, and its white paper; return them."""
    title, caption = figure.get_suptitle(), figure.get_supxlabel()
    room = sum(line * (text.count("\n") + 1) for text, line in ((title, TITLE_LINE), (caption, CAPTION_LINE)) if text)
    if title:
        figure.suptitle("")
    if caption:
        figure.supxlabel("")
    wide, high = figure.get_size_inches()
    figure.set_size_inches(wide, high - room)
    for patch in (figure.patch, *(axis.patch for axis in figure.axes)):
        patch.set_visible(patch.get_visible() and to_hex(patch.get_facecolor()) != PAPER.lower())
    return " ".join(title.split()), " ".join(caption.split())


def _clean(root: Element) -> None:
    """Leave out what a page does not need: namespaces, metadata, styles for the whole page, space between elements."""
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        for child in [child for child in element if child.tag.rpartition("}")[2] in UNSEEN]:
            element.remove(child)
        attributes = {key.rpartition("}")[2]: " ".join(value.split()) for key, value in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update({key: _short(key, value) for key, value in attributes.items()})
        element.text, element.tail = _unspaced(element.text), _unspaced(element.tail)


def _short(key: str, value: str) -> str:
    """Return an attribute with no more than two decimals in its coordinates, and with a font that others have too."""
    if key == "style":
        return value.replace("'DejaVu Sans'", FONT)
    return NUMBER.sub(lambda number: f"{float(number[0]):.2f}", value) if key in ("d", "x", "y") else value


def _unspaced(text: str | None) -> str | None:
    return text if text and text.strip() else None


def _rename_ids(root: Element, name: str) -> None:
    """Give the ids that something refers to new names, which no other picture of the page has; drop the others."""
    used = {value.removeprefix("#") for element in root.iter() for value in [element.get("href", "")] if value}
    for element in root.iter():
        used |= {found for value in element.attrib.values() for found in re.findall(r"url\(#([^)]+)\)", value)}
    names = {old: f"{name}-{place}" for place, old in enumerate(sorted(used))}
    for element in root.iter():
        own = element.attrib.pop("id", "")
        if own in names:
            element.set("id", names[own])
        for key, value in element.attrib.items():
            if key == "href":
                element.set(key, f"#{names[value.removeprefix('#')]}")
            else:
                element.set(key, re.sub(r"url\(#([^)]+)\)", lambda found: f"url(#{names[found[1]]})", value))


def _recolour(root: Element) -> set[str]:
    """Let the page say what each colour is; return the colours."""
    colours: set[str] = set()
    for element in root.iter():
        own = {key: element.attrib.pop(key) for key in PAINTS if COLOUR.match(element.get(key, ""))}
        style = "; ".join([*filter(None, [element.get("style")]), *(f"{key}: {value}" for key, value in own.items())])
        colours |= set(COLOUR.findall(style))
        if style:
            element.set("style", COLOUR.sub(r"var(--c\1)", style))
    return {f"#{colour}" for colour in colours}


def _describe(root: Element, name: str, title: str, alt: str) -> None:
    """Say what the picture shows to those who do not see it, and how wide it is at most."""
    wide = round(float(root.attrib.pop("width").removesuffix("pt")) * POINT)
    root.attrib.pop("height")
    root.attrib.pop("version", None)
    for place, (tag, text) in enumerate({"title": title, "desc": alt}.items()):
        described = Element(tag, id=f"{name}-{tag}")
        described.text = text
        root.insert(place, described)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    root.set("style", f"--wide:{wide}")
