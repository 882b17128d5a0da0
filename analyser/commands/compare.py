"""The command `compare`: which policy is better, by how much, and how sure."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyser import __version__

from . import DONE, STOPPED, WRONG_DATA, options, show
from .figure import FIGURE, save_figure
from .progress import compiling, now_and_then, steps

if TYPE_CHECKING:
    from analyser.compare import ComparePlan, CompareResult
    from analyser.compare.match import Progress
    from analyser.compare.store import Begun
    from analyser.compare.tally import CompareTally
    from analyser.errors import Misbehaved
    from analyser.executors import Jobs


@click.command(short_help="Which policy is better, by how much, how sure?")
@options.GAME
@options.policies("A policy to compare; give two or more.", metavar=options.LABEL)
@options.players("Number of players; policies take turns in all seats.  [default: the fewest that the game allows]")
@click.option("--focus", metavar=options.LABEL, help="Seat this policy among copies of each of the others.")
@click.option(
    "--objective", default="mean", show_default=True, help="What is compared: mean, p_above_par, quantile:0.1, win."
)
@click.option("--until-decided", is_flag=True, help="Stop when the best are known.  [default]")
@click.option(
    "--indifference",
    type=float,
    help="A difference that nobody minds.  [default: 0.1 points, 0.002 of a share, 0.5 of a quantile]",
)
@click.option("--precision", type=float, help="Stop when each difference is known so well (half its interval).")
@click.option("--fixed", is_flag=True, help="Play all --games, without looking before.")
@click.option("--elimination", is_flag=True, help="Play policies no further that cannot be best any more.")
@click.option(
    "-n", "--games", type=click.IntRange(2, 10**12), help="The most games that each policy plays.  [default: 1000000]"
)
@options.seed()
@options.jobs()
@options.RULES
@options.out("Keep the comparison in this folder: it goes on there if it was ended, and `report` makes a page of it.")
@options.force("Replace an earlier comparison in --out.")
@FIGURE
@options.PROGRESS
@options.FORM
def compare(
    game: str, policies: tuple[str, ...], players: int | None, focus: str | None, objective: str, until_decided: bool,
    indifference: float | None, precision: float | None, fixed: bool, elimination: bool, games: int | None,
    seed: int | None, jobs: Jobs, rules: Path | None, out: Path | None, force: bool, figure: Path | None,
    shown: str, form: str,
) -> int:  # fmt: skip
    r"""Compare policies of GAME on the same games, until it is known which is best, and say how sure that is.

    One may watch, and stop when one likes: the intervals hold at every look.

    \b
    Examples:
      analyser compare express -p family-first -p greedy -p random
      analyser compare express -p greedy -p greedy:roll_gain=6 --precision 0.05 --out duel
      analyser compare express -p greedy -p rancher --players 2 --objective win
    """
    from analyser.compare import compare as play
    from analyser.compare import make_compare_plan

    _check_stops(until_decided, precision, fixed)
    with compiling():
        plan = make_compare_plan(
            game, policies, players=players, focus=focus, objective=objective, games=games,
            seed=_seed(seed, out, force), indifference=indifference, precision=precision, fixed=fixed,
            elimination=elimination, rules=rules,
        )  # fmt: skip
    with nullcontext() if out is None else _begun(out, plan, force) as begun:
        found, bad = None if begun is None else begun.finished, _LeftOut(plan, out)
        if found is None:
            with _watching(bad, shown) as progress:
                state = None if begun is None else begun.state
                found = play(plan, jobs, state=state, progress=progress, failed=bad)
            found = replace(found, plan={**found.plan, "version": __version__, "command": bad.plan.command()})
            _save(found, bad.plan, out)
    _show(found, figure, form)
    if bad.any:
        return WRONG_DATA
    return STOPPED if found.why == "interrupted" else DONE


class _LeftOut:
    """Who is told of policies that misbehave: they are named, and the others compared; `plan` is what is compared."""

    def __init__(self, plan: ComparePlan, out: Path | None) -> None:
        self.plan, self.out, self.any = plan, out, False

    def __call__(self, error: Misbehaved, fewer: ComparePlan | None) -> None:
        """Name a policy that misbehaved, and go on with the plan of the others."""
        self.any = True
        if fewer is None:
            show.complain(f"{error}; what follows is what was played before")
            return
        show.complain(f"{error}; the others are compared without it")
        self.plan = fewer
        if self.out is not None:
            from analyser.compare.store import go_on_with

            go_on_with(fewer, self.out)


def _check_stops(until_decided: bool, precision: float | None, fixed: bool) -> None:
    """Raise the usage error where more than one way of stopping is asked for."""
    asked = {"--until-decided": until_decided, "--precision": precision is not None, "--fixed": fixed}
    given = [name for name, one in asked.items() if one]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} are different ways of stopping: choose one")


def _seed(seed: int | None, out: Path | None, force: bool) -> int | None:
    """Return the seed: the given one, or that of the comparison in the folder, which then goes on."""
    if seed is not None or out is None or force:
        return seed
    from analyser.compare.store import seed_in

    return seed_in(out)


def _begun(out: Path, plan: ComparePlan, force: bool) -> Begun:
    """Open the folder to compare in; say so where its comparison is finished."""
    from analyser.compare.store import begin

    begun = begin(out, plan, force)
    if begun.finished is not None:
        click.echo(f"{out} holds this comparison, finished; --force plays it anew", err=True)
    return begun


def _save(found: CompareResult, plan: ComparePlan, out: Path | None) -> None:
    if out is None:
        return
    from analyser.compare.store import STATE, save

    save(found, out, state=out / STATE)
    if found.why == "interrupted":
        click.echo(f"analyser: stopped; what is played is in {out}; to go on: {plan.command(str(out))}", err=True)
    else:
        click.echo(f"saved in {out}; for pictures: analyser report {out} -o report", err=True)


@contextmanager
def _watching(now: _LeftOut, shown: str) -> Iterator[Progress | None]:
    """Yield what shows how far the comparison is: games played of the most, and the best so far."""
    if shown == "none":
        yield None
    elif shown == "json":
        yield _json_lines(now)
    else:
        words = "{:,} of at most {:,} games each; ahead: {}, by {:.2f} ± {:.2f}; {}"
        with steps("comparing", now.plan.blocks, words) as tell:
            yield lambda tally, alive: tell(int(tally.blocks.max()), *_ahead(now.plan, tally), alive)


def _json_lines(now: _LeftOut) -> Progress:
    """Return what writes a line of JSON about a comparison now and then."""
    began, tell = time.monotonic(), now_and_then()

    def line(tally: CompareTally, alive: str) -> str:
        blocks, (ahead, by, se) = int(tally.blocks.max()), _ahead(now.plan, tally)
        rate = blocks / max(time.monotonic() - began, 1e-9)
        facts = {"games_each": blocks, "of": now.plan.blocks, "per_second": round(rate, 1)}
        return json.dumps(facts | {"playing": alive, "ahead": ahead, "by": by, "se": se})

    return lambda tally, alive: tell(lambda: line(tally, alive))


def _ahead(plan: ComparePlan, tally: CompareTally) -> tuple[str, float, float]:
    """Return who is ahead so far, and by how much (with its standard error) before the second."""
    from analyser.compare.standing import estimates

    now = estimates(plan, tally)
    first, second = sorted(range(len(now.value)), key=lambda one: -now.value[one])[:2]
    return plan.names[first], float(now.diff[first, second]), float(now.pair_se[first, second])


def _show(found: CompareResult, figure: Path | None, form: str) -> None:
    if figure is not None:
        from reports.comparison.figures import forest

        save_figure(forest(found), figure)
    if form == "json":
        show.as_json(found.to_dict())
    elif form == "csv":
        show.as_csv(found.differences)
    else:
        from reports.comparison.terminal import print_comparison

        print_comparison(found)
