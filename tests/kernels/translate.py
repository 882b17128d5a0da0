"""Between the two engines: farms, dice, rule options and outcomes of the oracle as those of the kernels, and back.

Why outcomes: both engines may describe one move in different words, so an action is compared by what it leads to: the
dice group, the farm, the dice left lying. As bytes these can be put into sets, thousands a second.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from operator import attrgetter
from typing import Any

import numpy as np
from oracles.express import IMPROVEMENTS, OCCUPATIONS, Farm, Options
from oracles.express_moves import CHOICES

from sims.express import variants
from sims.express.drafts import MOST_MOVES, Menu, new_found
from sims.express.faces import FACES, Cookable, Face, Group
from sims.express.farm import FARM
from sims.express.harvest import COOKING, Category
from sims.express.listing import can_act, group_moves, legal_moves
from sims.express.moves import MOVE, apply
from sims.jit import kernel

FACE_NAMES = (
    "House", "Pasture", "Field", *OCCUPATIONS, *IMPROVEMENTS, "Food", "2 Food", "Grain", "Vegetable",
    "Wood", "Brick", "Reed", "Stone", "Sheep", "Boar", "Cattle",
)  # fmt: skip
"""The oracle's names of the faces, in the order of `Face`."""
FACE_NUMBER = {name: number for number, name in enumerate(FACE_NAMES)}
COOKED_NAMES = ("Grain", "Vegetable", "Sheep", "Boar", "Cattle")
"""The oracle's names of what can be cooked, in the order of `Cookable`."""
BY_DEFAULT = Options()
GROUP_NAMES = tuple(group.name.capitalize().replace("_", " ") for group in Group)
GROUP_NUMBER = {name: number for number, name in enumerate(GROUP_NAMES)}
BUILDING = {int(Group.BUILD_HEARTH_OR_OVEN), int(Group.BUILD_WORKSHOP)}
OUTCOME = np.dtype([("farm", FARM), ("dice", np.int8, (FACES,)), ("group", np.int8), ("fault", np.int8)], align=True)
"""What a move leads to; `fault` is 0 where it is legal."""

_FIELDS = attrgetter(*(name for name in FARM.names if name not in ("occupations", "improvements")))
_FOUND = new_found()


# --- Farms, dice, options ------------------------------------------------------------------------------------------


@lru_cache(None)
def bits_of(cards: frozenset[str], names: tuple[str, ...]) -> int:
    """Return a set of cards as a bit set over `names`."""
    return sum(1 << names.index(card) for card in cards)


def cards_of(bits: int, names: tuple[str, ...]) -> frozenset[str]:
    """Return a bit set over `names` as a set of cards."""
    return frozenset(name for place, name in enumerate(names) if bits >> place & 1)


def farm_values(farm: Farm) -> tuple[int, ...]:
    """Return an oracle farm as the values of a FARM record, in the order of its fields."""
    *counts, points = _FIELDS(farm)
    cards = bits_of(farm.occupations, OCCUPATIONS), bits_of(farm.improvements, IMPROVEMENTS)
    return (*counts, *cards, points)


def to_record(farm: Farm) -> Any:
    """Return an oracle farm as a FARM record of its own memory."""
    return np.array([farm_values(farm)], FARM)[0]


def to_farm(record: Any) -> Farm:
    """Return a FARM record as an oracle farm."""
    values = {name: int(record[name]) for name in FARM.names}
    values["occupations"] = cards_of(values["occupations"], OCCUPATIONS)
    values["improvements"] = cards_of(values["improvements"], IMPROVEMENTS)
    return Farm(**values)


@lru_cache(None)
def _counts(dice: tuple[str, ...]) -> tuple[int, ...]:
    shown = Counter(dice)
    return tuple(shown[name] for name in FACE_NAMES)


def to_counts(dice: Iterable[str]) -> Any:
    """Return the oracle's dice (names of faces) as counts by face, int8[26]."""
    return np.array(_counts(tuple(sorted(dice))), np.int8)


def to_dice(counts: Any) -> tuple[str, ...]:
    """Return counts by face as the oracle's dice: names of faces, sorted."""
    return tuple(sorted(name for name, count in zip(FACE_NAMES, counts, strict=True) for _ in range(count)))


@lru_cache(None)
def rules_of(options: Options = BY_DEFAULT) -> Any:
    """Return the rules record with the readings of the oracle's options and all else as it is by default."""
    values: dict[str, Any] = {f"readings.{name}": getattr(options, name) for name in CHOICES}
    values["readings.breeding_ties"] = [animal.lower() for animal in options.breeding_ties]
    return variants.build("test", values, "test").record


def to_cooked(move: Any) -> dict[str, int]:
    """Return what a move (or an int64[6] of a harvest) cooks as the oracle's `{good: count}`, without zeros."""
    pot = move["cook"] if isinstance(move, np.void) else move
    return {name: int(pot[place]) for place, name in enumerate(COOKED_NAMES) if pot[place]}


