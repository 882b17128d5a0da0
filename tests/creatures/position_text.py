"""Positions written down as position files, which `position_file` reads back to the same record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sims.creatures.farm_file import BUILDING_KEYS, HOUSE
from sims.creatures.pieces import BUILDING_WORD, SPACE_WORD, Building, Space
from sims.creatures.sheet import sheet_of
from sims.creatures.variants import REFILLS
from sims.creatures.words import goods_words
from sims.toml_file import quoted


def write_position(record: Any) -> str:
    """Return where a game stands (a POSITION record) as a position file."""
    seat = int(record["seat"])
    taken = [space for space in Space if int(record["occupied"]) >> space & 1]
    lines = ['game = "creatures"', f"round = {record['round'] + 1}", f"seat = {seat + 1}"]
    lines += [f"taken = {quoted([SPACE_WORD[space] for space in taken])}", f"marker = {record['marker'] + 1}"]
    lines += [f"first = {record['first'] + 1}", "", "[farm]", *_farm_lines(record["farms"][seat])]
    lines += ["", "[other]", *_farm_lines(record["farms"][1 - seat]), "", "[spaces]"]
    free = [space for space in REFILLS if space not in taken]
    lines += [f"{quoted(SPACE_WORD[space])} = {quoted(goods_words(record['goods'][space]))}" for space in free]
    return "\n".join(lines) + "\n"


def _farm_lines(farm: Any) -> Iterator[str]:
    """Yield the keys of a FARM record's table."""
    sheet = sheet_of(farm)
    yield f"borders_in_supply = {sheet.borders}"
    numbers = {name: getattr(sheet, name) for name in ("left", "right", "wood", "stone", "reed")} | sheet.herd
    yield from (f"{name} = {number}" for name, number in numbers.items() if number)
    stands = {key: sheet.buildings.get(BUILDING_WORD[kind], "") for key, kind in BUILDING_KEYS.items()}
    places = {"borders": sheet.placed, "troughs": sheet.troughs, **stands}
    yield from (f"{name} = {quoted(cells)}" for name, cells in places.items() if cells)
    if farm["buildings"][Building.HALF_TIMBERED_HOUSE]:
        yield f"{HOUSE} = true"
