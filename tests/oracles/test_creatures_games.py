"""The oracle of All Creatures Big and Small in whole games: sections 11.6 and 11.7 of `rules/creatures.md`.

Also its lists of moves against its judge of moves, and the rules of sections 4 to 9 that section 11 leaves out.
"""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from .creatures import (
    SPECIALS,
    Action,
    Farm,
    Game,
    Goods,
    Space,
    all_actions,
    bred,
    capacities,
    cells,
    closed,
    containers,
    cost,
    edges,
    empty_game,
    end_round,
    fits,
    maximal_herds,
    new_game,
    open_edges,
    over,
    pastures,
    placements,
    play,
    random_action,
    random_herd,
    refill,
    score,
    space_actions,
    sub_herds,
    total,
    usable,
    used_cells,
    why_herd_illegal,
    why_illegal,
    winner,
)
from .creatures_farm import NO_ANIMALS, around, beside, bonus, on_rim
from .creatures_moves import drafts

COTTAGE = {(0, 2): "cottage"}
GAMES = 300  # random games for the invariants


def one(*cell):
    """Return the set of one cell."""
    return frozenset({cell})


def game_of(farm, **changes):
    """Return the first placement of a game in which seat 0, to act, has this farm."""
    return replace(new_game(), farms=(farm, Farm()), **changes)


def illegal(game, space, **named):
    """Return why an action that keeps the herd as it is is illegal."""
    return why_illegal(game, Action(space, herd=game.farm.herd, **named))


# --- 11.6 the script -----------------------------------------------------------------------------------------------


def holds(farm, wood=0, stone=0, reed=0, borders=9):
    """Return whether a supply is exactly this."""
    return (farm.wood, farm.stone, farm.reed, farm.borders) == (wood, stone, reed, borders)


def script_round_1():
    """Return the game after the first round of the script, checked at each step."""
    game = play(new_game(first=0), Action(Space.BUILDING_MATERIALS))
    assert holds(game.farms[0], wood=1, stone=1, reed=1)
    game = play(game, Action(Space.THREE_WOOD))
    assert holds(game.farms[1], wood=3)
    game = play(game, Action(Space.EXPAND, side="right"))
    assert holds(game.farms[0], wood=1, stone=1, reed=1, borders=10)
    assert {column for column, _ in cells(game.farms[0])} == {0, 1, 2}
    game = play(game, Action(Space.FENCES, borders=frozenset({("H", 0, 1), ("V", 0, 1), ("V", 1, 1)})))
    assert holds(game.farms[1], borders=6)
    assert pastures(game.farms[1]) == [{(0, 1)}]
    assert capacities(game.farms[1]) == (2, 1)
    game = play(game, Action(Space.TWO_STONE))
    assert holds(game.farms[0], wood=1, stone=3, reed=1, borders=10)
    game = play(game, Action(Space.PIGS_SHEEP, herd=(0, 1, 0, 0)))
    assert [bred(farm.herd) for farm in game.farms] == [NO_ANIMALS, (0, 1, 0, 0)]
    return end_round(game, [NO_ANIMALS, (0, 1, 0, 0)])


def lying(game):
    """Return what lies on the spaces that are not empty."""
    return {Space(space).name: goods for space, goods in enumerate(game.goods) if goods != Goods()}


def test_script_round_1_and_the_refill_after_it():
    game = script_round_1()
    assert (game.round, game.seat, game.marker, game.border_stock) == (2, 0, 0, 6)
    assert lying(game) == {
        "START_PLAYER": Goods(wood=2),
        "THREE_WOOD": Goods(wood=3),
        "ONE_STONE": Goods(stone=2),
        "TWO_STONE": Goods(stone=2),
        "EXPAND": Goods(borders=1),
        "MILLPOND": Goods(reed=1, sheep=1),
        "PIGS_SHEEP": Goods(pigs=1),
        "COWS_PIGS": Goods(cows=1, pigs=1),
        "HORSES_SHEEP": Goods(horses=1, sheep=1),
    }


