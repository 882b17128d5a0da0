"""The oracle's scores of Agricola, by category, and who wins.

Section 12 of both rules files; the workshops' bonus points are in section 9.
"""

from .agricola_farm import CELLS, KINDS, RESOURCES, used
from .agricola_fences import enclosed, pastures
from .agricola_harvest import crops_of
from .agricola_improvements import CRAFTS, IMPROVEMENTS

# The least numbers for 1, 2, 3, and 4 points; below the first one it is -1.
STEPS = {
    "fields": (2, 3, 4, 5),
    "pastures": (1, 2, 3, 4),
    "grain": (1, 4, 6, 8),
    "vegetables": (1, 2, 3, 4),
    "sheep": (1, 4, 6, 8),
    "boar": (1, 3, 5, 7),
    "cattle": (1, 2, 4, 6),
}
POINTS_MISSING, POINTS_UNUSED, POINTS_FENCED_STABLE, POINTS_PERSON, POINTS_BEGGING = -1, -1, 1, 3, -3
POINTS_ROOM = {"wood": 0, "clay": 1, "stone": 2}


def step_points(category, count):
    """Return the points for a number of things in one of the seven stepped categories."""
    reached = sum(count >= least for least in STEPS[category])
    return reached if reached else POINTS_MISSING


def counts(farm):
    """Return how many things a farm has in each of the stepped categories."""
    return {
        "fields": len(farm.fields),
        "pastures": len(pastures(farm.fences)),
        "grain": crops_of(farm, "grain"),
        "vegetables": crops_of(farm, "vegetables"),
        **dict(zip(KINDS, farm.herd, strict=True)),
    }


def bonus_steps(farm):
    """Return `{workshop: bonus points}` of the workshops that a farm has. Section 9."""
    owned = {name: craft for name, craft in CRAFTS.items() if name in farm.improvements}
    return {name: sum(getattr(farm, craft.good) >= stock for stock in craft.stocks) for name, craft in owned.items()}


def score(farm):
    """Return `{category: points}`."""
    stepped = {category: step_points(category, count) for category, count in counts(farm).items()}
    return stepped | {
        "unused": POINTS_UNUSED * len(CELLS - used(farm)),
        "fenced_stables": POINTS_FENCED_STABLE * len(farm.stables & enclosed(farm.fences)),
        "rooms": POINTS_ROOM[farm.material] * len(farm.rooms),
        "people": POINTS_PERSON * farm.people,
        "improvements": sum(IMPROVEMENTS[name].points for name in farm.improvements),
        "bonus": sum(bonus_steps(farm).values()),
        "begging": POINTS_BEGGING * farm.begging,
    }


def total(farm):
    """Return the sum of all categories."""
    return sum(score(farm).values())


# --- ties, section 12 ----------------------------------------------------------------------------------------------


def spent_on_bonus(farm):
    """Return how many goods the bonus points would use up, if they did: the stock of the highest step reached."""
    return sum(CRAFTS[name].stocks[points - 1] for name, points in bonus_steps(farm).items() if points)


def resources_left(farm, bonus_spends=False):
    """Return the building resources in supply, which break ties in the revised edition.

    Ruling K14 there: bonus points do not use them up; `bonus_spends` is the other reading.
    """
    return sum(getattr(farm, good) for good in RESOURCES) - (spent_on_bonus(farm) if bonus_spends else 0)


def rank_key(edition, farm, bonus_spends=False):
    """Return what is compared: the points, and in the revised edition the building resources after them."""
    if edition == "2007":
        return (total(farm),)
    return total(farm), resources_left(farm, bonus_spends)


def places(game, bonus_spends=False):
    """Return the place of every seat, 1 for the best; seats that are still tied share a place."""
    keys = [rank_key(game.rules.edition, farm, bonus_spends) for farm in game.farms]
    return tuple(1 + sum(other > key for other in keys) for key in keys)


def winners(game, bonus_spends=False):
    """Return the seats on place 1."""
    return tuple(seat for seat, place in enumerate(places(game, bonus_spends)) if place == 1)
