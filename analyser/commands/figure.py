"""The option `--figure`: an answer as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from . import options

KINDS = (".pdf", ".png", ".svg")


def _checked(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """Return the path, or raise the usage error for an ending that is no kind of picture: before anything is played."""
    if path is not None and path.suffix.lower() not in KINDS:
        raise click.BadParameter(f"{str(path)!r} has to end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    return path


FIGURE: options.Option = click.option(
    "--figure", type=options.PATH, callback=_checked, help="Draw a picture in this file (.pdf, .png or .svg)."
)


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure to a file, replacing an earlier one. Raises AnalyserError."""
    from analyser.folders import write_whole
    from reports.canvas import picture

    kind: Any = path.suffix.lower().removeprefix(".")
    write_whole(path, picture(figure, kind))
    click.echo(f"drawn in {path}", err=True)