def to_cooking(cooked: dict[str, int], withheld: int = 0) -> Any:
    """Return the oracle's `{good: count}` as the int64[6] of a harvest."""
    cooking = np.zeros(COOKING, np.int64)
    for good, count in cooked.items():
        cooking[COOKED_NAMES.index(good)] = count
    cooking[len(Cookable)] = withheld
    return cooking


def to_categories(points: Any) -> dict[str, int]:
    """Return the points by `Category` (int64[15]) under the oracle's names."""
    return {category.name.lower().replace("_", " "): int(points[category]) for category in Category}


# --- Moves and what they lead to -----------------------------------------------------------------------------------


@kernel()
def carry_out(rules, moves, outcomes):
    """Carry out each of `moves` on the farm and the dice in its place of `outcomes` (OUTCOME[k], written)."""
    for place in range(len(moves)):
        outcome = outcomes[place]
        outcome["fault"] = apply(outcome["farm"], outcome["dice"], moves[place], rules)


def outcomes_of(farm: Any, dice: Any, rules: Any, moves: Any) -> Any:
    """Return what each of the moves leads to from one farm and its dice (OUTCOME[k])."""
    outcomes = np.zeros(len(moves), OUTCOME)
    outcomes["farm"], outcomes["dice"], outcomes["group"] = farm, dice, moves["group"]
    carry_out(rules, moves, outcomes)
    return outcomes


def listed(farm: Any, dice: Any, rules: Any, menu: Menu) -> Any:
    """Return a copy of the moves that a menu lists."""
    number = legal_moves(farm, dice, rules, int(menu), _FOUND)
    assert number == _FOUND["count"]
    assert number < MOST_MOVES, "the list is full"
    return _FOUND["moves"][:number].copy()


def listed_group(farm: Any, dice: Any, rules: Any, group: Group) -> Any:
    """Return a copy of the moves that `group_moves` lists."""
    number = group_moves(farm, dice, rules, int(group), _FOUND)
    assert number == _FOUND["count"]
    return _FOUND["moves"][:number].copy()


def is_able(farm: Any, dice: Any, rules: Any) -> bool:
    """Return what `can_act` says."""
    return bool(can_act(farm, dice, rules, _FOUND))


def led_to(
    farm: Farm, dice: Iterable[str], move: Any, options: Options = BY_DEFAULT
) -> tuple[str, Farm, tuple[str, ...]]:
    """Return a legal move's (group, farm after, dice left) in the oracle's words; AssertionError if it is illegal."""
    outcome = outcomes_of(to_record(farm), to_counts(dice), rules_of(options), np.array([move], MOVE))[0]
    assert outcome["fault"] == 0, f"fault {outcome['fault']}"
    return GROUP_NAMES[outcome["group"]], to_farm(outcome["farm"]), to_dice(outcome["dice"])


def keys(outcomes: Any) -> list[bytes]:
    """Return outcomes (OUTCOME[k]) as bytes that are equal where farm, dice and group are.

    The two groups that build improvements count as one: with the Builder the same improvement can be had through
    either, at the same price and with the same dice left, and the listing leaves the detour out.
    """
    one = outcomes.copy()
    one["group"][np.isin(one["group"], list(BUILDING))] = Group.BUILD_WORKSHOP
    data, size = one.tobytes(), OUTCOME.itemsize
    return [data[start : start + size] for start in range(0, len(data), size)]


def oracle_keys(outcomes: Iterable[tuple[str, Farm, tuple[str, ...]]]) -> set[bytes]:
    """Return the oracle's outcomes as such bytes."""
    rows = [(farm_values(farm), _counts(tuple(sorted(dice))), GROUP_NUMBER[group], 0) for group, farm, dice in outcomes]
    return set(keys(np.array(rows, OUTCOME)))


def in_words(key: bytes) -> str:
    """Return the bytes of an outcome in the oracle's words, for messages."""
    outcome = np.frombuffer(key, OUTCOME)[0]
    fields = {name: value for name, value in vars(to_farm(outcome["farm"])).items() if value}
    return f"{GROUP_NAMES[outcome['group']]}: {fields}, left {to_dice(outcome['dice'])}"


def make_move(group: Group | int, **fields: Any) -> Any:
    """Return a MOVE record of a group with these fields, all others empty; short lists fill up with what is empty."""
    move = np.zeros(1, MOVE)[0]
    for name in ("power", "set_from", "set_to", "what", "die", "material", "other"):
        move[name] = -1
    move["group"] = group
    for name, value in fields.items():
        if isinstance(value, (list, tuple)):
            move[name][: len(value)] = value
        else:
            move[name] = value
    return move


def face(name: str) -> Face:
    """Return the face that the oracle calls so."""
    return Face(FACE_NUMBER[name])