def script_round_2():
    """Return the game at the end of the second work phase of the script, checked at each step."""
    game = play(script_round_1(), Action(Space.STALLS, cells=one(1, 1)))
    assert holds(game.farms[0], wood=1, borders=10)
    assert game.stall_tiles == 3
    assert {action.herd for action in space_actions(game, Space.COWS_PIGS)} == {(0, 2, 1, 0)}
    game = play(game, Action(Space.COWS_PIGS, herd=(0, 2, 1, 0)))
    game = play(game, Action(Space.WALLS, borders=frozenset({("V", 2, 2), ("H", 1, 3)})))
    assert holds(game.farms[0], wood=1, borders=8)
    assert pastures(game.farms[0]) == [{(1, 2)}]
    game = play(game, Action(Space.START_PLAYER, herd=(0, 2, 1, 0)))
    assert holds(game.farms[1], wood=2, borders=6)
    assert game.marker == 1
    game = play(game, Action(Space.HORSES_SHEEP, herd=(1, 0, 0, 1)))
    assert sorted(capacities(game.farms[0])) == [1, 2, 3]
    herds = {action.herd for action in space_actions(game, Space.MILLPOND)}
    assert herds == {(0, 2, 1, 0), (1, 2, 0, 0), (1, 0, 1, 0)}
    game = play(game, Action(Space.MILLPOND, herd=(0, 2, 1, 0)))
    assert holds(game.farms[1], wood=2, reed=1, borders=6)
    return game


@pytest.mark.parametrize("kept", [(0, 2, 1, 0), (0, 3, 0, 0)])
def test_script_round_2_and_the_refill_after_it(kept):
    game = script_round_2()
    assert set(maximal_herds(game.farms[1], bred((0, 2, 1, 0)))) == {(0, 2, 1, 0), (0, 3, 0, 0)}
    with pytest.raises(ValueError, match="seat 1 has no room"):
        end_round(game, [(1, 0, 0, 1), (0, 3, 1, 0)])
    game = end_round(game, [(1, 0, 0, 1), kept])
    assert [farm.herd for farm in game.farms] == [(1, 0, 0, 1), kept]
    assert (game.round, game.seat, game.marker, game.border_stock) == (3, 1, 1, 5)
    assert lying(game) == {
        "START_PLAYER": Goods(wood=1),
        "THREE_WOOD": Goods(wood=6),
        "ONE_STONE": Goods(stone=3),
        "TWO_STONE": Goods(stone=4),
        "EXPAND": Goods(borders=2),
        "MILLPOND": Goods(reed=1),
        "PIGS_SHEEP": Goods(pigs=1, sheep=1),
        "COWS_PIGS": Goods(cows=1),
        "HORSES_SHEEP": Goods(horses=1),
    }


# --- 11.7 invariants on random games -------------------------------------------------------------------------------


def count_of(game, *names):
    """Return how many buildings of these names both farms have."""
    return sum(name in names for farm in game.farms for name in farm.buildings.values())


def check_position(game):
    """Check what section 11.7 says of every position."""
    on_farms = sum(farm.borders + len(farm.placed) for farm in game.farms)
    assert on_farms + game.goods[Space.EXPAND].borders + game.border_stock == 26
    assert sum(len(farm.troughs) for farm in game.farms) + game.troughs == 10
    assert count_of(game, "stall", "stables") + game.stall_tiles == 4
    assert sum(farm.left + farm.right for farm in game.farms) + game.expansions == 4
    assert game.border_stock == 8 - min(game.round, 8)
    assert count_of(game, *SPECIALS) + len(game.specials) == 4
    for farm in game.farms:
        assert fits(farm, farm.herd)
        assert min(farm.wood, farm.stone, farm.reed, farm.borders, *farm.herd) >= 0
        assert farm.placed <= set(edges(farm))
        assert (2 * total(farm)).denominator == 1
        assert total(farm) >= -12
        assert set(map(frozenset, pastures(farm))) == not_reached_from_outside(farm)


