"""Two published solo games played through the oracle of Agricola, with the stock and the score after every round.

Sections 16.2 and 16.3 of `rules/agricola-2007.md`; section 17.2 of `rules/agricola-revised.md` is the second game in
the names of that edition. A row of a script holds the round's new card, its placements, and the line of the rules file:
supply and animals, fields, people and house, score. Nobody is fed with anything but food, and every newborn animal has
a place.
"""

from dataclasses import replace

import pytest

from .agricola import (
    BARE,
    Feeding,
    Move,
    Rules,
    apply,
    bred,
    feeding,
    field_phase,
    need,
    new_game,
    return_home,
    start_round,
    total,
)
from .agricola_hands import cells, fenced
from .agricola_harvest import breed

# --- 16.2: family game, 71 points ----------------------------------------------------------------------------------

FAMILY = [
    ("SHEEP", [Move("PLOW", plow=(2, 2)), Move("GRAIN")], "F0 W0 C0 R0 S0 g1 v0 | - | P2 wood x2 | -11"),
    ("SOW", [Move("PLOW", plow=(1, 2)), Move("GRAIN")], "F0 W0 C0 R0 S0 g2 v0 | - - | P2 wood x2 | -8"),
    (
        "IMPR",
        [Move("DAY-F", resources=("wood",)), Move("SOW", sow_grain=2)],
        "F1 W1 C0 R0 S0 g0 v0 | g3 g3 | P2 wood x2 | -6",
    ),
    (
        "FENCE",
        [Move("DAY-F", resources=("stone",)), Move("FISH")],
        "F0 W1 C0 R0 S1 g2 v0 | g2 g2 | P2 wood x2 | -6",
    ),
    ("STONE-2", [Move("REED1"), Move("WOOD3")], "F0 W11 C0 R5 S1 g2 v0 | g2 g2 | P2 wood x2 | -6"),
    (
        "GROW",
        [Move("ROOMS", rooms=cells((0, 0), (0, 1))), Move("GROW")],
        "F0 W1 C0 R1 S1 g2 v0 | g2 g2 | P3 wood x4 | -1",
    ),
    ("RENO", [Move("GROW"), Move("FISH"), Move("START-F")], "F0 W1 C0 R1 S1 g4 v0 | g1 g1 | P4 wood x4 | 2"),
    (
        "BOAR",
        [
            Move("PLOW", plow=(1, 1)),
            Move("DAY-F", resources=("wood",)),
            Move("CLAY1"),
            Move("IMPR", improvement="clay_oven", bake=1),
        ],
        "F6 W2 C5 R1 S0 g3 v0 | g1 g1 - | P4 wood x4 | 5",
    ),
    (
        "VEG",
        [
            Move("PLOW", plow=(2, 1)),
            Move("SOW", sow_grain=2, bake=1),
            Move("DAY-F", resources=("reed",)),
            Move("STABLE", stables=cells((2, 4))),
        ],
        "F0 W1 C5 R2 S0 g4 v0 | - - g2 g2 | P4 wood x4 | 10",
    ),
    (
        "CATTLE",
        [
            Move("DAY-F", resources=("wood",)),
            Move("VEG"),
            Move("STABLE", stables=cells((1, 4)), bake=1),
            Move("IMPR", improvement="fireplace_2"),
        ],
        "F6 W1 C3 R2 S0 g3 v1 | - - g2 g2 | P4 wood x4 | 13",
    ),
    (
        "STONE-4",
        [
            Move("SOW", sow_grain=1, sow_vegetables=1, bake=1),
            Move("STABLE", stables=cells((0, 4)), bake=1),
            Move("STONE-2"),
            Move("IMPR", improvement="pottery"),
        ],
        "F4 W0 C1 R2 S5 g3 v1 | g2 v1 g1 g1 | P4 wood x4 | 17",
    ),
    (
        "GROW-5",
        [Move("GROW-5"), Move("CLAY1"), Move("RENO", improvement="stone_oven", bake=3), Move("REED1")],
        "F17 W0 C0 R8 S2 g0 v1 | g2 v1 g1 g1 | P5 clay x4 | 26",
    ),
    (
        "PLOWSOW",
        [
            Move("WOOD3"),
            Move("FENCE", fences=fenced({(2, 4), (2, 3)}, {(1, 4), (1, 3)}, {(0, 4)}, {(0, 3)})),
            Move("SHEEP", kept=(6, 0, 0), cooked=(7, 0, 0)),
            Move("BOAR", kept=(6, 5, 0), cooked=(0, 1, 0)),
            Move("CATTLE", kept=(6, 5, 4)),
        ],
        "F18 W1 C0 R8 S2 g3 v2 sh7 bo6 ca5 | g1 - - - | P5 clay x4 | 49",
    ),
    (
        "RENOFENCE",
        [
            Move("PLOWSOW", plow=(0, 2), sow_grain=2, sow_vegetables=2),
            Move("STONE-2"),
            Move("STONE-4"),
            Move("IMPR", improvement="well"),
            Move("RENO", improvement="basketmaker"),
        ],
        "F3 W0 C0 R5 S0 g4 v2 sh8 bo7 ca6 | - g2 g2 v1 v1 | P5 stone x4 | 71",
    ),
]

