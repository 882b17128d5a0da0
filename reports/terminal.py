"""Results as text for the terminal: the words and tables of a report, without its pictures."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import pandas as pd
from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from .contract import Comparison, Result
from .digits import between, with_error
from .document import document

WIDE = 200
"""Width of tables that go to a file or a pipe, where lines may be as long as they have to be."""


_NUMBER = re.compile(r"_\d+$")
_EACH = re.compile(r" \([^()]*\d\)$")
"""What tells the members of a family of parameters apart: in their names, and in their meanings."""


class PipedConsole(Console):
    """A console that leaves it to its caller what to do when the reader of its output has gone."""

    def on_broken_pipe(self) -> None:
        """Say so."""
        raise BrokenPipeError


def console() -> Console:
    """Return a console on stdout, which does not fold tables where stdout is no terminal."""
    return PipedConsole(width=None if sys.stdout.isatty() else WIDE, highlight=False, soft_wrap=False)


def rich_table(frame: pd.DataFrame, index: bool = True) -> RichTable:
    """Return a frame of text (or numbers) as a table; the first column to the left, the others to the right."""
    shown = frame.reset_index() if index else frame
    table = RichTable(box=box.SIMPLE_HEAD)
    for place, name in enumerate(shown.columns):
        table.add_column(Text(str(name)), justify="left" if place == 0 else "right", no_wrap=place > 0)
    for row in shown.itertuples(index=False):
        table.add_row(*(Text(str(value)) for value in row))
    return table


def fitting(shown: pd.DataFrame, wide: int) -> list[list[int]]:
    """Return the places of a table's columns in groups that fit a width; the first column comes in each group."""
    widths = [max(len(str(name)), *(len(str(cell)) for cell in shown.iloc[:, place]), 0) + 3
              for place, name in enumerate(shown.columns)]  # fmt: skip
    groups = [[0]]
    for place in range(1, len(widths)):
        if len(groups[-1]) > 1 and sum(widths[one] for one in groups[-1]) + widths[place] + 1 > wide:
            groups.append([0])
        groups[-1].append(place)
    return groups


def print_table(out: Console, frame: pd.DataFrame, index: bool = True) -> None:
    """Print a frame of text as a table: below each other the groups of columns that a narrow terminal has room for."""
    shown = frame.reset_index() if index else frame
    for places in fitting(shown, out.width):
        out.print(rich_table(shown.iloc[:, places], index=False))


def print_result(result: Result) -> None:
    """Print a result: a paragraph in plain words, then the tables of all sections."""
    out, report = console(), document(result)
    out.print(Text(report.title, style="bold"))
    out.print(Text(report.lead), width=min(out.width, 100))
    for section in report.sections:
        for table in () if section.long else section.tables:
            out.print()
            out.print(Text(table.caption, style="bold"))
            print_table(out, table.frame)
    plan = result.plan
    facts = f"{plan['game']}, rules {plan['rules']} ({plan['rules_hash']}), seed {plan['seed']}, {result.games:,} games"
    out.print(Text(f"{facts} ({result.unfinished})" if result.unfinished else facts, style="dim"))


def print_frame(frame: pd.DataFrame) -> None:
    """Print one frame as a table."""
    print_table(console(), frame, index=False)


def print_lines(rows: Sequence[tuple[str, str]]) -> None:
    """Print names and what they mean, in two columns."""
    wide = max(len(name) for name, _ in rows)
    sys.stdout.writelines(f"{name:<{wide}}  {meaning}\n" for name, meaning in rows)


def print_policies(found: Sequence[Mapping[str, Any]]) -> None:
    """Print policies: name and summary, then each parameter with its default, range and meaning, and the source."""
    out = console()
    for policy in found:
        out.print(Text.assemble((policy["name"], "bold"), f"  {policy['summary']}"))
        for one in _in_families(policy["parameters"]):
            out.print(Text(f"    {one}"))
        if "mean" in policy:
            out.print(Text(f"    {_scored(policy)}"))
        out.print(Text(f"    source: {policy['source']}", style="dim"))


def _scored(policy: Mapping[str, Any]) -> str:
    """Return what a policy scores alone, in words."""
    if policy["mean"] is None:
        return "score not measured yet: analyser strength measures it"
    speed = policy["games_per_second"]
    above = "" if policy["p_above_par"] is None else f" {100 * policy['p_above_par']:.3g} % above par,"
    interval = f"95 % interval {between(policy['lo'], policy['hi'], policy['se'])}, {policy['n']:,} games"
    return f"alone: {with_error(policy['mean'], policy['se'])} ({interval}),{above} {speed:,.3g} games/s"


