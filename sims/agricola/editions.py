"""The editions and modes as data: which spaces each has, what those give, ask for and let one do.

Source: rules/agricola-2007.md and rules/agricola-revised.md, sections 2 to 4. What is the same in all modes stands in
`COMMON`, what a mode has of its own in its `spaces`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .pieces import RESOURCES, Effect, Good, Space
from .rules import SideJob, TieBreak

ANY = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class Place:
    """One action space: with how many players it is there, what lies on it and what it gives, asks for and allows.

    `refill` comes to it each round, `gain` to the player at each use; `choices` building resources are chosen among
    `choice_of`, all different. A placement does all of `must` (`Effect` bits), at least one of `any_of`, just one of
    `one_of`, and may do what is in `may`.
    """

    players: tuple[int, ...] = ANY
    refill: Mapping[Good, int] = field(default_factory=dict)
    gain: Mapping[Good, int] = field(default_factory=dict)
    must: int = 0
    any_of: int = 0
    one_of: int = 0
    may: int = 0
    choices: int = 0
    choice_of: tuple[Good, ...] = RESOURCES
    stable_wood: int = 0
    most_stables: int = 0
    most_rooms: int = 0
    growth_from: int = 1


def pile(good: Good, number: int, players: tuple[int, ...] = ANY) -> Place:
    """Return a space on which goods pile up, all of which are taken."""
    return Place(players, refill={good: number}, must=Effect.TAKE)


SIDE_JOB = Place(any_of=Effect.STABLE | Effect.BAKE, stable_wood=1, most_stables=1)
"""A stable for 1 wood and/or baking: family side of 2007, Side Job tile of Revised. `side_job` says whether it lies
on the table."""

COMMON: Mapping[Space, Place] = {
    Space.ROOMS: Place(any_of=Effect.ROOM | Effect.STABLE, stable_wood=2, most_stables=4, most_rooms=13),
    Space.START: Place(must=Effect.MARKER),
    Space.GRAIN: Place(gain={Good.GRAIN: 1}),
    Space.PLOW: Place(must=Effect.PLOW),
    Space.STABLE: SIDE_JOB,
    Space.DAY: Place(gain={Good.FOOD: 2}),
    Space.WOOD3: pile(Good.WOOD, 3),
    Space.CLAY1: pile(Good.CLAY, 1),
    Space.REED1: pile(Good.REED, 1),
    Space.FISH: pile(Good.FOOD, 1),
    Space.SOW: Place(any_of=Effect.SOW | Effect.BAKE),
    Space.IMPROVE: Place(must=Effect.IMPROVE),
    Space.SHEEP: pile(Good.SHEEP, 1),
    Space.FENCE: Place(must=Effect.FENCE),
    Space.STONE_2: pile(Good.STONE, 1),
    Space.RENOVATE: Place(must=Effect.RENOVATE, may=Effect.IMPROVE),
    Space.GROW: Place(must=Effect.GROW),
    Space.VEGETABLE: Place(gain={Good.VEGETABLE: 1}),
    Space.BOAR: pile(Good.BOAR, 1),
    Space.STONE_4: pile(Good.STONE, 1),
    Space.CATTLE: pile(Good.CATTLE, 1),
    Space.PLOW_SOW: Place(any_of=Effect.PLOW | Effect.SOW),
    Space.GROW_5: Place(must=Effect.GROW_ANYWAY),
    Space.RENOVATE_FENCE: Place(must=Effect.RENOVATE, may=Effect.FENCE),
    Space.WOOD2: pile(Good.WOOD, 2, (3, 4)),
    Space.HOLLOW_3: pile(Good.CLAY, 1, (3,)),
    Space.HOLLOW_4: pile(Good.CLAY, 2, (4,)),
    Space.WOOD1: pile(Good.WOOD, 1, (4,)),
    Space.TRAVELING: pile(Good.FOOD, 1, (4,)),
    Space.MARKET_4: Place((4,), gain={Good.REED: 1, Good.STONE: 1, Good.FOOD: 1}),
}

FIVE_PLAYERS: Mapping[Space, Place] = {
    Space.WOOD4: pile(Good.WOOD, 4, (5,)),
    Space.CLAY3: pile(Good.CLAY, 3, (5,)),
    Space.REED_STONE_WOOD: Place(
        (5,), refill={Good.REED: 1}, gain={Good.STONE: 1, Good.WOOD: 1}, must=Effect.TAKE
    ),
    Space.ANIMALS: Place((5,), must=Effect.ANIMAL),
    Space.ROOM_OR_FOOD: Place((5,), refill={Good.FOOD: 1}, one_of=Effect.ROOM | Effect.TAKE, most_rooms=1),
}  # fmt: skip

STOREHOUSE = Place(refill={Good.FOOD: 1}, must=Effect.TAKE | Effect.MARKER)
"""The starting player's space where food piles up on it."""

