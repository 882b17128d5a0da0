"""Runs in folders survive what may happen to them: kills, signals, two writers, full and read-only disks, damage."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import analyser
from analyser.begin import begin, seed_in
from analyser.errors import AnalyserError
from analyser.ledger import NAMES, newest
from analyser.lock import NAME as LOCK
from analyser.plan import make_plan
from analyser.run import run
from analyser.sample import MOST
from analyser.store import FILES, ROWS
from analyser.verify import verify

ROOT = Path(__file__).parents[2]
WHOLE = (*FILES, ROWS)
GAMES, CHUNK = 300, 50
DAMAGES = 60
"""Files that are damaged; so many times `--scale` (17: more than 1,000)."""
LONG = 30_000
CHILD = """
import sys, time, signal
signal.signal(signal.SIGTERM, signal.default_int_handler)
signal.signal(signal.SIGINT, signal.default_int_handler)
from pathlib import Path
from analyser.begin import begin
from analyser.plan import make_plan
from analyser.run import run
plan = make_plan("express", ["family-first", "greedy"], games=int(sys.argv[2]), seed=5)
with begin(Path(sys.argv[1]), plan, rows=True, seconds=0.05) as saved:
    print("begun", flush=True)
    slowly = lambda tally, alive: time.sleep(0.01)
    outcome = run(plan, 2, chunk=200, sample=20_000, keeper=saved, progress=slowly)
    result = saved.result()
    saved.stop(result) if outcome.interrupted else saved.finish(result)
print("stopped" if outcome.interrupted else "done", flush=True)
"""


def plan_of(games: int = GAMES, seed: int = 5, policies: tuple[str, ...] = ("family-first", "greedy"), **more):
    return make_plan("express", policies, games=games, seed=seed, **more)


def play(folder: Path, games: int = GAMES, *, stop: int | None = None, told: list[str] | None = None, **options):
    """Play a run in a folder, in one thread; break off without any goodbye before game `stop`."""
    seed = options.pop("seed", 5)
    policies = options.pop("policies", ("family-first", "greedy"))
    plan, tell = plan_of(games, seed, policies), (told if told is not None else []).append
    with begin(folder, plan, tell=tell, **{"rows": True, "seconds": 0} | options) as saved:
        if saved.finished is not None:
            return saved.finished
        target = plan if stop is None else plan_of(stop, seed, policies)
        outcome = run(target, 1, chunk=CHUNK, sample=MOST, keeper=saved)
        if outcome.trouble:
            raise outcome.trouble
        if stop is None:
            result = saved.result()
            saved.finish(result)
            return result
    return None


def same_files(one: Path, other: Path) -> None:
    for name in WHOLE:
        assert (one / name).read_bytes() == (other / name).read_bytes(), name
    left = {path.name for path in one.rglob("*") if ".damaged-" not in path.name}
    assert left - {"parts"} == {Path(name).name for name in (*WHOLE, *NAMES, "manifest.json", "tally")}
    assert not (one / LOCK).exists()
    assert len(list(verify(one))) == 5


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """Return the folder of a run in one piece."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return folder


@pytest.fixture(scope="module")
def long(tmp_path_factory) -> Path:
    """Return the folder of a longer run in one piece."""
    folder = tmp_path_factory.mktemp("long") / "run"
    play(folder, LONG, seconds=1)
    return folder


# --- Going on --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [0, 50, 150, 300])
def test_a_run_goes_on_to_the_bytes_of_one_in_one_piece(whole: Path, tmp_path: Path, stop: int) -> None:
    if stop:
        play(tmp_path / "run", stop=stop)
        part = analyser.load(tmp_path / "run")
        assert (part.games, part.sampled) == (stop, stop)
        assert part.unfinished == (f"unfinished: {stop} of {GAMES} games" if stop < GAMES else "")
        assert part.tally.scores == run(plan_of(stop), 1).tally.scores
    play(tmp_path / "run")
    same_files(tmp_path / "run", whole)


def test_more_games_go_on_from_a_finished_run(whole: Path, tmp_path: Path) -> None:
    for games in (1, 120, 270, GAMES):
        play(tmp_path / "run", games)
    same_files(tmp_path / "run", whole)
    with pytest.raises(AnalyserError, match="holds 300 games of this run already: give --games 300 or more"):
        play(tmp_path / "run", 200)


