"""Advice and reviews of the games without dice: against replays, whole games, and the sums that have to come out."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pytest

from analyser.advise import advice_plan, advise, options, read_position
from analyser.catalogue import part, scripts
from analyser.crew import new_player
from analyser.errors import AnalyserError
from analyser.plan import make_plan
from analyser.review import reference_plan, review, simulated_story
from analyser.reviews import review_games
from analyser.written import write_game
from sims.advising import starts_of
from sims.toml_file import toml_of

GAMES = [("creatures", 2), ("agricola-2007", 2), ("agricola-revised", 1)]
POLICY = {"creatures": "homesteader", "agricola-2007": "settler", "agricola-revised": "settler"}
"""A quick policy of each game."""


@lru_cache(None)
def text_of(game: str, players: int, number: int = 0) -> str:
    """Return a simulated game as a file."""
    return write_game(make_plan(game, [POLICY[game]], players=players, seed=3), number)[0]


def test_the_last_placement_of_creatures_is_answered_as_replays_answer_it(tmp_path) -> None:
    for number in range(3):
        before = text_of("creatures", 2, number).rsplit("[[placement]]", 1)[0]
        found = read_position("creatures", before)
        told = advise("creatures", found, ["balanced"], seed=1)
        assert told.why == "exact"
        module, path = scripts("creatures"), tmp_path / "game.toml"
        rules = module.load_rules(None)
        for row in told.moves.to_dict("records")[:12]:
            path.write_text(f'{before}\n[[placement]]\nmove = "{row["move"]}"\n')
            played = module.replay(module.read_game(path), rules)
            assert played.complete
            assert row["mean"] == row["lo"] == row["hi"] == played.totals[found.seat]
            assert row["chance"] == float(played.winner == found.seat + 1)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_from_the_start_a_game_is_played_as_ever(game: str, players: int, tmp_path) -> None:
    """In a given order, since cards to come are shuffled anew where a game is played on."""
    path = tmp_path / "rules.toml"
    path.write_text('name = "given"\n[cards]\norder = "given"\n')
    rules = None if game == "creatures" else path
    plan = make_plan(game, [POLICY[game]], players=players, seed=3, rules=rules)
    story = simulated_story(plan, 4)
    start, _ = part(game, "story").steps(story, plan.rules)
    player = new_player(plan, part(game, "advice").AdvicePlayer)
    rows = player.play_from(3, 4, 1, starts_of([start]))
    columns = part(game, "advice").STATE
    assert rows.shape == (1, 1, players, columns)
    assert (rows[0, 0, :, 0] == player.play(3, 4, 1, columns)[2][0, :, 0]).all()


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_story_ends_as_the_game_did(game: str, players: int) -> None:
    plan = make_plan(game, [POLICY[game]], players=players, seed=3)
    story = simulated_story(plan, 2)
    _, steps = part(game, "story").steps(story, plan.rules)
    player = new_player(plan, part(game, "advice").AdvicePlayer)
    last = player.play_from(9, 0, 3, starts_of([steps[-1].start]))[:, 0, :, 0]
    assert (last == player.play(3, 2, 1, 1)[2][0, :, 0]).all()
    assert {step.seat for step in steps} >= set(range(players))
    rounds = [step.round for step in steps]
    assert rounds == sorted(rounds)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_file_tells_the_same_story(game: str, players: int) -> None:
    plan = make_plan(game, [POLICY[game]], players=players, seed=3)
    module = part(game, "story")
    written = module.story_of(toml_of(text_of(game, players), "the game"), plan.rules)
    _, ones = module.steps(simulated_story(plan, 0), plan.rules)
    _, others = module.steps(written, plan.rules)
    assert [(one.kind, one.words, one.seat, one.round) for one in ones] == [
        (one.kind, one.words, one.seat, one.round) for one in others
    ]
    assert all(np.array_equal(one.start.words, other.start.words) for one, other in zip(ones, others, strict=True))


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_review_adds_up_and_threads_change_nothing(game: str, players: int) -> None:
    plan = make_plan(game, ["greedy"], players=players, seed=3)
    story = simulated_story(plan, 1)
    one, two = (review(game, story, POLICY[game], playouts=4, width=2, seed=5, jobs=jobs) for jobs in (1, 2))
    assert one.to_dict() == two.to_dict()
    assert sum(found.mean for found in one.sums.values()) == pytest.approx(one.score)
    cards = one.steps[one.steps["cause"] == "luck"]
    assert len(cards) == (0 if game == "creatures" else 13)
    assert (one.steps["seat"] == 0).sum() == len(cards)
    assert (one.steps["cause"] == "others").any() == (players > 1)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_lost_is_the_gap_of_the_means(game: str, players: int) -> None:
    plan = make_plan(game, ["random", *[POLICY[game]] * (players - 1)], players=players, seed=7)
    found = review_games(plan, POLICY[game], games=20, playouts=4)
    assert found.lost.lo > 5
    net = found.lost.mean - found.others.mean
    assert abs(net - found.gap.mean) < 4 * np.hypot(found.lost.se + found.others.se, found.gap.se)
    assert found.kinds["lost"].sum() == pytest.approx(found.lost.mean)


def test_a_position_of_agricola_is_where_its_file_stops() -> None:
    text = text_of("agricola-2007", 2)
    head, *rounds = text.split("[[round]]")
    found = read_position("agricola-2007", "[[round]]".join([head, *rounds[:5]]))
    assert (found.record["round"], found.players, found.mode) == (5, 2, "family")
    listed = options("agricola-2007", found)
    assert len({one.start.words.tobytes() for one in listed}) == len(listed) > 3
    one, two = (advise("agricola-2007", found, ["settler"], seed=1, games=100, jobs=jobs) for jobs in (1, 2))
    assert one.to_dict() == two.to_dict()
    assert one.keep is None
    assert list(one.moves["kind"])
    told = list(scripts("agricola-2007").told_position(found, reference_plan("agricola-2007", 2, None, None, 1).rules))
    assert told[0].heading.startswith("Round 6, seat ")


def test_a_mode_that_the_file_names_is_that_of_the_advice() -> None:
    plan = make_plan("agricola-2007", ["settler"], players=1, seed=3, rules="normal")
    head, *rounds = write_game(plan, 0)[0].split("[[round]]")
    found = read_position("agricola-2007", "[[round]]".join([head, *rounds[:3]]))
    assert found.mode == "normal"
    assert advice_plan("agricola-2007", found, rules=None, seed=1, games=100).rules.hash == plan.rules.hash
    story: Any = simulated_story(plan, 0)
    told = review("agricola-2007", replace(story, mode="normal"), "settler", playouts=2, width=1, seed=1)
    assert told.facts["rules_hash"] == plan.rules.hash


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_position_is_changed_in_its_file_alone(game: str, players: int) -> None:
    text = text_of(game, players)
    with pytest.raises(AnalyserError, match="round cannot be changed: a position is where a game file ends"):
        read_position(game, text, None, {"round": 3})
    with pytest.raises(AnalyserError, match="the game is over, so that nothing is left to be decided"):
        read_position(game, text)
    with pytest.raises(AnalyserError, match="the position is not valid TOML"):
        read_position(game, "r2 a1 | mayor")
