"""Draws: published vectors of the mixer, keys that stay apart, and rolls as likely as they should be.

Everything has a fixed seed, so a test that passes once passes always; limits are |z| < 4 for a single value, and a
little wider where the largest of many values is looked at.
"""

from __future__ import annotations

from itertools import product
from math import sqrt

import numpy as np
import pytest

from sims.draws import GOLDEN, below, chance, game_key, mix, moment_key, roll_faces
from sims.express import variants
from sims.express.faces import FACES, DieKind, Face
from sims.jit import kernel

ROLLS = 10_000_000
SEED = 20
RULES = variants.default().record
MASK = (1 << 64) - 1
# Published outputs of splitmix64: seed 0 from the authors' code, seed 1234567 from Rosetta Code.
VECTORS = {
    0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4),
    1234567: (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821),
}
KEYS = ("seed", "game", "round", "action", "seat", "purpose")
EVENTS = {"a House": 5 / 9, "two Houses": 1 / 9, "two Wood": 7 / 27, "three alike": 1 / 6, "a Cattle": 91 / 216}


def z_of(hits: float, n: float, probability: float) -> float:
    """Return by how many standard errors a count is off."""
    return float((hits - n * probability) / sqrt(n * probability * (1 - probability)))


def chi_square_z(table: np.ndarray, expected: np.ndarray | float, freedom: int) -> float:
    """Return the chi-square statistic of a table of counts, as a number of standard deviations from its mean."""
    return float((((table - expected) ** 2 / expected).sum() - freedom) / sqrt(2 * freedom))


# --- The mixer -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "outputs"), VECTORS.items())
def test_mix_gives_the_published_vectors(seed, outputs):
    states = [np.uint64((seed + step * int(GOLDEN)) & MASK) for step in range(len(outputs))]
    assert tuple(int(mix(state)) for state in states) == outputs


@kernel()
def key_of(seed, game, round_, action, seat, purpose):
    """Return the key of a moment from all six of its keys."""
    return moment_key(game_key(np.uint64(seed), np.uint64(game)), round_, action, seat, purpose)


def changed_bits(which: int, bit: int) -> np.ndarray:
    """Return which of 64 output bits change, summed over many moments, when one bit of one key is flipped."""
    flips = np.zeros(64)
    for sample in range(400):
        keys = [sample * 7919, sample * 31, sample % 6, sample % 11, sample % 4, sample % 9]
        before = int(key_of(*keys))
        keys[which] ^= 1 << bit
        flips += [(before ^ int(key_of(*keys))) >> place & 1 for place in range(64)]
    return flips


@pytest.mark.parametrize("which", range(len(KEYS)), ids=KEYS)
def test_every_key_changes_half_of_the_bits(which):
    """Avalanche: any flipped bit of any key changes each output bit half of the time."""
    for bit in (0, 1, 20, 40) if which < 2 else (0, 1):
        flips = changed_bits(which, bit)
        assert abs(z_of(flips.sum(), 64 * 400, 0.5)) < 4
        assert max(abs(z_of(count, 400, 0.5)) for count in flips) < 4.5


def test_all_moments_of_neighbouring_games_and_seeds_have_keys_of_their_own():
    moments = product(range(3), range(3), range(6), range(8), range(4), range(9))
    keys = [int(key_of(*moment)) for moment in moments]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("join", ["plus", "xor", "swap"])
def test_seeds_do_not_replay_each_other(join):
    """The trap of `mix(seed + game)`: seed 2 would play the games of seed 1, moved by one."""
    for seed, game in product(range(12), range(12)):
        other = {"plus": (seed + 1, game - 1), "xor": (seed ^ 1, game ^ 1), "swap": (game, seed)}[join]
        if min(other) >= 0 and other != (seed, game):
            assert key_of(seed, game, 0, 0, 0, 0) != key_of(*other, 0, 0, 0, 0)


# --- Single draws ----------------------------------------------------------------------------------------------------


@kernel()
def count_below(stream, sides, number, counts):
    """Count what `below` draws, `number` times."""
    for index in range(number):
        counts[below(stream, index, sides)] += 1


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 8, 10, 97, 1000])
def test_below_is_uniform(sides):
    counts = np.zeros(sides, np.int64)
    count_below(np.uint64(99), sides, 1_000_000, counts)
    assert counts.sum() == 1_000_000
    assert abs(chi_square_z(counts, 1_000_000 / sides, sides - 1)) < 4


@pytest.mark.parametrize("sides", [1, 2, 7, 8, 1 << 20, (1 << 31) - 1])
def test_below_stays_below(sides):
    drawn = [int(below(np.uint64(5), index, sides)) for index in range(2000)]
    assert 0 <= min(drawn) <= max(drawn) < sides


@kernel()
def add_chances(stream, number, sums, cells):
    """Add up draws of `chance`, their squares, and products of neighbours; count them in equal cells."""
    last = chance(stream, number)
    for index in range(number):
        value = chance(stream, index)
        sums[0] += value
        sums[1] += value * value
        sums[2] += value * last
        cells[int(value * len(cells))] += 1
        last = value