def test_a_finished_run_plays_nothing(whole: Path, tmp_path: Path, monkeypatch) -> None:
    folder = shutil.copytree(whole, tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}
    monkeypatch.setattr(sys.modules[__name__], "run", None)
    assert play(folder).games == GAMES
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()} == before
    assert seed_in(folder) == 5


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"seed": 6}, r"holds a run with another seed \(5, not 6\)"),
        ({"policies": ("greedy", "greedy")}, r"other policies \(family-first, greedy, not greedy, greedy\)"),
        ({"policies": ("greedy",)}, r"another number of players \(2, not 1\)"),
    ],
)
@pytest.mark.parametrize("stop", [100, None])
def test_another_run_is_refused(tmp_path: Path, options: dict, says: str, stop: int | None) -> None:
    play(tmp_path / "run", stop=stop)
    before = sorted((path, path.read_bytes()) for path in (tmp_path / "run").rglob("*") if path.is_file())
    with pytest.raises(AnalyserError, match=f"{says}: choose another folder, or replace it with --force"):
        play(tmp_path / "run", **options)
    assert sorted((path, path.read_bytes()) for path in (tmp_path / "run").rglob("*") if path.is_file()) == before
    assert play(tmp_path / "run", force=True, **options).games == GAMES


def test_rows_cannot_be_added_later_and_are_not_lost(whole: Path, tmp_path: Path) -> None:
    play(tmp_path / "a", stop=100, rows=False)
    with pytest.raises(AnalyserError, match="begun without --rows"):
        play(tmp_path / "a", rows=True)
    play(tmp_path / "b", stop=100)
    play(tmp_path / "b", rows=False)
    same_files(tmp_path / "b", whole)


def test_a_policy_that_fails_loses_nothing(tmp_path: Path, monkeypatch) -> None:
    from analyser.crew import Players

    played = Players.play

    def failing(players: Players, first: int, games: int, wide: int):
        if first >= 150:
            raise AnalyserError("illegal move")
        return played(players, first, games, wide)

    with monkeypatch.context() as patch:
        patch.setattr(Players, "play", failing)
        with pytest.raises(AnalyserError, match="illegal move"):
            play(tmp_path / "run")
    assert analyser.load(tmp_path / "run").games == 150


class Killed(BaseException):
    """The end of the world, as far as a run can tell."""


@pytest.mark.parametrize("before", [0, 50])
def test_broken_off_at_every_step_it_goes_on(tmp_path: Path, monkeypatch, before: int) -> None:
    """Each renaming, removal and link is in turn the one that does not happen any more, nor anything after it."""
    import os

    games, steps, done = 120, 0, False
    play(tmp_path / "one piece", games)
    while not done:
        folder, left = tmp_path / f"run-{steps}", steps
        if before:
            play(folder, before)

        def dying(what):
            def act(*words, **more):
                nonlocal left
                left -= 1
                if left < 0:
                    raise Killed
                return what(*words, **more)

            return act

        with monkeypatch.context() as patch:
            for owner, name in (
                (Path, "replace"),
                (Path, "rename"),
                (Path, "unlink"),
                (os, "link"),
                (Path, "rmdir"),
            ):
                patch.setattr(owner, name, dying(getattr(owner, name)))
            try:
                play(folder, games)
                done = True
            except Killed:
                steps += 1
        told: list[str] = []
        play(folder, games, told=told)
        same_files(folder, tmp_path / "one piece")
        assert not told
    assert steps > 15
    print(f"broken off at each of {steps} steps")


# --- Kills and signals -----------------------------------------------------------------------------------------------


