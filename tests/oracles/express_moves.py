"""The oracle's pieces of Agricola Express, and every outcome of one action.

Written from `rules/express.md` alone, to be read and believed rather than to be fast. Names of sections in the
docstrings are headings of that file. A letter in brackets, as in (ruling b), is one of the rulings on which the
oracle and the compiled engine agreed where the rules file is silent.

Why outcomes instead of moves: two engines may describe the same move in different words, but they must agree on the
farm and on the dice that it leaves behind. So an action is compared by what it leads to.
"""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

# Section "Dice (13)": kind of die -> (how many of them, the six faces of each).
DICE = {
    "Farm": (2, ("House", "House", "Pasture", "Pasture", "Field", "Field")),
    "Occupation": (1, ("Mayor", "Builder", "Farmer", "Rancher", "Gatherer", "Midwife")),
    "Improvement": (
        1,
        ("Oven", "Hearth", "Basketmaker's Workshop", "Joinery", "Pottery Workshop", "Stonecutter's Workshop"),
    ),
    "Produce": (3, ("Food", "Food", "2 Food", "Grain", "Grain", "Vegetable")),
    "Resource": (3, ("Wood", "Wood", "Brick", "Brick", "Reed", "Stone")),
    "Animal": (3, ("Sheep", "Sheep", "Sheep", "Boar", "Boar", "Cattle")),
}
KIND = {face: kind for kind, (_, faces) in DICE.items() for face in faces}
OCCUPATIONS = DICE["Occupation"][1]
IMPROVEMENTS = DICE["Improvement"][1]
ANIMALS = ("Sheep", "Boar", "Cattle")
RESOURCES = ("Wood", "Brick", "Reed", "Stone")
FOOD_VALUE = {"Food": 1, "2 Food": 2}

WORKSHOP = {
    "Reed": "Basketmaker's Workshop",
    "Wood": "Joinery",
    "Brick": "Pottery Workshop",
    "Stone": "Stonecutter's Workshop",
}
HOUSE_RESOURCE = ("Wood", "Brick", "Stone")  # by Farm.house: what a room costs besides a Reed
# Section "Cooking": good -> (the improvement that cooks it, Food for one).
COOKING = {
    "Grain": ("Oven", 2),
    "Vegetable": ("Oven", 3),
    "Sheep": ("Hearth", 2),
    "Boar": ("Hearth", 3),
    "Cattle": ("Hearth", 4),
}
# Section "One action", step 2: the powers that cost nothing -> (kind of die that is set, how many at most).
FREE_POWERS = {
    "Builder": ("Improvement", 1),
    "Farmer": ("Produce", 2),
    "Rancher": ("Animal", 2),
    "Gatherer": ("Resource", 2),
}
SHEET_FIELD = {
    "Grain": "grain",
    "Vegetable": "vegetables",
    "Reed": "reed",
    "Wood": "wood",
    "Brick": "brick",
    "Stone": "stone",
    "Sheep": "sheep",
    "Boar": "boar",
    "Cattle": "cattle",
}

CHOICES = {
    "two_food_pays": ("value", "die"),
    "breeding": ("per_pasture", "per_type"),
    "power_paid_from": ("sheet", "sheet_or_dice"),
    "free_choice_cost": ("built", "face"),
    "rearrange": ("free", "fixed"),
    "feeding": ("must_pay", "may_withhold"),
    "start_player_tie": ("from_old", "after_old", "lowest_seat"),
}


@dataclass(frozen=True)
class Options:
    """Hold the readings that the rules file marks [chosen]; the defaults are the first of each."""

    two_food_pays: str = "value"
    breeding: str = "per_pasture"
    breeding_ties: tuple = ("Cattle", "Boar", "Sheep")
    power_paid_from: str = "sheet"
    free_choice_cost: str = "built"
    rearrange: str = "free"
    feeding: str = "must_pay"
    start_player_tie: str = "from_old"

    def __post_init__(self):
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"{name} is {getattr(self, name)!r}, not one of {allowed}")
        if sorted(self.breeding_ties) != sorted(ANIMALS):
            raise ValueError(f"breeding_ties is {self.breeding_ties!r}, not an order of {ANIMALS}")


