"""Masks: whole numbers whose bits are places."""

from __future__ import annotations

from .jit import kernel


@kernel(inline=True)
def count(mask):
    """Return the number of bits in a mask (int64 below 2**62)."""
    pairs = mask - ((mask >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    # By shifts and not by one multiplication, which would overflow where numpy warns of it.
    halves = eights + (eights >> 8)
    quarters = halves + (halves >> 16)
    return (quarters + (quarters >> 32)) & 0x7F


@kernel(inline=True)
def lowest(mask):
    """Return the lowest bit of a mask, as a mask."""
    return mask & -mask
