"""Simulated games written down as game files, which `replay` plays again to the same end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..playing import logged_game
from ..replaying import score_lines
from ..toml_file import quoted
from .contract import Policy
from .farm_file import edition_of
from .game import Player
from .pieces import Effect, Space
from .play import Trouble
from .replay import Replay, RoundPlayed, replay
from .script import Feeding, GameFile, Placement
from .variants import Rules, default
from .words import describe


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
    harvests = table.harvests[: int(table.logged[1])]
    file = GameFile(
        where=f"game {game_number} of seed {seed}",
        players=player.seats,
        placements=tuple(_placements(table.log[:placed], rules.record, player.seats)),
        feedings={_when(entry): _feeding(entry["feeding"]) for entry in harvests},
        births={_when(entry): tuple(int(number) for number in entry["herd"]) for entry in harvests},
        game=edition_of(rules.record),
        mode=rules.values["mode"],
        cards=tuple(Space(int(card)) for card in table.deck),
        first=int(table.position["first"]) + 1,
        seed=seed,
        game_number=game_number,
        policies=tuple(labels),
    )
    return write_game(replay(file, rules), rules)


def _placements(log: Any, record: Any, seats: int) -> list[Placement]:
    """Return the entries of a log (PLACEMENT) as they are written in a file."""
    layouts, found = [0] * seats, []
    for entry in log:
        move, seat = entry["move"], int(entry["seat"])
        found.append(Placement(describe(move, record, layouts[seat], False), int(entry["round"]) + 1, seat + 1))
        if int(move["does"]) & Effect.FENCE:
            layouts[seat] = int(move["layout"])
    return found


def _when(entry: Any) -> tuple[int, int]:
    """Return the round and seat of an entry of the log of harvests (HARVEST), both 1-based."""
    return int(entry["round"]) + 1, int(entry["seat"]) + 1


def _feeding(feeding: Any) -> Feeding:
    return Feeding(tuple(map(int, feeding["converted"])), tuple(map(int, feeding["crafts"])))


# --- Writing -------------------------------------------------------------------------------------------------------


def write_game(played: Replay, rules: Rules) -> str:
    """Return a replayed game as a game file, with what each round's card is and the scores as comments."""
    lines = _head(played, rules)
    rounds = {one.round: one for one in played.rounds}
    for round_, card in enumerate(played.cards, 1):
        moves = [f"Seat {one.seat}: {one.move}" for one in played.placements if one.round == round_]
        if moves or round_ in rounds:
            lines += ["", f"# Round {round_}: {card}", "[[round]]", f"round = {round_}", *_list("moves", moves)]
        if round_ in rounds:
            lines += _list("harvest", list(_harvest_lines(rounds[round_])))
            lines += [f"# Points of the farms now: {', '.join(str(farm.points) for farm in rounds[round_].farms)}"]
    return "\n".join([*lines, *_end(played)]) + "\n"


def _head(played: Replay, rules: Rules) -> list[str]:
    """Return the lines at the top of a file."""
    file, mode = played.file, rules.values["mode"]
    plain = rules.hash == default(edition_of(rules.record), mode).hash
    same = "" if plain else "; replay it with the same --rules"
    lines = [f"# Rules: {quoted(rules.name)}, hash {rules.hash}{same}.", f"game = {quoted(edition_of(rules.record))}"]
    lines += [f"mode = {quoted(mode)}", f"players = {file.players}"]
    lines += [f"first = {file.first}"] if file.first is not None else []
    if file.seed is not None:
        lines += [f"seed = {file.seed}", f"game_number = {file.game_number}"]
    if file.cards:
        lines += _list("cards", list(played.order))
    return [*lines, f"policies = [{', '.join(map(quoted, file.policies))}]"] if file.policies else lines


def _list(key: str, texts: Sequence[str]) -> list[str]:
    """Return the lines of a list of texts, nothing where it is empty."""
    return [f"{key} = [", *(f"    {quoted(text)}," for text in texts), "]"] if texts else []


def _harvest_lines(played: RoundPlayed) -> list[str]:
    found = []
    for one in played.harvests:
        found.append(f"Seat {one.seat}: Feed: {one.fed}")
        found += [f"Seat {one.seat}: Breed: keep {one.kept}"] if one.kept else []
    return found


def _end(played: Replay) -> list[str]:
    """Return the last comment: the points, and who won."""
    lines = ["", *score_lines(played.scores)]
    if not played.complete:
        return [*lines, "# Here the file stops."]
    return [*lines, f"# Won by seat {' and '.join(map(str, played.winners))}."] if len(played.totals) > 1 else lines
