"""The oracle's action spaces of Agricola: which ones a game has, what they get each round, and what they offer.

Section 4 of both rules files; the names are the column "ID" there. Names that both editions use mean the same space.
Spaces that need hand cards are on the table, but no player can use them.
"""

from dataclasses import dataclass, field

# Section 3: the cards of stage 1 come up in rounds 1 to 4, and so on.
STAGE_ROUNDS = ((1, 2, 3, 4), (5, 6, 7), (8, 9), (10, 11), (12, 13), (14,))
ROUNDS = 14
HARVESTS = frozenset({4, 7, 9, 11, 13, 14})
MODES = {"2007": ("F", "N"), "revised": ("B", "N")}
MOST_PLAYERS = {"2007": 5, "revised": 4}


@dataclass(frozen=True)
class Rules:
    """Hold which game is played: edition "2007" (modes "F", "N") or "revised" ("B", "N") and the number of players.

    `side_job` is None for the edition's default: in mode B with 2 to 4 players (section 13 of the revised file).
    `tiles` adds the variant tiles of section 4.4 there.
    """

    edition: str = "2007"
    mode: str = "N"
    players: int = 2
    side_job: bool | None = None
    tiles: bool = False

    def __post_init__(self):
        if self.mode not in MODES.get(self.edition, ()):
            raise ValueError(f"no mode {self.mode} of edition {self.edition}")
        if not 1 <= self.players <= MOST_PLAYERS[self.edition]:
            raise ValueError(f"not for {self.players} players")
        if self.side_job and self.mode != "B":
            raise ValueError("Side Job belongs to mode B")
        if self.tiles and (self.edition == "2007" or self.players == 1):
            raise ValueError("this game has no variant tile")

    @property
    def solo(self):
        """Return whether the rules of section 13 hold."""
        return self.players == 1

    @property
    def has_side_job(self):
        """Return whether the Side Job tile is on the table."""
        return self.mode == "B" and (not self.solo if self.side_job is None else self.side_job)


@dataclass(frozen=True)
class Effect:
    """Hold what one use of a space does: goods and at most one deed, which is a name in `agricola_deeds`.

    `takes` says whether everything lying there is taken; `gains` come from the general supply.
    """

    takes: bool = False
    gains: dict = field(default_factory=dict)
    pays: dict = field(default_factory=dict)
    deed: str | None = None


@dataclass(frozen=True)
class Space:
    """Hold a space: the good that it gets each round, if any, and its effect for each option.

    A space without a choice between whole effects has the one option None.
    """

    options: dict
    good: str | None = None
    rate: int = 0


def pile(good, rate, **more):
    """Return a space from which one takes all of a good that has come there."""
    return Space({None: Effect(takes=True, **more)}, good, rate)


def gives(deed=None, **gains):
    """Return a space that gives goods from the general supply, maybe with a deed."""
    return Space({None: Effect(gains=gains, deed=deed)})


ANIMAL_MARKET = {
    "sheep": Effect(gains={"sheep": 1, "food": 1}),
    "boar": Effect(gains={"boar": 1}),
    "cattle": Effect(gains={"cattle": 1}, pays={"food": 1}),
}
LATE_GROWTH = Effect(deed="grow_from_5")
NOTHING_WITHOUT_CARDS = gives("occupation")

# Both editions.
SPACES = {
    "GRAIN": gives(grain=1),
    "VEG": gives(vegetables=1),
    "FISH": pile("food", 1),
    "SHEEP": pile("sheep", 1),
    "CATTLE": pile("cattle", 1),
    "FENCE": gives("fences"),
}
# The 2007 edition, sections 4.1 to 4.3.
SPACES |= {
    "ROOMS": gives("rooms_stables"),
    "START-F": pile("food", 1, deed="marker"),
    "START-N": gives("marker"),
    "PLOW": gives("plow"),
    "STABLE": gives("stable_bake"),
    "OCC": NOTHING_WITHOUT_CARDS,
    "DAY-F": gives("choose_1", food=1),
    "DAY-N": gives(food=2),
    "WOOD3": pile("wood", 3),
    "CLAY1": pile("clay", 1),
    "REED1": pile("reed", 1),
    "SOW": gives("sow_bake"),
    "IMPR": gives("improvement"),
    "STONE-2": pile("stone", 1),
    "RENO": gives("renovate_improvement"),
    "GROW": gives("grow"),
    "BOAR": pile("boar", 1),
    "STONE-4": pile("stone", 1),
    "PLOWSOW": gives("plow_sow"),
    "GROW-5": gives("grow_anyway"),
    "RENOFENCE": gives("renovate_fences"),
    "G3-BR1": gives("choose_1"),
    "G3-W2": pile("wood", 2),
    "G3-C1": pile("clay", 1),
    "G3-BR2": gives("choose_2"),
    "G3-OCC": NOTHING_WITHOUT_CARDS,
    "G4-W1": pile("wood", 1),
    "G4-W2": pile("wood", 2),
    "G4-C2": pile("clay", 2),
    "G4-TRAV": pile("food", 1),
    "G4-RSF": gives(reed=1, stone=1, food=1),
    "G4-BR2": gives("choose_2"),
    "G4-OCC": NOTHING_WITHOUT_CARDS,
    "G5-W4": pile("wood", 4),
    "G5-C3": pile("clay", 3),
    "G5-RSW": pile("reed", 1, gains={"stone": 1, "wood": 1}),
    "G5-ANIMAL": Space(ANIMAL_MARKET),
    "G5-ROOM": Space({"room": Effect(deed="one_room"), "food": Effect(takes=True)}, "food", 1),
    "G5-BR2GROW": Space({"resources": Effect(deed="choose_2"), "grow": LATE_GROWTH}),
    "G5-OCCGROW": Space({"occupation": Effect(deed="occupation"), "grow": LATE_GROWTH}),
}
# The revised edition, sections 4.1 to 4.4.
SPACES |= {
    "FARM": gives("rooms_stables"),
    "MEET": gives("marker"),
    "MEET-B": pile("food", 1, deed="marker"),
    "LAND": gives("plow"),
    "LESSON": NOTHING_WITHOUT_CARDS,
    "DAY": gives(food=2),
    "FOREST": pile("wood", 3),
    "CLAY": pile("clay", 1),
    "REED": pile("reed", 1),
    "SIDE": gives("stable_bake"),
    "MAJOR": gives("improvement"),
    "GRAINUTIL": gives("sow_bake"),
    "BASIC": gives("grow"),
    "HOUSE": gives("renovate_improvement"),
    "WEST": pile("stone", 1),
    "PIG": pile("boar", 1),
    "EAST": pile("stone", 1),
    "URGENT": gives("grow_anyway"),
    "CULT": gives("plow_sow"),
    "FARMRE": gives("renovate_fences"),
    "GROVE": pile("wood", 2),
    "HOLLOW3": pile("clay", 1),
    "HOLLOW4": pile("clay", 2),
    "MARKET3": gives("reed_or_stone", food=1),
    "MARKET4": gives(reed=1, stone=1, food=1),
    "LESSON3": NOTHING_WITHOUT_CARDS,
    "LESSON4": NOTHING_WITHOUT_CARDS,
    "COPSE": pile("wood", 1),
    "TRAVEL": pile("food", 1),
    "TILE2": Space(
        {
            "copse": Effect(takes=True),
            "resources": Effect(gains={"stone": 1, "food": 1}),
            **ANIMAL_MARKET,
            "grow": LATE_GROWTH,
        },
        "wood",
        1,
    ),
    "TILE34": Space({**ANIMAL_MARKET, "grow": LATE_GROWTH}),
}

