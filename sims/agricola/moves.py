"""Moves: what one person does on one space, why a move is illegal, and what it changes.

Source: rules/agricola-2007.md, sections 3 to 9 and 11. A placement is one decision with its whole effect. `carry_out`
does it effect by effect (see `effects`) on a trial farm and stops at the first that the rules forbid; the question and
the act both go through it.
"""

from __future__ import annotations

import numpy as np

from ..bits import count
from ..herds import fits
from ..jit import kernel
from .baking import cook_rate
from .effects import (
    FOODS,
    bake,
    build_rooms,
    build_stables,
    choose_animal,
    choose_resources,
    convert,
    fence,
    grow,
    improve,
    plow,
    receive,
    renovate,
    sow,
)
from .faults import Fault
from .geometry import measure
from .pieces import ANIMALS, NOTHING, SPACES, SUPPLY, Effect, Good

MOVE = np.dtype(
    [
        ("space", np.int64),
        ("does", np.int64),
        ("chosen", np.int64),
        ("animal", np.int64),
        ("rooms", np.int64),
        ("stables", np.int64),
        ("plow", np.int64),
        ("sow_grain", np.int64),
        ("sow_vegetables", np.int64),
        ("bake", np.int64),
        ("improvement", np.int64),
        ("returned", np.int64),
        ("oven_bake", np.int64),
        ("layout", np.int64),
        ("converted", np.int64, (FOODS,)),
        ("herd", np.int64, (ANIMALS,)),
    ],
    align=True,
)
"""A move: its `Space`, and which `Effect`s it has (`does`, bits); then what is decided for them: the building resources
`chosen` (bits by `Good`), the `animal`, the cells of new `rooms`, `stables` and of the field that is plowed (`plow`),
how many fields are sown with grain and vegetables, how much grain is baked, the `improvement` with the one `returned`
for it (NOTHING: it is paid) and the grain baked in a new oven, and the `layout` of fences after it. What is not asked
for is 0, or NOTHING for animal, improvement and returned. `converted`: grain, vegetables, sheep, boar and cattle turned
into food before all that. `herd`: the animals that stay after it; the others are cooked or released (R06)."""


# --- May it be done there? -----------------------------------------------------------------------------------------


@kernel(inline=True)
def effects_fault(rules, space, does):
    """Return what is wrong with the effects (bits) of a move on a space."""
    must, any_of, one_of = rules["must"][space], rules["any_of"][space], rules["one_of"][space]
    if does & ~(must | any_of | one_of | rules["may"][space]):
        return Fault.NOT_HERE
    if must & ~does:
        return Fault.LEFT_OUT
    if any_of and not does & any_of:
        return Fault.NOTHING_DONE
    return Fault.NOT_JUST_ONE if one_of and count(does & one_of) != 1 else Fault.LEGAL


@kernel(inline=True)
def decides_more(move):
    """Say whether a move decides something for an effect that it does not have."""
    does = move["does"]
    building = move["rooms"] * int(does & Effect.ROOM == 0) | move["stables"] * int(does & Effect.STABLE == 0)
    crops = move["plow"] * int(does & Effect.PLOW == 0) | move["bake"] * int(does & Effect.BAKE == 0)
    crops |= (move["sow_grain"] | move["sow_vegetables"]) * int(does & Effect.SOW == 0)
    rest = move["chosen"] * int(does & Effect.CHOOSE == 0) | move["layout"] * int(does & Effect.FENCE == 0)
    buys = does & Effect.IMPROVE != 0
    bought = not buys and (move["improvement"] != NOTHING or move["returned"] != NOTHING or move["oven_bake"] != 0)
    return building | crops | rest != 0 or bought or (does & Effect.ANIMAL == 0 and move["animal"] != NOTHING)


@kernel(inline=True)
def space_fault(position, move, rules):
    """Return what is wrong with the space of a move, or with what it does there."""
    space = move["space"]
    if space < 0 or space >= SPACES:
        return Fault.NO_SUCH_SPACE
    if not (position["open"] >> space) & 1:
        return Fault.NOT_OPEN
    if (position["occupied"] >> space) & 1:
        return Fault.OCCUPIED
    if decides_more(move):
        return Fault.NOT_ASKED
    return effects_fault(rules, space, move["does"])


# --- The steps ------------------------------------------------------------------------------------------------------


@kernel(inline=True)
def build(farm, move, rules):
    """Renovate, build rooms and stables, in place."""
    does, space, fault = move["does"], move["space"], 0
    if does & Effect.RENOVATE:
        fault = renovate(farm, rules)
    if does & Effect.ROOM and fault == Fault.LEGAL:
        fault = build_rooms(farm, rules, space, move["rooms"])
    if does & Effect.STABLE and fault == Fault.LEGAL:
        fault = build_stables(farm, rules, space, move["stables"])
    return fault


