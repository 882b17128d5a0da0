"""What every policy has to keep to, whatever the game: the checks that need to know nothing of it.

A game's own `conformance` finds positions (`Case`), makes an `Examiner` of this one, and adds checks of moves and
games.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import Misplay

ENOUGH_SECONDS = 10.0
ASKED_AGAIN = 30
"""A check of a slow policy ends after this time with what it has covered until then."""
GAMES = 20
SEED = 11
"""Whole games are those of this seed, as many as that under each rule set."""


class Failed(Exception):
    """A policy does not keep to something: what, where, and how to mend it."""


@dataclass(frozen=True)
class Case:
    """A question to ask: a position (a record), the rules, a stream, and where it is from."""

    position: Any
    rules: Any
    stream: Any
    where: str


def fixed(position: Any) -> bytes:
    """Return all of a position that a policy may not change."""
    return b"".join(position[name].tobytes() for name in position.dtype.names if not name.startswith("trial_"))


class Questioner:
    """Puts questions to a policy with its `params`, and counts them, so that one can see from outside if it answers.

    A game's examiner finds `cases`, each with `where` it is from, and says in `answer` what the policy answers there.
    """

    def __init__(self, policy: Any, params: Sequence[float] | None, label: str) -> None:
        self.policy, self.label = policy, label or policy.name
        defaults = [parameter.default for parameter in policy.parameters]
        self.params = policy.mind(defaults) if params is None else np.array(params, np.float64)
        self.asked, self.player, self.where, self.what, self.number = 0, None, "", "", 0
        self.player: Any

    @property
    def cases(self) -> Sequence[Any]:
        """The positions to ask about."""
        raise NotImplementedError

    def answer(self, case: Any, params: Any = None, soiled: bool = False, watch: bool = False) -> Any:
        """Return the answers at a position; `soiled`: amid rubbish, `watch`: fail where something is changed."""
        raise NotImplementedError

    def pulse(self) -> int:
        """Return the number of questions asked so far."""
        return self.asked + (self.player.pulse() if self.player else 0)

    def some_cases(self) -> Iterator[Any]:
        """Yield the positions, as many as there is time for."""
        end = time.monotonic() + ENOUGH_SECONDS
        for number, case in enumerate(self.cases, 1):
            self.where, self.number = case.where, number
            yield case
            if time.monotonic() > end:
                return

    def covered(self) -> str:
        """Return how many of the positions the last check got to, in words."""
        return "1 position" if self.number == 1 else f"{self.number} positions"

    def at(self) -> str:
        """Return where the question that was asked last is from, in words."""
        return f"asked {self.what} ({self.where})"

    def ask(self, what: str, question: Callable[[], Any]) -> Any:
        """Put a question, and fail where it raises an error."""
        self.asked += 1
        self.what = what
        try:
            return question()
        except Exception as error:
            kind = type(error).__name__
            raise Failed(f"it raised {kind}: {error}, {self.at()}: let it return an answer instead") from None

    def compare(self, before: tuple[bytes, ...], after: tuple[bytes, ...]) -> None:
        """Fail where the position, the rules or the parameters are not as they were."""
        for what, old, new in zip(("the position", "the rules", "its parameters"), before, after, strict=True):
            if old != new:
                raise Failed(f"it changed {what} ({self.where}): only read it; try moves with try_move")


class GameExaminer(Questioner):
    """A questioner that also plays whole games; `game_of` and `rules_words` say which those are."""

    def game_of(self, rules: Any) -> Any:
        """Return what has the `Player`, the `columns` and the `NAME` of the game with these rules."""
        raise NotImplementedError

    def rules_words(self, rules: Any) -> list[str] | None:
        """Return what a command needs to play by these rules, or None where no command can."""
        raise NotImplementedError

    def at(self) -> str:
        """Return where the question that was asked last is from, in words."""
        if self.player is None:
            return super().at()
        seat, game, round_ = self.player.place()
        return f"asked {self.player.question()} (game {game} of seed {SEED}, round {round_ + 1}, seat {seat + 1})"

    def play(self, policies: Sequence[Any], params: Sequence[Any], rules: Any, first: int, games: int) -> Any:
        """Play games; return all their rows, int32[games, seats, k]."""
        game = self.game_of(rules)
        self.asked, player = self.pulse(), game.Player(rules, list(policies), list(params))
        self.player = player
        try:
            return player.play(SEED, first, games, len(game.columns(rules)))[2]
        except Misplay as misplay:
            raise Failed(self._of_game(misplay, policies, rules)) from misplay
        finally:
            self.asked, self.player = self.pulse(), None

    def _of_game(self, misplay: Misplay, policies: Sequence[Any], rules: Any) -> str:
        """Return what went wrong in a game, and how to see it."""
        text = f"on seat {misplay.seat + 1} of {len(policies)} it {misplay.problem} {misplay.where}"
        more = self.rules_words(rules)
        if more is None:
            return f"{text}, rules {rules.name}"
        game, labels = self.game_of(rules), [self.label if one is self.policy else one.name for one in policies]
        alike = len(set(labels)) == 1
        words = ["analyser", "replay", game.NAME, *more, "--seed", str(SEED), "--game", str(misplay.game)]
        words += [word for label in (labels[:1] if alike else labels) for word in ("--policy", label)]
        words += ["--players", str(len(labels))] if alike and len(labels) != game.SEATS[0] else []
        return f"{text}; see it with: {shlex.join(words)}"

    def affordable(self, rules: Any, seats: int) -> int:
        """Return how many games are played where as many as may be are wanted: fewer of a slow policy."""
        started = time.monotonic()
        self.play([self.policy] * seats, [self.params] * seats, rules, 0, 1)
        return GAMES if time.monotonic() - started < ENOUGH_SECONDS / (5 * GAMES) else 1

    def repeats(self, rules: Any, seats: int) -> str:
        """Check that the same games, played again in another order, end the same."""
        number, all_seats, params = self.affordable(rules, seats), [self.policy] * seats, [self.params] * seats
        once = self.play(all_seats, params, rules, 0, number)
        for game in reversed(range(number)):
            if not np.array_equal(self.play(all_seats, params, rules, game, 1)[0], once[game]):
                raise Failed(
                    f"game {game} of seed {SEED} ends differently when it is played again: see `answers firmly`"
                )
        return f"{number} {'game' if number == 1 else 'games'}, forwards and backwards"

    def no_place(self, place: int, listed: int, how: str) -> Failed:
        """Return what is wrong with a place outside of the list of moves; `how` is how they are listed."""
        return Failed(
            f"it chose place {place}, which is outside its list of moves ({listed:,} moves), {self.at()}: list "
            f"moves with {how}, and return a place below their number"
        )


def declared_in_full(it: Questioner) -> str:
    """Check that the policy says what it is, and what each parameter means."""
    policy = it.policy
    if not policy.summary.strip() or not policy.source.strip():
        raise Failed("it has no summary or no source: give @policy(name, source), and choose a docstring")
    for parameter in policy.parameters:
        if not parameter.low <= parameter.default <= parameter.high or not parameter.meaning.strip():
            raise Failed(f"parameter {parameter.name}: say what it means, and give a default from low to high")
    return ", ".join(parameter.name for parameter in policy.parameters) or "no parameters"


def changes_nothing(it: Questioner) -> str:
    """Check that position, rules and parameters are as they were after each question."""
    for case in it.some_cases():
        it.answer(case, watch=True)
    return it.covered()


def answers_firmly(it: Questioner) -> str:
    """Check that the same question gets the same answer, whatever is left in the list and in the trial fields."""
    for case in it.some_cases():
        first = it.answer(case)
        same, soiled = it.answer(case) == first, it.answer(case, soiled=True)
        # Who throws dice of their own may give twice the same answer: they are asked often before it is put down to
        # what was left.
        if not same or (soiled != first and any(it.answer(case) != first for _ in range(ASKED_AGAIN))):
            raise Failed(
                f"it answers the same question differently ({case.where}): let its random numbers come from the stream "
                f"alone, as draws.below(stream, 0, n), draws.below(stream, 1, n) ..."
            )
        if soiled != first:
            raise Failed(
                f"its answer hangs on what was left in the list or in the trial fields ({case.where}): list moves "
                f"before reading them, and clear a move before writing one by hand"
            )
    return it.covered()


def forgets(it: Questioner) -> str:
    """Check that an answer does not change with what was asked before, in another order."""
    seen = [(case, it.answer(case)) for case in it.some_cases()]
    for case, answer in reversed(seen):
        it.where = case.where
        if it.answer(case) != answer:
            raise Failed(
                f"its answer changes with what it was asked before ({case.where}): it may keep nothing in mind"
            )
    return f"{it.covered()}, there and back"


def parameters_matter(it: Questioner) -> str:
    """Check that some answer changes with each parameter, from one end of its range to the other.

    The high end, which can be slow, is tried where between the low end and the default nothing changes.
    """
    for place, parameter in enumerate(it.policy.parameters):
        spans = (parameter.low, parameter.default), (parameter.low, parameter.high)
        if not any(_answer_changes(it, case, place, span) for span in spans for case in it.some_cases()):
            raise Failed(
                f"parameter {parameter.name} changes no answer between {parameter.low:g} and {parameter.high:g}: read "
                f"it as params[{place}], or widen its range, or leave it out"
            )
    return ", ".join(parameter.name for parameter in it.policy.parameters) or "it has none"


def _answer_changes(it: Questioner, case: Any, place: int, span: tuple[float, float]) -> bool:
    """Say whether an answer changes over a span of a parameter, the others as they are or making another choice."""
    for params in _settings(it, place):
        low, high = np.array(params), np.array(params)
        low[place], high[place] = span
        if it.answer(case, low) != it.answer(case, high):
            return True
    return False


def _settings(it: Questioner, place: int) -> Iterator[Any]:
    """Yield the parameters as they are, and with each choice of each other parameter that has choices."""
    yield it.params
    for other, parameter in enumerate(it.policy.parameters):
        for choice in range(len(parameter.choices) if other != place else 0):
            params = np.array(it.params)
            params[other] = choice
            yield params
