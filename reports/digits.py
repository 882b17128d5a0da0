"""Numbers as people read them: no more digits than the standard error supports.

Only what is shown is rounded; exported tables keep every bit.
"""

from __future__ import annotations

import math

SIGNIFICANT = 2
"""Digits of the standard error that are shown; the value is cut at the same place."""
MISSING = "-"


def places(size: float, significant: int = SIGNIFICANT) -> int:
    """Return the decimal places at which a positive `size` has so many significant digits, never below 0."""
    rounded = float(f"{size:.{significant - 1}e}")  # 0.0996 counts as 0.10, not as 0.0996
    return max(0, significant - 1 - math.floor(math.log10(rounded)))


def fixed(value: float, decimals: int) -> str:
    """Return the value with so many decimals, and never '-0.00'."""
    return f"{round(value, decimals) + 0.0:.{decimals}f}"


def half_up(value: float, decimals: int) -> str:
    """Return a value of 0 or more with so many decimals, halves rounded up, as people expect of 12.5 and 87.5."""
    scale = 10**decimals
    return fixed(math.floor(value * scale + 0.5) / scale, decimals)


def exact(value: float) -> str:
    """Return a value that has no error, such as a smallest score: at most four decimals, no zeros at the end."""
    if not math.isfinite(value):
        return MISSING
    text = fixed(value, 4)
    return text.rstrip("0").rstrip(".")


def has_error(se: float) -> bool:
    """Tell whether a standard error limits the digits; one game has none, and what never varies has 0."""
    return math.isfinite(se) and se > 0


def shown(value: float, se: float) -> str:
    """Return the value with the digits that its standard error supports: (69.2213, 0.038) gives '69.221'."""
    if not (math.isfinite(value) and has_error(se)):
        return exact(value)
    return fixed(value, places(se))


def with_error(value: float, se: float) -> str:
    """Return '69.221 ± 0.038'; the value alone where there is no error to tell."""
    if not (math.isfinite(value) and has_error(se)):
        return exact(value)
    return f"{shown(value, se)} ± {fixed(se, places(se))}"


def with_bound(value: float, bound: float) -> str:
    """Return '9.81 (se ≤ 0.12)' for a sum whose standard error is only known not to exceed `bound`."""
    if not (math.isfinite(value) and has_error(bound)):
        return exact(value)
    return f"{shown(value, bound)} (se ≤ {fixed(bound, places(bound))})"


def between(lo: float, hi: float, se: float) -> str:
    """Return an interval as '69.147 to 69.295', cut where the standard error cuts its value."""
    return f"{shown(lo, se)} to {shown(hi, se)}" if has_error(se) else MISSING


def rough(value: float, lo: float, hi: float) -> tuple[str, str, str]:
    """Return value, lo and hi for a sentence: only the digits that the interval's width leaves certain."""
    if not (math.isfinite(lo) and math.isfinite(hi) and hi > lo):
        return exact(value), exact(lo), exact(hi)
    decimals = places(hi - lo, significant=1)
    return fixed(value, decimals), fixed(lo, decimals), fixed(hi, decimals)


def count(number: int) -> str:
    """Return a whole number with its thousands set apart: 100000 gives '100,000'."""
    return f"{number:,}"


def games(number: int) -> str:
    """Return '1 game' or '100,000 games'."""
    return f"{count(number)} game{'' if number == 1 else 's'}"


def of_games(prob: float, n: int) -> str:
    """Return a share as people say it: 'about 12 of 100 games', '3 of 20 games', 'none of 500 games'."""
    hits = round(prob * n)
    if hits == 0:
        return f"none of {games(n)}"
    if hits == n:
        return f"all of {games(n)}" if n > 1 else "its one game"
    base = 100
    while base < n and not _fair(prob, base):
        base *= 10
    return f"about {count(round(prob * base))} of {games(base)}" if base < n else f"{count(hits)} of {games(n)}"


def _fair(prob: float, base: int) -> bool:
    """Tell whether a whole number out of `base` is within a tenth of the share, or of its complement."""
    return abs(round(prob * base) - prob * base) <= 0.1 * min(prob, 1 - prob) * base
