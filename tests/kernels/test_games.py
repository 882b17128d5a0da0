"""Whole games: kernels against the oracle move by move, turn order, and what can never happen.

Not here: equal policies on all seats give equal means only once seats are rotated, and not even then need a single
seat equal another: who acts first finds other dice lying there. What holds exactly, and is tested, is that a game does
not depend on how many games were played before it, and that a seat's own rolls do not depend on the others' choices.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from oracles.express import (
    DICE,
    IMPROVEMENTS,
    OCCUPATIONS,
    Decide,
    Farm,
    Moment,
    Options,
    Result,
    family_first,
    harvest,
    next_start_player,
    play,
)
from oracles.express_moves import KIND

from sims.express import facts
from sims.express.farm import FARM, GOOD_FIELDS
from sims.express.harvest import CATEGORIES
from sims.express.play import next_start

from .games import DEFAULT, Played, play_logged, policies, rows_of
from .positions import seeded
from .translate import GROUP_NAMES, farm_values, led_to, rules_of, to_categories, to_cooked, to_dice, to_farm, to_record

SEED = 7
GAMES = {1: 40, 2: 12, 3: 6, 4: 4}
"""Games of each number of seats: the oracle takes about a tenth of a second a seat for one."""
RANDOM_GAMES = 1500
HARVEST_AFTER = {2: 0, 4: 1, 5: 2}
"""Round (from 0) -> the harvest (from 0) that follows it."""
ALL_DICE = {kind: number for kind, (number, _) in DICE.items()}


# --- family-first, both engines ------------------------------------------------------------------------------------


class Follow:
    """Callbacks for the oracle that take its rolls from a kernel's log and hold each action against it."""

    def __init__(self, played: Played, options: Options) -> None:
        self.log, self.options = played.log, options
        self.plan = family_first(self.roll, options)

    def roll(self, moment: Moment) -> tuple[str, ...]:
        entry = self.log[moment.action_number]
        assert not entry["kept"], f"the oracle rolls, the kernel kept: {moment}"
        return to_dice(entry["dice"])

    def choose(self, moment: Moment, dice: tuple[str, ...], found: Any) -> Any:
        entry = self.log[moment.action_number]
        assert (entry["round"], entry["seat"]) == (moment.round_number - 1, moment.seat)
        assert to_dice(entry["dice"]) == dice
        chosen = self.plan.choose(moment, dice, found)
        assert led_to(moment.farm, dice, entry["move"], self.options) == chosen, f"{moment} {dice}"
        return chosen

    def decide(self) -> Decide:
        return Decide(self.plan.keep, self.roll, self.choose, self.plan.cook)


def check_result(played: Played, result: Result) -> None:
    """Farms, points by harvest, winners and the number of actions are the same."""
    seats = len(result.farms)
    assert tuple(to_farm(farm) for farm in played.farms[:seats]) == result.farms
    assert len(played.log) == len(result.actions)
    assert [seat for seat in range(seats) if played.rows[seat, facts.WINS]] == list(result.winners)
    assert played.rows[:, facts.WINS].sum() == facts.WIN_PARTS
    for seat, farm in enumerate(result.farms):
        by_harvest = played.rows[seat, facts.POINTS : facts.STATE].reshape(3, CATEGORIES)
        assert played.rows[seat, facts.SCORE] == by_harvest.sum() == farm.points
        assert played.rows[seat, facts.FOOD_LEFT] == farm.food


@pytest.mark.parametrize("readings", [
    Options(), Options(two_food_pays="die", power_paid_from="sheet_or_dice", start_player_tie="lowest_seat"),
    Options(free_choice_cost="face", breeding="per_type", start_player_tie="after_old"),
], ids=["default", "die", "face"])  # fmt: skip
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_family_first_is_the_same_game(seats, readings):
    """The policy is defined to the letter: with the same rolls both engines play the same game to the last action."""
    for game in range(GAMES[seats]):
        played = play_logged(["family-first"] * seats, SEED, game, rules_of(readings))
        result = play(seats, Follow(played, readings).decide(), readings)
        check_result(played, result)


# --- Any policy: the log, retold by hand ---------------------------------------------------------------------------


