"""Random moves, farms, positions, and games of Agricola, drawn with the oracle for tests.

`rng` is a `random.Random` everywhere. Random play builds little, so `random_position` draws rich farms outright; they
obey all rules of a single farm but need not come up in a game.
"""

from dataclasses import replace

from .agricola_farm import (
    BARE,
    CELLS,
    MATERIALS,
    RESOURCES,
    START_ROOMS,
    Farm,
    plow_cells,
    stable_cells,
    touches,
    vacant,
)
from .agricola_fences import layouts
from .agricola_game import breeding, feeding, field_phase, pass_round, return_home, start_round
from .agricola_harvest import Feeding, bred, feeding_fault
from .agricola_herd import fits, maximal_herds, minus
from .agricola_improvements import CRAFTS, IMPROVEMENTS, Conversion, conversion_fault, cooker
from .agricola_lists import drafts, usable
from .agricola_moves import HERD, after_deed, apply, asked, convert, draft_fault, held_then
from .agricola_position import Move, new_game
from .agricola_spaces import ROUNDS, SPACES, shuffled_deck

# --- moves ---------------------------------------------------------------------------------------------------------


def random_move(game, rng):
    """Return a random legal move of the seat to act, None if it has none.

    The space comes first, then a draft, then the animals: mostly a maximal herd, the rest maybe cooked.
    """
    open_to_it = [space for space in game.table if usable(game, space)]
    if not open_to_it:
        return None
    return random_move_on(game, rng.choice(open_to_it), rng)


def random_move_on(game, space, rng):
    """Return a random legal move on a usable space."""
    return with_random_animals(game, random_draft(game, space, rng), rng)


def random_draft(game, space, rng):
    """Return a random draft; rooms, stables, and fences are drawn, as a list of all their sets is long."""
    deeds = {effect.deed for effect in SPACES[space].options.values()}
    if deeds == {"rooms_stables"}:
        return random_building(game, space, rng)
    if deeds <= {"fences", "renovate_fences"}:
        return random_fences(game, space, rng)
    return rng.choice(list(drafts(game, space, limit=1)))


def random_fences(game, space, rng):
    """Return a draft with one of the layouts that can be paid, or without fences where that is legal and all is left."""
    found = layouts(game.farm)
    for fences in (*rng.sample(found, min(20, len(found))), frozenset()):
        draft = Move(space, fences=fences)
        if draft_fault(game, draft) is None:
            return draft
    raise ValueError(f"{space} is not usable")


def random_building(game, space, rng):
    """Return a random draft with rooms and stables: up to three of each, drawn until one is legal."""
    farm = game.farm
    while True:
        rooms = rng.sample(sorted(vacant(farm)), min(len(vacant(farm)), rng.randint(0, 3)))
        stables = rng.sample(sorted(stable_cells(farm)), min(len(stable_cells(farm)), rng.randint(0, 3)))
        draft = Move(space, rooms=frozenset(rooms), stables=frozenset(stables))
        if draft_fault(game, draft) is None:
            return draft


def with_random_animals(game, draft, rng):
    """Return a draft with a random herd to keep and random animals to cook."""
    if not set(HERD) <= asked(draft):
        return draft
    farm, available = after_deed(game, draft), held_then(game, draft)
    kept = random_herd(farm, available, rng)
    rest = minus(available, kept) if cooker(farm.improvements) else Move("").cooked
    return replace(draft, kept=kept, cooked=tuple(rng.choice((count, rng.randint(0, count))) for count in rest))


def random_herd(farm, available, rng):
    """Return a random herd that fits: mostly a maximal one, sometimes a part of one."""
    kept = rng.choice(maximal_herds(farm, available))
    return kept if rng.random() < 0.8 else tuple(rng.randint(0, count) for count in kept)


# --- harvests and games --------------------------------------------------------------------------------------------


def random_conversion(farm, rng):
    """Return random goods to convert that a farm can convert; often nothing."""
    limits = {"grain": farm.grain, "vegetables": farm.vegetables}
    if cooker(farm.improvements):
        limits |= dict(zip(("sheep", "boar", "cattle"), farm.herd, strict=True))
    conversion = Conversion(**{good: rng.choice((0, rng.randint(0, most))) for good, most in limits.items()})
    return conversion if conversion_fault(farm, conversion) is None else Conversion()


def random_feeding(farm, rng):
    """Return a random legal way to feed."""
    converts = vars(random_conversion(farm, rng))
    crafts = {name: bool(rng.randrange(2)) for name in CRAFTS}
    feeding_choice = Feeding(**converts, **crafts)
    return feeding_choice if feeding_fault(farm, feeding_choice) is None else Feeding(**converts)


def random_game(rules, rng):
    """Yield (game, choice, game after it) for every choice of a random game.

    A choice is a `Move`, a `Conversion` of the seat to act, None for a pass, or for all seats together a list of
    `Feeding` or of herds to keep. Rounds start, people go home, and fields are harvested in between.
    """
    game = new_game(rules, shuffled_deck(rules, rng), first=rng.randrange(rules.players))
    while game.phase != "over":
        game = between_choices(game)
        for choice in random_choices(game, rng):
            before, game = game, chosen(game, choice)
            yield before, choice, game


