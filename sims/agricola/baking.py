"""What grain and goods become as food: baking, cooking, raw crops. Source: rules/agricola-2007.md, section 9."""

from __future__ import annotations

from ..jit import kernel
from .pieces import ANIMALS, Good, Improvement
from .rules import cooker

VEGETABLE_RATE = ANIMALS
"""The place of vegetables among what is cooked, after the animals."""


@kernel(inline=True)
def has(improvements, improvement):
    """Say whether an improvement is among some (bits)."""
    return (improvements >> improvement) & 1 == 1


@kernel(inline=True)
def oven_slots(improvements, rules):
    """Return how much grain the ovens take in one action."""
    slots = rules["oven_grain"][0] if has(improvements, Improvement.CLAY_OVEN) else 0
    return slots + (rules["oven_grain"][1] if has(improvements, Improvement.STONE_OVEN) else 0)


@kernel(inline=True)
def most_baked(improvements, grain, rules):
    """Return how much of some grain can be baked in one action."""
    if rules["bake"][cooker(improvements)] > 0:
        return grain
    return min(grain, oven_slots(improvements, rules))


@kernel()
def bread(improvements, grain, rules):
    """Return the most food that so much grain, which has to be bakeable, gives in one Bake-bread action.

    The best slots come first; grain beyond the ovens goes to Fireplace or Hearth.
    """
    plain, food, left = rules["bake"][cooker(improvements)], 0, grain
    first = int(rules["oven_food"][1] > rules["oven_food"][0])
    for turn in range(2):
        oven = first if turn == 0 else 1 - first
        rate = rules["oven_food"][oven]
        if has(improvements, Improvement.CLAY_OVEN + oven) and rate > plain:
            baked = min(left, rules["oven_grain"][oven])
            food, left = food + rate * baked, left - baked
    return food + plain * left


@kernel(inline=True)
def cook_rate(improvements, rules, good):
    """Return the food for one grain, vegetable or animal outside of baking, 0 for what cannot be turned into any."""
    if good == Good.GRAIN:
        return rules["raw_grain"]
    kind = VEGETABLE_RATE if good == Good.VEGETABLE else good - Good.SHEEP
    return rules["cook"][cooker(improvements), kind]