# --- 16.3: normal board, 67 points ---------------------------------------------------------------------------------

NORMAL = [
    ("SHEEP", [Move("PLOW", plow=(2, 2)), Move("GRAIN")], "F0 W0 C0 R0 S0 g1 v0 | - | P2 wood x2 | -11"),
    ("SOW", [Move("PLOW", plow=(1, 2)), Move("GRAIN")], "F0 W0 C0 R0 S0 g2 v0 | - - | P2 wood x2 | -8"),
    ("IMPR", [Move("DAY-N"), Move("SOW", sow_grain=2)], "F2 W0 C0 R0 S0 g0 v0 | g3 g3 | P2 wood x2 | -6"),
    ("FENCE", [Move("FISH"), Move("REED1")], "F0 W0 C0 R4 S0 g2 v0 | g2 g2 | P2 wood x2 | -6"),
    (
        "STONE-2",
        [Move("WOOD3"), Move("ROOMS", rooms=cells((0, 0), (0, 1)))],
        "F0 W0 C0 R0 S0 g2 v0 | g2 g2 | P2 wood x4 | -4",
    ),
    ("GROW", [Move("GROW"), Move("CLAY1")], "F0 W0 C6 R0 S0 g2 v0 | g2 g2 | P3 wood x4 | -1"),
    (
        "RENO",
        [Move("IMPR", improvement="fireplace_2"), Move("SHEEP", kept=(0, 0, 0), cooked=(7, 0, 0)), Move("GROW")],
        "F4 W0 C4 R0 S0 g4 v0 | g1 g1 | P4 wood x4 | 3",
    ),
    (
        "BOAR",
        [Move("PLOW", plow=(1, 1)), Move("STONE-2"), Move("FISH"), Move("START-N")],
        "F8 W0 C4 R0 S4 g4 v0 | g1 g1 - | P4 wood x4 | 5",
    ),
    (
        "VEG",
        [
            Move("PLOW", plow=(2, 1)),
            Move("IMPR", improvement="clay_oven", bake=1),
            Move("SOW", sow_grain=2, bake=1),
            Move("START-N"),
        ],
        "F6 W0 C1 R0 S3 g4 v0 | - - g2 g2 | P4 wood x4 | 10",
    ),
    (
        "STONE-4",
        [Move("WOOD3"), Move("IMPR", improvement="well"), Move("VEG"), Move("PLOW", plow=(2, 3))],
        "F6 W9 C1 R0 S0 g4 v1 | - - g2 g2 - | P4 wood x4 | 18",
    ),
    (
        "CATTLE",
        [
            Move("ROOMS", stables=cells((0, 4), (0, 3), (1, 4))),
            Move("IMPR", improvement="hearth_4", returned="fireplace_2"),
            Move("SOW", sow_grain=1, sow_vegetables=1, bake=3),
            Move("PLOW", plow=(2, 4)),
        ],
        "F6 W3 C1 R0 S0 g3 v1 | g2 v1 g1 g1 - - | P4 wood x4 | 22",
    ),
    (
        "GROW-5",
        [Move("CLAY1"), Move("GROW-5"), Move("IMPR", improvement="fireplace_2"), Move("CATTLE", kept=(0, 0, 2))],
        "F7 W3 C5 R0 S0 g3 v1 sh0 bo0 ca2 | g2 v1 g1 g1 - - | P5 wood x4 | 29",
    ),
    (
        "PLOWSOW",
        [
            Move("STONE-4"),
            Move("STONE-2"),
            Move("REED1"),
            Move("RENO", improvement="basketmaker"),
            Move("IMPR", improvement="stone_oven", bake=3),
        ],
        "F6 W3 C0 R6 S4 g3 v2 sh0 bo0 ca3 | g1 - - - - - | P5 clay x4 | 40",
    ),
    (
        "RENOFENCE",
        [
            Move("PLOWSOW", plow=(0, 2), sow_grain=2, sow_vegetables=2),
            Move("WOOD3"),
            Move("RENOFENCE", fences=fenced({(0, 4)}, {(0, 3)}, {(1, 4), (1, 3)}), kept=(0, 0, 3)),
            Move("SHEEP", kept=(7, 0, 3)),
            Move("BOAR", kept=(7, 4, 3), cooked=(0, 3, 0)),
        ],
        "F1 W0 C0 R5 S0 g4 v2 sh8 bo5 ca4 | - g2 g2 v1 v1 - - | P5 stone x4 | 67",
    ),
]

