"""The oracle of Agricola against the tables of both rules files: what spaces give, what improvements cost and do."""

from dataclasses import replace

import pytest

from .agricola import (
    IMPROVEMENTS,
    STAGES,
    Conversion,
    Farm,
    Feeding,
    Move,
    Rules,
    all_moves,
    apply,
    converted,
    feed,
    legal_fault,
    new_game,
    start_round,
    total,
    usable,
)
from .agricola_hands import after, fault, game_of, next_round

# --- goods, sections 4.1 to 4.3 ------------------------------------------------------------------------------------

LETTERS = {"F": "food", "W": "wood", "C": "clay", "R": "reed", "S": "stone", "g": "grain", "v": "vegetables"}
ANIMALS = {"sh": (1, 0, 0), "bo": (0, 1, 0), "ca": (0, 0, 1)}
# Each table: the spaces whose effect is goods alone, with what one use gives in the round of the space's appearance,
# and then what two rounds give together.
BOTH = "GRAIN g g, VEG v v, FISH F FF, SHEEP sh -, CATTLE ca -"
OLD = BOTH + ", DAY-N FF FF, WOOD3 WWW WWWWWW, CLAY1 C CC, REED1 R RR, STONE-2 S SS, BOAR bo -, STONE-4 S SS"
OLD_FAMILY = OLD.replace("DAY-N FF FF", "START-F F FF")
OLD_SOLO = OLD.replace("WOOD3 WWW WWWWWW", "WOOD3 WW WWWW")
OLD_3 = ", G3-W2 WW WWWW, G3-C1 C CC"
OLD_4 = ", G4-W1 W WW, G4-W2 WW WWWW, G4-C2 CC CCCC, G4-TRAV F FF, G4-RSF RSF RSF"
OLD_5 = ", G5-W4 WWWW WWWWWWWW, G5-C3 CCC CCCCCC, G5-RSW RSW RRSW"
NEW = BOTH + ", DAY FF FF, FOREST WWW WWWWWW, CLAY C CC, REED R RR, WEST S SS, EAST S SS, PIG bo -"
NEW_SOLO = NEW.replace("FOREST WWW WWWWWW", "FOREST WW WWWW")
NEW_3 = ", GROVE WW WWWW, HOLLOW3 C CC"
NEW_4 = ", GROVE WW WWWW, HOLLOW4 CC CCCC, MARKET4 RSF RSF, COPSE W WW, TRAVEL F FF"

TABLES = [
    (Rules("2007", "F", 1), OLD_FAMILY.replace("WOOD3 WWW WWWWWW", "WOOD3 WW WWWW")),
    (Rules("2007", "F", 2), OLD_FAMILY),
    (Rules("2007", "F", 3), OLD_FAMILY + OLD_3),
    (Rules("2007", "F", 4), OLD_FAMILY + OLD_4),
    (Rules("2007", "F", 5), OLD_FAMILY + OLD_5),
    (Rules("2007", "N", 1), OLD_SOLO),
    (Rules("2007", "N", 2), OLD),
    (Rules("2007", "N", 3), OLD + OLD_3),
    (Rules("2007", "N", 4), OLD + OLD_4),
    (Rules("2007", "N", 5), OLD + OLD_5),
    (Rules("revised", "B", 1), NEW_SOLO + ", MEET-B F FF"),
    (Rules("revised", "B", 2), NEW + ", MEET-B F FF"),
    (Rules("revised", "B", 3), NEW + ", MEET-B F FF" + NEW_3),
    (Rules("revised", "B", 4), NEW + ", MEET-B F FF" + NEW_4),
    (Rules("revised", "N", 1), NEW_SOLO),
    (Rules("revised", "N", 2), NEW),
    (Rules("revised", "N", 3), NEW + NEW_3),
    (Rules("revised", "N", 4), NEW + NEW_4),
]


def at_appearance(rules, space):
    """Return the first round of a game in which a space is on the table, nobody with any goods."""
    game = start_round(new_game(rules))
    while space not in game.table:
        game = next_round(game)
    return replace(game, farms=(Farm(),) * rules.players)


def gained(game, space):
    """Return the farm of the seat to act after a move that keeps an animal if there is any."""
    best = max(all_moves(game, space), key=lambda move: move.kept or ())
    return apply(game, best).farms[game.seat]


@pytest.mark.parametrize(
    ("rules", "table"),
    TABLES,
    ids=lambda each: f"{each.edition}-{each.mode}-{each.players}" if isinstance(each, Rules) else "",
)
def test_goods_of_spaces(rules, table):
    for row in table.split(", "):
        space, once, twice = row.split()
        game = at_appearance(rules, space)
        if once in ANIMALS:
            assert gained(game, space) == Farm(herd=ANIMALS[once])
            assert (game.piles[space], next_round(game).piles[space]) == (1, 2)
            continue
        assert gained(game, space) == Farm(**counted(once)), space
        later = replace(next_round(game), farms=(Farm(),) * rules.players)
        assert gained(later, space) == Farm(**counted(twice)), space


def counted(letters):
    """Return `{good: units}` of letters."""
    return {LETTERS[letter]: letters.count(letter) for letter in set(letters)}


