"""Game files: a game written down as TOML, by hand or by `transcript`, and read here; `replay` plays it.

    game = "agricola-2007"
    mode = "family"               # left out: as the rules say that it is replayed with
    players = 2
    first = 1                     # the seat that starts round 1; left out: as the rules say
    seed = 7                      # the round cards are those of game 12 of seed 7 ...
    game_number = 12
    cards = ["Sheep", "Fences"]   # ... or these, one for each round, as far as the file goes
    [[round]]
    round = 1                     # checked where it is written; left out: the rounds come one after another
    moves = ["Seat 1: Plow 1 Field: (2,2)", "Seat 2: 3 Wood", "Take 1 Grain"]   # "Seat 1:" is checked where written
    harvest = ["Seat 1: Feed: 2 grain, 1 sheep, Joinery", "Seat 1: Breed: keep 3 sheep and 1 boar"]

A harvest that is not written is the cheapest feeding; where not all newborns have room, the herd with most points
stays. Only the shape is checked here. Whether the game obeys the rules is for `replay` to say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import AnalyserError, unknown
from ..toml_file import MOST_NUMBER, Table, read_toml
from .editions import EDITIONS
from .pieces import CARDS, FIRST_CARD, Space
from .rules import SEATS
from .terms import read_feeding, read_herd
from .variants import modes, stage_of
from .words import SPACE_NAMES, space_word

FILE_KEYS = ("game", "mode", "players", "first", "seed", "game_number", "cards", "policies", "round")
ROUND_KEYS = ("round", "moves", "harvest")
SEAT = re.compile(r"\s*seat\s+(\d{1,4})\s*:\s*(.*)", re.IGNORECASE)
HARVEST = re.compile(r"\s*(feed|breed)\s*:\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Placement:
    """One placement as it is written: a sentence, `round` and `seat` (1-based), None where they are not checked."""

    move: str
    round: int | None = None
    seat: int | None = None


@dataclass(frozen=True)
class Feeding:
    """What a seat turns into food at a harvest: goods (grain, vegetables, sheep, boar, cattle), and crafts (0 or 1)."""

    converted: tuple[int, ...]
    crafts: tuple[int, ...]


@dataclass(frozen=True)
class GameFile:
    """A game as it is written; `where` names the file in messages.

    `feedings` and `births` (the herds that stay) by (round, seat), both 1-based; `cards` by round, as far as written.
    """

    where: str
    players: int
    placements: tuple[Placement, ...]
    feedings: dict[tuple[int, int], Feeding]
    births: dict[tuple[int, int], tuple[int, ...]]
    game: str | None = None
    mode: str | None = None
    cards: tuple[Space, ...] = ()
    first: int | None = None
    seed: int | None = None
    game_number: int = 0
    policies: tuple[str, ...] = ()


def read_game(path: Path) -> GameFile:
    """Read a game file and check its shape. Raises AnalyserError."""
    return game_of(read_toml(Path(path), "game file"))


def game_of(file: Table) -> GameFile:
    """Return the game of a file's top table. Raises AnalyserError."""
    file.check_keys(FILE_KEYS)
    file.check_game(*EDITIONS)
    game = file.text("game")
    players = file.number("players", 1, EDITIONS[game].most_players if game else SEATS)
    if players is None:
        raise file.error(f"players is missing: write players = 1, or up to {SEATS}")
    rounds = _Rounds(file, players)
    return GameFile(
        where=file.where,
        players=players,
        placements=tuple(rounds.placements),
        feedings=rounds.feedings,
        births=rounds.births,
        game=game,
        mode=mode_of(file, game),
        cards=cards_of(file),
        first=file.number("first", 1, players),
        seed=file.number("seed", 0, MOST_NUMBER),
        game_number=file.number("game_number", 0, MOST_NUMBER) or 0,
        policies=tuple(file.texts("policies") or ()),
    )


def mode_of(file: Table, game: str | None) -> str | None:
    """Return the mode of a file, which has to be one of its game. Raises AnalyserError."""
    mode = file.text("mode")
    known = [one for edition in ([game] if game else EDITIONS) for one in modes(edition)]
    if mode is not None and mode not in known:
        raise file.error(str(unknown("mode", mode, dict.fromkeys(known))))
    return mode


def cards_of(file: Table) -> tuple[Space, ...]:
    """Return the round cards of a file, in their order. Raises AnalyserError."""
    found: list[Space] = []
    for name in file.texts("cards") or ():
        plain = " ".join(name.lower().split())
        cards = {word: one for word, one in SPACE_NAMES.items() if FIRST_CARD <= one < FIRST_CARD + CARDS}
        if plain not in cards:
            raise file.error(f"cards: {unknown('round card', name[:60], cards)}")
        if cards[plain] in found:
            raise file.error(f"cards: {name} stands there twice")
        found.append(cards[plain])
    return tuple(found)


def check_stages(where: str, cards: Sequence[int], record: Any) -> None:
    """Refuse round cards of which one is not of the stage of its round. Raises AnalyserError."""
    for round_, card in enumerate(cards):
        stage, own = stage_of(round_), stage_of(card - FIRST_CARD)
        if stage != own:
            name = space_word(card, record)
            raise AnalyserError(f"{where}: cards: {name} is of stage {own}, but round {round_ + 1} of {stage}")


class _Rounds:
    """What the tables of the rounds say."""

    def __init__(self, file: Table, players: int) -> None:
        self.players = players
        self.placements: list[Placement] = []
        self.feedings: dict[tuple[int, int], Feeding] = {}
        self.births: dict[tuple[int, int], tuple[int, ...]] = {}
        for number, table in enumerate(file.tables("round"), 1):
            table.check_keys(ROUND_KEYS)
            round_ = table.number("round", 1, CARDS, number) or number
            for text in table.texts("moves") or ():
                seat, move = self.seat_of(table, text)
                self.placements.append(Placement(move, round_, seat))
            for text in table.texts("harvest") or ():
                self.read_harvest(table, round_, text)

    def seat_of(self, table: Table, text: str) -> tuple[int | None, str]:
        """Return the seat before a sentence, if there is one, and the sentence."""
        match = SEAT.fullmatch(text)
        if match is None:
            return None, text
        if not 1 <= int(match[1]) <= self.players:
            raise table.error(f"there is no seat {match[1]}: {self.players} play")
        return int(match[1]), match[2]

    def read_harvest(self, table: Table, round_: int, text: str) -> None:
        """Read one line of a harvest: how a seat feeds its family, or which animals stay."""
        seat, line = self.seat_of(table, text)
        match = HARVEST.fullmatch(line)
        if match is None:
            raise table.error(
                f"harvest: {line!r} is not understood: write Feed: 2 grain, Joinery or Breed: keep 2 sheep"
            )
        if seat is None and self.players > 1:
            raise table.error(f"harvest: whose is {line!r}? Write Seat 1: {line}")
        what, when = match[1].lower(), (round_, seat or 1)
        if when in (self.feedings if what == "feed" else self.births):
            raise table.error(f"harvest: seat {when[1]} is said to {what} twice: delete one")
        try:
            self._note(what, when, match[2])
        except AnalyserError as error:
            raise table.error(f"harvest: {error}") from error

    def _note(self, what: str, when: tuple[int, int], text: str) -> None:
        if what == "feed":
            converted, crafts = read_feeding(text)
            self.feedings[when] = Feeding(tuple(converted), tuple(crafts))
        else:
            self.births[when] = tuple(read_herd(re.sub(r"^keep\s+", "", text.strip(), flags=re.IGNORECASE)))
