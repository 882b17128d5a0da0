"""What a farm promises, as numbers: the features that characters weigh.

The chief one is what the herd will be: the births that are left are played out with the room that is there, each type
in turn where not all newborns fit, and the herd of the end is scored. So room, pairs and time need no worths of their
own, but for what may still come from the board.
"""

from __future__ import annotations

from enum import IntEnum

from ..bits import count
from ..herds import fits
from ..jit import kernel
from .farm import ROWS, herd_size, used_cells
from .moves import payable
from .pieces import ANIMALS, FIRST_ANIMAL, KINDS, Building, Space
from .rules import animal_value
from .scoring import START_COLUMNS, building_points, full_expansions


class Feature(IntEnum):
    """The features, in the order of the characters' parameters: of the herd, of the farm, of what is in reach."""

    HERD = 0
    SHEEP = 1
    TYPES = 2
    PAIRS = 3
    SINGLES = 4
    ROOM = 5
    PLACES = 6
    LARGEST = 7
    BUILT = 8
    STALLS = 9
    FULL = 10
    EXPANSIONS = 11
    USED = 12
    BORDERS = 13
    PLACED = 14
    PASTURES = 15
    TROUGHS = 16
    WOOD = 17
    MORE_WOOD = 18
    STONE = 19
    MORE_STONE = 20
    REED = 21
    MORE_REED = 22
    MARKER = 23
    HOUSE = 24
    STALL = 25
    STABLES = 26
    FENCES = 27
    PREY = 28
    LURE = 29


FEATURES = len(Feature)
MEANING = {
    Feature.HERD: "point of the animals at the end, births played out",
    Feature.SHEEP: "sheep at the end beyond that",
    Feature.TYPES: "type with four animals at the end",
    Feature.PAIRS: "type with a pair",
    Feature.SINGLES: "type with one animal",
    Feature.ROOM: "animal that the farm could hold at the end and will not have",
    Feature.PLACES: "place for one more type, up to five",
    Feature.LARGEST: "animal that the largest container holds, up to 16",
    Feature.BUILT: "point of buildings",
    Feature.STALLS: "stall, which may become stables",
    Feature.FULL: "expansion with all spaces used",
    Feature.EXPANSIONS: "expansion",
    Feature.USED: "used space of an expansion",
    Feature.BORDERS: "border in supply",
    Feature.PLACED: "border on the farm",
    Feature.PASTURES: "space of a pasture",
    Feature.TROUGHS: "trough",
    Feature.WOOD: "wood, up to four",
    Feature.MORE_WOOD: "wood after those, up to eight more",
    Feature.STONE: "stone, up to three",
    Feature.MORE_STONE: "stone after those, up to six more",
    Feature.REED: "reed, the first",
    Feature.MORE_REED: "reed after that, up to two more",
    Feature.MARKER: "start marker for the next round",
    Feature.HOUSE: "Half-Timbered House that could be paid",
    Feature.STALL: "stall that could be paid",
    Feature.STABLES: "stall for which stables could be paid, up to two",
    Feature.FENCES: "border that could be paid with wood, up to six",
    Feature.PREY: "animal on the space that has most for the room that is free",
    Feature.LURE: "animal on all spaces",
}


@kernel(inline=True)
def grow(animals, rules, births, herd):
    """Write into `herd` (int64[4]) what animals become by so many breedings where there is room for all."""
    for animal in range(ANIMALS):
        pair = animals[animal] >= rules["pair"]
        herd[animal] = animals[animal] + (births * rules["newborns"] if pair else 0)


@kernel()
def play_births(farm, rules, births, herd):
    """Write into `herd` (int64[4]) what a farm's animals become by so many breedings, as far as there is room."""
    animals = farm["animals"]
    grow(animals, rules, births, herd)
    if fits(farm, herd):  # and so do all herds on the way there
        return
    for animal in range(ANIMALS):
        herd[animal] = animals[animal]
    for _ in range(births):
        before = herd[0] + herd[1] + herd[2] + herd[3]
        if before >= farm["capacity"]:
            return
        born = 0
        for animal in range(ANIMALS):
            if herd[animal] >= rules["pair"]:
                herd[animal] += rules["newborns"]
                born |= 1 << animal
        if born == 0:
            return
        if not fits(farm, herd):
            give_back(farm, rules, herd, born)
            if herd[0] + herd[1] + herd[2] + herd[3] == before:
                return


