"""What every policy for Agricola Express has to keep to; each one in `sims/express/policies` is picked up by itself."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from kernels.games import DEFAULT, modules, own_policies, policies, rows_of
from kernels.positions import Pick, pick_dice, pick_farm, seeded
from kernels.translate import rules_of, to_counts, to_record
from oracles.express import Options, roll_with

from sims.express import facts, variants
from sims.express.contract import POSITION, Parameter, Policy
from sims.express.drafts import MOST_MOVES, new_found
from sims.express.farm import FARM
from sims.express.harvest import CATEGORIES, COOKING, Feed, harvest_farm
from sims.express.listing import can_act
from sims.express.moves import Fault, why_illegal

NAMES = sorted(policies())
SEED = 11
GAMES = 20
POSITIONS = 600
ODD_RULES = {
    "rich and short": {
        "start.rooms": 2, "start.pastures": 1, "start.sheep": 2, "start.food": 20, "start.wood": 9, "start.reed": 9,
        "rounds.per_harvest": [1, 1, 1], "family.adults": 3, "family.most_babies": 6, "dice.farm.number": 3,
        "dice.produce.number": 4, "readings.two_food_pays": "die", "readings.power_paid_from": "sheet_or_dice",
    },
    "poor and dear": {
        "start.food": 0, "start.reed": 0, "start.wood": 0, "start.brick": 0, "start.stone": 0, "costs.room_reed": 2,
        "costs.occupation_food": 3, "costs.workshop_wood": 0, "costs.mayor_food": 1, "costs.hearth_or_oven": 2,
        "dice.farm.number": 1, "dice.animal.number": 0, "family.baby_food": 4, "cooking.grain": 1,
        "readings.feeding": "may_withhold", "readings.free_choice_cost": "face", "readings.rearrange": "fixed",
    },
}  # fmt: skip
PLAYED = {"default": {}, **ODD_RULES}


def defaults(policy: Policy) -> Any:
    """Return a policy's parameters as they are by default."""
    return np.array([parameter.default for parameter in policy.parameters], np.float64)


def pick_position(pick: Pick, seats: int) -> Any:
    """Pick a position in the middle of a game, with dice lying there."""
    position = np.zeros(1, POSITION)[0]
    position["seats"], position["seat"], position["round"] = seats, pick(0, seats - 1), pick(0, 5)
    for seat in range(seats):
        farm = pick_farm(pick)
        position["farms"][seat] = to_record(farm)
        position["taken"][seat] = pick(0, 1)
        position["left"][seat] = 2 + farm.babies - position["taken"][seat]
    position["dice"] = to_counts(pick_dice(pick))
    return position


def fixed(position: Any) -> bytes:
    """Return all of a position that a policy may not change."""
    return b"".join(position[name].tobytes() for name in POSITION.names if not name.startswith("trial_"))


class Asked:
    """A policy that is asked twice about everything, with a list and trial fields full of rubbish the second time."""

    def __init__(self, policy: Policy, position: Any, rules: Any, stream: int) -> None:
        self.policy, self.position, self.rules = policy, position, rules
        self.params, self.stream = defaults(policy), np.uint64(stream)
        self.found = new_found()

    def soil(self) -> None:
        """Fill what a policy may not rely on."""
        self.found["moves"].view(np.int8)[:] = 77
        self.found["draft"] = self.found["moves"][9]
        self.found["count"], self.found["menu"] = 5, 1
        self.found["dice"][:] = 3
        for name in FARM.names:
            self.position["trial_farm"][name] = 9
        self.position["trial_dice"][:] = 2

    def twice(self, question: Any) -> Any:
        """Ask twice; the answers have to agree and nothing else may change."""
        before = fixed(self.position), self.rules.tobytes(), self.params.tobytes()
        first = question()
        self.soil()
        again = question()
        assert first == again, "another answer to the same question"
        assert before == (fixed(self.position), self.rules.tobytes(), self.params.tobytes()), "something was changed"
        return again

    def keep(self) -> bool:
        """Ask whether to keep the dice."""

        def question() -> bool:
            return bool(self.policy.keep(self.position, self.rules, self.found, self.params, self.stream))

        return self.twice(question)

    def choose(self) -> bytes:
        """Ask which move; return it."""

        def question() -> bytes:
            place = self.policy.choose(self.position, self.rules, self.found, self.params, self.stream)
            assert 0 <= place < MOST_MOVES
            return self.found["moves"][place].tobytes()

        return self.twice(question)

    def feed(self) -> tuple[int, ...]:
        """Ask what to cook."""

        def question() -> tuple[int, ...]:
            cooking = np.zeros(COOKING, np.int64)
            self.policy.feed(self.position, self.rules, cooking, self.params, self.stream)
            return tuple(cooking.tolist())

        return self.twice(question)


