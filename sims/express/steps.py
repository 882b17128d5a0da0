"""The steps of a game at the table, from a game file and back to one.

A step is a roll, the keeping of dice, a move, or a feeding, in the words of game files (see `script`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..errors import AnalyserError
from ..sitting import KEEP, Ask, Step
from .faces import Face
from .replay import HarvestPlayed, replay
from .rules import harvest_of
from .script import NOTHING_COOKED, Action, Feeding, GameFile
from .variants import Rules
from .words import cooking_named, face_named


def players_of(file: GameFile) -> int:
    """Return how many play a game file."""
    return file.players


def rules_of(file: GameFile, rules: Rules) -> Rules:
    """Return the rules that a game file is played by: those that were asked for."""
    return rules


def new_file(players: int, seed: int, policies: Sequence[str], rules: Rules) -> GameFile:
    """Return the file of a game in which nothing has happened yet."""
    return GameFile(f"game 0 of seed {seed}", players, (), {}, seed, 0, tuple(policies))


def steps_of(file: GameFile, rules: Rules) -> list[Step]:
    """Return the steps of a game file, which is played for it. Raises AnalyserError.

    Of a harvest at its end, feedings are steps up to the first that is not written: that is still to be asked.
    """
    played, found = replay(file, rules), []
    harvests = {one.round: one for one in played.harvests}
    for place, action in enumerate(played.actions):
        last = place + 1 == len(played.actions) or played.actions[place + 1].round != action.round
        seat, round_ = action.seat - 1, action.round
        kind, words = (KEEP, "") if action.kept else (Ask.ROLL, ", ".join(action.dice))
        found += [Step(seat, round_, kind, words), Step(seat, round_, Ask.MOVE, action.move)]
        if last and round_ in harvests:
            found += _feedings(file, harvests[round_], place + 1 == len(played.actions))
    return found


def _feedings(file: GameFile, harvest: HarvestPlayed, at_end: bool) -> Iterator[Step]:
    """Yield the feedings of a harvest; of one at the end of the file, those before the first that is not written."""
    for seat, score in enumerate(harvest.scores):
        if at_end and (harvest.harvest, seat + 1) not in file.feedings:
            return
        yield Step(seat, harvest.round, Ask.FEED, fed_words(score.cooked, score.withheld))


def fed_words(cooked: dict[str, int], withheld: int) -> str:
    """Return a feeding in words: what is cooked, and the Food that is kept back."""
    words = " and ".join(f"{number} {name}" for name, number in cooked.items() if number) or NOTHING_COOKED
    return f"{words}; withhold {withheld}" if withheld else words


def feeding_line(words: str) -> str:
    """Return the lines of a game file that say what is cooked, and kept back, by the words of a feeding."""
    cooked, _, withheld = words.partition("; withhold ")
    return f'cook = "{cooked}"\n' + (f"withhold = {withheld}\n" if withheld else "")


def feeding_of(words: str) -> Feeding:
    """Return a feeding from words. Raises AnalyserError."""
    cooked, _, rest = words.partition(";")
    match = re.fullmatch(r"\s*(?:withhold\s+(\d{1,4}))?\s*", rest)
    if match is None:
        raise AnalyserError(f"{rest.strip()!r} is not understood: after ';' stands withhold 2, the Food kept back")
    nothing = cooked.strip().lower() in ("", NOTHING_COOKED)
    return Feeding({} if nothing else cooking_named(cooked.strip(), words), int(match[1] or 0))


def file_of(head: GameFile, steps: Sequence[Step], rules: Rules) -> GameFile:
    """Return the game file of these steps; its last action may still be without a move."""
    actions: list[Action] = []
    feedings: dict[tuple[int, int], Feeding] = {}
    for step in steps:
        if step.kind == Ask.FEED:
            feedings[int(harvest_of(rules.record, step.round - 1)) + 1, step.seat + 1] = feeding_of(step.words)
        elif step.kind == Ask.MOVE:
            actions[-1] = replace(actions[-1], move=step.words)
        else:
            roll = None if step.kind == KEEP else faces_of(step.words)
            actions.append(Action("", step.round, step.seat + 1, roll, step.kind == KEEP))
    waiting = actions.pop() if actions and not actions[-1].move else None
    return replace(head, actions=tuple(actions), feedings=feedings, open_action=waiting)


def faces_of(words: str) -> tuple[Face, ...]:
    """Return dice from the words of a step."""
    return tuple(face for face in map(face_named, words.split(",")) if face is not None)
