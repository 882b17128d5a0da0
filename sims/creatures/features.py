"""What a farm promises, as numbers: the features that characters weigh.

The chief one is what the herd will be: the births that are left are played out with the room that is there, each type
in turn where not all newborns fit, and the herd of the end is scored. So room, pairs and time need no worths of their
own, but for what may still come from the board.
"""

from __future__ import annotations

from enum import IntEnum

from ..jit import kernel
from .farm import ROWS, count, used_cells
from .herd import fits
from .pieces import ANIMALS, KINDS, Building
from .rules import animal_value
from .scoring import START_COLUMNS, building_points, full_expansions


class Feature(IntEnum):
    """The features, in the order of the characters' parameters."""

    HERD = 0
    SHEEP = 1
    TYPES = 2
    PAIRS = 3
    ROOM = 4
    PLACES = 5
    BUILT = 6
    STALLS = 7
    FULL = 8
    EXPANSIONS = 9
    USED = 10
    BORDERS = 11
    PLACED = 12
    PASTURES = 13
    TROUGHS = 14
    WOOD = 15
    MORE_WOOD = 16
    STONE = 17
    MORE_STONE = 18
    REED = 19
    MORE_REED = 20
    MARKER = 21


FEATURES = len(Feature)
MEANING = {
    Feature.HERD: "point of the animals at the end, births played out",
    Feature.SHEEP: "sheep at the end beyond that",
    Feature.TYPES: "type with four animals at the end",
    Feature.PAIRS: "type with a pair",
    Feature.ROOM: "animal that the farm could hold at the end and will not have",
    Feature.PLACES: "place for one more type, up to five",
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
    """Write the features of the herd into `found` (float64[22]); `herd` (int64[4]) becomes that of the end."""
    play_births(farm, rules, births, herd)
    points, fours, pairs, total = 0, 0, 0, 0
    for animal in range(ANIMALS):
        points += animal_value(rules, animal, herd[animal])
        fours += int(herd[animal] >= rules["few"])
        pairs += int(farm["animals"][animal] >= rules["pair"])
        total += herd[animal]
    found[Feature.HERD], found[Feature.SHEEP] = points / 2, herd[0]
    found[Feature.TYPES], found[Feature.PAIRS] = fours, pairs
    found[Feature.ROOM] = min(farm["capacity"] - total, 12)
    found[Feature.PLACES] = min(farm["larger"] + farm["ones"], 5)


@kernel()
def farm_features(farm, rules, found):
    """Write the features of buildings, expansions, borders and goods into `found` (float64[22])."""
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
