"""Handouts: what is handed over, when it cannot be, and that the games after it are those of the oracle."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from oracles.express import IMPROVEMENTS, OCCUPATIONS, Farm, family_first
from oracles.express_game import HARVEST_AFTER, ROUNDS, hold_harvest, next_start_player, play_round
from oracles.express_moves import Options

from sims.draws import game_key
from sims.express import variants
from sims.express.faces import FACES, NOTHING
from sims.express.handouts import ITEM, SAID, Handout, HandoutPlayer, hand_over, kind
from sims.express.play import roll_all

from .games import DEFAULT, policies, quick, rows_of
from .positions import pick_farm, seeded
from .translate import to_dice, to_farm, to_record

SEED = 7
RULES = variants.default()
CARD = {
    **dict(zip(list(ITEM)[15:21], OCCUPATIONS, strict=True)),
    **dict(zip(list(ITEM)[21:], IMPROVEMENTS, strict=True)),
}
"""The oracle's names of the cards, by the names of the handouts."""


def player(*names: str) -> HandoutPlayer:
    """Return a player for these policies, one a seat."""
    seats = [policies()[name] for name in names]
    return HandoutPlayer(RULES, seats, [one.mind(quick(one)) for one in seats])


def given(farm: Farm, name: str) -> Farm | None:
    """Return the oracle's farm with a handout, or None where it cannot be handed over."""
    field = name.lower().replace(" ", "_")
    if name in CARD:
        place = "occupations" if kind(name) == "occupation" else "improvements"
        held = getattr(farm, place)
        return None if CARD[name] in held else replace(farm, **{place: held | {CARD[name]}})
    if name in ("Sheep", "Boar", "Cattle") and len({*farm.kept(), name}) > farm.pastures:
        return None
    if name == "Baby" and farm.babies >= min(farm.rooms, 4):
        return None
    if name == "House step":
        return None if farm.house == 2 else farm.add(house=1)
    plural = {"Field": "fields", "Pasture": "pastures", "Room": "rooms", "Baby": "babies"}
    return farm.add(**{plural.get(name, field): 1})


# --- One handout -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ITEM)
def test_a_handout_is_what_its_name_says(name):
    """On farms of all kinds, those among them that cannot be given it: then nothing changes."""
    pick, handed = seeded(3), 0
    for _ in range(400):
        farm = pick_farm(pick)
        record = to_record(farm)
        wanted = given(farm, name)
        assert hand_over(record, ITEM[name], DEFAULT) == (wanted is not None)
        assert to_farm(record) == (wanted or farm)
        handed += wanted is not None
    assert handed > 20


def test_nothing_is_always_handed_over_and_changes_nothing():
    pick = seeded(4)
    for _ in range(100):
        farm = pick_farm(pick)
        record = to_record(farm)
        assert hand_over(record, NOTHING, DEFAULT)
        assert to_farm(record) == farm


def test_names_and_kinds_cover_all_handouts():
    assert list(ITEM.values()) == [int(handout) for handout in Handout]
    assert {kind(name) for name in ITEM} == {"good", "farm", "occupation", "improvement"}
    assert set(SAID) <= set(ITEM)


# --- Games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", [["family-first"], ["random"], ["balanced", "random", "greedy"]], ids=str)
def test_handing_over_nothing_changes_nothing(names):
    games, wanted = 30, rows_of(names, 30, SEED)[:, :, 0]
    for seat in range(len(names)):
        found = player(*names).play_with(SEED, 0, games, seat, [NOTHING], range(6))
        assert (found.base == wanted[:, seat]).all()
        assert found.handed.all()
        assert (found.scores == found.base[:, None, None]).all()


def test_chunks_rounds_and_items_do_not_matter():
    """Each handout is a game of its own: what else is asked for, and from which game on, changes no number."""
    whole = player("balanced").play_with(SEED, 0, 8, 0, range(27), range(6))
    part = player("balanced").play_with(SEED, 5, 3, 0, [20, 3], [2, 4])
    assert (part.scores == whole.scores[5:][:, [2, 4]][:, :, [20, 3]]).all()
    assert (part.handed == whole.handed[5:][:, [2, 4]][:, :, [20, 3]]).all()


def rolled(seed: int, game: int, round_: int, action: int, seat: int) -> tuple[str, ...]:
    """Return the roll of a moment of a game as the oracle's dice."""
    dice = np.zeros(FACES, np.int8)
    roll_all(dice, DEFAULT, np.uint64(game_key(np.uint64(seed), np.uint64(game))), round_, action, seat)
    return to_dice(dice)


def oracle_score(players: int, game: int, name: str, round_number: int) -> Any:
    """Return seat 1's score with a handout, played by the oracle; None where it cannot be handed over."""
    farms, dice, start = (Farm.start(),) * players, (), 0
    for number in ROUNDS:
        if number == round_number:
            with_it = given(farms[0], name)
            if with_it is None:
                return None
            farms = (with_it, *farms[1:])
        taken = [0] * players

        def roll(moment, taken=taken, number=number):
            return rolled(SEED, game, number - 1, taken[moment.seat], moment.seat)

        plan = family_first(roll)

        def choose(moment, dice, outcomes, taken=taken, plan=plan):
            taken[moment.seat] += 1
            return plan.choose(moment, dice, outcomes)

        farms, dice = play_round(number, start, farms, dice, [], replace(plan, choose=choose), Options())
        if number in HARVEST_AFTER:
            farms = hold_harvest(HARVEST_AFTER[number], farms, plan, Options())
            start = next_start_player(start, [farm.points for farm in farms])
    return farms[0].points


@pytest.mark.parametrize("players", [1, 2])
def test_games_after_a_handout_are_those_of_the_oracle(players):
    """The oracle plays the whole game anew, with the handout put into its farm by hand."""
    names, rounds = ["Wood", "Food", "Cattle", "Room", "House step", "Baby", "Midwife", "Oven"], [1, 2, 4, 6]
    items = [ITEM[name] for name in names]
    found = player(*["family-first"] * players).play_with(SEED, 0, 2, 0, items, [one - 1 for one in rounds])
    handed = 0
    for game in range(2 if players == 1 else 1):
        for place, round_number in enumerate(rounds):
            for item, name in enumerate(names):
                wanted = oracle_score(players, game, name, round_number)
                assert found.handed[game, place, item] == (wanted is not None)
                assert found.scores[game, place, item] == (found.base[game] if wanted is None else wanted)
                handed += wanted is not None
    assert handed > 15
