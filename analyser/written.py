"""One simulated game of a plan, written down as a game file."""

from __future__ import annotations

from functools import partial

from . import catalogue
from .crew import Playing, new_player
from .errors import AnalyserError, Misplay, Stuck
from .plan import RunPlan
from .watch import GRACE, Pool, Watch


def write_game(plan: RunPlan, number: int) -> tuple[str, AnalyserError | None]:
    """Play game `number` of a plan; return it as a file, and what a policy did wrong in it, if one did.

    The file then ends before the question that was answered wrongly, or not at all.
    """
    player, pool, watch = new_player(plan, log=True), Pool(1), Watch()
    playing = Playing(plan, player)
    trouble: AnalyserError | None = None
    try:
        game = pool.submit(partial(player.play, plan.seed, number, 1, 1))
        if watch.wait(game, lambda: [playing]) is None:
            game.result()
        else:
            trouble = playing.stuck(watch.seconds)
    except Misplay as misplay:
        trouble = plan.misplayed(misplay)
    finally:
        pool.close(0.0 if isinstance(trouble, Stuck) else GRACE)
    scripts = catalogue.scripts(plan.game.NAME)
    text: str = scripts.game_so_far(player, plan.rules, plan.seed, number, plan.labels)
    return text, trouble