BOTH_2007: Mapping[Space, Place] = {
    Space.ONE_RESOURCE: Place((3,), must=Effect.CHOOSE, choices=1),
    **FIVE_PLAYERS,
}

FAMILY_2007: Mapping[Space, Place] = {
    **BOTH_2007,
    Space.START: STOREHOUSE,
    Space.DAY: Place(gain={Good.FOOD: 1}, must=Effect.CHOOSE, choices=1),
    Space.TWO_RESOURCES: Place((3, 4), must=Effect.CHOOSE, choices=2),
    Space.RESOURCES_OR_GROWTH: Place((5,), one_of=Effect.CHOOSE | Effect.GROW, choices=2, growth_from=5),
}

NORMAL_2007: Mapping[Space, Place] = {
    **BOTH_2007,
    Space.RESOURCES_OR_GROWTH: Place((5,), must=Effect.GROW, growth_from=5),
}

NORMAL_REVISED: Mapping[Space, Place] = {
    Space.MARKET_3: Place(
        (3,), gain={Good.FOOD: 1}, must=Effect.CHOOSE, choices=1, choice_of=(Good.REED, Good.STONE)
    ),
}  # fmt: skip

BEGINNER_REVISED: Mapping[Space, Place] = {**NORMAL_REVISED, Space.START: STOREHOUSE}


@dataclass(frozen=True)
class Mode:
    """A mode of an edition: its `name` on the command line, what it is, its spaces and readings."""

    name: str
    title: str
    own: Mapping[Space, Place]
    side_job: SideJob = SideJob.OFF
    tie_break: TieBreak = TieBreak.SHARED

    @property
    def spaces(self) -> dict[Space, Place]:
        """The spaces of the mode, in the order of `Space`."""
        found = {**COMMON, **self.own}
        return {space: found[space] for space in Space if space in found}


@dataclass(frozen=True)
class Edition:
    """An edition: its name among the games, its title, how many may play, its modes, the default first."""

    name: str
    title: str
    source: str
    most_players: int
    modes: tuple[Mode, ...]


AGRICOLA_2007 = Edition(
    "agricola-2007",
    "Agricola (2007)",
    "rules/agricola-2007.md: Agricola, first edition, 2007, without hand cards",
    5,
    (
        Mode("family", "family game", FAMILY_2007, SideJob.ALWAYS),
        Mode("normal", "normal boards without hand cards", NORMAL_2007),
    ),
)
AGRICOLA_REVISED = Edition(
    "agricola-revised",
    "Agricola (Revised Edition)",
    "rules/agricola-revised.md: Agricola, Revised Edition, 2016, without hand cards",
    4,
    (
        Mode("beginner", "beginner variant without hand cards, with the Side Job tile", BEGINNER_REVISED,
             SideJob.NOT_SOLO, TieBreak.RESOURCES),
        Mode("normal", "without hand cards, nothing else changed", NORMAL_REVISED, SideJob.OFF, TieBreak.RESOURCES),
    ),
)  # fmt: skip
EDITIONS = {edition.name: edition for edition in (AGRICOLA_2007, AGRICOLA_REVISED)}
