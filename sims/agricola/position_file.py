"""Position files: where a game stands, written from scratch as one sees it at the table.

    game = "agricola-2007"
    mode = "family"               # left out: as the rules say
    round = 6                     # round and cards have to be there
    cards = ["Sheep", "Fences"]   # the round cards so far, one for each round, in their order
    seat = 2                      # who is to act; seats count clockwise, from 1
    start = 1                     # who started the round; left out: seat 1
    marker = 2                    # who starts the next; left out: who started, if nobody has taken that space
    first = 1                     # who started round 1, which no rule asks for later; left out: who started the round
    taken = ["Fishing", "Sheep"]  # the spaces on which a person stands
    goods = ["3 Wood: 6 wood"]    # what lies on a space; left out: what it gets in one round, nothing if it is taken
    [farm]                        # of the seat to act, in the words of farm files (see `farm_file`), and:
    to_place = 1                  # its people yet to be placed; left out: those that taking turns has left
    passed = 1                    # or those that stay at home, since the seat had nothing to do and passed (R11)
    well_bought = 5               # the round in which the Well was bought, which whoever owns it has to write
    [[other]]                     # the other seats clockwise, in the same words

The improvements that are left are those that stand on no farm. Cards to come are in no position. `position_writer`
writes such files. Source: rules/agricola-2007.md, sections 2 to 4.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import AnalyserError
from ..telling import plural
from ..toml_file import Table, shown
from .board import POSITION, refill, set_up, to_place
from .editions import EDITIONS
from .effects import fed_by_well
from .farm_file import FARM_KEYS, edition_of, farm_of
from .names import IMPROVEMENT_WORD
from .pieces import CARDS, FIREPLACES, FIRST_CARD, HEARTHS, NOTHING, Effect, Improvement, Space
from .replay import rules_said
from .script import cards_of, check_stages, mode_of
from .terms import goods_words, read_goods
from .variants import Rules
from .words import space_named, space_word

SEAT_KEYS = (*FARM_KEYS, "to_place", "passed", "well_bought")
POSITION_KEYS = (
    "game", "mode", "round", "cards", "seat", "start", "marker", "first", "taken", "goods", "farm", "other",
)  # fmt: skip
GROWTH = Effect.GROW | Effect.GROW_ANYWAY


def is_position(file: Table) -> bool:
    """Say whether a file's top table is that of a position, and not of a game."""
    return "farm" in file.values or "other" in file.values or isinstance(file.values.get("round"), int)


def record_of(file: Table, rules: Rules) -> tuple[Any, str | None]:
    """Return the POSITION record of a file's top table, and the mode that it names. Raises AnalyserError."""
    for key in file.values:
        if key in SEAT_KEYS:
            raise file.error(f"{key} belongs to a farm: write it below a line [farm]")
    file.check_keys(POSITION_KEYS)
    file.check_game(*EDITIONS)
    game = file.text("game")
    mode = mode_of(file, game)
    record = rules_said(file.where, game, mode, rules).record
    return _Reader(file, record).position, mode


