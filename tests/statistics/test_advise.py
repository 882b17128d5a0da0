"""Advice: right where the answer can be worked out, the same for any threads, and honest where nothing can be told."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest
from kernels.last_rounds import FEW, KINDS, law, position
from kernels.positions import pick_farm, seeded
from kernels.translate import to_counts, to_dice, to_record
from oracles.express import Farm, best_harvest_points, legal_outcomes

from analyser.advise import advice_plan, advise, options, read_position
from analyser.crew import new_player
from analyser.errors import AnalyserError
from sims.advising import ROLL, Start, starts_of, words_of
from sims.express import advice, variants
from sims.express.contract import POSITION
from sims.express.last_round import LastRound
from sims.express.position import Position

MIDDLE = (
    "r2 a1 | wood house 1 room 0 baby 2 field | food 3 grain 2 reed 1 | mayor | "
    "roll: house field midwife oven food food grain wood wood reed sheep sheep boar"
)
LYING = (
    "r4 a2 | 2 rooms 2 babies 5 fields 1 pasture 1 cattle points 25 | food 1 grain 3 veg 2 stone 1 | mayor oven | "
    "dice: field grain food wood brick sheep"
)
best_points = lru_cache(None)(best_harvest_points)
RULES = variants.default()


def last_position(farm: Farm, dice: Any, shown: bool = True, points: int = 0) -> Position:
    """Return the position before the last action of a solo game."""
    record = np.zeros(1, POSITION)[0]
    record["seats"], record["round"], record["farms"][0] = 1, 5, to_record(farm)
    record["farms"][0]["points"] = points
    record["dice"], record["left"][0], record["taken"][0] = dice, 1, 1 + farm.babies
    return Position("a test", record, shown)


def childless(number: int) -> tuple[Farm, Any]:
    """Return a random farm without room for a baby, and a roll."""
    pick = seeded(100 + number)
    farm = pick_farm(pick, 4)
    while farm.babies < min(farm.rooms, 4):
        farm = pick_farm(pick, 4)
    return farm, LastRound(RULES.record, RULES.record["start"], np.zeros(26, np.int8)).sample(8, number, 1)[0]


@pytest.mark.parametrize("number", range(60))
def test_the_last_action_is_answered_as_enumeration_answers_it(number: int) -> None:
    farm, dice = childless(number)
    outcomes = legal_outcomes(farm, to_dice(dice))
    best = max(best_points(after, 3) for _, after, _ in outcomes)
    found = advise("express", last_position(farm, dice, points=number), seed=1)
    top = found.moves.iloc[0]
    assert (found.why, found.facts["games"]) == ("exact" if len(found.moves) > 1 else "only", 1)
    assert (top["mean"], top["lo"], top["hi"], top["se"]) == (best + number, best + number, best + number, 0)
    assert found.moves["exact"].all()
    assert (found.moves["mean"].diff().dropna() <= 0).all()
    assert {best_points(after, 3) + number for _, after, _ in outcomes} >= set(found.moves["mean"].astype(int))
    assert list(found.moves["best"]) == list(found.moves["mean"] == top["mean"])


def few_dice_rules(name: str, folder: Any) -> Any:
    path = folder / f"{name}.toml"
    tables = [f"[dice.{kind}]\nnumber = {number}\n" for kind, number in zip(KINDS, FEW[name], strict=True)]
    path.write_text('name = "few"\n' + "".join(tables))
    return path


@pytest.mark.parametrize("name", ["two", "three", "animals"])
@pytest.mark.parametrize("seed", range(4))
def test_keep_or_roll_before_the_last_action(name: str, seed: int, tmp_path) -> None:
    """All rolls of few dice are enumerated: what a roll is worth, and what the dice that lie there are."""
    rules = few_dice_rules(name, tmp_path)
    round_ = position(name, 1, seed)
    farm, dice, taken, _ = round_.start
    record = round_._set(farm, dice, taken).copy()
    record["left"][0] = 1
    where = Position("a test", record, False)

    def best_of(counts: Any) -> float:
        record["dice"] = counts
        shown = Position("a test", record, True)
        return float(advise("express", shown, rules=rules, seed=1).moves["mean"].iloc[0])

    rolled = sum(chance * best_of(np.frombuffer(roll, np.int8)) for chance, roll in law(name, exact=False))
    kept = best_of(np.frombuffer(dice, np.int8)) if len(round_.decisions(round_.start)) > 1 else None
    record["dice"] = np.frombuffer(dice, np.int8)
    found = advise("express", where, rules=rules, seed=5, games=2000)
    roll = found.moves.set_index("kind").loc[ROLL]
    assert abs(roll["mean"] - rolled) <= 4 * max(roll["se"], 1e-9)
    if kept is None:
        assert found.keep is None
    else:
        assert found.keep is not None
        assert found.keep["keep"] == kept
        assert not found.keep["lo"] > 0 > kept - rolled
        assert not found.keep["hi"] < 0 < kept - rolled


def test_from_the_start_a_game_is_played_as_ever() -> None:
    found = read_position("express", "r1 a2")
    plan = advice_plan("express", found, ["family-first"], rules=None, seed=3, games=1)
    player = new_player(plan, advice.AdvicePlayer)
    rows = player.play_from(3, 5, 50, starts_of([Start(words_of(found.record), advice.Next.TURN)]))
    assert (rows[:, 0] == player.play(3, 5, 50, advice.STATE)[2]).all()


def test_each_option_leads_where_its_move_does() -> None:
    found = read_position("express", MIDDLE)
    for option in options("express", found):
        after = np.frombuffer(option.start.words.tobytes(), POSITION)[0]
        assert (after["taken"][0], after["round"]) == (2, 1)
        assert after["dice"].sum() < 13
        assert not option.certain
    baby = next(option for option in options("express", found) if option.kind == "Have baby")
    assert np.frombuffer(baby.start.words.tobytes(), POSITION)[0]["left"][0] == 1


@pytest.mark.parametrize("text", [MIDDLE, LYING])
def test_threads_change_nothing(text: str) -> None:
    found = read_position("express", text)
    one, two = (advise("express", found, seed=4, games=300, jobs=jobs) for jobs in (1, 2))
    assert one.to_dict() == two.to_dict()
    assert one.facts["games"] <= 300


def test_more_games_keep_the_first() -> None:
    """An answer that ended by itself comes again with as many games and no clock."""
    found = read_position("express", LYING)
    one = advise("express", found, seed=4, seconds=60)
    again = advise("express", found, seed=4, games=one.facts["games"])
    assert one.to_dict()["moves"] == again.to_dict()["moves"]


def test_a_clear_case_is_clear_and_told_why() -> None:
    found = advise("express", read_position("express", MIDDLE), seed=4, games=1000)
    assert found.best == "Have a baby (House die)"
    assert (found.why, list(found.moves["best"])) == ("clear", [True] + [False] * (len(found.moves) - 1))
    assert (found.moves["diff_hi"].iloc[1:] < 0).all()
    assert "Fields -" in found.moves["why"].iloc[1]
    second = found.categories[found.categories["rank"] == 2]
    assert second["diff"].sum() == pytest.approx(found.moves["diff"].iloc[1])


def test_equals_cannot_be_told_apart() -> None:
    """Whether a die that nobody can use is left lying makes no difference to the last seat's last action."""
    found = advise("express", read_position("express", "r6 a1 | vs a1 2 sheep 1 pasture | dice: wood brick"), seed=4)
    assert found.why in ("clear", "equal", "time", "games")
    rows = found.moves.set_index("move")
    assert rows.loc["collect 1 x Wood", "mean"] == rows.loc["collect 1 x Brick", "mean"]
    assert rows.loc["collect 1 x Wood", "best"] == rows.loc["collect 1 x Brick", "best"]


