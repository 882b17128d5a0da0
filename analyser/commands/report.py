"""The command `report`: saved runs and comparisons as one page, and as Markdown, pictures and tables beside it."""

from __future__ import annotations

import webbrowser
from dataclasses import replace
from pathlib import Path

import click

from . import options

PAGE = "html"


@click.command()
@click.argument("runs", metavar="RUN...", type=options.PATH, nargs=-1, required=True)
@options.out("Folder for the report.", required=True)
@options.force("Replace an earlier report in that folder.")
@click.option(
    "--format", "formats", default="html,md,csv,parquet,png,svg", show_default=True,
    help="What is written: a page, Markdown, tables, pictures.",
)  # fmt: skip
@click.option("--sections", help="Only these sections, by name: scores,points (a wrong name lists them all).")
@click.option("--title", help="Title of the report.  [default: the game and the policies]")
@click.option(
    "--luck/--no-luck",
    default=None,
    help="How much of the spread is luck of the dice.  [default: for a solo policy that is not slow, with dice]",
)
@click.option("--what-if", is_flag=True, help="What one more of each thing would be worth, by round (plays games).")
@click.option("--what-if-games", type=click.IntRange(2, 10**7), default=2_000, show_default=True, help="So many games.")
@click.option("--open", "opened", is_flag=True, help="Open the page in the browser.")
def report(
    runs: tuple[Path, ...],
    out: Path,
    force: bool,
    formats: str,
    sections: str | None,
    title: str | None,
    luck: bool | None,
    what_if: bool,
    what_if_games: int,
    opened: bool,
) -> None:
    r"""Make a report of RUN folders, each a run or a comparison: several of a game come side by side.

    It is one page (HTML) that needs nothing else. Beside it are Markdown, pictures (PNG, SVG), tables (CSV, Parquet).

    \b
    Examples:
      analyser report run -o report --open
      analyser report run-a run-b -o both --title "Fields or animals?"
      analyser report run -o short --sections scores,points --format html
    """
    from analyser.store import load
    from reports import write_report
    from reports.document import with_sections
    from reports.together import together

    from .played_on import with_played_on

    kinds = options.names(formats)
    if opened and PAGE not in kinds:
        raise click.UsageError("--open shows the page, which --format leaves out")
    subjects = [load(run) for run in runs]
    for run, subject in zip(runs, subjects, strict=True):
        if unfinished := getattr(subject, "unfinished", ""):
            click.echo(f"{run} is {unfinished}; the report is of these", err=True)
    made = together(subjects, [with_played_on(subject, luck, what_if_games if what_if else 0) for subject in subjects])
    made = with_sections(made, options.names(sections)) if sections is not None else made
    files = write_report(replace(made, title=title) if title else made, out, kinds, force)
    pictures = sum(file.suffix in (".png", ".svg") for file in files)
    click.echo(f"{len(files)} files in {out}, {pictures} of them pictures; begin with {files[0]}")
    if opened:
        webbrowser.open(files[0].resolve().as_uri())
