"""The luck of rolls, worked out once more from a game that the oracle tells; games that share a first roll."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from oracles.express import play
from oracles.express_game import family_first, family_first_move

from sims.draws import game_key
from sims.express import variants
from sims.express.contract import POSITION
from sims.express.drafts import new_found
from sims.express.faces import FACES
from sims.express.luck import LuckPlayer, value_table
from sims.express.play import roll_all
from sims.express.value import best_move, value_after

from .games import DEFAULT, play_logged, policies, quick, rows_of
from .test_games import Retold
from .translate import to_dice, to_farm, to_record

SEED, FRESH_SEED, FRESH = 7, 11, 6
RULES = variants.default()


def player(*names: str) -> LuckPlayer:
    """Return a player for these policies, one a seat."""
    seats = [policies()[name] for name in names]
    return LuckPlayer(RULES, seats, [one.mind(quick(one)) for one in seats])


class Told(Retold):
    """A game told by the oracle, with the farm before each action."""

    def tell(self) -> Told:
        self.before: list[Any] = []
        super().tell()
        return self

    def act(self, seat: int, entry: Any) -> int:
        self.before.append(to_record(self.farms[seat]))
        return super().act(seat, entry)


def value_of(farm: Any, round_: int, taken: int, dice: Any) -> float:
    """Return the value of the best move of a farm, alone, on some dice."""
    position = np.zeros(1, POSITION)[0]
    position["seats"], position["round"], position["taken"][0] = 1, round_, taken
    position["farms"][0], position["dice"] = farm, dice
    return float(best_move(position, DEFAULT, new_found(), value_table())[1])


def fresh_roll(game: int, place: int, round_: int, action: int, seat: int) -> Any:
    """Return fresh roll number `place` of a moment."""
    dice = np.zeros(FACES, np.int8)
    key = game_key(np.uint64(FRESH_SEED), np.uint64(game))
    roll_all(dice, DEFAULT, np.uint64(game_key(np.uint64(key), np.uint64(place))), round_, action, seat)
    return dice


@pytest.mark.parametrize("names", [["family-first"], ["learned-lite"], ["greedy", "learned"]], ids=str)
def test_the_luck_of_each_roll_is_its_value_less_that_of_fresh_ones(names):
    game = 3
    scores, rolls = player(*names).lucks(SEED, game, 1, FRESH, FRESH_SEED, False)
    played = play_logged(names, SEED, game)
    assert (scores[0] == played.rows[:, 0]).all()
    before, wanted, taken = Told(played).tell().before, [], np.zeros((len(names), 6), int)
    for farm, entry in zip(before, played.log, strict=True):
        seat, round_ = int(entry["seat"]), int(entry["round"])
        action = int(taken[seat, round_])
        taken[seat, round_] += 1
        if not entry["kept"]:
            fresh = [value_of(farm, round_, action, fresh_roll(game, k, round_, action, seat)) for k in range(FRESH)]
            luck = value_of(farm, round_, action, entry["dice"]) - float(np.mean(fresh))
            wanted.append((game, seat, round_, action, luck))
    assert [tuple(map(int, list(roll)[:4])) for roll in rolls.tolist()] == [one[:4] for one in wanted]
    assert rolls["luck"] == pytest.approx([one[4] for one in wanted], abs=1e-3)


def test_own_luck_is_what_the_policys_own_moves_make_of_the_rolls():
    """The oracle plays family-first on each fresh roll, and what comes of it is valued."""
    game = 3
    _, rolls = player("family-first").lucks(SEED, game, 1, FRESH, FRESH_SEED, True)
    played, wanted, taken = play_logged(["family-first"], SEED, game), [], np.zeros(6, int)
    for farm, entry in zip(Told(played).tell().before, played.log, strict=True):
        round_, action = int(entry["round"]), int(taken[entry["round"]])
        taken[round_] += 1
        if not entry["kept"]:
            fresh = [to_dice(fresh_roll(game, k, round_, action, 0)) for k in range(FRESH)]
            own, *others = (value_after_own(farm, round_, action, dice) for dice in [to_dice(entry["dice"]), *fresh])
            wanted.append(own - float(np.mean(others)))
    assert rolls["luck"] == pytest.approx(wanted, abs=1e-3)


def value_after_own(farm: Any, round_: int, taken: int, dice: tuple[str, ...]) -> float:
    """Return the value of the farm that family-first makes of some dice, by the oracle."""
    after = to_record(family_first_move(to_farm(farm), dice)[1])
    position = np.zeros(1, POSITION)[0]
    position["seats"], position["round"], position["taken"][0] = 1, round_, taken
    return float(value_after(position, after, DEFAULT, value_table()))


def test_the_best_move_of_learned_play_is_its_own():
    best, own = (player("learned").lucks(SEED, 0, 5, FRESH, FRESH_SEED, one)[1] for one in (False, True))
    assert best["luck"] == pytest.approx(own["luck"], abs=1e-3)


def test_luck_does_not_depend_on_chunks():
    scores, rolls = player("greedy").lucks(SEED, 0, 6, FRESH, FRESH_SEED, False)
    later_scores, later = player("greedy").lucks(SEED, 4, 2, FRESH, FRESH_SEED, False)
    assert (later_scores == scores[4:]).all()
    assert (later == rolls[rolls["game"] >= 4]).all()


@pytest.mark.parametrize("names", [["balanced"], ["random"], ["family-first", "greedy"]], ids=str)
def test_a_nested_game_with_its_own_later_rolls_is_a_plain_game(names):
    found = player(*names).nested((SEED, SEED), 0, 30, 1)
    assert (found[:, 0] == rows_of(names, 30, SEED)[:, 0, 0]).all()


def test_nested_games_share_the_first_roll_alone():
    """The oracle plays the games of a group, each with the group's first roll and other rolls after it."""
    first_seed, later_seed, groups, games = 7, 8, 2, 3
    found = player("family-first").nested((first_seed, later_seed), 4, groups, games)
    for group in range(groups):
        for place in range(games):
            number, taken = (4 + group) * games + place, {}

            def roll(moment, taken=taken, group=group, number=number):
                action = taken.get(moment.round_number, 0)
                first = moment.action_number == 0
                seed, game = (first_seed, 4 + group) if first else (later_seed, number)
                dice = np.zeros(FACES, np.int8)
                key = np.uint64(game_key(np.uint64(seed), np.uint64(game)))
                roll_all(dice, DEFAULT, key, moment.round_number - 1, action, 0)
                return to_dice(dice)

            plan = family_first(roll)

            def choose(moment, dice, outcomes, taken=taken, plan=plan):
                taken[moment.round_number] = taken.get(moment.round_number, 0) + 1
                return plan.choose(moment, dice, outcomes)

            result = play(1, type(plan)(plan.keep, roll, choose, plan.cook))
            assert found[group, place] == result.farms[0].points
