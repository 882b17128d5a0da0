"""Processes and Dask workers: the same numbers as one thread, whatever happens to them on the way."""

from __future__ import annotations

import pickle
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest
from executor_work import Deadly

from analyser import parcel
from analyser.begin import begin
from analyser.catalogue import GAMES
from analyser.compare import compare, make_compare_plan
from analyser.crew import MOST_LOSSES, Crew
from analyser.errors import AnalyserError
from analyser.executors import Jobs
from analyser.luck import luck
from analyser.plan import make_plan
from analyser.run import run
from analyser.sample import MOST
from analyser.tally import Tally
from analyser.whatif import what_if

TWO = [Jobs(2, "processes"), Jobs(2, "dask")]
by_name = pytest.mark.parametrize("jobs", TWO, ids=lambda jobs: jobs.executor)

LOOPS = '''
from sims.express.contract import policy


@policy("loops", "a test")
def choose(position, rules, found, params, stream):
    """Never answer."""
    number = 1
    while number > 0:
        number = number % 7 + 1
    return number
'''


@pytest.fixture(scope="module")
def plan():
    return make_plan("express", ["family-first"], games=20_000, seed=11)


@pytest.fixture(scope="module")
def whole(plan) -> Tally:
    return run(plan, 1).tally


def same(one: Tally, other: Tally) -> bool:
    parts = np.array_equal(one.sums, other.sums) and np.array_equal(one.squares, other.squares)
    return parts and one.games == other.games and one.scores == other.scores


def workers() -> list[psutil.Process]:
    """Return the processes that play, below this one."""
    found = psutil.Process().children(recursive=True)
    return [one for one in found if any(sign in " ".join(one.cmdline()) for sign in ("spawn_main", "popen_loky"))]


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_travels_to_any_process(game: str) -> None:
    plan = make_plan(game, games=10, seed=3)
    assert pickle.loads(pickle.dumps(plan)).facts() == plan.facts()


@pytest.mark.parametrize("mode", ["family", "normal"])
def test_a_mode_travels(mode: str) -> None:
    plan = make_plan("agricola-2007", players=2, games=10, seed=3, rules=mode)
    other = pickle.loads(pickle.dumps(plan))
    assert other.facts() == plan.facts()
    assert other.rules.record.tobytes() == plan.rules.record.tobytes()


def test_a_policy_travels_with_the_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "helpers.py").write_text("PLACE = 0\n")
    source = LOOPS.replace("while number > 0:", "while number > 9:").replace("return number", "return helpers.PLACE")
    (tmp_path / "mine.py").write_text("import helpers\n" + source)
    plan = make_plan("express", [f"{tmp_path}/mine.py:loops"], games=10, seed=3)
    packed = pickle.dumps(plan)
    for path in tmp_path.glob("*.py"):
        path.unlink()
    assert pickle.loads(packed).facts() == plan.facts()


def test_a_policy_file_that_was_changed_since_does_not_travel(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LOOPS)
    plan = make_plan("express", [f"{tmp_path}/mine.py"], games=10, seed=3)
    (tmp_path / "mine.py").write_text(LOOPS + "# changed\n")
    with pytest.raises(AnalyserError, match="was changed after it was read"):
        pickle.dumps(plan)


@pytest.mark.parametrize("name", ["analyser", "games", "numba"])
def test_a_worker_of_another_version_refuses(plan, name: str) -> None:
    found = parcel.pack(plan.game, plan.rules, plan.seats)
    with pytest.raises(AnalyserError, match=f"refuses to play: it has {name} .*, the plan was made with other"):
        parcel.unpack(replace(found, versions={**found.versions, name: "other"}))


def test_a_worker_with_other_rules_refuses(plan) -> None:
    found = parcel.pack(plan.game, plan.rules, plan.seats)
    with pytest.raises(AnalyserError, match="reads the rules as others"):
        parcel.unpack(replace(found, rules=found.rules.replace("par = 85", "par = 84")))


def test_a_worker_with_another_policy_refuses(plan) -> None:
    found = parcel.pack(plan.game, plan.rules, plan.seats)
    with pytest.raises(AnalyserError, match="its policy family-first is another one"):
        parcel.unpack(replace(found, policies=(replace(found.policies[0], hash="0" * 16),)))


@by_name
def test_others_play_what_one_thread_plays(plan, whole: Tally, jobs: Jobs) -> None:
    told: list[str] = []
    outcome = run(plan, jobs, progress=lambda tally, alive: told.append(alive), sample=500)
    assert same(outcome.tally, whole)
    assert np.array_equal(outcome.sample, run(plan, 1, sample=500).sample)
    assert told[-1] == f"2 {'workers' if jobs.executor == 'dask' else 'processes'}"


@by_name
def test_a_comparison_is_the_same_too(jobs: Jobs) -> None:
    plan = make_compare_plan("express", ["greedy", "family-first"], players=2, games=4_000, seed=5, elimination=False)
    one, other = compare(plan, 1), compare(plan, jobs)
    assert one.differences.equals(other.differences)
    assert one.policies.equals(other.policies)