def between_choices(game):
    """Return the game at its next choice."""
    while game.phase in ("start", "fields") or (game.phase == "work" and game.seat is None):
        step = {"start": start_round, "fields": field_phase, "work": return_home}[game.phase]
        game = step(game)
    return game


def random_choices(game, rng):
    """Yield the choices of one turn, or of one phase of a harvest."""
    if game.phase == "feeding":
        yield [random_feeding(farm, rng) for farm in game.farms]
    elif game.phase == "breeding":
        yield [random_herd(farm, bred(farm.herd), rng) for farm in game.farms]
    elif rng.random() < 0.1:
        yield random_conversion(game.farm, rng)
    else:
        yield random_move(game, rng)


def chosen(game, choice):
    """Return the game after a choice of `random_game`."""
    if game.phase == "feeding":
        return feeding(game, choice)
    if game.phase == "breeding":
        return breeding(game, choice)
    if isinstance(choice, Conversion):
        return convert(game, game.seat, choice)
    return pass_round(game) if choice is None else apply(game, choice)


# --- positions -----------------------------------------------------------------------------------------------------


def random_farm(rng, for_sale=frozenset(IMPROVEMENTS)):
    """Return a random legal farm, whose improvements are some of those for sale."""
    farm = Farm(material=rng.choice(MATERIALS), rooms=random_rooms(rng), people=rng.randint(2, 5))
    farm = replace(farm, newborns=rng.choice((0, 0, min(farm.people - 2, rng.randint(0, 2)))))
    for _ in range(rng.randint(0, 5)):
        farm = with_random_field(farm, rng)
    stables = rng.sample(sorted(stable_cells(farm)), min(len(stable_cells(farm)), rng.randint(0, 4)))
    farm = replace(farm, stables=frozenset(stables))
    farm = replace(farm, fences=random_layout(farm, rng), improvements=random_subset(for_sale, rng))
    goods = ("food", *RESOURCES, "grain", "vegetables")
    farm = replace(farm, **{good: rng.choice((0, rng.randint(0, 4), rng.randint(0, 16))) for good in goods})
    return replace(farm, herd=random_fitting_herd(farm, rng), begging=rng.choice((0, 0, 0, rng.randint(1, 5))))


def random_rooms(rng):
    """Return the first two rooms and up to four more, each touching another."""
    rooms = START_ROOMS
    for _ in range(rng.choice((0, 0, 1, 2, 3, 4))):
        rooms |= {rng.choice([cell for cell in sorted(CELLS - rooms) if touches(cell, rooms)])}
    return rooms


def with_random_field(farm, rng):
    """Return a farm with one more field, sown or not, if there is a place."""
    places = sorted(plow_cells(farm))
    crops = rng.choice((BARE, BARE, ("grain", rng.randint(1, 3)), ("vegetables", rng.randint(1, 2))))
    return replace(farm, fields=farm.fields | {rng.choice(places): crops}) if places else farm


def random_layout(farm, rng):
    """Return no fences or a random layout that leaves out rooms and fields, of a random number of fences if any has it."""
    found = layouts(farm, wood=rng.choice((0, rng.randint(4, 15))))
    return rng.choice(found) if found else frozenset()


def random_subset(items, rng):
    """Return a few of the items."""
    return frozenset(rng.sample(sorted(items), min(len(items), rng.choice((0, 0, 1, 2, 3, 5)))))


def random_fitting_herd(farm, rng):
    """Return a random herd that fits, often a full one."""
    herd = tuple(rng.choice((0, rng.randint(0, 3), rng.randint(0, 9))) for _ in range(3))
    return herd if fits(farm, herd) else rng.choice(maximal_herds(farm, herd))


def random_position(rules, rng):
    """Return a random position of the work phase with a seat to act."""
    farms = ()
    for _ in range(rules.players):
        taken = frozenset().union(*(farm.improvements for farm in farms))
        farms += (random_farm(rng, frozenset(IMPROVEMENTS) - taken),)
    game = new_game(rules, shuffled_deck(rules, rng), first=rng.randrange(rules.players))
    number = rng.randint(1, ROUNDS)
    farms = tuple(with_random_well(farm, number, rng) for farm in farms)
    game = replace(game, farms=farms, round=number, phase="work", seat=rng.randrange(rules.players))
    piles = {space: rng.randint(1, 9) if space in game.table else 0 for space in game.piles}
    return replace(game, piles=piles, occupied=random_places(game, rng), marker=rng.randrange(rules.players))


def with_random_well(farm, number, rng):
    """Return a farm whose Well, if it has one, still gives food in some of the next rounds."""
    if "well" not in farm.improvements:
        return farm
    return replace(farm, well=frozenset(range(number + 1, min(number + rng.randint(0, 5), ROUNDS) + 1)))


def random_places(game, rng):
    """Return `{space: seat}` for some people at work; the seat to act has at least one left at home."""
    workers = []
    for seat, farm in enumerate(game.farms):
        most = farm.people - farm.newborns - (seat == game.seat)
        workers += [seat] * rng.randint(0, most)
    spaces = rng.sample(game.table, min(len(workers), len(game.table)))
    return dict(zip(spaces, workers, strict=False))
