"""Positions written down as position files, which `position_file` reads back to the same record."""

from __future__ import annotations

from typing import Any

import numpy as np

from sims.agricola.farm_file import edition_of
from sims.agricola.pieces import NOTHING, Improvement, Space
from sims.agricola.sheet import NO_CROPS, sheet_of
from sims.agricola.terms import goods_words
from sims.agricola.variants import Rules
from sims.agricola.words import space_word
from sims.toml_file import quoted


def write_position(record: Any, rules: Rules) -> str:
    """Return a position (POSITION) in which a seat is to place a person as a file."""
    seats, own, passed = int(record["seats"]), int(record["seat"]), _passed(record)
    lines = [f"{key} = {quoted(value)}" for key, value in _board(record, rules).items() if value]
    for place in range(seats):
        seat = (own + place) % seats
        values = _farm(record["farms"][seat], rules, int(record["round"])) | {"passed": passed[seat]}
        lines += ["", "[[other]]" if place else "[farm]"]
        lines += [f"{key} = {quoted(value)}" for key, value in values.items() if value]
        lines += [f"to_place = {int(record['farms'][seat]['at_home'])}"]
    return "\n".join(lines) + "\n"


def _board(record: Any, rules: Rules) -> dict[str, Any]:
    """Return the keys of the top table."""
    lying = {space: record["goods"][space] for space in Space if record["goods"][space].any()}
    return {
        "game": edition_of(rules.record),
        "mode": rules.values["mode"],
        "round": int(record["round"]) + 1,
        **{key: int(record[key]) + 1 for key in ("seat", "start", "marker", "first")},
        "cards": [space_word(card, rules.record) for card in record["cards"] if card != NOTHING],
        "taken": [space_word(space, rules.record) for space in Space if int(record["occupied"]) >> space & 1],
        "goods": [f"{space_word(space, rules.record)}: {goods_words(goods)}" for space, goods in lying.items()],
    }


def _farm(farm: Any, rules: Rules, round_: int) -> dict[str, Any]:
    """Return the keys of a farm; which of its fields carry which crops is all one."""
    sheet = sheet_of(farm, rules.record)
    crops = ["" if one == NO_CROPS else f" {one}" for one in sheet.crops]
    return {
        "house": sheet.house,
        "rooms": sheet.rooms,
        "fields": [cell + crop for cell, crop in zip(sheet.fields.split(), crops, strict=True)],
        "stables": sheet.stables,
        "pastures": sheet.pastures,
        "improvements": list(sheet.improvements),
        "well_bought": _well_bought(farm, round_),
        "people": sheet.people,
        "newborns": sheet.newborns,
        "begging": sheet.begging,
        **sheet.supply,
        **sheet.herd,
    }


def _well_bought(farm: Any, round_: int) -> int:
    """Return the round (from 1) in which the Well was bought, 0 without it: the one before it first gives food."""
    well = int(farm["well"])
    if well:
        return (well & -well).bit_length() - 1
    return round_ + 1 if int(farm["improvements"]) >> Improvement.WELL & 1 else 0


def _passed(record: Any) -> list[int]:
    """Return how many people of each seat stay at home after it passed.

    The record says how often seats passed, and how many people are neither placed nor to be placed; whose they are it
    does not say, so that the largest families come first.
    """
    farms, taken = record["farms"][: record["seats"]], int(record["occupied"]).bit_count()
    family = farms["people"] - farms["newborns"]
    idle, found = int((family - farms["at_home"]).sum()) - taken, [0] * len(farms)
    done = [int(seat) for seat in np.argsort(-family, kind="stable") if farms[seat]["at_home"] == 0]
    passes = int(record["placed"]) - taken
    for place, seat in enumerate(done[:passes]):
        found[seat] = min(int(family[seat]), idle - (passes - 1 - place))
        idle -= found[seat]
    return found
