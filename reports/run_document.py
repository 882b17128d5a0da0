"""What the report of a simulated run says, in its order: each section has words, a picture and tables."""

from __future__ import annotations

from . import run_sections, sample_sections
from .contract import Result
from .digits import exact
from .document import Document, Section, fact_words
from .tables import exports
from .words import lead, plain, seat_rows

RUN_WORDS = {
    "rules_hash": "hash of the rules",
    "policies": "policies (seat by seat)",
    "policy_hashes": "hash of each policy's file",
}


def run_document(result: Result) -> Document:
    """Return the report of a simulated run."""
    command = result.plan.get("command")
    facts = {"games": result.games, "seed": result.seed, **result.plan}
    return Document(
        title(result),
        lead(result),
        sections(result),
        exports(result),
        fact_words(facts | {"games": result.unfinished or result.games}, RUN_WORDS),
        (str(command),) if command else (),
        limits(result),
        result.plan,
    )


def title(result: Result) -> str:
    """Return the report's title: the game and who played it."""
    names = dict.fromkeys(plain(row["policy"]) for row in seat_rows(result))
    return f"{result.game.title}: {', '.join(names)}"


SECTIONS = (
    ("summary", run_sections.in_one_look),
    ("summary", run_sections.scores),
    ("curve", run_sections.reach),
    ("start", sample_sections.start),
    ("categories", run_sections.points),
    ("deciles", sample_sections.tenths),
    ("groups", run_sections.actions),
    ("dice", run_sections.dice),
    ("first_action", sample_sections.first),
    ("came", sample_sections.came),
    ("state", run_sections.farms),
    ("markers", sample_sections.markers),
)
"""What makes each section, and the frame of the result that it tells of."""


def sections(result: Result) -> tuple[Section, ...]:
    """Return the sections of a run; those whose frame is empty (a game without it, no sample) are left out."""
    return tuple(make(result) for name, make in SECTIONS if len(getattr(result, name)))


def limits(result: Result) -> tuple[str, ...]:
    """Return what the numbers do not say."""
    par = result.game.par
    whom = "these policies" if len(result.summary) > 1 else "this policy"
    return (
        f"They are statements about {whom} under these rules, and not about the game: they do not say how good its "
        "best play is. Another plan may score more, or less.",
        f"An interval covers {result.game.luck} in a finite number of games, and nothing else: no mistake in the "
        "rules, and no choice where the printed rules are silent.",
        "Points in one category are not what that category is worth: whoever leaves it out has actions left for "
        "others.",
        *([f"Above par means more than {exact(par)} points; par is a mark for solo play."] if par is not None else []),
    )
