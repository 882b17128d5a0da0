"""What a report needs from a result: the shape that `analyser` delivers, and no more.

Why a protocol and not the class itself: reports can be built and tested without a run, and mypy still compares this
shape with the real class at the place where the two meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pandas as pd


class Game(Protocol):
    """The words and numbers that belong to a game; a report has no special case for any of them."""

    @property
    def title(self) -> str:
        """The name of the game, as people write it."""

    @property
    def par(self) -> int | None:
        """The score that a solo player has to exceed to win, where the game has one."""

    @property
    def harvests(self) -> Sequence[str]:
        """The labels of the scoring periods, in order."""

    @property
    def categories(self) -> Sequence[str]:
        """The labels of the score sheet's lines, in order."""

    @property
    def groups(self) -> Sequence[str]:
        """The labels of the dice groups (or other actions), in order."""

    @property
    def period(self) -> str:
        """What a time at which points and farms are written down is called, as `harvest`."""

    @property
    def when(self) -> str:
        """Whether that is `at` such a time or `after` it."""

    @property
    def periods(self) -> str:
        """What all of them are called, as a heading."""

    @property
    def group(self) -> str:
        """What one of `groups` is called, as `dice group`."""

    @property
    def luck(self) -> str:
        """What an interval covers, as `the luck of the dice`."""

    @property
    def draws(self) -> str:
        """What is drawn, and shared by policies that are compared, as `dice`."""

    @property
    def sheet(self) -> Mapping[str, Sequence[str]]:
        """The parts of the score by name, and the categories of each; empty where the categories say enough."""

    @property
    def lines(self) -> Mapping[str, Sequence[str]]:
        """Groups of what is owned that are drawn over time, by name; may be empty."""

    @property
    def shown(self) -> Sequence[int]:
        """The numbers of the periods that tables of many show; empty where they show all."""


class Result(Protocol):
    """A finished run. Every frame has `seat` (1-based) and `policy`; README documents the other columns."""

    @property
    def game(self) -> Game:
        """The game that was played."""

    @property
    def plan(self) -> Mapping[str, Any]:
        """What is needed to play the same games again: rules, seed, policies, version, command."""

    @property
    def games(self) -> int:
        """The number of games played."""

    @property
    def unfinished(self) -> str:
        """What is still to be played, in words; empty for a finished run."""

    @property
    def sampled(self) -> int:
        """The number of games that were kept one by one, the first of the run; 0: none."""

    @property
    def seed(self) -> int:
        """The seed that the games were drawn from."""

    @property
    def summary(self) -> pd.DataFrame:
        """One row a seat: `n mean se lo hi sd min q05 q25 q50 q75 q95 max`, `p_above_par...`, `wins...`."""

    @property
    def categories(self) -> pd.DataFrame:
        """Points: `harvest category n mean se lo hi`."""

    @property
    def state(self) -> pd.DataFrame:
        """What was owned when a harvest was scored: `harvest item n mean se lo hi`."""

    @property
    def groups(self) -> pd.DataFrame:
        """Times taken in a game: `round group n mean se lo hi`."""

    @property
    def dice(self) -> pd.DataFrame:
        """Share of the actions that kept the lying dice: `round n kept rolled prob se lo hi`."""

    @property
    def histogram(self) -> pd.DataFrame:
        """Games by score: `score n hits prob se lo hi`."""

    @property
    def curve(self) -> pd.DataFrame:
        """Chance to reach at least each score, with a band for the whole curve: `score n prob lo hi`."""

    @property
    def quantiles(self) -> pd.DataFrame:
        """Scores that shares of the games do not exceed: `level n score lo hi`."""

    @property
    def tenths(self) -> pd.DataFrame:
        """Scores of the worst, middle and best tenth of the games: `part n mean se lo hi min max`; may be empty."""

    @property
    def deciles(self) -> pd.DataFrame:
        """Points of these tenths: `part harvest category n mean se lo hi`; may be empty."""

    @property
    def sheet(self) -> pd.DataFrame:
        """Points by parts of the score: `part n mean se lo hi`; may be empty."""

    @property
    def start(self) -> pd.DataFrame:
        """What starting was worth, by starting seat and in all (seat 0): `n mean others diff se lo hi wins...`."""

    @property
    def markers(self) -> pd.DataFrame:
        """Scores with and without each marker: `marker harvest n_with mean_with ... diff se lo hi`; may be empty."""

    @property
    def came(self) -> pd.DataFrame:
        """Share of games in which something had come: `item unit number n hits prob se lo hi`; may be empty."""

    @property
    def first_action(self) -> pd.DataFrame:
        """Share of games begun by each group, and their scores: `group n hits prob ... mean_score`; may be empty."""


class Comparison(Protocol):
    """A finished comparison of policies; `analyser.compare.result` names the columns of its frames."""

    @property
    def game(self) -> Game:
        """The game that was played."""

    @property
    def plan(self) -> Mapping[str, Any]:
        """What is needed to play the same games again, why it ended, and whether the best are known."""

    @property
    def games(self) -> int:
        """The number of games that the policy played most played."""

    @property
    def best(self) -> Sequence[str]:
        """The policies that may be best."""

    @property
    def policies(self) -> pd.DataFrame:
        """One row a policy, best first: its scores, the objective's `value`, ranks, and who may be best."""

    @property
    def differences(self) -> pd.DataFrame:
        """One row a pair: the paired difference with its intervals, and what pairing saved."""

    @property
    def parts(self) -> pd.DataFrame:
        """Each pair's difference in points by `harvest` (0: whole game) and `category` ("": all)."""

    @property
    def far(self) -> pd.DataFrame:
        """The games in which a pair differs most, and the commands that show them."""

    @property
    def histogram(self) -> pd.DataFrame:
        """Games by policy and score."""