# Round cards by stage, section 4.2.
STAGES = {
    "2007": (
        ("SOW", "IMPR", "SHEEP", "FENCE"),
        ("STONE-2", "RENO", "GROW"),
        ("VEG", "BOAR"),
        ("STONE-4", "CATTLE"),
        ("PLOWSOW", "GROW-5"),
        ("RENOFENCE",),
    ),
    "revised": (
        ("MAJOR", "FENCE", "GRAINUTIL", "SHEEP"),
        ("BASIC", "HOUSE", "WEST"),
        ("VEG", "PIG"),
        ("CATTLE", "EAST"),
        ("URGENT", "CULT"),
        ("FARMRE",),
    ),
}
# Sections 4.1, 4.3 and, in the revised file, 4.4.
BOARD = {
    ("2007", "F"): "ROOMS START-F GRAIN PLOW STABLE DAY-F WOOD3 CLAY1 REED1 FISH",
    ("2007", "N"): "ROOMS START-N GRAIN PLOW OCC DAY-N WOOD3 CLAY1 REED1 FISH",
    ("revised", "B"): "FARM MEET-B GRAIN LAND LESSON DAY FOREST CLAY REED FISH",
    ("revised", "N"): "FARM MEET GRAIN LAND LESSON DAY FOREST CLAY REED FISH",
}
MORE_PLAYERS = {
    ("2007", "F", 3): "G3-BR1 G3-W2 G3-C1 G3-BR2",
    ("2007", "N", 3): "G3-BR1 G3-W2 G3-C1 G3-OCC",
    ("2007", "F", 4): "G4-W1 G4-W2 G4-C2 G4-TRAV G4-RSF G4-BR2",
    ("2007", "N", 4): "G4-W1 G4-W2 G4-C2 G4-TRAV G4-RSF G4-OCC",
    ("2007", "F", 5): "G5-W4 G5-C3 G5-RSW G5-ANIMAL G5-ROOM G5-BR2GROW",
    ("2007", "N", 5): "G5-W4 G5-C3 G5-RSW G5-ANIMAL G5-ROOM G5-OCCGROW",
}
MORE_PLAYERS |= {("revised", mode, 3): "GROVE HOLLOW3 MARKET3 LESSON3" for mode in "BN"}
MORE_PLAYERS |= {("revised", mode, 4): "GROVE HOLLOW4 MARKET4 LESSON4 COPSE TRAVEL" for mode in "BN"}
SOLO_WOOD = 2


def printed_spaces(rules):
    """Return the spaces that are on the table from the start."""
    names = BOARD[rules.edition, rules.mode].split()
    names += MORE_PLAYERS.get((rules.edition, rules.mode, rules.players), "").split()
    names += ["SIDE"] * rules.has_side_job
    if rules.tiles:
        names.append("TILE2" if rules.players == 2 else "TILE34")
    return tuple(names)


def rate(rules, space):
    """Return how much of its good a space gets in each round. Solo: section 13."""
    if rules.solo and space in ("WOOD3", "FOREST"):
        return SOLO_WOOD
    return SPACES[space].rate


def default_deck(rules):
    """Return the 14 round cards in the order in which the rules file lists them."""
    return tuple(card for stage in STAGES[rules.edition] for card in stage)


def shuffled_deck(rules, rng):
    """Return the round cards, each stage in a random order; `rng` is a `random.Random`. Section 2."""
    return tuple(card for stage in STAGES[rules.edition] for card in rng.sample(stage, len(stage)))


def deck_fault(rules, deck):
    """Return why these cards are no order of the rounds, or None."""
    for rounds, stage in zip(STAGE_ROUNDS, STAGES[rules.edition], strict=True):
        if sorted(deck[rounds[0] - 1 : rounds[-1]]) != sorted(stage):
            return f"rounds {rounds} need the cards {stage}"
    return None if len(deck) == ROUNDS else "too many cards"
