"""Masks: whole numbers whose bits are places."""

from __future__ import annotations

from .jit import kernel, popcount


@kernel(inline=True)
def count(mask):
    """Return the number of bits in a mask (int64)."""
    return popcount(mask)


@kernel(inline=True)
def lowest(mask):
    """Return the lowest bit of a mask, as a mask."""
    return mask & -mask
