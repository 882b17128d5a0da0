"""Replays: a game file played by the rules, placement by placement, up to its end or to its first mistake.

Why the turns are written here once more, in Python: the game loop in `play` asks compiled policies and may not stop to
explain. Everything that a turn does is asked of the same kernels. Source: rules/agricola-2007.md, sections 3 and 10.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..draws import game_key, moment_key
from ..errors import AnalyserError
from ..herds import fits, grown, list_herds
from ..replaying import check_turn, legal_words, no_more
from .board import POSITION, begin_round, deal, set_up, to_place
from .contract import best_herd, feed_cheaply, share_left
from .drafts import new_found
from .facts import POINTS, WINS, note_results
from .farm_file import FarmScore, edition_of, score_of
from .faults import Fault
from .harvest import clear_feeding, feed, food_needed, new_feeding, reap
from .herd import new_herds
from .listing import legal_moves, space_moves
from .moves import apply, carry_out, why_illegal
from .pieces import ANIMALS, CARDS
from .play import Purpose, first_seat
from .rules import STAGE_ENDS, CardOrder, is_harvest
from .scoring import CATEGORIES
from .script import GameFile, Placement, check_stages
from .sheet import FarmSheet, sheet_of
from .terms import feeding_words, herd_words
from .variants import Rules, default, modes
from .words import FAULT, describe, parse, space_word

PASSES = "pass"


@dataclass(frozen=True)
class PlacementPlayed:
    """One placement: `round` and `seat` 1-based, the move, the space, and the farm that it made."""

    number: int
    round: int
    seat: int
    move: str
    space: str
    farm: FarmSheet


@dataclass(frozen=True)
class HarvestPlayed:
    """A seat's harvest: the food it needed, what it turned into food (`by_default`: the cheapest way), what it begged.

    `kept` is the herd that stayed after breeding where not all animals did, else ''.
    """

    seat: int
    needed: int
    fed: str
    by_default: bool
    begged: int
    kept: str


@dataclass(frozen=True)
class RoundPlayed:
    """A round that has ended: its card, all seats' farms then, and their harvests, if there was one."""

    round: int
    card: str
    farms: tuple[FarmSheet, ...]
    harvests: tuple[HarvestPlayed, ...]


