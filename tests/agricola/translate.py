"""The slow engine's games as the compiled engine's positions, and moves and feedings both ways.

The slow engine names fences by their segments and crops by their fields, keeps a conversion apart from a placement, and
asks for a herd only where animals come or fences are built. `carried_out` puts a MOVE into those words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from oracles import agricola as oracle
from oracles.agricola_deeds import HERD
from oracles.agricola_herd import minus, within
from oracles.agricola_improvements import cooker
from oracles.agricola_moves import asked, held_then

from sims.agricola import variants
from sims.agricola.board import POSITION
from sims.agricola.farm import CELLS, COLUMNS, FARM, MOST_PASTURES
from sims.agricola.geometry import measure
from sims.agricola.harvest import FEEDING
from sims.agricola.layouts import PLACES, load_layouts, place_of
from sims.agricola.moves import MOVE, clear
from sims.agricola.pieces import (
    ANIMALS,
    GOODS,
    IMPROVEMENTS,
    NOTHING,
    RESOURCES,
    SPACES,
    SUPPLY,
    Effect,
    Good,
    House,
    Improvement,
    Space,
)

SUPPLY_NAMES = ("food", "wood", "clay", "reed", "stone", "grain", "vegetables")
HERD_NAMES = ("sheep", "boar", "cattle")
GOOD_NAMES = SUPPLY_NAMES + HERD_NAMES
CONVERTED_NAMES = ("grain", "vegetables", *HERD_NAMES)
CRAFT_NAMES = ("joinery", "pottery", "basketmaker")

SPACE_OF = {
    "ROOMS": Space.ROOMS, "START-F": Space.START, "START-N": Space.START, "GRAIN": Space.GRAIN, "PLOW": Space.PLOW,
    "STABLE": Space.STABLE, "DAY-F": Space.DAY, "DAY-N": Space.DAY, "WOOD3": Space.WOOD3, "CLAY1": Space.CLAY1,
    "REED1": Space.REED1, "FISH": Space.FISH, "SOW": Space.SOW, "IMPR": Space.IMPROVE, "SHEEP": Space.SHEEP,
    "FENCE": Space.FENCE, "STONE-2": Space.STONE_2, "RENO": Space.RENOVATE, "GROW": Space.GROW,
    "VEG": Space.VEGETABLE, "BOAR": Space.BOAR, "STONE-4": Space.STONE_4, "CATTLE": Space.CATTLE,
    "PLOWSOW": Space.PLOW_SOW, "GROW-5": Space.GROW_5, "RENOFENCE": Space.RENOVATE_FENCE,
    "G3-BR1": Space.ONE_RESOURCE, "G3-W2": Space.WOOD2, "G3-C1": Space.HOLLOW_3, "G3-BR2": Space.TWO_RESOURCES,
    "G4-W1": Space.WOOD1, "G4-W2": Space.WOOD2, "G4-C2": Space.HOLLOW_4, "G4-TRAV": Space.TRAVELING,
    "G4-RSF": Space.MARKET_4, "G4-BR2": Space.TWO_RESOURCES, "G5-W4": Space.WOOD4, "G5-C3": Space.CLAY3,
    "G5-RSW": Space.REED_STONE_WOOD, "G5-ANIMAL": Space.ANIMALS, "G5-ROOM": Space.ROOM_OR_FOOD,
    "G5-BR2GROW": Space.RESOURCES_OR_GROWTH, "G5-OCCGROW": Space.RESOURCES_OR_GROWTH,
    "FARM": Space.ROOMS, "MEET": Space.START, "MEET-B": Space.START, "LAND": Space.PLOW, "DAY": Space.DAY,
    "FOREST": Space.WOOD3, "CLAY": Space.CLAY1, "REED": Space.REED1, "SIDE": Space.STABLE, "MAJOR": Space.IMPROVE,
    "GRAINUTIL": Space.SOW, "BASIC": Space.GROW, "HOUSE": Space.RENOVATE, "WEST": Space.STONE_2, "PIG": Space.BOAR,
    "EAST": Space.STONE_4, "URGENT": Space.GROW_5, "CULT": Space.PLOW_SOW, "FARMRE": Space.RENOVATE_FENCE,
    "GROVE": Space.WOOD2, "HOLLOW3": Space.HOLLOW_3, "HOLLOW4": Space.HOLLOW_4, "MARKET3": Space.MARKET_3,
    "MARKET4": Space.MARKET_4, "COPSE": Space.WOOD1, "TRAVEL": Space.TRAVELING,
}  # fmt: skip
"""The spaces by the ids of the rules files; those that only play hand cards are none of the compiled engine's (R05)."""
CARDS_ONLY = {"OCC", "G3-OCC", "G4-OCC", "LESSON", "LESSON3", "LESSON4"}

