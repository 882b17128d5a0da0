"""Command lines that repeat what was done, as they are shown and stored."""

from __future__ import annotations

import shlex


def command_line(command: str, *words: str, **options: object) -> str:
    """Return a command of `analyser` as it is typed in a shell: its words, then its options in their order.

    `slow_games=5` becomes `--slow-games 5`, and a name of one letter has one dash. What is None or empty is left out;
    a list or tuple repeats its option.
    """
    said = ["analyser", command, *words]
    for name, value in options.items():
        option = f"-{name}" if len(name) == 1 else f"--{name.replace('_', '-')}"
        for one in value if isinstance(value, (list, tuple)) else [value]:
            said += [] if one is None or one == "" else [option, str(one)]
    return shlex.join(said)