@dataclass(frozen=True)
class Farm:
    """Hold one seat's score sheet. Section "Start"."""

    house: int = 0
    rooms: int = 0
    babies: int = 0
    fields: int = 0
    pastures: int = 0
    food: int = 0
    grain: int = 0
    vegetables: int = 0
    reed: int = 0
    wood: int = 0
    brick: int = 0
    stone: int = 0
    sheep: int = 0
    boar: int = 0
    cattle: int = 0
    occupations: frozenset = frozenset()
    improvements: frozenset = frozenset()
    points: int = 0

    @classmethod
    def start(cls):
        """Return the farm with which everybody begins."""
        return cls(food=2, reed=1, wood=1, brick=1, stone=1)

    def owns(self, good):
        """Return how many of a good, named by its die face, are on the sheet."""
        return getattr(self, SHEET_FIELD[good])

    def gain(self, good, count):
        """Return the farm with `count` more (or fewer) of a good, named by its die face."""
        return replace(self, **{SHEET_FIELD[good]: self.owns(good) + count})

    def add(self, **changes):
        """Return the farm with the named number fields raised by these amounts."""
        return replace(self, **{name: getattr(self, name) + change for name, change in changes.items()})

    def kept(self):
        """Return the animals of which there is at least one."""
        return tuple(animal for animal in ANIMALS if self.owns(animal) > 0)


def without(dice, *faces):
    """Return the dice that are left after dice with these faces leave the pool."""
    left = Counter(dice)
    left.subtract(faces)
    if any(count < 0 for count in left.values()):
        raise ValueError(f"{faces} are not all among {dice}")
    return tuple(sorted(left.elements()))


def choices_of(faces, count):
    """Return each distinct way, as a sorted tuple, to take `count` dice from dice that show these faces."""
    return sorted(set(combinations(sorted(faces), count)))


def of_kind(dice, kind):
    """Return the faces that the dice of one kind show."""
    return tuple(face for face in dice if KIND[face] == kind)


# --- Step 2: powers ------------------------------------------------------------------------------------------------


class Step(NamedTuple):
    """What stands between the power and the dice group: dice after the power, Food that the sheet still owes."""

    farm: Farm
    dice: tuple
    owed: int
    text: str


def settings(dice, kind, limit):
    """Yield (dice, text) for every change of at most `limit` dice of a kind (ruling a: a die must change)."""
    faces = sorted(set(DICE[kind][1]))
    showing = of_kind(dice, kind)
    for count in range(1, min(limit, len(showing)) + 1):
        for away, put in product(choices_of(showing, count), combinations_with_replacement(faces, count)):
            if not set(away) & set(put):
                yield tuple(sorted(without(dice, *away) + put)), f"set {', '.join(away)} to {', '.join(put)}"


def steps_after_power(farm, dice, options):
    """Yield every Step: no power at all, or one power of one occupation owned. Section "One action", step 2."""
    yield Step(farm, dice, 0, "")
    if "Mayor" in farm.occupations:
        yield from mayor_steps(farm, dice, options)
    for occupation, (kind, limit) in FREE_POWERS.items():
        if occupation in farm.occupations:
            for after, text in settings(dice, kind, limit):
                yield Step(farm, after, 0, f"{occupation}: {text}; ")


def mayor_steps(farm, dice, options):
    """Yield the Mayor's Steps: 2 Food owed by the sheet, or by dice in part or in whole if the option allows it."""
    most_from_dice = 2 if options.power_paid_from == "sheet_or_dice" else 0
    for from_dice in range(most_from_dice + 1):
        for paying in food_dice_that_pay(dice, from_dice, options):
            for after, text in settings(without(dice, *paying), "Farm", 1):
                yield Step(farm, after, 2 - from_dice, f"Mayor, paid with {paying} and the sheet: {text}; ")


# --- Costs ---------------------------------------------------------------------------------------------------------


def food_dice_that_pay(dice, units, options):
    """Return each choice of food dice worth exactly `units` Food. Section "Costs" (ruling c: nothing superfluous)."""
    food = [face for face in dice if face in FOOD_VALUE]
    every = [chosen for count in range(len(food) + 1) for chosen in choices_of(food, count)]
    if options.two_food_pays == "value":
        return [chosen for chosen in every if sum(FOOD_VALUE[face] for face in chosen) == 2 * units]
    return [chosen for chosen in every if len(chosen) == 2 * units]


def settle_food(farm, owed):
    """Yield (farm, text) for each way in which the sheet pays the Food it owes, cooking where it must (ruling b)."""
    if farm.food >= owed:
        yield farm.add(food=-owed), ""
        return
    # Every cooked good is worth at least 1 Food, so that a minimal cooking has at most `owed` of each.
    goods = [good for good, (tool, _) in COOKING.items() if tool in farm.improvements]
    for counts in product(*(range(min(farm.owns(good), owed) + 1) for good in goods)):
        cooked = dict(zip(goods, counts, strict=True))
        if is_minimal_cooking(farm.food, cooked, owed):
            text = ", ".join(f"{count} {good}" for good, count in cooked.items() if count)
            yield cook(farm, cooked).add(food=-owed), f"cook {text}; "