class Retold:
    """A logged game told again from its moves alone, with everything checked that can never be otherwise."""

    def __init__(self, played: Played) -> None:
        self.played, self.seats = played, len(played.rows)
        self.farms = [Farm.start()] * self.seats
        self.lying: tuple[str, ...] = ()
        self.place = 0
        self.start = 0
        self.starts: list[int] = []

    def tell(self) -> Retold:
        """Tell all six rounds. Rules "Rounds"."""
        for round_ in range(6):
            self.starts.append(self.start)
            self.tell_round(round_)
            if round_ in HARVEST_AFTER:
                self.harvest(HARVEST_AFTER[round_])
        assert self.place == len(self.played.log)
        assert [to_farm(farm) for farm in self.played.farms] == self.farms
        return self

    def tell_round(self, round_: int) -> None:
        """Clockwise from the start player; 2 actions a family, and 1 for each baby from the action that brings it."""
        left, seat = [2 + farm.babies for farm in self.farms], self.start
        while any(left):
            if left[seat]:
                entry = self.played.log[self.place]
                assert (entry["round"], entry["seat"]) == (round_, seat)
                left[seat] += self.act(seat, entry) - 1
                self.place += 1
            seat = (seat + 1) % self.seats

    def act(self, seat: int, entry: Any) -> int:
        """Tell one action and return the babies that it brought. Rules "One action"."""
        dice, before = to_dice(entry["dice"]), self.farms[seat]
        if entry["kept"]:
            assert dice == self.lying
            assert self.place, "the first action has to roll"
        else:
            assert Counter(KIND[name] for name in dice) == ALL_DICE
        group, after, self.lying = led_to(before, dice, entry["move"])
        assert group == GROUP_NAMES[entry["move"]["group"]]
        taken, had = Counter(KIND[name] for name in self.lying), Counter(KIND[name] for name in dice)
        assert len(self.lying) < len(dice)
        assert all(taken[kind] <= had[kind] for kind in ALL_DICE), "dice have appeared or changed their kind"
        check_farm(after)
        self.farms[seat] = after
        return after.babies - before.babies

    def harvest(self, number: int) -> None:
        """Tell one harvest of all seats by the oracle, and who starts then."""
        for seat, farm in enumerate(self.farms):
            entry = self.played.feedings[number * self.seats + seat]
            assert (entry["harvest"], entry["seat"]) == (number, seat)
            cooking = entry["cooking"]
            after, points = harvest(farm, number + 1, to_cooked(cooking[:5]), int(cooking[5]))
            check_farm(after)
            check_harvest_row(self.played.rows[seat], number, after, points)
            self.farms[seat] = after
        self.start = next_start_player(self.start, [farm.points for farm in self.farms])


def check_farm(farm: Farm) -> None:
    """No number is negative, each herd has a pasture, each baby a room."""
    assert all(value >= 0 for name, value in vars(farm).items() if name != "points" and isinstance(value, int)), farm
    assert len(farm.kept()) <= farm.pastures, farm
    assert farm.babies <= min(farm.rooms, 4), farm


def check_harvest_row(row: Any, number: int, farm: Farm, points: dict[str, int]) -> None:
    """The row holds the points by category and the farm as it was when scored."""
    assert to_categories(row[facts.POINTS + number * CATEGORIES :][:CATEGORIES]) == points
    state = row[facts.STATE + number * facts.STATE_ITEMS :][: facts.STATE_ITEMS]
    wanted = [farm.rooms, farm.babies, farm.fields, farm.pastures, farm.house == 1, farm.house == 2]
    record = to_record(farm)
    wanted += [record[name] for name in GOOD_FIELDS]
    wanted += [card in farm.occupations for card in OCCUPATIONS] + [card in farm.improvements for card in IMPROVEMENTS]
    assert state.tolist() == wanted


def check_rounds_row(played: Played) -> None:
    """The rows count kept and rolled dice, actions and dice groups by round, and name the first, as the log does."""
    wanted = np.zeros((len(played.rows), 6, facts.ROUND_ITEMS), np.int64)
    first = [0] * len(played.rows)
    for entry in played.log:
        first[entry["seat"]] = first[entry["seat"]] or entry["move"]["group"] + 1
        counts = wanted[entry["seat"], entry["round"]]
        counts[facts.KEPT if entry["kept"] else facts.ROLLED] += 1
        counts[facts.ACTIONS] += 1
        counts[facts.TAKEN + entry["move"]["group"]] += 1
    assert (played.rows[:, facts.ROUNDS :] == wanted.reshape(len(played.rows), -1)).all()
    assert played.rows[:, facts.FIRST_ACTION].tolist() == first


