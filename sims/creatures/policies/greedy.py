"""Takes what the farm would score now, the next births included: strong on points in hand, blind to the rest."""

from ...draws import chance
from ...herds import fits, grown
from ...jit import kernel
from ..contract import list_moves, policy, try_move
from ..drafts import Menu
from ..pieces import ANIMALS
from ..rules import animal_value
from ..scoring import score


@kernel()
def births(farm, rules, herd):
    """Return the doubled points that the next births would add; 0 where not all have room. `herd` is written."""
    gain = 0
    grown(farm["animals"], rules, herd)
    if fits(farm, herd):
        for animal in range(ANIMALS):
            gain += animal_value(rules, animal, herd[animal]) - animal_value(rules, animal, farm["animals"][animal])
    return gain


@policy("greedy", "points in hand, and the next births")
def choose(position, rules, found, params, stream):
    """Take the move after which the farm would score most now, the births to come included; a toss among equals."""
    best, most = 0, -1e9
    for place in range(list_moves(position, rules, Menu.PLAIN, found)):
        after = try_move(position, rules, found["moves"][place])
        worth = score(after, rules) + births(after, rules, position["trial_herd"]) + 0.5 * chance(stream, place)
        if worth > most:
            best, most = place, worth
    return best