def test_several_seats_have_a_chance_to_win() -> None:
    found = advise("express", read_position("express", "r6 a1 | points 50 | vs a0 points 20"), seed=4, games=100)
    (row,) = found.moves.to_dict("records")
    assert (row["kind"], row["chance"], found.why) == (ROLL, 1.0, "only")


def test_what_is_asked_for_is_checked() -> None:
    found = read_position("express", MIDDLE)
    with pytest.raises(AnalyserError, match="games is 5"):
        advise("express", found, games=5)
    with pytest.raises(AnalyserError, match="unknown policy"):
        advise("express", found, ["famly"])
    with pytest.raises(AnalyserError, match="cannot read position file"):
        read_position("express", tmp_missing())


def tmp_missing() -> Any:
    from pathlib import Path

    return Path("no-such-file.toml")


def test_counts_of_dice_are_as_the_oracle_names_them() -> None:
    found = read_position("express", "r2 a1 | dice: 2xfood 2food")
    assert (found.record["dice"] == to_counts(["Food", "Food", "2 Food"])).all()


def test_the_chance_to_win_can_be_what_counts() -> None:
    """One point ahead or twenty: who has the last action of all wins with either, if it is enough."""
    line = "r6 a1 | points 60 1 pasture 1 sheep | vs a0 points 62 | dice: sheep wood"
    found = advise("express", read_position("express", line), seed=4, games=400, objective="chance")
    assert found.facts["objective"] == "chance"
    rows = found.moves
    assert rows["diff"].between(-1, 0).all()
    assert (rows["chance"].diff().dropna() <= 1e-12).all()
    assert found.keep is not None
    assert 0 <= found.keep["roll"] <= 1
    with pytest.raises(AnalyserError, match="unknown objective 'wins'"):
        advise("express", read_position("express", line), objective="wins")


