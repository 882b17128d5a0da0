"""Simulated games written down as game files, which `replay` plays again to the same end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..playing import logged_game
from ..toml_file import quoted
from .contract import Policy
from .faces import Cookable, Face
from .game import Player
from .harvest import WITHHELD
from .play import Trouble
from .replay import HarvestPlayed, Replay, replay
from .script import NOTHING_COOKED, Action, Feeding, GameFile
from .variants import DEFAULT_NAME, Rules
from .words import describe


def simulated_game(
    policies: Sequence[Policy], params: Sequence[Any], rules: Rules, players: int, seed: int, game_number: int
) -> str:
    """Play one game and return it as a game file.

    `policies` and their `params` (numbers, in the order declared) are those of the seats; the last serves the seats
    that are left. Raises Misplay where a policy breaks the rules.
    """
    player, _ = logged_game(Player, policies, params, rules, players, (seed, game_number))
    return game_so_far(player, rules, seed, game_number, list(map(_policy_text, policies, params)))


def game_so_far(player: Player, rules: Rules, seed: int, game_number: int, labels: Sequence[str]) -> str:
    """Return the game that a player with a log played, or is playing, as a game file: what went by the rules of it."""
    table = player.table
    kind, acted, fed = int(table.trouble[0]), int(table.logged[0]), int(table.logged[1])
    file = GameFile(
        where=f"game {game_number} of seed {seed}",
        players=player.seats,
        actions=tuple(_action(entry) for entry in table.log[: acted - (kind == Trouble.ILLEGAL_MOVE)]),
        feedings=dict(_feeding(entry) for entry in table.feedings[: fed - (kind == Trouble.ILLEGAL_FEEDING)]),
        seed=seed,
        game_number=game_number,
        policies=tuple(labels),
    )
    return write_game(replay(file, rules), rules)


def _action(entry: Any) -> Action:
    """Return an entry of the log (ACTION) as it is written in a file."""
    kept = bool(entry["kept"])
    roll = None if kept else tuple(face for face in Face for _ in range(entry["dice"][face]))
    return Action(describe(entry["move"]), int(entry["round"]) + 1, int(entry["seat"]) + 1, roll, kept)


def _feeding(entry: Any) -> tuple[tuple[int, int], Feeding]:
    """Return an entry of the log (FEEDING) as it is written in a file, with its harvest and seat."""
    cooked = {good: int(entry["cooking"][good]) for good in Cookable if entry["cooking"][good]}
    return (int(entry["harvest"]) + 1, int(entry["seat"]) + 1), Feeding(cooked, int(entry["cooking"][WITHHELD]))


def _policy_text(policy: Policy, params: Sequence[float]) -> str:
    """Return a policy's name, with those of its parameters that are not the default."""
    own = params[: len(policy.parameters)]
    changed = [
        f"{parameter.name}={parameter.choices[int(value)] if parameter.choices else f'{float(value):.15g}'}"
        for parameter, value in zip(policy.parameters, own, strict=True)
        if value != parameter.default
    ]
    return policy.name + (":" + ",".join(changed) if changed else "")


# --- Writing -------------------------------------------------------------------------------------------------------


def write_game(played: Replay, rules: Rules) -> str:
    """Return a replayed game as a game file, with all dice written out and the scores as comments."""
    lines = _head(played.file, rules)
    harvests = {harvest.round: harvest for harvest in played.harvests}
    for round_ in range(1, len(played.rounds) + 2):
        actions = [action for action in played.actions if action.round == round_]
        if actions:
            lines += ["", f"# Round {round_}"]
        for action in actions:
            lines += ["", *_action_lines(action)]
        if round_ in harvests:
            lines += _harvest_lines(harvests[round_])
    return "\n".join([*lines, *_end(played)]) + "\n"


def _head(file: GameFile, rules: Rules) -> list[str]:
    """Return the lines at the top of a file."""
    same = "" if rules.name == DEFAULT_NAME else "; replay it with the same --rules"
    lines = [
        f"# Rules: {quoted(rules.name)}, hash {rules.hash}{same}.",
        'game = "express"',
        f"players = {file.players}",
    ]
    if file.seed is not None:
        lines += [f"seed = {file.seed}", f"game_number = {file.game_number}"]
    return [*lines, f"policies = [{', '.join(map(quoted, file.policies))}]"] if file.policies else lines


def _action_lines(action: Any) -> list[str]:
    """Return the lines of one action (ActionPlayed)."""
    dice = ", ".join(action.dice)
    shown = f"keep = true  # {dice}" if action.kept else f"roll = {quoted(dice)}"
    return ["[[action]]", f"round = {action.round}", f"seat = {action.seat}", shown, f"move = {quoted(action.move)}"]


def _harvest_lines(harvest: HarvestPlayed) -> list[str]:
    """Return the lines of one harvest: all feedings, each with its score as a comment."""
    lines = ["", f"# Harvest {harvest.harvest}"]
    for seat, (score, total) in enumerate(zip(harvest.scores, harvest.totals, strict=True), 1):
        points = ", ".join(f"{name} {number}" for name, number in score.points.items() if number) or "no points"
        lines += ["", f"# Seat {seat}: {points}: {score.total}, in all {total}."]
        lines += ["[[feeding]]", f"harvest = {harvest.harvest}", f"seat = {seat}"]
        lines += [f"cook = {quoted(_cooked(score.cooked))}"]
        lines += [f"withhold = {score.withheld}"] if score.withheld else []
    return lines


def _cooked(cooked: dict[str, int]) -> str:
    return " and ".join(f"{number} {name}" for name, number in cooked.items()) or NOTHING_COOKED


def _end(played: Replay) -> list[str]:
    """Return the last comment: the totals, and who won."""
    totals = ", ".join(f"seat {seat} {total}" for seat, total in enumerate(played.totals, 1))
    if not played.complete:
        return ["", f"# Here the file stops. Points so far: {totals}."]
    winners = " and ".join(f"seat {seat}" for seat in played.winners)
    return ["", f"# Final score: {totals}." + (f" Winner: {winners}." if len(played.totals) > 1 else "")]
