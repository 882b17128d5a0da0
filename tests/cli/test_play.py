"""Games at the table: typed in a terminal, piped in, saved and gone on with."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from analyser import looking_on
from analyser.errors import AnalyserError
from analyser.live_game import LiveGame, labels_of, resumed, seating
from analyser.plan import make_plan
from analyser.written import write_game

ROOT = Path(__file__).parents[2]
ANSWERS = "1\n" * 400
FIRST = "House, House, Mayor, Oven, Food, Food, Grain, Wood, Wood, Reed, Sheep, Sheep, Boar"


@pytest.fixture
def pipe(say, monkeypatch, tmp_path):
    """Return a function that runs `play` with answers piped in, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(answers: str, *words: object):
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        return say("play", *words)

    return run


def live_game(game: str = "express", *policies: str, seed: int = 7, own_dice: bool = False) -> LiveGame:
    """Return a new game with a person on the first seat."""
    return LiveGame(seating(game, labels_of(game, policies, None, None, None), seed=seed), own_dice=own_dice)


# --- Whole games ---------------------------------------------------------------------------------------------------


def test_a_whole_game_is_piped_in_and_replayed_to_the_same_score(pipe, say) -> None:
    said = pipe(ANSWERS, "express", "--seed", 7, "--out", "game.toml")
    assert said.code == 0
    assert "Score sheet: You" in said.out
    assert "Saved in game.toml." in said.out
    assert "\x1b" not in said.out
    score = re.search(r"Final score: (-?\d+)\. That is", said.out)
    assert score is not None
    assert f"Final score: {score[1]}." in say("replay", "express", "game.toml").out


def test_typed_dice_make_the_same_file(pipe) -> None:
    drawn, lines = live_game("express", "balanced", seed=3), list[str]()
    while not drawn.over:
        if drawn.question.ask == "turn" and len(lines) % 2:
            drawn.answer("roll")
        if drawn.question.ask == "move":
            lines.append(f"roll {drawn.steps[-1].words.lower()}")
        lines.append(drawn.choices()[0].words)
        drawn.answer(lines[-1])
    assert sum(line.startswith("roll ") for line in lines) > 4
    said = pipe("\n".join(lines), "express", "-p", "balanced", "--seed", 3, "--my-dice", "--out", "typed.toml")
    assert said.code == 0
    assert Path("typed.toml").read_text() == drawn.text()


@pytest.mark.parametrize("words", [
    ["creatures", "--seat", 2],
    ["agricola-2007", "--mode", "family", "-p", "balanced"],
    ["agricola-revised"],
    ["express", "-p", "balanced", "-p", "greedy", "--seat", 2],
    ["express", "--people", 2],
])  # fmt: skip
def test_every_game_goes_to_its_end(pipe, say, words: list[str]) -> None:
    said = pipe(ANSWERS, *words, "--seed", 5, "--out", "game.toml")
    assert said.code == 0
    assert "Final score" in said.out
    again = say("replay", words[0], "game.toml")
    assert again.code == 0
    assert "Final score" in again.out


@pytest.mark.parametrize(("game", "labels"), [
    ("express", ["balanced", "random", "greedy"]),
    ("creatures", ["balanced", "random"]),
    ("agricola-2007", ["balanced", "random"]),
])  # fmt: skip
def test_policies_play_as_they_do_in_simulated_games(game: str, labels: list[str]) -> None:
    played = tomllib.loads(LiveGame(seating(game, labels, seed=11)).text())
    simulated = tomllib.loads(write_game(make_plan(game, labels, games=1, seed=11), 0)[0])
    for key in ("action", "feeding", "placement", "birth", "round"):
        assert played.get(key) == simulated.get(key)


# --- Taking back, saving, going on ---------------------------------------------------------------------------------


def test_undo_gives_the_same_state_back() -> None:
    table = live_game("express", "balanced")
    states = []
    for _ in range(5):
        states.append((table.text(), table.view(), table.choices()))
        table.answer("1")
    for state in reversed(states):
        assert table.undo()
        assert (table.text(), table.view(), table.choices()) == state
    assert not table.undo()


def test_a_roll_that_was_typed_wrongly_is_taken_back() -> None:
    table = live_game(own_dice=True)
    assert table.question.ask == "roll"
    table.answer(FIRST)
    table.answer("add 1 room")
    table.answer("roll")
    assert table.question.ask == "roll"
    assert table.undo()
    assert table.question.ask == "turn"
    table.answer(f"roll {FIRST}")
    assert table.question.ask == "move"
    assert table.undo()
    assert table.question.ask == "turn"