def start(folder: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(LONG)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "begun\n"
    return child


def test_killed_again_and_again_it_ends_as_if_it_had_not_been(long: Path, tmp_path: Path, scale: int) -> None:
    kills, luck, folder, kept = min(50, 5 * scale), random.Random(3), tmp_path / "run", [0]
    for _ in range(kills):
        child = start(folder)
        time.sleep(luck.uniform(0.0, 0.5 if kills < 10 else 0.25))
        child.kill()
        child.communicate()
        ledger, wrong = newest(folder)
        assert not wrong
        kept.append(ledger.games if ledger else 0)
        assert kept == sorted(kept)
        if kept[-1]:
            part = analyser.load(folder)
            assert part.games == kept[-1]
            assert part.tally.scores == run(plan_of(part.games), 2).tally.scores
    assert kept[-1] > 0, "killed too early to show anything"
    child = start(folder)
    assert child.communicate()[0] == "done\n"
    same_files(folder, long)
    print(f"{kills} kills, at games {kept[1:]} of {LONG}")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_commits_what_is_played(long: Path, tmp_path: Path, number: signal.Signals) -> None:
    for pause in (0.0, 0.11, 0.27):
        child = start(tmp_path / "run")
        time.sleep(pause)
        child.send_signal(number)
        assert child.communicate()[0] in ("stopped\n", "")
        assert all(verify(tmp_path / "run"))
    assert 0 < analyser.load(tmp_path / "run").games < LONG
    assert start(tmp_path / "run").communicate()[0] == "done\n"
    same_files(tmp_path / "run", long)


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    child = start(tmp_path / "run")
    with pytest.raises(AnalyserError, match=f"is being written by another run .process {child.pid} on "):
        begin(tmp_path / "run", plan_of(LONG))
    with pytest.raises(AnalyserError, match="is being written"):
        begin(tmp_path / "run", plan_of(LONG), force=True)
    child.kill()
    child.communicate()
    assert (tmp_path / "run" / LOCK).exists(), "a killed process leaves its lock behind"
    begin(tmp_path / "run", plan_of(LONG)).lock.release()
    assert not (tmp_path / "run" / LOCK).exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b'{"pid": 1, "host": 3, "boot": null}'])
def test_a_lock_file_of_nobody_binds_nobody(whole: Path, tmp_path: Path, content: bytes) -> None:
    import socket

    play(tmp_path / "run", stop=50)
    (tmp_path / "run" / LOCK).write_bytes(content.replace(b"3", f'"{socket.gethostname()}"'.encode()))
    play(tmp_path / "run")
    same_files(tmp_path / "run", whole)


def test_a_lock_of_another_machine_binds(tmp_path: Path) -> None:
    play(tmp_path / "run", stop=50)
    (tmp_path / "run" / LOCK).write_text('{"pid": 7, "host": "elsewhere", "started": "today"}')
    with pytest.raises(AnalyserError, match=r"process 7 on elsewhere, since today.*or remove .*lock if it is gone"):
        play(tmp_path / "run")


# --- Disks -----------------------------------------------------------------------------------------------------------


@contextmanager
def disk(place: Path, options: str) -> Iterator[Path]:
    """Yield a small disk of its own, where this may be mounted."""
    place.mkdir()
    made = shutil.which("mount") and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)], capture_output=True, check=False
    )
    if not made or made.returncode:
        pytest.skip("no disk can be mounted here: that needs the rights to")
    try:
        yield place
    finally:
        subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("room", [40, 120, 250, 400, 600])
def test_a_full_disk_is_one_line_and_loses_nothing(whole: Path, tmp_path: Path, room: int) -> None:
    with disk(tmp_path / "disk", f"size={room}k") as place:
        with pytest.raises(AnalyserError, match=r"(?i)no space left") as said:
            play(place / "run", 100_000)
        assert "\n" not in str(said.value)
        kept = newest(place / "run")[0] if (place / "run").exists() else None
        if kept is not None and kept.games:
            part = analyser.load(place / "run")
            assert part.tally.scores == run(plan_of(part.games), 1).tally.scores
        subprocess.run(["mount", "-o", "remount,size=100m", str(place)], check=True)
        games = max(GAMES, kept.games if kept else 0)
        play(place / "run", games)
        if games == GAMES:
            same_files(place / "run", whole)
        else:
            assert analyser.load(place / "run").tally.scores == run(plan_of(games), 1).tally.scores


def test_a_disk_that_may_only_be_read_is_one_line(whole: Path, tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "size=20m") as place:
        play(place / "run", stop=100)
        subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True)
        for folder in (place / "run", place / "new"):
            with pytest.raises(AnalyserError, match="may not write"):
                play(folder)
        assert analyser.load(place / "run").games == 100
        subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True)
        play(place / "run")
        same_files(place / "run", whole)


# --- Damage ----------------------------------------------------------------------------------------------------------