DEED_EFFECTS = {
    "marker": Effect.MARKER,
    "renovate_improvement": Effect.RENOVATE,
    "renovate_fences": Effect.RENOVATE,
    "grow": Effect.GROW,
    "grow_from_5": Effect.GROW,
    "grow_anyway": Effect.GROW_ANYWAY,
}
"""What a deed does whatever is decided for it."""

MODES = {
    ("2007", "F"): ("agricola-2007", "family"),
    ("2007", "N"): ("agricola-2007", "normal"),
    ("revised", "B"): ("agricola-revised", "beginner"),
    ("revised", "N"): ("agricola-revised", "normal"),
}
ALL_RULES = [oracle.Rules("2007", mode, players) for mode in "FN" for players in range(1, 6)]
ALL_RULES += [oracle.Rules("revised", mode, players) for mode in "BN" for players in range(1, 5)]


@cache
def rules_of(rules: oracle.Rules) -> Any:
    """Return the rules record for a game of the slow engine."""
    return variants.default(*MODES[rules.edition, rules.mode]).record


def kind_of(rules: oracle.Rules) -> str:
    """Return edition, mode and number of players in a word."""
    return f"{rules.edition}-{rules.mode}-{rules.players}"


# --- Cells, fences, improvements ------------------------------------------------------------------------------------


def mask_of(cells: Iterable[tuple[int, int]]) -> int:
    """Return the mask of some cells."""
    return sum(1 << COLUMNS * row + column for row, column in cells)


def cells_of(mask: int) -> frozenset[tuple[int, int]]:
    """Return the cells of a mask."""
    return frozenset(divmod(cell, COLUMNS) for cell in range(CELLS) if mask >> cell & 1)


@cache
def place_with(fences: frozenset[Any]) -> int:
    """Return the place of the layout with these fences."""
    place = place_of([mask_of(cells) for cells in oracle.pastures(fences)]) if fences else 0
    assert place is not None
    return place


@cache
def fences_at(place: int) -> frozenset[Any]:
    """Return the fences of a place."""
    mask = int(load_layouts()["fences"][place])
    level = [("H", *divmod(bit, 5)) for bit in range(20) if mask >> bit & 1]
    return frozenset(level + [("V", *divmod(bit, 6)) for bit in range(18) if mask >> 20 + bit & 1])


def improvements_mask(names: Iterable[str]) -> int:
    """Return the mask of some improvements."""
    return sum(1 << Improvement[name.upper()] for name in names)


# --- Farms and positions --------------------------------------------------------------------------------------------


def write_farm(farm: Any, own: oracle.Farm, rules: Any, at_home: int = 0) -> None:
    """Write a farm of the slow engine into a FARM record."""
    farm["supply"][:] = [getattr(own, name) for name in SUPPLY_NAMES]
    farm["animals"][:] = own.herd
    farm["house"] = House[own.material.upper()]
    farm["rooms"], farm["fields"], farm["stables"] = mask_of(own.rooms), mask_of(own.fields), mask_of(own.stables)
    farm["layout"] = place_with(own.fences)
    for name, crop in (("grain_fields", "grain"), ("vegetable_fields", "vegetables")):
        for number in range(len(farm[name])):
            farm[name][number] = list(own.fields.values()).count((crop, number + 1))
    farm["improvements"] = improvements_mask(own.improvements)
    farm["well"] = sum(1 << (round_ - 1) for round_ in own.well)
    farm["people"], farm["newborns"], farm["begging"] = own.people, own.newborns, own.begging
    farm["at_home"] = at_home
    measure(farm, rules)


