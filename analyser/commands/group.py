"""A group of commands that helps with mistyped names."""

from __future__ import annotations

import difflib

import click


def _with_marks(text: str | None) -> str | None:
    """Return a help text with the sign that click looks for, where a raw docstring has the two letters for it."""
    return text and text.replace("\\b\n", "\b\n")


class Commands(click.Group):
    """A group of commands that names the nearest one where a name is not known."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, with the lines after a backslash-b as they stand."""
        self.help = _with_marks(self.help)
        super().format_help(ctx, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order in which the commands were added: what one asks first comes first."""
        return list(self.commands)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, the examples in its help as they stand."""
        cmd.help = _with_marks(cmd.help)
        super().add_command(cmd, name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; raise the usage error with the nearest name and all names."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            names = self.list_commands(ctx)
            near = difflib.get_close_matches(args[0], names, n=1)
            hint = f" (did you mean {near[0]!r}?)" if near else ""
            raise click.UsageError(f"unknown command {args[0]!r}{hint}; commands: {', '.join(names)}", ctx)
        return super().resolve_command(ctx, args)
