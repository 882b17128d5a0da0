"""The command as people use it: what it prints, its exit codes, and one line for each mistake."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

ROOT = Path(__file__).parents[2]


def process(*words: object, **more) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own."""
    command = [sys.executable, str(ROOT / "cli.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False, **more)


def test_json_holds_the_run(say) -> None:
    said = say("simulate", "express", "--policy", "family-first", "--games", 500, "--seed", 7, "--format", "json")
    assert said.code == 0
    found = json.loads(said.out)
    assert found["game"] == "express"
    assert set(found["rules"]) == {"name", "hash"}
    assert (found["seed"], found["games"]) == (7, 500)
    (seat,) = found["seats"]
    wanted = "seat policy n mean se sd min q05 q25 q50 q75 q95 max p_above_par categories"
    assert not set(wanted.split()) - set(seat)
    assert len(seat["categories"]) == 3
    points = sum(sum(harvest.values()) for harvest in seat["categories"])
    assert points == pytest.approx(seat["mean"])


@pytest.mark.parametrize("players", [1, 2])
def test_the_number_of_threads_changes_nothing(say, players: int) -> None:
    words = ["simulate", "express", "--games", 3000, "--seed", 7, "--players", players, "--format", "json"]
    one, two, four = (say(*words, "--jobs", jobs) for jobs in (1, 2, 4))
    assert one.out == two.out == four.out
    assert one.code == 0


def test_the_table_says_seed_and_interval(say) -> None:
    said = say("simulate", "express", "--policy", "greedy:roll_gain=4", "--games", 200, "--seed", 11)
    assert "95 % interval" in said.out
    assert "seed 11" in said.out
    assert "greedy:roll_gain=4" in said.out


def test_csv_is_the_summary(say) -> None:
    said = say(
        "simulate", "express", "--policy", "random", "--policy", "greedy", "-n", 50, "--seed", 1, "--format", "csv"
    )
    frame = pd.read_csv(io.StringIO(said.out))
    assert list(frame["policy"]) == ["random", "greedy"]
    assert frame["wins"].sum() == pytest.approx(1)


def test_a_seed_is_drawn_and_shown(say) -> None:
    seeds = {json.loads(say("simulate", "express", "-n", 2, "-f", "json").out)["seed"] for _ in range(3)}
    assert len(seeds) > 1


def test_one_game_has_no_standard_error(say) -> None:
    seat = json.loads(say("simulate", "express", "-n", 1, "-f", "json").out)["seats"][0]
    assert seat["se"] is None
    assert seat["min"] == seat["max"] == seat["mean"]
    assert say("simulate", "express", "-n", 1).code == 0


def test_a_run_is_saved_reported_and_read_back(say, tmp_path: Path) -> None:
    run, report = tmp_path / "run", tmp_path / "report"
    words = ["simulate", "express", "-n", 400, "--seed", 5, "--players", 2, "-f", "json"]
    first = say(*words, "--out", run, "--rows")
    assert first.code == 0
    rows = pd.read_parquet(run / "rows.parquet")
    assert len(rows) == 800
    means = rows.groupby("seat")["score"].mean()
    assert list(means) == pytest.approx([seat["mean"] for seat in json.loads(first.out)["seats"]])
    points = rows[[name for name in rows.columns if name.startswith("points_")]].sum(axis=1)
    assert np.array_equal(points, rows["score"])
    assert say("report", run, "-o", report).code == 0
    assert (report / "report.md").is_file()
    assert list((report / "figures").glob("*.png"))
    again = say("simulate", "express", "--out", run)
    assert again.code == 1
    assert "--force" in again.err
    assert say(*words, "--out", run, "--force").code == 0
    assert not (run / "rows.parquet").exists()


def test_rules_are_printed_and_read_back(say, tmp_path: Path) -> None:
    printed = say("rules", "express")
    assert printed.code == 0
    assert tomllib.loads(printed.out)["costs"]["pasture_wood"] == 1
    path = tmp_path / "rules.toml"
    path.write_text(printed.out)
    words = ["simulate", "express", "-n", 100, "--seed", 3, "-f", "json"]
    assert say(*words, "--rules", path).out == say(*words).out
    path.write_text(printed.out.replace('breeding = "per_pasture"', 'breeding = "per_type"'))
    changed = say(*words, "--rules", path)
    assert json.loads(changed.out)["rules"]["hash"] != json.loads(say(*words).out)["rules"]["hash"]


def test_rules_of_a_file_are_completed(say, tmp_path: Path) -> None:
    path = tmp_path / "poor.toml"
    path.write_text("[start]\nfood = 0\n")
    whole = say("rules", "express", "--file", path)
    assert tomllib.loads(whole.out)["start"]["food"] == 0
    assert tomllib.loads(whole.out)["name"] == "poor"


BAD_RULES = {
    "[costs]\npasture_wod = 1": "costs.pasture_wood",
    "[costs]\npasture_wood = -1": "from 0 to 99",
    "[costs]\npasture_wood = 1.5": "whole number",
    "[costs]\npasture_wood = true": "whole number",
    "costs = 3": "unknown key",
    'par = "high"': "whole number",
    '[readings]\nbreeding = "per_kind"': "per_type",
    "[readings]\nbreeding_ties = ['sheep', 'sheep', 'boar']": "each of",
    "[dice.farm]\nfaces = ['House']": "list of 6",
    "[dice.farm]\nfaces = ['House', 'House', 'Hose', 'Field', 'Field', 'Field']": "House, Pasture, Field",
    "[rounds]\nper_harvest = [3, 2, 0]": "from 1 to 6",
    "[start]\nsheep = 2": "pastures",
    "[start]\nbabies = 5": "most_babies",
    "[costs": "not valid TOML",
    "name = 3": "name",
}


@pytest.mark.parametrize("text", BAD_RULES)
def test_a_bad_rules_file_is_one_clear_line(say, tmp_path: Path, text: str) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    said = say("simulate", "express", "-n", 10, "--rules", path)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert str(path) in said.err
    assert BAD_RULES[text] in said.err
    assert not said.out


MISTAKES = [
    (["simulate", "expres"], 1, "did you mean 'express'"),
    (["simulate", "express", "-p", "gredy"], 1, "did you mean 'greedy'"),
    (["simulate", "express", "-p", "greedy:rol=3"], 1, "did you mean 'roll_gain'"),
    (["simulate", "express", "-p", "greedy:roll_gain=much"], 1, "has to be a number"),
    (["simulate", "express", "-p", "greedy:roll_gain=nan"], 1, "between"),
    (["simulate", "express", "-p", "random:x=1"], 1, "no parameters"),
    (["simulate", "express", "-p", "random", "-p", "greedy", "--players", "3"], 1, "2 policies for 3 players"),
    (["simulate", "express", "--players", "5"], 1, "between 1 and 4"),
    (["simulate", "express", "--rules", "/nowhere/rules.toml"], 1, "No such file"),
    (["simulate", "express", "--rules", "/"], 1, "directory"),
    (["simulate", "express", "--games", "0"], 2, "range"),
    (["simulate", "express", "--games", "many"], 2, "integer"),
    (["simulate", "express", "--seed", "-1"], 2, "range"),
    (["simulate", "express", "--jobs", "0"], 2, "range"),
    (["simulate", "express", "--rows"], 2, "--out"),
    (["simulate", "express", "--gams", "3"], 2, "--games"),
    (["replay", "express"], 2, "name a FILE"),
    (["replay", "express", "/nowhere.toml"], 1, "No such file"),
    (["score", "express", "/nowhere.toml"], 1, "No such file"),
    (["replay", "express", "x", "--seed", "1"], 2, "name a FILE"),
    (["simulate"], 2, "GAME"),
    (["simulat"], 2, "did you mean 'simulate'"),
    (["report", "/nowhere", "-o", "x"], 1, "no folder"),
    (["report", "/", "-o", "x"], 1, "no run folder"),
    (["policies", "exprss"], 1, "did you mean 'express'"),
    (["rules", "exprss"], 1, "did you mean 'express'"),
    (["bench", "express", "-p", "gredy"], 1, "did you mean 'greedy'"),
    (["bench", "express", "-p", "greedy", "-p", "random", "--scaling"], 2, "--scaling measures one policy"),
    (["bench", "express", "--scaling", "-f", "csv"], 2, "choose --format table or json"),
    (["simulate", "express", "--executor", "thread"], 2, "--executor"),
    (["simulate", "express", "--scheduler", "tcp://127.0.0.1:1", "--jobs", "2"], 2, "leave --jobs out"),
    (["compare", "express", "-p", "random", "-p", "greedy", "--tls-key", "x"], 2, "begins with tls://"),
]


@pytest.mark.parametrize(
    ("words", "code", "hint"), MISTAKES, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_a_mistake_is_one_clear_line(say, words: list[str], code: int, hint: str) -> None:
    said = say(*words)
    assert said.code == code
    assert said.err.count("\n") == 1
    assert hint in said.err
    assert "Traceback" not in said.err
    assert not said.out


def test_an_out_folder_with_something_else_is_left_alone(say, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    for force in ([], ["--force"]):
        said = say("simulate", "express", "-n", 10, "--out", tmp_path, *force)
        assert said.code == 1
        assert "letter.txt" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_damaged_run_is_named(say, tmp_path: Path) -> None:
    run = tmp_path / "run"
    say("simulate", "express", "-n", 50, "--out", run)
    (run / "tally" / "scores.parquet").write_bytes(b"PAR1 nonsense")
    said = say("report", run, "-o", tmp_path / "report")
    assert said.code == 1
    assert "scores.parquet" in said.err
    assert not (tmp_path / "report").exists()


def test_a_folder_that_cannot_be_made_is_named_before_the_run(say, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    said = say("simulate", "express", "-n", 10**9, "--out", tmp_path / "file" / "run")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert not said.out


def test_a_run_that_cannot_be_saved_is_shown(say, tmp_path: Path, monkeypatch) -> None:
    import analyser.saved
    from analyser import AnalyserError

    def full(*_: object, **__: object) -> None:
        raise AnalyserError("no space left on the disk")

    monkeypatch.setattr(analyser.saved.SavedRun, "finish", full)
    said = say("simulate", "express", "-n", 10, "--out", tmp_path / "run", "-f", "json")
    assert said.code == 1
    assert json.loads(said.out)["games"] == 10
    assert "no space left" in said.err


def test_rows_that_cannot_be_written_do_not_lose_the_games(say, tmp_path: Path, monkeypatch) -> None:
    import analyser.rows

    write = analyser.rows.RowFile.write

    def until_full(file: analyser.rows.RowFile, first: int, rows: np.ndarray) -> None:
        if first > 0:
            raise analyser.AnalyserError("no space left on the disk")
        write(file, first, rows)

    monkeypatch.setattr(analyser.rows.RowFile, "write", until_full)
    run = tmp_path / "run"
    said = say("simulate", "express", "-n", 100_000, "--out", run, "--rows", "-f", "json")
    assert said.code == 1
    assert "no space left" in said.err
    assert 0 < json.loads(said.out)["games"] < 100_000
    assert not (run / "rows.parquet").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


EDITS = {
    "played": lambda manifest: manifest | {"played": -5},
    "no plan": lambda manifest: manifest | {"plan": []},
    "no seed": lambda manifest: manifest | {"plan": {**manifest["plan"], "seed": None}},
    "policies": lambda manifest: manifest | {"plan": {**manifest["plan"], "policies": ["a", "b"]}},
    "par": lambda manifest: manifest | {"words": {**manifest["words"], "par": "high"}},
    "words": lambda manifest: manifest | {"words": {}},
    "format": lambda manifest: manifest | {"format": 99},
    "kind": lambda manifest: manifest | {"kind": "letter"},
    "list": lambda manifest: [manifest],
}


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_manifest_is_named(say, tmp_path: Path, edit: str) -> None:
    run = tmp_path / "run"
    say("simulate", "express", "-n", 20, "--out", run)
    path = run / "manifest.json"
    path.write_text(json.dumps(EDITS[edit](json.loads(path.read_text()))))
    said = say("report", run, "-o", tmp_path / "report")
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert str(run) in said.err


def test_bench_measures_each_policy(say) -> None:
    said = say("bench", "express", "-p", "family-first", "--seconds", 0.05, "--format", "json")
    (row,) = json.loads(said.out)
    assert row["policy"] == "family-first"
    assert row["games_per_second_1"] > 0


def test_bench_measures_what_makes_runs_faster(say, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyser import scaling

    monkeypatch.setattr(scaling, "ROUNDS", 1)
    monkeypatch.setattr(scaling, "MEMORY_GAMES", (100, 10**12))
    words = ("bench", "express", "-p", "random", "--scaling", "--seconds", 0.05, "--jobs", 2)
    found = json.loads(say(*words, "--format", "json").out)
    assert [(row["executor"], row["number"]) for row in found["executors"]] == [
        ("threads", 1), ("threads", 2), ("processes", 2), ("dask", 2),
    ]  # fmt: skip
    assert all(row["games_per_second"] > 0 for row in found["executors"])
    assert found["executors"][0]["speed_up"] == 1
    assert [row["kept"] for row in found["overhead"]] == ["nothing", "tally, progress", "tally, progress, files"]
    assert [row["games"] for row in found["memory"]] == [100]
    assert 50 < found["memory"][0]["peak_mb"] < 5_000


def test_other_executors_print_the_same(say) -> None:
    words = ("simulate", "express", "-n", 300, "--seed", 7, "-f", "json")
    here, there = say(*words, "--jobs", 1), say(*words, "--executor", "processes", "--progress", "json")
    assert there.code == 0
    assert json.loads(there.out) == json.loads(here.out)
    pair = ("compare", "express", "-p", "greedy", "-p", "random", "--seed", 7, "-f", "json", "--progress", "none")
    assert say(*pair, "--executor", "processes").out == say(*pair, "--jobs", 1).out


def test_games_and_policies_are_listed(say) -> None:
    assert "express" in say("games").out
    assert "roll_gain" in say("policies", "express").out
    names = [row["name"] for row in json.loads(say("policies", "express", "-f", "json").out)]
    assert names == sorted(names)
    assert {"family-first", "greedy", "random"} <= set(names)


def test_help_needs_nothing_heavy() -> None:
    """All commands are imported for it, so none of their modules loads anything heavy."""
    code = "import sys, cli; sys.argv = ['analyser', '--help']\ntry: cli.main()\nexcept SystemExit: pass\n"
    code += "heavy = 'numba', 'numpy', 'pandas', 'scipy', 'matplotlib', 'pyarrow', 'cma', 'rich', 'sims', 'reports'\n"
    code += "print([name for name in heavy if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip().endswith("[]")


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} cli.py simulate express -n 20 --seed 1 | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.startswith("Agricola Express")
    assert not done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "cli.py", "simulate", "express", "-n", "20"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "No space left" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_keeps_what_is_done(tmp_path: Path, number: signal.Signals) -> None:

    run = tmp_path / "run"
    command = [sys.executable, "cli.py", "simulate", "express", "-n", "1000000000", "--out", str(run), "-f", "json"]
    # A process started in the background may be told to ignore Ctrl-C; a terminal's is not.
    restore = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.default_int_handler)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, **restore
    ) as going:
        time.sleep(6)
        going.send_signal(number)
        out, err = going.communicate(timeout=60)
    assert going.returncode == 130
    assert "stopped after" in err
    played = json.loads(out)["games"]
    assert 0 < played < 1_000_000_000
    assert json.loads((run / "manifest.json").read_text())["played"] == played


ASKED = """
import numpy as np
from sims.express.farm import FARM
from sims.express.harvest import pasture_points
from sims.express.variants import default

farm = np.zeros(1, FARM)[0]
farm["pastures"] = 1
print(pasture_points(farm, default().record), ASK(farm, default().record))
"""
CALLER = """
from sims.express.harvest import pasture_points
from sims.jit import kernel


@kernel()
def ask(farm, rules):
    return pasture_points(farm, rules)
"""


def test_a_changed_rule_is_seen_at_once(tmp_path: Path) -> None:
    """Compiled code of the old rule must not answer, even where it was compiled into a function of another file."""
    shutil.copytree(ROOT / "sims", tmp_path / "sims", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "sims" / "express" / "caller.py").write_text(CALLER)
    words = "from sims.express.caller import ask as ASK\n" + ASKED
    environment = {**os.environ, "ANALYSER_CACHE_DIR": str(tmp_path / "cache")}

    def points() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", words], capture_output=True, text=True, cwd=tmp_path, env=environment, check=True
        )
        return done.stdout.split()

    assert points() == points() == ["4", "4"]
    kept = list((tmp_path / "cache").rglob("*.nbc"))
    assert any(path.name.startswith("caller.ask") for path in kept)
    harvest = tmp_path / "sims" / "express" / "harvest.py"
    old, text, stamp = 'return rules["pastures_any"] + farm["pastures"]', harvest.read_text(), harvest.stat()
    assert old in text
    harvest.write_text(text.replace(old, old.replace("return", "return 100 +")))
    os.utime(harvest, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
    assert points() == ["104", "104"]


def test_a_farm_is_scored(say) -> None:
    said = say("score", "express", ROOT / "docs" / "examples" / "farm.toml")
    assert said.code == 0
    assert "28 points" in said.out
    last = say("score", "express", ROOT / "docs" / "examples" / "farm.toml", "--harvest", 3, "-f", "json")
    assert json.loads(last.out)["total"] == 28


def test_a_game_is_replayed(say) -> None:
    said = say("replay", "express", ROOT / "docs" / "examples" / "game.toml")
    assert said.code == 0
    assert "Final score" in said.out


def test_a_simulated_game_is_written_down_and_replayed(say, tmp_path: Path) -> None:
    words = ["--seed", 7, "--game", 12, "--policy", "greedy", "--players", 3]
    written = say("replay", "express", *words)
    path = tmp_path / "game.toml"
    path.write_text(written.out)
    played = json.loads(say("replay", "express", path, "-f", "json").out)
    simulated = say(
        "simulate", "express", "-p", "greedy", "--players", 3, "-n", 13, "--seed", 7, "--out", tmp_path / "r", "--rows"
    )
    assert simulated.code == 0
    rows = pd.read_parquet(tmp_path / "r" / "rows.parquet")
    assert played["totals"] == list(rows[rows["game"] == 12]["score"])


def test_an_illegal_move_is_named_with_what_was_legal(say, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "examples" / "game.toml").read_text()
    path = tmp_path / "game.toml"
    first = next(line for line in text.splitlines() if line.startswith("move ="))
    path.write_text(text.replace(first, 'move = "have a baby"', 1))
    said = say("replay", "express", path)
    assert said.code == 1
    assert said.err.count("\n") == 1
    assert "action 1" in said.err
    assert "room" in said.err


def test_a_terminal_without_the_signs_shows_the_rest() -> None:
    done = process("simulate", "express", "-n", 20, "--seed", 1, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert "Mean ? standard error" in done.stdout