def test_an_answer_that_the_clock_ends_is_honest_about_it() -> None:
    found = advise("express", read_position("express", LYING), ["lookahead:games=8,width=2"], seed=4, seconds=0.1)
    assert found.why == "time"
    assert 10 <= found.facts["games"] < 100
    assert np.isfinite(found.moves[["diff_lo", "diff_hi"]].to_numpy()).all()


def test_what_is_sent_to_other_processes_can_be_pickled() -> None:
    import pickle
    from functools import partial

    from analyser.plan import make_plan
    from analyser.race import play_from
    from analyser.review import simulated_story, weigh
    from sims.express import story

    played = simulated_story(make_plan("express", ["family-first"], seed=3), 6)
    start, steps = story.steps(played, RULES)
    for work in (partial(play_from, 3, 0, starts_of([start])), partial(weigh, 3, 2, [[steps[0].start]], 0)):
        assert pickle.loads(pickle.dumps(work)).func is work.func
    again = pickle.loads(pickle.dumps((start, steps)))
    assert [one.start.words.tolist() for one in again[1]] == [one.start.words.tolist() for one in steps]


@pytest.mark.parametrize("number", range(20))
def test_the_last_cooking_is_answered_as_enumeration_answers_it(number: int) -> None:
    farm, _ = childless(number)
    farm = replace(farm, improvements=farm.improvements | {"Oven", "Hearth"})
    position = last_position(farm, np.zeros(26, np.int8), shown=False)
    position.record["left"][0], position.record["taken"][0] = 0, 2 + farm.babies
    found = advise("express", position, seed=1)
    assert found.moves["mean"].iloc[0] == best_points(farm, 3)
    assert found.keep is None
    assert set(found.moves["kind"]) == {"Feeding"}
    assert found.moves["exact"].all()


def test_cooking_at_a_harvest_is_weighed_with_what_follows() -> None:
    line = "r3 a0 | 2 rooms 1 baby 3 fields | grain 3 veg 2 | oven mayor"
    found = advise("express", read_position("express", line), seed=2, games=400)
    words = list(found.moves["words"])
    assert "Cook nothing" in words
    assert found.best in (
        "Cook 2 Vegetables",
        "Cook 3 Grain",
        "Cook 1 Grain and 1 Vegetables",
        "Cook 2 Grain and 1 Vegetables",
    )
    assert found.moves["diff_hi"].iloc[-1] < 0
    assert len(words) == len(set(words))