def test_chance_is_uniform():
    number = 1_000_000
    sums, cells = np.zeros(3), np.zeros(100, np.int64)
    add_chances(np.uint64(3), number, sums, cells)
    mean, square, neighbours = sums / number
    assert abs(mean - 1 / 2) < 4 * sqrt(1 / 12 / number)
    assert abs(square - 1 / 3) < 4 * sqrt(4 / 45 / number)
    assert abs(neighbours - 1 / 4) < 4 * sqrt(7 / 144 / number)
    assert abs(chi_square_z(cells, number / 100, 99)) < 4


# --- Dice ------------------------------------------------------------------------------------------------------------


@kernel()
def side_of(word, place, sides, shown):
    """Return the side (0-5) on which die `place` of those that come from a word lies; `shown` int8[6] is for work."""
    for side in range(6):
        shown[side] = 0
    roll_faces(word, sides, place + 1, shown)
    total = 0
    for side in range(6):
        total += side * shown[side]
        shown[side] = 0
    roll_faces(word, sides, place, shown)
    for side in range(6):
        total -= side * shown[side]
    return total


@kernel()
def count_pairs(number, sides, shown, pairs):
    """Count pairs of sides: of neighbouring dice in one word, and of first dice of neighbouring keys.

    `pairs` is int64[8, 6, 6]: dice 1-2, 2-3, 3-4 of a word; then dice 1 of words whose purpose, seat, action, round,
    game are next to each other. `sides` is int8[6] (0-5), `shown` int8[6] for work.
    """
    for game in range(number):
        key, later = game_key(np.uint64(7), np.uint64(game)), game_key(np.uint64(7), np.uint64(game + 1))
        word = moment_key(key, 1, 2, 1, 3)
        first = side_of(word, 0, sides, shown)
        last = first
        for place in range(1, 4):
            side = side_of(word, place, sides, shown)
            pairs[place - 1, last, side] += 1
            last = side
        pairs[3, first, side_of(moment_key(key, 1, 2, 1, 4), 0, sides, shown)] += 1
        pairs[4, first, side_of(moment_key(key, 1, 2, 2, 3), 0, sides, shown)] += 1
        pairs[5, first, side_of(moment_key(key, 1, 3, 1, 3), 0, sides, shown)] += 1
        pairs[6, first, side_of(moment_key(key, 2, 2, 1, 3), 0, sides, shown)] += 1
        pairs[7, first, side_of(moment_key(later, 1, 2, 1, 3), 0, sides, shown)] += 1


def test_each_die_is_fair_and_neighbours_are_independent():
    number = 1_000_000
    pairs = np.zeros((8, 6, 6), np.int64)
    count_pairs(number, np.arange(6, dtype=np.int8), np.zeros(6, np.int8), pairs)
    for table in pairs:
        assert abs(chi_square_z(table, number / 36, 35)) < 4
        assert abs(chi_square_z(table.sum(axis=0), number / 6, 5)) < 4


@kernel()
def roll_many(rolls, seed, number, sides, counts, events):
    """Roll all 13 dice `rolls` times as games do; count faces (int64[26]) and the events of example 15 (int64[5])."""
    dice = np.zeros(FACES, np.int8)
    for roll in range(rolls):
        dice[:] = 0
        key = game_key(np.uint64(seed), np.uint64(roll))
        for kind in range(6):
            roll_faces(moment_key(key, 0, 0, 0, kind), sides[kind], number[kind], dice)
        for face in range(FACES):
            counts[face] += dice[face]
        events[0] += dice[Face.HOUSE] >= 1
        events[1] += dice[Face.HOUSE] == 2
        events[2] += dice[Face.WOOD] >= 2
        events[3] += dice[Face.SHEEP] == 3 or dice[Face.BOAR] == 3 or dice[Face.CATTLE] == 3
        events[4] += dice[Face.CATTLE] >= 1


@pytest.fixture(scope="module")
def rolled() -> tuple[np.ndarray, np.ndarray]:
    """Give the counts of faces and events in ten million rolls."""
    counts, events = np.zeros(FACES, np.int64), np.zeros(len(EVENTS), np.int64)
    roll_many(ROLLS, SEED, RULES["number"].copy(), RULES["faces"].copy(), counts, events)
    return counts, events


def test_example_15_by_simulation(rolled):
    zs = {name: z_of(hits, ROLLS, exact) for (name, exact), hits in zip(EVENTS.items(), rolled[1], strict=True)}
    assert max(map(abs, zs.values())) < 4, zs


def test_every_face_comes_as_often_as_the_dice_show_it(rolled):
    counts = rolled[0]
    assert counts.sum() == 13 * ROLLS
    zs = {}
    for kind in DieKind:
        dice = int(RULES["number"][kind])
        for face, sides in zip(*np.unique(RULES["faces"][kind], return_counts=True), strict=True):
            zs[Face(face).name] = z_of(counts[face], dice * ROLLS, sides / 6)
    assert len(zs) == FACES
    assert max(map(abs, zs.values())) < 4, zs


@pytest.mark.parametrize(("number", "most"), [(0, 0), (1, 1), (4, 4)])
def test_as_many_dice_are_rolled_as_there_are(number, most):
    for word in np.arange(50, dtype=np.uint64):
        dice = np.zeros(FACES, np.int8)
        roll_faces(np.uint64(mix(word)), np.arange(6, dtype=np.int8), number, dice)
        assert dice.sum() == most
