"""What a report looks for in single games of Express: in its words, by the columns of `facts`."""

from __future__ import annotations

from ..marks import Marker, Milestone
from .faces import Improvement, Occupation
from .rules import HARVESTS

CARDS = [card.name.capitalize() for card in [*list(Occupation)[1:], *Improvement]]
HOUSES = ("Brick house", "Stone house")
FAMILY = {"No baby": (0, 0), "1 baby": (1, 1), "2 babies": (2, 2), "3 babies or more": (3, None)}


def markers() -> list[Marker]:
    """Return what games are sorted by: the family at the first harvest, houses and cards at each."""
    found = [Marker(label, "state", 1, "Babies", *span) for label, span in FAMILY.items()]
    for harvest in range(1, HARVESTS + 1):
        found += [Marker(item, "state", harvest, item) for item in (*HOUSES, *CARDS)]
    return found


def milestones() -> list[Milestone]:
    """Return what came when: what dice groups brought by round, then houses and cards by harvest."""
    by_round = [("First room added", "Add rooms", 1), ("1st baby", "Have baby", 1), ("2nd baby", "Have baby", 2)]
    by_round += [("3rd baby", "Have baby", 3), ("First field", "Plant field", 1), ("First pasture", "Build pasture", 1)]
    by_round += [("House upgraded", "Upgrade house", 1), ("1st occupation", "Gain occupation", 1)]
    by_round += [("2nd occupation", "Gain occupation", 2), ("First Hearth or Oven", "Build hearth or oven", 1)]
    by_round += [("First workshop", "Build workshop", 1)]
    found = [Milestone(label, "groups", item, least, True) for label, item, least in by_round]
    return found + [Milestone(item, "state", item) for item in (*HOUSES, *CARDS)]
