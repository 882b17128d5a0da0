"""Simulated games written down as game files, which `replay` plays again to the same end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..playing import logged_game
from ..replaying import score_lines
from ..toml_file import quoted
from .contract import Policy
from .game import Player
from .play import Trouble
from .replay import Replay, replay
from .script import GameFile, Placement
from .variants import DEFAULT_NAME, Rules
from .words import describe, herd_words


def simulated_game(
    policies: Sequence[Policy], params: Sequence[Any], rules: Rules, players: int, seed: int, game_number: int
) -> str:
    """Play one game and return it as a game file; `policies` and their `params` are those of the seats.

    The last serves the seats that are left. Raises Misplay where a policy breaks the rules.
    """
    player, names = logged_game(Player, policies, params, rules, players, (seed, game_number))
    return game_so_far(player, rules, seed, game_number, names)


def game_so_far(player: Player, rules: Rules, seed: int, game_number: int, labels: Sequence[str]) -> str:
    """Return the game that a player with a log played, or is playing, as a game file: what went by the rules of it."""
    table = player.table
    placed = int(table.logged[0]) - (int(table.trouble[0]) == Trouble.ILLEGAL_MOVE)
    births = {
        (int(entry["round"]) + 1, int(entry["seat"]) + 1): tuple(int(number) for number in entry["herd"])
        for entry in table.births[: int(table.logged[1])]
    }
    file = GameFile(
        where=f"game {game_number} of seed {seed}",
        placements=tuple(_placement(entry) for entry in table.log[:placed]),
        births=births,
        first=int(table.position["first"]) + 1,
        seed=seed,
        game_number=game_number,
        policies=tuple(labels),
    )
    return write_game(replay(file, rules), rules)


def _placement(entry: Any) -> Placement:
    """Return an entry of the log (PLACEMENT) as it is written in a file."""
    return Placement(describe(entry["move"], False), int(entry["round"]) + 1, int(entry["seat"]) + 1)


def write_game(played: Replay, rules: Rules) -> str:
    """Return a replayed game as a game file, with the herds and the scores as comments."""
    lines = _head(played.file, rules)
    kept = {(round_.round, seat): herd for round_ in played.rounds for seat, herd in round_.kept.items()}
    for round_ in range(1, len(played.rounds) + 2):
        placements = [one for one in played.placements if one.round == round_]
        lines += ["", f"# Round {round_}"] if placements else []
        for one in placements:
            herd = herd_words(one.farm.herd.values())
            told = f"move = {quoted(one.move)}  # {herd}"
            lines += ["[[placement]]", f"round = {one.round}", f"seat = {one.seat}", told]
        for (when, seat), herd in kept.items():
            if when == round_:
                lines += ["[[birth]]", f"round = {when}", f"seat = {seat}", f"keep = {quoted(herd)}"]
    return "\n".join([*lines, *_end(played)]) + "\n"


def _head(file: GameFile, rules: Rules) -> list[str]:
    """Return the lines at the top of a file."""
    same = "" if rules.name == DEFAULT_NAME else "; replay it with the same --rules"
    lines = [f"# Rules: {quoted(rules.name)}, hash {rules.hash}{same}.", 'game = "creatures"', "players = 2"]
    lines += [f"first = {file.first}"] if file.first is not None else []
    if file.seed is not None:
        lines += [f"seed = {file.seed}", f"game_number = {file.game_number}"]
    return [*lines, f"policies = [{', '.join(map(quoted, file.policies))}]"] if file.policies else lines


def _end(played: Replay) -> list[str]:
    """Return the last comment: the points, and who won."""
    lines = ["", *score_lines(played.scores)]
    end = "Here the file stops." if not played.complete else f"Winner: seat {played.winner}."
    return [*lines, f"# {end}"]
