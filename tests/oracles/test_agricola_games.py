"""The oracle of Agricola in random games of every kind, its layouts, and its lists of moves against its judge."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from .agricola import (
    BARE,
    IMPROVEMENTS,
    ROUNDS,
    SPACES,
    START_ROOMS,
    Farm,
    Move,
    Rules,
    all_moves,
    apply,
    complete_layouts,
    drafts,
    enclosed,
    fence_fault,
    fits,
    layout_fault,
    layouts,
    need,
    new_game,
    pass_round,
    pastures,
    places,
    random_game,
    random_move,
    random_position,
    rate,
    score,
    start_round,
    total,
    usable,
)
from .agricola_fences import PLACES
from .agricola_hands import fenced, game_of

ALL_RULES = [Rules("2007", mode, players) for mode in "FN" for players in range(1, 6)]
ALL_RULES += [Rules("revised", mode, players) for mode in "BN" for players in range(1, 5)]
ALL_RULES += [
    Rules("revised", "B", 2, tiles=True),
    Rules("revised", "N", 4, tiles=True),
    Rules("revised", "B", 1, True),
]
GAMES, POSITIONS = 2, 40  # of each kind


def name_of(rules):
    return f"{rules.edition}-{rules.mode}-{rules.players}" + "-tiles" * rules.tiles + "-side" * bool(rules.side_job)


every_kind = pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)

# --- layouts, section 6 --------------------------------------------------------------------------------------------


def test_all_layouts_of_the_starting_farm():
    found = complete_layouts()
    assert len(found) == 7963
    assert Counter(len(layout) for layout in found) == {1: 762, 2: 3561, 3: 2853, 4: 758, 5: 29}
    by_fences = {4: 13, 6: 18, 7: 18, 8: 42, 9: 72, 10: 172, 11: 245, 12: 633, 13: 1001, 14: 2118, 15: 3631}
    assert Counter(len(fences) for fences in found.values()) == by_fences
    singles = Counter(len(min(layout)) for layout in found if len(layout) == 1)
    assert singles == {1: 13, 2: 18, 3: 36, 4: 70, 5: 128, 6: 209, 7: 143, 8: 87, 9: 38, 10: 15, 11: 4, 12: 1}


def test_layouts_against_the_judge_of_fences():
    """Every layout is judged legal, and its fences enclose exactly its pastures."""
    assert len(PLACES) == 38
    for layout, fences in complete_layouts().items():
        assert layout_fault(Farm(), fences) is None
        assert set(pastures(fences)) == layout


def test_small_fence_sets_against_the_list():
    """Of all sets of the twelve fences of a block of four cells, the judge lets exactly the listed ones pass."""
    places = sorted(fenced({(0, 3)}, {(0, 4)}, {(1, 4)}, {(1, 3)}))
    listed = {added for added in layouts(Farm(wood=15)) if added <= set(places)}
    judged = set()
    for bits in range(1, 2 ** len(places)):
        added = frozenset(place for number, place in enumerate(places) if bits >> number & 1)
        if fence_fault(Farm(), added) is None:
            judged.add(added)
    assert judged == listed
    assert len(places) == 12


@pytest.mark.parametrize("seed", range(8))
def test_layouts_on_a_built_farm(seed):
    """Every addition of up to three fences to a farm with pastures, a field, and a third room."""
    rng = Random(seed)
    farm = Farm(wood=3, rooms=START_ROOMS | {(0, 0)}, fields={(1, 2): BARE})
    farm = replace(farm, fences=rng.choice([each for each in layouts(replace(farm, wood=15)) if len(each) <= 10]))
    places = sorted(PLACES - farm.fences)
    judged = set()
    for three in product([None, *places], repeat=3):
        added = frozenset(three) - {None}
        if list(three) == sorted(three, key=str) and fence_fault(farm, added) is None:
            judged.add(added)
    assert judged == set(layouts(farm))


def test_layouts_leave_out_rooms_and_fields():
    farm = Farm(wood=15, fields={(0, 2): BARE, (1, 2): BARE})
    for added in layouts(farm):
        assert enclosed(added).isdisjoint({(0, 2), (1, 2)} | START_ROOMS)
    assert len(layouts(farm, wood=4)) == 11
    assert len(layouts(farm, fences_left=3)) == 0


# --- random games --------------------------------------------------------------------------------------------------


def check_farm(farm):
    """Check what holds for every farm at every time."""
    goods = (farm.food, farm.wood, farm.clay, farm.reed, farm.stone, farm.grain, farm.vegetables, farm.begging)
    assert min(*goods, *farm.herd) >= 0
    assert fits(farm, farm.herd)
    assert 2 <= farm.people <= 5
    assert len(farm.stables) <= 4
    assert not farm.fences or layout_fault(farm, farm.fences) is None
    assert len(farm.fences) <= 15
    assert len(pastures(farm.fences)) <= 5
    parts = [farm.rooms, frozenset(farm.fields), farm.stables]
    assert sum(map(len, parts)) == len(frozenset().union(*parts))
    assert enclosed(farm.fences).isdisjoint(farm.rooms | set(farm.fields))
    assert total(farm) == sum(score(farm).values())


def check_feeding(before, after):
    """Check that every seat pays or begs for exactly what it needs, and begs only without food."""
    for old, new in zip(before.farms, after.farms, strict=True):
        assert 0 <= new.begging - old.begging <= need(old, before.rules.solo)
        assert new.begging == old.begging or new.food == 0


@every_kind
def test_random_games(rules):
    rng = Random(name_of(rules))
    for _ in range(GAMES):
        taken, placements, last = Counter(), 0, None
        for before, choice, last in random_game(rules, rng):
            for farm in last.farms:
                check_farm(farm)
            if before.phase == "feeding":
                check_feeding(before, last)
            if isinstance(choice, Move):
                placements += 1
                taken[choice.space] += before.piles.get(choice.space, 0) - last.piles.get(choice.space, 0)
        for space, lying in last.piles.items():
            rounds = ROUNDS - last.deck.index(space) if space in last.deck else ROUNDS
            assert taken[space] + lying == rate(rules, space) * rounds
        owned = [name for farm in last.farms for name in farm.improvements]
        assert len(owned) == len(set(owned))
        assert (last.phase, last.round) == ("over", ROUNDS)
        assert placements >= 2 * ROUNDS * rules.players
        assert min(places(last)) == 1


@every_kind
def test_random_positions(rules):
    """In random positions a space is usable if it has a legal move, and a random move keeps every farm legal."""
    rng = Random(name_of(rules))
    for _ in range(POSITIONS):
        game = random_position(rules, rng)
        for farm in game.farms:
            check_farm(farm)
        for space in game.table:
            by_layouts = "fences" in {effect.deed for effect in SPACES[space].options.values()}
            listed = layouts(game.farm) if by_layouts else next(drafts(game, space, limit=1), None)
            expected = bool(listed) and space not in game.occupied
            assert usable(game, space) == expected, space
        move = random_move(game, rng)
        if move is not None:
            after = apply(game, move)
            check_farm(after.farms[game.seat])
            assert after.occupied[move.space] == game.seat
            assert all(after.farms[seat] == farm for seat, farm in enumerate(game.farms) if seat != game.seat)


def test_all_moves_are_legal_and_different():
    farm = Farm(wood=12, clay=6, reed=3, stone=4, grain=2, vegetables=1, food=2, fields={(0, 2): BARE, (0, 3): BARE})
    farm = replace(farm, improvements=frozenset({"fireplace_2", "clay_oven"}), herd=(1, 0, 0))
    for rules in ALL_RULES:
        game = game_of(farm, rules)
        game = replace(game, piles=dict.fromkeys(game.piles, 2))
        for space in game.table:
            moves = list(all_moves(game, space, limit=1))
            assert bool(moves) == usable(game, space)
            assert len({repr(move) for move in moves}) == len(moves)
            for move in moves[:: max(1, len(moves) // 100)]:
                check_farm(apply(game, move).farms[0])


@pytest.mark.parametrize("owned", [set(), {"fireplace_2"}, set(IMPROVEMENTS)])
def test_number_of_moves_by_hand(owned):
    """Sow and/or bake with 2 grain, 1 vegetable, and 2 empty fields, counted apart from the lists."""
    fields = {(0, 2): BARE, (0, 3): BARE}
    game = game_of(Farm(grain=2, vegetables=1, fields=fields, improvements=frozenset(owned)))
    expected = [
        (grain, vegetables, baked)
        for grain, vegetables, baked in product(range(3), range(2), range(3))
        if grain + vegetables + baked > 0 and grain + baked <= 2 and grain + vegetables <= 2 and (owned or not baked)
    ]
    moves = [(move.sow_grain, move.sow_vegetables, move.bake) for move in all_moves(game, "SOW")]
    assert sorted(moves) == sorted(expected)


def test_nobody_passes_who_can_place():
    game = start_round(new_game())
    with pytest.raises(ValueError, match="nobody passes"):
        pass_round(game)
    crowded = game_of(Farm(people=5), Rules("2007", "N", 2), occupied=dict.fromkeys(game_of(Farm()).table, 1))
    assert random_move(crowded, Random(1)) is None
    assert pass_round(crowded).seat is None
