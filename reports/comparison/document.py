"""What the report of a comparison says, in its order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..contract import Comparison
from ..document import Document, Picture, Section, Table, fact_words
from ..words import plain
from .pairs import all_pairs, amount, focused, indifference, leading, order, telling, unit
from .tables import (
    EQUAL,
    KNOWN,
    MOST_IN_MATRIX,
    counted_once,
    exports,
    far_table,
    farthest,
    games_table,
    list_table,
    matrix_table,
    parts_table,
    policies_table,
    standing_head,
)
from .words import headline, lead, parts_words, played_words, saved_words, title

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FACT_WORDS = {
    "rules_hash": "hash of the rules",
    "games": "most games of each policy",
    "policy_hashes": "hash of each policy's file",
    "stop": "ends when",
    "why": "why it ended",
    "unit": "compared by",
}
LEFT_OUT = ("names", "blocks", "unit")
"""Facts that the page shows elsewhere."""


def compare_document(result: Comparison) -> Document:
    """Return the report of a comparison."""
    command = result.plan.get("command")
    facts = {key: _yes(value) for key, value in result.plan.items() if key not in LEFT_OUT}
    return Document(
        title(result),
        lead(result),
        sections(result),
        exports(result),
        fact_words({"games played": played_words(result), **facts}, FACT_WORDS),
        (str(command),) if command else (),
        limits(result),
        result.plan,
    )


def _yes(value: object) -> object:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def sections(result: Comparison) -> tuple[Section, ...]:
    """Return the sections; one without anything to show is left out."""
    found = (best(result), pairs(result), same_draws(result), parts(result), far(result), sureness(result))
    return tuple(section for section in found if section is not None)


def _picture(name: str, alt: str, result: Comparison) -> Picture:
    """Return a figure as a picture; matplotlib is loaded when it is drawn."""

    def draw() -> Figure:
        from .figures import FIGURES

        return FIGURES[name](result)

    return Picture(name, alt, draw)


def best(result: Comparison) -> Section:
    """Return who is best, and how each policy scores."""
    focus = focused(result)
    to = "its opponent" if focus else "the leader"
    words = (
        f"The picture shows how far each policy is from {to}, with 95 % intervals that hold all together. Differences "
        f"within {amount(result, indifference(result))} are taken as none."
    )
    note = (
        f"A rank such as 2-3 says that the games leave open which of the two it is. '{standing_head(result)}' is an "
        "interval too, negative for a policy that is behind; an end at 0 says that on this side only the sign is "
        "known. The other intervals speak of each policy alone."
    )
    caption = f"{'Each policy and its opponent' if focus else 'The policies'}, best first; {played_words(result)}"
    table = Table(caption, policies_table(result), "policies")
    alt = f"Points with intervals, a row a policy: the difference to {to}. {headline(result)}."
    title = "How it does against each" if focus else "Who is best"
    return Section(title, words, (table,), _picture("best", alt, result), (note,), name="best")


def pairs(result: Comparison) -> Section | None:
    """Return the difference of each pair."""
    head = unit(result).amount
    star = f"{KNOWN} marks a difference whose interval leaves out 0: its sign is known. {EQUAL} marks one within the "
    star += f"{amount(result, indifference(result))} that are taken as none."
    if focused(result) or not 2 < len(order(result)) <= MOST_IN_MATRIX:
        table = Table(
            f"Difference of each pair in {head}, with 95 % intervals",
            list_table(result, all_pairs(result)),
            "differences",
        )
    else:
        table = Table(f"Row minus column in {head}, with 95 % intervals", matrix_table(result), "differences")
    words = f"Mean difference of each pair on the same {result.game.draws}."
    words += f" All intervals hold together with 95 %. {star}"
    drawn = not focused(result) and len(order(result)) > 2
    alt = f"Grid of differences, row minus column. {headline(result)}."
    picture = _picture("pairs", alt, result) if drawn else None
    return Section("Each pair", words, (table,), picture, name="pairs")


def same_draws(result: Comparison) -> Section:
    """Return game by game who has more, and what sharing the dice, or what a game draws, saved."""
    draws = result.game.draws
    several = int(result.plan["players"]) > 1
    block = "A block is all games with one game number, in which each policy takes every seat. " if several else ""
    words = (
        f"All policies meet the same {draws}, so that luck which helps both drops out of their difference. {block}"
        f"{saved_words(result)}"
    )
    note = (
        "Pairing divides the variance of the difference by the number shown: so many times as many games, with "
        f"{draws} of their own for each policy, would be needed to know it as well. Below 1 pairing does not help, as "
        "where one's gain is the other's loss."
    )
    table = Table("Who has more, game by game, and what pairing saved", games_table(result), "differences")
    return Section(f"Game by game, on the same {draws}", words, (table,), None, (note,), name="games")


def parts(result: Comparison) -> Section:
    """Return where the difference comes from."""
    shown = leading(result)
    by = f"points by category{'' if counted_once(result) else f' and {result.game.period}'}"
    tables = tuple(
        Table(
            f"{plain(pair.first)} minus {plain(pair.second)}: {by}, mean ± standard error",
            parts_table(result, pair),
            "parts",
        )
        for pair in shown
    )
    score = "" if result.plan["objective"] == "mean" else "These are points, whatever the policies are compared by. "
    alt = f"Bars of the difference in points by category. {parts_words(result, telling(result))}."
    words = f"{score}{parts_words(result, telling(result))}."
    return Section("Where the difference comes from", words, tables, _picture("parts", alt, result), name="parts")


def far(result: Comparison) -> Section | None:
    """Return the games in which policies differ most, and how to see them."""
    rows = farthest(result)
    if not rows:
        return None
    commands = []
    for row in rows:
        commands += list(dict.fromkeys([str(row["see_policy"]), str(row["see_other"])]))
    table = Table("Games that differ most in points", far_table(rows), "far")
    words = "What a plan does differently is seen best where it matters most. The commands show these games."
    return Section("Games to look at", words, (table,), commands=tuple(dict.fromkeys(commands)), name="far")


def sureness(result: Comparison) -> Section:
    """Return what the intervals cover, and what they would be for a fixed number of games."""
    number = len(result.differences)
    together = f"They hold for all {number} pairs together" if number > 1 else "There is one pair"
    if result.plan["stop"] == "fixed":
        words = (
            f"The number of games was fixed beforehand. {together}: the chance that any of them misses its true "
            "difference is 5 %. Their width comes from the largest of all the t values, which takes into account how "
            "the pairs hang together."
        )
        return Section("What the intervals cover", words, name="sureness")
    words = (
        "The games were watched while they were played. Usual intervals miss more often than they say when one stops "
        "as soon as they look good; these (lo and hi in the tables) are wider, so that they hold at all looks and "
        f"wherever one stops: a confidence sequence, which rests on sums of {FIRST} games or more "
        f"being near to a bell curve. "
        f"{together}, by Sidak's bound: the chance that any of them ever misses is 5 %."
    )
    note = (
        "The intervals called 'if fixed beforehand' (fixed_lo and fixed_hi) are what the same games would have given "
        "if their number had been fixed before they were played. They are narrower, and not valid for a comparison "
        "that was stopped because of what it showed: they only say what watching costs."
    )
    return Section("What the intervals cover", words, notes=(note,), name="sureness")


FIRST = 100
"""Games (or blocks of games) before one looks first; see `analyser.sequences`."""


def limits(result: Comparison) -> tuple[str, ...]:
    """Return what the numbers do not say."""
    bound = amount(result, indifference(result))
    tables = int(result.plan["players"]) > 1
    return (
        "They compare these policies with these parameters under these rules. They do not say how good the game's best "
        "play is, nor that an idea is bad because one policy plays it badly.",
        f"An interval covers {result.game.luck} in a finite number of games, and nothing else: no mistake in the "
        "rules, and no choice where the printed rules are silent.",
        f"Best means best by {result.plan['unit']}; by another measure another policy may be best.",
        f"That two cannot be told apart says that they differ by less than {bound}, and not that they play alike.",
        "Points in one category are not what that category is worth: whoever leaves it out has actions left for "
        "others.",
        *(
            ["A policy's results depend on who else sits at the table: against others it may do otherwise."]
            if tables
            else []
        ),
    )