def test_a_saved_game_goes_on_as_if_never_left(pipe) -> None:
    pipe(ANSWERS, "express", "-p", "balanced", "--seed", 9, "--out", "whole.toml")
    half = pipe("1\n" * 5, "express", "-p", "balanced", "--seed", 9, "--out", "half.toml")
    assert half.code == 1
    assert "the input ended before the game, in round" in half.err
    assert "play express --resume half.toml" in half.out
    table = resumed("express", Path("half.toml"))
    assert table.undo()
    assert pipe(ANSWERS, "express", "--resume", "half.toml").code == 0
    assert Path("half.toml").read_text() == Path("whole.toml").read_text()


def test_agricola_goes_on_with_its_mode_and_cards(pipe) -> None:
    whole = pipe(ANSWERS, "agricola-2007", "--mode", "family", "--seed", 9, "--out", "whole.toml")
    pipe("1\n" * 9, "agricola-2007", "--mode", "family", "--seed", 9, "--out", "half.toml")
    assert "cards" not in tomllib.loads(Path("half.toml").read_text())
    assert pipe(ANSWERS, "agricola-2007", "--resume", "half.toml").code == whole.code == 0
    assert Path("half.toml").read_text() == Path("whole.toml").read_text()


@pytest.mark.parametrize(("game", "policies", "seed"), [
    ("express", ["person"], 2), ("express", ["person", "person", "person"], 2), ("creatures", ["person", "person"], 3),
    ("agricola-2007", ["person", "person"], 3), ("agricola-revised", ["person"], 4),
])  # fmt: skip
def test_a_game_saved_at_a_harvest_asks_the_same_again(game: str, policies: list[str], seed: int, tmp_path) -> None:
    path, asked, draw = tmp_path / "game.toml", 0, random.Random(5)
    table = LiveGame(seating(game, policies, seed=seed))
    while not table.over:
        if table.question.ask in ("feed", "breed"):
            path.write_text(table.text())
            again = resumed(game, path)
            assert (again.question, again.view(), again.choices()) == (table.question, table.view(), table.choices())
            assert again.text() == table.text()
            asked += 1
            table.answer(str(len(table.choices())))
        else:
            table.answer(str(draw.randrange(len(table.choices())) + 1))
    assert asked


def test_nothing_is_overwritten_unasked(pipe) -> None:
    Path("game.toml").write_text("mine")
    said = pipe("1\n", "express", "--out", "game.toml")
    assert said.code == 1
    assert "game.toml is there already" in said.err
    said = pipe("1\nsave game.toml\nsave other.toml\nquit\n", "express", "--seed", 1)
    assert said.code == 0
    assert "? game.toml is there already" in said.out
    assert Path("game.toml").read_text() == "mine"
    assert "[[action]]" in Path("other.toml").read_text()
    assert pipe("1\nquit\n", "express", "--out", "game.toml", "--force").code == 0
    assert "[[action]]" in Path("game.toml").read_text()


# --- Answers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "told"), [
    ("99", "there is no number 99 in the list"),
    ("0", "there is no number 0 in the list"),
    ("have a baby", "a baby needs a room of its own"),
    ("baby", "'have a baby' is illegal: a baby needs a room of its own"),
    ("colect 2 food", "cannot read the move 'colect 2 food'"),
    ("collect 9 x Food", "is illegal: the dice for that group are not available"),
    ("collect", "'collect' may be:"),
    ("save nowhere/game.toml", "is in no folder that is there"),
    ("undo", "nothing is left to take back"),
    ("moves sheepish", "no listed move has 'sheepish' in it"),
    ("review", "a game is reviewed when it is over"),
    ("roll", "there is nothing to roll now"),
])  # fmt: skip
def test_a_wrong_answer_is_said_and_asked_again(pipe, answer: str, told: str) -> None:
    said = pipe(f"{answer}\nadd 1 room\n", "express", "--seed", 7)
    assert re.search(rf"^\? .*{re.escape(told)}", said.out, re.MULTILINE)
    assert "You: add 1 room" in said.out
    assert "Traceback" not in said.out + said.err


@pytest.mark.parametrize(("dice", "told"), [
    ("house field", "2 dice are written, but 13 are rolled"),
    (FIRST.replace("House, House", "House, Oven"), "1 Farm dice (House) where there are 2"),
    (FIRST.replace("Boar", "Bear"), "no die shows 'bear' (did you mean 'boar'?)"),
    ("s house", "'s' may be stonecutter or stone or sheep: write more of it"),
    ("2 food house", "2food is the face with two Food"),
])  # fmt: skip
def test_dice_that_cannot_be_are_refused(dice: str, told: str) -> None:
    table = live_game(own_dice=True)
    with pytest.raises(AnalyserError, match=re.escape(told)):
        table.answer(dice)
    table.answer("ho house mayor ov 2xfood gra 2xwood ree 2xshe boa")
    assert table.view().common[0][1][0] == ("2 x House",)


