"""What a policy of any game may do wrong while it plays: it is stopped and named, in one line, with the game to replay.

One file a game does all of it, by its parameter, in round 2 or at the first harvest or breeding.
"""

from __future__ import annotations

from pathlib import Path

import pytest

CHOOSE = """

@policy("bad", "test", parameters=(Parameter("how", 0, 0, 30, "what it does wrong"),), {more})
def choose(position, rules, found, params, stream):
    \"\"\"Take the first move, until something goes wrong.\"\"\"
    count = {list}
    how = params[0] if position["round"] == 1 else 0.0
    if how == 1:
        raise ValueError("no idea what to do")
    if how == 2:
        return count
    if how == 3:
        return -7
    if how == 4:
        {illegal}
    if how == 5:
        own_farm(position){good} += 1
    if how == 6:
        rules{rule} = 60
    if how == 7:
        params[0] = 29
    while how == 8:
        count = (count * 5 + below(stream, count, 7)) % 1001
    if how == 9:
        return count + int({big}[count])
    return {first}
"""
HEADS = {
    "express": """import numpy as np
from sims.draws import below
from sims.express.contract import Parameter, list_moves, own_farm, policy
from sims.express.drafts import Menu


def feed(position, rules, cooking, params, stream):
    if params[0] == 20:
        cooking[0] = 99
    if params[0] == 21:
        raise ValueError("no food")
    if params[0] == 22:
        own_farm(position)["food"] += 9
    while params[0] == 23:
        cooking[0] = below(stream, cooking[0], 7) + 1
""",
    "creatures": """import numpy as np
from sims.creatures.contract import Parameter, list_moves, own_farm, policy
from sims.creatures.drafts import Menu
from sims.draws import below


def breed(position, rules, herds, params, stream):
    place = 0
    if params[0] == 20:
        return herds["count"]
    if params[0] == 21:
        raise ValueError("no food")
    if params[0] == 22:
        own_farm(position)["wood"] += 9
    while params[0] == 23:
        place = below(stream, place, 7)
    if params[0] == 24:
        herds["herds"][0][0] = 60
    return place
""",
    "agricola-2007": """import numpy as np
from sims.agricola.contract import PASS, Parameter, list_moves, own_farm, policy
from sims.draws import below


def feed(position, rules, feeding, params, stream):
    if params[0] == 20:
        feeding["converted"][3] = 99
    if params[0] == 21:
        raise ValueError("no food")
    if params[0] == 22:
        own_farm(position)["people"] += 1
    while params[0] == 23:
        feeding["converted"][0] = below(stream, feeding["converted"][0], 7) + 1


def breed(position, rules, herds, params, stream):
    if params[0] == 25:
        return -1
    if params[0] == 24:
        herds["herds"][0][0] = 60
    return 0
""",
}  # fmt: skip
HEADS["agricola-revised"] = HEADS["agricola-2007"]
ASKED = {
    "list": "list_moves(position, rules, Menu.PLAIN, found)",
    "first": "below(stream, 0, count)",
    "big": "np.zeros(1)",
}
PARTS = {
    "express": ASKED
    | {
        "list": "list_moves(position, rules, Menu.USED, found)",
        "more": "feed=feed",
        "illegal": 'found["moves"][0]["count"] = 90',
        "good": '["food"]',
        "rule": '["rounds"][0]',
    },
    "creatures": ASKED
    | {
        "more": "breed=breed",
        "illegal": 'found["moves"][0]["cells"] = 1 << 30',
        "good": '["wood"]',
        "rule": '["rounds"]',
    },
    "agricola-2007": ASKED
    | {
        "list": "list_moves(position, rules, found)",
        "more": "feed=feed, breed=breed",
        "illegal": 'found["moves"][0]["space"] = 99',
        "good": '["supply"][0]',
        "rule": '["rounds"]',
        "first": "below(stream, 0, count) if count else PASS",
    },
}
PARTS["agricola-revised"] = PARTS["agricola-2007"]
WRONG = {
    1: "raised ValueError: no idea what to do, asked which move to take",
    2: "which is outside its list of moves (",
    3: "chose place -7, which is outside its list of moves (",
    4: "chose an illegal move: ",
    5: "changed the position when it was asked which move to take",
    6: "changed the rules, which it may only read",
    7: "changed its parameters, which it may only read",
    9: "raised IndexError",
}
FED = {20: "fed its family ", 21: "raised ValueError: no food, asked ", 22: "changed the position when it was asked "}
BRED = {20: "chose herd ", 21: "raised ValueError: no food, asked which animals stay", 22: "changed the position when"}
KINDS = {
    "express": WRONG | FED,
    "creatures": WRONG | BRED,
    "agricola-2007": WRONG | FED | {25: "chose herd -1"},
    "agricola-revised": {4: WRONG[4], 20: FED[20]},  # the same engine
}
CASES = [(game, how, words) for game, kinds in KINDS.items() for how, words in kinds.items()]
LATE = (6, 7)
"""What is noticed after a game only, without its round."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch) -> Path:
    """Go to a folder with a bad policy for each game."""
    monkeypatch.chdir(tmp_path)
    for game, head in HEADS.items():
        Path(f"{game}.py").write_text(head + CHOOSE.format(**PARTS[game]))
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(("game", "how", "words"), CASES)
def test_it_is_named_with_the_game_to_replay(say, game: str, how: int, words: str) -> None:
    said = say("simulate", game, "-p", f"{game}.py:bad:how={how}", "-n", 300, "--seed", 7)
    assert said.code == 1
    assert not said.out
    assert said.err.startswith(f"analyser: policy {game}.py:bad:how={how} ")
    assert said.err.count("\n") == 1
    assert words in said.err
    assert ", round " in said.err or how in LATE
    again = say(*said.err.partition("see it with: analyser ")[2].split())
    assert again.code == 1
    assert again.err == said.err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("game", ["creatures", "agricola-2007"])
def test_who_writes_into_the_list_of_herds_gains_nothing(say, game: str) -> None:
    one, other = (say("simulate", game, "-p", f"{game}.py:bad:how={how}", "-n", 300, "--seed", 7, "--format", "csv")
                  for how in (0, 24))  # fmt: skip
    assert one.code == other.code == 0
    assert other.out.replace("how=24", "how=0") == one.out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("how", [8, 23])
@pytest.mark.parametrize("game", ["creatures", "agricola-2007"])
def test_it_is_given_up_where_it_never_answers(say_alone, game: str, how: int) -> None:
    said = say_alone(
        "simulate", game, "-p", f"{game}.py:bad:how={how}", "-n", 300, "--seed", 7, ANALYSER_PATIENCE="1.5"
    )
    assert said.code == 1
    assert said.err.splitlines()[-1].startswith(f"analyser: policy {game}.py:bad:how={how} ")
    assert "has not answered for 1.5 s, asked " in said.err
    assert "Traceback" not in said.err


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("game", ["creatures", "agricola-revised"])
def test_what_cannot_be_compiled_is_one_line_with_file_and_line(say, game: str) -> None:
    text = (
        Path(f"{game}.py")
        .read_text()
        .replace("    if how == 2:\n        return count", '    if how == 2:\n        return "x"')
    )
    Path("my.py").write_text(text)
    said = say("simulate", game, "-p", "my.py", "-n", 300, "--seed", 7)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert said.err.startswith("analyser: my.py:")
    assert int(said.err.split(":")[2]) in range(text.count("\n", 0, text.index("@policy")), text.count("\n") + 1)


# --- Among others ----------------------------------------------------------------------------------------------------

BAD, LOOP = "express.py:bad:how=4", "express.py:bad:how=8"


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("out", [[], ["--out", "duel"]])
def test_the_others_are_compared_without_it(say, out: list[str]) -> None:
    words = ["--games", 2000, "--seed", 7, "--format", "csv", "--precision", 0.01]
    others = say("compare", "express", "-p", "greedy", "-p", "family-first", *words)
    said = say("compare", "express", "-p", "greedy", "-p", BAD, "-p", "family-first", *words, *out)
    assert said.code == 1
    assert f"analyser: policy {BAD} chose an illegal move" in said.err
    assert "the others are compared without it" in said.err
    assert said.out == others.out
    if out:
        assert Path("duel/manifest.json").exists()
        again = say("compare", "express", "-p", "greedy", "-p", "family-first", *words, *out)
        assert again.code == 0
        assert "holds this comparison, finished" in again.err
        assert again.out == others.out


@pytest.mark.usefixtures("here")
def test_where_nobody_else_is_left_what_was_played_stands(say) -> None:
    rare = "if position['round'] == 5 and below(stream, 1, 3000) == 0:\n        return 999\n    return 0\n"
    text = (HEADS["express"] + CHOOSE.format(**PARTS["express"])).replace("return below(stream, 0, count)\n", rare)
    Path("rare.py").write_text(text)
    said = say("compare", "express", "-p", "greedy", "-p", "rare.py", "--seed", 7, "--fixed", "--out", "duel")
    assert said.code == 1
    assert "policy rare.py chose place 999" in said.err
    assert "what follows is what was played before" in said.err
    assert "rare.py" in said.out
    shown = say("report", "duel", "-o", "report", "--format", "md")
    assert shown.code == 0
    assert "Stopped before its end" in Path("report/report.md").read_text()


@pytest.mark.usefixtures("here")
def test_the_others_are_compared_without_one_that_never_answers(say_alone) -> None:
    words = ["--games", 2000, "--seed", 7, "--format", "csv", "--precision", 0.01]
    said = say_alone("compare", "express", "-p", LOOP, "-p", "greedy", "-p", "random", *words, ANALYSER_PATIENCE="1.5")
    assert said.code == 1
    assert "has not answered for 1.5 s" in said.err
    assert said.out == say_alone("compare", "express", "-p", "greedy", "-p", "random", *words).out


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("words", [["bench", "--seconds", 0.05], ["strength", "-n", 50, "--slow-games", 50]])
def test_the_others_are_measured(say, words: list[object]) -> None:
    Path("broken.py").write_text("x = 1 / 0\n")
    command, *more = words
    labels = ["-p", "broken.py", "-p", "greedy", "-p", BAD, "-p", "random", "-p", "grady"]
    said = say(command, "express", *labels, *more, "--format", "csv")
    assert said.code == 1
    assert {line.split(",")[0] for line in said.out.splitlines()} == {"policy", "greedy", "random"}
    told = [line for line in said.err.splitlines() if line.startswith("analyser: ")]
    assert [line.split()[1] for line in told] == ["broken.py:1:", "policy", "unknown"]
    alone = say(command, "express", "-p", BAD, *more)
    assert (alone.code, alone.out) == (1, "")


@pytest.mark.usefixtures("here")
def test_a_wrong_option_is_told_once(say) -> None:
    said = say("bench", "express", "-p", "greedy", "-p", "random", "--players", 9)
    assert (said.code, said.out, said.err.count("\n")) == (1, "", 1)
    missing = say("bench", "express", "-p", "greedy", "-p", "random", "--rules", "nowhere.toml")
    assert (missing.code, missing.err.count("\n")) == (1, 1)