def test_so_are_luck_and_what_if() -> None:
    plan = make_plan("express", ["family-first"], games=50, seed=5)
    jobs = Jobs(2, "processes")
    assert luck(plan, 20, 1, fresh=3).games.equals(luck(plan, 20, jobs, fresh=3).games)
    one, other = (what_if(plan, items=["Midwife"], rounds=[1], games=50, jobs=each) for each in (1, jobs))
    assert one.frame.equals(other.frame)


@by_name
def test_killing_workers_midway_changes_nothing(plan, whole: Tally, jobs: Jobs) -> None:
    killed: list[int] = []

    def kill_one(tally: Tally, alive: str) -> None:
        if tally.games >= 4_000 * (1 + len(killed)) and len(killed) < 2:
            victim = workers()[0]
            killed.append(victim.pid)
            victim.kill()

    outcome = run(plan, jobs, chunk=1_000, progress=kill_one)
    assert len(set(killed)) == 2
    assert same(outcome.tally, whole)


def test_games_that_kill_their_worker_end_the_run(tmp_path: Path) -> None:
    work = Deadly(range(5, 6), str(tmp_path / "never"))
    with (
        Crew(Jobs(1, "processes"), fixed=2) as crew,
        pytest.raises(AnalyserError, match=f"died {MOST_LOSSES} times in a row, the last time at the games 4 to 5"),
    ):
        list(crew.chunks(0, 10, work))


def test_a_policy_that_loops_is_stopped_in_its_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANALYSER_PATIENCE", "1")
    (tmp_path / "mine.py").write_text(LOOPS)
    plan = make_plan("express", [f"{tmp_path}/mine.py:loops"], games=10, seed=3)
    before = set(workers())
    with pytest.raises(AnalyserError, match=r"mine.py:loops has not answered for 1 s, .*replay express --seed 3"):
        run(plan, Jobs(1, "processes"))
    assert set(workers()) <= before


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The files of a certificate and its key."""
    folder = tmp_path_factory.mktemp("tls")
    files = str(folder / "cert.pem"), str(folder / "key.pem")
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    try:
        subprocess.run([*request, "-out", files[0], "-keyout", files[1]], check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("openssl is not there to make a certificate")
    return files


def test_a_cluster_that_is_there_may_be_lost_midway(
    plan, whole: Tally, tmp_path: Path, certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import LocalCluster, Security

    from analyser import dask_cluster

    monkeypatch.setattr(dask_cluster, "PATIENCE", 5)
    cert, key = certificate
    security = Security(
        tls_ca_file=cert, tls_client_cert=cert, tls_client_key=key, tls_scheduler_cert=cert, tls_scheduler_key=key,
        tls_worker_cert=cert, tls_worker_key=key, require_encryption=True,
    )  # fmt: skip
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, protocol="tls", security=security, dashboard_address=None,
        local_directory=str(tmp_path),
    )  # fmt: skip
    jobs = Jobs(executor="dask", scheduler=cluster.scheduler_address, tls=(cert, cert, key))
    assert same(run(plan, jobs).tally, whole)

    def lose(tally: Tally, alive: str) -> None:
        if tally.games >= 5_000:
            cluster.close()

    with begin(tmp_path / "run", plan) as saved, pytest.raises(AnalyserError, match="the Dask cluster is lost"):
        run(plan, jobs, chunk=1_000, progress=lose, keeper=saved, sample=MOST)
    with begin(tmp_path / "run", plan) as saved:
        assert 5_000 <= saved.tally.games < plan.games
        assert same(run(plan, 2, keeper=saved, sample=MOST).tally, whole)


@pytest.mark.parametrize(
    ("jobs", "words"),
    [
        ({"executor": "thread"}, "unknown executor 'thread' .did you mean 'threads'"),
        ({"number": 0}, "jobs is 0: it has to lie between 1 and 256"),
        ({"executor": "processes", "scheduler": "tcp://127.0.0.1:1"}, "a scheduler is one of Dask"),
        ({"executor": "dask", "scheduler": "tcp://127.0.0.1:1", "number": 2}, "leave --jobs out"),
        ({"executor": "dask", "scheduler": "tcp://127.0.0.1:1", "tls": ("ca", None, None)}, "begins with tls://"),
        ({"executor": "dask", "scheduler": "tls://127.0.0.1:1", "tls": ("ca", None, None)}, "there is no TLS file ca"),
    ],
)
def test_jobs_that_make_no_sense_are_refused(jobs: dict, words: str) -> None:
    with pytest.raises(AnalyserError, match=words):
        Jobs(**jobs)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "127.0.0.1", "nonsense://x"])
def test_a_scheduler_that_is_not_there_is_named(plan, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from analyser import dask_cluster

    monkeypatch.setattr(dask_cluster, "PATIENCE", 1)
    with pytest.raises(AnalyserError, match=f"cannot reach a Dask scheduler at {address} .*check the address"):
        run(plan, Jobs(executor="dask", scheduler=address))