@kernel()
def give_back(farm, rules, herd, born):
    """Take newborns back, type by type, the least useful first, until the others fit."""
    for animal in range(ANIMALS):
        if (born >> animal) & 1:
            herd[animal] -= rules["newborns"]
            if fits(farm, herd):
                # Those before may have been taken back in vain.
                for other in range(animal):
                    if (born >> other) & 1:
                        herd[other] += rules["newborns"]
                        if not fits(farm, herd):
                            herd[other] -= rules["newborns"]
                return


@kernel()
def herd_features(farm, rules, births, herd, found):
    """Write the features of the herd into `found` (float64[30]); `herd` (int64[4]) becomes that of the end."""
    play_births(farm, rules, births, herd)
    points, fours, pairs, singles, total = 0, 0, 0, 0, 0
    for animal in range(ANIMALS):
        points += animal_value(rules, animal, herd[animal])
        fours += int(herd[animal] >= rules["few"])
        pairs += int(farm["animals"][animal] >= rules["pair"])
        singles += int(farm["animals"][animal] == 1)
        total += herd[animal]
    found[Feature.HERD], found[Feature.SHEEP] = points / 2, herd[0]
    found[Feature.TYPES], found[Feature.PAIRS] = fours, pairs
    found[Feature.ROOM] = min(farm["capacity"] - total, 12)
    found[Feature.SINGLES] = singles
    found[Feature.LARGEST] = min(farm["capacities"][0], 16) if farm["larger"] > 0 else 1
    found[Feature.PLACES] = min(farm["larger"] + farm["ones"], 5)


@kernel()
def farm_features(farm, rules, found):
    """Write the features of buildings, expansions, borders and goods into `found` (float64[30])."""
    points = 0
    for kind in range(KINDS):
        points += building_points(farm, rules, kind)
    found[Feature.BUILT] = points / 2
    found[Feature.STALLS] = count(farm["buildings"][Building.STALL])
    found[Feature.FULL] = full_expansions(farm)
    found[Feature.EXPANSIONS] = count(farm["cells"]) // ROWS - 2
    found[Feature.USED] = count(used_cells(farm) & ~START_COLUMNS)
    found[Feature.BORDERS] = farm["borders"]
    found[Feature.PLACED] = count(farm["h_borders"]) + count(farm["v_borders"])
    found[Feature.PASTURES] = count(farm["pasture_cells"])
    found[Feature.TROUGHS] = count(farm["troughs"])
    wood, stone, reed = farm["wood"], farm["stone"], farm["reed"]
    found[Feature.WOOD], found[Feature.MORE_WOOD] = min(wood, 4), min(max(wood - 4, 0), 8)
    found[Feature.STONE], found[Feature.MORE_STONE] = min(stone, 3), min(max(stone - 3, 0), 6)
    found[Feature.REED], found[Feature.MORE_REED] = min(reed, 1), min(max(reed - 1, 0), 2)


@kernel(inline=True)
def could_pay(farm, cost):
    """Say whether a farm has the materials (int64[3]) of a cost."""
    return farm["wood"] >= cost[0] and farm["stone"] >= cost[1] and farm["reed"] >= cost[2]


@kernel()
def building_features(farm, position, rules, found):
    """Write into `found` (float64[30]) what a farm could pay next, of what is still to be had."""
    house = position["copies"][Building.HALF_TIMBERED_HOUSE] > 0 and farm["buildings"][Building.COTTAGE] != 0
    found[Feature.HOUSE] = house and could_pay(farm, rules["cost"][Building.HALF_TIMBERED_HOUSE, 0])
    found[Feature.STALL] = position["stall_tiles"] > 0 and could_pay(farm, rules["stall_cost"])
    stables = payable(farm["wood"], rules["stables_wood"]) + payable(farm["stone"], rules["stables_stone"])
    found[Feature.STABLES] = min(stables, found[Feature.STALLS], 2)
    found[Feature.FENCES] = min(farm["borders"], farm["wood"], 6)


@kernel()
def animal_features(farm, position, space, found):
    """Write into `found` (float64[30]) which animals lie on the spaces but for one, which is taken."""
    room, most, total = farm["capacity"] - herd_size(farm), 0, 0
    for other in range(Space.MILLPOND, Space.HORSES_SHEEP + 1):
        if other != space:
            goods, number = position["goods"][other], 0
            for animal in range(ANIMALS):
                number += goods[FIRST_ANIMAL + animal]
            most, total = max(most, number), total + number
    found[Feature.PREY], found[Feature.LURE] = min(most, room), total
