"""Fences as people see them: pastures added to others, or fences by their names; and why they cannot stand so.

Source: rules/agricola-2007.md, section 6.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import AnalyserError
from .farm import FIRST_ROOMS, beside
from .layouts import MOST_FENCES, fence_names, load_layouts, outline, pastures_of


def parts_of(cells: int) -> list[int]:
    """Return the connected parts of a set of cells."""
    found = []
    while cells:
        part, before = cells & -cells, 0
        while part != before:
            before, part = part, part | (int(beside(part)) & cells)
        found.append(part)
        cells &= ~part
    return found


def fenced(old: Iterable[int], new: Iterable[int]) -> list[int]:
    """Return the pastures (masks) there are when new ones are fenced: an old one falls into new ones and the rest."""
    new = list(new)
    cut = sum({cell for mask in new for cell in _cells(mask)})
    rest = [part for mask in old for part in (parts_of(mask & ~cut) if mask & cut else [mask])]
    return [*rest, *new]


def _cells(mask: int) -> list[int]:
    return [1 << bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def why_no_layout(pastures: Iterable[int]) -> str:
    """Return in words why some pastures (masks) cannot be fenced together on any farm."""
    masks, taken, fences = list(pastures), 0, 0
    for mask in masks:
        if mask & taken:
            return "a cell is in two pastures"
        if len(parts_of(mask)) > 1:
            return "the cells of a pasture have to share edges"
        taken, fences = taken | mask, fences | outline(mask)
    if taken & FIRST_ROOMS:
        return "the cells (1,0) and (2,0) are rooms and cannot be fenced in"
    if fences.bit_count() > MOST_FENCES:
        return f"that takes {fences.bit_count()} fences, but there are {MOST_FENCES}"
    if len(parts_of(taken)) > 1:
        return "a pasture has to share an edge with the others"
    return "a fence would stand inside a pasture, or a free cell would be enclosed"


def fenced_by(names: Iterable[str]) -> int:
    """Return the place of the layout with the fences of these names, 0 for none. Raises AnalyserError."""
    bits = {name: bit for bit, name in enumerate(fence_names((1 << 38) - 1))}
    fences = 0
    for name in names:
        if name not in bits:
            raise AnalyserError(f"there is no fence {name}: H(row,column) lies above a cell, rows 0 to 3, columns 0 to "
                                "4; V(row,column) to the left of it, rows 0 to 2, columns 0 to 5")  # fmt: skip
        fences |= 1 << bits[name]
    if not fences:
        return 0
    for place, one in enumerate(load_layouts()["fences"]):
        if int(one) == fences:
            return place
    raise AnalyserError(_why_no_fences(fences))


def _why_no_fences(fences: int) -> str:
    """Return in words why fences (a mask) are those of no layout."""
    if fences.bit_count() > MOST_FENCES:
        return f"{fences.bit_count()} fences, but there are {MOST_FENCES}"
    most = max(
        (place for place, one in enumerate(load_layouts()["fences"]) if int(one) & ~fences == 0),
        key=lambda place: int(load_layouts()["number"][place]),
    )
    loose = fence_names(fences & ~int(load_layouts()["fences"][most]))
    if len(pastures_of(most)) == 0:
        return "the fences enclose no pasture"
    return f"fences are loose: {' '.join(loose)} would belong to no pasture, or to one apart from the others"
