"""The oracle's rounds of Agricola: start, work, return home, harvest.

Sections 3 and 10 of both rules files. A round is `start_round`, placements (`apply`, `pass_round`) until `seat` is
None, `return_home`, and after rounds 4, 7, 9, 11, 13, and 14 `field_phase`, `feeding`, and `breeding`.
"""

from dataclasses import replace

from .agricola_harvest import breed, feed, harvest_fields
from .agricola_lists import usable
from .agricola_position import next_seat
from .agricola_spaces import HARVESTS, ROUNDS, rate


def check_phase(game, phase):
    """Raise ValueError unless the game is in a phase."""
    if game.phase != phase:
        raise ValueError(f"the game is in phase {game.phase}, not {phase}")


def start_round(game):
    """Return the game at the first placement of its next round: new card, food of the Well, goods on the spaces."""
    check_phase(game, "start")
    game = replace(game, round=game.round + 1, phase="work", occupied={}, passed=frozenset(), first=game.marker)
    game = replace(game, farms=tuple(at_round_start(farm, game.round) for farm in game.farms))
    game = replenish(game)
    return replace(game, seat=next_seat(game, game.first - 1))


def at_round_start(farm, number):
    """Return a farm at the start of a round: its newborns are adults now, and the Well may give 1 food."""
    farm = replace(farm, newborns=0)
    if number not in farm.well:
        return farm
    return replace(farm, food=farm.food + 1, well=farm.well - {number})


def replenish(game):
    """Return the game with the round's goods on every space on the table that gets any, on top of what lies there."""
    added = {space: game.piles[space] + rate(game.rules, space) for space in game.table if space in game.piles}
    return replace(game, piles=game.piles | added)


def pass_round(game):
    """Return the game after the seat to act passes the rest of the round; ValueError if it has a legal space."""
    check_phase(game, "work")
    open_to_it = [space for space in game.table if usable(game, space)]
    if game.seat is None or open_to_it:
        raise ValueError(f"nobody passes who can use {open_to_it}")
    game = replace(game, passed=game.passed | {game.seat})
    return replace(game, seat=next_seat(game, game.seat))


def return_home(game):
    """Return the game after the people went home. Newborns count as such until after a harvest. Section 10."""
    check_phase(game, "work")
    if game.seat is not None:
        raise ValueError(f"seat {game.seat} is to act")
    phase = "fields" if game.round in HARVESTS else "start"
    return replace(game, phase=phase, occupied={}, passed=frozenset())


def field_phase(game):
    """Return the game after the field phase of all players."""
    check_phase(game, "fields")
    return replace(game, phase="feeding", farms=tuple(harvest_fields(farm) for farm in game.farms))


def feeding(game, feedings):
    """Return the game after feeding; `feedings` has one `Feeding` for each seat."""
    check_phase(game, "feeding")
    pairs = zip(game.farms, feedings, strict=True)
    return replace(game, phase="breeding", farms=tuple(feed(farm, one, game.rules.solo) for farm, one in pairs))


def breeding(game, herds):
    """Return the game after breeding; `herds` are what the seats keep. The game is over after the last harvest."""
    check_phase(game, "breeding")
    phase = "over" if game.round == ROUNDS else "start"
    pairs = zip(game.farms, herds, strict=True)
    return replace(game, phase=phase, farms=tuple(breed(farm, kept) for farm, kept in pairs))


def harvest(game, feedings, herds):
    """Return the game after a whole harvest."""
    return breeding(feeding(field_phase(game), feedings), herds)
