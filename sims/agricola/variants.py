"""The keys of a rule set, and rule sets as TOML: one `RuleFile` for each mode of each edition.

Source of the default values: rules/agricola-2007.md and rules/agricola-revised.md, sections 2 to 12.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import unknown
from ..rule_file import Key, RuleFile, Rules
from ..toml_file import read_toml
from . import rules as r
from .editions import EDITIONS, Edition, Mode
from .pieces import CARDS, FIRST_CARD, SUPPLY, Animal, Good, Improvement, Space

GOOD_LIST = "food, wood, clay, reed, stone, grain, vegetables"
COSTS: dict[Improvement, dict[Good, int]] = {
    Improvement.FIREPLACE_2: {Good.CLAY: 2},
    Improvement.FIREPLACE_3: {Good.CLAY: 3},
    Improvement.HEARTH_4: {Good.CLAY: 4},
    Improvement.HEARTH_5: {Good.CLAY: 5},
    Improvement.CLAY_OVEN: {Good.CLAY: 3, Good.STONE: 1},
    Improvement.STONE_OVEN: {Good.CLAY: 1, Good.STONE: 3},
    Improvement.JOINERY: {Good.WOOD: 2, Good.STONE: 2},
    Improvement.POTTERY: {Good.CLAY: 2, Good.STONE: 2},
    Improvement.BASKETMAKER: {Good.REED: 2, Good.STONE: 2},
    Improvement.WELL: {Good.WOOD: 1, Good.STONE: 3},
}
POINTS = (1, 1, 1, 1, 2, 3, 2, 2, 2, 4)
"""The printed points of the improvements (section 9)."""
COOK = {"nothing": [0, 0, 0, 1], "fireplace": [2, 2, 3, 2], "hearth": [2, 3, 4, 3]}
BAKE = (0, 2, 3)
SCALES = {
    "fields": [2, 3, 4, 5],
    "pastures": [1, 2, 3, 4],
    "grain": [1, 4, 6, 8],
    "vegetables": [1, 2, 3, 4],
    "sheep": [1, 4, 6, 8],
    "boar": [1, 3, 5, 7],
    "cattle": [1, 2, 4, 6],
}
"""From how many on there are 1, 2, 3 and 4 points; below the first -1 (section 12)."""
HARVESTS = [4, 7, 9, 11, 13, 14]


def stage_of(card: int) -> int:
    """Return the stage (from 1) of a round card by its place among them (from 0)."""
    return 1 + sum(card >= end for end in r.STAGE_ENDS)


def _goods(table: Any) -> list[int]:
    return [table.get(Good(good), 0) for good in range(SUPPLY)]


def _game_keys(mode: Mode) -> Iterator[Key]:
    yield Key("game", "first", "first", "seat_1", "R01: who starts round 1", kind=r.First)
    yield Key("game", "harvest_rounds", "harvest_list", HARVESTS, "the rounds that end with a harvest", 1, CARDS,
              length=len(HARVESTS))  # fmt: skip
    yield Key("game", "side_job", "side_job", mode.side_job.name.lower(), "R03: the tile for a stable and baking",
              kind=r.SideJob)  # fmt: skip
    yield Key("game", "tie_break", "tie_break", mode.tie_break.name.lower(), "who wins of players with equal points",
              kind=r.TieBreak)  # fmt: skip
    yield Key("game", "craft_bonus", "craft_bonus", "kept", "R04: resources that earned bonus points, in a tie",
              kind=r.CraftBonus)  # fmt: skip
    cards = [Space(FIRST_CARD + card).name.lower() for card in range(CARDS)]
    yield Key("cards", "order", "card_order", "shuffled", "R02: the round cards inside each stage", kind=r.CardOrder)
    yield Key("cards", "cards", "cards", cards, "the round cards, stage by stage", kind=Space, length=CARDS)


def _family_keys() -> Iterator[Key]:
    yield Key("start", "food", "start_food", 3, "food of each player at the start ...")
    yield Key("start", "food_first", "start_food_first", 2, "... of who starts")
    yield Key("start", "food_solo", "start_food_solo", 0, "... of who plays alone")
    yield Key("family", "adult_food", "adult_food", 2, "food for each person at a harvest ...", high=6)
    yield Key("family", "adult_food_solo", "adult_food_solo", 3, "... of who plays alone", high=6)
    yield Key("family", "newborn_food", "newborn_food", 1, "food for each person born in the harvest's round", high=6)
    yield Key("family", "people", "people", 5, "people of a player", 2, 5)


def _building_keys() -> Iterator[Key]:
    yield Key("costs", "room_material", "room_material", 5, "wood, clay or stone for a room")
    yield Key("costs", "room_reed", "room_reed", 2, "reed for a room")
    yield Key("costs", "renovation_material", "renovation_material", 1, "clay or stone for each room renovated")
    yield Key("costs", "renovation_reed", "renovation_reed", 1, "reed for a renovation")
    yield Key("costs", "fence_wood", "fence_wood", 1, "wood for a fence")
    for space, wood in ((Space.ROOMS, 2), (Space.STABLE, 1)):
        yield Key("costs", f"stable_wood_{space.name.lower()}", "stable_wood", wood, "wood for a stable there",
                  index=space)  # fmt: skip
    for animal, food in ((Animal.SHEEP, -1), (Animal.BOAR, 0), (Animal.CATTLE, 1)):
        yield Key("costs", f"animal_food_{animal.name.lower()}", "animal_food", food,
                  "food for one from the space with a choice of animals", -9, index=animal)  # fmt: skip
    yield Key("farm", "stables", "stables", 4, "stables of a player", high=4)
    yield Key("farm", "pasture_space", "pasture_space", 2, "animals on each cell of a pasture", high=9)
    yield Key("farm", "pets", "pets", 1, "animals in the house", high=9)
    yield Key("farm", "grain_sown", "grain_sown", 3, "grain on a field after sowing one", 1, 3)
    yield Key("farm", "vegetables_sown", "vegetables_sown", 2, "vegetables on a field after sowing one", 1, 2)
    yield Key("breeding", "pair", "pair", 2, "animals of a type that are needed to breed", 1, 9)
    yield Key("breeding", "newborns", "newborns", 1, "newborns of such a type", high=3)


def _refill_keys(mode: Mode) -> Iterator[Key]:
    yield Key("refill", "wood3_solo", "solo_wood", 2, "wood on that space each round for who plays alone")
    for space, place in mode.spaces.items():
        for good, number in place.refill.items():
            meaning = f"{good.name.lower()} that the space gets each round"
            yield Key("refill", space.name.lower(), "refill", number, meaning, high=9, index=(space, good))
        for good, number in place.gain.items():
            name, meaning = f"{space.name.lower()}_{good.name.lower()}", f"{good.name.lower()} for each use"
            yield Key("gain", name, "gain", number, meaning, high=9, index=(space, good))


def _improvement_keys() -> Iterator[Key]:
    for improvement in Improvement:
        section = f"improvements.{improvement.name.lower()}"
        yield Key(section, "cost", "cost", _goods(COSTS[improvement]), f"{GOOD_LIST} for it", index=improvement,
                  length=SUPPLY)  # fmt: skip
        yield Key(section, "points", "points", POINTS[improvement], "its printed points", -9, index=improvement)
    yield Key("cooking", "raw_grain", "raw_grain", 1, "food for a grain", high=9)
    for level, (name, rates) in enumerate(COOK.items()):
        yield Key("cooking", name, "cook", rates, "food for each sheep, boar, cattle, vegetable", high=9, index=level,
                  length=r.COOKED)  # fmt: skip
        yield Key("baking", name, "bake", BAKE[level], "food for each grain, as many as one likes", high=9, index=level)
    for oven, name, food, grain in ((0, "clay_oven", 5, 1), (1, "stone_oven", 4, 2)):
        yield Key("baking", f"{name}_food", "oven_food", food, "food for a grain", high=9, index=oven)
        yield Key("baking", f"{name}_grain", "oven_grain", grain, "most grain in one action", high=9, index=oven)
    for craft, name, food, steps in ((0, "joinery", 2, [3, 5, 7]), (1, "pottery", 2, [3, 5, 7]),
                                     (2, "basketmaker", 3, [2, 4, 5])):  # fmt: skip
        yield Key("crafts", f"{name}_food", "craft_food", food, "food for one resource at a harvest", high=9,
                  index=craft)  # fmt: skip
        yield Key("crafts", f"{name}_bonus_from", "craft_bonus_from", steps, "resources for 1, 2, 3 points", 1,
                  index=craft, length=3)  # fmt: skip
    yield Key("crafts", "well_rounds", "well_rounds", 5, "rounds in which the Well gives 1 food", high=CARDS)


def _score_keys() -> Iterator[Key]:
    for scale, (name, steps) in enumerate(SCALES.items()):
        yield Key("score", name, "scale", steps, "how many for 1, 2, 3, 4 points; -1 below", 1, index=scale,
                  length=r.STEPS)  # fmt: skip
    yield Key("score", "person", "person_points", 3, "a person", -9)
    yield Key("score", "rooms", "room_points", [0, 1, 2], "a room of wood, clay, stone", -9, length=3)
    yield Key("score", "unused", "unused_points", -1, "an unused cell", -9)
    yield Key("score", "fenced_stable", "stable_points", 1, "a stable in a pasture", -9)
    yield Key("score", "begging", "begging_points", -3, "a begging card", -9)


def _keys(edition: Edition, mode: Mode) -> tuple[Key, ...]:
    modes = IntEnum("Modes", [one.name.upper() for one in edition.modes], start=0)  # type: ignore[misc]
    return (
        Key("", "mode", "mode", mode.name, "what the other keys start from", kind=modes),
        *_game_keys(mode), *_family_keys(), *_refill_keys(mode), *_building_keys(), *_improvement_keys(),
        *_score_keys(),
    )  # fmt: skip


def _finish(edition: Edition, mode: Mode) -> Callable[[Any], None]:
    """Return what fills in the spaces of a mode, which are no keys, and what follows from the keys."""

    def finish(record: Any) -> None:
        for space, place in mode.spaces.items():
            record["players"][space] = sum(1 << players for players in place.players)
            for name in ("must", "any_of", "one_of", "may", "choices", "most_rooms", "most_stables"):
                record[name][space] = int(getattr(place, name))
            record["choice_of"][space] = sum(1 << good for good in place.choice_of) if place.choices else 0
            record["growth_from"][space] = place.growth_from - 1
        if record["side_job"] != r.SideJob.ALWAYS:
            record["players"][Space.STABLE] &= ~(1 << 1) if record["side_job"] == r.SideJob.NOT_SOLO else 0
        record["edition"], record["rounds"] = list(EDITIONS).index(edition.name), CARDS
        record["harvests"] = sum(1 << (round_ - 1) for round_ in set(record["harvest_list"].tolist()))
        r.derive(record)

    return finish


def _faults(record: Any) -> str:
    """Return what is wrong with the values together, or ''."""
    cards = record["cards"].tolist()
    for place, card in enumerate(cards):
        name = Space(card).name.lower()
        if not FIRST_CARD <= card < FIRST_CARD + CARDS:
            return f"cards.cards: {name} is no round card"
        if card in cards[:place]:
            return f"cards.cards: {name} stands there twice"
        if stage_of(card - FIRST_CARD) != stage_of(place):
            return f"cards.cards: {name} is of stage {stage_of(card - FIRST_CARD)}, not {stage_of(place)}"
    for what in ("scale", "craft_bonus_from"):
        if (np.diff(record[what], axis=1) < 0).any():
            return "the steps of each list under score and of each bonus_from have to rise"
    return ""


@cache
def rule_file(edition: str, mode: str) -> RuleFile:
    """Return how the rule sets of a mode are written."""
    found = EDITIONS[edition]
    for one in found.modes:
        if one.name == mode:
            name = f"{edition.removeprefix('agricola-')}-{mode}"
            return RuleFile(edition, name, _keys(found, one), r.RULES, _finish(found, one), _faults)
    raise unknown(f"mode of {found.title}", mode, modes(edition))


def modes(edition: str) -> list[str]:
    """Return the names of an edition's modes, the default first."""
    return [mode.name for mode in EDITIONS[edition].modes]


def default(edition: str, mode: str | None = None) -> Rules:
    """Return the rules of a mode, or of the edition's default mode, with every reading as in the rules file but R01."""
    return rule_file(edition, modes(edition)[0] if mode is None else mode).default()


def load(edition: str, path: Path) -> Rules:
    """Return the rules of a mode by its name, or of a TOML file that changes some keys of one. Raises AnalyserError."""
    if path.suffix == "" and not os.path.exists(path):
        return default(edition, str(path))
    mode = read_toml(path, "rules file").text("mode")
    return rule_file(edition, modes(edition)[0] if mode is None else mode).load(path)


def to_toml(edition: str, rules: Rules) -> str:
    """Return a rule set as TOML that `load` reads back to the same rules."""
    return rule_file(edition, rules.values["mode"]).to_toml(rules)
