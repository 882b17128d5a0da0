"""The command `report`: a saved run as Markdown, pictures and tables."""

from __future__ import annotations

from pathlib import Path

import click

from . import options


@click.command()
@click.argument("run", type=options.PATH)
@options.out("Folder for the report.", required=True)
@options.force("Replace an earlier report in that folder.")
@click.option("--format", "formats", default="md,png,svg,csv,parquet", show_default=True, help="What is written.")
def report(run: Path, out: Path, force: bool, formats: str) -> None:
    """Make a report of a RUN folder: Markdown, pictures (PNG, SVG) and tables (CSV, Parquet)."""
    from analyser.store import load
    from reports import write_report

    files = write_report(load(run), out, [name.strip() for name in formats.split(",")], force)
    pictures = sum(file.suffix in (".png", ".svg") for file in files)
    click.echo(f"{len(files)} files in {out}, {pictures} of them pictures; begin with {files[0]}")