def check_step(game, after, action):
    """Check what section 11.7 says of every action."""
    old, new = game.farm, after.farms[game.seat]
    assert {edge for edge in edges(old) if closed(old, edge)} <= {edge for edge in edges(new) if closed(new, edge)}
    assert used_cells(old) <= used_cells(new)
    assert old.buildings.keys() <= new.buildings.keys()
    assert without_storage(old) <= without_storage(new)
    assert after.farms[1 - game.seat] == game.farms[1 - game.seat]
    taken = Goods(1, 1, 1) if action.space == Space.BUILDING_MATERIALS else game.goods[action.space]
    for name in ("wood", "stone", "reed"):
        change = getattr(new, name) - getattr(old, name)
        assert change == getattr(taken, name) - cost(action).get(name, 0)


def without_storage(farm):
    """Return the printed points of the buildings."""
    return score(replace(farm, wood=0, stone=0, reed=0))["buildings"]


def not_reached_from_outside(farm):
    """Return the pastures by the other test of section 6.4: flood-fill from outside the farm, group the rest."""
    dry = {cell for cell in cells(farm) if cell not in farm.buildings}
    flooded = True
    while flooded:
        flooded = {cell for cell in dry if any(lets_in(farm, dry, edge) for edge in around(cell))}
        dry -= flooded
    groups = [{cell} for cell in dry]
    for edge in edges(farm):
        sides = beside(farm, edge)
        if not closed(farm, edge) and set(sides) <= dry:
            joined = [group for group in groups if group & set(sides)]
            groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return set(map(frozenset, groups))


def lets_in(farm, dry, edge):
    """Return whether the flood comes in at an edge of a dry cell."""
    return not closed(farm, edge) and (on_rim(farm, edge) or any(cell not in dry for cell in beside(farm, edge)))


def random_round(game, rng, every_herd):
    """Return a round played at random, checked at each step."""
    assert all(sum(game.goods[space]) >= 1 for space in (0, 1, 2, 3, 7, 13, 14, 15, 16))
    order = [game.marker, 1 - game.marker] * 3
    for seat in order:
        assert game.seat == seat
        action = random_action(game, rng, every_herd)
        assert why_illegal(game, action) is None
        after = play(game, action)
        check_step(game, after, action)
        check_position(after)
        game = after
    assert Counter(game.workers) == {None: 11, 0: 3, 1: 3}
    herds = [random_herd(farm, bred(farm.herd), rng, every_herd) for farm in game.farms]
    return end_round(game, herds)


