"""Rule sets as TOML: the default, printed with a comment for every key, and files that change some of them.

Every key is declared once, in `KEYS`: where it stands in the file and in the record, what it may be, what it means.
Printing, reading, checking and the messages about mistakes all come from that table.
Source of the default values: rules/express.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import rule_file
from ..errors import AnalyserError
from ..rule_file import RuleFile, Rules
from . import rules as r
from .faces import FIRST_FACE, Animal, DieKind, Face, Good, House
from .words import FACE_WORD, face_named


@dataclass(frozen=True)
class Key(rule_file.Key):
    """A key of Express: beside what others may be, the faces of a kind of dice, and an order of all animals."""

    @property
    def allowed(self) -> str:
        """What the key may be, in words."""
        if not isinstance(self.kind, DieKind):
            return super().allowed
        words = [FACE_WORD[Face(face)] for face in range(FIRST_FACE[self.kind], FIRST_FACE[self.kind + 1])]
        return f"a list of {self.length}, each one of {', '.join(words)}"

    @property
    def choices(self) -> str:
        """What is said behind the meaning: the choices, where there are few."""
        return "" if isinstance(self.kind, DieKind) else super().choices

    def put(self, record: Any, value: Any, where: str) -> None:
        """Write a value into the record, or into the farm that all begin with."""
        if self.field.startswith("start."):
            record["start"][self.field.removeprefix("start.")] = self.encode(value, where)
        else:
            super().put(record, value, where)

    def encode(self, value: Any, where: str) -> Any:
        """Return the number, or list of them, that stands for a value in the record. Raises AnalyserError."""
        numbers = super().encode(value, where)
        if self.kind is Animal and sorted(numbers) != [0, 1, 2]:
            raise AnalyserError(f"{where}: {self.path} has to name each of sheep, boar, cattle once")
        return numbers

    def encode_one(self, value: Any, where: str) -> int:
        """Return the number that stands for one value. Raises AnalyserError."""
        if not isinstance(self.kind, DieKind):
            return super().encode_one(value, where)
        face = face_named(value) if isinstance(value, str) else None
        if face is None or not FIRST_FACE[self.kind] <= face < FIRST_FACE[self.kind + 1]:
            raise self.refused(value, where)
        return int(face)


def _dice_keys() -> list[Key]:
    shown = {
        DieKind.FARM: (2, [Face.HOUSE, Face.HOUSE, Face.PASTURE, Face.PASTURE, Face.FIELD, Face.FIELD]),
        DieKind.OCCUPATION: (1, list(range(Face.MAYOR, Face.OVEN))),
        DieKind.IMPROVEMENT: (1, list(range(Face.OVEN, Face.FOOD))),
        DieKind.PRODUCE: (3, [Face.FOOD, Face.FOOD, Face.TWO_FOOD, Face.GRAIN, Face.GRAIN, Face.VEGETABLE]),
        DieKind.RESOURCE: (3, [Face.WOOD, Face.WOOD, Face.BRICK, Face.BRICK, Face.REED, Face.STONE]),
        DieKind.ANIMAL: (3, [Face.SHEEP, Face.SHEEP, Face.SHEEP, Face.BOAR, Face.BOAR, Face.CATTLE]),
    }
    keys = []
    for kind, (number, faces) in shown.items():
        section = f"dice.{kind.name.lower()}"
        words = [FACE_WORD[Face(face)] for face in faces]
        most = 1 if kind in (DieKind.OCCUPATION, DieKind.IMPROVEMENT) else 4
        low = 1 if kind in (DieKind.PRODUCE, DieKind.RESOURCE) else 0
        keys.append(Key(section, "number", "number", number, "how many of these dice", low, most, index=kind))
        keys.append(Key(section, "faces", "faces", words, "the six faces of each", kind=kind, index=kind, length=6))
    return keys


def _start_keys() -> list[Key]:
    goods = {"food": 2, "reed": 1, "wood": 1, "brick": 1, "stone": 1}
    names = ("rooms", "babies", "fields", "pastures", *(good.name.lower() for good in Good))
    house = Key("start", "house", "start.house", "wood", "what the house is built of", kind=House)
    counts = [Key("start", name, f"start.{name}", goods.get(name, 0), f"{name} at the start") for name in names]
    return [house, *counts]


def _score_keys() -> list[Key]:
    points = {"low": -99}
    keys = [
        Key("score.house", "any", "house_any", 3, "if there is any room", **points),
        Key("score.house", "room", "room_points", [1, 2, 3], "a room of wood, brick, stone", length=3, **points),
        Key("score.fields", "any", "fields_any", 3, "if there is any field", **points),
        Key("score.fields", "each", "field_points", 1, "a field", **points),
        Key("score.fields", "each_with_mayor", "mayor_field_points", 3, "a field, with the Mayor", **points),
        Key("score.pastures", "any", "pastures_any", 3, "if there is any pasture", **points),
        Key("score.pastures", "each", "pasture_points", 1, "a pasture", **points),
        Key("score.babies", "points", "baby_points", [0, 1, 3, 5, 7, 9, 11, 13, 15],
            "for 0, 1, 2 ... babies (harvest 3, or with the Midwife)", length=r.MOST_BABIES + 1, **points),
        Key("score.missing_food", "each", "missing_food", -3, "a Food missing at the feeding", **points),
        Key("score.improvements", "each_with_builder", "builder_points", 1, "an improvement (Builder)", **points),
    ]  # fmt: skip
    rows = {
        Good.GRAIN: (1, 1, 2), Good.VEGETABLES: (1, 1, 1), Good.WOOD: (0, 2, 3), Good.BRICK: (0, 2, 3),
        Good.REED: (0, 2, 2), Good.STONE: (0, 2, 2), Good.SHEEP: (1, 1, 3), Good.BOAR: (1, 1, 2), Good.CATTLE: (1, 1,
        1),
    }  # fmt: skip
    for good, (any_, each, per) in rows.items():
        section = f"score.{good.name.lower()}"
        workshop = " (with its workshop)" if Good.WOOD <= good <= Good.STONE else ""
        keys += [
            Key(section, "any", "good_any", any_, f"if there is any{workshop}", index=good, **points),
            Key(section, "points", "good_points", each, f"for each full `per`{workshop}", index=good, **points),
            Key(section, "per", "good_per", per, "how many make those points", 1, index=good),
        ]
    return keys


def _reading_keys() -> list[Key]:
    animals = ["cattle", "boar", "sheep"]
    return [
        Key("readings", "two_food_pays", "two_food_pays", "value", "R01: what a 2 Food die pays", kind=r.TwoFoodPays),
        Key("readings", "power_paid_from", "power_paid_from", "sheet", "R02: the Mayor's Food", kind=r.PowerPaidFrom),
        Key("readings", "free_choice_cost", "free_choice_cost", "built", "R03: cost of the free choice",
            kind=r.FreeChoiceCost),
        Key("readings", "rearrange", "rearrange", "free", "R04: animals between pastures", kind=r.Rearrange),
        Key("readings", "feeding", "feeding", "must_pay", "R05: may Food be kept from the family?", kind=r.Feeding),
        Key("readings", "breeding", "breeding", "per_pasture", "R06: newborns", kind=r.Breeding),
        Key("readings", "breeding_ties", "breeding_ties", animals, "R07: spare pastures go to", kind=Animal, length=3),
        Key("readings", "start_player_tie", "start_player_tie", "from_old", "R08: who starts when totals tie",
            kind=r.StartPlayerTie),
    ]  # fmt: skip


KEYS: tuple[Key, ...] = (
    Key("", "par", "par", 85, "a solo game is won by a score above this", -9999, 9999),
    *_dice_keys(),
    *_start_keys(),
    Key("rounds", "per_harvest", "rounds", [3, 2, 1], "rounds before harvests 1, 2 and 3", 1, 6, length=3),
    Key("family", "adults", "adults", 2, "adults, an action a round each", 1, 6),
    Key("family", "most_babies", "most_babies", 4, "babies at most", 0, r.MOST_BABIES),
    Key("family", "adult_food", "adult_food", 2, "Food that an adult eats at a harvest"),
    Key("family", "baby_food", "baby_food", 2, "Food that a baby eats"),
    Key("family", "baby_food_with_midwife", "midwife_baby_food", 1, "the same with the Midwife"),
    Key("costs", "room_reed", "room_reed", 1, "Reed for a room"),
    Key("costs", "room_house_resource", "room_resource", 1, "Wood, Brick or Stone, as the house, for a room"),
    Key("costs", "brick_house", "brick_house", 2, "Brick from a wood house to a brick house"),
    Key("costs", "stone_house", "stone_house", 2, "Stone from a brick house to a stone house"),
    Key("costs", "pasture_wood", "pasture_wood", 1, "Wood for a pasture"),
    Key("costs", "occupation_food", "occupation_food", 1, "Food for an occupation", high=10),
    Key("costs", "hearth_or_oven", "hearth_or_oven", 1, "Brick, or Stone, for a Hearth or an Oven"),
    Key("costs", "workshop_wood", "workshop_wood", 1, "Wood for a workshop"),
    Key("costs", "mayor_food", "mayor_food", 2, "Food for the Mayor's power", high=10),
    Key("planting", "recorded", "harvested", 2, "Grain or Vegetables recorded for one planted", 1),
    *(
        Key("cooking", name, "cook", food, f"Food from one {name}", index=place)
        for place, (name, food) in enumerate(
            {"grain": 2, "vegetables": 3, "sheep": 2, "boar": 3, "cattle": 4}.items(),
        )
    ),
    *_score_keys(),
    *_reading_keys(),
)


def _faults(record: Any) -> str:
    """Return what is wrong with the values together, or ''."""
    start = record["start"]
    if start["babies"] > record["most_babies"]:
        return "start.babies is larger than family.most_babies"
    kinds = sum(start[name] > 0 for name in ("sheep", "boar", "cattle"))
    if kinds > start["pastures"]:
        return f"start has {kinds} kinds of animals but {start['pastures']} pastures to hold them"
    return ""


FILE = RuleFile("express", "express-1.3", KEYS, r.RULES, r.derive, _faults)
DEFAULT_NAME = FILE.default_name


def build(name: str, values: dict[str, Any], where: str) -> Rules:
    """Make a rule set from a value for every key (missing ones: the default). Raises AnalyserError."""
    return FILE.build(name, values, where)


def default() -> Rules:
    """Return the rules of Agricola Express v1.3 with every reading as in rules/express.md."""
    return FILE.default()


def load(path: Path) -> Rules:
    """Read a rule set from a TOML file that changes some keys of the default. Raises AnalyserError."""
    return FILE.load(path)


def readings(rules: Rules, players: int) -> list[tuple[str, Rules]]:
    """Return what each reading of the rules could be instead: its name, and the rule set with it alone changed.

    For each key of `readings` all its other values; of the orders of `breeding_ties` the opposite one. What concerns
    several players is left out for one.
    """
    found = []
    for key in _reading_keys():
        now = rules.values[key.path]
        others = (
            [list(reversed(now))] if key.length else [one.name.lower() for one in key.kind if one.name.lower() != now]
        )
        for other in others if players > 1 or key.name != "start_player_tie" else []:
            said = other if isinstance(other, str) else ", ".join(other)
            name = f"{key.name} = {said}"
            found.append((name, build(name, {**rules.values, key.path: other}, name)))
    return found


def to_toml(rules: Rules) -> str:
    """Return a rule set as TOML that `load` reads back to the same rules, with what each key means."""
    return FILE.to_toml(rules)


__all__ = ["KEYS", "Key", "Rules", "build", "default", "load", "readings", "to_toml"]
