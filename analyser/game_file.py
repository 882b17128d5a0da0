"""The file in which a game at the table is kept."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import AnalyserError
from .folders import write_whole

if TYPE_CHECKING:
    from .live_game import LiveGame


class GameFile:
    """Where a game is saved: `path`, None as long as nobody has said where.

    Only files that are new, that this game has written or that may be replaced (`force`) are written.
    """

    def __init__(self, path: Path | None, game: str, force: bool = False) -> None:
        self.path, self.game, self.force = path, game, force
        self.own: set[Path] = set()
        self.written = ""
        if path is not None:
            self.check(path)

    def check(self, path: Path) -> None:
        """Raise AnalyserError where a file may not be written."""
        if path.exists() and not (self.force and path == self.path) and path.resolve() not in self.own:
            raise AnalyserError(f"{path} is there already: choose another name, or replace it with --force")
        if path.is_dir() or not path.parent.is_dir():
            raise AnalyserError(f"{path} is in no folder that is there: choose another place")

    def write(self, live: LiveGame, path: Path | None = None) -> Path:
        """Write a game into a file, the usual one where none is named; return its path. Raises AnalyserError."""
        target = path or self.path or self.fresh(live.who.seed)
        self.check(target)
        text = live.text()
        try:
            write_whole(target, text.encode())
        except OSError as error:
            raise AnalyserError(f"cannot write {target}: {error.strerror or error}") from error
        self.own.add(target.resolve())
        self.path, self.written = target, text
        return target

    def fresh(self, seed: int) -> Path:
        """Return a name in the current folder that nothing has yet, after the game and its seed."""
        names = (f"{self.game}-{seed}{'' if number == 1 else f'-{number}'}.toml" for number in count(1))
        return next(Path(name) for name in names if not Path(name).exists())

    def holds(self, live: LiveGame) -> bool:
        """Say whether the game was saved as it stands."""
        return self.written == live.text()