@pytest.mark.parametrize("part", range(6))
def test_invariants_on_random_games(part):
    for seed in range(part * GAMES // 6, (part + 1) * GAMES // 6):
        rng, game = Random(seed), new_game(first=seed % 2)
        check_position(game)
        while not over(game):
            game = random_round(game, rng, every_herd=seed % 3 == 0)
            check_position(game)
        assert game.round == 9
        assert why_illegal(game, Action(Space.THREE_WOOD)) == "the game is over"


def test_random_games_see_every_space_and_building():
    spaces, built = set(), set()
    for seed in range(60):
        rng, game = Random(seed), new_game()
        while not over(game):
            while placements(game) < 6:
                action = random_action(game, rng)
                spaces.add(action.space)
                built.add(action.building)
                game = play(game, action)
            game = end_round(game, [random_herd(farm, bred(farm.herd), rng) for farm in game.farms])
    assert spaces == set(Space)
    assert built == {None, *SPECIALS}


# --- the lists of moves against the judge of moves -----------------------------------------------------------------


def random_position(rng):
    """Return a position some way into a random game."""
    game = new_game()
    for _ in range(rng.randrange(48)):
        game = play(game, random_action(game, rng))
        if placements(game) == 6:
            game = end_round(game, [random_herd(farm, bred(farm.herd), rng) for farm in game.farms])
    return replace(game, workers=(None,) * 17) if not over(game) else new_game()


@pytest.mark.parametrize("seed", range(60))
def test_spaces_are_usable_if_they_have_an_action(seed):
    game = random_position(Random(seed))
    for space in Space:
        assert usable(game, space) == any(True for _ in drafts(game, space, limit=1)), space


@pytest.mark.parametrize("seed", range(20))
def test_all_actions_are_legal_and_differ(seed):
    game = random_position(Random(seed))
    found = list(all_actions(game, limit=2))
    assert len(set(found)) == len(found)
    assert all(why_illegal(game, action) is None for action in found)


def test_all_actions_without_a_limit():
    walls = list(space_actions(game_of(Farm(stone=14)), Space.WALLS))
    assert len(walls) == 7813  # sets of 1 to 9 of the 13 open edges
    fences = list(space_actions(game_of(Farm(wood=3)), Space.FENCES))
    assert len(fences) == 13 + 78 + 286
    troughs = list(space_actions(game_of(Farm(wood=40)), Space.FEEDING_TROUGH))
    assert len(troughs) == 2**6 - 1


def test_actions_of_the_first_placement():
    counts = Counter(Space(action.space).name for action in all_actions(new_game()))
    animals = {"PIGS_SHEEP": 1, "COWS_PIGS": 1, "HORSES_SHEEP": 1}
    plain = {"START_PLAYER": 1, "THREE_WOOD": 1, "ONE_STONE": 1, "TWO_STONE": 1, "BUILDING_MATERIALS": 1}
    assert counts == animals | plain | {"MILLPOND": 1, "EXPAND": 2, "FEEDING_TROUGH": 6, "WALLS": 13 + 78}


def test_actions_on_special_buildings():
    farm = Farm(wood=9, stone=9, reed=9, buildings=COTTAGE | {(1, 0): "stall", (1, 1): "stables"})
    found = list(drafts(game_of(farm), Space.SPECIAL_A))
    # Three free cells, the Shelter with one of four animals; one stall, two payments, two animals.
    assert Counter(action.building for action in found) == {
        "half_timbered_house": 1,
        "storage_building": 3,
        "shelter": 12,
        "open_stables": 4,
    }


# --- room for herds against every assignment -----------------------------------------------------------------------


def housed_somehow(rooms, herd):
    """Return whether a herd fits, trying all of 4^k ways to give the containers to the types."""
    for kinds in product(range(4), repeat=len(rooms)):
        given = [sum(room for room, kind in zip(rooms, kinds, strict=True) if kind == each) for each in range(4)]
        if all(room >= count for room, count in zip(given, herd, strict=True)):
            return True
    return False


@pytest.mark.parametrize("seed", range(40))
def test_room_for_herds(seed):
    rng = Random(seed)
    farm = random_position(rng).farm
    rooms = capacities(farm)[:6]
    herd = tuple(rng.randint(0, 4) for _ in range(4))
    if len(capacities(farm)) <= 6:
        parts = [part for part in product(*(range(count + 1) for count in herd)) if housed_somehow(rooms, part)]
        assert sub_herds(farm, herd) == parts
        best = [part for part in parts if not any(bigger(other, part) for other in parts)]
        assert sorted(maximal_herds(farm, herd)) == best


def bigger(larger, small):
    """Return whether one herd is another one and more."""
    return larger != small and all(many >= few for many, few in zip(larger, small, strict=True))


def test_a_herd_that_fits_is_its_only_maximal_one():
    farm = Farm(troughs=frozenset({(0, 0), (1, 1)}))
    assert maximal_herds(farm, (1, 1, 0, 1)) == [(1, 1, 0, 1)]
    assert why_herd_illegal(farm, (1, 1, 0, 1), NO_ANIMALS) is None
    assert why_herd_illegal(farm, (1, 1, 0, 1), (1, 1, 0)) == "(1, 1, 0) is not a herd"
    assert why_herd_illegal(farm, (1, 1, 0, 1), (1, 1, 0, -1)) == "(1, 1, 0, -1) is not a herd"


# --- rules of sections 4 to 9 that section 11 leaves out -----------------------------------------------------------


@pytest.mark.parametrize("added", range(5))
def test_section_6_2_number_of_edges(added):
    for left in range(added + 1):
        farm = Farm(left=left, right=added - left)
        assert len(set(edges(farm))) == len(edges(farm)) == 17 + 7 * added
        assert len(open_edges(farm)) == 13 + 7 * added


def test_section_6_3_borders_that_are_not_allowed():
    game = game_of(Farm(placed=frozenset({("H", 0, 0)})))
    for edge in [("H", 0, 2), ("V", 0, 2), ("H", 0, 0)]:
        assert "closed already" in illegal(game, Space.WALLS, borders=frozenset({edge}))
    for edge in [("V", 3, 0), ("H", 2, 0), ("H", 0, 4), ("V", 0, 3)]:
        assert "not on the farm" in illegal(game, Space.WALLS, borders=frozenset({edge}))


def test_section_6_3_borders_stay_under_a_building():
    farm = Farm(stone=3, reed=1, placed=frozenset({("H", 0, 1), ("V", 0, 1), ("V", 1, 1)}))
    game = play(game_of(farm), Action(Space.STALLS, cells=one(0, 1)))
    assert game.farms[0].placed == farm.placed
    assert game.farms[0].borders == farm.borders


def test_section_6_4_a_pasture_without_a_border():
    names = dict.fromkeys([(1, 0), (0, 1), (2, 1), (1, 2)], "stables")
    assert pastures(Farm(right=1, buildings=COTTAGE | names)) == [{(1, 1)}]


def test_section_7_5_each_trough_doubles_again():
    outline = {("H", 1, 0), ("H", 1, 3)} | {("V", x, row) for x in (1, 2) for row in range(3)} - {("V", 1, 2)}
    for number in range(4):
        for chosen in combinations([(1, 0), (1, 1), (1, 2)], number):
            farm = Farm(placed=frozenset(outline), troughs=frozenset(chosen))
            assert capacities(farm) == (6 * 2**number, 1)


def test_section_7_5_a_trough_under_a_building_doubles_only_that():
    outline = {("H", 1, 0), ("H", 1, 3)} | {("V", x, row) for x in (1, 2) for row in range(3)} - {("V", 1, 2)}
    farm = Farm(placed=frozenset(outline), buildings=COTTAGE | {(1, 2): "shelter"}, troughs=one(1, 2))
    assert {container.capacity for container in containers(farm)} == {1, 2, 4}


def test_section_4_2_closed_spaces():
    game = play(new_game(), Action(Space.THREE_WOOD))
    assert illegal(game, Space.THREE_WOOD) == "the space is occupied"
    assert illegal(game, 17) == "there is no space 17"
    with pytest.raises(ValueError, match="occupied"):
        play(game, Action(Space.THREE_WOOD))
    for space in (0, 2, 3, 4, 13):
        game = play(game, Action(space))
    assert illegal(game, Space.EXPAND, side="left") == "all workers are placed"
    assert not any(usable(game, space) for space in Space)
    with pytest.raises(ValueError, match="not at its end"):
        end_round(new_game(), [NO_ANIMALS] * 2)


def test_section_5_superfluous_decisions():
    assert illegal(new_game(), Space.ONE_STONE, side="left") == "this space does not ask for side"
    assert illegal(new_game(), Space.WALLS, cells=one(0, 0)) == "this space does not ask for cells"


def test_section_5_expand_without_expansions_left():
    game = game_of(Farm(left=2, right=2), expansions=0)
    assert [action.side for action in space_actions(game, Space.EXPAND)] == [None]
    assert illegal(game, Space.EXPAND, side="left") == "no expansion is left"
    assert play(game, Action(Space.EXPAND)).farms[0] == Farm(left=2, right=2, borders=10)
    assert illegal(new_game(), Space.EXPAND) == "the expansion needs a side"


def test_section_5_limits():
    rich = Farm(wood=40, stone=40, reed=9)
    game = game_of(rich, troughs=2, stall_tiles=0)
    assert illegal(game, Space.FEEDING_TROUGH, cells=frozenset({(0, 0), (0, 1), (1, 0)})) == "too few troughs are left"
    assert illegal(game, Space.FEEDING_TROUGH, cells=one(2, 0)) == "is no space of the farm"
    assert illegal(game, Space.FEEDING_TROUGH) == "builds no trough"
    assert illegal(game, Space.STALLS, cells=one(0, 0)) == "no stall tile is left"
    assert illegal(game_of(rich), Space.STALLS, cells=one(0, 2)) == "is no free space of the farm"
    trough = replace(rich, troughs=one(0, 2))
    assert illegal(game_of(trough), Space.FEEDING_TROUGH, cells=one(0, 2)) == "has a trough there already"


def test_section_5_stables():
    farm = Farm(wood=9, stone=10, buildings=COTTAGE | {(0, 0): "stall", (1, 0): "stall", (1, 1): "open_stables"})
    both = frozenset({(0, 0), (1, 0)})
    assert illegal(game_of(farm), Space.STABLES, cells=both) is None
    assert "cannot pay" in illegal(game_of(farm), Space.STABLES, cells=both, wood_paid=2)
    assert "pays more or less" in illegal(game_of(farm), Space.STABLES, cells=both, wood_paid=3)
    assert illegal(game_of(farm), Space.STABLES, cells=one(1, 1)) == "has no stall there"


def test_section_7_special_buildings():
    farm = Farm(wood=9, stone=9, reed=9, buildings=COTTAGE | {(0, 0): "stall"}, troughs=one(0, 2))
    game = game_of(farm)
    house = {"building": "half_timbered_house"}
    assert illegal(game, Space.SPECIAL_A, cells=one(0, 1), **house) == "stands on the cottage only"
    assert illegal(game, Space.SPECIAL_A, cells=one(0, 2), payment="wood", **house) == "cannot be paid with wood"
    game = play(game, Action(Space.SPECIAL_A, cells=one(0, 2), **house))
    assert (game.farms[0].wood, game.farms[0].stone, game.farms[0].reed) == (6, 7, 8)
    assert capacities(game.farms[0]) == (4, 3)
    assert score(game.farms[0])["buildings"] == 6
    assert illegal(replace(game, seat=0), Space.SPECIAL_A, **house) == "the space is occupied"
    assert "not to be had" in illegal(replace(game, seat=0), Space.SPECIAL_B, cells=one(0, 2), **house)


def test_section_7_choices_of_special_buildings():
    game = game_of(Farm(wood=9, stone=9, reed=9, buildings=COTTAGE | {(0, 0): "stall"}))
    stables = {"building": "open_stables", "cells": one(0, 0)}
    assert illegal(game, Space.SPECIAL_A, payment="stone", animal=0, **stables) == "0 is no animal to choose"
    assert illegal(game, Space.SPECIAL_A, payment="stone", **stables) == "None is no animal to choose"
    assert illegal(game, Space.SPECIAL_A, animal=3, **stables) == "cannot be paid with None"
    moved = stables | {"cells": one(0, 1)}
    assert illegal(game, Space.SPECIAL_A, payment="wood", animal=3, **moved) == "replaces exactly one stall"
    shelter = {"building": "shelter", "cells": one(0, 0), "animal": 1}
    assert illegal(game, Space.SPECIAL_A, **shelter) == "is no free space of the farm"
    store = {"building": "storage_building", "cells": one(1, 2)}
    assert illegal(game, Space.SPECIAL_A, animal=1, **store) == "1 is no animal to choose"
    farm = play(game, Action(Space.SPECIAL_B, **store)).farms[0]
    assert score(farm)["buildings"] == 1 + Fraction(7 + 9 + 8, 2)


BONUS_TABLE = {  # section 9.1: animals plus bonus for 0 to 16
    0: [-3, -2, -1, 0, 4, 5, 6, 7, 9, 10, 11, 13, 14, 16, 18, 20, 22],
    1: [-3, -2, -1, 0, 4, 5, 6, 8, 9, 11, 12, 14, 16, 18, 20, 22, 24],
    2: [-3, -2, -1, 0, 4, 5, 7, 8, 10, 11, 13, 15, 17, 19, 21, 23, 25],
    3: [-3, -2, -1, 0, 4, 6, 7, 9, 10, 12, 14, 16, 18, 20, 22, 24, 26],
}


@pytest.mark.parametrize("kind", range(4))
def test_section_9_1_points_by_type(kind):
    assert [count + bonus(kind, count) for count in range(17)] == BONUS_TABLE[kind]


@pytest.mark.parametrize("first", [0, 1])
def test_section_9_a_tie_goes_to_the_second_player_of_round_1(first):
    assert winner(Game(round=9, first=first, marker=first)) == 1 - first
    assert winner(Game(round=9, first=first, marker=1 - first)) == 1 - first


def test_section_4_1_eight_refills_and_no_more():
    game = empty_game()
    for number in range(1, 9):
        game = refill(game)
        assert game.border_stock == 8 - number
    with pytest.raises(ValueError, match="no border"):
        refill(game)
