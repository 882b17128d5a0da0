"""The oracle's whole game of Agricola Express, and the policy `family-first` to play it with.

Sections "Rounds" and "One action" of `rules/express.md`; section "`family-first`" of `rules/express-policies.md`.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace

from .express_harvest import food_need, harvest
from .express_moves import (
    COOKING,
    DICE,
    FOOD_VALUE,
    HOUSE_RESOURCE,
    KIND,
    WORKSHOP,
    Farm,
    Options,
    legal_outcomes,
    of_kind,
    without,
)

ROUNDS = range(1, 7)
HARVEST_AFTER = {3: 1, 5: 2, 6: 3}  # round -> the harvest that follows it


@dataclass(frozen=True)
class Moment:
    """Say where in the game a decision falls; `round_number` counts from 1, `seat` and `action_number` from 0."""

    round_number: int
    seat: int
    action_number: int
    farms: tuple

    @property
    def farm(self):
        """Return the farm of the seat that acts."""
        return self.farms[self.seat]


@dataclass(frozen=True)
class Decide:
    """Hold the callbacks that decide everything in a game.

    keep(moment, dice) -> bool, asked only where keeping is legal; roll(moment) -> 13 faces; choose(moment, dice,
    outcomes) -> one key of outcomes; cook(seat, farm, harvest_number) -> {good: count}; withhold likewise -> Food.
    """

    keep: Callable
    roll: Callable
    choose: Callable
    cook: Callable
    withhold: Callable = lambda seat, farm, harvest_number: 0


@dataclass(frozen=True)
class Result:
    """Hold a played game: farms by seat, (round, seat) of each action, start player of each round, winning seats."""

    farms: tuple
    actions: tuple
    start_players: tuple
    winners: tuple


def play(players, decide, options=Options()):
    """Play one game and return its Result; ValueError at the first illegal decision. Section "Rounds"."""
    farms, dice, start = (Farm.start(),) * players, (), 0
    actions, start_players = [], []
    for round_number in ROUNDS:
        start_players.append(start)
        farms, dice = play_round(round_number, start, farms, dice, actions, decide, options)
        if round_number in HARVEST_AFTER:
            farms = hold_harvest(HARVEST_AFTER[round_number], farms, decide, options)
            start = next_start_player(start, [farm.points for farm in farms], options)
    return Result(farms, tuple(actions), tuple(start_players), winners(farms))


def play_round(round_number, start, farms, dice, actions, decide, options):
    """Return (farms, dice left) after one round; adds its actions to `actions`. Section "Rounds"."""
    left = [2 + farm.babies for farm in farms]
    seat = start
    while any(left):
        if left[seat]:
            moment = Moment(round_number, seat, len(actions), farms)
            group, farm, dice = act(moment, dice, decide, options)
            farms = farms[:seat] + (farm,) + farms[seat + 1 :]
            actions.append((round_number, seat))
            left[seat] += 0 if group == "Have baby" else -1  # the action a baby gives replaces the one it took
        seat = (seat + 1) % len(farms)
    return farms, dice


def act(moment, dice, decide, options):
    """Return the outcome chosen for one action: keep or roll, then one dice group. Section "One action".

    The first action of the game finds no dice, so it has no outcome and has to roll like any other such action.
    """
    outcomes = legal_outcomes(moment.farm, dice, options)
    if not outcomes or not decide.keep(moment, dice):
        dice = checked_roll(decide.roll(moment))
        outcomes = legal_outcomes(moment.farm, dice, options)
    chosen = decide.choose(moment, dice, outcomes)
    if chosen not in outcomes:
        raise ValueError(f"illegal outcome {chosen} at {moment}")
    return chosen


def checked_roll(faces):
    """Return rolled faces as dice; ValueError if they are not those of the 13 dice. Section "Dice (13)"."""
    if Counter(KIND[face] for face in faces) != {kind: number for kind, (number, _) in DICE.items()}:
        raise ValueError(f"no roll of the 13 dice: {faces}")
    return tuple(sorted(faces))


def roll_with(random):
    """Return a fresh roll of all 13 dice, drawn from a `random.Random`."""
    return tuple(sorted(random.choice(faces) for number, faces in DICE.values() for _ in range(number)))


def hold_harvest(harvest_number, farms, decide, options):
    """Return the farms after everybody's harvest."""
    after = []
    for seat, farm in enumerate(farms):
        cooked = decide.cook(seat, farm, harvest_number)
        withheld = decide.withhold(seat, farm, harvest_number)
        after.append(harvest(farm, harvest_number, cooked, withheld, options)[0])
    return tuple(after)


def next_start_player(old, points, options=Options()):
    """Return the seat with the lowest score after a harvest, ties by the option. Section "Rounds"."""
    seats = range(len(points))
    first = {"from_old": old, "after_old": old + 1, "lowest_seat": 0}[options.start_player_tie]
    clockwise = [(first + step) % len(points) for step in seats]
    return min(clockwise, key=lambda seat: points[seat])  # min keeps the first of equals