def damage(path: Path, luck: random.Random) -> str:
    """Damage a file, and say how."""
    content = bytearray(path.read_bytes())
    how = luck.choice(["bit", "bit", "bit", "cut", "zeros", "longer", "gone", "empty", "other"])
    place = luck.randrange(len(content)) if content else 0
    if how == "gone":
        path.unlink()
        return how
    if how == "bit":
        content[place] ^= 1 << luck.randrange(8)
    elif how == "cut":
        content = content[:place]
    elif how == "zeros":
        content[place : place + 512] = bytes(len(content[place : place + 512]))
    elif how == "longer":
        content += luck.randbytes(40)
    else:
        content = bytearray() if how == "empty" else bytearray(luck.randbytes(300))
    path.write_bytes(content)
    return how


@pytest.fixture(scope="module")
def stages(tmp_path_factory, whole: Path) -> dict[str, Path]:
    """Return folders of the run at several times of its life."""
    root = tmp_path_factory.mktemp("stages")
    play(root / "begun", stop=150)
    play(root / "extended", 100)
    play(root / "extended", stop=200)
    return {"finished": whole, "begun": root / "begun", "extended": root / "extended"}


def is_true(result: analyser.Result, tallies: dict[int, analyser.Result]) -> bool:
    true = tallies[result.games]
    one, other = result.tally, true.tally
    sample = result.sample is None or np.array_equal(result.sample.rows, true.sample.rows[: result.sampled])
    return np.array_equal(one.sums, other.sums) and np.array_equal(one.squares, other.squares) and (
        one.scores == other.scores and sample
    )  # fmt: skip


def test_damage_is_mended_or_named_and_never_believed(
    stages: dict[str, Path], whole: Path, tmp_path: Path, scale: int
) -> None:
    luck, counts = random.Random(17), {"mended": 0, "named": 0, "read": 0, "read named": 0, "verify named": 0}
    tallies = {
        games: analyser.simulate("express", ["family-first", "greedy"], seed=5, games=games, jobs=1)
        for games in range(CHUNK, GAMES + 1, CHUNK)
    }
    for number in range(DAMAGES * scale):
        stage = luck.choice(sorted(stages))
        folder = shutil.copytree(stages[stage], tmp_path / "run")
        path = luck.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
        before = path.read_bytes()
        where = f"{number}: {stage} {path.name} {damage(path, luck)}"
        changed = not path.exists() or path.read_bytes() != before
        _look(folder, tallies, counts, where, changed)
        told: list[str] = []
        try:
            play(folder, told=told)
        except AnalyserError as error:
            assert str(folder) in str(error), where
            assert "\n" not in str(error), where
            counts["named"] += 1
        else:
            same_files(folder, whole)
            assert all("\n" not in line for line in told), where
            if changed and before and path.name not in NAMES and (folder / f"{path.name}.damaged-1").exists():
                assert any("damaged" in line for line in told), where
            counts["mended"] += 1
        shutil.rmtree(folder)
    print(f"{DAMAGES * scale} damaged files: {counts}")
    assert counts["mended"] > counts["named"]


def _look(folder: Path, tallies: dict[int, analyser.Result], counts: dict[str, int], where: str, changed: bool) -> None:
    """Read a damaged folder and verify it: both name the damage, or nothing that they say is wrong."""
    try:
        found = analyser.load(folder)
    except AnalyserError as error:
        assert str(folder) in str(error), where
        counts["read named"] += 1
    else:
        assert is_true(found, tallies), where
        counts["read"] += 1
    try:
        list(verify(folder))
    except AnalyserError as error:
        assert str(folder) in str(error), where
        counts["verify named"] += 1
    else:
        older = "extended" in where and any(f"extended {name}" in where for name in ("s", "rows.p", "columns"))
        gone = "ledger" in where and where.endswith(" gone")  # one ledger leaves the other
        assert not changed or older or gone, f"{where}: verify finds nothing"


