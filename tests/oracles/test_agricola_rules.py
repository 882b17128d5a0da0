"""The oracle of Agricola: rules of sections 3 to 11 that the lists of edge cases leave out, for both editions."""

from dataclasses import replace
from random import Random

import pytest

from .agricola import (
    CELLS,
    Conversion,
    Farm,
    Move,
    Rules,
    apply,
    convert,
    for_sale,
    legal_fault,
    new_game,
    start_round,
    usable,
)
from .agricola_hands import after, cells, fault, game_of, lying, supply


def test_fireplace_goes_back_to_the_board():
    farm = Farm(improvements=frozenset({"fireplace_2"}))
    game = apply(game_of(farm), Move("IMPR", improvement="hearth_5", returned="fireplace_2"))
    assert game.farms[0].improvements == {"hearth_5"}
    assert "fireplace_2" in for_sale(game)
    assert "hearth_5" not in for_sale(game)
    assert fault(farm, "IMPR", improvement="clay_oven", returned="fireplace_2")
    assert fault(farm, "IMPR", improvement="hearth_5", returned="fireplace_3")


def test_spaces_that_need_cards():
    for rules, names in (
        (Rules("2007", "N", 3), ("OCC", "G3-OCC")),
        (Rules("2007", "N", 4), ("OCC", "G4-OCC")),
        (Rules("revised", "B", 4), ("LESSON", "LESSON4")),
    ):
        game = game_of(Farm(food=9), rules)
        assert all(name in game.table and not usable(game, name) and legal_fault(game, Move(name)) for name in names)


def test_card_with_growth_or_resources():
    farm = Farm(rooms=Farm().rooms | {(0, 0)}, food=3)
    family, normal = Rules("2007", "F", 5), Rules("2007", "N", 5)
    assert fault(farm, "G5-BR2GROW", family, round=4, option="grow")
    assert after(farm, "G5-BR2GROW", family, round=5, option="grow").newborns == 1
    assert supply(after(farm, "G5-BR2GROW", family, option="resources", resources=("clay", "stone"))) == (0, 1, 0, 1)
    assert fault(farm, "G5-OCCGROW", normal, option="occupation")
    assert after(farm, "G5-OCCGROW", normal, option="grow").people == 3
    assert fault(Farm(), "G5-OCCGROW", normal, option="grow")  # no room


def test_card_with_room_or_food():
    rules = Rules("2007", "N", 5)
    game = lying(game_of(Farm(wood=10, reed=4), rules), G5_ROOM=3)
    built = apply(game, Move("G5-ROOM", "room", rooms=cells((0, 0))))
    assert (built.piles["G5-ROOM"], len(built.farms[0].rooms), built.farms[0].food) == (3, 3, 0)
    eaten = apply(game, Move("G5-ROOM", "food"))
    assert (eaten.piles["G5-ROOM"], eaten.farms[0].food) == (0, 3)
    assert legal_fault(game, Move("G5-ROOM", "room", rooms=cells((0, 0), (0, 1))))


def test_card_with_animals():
    rules = Rules("2007", "F", 5)
    assert fault(Farm(), "G5-ANIMAL", rules, option="cattle", kept=(0, 0, 1))
    cattle = after(Farm(food=2), "G5-ANIMAL", rules, option="cattle", kept=(0, 0, 1))
    sheep = after(Farm(food=2), "G5-ANIMAL", rules, option="sheep", kept=(1, 0, 0))
    assert (cattle.food, cattle.herd, sheep.food, sheep.herd) == (1, (0, 0, 1), 3, (1, 0, 0))


def test_conversions_at_any_time():
    game = game_of(Farm(grain=2, vegetables=2, herd=(1, 0, 0), improvements=frozenset({"hearth_4"})))
    game = convert(game, 0, Conversion(grain=1, vegetables=2, sheep=1))
    assert (game.farms[0].food, game.farms[0].grain, game.farms[0].herd) == (1 + 6 + 2, 1, (0, 0, 0))
    with pytest.raises(ValueError, match="illegal"):
        convert(replace(game, phase="breeding"), 0, Conversion(grain=1))
    with pytest.raises(ValueError, match="illegal"):
        convert(game_of(Farm(herd=(1, 0, 0))), 0, Conversion(sheep=1))


def test_occupied_space_and_newborn_without_a_turn():
    game = game_of(Farm(people=3, newborns=1))
    game = apply(game, Move("GRAIN"))
    assert legal_fault(game, Move("GRAIN"))
    game = apply(apply(game, Move("DAY-N")), Move("CLAY1"))
    assert game.seat == 1
    assert apply(game, Move("FISH")).seat is None


def test_starting_food_and_number_of_spaces():
    assert [farm.food for farm in new_game(Rules("2007", "F", 4), first=2).farms] == [3, 3, 2, 3]
    assert new_game(Rules("2007", "N", 1)).farms[0].food == 0
    for players, printed in ((1, 10), (2, 10), (3, 14), (4, 16), (5, 16)):
        for mode in "FN":
            assert len(start_round(new_game(Rules("2007", mode, players))).table) == printed + 1


def test_farm_rooms_of_random_sets_need_a_chain():
    rng = Random(7)
    farm = Farm(wood=50, reed=20)
    for _ in range(200):
        chosen = frozenset(rng.sample(sorted(CELLS - farm.rooms), 3))
        house, left = set(farm.rooms), set(chosen)
        for _ in range(3):
            left -= (joined := {(r, c) for r, c in left if {(r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c)} & house})
            house |= joined
        assert (fault(farm, "ROOMS", rooms=chosen) is None) == (not left)