@pytest.mark.parametrize("rules", [rules for rules, _ in TABLES], ids=str)
def test_spaces_that_are_not_in_the_tables(rules):
    """What is on the table besides is just what section 4 lists with an action or a choice."""
    _, table = next(pair for pair in TABLES if pair[0] == rules)
    plain = {row.split()[0] for row in table.split(", ")}
    others = set(game_of(Farm(), rules).table) - plain
    old = "ROOMS PLOW SOW IMPR FENCE RENO GROW PLOWSOW GROW-5 RENOFENCE"
    new = "FARM LAND LESSON MAJOR FENCE GRAINUTIL BASIC HOUSE URGENT CULT FARMRE"
    extra = {
        ("2007", "F"): (old + " STABLE DAY-F", {3: "G3-BR1 G3-BR2", 4: "G4-BR2", 5: "G5-ANIMAL G5-ROOM G5-BR2GROW"}),
        ("2007", "N"): (old + " START-N OCC", {3: "G3-BR1 G3-OCC", 4: "G4-OCC", 5: "G5-ANIMAL G5-ROOM G5-OCCGROW"}),
        ("revised", "B"): (new, {2: "SIDE", 3: "SIDE MARKET3 LESSON3", 4: "SIDE LESSON4"}),
        ("revised", "N"): (new + " MEET", {3: "MARKET3 LESSON3", 4: "LESSON4"}),
    }
    always, more = extra[rules.edition, rules.mode]
    assert others == set(always.split()) | set(more.get(rules.players, "").split())


def test_stages():
    assert [len(stage) for stage in STAGES["2007"]] == [len(stage) for stage in STAGES["revised"]] == [4, 3, 2, 2, 2, 1]
    with pytest.raises(ValueError, match="rounds"):
        new_game(deck=tuple(reversed(new_game().deck)))


# --- choices of building resources ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "space", "option", "number"),
    [
        (Rules("2007", "F", 1), "DAY-F", None, 4),
        (Rules("2007", "N", 3), "G3-BR1", None, 4),
        (Rules("2007", "F", 3), "G3-BR2", None, 6),
        (Rules("2007", "F", 4), "G4-BR2", None, 6),
        (Rules("2007", "F", 5), "G5-BR2GROW", "resources", 6),
        (Rules("revised", "N", 3), "MARKET3", None, 2),
    ],
)
def test_number_of_choices(rules, space, option, number):
    game = game_of(Farm(people=2), rules)
    assert len(list(all_moves(game, space))) == number
    assert legal_fault(game, Move(space, option))
    assert legal_fault(game, Move(space, option, resources=("grain",)))
    assert legal_fault(game, Move(space, option, resources=("wood", "clay", "reed")))


# --- improvements, section 9 ---------------------------------------------------------------------------------------

PRICES = {
    "fireplace_2": ("CC", 1),
    "fireplace_3": ("CCC", 1),
    "hearth_4": ("CCCC", 1),
    "hearth_5": ("CCCCC", 1),
    "clay_oven": ("CCCS", 2),
    "stone_oven": ("CSSS", 3),
    "joinery": ("WWSS", 2),
    "pottery": ("CCSS", 2),
    "basketmaker": ("RRSS", 2),
    "well": ("WSSS", 4),
}


@pytest.mark.parametrize("name", IMPROVEMENTS)
def test_price_and_points(name):
    price, points = PRICES[name]
    farm = Farm(**counted(price))
    bought = after(farm, "IMPR", improvement=name)
    assert replace(bought, improvements=frozenset(), well=frozenset()) == Farm()
    assert (bought.improvements, total(bought)) == ({name}, total(Farm()) + points)
    for letter in set(price):
        good = LETTERS[letter]
        assert fault(replace(farm, **{good: getattr(farm, good) - 1}), "IMPR", improvement=name)


def test_points_of_all_ten():
    assert sum(points for _, points in PRICES.values()) == 19
    assert list(PRICES) == list(IMPROVEMENTS)


@pytest.mark.parametrize(
    ("owned", "foods"),
    [
        (set(), [None, None, None, 1, 1]),
        ({"fireplace_3"}, [2, 2, 3, 2, 1]),
        ({"hearth_5"}, [2, 3, 4, 3, 1]),
        ({"fireplace_2", "hearth_4"}, [2, 3, 4, 3, 1]),
        ({"clay_oven", "stone_oven"}, [None, None, None, 1, 1]),
    ],
)
def test_rates_of_cooking(owned, foods):
    farm = Farm(herd=(1, 1, 1), vegetables=1, grain=1, improvements=frozenset(owned))
    kinds = ("sheep", "boar", "cattle", "vegetables", "grain")
    for kind, food in zip(kinds, foods, strict=True):
        conversion = Conversion(**{kind: 1})
        if food is not None:
            assert converted(farm, conversion).food == food
        else:
            with pytest.raises(ValueError, match="cook"):
                feed(farm, Feeding(**{kind: 1}), solo=False)


def test_workshop_foods():
    farm = Farm(wood=1, clay=1, reed=1, improvements=frozenset({"joinery", "pottery", "basketmaker"}), people=5)
    for name, food in (("joinery", 2), ("pottery", 2), ("basketmaker", 3)):
        assert feed(farm, Feeding(**{name: True}), solo=False).begging == 10 - food
        with pytest.raises(ValueError, match="has no"):
            feed(replace(farm, wood=0, clay=0, reed=0), Feeding(**{name: True}), solo=False)
        with pytest.raises(ValueError, match="has no"):
            feed(replace(farm, improvements=frozenset()), Feeding(**{name: True}), solo=False)


def test_food_of_the_solo_game():
    assert feed(Farm(food=7, newborns=1, people=3), Feeding(), solo=True).food == 0
    assert new_game(Rules("2007", "F", 1)).farms[0].food == new_game(Rules("revised", "B", 1)).farms[0].food == 0


def test_spaces_that_nobody_can_pay():
    game = game_of(Farm())
    poor = [space for space in game.table if not usable(game, space)]
    assert poor == ["ROOMS", "OCC", "SOW", "IMPR", "FENCE", "RENO", "GROW", "RENOFENCE"]
