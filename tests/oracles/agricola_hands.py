"""Positions of Agricola set up by hand, for the tests of its oracle."""

from dataclasses import replace

from .agricola import Farm, Game, Move, Rules, apply, legal_fault, new_game, outline, return_home, start_round


def cells(*chosen):
    """Return cells as a set."""
    return frozenset(chosen)


def fenced(*pastures):
    """Return the fences around pastures, each given as a set of cells."""
    return frozenset().union(*(outline(frozenset(pasture)) for pasture in pastures))


def fences(text):
    """Return the fence places of a text such as "H(0,4) V(0,5)"."""
    parts = (word.removesuffix(")").replace("(", ",").split(",") for word in text.split())
    return frozenset((letter, int(row), int(column)) for letter, row, column in parts)


def game_of(farm, rules=Rules(), round=14, others=Farm(), **changes) -> Game:
    """Return the work phase of a round in which seat 0, to act, has this farm; by default all cards are out."""
    game = new_game(rules)
    farms = (farm,) + (others,) * (rules.players - 1)
    return replace(game, farms=farms, round=round, phase="work", seat=0, **changes)


def lying(game, **units):
    """Return a game with other numbers of goods on spaces; "_" stands for "-" in their names."""
    return replace(game, piles=game.piles | {space.replace("_", "-"): number for space, number in units.items()})


def after(farm, space, rules=Rules(), round=14, **named):
    """Return the farm after one move from a position of `game_of`."""
    return apply(game_of(farm, rules, round), Move(space, **named)).farms[0]


def fault(farm, space, rules=Rules(), round=14, **named):
    """Return why a move from a position of `game_of` is illegal."""
    return legal_fault(game_of(farm, rules, round), Move(space, **named))


def next_round(game):
    """Return the game at the start of the next round; what is left of this one is not played, nor a harvest."""
    if game.phase == "work":
        game = return_home(replace(game, seat=None))
    return start_round(replace(game, phase="start"))


def supply(farm):
    """Return wood, clay, reed, and stone."""
    return farm.wood, farm.clay, farm.reed, farm.stone