def test_dice_in_order_need_few_letters() -> None:
    table = live_game(own_dice=True)
    table.answer("h h ma o f f 2f w b s 3xs")
    dice = "2 x House|Mayor|Oven|2 x Food, 2 Food|Wood, Brick, Stone|3 x Sheep"
    assert "|".join(", ".join(faces) for faces in table.view().common[0][1]) == dice
    assert table.undo()
    with pytest.raises(AnalyserError, match="'h' may be house or hearth"):
        table.answer("h h o ma f f 2f w b s 3xs")


def test_dice_are_not_typed_where_the_program_rolls_them() -> None:
    table = live_game()
    table.answer("add 1 room")
    with pytest.raises(AnalyserError, match="the dice are rolled by the program"):
        table.answer("roll house")


def test_moves_are_said_in_part() -> None:
    table = live_game(own_dice=True)
    table.answer(FIRST)
    table.answer("collect 2 wood")
    assert table.steps[-1].words == "collect 2 x Wood"


def test_who_sits_where() -> None:
    assert labels_of("express", [], None, None, None) == ["person"]
    assert labels_of("express", ["greedy"], 3, 2, None) == ["greedy", "person", "greedy"]
    assert labels_of("express", ["greedy", "person"], None, None, None) == ["greedy", "person"]
    assert labels_of("creatures", [], None, None, None) == ["person", "balanced"]
    assert labels_of("express", [], None, None, 3) == ["person"] * 3
    with pytest.raises(AnalyserError, match="3 players are named for 2 seats"):
        labels_of("express", ["greedy", "random"], 2, None, None)


@pytest.mark.parametrize(("words", "code", "told"), [
    (["expres"], 1, "did you mean 'express'"),
    (["express", "--players", 5], 1, "players is 5"),
    (["express", "--seat", 3, "-p", "greedy"], 1, "seat is 3"),
    (["express", "-p", "gredy"], 1, "did you mean 'greedy'"),
    (["express", "--resume", "nowhere.toml"], 1, "cannot read game file nowhere.toml"),
    (["express", "--resume", "nowhere.toml", "--seed", 1], 2, "--resume takes the seats and the seed from its file"),
    (["express", "--out", "no/where.toml"], 1, "is in no folder that is there"),
])  # fmt: skip
def test_a_mistake_is_one_line(pipe, words: list[str], code: int, told: str) -> None:
    said = pipe("", *words)
    assert said.code == code
    assert told in said.err
    assert said.err.count("\n") == 1


ODD = """
add 1 2 room rooms have a baby plant field with Grain die build pasture gain Mayor collect x Food 2food ; , cook
Fences: {(0,4)} H(0,1) (1,1) Sow: sow bake Improvement Fireplace keep sheep pigs nothing roll r paying them all
eating Stables: wood Expand: left Shelter on { ) ٣ ² 0 -1 999999999999 :: ' " é
"""


@pytest.mark.parametrize("game", ["express", "creatures", "agricola-2007"])
def test_whatever_is_typed_is_done_or_answered_in_a_line(game: str, tmp_path: Path) -> None:
    draw, table = random.Random(1), live_game(game)
    for _ in range(120):
        if table.over:
            break
        choices = table.choices()
        words = [draw.choice(ODD.split()) for _ in range(draw.randrange(6))]
        if draw.random() < 0.5 and choices:
            words = draw.choice(choices).words.split()[: draw.randrange(1, 9)]
        try:
            table.answer(" ".join(words))
        except AnalyserError as error:
            assert "\n" not in str(error)
            assert len(str(error)) < 1500
    assert len(table.marks) > 5
    path = tmp_path / "game.toml"
    path.write_text(table.text())
    assert resumed(game, path).text() == table.text()


def test_a_policy_that_fails_is_named_and_nothing_has_happened(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from sims.express.contract import policy\n\n\n"
        '@policy("lost", "a test")\n'
        "def choose(position, rules, found, params, stream):\n"
        '    """Name a place outside the list."""\n'
        "    return 7\n"
    )
    table = live_game("express", f"{path}:lost")
    before = table.text()
    with pytest.raises(AnalyserError, match="the policy on seat 2 chose place 7, which is outside its list of moves"):
        table.answer("1")
    assert table.text() == before
    assert table.question.seat == 0


