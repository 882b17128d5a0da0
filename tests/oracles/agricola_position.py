"""The oracle's position and placement of Agricola: what lies on the table and what one turn decides.

Sections 2 and 3 of both rules files. A position is never changed; every function returns a new one.
"""

from dataclasses import dataclass, field, replace

from .agricola_farm import NO_ANIMALS, Farm
from .agricola_improvements import IMPROVEMENTS
from .agricola_spaces import SPACES, Rules, deck_fault, default_deck, printed_spaces

START_FOOD, START_FOOD_OTHERS, START_FOOD_SOLO = 2, 3, 0


@dataclass(frozen=True)
class Game:
    """Hold a whole position.

    `phase` is "start" (before a round), "work", "fields", "feeding", "breeding", or "over". `piles` is `{space: units}`
    for all spaces that get goods, also those still in the deck; `occupied` is `{space: seat}`. `first` begins this
    round, `marker` holds the starting player's marker, `seat` is to act (None: nobody has a person left at home).
    `passed` are the seats that found no legal space in this round.
    """

    rules: Rules
    deck: tuple
    farms: tuple
    piles: dict
    round: int = 0
    phase: str = "start"
    occupied: dict = field(default_factory=dict)
    first: int = 0
    marker: int = 0
    seat: int | None = None
    passed: frozenset = frozenset()

    @property
    def farm(self):
        """Return the farm of the seat to act."""
        return self.farms[self.seat]

    @property
    def table(self):
        """Return the names of all spaces on the table in this round."""
        return printed_spaces(self.rules) + self.deck[: self.round]

    def with_farm(self, seat, farm):
        """Return the game with another farm for a seat."""
        return replace(self, farms=self.farms[:seat] + (farm,) + self.farms[seat + 1 :])


@dataclass(frozen=True)
class Move:
    """Hold one placement of a person with everything it decides. Fields that its space does not ask for stay empty.

    `option` names the choice on a card with several. `rooms`, `stables`, `plow` are cells, `fences` the places of the
    new fences, `resources` the building resources chosen. `returned` is the Fireplace given for a Hearth; without it
    the improvement is paid with goods. `kept` is the herd after the placement, None for all that there is; `cooked`
    are the animals cooked at this moment; the other ones are released.
    """

    space: str
    option: str | None = None
    rooms: frozenset = frozenset()
    stables: frozenset = frozenset()
    plow: tuple | None = None
    sow_grain: int = 0
    sow_vegetables: int = 0
    bake: int = 0
    fences: frozenset = frozenset()
    resources: tuple = ()
    improvement: str | None = None
    returned: str | None = None
    kept: tuple | None = None
    cooked: tuple = NO_ANIMALS


def new_game(rules=Rules(), deck=None, first=0):
    """Return the position before round 1; without a `deck` the cards come in the order of the rules file. Section 2."""
    deck = default_deck(rules) if deck is None else tuple(deck)
    reason = deck_fault(rules, deck)
    if reason:
        raise ValueError(reason)
    food = [START_FOOD if seat == first else START_FOOD_OTHERS for seat in range(rules.players)]
    farms = tuple(Farm(food=START_FOOD_SOLO if rules.solo else units) for units in food)
    piles = {space: 0 for space in printed_spaces(rules) + deck if SPACES[space].good}
    return Game(rules, deck, farms, piles, first=first, marker=first)


def for_sale(game):
    """Return the improvements on the board: those that nobody owns. Section 9."""
    return frozenset(IMPROVEMENTS).difference(*(farm.improvements for farm in game.farms))


def at_home(game, seat):
    """Return how many people a seat can still place in this round; newborns cannot be placed. Section 11."""
    farm = game.farms[seat]
    return farm.people - farm.newborns - sum(owner == seat for owner in game.occupied.values())


def next_seat(game, after):
    """Return the next seat clockwise that can place a person, the one after `after` first; None if nobody can."""
    players = game.rules.players
    for step in range(1, players + 1):
        seat = (after + step) % players
        if at_home(game, seat) > 0 and seat not in game.passed:
            return seat
    return None