@dataclass(frozen=True)
class Replay:
    """A game played from its file, as far as that goes: `scores` are those of the farms then.

    `complete`: it was played to its end; else `next_turn` is the (round, seat) whose placement comes next, and
    `winners` (seats, 1-based) is empty. `cards` are those that are turned up, `order` all that are known.
    """

    file: GameFile
    rules: str
    cards: tuple[str, ...]
    order: tuple[str, ...]
    placements: tuple[PlacementPlayed, ...]
    rounds: tuple[RoundPlayed, ...]
    farms: tuple[FarmSheet, ...]
    scores: tuple[FarmScore, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    next_turn: tuple[int, int] | None

    @property
    def complete(self) -> bool:
        """Whether the game was played to its end."""
        return self.next_turn is None


def replay(file: GameFile, rules: Rules) -> Replay:
    """Play a game file by the rules, or by its mode's. Raises AnalyserError for the first thing that they forbid."""
    rules = rules_of(file, rules)
    table = Table(file, rules)
    next_turn = table.play()
    farms = table.position["farms"][: file.players]
    scores = tuple(score_of(farm, rules) for farm in farms)
    return Replay(
        file=file,
        rules=rules.name,
        cards=table.order()[: int(table.position["round"]) + 1],
        order=table.order(),
        placements=tuple(table.placements),
        rounds=tuple(table.rounds),
        farms=tuple(sheet_of(farm, rules.record) for farm in farms),
        scores=scores,
        totals=tuple(score.total for score in scores),
        winners=() if next_turn else table.winners(),
        next_turn=next_turn,
    )


def rules_of(file: GameFile, rules: Rules) -> Rules:
    """Return the rules that a file is played by: of its mode, where no others were asked for. Raises AnalyserError."""
    return rules_said(file.where, file.game, file.mode, rules)


def rules_said(where: str, game: str | None, mode: str | None, rules: Rules) -> Rules:
    """Return the rules of a file that names a game and a mode, or neither (see `rules_of`). Raises AnalyserError."""
    edition = edition_of(rules.record)
    if game not in (None, edition):
        raise AnalyserError(f"{where}: game = {game!r}, but the game asked for is {edition!r}")
    if mode in (None, rules.values["mode"]):
        return rules
    if mode not in modes(edition):
        raise AnalyserError(f"{where}: {edition} has no mode {mode!r}: it has {', '.join(modes(edition))}")
    if rules.hash != default(edition).hash:
        raise AnalyserError(f"{where}: mode = {mode!r}, but the rules asked for are of {rules.values['mode']!r}")
    return default(edition, mode)


def position_after(file: GameFile, rules: Rules) -> Any:
    """Return where a game file ends (a POSITION record). Raises AnalyserError, also where the game is over."""
    table = Table(file, rules_of(file, rules))
    if table.play() is None:
        raise AnalyserError(f"{file.where}: the game is over, so that nothing is left to be decided")
    table.check_card(int(table.position["round"]))
    return table.position


def log_of(file: GameFile, rules: Rules) -> tuple[int, Any, list[Any], list[Any]]:
    """Return of a whole game who starts it, its round cards (int64[14]), placements and harvests.

    Placements are (round, seat, move) without those of seats that pass, harvests (round, seat, feeding, herd after
    breeding); rounds and seats count from 0. Raises AnalyserError where the rules forbid something, or the game stops
    before its end.
    """
    table = Table(file, rules_of(file, rules))
    if table.play() is not None:
        raise AnalyserError(f"{file.where}: the game stops before its end, so that it cannot be reviewed")
    return int(table.position["first"]), table.deck, table.log, table.fed


class Table:
    """A game that is being replayed, and what has been written down of it. Seats and rounds from 0."""

    def __init__(self, file: GameFile, rules: Rules) -> None:
        self.file, self.record, self.seats = file, rules.record, file.players
        self.position = np.zeros(1, POSITION)[0]
        self.found, self.herds, self.herd = new_found(), new_herds(), np.zeros(ANIMALS, np.int64)
        self.feeding = new_feeding()
        self.placements: list[PlacementPlayed] = []
        self.log: list[Any] = []
        self.fed: list[Any] = []
        self.rounds: list[RoundPlayed] = []
        self.read = 0
        key = np.uint64(game_key(np.uint64(file.seed or 0), np.uint64(file.game_number)))
        first = int(first_seat(self.record, key, self.seats)) if file.first is None else file.first - 1
        set_up(self.position, self.record, self.seats, first)
        self.deck = np.zeros(CARDS, np.int64)
        stream = np.uint64(moment_key(key, 0, 0, 0, Purpose.CARDS))
        deal(self.position, self.record, stream, self.deck)
        self.known = self.lay_cards()
        begin_round(self.position, self.record, self.deck[0])

    def lay_cards(self) -> int:
        """Lay out the cards that the file gives; return for how many rounds the order is known."""
        given, deck = list(map(int, self.file.cards)), self.deck
        check_stages(self.file.where, given, self.record)
        if given:
            start = 0
            for end in STAGE_ENDS:
                mine = given[start:end]
                deck[start:end] = [*mine, *(int(card) for card in deck[start:end] if card not in mine)]
                start = end
            return len(given)
        drawn = self.file.seed is not None or self.record["card_order"] == CardOrder.GIVEN
        return CARDS if drawn else 0

    def order(self) -> tuple[str, ...]:
        """Return the names of the round cards, as far as their order is known."""
        return tuple(space_word(card, self.record) for card in self.deck[: self.known])

    # --- Rounds and turns

    def play(self) -> tuple[int, int] | None:
        """Play all placements; return the (round, seat) that the file leaves to be played, or None at the end."""
        position = self.position
        for round_ in range(CARDS):
            seat = int(to_place(position))
            while seat >= 0:
                position["seat"] = seat
                if self.read == len(self.file.placements) and not self.stuck():
                    return round_ + 1, seat + 1
                self.check_card(round_)
                self.place(round_, seat)
                position["placed"] += 1
                position["seat"] = (seat + 1) % self.seats
                seat = int(to_place(position))
            self.end_round(round_)
        no_more(self.file.where, self.read, len(self.file.placements), "placement")
        return None

    def end_round(self, round_: int) -> None:
        """Harvest where it is time, write the round down, and begin the next."""
        harvests = self.harvest(round_) if is_harvest(self.record, round_) else ()
        self.check_harvests(round_)
        farms = tuple(sheet_of(farm, self.record) for farm in self.position["farms"][: self.seats])
        self.rounds.append(RoundPlayed(round_ + 1, self.order()[round_], farms, harvests))
        self.position["round"] = round_ + 1
        if round_ + 1 < CARDS:
            begin_round(self.position, self.record, self.deck[round_ + 1])

    def check_card(self, round_: int) -> None:
        """Refuse to play a round of which nobody knows the card."""
        if round_ >= self.known:
            raise AnalyserError(
                f"{self.file.where}: which card comes in round {round_ + 1}? Write cards = [...] at the top, one for "
                "each round, or a seed from which they are drawn"
            )

    def check_harvests(self, round_: int) -> None:
        """Refuse what the file says of a harvest after a round without one."""
        written = [when for when in (*self.file.feedings, *self.file.births) if when[0] == round_ + 1]
        if written and not is_harvest(self.record, round_):
            raise AnalyserError(
                f"{self.file.where}: there is no harvest after round {round_ + 1}: delete what it says of one"
            )

    def winners(self) -> tuple[int, ...]:
        """Return the seats (1-based) that win."""
        rows = np.zeros((self.seats, POINTS + CATEGORIES), np.int64)
        note_results(rows, self.position, self.record, np.zeros(CATEGORIES, np.int64))
        return tuple(seat + 1 for seat in range(self.seats) if rows[seat, WINS])

    # --- Placements

    def stuck(self) -> bool:
        """Say whether the seat to act can do nothing at all (R11)."""
        return int(legal_moves(self.position, self.record, self.found)) == 0

    def place(self, round_: int, seat: int) -> None:
        """Play the next placement of the file, which is one of this seat in this round; a seat that is stuck passes."""
        farm = self.position["farms"][seat]
        if self.stuck():
            farm["at_home"] = 0
            self.read += self.read < len(self.file.placements) and is_pass(self.file.placements[self.read])
            self.note(round_, seat, PASSES, "")
            return
        written = self.file.placements[self.read]
        where = f"{self.file.where}, placement {self.read + 1} (round {round_ + 1}, seat {seat + 1})"
        check_turn(written, round_, seat, where)
        layout = int(farm["layout"])
        move = self.legal_move(written.move, where)
        carry_out(self.position, move, self.record)
        all_stay = bool(np.all(self.position["trial_farm"]["animals"] == move["herd"]))
        apply(self.position, move, self.record)
        self.log.append((round_, seat, move.copy()))
        self.read += 1
        self.note(round_, seat, describe(move, self.record, layout, all_stay), space_word(move["space"], self.record))

    def note(self, round_: int, seat: int, words: str, space: str) -> None:
        """Write a placement down."""
        farm = sheet_of(self.position["farms"][seat], self.record)
        self.placements.append(PlacementPlayed(len(self.placements) + 1, round_ + 1, seat + 1, words, space, farm))

    def legal_move(self, sentence: str, where: str) -> Any:
        """Return the move of a sentence, if it is legal. Raises AnalyserError."""
        if sentence.strip().lower() == PASSES:
            raise AnalyserError(f"{where}: nobody may pass who can do something; {self.near(sentence, None)}")
        try:
            move, named = parse(sentence, self.position, self.record)
        except AnalyserError as error:
            raise AnalyserError(f"{where}: {error}") from error
        fault = Fault(carry_out(self.position, move, self.record))
        if fault == Fault.LEGAL and not named:
            self.settle(move)
        if fault == Fault.LEGAL:
            fault = Fault(why_illegal(self.position, move, self.record))
        if fault != Fault.LEGAL:
            told = f"{where}: {sentence!r} is illegal: {self.reason(move, fault)}"
            raise AnalyserError(f"{told}; {self.near(sentence, move)}")
        return move

    def settle(self, move: Any) -> None:
        """Let all animals stay after a move that names none, or the only largest herd that fits."""
        farm = self.position["trial_farm"]
        move["herd"][:] = farm["animals"]
        if not fits(farm, move["herd"]) and list_herds(farm, farm["animals"], self.herds) == 1:
            move["herd"][:] = self.herds["herds"][0]

    def reason(self, move: Any, fault: Fault) -> str:
        """Return a fault in words; of a herd without room, also what could stay."""
        if fault != Fault.NO_ROOM:
            return FAULT[fault]
        carry_out(self.position, move, self.record)
        farm = self.position["trial_farm"]
        number = int(list_herds(farm, farm["animals"], self.herds))
        fitting = [herd_words(herd) for herd in self.herds["herds"][:number]]
        return f"{FAULT[fault]}; write '; keep {fitting[0]}'" + "".join(f", or {one}" for one in fitting[1:])

    def near(self, sentence: str, move: Any) -> str:
        """Return what the legal moves are, shortened, and the one nearest to a sentence."""
        number = 0 if move is None else int(space_moves(self.position, self.record, int(move["space"]), self.found))
        number = number or int(legal_moves(self.position, self.record, self.found))
        layout = int(self.position["farms"][self.position["seat"]]["layout"])
        return legal_words(sentence, [describe(one, self.record, layout) for one in self.found["moves"][:number]])

    # --- Harvests

    def harvest(self, round_: int) -> tuple[HarvestPlayed, ...]:
        """Play a harvest: the crops of all, then each seat's feeding and breeding."""
        for seat in range(self.seats):
            reap(self.position["farms"][seat])
        return tuple(self.harvest_seat(round_, seat) for seat in range(self.seats))

    def harvest_seat(self, round_: int, seat: int) -> HarvestPlayed:
        """Feed the family of a seat and let its animals breed."""
        self.position["seat"] = seat
        farm, when = self.position["farms"][seat], (round_ + 1, seat + 1)
        where = f"{self.file.where}, harvest of seat {seat + 1} in round {round_ + 1}"
        needed, begging = int(food_needed(farm, self.record, self.seats)), int(farm["begging"])
        self.set_feeding(when)
        fault = Fault(feed(farm, self.record, needed, self.feeding))
        if fault != Fault.LEGAL:
            raise AnalyserError(f"{where}: the feeding is illegal: {FAULT[fault]}")
        begged, kept = int(farm["begging"]) - begging, self.breed(farm, self.file.births.get(when), where)
        self.fed.append((round_, seat, self.feeding.copy(), farm["animals"].copy()))
        return HarvestPlayed(
            seat=seat + 1,
            needed=needed,
            fed=feeding_words(self.feeding),
            by_default=when not in self.file.feedings,
            begged=begged,
            kept=kept,
        )

    def set_feeding(self, when: tuple[int, int]) -> None:
        """Write the feeding of a seat: what the file says, or the cheapest."""
        clear_feeding(self.feeding)
        written = self.file.feedings.get(when)
        if written is None:
            feed_cheaply(self.position, self.record, self.feeding, share_left(self.position, self.record))
        else:
            self.feeding["converted"][:], self.feeding["crafts"][:] = written.converted, written.crafts

    def breed(self, farm: Any, written: tuple[int, ...] | None, where: str) -> str:
        """Let a farm's animals breed; return the herd that stays in words, or '' where all stay."""
        grown(farm["animals"], self.record, self.herd)
        if written is None and fits(farm, self.herd):
            farm["animals"][:] = self.herd
        else:
            farm["animals"][:] = self.staying(farm, written, where)
        return "" if np.array_equal(farm["animals"], self.herd) else herd_words(farm["animals"])

    def staying(self, farm: Any, written: tuple[int, ...] | None, where: str) -> Any:
        """Return the herd that stays (int64[3]) of the enlarged one. Raises AnalyserError."""
        if written is None:
            list_herds(farm, self.herd, self.herds)
            return self.herds["herds"][best_herd(self.herds, self.record)]
        herd = np.array(written, np.int64)
        if (herd > self.herd).any():
            raise AnalyserError(f"{where}: {herd_words(herd)} cannot stay of {herd_words(self.herd)}")
        if not fits(farm, herd):
            raise AnalyserError(f"{where}: there is no room for {herd_words(herd)}")
        return herd


def is_pass(written: Placement) -> bool:
    """Say whether a placement is written as passing."""
    return written.move.strip().lower() == PASSES
