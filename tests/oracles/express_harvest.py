"""The oracle's harvest of Agricola Express: feeding, breeding, scoring. Section "Harvest" of `rules/express.md`."""

from functools import cache
from itertools import product

from .express_moves import ANIMALS, COOKING, Options, cook

ADULTS = 2
BABY_POINTS = (0, 1, 3, 5, 7)  # by the number of babies


def food_need(farm):
    """Return the Food that adults and babies eat. Section "Harvest", step 1."""
    return 2 * ADULTS + farm.babies * (1 if "Midwife" in farm.occupations else 2)


def feed(farm, withheld, options):
    """Return (farm, Food missing) after paying all Food there is, as far as it is needed, save what is withheld."""
    could_pay = min(farm.food, food_need(farm))
    if withheld < 0 or withheld > could_pay:
        raise ValueError(f"cannot withhold {withheld} of {could_pay} Food")
    if withheld and options.feeding == "must_pay":
        raise ValueError("what is there must be paid")
    paid = could_pay - withheld
    return farm.add(food=-paid), food_need(farm) - paid


@cache
def breed(sheep, boar, cattle, pastures, options=Options()):
    """Return the newborn (sheep, boar, cattle). Section "Harvest", step 2.

    Tries every spread of the pastures over the types; ValueError if there is no room for the animals as they are.
    """
    animals = (sheep, boar, cattle)
    births = set()
    for spread in product(range(pastures + 1), repeat=len(animals)):
        housed = all(share >= 1 for count, share in zip(animals, spread, strict=True) if count)
        if sum(spread) <= pastures and housed:
            births.add(tuple(newborns(count, share, options) for count, share in zip(animals, spread, strict=True)))
    if not births:
        raise ValueError(f"{animals} have no room in {pastures} pastures")
    return max(births, key=lambda born: (sum(born), [born[ANIMALS.index(kind)] for kind in options.breeding_ties]))


def newborns(count, share, options):
    """Return the newborns of one type that has `share` pastures: one for each pasture that can hold two of it."""
    pairs = min(share, count // 2)
    if options.breeding == "per_type" or options.rearrange == "fixed":
        return min(pairs, 1)
    return pairs


def bonus(count, each):
    """Return 1 point if any is owned and `each` gives the rest."""
    return 1 + each if count else 0


def score(farm, harvest_number, missing):
    """Return `{category: points}` of one harvest. Section "Harvest", step 3."""
    occupations, improvements = farm.occupations, farm.improvements
    babies_count = harvest_number == 3 or "Midwife" in occupations
    return {
        "house": 3 + farm.rooms * (farm.house + 1) if farm.rooms else 0,
        "fields": 3 + farm.fields * (3 if "Mayor" in occupations else 1) if farm.fields else 0,
        "pastures": 3 + farm.pastures if farm.pastures else 0,
        "babies": BABY_POINTS[farm.babies] if babies_count else 0,
        "missing food": -3 * missing,
        "grain": bonus(farm.grain, farm.grain // 2),
        "vegetables": bonus(farm.vegetables, farm.vegetables),
        "reed": farm.reed // 2 * 2 if "Basketmaker's Workshop" in improvements else 0,
        "wood": farm.wood // 3 * 2 if "Joinery" in improvements else 0,
        "brick": farm.brick // 3 * 2 if "Pottery Workshop" in improvements else 0,
        "stone": farm.stone // 2 * 2 if "Stonecutter's Workshop" in improvements else 0,
        "sheep": bonus(farm.sheep, farm.sheep // 3),
        "boar": bonus(farm.boar, farm.boar // 2),
        "cattle": bonus(farm.cattle, farm.cattle),
        "improvements": len(improvements) if "Builder" in occupations else 0,
    }


def harvest(farm, harvest_number, cooked, withheld=0, options=Options()):
    """Return (farm after, `{category: points}`); ValueError if the cooking or the withholding is illegal.

    `cooked` names goods by their die faces, `{"Grain": 2}`; they are cooked before the feeding (ruling j).
    """
    if harvest_number not in (1, 2, 3):
        raise ValueError(f"there is no harvest {harvest_number}")
    farm, missing = feed(cook(farm, cooked), withheld, options)
    sheep, boar, cattle = breed(farm.sheep, farm.boar, farm.cattle, farm.pastures, options)
    farm = farm.add(sheep=sheep, boar=boar, cattle=cattle)
    points = score(farm, harvest_number, missing)
    return farm.add(points=sum(points.values())), points


def best_harvest_points(farm, harvest_number, options=Options()):
    """Return the most points that this harvest alone can give, over every count of every good that can be cooked."""
    goods = [good for good, (tool, _) in COOKING.items() if tool in farm.improvements]
    totals = []
    for counts in product(*(range(farm.owns(good) + 1) for good in goods)):
        _, points = harvest(farm, harvest_number, dict(zip(goods, counts, strict=True)), options=options)
        totals.append(sum(points.values()))
    return max(totals)