def to_farm(own: oracle.Farm, rules: Any) -> Any:
    """Return a farm of the slow engine as a FARM record."""
    farm = np.zeros(1, FARM)[0]
    write_farm(farm, own, rules)
    return farm


def space_bits(names: Iterable[str]) -> int:
    """Return the bits of spaces, without those that only play hand cards."""
    return sum(1 << SPACE_OF[name] for name in names if name not in CARDS_ONLY)


def goods_on(game: oracle.Game) -> Any:
    """Return the goods on all spaces, int64[spaces, goods]."""
    goods = np.zeros((SPACES, GOODS), np.int64)
    for name, number in game.piles.items():
        goods[SPACE_OF[name], GOOD_NAMES.index(oracle.SPACES[name].good)] = number
    return goods


def to_position(game: oracle.Game) -> Any:
    """Return a game of the slow engine as a POSITION record; spaces and people are those of the work phase."""
    position, rules = np.zeros(1, POSITION)[0], rules_of(game.rules)
    for seat, own in enumerate(game.farms):
        at_home = 0 if seat in game.passed else oracle.at_home(game, seat)
        write_farm(position["farms"][seat], own, rules, at_home)
    position["goods"] = goods_on(game)
    position["open"], position["occupied"] = space_bits(game.table), space_bits(game.occupied)
    position["round"], position["seats"], position["placed"] = game.round - 1, len(game.farms), len(game.occupied)
    position["seat"] = NOTHING if game.seat is None else game.seat
    position["first"] = position["start"] = game.first
    position["marker"] = game.marker
    position["cards"][:] = NOTHING
    position["cards"][: game.round] = [SPACE_OF[card] for card in game.deck[: game.round]]
    position["improvements"] = improvements_mask(oracle.for_sale(game))
    return position


POSITION_FIELDS = ("goods", "open", "occupied", "round", "seats", "start", "marker", "cards", "improvements")


def farm_differences(one: Any, other: Any, round_: int) -> list[str]:
    """Return which fields of two farms differ; food of a Well counts from the round after this one (from 0) on."""
    to_come = -1 << (round_ + 1)
    found = [name for name in FARM.names if name not in ("well", "capacities")]
    found = [name for name in found if not np.array_equal(one[name], other[name])]
    if (one["well"] ^ other["well"]) & to_come:
        found.append("well")
    if not np.array_equal(one["capacities"][:MOST_PASTURES], other["capacities"][:MOST_PASTURES]):
        found.append("capacities")
    return found


def differences(one: Any, other: Any) -> list[str]:
    """Return which fields of two positions differ, but for the trial fields, who acts and how many have placed."""
    found = [name for name in POSITION_FIELDS if not np.array_equal(one[name], other[name])]
    for seat in range(int(one["seats"])):
        names = farm_differences(one["farms"][seat], other["farms"][seat], int(one["round"]))
        found += [f"seat {seat}: {name}" for name in names]
    return found


def after_differences(before: Any, after: Any, game: oracle.Game) -> list[str]:
    """Return in which fields a position after a placement differs from the slow engine's game after it.

    `before` is the position in which the same seat was to act; the farms of the others have to be as they were.
    """
    seat, rules = int(before["seat"]), rules_of(game.rules)
    own = np.zeros(1, FARM)[0]
    write_farm(own, game.farms[seat], rules, oracle.at_home(game, seat))
    found = [f"seat {seat}: {name}" for name in farm_differences(after["farms"][seat], own, game.round - 1)]
    others = [other for other in range(int(before["seats"])) if other != seat]
    found += [f"seat {other}" for other in others if before["farms"][other] != after["farms"][other]]
    expected = {
        "occupied": space_bits(game.occupied),
        "marker": game.marker,
        "improvements": improvements_mask(oracle.for_sale(game)),
        "goods": goods_on(game),
        **{name: before[name] for name in ("open", "round", "seat", "seats", "start", "cards")},
    }
    return found + [name for name, value in expected.items() if not np.array_equal(after[name], value)]