def is_minimal_cooking(food, cooked, owed):
    """Return whether this cooking pays what is owed and would not without any one of its goods (ruling b)."""
    total = food + sum(count * COOKING[good][1] for good, count in cooked.items())
    spare = [good for good, count in cooked.items() if count and total - COOKING[good][1] >= owed]
    return total >= owed and not spare


def cook(farm, cooked):
    """Return the farm after cooking `{good: count}`; ValueError if it may not. Section "Cooking"."""
    for good, count in cooked.items():
        if good not in COOKING or count < 0 or count > farm.owns(good):
            raise ValueError(f"cannot cook {count} {good}")
        tool, food = COOKING[good]
        if count and tool not in farm.improvements:
            raise ValueError(f"no {tool} for {good}")
        farm = farm.gain(good, -count).add(food=count * food)
    return farm


def payments(farm, dice, resource, units):
    """Yield (farm, dice) for each way to pay for units of a resource by sheet and dice. Section "Costs"."""
    for from_dice in range(units + 1):
        if farm.owns(resource) < units - from_dice:
            continue
        for real in real_dice_for(farm, resource, from_dice):
            if dice.count(resource) >= real:
                yield farm.gain(resource, from_dice - units), without(dice, *[resource] * real)


def real_dice_for(farm, resource, units):
    """Return the numbers of real dice that may pay these units: pairs, one of them with the virtual die or not."""
    if units and WORKSHOP[resource] in farm.improvements:
        return (2 * units - 1, 2 * units)
    return (2 * units,)


def payments_for_all(farm, dice, cost):
    """Yield (farm, dice) for each way to pay a cost of several resources, `{resource: units}`."""
    if not cost:
        yield farm, dice
        return
    (resource, units), *rest = cost.items()
    for after, left in payments(farm, dice, resource, units):
        yield from payments_for_all(after, left, dict(rest))


# --- Step 3: dice groups. Each yields (group, farm, dice left, text). -----------------------------------------------


def add_rooms(farm, dice, options):
    """Yield every number of rooms that can be paid for. Section "Dice groups"."""
    if "House" not in dice:
        return
    resource = HOUSE_RESOURCE[farm.house]
    most = farm.reed + dice.count("Reed") + 1  # a real die and the virtual one pay at most this many more
    for rooms in range(1, most + 1):
        for after, left in payments_for_all(farm, without(dice, "House"), {"Reed": rooms, resource: rooms}):
            yield "Add rooms", after.add(rooms=rooms), left, f"{rooms} rooms"


def upgrade_house(farm, dice, options):
    """Yield each upgrade of one or of both steps, whatever the number of rooms. Section "Dice groups"."""
    if "House" not in dice:
        return
    for target in range(farm.house + 1, 3):
        cost = {HOUSE_RESOURCE[house]: 2 for house in range(farm.house + 1, target + 1)}
        for after, left in payments_for_all(farm, without(dice, "House"), cost):
            yield "Upgrade house", replace(after, house=target), left, f"to {HOUSE_RESOURCE[target]}"


def have_baby(farm, dice, options):
    """Yield the birth, if there is an empty room and not yet four babies. Section "Dice groups"."""
    if "House" in dice and farm.rooms > farm.babies and farm.babies < 4:
        yield "Have baby", farm.add(babies=1), without(dice, "House"), "a baby"


def plant_field(farm, dice, options):
    """Yield the field planted with nothing, with a die, and from the sheet (ruling g). Section "Dice groups"."""
    if "Field" not in dice:
        return
    farm, left = farm.add(fields=1), without(dice, "Field")
    yield "Plant field", farm, left, "bare"
    for crop in ("Grain", "Vegetable"):
        if crop in left:
            yield "Plant field", farm.gain(crop, 2), without(left, crop), f"{crop} die"
        if farm.owns(crop) >= 1:
            yield "Plant field", farm.gain(crop, 1), left, f"{crop} from the sheet"


def build_pasture(farm, dice, options):
    """Yield the pasture alone and with one animal die (ruling d: the new pasture has room for it)."""
    if "Pasture" not in dice:
        return
    for after, left in payments(farm.add(pastures=1), without(dice, "Pasture"), "Wood", 1):
        yield "Build pasture", after, left, "no animal"
        for animal in sorted(set(of_kind(left, "Animal"))):
            yield "Build pasture", after.gain(animal, 1), without(left, animal), f"with {animal}"