@kernel(inline=True)
def till(farm, move, rules):
    """Plow, sow and bake, in place."""
    does, fault = move["does"], 0
    if does & Effect.PLOW:
        fault = plow(farm, move["plow"])
    if does & Effect.SOW and fault == Fault.LEGAL:
        fault = sow(farm, rules, move["sow_grain"], move["sow_vegetables"])
    if does & Effect.BAKE and fault == Fault.LEGAL:
        fault = bake(farm, rules, move["bake"])
    return fault


@kernel(inline=True)
def enlarge(position, farm, move, rules):
    """Let the family grow, buy an improvement, build fences, in place."""
    does, fault = move["does"], 0
    if does & (Effect.GROW | Effect.GROW_ANYWAY):
        fault = grow(position, farm, rules, move["space"], does & Effect.GROW_ANYWAY != 0)
    if does & Effect.IMPROVE and fault == Fault.LEGAL:
        fault = improve(position, farm, move, rules)
    if does & Effect.FENCE and fault == Fault.LEGAL:
        fault = fence(farm, rules, move["layout"])
    return fault


@kernel()
def carry_out(position, move, rules):
    """Carry out a move on the trial farm, without its herd: all animals are there still. Return its `Fault`."""
    fault = space_fault(position, move, rules)
    if fault != Fault.LEGAL:
        return fault
    position["trial_farm"] = position["farms"][position["seat"]]
    farm, space, does = position["trial_farm"], move["space"], move["does"]
    farm["at_home"] -= 1
    fault = convert(farm, rules, move["converted"])
    receive(farm, rules["gain"][space], position["goods"][space], does & Effect.TAKE != 0)
    if does & Effect.CHOOSE and fault == Fault.LEGAL:
        fault = choose_resources(farm, rules, space, move["chosen"])
    if does & Effect.ANIMAL and fault == Fault.LEGAL:
        fault = choose_animal(farm, rules, move["animal"])
    if does & (Effect.RENOVATE | Effect.ROOM | Effect.STABLE) and fault == Fault.LEGAL:
        fault = build(farm, move, rules)
    if does & (Effect.PLOW | Effect.SOW | Effect.BAKE) and fault == Fault.LEGAL:
        fault = till(farm, move, rules)
    if does & (Effect.GROW | Effect.GROW_ANYWAY | Effect.IMPROVE | Effect.FENCE) and fault == Fault.LEGAL:
        fault = enlarge(position, farm, move, rules)
    if does & (Effect.STABLE | Effect.FENCE):
        measure(farm, rules)
    return fault


# --- The herd, and the whole ---------------------------------------------------------------------------------------


@kernel(inline=True)
def herd_fault(farm, herd):
    """Return what is wrong with a herd (int64[3]) that is to stay of a farm's animals."""
    for animal in range(ANIMALS):
        if herd[animal] < 0 or herd[animal] > farm["animals"][animal]:
            return Fault.HERD_TOO_LARGE
    return Fault.LEGAL if fits(farm, herd) else Fault.NO_ROOM


@kernel(inline=True)
def settle(farm, rules, herd):
    """Let a herd (int64[3]) stay and cook the other animals where the farm can, in place."""
    for animal in range(ANIMALS):
        gone = farm["animals"][animal] - herd[animal]
        if gone > 0:
            farm["supply"][Good.FOOD] += gone * cook_rate(farm["improvements"], rules, Good.SHEEP + animal)
            farm["animals"][animal] = herd[animal]


@kernel()
def why_illegal(position, move, rules):
    """Return the `Fault` of a move of the seat to act.

    Writes `position["trial_farm"]`: of a legal move the farm that it makes.
    """
    fault = carry_out(position, move, rules)
    if fault != Fault.LEGAL:
        return fault
    farm = position["trial_farm"]
    fault = herd_fault(farm, move["herd"])
    if fault == Fault.LEGAL:
        settle(farm, rules, move["herd"])
    return fault


@kernel()
def apply(position, move, rules):
    """Let the seat to act make a move, in place, if it is legal; return its `Fault`."""
    fault = why_illegal(position, move, rules)
    if fault != Fault.LEGAL:
        return fault
    seat, space = position["seat"], move["space"]
    old, new = position["farms"][seat]["improvements"], position["trial_farm"]["improvements"]
    position["improvements"] = (position["improvements"] & ~new) | (old & ~new)
    position["farms"][seat] = position["trial_farm"]
    if move["does"] & Effect.TAKE:
        for good in range(SUPPLY + ANIMALS):
            position["goods"][space, good] = 0
    if move["does"] & Effect.MARKER:
        position["marker"] = seat
    position["occupied"] |= 1 << space
    return fault


@kernel(inline=True)
def clear(move):
    """Make a move one that does and decides nothing."""
    move["space"] = move["does"] = move["chosen"] = move["rooms"] = move["stables"] = move["plow"] = 0
    move["sow_grain"] = move["sow_vegetables"] = move["bake"] = move["oven_bake"] = move["layout"] = 0
    move["animal"] = move["improvement"] = move["returned"] = NOTHING
    for place in range(FOODS):
        move["converted"][place] = 0
    for animal in range(ANIMALS):
        move["herd"][animal] = 0
