"""The board: where a game stands, its beginning, and what happens to the spaces between the placements.

Source: rules/agricola-2007.md, sections 2 to 4.
"""

from __future__ import annotations

import numpy as np

from ..draws import below
from ..jit import kernel
from .farm import FARM, FIRST_ROOMS, MOST_GRAIN, MOST_VEGETABLES
from .geometry import measure
from .pieces import ANIMALS, CARDS, FIRST_CARD, GOODS, IMPROVEMENTS, NOTHING, SPACES, SUPPLY, Good, House, Space
from .rules import SEATS, STAGE_ENDS, CardOrder

TRIAL_NUMBERS = 128
"""Room for a policy to write numbers of its own."""

POSITION = np.dtype(
    [
        ("farms", FARM, (SEATS,)),
        ("goods", np.int64, (SPACES, GOODS)),
        ("open", np.int64),
        ("occupied", np.int64),
        ("round", np.int64),
        ("seat", np.int64),
        ("seats", np.int64),
        ("placed", np.int64),
        ("first", np.int64),
        ("start", np.int64),
        ("marker", np.int64),
        ("cards", np.int64, (CARDS,)),
        ("improvements", np.int64),
        ("trial_farm", FARM),
        ("trial_other", FARM),
        ("trial_herd", np.int64, (ANIMALS,)),
        ("trial_points", np.int64, (16,)),
        ("trial_numbers", np.float64, (TRIAL_NUMBERS,)),
    ],
    align=True,
)
"""Where a game stands when a policy is asked: to be read only, but for the trial fields, made to try things out in.

`farms` by seat, of which the first `seats` play; `goods` on each space; the spaces that are `open` in this round and
those that are `occupied` (bits); the `round`, the `seat` that is asked, how many people all have `placed` in the round;
who started round 1 (`first`), who starts this one (`start`), and who holds the `marker`, which starts the next. `cards`
are the round cards by round, NOTHING for those to come; `improvements` those that can be bought (bits). Seats and
rounds count from 0.
"""


@kernel()
def clear_farm(farm, rules):
    """Make a farm what it is at the start: two wooden rooms, two people, nothing else."""
    for good in range(SUPPLY):
        farm["supply"][good] = 0
    for animal in range(ANIMALS):
        farm["animals"][animal] = 0
    for number in range(MOST_GRAIN):
        farm["grain_fields"][number] = 0
    for number in range(MOST_VEGETABLES):
        farm["vegetable_fields"][number] = 0
    farm["house"], farm["rooms"] = House.WOOD, FIRST_ROOMS
    farm["fields"] = farm["stables"] = farm["layout"] = farm["improvements"] = farm["well"] = 0
    farm["people"], farm["newborns"], farm["at_home"], farm["begging"] = 2, 0, 2, 0
    measure(farm, rules)


@kernel(inline=True)
def start_food(rules, seats, starts):
    """Return the food of a player at the start (section 2)."""
    if seats == 1:
        return rules["start_food_solo"]
    return rules["start_food_first"] if starts else rules["start_food"]


@kernel()
def set_up(position, rules, seats, first):
    """Put a position before round 1, which seat `first` starts: no card is turned up yet, and the spaces are empty."""
    for seat in range(SEATS):
        clear_farm(position["farms"][seat], rules)
        position["farms"][seat]["supply"][Good.FOOD] = start_food(rules, seats, seat == first)
    for space in range(SPACES):
        for good in range(GOODS):
            position["goods"][space, good] = 0
    position["open"] = position["occupied"] = position["round"] = position["placed"] = 0
    for space in range(SPACES):
        if (rules["players"][space] >> seats) & 1 and not FIRST_CARD <= space < FIRST_CARD + CARDS:
            position["open"] |= 1 << space
    for card in range(CARDS):
        position["cards"][card] = NOTHING
    position["seats"] = seats
    position["seat"] = position["first"] = position["start"] = position["marker"] = first
    position["improvements"] = (1 << IMPROVEMENTS) - 1


@kernel()
def deal(position, rules, stream, deck):
    """Write the round cards into `deck` (int64[14]): in each stage those turned up, then the others, shuffled.

    Where the order is given (R02), it is that of the rules. Cards to come are in no position: nobody may know them.
    """
    start, drawn = 0, 0
    for end in STAGE_ENDS:
        place = start
        for card in range(start, end):
            if position["cards"][card] != NOTHING:
                deck[place] = position["cards"][card]
                place += 1
        known = place
        for card in range(start, end):
            if not (position["open"] >> rules["cards"][card]) & 1:
                deck[place] = rules["cards"][card]
                place += 1
        if rules["card_order"] == CardOrder.SHUFFLED:
            for last in range(end - 1, known, -1):
                other = known + below(stream, drawn, last - known + 1)
                drawn += 1
                deck[last], deck[other] = deck[other], deck[last]
        start = end


@kernel(inline=True)
def refill(position, rules, space):
    """Add to a space what it gets each round."""
    goods, more = position["goods"][space], rules["refill"][space]
    for good in range(GOODS):
        goods[good] += more[good]
    if space == Space.WOOD3 and position["seats"] == 1:
        goods[Good.WOOD] += rules["solo_wood"] - more[Good.WOOD]


@kernel()
def begin_round(position, rules, card):
    """Begin a round: turn up its card, hand out what wells give, fill the spaces; the holder of the marker starts."""
    round_ = position["round"]
    position["cards"][round_] = card
    position["open"] |= 1 << card
    for seat in range(position["seats"]):
        farm = position["farms"][seat]
        farm["supply"][Good.FOOD] += (farm["well"] >> round_) & 1
        farm["at_home"], farm["newborns"] = farm["people"], 0
    for space in range(SPACES):
        if (position["open"] >> space) & 1:
            refill(position, rules, space)
    position["occupied"] = position["placed"] = 0
    position["start"] = position["seat"] = position["marker"]


@kernel(inline=True)
def to_place(position):
    """Return the seat from `seat` on, clockwise, that has people at home, or -1 where nobody has."""
    seat = position["seat"]
    for _ in range(position["seats"]):
        if position["farms"][seat]["at_home"] > 0:
            return seat
        seat = seat + 1 if seat + 1 < position["seats"] else 0
    return -1