def test_a_file_that_says_nobody_is_for_people(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(f'game = "express"\nplayers = 2\n[[action]]\nroll = "{FIRST}"\nmove = "add 1 room"\n')
    table = resumed("express", path, own_dice=True)
    assert table.who.labels == ["person", "person"]
    assert (table.question.seat, table.question.ask) == (1, "turn")
    assert table.view().heading == "Seat 2: Round 1 of 6, 2 actions left; harvest 1 after round 3"
    table.answer("gain the Mayor")
    assert (table.question.seat, table.question.round) == (0, 1)


# --- Advice and review ---------------------------------------------------------------------------------------------


def test_a_hint_names_the_numbers_to_type(pipe, monkeypatch) -> None:
    monkeypatch.setattr(looking_on, "SECONDS", 0.2)
    said = pipe("hint\n1\nhint\n", "express", "--seed", 7)
    assert re.search(r"^  \d+\) \S.*\n +\S.* points", said.out, re.MULTILINE)
    assert "  roll\n" in said.out


@pytest.mark.parametrize(("game", "ask"), [("express", "feed"), ("creatures", "move"), ("agricola-2007", "move")])
def test_hints_are_there_for_all_games(game: str, ask: str, monkeypatch) -> None:
    monkeypatch.setattr(looking_on, "SECONDS", 0.2)
    table = live_game(game, seed=1)
    while table.question.ask != ask:
        table.answer("1")
    known = {choice.words for choice in table.choices()}
    assert known & set(looking_on.hint(table).moves["move"])


def test_the_game_is_reviewed_at_its_end(pipe, monkeypatch) -> None:
    from analyser import review

    short = review.review
    monkeypatch.setattr(review, "review", lambda *words, **more: short(*words, **more, playouts=4))
    said = pipe(f"{ANSWERS}review\nreview 2\nreview x\n", "express", "--seed", 7, "--out", "game.toml")
    assert said.code == 0
    assert "Seat 1 scored" in said.out
    assert "analyser review express game.toml --seed 7" in said.out
    assert "? seat is 2" in said.out
    assert "? review of which seat?" in said.out


# --- A terminal ----------------------------------------------------------------------------------------------------


class Terminal:
    """A game in a pseudo-terminal of 80 columns and 24 lines."""

    def __init__(self, folder: Path, *words: object) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, str(ROOT / "cli.py"), "play", *map(str, words)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=environment, start_new_session=True
        )
        os.close(slave)
        self.seen = ""

    def read(self, wait: float = 240) -> str:
        """Return what is shown until something is asked, or the end, or so many seconds have gone."""
        shown, until = "", time.monotonic() + wait
        while time.monotonic() < until:
            ready, _, _ = select.select([self.master], [], [], 1)
            try:
                got = os.read(self.master, 65536).decode() if ready else ""
            except OSError:  # the other end is closed
                break
            shown += got
            if plain(shown).endswith("> "):
                break
        self.seen += shown
        return plain(shown)

    def type(self, line: str) -> str:
        """Type a line; return what is shown then."""
        os.write(self.master, line.encode() + b"\n")
        return self.read()

    def interrupt(self) -> str:
        """Press Ctrl-C, again where the line editor was just beginning and did not see it; return what is shown."""
        shown = ""
        while not shown and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
            shown = self.read(3)
        return shown + self.read()

    def end(self) -> int:
        """Return the exit code."""
        code = self.process.wait(60)
        os.close(self.master)
        return code


def plain(text: str) -> str:
    """Return what a terminal shows without its control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n")


def test_a_whole_game_in_a_terminal(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "express", "--seed", 7, "--out", "game.toml")
    shown = table.read()
    assert "seed 7: alone against the dice" in shown
    assert "Round 1 of 6, 2 actions left; harvest 1 after round 3 ──" in shown
    for _ in range(60):
        assert max(map(len, shown.split("\n"))) <= 80
        if "Final score" in shown:
            break
        shown = table.type("1")
    assert "That is not above the par of 85." in shown
    assert "\x1b[" in table.seen
    assert "Taken back." in table.type("undo")
    assert "Final score" in table.type("1")
    table.type("quit")
    assert table.end() == 0
    assert "# Final score: seat 1" in (tmp_path / "game.toml").read_text()


def test_ctrl_c_saves(tmp_path: Path) -> None:
    table = Terminal(tmp_path, "express", "--seed", 7)
    table.read()
    table.type("1")
    assert "Saved in express-7.toml. Go on with: analyser play express --resume" in table.interrupt()
    assert table.end() == 130
    assert "[[action]]" in (tmp_path / "express-7.toml").read_text()