def _in_families(parameters: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return a line for each parameter, or for those that differ by a last number: `fields_1 _2 _3=5, 3, 1 ...`."""
    lines = []
    for _, family in groupby(parameters, key=lambda one: _NUMBER.sub("", one["name"])):
        members = list(family)
        first = members[0]
        name = " ".join([first["name"], *(one["name"][one["name"].rindex("_") :] for one in members[1:])])
        choices = first["choices"]
        defaults = ", ".join(choices[int(one["default"])] if choices else f"{one['default']:.4g}" for one in members)
        allowed = " | ".join(choices) if choices else f"{first['low']:g} to {first['high']:g}"
        meaning = first["meaning"] if len(members) == 1 else _EACH.sub("", first["meaning"])
        lines.append(f"{name}={defaults} ({allowed}): {meaning}")
    return lines


def print_tuning(result: Any, file: str) -> None:
    """Print what a search found (a `TuneResult`): the scores on the hold-out, and what is in `file`."""
    aim, n = result.plan.objective, result.score.n
    rows = [("Start", result.start), ("Result", result.score), ("Difference, paired", result.difference)]
    table = [(name, with_error(found.mean, found.se), between(found.lo, found.hi, found.se)) for name, found in rows]
    out = console()
    out.print(Text(f"{aim.words.capitalize()} on {n:,} games that the search never saw", style="bold"))
    out.print(rich_table(pd.DataFrame(table, columns=["", "Mean ± standard error", "95 % interval"]), index=False))
    out.print(Text(f"{file} plays it: --policy {file}"))
    out.print(Text(result.plan.command(file), style="dim"))


def print_check(checked: Any) -> bool:
    """Print a check (`analyser.check.Checked`) as a line, with a mark for whether it is passed; return that."""
    mark = Text("✓ ", style="green") if checked.fine else Text("✗ ", style="bold red")
    detail = Text(f"  {checked.detail}", style="dim" if checked.fine else "")
    console().print(Text.assemble(mark, checked.name, detail), soft_wrap=True)
    return bool(checked.fine)


def print_first_score(found: Any) -> None:
    """Print what `analyser.check.first_score` returns: the mean with its interval, and the speed."""
    row = found.summary.iloc[0]
    spread = f" ± {row['se']:.2f} (standard error; 95 % interval {row['lo']:.2f} to {row['hi']:.2f})"
    words = [f"scores {row['mean']:.2f}{spread}", f"{row['n']:,} games of seed {found.seed}"]
    if "p_above_par" in row:
        words.append(f"{100 * row['p_above_par']:.1f} % above par")
    console().print(Text(", ".join([*words, f"{found.games_per_second:,.0f} games a second"])), soft_wrap=True)


def print_bench(frame: pd.DataFrame) -> None:
    """Print the frame of a benchmark."""
    jobs = int(frame["jobs"].iloc[0])
    shown = pd.DataFrame(
        {
            "Policy": frame["policy"],
            "Load or compile, s": frame["load_seconds"].map("{:.2f}".format),
            "Games a second, 1 thread": frame["games_per_second_1"].map("{:,.0f}".format),
            f"{jobs} threads": frame["games_per_second"].map("{:,.0f}".format),
            "Speed-up": frame["speed_up"].map("{:.2f}".format),
        }
    )
    print_frame(shown)


def print_scaling(policy: str, found: Mapping[str, pd.DataFrame]) -> None:
    """Print what makes runs of a policy faster or slower: the frames of `analyser.scaling` by name."""
    executors, overhead, memory = found["executors"], found["overhead"], found["memory"]
    named = {"threads": "thread(s)", "processes": "process(es)", "dask": "Dask worker(s)"}
    who = [f"{number} {named[kind]}" for kind, number in zip(executors["executor"], executors["number"], strict=True)]
    shown = pd.DataFrame({"Who plays": who})
    shown["Games a second"] = executors["games_per_second"].map("{:,.0f}".format)
    shown["Beside 1 thread"] = executors["speed_up"].map("{:.2f}".format)
    shown["Start, s"] = executors["start_seconds"].map("{:.1f}".format)
    console().print(Text(f"{policy}: who plays"))
    print_frame(shown)
    shown = pd.DataFrame({"Kept": overhead["kept"], "Seconds": overhead["seconds"].map("{:.2f}".format)})
    shown["More than the bare loop"] = overhead["overhead"].map("{:+.1%}".format)
    console().print(Text("What is kept, in one thread"))
    print_frame(shown)
    shown = pd.DataFrame({"Games": memory["games"].map("{:,.0f}".format)})
    shown["Seconds"] = memory["seconds"].map("{:.1f}".format)
    shown["Most memory, MB"] = memory["peak_mb"].map("{:.0f}".format)
    console().print(Text("Memory of a run into a folder"))
    print_frame(shown)


def print_learning(found: Any, out: str) -> None:
    """Print what was learnt (`analyser.learn.LearnResult`): its score on hold-out games, and what comes next."""
    score, above = found.score, found.p_above_par
    spread = f"± {score.se:.2f} (standard error; 95 % interval {score.lo:.2f} to {score.hi:.2f})"
    out_line = f"learnt from {found.plan.games:,} games of seed {found.plan.seed}; scores {score.mean:.2f} {spread}"
    console().print(Text(f"{out_line} on {score.n:,} games of seed {found.plan.holdout_seed}"), soft_wrap=True)
    console().print(Text(f"{100 * above.mean:.1f} % above par; at the start it expects {found.start_value:.2f}"))
    console().print(Text(f"saved in {out}: analyser simulate {found.plan.game} --policy {out}"), soft_wrap=True)


def print_comparison(result: Comparison) -> None:
    """Print a comparison: who is best in plain words, the policies, each pair, and games to look at."""
    from .comparison.terminal import print_comparison

    print_comparison(result)
