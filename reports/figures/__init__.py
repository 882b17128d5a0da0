"""Pictures of a result: one function a figure; each says in its docstring which question it answers.

`FIGURES` names them all. Add a figure by writing a function from a result to a `Figure` and entering it there.
"""

from __future__ import annotations

from ..canvas import Draw
from .actions import first_actions, groups_by_round, keep_or_roll
from .came import what_came_when
from .lines import lines_over_time
from .look import chance_to_reach, in_one_look
from .markers import what_goes_with_scores
from .points import good_and_bad_games, points_by_category
from .scores import score_distribution
from .start import worth_of_starting

FIGURES: dict[str, Draw] = {
    "look": in_one_look,
    "scores": score_distribution,
    "reach": chance_to_reach,
    "start": worth_of_starting,
    "points": points_by_category,
    "tenths": good_and_bad_games,
    "groups": groups_by_round,
    "kept": keep_or_roll,
    "first": first_actions,
    "came": what_came_when,
    "lines": lines_over_time,
    "markers": what_goes_with_scores,
}
"""Every figure by the name of its file."""
