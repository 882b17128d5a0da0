"""Keyed random draws: each is a pure function of its keys, and nothing is ever stepped forward.

Why: two policies meet the same luck wherever they stand in the same game, round, action and seat; results do not
depend on threads, chunks or order; and game 812 can be played again alone. The mixer is that of splitmix64
(Steele, Lea and Flood 2014). A seed and a game number each go through it whole before they are joined: adding
them first would make seed 2 the games of seed 1 moved by one.
"""

from __future__ import annotations

import numpy as np

from .jit import kernel

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_SPREAD = np.uint64(0xD1342543DE82EF95)
_U27, _U30, _U31 = np.uint64(27), np.uint64(30), np.uint64(31)
_LOW = np.uint64((1 << 61) - 1)
_BITS = np.uint64(61)


@kernel()
def mix(value):
    """Return the splitmix64 output for the state `value` (uint64): `mix(0)` is that generator's first of seed 0."""
    z = value + GOLDEN
    z = (z ^ (z >> _U30)) * _FIRST
    z = (z ^ (z >> _U27)) * _SECOND
    return z ^ (z >> _U31)


@kernel()
def game_key(seed, game):
    """Return the key (uint64) of one game of a seed; both are uint64."""
    return mix(mix(seed) + mix(game ^ GOLDEN))


@kernel()
def moment_key(game, round_, action, seat, purpose):
    """Return the key of one moment of a game.

    `game` is a `game_key`; `round_`, `action` (the seat's own count in this round) and `seat` say when, `purpose`
    (0-15) what for, so that a policy's own stream never shows the dice. All but `game` are int64 and small.
    """
    packed = ((round_ * 64 + action) * 8 + seat) * 16 + purpose
    return mix(game + np.uint64(packed) * _SPREAD)


@kernel()
def below(stream, index, sides):
    """Return draw number `index` of a stream: an int64 in 0..sides-1."""
    word = mix(stream + np.uint64(index) * _SPREAD) & _LOW
    if sides <= 7:
        return np.int64((word * np.uint64(sides)) >> _BITS)
    # More than 7 sides would overflow the 64-bit product: use the upper 32 bits (bias below sides / 2**32).
    return np.int64(((word >> np.uint64(29)) * np.uint64(sides)) >> np.uint64(32))


@kernel()
def roll_faces(word, faces, number, dice):
    """Roll `number` six-sided dice of one kind from one 64-bit `word` and add their faces to `dice`.

    `faces` is int8[6], the face on each side; `dice` int8[26], counts by face, written. Batched multiply-shift
    (Brackett-Rozinsky and Lemire 2024) on 61 bits: with four dice the bias is below 6**4 / 2**61 < 1e-15.
    """
    rest = word & _LOW
    for _ in range(number):
        product = rest * np.uint64(6)
        dice[faces[np.int64(product >> _BITS)]] += 1
        rest = product & _LOW


@kernel()
def chance(stream, index):
    """Return draw number `index` of a stream as a float64 in [0, 1)."""
    return np.float64(mix(stream + np.uint64(index) * _SPREAD) >> np.uint64(11)) * (1.0 / (1 << 53))