def test_columns_are_named_as_they_are_filled():
    """`check_harvest_row` and `check_rounds_row` know the order of the numbers; here are their names."""
    names = [column.name for column in facts.columns(DEFAULT)]
    assert len(set(names)) == len(names) == facts.ROUNDS + 6 * facts.ROUND_ITEMS
    assert names[: facts.POINTS] == ["score", "food_left", "wins", "first_action"]
    assert names[facts.POINTS + CATEGORIES :][:2] == ["points_h2_house", "points_h2_fields"]
    second = [name.removeprefix("state_h2_") for name in names[facts.STATE + facts.STATE_ITEMS :]]
    goods = ["food", "grain", "vegetables", "wood", "brick", "reed", "stone", "sheep", "boar", "cattle"]
    assert second[:16] == ["rooms", "babies", "fields", "pastures", "brick_house", "stone_house", *goods]
    assert second[16:22] == [name.lower() for name in OCCUPATIONS]
    assert second[22:28] == ["oven", "hearth", "basketmaker", "joinery", "pottery", "stonecutter"]
    third = names[facts.ROUNDS + 2 * facts.ROUND_ITEMS :][: facts.ROUND_ITEMS]
    assert third[:4] == ["dice_r3_kept", "dice_r3_rolled", "dice_r3_actions", "groups_r3_add_rooms"]


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_games_at_random_obey_the_rules(seats):
    """Random play goes everywhere; every game is retold action by action."""
    for game in range(RANDOM_GAMES // seats):
        played = play_logged(["random"] * seats, SEED, game)
        Retold(played).tell()
        check_rounds_row(played)


@pytest.mark.parametrize("name", sorted(policies()))
def test_games_of_each_policy_obey_the_rules(name):
    for game in range(10):
        for seats in (1, 3):
            played = play_logged([name] * seats, SEED, game)
            Retold(played).tell()
            check_rounds_row(played)


def test_the_start_player_changes():
    """The games above would show a wrong start player only if it is not always seat 0."""
    games = [Retold(play_logged(["random"] * 4, 3, game)).tell() for game in range(30)]
    assert {start for game in games for start in game.starts[3:]} == {0, 1, 2, 3}


@pytest.mark.parametrize("tie", ["from_old", "after_old", "lowest_seat"])
def test_next_start_agrees(tie):
    """Every old start player and many totals, ties among them, for 1 to 4 seats."""
    readings, pick = Options(start_player_tie=tie), seeded(21)
    for _ in range(2000):
        points = [pick(-3, 3) for _ in range(pick(1, 4))]
        old = pick(0, len(points) - 1)
        farms = np.array([farm_values(Farm(points=total)) for total in points], FARM)
        assert next_start(farms, len(points), rules_of(readings), old) == next_start_player(old, points, readings)


@pytest.mark.parametrize(("results", "wins"), [
    ([(9, 0)], [12]), ([(9, 0), (8, 5)], [12, 0]), ([(9, 1), (9, 2)], [0, 12]), ([(9, 2), (9, 2)], [6, 6]),
    ([(-6, 0), (-7, 9), (-6, 0)], [6, 0, 6]), ([(5, 3), (5, 3), (5, 3), (5, 2)], [4, 4, 4, 0]), ([(1, 1)] * 4, [3] * 4),
])  # fmt: skip
def test_unused_food_breaks_ties_and_then_the_win_is_shared(results, wins):
    farms = np.array([farm_values(Farm(points=points, food=food)) for points, food in results], FARM)
    rows = np.zeros((len(results), facts.ROUNDS), np.int64)
    facts.note_results(rows, farms)
    assert rows[:, facts.WINS].tolist() == wins
    assert rows[:, facts.SCORE].tolist() == [points for points, _ in results]


# --- What a game depends on ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [["random"], ["family-first", "random", "greedy"]], ids=["solo", "three"])
def test_a_game_stands_alone(seats):
    """Chunks of any size give the same rows, and the same numbers again when played on their own."""
    together = rows_of(seats, 20, SEED)
    parts = [rows_of(seats, number, SEED, first=first) for first, number in ((0, 1), (1, 12), (13, 7))]
    assert (np.concatenate(parts) == together).all()
    assert (play_logged(seats, SEED, 17).rows == together[17]).all()


def test_seats_and_games_and_seeds_differ():
    rows = rows_of(["random", "random"], 40, SEED)
    assert (rows[:, 0] != rows[:, 1]).any(axis=1).all()
    assert len(np.unique(rows[:, 0], axis=0)) == 40
    shifted = rows_of(["random", "random"], 40, SEED + 1)
    assert not (rows[1:] == shifted[:-1]).all(axis=(1, 2)).any(), "seed 8 is seed 7 moved by a game"


def test_a_seat_meets_the_same_luck_whatever_others_do():
    """Common random numbers: a roll depends on the seat's own count of actions, not on the others' play.

    A seat rolls at the start of round 1 with its first action whoever sits beside it, unless it kept dice.
    """
    rolls = []
    for other in ("random", "family-first"):
        log = play_logged(["family-first", other], SEED, 5).log
        own = log[(log["seat"] == 0) & (log["round"] == 0) & (log["kept"] == 0)]
        rolls.append(to_dice(own["dice"][0]))
    assert rolls[0] == rolls[1]
