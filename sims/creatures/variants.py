"""The keys of a rule set, and rule sets as TOML. Source of the default values: rules/creatures.md, section 1."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..rule_file import Key, RuleFile, Rules
from . import rules as r
from .pieces import MATERIALS, Animal, Building, Good, Site, Space

MATERIAL_LIST = "wood, stone, reed"
REFILLS = {
    Space.START_PLAYER: ({Good.WOOD: 1}, {Good.WOOD: 1}),
    Space.THREE_WOOD: ({Good.WOOD: 3}, {Good.WOOD: 3}),
    Space.ONE_STONE: ({Good.STONE: 1}, {Good.STONE: 1}),
    Space.TWO_STONE: ({Good.STONE: 2}, {Good.STONE: 2}),
    Space.EXPAND: ({Good.BORDER: 1}, {Good.BORDER: 1}),
    Space.MILLPOND: ({Good.REED: 1}, {Good.SHEEP: 1}),
    Space.PIGS_SHEEP: ({Good.PIG: 1}, {Good.SHEEP: 1}),
    Space.COWS_PIGS: ({Good.COW: 1}, {Good.PIG: 1}),
    Space.HORSES_SHEEP: ({Good.HORSE: 1}, {Good.SHEEP: 1}),
}
"""What each space with an arrow gets: while it is empty, and while it still holds something (section 4.1)."""

ANY_ANIMAL, COW_OR_HORSE = 0b1111, 1 << Animal.COW | 1 << Animal.HORSE
SPECIALS: dict[Building, tuple[Site, list[list[int]], int]] = {
    Building.HALF_TIMBERED_HOUSE: (Site.COTTAGE, [[3, 2, 1]], 0),
    Building.STORAGE_BUILDING: (Site.FREE, [[2, 0, 1]], 0),
    Building.SHELTER: (Site.FREE, [[2, 1, 0]], ANY_ANIMAL),
    Building.OPEN_STABLES: (Site.STALL, [[3, 0, 0], [0, 3, 0]], COW_OR_HORSE),
}
"""The special buildings: where each stands, its costs (one of them is paid), the animals of which one comes with it."""
HOLDS = {
    Building.COTTAGE: (1, 0, 0), Building.STALL: (3, 2, 0), Building.STABLES: (5, 8, 0),
    Building.HALF_TIMBERED_HOUSE: (2, 10, 0), Building.STORAGE_BUILDING: (0, 0, 1), Building.SHELTER: (1, 0, 0),
    Building.OPEN_STABLES: (5, 4, 0),
}  # fmt: skip
"""Of each building its capacity, its doubled points, and its doubled points for each material of the owner."""
STEPS = {Animal.SHEEP: [8, 11, 13], Animal.PIG: [7, 9, 11], Animal.COW: [6, 8, 10], Animal.HORSE: [5, 7, 9]}


def _refill_keys() -> Iterator[Key]:
    for space, (first, next_) in REFILLS.items():
        for table, field, when in ((first, "first_refill", "empty"), (next_, "next_refill", "not empty")):
            ((good, amount),) = table.items()
            name = f"{space.name.lower()}_{'first' if field == 'first_refill' else 'next'}"
            meaning = f"{good.name.lower()} that the space gets at the start of a round while it is {when}"
            yield Key("refill", name, field, amount, meaning, high=9, index=(space, good))


def _building_keys() -> Iterator[Key]:
    for kind, (capacity, points, each) in HOLDS.items():
        section = f"buildings.{kind.name.lower()}"
        yield Key(section, "capacity", "capacity", capacity, "animals that it holds", index=kind)
        yield Key(section, "half_points", "points", points, "its points, in halves", -99, index=kind)
        yield Key(section, "half_points_each_material", "material_points", each,
                  "points for each wood, stone and reed of the owner, in halves", index=kind)  # fmt: skip
        if kind in SPECIALS:
            for way, cost in enumerate(SPECIALS[kind][1]):
                name = "cost" if way == 0 else f"cost_{way + 1}"
                yield Key(section, name, "cost", cost, f"{MATERIAL_LIST} for it", index=(kind, way), length=MATERIALS)
            yield Key(section, "copies", "copies", 1, "how many there are", high=4, index=kind)


def _score_keys() -> Iterator[Key]:
    full = "an expansion with all spaces used, in halves"
    yield Key("score", "expansion_half_points", "expansion_points", 8, full, -99)
    yield Key("score", "few", "few", 4, "below so many of a type ...", high=20)
    yield Key("score", "few_points", "few_bonus", -3, "... its bonus is this", -20, 20)
    for animal in Animal:
        name = animal.name.lower()
        yield Key("score", name, "animal_points", 1, f"a {name}", -9, 9, index=animal)
        steps = "the bonus is 1, 2, 3 from so many on; then 1 more for each"
        yield Key("score", f"{name}_bonus_from", "bonus_from", STEPS[animal], steps, 1, index=animal, length=3)


KEYS: tuple[Key, ...] = (
    Key("game", "rounds", "rounds", 8, "rounds", 1, r.MOST_ROUNDS),
    Key("game", "workers", "workers", 3, "workers of each player", 1, 4),
    Key("game", "first", "first", "seat_1", "R01: who starts round 1", kind=r.First),
    Key("start", "wood", "start_goods", 0, "wood of each player at the start", index=Good.WOOD),
    Key("start", "stone", "start_goods", 0, "stone", index=Good.STONE),
    Key("start", "reed", "start_goods", 0, "reed", index=Good.REED),
    Key("start", "borders", "start_goods", 9, "borders of each player at the start", index=Good.BORDER),
    Key("supply", "borders", "border_stock", 8, "borders that come to Expand, one each round"),
    Key("supply", "troughs", "troughs", 10, "feeding troughs"),
    Key("supply", "stall_tiles", "stall_tiles", 4, "tiles for stalls and stables"),
    Key("supply", "expansions", "expansions", 4, "farm expansions", high=4),
    *_refill_keys(),
    Key("building_materials", "goods", "materials", [1, 1, 1], f"{MATERIAL_LIST} that it gives", length=MATERIALS),
    Key("costs", "fence_wood", "fence_wood", 1, "wood for a border with Fences"),
    Key("costs", "free_walls", "free_walls", 2, "borders that each use of Walls gives free"),
    Key("costs", "wall_stone", "wall_stone", 2, "stone for each border of Walls after those"),
    Key("costs", "free_troughs", "free_troughs", 1, "troughs that each use of Feeding Trough gives free"),
    Key("costs", "trough_wood", "trough_wood", 3, "wood for each trough after those"),
    Key("costs", "stall", "stall_cost", [0, 3, 1], f"{MATERIAL_LIST} for a stall", length=MATERIALS),
    Key("costs", "stables_wood", "stables_wood", 5, "wood to turn a stall into stables ..."),
    Key("costs", "stables_stone", "stables_stone", 5, "... or stone"),
    *_building_keys(),
    Key("farm", "pasture_space", "pasture_space", 2, "animals on each space of a pasture", high=9),
    Key("farm", "lone_trough", "lone_trough", 1, "animals at a trough outside of pastures and buildings", high=9),
    Key("breeding", "pair", "pair", 2, "animals of a type that are needed to breed", 1, 9),
    Key("breeding", "newborns", "newborns", 1, "newborns of such a type", high=3),
    *_score_keys(),
)


def _finish(record: Any) -> None:
    """Fill in what follows from the keys and from the table of special buildings."""
    for kind, (site, costs, gifts) in SPECIALS.items():
        record["site"][kind], record["ways"][kind], record["gifts"][kind] = site, len(costs), gifts
    r.derive(record)


def _faults(record: Any) -> str:
    """Return what is wrong with the values together, or ''."""
    usable = 1 + sum(bool(record["first_refill"][space].any()) for space in REFILLS if space != Space.EXPAND)
    if 2 * record["workers"] > usable:
        return f"game.workers = {record['workers']}, but only {usable} spaces can always be used"
    for animal in Animal:
        steps = record["bonus_from"][animal]
        if not (record["few"] <= steps[0] <= steps[1] <= steps[2]):
            return f"score.{animal.name.lower()}_bonus_from has to rise, from score.few on"
    return ""


FILE = RuleFile("creatures", "creatures-2012", KEYS, r.RULES, _finish, _faults)
DEFAULT_NAME = FILE.default_name


def build(name: str, values: dict[str, Any], where: str) -> Rules:
    """Make a rule set from values by key; missing ones are the default. Raises AnalyserError."""
    return FILE.build(name, values, where)


def default() -> Rules:
    """Return the rules of the base game, with every reading as in rules/creatures.md but for R01."""
    return FILE.default()


def load(path: Path) -> Rules:
    """Read a rule set from a TOML file that changes some keys of the default. Raises AnalyserError."""
    return FILE.load(path)


def to_toml(rules: Rules) -> str:
    """Return a rule set as TOML that `load` reads back to the same rules."""
    return FILE.to_toml(rules)


__all__ = ["DEFAULT_NAME", "KEYS", "Rules", "build", "default", "load", "to_toml"]