# Section 17.2 of the revised file: the same game under the names of that edition.
REVISED_NAMES = {
    "PLOW": "LAND",
    "CLAY1": "CLAY",
    "REED1": "REED",
    "START-N": "MEET",
    "BOAR": "PIG",
    "WOOD3": "FOREST",
    "ROOMS": "FARM",
    "SOW": "GRAINUTIL",
    "IMPR": "MAJOR",
    "RENO": "HOUSE",
    "PLOWSOW": "CULT",
    "RENOFENCE": "FARMRE",
    "GROW": "BASIC",
    "GROW-5": "URGENT",
    "STONE-2": "WEST",
    "STONE-4": "EAST",
    "DAY-N": "DAY",
}


def renamed(script, names):
    """Return a script with other names of spaces."""
    rows = []
    for card, moves, line in script:
        moves = [replace(move, space=names.get(move.space, move.space)) for move in moves]
        rows.append((names.get(card, card), moves, line))
    return rows


def played(rules, script):
    """Yield the game after each round of a script, the harvest included."""
    game = new_game(rules, deck=[card for card, _, _ in script])
    for _, moves, _ in script:
        game = start_round(game)
        for move in moves:
            game = apply(game, move)
        game = return_home(game)
        if game.phase == "fields":
            game = harvested(game)
        yield game


def harvested(game):
    """Return the game after a harvest in which food pays for everybody and all newborn animals stay."""
    game = field_phase(game)
    assert game.farms[0].food >= need(game.farms[0], solo=True)
    game = feeding(game, [Feeding()])
    (farm,) = game.farms
    phase = "over" if game.round == 14 else "start"
    return replace(game, farms=(breed(farm, bred(farm.herd)),), phase=phase)


def supply_line(farm):
    """Return the supply and, once there have been animals, the herd in the words of the rules file."""
    names = {"F": "food", "W": "wood", "C": "clay", "R": "reed", "S": "stone", "g": "grain", "v": "vegetables"}
    supply = " ".join(f"{letter}{getattr(farm, good)}" for letter, good in names.items())
    animals = " ".join(f"{letters}{count}" for letters, count in zip(("sh", "bo", "ca"), farm.herd, strict=True))
    return f"{supply} {animals}" if any(farm.herd) else supply


def state(farm):
    """Return the columns of the rules file after a round; the fields in a fixed order, as they are interchangeable."""
    fields = sorted("-" if crops == BARE else f"{crops[0][0]}{crops[1]}" for crops in farm.fields.values())
    house = f"P{farm.people} {farm.material} x{len(farm.rooms)}"
    return [supply_line(farm), fields, house, total(farm)]


def columns(line):
    """Return the columns of a line of a script."""
    supply, fields, house, points = line.split(" | ")
    return [supply, sorted(fields.split()), house, int(points)]


GAMES = {
    "2007 F": (Rules("2007", "F", 1), FAMILY),
    "2007 N": (Rules("2007", "N", 1), NORMAL),
    "revised N": (Rules("revised", "N", 1), renamed(NORMAL, REVISED_NAMES)),
}


@pytest.mark.parametrize("name", GAMES)
def test_whole_game(name):
    rules, script = GAMES[name]
    rounds = list(played(rules, script))
    assert [state(game.farms[0]) for game in rounds] == [columns(line) for _, _, line in script]
    assert (rounds[-1].phase, rounds[-1].farms[0].begging) == ("over", 0)


def test_whole_game_of_mode_b():
    """Every placement stays legal in mode B, the Meeting Place brings extra food, the score is the same."""
    script = renamed(NORMAL, REVISED_NAMES | {"START-N": "MEET-B"})
    rounds = list(played(Rules("revised", "B", 1), script))
    assert [total(game.farms[0]) for game in rounds] == [columns(line)[3] for _, _, line in script]
    assert rounds[-1].farms[0].food == 1 + 8 + 1  # rounds 1 to 8, then round 9


def test_final_farm_of_the_family_game():
    *_, game = played(*GAMES["2007 F"])
    (farm,) = game.farms
    assert farm.improvements == {"basketmaker", "clay_oven", "fireplace_2", "pottery", "stone_oven", "well"}
    assert (len(farm.fences), farm.stables) == (15, {(2, 4), (1, 4), (0, 4)})


def test_final_farm_of_the_normal_game():
    *_, game = played(*GAMES["2007 N"])
    (farm,) = game.farms
    assert farm.improvements == {"basketmaker", "clay_oven", "hearth_4", "fireplace_2", "stone_oven", "well"}
    assert len(farm.fences) == 11