class _Reader:
    """What makes a position of a file: `tables` are those of the farms by seat. Seats and rounds count from 0."""

    def __init__(self, file: Table, rules: Any) -> None:
        self.file, self.rules = file, rules
        self.position = np.zeros(1, POSITION)[0]
        farms = [file.table("farm") or Table({}, f"{file.where}, [farm]"), *file.tables("other")]
        self.seats, most = len(farms), EDITIONS[edition_of(rules)].most_players
        if self.seats > most:
            raise file.error(f"{self.seats} seats are written, but {most} play at most")
        self.own = self.seat_of("seat", 0)
        self.tables = [farms[(seat - self.own) % self.seats] for seat in range(self.seats)]
        start = self.seat_of("start", 0)
        set_up(self.position, rules, self.seats, self.seat_of("first", start))
        self.position["start"] = start
        self.turn_up_cards()
        self.settle_farms()
        self.take_spaces()
        self.check_newborns()
        self.give_marker()
        self.lay_goods()
        self.place_people()

    def seat_of(self, key: str, default: int) -> int:
        """Return a seat that the top table names."""
        return (self.file.number(key, 1, self.seats) or default + 1) - 1

    def space_of(self, key: str, name: str) -> Space:
        """Return a space on the table by its name."""
        try:
            space = space_named(name, self.position, self.rules)
        except AnalyserError as error:
            raise self.file.error(f"{key}: {error}") from error
        if int(self.position["open"]) >> space & 1:
            return space
        word = space_word(space, self.rules)
        if FIRST_CARD <= space < FIRST_CARD + CARDS:
            raise self.file.error(f"{key}: {word} is not turned up yet: it is not among the cards")
        raise self.file.error(f"{key}: {word} is not on the table with {plural(self.seats, 'player')}")

    # --- The board

    def turn_up_cards(self) -> None:
        """Set the round, and turn up its cards."""
        round_ = self.file.number("round", 1, int(self.rules["rounds"]))
        if round_ is None:
            raise self.file.error("round is missing: write round = 1, above [farm]")
        cards = cards_of(self.file)
        check_stages(self.file.where, cards, self.rules)
        if len(cards) != round_:
            raise self.file.error(
                f"cards: {plural(len(cards), 'card')}, but round {round_} is being played: write cards = [...], one "
                "for each round so far"
            )
        self.position["round"] = round_ - 1
        for place, card in enumerate(cards):
            self.position["cards"][place] = card
            self.position["open"] |= 1 << card

    def take_spaces(self) -> None:
        """Put people on the spaces that are taken."""
        for name in self.file.texts("taken") or ():
            space = self.space_of("taken", name)
            if self.is_taken(space):
                raise self.file.error(f"taken: {space_word(space, self.rules)} stands there twice")
            self.position["occupied"] |= 1 << space

    def is_taken(self, space: int) -> bool:
        """Say whether a person stands on a space."""
        return bool(int(self.position["occupied"]) >> space & 1)

    def give_marker(self) -> None:
        """Say who starts the next round: who started this one, unless somebody took the marker."""
        start, word = int(self.position["start"]), space_word(Space.START, self.rules)
        marker = self.file.number("marker", 1, self.seats)
        if self.is_taken(Space.START) and marker is None and self.seats > 1:
            raise self.file.error(f"who starts the next round? {word} is taken: write marker = 1, or another seat")
        if not self.is_taken(Space.START) and marker not in (None, start + 1):
            raise self.file.error(
                f"marker = {marker}, but nobody has taken {word}: seat {start + 1} has it; or write start = {marker}"
            )
        self.position["marker"] = self.seat_of("marker", start)

    def lay_goods(self) -> None:
        """Lay out what is written of the spaces, and on the other free ones what they get in one round."""
        for space in Space:
            if int(self.position["open"]) >> space & 1 and not self.is_taken(space):
                refill(self.position, self.rules, space)
        written = set()
        for text in self.file.texts("goods") or ():
            name, colon, goods = text.partition(":")
            if not colon:
                raise self.file.error(f"goods: {shown(text)} is not understood: write 3 Wood: 6 wood")
            space = self.space_of("goods", name)
            if space in written:
                raise self.file.error(f"goods: {space_word(space, self.rules)} stands there twice")
            written.add(space)
            self.position["goods"][space] = self.goods_on(space, goods)

    def goods_on(self, space: Space, text: str) -> Any:
        """Return what lies on a space (int64[10]): what comes in some of the rounds since it opened."""
        try:
            goods = np.array(read_goods(text), np.int64)
        except AnalyserError as error:
            raise self.file.error(f"goods: {error}") from error
        word, coming = space_word(space, self.rules), self.refill_of(space)
        if not coming.any():
            raise self.file.error(f"goods: on {word} no goods pile up: delete it")
        least, most = self.refills_on(space)
        if not any((goods == times * coming).all() for times in range(least, most + 1)):
            can = "nothing, now that it is taken" if most == 0 else goods_words(least * coming)
            more = f" to {goods_words(most * coming)}" if most > least else ""
            raise self.file.error(
                f"goods: {goods_words(goods)} cannot lie on {word}: it gets {goods_words(coming)} each round; write "
                f"{can}{more}"
            )
        return goods

    def refill_of(self, space: Space) -> Any:
        """Return what a space gets each round (int64[10])."""
        empty = np.zeros(1, POSITION)[0]
        empty["seats"] = self.seats
        refill(empty, self.rules, space)
        return empty["goods"][space]

    def refills_on(self, space: Space) -> tuple[int, int]:
        """Return of how many rounds at least and at most the goods may lie on a space."""
        opened = list(self.position["cards"]).index(space) if FIRST_CARD <= space < FIRST_CARD + CARDS else 0
        rounds = int(self.position["round"]) + 1 - opened
        if not self.is_taken(space):
            return 1, rounds
        return 0, 0 if int(self.rules["must"][space]) & Effect.TAKE else rounds

    # --- The farms

    def settle_farms(self) -> None:
        """Read the farms; the improvements that stand on none are left."""
        for seat, table in enumerate(self.tables):
            table.check_keys(SEAT_KEYS)
            farm = farm_of(table, self.rules)
            self.promise_food(farm, table)
            self.position["farms"][seat] = farm
            twice = int(farm["improvements"]) & ~int(self.position["improvements"])
            if twice:
                raise table.error(f"improvements: {owned_twice(twice)}")
            self.position["improvements"] &= ~farm["improvements"]

    def promise_food(self, farm: Any, table: Table) -> None:
        """Write down the rounds in which the Well gives food."""
        bought = table.number("well_bought", 1, int(self.position["round"]) + 1)
        owns = bool(int(farm["improvements"]) >> Improvement.WELL & 1)
        if owns and bought is None:
            raise table.error("in which round was the Well bought? Write well_bought = 1, or another round")
        if bought is not None and not owns:
            raise table.error("well_bought, but the Well is not among the improvements: delete one, or add the other")
        if bought is not None:
            farm["well"] = fed_by_well(self.rules, bought - 1)

    def check_newborns(self) -> None:
        """Refuse newborns without a space on which the family grew, and such a space without newborns."""
        born = sum(int(farm["newborns"]) for farm in self.position["farms"][: self.seats])
        taken = [space for space in Space if self.is_taken(space)]
        surely = [space for space in taken if int(self.rules["must"][space]) & GROWTH]
        perhaps = [space for space in taken if int(self.rules["one_of"][space]) & GROWTH]
        if not len(surely) <= born <= len(surely) + len(perhaps):
            spaces = " and ".join(space_word(space, self.rules) for space in surely + perhaps) or "none"
            raise self.file.error(
                f"newborns: {born} on all farms, but of the spaces where a family grows there is taken: {spaces}; "
                "newborns are those of this round"
            )

    # --- The people

    def place_people(self) -> None:
        """Say how many people each seat has yet to place, and how often somebody has placed one or passed."""
        taken, passes = int(self.position["occupied"]).bit_count(), 0
        for farm, table in zip(self.position["farms"], self.tables, strict=False):
            farm["at_home"] = farm["people"] - farm["newborns"]
            passes += table.count("passed", int(farm["at_home"])) > 0
        if passes:
            self.place_by_hand(taken)
        else:
            self.take_turns(taken)
        self.position["seat"], self.position["placed"] = self.own, taken + passes

    def take_turns(self, taken: int) -> None:
        """Let the seats place so many people in turn, and compare what is left with what is written."""
        position, farms = self.position, self.position["farms"][: self.seats]
        family = int(farms["at_home"].sum())
        if taken >= family:
            raise self.file.error(
                f"taken: {plural(taken, 'space')}, but all have {family} people to place: nobody is left to act"
            )
        position["seat"] = position["start"]
        for _ in range(taken):
            seat = to_place(position)
            farms[seat]["at_home"] -= 1
            position["seat"] = (seat + 1) % self.seats
        because = f"seat {int(position['start']) + 1} started the round, with {plural(taken, 'space')} taken since"
        turn = int(to_place(position))
        if turn != self.own:
            raise self.file.error(f"seat {self.own + 1} is to act, but it is the turn of seat {turn + 1}: {because}")
        for farm, table in zip(farms, self.tables, strict=True):
            left = table.number("to_place", 0, int(farm["people"]))
            if left not in (None, int(farm["at_home"])):
                raise table.error(f"to_place = {left}, but {int(farm['at_home'])} are left in turn: {because}")

    def place_by_hand(self, taken: int) -> None:
        """Write down who is yet to be placed where somebody has passed: the order of turns does not say it then."""
        placed = 0
        for farm, table in zip(self.position["farms"], self.tables, strict=False):
            family, passed = int(farm["at_home"]), table.count("passed", int(farm["at_home"]))
            left = table.number("to_place", 0, 0 if passed else family, 0 if passed else None)
            if left is None:
                raise table.error("to_place is missing: where somebody has passed, write how many are yet to be placed")
            farm["at_home"], placed = left, placed + family - left - passed
        if placed != taken:
            raise self.file.error(
                f"taken: {plural(taken, 'space')}, but {placed} people are placed: of each family all but newborns, "
                "to_place and passed"
            )
        if self.position["farms"][self.own]["at_home"] == 0:
            raise self.tables[self.own].error("the seat to act has nobody to place: write to_place = 1")


def owned_twice(twice: int) -> str:
    """Return what is wrong where improvements (bits) stand on two farms."""
    one = next(one for one in Improvement if twice >> one & 1)
    alike = FIREPLACES if FIREPLACES >> one & 1 else HEARTHS if HEARTHS >> one & 1 else 0
    other = next((other for other in Improvement if alike >> other & 1 and other != one), NOTHING)
    hint = f"; the other is {IMPROVEMENT_WORD[Improvement(other)]}" if alike else ""
    return f"{IMPROVEMENT_WORD[one]} stands on two farms, but there is one of it{hint}"