@pytest.mark.parametrize("name", ["../evil.parquet", "/tmp/evil.parquet", "parts/../../evil.parquet", "tally/x", 3])
@pytest.mark.parametrize("kind", ["sample", "../evil"])
def test_what_a_ledger_names_stays_in_its_folder(tmp_path: Path, name: str, kind: str) -> None:
    from dataclasses import replace

    from analyser.ledger import Slots

    play(tmp_path / "run", stop=100)
    (tmp_path / "evil.parquet").write_bytes(b"mine")
    ledger, _ = newest(tmp_path / "run")
    evil = replace(ledger, parts=[part._replace(name=name, kind=kind) for part in ledger.parts])
    slots, told = Slots(tmp_path / "run", ledger), []
    for _ in range(2):
        slots.write(evil)
    with pytest.raises(AnalyserError, match="is no file of a run"):
        analyser.load(tmp_path / "run")
    play(tmp_path / "run", told=told)
    assert any("is no file of a run" in line for line in told)
    assert (tmp_path / "evil.parquet").read_bytes() == b"mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evil.parquet", "run"]


def test_what_a_manifest_names_stays_in_its_folder(whole: Path, tmp_path: Path) -> None:
    import json

    from analyser.sealed import text_sum

    folder = shutil.copytree(whole, tmp_path / "run")
    (tmp_path / "evil").write_bytes(b"mine")
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["sha256"]["../evil"] = "0" * 64
    manifest["checksum"] = text_sum({key: value for key, value in manifest.items() if key != "checksum"})
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for act in (analyser.load, play, lambda place: list(verify(place))):
        with pytest.raises(AnalyserError, match=r"'../evil' is no file of a run"):
            act(folder)
    assert (tmp_path / "evil").read_bytes() == b"mine"


def test_a_ledger_that_is_lost_is_made_again_from_the_tally(whole: Path, tmp_path: Path) -> None:
    folder, told = shutil.copytree(whole, tmp_path / "run"), []
    for name in NAMES:
        (folder / name).write_bytes(b"nothing")
    play(folder, 400, told=told)
    play(tmp_path / "other", 400)
    assert sum("is now ledger-" in line for line in told) == 2
    for name in WHOLE:
        assert (folder / name).read_bytes() == (tmp_path / "other" / name).read_bytes()


def test_a_run_that_is_lost_begins_again(whole: Path, tmp_path: Path) -> None:
    told: list[str] = []
    play(tmp_path / "run", stop=100)
    for name in (*NAMES, "manifest.json"):
        (tmp_path / "run" / name).write_bytes(b"nothing")
    play(tmp_path / "run", told=told)
    assert len(told) >= 3
    assert {f"{name}.damaged-1" for name in (*NAMES, "manifest.json")} < {
        path.name for path in (tmp_path / "run").iterdir()
    }
    same_files(tmp_path / "run", whole)


def test_verify_plays_chunks_again(whole: Path, tmp_path: Path) -> None:
    from dataclasses import replace

    from analyser.ledger import Slots

    assert list(verify(whole, 3, 1))[-1] == "played again: 3 chunks, 150 games, all as they were"
    folder = shutil.copytree(whole, tmp_path / "run")
    ledger, _ = newest(folder)
    entries = ledger.log.entries
    entries[0], entries[1] = (
        entries[0]._replace(digest=(entries[0].digest + 1) % 2**64),
        entries[1]._replace(digest=(entries[1].digest - 1) % 2**64),
    )
    slots = Slots(folder, ledger)
    for _ in range(2):
        slots.write(replace(ledger))
    with pytest.raises(AnalyserError, match="games 0 to 49, played again, are not what its ledger says"):
        list(verify(folder, 6, 1))


def test_a_long_log_is_put_together(monkeypatch) -> None:
    from analyser import chunklog
    from analyser.errors import Damaged

    monkeypatch.setattr(chunklog, "MOST", 10)
    log, digests = chunklog.ChunkLog(), [random.Random(1).getrandbits(64) for _ in range(1000)]
    for place, one in enumerate(digests):
        log.add(chunklog.Entry(3 * place, 3, one))
    assert len(log.entries) <= 11
    assert (log.games, log.total) == (3000, sum(digests) % 2**64)
    assert chunklog.ChunkLog.of(log.array()).entries == log.entries
    for wrong, says in (([(0, 3, 0), (4, 1, 0)], "a gap"), ([(0, 3, 0), (2, 1, 0)], "an overlap")):
        with pytest.raises(Damaged, match=f"{says} in its log of chunks"):
            chunklog.ChunkLog.of(np.array(wrong, np.uint64))
