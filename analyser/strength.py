"""How strong each policy is when it plays alone or against itself: scores, the difference to one of them, and speed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import pandas as pd

from . import __version__, catalogue, estimates
from .bench import rate
from .each import Failed, of_each
from .executors import Jobs
from .plan import check_number, make_plan, point_parts
from .run import run
from .scores import SLOW, SLOW_GAMES, scores

GAMES = 100_000
STORED = "scores-{game}.json"
"""The file, beside a game's policies, of the scores that `policies --scores` shows."""


def _row(label: str, own: Any, over: Any, parts: tuple[int | None, int], speed: float) -> dict[str, Any]:
    """Return a policy's row; `own` and `over` int64[games, seats], `parts`: the par, and the parts of a point."""
    (games, seats), (par, point_parts) = own.shape, parts
    unit, total = 1 / (seats * point_parts), own.sum(axis=1)
    mean = estimates.mean(games, int(total.sum()), int((total**2).sum()), unit)
    above = None if par is None else estimates.share(games, int((own[:, 0] > par * point_parts).sum()))
    gain = total - over[:games].sum(axis=1)
    difference = estimates.mean(games, int(gain.sum()), int((gain**2).sum()), unit)
    return {
        "policy": label,
        "n": games,
        **{name: getattr(mean, name) for name in ("mean", "se", "lo", "hi", "sd")},
        "p_above_par": above and above.mean,
        "p_above_par_lo": above and above.lo,
        "p_above_par_hi": above and above.hi,
        "diff": difference.mean,
        "diff_se": difference.se,
        "diff_lo": difference.lo,
        "diff_hi": difference.hi,
        "games_per_second": speed,
    }


def strength(
    game: str,
    policies: Sequence[str] = (),
    *,
    also: Sequence[str] = (),
    over: str | None = None,
    games: int = GAMES,
    slow_games: int = SLOW_GAMES,
    players: int | None = None,
    rules: Path | None = None,
    seed: int = 1,
    jobs: int | Jobs | None = None,
    seconds: float = 1.0,
    failed: Failed | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each of `policies` (default: all of the game), and each of `also`, playing alone.

    With more than one of `players` (default: as few as the game has) a policy plays against itself, and its score is
    the mean over the seats; `rules` is a TOML file or a mode.

    Each row holds `policy n mean se lo hi sd p_above_par p_above_par_lo p_above_par_hi diff diff_se diff_lo diff_hi
    games_per_second`: `diff` is the mean difference to the policy `over` (default: the game's default policy) on the
    same games; the rate is that of one thread. `games` are played, or `slow_games` by a policy below 200 games a
    second. `failed` is told of a policy that fails, and the others are measured (see `of_each`). Raises AnalyserError.
    """
    check_number("games", games, 2, 10**8)
    check_number("slow games", slow_games, 2, 10**8)
    module = catalogue.game(game)
    about: dict[str, Any] = {"players": players or module.SEATS[0], "seed": seed, "rules": rules}
    reference = make_plan(game, [over or module.DEFAULT_POLICY], games=max(games, slow_games), **about)
    before, parts = scores(reference, jobs), (module.par(reference.rules), point_parts(module))

    def row(label: str) -> dict[str, Any]:
        plan = make_plan(game, [label], games=games, **about)
        run(make_plan(game, [label], games=1, **about), 1)  # what is compiled at the first game is not timed
        speed = rate(plan, 1, seconds)
        if speed < SLOW:
            plan = make_plan(game, [label], games=slow_games, **about)
        return _row(label, scores(plan, jobs), before, parts, speed)

    yield from of_each([*(policies or catalogue.policy_names(game)), *also], row, failed)


def facts(
    game: str, over: str | None, seed: int, players: int | None = None, rules: Path | None = None
) -> dict[str, Any]:
    """Return what the rows depend on beside their policies and numbers of games."""
    from sims.jit import sources_hash

    module = catalogue.game(game)
    rule_set = module.load_rules(rules)
    return {
        "game": game,
        "over": over or module.DEFAULT_POLICY,
        "players": players or module.SEATS[0],
        "draws": module.WORDS["draws"],
        "seed": seed,
        "rules": rule_set.name,
        "rules_hash": rule_set.hash,
        "engine": sources_hash(),
        "version": __version__,
    }


def stored_scores(game: str) -> dict[str, Any]:
    """Return the scores that come with a game: the facts, and `rows` by policy; none where there are none."""
    path = resources.files(f"{catalogue.package(game)}.policies") / STORED.format(game=game)
    if not path.is_file():
        return {"rows": {}}
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return {**found, "rows": {row["policy"]: row for row in found["rows"]}}


def with_scores(game: str, policies: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return rows of `catalogue.policy_table`, and in each the stored `n mean se lo hi p_above_par games_per_second`.

    They are None where nothing is stored.
    """
    stored = stored_scores(game)["rows"]
    names = ("n", "mean", "se", "lo", "hi", "p_above_par", "games_per_second")
    return [row | {name: stored.get(row["name"], {}).get(name) for name in names} for row in policies]


def to_json(rows: Sequence[dict[str, Any]], about: dict[str, Any]) -> str:
    """Return rows and facts as the text that `stored_scores` reads."""
    return json.dumps({**about, "rows": list(rows)}, indent=1, allow_nan=False) + "\n"


def frame(rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Return rows as a frame, the strongest first."""
    return pd.DataFrame(rows).sort_values("mean", ascending=False, ignore_index=True)