def gain_occupation(step, options):
    """Yield each occupation gained. Section "Dice groups".

    Takes the Step instead of a settled farm, since what the Mayor and the occupation cost the sheet is cooked for
    together (ruling b).
    """
    for face in of_kind(step.dice, "Occupation"):
        left = without(step.dice, face)
        for choice in free_choice(face, step.farm.occupations, OCCUPATIONS):
            for from_dice in (0, 1):
                for paying in food_dice_that_pay(left, from_dice, options):
                    for farm, text in settle_food(step.farm, step.owed + 1 - from_dice):
                        farm = replace(farm, occupations=farm.occupations | {choice})
                        yield "Gain occupation", farm, without(left, *paying), f"{text}{choice}, dice {paying}"


def free_choice(face, owned, every):
    """Return what the die's face lets one take: itself, or if it is owned any that is not (ruling e)."""
    return (face,) if face not in owned else tuple(sorted(set(every) - owned))


def collect_produce(farm, dice, options):
    """Yield each choice of one to three produce dice of one type; both food faces are one type."""
    for crop in ("Grain", "Vegetable"):
        for count in range(1, dice.count(crop) + 1):
            yield "Collect produce", farm.gain(crop, count), without(dice, *[crop] * count), f"{count} {crop}"
    food = [face for face in dice if face in FOOD_VALUE]
    for count in range(1, len(food) + 1):
        for chosen in choices_of(food, count):
            value = sum(FOOD_VALUE[face] for face in chosen)
            yield "Collect produce", farm.add(food=value), without(dice, *chosen), f"{chosen}"


def collect_animals(farm, dice, options):
    """Yield each collection of animals of one type with what becomes of them. Section "Animals"."""
    for animal in ANIMALS:
        for count in range(1, dice.count(animal) + 1):
            for after, text in find_room(farm, animal, count):
                yield "Collect animals", after, without(dice, *[animal] * count), f"{count} {animal}{text}"


def find_room(farm, animal, count):
    """Yield (farm, text) for each way to find room for new animals, or to be rid of some (ruling d)."""
    if animal in farm.kept() or len(farm.kept()) < farm.pastures:
        yield farm.gain(animal, count), ""
        return
    hearth = "Hearth" in farm.improvements
    if hearth:
        yield farm.add(food=count * COOKING[animal][1]), ", cooked"
    if farm.pastures == 0:
        return
    yield farm, ", discarded"
    for other in farm.kept():
        freed = farm.gain(other, -farm.owns(other)).gain(animal, count)
        yield freed, f", {other} discarded"
        if hearth:
            yield freed.add(food=farm.owns(other) * COOKING[other][1]), f", {other} cooked"


def collect_resources(farm, dice, options):
    """Yield each number of dice of one resource; the owned workshop's die always comes along (ruling f)."""
    for resource in RESOURCES:
        extra = 1 if WORKSHOP[resource] in farm.improvements else 0
        for count in range(1, dice.count(resource) + 1):
            after = farm.gain(resource, count + extra)
            yield "Collect resources", after, without(dice, *[resource] * count), f"{count} {resource} + {extra}"


def build_improvement(farm, dice, options):
    """Yield each improvement built; the die's face gives the group its name (ruling e). Section "Dice groups"."""
    for face in of_kind(dice, "Improvement"):
        group = "Build hearth or oven" if face in ("Hearth", "Oven") else "Build workshop"
        for choice in free_choice(face, farm.improvements, IMPROVEMENTS):
            priced = choice if options.free_choice_cost == "built" else face
            for resource in ("Brick", "Stone") if priced in ("Hearth", "Oven") else ("Wood",):
                for after, left in payments(farm, without(dice, face), resource, 1):
                    after = replace(after, improvements=after.improvements | {choice})
                    yield group, after, left, f"{choice} for {resource}"


GROUPS = (
    add_rooms,
    upgrade_house,
    have_baby,
    plant_field,
    build_pasture,
    collect_produce,
    collect_animals,
    collect_resources,
    build_improvement,
)


def legal_outcomes(farm, dice, options=Options()):
    """Return `{(group, farm after, dice left): example}` for one action on dice that lie there already.

    Section "One action", steps 2 and 3. An action that a baby gives is no part of the farm, so it is not shown here.
    """
    outcomes = {}
    dice = tuple(sorted(dice))
    for step in steps_after_power(farm, dice, options):
        found = list(gain_occupation(step, options))
        for settled, cooked in settle_food(farm, step.owed):
            for group in GROUPS:
                found += [(*outcome, cooked + text) for *outcome, text in group(settled, step.dice, options)]
        for group, after, left, text in found:
            outcomes.setdefault((group, after, left), f"{step.text}{group}: {text}")
    return outcomes
