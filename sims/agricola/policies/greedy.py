"""Takes what the farm would score now, next births and hunger included: blind to all that is further off."""

from ...draws import chance
from ...jit import kernel
from ..contract import PASS, list_moves, policy, try_move
from ..features import food_in_reach
from ..harvest import food_needed, herd_points, points_after_breeding
from ..pieces import ANIMALS, Good
from ..scoring import score_by_category


@kernel()
def births(position, farm, rules):
    """Return the points that the next births would add; `trial_herd` and the animals of `trial_other` are written."""
    herd, newborn = position["trial_herd"], position["trial_other"]["animals"]
    for animal in range(ANIMALS):
        herd[animal] = farm["animals"][animal]
    return points_after_breeding(farm, rules, herd, newborn) - herd_points(rules, herd)


@policy("greedy", "points in hand, the next births, and the cards that the next harvest would cost")
def choose(position, rules, found, params, stream):
    """Take the move after which the farm would score most now, births and hunger counted; a toss among equals."""
    best, most, points = PASS, -1e9, position["trial_points"]
    for place in range(list_moves(position, rules, found)):
        after = try_move(position, rules, found["moves"][place])
        worth = score_by_category(after, rules, points) + 0.5 * chance(stream, place)
        worth += births(position, after, rules)
        crops, meat = food_in_reach(after, rules)
        missing = food_needed(after, rules, position["seats"]) - after["supply"][Good.FOOD] - crops - meat
        worth += rules["begging_points"] * max(0, missing)
        if worth > most:
            best, most = place, worth
    return best