def winners(farms):
    """Return the seats with the highest score and, among those, the most unused Food. Section "Harvest"."""
    best = max((farm.points, farm.food) for farm in farms)
    return tuple(seat for seat, farm in enumerate(farms) if (farm.points, farm.food) == best)


# --- family-first --------------------------------------------------------------------------------------------------


def family_first(roll, options=Options()):
    """Return the Decide of a game in which every seat plays family-first with the dice of `roll(moment)`."""
    return Decide(
        keep=lambda moment, dice: family_first_keep(moment.farm, dice),
        roll=roll,
        choose=lambda moment, dice, outcomes: family_first_move(moment.farm, dice, options),
        cook=lambda seat, farm, harvest_number: family_first_cooking(farm),
    )


def family_first_keep(farm, dice):
    """Return whether family-first keeps what lies there: only for a baby it can have at once."""
    return baby_possible(farm) and "House" in dice


def family_first_cooking(farm):
    """Return `{good: count}` that family-first cooks in the feeding, one unit at a time."""
    food, cooked = farm.food, Counter()
    order = [
        good for good in ("Grain", "Sheep", "Vegetable", "Boar", "Cattle") if COOKING[good][0] in farm.improvements
    ]
    while food < food_need(farm):
        good = next((good for good in order if farm.owns(good) > cooked[good]), None)
        if good is None:
            break
        cooked[good] += 1
        food += COOKING[good][1]
    return dict(cooked)


def family_first_move(farm, dice, options=Options()):
    """Return the outcome (group, farm after, dice left) of the first line of family-first that is possible.

    Raises ValueError where no line is: never after a fresh roll, as line 13 then always is.
    """
    for line in FAMILY_FIRST:
        outcome = line(farm, tuple(sorted(dice)), options)
        if outcome:
            return outcome
    raise ValueError(f"family-first has no move on {dice}")


def pay(farm, dice, cost):
    """Return (farm, dice) after paying `{resource: units}` as family-first pays, or None if it is not payable."""
    for resource, units in cost.items():
        from_sheet = min(units, farm.owns(resource))
        short = units - from_sheet
        virtual = 1 if short and WORKSHOP[resource] in farm.improvements else 0
        real = 2 * short - virtual
        if dice.count(resource) < real:
            return None
        farm, dice = farm.gain(resource, -from_sheet), without(dice, *[resource] * real)
    return farm, dice


def pay_one_food(farm, dice, options):
    """Return (farm, dice) after family-first pays 1 Food, or None. It never cooks for this.

    The text names "two Food dice; else one 2 Food die". Under two_food_pays = "die" a 2 Food die does not pay alone;
    DOUBT: there it is read as two food dice of the least worth.
    """
    if farm.food >= 1:
        return farm.add(food=-1), dice
    ways = [("Food", "Food"), ("2 Food",)]
    if options.two_food_pays == "die":
        ways = [("Food", "Food"), ("Food", "2 Food"), ("2 Food", "2 Food")]
    for way in ways:
        if all(dice.count(face) >= way.count(face) for face in way):
            return farm, without(dice, *way)
    return None


def baby_possible(farm):
    """Return whether a baby lacks nothing but the House die."""
    return farm.rooms > farm.babies and farm.babies < 4


def line_1_baby(farm, dice, options):
    """Have a baby."""
    if "House" in dice and baby_possible(farm):
        return "Have baby", farm.add(babies=1), without(dice, "House")
    return None


def line_2_room(farm, dice, options):
    """Add exactly one room for the next baby."""
    if "House" not in dice or farm.rooms != farm.babies or farm.babies >= 4:
        return None
    paid = pay(farm, without(dice, "House"), {"Reed": 1, HOUSE_RESOURCE[farm.house]: 1})
    return paid and ("Add rooms", paid[0].add(rooms=1), paid[1])


def line_3_mayor_baby(farm, dice, options):
    """Let the Mayor set a Farm die to House, and have a baby."""
    # "2 Food on the sheet": never from dice, even where power_paid_from lets them pay.
    set_die = next((face for face in ("Pasture", "Field") if face in dice), None)
    if "Mayor" not in farm.occupations or farm.food < 2 or "House" in dice or not set_die or not baby_possible(farm):
        return None
    return "Have baby", farm.add(food=-2, babies=1), without(dice, set_die)


def line_4_midwife(farm, dice, options):
    """Gain the Midwife."""
    if "Midwife" in dice and farm.babies >= 1:
        return line_8_occupation(farm, dice, options)
    return None


def line_5_food(farm, dice, options):
    """Collect food worth at least 3 while it does not suffice for the feeding, with the Farmer if owned."""
    # "As rolled" is read as "as the dice lie". A line that sets nothing (all show 2 Food already) uses no power.
    if farm.food >= food_need(farm):
        return None
    produce = list(of_kind(dice, "Produce"))
    if "Farmer" in farm.occupations:
        after_farmer = sorted(produce, key=["Grain", "Vegetable", "Food", "2 Food"].index)
        after_farmer[:2] = ["2 Food"] * len(after_farmer[:2])
        if food_worth(after_farmer) >= 3:
            return collect_all_food(farm, without(dice, *produce), after_farmer)
    if food_worth(produce) >= 3:
        return collect_all_food(farm, without(dice, *produce), produce)
    return None


