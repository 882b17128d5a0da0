"""Colours for a dark page: each turned from dark to light and back, its hue kept.

Why computed and not inverted by the browser: what was told apart stays apart in the same order (a cell that is deeper
on white paper is brighter on a dark one), white becomes exactly the page's dark paper, and hues do not move.
The lightness is that of Oklab (Björn Ottosson, 2020), in which equal steps look equal.
"""

from __future__ import annotations

from .canvas import HARVEST_COLOURS
from .canvas import INK as INK_BY_DAY
from .canvas import PAPER as PAPER_BY_DAY

PAPER, INK = "#1f2224", "#f0ede7"
"""What white and the figures' ink become; `page.css` has the same paper."""
HARVESTS = ("#7d5c16", "#c98a1b", "#f0c97a", "#fff0d0")
"""The harvests, which go from light to dark on white, go from dark to light, and stay as golden."""
FIXED = {PAPER_BY_DAY.lower(): PAPER, INK_BY_DAY.lower(): INK}
FIXED |= {day.lower(): night for day, night in zip(HARVEST_COLOURS, HARVESTS, strict=True)}
LIGHTEST = 0.97
LIFT = 0.7
"""Below 1, so that pale colours stand out from dark paper as much as they do from white."""
SHRINK = 0.96

Three = tuple[float, float, float]


def at_night(colour: str) -> str:
    """Return what a colour '#rrggbb' becomes on the dark page."""
    if colour in FIXED:
        return FIXED[colour]
    light, a, b = oklab(colour)
    darkest, *tint = oklab(PAPER)
    turned = darkest + (LIGHTEST - darkest) * (1 - light) ** LIFT
    return _inside(turned, a + light * tint[0], b + light * tint[1])


def oklab(colour: str) -> Three:
    """Return a colour '#rrggbb' as Oklab's lightness (0 to 1), a and b."""
    red, green, blue = (_linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    light = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return min(light, 1.0), a, b


def _inside(light: float, a: float, b: float) -> str:
    """Return the colour as '#rrggbb', less vivid where no screen could show it."""
    parts = _screen(light, a, b)
    while min(parts) < -1e-4 or max(parts) > 1 + 1e-4:
        a, b = a * SHRINK, b * SHRINK
        parts = _screen(light, a, b)
    return "#" + "".join(f"{round(255 * _curved(min(max(part, 0.0), 1.0))):02x}" for part in parts)


def _screen(light: float, a: float, b: float) -> Three:
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red = 4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short
    green = -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short
    blue = -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _curved(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)