# --- Moves ----------------------------------------------------------------------------------------------------------


def new_move() -> Any:
    """Return a move that does and decides nothing, as a MOVE record."""
    move = np.zeros(1, MOVE)[0]
    clear(move)
    return move


def effects_of(action: oracle.Move) -> int:
    """Return the `Effect`s of a placement of the slow engine as bits."""
    effect = oracle.SPACES[action.space].options[action.option]
    does = DEED_EFFECTS.get(effect.deed, 0) | (Effect.TAKE if effect.takes else 0)
    does |= Effect.ANIMAL if action.space == "G5-ANIMAL" else 0
    decided = {
        Effect.CHOOSE: action.resources,
        Effect.ROOM: action.rooms,
        Effect.STABLE: action.stables,
        Effect.PLOW: action.plow,
        Effect.SOW: action.sow_grain or action.sow_vegetables,
        Effect.BAKE: action.bake and action.improvement is None,
        Effect.IMPROVE: action.improvement,
        Effect.FENCE: action.fences,
    }
    return int(does | sum(bit for bit, value in decided.items() if value))


def asks_for_herd(action: oracle.Move) -> bool:
    """Say whether a placement decides which animals stay."""
    return set(HERD) <= asked(action)


def held(game: oracle.Game, action: oracle.Move) -> Any:
    """Return the herd that a placement of the slow engine leaves."""
    if action.kept is not None:
        return action.kept
    return minus(game.farm.herd, action.cooked)


def to_move(game: oracle.Game, action: oracle.Move) -> Any:
    """Return a placement of the slow engine as a MOVE record; what does not stay is cooked where that can be."""
    move = new_move()
    move["space"], move["does"] = SPACE_OF[action.space], effects_of(action)
    move["chosen"] = sum(1 << Good[name.upper()] for name in action.resources)
    if action.space == "G5-ANIMAL":
        move["animal"] = HERD_NAMES.index(action.option)
    move["rooms"], move["stables"] = mask_of(action.rooms), mask_of(action.stables)
    move["plow"] = 0 if action.plow is None else mask_of([action.plow])
    move["sow_grain"], move["sow_vegetables"] = action.sow_grain, action.sow_vegetables
    if action.improvement is None:
        move["bake"] = action.bake
    else:
        move["improvement"], move["oven_bake"] = Improvement[action.improvement.upper()], action.bake
    if action.returned is not None:
        move["returned"] = Improvement[action.returned.upper()]
    if action.fences:
        move["layout"] = place_with(game.farm.fences | action.fences)
    move["herd"][:] = held(game, action)
    return move


def improvement_name(number: int) -> str | None:
    """Return the slow engine's name of an improvement."""
    return None if number == NOTHING else Improvement(number).name.lower()


def sayable(move: Any) -> bool:
    """Say whether every value of a move is one of something that there is."""
    masks = (int(move[name]) for name in ("rooms", "stables", "plow"))
    ok = all(0 <= mask < 1 << CELLS for mask in masks) and int(move["plow"]).bit_count() <= 1
    ok = ok and all(NOTHING <= move[name] < IMPROVEMENTS for name in ("improvement", "returned"))
    ok = ok and NOTHING <= move["animal"] < ANIMALS and 0 <= move["layout"] < PLACES
    return bool(ok and move["chosen"] & ~sum(1 << good for good in RESOURCES) == 0)


def space_name(game: oracle.Game, space: int) -> str | None:
    """Return the slow engine's name of a space, None for one that the game does not have."""
    names = (*oracle.printed_spaces(game.rules), *game.deck)
    return next((name for name in names if name not in CARDS_ONLY and SPACE_OF[name] == space), None)