def food_worth(faces):
    """Return the Food that these faces give."""
    return sum(FOOD_VALUE.get(face, 0) for face in faces)


def collect_all_food(farm, others, produce):
    """Collect every food die among the produce."""
    crops = [face for face in produce if face not in FOOD_VALUE]
    return "Collect produce", farm.add(food=food_worth(produce)), tuple(sorted((*others, *crops)))


def line_6_field(farm, dice, options):
    """Plant a field, up to four."""
    if "Field" not in dice or farm.fields >= 4:
        return None
    after, left = farm.add(fields=1), without(dice, "Field")
    for crop in ("Vegetable", "Grain"):
        if crop in left:
            return "Plant field", after.gain(crop, 2), without(left, crop)
    for crop in ("Vegetable", "Grain"):
        if farm.owns(crop) >= 1:
            return "Plant field", after.gain(crop, 1), left
    return "Plant field", after, left


def line_7_pasture(farm, dice, options):
    """Build a pasture, up to three, and take an animal die along."""
    if "Pasture" not in dice or farm.pastures >= 3:
        return None
    paid = pay(farm, without(dice, "Pasture"), {"Wood": 1})
    if paid is None:
        return None
    after, left = paid[0].add(pastures=1), paid[1]
    for animal in ("Cattle", "Boar", "Sheep"):
        if animal in left:
            return "Build pasture", after.gain(animal, 1), without(left, animal)
    return "Build pasture", after, left


def line_8_occupation(farm, dice, options):
    """Gain an occupation not owned."""
    for face in of_kind(dice, "Occupation"):
        paid = pay_one_food(farm, without(dice, face), options)
        if face not in farm.occupations and paid:
            return "Gain occupation", replace(paid[0], occupations=farm.occupations | {face}), paid[1]
    return None


def line_9_improvement(farm, dice, options):
    """Build an improvement not built."""
    for face in of_kind(dice, "Improvement"):
        if face in farm.improvements:
            continue
        group, prices = "Build workshop", ("Wood",)
        if face in ("Oven", "Hearth"):
            group, prices = "Build hearth or oven", ("Brick", "Stone")
        for resource in prices:
            paid = pay(farm, without(dice, face), {resource: 1})
            if paid:
                return group, replace(paid[0], improvements=farm.improvements | {face}), paid[1]
    return None


def line_10_upgrade(farm, dice, options):
    """Upgrade a house of at least two rooms as far as it can be paid."""
    if "House" not in dice or farm.rooms < 2 or farm.house == 2:
        return None
    costs = {0: [(2, {"Brick": 2, "Stone": 2}), (1, {"Brick": 2})], 1: [(2, {"Stone": 2})]}[farm.house]
    for house, cost in costs:
        paid = pay(farm, without(dice, "House"), cost)
        if paid:
            return "Upgrade house", replace(paid[0], house=house), paid[1]
    return None


def line_11_animals(farm, dice, options):
    """Collect all animals of the kind with most dice for which there is room."""
    free = len(farm.kept()) < farm.pastures
    roomy = [animal for animal in ("Cattle", "Boar", "Sheep") if animal in dice and (free or farm.owns(animal))]
    if not roomy:
        return None
    animal = max(roomy, key=dice.count)  # max keeps the first of equals
    count = dice.count(animal)
    return "Collect animals", farm.gain(animal, count), without(dice, *[animal] * count)


def line_12_resources(farm, dice, options):
    """Collect all of the resource with most dice, and its virtual die.

    DOUBT: "most dice" is read as real dice; the virtual die does not count in the comparison.
    """
    resource = max(("Wood", "Brick", "Reed", "Stone"), key=dice.count)
    count = dice.count(resource)
    if count == 0:
        return None
    virtual = 1 if WORKSHOP[resource] in farm.improvements else 0
    return "Collect resources", farm.gain(resource, count + virtual), without(dice, *[resource] * count)


def line_13_produce(farm, dice, options):
    """Collect all of the produce with most dice; food counts by dice, not by worth."""
    faces = {"Vegetable": ["Vegetable"], "Grain": ["Grain"], "food": ["Food", "2 Food"]}
    showing = {kind: [face for face in dice if face in faces[kind]] for kind in faces}
    kind = max(showing, key=lambda kind: len(showing[kind]))
    if not showing[kind]:
        return None
    left = without(dice, *showing[kind])
    if kind == "food":
        return "Collect produce", farm.add(food=food_worth(showing[kind])), left
    return "Collect produce", farm.gain(kind, len(showing[kind])), left


FAMILY_FIRST = (
    line_1_baby,
    line_2_room,
    line_3_mayor_baby,
    line_4_midwife,
    line_5_food,
    line_6_field,
    line_7_pasture,
    line_8_occupation,
    line_9_improvement,
    line_10_upgrade,
    line_11_animals,
    line_12_resources,
    line_13_produce,
)
