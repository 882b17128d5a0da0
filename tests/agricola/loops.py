"""Whole games of the compiled loop, and the same games played by the slow engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from oracles import agricola as oracle

from sims.agricola import play
from sims.agricola.contract import Policy
from sims.agricola.facts import columns
from sims.agricola.policies import greedy, random

from .translate import SPACE_OF, carried_out, from_feeding, numbers, rules_of

RANDOM: Policy = random.choose
GREEDY: Policy = greedy.choose


class Games:
    """Plays games of policies, one a seat, in one memory."""

    def __init__(self, kind: oracle.Rules, policies: list[Policy], rules: Any = None, log: bool = False) -> None:
        self.kind, self.rules = kind, rules_of(kind) if rules is None else rules
        self.table = play.new_table(self.rules, len(policies), log)
        self.players = play.seat_players(policies, [np.zeros(0)] * len(policies))

    def play(self, seed: int, first: int, games: int, wide: int | None = None) -> tuple[Any, Any]:
        """Return the sums of all columns, int64[seats, k], and the first columns of each game's rows."""
        seats, all_columns = self.table.rows.shape
        sums = np.zeros((seats, all_columns), np.int64)
        rows = np.zeros((games, seats, all_columns if wide is None else wide), np.int32)
        start = np.uint64(seed), np.uint64(first)
        assert play.play_chunk(self.table, self.players, self.rules, *start, sums, sums.copy(), rows)
        return sums, rows


# --- The slow engine plays a log ------------------------------------------------------------------------------------


def deck_of(kind: oracle.Rules, deck: Any) -> tuple[str, ...]:
    """Return the round cards of a game by the slow engine's names."""
    names = {SPACE_OF[card]: card for card in oracle.default_deck(kind)}
    return tuple(names[card] for card in numbers(deck))


def replayed_round(game: oracle.Game, entries: Iterator[Any]) -> oracle.Game:
    """Return the game after the placements of a round."""
    while game.seat is not None:
        entry = next(entries)
        assert (entry["round"], entry["seat"]) == (game.round - 1, game.seat)
        after = carried_out(game, entry["move"])
        assert after is not None, (entry["move"], game.farm)
        game = after
    return oracle.return_home(game)


def replayed_harvest(game: oracle.Game, entries: Iterator[Any]) -> oracle.Game:
    """Return the game after a harvest."""
    found = [next(entries) for _ in game.farms]
    assert [numbers((one["round"], one["seat"])) for one in found] == [
        (game.round - 1, seat) for seat in range(len(found))
    ]
    game = oracle.feeding(oracle.field_phase(game), [from_feeding(one["feeding"]) for one in found])
    for own, one in zip(game.farms, found, strict=True):
        assert numbers(one["herd"]) in oracle.maximal_herds(own, oracle.bred(own.herd))
    return oracle.breeding(game, [numbers(one["herd"]) for one in found])


def replayed(kind: oracle.Rules, table: Any) -> Iterator[oracle.Game]:
    """Yield the slow engine's game at the end of each round of the last game in a table with a log."""
    game = oracle.new_game(kind, deck_of(kind, table.deck), first=int(table.position["first"]))
    placements = (entry for entry in table.log[: table.logged[0]])
    harvests = (entry for entry in table.harvests[: table.logged[1]])
    for _ in range(oracle.ROUNDS):
        game = replayed_round(oracle.start_round(game), placements)
        if game.phase == "fields":
            game = replayed_harvest(game, harvests)
        yield game
    assert next(placements, None) is None
    assert next(harvests, None) is None


def state_of(own: oracle.Farm) -> dict[str, int]:
    """Return what is written down of a farm at the end of a round, by the names of its columns."""
    return {
        "People": own.people,
        "Rooms": len(own.rooms),
        "House": ("wood", "clay", "stone").index(own.material),
        "Fields": len(own.fields),
        "Pastures": len(oracle.pastures(own.fences)),
        "Pasture cells": len(oracle.enclosed(own.fences)),
        "Stables": len(own.stables),
        "Fences": len(own.fences),
        **dict(zip(("Sheep", "Boar", "Cattle"), own.herd, strict=True)),
        **{name.capitalize(): getattr(own, name) for name in ("food", "wood", "clay", "reed", "stone")},
        "Grain": own.grain + oracle.on_fields(own, "grain"),
        "Vegetables": own.vegetables + oracle.on_fields(own, "vegetables"),
        "Begging cards": own.begging,
    }


def states_written(kind: oracle.Rules, row: Any) -> list[dict[str, int]]:
    """Return what a row holds of a farm at the end of each round."""
    found: list[dict[str, int]] = [{} for _ in range(oracle.ROUNDS)]
    for place, column in enumerate(columns(rules_of(kind))):
        if column.table == "state":
            found[column.period - 1][column.item] = int(row[place])
    return found