def positions_of(policy: Policy, number: int = POSITIONS) -> Any:
    """Yield a policy asked about random positions of 1 to 4 seats, under any readings of the rules."""
    pick = seeded(31)
    readings = [
        Options(),
        Options(two_food_pays="die"),
        Options(power_paid_from="sheet_or_dice", free_choice_cost="face"),
    ]
    for count in range(number):
        rules = rules_of(readings[pick(0, len(readings) - 1)])
        yield Asked(policy, pick_position(pick, 1 + count % 4), rules, pick(0, 1 << 40))


# --- Declarations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", modules().values(), ids=list(modules()))
def test_a_file_declares_one_policy_of_its_name(module):
    found = own_policies(module)
    assert len(found) == 1
    assert found[0].name == module.__name__.rsplit(".", 1)[-1].replace("_", "-")


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_says_what_it_is(name):
    policy = policies()[name]
    assert policy.summary.strip()
    assert policy.source.strip()
    assert "\n" not in policy.summary


@pytest.mark.parametrize("name", NAMES)
def test_parameters_have_defaults_in_their_range(name):
    found: tuple[Parameter, ...] = policies()[name].parameters
    assert len({parameter.name for parameter in found}) == len(found)
    for parameter in found:
        assert parameter.low <= parameter.default <= parameter.high
        assert parameter.meaning.strip()


# --- Answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_and_answers_firm(name):
    """Asked as in a game: to keep only where something can be done, to choose on kept dice or on a fresh roll."""
    random = Random(5)
    trial_farm, trial_dice = np.zeros(1, FARM), np.zeros(26, np.int8)
    for asked in positions_of(policies()[name]):
        position = asked.position
        farm = position["farms"][position["seat"]]
        if not (can_act(farm, position["dice"], asked.rules, asked.found) and asked.keep()):
            position["dice"] = to_counts(roll_with(random))
        move = np.frombuffer(asked.choose(), asked.found["moves"].dtype)[0]
        fault = why_illegal(farm, position["dice"], move, asked.rules, trial_farm, trial_dice)
        assert fault == Fault.LEGAL, f"{Fault(fault).name}: {move}"


@pytest.mark.parametrize("name", NAMES)
def test_feedings_are_legal_and_answers_firm(name):
    points = np.zeros(CATEGORIES, np.int64)
    for asked in positions_of(policies()[name]):
        cooking = np.array(asked.feed(), np.int64)
        farm = np.array([asked.position["farms"][asked.position["seat"]]], FARM)[0]
        assert harvest_farm(farm, asked.rules, 1, cooking, points) == Feed.LEGAL, f"{cooking}"


# --- Games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("variant", PLAYED)
@pytest.mark.parametrize("name", NAMES)
def test_games_end_by_the_rules(name, variant, seats):
    """Play to the end; actions are as many as the family has, and the score is the sum of its categories."""
    rules = variants.build("odd", PLAYED[variant], "odd").record if variant != "default" else DEFAULT
    rows = rows_of([name] * seats, GAMES, SEED, rules)
    points = rows[:, :, facts.POINTS : facts.STATE].sum(axis=2)
    assert (rows[:, :, facts.SCORE] == points).all()
    assert (rows[:, :, facts.WINS].sum(axis=1) == facts.WIN_PARTS).all()
    rounds = rows[:, :, facts.ROUNDS :].reshape(GAMES, seats, -1, facts.ROUND_ITEMS)
    actions = rounds[..., facts.ACTIONS]
    assert (actions >= rules["adults"]).all()
    assert (actions == rounds[..., facts.TAKEN :].sum(axis=3)).all()
    assert (actions == rounds[..., facts.KEPT] + rounds[..., facts.ROLLED]).all()


@pytest.mark.parametrize("name", NAMES)
def test_policies_may_be_mixed(name):
    """A policy plays beside any other; solo and in company its first roll is the same."""
    seats = [name, *(other for other in NAMES if other != name)][:4]
    assert rows_of(seats, 5, SEED).shape[:2] == (5, len(seats))
