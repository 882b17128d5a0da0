"""The compiled harvests, rounds and scores of Agricola against the slow engine's, on random farms and positions."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from random import Random
from typing import Any

import numpy as np
import pytest
from agricola.translate import (
    ALL_RULES,
    CRAFT_NAMES,
    SPACE_OF,
    differences,
    farm_differences,
    from_feeding,
    kind_of,
    numbers,
    rules_of,
    to_farm,
    to_feeding,
    to_position,
)
from oracles import agricola as oracle
from oracles.agricola_improvements import cooker
from oracles.agricola_score import resources_left, total, winners

from sims.agricola.board import POSITION, begin_round, deal, set_up
from sims.agricola.facts import SCORE, WIN_PARTS, WINS, note_results, row_length
from sims.agricola.faults import Fault
from sims.agricola.harvest import cheapest_feeding, feed, food_needed, new_feeding, points_after_breeding, reap
from sims.agricola.herd import new_herds
from sims.agricola.pieces import CARDS, NOTHING, Space
from sims.agricola.policies.greedy import births
from sims.agricola.rules import STAGE_ENDS, CardOrder, CraftBonus
from sims.agricola.scoring import CATEGORIES, Category, score_by_category
from sims.agricola.scoring import resources_left as left_over
from sims.herds import MOST_HERDS, grown, list_herds

FARMS = 150
PRICES = np.array([0.0, 0.3, 0.3, 0.6, 0.6, 0.8, 1.2, 0.5, 0.7, 0.9])
"""Of each good that is given up in a feeding."""
RULES = rules_of(oracle.Rules())
CATEGORY_NAMES = {Category.STABLES: "fenced_stables"}
NONE_TO_COME = 14


def random_farms(seed: int, number: int) -> list[oracle.Farm]:
    """Return random farms of the slow engine."""
    rng = Random(seed)
    return [oracle.random_farm(rng) for _ in range(number)]


def same(farm: Any, own: oracle.Farm) -> bool:
    """Say whether a FARM record is a farm of the slow engine."""
    return not farm_differences(farm, to_farm(own, RULES), NONE_TO_COME)


# --- Fields and feeding ---------------------------------------------------------------------------------------------


def test_both_reap_the_same(scale: int) -> None:
    for own in random_farms(1, FARMS * scale):
        farm = to_farm(own, RULES)
        reap(farm)
        assert same(farm, oracle.harvest_fields(own)), own


def wrong(feeding: Any, rng: Random) -> None:
    """Change one number of a feeding, in place."""
    name = rng.choice(("crafts", "converted", "converted"))
    feeding[name][rng.randrange(len(feeding[name]))] += rng.choice((-1, 1, 1))


@pytest.mark.parametrize("solo", [False, True])
def test_both_feed_the_same(solo: bool, scale: int) -> None:
    rng, faults = Random(2), set()
    for own in random_farms(2, FARMS * scale):
        needed = int(food_needed(to_farm(own, RULES), RULES, 1 if solo else 2))
        assert needed == oracle.need(own, solo)
        feeding = to_feeding(oracle.random_feeding(own, rng))
        for tries in range(4):
            if tries:
                wrong(feeding, rng)
            farm = to_farm(own, RULES)
            fault = Fault(feed(farm, RULES, needed, feeding))
            sayable = all(0 <= used <= 1 for used in feeding["crafts"])
            legal = sayable and oracle.feeding_fault(own, from_feeding(feeding)) is None
            assert (fault == Fault.LEGAL) == legal, (fault, feeding, own)
            if legal:
                assert same(farm, oracle.feed(own, from_feeding(feeding), solo)), (feeding, own)
            faults.add(fault)
    assert len(faults) > 8


# --- The cheapest feeding -------------------------------------------------------------------------------------------


def points_bred(own: oracle.Farm) -> int:
    """Return the most points of a farm after breeding."""
    return max(total(replace(own, herd=herd)) for herd in oracle.maximal_herds(own, oracle.bred(own.herd)))


def worth(own: oracle.Farm, choice: oracle.Feeding, scale: float) -> float:
    """Return the points that are left after a feeding and the breeding, less the prices of what is given up."""
    given = (choice.grain, choice.vegetables, *choice.animals)
    lost = sum(number * price for number, price in zip(given, PRICES[5:], strict=True))
    lost += sum(PRICES[1 + craft] for craft, name in enumerate(CRAFT_NAMES) if getattr(choice, name))
    return points_bred(oracle.feed(own, choice, solo=False)) - scale * lost


def every_feeding(own: oracle.Farm) -> list[oracle.Feeding]:
    """Return all legal feedings of a farm."""
    cooked = [range(number + 1) if cooker(own.improvements) else (0,) for number in own.herd]
    crafts = [
        (False, True) if name in own.improvements and getattr(own, oracle.CRAFTS[name].good) else (False,)
        for name in CRAFT_NAMES
    ]
    converted = list(product(range(own.grain + 1), range(own.vegetables + 1), *cooked))
    return [oracle.Feeding(*goods, *used) for goods in converted for used in product(*crafts)]


def hungry_farm(rng: Random) -> oracle.Farm:
    """Return a farm with little of what can be eaten."""
    own = oracle.random_farm(rng)
    more = {rng.choice(("fireplace_2", "hearth_4"))} if rng.random() < 0.6 else set()
    return replace(
        own,
        food=rng.randint(0, 8),
        grain=min(own.grain, rng.randint(0, 4)),
        vegetables=min(own.vegetables, rng.randint(0, 3)),
        herd=tuple(min(number, rng.randint(1, 6)) for number in own.herd),
        improvements=own.improvements | more,
    )


def chosen_feeding(own: oracle.Farm, scale: float) -> oracle.Feeding:
    """Return the feeding that the compiled engine finds cheapest."""
    farm, feeding = to_farm(own, RULES), new_feeding()
    before = farm.tobytes()
    cheapest_feeding(farm, RULES, food_needed(farm, RULES, 2), PRICES * scale, feeding)
    assert farm.tobytes() == before
    return from_feeding(feeding)


def test_the_cheapest_feeding_is_the_best_of_all(scale: int) -> None:
    rng, tried = Random(3), 0
    while tried < 70 * scale:
        own, price = hungry_farm(rng), rng.choice((0.0, 0.5, 0.93))
        feedings = every_feeding(own)
        if len(feedings) > 300:
            continue
        best = max(worth(own, choice, price) for choice in feedings)
        choice = chosen_feeding(own, price)
        assert oracle.feeding_fault(own, choice) is None
        assert worth(own, choice, price) == pytest.approx(best), (own, choice)
        tried += 1


def test_a_feeding_counts_newborns_for_which_parents_go() -> None:
    """R10: with five places, sheep 3 and boar 2 become sheep 2 and boar 3, for a point more."""
    stables = frozenset({(0, 4), (1, 4), (2, 4), (0, 3)})
    own = oracle.Farm(stables=stables, herd=(3, 2, 0), improvements=frozenset({"hearth_4"}), food=2, grain=2)
    farm, newborn = to_farm(own, RULES), np.zeros(3, np.int64)
    assert points_after_breeding(farm, RULES, np.array(own.herd), newborn) == 1 + 2 - 1
    assert points_bred(own) == total(own) + 1
    assert chosen_feeding(own, 0.1) == oracle.Feeding(sheep=1)


# --- Breeding -------------------------------------------------------------------------------------------------------


def test_both_breed_the_same(scale: int) -> None:
    herds, herd, crowded = new_herds(), np.zeros(3, np.int64), 0
    for own in random_farms(4, FARMS * scale):
        farm = to_farm(own, RULES)
        grown(farm["animals"], RULES, herd)
        assert numbers(herd) == oracle.bred(own.herd)
        number = list_herds(farm, herd, herds)
        listed = [numbers(one) for one in herds["herds"][:number]]
        assert len(set(listed)) == number < MOST_HERDS
        assert set(listed) == set(oracle.maximal_herds(own, oracle.bred(own.herd))), own
        best = points_after_breeding(farm, RULES, farm["animals"].copy(), herd)
        assert best + total(replace(own, herd=(0, 0, 0))) + 3 == points_bred(own), own
        crowded += not oracle.fits(own, oracle.bred(own.herd))
    assert crowded > FARMS // 10


def test_greedy_counts_births_whatever_the_score() -> None:
    """The scratch memory for the newborns is a herd: a longer one, as of points, would hold animals of a fourth type."""
    own = oracle.Farm(fences=oracle.outline({(0, 4), (1, 4)}), herd=(3, 0, 0), vegetables=4)
    position = to_position(oracle.random_position(oracle.Rules(), Random(1)))
    assert births(position, to_farm(own, RULES), RULES) == 1


# --- Scores and winners ---------------------------------------------------------------------------------------------


def test_both_score_each_category_the_same(scale: int) -> None:
    points = np.zeros(CATEGORIES, np.int64)
    for own in random_farms(5, FARMS * scale):
        together = score_by_category(to_farm(own, RULES), RULES, points)
        slow = oracle.score(own)
        for category in Category:
            assert points[category] == slow[CATEGORY_NAMES.get(category, category.name.lower())], (category, own)
        assert together == total(own)


def with_bonus(rules: Any, bonus: CraftBonus) -> Any:
    """Return a rules record with another reading of R04."""
    record = np.array([rules], rules.dtype)[0]
    record["craft_bonus"] = bonus
    return record


def near_ties(rules: oracle.Rules, rng: Random) -> oracle.Game:
    """Return a game whose farms score much alike: they differ in resources, and some in a begging card."""
    game = oracle.random_position(rules, rng)
    own = game.farms[0]
    goods = ("wood", "clay", "reed", "stone")
    farms = [replace(own, **{good: rng.randint(0, 7) for good in goods}) for _ in game.farms]
    return replace(game, farms=tuple(replace(farm, begging=rng.choice((0, 0, 1))) for farm in farms))


@pytest.mark.parametrize("bonus", CraftBonus)
def test_both_see_the_same_winners(bonus: CraftBonus, scale: int) -> None:
    rng, points, shared = Random(6), np.zeros(CATEGORIES, np.int64), 0
    for _ in range(4 * scale):
        for kind in ALL_RULES:
            game, rules = near_ties(kind, rng), with_bonus(rules_of(kind), bonus)
            position, rows = to_position(game), np.zeros((kind.players, row_length(rules)), np.int64)
            note_results(rows, position, rules, points)
            won = winners(game, bonus_spends=bonus == CraftBonus.SPENT)
            share = [WIN_PARTS // len(won) if seat in won else 0 for seat in range(kind.players)]
            assert rows[:, WINS].tolist() == share, (kind_of(kind), game.farms)
            assert rows[:, SCORE].tolist() == [total(own) for own in game.farms]
            for own, farm in zip(game.farms, position["farms"], strict=False):
                assert left_over(farm, rules) == resources_left(own, bonus == CraftBonus.SPENT)
            shared += len(won) > 1
    assert shared > 10


# --- Rounds ---------------------------------------------------------------------------------------------------------


def between_rounds(rules: oracle.Rules, rng: Random) -> oracle.Game:
    """Return a random game before a round other than the first."""
    game = oracle.random_position(rules, rng)
    while game.round == oracle.ROUNDS:
        game = oracle.random_position(rules, rng)
    return replace(game, phase="start", occupied={}, seat=None)


def test_both_begin_rounds_the_same(scale: int) -> None:
    """The next card, the food of the Well, the goods on the spaces, who starts."""
    rng, wells = Random(7), 0
    for _ in range(4 * scale):
        for kind in ALL_RULES:
            game, rules = between_rounds(kind, rng), rules_of(kind)
            position = to_position(game)
            position["round"] += 1
            begin_round(position, rules, SPACE_OF[game.deck[game.round]])
            after = oracle.start_round(game)
            assert not differences(position, to_position(after)), kind_of(kind)
            assert position["seat"] == after.marker
            wells += any(game.round + 1 in own.well for own in game.farms)
    assert wells > 3


@pytest.mark.parametrize("kind", ALL_RULES, ids=kind_of)
def test_both_set_up_the_same(kind: oracle.Rules) -> None:
    for first in range(kind.players):
        position = np.zeros(1, POSITION)[0]
        set_up(position, rules_of(kind), kind.players, first)
        game = oracle.new_game(kind, first=first)
        expected = to_position(game)
        expected["round"] = 0
        assert not differences(position, expected)
        begin_round(position, rules_of(kind), SPACE_OF[game.deck[0]])
        assert not differences(position, to_position(oracle.start_round(game)))


def stages(deck: Any) -> list[tuple[int, ...]]:
    """Return the cards of each stage of a deck."""
    ends = (0, *STAGE_ENDS)
    return [numbers(deck[start:end]) for start, end in pairwise(ends)]


@pytest.mark.parametrize("kind", [ALL_RULES[0], ALL_RULES[-1]], ids=kind_of)
def test_cards_are_dealt_stage_by_stage_and_those_turned_up_stay(kind: oracle.Rules) -> None:
    rng, deck, rules, orders = Random(8), np.zeros(CARDS, np.int64), rules_of(kind), set()
    expected = [sorted(SPACE_OF[card] for card in stage) for stage in oracle.STAGES[kind.edition]]
    games = [oracle.random_position(kind, rng) for _ in range(20)]
    for stream in range(400):
        game = games[stream % len(games)]
        position = to_position(game)
        deal(position, rules, np.uint64(stream), deck)
        assert [sorted(stage) for stage in stages(deck)] == expected
        assert numbers(deck[: game.round]) == tuple(SPACE_OF[card] for card in game.deck[: game.round])
        position["cards"][:], position["open"] = NOTHING, 0
        deal(position, rules, np.uint64(stream), deck)
        orders.add(numbers(deck[:4]))
    assert len(orders) == 24


def test_cards_in_their_given_order() -> None:
    rules = with_bonus(rules_of(ALL_RULES[0]), CraftBonus.KEPT)
    rules["card_order"] = CardOrder.GIVEN
    position, deck = np.zeros(1, POSITION)[0], np.zeros(CARDS, np.int64)
    set_up(position, rules, 2, 0)
    deal(position, rules, np.uint64(5), deck)
    assert numbers(deck) == numbers(rules["cards"])
    assert deck[-1] == Space.RENOVATE_FENCE