def option_of(name: str, move: Any) -> str | None:
    """Return which option of a space a move takes."""
    if name == "G5-ANIMAL":
        return None if move["animal"] == NOTHING else HERD_NAMES[move["animal"]]
    if name == "G5-ROOM":
        return "food" if move["does"] & Effect.TAKE else "room"
    if name in ("G5-BR2GROW", "G5-OCCGROW"):
        return "grow" if move["does"] & Effect.GROW else "resources"
    return None


def to_action(game: oracle.Game, move: Any) -> oracle.Move | None:
    """Return a MOVE record as a placement of the slow engine, without its herd; None for what it cannot say."""
    name = space_name(game, int(move["space"]))
    if name is None or not sayable(move):
        return None
    fences, option = fences_at(int(move["layout"])), option_of(name, move)
    buys = move["improvement"] != NOTHING
    unsaid = move["bake"] if buys else move["oven_bake"]
    if option not in oracle.SPACES[name].options or unsaid or (fences and not game.farm.fences < fences):
        return None
    if name == "G5-ANIMAL" or move["animal"] == NOTHING:
        action = oracle.Move(
            name,
            option,
            rooms=cells_of(move["rooms"]),
            stables=cells_of(move["stables"]),
            plow=next(iter(cells_of(move["plow"])), None),
            sow_grain=int(move["sow_grain"]),
            sow_vegetables=int(move["sow_vegetables"]),
            bake=int(move["oven_bake"] if buys else move["bake"]),
            fences=fences - game.farm.fences,
            resources=tuple(good.name.lower() for good in RESOURCES if move["chosen"] >> good & 1),
            improvement=improvement_name(move["improvement"]),
            returned=improvement_name(move["returned"]),
        )
        return action if effects_of(action) == move["does"] else None
    return None


def numbers(array: Any) -> tuple[int, ...]:
    """Return an array as plain numbers."""
    return tuple(int(number) for number in array)


def carried_out(game: oracle.Game, move: Any) -> oracle.Game | None:
    """Return what the slow engine makes of a MOVE record: the game after it, None where it is illegal.

    Goods are converted, the placement is made, and where it does not ask for a herd the animals that are not to stay
    are cooked after it, or released.
    """
    seat, conversion = game.seat, oracle.Conversion(*numbers(move["converted"]))
    if oracle.convert_fault(game, seat, conversion):
        return None
    game = oracle.convert(game, seat, conversion)
    action, herd = to_action(game, move), numbers(move["herd"])
    if action is None or min(herd) < 0:
        return None
    if asks_for_herd(action):
        action = replace(action, kept=herd)
        if oracle.draft_fault(game, action):
            return None
        if cooker(game.farm.improvements):
            action = replace(action, cooked=minus(held_then(game, action), herd))
        return None if oracle.legal_fault(game, action) else oracle.apply(game, action)
    if oracle.legal_fault(game, action):
        return None
    after = oracle.apply(game, action)
    own = after.farms[seat]
    if not within(herd, own.herd):
        return None
    rest = minus(own.herd, herd)
    if cooker(own.improvements):
        return oracle.convert(after, seat, oracle.Conversion(0, 0, *rest))
    return after.with_farm(seat, replace(own, herd=herd))


# --- Feedings -------------------------------------------------------------------------------------------------------


def to_feeding(choice: oracle.Feeding) -> Any:
    """Return how the slow engine feeds as a FEEDING record."""
    feeding = np.zeros(1, FEEDING)[0]
    feeding["crafts"][:] = [getattr(choice, name) for name in CRAFT_NAMES]
    feeding["converted"][:] = [getattr(choice, name) for name in CONVERTED_NAMES]
    return feeding


def from_feeding(feeding: Any) -> oracle.Feeding:
    """Return a FEEDING record as the slow engine's."""
    crafts = {name: bool(used) for name, used in zip(CRAFT_NAMES, feeding["crafts"], strict=True)}
    return oracle.Feeding(*numbers(feeding["converted"]), **crafts)


def goods_of(farm: Any) -> dict[str, int]:
    """Return a farm's supply by name."""
    return {name: int(farm["supply"][good]) for good, name in enumerate(SUPPLY_NAMES[:SUPPLY])}
