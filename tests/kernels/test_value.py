"""Learnt values: the tables' places, the value of moves and cookings, and that learning is what it says."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from kernels.games import DEFAULT
from kernels.positions import pick_farm, seeded
from kernels.translate import to_record
from sims.errors import AnalyserError
from sims.express import learn, tables
from sims.express.contract import POSITION
from sims.express.farm import FARM
from sims.express.harvest import CATEGORIES, COOKING, cookable, harvest_farm
from sims.express.learn import SIZES, STAGES, Learner, Stage, rounded, start_value, table_bytes
from sims.express.rules import actions_of
from sims.express.table_file import read_table
from sims.express.value import best_cooking, worth

WRITERS = {"full": tables.full_places, "lite": tables.lite_places}


def farms(number: int) -> Any:
    """Yield random farms as records."""
    pick = seeded(5)
    for _ in range(number):
        yield to_record(pick_farm(pick))


def random_table(size: str) -> Any:
    """Return a table of random weights."""
    return np.random.default_rng(3).normal(size=tables.MOMENTS * SIZES[size][1]).astype(np.float32)


def position_of(farm: Any, round_: int) -> Any:
    """Return the position of one player in a round."""
    position = np.zeros(1, POSITION)[0]
    position["seats"], position["round"] = 1, round_
    position["farms"][0] = farm
    return position


@pytest.mark.parametrize("size", SIZES)
def test_each_table_has_room_for_all_its_places(size):
    number, weights = SIZES[size]
    starts = np.zeros(tables.MOST_TABLES, np.int32)
    assert WRITERS[size](np.zeros(1, FARM)[0], DEFAULT, 0, starts) == weights
    lowest, highest = np.full(number, 1 << 30), np.full(number, -1)
    for farm in farms(3000):
        assert WRITERS[size](farm, DEFAULT, 0, starts) == weights
        lowest, highest = np.minimum(lowest, starts[:number]), np.maximum(highest, starts[:number])
    assert lowest.min() >= 0
    assert highest.max() < weights
    # tables follow each other: none reaches into the next
    assert (highest[:-1] < lowest[1:]).all()


@pytest.mark.parametrize("round_", [2, 4])
def test_the_best_cooking_is_the_best_of_all_that_leave_little_missing(round_):
    table = random_table("lite")
    tried = 0
    for farm in farms(400):
        position = position_of(farm, round_)
        found = best_cooking(position, farm, DEFAULT, table)
        got = value_of_cooking(farm, position["trial_cooking"], round_, table)
        assert found == pytest.approx(got, abs=1e-4)
        most = [min(int(cookable(farm, good)), 3) for good in range(5)]
        for cooking in product(*(range(number + 1) for number in most)):
            if is_lean(farm, cooking):
                tried += 1
                assert value_of_cooking(farm, cooking, round_, table) <= found + 1e-4
    assert tried > 300


def is_lean(farm: Any, cooking: tuple[int, ...]) -> bool:
    """Say whether a cooking feeds all, with no item too many."""
    midwife = bool(int(farm["occupations"]) >> 5 & 1)
    food = [int(DEFAULT["cook"][good]) * number for good, number in enumerate(cooking)]
    short = 4 + int(farm["babies"]) * (1 if midwife else 2) - int(farm["food"])
    if short <= 0:
        return sum(cooking) == 0
    spare = sum(food) - short
    return spare >= 0 and all(int(DEFAULT["cook"][good]) > spare for good, number in enumerate(cooking) if number)


def value_of_cooking(farm: Any, cooking: Any, round_: int, table: Any) -> float:
    """Return the points of goods at a harvest, by the harvest itself, and the worth of what is left."""
    after, points = farm.copy(), np.zeros(CATEGORIES, np.int64)
    counts = np.zeros(COOKING, np.int64)
    counts[:5] = list(cooking)[:5]
    assert harvest_farm(after, DEFAULT, 0 if round_ == 2 else 1, counts, points) == 0
    goods = points[[4, 5, 6, 11, 12, 13]].sum()
    moment = tables.moment_of(DEFAULT, round_ + 1, actions_of(after, DEFAULT))
    return float(goods + worth(position_of(after, round_), after, DEFAULT, moment, table))


def learnt(size: str, games: int, chunk: int) -> Learner:
    """Learn a little through all stages."""
    learner, first = Learner(DEFAULT, size), 0
    for stage in STAGES:
        learner.begin(stage, first, games)
        for begin in range(first, first + games, chunk):
            learner.play(7, begin, min(chunk, first + games - begin))
        first += games
    return learner


def test_learning_is_the_same_however_it_is_cut_into_chunks():
    assert (learnt("lite", 300, 300).table == learnt("lite", 300, 70).table).all()


def test_learning_goes_on_from_a_saved_state():
    whole, half = Learner(DEFAULT, "lite"), Learner(DEFAULT, "lite")
    for learner in (whole, half):
        learner.begin(STAGES[-1], 0, 400)
        learner.play(1, 0, 200)
    other = Learner(DEFAULT, "lite")
    other.restore({name: value.copy() for name, value in half.state().items()})
    assert whole.play(1, 200, 200) == other.play(1, 200, 200)
    assert (whole.finished() == other.finished()).all()


def test_learning_plays_better_and_knows_its_worth():
    learner = Learner(DEFAULT, "lite")
    learner.begin(Stage(1.0, step=(0.5, 0.05), explore=(0.3, 0.0)), 0, 6000)
    first, last = learner.play(1, 0, 500), [learner.play(1, begin, 500) for begin in range(500, 6000, 500)][-1]
    assert last > first + 15
    assert start_value(DEFAULT, learner.table) < learn.HOPE - 30


def test_weights_never_met_lose_their_hopes():
    learner = learnt("lite", 100, 100)
    hope = np.float32(learn.HOPE / SIZES["lite"][0])
    assert (learner.table == hope).any()
    assert not (learner.finished()[~learner.met] == hope).any()


def test_a_table_file_gives_back_what_was_written(tmp_path):
    table = random_table("lite")
    (tmp_path / "mine.npz").write_bytes(table_bytes(table, {"seed": 3}))
    found, facts = read_table(tmp_path / "mine.npz")
    assert (found == rounded(table)).all()
    assert facts["seed"] == 3


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nothing", b"weights = 3"])
def test_a_file_that_is_no_table_is_named(tmp_path, content):
    (tmp_path / "mine.npz").write_bytes(content)
    with pytest.raises(AnalyserError, match=r"mine\.npz"):
        read_table(tmp_path / "mine.npz")


def test_a_table_of_another_length_is_refused(tmp_path):
    (tmp_path / "mine.npz").write_bytes(table_bytes(np.zeros(72, np.float32), {}))
    with pytest.raises(AnalyserError, match="another version"):
        read_table(tmp_path / "mine.npz")
